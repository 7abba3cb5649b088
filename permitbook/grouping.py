"""Days that a foreign file tells in other ways: an end date, and one row for each day of an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, time, timedelta
from typing import Literal, cast

from msgspec import Struct, field

from permitbook.reckoning import show_day, show_time
from permitbook.texts import clean
from permitbook.values import shown
from permitbook.workbook.table import CellError, Raw

DAYS = ("event_date", "more_dates")
LONGEST = timedelta(days=365)
"""As in a cell with a span of dates: what is longer is a slip of the year more often than an event."""

Say = Callable[[str, str, Literal["problem", "note"]], None]
"""Tells something of one field of a row: its key, the message, the level."""


class Incoming(Struct):
    """One row to be added: its facts, and what is to stand in the cells that could not be read.

    `source` gives the file's column of each field, `group` the event that the row is a day of, `kept` the lines for
    the notes, `places` the named places of its route.
    """

    row: int
    facts: dict[str, object] = field(default_factory=dict)
    as_typed: dict[str, Raw] = field(default_factory=dict)
    source: dict[str, str] = field(default_factory=dict)
    group: str | None = None
    kept: list[str] = field(default_factory=list)
    places: tuple[str, ...] = ()

    @property
    def number(self) -> str | None:
        """The application number that the row gives."""
        return cast("str | None", self.facts.get("application_no"))

    def give(self, key: str, value: object, source: str) -> bool:
        """Takes what a column of the file says; False when another column has said otherwise, which then stays."""
        if self._is_given(key, source):
            return value is None or self.facts[key] == value
        self.source[key] = source
        self.as_typed.pop(key, None)
        self.facts.pop(key, None)
        if value is not None:
            self.facts[key] = value
        return True

    def leave(self, key: str, raw: Raw, source: str) -> None:
        """Keeps what was typed where it cannot be read, unless another column says it; an error cell is nothing."""
        if self._is_given(key, source):
            return
        self.source[key] = source
        self.facts.pop(key, None)
        if not isinstance(raw, CellError):
            self.as_typed[key] = raw if isinstance(raw, str | bool | int | float) else shown(raw)

    def _is_given(self, key: str, source: str) -> bool:
        return key in self.facts and self.source.get(key, source) != source


def spread(made: Incoming, say: Say) -> None:
    """Lets an end date become further days. What does not fit is left in More Dates as it was typed, and told."""
    first, last = made.facts.get("event_date"), made.facts.pop("end_date", None)
    if "end_date" in made.as_typed:
        _leave(made, made.as_typed.pop("end_date"))
    if not isinstance(last, date):
        return
    if not isinstance(first, date):
        say("end_date", f"an end date ({show_day(last)}) without an event date; enter the first day.", "problem")
        _leave(made, f"{last}")
    elif not timedelta(0) <= last - first <= LONGEST:
        why = "it ends before it begins" if last < first else "it would last longer than a year"
        say("end_date", f"read {show_day(first)} to {show_day(last)}, but {why}; correct the dates.", "problem")
        _leave(made, f"{first} to {last}")
    else:
        last = _last_start(made, first, last, say)
        further = (first + timedelta(days=day) for day in range(1, (last - first).days + 1))
        if days := tuple(sorted({*_further(made), *further})):
            made.facts["more_dates"] = days


def _leave(made: Incoming, typed: Raw) -> None:
    """What was typed goes into More Dates; where days stand there already, into the notes."""
    if "more_dates" in made.facts or "more_dates" in made.as_typed:
        made.kept.append(f"End Date, not used: {clean(typed)[0] if isinstance(typed, str) else shown(typed)}")
    else:
        made.as_typed["more_dates"] = typed


def _last_start(made: Incoming, first: date, last: date, say: Say) -> date:
    """The last day on which the event begins: the day before its end where that is no later on the clock."""
    start, end = made.facts.get("start_time"), made.facts.get("end_time")
    if not isinstance(start, time) or not isinstance(end, time) or end > start or last == first:
        return last
    before = last - timedelta(days=1)
    if before > first:
        each = f"each day from {show_time(start)} to {show_time(end)} of the next"
        say("end_date", f"read as {each}, from {show_day(first)} to {show_day(before)}.", "note")
    return before


def grouped(rows: Sequence[Incoming], say: Callable[[Incoming, str], None]) -> list[Incoming]:
    """Rows of one event that differ only in their days become one application; others stand by themselves."""
    events: dict[tuple[object, ...], Incoming] = {}
    first_of: dict[str, Incoming] = {}
    for row in rows:
        if row.group is None or not isinstance(row.facts.get("event_date"), date):
            events[row.row,] = row
            continue
        first = first_of.setdefault(row.group, row)
        same = events.setdefault((row.group, *_all_but_days(row)), row)
        if same is not row:
            days = sorted({*_days(same), *_days(row)})
            same.facts["event_date"], same.facts["more_dates"] = days[0], tuple(days[1:]) or None
            same.kept = list(dict.fromkeys([*same.kept, *row.kept]))
        elif first is not row:
            say(row, f"differs from row {first.row} of the same event in {', '.join(_differing(first, row))}")
    return list(events.values())


def _all_but_days(row: Incoming) -> tuple[tuple[str, str], ...]:
    told = {key: str(value) for key, value in row.facts.items() if key not in DAYS} | {"places": str(row.places)}
    return tuple(sorted((told | {f"{key} as typed": str(raw) for key, raw in row.as_typed.items()}).items()))


def _differing(one: Incoming, other: Incoming) -> list[str]:
    ours, theirs = dict(_all_but_days(one)), dict(_all_but_days(other))
    return [key for key in dict.fromkeys([*ours, *theirs]) if ours.get(key) != theirs.get(key)]


def _further(row: Incoming) -> tuple[date, ...]:
    return cast("tuple[date, ...] | None", row.facts.get("more_dates")) or ()


def _days(row: Incoming) -> tuple[date, ...]:
    return (cast(date, row.facts["event_date"]), *_further(row))
