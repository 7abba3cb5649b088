"""An application, an ordinance and the other applications, taken to an assessment.

The order is that of the law: does it need a permit, is the application complete, what does each ground say, what
dates run, what may the office do next. Nothing here names a municipality.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from permitbook.assessment import (
    Assessment,
    Deadline,
    Determination,
    Effect,
    FeeDue,
    Finding,
    Gate,
    Missing,
    Next,
    Note,
    Recommendation,
    State,
    Status,
    grounds_among,
)
from permitbook.case import Case, with_alternate
from permitbook.docket import Docket, Entry, slots_of
from permitbook.facts import BLIND, FACTS, fields_behind
from permitbook.sent import NOTHING
from permitbook.standing import SETTLED, is_live, standing, state_of, status_of
from permitbook.verdict import Answer, Verdict, both, either, needs, negate, not_applicable

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.docket import Slot
    from permitbook.office import Office
    from permitbook.ordinance import Clock, Ordinance, Remark, Requirement, Rule
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


def meet(cases: Sequence[Case], office: Office, unread: Collection[str] = ()) -> Docket:
    """The docket of all cases; each case is told its conflicts."""
    docket = docket_of(cases, office)
    for case in cases:
        if standing(case) in (Status.DENIED, Status.ALTERNATE_OFFERED):
            # It no longer holds what it asked for, yet the denial rests on what that met.
            case.conflicts, case.neighbours = docket.against(replace(asked_for(case), live=not case.is_past))
        else:
            case.conflicts = docket.conflicts(case.application_no)
            case.neighbours = docket.neighbours(case.application_no)
        if unread:
            case.conflicts = [replace(each, unread=each.with_no in unread) for each in case.conflicts]
        case.granted_elsewhere = docket.granted
        case.issued_elsewhere = docket.issued
    return docket


def docket_of(cases: Sequence[Case], office: Office) -> Docket:
    """The docket of all cases."""
    return Docket([entry_of(case) for case in cases], office.roads.names, office.settings.buffer_minutes)


def entry_of(case: Case) -> Entry:
    """What the docket knows of a case; an offered alternate holds its new slot, not the old one."""
    if standing(case) is Status.ALTERNATE_OFFERED:
        it = with_alternate(case.logged)
        days = (it.event_date,) if it.event_date and case.logged.alternate_date else case.days
        slots = slots_of(days or (), it.assembly_time, it.start_time, it.end_time)
        entry = _entry(case, it, slots)
        return replace(entry, live=not slots or max(slot.end for slot in slots) > case.as_of)
    return asked_for(case)


def asked_for(case: Case) -> Entry:
    """The case at the time and place that were applied for, or of the alternate that was accepted."""
    return _entry(case, case.application, case.slots)


def _entry(case: Case, it: Application, slots: tuple[Slot, ...]) -> Entry:
    places = (*(it.assembly_area or ()), it.starting_point, it.termination_point, *(it.dispersal_area or ()))
    stands = standing(case)
    return Entry(
        application_no=case.logged.application_no or "",
        received_at=case.logged.received_at,
        live=is_live(case),
        issued=case.logged.issued_at is not None,
        granted=stands in (Status.GRANTED, Status.ALTERNATE_ACCEPTED, Status.ISSUED, Status.HELD),
        slots=slots,
        route=it.route,
        places=tuple(place for place in places if place),
    )


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
    gates = tuple(Gate(f.clause, f.gate) for f in findings if f.gate and _is_awaited(f))
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


def findings_of(case: Case) -> tuple[Finding, ...]:
    """Every ground and gate, in the law's order; none where no permit is needed."""
    return tuple(find(rule, case) for rule in case.law.rules) if case.permit_required is not False else ()


OPEN = (Verdict.PROVED, Verdict.NEEDS_FACTS, Verdict.NEEDS_JUDGMENT)


def _is_awaited(finding: Finding) -> bool:
    """The paper, payment or approval is owed and not there; a finding waits for one only once it is known to be."""
    if finding.effect is Effect.BEFORE_ISSUE:
        return finding.verdict in OPEN
    return finding.verdict is Verdict.NEEDS_FACTS


