"""Why a letter may not be made yet: every reason at once, each in a sentence. The official's act comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from permitbook.assessment import Effect, State
from permitbook.letters.contents import day_cases, lacking, named
from permitbook.letters.context import granted
from permitbook.letters.denial import grounds_of, has_last_day, is_refused
from permitbook.letters.kind import APPLICANT
from permitbook.letters.receivers import receivers_of
from permitbook.letters.spoken import account, long_day
from permitbook.periods import show_moment
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.assessment import Finding
    from permitbook.letters.contents import Matter
    from permitbook.letters.kind import Act

REVERSED = ("reversed", "modified")
_MADE = (Verdict.CLEAR, Verdict.NOT_APPLICABLE)


def reasons_against(act: Act, matter: Matter) -> tuple[str, ...]:
    """Every reason for which the letters of an act are withheld; none when they may be made."""
    told = [*(() if act.even_exempt else _reach(matter)), *act.against(matter), *_unknown_receivers(act, matter)]
    return tuple(dict.fromkeys(told))


def _unknown_receivers(act: Act, matter: Matter) -> Iterator[str]:
    """What is blank and tells who gets a copy."""
    for kind in act.kinds:
        if kind.to != APPLICANT:
            yield from receivers_of(kind, matter).unknown


def _reach(matter: Matter) -> Iterator[str]:
    if matter.assessment.permit_required is False:
        yield "No permit is needed: the ordinance does not reach the event, or exempts it."


# To issue.


def against_issue(matter: Matter) -> Iterator[str]:
    """Why a permit may not be made yet."""
    it = matter.case.logged
    if it.event_change:
        yield f"The event was {it.event_change}."
    if it.revoked_at:
        yield f"The permit was revoked {show_moment(it.revoked_at)}."
    yield from unrecorded_grant(matter)
    awaited = {gate.clause for gate in matter.assessment.open_gates}
    standing = [
        reason
        for finding in matter.assessment.findings
        if finding.clause not in awaited
        for reason in _finding_against_issue(matter, finding)
    ]
    yield from standing
    if standing and it.appeal_outcome in REVERSED:
        yield f"The denial was {it.appeal_outcome}: what was decided of these goes into Findings, with the name in By."
    elif standing and it.alternate_accepted_on:
        yield f"The alternate is what is permitted now: what the {matter.law.official} finds of it goes into Findings."
    for gate in matter.assessment.open_gates:
        finding = matter.assessment.finding(gate.clause)
        why = f" {_why(matter, finding)}" if finding.verdict is Verdict.PROVED or finding.needs else ""
        yield f"{finding.cite} is awaited: {gate.what}.{why}"
    for case in day_cases(matter.case):
        for statement, fields, because in lacking(case):
            why = f" {because}" if because and because != "Not known yet." else ""
            cite = matter.law.cite(statement.clause)
            yield f"{named(fields)} must be filled in: the permit states {statement.heading} ({cite}).{why}"
    if not it.applicant_name:
        yield "Applicant must be filled in: the permit names the permittee."


def unrecorded_grant(matter: Matter) -> Iterator[str]:
    """What is not recorded of the act on which a permit issues."""
    it = matter.case.logged
    if granted(matter) is None:
        yield (
            f"Action is {it.action or 'blank'}: a permit is issued on a recorded grant, an accepted alternate, or a "
            "denial reversed on appeal."
        )
        return
    if it.appeal_outcome in REVERSED and not it.alternate_accepted_on and it.appeal_decided_on is None:
        yield "Appeal Decided On must be filled in."
    yield from unsigned(matter)


def unsigned(matter: Matter) -> Iterator[str]:
    """What is blank of who acted, and when."""
    blank = tuple(name for name in ("acted_by", "acted_at") if getattr(matter.case.logged, name) is None)
    if blank:
        yield f"{named(blank)} must be filled in: who acted, and when."


def _finding_against_issue(matter: Matter, finding: Finding) -> Iterator[str]:
    if finding.effect is Effect.MUST_DENY and finding.verdict is Verdict.PROVED:
        yield f"{finding.cite} demands a denial: {_why(matter, finding)}"
    elif finding.effect is Effect.ISSUE_ONLY_IF and finding.verdict not in _MADE:
        yield f"{finding.cite} is not found: {_why(matter, finding)}"


def _why(matter: Matter, finding: Finding) -> str:
    if finding.needs:
        return f"{named(finding.needs)} must be filled in."
    return finding.question or account(finding.because, matter.law.prefix)


# To deny.


def against_denial(matter: Matter) -> Iterator[str]:
    """Why a denial may not be written yet."""
    it = matter.case.logged
    if it.action != "denied":
        yield f"Action is {it.action or 'blank'}: a denial is written once an official has recorded it."
    if it.alternate_accepted_on:
        yield f"The alternate was accepted {long_day(it.alternate_accepted_on)}: issue its permit."
    if it.appeal_outcome in REVERSED:
        yield f"The denial was {it.appeal_outcome} on appeal."
    yield from unsigned(matter)
    if not (it.applicant_name or it.organization_name):
        yield "Applicant must be filled in: the denial has nobody to go to."
    if not grounds_of(matter):
        yield from no_ground(matter)
    kinds = {row.kind: row.document_no for row in matter.register}
    if "alternate offer" in kinds and "denial" not in kinds and matter.law.alternates_in_denying:
        yield f"The offer {kinds['alternate offer']} tells the denial and its reasons already."


def no_ground(matter: Matter) -> Iterator[str]:
    """That there is nothing to deny on, and what could become a ground."""
    yield "No ground of the ordinance is proved by the facts or determined by an official."
    open_questions = [each.cite for each in matter.assessment.findings if each.verdict is Verdict.NEEDS_JUDGMENT]
    if open_questions:
        yield f"Not determined yet: {', '.join(open_questions)}."
    for finding in matter.assessment.findings:
        if finding.effect is not Effect.FILING_WINDOW or finding.verdict is not Verdict.PROVED:
            continue
        if not has_last_day(matter.law, finding.clause):
            yield f"{finding.cite}: an application that comes too early is kept and never denied for it."
        elif not is_refused(finding):
            yield (
                f"{finding.cite}: lateness alone denies only once the {matter.law.official} has refused to allow it; "
                "record that in Findings (Found: Yes)."
            )


# To refer.


def against_referral(matter: Matter) -> Iterator[str]:
    """Why the copies of an application are not sent."""
    law, it = matter.law, matter.case.logged
    if not any(each.of == "application" for each in law.recipients):
        yield (
            f"The ordinance of the {law.municipality} sends copies of an application to nobody. Asking another "
            "department is the office's own practice and needs no letter of the ordinance."
        )
    if it.action in ("withdrawn", "no permit needed"):
        yield f"Action is {it.action}: nothing is left to consult about."


def notes_on(act: Act, matter: Matter) -> tuple[str, ...]:
    """What staff should see beside the letters; it withholds nothing."""
    told = [f"{note.text} ({note.clause})" for note in matter.assessment.notes]
    if matter.case.logged.applicant_address is None and any(kind.to == APPLICANT for kind in act.kinds):
        told.append("Applicant Address is blank: the letter has no address to be mailed to.")
    return tuple(dict.fromkeys([*told, *act.notes(matter)]))


def notes_on_denial(matter: Matter) -> Iterator[str]:
    """Grounds that were determined without saying when or why; an alternate that goes in a letter of its own."""
    law, it = matter.law, matter.case.logged
    if it.alternate_offered_on and not law.alternates_in_denying:
        yield f"The alternate goes in a letter of its own, which the {law.alternates_by} signs: make it with offer."
    for each in grounds_of(matter):
        lacks = _lacks(each) if each.determination and each.determined else ""
        if lacks:
            yield f"{each.cite} was determined without {lacks}; the letter can state only what is recorded."


def _lacks(finding: Finding) -> str:
    made = finding.determination
    if made is None:
        return ""
    wanting = {"a date": made.on, "a reason": made.because}
    return " or ".join(name for name, value in wanting.items() if not value)


def notes_on_issue(matter: Matter) -> Iterator[str]:
    """What was found against it, and what may have been forgotten."""
    accepted = matter.case.logged.alternate_accepted_on
    for each in matter.assessment.findings:
        if each.effect is Effect.ISSUE_UNLESS and each.verdict is Verdict.PROVED:
            yield (
                f"{each.cite} was found of the event as applied for: say in Findings what is found of the alternate."
                if accepted
                else f"{each.cite} was found, yet the grant is recorded."
            )
        late = each.effect is Effect.FILING_WINDOW and has_last_day(matter.law, each.clause)
        if late and each.verdict is Verdict.PROVED:
            yield f"{each.cite}: filed late; record when the late filing was allowed."
    for clock in matter.assessment.deadlines:
        if accepted and clock.done == accepted and clock.state is State.LATE:
            cite = matter.law.cite(clock.clause)
            yield f"The alternate was accepted after the last day, by every way of counting ({cite}): ask counsel."
    start = matter.case.event_start
    if start and start <= (matter.case.logged.issued_at or matter.case.as_of):
        yield f"The event began {show_moment(start)}, before the permit was issued."
