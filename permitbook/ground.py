"""The ground an event takes up, so that two of them can be laid over each other.

A street taken whole covers each of its blocks and crossings. A block also takes the crossings at its ends, and with
them touches the streets that cross there. Where the Streets sheet lists the blocks of a street in order, a longer
stretch is taken block by block; a stretch it does not lead along stands for itself, with its two ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from msgspec import Struct

from permitbook.places import Route, Segment, is_unsaid, read_place, tidy
from permitbook.streetname import StreetName, house_number, read_street
from permitbook.streets import StreetNames


class Level(StrEnum):
    """How surely two events meet: on the same block or crossing, at the same place, or somewhere on one street."""

    SEGMENT = "segment"
    PLACE = "place"
    STREET = "street"


NOWHERE = frozenset(
    f"{whose} {line}" for whose in ("VILLAGE", "TOWN", "CITY", "COUNTY") for line in ("LINE", "LIMITS", "LIMIT")
) | {"DEAD END", "END", "CUL DE SAC", "TERMINUS", "END OF STREET", "END OF ROAD"}
"""Ends of a stretch that are no crossing: two dead ends of one street are not one place."""


NOTHING: frozenset[str] = frozenset()


class Spot(NamedTuple):
    """A crossing, an address or an area: `text` names it, it lies on the streets `on`.

    `meets` says that events on different streets share it.
    """

    text: str
    on: tuple[str, ...]
    meets: bool = False

    @property
    def ends(self) -> tuple[str, ...]:
        """None, as it is no stretch."""
        return ()


class Block(NamedTuple):
    """A block of a street between two others; which of them is named first does not matter.

    A log has many more blocks than it has blocks that meet, so its words are made when asked for.
    """

    street: str
    first: str
    last: str

    @property
    def meets(self) -> bool:
        """Never: events on other streets share its ends, not the block."""
        return False

    @property
    def text(self) -> str:
        """Its name."""
        return f"{self.street} from {self.first} to {self.last}"

    @property
    def on(self) -> tuple[str, ...]:
        """Its street."""
        return (self.street,)

    @property
    def ends(self) -> tuple[str, ...]:
        """The crossings at its ends."""
        return tuple(_crossing(self.street, end).text for end in (self.first, self.last) if end not in NOWHERE)


Thing = Spot | Block
_NO_THINGS: frozenset[Thing] = frozenset()


class Ground(Struct, eq=False):
    """What one event takes up.

    `whole` are streets and places taken from end to end, `part` streets it is on without being known to take them
    whole, `touch` streets that cross it and places of which it takes an area. `named` are those of its things and
    places that were named as places. Worked out from these: `on` is whole or part, `streets` all that it is on or
    touches, `crossings` its crossings and areas, which events on other streets can share.
    """

    whole: frozenset[str] = NOTHING
    part: frozenset[str] = NOTHING
    touch: frozenset[str] = NOTHING
    things: frozenset[Thing] = _NO_THINGS
    named: frozenset[str] = NOTHING
    on: frozenset[str] = NOTHING
    streets: frozenset[str] = NOTHING
    crossings: frozenset[str] = NOTHING

    def __post_init__(self) -> None:
        self.on = self.whole | self.part if self.part else self.whole
        self.streets = self.on | self.touch if self.touch else self.on
        if self.things:
            self.crossings = frozenset(thing.text for thing in self.things if thing.meets)


NO_GROUND = Ground()


class Surveyor:
    """Finds the ground of routes and places; what was found once is kept."""

    def __init__(self, names: StreetNames) -> None:
        self.names = names
        self.streets: dict[str, StreetName] = {}
        self._segments: dict[tuple[str, str | None, str | None], Ground] = {}
        self._places: dict[str, Ground] = {}

    def ground(self, route: Route | None, places: Iterable[str]) -> Ground:
        """The ground of a route and of places, taken together."""
        parts = []
        for segment in route or ():
            written = segment.street, segment.start, segment.end
            part = self._segments.get(written)
            if part is None:
                part = self._segments[written] = self._segment(segment)
            parts.append(part)
        for text in places:
            part = self._places.get(text)
            if part is None:
                part = self._places[text] = self._place(text)
            parts.append(part)
        return _together(parts)

    def survey(self, streets: Iterable[str], places: Iterable[str]) -> None:
        """Gets to know the streets that are written so, and those that places lie on."""
        for text in streets:
            if ":" in text:
                self._area(text)
            else:
                self._street(text)
        self.ground(None, places)

    def _segment(self, segment: Segment) -> Ground:
        if ":" in segment.street:
            return self._area(segment.street)
        street = self._street(segment.street)
        if segment.start is None:
            number = house_number(segment.street)
            if not number:
                return Ground(whole=frozenset([street]))
            return Ground(part=frozenset([street]), things=frozenset([Spot(f"{number} {street}", (street,))]))
        if segment.end is None or self.names.street(segment.start) == self.names.street(segment.end):
            cross = self._street(segment.start)
            return Ground(part=frozenset([street, cross]), things=frozenset([_crossing(street, cross)]))
        return self._stretch(street, segment.street, segment.start, segment.end)

    def _stretch(self, street: str, written: str, start: str, end: str) -> Ground:
        way = self.names.way(written, start, end)
        stops = [self._keep(name) for name in way or (self.names.street(start), self.names.street(end))]
        crosses = [stop for stop in stops if stop not in NOWHERE]
        blocks = [_block(street, one, other) for one, other in pairwise(stops)]
        crossings = [_crossing(street, cross) for cross in crosses]
        return Ground(
            part=frozenset([street]),
            touch=frozenset(crosses) - {street},
            things=frozenset([*blocks, *crossings]),
        )

    def _place(self, text: str) -> Ground:
        text = tidy(text)
        if is_unsaid(text):
            return NO_GROUND
        if ":" in text:
            return self._area(text)
        route = read_place(text, self._is_street)
        if not route:
            name = _place_name(text)
            return Ground(whole=frozenset([name]), named=frozenset([name]))
        return _together([self._placed(segment) for segment in route])

    def _placed(self, segment: Segment) -> Ground:
        """A place that is named by its street: somewhere on it, if no more is said."""
        ground = self._segment(segment)
        for street in ground.whole:
            spot = Spot(f"somewhere on {street}", (street,))
            return Ground(part=frozenset([street]), things=frozenset([spot]), named=frozenset([spot.text]))
        return ground

    def _area(self, text: str) -> Ground:
        """An area of a place; also where it is, when the area is given as an address."""
        place, _, area = (part.strip() for part in text.partition(":"))
        name = _place_name(place)
        thing = Spot(f"{name}: {_place_name(area)}", (name,), meets=True)
        whole = Ground(touch=frozenset([name]), things=frozenset([thing]), named=frozenset([name, thing.text]))
        if house_number(area) and self._is_street(area):
            return _together([whole, self._segment(Segment(area))])
        return whole

    def _street(self, text: str) -> str:
        return self._keep(self.names.street(text))

    def _keep(self, name: StreetName) -> str:
        self.streets[name.text] = name
        return name.text

    def _is_street(self, text: str) -> bool:
        return self.names.street(text).is_way


def meeting(one: Ground, other: Ground, maybe: Mapping[str, Collection[str]]) -> tuple[Level, tuple[str, ...]] | None:
    """How two grounds meet, and all that they share; None where they do not.

    `maybe` holds, for the name of a street, others that could be the same street.
    """
    unsure = _unsure(one, other, maybe) if maybe else []
    if not unsure and one.streets.isdisjoint(other.streets):
        return None
    things = _shared_things(one, other)
    whole = one.whole & other.whole
    covered = {end for thing in things for end in thing.ends}
    texts = {thing.text for thing in things} - covered | whole
    places = {text for text in texts if text in one.named or text in other.named}
    streets = (one.on & other.on).difference(whole, *(thing.on for thing in things))
    if not texts and not streets and not unsure:
        return None
    level = Level.STREET if not texts else Level.SEGMENT if texts - places else Level.PLACE
    return level, (*sorted(texts - places), *sorted(places), *sorted(streets), *unsure)


def _shared_things(one: Ground, other: Ground) -> set[Thing]:
    things = set(one.things & other.things)
    if one.whole:
        things.update(thing for thing in other.things if not one.whole.isdisjoint(thing.on))
    if other.whole:
        things.update(thing for thing in one.things if not other.whole.isdisjoint(thing.on))
    return things


def _unsure(one: Ground, other: Ground, maybe: Mapping[str, Collection[str]]) -> list[str]:
    """What they share if names that may be one street are one."""
    told = set()
    for mine in one.streets:
        for theirs in maybe.get(mine, ()):
            both_on = mine in one.on and theirs in other.on
            if both_on or (theirs in other.streets and (mine in one.whole or theirs in other.whole)):
                told.add((mine, theirs))
    for mine, variants in crossings_maybe(one, maybe).items():
        told.update((mine, theirs) for theirs in variants & other.crossings)
    return [f"{mine}, which may be {theirs}" for mine, theirs in sorted(told)]


def crossings_maybe(ground: Ground, maybe: Mapping[str, Collection[str]]) -> dict[str, set[str]]:
    """By crossing of the ground: the crossings that it may be, since a street of it may be another."""
    found = {}
    for thing in ground.things:
        if thing.meets and len(thing.on) == 2 and not maybe.keys().isdisjoint(thing.on):
            sides = [(street, *maybe.get(street, ())) for street in thing.on]
            found[thing.text] = {_crossing(*pair).text for pair in product(*sides)} - {thing.text}
    return found


def _together(parts: list[Ground]) -> Ground:
    if len(parts) < 2:
        return parts[0] if parts else NO_GROUND
    return Ground(
        NOTHING.union(*[part.whole for part in parts]),
        NOTHING.union(*[part.part for part in parts]),
        NOTHING.union(*[part.touch for part in parts]),
        _NO_THINGS.union(*[part.things for part in parts]),
        NOTHING.union(*[part.named for part in parts]),
    )


def _block(street: str, one: str, other: str) -> Block:
    return Block(street, one, other) if one < other else Block(street, other, one)


@lru_cache(maxsize=100_000)
def _crossing(one: str, other: str) -> Spot:
    """The crossing of two streets; a log comes back to the same ones."""
    first, last = sorted((one, other))
    return Spot(f"{first} at {last}", (first, last), meets=True)


def _place_name(text: str) -> str:
    """The name of a place as it compares; unlike a street's, its number belongs to it."""
    return f"{house_number(text)} {read_street(text)}".strip()
