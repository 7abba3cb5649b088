"""Applications that asked for the same ground at the same time, and how that ended.

Here an event that is over still counts: the board asks what happened. Two applications met only if both held their
time and place on some day; where the day of an act is not recorded, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.assessment import Status
from permitbook.case import Case
from permitbook.docket import Docket, Entry, slots_of
from permitbook.evaluate import missing_items
from permitbook.gazetteer import Gazetteer
from permitbook.holding import asked_for, entry_of
from permitbook.standing import NOT_LIVE, standing
from permitbook.summary.facts import Met

if TYPE_CHECKING:
    from permitbook.docket import Conflict
    from permitbook.office import Office
    from permitbook.summary.month import Month

HELD_ITS_PLACE = frozenset({Status.HELD, Status.LAPSED})
UNDECIDED = frozenset({Status.INCOMPLETE, Status.IN_REVIEW, Status.RECEIVED})
OPEN = "open"
_NEVER = datetime.combine(date.max, time.max)


class Meetings:
    """All cases of a log, to be asked what met whom, and when.

    Each question has a docket of its own, since another set of cases holds its place then; names are read alike in all.
    """

    def __init__(self, cases: Sequence[Case], office: Office) -> None:
        self.cases = cases
        self.office = office
        self._now = [entry_of(case) for case in cases]
        moved = (case for case in cases if case.logged.alternate_offered_on or case.logged.alternate_accepted_on)
        self._gazetteer = Gazetteer([*self._now, *map(_entry_as_filed, moved)], office.roads.names)

    def tell_pending(self, statuses: Sequence[Status]) -> None:
        """Tells each case that is not decided what it meets among those that are live."""
        docket = self._docket_of(self._now)
        for case, status in zip(self.cases, statuses, strict=True):
            if status in UNDECIDED:
                case.conflicts = docket.conflicts(case.application_no)
                case.neighbours = docket.neighbours(case.application_no)
                case.granted_elsewhere, case.issued_elsewhere = docket.granted, docket.issued

    def as_decided(self, is_asked: Callable[[Case], bool], known: Container[str]) -> Iterator[Case]:
        """The cases that are asked for, as they stood on the day of their decision.

        Each is met with all the others, but for those whose grounds are `known` by number: nothing is looked for there.
        """
        asked = [(is_asked(case), case) for case in self.cases]
        chosen = [_then(case, self.office) for is_one, case in asked if is_one]
        if not chosen:
            return
        docket = self._docket_of(_entry_then(case) for is_one, case in asked if not is_one)
        for then in chosen:
            entry = asked_for(then)
            if entry.application_no not in known:
                then.conflicts, then.neighbours = docket.against(replace(entry, live=True))
                then.granted_elsewhere, then.issued_elsewhere = docket.granted, docket.issued
            yield then

    def _docket_of(self, entries: Iterable[Entry]) -> Docket:
        """The docket of those that are live; the rest meet nothing."""
        live = [each for each in entries if each.live]
        return Docket(live, self._gazetteer, self.office.settings.buffer_minutes)

    def of_the_month(self, month: Month) -> list[Met]:
        """The conflicts that arose in the month, ended in it, or were open when it ended, by the day they arose."""
        near = {each.logged.application_no or "": each for each in self.cases if _could_matter(each, month)}
        docket = Docket(map(_entry_as_filed, near.values()), self._gazetteer)
        found = []
        for number, case in near.items():
            for conflict in docket.conflicts(number):
                other = near[conflict.with_no]
                if _order(other) < _order(case) and (met := _met(case, other, conflict)) and _is_of(met, month):
                    found.append(met)
        return sorted(found, key=lambda each: (each.arose_on, each.application_no, each.with_no))


def _then(case: Case, office: Office) -> Case:
    """A case on the day of its decision; an alternate accepted later says nothing of why the first wish was denied."""
    decided = case.logged.acted_at or case.logged.received_at or case.as_of
    then = Case(case.law, replace(case.logged, alternate_accepted_on=None), office, decided, case.determinations)
    then.permit_required, then.missing, then.fee = case.permit_required, missing_items(case), case.fee
    return then


def _entry_then(case: Case) -> Entry:
    stands = standing(case)
    return replace(asked_for(case), live=stands not in NOT_LIVE or stands in HELD_ITS_PLACE)


def _could_matter(case: Case, month: Month) -> bool:
    days, received = case.days_applied_for, case.received_on
    return bool(days and received and days[-1] >= month.first and received <= month.last)


def _order(case: Case) -> tuple[datetime, str]:
    return case.logged.received_at or _NEVER, case.logged.application_no or ""


def _entry_as_filed(case: Case) -> Entry:
    """The time and place first asked for, whatever became of it."""
    it = case.logged
    places = (*(it.assembly_area or ()), it.starting_point, it.termination_point, *(it.dispersal_area or ()))
    return Entry(
        application_no=it.application_no or "",
        received_at=it.received_at,
        slots=slots_of(case.days_applied_for or (), it.assembly_time, it.start_time, it.end_time),
        route=it.route,
        places=tuple(each for each in places if each),
    )


def _met(case: Case, other: Case, conflict: Conflict) -> Met | None:
    """How the conflict of two applications went; None where they never held the same ground at once."""
    arose = case.received_on
    ends = [_left(each) for each in (case, other)]
    if arose is None or any(each is not None and (each[0] is None or each[0] < arose) for each in ends):
        return None
    day = conflict.overlap[0].date()
    told = [(on, how) for each in ends if each for on, how in [each] if on]
    granted = [_granted_on(each) for each in (case, other)]
    if all(granted):
        told.append((max(each for each in granted if each), "both were granted"))
    if conflict.overlap[1] <= case.as_of:
        told.append((conflict.overlap[1].date(), "the day came with one of them undecided"))
    on, how = min(told, default=(None, OPEN), key=lambda each: each[0])
    return Met(
        application_no=case.logged.application_no or "",
        with_no=conflict.with_no,
        level=conflict.level.value,
        on=day,
        arose_on=arose,
        ended_on=on,
        ended=how,
    )


def _left(case: Case) -> tuple[date | None, str] | None:
    """When an application gave up its time and place and how; None where it did not."""
    it = case.logged
    number = it.application_no or ""
    acted = it.acted_at.date() if it.acted_at else None
    told: list[tuple[date | None, str]] = []
    if it.action in ("denied", "withdrawn"):
        told.append((acted, f"{number} was {it.action}"))
    elif it.action == "no permit needed" or case.permit_required is False:
        told.append((acted if it.action else case.received_on, f"{number} needs no permit"))
    if it.event_change:
        told.append((it.event_change_on, f"{number} was {it.event_change}"))
    if it.revoked_at:
        told.append((it.revoked_at.date(), f"{number} was revoked"))
    if it.alternate_accepted_on:
        told.append((it.alternate_accepted_on, f"{number} took an alternate"))
    if not told or any(on is None for on, _ in told):
        return (None, told[0][1]) if told else None
    return min(told, key=lambda each: each[0] or date.max)


def _granted_on(case: Case) -> date | None:
    it = case.logged
    return it.acted_at.date() if it.action == "granted" and it.acted_at else None


def _is_of(met: Met, month: Month) -> bool:
    return met.arose_on <= month.last and (met.ended_on is None or met.ended_on >= month.first)
