"""Assessments as the rows of the sheets that staff read: what is due, what was found, what meets what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.application import Application
from permitbook.assessment import Assessment, Deadline, Finding, Recommendation, State, Status
from permitbook.reckoning import show_span
from permitbook.schema import headings
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.desk import Logged

OPEN_TO_STAFF = (Verdict.PROVED, Verdict.NEEDS_JUDGMENT, Verdict.NEEDS_FACTS)
CLOSED = (Status.REVOKED, Status.CANCELLED, Status.WITHDRAWN, Status.NO_PERMIT_NEEDED, Status.HELD, Status.POSTPONED)

UNDECIDED = (
    *(Status.GRANTED, Status.UNDER_APPEAL, Status.ALTERNATE_OFFERED, Status.ALTERNATE_ACCEPTED),
    *(Status.INCOMPLETE, Status.IN_REVIEW, Status.RECEIVED),
)
"""Statuses in which the office can still act on a recommendation."""

Values = dict[str, object]
"""A sheet's row: its values by column key."""


class Assessed(Struct, frozen=True):
    """An application in its row, with what the ordinance says of it."""

    logged: Logged
    assessment: Assessment


def computed(it: Assessment) -> Values:
    """The computed columns of one application."""
    decide = [each.work_by for each in it.deadlines if _decides(each) and each.is_open and each.work_by]
    return {
        "status": it.status.value,
        "recommendation": RECOMMENDED[it.recommendation] if it.status in UNDECIDED else None,
        "next_step": f"{it.next.what} ({it.next.who})" if it.next else None,
        "next_by": _day(it.next.by) if it.next else None,
        "decide_by": min(decide, default=None),
        "missing": in_words(each.field for each in it.missing) or None,
        "questions": _cites(it.findings, Verdict.NEEDS_JUDGMENT),
        "grounds": _cites(it.findings, Verdict.PROVED),
        "conflicts": _conflicts(it),
        "fee_due": it.fee.due,
        "papers": "; ".join(each.what for each in it.open_gates) or None,
    }


def in_words(fields: Iterable[str]) -> str:
    """Facts by their headings, each once."""
    named = headings(Application)
    return "; ".join(dict.fromkeys(named.get(each, each) for each in fields))


def _decides(deadline: Deadline) -> bool:
    """A limit on the decision; where several run at once, the first of them counts."""
    return deadline.what.startswith("Grant or deny")


RECOMMENDED = {
    Recommendation.NO_PERMIT_NEEDED: "No permit needed",
    Recommendation.DENY_IF_CONFIRMED: "Deny if confirmed",
    Recommendation.CURE: "Ask for what is missing",
    Recommendation.REFER: "Official to determine",
    Recommendation.MAY_DENY: "May be denied",
    Recommendation.HOLD_FOR_PAPERS: "Hold for papers",
    Recommendation.GRANT: "Grant",
}
"""The recommendations in a clerk's words."""


def _cites(findings: Iterable[Finding], verdict: Verdict) -> str | None:
    return "; ".join(dict.fromkeys(each.cite for each in findings if each.verdict is verdict)) or None


def _conflicts(it: Assessment) -> str | None:
    told = [f"{each.with_no} ({each.level.value})" for each in it.conflicts]
    if it.neighbours.count:
        told.append(f"{it.neighbours.count} at the same time elsewhere")
    return "; ".join(told) or None


def _day(moment: date | datetime | None) -> date | None:
    return moment.date() if isinstance(moment, datetime) else moment


def today_rows(assessed: Sequence[Assessed]) -> list[tuple[Assessed, Values]]:
    """What officials owe, overdue first, then by the day to work to."""
    rows = [(each, deadline) for each in assessed for deadline in _duties(each.assessment)]
    rows.sort(key=lambda pair: (pair[1].state is not State.OVERDUE, pair[1].work_by, pair[0].assessment.application_no))
    return [(each, _today(each, deadline)) for each, deadline in rows]