def find(rule: Rule, case: Case) -> Finding:
    """One clause answered, with the official's determination where it answers the question."""
    answer = answer_of(rule, case)
    made = determination_for(rule, answer, case)
    used = made is not None and _is_used(rule, answer, case.law, found=made.found)
    verdict = (
        _settled(rule.effect, made) if used and made and not _is_refusal(rule, answer, case.law) else answer.verdict
    )
    return Finding(
        clause=rule.clause,
        cite=case.law.cite(rule.clause),
        effect=rule.effect,
        verdict=verdict,
        answer=answer,
        read=_facts_behind(rule.encoded.names),
        held=case.application,
        determination=made,
        determined=used,
        gate=rule.gate,
        answering=None if used else _answering(rule, answer, case.law),
    )


def answer_of(rule: Rule, case: Case) -> Answer:
    """What the facts alone say of a clause."""
    off = case.office.switched_off(rule.clause)
    if off is not None:
        return not_applicable(
            f"Switched off in Readings: {off.id}, {off.confirmed_by or 'unsigned'} {off.confirmed_on or ''}."
        )
    answer: Answer | None = rule.encoded.answer(case)
    return answer if answer is not None else needs(*dict.fromkeys(rule.encoded.blank(case)))


def determination_for(rule: Rule, answer: Answer, case: Case) -> Determination | None:
    """The official's answer to this clause, or to one it is part of while its own question is open.

    An overlap is open even when proved, to an answer that names it as the text does: its paragraph.
    """
    clause, made = rule.clause, case.determinations
    if clause in made:
        return made[clause]
    if answer.verdict is Verdict.NEEDS_JUDGMENT:
        parents = [id for id in made if clause.startswith((f"{id}-", f"{id}."))]
        return made[max(parents, key=len)] if parents else None
    return made.get(clause.rpartition(".")[0]) if rule.judged and answer.verdict is Verdict.PROVED else None


def _is_used(rule: Rule, answer: Answer, law: Ordinance, *, found: bool) -> bool:
    if answer.verdict is Verdict.NEEDS_JUDGMENT:
        return True
    return answer.verdict is Verdict.PROVED and (rule.judged or (_is_refusal(rule, answer, law) and found))


def _is_refusal(rule: Rule, answer: Answer, law: Ordinance) -> bool:
    """Late beyond every reading: the official's answer can only be a refusal to allow it, which is recorded.

    An application that comes too early is kept: there is nothing to refuse.
    """
    if rule.effect is not Effect.FILING_WINDOW or answer.verdict is not Verdict.PROVED:
        return False
    return any(clock.clause == rule.clause for clock in law.clocks)


def _answering(rule: Rule, answer: Answer, law: Ordinance) -> str | None:
    """What the official's answer does where the facts have answered and it still counts."""
    if answer.verdict is not Verdict.PROVED:
        return None
    if _is_refusal(rule, answer, law):
        return "Yes refuses to allow the late filing."
    if not rule.judged:
        return None
    if rule.effect is Effect.ISSUE_ONLY_IF:
        return "The facts stand against this finding. No confirms that; Yes makes the finding all the same."
    return "The facts prove this ground. Yes confirms it; No sets it aside."


def _settled(effect: Effect, made: Determination) -> Verdict:
    stands = made.found if effect is not Effect.ISSUE_ONLY_IF else not made.found
    return Verdict.PROVED if stands else Verdict.CLEAR


@cache
def _facts_behind(names: tuple[str, ...]) -> tuple[str, ...]:
    """The facts behind the names that a clause uses; of who asks and what is said, none."""
    read = dict.fromkeys(fact for name in names for fact in fields_behind(name) if fact not in BLIND)
    return tuple(fact for fact in read if fact in FACTS)


