"""What the program reports of one application: findings, deadlines, what is missing, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.verdict import Answer, Verdict

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.docket import Conflict, TimeNeighbours
    from permitbook.reckoning import Limit


class Effect(StrEnum):
    """What a finding does, in the ordinance's own burden."""

    MUST_DENY = "must_deny"
    MAY_DENY = "may_deny"
    ISSUE_UNLESS = "issue_unless"
    ISSUE_ONLY_IF = "issue_only_if"
    FILING_WINDOW = "filing_window"
    BEFORE_ISSUE = "before_issue"


class Recommendation(StrEnum):
    """What the office may do next; only an official decides."""

    NO_PERMIT_NEEDED = "no_permit_needed"
    DENY_IF_CONFIRMED = "deny_if_confirmed"
    CURE = "cure"
    REFER = "refer"
    MAY_DENY = "may_deny"
    HOLD_FOR_PAPERS = "hold_for_papers"
    GRANT = "grant"


class Status(StrEnum):
    """Where an application stands, from the acts recorded and the day."""

    REVOKED = "revoked"
    CANCELLED = "cancelled"
    POSTPONED = "postponed"
    WITHDRAWN = "withdrawn"
    NO_PERMIT_NEEDED = "no permit needed"
    HELD = "held"
    ISSUED = "issued"
    UNDER_APPEAL = "under appeal"
    ALTERNATE_ACCEPTED = "alternate accepted"
    ALTERNATE_OFFERED = "alternate offered"
    DENIED = "denied"
    GRANTED = "granted, not issued"
    LAPSED = "lapsed"
    INCOMPLETE = "incomplete"
    IN_REVIEW = "in review"
    RECEIVED = "received"


class State(StrEnum):
    """How a deadline stands on the day asked about."""

    NOT_YET = "not yet"
    OPEN = "open"
    DUE_SOON = "due soon"
    OVERDUE = "overdue"
    MET = "met"
    LATE = "late"
    LAPSED = "lapsed"


class Determination(Struct, frozen=True):
    """An official's recorded answer to one question."""

    found: bool
    by: str | None = None
    on: date | None = None
    because: str | None = None


class Finding(Struct, frozen=True):
    """One ground, condition or gate of the ordinance, as it stands for one application.

    `verdict` takes the official's determination into account where that answers it; `alone` is the program's own.
    """

    clause: str
    cite: str
    effect: Effect
    verdict: Verdict
    answer: Answer
    read: tuple[str, ...]
    held: Application
    determination: Determination | None = None
    determined: bool = False
    gate: str | None = None
    answering: str | None = None
    """What an answer does that no question asks for, while there is none."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The facts it was answered from, by name, as far as they are filled in."""
        return {name: value for name in self.read if (value := getattr(self.held, name)) is not None}

    @property
    def alone(self) -> Verdict:
        """What the facts establish without the official."""
        return self.answer.verdict

    @property
    def because(self) -> str:
        """The account in sentences, the official's determination last."""
        told = self.answer.because
        if self.determination is None or not self.determined:
            return told
        return f"{told} {_told(self.determination)}".strip()

    @property
    def question(self) -> str | None:
        """What the official must determine, while it is open."""
        return self.answer.question if self.verdict is Verdict.NEEDS_JUDGMENT else None

    @property
    def needs(self) -> tuple[str, ...]:
        """The facts it waits for."""
        return self.answer.needs if self.verdict is Verdict.NEEDS_FACTS else ()


def grounds_among(findings: Iterable[Finding]) -> frozenset[str]:
    """The clauses that a denial can rest on: proved, and of a filing window only one that an official closed."""
    return frozenset(
        each.clause
        for each in findings
        if each.verdict is Verdict.PROVED
        and each.effect is not Effect.BEFORE_ISSUE
        and (each.effect is not Effect.FILING_WINDOW or each.determined)
    )


def _told(made: Determination) -> str:
    by = made.by or "The official"
    on = f" on {made.on:%Y-%m-%d}" if made.on else ""
    reason = f": {made.because}" if made.because else ""
    return f"{by} determined{on}: {'found' if made.found else 'not found'}{reason}".rstrip(".") + "."


class Missing(Struct, frozen=True):
    """A completeness item that is not filled in."""

    field: str
    clause: str


class Deadline(Struct, frozen=True):
    """A date the ordinance sets; `limit` is None while its period has not begun.

    One that the text does not set is a `practice` of this program.
    """

    clause: str
    what: str
    who: str
    limit: Limit | None
    done: date | datetime | None
    state: State
    practice: bool = False

    @property
    def due(self) -> date | datetime | None:
        """The plain count."""
        return self.limit.due if self.limit else None

    @property
    def work_by(self) -> date | None:
        """For an official's duty, the open day to finish on."""
        return self.limit.work_by if self.limit else None

    @property
    def outer(self) -> date | datetime | None:
        """The latest that any lawful reading allows."""
        return self.limit.outer if self.limit else None

    @property
    def steps(self) -> tuple[str, ...]:
        """How the date was reached, in sentences."""
        return self.limit.steps if self.limit else ()

    @property
    def is_open(self) -> bool:
        """Something is still to be done by someone."""
        return self.state in (State.OPEN, State.DUE_SOON, State.OVERDUE)


class FeeDue(Struct, frozen=True):
    """What is owed for the application; None where the ordinance knows no fee or no amount is entered."""

    due: Decimal | None
    because: str


class Gate(Struct, frozen=True):
    """A paper, payment or approval that a permit waits for."""

    clause: str
    what: str


class Next(Struct, frozen=True):
    """The next thing to be done, by whom, by when."""

    what: str
    who: str
    by: date | datetime | None


class Note(Struct, frozen=True):
    """Something staff or counsel should know; it decides nothing."""

    clause: str
    text: str


class Assessment(Struct, frozen=True, kw_only=True):
    """Everything the ordinance says of one application on one day."""

    application_no: str
    status: Status
    recommendation: Recommendation
    permit_required: bool | None
    missing: tuple[Missing, ...]
    findings: tuple[Finding, ...]
    deadlines: tuple[Deadline, ...]
    conflicts: tuple[Conflict, ...]
    neighbours: TimeNeighbours
    fee: FeeDue
    open_gates: tuple[Gate, ...]
    next: Next | None
    notes: tuple[Note, ...] = ()
    unused: tuple[str, ...] = ()
    """Clauses that bear a determination which could not be used."""

    def finding(self, clause: str) -> Finding:
        """The finding of one clause; KeyError when the ordinance has none under that id."""
        for each in self.findings:
            if each.clause == clause:
                return each
        raise KeyError(clause)

    def deadline(self, clause: str) -> Deadline:
        """The deadline of one clause; KeyError when it does not apply."""
        for each in self.deadlines:
            if each.clause == clause:
                return each
        raise KeyError(clause)
