"""When an event takes up its places."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from msgspec import Struct

_LAST = datetime.combine(date.max, time.max)
EVENING_BEFORE = timedelta(hours=6)
"""An assembly later on the clock than the start is on the evening before if that is at most so long before."""


class Slot(Struct, frozen=True):
    """One stretch of time that an event takes up; its end is not part of it."""

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise ValueError(f"read a time from {self.start} to {self.end}; expected an end after the start")


def slots_of(
    days: Iterable[date], assembly_time: time | None, start_time: time | None, end_time: time | None
) -> tuple[Slot, ...]:
    """What an event takes up on each of its days, from assembly to end; stretches that touch are one.

    An end earlier than the start is on the next day. Without an end, or with one equal to the start, it lasts to
    the end of that day. Without a start it takes the whole day. An assembly later on the clock than the start is on
    the evening before, if that is at most six hours before; else it is left out, and `slot_notes` says so.

    >>> for slot in slots_of([date(2026, 10, 10)], None, time(20), time(1)):
    ...     print(slot.start, slot.end)
    2026-10-10 20:00:00 2026-10-11 01:00:00
    """
    slots: list[Slot] = []
    for day in sorted(set(days)):
        begin, end = _slot(day, assembly_time, start_time, end_time)
        if slots and begin <= slots[-1].end:
            slots[-1] = Slot(slots[-1].start, max(end, slots[-1].end))
        else:
            slots.append(Slot(begin, end))
    return tuple(slots)


def slot_notes(assembly_time: time | None, start_time: time | None, end_time: time | None) -> tuple[str, ...]:
    """What `slots_of` supplied or left out, in sentences."""
    notes = []
    if start_time is None:
        return ("No start time: it counts as lasting the whole day.",)
    if end_time is None:
        notes.append("No end time: it counts as lasting to the end of the day.")
    elif end_time == start_time:
        notes.append("Start and end are the same: it counts as lasting to the end of the day.")
    if assembly_time is not None and assembly_time > start_time:
        if _lead(assembly_time, start_time) is None:
            notes.append("Assembly is after the start: it counts from the start.")
        else:
            notes.append("Assembly is later on the clock than the start: it counts from the evening before.")
    return tuple(notes)


def _slot(day: date, assembly: time | None, start: time | None, end: time | None) -> tuple[datetime, datetime]:
    midnight = datetime.combine(day, time.min)
    next_midnight = midnight + timedelta(days=1) if day < date.max else _LAST
    if start is None:
        return midnight, next_midnight
    begin = datetime.combine(day, start)
    last = next_midnight if end is None or end == start else datetime.combine(day, end)
    if last < begin:
        last = last + timedelta(days=1) if day < date.max else _LAST
    lead = _lead(assembly, start) if assembly is not None else None
    return begin - lead if lead and day > date.min else begin, last


@lru_cache(maxsize=10_000)
def _lead(assembly: time, start: time) -> timedelta | None:
    """How long before the start assembly is; None when it cannot be before it."""
    day = date(2000, 1, 2)
    lead = datetime.combine(day, start) - datetime.combine(day, assembly)
    if lead >= timedelta(0):
        return lead
    lead += timedelta(days=1)
    return lead if lead <= EVENING_BEFORE else None
