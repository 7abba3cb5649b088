"""All applications together: which of them meet at the same time on the same ground, and which came first.

An event takes up its places from assembly to end, on each of its days, with the office's set-up time before and
after. Events that only touch do not meet. Only live applications count.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from itertools import filterfalse, pairwise, product
from operator import itemgetter
from typing import Literal

from msgspec import Struct

from permitbook.entries import Entry, by_number, by_turn, received
from permitbook.gazetteer import Gazetteer
from permitbook.ground import NO_GROUND, Ground, Level, meeting
from permitbook.meetings import pairs_that_meet
from permitbook.overlap import ByDay, Row, Span, Timeline, first_overlap, merged, moment_of, second_of
from permitbook.slots import Slot, slot_notes, slots_of
from permitbook.streets import StreetNames

__all__ = ["Conflict", "Docket", "Entry", "Level", "Slot", "TimeNeighbours", "slot_notes", "slots_of"]

NEAREST = 5
MANY = 16
"""With more neighbours than this they are counted, not listed, so that a crowded hour costs no square."""
Priority = Literal["earlier", "later"]
_LEVELS = tuple(Level)
_NO_ENTRY = Entry(application_no="")


class Conflict(Struct, frozen=True):
    """Another live application at the same time on the same ground.

    `shared` is all that they share, `overlap` the first time they do (set-up time included), and `priority` says
    whether the other came earlier or later. `unread` says that a cell which tells what became of the other cannot be
    read, so that it may hold its place no longer.
    """

    with_no: str
    level: Level
    shared: tuple[str, ...]
    overlap: tuple[datetime, datetime]
    priority: Priority
    unread: bool = False


class TimeNeighbours(Struct, frozen=True):
    """Live applications at the same time elsewhere: how many, the nearest five, whether one comes first.

    `granted_before` says that one of them holds an issued permit, or was granted and received earlier;
    `pending_before` that one still undecided was received earlier.
    """

    count: int
    nearest: tuple[str, ...]
    granted_before: bool = False
    pending_before: bool = False

    @property
    def earlier(self) -> bool:
        """One of them counts against a later application."""
        return self.granted_before or self.pending_before


class Docket:
    """All applications, with what each meets.

    The conflicts of the whole log are found in one sweep over each street and crossing, so that the work grows with
    the log and with the conflicts in it. An application number is expected to stand once.
    """

    def __init__(
        self, entries: Iterable[Entry], names: StreetNames | Gazetteer | None = None, buffer_minutes: int = 0
    ) -> None:
        """`names` are those of the Streets sheet, or all that the log knows of names."""
        self._entries = sorted(entries, key=by_number)
        self._buffer = buffer_minutes * 60
        self._gazetteer = names if isinstance(names, Gazetteer) else Gazetteer(self._entries, names)
        self._at = {entry.application_no: at for at, entry in enumerate(self._entries)}
        self._same_time: dict[tuple[Span, ...], list[int]] = {}
        self._surveyed: dict[int, Ground] = {}

    def conflicts(self, application_no: str) -> tuple[Conflict, ...]:
        """Those it meets: on a block or crossing first, then at a place, then on a street; by time, then number."""
        at = self._at[application_no]
        return self._told(self._standing(at), self._met.get(at, ()))

    def neighbours(self, application_no: str) -> TimeNeighbours:
        """The others at the same time, those that it meets aside."""
        at = self._at[application_no]
        met = {at, *self._met.get(at, ())}
        me = self._standing(at)
        if len(me.spans) == 1:
            count = self._timeline.count(me.spans[0]) - self._doubled(me.spans[0]) - len(met)
            if count > MANY:
                return self._among_many(me, met, count)
        return self._among_few(me, met)

    def pairs(self) -> list[tuple[str, str]]:
        """Each pair that meets, once, the lower number first."""
        numbers = [entry.application_no for entry in self._entries]
        return [(numbers[code // len(numbers)], numbers[code % len(numbers)]) for code in sorted(self._meeting)]

    def against(self, entry: Entry) -> tuple[tuple[Conflict, ...], TimeNeighbours]:
        """Conflicts and neighbours of an entry as if it stood here, in place of the one with its number if any.

        The same as a docket with that entry would say, without a sweep of the whole log.
        """
        old = self._at.get(entry.application_no)
        if self._gazetteer.would_learn(entry, self._entries[old] if old is not None else _NO_ENTRY):
            return self._with(entry).against(entry)
        ground = self._gazetteer.ground(entry)
        turn = bisect_left(self._order, by_turn(entry), key=lambda at: by_turn(self._entries[at]))
        me = _Standing(entry.application_no, self._spans_of(entry), ground, turn - 0.5)
        met = {
            other
            for other in self._at_same_time(me.spans)
            if other != old and meeting(me.ground, self._ground(other), self._gazetteer.maybe)
        }
        return self._told(me, met), self._among_few(me, met if old is None else {old, *met})

    @cached_property
    def issued(self) -> frozenset[str]:
        """Numbers of the applications whose permit is issued."""
        return frozenset(entry.application_no for entry in self._entries if entry.issued)

    @cached_property
    def granted(self) -> frozenset[str]:
        """Numbers of the applications that are decided for."""
        return frozenset(entry.application_no for entry in self._entries if entry.granted)

    # What is told of one entry.

    def _standing(self, at: int) -> _Standing:
        return _Standing(self._entries[at].application_no, self._spans[at], self._ground(at), self._turns[at])

    def _told(self, me: _Standing, met: Iterable[int]) -> tuple[Conflict, ...]:
        told = []
        for at in met:
            other = self._standing(at)
            ground, span = meeting(me.ground, other.ground, self._gazetteer.maybe), first_overlap(me.spans, other.spans)
            if ground and span:
                level, shared = ground
                overlap = moment_of(span[0]), moment_of(span[1])
                when: Priority = "earlier" if other.turn < me.turn else "later"
                order = (_LEVELS.index(level), span, at)
                told.append((order, Conflict(other.number, level, shared, overlap, when)))
        return tuple(conflict for _, conflict in sorted(told, key=itemgetter(0)))

    def _among_few(self, me: _Standing, met: set[int]) -> TimeNeighbours:
        others = [at for at in self._at_same_time(me.spans) if at not in met]
        return self._neighbours(me, met, len(others), others[:NEAREST])

    def _among_many(self, me: _Standing, met: set[int], count: int) -> TimeNeighbours:
        """As among few, where listing all of them for each entry would cost the square of their number."""
        return self._neighbours(me, met, count, self._timeline.nearest(me.spans[0], NEAREST, met))

    def _neighbours(self, me: _Standing, met: set[int], count: int, nearest: list[int]) -> TimeNeighbours:
        granted, pending = (
            any(self._claims[at] < me.turn for span in me.spans for at in entries.first_of_each_day(span, met))
            for entries in (self._decided, self._undecided)
        )
        return TimeNeighbours(count, tuple(self._entries[at].application_no for at in nearest), granted, pending)

    def _at_same_time(self, spans: tuple[Span, ...]) -> list[int]:
        """The entries that overlap; those whose starts are nearest first, then those with the lowest number."""
        found = self._same_time.get(spans)
        if found is None:
            count = len(self._entries)
            near: list[int] = []
            for span, entries in product(spans, (self._decided, self._undecided)):
                near += [abs(start - span[0]) * count + at for start, at, _ in entries.overlapping(span)]
            found = list(dict.fromkeys(code % count for code in sorted(near)))
            if len(spans) > 1:
                self._same_time[spans] = found
        return found

    def _doubled(self, span: Span) -> int:
        """How often the span meets one entry a second time, on another of its days."""
        start, end = span
        gaps, shortest = self._gaps
        inside = gaps[bisect_right(gaps, (start, end)) : bisect_left(gaps, (end - shortest, 0))]
        return sum(until < end for _, until in inside)

    # What all entries take up.

    @cached_property
    def _spans(self) -> list[tuple[Span, ...]]:
        return [self._spans_of(entry) for entry in self._entries]

    def _spans_of(self, entry: Entry) -> tuple[Span, ...]:
        if not entry.live:
            return ()
        spans = [(second_of(slot.start) - self._buffer, second_of(slot.end) + self._buffer) for slot in entry.slots]
        return tuple(spans) if len(spans) == 1 else merged(spans)

    @cached_property
    def _order(self) -> list[int]:
        """The entries by turn; they are in the order of their numbers already."""
        return sorted(range(len(self._entries)), key=[received(entry) for entry in self._entries].__getitem__)

    @cached_property
    def _turns(self) -> list[int]:
        turns = [0] * len(self._order)
        for turn, at in enumerate(self._order):
            turns[at] = turn
        return turns

    @cached_property
    def _claims(self) -> list[int]:
        """The turns, with issued permits before all."""
        return [-1 if entry.issued else turn for entry, turn in zip(self._entries, self._turns, strict=True)]

    @cached_property
    def _timeline(self) -> Timeline:
        return Timeline(self._rows(range(len(self._entries))))

    @cached_property
    def _decided(self) -> ByDay:
        """Those decided for; the first claim first."""
        order = sorted(filter(self._is_decided, self._order), key=self._claims.__getitem__)
        return ByDay(self._rows(order))

    @cached_property
    def _undecided(self) -> ByDay:
        """Those not yet decided, by turn."""
        return ByDay(self._rows(filterfalse(self._is_decided, self._order)))

    def _is_decided(self, at: int) -> bool:
        return self._entries[at].granted or self._entries[at].issued

    def _rows(self, order: Iterable[int]) -> Iterator[Row]:
        return ((start, at, end) for at in order for start, end in self._spans[at])

    @cached_property
    def _gaps(self) -> tuple[list[Span], int]:
        """The pauses between the days of one entry, in order, and the shortest of them."""
        gaps = sorted((one[1], other[0]) for spans in self._spans for one, other in pairwise(spans))
        return gaps, min((end - start for start, end in gaps), default=0)

    def _ground(self, at: int) -> Ground:
        """The ground of an entry; one that takes up no time meets nothing, and its own is not looked for."""
        ground = self._surveyed.get(at)
        if ground is None:
            ground = self._gazetteer.ground(self._entries[at]) if self._spans[at] else NO_GROUND
            self._surveyed[at] = ground
        return ground

    @cached_property
    def _meeting(self) -> set[int]:
        grounds = [self._ground(at) for at in range(len(self._entries))]
        return pairs_that_meet(self._timeline.rows, grounds, self._gazetteer.maybe)

    @cached_property
    def _met(self) -> dict[int, list[int]]:
        met: dict[int, list[int]] = {}
        for code in self._meeting:
            one, other = divmod(code, len(self._entries))
            met.setdefault(one, []).append(other)
            met.setdefault(other, []).append(one)
        return met

    def _with(self, entry: Entry) -> Docket:
        others = [each for each in self._entries if each.application_no != entry.application_no]
        return Docket([*others, entry], self._gazetteer.listed, self._buffer // 60)


class _Standing(Struct, frozen=True):
    number: str
    spans: tuple[Span, ...]
    ground: Ground
    turn: float
