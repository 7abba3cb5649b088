"""An application, an ordinance and the other applications, taken to an assessment.

The order is that of the law: does it need a permit, is the application complete, what does each ground say, what
dates run, what may the office do next. Nothing here names a municipality.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from permitbook.assessment import (
    Assessment,
    Deadline,
    Determination,
    FeeDue,
    Gate,
    Missing,
    Note,
    Status,
    grounds_among,
)
from permitbook.case import Case
from permitbook.findings import findings_of, is_awaited, unused_determinations
from permitbook.holding import meet
from permitbook.next_steps import next_step, recommend
from permitbook.sent import NOTHING
from permitbook.standing import SETTLED, state_of, status_of
from permitbook.verdict import both, either, negate

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.office import Office
    from permitbook.ordinance import Ordinance
    from permitbook.provisions import Clock, Remark, Requirement
    from permitbook.sent import Sent

Determinations = Mapping[str, Mapping[str, Determination]]
"""By application number, then by clause."""


def evaluate_log(
    law: Ordinance,
    applications: Sequence[Application],
    office: Office,
    *,
    as_of: datetime,
    determinations: Determinations | None = None,
    sent: Mapping[str, Sent] | None = None,
    unread: Collection[str] = (),
) -> list[Assessment]:
    """Each application assessed against all the others, in the order given.

    `sent` holds, by application number, what went out of its letters; `unread` names the applications of which a cell
    that tells what became of them cannot be read.
    """
    cases = cases_of(law, applications, office, as_of, determinations or {})
    for case in cases:
        case.sent = (sent or {}).get(case.logged.application_no or "", NOTHING)
    meet(cases, office, unread)
    return [assess(case) for case in cases]


def cases_of(
    law: Ordinance,
    applications: Sequence[Application],
    office: Office,
    as_of: datetime,
    determinations: Determinations,
) -> list[Case]:
    """The cases with what each says by itself: scope, completeness, fee."""
    cases = []
    for each in applications:
        case = Case(law, each, office, as_of, determinations.get(each.application_no or "", {}))
        case.permit_required = permit_required(case)
        case.missing = missing_items(case)
        case.fee = fee_due(case)
        cases.append(case)
    return cases


def permit_required(case: Case) -> bool | None:
    """Whether the ordinance reaches the event; None only while a blank could change the answer."""
    reached = either(*(each.answer(case) for each in case.law.scopes))
    exempt = either(*(each.answer(case) for each in case.law.exemptions))
    return both(reached, negate(exempt))


def missing_items(case: Case) -> tuple[Missing, ...]:
    """The items the application must set out and does not, in the law's order."""
    if case.permit_required is False:
        return ()
    return tuple(Missing(each.fields[0], each.clause) for each in case.law.requirements if _is_missing(each, case))


def _is_missing(item: Requirement, case: Case) -> bool:
    if item.when is not None and item.when.answer(case) is not True:
        return False
    if item.filled is not None:
        return item.filled.answer(case) is not True
    return all(getattr(case.application, name) is None for name in item.fields)


def fee_due(case: Case) -> FeeDue:
    """The fee, with its reason; None where no fee is known or no amount is entered."""
    rule, law = case.law.fee_rule, case.law
    if rule is None:
        return FeeDue(None, "The ordinance sets no fee.")
    for exemption, reason in law.fee_exemptions:
        if exemption.answer(case) is True:
            return FeeDue(Decimal(0), f"{reason} ({law.cite(exemption.clause)}).")
    if case.application.fee_waived_reason:
        return FeeDue(Decimal(0), f"Waived: {case.application.fee_waived_reason}")
    line = case.office.fees.get(rule.what)
    if line is None or line.amount is None:
        return FeeDue(None, f"No amount is entered for {rule.what} in the Fees sheet.")
    days = len(case.days or (0,)) if rule.per_day_reading and _is_per_day(case, rule.per_day_reading) else 1
    resolved = f" by resolution of {line.resolution_on:%Y-%m-%d}" if line.resolution_on else ""
    return FeeDue(line.amount * days, f"{rule.what}{resolved}{f', {days} days' if days > 1 else ''}.")


def _is_per_day(case: Case, reading: str) -> bool:
    return case.office.taken(reading, case.law.readings[reading].taken) != case.law.readings[reading].taken


def assess(case: Case) -> Assessment:
    """The assessment of a case that has met the docket."""
    needed = case.permit_required is not False
    findings = findings_of(case)
    case.grounds = grounds_among(findings)
    status = status_of(case)
    deadlines = deadlines_of(case, status, needed)
    gates = tuple(Gate(f.clause, f.gate) for f in findings if f.gate and is_awaited(f))
    return Assessment(
        application_no=case.logged.application_no or "",
        status=status,
        recommendation=recommend(case, findings, gates),
        permit_required=case.permit_required,
        missing=case.missing,
        findings=findings,
        deadlines=deadlines,
        conflicts=tuple(case.conflicts),
        neighbours=case.neighbours,
        fee=case.fee,
        open_gates=gates,
        next=next_step(case, status, deadlines, gates),
        notes=remarks_of(case, scope_only=not needed or status in SETTLED),
        unused=unused_determinations(case, findings),
    )


def deadlines_of(case: Case, status: Status, needed: bool) -> tuple[Deadline, ...]:
    """The dates that apply, in the law's order; once nothing is left to decide, only those already met or missed."""
    made = [clock_of(each, case) for each in case.law.clocks if needed or each.even_exempt]
    listed = [each for each in made if each is not None]
    if status in SETTLED:
        listed = [each for each in listed if each.done is not None]
    return tuple(listed)


def clock_of(clock: Clock, case: Case) -> Deadline | None:
    """One deadline; None where its branch does not apply."""
    if clock.when is not None and clock.when.answer(case) is not True:
        return None
    limit = clock.encoded.answer(case)
    if limit is None and clock.when is None and not clock.encoded.blank(case):
        return None
    done: date | datetime | None = clock.done.answer(case)
    state = state_of(limit, done, case.as_of, case.office.settings.soon_days, over_at=case.over_at)
    return Deadline(clock.clause, clock.what, clock.who, limit, done, state, clock.practice)


def remarks_of(case: Case, *, scope_only: bool) -> tuple[Note, ...]:
    """What staff or counsel should know of this application; with no permit to decide on, only why there is none.

    A clause that counsel switched off has nothing to remark either.
    """
    remarks: Sequence[Remark] = case.law.remarks
    if scope_only:
        scope = {claim.clause for claim in case.law.claims if claim.carrier in ("scope", "exemption")}
        remarks = [each for each in remarks if each.clause in scope]
    texts = ((each.clause, each.encoded.answer(case)) for each in remarks)
    return tuple(Note(clause, text) for clause, text in texts if text and not case.office.switched_off(clause))
