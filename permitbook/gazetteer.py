"""The names that one log writes for its streets and places, and the ground that they stand for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from permitbook.entries import Entry
from permitbook.ground import Ground, Surveyor
from permitbook.streets import StreetNames


class Gazetteer:
    """What the Streets sheet and all entries of a log together say of names.

    Dockets of the same log can share one, so that a name is read alike in all of them and no ground is found twice.
    """

    def __init__(self, entries: Iterable[Entry], listed: StreetNames | None = None) -> None:
        self.listed = listed or StreetNames()
        """The names of the Streets sheet alone."""
        self._streets, self._places = Counter[str](), Counter[str]()
        for entry in entries:
            self._streets.update(entry.streets)
            self._places.update(set(entry.places))

    @cached_property
    def names(self) -> StreetNames:
        """The street names of the Streets sheet, and what the log adds to them."""
        return self.listed.knowing(self._streets, self._places)

    @cached_property
    def _surveyor(self) -> Surveyor:
        return Surveyor(self.names)

    def ground(self, entry: Entry) -> Ground:
        """The ground that an entry takes up."""
        return self._surveyor.ground(entry.route, entry.places)

    @cached_property
    def maybe(self) -> dict[str, set[str]]:
        """Names of streets, with those that may be the same street, whichever entry writes them."""
        self._surveyor.survey(self._streets, self._places)
        return self.names.unsure(self._surveyor.streets.values())

    def would_learn(self, entry: Entry, before: Entry) -> bool:
        """With this entry in place of the other the log would know other names, so that one might be read otherwise."""
        return _changes(self._streets, before.streets, entry.streets) or _changes(
            self._places, set(before.places), set(entry.places)
        )


def _changes(known: Counter[str], before: set[str], after: set[str]) -> bool:
    return any(not known[name] for name in after - before) or any(known[name] == 1 for name in before - after)
