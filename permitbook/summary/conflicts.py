"""Applications that asked for the same ground at the same time, and how that ended.

Here an event that is over still counts: the board asks what happened. Two applications met only if both held their
time and place on some day; where the day of an act is not recorded, nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from permitbook.assessment import Status
from permitbook.case import Case
from permitbook.docket import Docket, Entry, slots_of
from permitbook.evaluate import asked_for, entry_of, missing_items
from permitbook.standing import NOT_LIVE, standing
from permitbook.summary.facts import Met

if TYPE_CHECKING:
    from permitbook.docket import Conflict
    from permitbook.office import Office
    from permitbook.summary.month import Month

HELD_ITS_PLACE = frozenset({Status.HELD, Status.LAPSED})
OPEN = "open"
_NEVER = datetime.combine(date.max, time.max)


def meet_pending(cases: Iterable[tuple[Case, bool]], office: Office) -> None:
    """Tells each case that is pending (the second of the pair) what it meets among those that are live."""
    listed = list(cases)
    docket = _docket_of((entry_of(case) for case, _ in listed), office)
    for case, is_pending in listed:
        if is_pending:
            case.conflicts = docket.conflicts(case.application_no)
            case.neighbours = docket.neighbours(case.application_no)
            case.granted_elsewhere, case.issued_elsewhere = docket.granted, docket.issued


def _docket_of(entries: Iterable[Entry], office: Office, also: Sequence[Entry] = ()) -> Docket:
    """The docket of those that are live, and of some others; the rest meet nothing."""
    chosen = [*(each for each in entries if each.live), *also]
    return Docket(chosen, office.roads.names, office.settings.buffer_minutes)


def as_decided(
    cases: Sequence[Case], office: Office, is_asked: Callable[[Case], bool], known: Container[str]
) -> Iterator[Case]:
    """The cases that are asked for, as they stood on the day of their decision.

    Each is met with all the others, but for those whose grounds are `known` by number, as nothing is looked for there.
    """
    asked = [(is_asked(case), case) for case in cases]
    chosen = [_then(case, office) for is_one, case in asked if is_one]
    if not chosen:
        return
    # Those asked about stand in the docket too, without their hold, so that it knows the streets they name.
    entries = [_entry_then(case) for is_one, case in asked if not is_one]
    without = [replace(asked_for(then), live=False) for then in chosen]
    docket = _docket_of(entries, office, without)
    for then, entry in zip(chosen, without, strict=True):
        if entry.application_no not in known:
            then.conflicts, then.neighbours = docket.against(replace(entry, live=True))
            then.granted_elsewhere, then.issued_elsewhere = docket.granted, docket.issued
        yield then


def _then(case: Case, office: Office) -> Case:
    """A case on the day of its decision; an alternate accepted later says nothing of why the first wish was denied."""
    decided = case.logged.acted_at or case.logged.received_at or case.as_of
    then = Case(case.law, replace(case.logged, alternate_accepted_on=None), office, decided, case.determinations)
    then.permit_required, then.missing, then.fee = case.permit_required, missing_items(case), case.fee
    return then


def _entry_then(case: Case) -> Entry:
    stands = standing(case)
    return replace(asked_for(case), live=stands not in NOT_LIVE or stands in HELD_ITS_PLACE)


def conflicts_met(cases: Sequence[Case], statuses: Sequence[Status], office: Office, month: Month) -> Iterator[Met]:
    """The conflicts that arose in the month, ended in it, or were open when it ended, by the day they arose."""
    near = {
        case.logged.application_no or "": (case, status)
        for case, status in zip(cases, statuses, strict=True)
        if _could_matter(case, month)
    }
    docket = Docket([_entry_as_filed(case) for case, _ in near.values()], office.roads.names)
    found = []
    for number, (case, _) in near.items():
        for conflict in docket.conflicts(number):
            other = near[conflict.with_no][0]
            if _order(other) < _order(case) and (met := _met(case, other, conflict)) and _is_of(met, month):
                found.append(met)
    yield from sorted(found, key=lambda each: (each.arose_on, each.application_no, each.with_no))


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
