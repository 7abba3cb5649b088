"""The Streets sheet, asked by route: which of its rows an event uses, and whose streets they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from permitbook.streets import StreetNames

if TYPE_CHECKING:
    from permitbook.places import Route, Segment
    from permitbook.tables import Street


class Roads:
    """The rows of the Streets sheet, and the names by which streets are compared."""

    def __init__(self, rows: Sequence[Street] = ()) -> None:
        self.rows = tuple(each for each in rows if each.street)
        self.names = StreetNames(self.rows)

    @cached_property
    def _by_street(self) -> dict[str, list[Street]]:
        found: dict[str, list[Street]] = {}
        for each in self.rows:
            found.setdefault(self._named(each.street or ""), []).append(each)
        return found

    def _named(self, text: str) -> str:
        """The name by which a street is compared."""
        return self.names.street(text).text

    def touched(self, route: Route) -> tuple[Street, ...]:
        """The rows whose street or block is part of the route; a block that cannot be placed counts."""
        return tuple(dict.fromkeys(row for segment in route for row in self._touched(segment)))

    def _touched(self, segment: Segment) -> list[Street]:
        rows = self._by_street.get(self._named(segment.street), [])
        if segment.start and not segment.end:
            rows = rows + self._by_street.get(self._named(segment.start), [])
        return [row for row in rows if self._may_touch(segment, row)]

    def _may_touch(self, segment: Segment, row: Street) -> bool:
        if not (segment.start and segment.end and row.from_cross and row.to_cross):
            return True
        block = {self.names.street(row.from_cross), self.names.street(row.to_cross)}
        way = self.names.way(segment.street, segment.start, segment.end)
        if way is None:
            return True
        return any(block == set(pair) for pair in pairwise(way))

    def is_municipal(self, route: Route) -> bool:
        """Some of the route is a street of the municipality; one that the sheet does not list counts as that."""
        return any(self._is_municipal(segment) for segment in route)

    def _is_municipal(self, segment: Segment) -> bool:
        rows = self._touched(segment)
        return not rows or any(row.under_municipality is not False for row in rows)
