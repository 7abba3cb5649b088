"""Which stretches of time overlap: sweeps from start to end that cost no more than what they find.

A `Row` is one stretch of one entry: start, number of the entry, end. Rows are sorted; the end is not part of the
stretch, so that touching ones do not overlap.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta

Row = tuple[int, int, int]
Span = tuple[int, int]
"""Seconds from and to."""
DAY = 24 * 60 * 60


FIRST = datetime.combine(date.min, time.min)
NEVER = datetime.combine(date.max, time.max)


def second_of(moment: datetime) -> int:
    """The moment as a plain number, seconds since the first day of the calendar."""
    return moment.toordinal() * DAY + moment.hour * 3600 + moment.minute * 60 + moment.second


def moment_of(second: int) -> datetime:
    """The moment of a number; one before or after the calendar is its first or last."""
    return FIRST + min(max(timedelta(seconds=second - DAY), timedelta(0)), NEVER - FIRST)


def between(left: Iterable[Row], right: Iterable[Row], count: int, add: Callable[[int], object]) -> None:
    """Adds each pair of entries of which one is among the left and one among the right rows."""
    running: tuple[list[Row], list[Row]] = ([], [])
    for row, side in sorted([(row, 0) for row in left] + [(row, 1) for row in right]):
        start, mine, _ = row
        others = running[1 - side]
        others[:] = [other for other in others if other[2] > start]
        for _, other, _ in others:
            if other != mine:
                add(mine * count + other if mine < other else other * count + mine)
        running[side].append(row)


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order, those that overlap or touch made one."""
    done: list[Span] = []
    for start, end in sorted(spans):
        if done and start <= done[-1][1]:
            done[-1] = (done[-1][0], max(end, done[-1][1]))
        else:
            done.append((start, end))
    return tuple(done)


def first_overlap(one: Sequence[Span], other: Sequence[Span]) -> Span | None:
    """The first time that both take up."""
    mine = theirs = 0
    while mine < len(one) and theirs < len(other):
        start = max(one[mine][0], other[theirs][0])
        end = min(one[mine][1], other[theirs][1])
        if start < end:
            return start, end
        if one[mine][1] < other[theirs][1]:
            mine += 1
        else:
            theirs += 1
    return None


class ByDay:
    """Rows by the days they touch, to be asked what overlaps a span. On each day they keep the order they came in."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._days: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            first = row[0] // DAY
            self._days[first].append(row)
            for day in range(first + 1, (row[2] - 1) // DAY + 1):
                self._days[day].append(row)

    def overlapping(self, span: Span) -> Iterator[Row]:
        """The rows that overlap the span."""
        start, end = span
        first = start // DAY
        yield from (row for row in self._days.get(first, ()) if row[0] < end and row[2] > start)
        for day in range(first + 1, (end - 1) // DAY + 1):
            yield from (row for row in self._days.get(day, ()) if day * DAY <= row[0] < end)

    def first_of_each_day(self, span: Span, skip: Collection[int]) -> Iterator[int]:
        """The entry of the first row of each day that overlaps the span."""
        start, end = span
        for day in range(start // DAY, (end - 1) // DAY + 1):
            for began, entry, ended in self._days.get(day, ()):
                if began < end and ended > start and entry not in skip:
                    yield entry
                    break


class Timeline:
    """All rows by their starts, to be asked how many overlap a span and which are nearest."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = sorted(rows)
        self._starts = [row[0] for row in self.rows]
        self._ends = sorted([row[2] for row in self.rows])

    def count(self, span: Span) -> int:
        """How many rows overlap the span."""
        start, end = span
        return bisect_left(self._starts, end) - bisect_right(self._ends, start)

    def nearest(self, span: Span, few: int, skip: Collection[int]) -> list[int]:
        """The few entries that overlap the span and start nearest to it; at equal distance those with lower numbers.

        Meant for spans that many overlap: it walks from the start both ways until it has enough.
        """
        start, end = span
        at, until = bisect_left(self._starts, start), bisect_left(self._starts, end)
        best: dict[int, int] = {}
        reach = end
        for began, entry, _ in map(self.rows.__getitem__, range(at, until)):
            if entry not in skip:
                best.setdefault(entry, began - start)
                if len(best) == few:
                    reach = began - start
                    break
        earlier = 0
        for began, entry, ended in map(self.rows.__getitem__, range(at - 1, -1, -1)):
            if start - began > reach:
                break
            if ended > start and entry not in skip:
                best[entry] = min(start - began, best.get(entry, reach))
                earlier += 1
                reach = start - began if earlier == few else reach
        return sorted(best, key=lambda entry: (best[entry], entry))[:few]
