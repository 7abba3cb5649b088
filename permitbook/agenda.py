"""What stands in the office's calendar: each day of each event, and each date that is still open.

An entry keeps its name whatever becomes of the event, so that a calendar that took an earlier file in moves it and
does not show it twice. Nothing tells who applied or how to reach anybody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.assessment import State, Status
from permitbook.case import as_held, with_alternate
from permitbook.places import show_route
from permitbook.reckoning import show, show_time
from permitbook.results import CLOSED
from permitbook.slots import slot_notes, slots_of

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.assessment import Assessment, Deadline


class Mark(StrEnum):
    """How sure an entry is, in the words of RFC 5545."""

    TENTATIVE = "TENTATIVE"
    CONFIRMED = "CONFIRMED"
    CANCELLED = "CANCELLED"


SURE = (Status.ISSUED, Status.HELD, Status.NO_PERMIT_NEEDED)
OFF = (Status.CANCELLED, Status.POSTPONED, Status.WITHDRAWN, Status.REVOKED, Status.DENIED, Status.LAPSED)
"""Events that are not held as they stand in the log; they stay in the file, so that calendars strike them out."""


class Entry(Struct, frozen=True, kw_only=True):
    """One entry: days alone for a whole day, of which the last is not part of it, or moments of the local clock.

    It is known by its application and by `what`: the number of the stretch, or the clause of the date.
    """

    application_no: str
    what: str
    begins: date | datetime
    ends: date | datetime
    summary: str
    description: str
    location: str | None = None
    mark: Mark = Mark.CONFIRMED
    is_deadline: bool = False


def entries_of(it: Application, assessed: Assessment, place: str | None = None) -> Iterator[Entry]:
    """The entries of one application; `place` is its way as it was typed, where it could not be read."""
    yield from _events(it, assessed, place)
    if assessed.status not in CLOSED:
        yield from _deadlines(it, assessed)


# Events.


def _events(it: Application, assessed: Assessment, place: str | None) -> Iterator[Entry]:
    status = assessed.status
    held = with_alternate(it) if status is Status.ALTERNATE_OFFERED else as_held(it)
    mark = Mark.CONFIRMED if status in SURE else Mark.CANCELLED if status in OFF else Mark.TENTATIVE
    stretches = [(each, held, mark) for each in _stretches(held)]
    # An alternate of one day takes the place of all: the others are struck out.
    stretches += [(each, it, Mark.CANCELLED) for each in list(_stretches(it))[len(stretches) :]]
    for at, ((begins, ends), event, sure) in enumerate(stretches, 1):
        title = event.event_name or (event.event_form or "Event").capitalize()
        yield Entry(
            application_no=assessed.application_no,
            what=f"{at}",
            begins=begins,
            ends=ends,
            summary=f"{_struck(status)}: {title}" if sure is Mark.CANCELLED else title,
            description="\n".join(_told(assessed.application_no, event, status)),
            location=_location(event, it, place),
            mark=sure,
        )


def _stretches(it: Application) -> Iterator[tuple[date | datetime, date | datetime]]:
    """When it is held, from start to end on each of its days; without a start, its days, those in a row as one."""
    days = sorted({it.event_date, *(it.more_dates or ())}) if it.event_date else []
    if it.start_time is not None:
        for day in days:
            for slot in slots_of((day,), None, it.start_time, it.end_time):
                yield slot.start, slot.end
        return
    for _, together in groupby(enumerate(days), key=lambda pair: pair[1].toordinal() - pair[0]):
        row = [day for _, day in together]
        yield row[0], row[-1] + timedelta(days=1)


def _struck(status: Status) -> str:
    return (status.value if status in OFF else Status.CANCELLED.value).capitalize()


def _told(number: str, held: Application, status: Status) -> Iterator[str]:
    yield f"{number}: {status.value}."
    if held.assembly_time is not None:
        yield f"Assembly from {show_time(held.assembly_time)}."
    yield from slot_notes(held.assembly_time, held.start_time, held.end_time)
    if held.participants is not None:
        yield f"Participants: {held.participants:,}."
    if held.notes:
        yield held.notes


def _location(held: Application, it: Application, place: str | None) -> str | None:
    """The way it goes, as it was typed or as it was changed since; or else where it meets."""
    if held.route and (held.route != it.route or not place):
        return show_route(held.route)
    return place or "; ".join(held.assembly_area or ()) or held.starting_point


# Deadlines.


def _deadlines(it: Application, assessed: Assessment) -> Iterator[Entry]:
    number, seen = assessed.application_no, Counter[str]()
    for each in assessed.deadlines:
        seen[each.clause] += 1
        day = _day(each.work_by or each.due)
        if not each.is_open or day is None:
            continue
        again = f".{seen[each.clause]}" if seen[each.clause] > 1 else ""
        late = "Overdue: " if each.state is State.OVERDUE else ""
        yield Entry(
            application_no=number,
            what=f"{each.clause}{again}",
            begins=day,
            ends=day + timedelta(days=1),
            summary=f"{late}{each.what}: {number} ({each.who})",
            description="\n".join(_due(each)),
            is_deadline=True,
        )


def _due(each: Deadline) -> Iterator[str]:
    yield f"{each.what} ({each.who}; {each.clause})."
    if each.due is not None:
        yield f"Due {show(each.due)}."
    if each.work_by is not None:
        yield f"Work to {show(each.work_by)}."


def _day(when: date | datetime | None) -> date | None:
    return when.date() if isinstance(when, datetime) else when
