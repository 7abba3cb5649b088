"""What an applicant is told at intake: a receipt, and what the application must still set out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.assessment import Effect
from permitbook.filing import FILED
from permitbook.letters.contents import Item, headings, hours_of
from permitbook.letters.dates import decision_line, finish_by
from permitbook.letters.referral import given_facts
from permitbook.letters.sentences import says_of
from permitbook.letters.spoken import account, in_words, long_day, long_moment, quotable
from permitbook.ordinances.shared import as_day
from permitbook.places import show_route
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from permitbook.assessment import Finding
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

_TELLS_WHETHER = frozenset({"structures", "customarily_insured", "sponsor_kind", "sponsor_in_capacity"})
"""Facts that tell whether a paper is owed at all; while one is blank, nothing is asked for yet."""
_ASKED_OF_ALL = frozenset({"structures", "on_state_highway", "customarily_insured"})
"""Facts that only the applicant knows, though the office's own columns begin before them."""
_OFFICE_OWES = frozenset({"referred_on", "police_officers", "state_permit"})
"""Facts that the office itself is to supply."""


class Asked(Struct, frozen=True):
    """Something that is missing: what the log calls it, the law's words, and where it asks for it."""

    label: str
    says: str
    cite: str


def addressed(matter: Matter, letter: str) -> Iterator[str]:
    """Nothing, or that the letter has nobody to go to."""
    it = matter.case.logged
    if not (it.applicant_name or it.organization_name):
        yield f"Applicant must be filled in: the {letter} has nobody to go to."


# The receipt.

RECEIPT_MEANINGS = {
    "received": "what was received, when, how and by whom, each with label and value",
    "decision": "who decides and by when: text, cite and reckoning",
    "papers": "what a permit waits for, each with label and cite",
    "is_incomplete": "whether something is missing, which a notice of its own lists",
    "came_late": "whether it came after the safest last day to file",
}


def receipt_names(letter: Letter) -> Mapping[str, object]:
    """What a receipt prints beside what every letter may."""
    matter = letter.matter
    return {
        "received": tuple(_received(matter)),
        "decision": decision_line(matter),
        "papers": tuple(awaited(matter)),
        "is_incomplete": bool(missing(matter) or further(matter)),
        "came_late": _came_late(matter),
    }


def against_receipt(matter: Matter) -> Iterator[str]:
    """Why a receipt may not be given yet."""
    if matter.case.logged.received_at is None:
        yield "Received must be filled in: a receipt says when the application came."
    yield from addressed(matter, "receipt")


def _came_late(matter: Matter) -> bool:
    """It came after the last day to file by the plain count: the applicant may have to say more, or choose again."""
    filing = {(clock.clause, clock.what) for clock in matter.law.clocks if FILED & set(clock.done.names)}
    return any(
        each.done is not None and each.due is not None and as_day(each.done) > as_day(each.due)
        for each in matter.assessment.deadlines
        if (each.clause, each.what) in filing
    )


def _received(matter: Matter) -> Iterator[Item]:
    it, case = matter.case.logged, matter.case
    told = {
        "Received": it.received_at and long_moment(it.received_at),
        "How": it.received_how,
        "By": it.received_by,
        "Event": " – ".join(filter(None, (it.event_name, it.event_form))),
        "Day" if len(case.days_applied_for or ()) == 1 else "Days": "; ".join(
            map(long_day, case.days_applied_for or ())
        ),
        "Hours": hours_of(case),
        "Assembly": "; ".join(it.assembly_area or ()),
        "Route": show_route(it.route) if it.route else None,
        "Fee": fee_in_words(matter),
    }
    return (Item(label, value) for label, value in told.items() if value and value.strip())


