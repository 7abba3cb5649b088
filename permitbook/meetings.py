"""Which entries of a log meet: one sweep through time, with what runs on each street, crossing and place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from permitbook.ground import Ground, crossings_maybe
from permitbook.overlap import Row, between

Layer = Mapping[str, list[Row]]
"""By street or crossing, rows in order of their start."""


def pairs_that_meet(rows: Sequence[Row], grounds: Sequence[Ground], maybe: Mapping[str, set[str]]) -> set[int]:
    """Each pair of entries that overlap in time and whose grounds meet, as `lower * number of entries + higher`.

    `rows` are sorted by start; `grounds` are those of the entries. Every pair found meets: two on one street at least
    there, two on one crossing there, and one that takes a street whole meets all that touch it.
    """
    pairs = _Pairs(len(grounds))
    on, crossings, whole, touch = (_Running(pairs) for _ in range(4))
    some_touch = any(ground.touch for ground in grounds)
    for row in rows:
        ground = grounds[row[1]]
        on.meet_each_other(row, ground.on)
        if ground.crossings:
            crossings.meet_each_other(row, ground.crossings)
        if some_touch:
            touch.meet(row, ground.whole)
            whole.meet(row, ground.touch)
            whole.add(row, ground.whole)
            touch.add(row, ground.touch)
    if maybe:
        _unsure(rows, grounds, maybe, lambda one, other: between(one, other, pairs.count, pairs.found.add))
    return pairs.found


class _Pairs:
    """The pairs found so far."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.found: set[int] = set()

    def add(self, mine: int, others: Iterable[Row]) -> None:
        """One entry with each of the others."""
        count = self.count
        self.found.update(
            mine * count + other if mine < other else other * count + mine for _, other, _ in others if other != mine
        )


class _Running:
    """The rows that still run on each street or crossing, while time goes on."""

    def __init__(self, pairs: _Pairs) -> None:
        self._pairs = pairs
        self._running: dict[str, list[Row]] = {}

    def meet_each_other(self, row: Row, keys: Collection[str]) -> None:
        """The row meets those that run there, and runs there itself."""
        start, mine, _ = row
        running = self._running
        for key in keys:
            others = [each for each in running.get(key, ()) if each[2] > start]
            if others:
                self._pairs.add(mine, others)
            others.append(row)
            running[key] = others

    def meet(self, row: Row, keys: Collection[str]) -> None:
        """The row meets those that run there."""
        for key in keys:
            others = self._running.get(key)
            if others:
                others[:] = [each for each in others if each[2] > row[0]]
                self._pairs.add(row[1], others)

    def add(self, row: Row, keys: Collection[str]) -> None:
        """The row runs there."""
        for key in keys:
            self._running.setdefault(key, []).append(row)


def _layer(rows: Sequence[Row], keys: Sequence[Collection[str]]) -> Layer:
    """By street or crossing, the rows of the entries that have it among their keys."""
    layer: defaultdict[str, list[Row]] = defaultdict(list)
    if any(keys):
        for row in rows:
            for key in keys[row[1]]:
                layer[key].append(row)
    return dict(layer)


def _unsure(
    rows: Sequence[Row],
    grounds: Sequence[Ground],
    maybe: Mapping[str, set[str]],
    cross: Callable[[Sequence[Row], Sequence[Row]], None],
) -> None:
    """Pairs that meet if two names are one street."""
    doubtful = frozenset(maybe).union(*maybe.values())
    on = _layer(rows, [ground.on & doubtful for ground in grounds])
    touch = _layer(rows, [ground.touch & doubtful for ground in grounds])
    whole = _layer(rows, [ground.whole & doubtful for ground in grounds])
    for street, others in _stars(maybe):
        for mine, theirs in ((on, on), (whole, touch), (touch, whole)):
            cross(mine.get(street, ()), [row for other in others for row in theirs.get(other, ())])
    variants: dict[str, set[str]] = {}
    for ground in grounds:
        variants.update(crossings_maybe(ground, maybe))
    doubtful = frozenset(variants).union(*variants.values())
    crossings = _layer(rows, [ground.crossings & doubtful for ground in grounds])
    for crossing, others in _stars(variants):
        cross(crossings.get(crossing, ()), [row for other in others for row in crossings.get(other, ())])


def _stars(edges: Mapping[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """Each edge once, gathered at the name that has the most of them, so that no long list is gone through often."""
    done: set[str] = set()
    for name in sorted(edges, key=lambda each: (-len(edges[each]), each)):
        if others := edges[name] - done:
            yield name, others
        done.add(name)
