"""What a search for alternates finds: each change that was tried, with what it cures and what it leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.assessment import Effect
from permitbook.verdict import Answer, Verdict

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.assessment import Finding, Missing, Status
    from permitbook.changes import Change, Kind
    from permitbook.ordinance import Ordinance

PASSED = (Verdict.CLEAR, Verdict.NOT_APPLICABLE)


class Reason(Struct, frozen=True):
    """Why an event cannot be held so; `touches` are the facts of which one must change to cure it."""

    clause: str
    cite: str
    answer: Answer
    touches: frozenset[str]

    @property
    def because(self) -> str:
        """The account in sentences."""
        return self.answer.because


class LastFiling(Struct, frozen=True):
    """The last day on which an application for a day is in time by the plain count.

    `counter` is the last minute until then at which the office is open.
    """

    clause: str
    what: str
    due: date
    counter: datetime


class Tried(Struct, frozen=True, kw_only=True):
    """One change, and what the ordinance says of the event under it."""

    change: Change
    held: Application
    reasons: tuple[Reason, ...]
    findings: tuple[Finding, ...] = ()
    last_filing: LastFiling | None = None
    cures: tuple[Finding, ...] = ()
    """What stood against it, or was asked, as it was asked for, and is not any more."""
    papers: tuple[Finding, ...] = ()
    """Papers and payments that were in order and are awaited anew."""

    @property
    def passes(self) -> bool:
        """Every automatic test."""
        return not self.reasons

    @property
    def asks(self) -> tuple[Finding, ...]:
        """What an official must still determine."""
        return tuple(each for each in self.findings if each.alone is Verdict.NEEDS_JUDGMENT and not is_settled(each))

    @property
    def lacks(self) -> tuple[str, ...]:
        """Facts that are blank, so that some test could not be made."""
        return lacking(self.findings)


def lacking(findings: Iterable[Finding]) -> tuple[str, ...]:
    """Facts that are blank, so that some ground could not be tested."""
    grounds = (each for each in findings if each.effect is not Effect.BEFORE_ISSUE)
    return tuple(dict.fromkeys(fact for each in grounds for fact in each.needs))


def is_settled(finding: Finding) -> bool:
    """An official's answer lets the event be held."""
    return finding.determined and finding.verdict in PASSED


class Suggestions(Struct, kw_only=True):
    """What could be offered for one application, the smallest change first; and where nothing can, why."""

    law: Ordinance
    status: Status
    held: Application
    """The event as it stands."""
    as_of: datetime
    days: int
    findings: tuple[Finding, ...] = ()
    """What the ordinance says of it so."""
    missing: tuple[Missing, ...] = ()
    """What the application must set out and does not; that is asked for, and no change of day or place cures it."""
    against: list[Reason] = field(default_factory=list)
    found: list[Tried] = field(default_factory=list)
    last_filing: LastFiling | None = None
    wished: Tried | None = None
    looked_at: Counter[Kind] = field(default_factory=Counter)
    failed: dict[Kind, Counter[tuple[str, str]]] = field(default_factory=dict)
    """By kind of change, how often a clause (and its citation) stood against it."""
    tried: int = 0
    gave_up: bool = False
    """Not all changes at once were looked at."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """Facts that are blank, so that some test could not be made of the event as it stands."""
        return lacking(self.findings)

    @property
    def determined(self) -> tuple[Finding, ...]:
        """Grounds that stand by an official's determination alone; no test can say what would cure them."""
        return tuple(
            each for each in self.findings if each.alone is Verdict.NEEDS_JUDGMENT and each.verdict is Verdict.PROVED
        )