def fee_in_words(matter: Matter) -> str:
    """What is owed, and what of it is paid."""
    it, fee, rule = matter.case.logged, matter.assessment.fee, matter.law.fee_rule
    if rule is None:
        return "None. The ordinance sets no fee."
    if fee.due == 0:
        return f"None. {account(fee.because, matter.law.prefix)}"
    owed = f"${fee.due:,.2f}" if fee.due is not None else f"The amount is set by the {matter.law.board}"
    if it.fee_paid is None:
        return f"{owed}; not paid yet ({matter.law.cite(rule.clause)})."
    on = f" on {long_day(it.fee_paid_on)}" if it.fee_paid_on else ""
    return f"{owed}; ${it.fee_paid:,.2f} paid{on} ({matter.law.cite(rule.clause)})."


def awaited(matter: Matter) -> Iterator[Item]:
    """The papers, payments and approvals that a permit waits for; not what the office owes itself."""
    for gate in matter.assessment.open_gates:
        finding = matter.assessment.finding(gate.clause)
        if not (_TELLS_WHETHER | _OFFICE_OWES).intersection(finding.needs):
            yield Item(gate.what, "", finding.cite)


# What is missing.

DEFICIENCY_MEANINGS = {
    "missing": "what the application must still set out, each with label, says (the law's words) and cite",
    "further": "what else is asked to decide it, each with label, says and cite",
    "until": "the day by which it is asked; blank when that is at once",
    "decision": RECEIPT_MEANINGS["decision"],
}


def deficiency_names(letter: Letter) -> Mapping[str, object]:
    """What a notice of what is missing prints beside what every letter may."""
    matter = letter.matter
    return {
        "missing": missing(matter),
        "further": further(matter),
        "until": finish_by(matter),
        "decision": decision_line(matter),
    }


def against_deficiency(matter: Matter) -> Iterator[str]:
    """Why no notice of what is missing may be sent."""
    it = matter.case.logged
    if it.action:
        yield f"Action is {it.action}: what is missing is asked for while an application is undecided."
    elif matter.case.is_past:
        yield "The event is over: nothing is asked for it any more."
    if not (missing(matter) or further(matter)):
        yield "Nothing that is asked of the applicant is missing."
    yield from addressed(matter, "notice")


def missing(matter: Matter) -> tuple[Asked, ...]:
    """The items that the ordinance asks the application to set out, and that are not there."""
    law = matter.law
    items = (
        Asked(_label(matter, each.field), says_of(law, each.clause, "completeness"), law.cite(each.clause))
        for each in matter.assessment.missing
    )
    return tuple(dict.fromkeys(items))


def _label(matter: Matter, field: str) -> str:
    """What the log calls it, with what was given where that is not what is asked."""
    column = headings()[field]
    given = in_words(column, getattr(matter.case.logged, field))
    return f"{column.heading}: {given}" if given else column.heading


def further(matter: Matter) -> tuple[Asked, ...]:
    """Facts of the applicant that a finding waits for, though no item asks for them; never what the office owes."""
    told = {each.field for each in matter.assessment.missing}
    known = given_facts(matter) | _ASKED_OF_ALL
    items = [
        _asking(matter, name, finding)
        for finding in matter.assessment.findings
        if finding.verdict is Verdict.NEEDS_FACTS
        for name in finding.needs
        if name in known and name not in told and (finding.effect is not Effect.BEFORE_ISSUE or name in _TELLS_WHETHER)
    ]
    first = {each.label: each for each in reversed(items)}
    return tuple(each for each in items if first[each.label] is each)


def _asking(matter: Matter, name: str, finding: Finding) -> Asked:
    """A fact with the words that ask it; a time to file does not ask the fact that it hangs on, another clause does."""
    law, label = matter.law, headings()[name].heading
    if finding.effect is Effect.FILING_WINDOW:
        for each in law.claims:
            if each.carrier == "record" and name in each.name.split(", "):
                return Asked(label, quotable(each.says), law.cite(each.clause))
    return Asked(label, says_of(law, finding.clause, finding.effect.value), finding.cite)


def clauses_missing(matter: Matter) -> tuple[str, ...]:
    """The clauses under which something is missing."""
    return tuple(dict.fromkeys(each.clause for each in matter.assessment.missing))
