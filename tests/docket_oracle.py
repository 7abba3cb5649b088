"""Conflicts by comparing each pair in turn, the plain way, to hold the docket against.

It knows a small town: Main Street with its blocks listed in order, Church Street, Elm Avenue, Grove Road, and Hill,
which may be Hill Road or Hill Street. What a written name stands for is a table here, not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise, product

from permitbook.docket import Entry, Slot
from permitbook.places import Segment

WRITTEN = {
    "Main St": "MAIN STREET",
    "MAIN   STREET": "MAIN STREET",
    "12 Main St.": "12 MAIN STREET",
    "Church Street": "CHURCH STREET",
    "church st": "CHURCH STREET",
    "Elm Av": "ELM AVENUE",
    "Elm Avenue": "ELM AVENUE",
    "Grove Road": "GROVE ROAD",
    "1st St": "1 STREET",
    "First Street": "1 STREET",
    "Hill Rd": "HILL ROAD",
    "Hill Street": "HILL STREET",
    "Hill": "HILL",
}
STREETS = tuple(WRITTEN)
CROSSES = tuple(name for name in WRITTEN if name != "12 Main St.")
PLACES = (
    "Village Green",
    "VILLAGE  GREEN",
    "School Lot",
    "Main & Church Street",
    "Town Park: Lawn",
    "Town Park: Field",
)
MAIN = ("CHURCH STREET", "ELM AVENUE", "GROVE ROAD", "1 STREET")
"""The crossings of Main Street in order."""


@dataclass(frozen=True)
class Town:
    """How the log as a whole makes a bare name read."""

    hill: str

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Town:
        """Hill is Hill Road where only Hill Road is in the log, and the other way round."""
        written = {name for entry in entries for part in entry.route or () for name in _names(part)}
        roads = {WRITTEN[name] for name in written} & {"HILL ROAD", "HILL STREET"}
        return cls(roads.pop() if len(roads) == 1 else "HILL")

    def street(self, written: str) -> str:
        """The street that is meant."""
        name = WRITTEN[written]
        return self.hill if name == "HILL" else name


def _names(part: Segment) -> list[str]:
    return [name for name in (part.street, part.start, part.end) if name]


def claims(town: Town, entry: Entry) -> set[tuple[str, ...]]:
    """What the entry takes: ("all", street), ("block", street, ends), ("cross", two streets), ("at", street, house)."""
    found: set[tuple[str, ...]] = set()
    for part in entry.route or ():
        street = town.street(part.street)
        number, _, rest = street.partition(" ")
        if number == "12":
            street = rest
        if part.start is None:
            found.add(("at", street, number) if number == "12" else ("all", street))
        elif part.end is None:
            found.add(("cross", *sorted((street, town.street(part.start)))))
            found |= {("on", street), ("on", town.street(part.start))}
        else:
            found |= stretch(street, town.street(part.start), town.street(part.end))
    for place in entry.places:
        match place:
            case "Main & Church Street":
                found |= {("cross", "CHURCH STREET", "MAIN STREET"), ("on", "MAIN STREET"), ("on", "CHURCH STREET")}
            case _:
                found.add(("place", " ".join(place.upper().split())))
    return found


def stretch(street: str, start: str, end: str) -> set[tuple[str, ...]]:
    """The blocks and crossings between two cross streets."""
    if start == end:
        return {("cross", *sorted((street, start))), ("on", street), ("on", start)}
    stops = [start, end]
    if street == "MAIN STREET" and start in MAIN and end in MAIN:
        first, last = sorted((MAIN.index(start), MAIN.index(end)))
        stops = list(MAIN[first : last + 1])
    blocks = {("block", street, *sorted(pair)) for pair in pairwise(stops)}
    return blocks | {("cross", *sorted((street, stop))) for stop in stops}


def level(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> str | None:
    """How the claims of two entries meet."""
    if any(_same_ground(mine, theirs) for mine, theirs in product(one, other)):
        return "segment"
    if any(mine == theirs and mine[0] == "place" for mine, theirs in product(one, other)):
        return "place"
    if _on(one) & _on(other) or any(_maybe_meet(mine, theirs) for mine, theirs in product(one, other)):
        return "street"
    return None


def _same_ground(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    for whole, part in ((mine, theirs), (theirs, mine)):
        if whole[0] == "all" and part[0] != "place" and whole[1] in part[1:]:
            return True
    return mine == theirs and mine[0] in ("block", "cross", "at")


def _on(claims: set[tuple[str, ...]]) -> set[str]:
    return {claim[1] for claim in claims if claim[0] in ("all", "block", "at", "on")}


def _maybe_meet(mine: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """One of them says Hill, the other Hill Road or Hill Street, and with these taken for one they would meet."""
    if mine[0] == "place" or theirs[0] == "place":
        return False
    for sure in ("HILL ROAD", "HILL STREET"):
        first, second = (tuple(sure if word == "HILL" else word for word in claim) for claim in (mine, theirs))
        if (first, second) == (mine, theirs):
            continue
        first, second = ((claim[0], *sorted(claim[1:])) if claim[0] == "cross" else claim for claim in (first, second))
        if _same_ground(first, second) or _on({first}) & _on({second}):
            return True
    return False


def overlap(one: Sequence[Slot], other: Sequence[Slot], buffer: int) -> tuple[datetime, datetime] | None:
    """The first time both take up, with the buffer on both sides of each."""
    grown = [_grown(slots, buffer) for slots in (one, other)]
    common = [(max(a, c), min(b, d)) for (a, b), (c, d) in product(*grown) if max(a, c) < min(b, d)]
    return min(common, default=None)


def _grown(slots: Sequence[Slot], buffer: int) -> list[tuple[datetime, datetime]]:
    """Minute by minute would be plainer; touching stretches of one entry are one."""
    by = timedelta(minutes=buffer)
    done: list[tuple[datetime, datetime]] = []
    for slot in sorted(slots, key=lambda each: each.start):
        start, end = slot.start - by, slot.end + by
        if done and start <= done[-1][1]:
            start, end = done[-1][0], max(end, done.pop()[1])
        done.append((start, end))
    return done


def comes_first(one: Entry, other: Entry) -> bool:
    """`one` was received in an earlier minute, or in the same with a lower number; numbers are A-1, A-2, A-10."""
    if one.received_at and other.received_at and minute(one) != minute(other):
        return minute(one) < minute(other)
    if (one.received_at is None) != (other.received_at is None):
        return one.received_at is not None
    return int(one.application_no[2:]) < int(other.application_no[2:])


def minute(entry: Entry) -> datetime:
    """The minute of receipt."""
    assert entry.received_at is not None
    return entry.received_at.replace(second=0)
