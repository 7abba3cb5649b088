"""Which entries of a log meet: one sweep over each street, crossing and place, no pair looked at in vain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain

from permitbook.ground import Ground, crossings_maybe
from permitbook.overlap import Row, between, within

Layer = dict[str, list[Row]]


def pairs_that_meet(rows: Sequence[Row], grounds: Sequence[Ground], maybe: Mapping[str, set[str]]) -> set[int]:
    """Each pair of entries that overlap in time and whose grounds meet, as `lower * number of entries + higher`.

    `rows` are sorted by start; `grounds` are those of the entries. Every pair found meets: two on one street at least
    there, two on one crossing there, and one that takes a street whole meets all that touch it.
    """
    count = len(grounds)
    found: set[int] = set()
    on = _layer(rows, [ground.on for ground in grounds])
    crossings = _layer(rows, [ground.crossings for ground in grounds])
    for shared in chain(on.values(), crossings.values()):
        if len(shared) > 1:
            within(shared, count, found.add)
    touch = _layer(rows, [ground.touch for ground in grounds])
    whole = _layer(rows, [ground.whole for ground in grounds]) if touch else {}
    for street in whole.keys() & touch.keys():
        between(whole[street], touch[street], count, found.add)
    if maybe:
        _unsure(grounds, maybe, (on, crossings, touch, whole), lambda one, other: between(one, other, count, found.add))
    return found


def _layer(rows: Sequence[Row], keys: Sequence[Collection[str]]) -> Layer:
    """By street or crossing, the rows of the entries that have it among their keys."""
    layer: Layer = defaultdict(list)
    if any(keys):
        for row in rows:
            for key in keys[row[1]]:
                layer[key].append(row)
    return dict(layer)


def _unsure(
    grounds: Sequence[Ground],
    maybe: Mapping[str, set[str]],
    layers: tuple[Layer, Layer, Layer, Layer],
    cross: Callable[[Sequence[Row], Sequence[Row]], None],
) -> None:
    """Pairs that meet if two names are one street."""
    on, crossings, touch, whole = layers
    for street, others in _stars(maybe):
        for mine, theirs in ((on, on), (whole, touch), (touch, whole)):
            cross(mine.get(street, ()), [row for other in others for row in theirs.get(other, ())])
    variants: dict[str, set[str]] = {}
    for ground in grounds:
        variants.update(crossings_maybe(ground, maybe))
    for crossing, others in _stars(variants):
        cross(crossings.get(crossing, ()), [row for other in others for row in crossings.get(other, ())])


def _stars(edges: Mapping[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """Each edge once, gathered at the name that has the most of them, so that no long list is gone through often."""
    done: set[str] = set()
    for name in sorted(edges, key=lambda each: (-len(edges[each]), each)):
        if others := edges[name] - done:
            yield name, others
        done.add(name)
