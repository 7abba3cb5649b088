"""The streets that are known here: which written names are one street, and which blocks follow each other.

Two names are one street when they are written alike in full words (see streetname.py). A name that says less than
another, as `N. Main` says less than `North Main Street`, could be it or could be North Main Avenue. It is taken for
it only by what is known:

- The Streets sheet lists exactly one street that it could be, or names it as an alias of exactly one.
- The sheet lists none, but in the whole log exactly one street or road is written in full that it could be.
  This is not done for names like `St. James`, which may be no street at all, nor for one that is also the name
  of a place in the log, nor for Broadway.

In all other cases the two stay apart and *may be* one: a conflict between them is of level `street`, for an official
to judge. Nothing is merged silently (`note` says what was read as what), and nothing that may meet is passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from permitbook.streetname import StreetName, lacks, may_be, read_street

if TYPE_CHECKING:
    from permitbook.tables import Street


class Same(StrEnum):
    """Whether two names are one street; ambiguous when what is written does not say."""

    YES = "yes"
    NO = "no"
    AMBIGUOUS = "ambiguous"


class StreetNames:
    """Names of streets as this municipality uses them.

    `streets` are the rows of the Streets sheet; `seen` is how the streets of the log are written and `places` the
    names of places there, both of which the docket adds.
    """

    def __init__(self, streets: Sequence[Street] = (), seen: Iterable[str] = (), places: Iterable[str] = ()) -> None:
        self._streets = tuple(each for each in streets if each.street)
        self._places = frozenset(str(read_street(text)) for text in places)
        self._read: dict[str, StreetName] = {}
        self._listed: dict[tuple[str, ...], set[StreetName]] = defaultdict(set)
        self._aliases: dict[StreetName, set[StreetName]] = defaultdict(set)
        self._own = {read_street(each.street or "") for each in self._streets}
        for each in self._streets:
            self._list(read_street(each.street or ""), each.alias or ())
        self._seen: dict[tuple[str, ...], set[StreetName]] = defaultdict(set)
        for cross in self._crossings():
            self._listed[cross.stem].add(cross)
        for name in map(read_street, seen):
            if name.kind and name.is_way and not name.lead:
                self._seen[name.stem].add(name)
        self._own_as_known = set(map(self._known, self._own))
        self._near = self._blocks()

    def _list(self, street: StreetName, aliases: Iterable[str]) -> None:
        self._listed[street.stem].add(street)
        for alias in map(read_street, aliases):
            if alias.words and alias != street:
                self._listed[alias.stem].add(alias)
                self._aliases[alias].add(street)

    def _crossings(self) -> set[StreetName]:
        """The cross streets that the sheet names, as far as it knows them as streets."""
        written = {name for each in self._streets for name in (each.from_cross, each.to_cross) if name}
        return {self._known(read_street(name)) for name in written}

    def knowing(self, seen: Iterable[str], places: Iterable[str] = ()) -> StreetNames:
        """These names with those of a log."""
        return StreetNames(self._streets, seen, places)

    def street(self, text: str) -> StreetName:
        """The street that a text names, by all that is known."""
        name = self._read.get(text)
        if name is None:
            name = self._read[text] = self._known(read_street(text))
        return name

    def compare(self, one: str, other: str) -> Same:
        """Whether two written names are one street."""
        first, second = self.street(one), self.street(other)
        if first == second:
            return Same.YES
        return Same.AMBIGUOUS if self._may_be(first, second) else Same.NO

    def note(self, text: str) -> str | None:
        """What the name was taken for, when it was not written in full; None when it needed no knowledge."""
        name, known = read_street(text), self.street(text)
        if name == known:
            return None
        why = "in the Streets sheet" if self._listed.get(name.stem) else "in this log"
        return f"{' '.join(text.split())} is read as {known}, the only street {why} that it can be."

    def is_listed(self, text: str) -> bool:
        """The Streets sheet has the street."""
        return self.street(text) in self._own_as_known

    def unsure(self, names: Iterable[StreetName]) -> dict[str, set[str]]:
        """For each of these and of the sheet's crossings, those of them that may be the same street."""
        groups: dict[tuple[str, ...], set[StreetName]] = defaultdict(set)
        for name in {*names, *(cross for near in self._near.values() for cross in near)}:
            groups[name.stem].add(name)
            for target in self._aliases.get(name, ()):
                groups[target.stem].add(name)
        unsure: dict[str, set[str]] = defaultdict(set)
        for group in groups.values():
            for one, other in combinations(group, 2):
                if self._may_be(one, other):
                    unsure[one.text].add(other.text)
                    unsure[other.text].add(one.text)
        return dict(unsure)

    def way(self, street: str, start: str, end: str) -> tuple[StreetName, ...] | None:
        """The crossings from `start` to `end` in order, by the blocks in the Streets sheet.

        None when the sheet does not lead from one to the other, or leads there by two ways.
        """
        near = self._near.get(self.street(street), {})
        first, last = self.street(start), self.street(end)
        return _path(near, first, last) if first in near and last in near else None

    def _may_be(self, one: StreetName, other: StreetName) -> bool:
        """Two different names that could be one street."""
        return may_be(one, other) or other in self._aliases.get(one, ()) or one in self._aliases.get(other, ())

    def _known(self, name: StreetName) -> StreetName:
        listed = self._listed.get(name.stem, ())
        fits = [each for each in listed if lacks(name, each)] if name not in listed else []
        if len(fits) > 1:
            return name
        return self._completed(self._unaliased(fits[0] if fits else name))

    def _unaliased(self, name: StreetName) -> StreetName:
        """The street an alias stands for; the alias itself when it stands for several or is a street of its own."""
        targets = self._aliases.get(name, ())
        return next(iter(targets)) if len(targets) == 1 and name not in self._own else name

    def _completed(self, name: StreetName) -> StreetName:
        """A name without suffix with that of the one street it can be in the log."""
        if name.kind or name.words[:1] == ("SAINT",) or str(name) in self._places:
            return name
        if any(each.kind for each in self._listed.get(name.stem, ())):
            return name
        seen = [each for each in self._seen.get(name.stem, ()) if lacks(name, each)]
        return seen[0] if len(seen) == 1 else name

    def _blocks(self) -> dict[StreetName, dict[StreetName, set[StreetName]]]:
        """By street: each crossing with those one block away."""
        blocks: dict[StreetName, dict[StreetName, set[StreetName]]] = {}
        for each in self._streets:
            if each.street and each.from_cross and each.to_cross:
                ends = self.street(each.from_cross), self.street(each.to_cross)
                near = blocks.setdefault(self.street(each.street), defaultdict(set))
                near[ends[0]].add(ends[1])
                near[ends[1]].add(ends[0])
        return blocks


def _path(
    following: dict[StreetName, set[StreetName]], start: StreetName, goal: StreetName
) -> tuple[StreetName, ...] | None:
    """The one way along the blocks; None if there is none or a ring leaves a choice."""
    came: dict[StreetName, StreetName | None] = {start: None}
    edge = [start]
    while edge:
        here = edge.pop()
        for there in following[here]:
            if there == came[here]:
                continue
            if there in came:
                return None
            came[there] = here
            edge.append(there)
    if goal not in came:
        return None
    path: list[StreetName] = []
    step: StreetName | None = goal
    while step is not None:
        path.append(step)
        step = came[step]
    return tuple(reversed(path))
