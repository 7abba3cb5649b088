"""The smallest changes under which an application passes every automatic test, ready to be offered as an alternate.

Each change is put into the row as an alternate that was offered and accepted, and goes the way the row itself would
go. It passes when nothing that the facts alone establish stands against it, when the application was filed in time for
the new day by the plain count, and when it takes no place that another application holds already, whichever came
first (Q-G3). What an official has determined was of the event as it was asked for, and is asked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.assessment import Effect, Status
from permitbook.case import Case
from permitbook.changes import (
    ANYTHING,
    DAY,
    Change,
    Kind,
    changes_of,
    facts_changing,
    other_days,
    other_starts,
    several_at_once,
)
from permitbook.errors import NeedsUser
from permitbook.evaluate import cases_of
from permitbook.filing import asked_for_on, is_early, last_filing, out_of_time
from permitbook.findings import findings_of
from permitbook.holding import asked_for, docket_of
from permitbook.reckoning import show_day
from permitbook.standing import standing, status_of
from permitbook.suggested import PASSED, Reason, Suggestions, Tried, is_settled
from permitbook.verdict import Verdict, proved

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.assessment import Finding
    from permitbook.docket import Docket
    from permitbook.evaluate import Determinations
    from permitbook.office import Office
    from permitbook.ordinance import Ordinance

DAYS = 60
"""How far before and after its day another is looked for, unless it is said."""
SHOWN, DAYS_SHOWN = 2, 3
"""So many changes of each kind are shown, and so many days."""
MOST_TRIED = 500
"""So many changes are tried before the search is given up."""
WHOLE_HOUR = 60

NO_OFFER = (Status.WITHDRAWN, Status.CANCELLED, Status.POSTPONED, Status.REVOKED, Status.HELD)
DECIDED_FOR = (Status.GRANTED, Status.ISSUED)
ALTERNATE = (
    *("alternate_date", "alternate_start", "alternate_end", "alternate_route", "alternate_area"),
    *("alternate_dispersal", "alternate_offered_on", "alternate_accepted_on"),
)


def suggest(
    law: Ordinance,
    applications: Sequence[Application],
    office: Office,
    number: str,
    *,
    as_of: datetime,
    days: int = DAYS,
    wished: date | None = None,
    determinations: Determinations | None = None,
) -> Suggestions:
    """What could be offered for the application of this number, up to so many days before or after its day.

    Raises NeedsUser where nothing can be offered for it at all.
    """
    cases = cases_of(law, applications, office, as_of, determinations or {})
    case = next(each for each in cases if each.logged.application_no == number)
    _refuse(case)
    return _Search(case, docket_of(cases, office), days).run(wished)


def _refuse(case: Case) -> None:
    stands, number = standing(case), case.logged.application_no
    if stands is Status.NO_PERMIT_NEEDED:
        raise NeedsUser(f"{number} needs no permit: there is nothing to offer for it.")
    if stands in NO_OFFER and stands:
        raise NeedsUser(f"{number} is {stands.value}: there is nothing to offer for it.")
    if stands in DECIDED_FOR and case.law.alternates_in_denying:
        raise NeedsUser(
            f"{number} is {'issued' if stands is Status.ISSUED else 'granted'}: the ordinance of the "
            f"{case.law.municipality} lets an alternate be offered only in denying."
        )
    if case.application.event_date is None:
        raise NeedsUser(f"{number} has no Event Date: without it no other can be looked for.")


class _Search:
    """The changes of one application, each tried once."""

    def __init__(self, case: Case, docket: Docket, days: int) -> None:
        self.docket, self.law, self.office, self.as_of = docket, case.law, case.office, case.as_of
        self.determinations = case.determinations
        it = case.logged
        self.row = it if it.alternate_accepted_on else replace(it, **dict.fromkeys(ALTERNATE))
        self.base = self._case(self.row, live=True)
        self.held = self.base.application
        findings = findings_of(self.base)
        self.before = {each.clause: each for each in findings}
        self.already_met = {each.with_no for each in self.base.conflicts}
        own_day = () if it.alternate_accepted_on else tuple(out_of_time(asked_for_on(self.base, self.held)))
        self.kept = {each.clause for each in own_day if is_early(case, each.clause)}
        self.results: dict[tuple[Change, ...], Tried] = {}
        self.ruled_out: dict[frozenset[str], dict[frozenset[Change], tuple[Reason, ...]]] = {}
        settled = {each.clause for each in findings if is_settled(each)}
        proved_now = (each for each in self._reasons(findings) if each.clause not in settled)
        late = (each for each in own_day if each.clause not in self.kept)
        against = [*proved_now, *late, *self._obstacles(self.base)]
        self.made = Suggestions(
            law=self.law,
            status=status_of(case),
            held=self.held,
            as_of=self.as_of,
            days=days,
            findings=findings,
            missing=self.base.missing,
            against=_each_once(against),
            last_filing=last_filing(asked_for_on(self.base, self.held)),
        )
        self._remember((), self.made.against)

    def run(self, wished: date | None) -> Suggestions:
        """The whole search."""
        made, kinds = self.made, self._kinds()
        if wished:
            self._refuse_its_own(wished)
            made.wished = next((self._try(each) for each in other_days(self.held, wished, wished)), None)
        for kind, changes in kinds.items():
            made.found += islice(filter(self._helps, map(self._try, changes)), DAYS_SHOWN if kind == "day" else SHOWN)
        made.found += self._same_weekday(kinds["day"])
        if made.against and not made.found:
            made.found += islice(filter(self._helps, self._at_once(kinds)), DAYS_SHOWN)
        made.found.sort(key=lambda each: each.change.size)
        for kind, changes in kinds.items():
            results = [self.results[(each,)] for each in changes if (each,) in self.results]
            made.looked_at[kind] = len(results)
            made.failed[kind] = Counter(key for each in results for key in _keys(each.reasons))
        return made

    def _refuse_its_own(self, wished: date) -> None:
        if wished == self.held.event_date and not self.held.more_dates:
            number = self.row.application_no
            raise NeedsUser(f"{number} stands for {show_day(wished)} already; name another day that is wished for.")

    def _kinds(self) -> dict[Kind, list[Change]]:
        """The changes of each kind, the smallest first."""
        held, days, roads = self.held, timedelta(days=self.made.days), self.office.roads
        assert held.event_date is not None
        places = dict.fromkeys(each.street or "" for each in roads.rows)
        named = [name for name in places if not roads.names.street(name).is_way]
        tomorrow = self.as_of.date() + timedelta(days=1)
        return changes_of(held, named, max(held.event_date - days, tomorrow), held.event_date + days)

    def _helps(self, tried: Tried) -> bool:
        """It passes, and something stands against it as it is, or else it spares the official a question."""
        return tried.passes and bool(self.made.against or self.made.determined or tried.cures)

    def _same_weekday(self, days: Sequence[Change]) -> Iterator[Tried]:
        """The nearest that falls on the same day of the week, where it is not shown anyway."""
        assert self.held.event_date is not None
        weekday = self.held.event_date.weekday()
        same = (self._try(each) for each in days if each.day and each.day.weekday() == weekday)
        shown = {each.change for each in self.made.found}
        return (each for each in islice(filter(self._helps, same), 1) if each.change not in shown)

    def _at_once(self, kinds: Mapping[Kind, list[Change]]) -> Iterator[Tried]:
        """Two changes at once, or three, where no single one will do; starts are then looked at by the hour."""
        by_hour = {**kinds, **{kind: list(each) for kind, each in other_starts(self.held, WHOLE_HOUR).items()}}
        by_hour.pop("length")
        for number in (2, 3):
            for changes in several_at_once(by_hour.values(), number):
                if self.made.tried >= MOST_TRIED:
                    self.made.gave_up = True
                    return
                tried = self._try(*changes)
                if tried.passes:
                    yield tried

    # One change.

    def _try(self, *changes: Change) -> Tried:
        """What becomes of the event under a change, or under several at once."""
        if changes not in self.results:
            told = self._known_against(changes)
            change = reduce(Change.and_, changes)
            self.results[changes] = Tried(change=change, held=self.held, reasons=told) if told else self._held(change)
            self._remember(changes, self.results[changes].reasons)
        return self.results[changes]

    def _known_against(self, changes: Iterable[Change]) -> tuple[Reason, ...]:
        """What is known to stand against it without trying: it stood so before, with the same of what it reads."""
        told = ((made, _touching(changes, facts)) for facts, made in self.ruled_out.items())
        return tuple(reason for made, same in told for reason in made.get(same, ()))

    def _remember(self, changes: Sequence[Change], reasons: Sequence[Reason]) -> None:
        """Whatever reads no fact that differs will be answered the same another time."""
        for facts in {reason.touches for reason in reasons}:
            told = tuple(each for each in reasons if each.touches == facts)
            self.ruled_out.setdefault(facts, {})[_touching(changes, facts)] = told

    def _held(self, change: Change) -> Tried:
        """The event held under a change, as the row says it once the alternate is accepted."""
        self.made.tried += 1
        row = replace(
            self.row,
            **change.columns,
            alternate_offered_on=self.as_of.date(),
            alternate_accepted_on=self.as_of.date(),
        )
        case = self._case(row)
        findings = findings_of(case)
        reasons = [*self._reasons(findings), *self._obstacles(case)]
        asked = asked_for_on(case, case.application)
        if change.day:
            reasons += (each for each in out_of_time(asked) if each.clause not in self.kept)
        return Tried(
            change=change,
            held=case.application,
            reasons=tuple(_each_once(reasons)),
            findings=findings,
            last_filing=last_filing(asked),
            cures=tuple(self._cured(findings)),
            papers=tuple(each for each in findings if self._is_paper_anew(each)),
        )

    def _case(self, row: Application, *, live: bool = False) -> Case:
        """The case of a row, as it meets the others; `live` holds it against them though it was denied."""
        made = {row.application_no or "": self.determinations}
        case = cases_of(self.law, [row], self.office, self.as_of, made)[0]
        entry = asked_for(case)
        if live:
            entry = replace(entry, live=not case.is_past)
        case.conflicts, case.neighbours = self.docket.against(entry)
        case.granted_elsewhere, case.issued_elsewhere = self.docket.granted, self.docket.issued
        return case

    def _reasons(self, findings: Iterable[Finding]) -> Iterator[Reason]:
        """What the facts alone establish against it; what is only missing can be asked for."""
        for finding, rule in zip(findings, self.law.rules, strict=False):
            is_ground = finding.effect not in (Effect.BEFORE_ISSUE, Effect.FILING_WINDOW) and not rule.curable
            if is_ground and finding.alone is Verdict.PROVED:
                yield Reason(rule.clause, finding.cite, finding.answer, facts_changing(rule.encoded.names))

    def _obstacles(self, case: Case) -> Iterator[Reason]:
        """What stands in the way beside the ordinance's own tests."""
        assert case.days is not None
        if case.days[0] <= self.as_of.date():
            yield Reason("", "the day itself", proved("It has come."), DAY)
        if case.permit_required is False:
            told = proved("It would need no permit so, and nothing is to be offered.")
            yield Reason("", "no permit needed", told, ANYTHING)
        taken = [each for each in case.conflicts if each.priority == "later" and each.with_no not in self.already_met]
        if taken:
            others = ", ".join(each.with_no for each in taken)
            yield Reason("", "reading Q-G3", proved(f"It would take what {others} asked for first (Q-G3)."), ANYTHING)

    def _cured(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """What stood against it, or was asked, and is clear now."""
        against = {each.clause for each in self.made.against}
        for finding in findings:
            before = self.before.get(finding.clause)
            was_open = finding.clause in against or (before and before.alone is Verdict.NEEDS_JUDGMENT)
            if before and was_open and finding.alone in PASSED and finding.effect is not Effect.BEFORE_ISSUE:
                yield before

    def _is_paper_anew(self, finding: Finding) -> bool:
        before = self.before.get(finding.clause)
        was_there = before is not None and before.alone in PASSED
        return finding.effect is Effect.BEFORE_ISSUE and was_there and finding.alone not in PASSED


def _touching(changes: Iterable[Change], facts: frozenset[str]) -> frozenset[Change]:
    return frozenset(each for each in changes if not each.touches.isdisjoint(facts))


def _each_once(reasons: Iterable[Reason]) -> list[Reason]:
    return list({(each.clause, each.cite): each for each in reasons}.values())


def _keys(reasons: Iterable[Reason]) -> Iterator[tuple[str, str]]:
    return iter(dict.fromkeys((each.clause, each.cite) for each in reasons))
