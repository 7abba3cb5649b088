"""Cells that can each be read but do not fit together: spans of time, further days, acts before the filing."""

from collections.abc import Container, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from msgspec import Struct

from permitbook.kinds import shown
from permitbook.periods import show, show_day, show_moment, show_time
from permitbook.when import DAY, Unreadable, minutes_of_cell, minutes_of_number, minutes_of_text
from permitbook.workbook.table import Raw

LONG_NIGHT = timedelta(hours=12)
_SPANS = (
    ("start_time", "end_time", ("event_date", "date")),
    ("alternate_start", "alternate_end", ("alternate_date",)),
)
_AFTER_RECEIPT = (
    "presented_in_person_on",
    "referred_on",
    "waiver_granted_on",
    "acted_at",
    "notified_at",
    "notice_mailed_on",
    "notice_received_on",
    "alternate_offered_on",
    "alternate_accepted_on",
    "appeal_received_on",
    "appeal_copy_received_on",
    "appeal_decided_on",
    "issued_at",
    "revoked_at",
)

TIMED = frozenset({"received_at", "more_dates", *(key for start, end, _ in _SPANS for key in (start, end))})
"""A table without any of these columns holds nothing that `check_times` could speak against."""

ASKED = TIMED.union(_AFTER_RECEIPT, *(days for _, _, days in _SPANS))
"""The columns whose values `check_times` asks for."""


class Doubt(Struct, frozen=True):
    """What is wrong with one cell beside the others. `unknown` says that its value is not used."""

    key: str
    message: str
    level: Literal["problem", "note"] = "problem"
    unknown: bool = False


def check_times(
    values: Mapping[str, object], raws: Mapping[str, Raw] | None = None, unread: Container[str] = ()
) -> tuple[Doubt, ...]:
    """What the dates and times of one row say against each other.

    An end equal to the start is of no use and counts as unknown. An end earlier than the start is on the next
    day; more than 12 hours later it is asked about, but used. An empty end is noted: the event is taken to last
    to the end of its day. `raws` are the cells as stored, `unread` the columns that have a problem already.
    """
    found: list[Doubt] = []
    raws = raws or {}
    for start_key, end_key, day_keys in _SPANS:
        start, end = values.get(start_key), values.get(end_key)
        for key, latest in ((start_key, 0), (end_key, 1)):
            if isinstance(raw := raws.get(key), datetime) and raw.year > 1904:
                found += _another_day(key, raw, next(filter(None, map(values.get, day_keys)), None), latest)
        if isinstance(start, time) and isinstance(end, time):
            found += _span(end_key, start, end, raws.get(end_key))
    if isinstance(values.get("start_time"), time) and values.get("end_time") is None and "end_time" not in unread:
        found.append(Doubt("end_time", "no end time: taken to last to the end of the day.", "note"))
    if values.get("more_dates") and not values.get("event_date") and "event_date" not in unread:
        found.append(Doubt("more_dates", "further days are given, but no event date; enter the first day there."))
    return (*found, *_before_receipt(values))


def may_not_fit(facts: Mapping[str, Sequence[object]], raws: Mapping[str, Sequence[Raw]], rows: int) -> list[int]:
    """The rows, by their place, of which `check_times` may have something to say; there is nothing in all others.

    `facts` and `raws` are whole columns, without those in which nothing stands.
    """
    blank: Sequence[Any] = [None] * rows
    found: set[int] = set()
    for start_key, end_key, _ in _SPANS:
        for key in (start_key, end_key):
            found.update(at for at, raw in enumerate(raws.get(key, ())) if isinstance(raw, datetime))
        spans = zip(facts.get(start_key, blank), facts.get(end_key, blank), raws.get(end_key, blank), strict=True)
        for at, (start, end, raw) in enumerate(spans):
            if start is not None and (end is None or raw.__class__ is not time or _is_odd(start, end)):
                found.add(at)
    if "more_dates" in facts:
        found.update(at for at, day in enumerate(facts.get("event_date", blank)) if day is None)
    received = facts.get("received_at", blank)
    for key in facts.keys() & _AFTER_RECEIPT:
        found.update(at for at, pair in enumerate(zip(facts[key], received, strict=True)) if is_early(*pair))
    return sorted(found)


def _another_day(key: str, raw: datetime, day: object, latest: int) -> list[Doubt]:
    """A time cell that also holds a date, which is another than the event's."""
    if not isinstance(day, date) or 0 <= (raw.date() - day).days <= latest:
        return []
    return [Doubt(key, f"the cell holds {show_moment(raw)}, but the day is {show_day(day)}.", unknown=True)]


def _span(key: str, start: time, end: time, raw: Raw) -> list[Doubt]:
    if end == start:
        return [Doubt(key, f"ends at the minute it starts, {show_time(end)}: zero length.", unknown=True)]
    if end > start:
        if _counts_past_midnight(raw):
            return [Doubt(key, f"'{shown(raw)}' is more than 24 hours after the start.", unknown=True)]
        return []
    length = _overnight(start, end)
    if length <= LONG_NIGHT:
        return []
    hours = f"{length.total_seconds() / 3600:.2f}".rstrip("0").rstrip(".")
    return [
        Doubt(key, f"ends next morning - {hours} hours? Check AM and PM of {show_time(start)} to {show_time(end)}.")
    ]


def _is_odd(start: time, end: time) -> bool:
    """The span is empty, or lasts long into the next day."""
    return end == start or (end < start and _overnight(start, end) > LONG_NIGHT)


def _overnight(start: time, end: time) -> timedelta:
    """How long it is from a time of day to an earlier one of the next day."""
    any_day = date(2000, 1, 1)
    return datetime.combine(any_day + timedelta(days=1), end) - datetime.combine(any_day, start)


def _counts_past_midnight(raw: Raw) -> bool:
    try:
        match raw:
            case None | bool():
                return False
            case str():
                return minutes_of_text(raw)[0] >= DAY
            case int() | float():
                return minutes_of_number(raw) >= DAY
            case time() | timedelta() | date():
                return minutes_of_cell(raw) >= DAY
    except Unreadable:
        return False
    return False


def _before_receipt(values: Mapping[str, object]) -> list[Doubt]:
    received = values.get("received_at")
    if not isinstance(received, datetime):
        return []
    early = ((key, act) for key in _AFTER_RECEIPT if isinstance(act := values.get(key), date))
    return [
        Doubt(key, f"{show(act)} is before the application was received ({show_moment(received)}).")
        for key, act in early
        if is_early(act, received)
    ]


def is_early(act: object, received: object) -> bool:
    """An act came before the receipt; a day alone, or its first minute, counts as all of the day."""
    if not isinstance(act, date) or not isinstance(received, datetime):
        return False
    if isinstance(act, datetime) and (act.hour or act.minute or act.second or act.microsecond):
        return act < received
    return _day(act) < received.date()


def _day(when: date) -> date:
    return when.date() if isinstance(when, datetime) else when