def unused_determinations(case: Case, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Clauses whose determination answers no question: the facts settle them either way, or they do not apply."""
    by_clause = {each.clause: each for each in findings}
    unused = []
    for clause, made in case.determinations.items():
        finding = by_clause.get(clause)
        if finding is None:
            known = any(each.clause.startswith((f"{clause}-", f"{clause}.")) for each in findings)
            if not known and findings:
                unused.append(clause)
        elif not (finding.determined or finding.alone is Verdict.NEEDS_FACTS or _is_answered(case, clause, made)):
            unused.append(clause)
    return tuple(unused)


def _is_answered(case: Case, clause: str, made: Determination) -> bool:
    """The clause asked for it once: an overlap that is no more, or the event before an alternate was accepted."""
    return _was_overlap(case, clause) or _is_of_the_first_event(case, made)


def _is_of_the_first_event(case: Case, made: Determination) -> bool:
    """It was said of the event as applied for, before an alternate was accepted, and stays as the record of that."""
    accepted_on = case.logged.alternate_accepted_on
    return accepted_on is not None and (made.on is None or made.on <= accepted_on)


def _was_overlap(case: Case, clause: str) -> bool:
    return any(rule.judged and rule.clause == clause for rule in case.law.rules)


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
    return Deadline(clock.clause, clock.what, clock.who, limit, done, state)


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


def recommend(case: Case, findings: Sequence[Finding], gates: Sequence[Gate]) -> Recommendation:
    """What the office may do next: the first of the recommendations that holds."""
    if case.permit_required is False:
        return Recommendation.NO_PERMIT_NEEDED
    grounds = [each for each in findings if each.effect is not Effect.BEFORE_ISSUE]
    curable = {rule.clause for rule in case.law.rules if rule.curable}
    if any(_denies(each) and each.clause not in curable for each in grounds):
        return Recommendation.DENY_IF_CONFIRMED
    lacking = any(each.verdict is Verdict.NEEDS_FACTS and each.gate is None for each in grounds)
    if case.missing or lacking or case.permit_required is None:
        return Recommendation.CURE
    if any(_is_for_official(each) for each in grounds):
        return Recommendation.REFER
    if any(each.verdict is Verdict.PROVED and each.effect is Effect.MAY_DENY for each in grounds):
        return Recommendation.MAY_DENY
    return Recommendation.HOLD_FOR_PAPERS if gates else Recommendation.GRANT


def _denies(finding: Finding) -> bool:
    if finding.verdict is not Verdict.PROVED:
        return False
    by_official = finding.effect in (Effect.ISSUE_UNLESS, Effect.ISSUE_ONLY_IF) and finding.determined
    return finding.effect is Effect.MUST_DENY or by_official


def _is_for_official(finding: Finding) -> bool:
    if finding.verdict is Verdict.NEEDS_JUDGMENT:
        return True
    alone = (Effect.FILING_WINDOW, Effect.ISSUE_UNLESS, Effect.ISSUE_ONLY_IF)
    return finding.verdict is Verdict.PROVED and finding.effect in alone


def _day_to_issue_on(case: Case) -> date | None:
    """The last open day before the event, as a permit is needed beforehand; later, the day that is left."""
    if not case.days:
        return None
    first = case.days[0]
    return min(first, max(case.as_of.date(), case.calendar.open_on_or_before(first - timedelta(days=1))))


def next_step(case: Case, status: Status, deadlines: Sequence[Deadline], gates: Sequence[Gate]) -> Next | None:
    """The open duty to finish first; for a granted permit, its issue, while the event is not over."""
    running = [each for each in deadlines if each.is_open and each.work_by is not None]
    if running:
        first = min(running, key=lambda each: (each.work_by, str(each.due)))
        return Next(first.what, first.who, first.work_by)
    if status in (Status.GRANTED, Status.ALTERNATE_ACCEPTED) and not case.is_past:
        what = "Issue the permit once the papers are in" if gates else "Issue the permit"
        return Next(what, case.law.official, _day_to_issue_on(case))
    waiting = [each for each in deadlines if each.state in (State.OPEN, State.DUE_SOON) and each.limit is not None]
    if waiting:
        first = min(waiting, key=lambda each: str(each.due))
        return Next(first.what, first.who, first.due)
    return None
