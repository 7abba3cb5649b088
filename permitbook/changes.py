"""The smallest changes that an official could authorize for an event: another hour or day, a shorter way, one area.

Each says which facts it changes and how it stands in the columns of an alternate. No number of people is among them:
no ordinance lets an official offer fewer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import chain, combinations, product
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from permitbook.facts import fields_behind
from permitbook.places import is_unsaid, show_segment, tidy
from permitbook.reckoning import show_day, show_time

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.places import Route

Kind = Literal["area", "dispersal", "route", "length", "later", "earlier", "day"]

DAY = frozenset({"event_date", "more_dates"})
HOURS = frozenset({"start_time", "end_time", "assembly_time"})
WHERE = frozenset({"route", "assembly_area", "dispersal_area"})
ANYTHING = DAY | HOURS | WHERE
FACTS_BEHIND = {
    "conflicts": ANYTHING,
    "neighbours": ANYTHING,
    "outside_events": DAY | HOURS,
    "over_at": DAY | HOURS,
}
"""Of what is worked out of several facts, all those that change it."""

STEP = 15
"""Minutes between the starts that are looked at; they lie on the quarters of the hour."""
EARLIEST, LATEST = time(6), time(21)
"""The first and the last start that is looked at."""
SHORTEST = 30
"""No event is shortened to less than so many minutes, nor to less than half its length."""
MOST_PARTS = 5
"""So many parts of a route may be left out at one of its ends."""
WHOLE_DAY = 24 * 60
PIECE = 60
"""A part of the route left out, or another area, counts as much as an hour."""


class Change(Struct, frozen=True, kw_only=True, eq=False):
    """One change, or two at once. `columns` are the facts of the alternate that say it; `touches` the facts it changes.

    `size` is in minutes: a day moved or given up counts as 24 hours, a part of the route or an area as one.
    """

    kinds: tuple[Kind, ...]
    words: str
    size: int
    columns: Mapping[str, object]
    touches: frozenset[str]
    day: date | None = None
    """The day it is moved to."""

    def and_(self, other: Change) -> Change:
        """Both at once; the day is told first."""
        first, second = sorted((self, other), key=lambda each: each.day is None)
        return Change(
            kinds=(*first.kinds, *second.kinds),
            words=f"{first.words}; {second.words[0].lower()}{second.words[1:]}",
            size=self.size + other.size,
            columns={**self.columns, **other.columns},
            touches=self.touches | other.touches,
            day=first.day,
        )


def facts_changing(names: Sequence[str]) -> frozenset[str]:
    """The facts of which one must change before a clause that reads these names is answered otherwise."""
    return frozenset(fact for name in names for fact in FACTS_BEHIND.get(name) or fields_behind(name))


def changes_of(held: Application, places: Sequence[str], first: date, last: date) -> dict[Kind, list[Change]]:
    """The changes of each kind, the smallest first: days from the first to the last, and areas among the places too."""
    kinds: dict[Kind, Iterator[Change]] = {
        "area": other_areas(held, places),
        "dispersal": one_dispersal(held),
        "route": shorter_routes(held),
        "length": shorter(held),
        **other_starts(held),
        "day": other_days(held, first, last),
    }
    return {kind: sorted(changes, key=lambda each: each.size) for kind, changes in kinds.items()}


def other_days(held: Application, first: date, last: date) -> Iterator[Change]:
    """Each day from the first to the last that it could be held on in place of its own, nearest first.

    The columns of an alternate hold one day: of an event of several days the others are given up.
    """
    if held.event_date is None:
        return
    own = sorted({held.event_date, *(held.more_dates or ())})
    given_up = len(own) - 1
    near = [(min(abs((day - each).days) for each in own), day) for day in _days(first, last)]
    for away, day in sorted(near, key=lambda pair: (pair[0], -pair[1].toordinal())):
        if day in own and not given_up:
            continue
        whole = ", in place of all its days" if given_up else ""
        moved = (day - held.event_date).days
        how = f", {_count(abs(moved), 'day')} {'later' if moved > 0 else 'earlier'}" if moved and not given_up else ""
        yield Change(
            kinds=("day",),
            words=f"Hold it on {show_day(day)}{how}{whole}",
            size=WHOLE_DAY * (away + given_up),
            columns={"alternate_date": day},
            touches=DAY,
            day=day,
        )


def _days(first: date, last: date) -> Iterator[date]:
    return (first + timedelta(days=at) for at in range((last - first).days + 1))


def other_starts(held: Application, step: int = STEP) -> dict[Kind, Iterator[Change]]:
    """Each later and each earlier start of the day, the length the same, nearest first."""
    if held.start_time is None:
        return {}
    start = _minute(held.start_time)
    moves = [at - start for at in range(_minute(EARLIEST), _minute(LATEST) + 1, step)]
    later, earlier = [by for by in moves if by > 0], [by for by in reversed(moves) if by < 0]
    return {"later": _moved("later", held, later), "earlier": _moved("earlier", held, earlier)}


def _moved(kind: Kind, held: Application, moves: Sequence[int]) -> Iterator[Change]:
    assert held.start_time is not None
    start = _minute(held.start_time)
    for moved in moves:
        begins = _clock(start + moved)
        columns: dict[str, object] = {"alternate_start": begins}
        if held.end_time is not None:
            columns["alternate_end"] = _clock(_minute(held.end_time) + moved)
        yield Change(
            kinds=(kind,),
            words=f"Start {_span(abs(moved))} {kind}, at {show_time(begins)}",
            size=abs(moved),
            columns=columns,
            touches=HOURS,
        )


def shorter(held: Application) -> Iterator[Change]:
    """An earlier end or a later start, by quarters of an hour; at least half of it stays, and half an hour."""
    if held.start_time is None or held.end_time is None or held.end_time == held.start_time:
        return
    start = _minute(held.start_time)
    length = (_minute(held.end_time) - start) % WHOLE_DAY
    for less in range(STEP, length - max(SHORTEST, -(-length // 2)) + 1, STEP):
        ends = _clock(start + length - less)
        yield Change(
            kinds=("length",),
            words=f"End {_span(less)} earlier, at {show_time(ends)}",
            size=less,
            columns={"alternate_start": held.start_time, "alternate_end": ends},
            touches=HOURS,
        )
        if start + less < WHOLE_DAY:
            begins = _clock(start + less)
            yield Change(
                kinds=("length",),
                words=f"Start {_span(less)} later, at {show_time(begins)}, and end as planned",
                size=less,
                columns={"alternate_start": begins, "alternate_end": held.end_time},
                touches=HOURS,
            )


def shorter_routes(held: Application) -> Iterator[Change]:
    """The route without its last parts, or without its first."""
    route: Route = held.route or ()
    for less in range(1, min(len(route), MOST_PARTS + 1)):
        for kept, left_out, end in ((route[:-less], route[-less:], "end"), (route[less:], route[:less], "start")):
            yield Change(
                kinds=("route",),
                words=f"Leave out {'; '.join(map(show_segment, left_out))} at the {end} of the route",
                size=PIECE * less,
                columns={"alternate_route": kept},
                touches=frozenset({"route"}),
            )


def other_areas(held: Application, places: Sequence[str]) -> Iterator[Change]:
    """One of its assembly areas alone, or another place that it names itself or that the office lists."""
    own = _distinct(held.assembly_area or ())
    if not own:
        return
    named = (held.starting_point, held.termination_point, *(held.dispersal_area or ()), *places)
    for area in _distinct([*own, *(each for each in named if each)]):
        if [area] == own or is_unsaid(area):
            continue
        is_own = area in own
        yield Change(
            kinds=("area",),
            words=f"Assemble at {area} only" if is_own else f"Assemble at {area} instead of {'; '.join(own)}",
            size=PIECE * max(1, len(own) - is_own),
            columns={"alternate_area": (area,)},
            touches=frozenset({"assembly_area"}),
        )


def one_dispersal(held: Application) -> Iterator[Change]:
    """One of several dispersal areas alone."""
    own = _distinct(held.dispersal_area or ())
    for area in own if len(own) > 1 else ():
        yield Change(
            kinds=("dispersal",),
            words=f"Disperse at {area} only",
            size=PIECE * (len(own) - 1),
            columns={"alternate_dispersal": (area,)},
            touches=frozenset({"dispersal_area"}),
        )


def several_at_once(kinds: Iterable[Sequence[Change]], number: int) -> list[tuple[Change, ...]]:
    """So many changes of different facts at once, in every combination, the smallest first."""
    chosen = chain.from_iterable(
        product(*of)
        for of in combinations([each for each in kinds if each], number)
        if sum(len(each[0].touches) for each in of) == len(frozenset().union(*(each[0].touches for each in of)))
    )
    return sorted(chosen, key=lambda changes: sum(each.size for each in changes))


def _distinct(names: Iterable[str]) -> list[str]:
    """The names as first written, one that stands twice once."""
    told: dict[str, str] = {}
    for name in names:
        told.setdefault(tidy(name).casefold(), name)
    return list(told.values())


def _minute(at: time) -> int:
    return at.hour * 60 + at.minute


def _clock(minute: int) -> time:
    return (datetime(2000, 1, 1) + timedelta(minutes=minute % WHOLE_DAY)).time()


def _span(minutes: int) -> str:
    """So many minutes in words.

    >>> _span(45), _span(60), _span(150)
    ('45 minutes', '1 hour', '2 hours 30 minutes')
    """
    hours, rest = divmod(minutes, 60)
    told = [_count(hours, "hour")] if hours else []
    return " ".join([*told, _count(rest, "minute")] if rest or not hours else told)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