def _duties(it: Assessment) -> Iterator[Deadline]:
    return (each for each in it.deadlines if each.is_open and each.work_by is not None)


def _today(each: Assessed, deadline: Deadline) -> Values:
    it = each.assessment
    return {
        "application": it.application_no,
        "event": each.logged.application.event_name,
        "what": deadline.what,
        "who": deadline.who,
        "by": deadline.work_by,
        "state": deadline.state.value,
        "why": f"{RECOMMENDED[it.recommendation]}; {deadline.clause}",
    }


def key_of(number: str | None, clause: str | None) -> tuple[str, str]:
    """What names a row of Findings; capitals do not matter."""
    return (number or "").casefold(), (clause or "").casefold()


def is_shown(each: Assessed, finding: Finding) -> bool:
    """Staff must see it: it is neither clear nor beside the point, or it is determined.

    An application without a number has none yet: an official's answer could not be told to be its own later.
    """
    is_open = finding.verdict in OPEN_TO_STAFF or finding.determination is not None
    return is_open and each.logged.is_numbered


FOUND = ("cite", "effect", "verdict", "because", "question")
"""The program's columns of a finding, its key aside."""


def told(finding: Finding) -> tuple[str | None, ...]:
    """What stands in these columns."""
    needs = finding.needs
    return (
        finding.cite,
        finding.effect.value,
        finding.verdict.value,
        finding.because if not needs else f"Not known yet: {in_words(needs)}.",
        finding.question or finding.answering,
    )


SETTLED = (Verdict.NOT_APPLICABLE.value, "The log holds no application of this number that this clause reaches.", None)
"""What stands in the last three of them when the clause is no longer asked of an application."""


def deadline_rows(assessed: Sequence[Assessed]) -> Iterator[Values]:
    """Every date of every application that is still in hand."""
    for each in assessed:
        if each.assessment.status in CLOSED:
            continue
        for deadline in each.assessment.deadlines:
            yield {
                "application_no": each.assessment.application_no,
                "clause": deadline.clause,
                "what": deadline.what,
                "who": deadline.who,
                "due": deadline.due,
                "work_by": deadline.work_by,
                "outer": deadline.outer,
                "done": deadline.done,
                "state": deadline.state.value,
                "steps": " ".join(deadline.steps) or None,
            }


def conflict_rows(assessed: Sequence[Assessed]) -> Iterator[Values]:
    """Each conflict of each application, and one row for all that are at the same time elsewhere."""
    for each in assessed:
        it = each.assessment
        for conflict in it.conflicts:
            start, end = conflict.overlap
            yield {
                "application_no": it.application_no,
                "with": conflict.with_no,
                "level": conflict.level.value,
                "shared": "; ".join(conflict.shared),
                "overlap": show_span(start, end),
                "priority": conflict.priority,
            }
        if it.neighbours.count:
            yield {
                "application_no": it.application_no,
                "with": _others(it.neighbours.count, it.neighbours.nearest),
                "level": "time",
                "shared": None,
                "overlap": None,
                "priority": None,
            }


def _others(count: int, nearest: Sequence[str]) -> str:
    return f"{count} {'other' if count == 1 else 'others'}: {', '.join(nearest)}"


def by_position(values: Mapping[str, object], heads: Mapping[str, int]) -> dict[int, object]:
    """A row's values by sheet column, for the columns that the sheet has."""
    return {heads[key]: value for key, value in values.items() if key in heads}


def all_by_position(rows: Iterable[Values], heads: Mapping[str, int]) -> list[dict[int, object]]:
    """As `by_position`, for rows that all name the same columns in the same order."""
    rows = list(rows)
    columns = [heads.get(key) for key in rows[0]] if rows else []
    places = [each for each in columns if each is not None]
    if len(places) < len(columns):
        return [by_position(each, heads) for each in rows]
    return [dict(zip(places, each.values(), strict=True)) for each in rows]
