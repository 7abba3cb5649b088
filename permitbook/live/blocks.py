"""Changed cells gathered into rectangles, so that Excel is called a few times and not once a cell."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import TypeVar

from permitbook.workbook.areas import Area

V = TypeVar("V")
Place = tuple[int, int]


def blocks(
    places: Iterable[Place],
    is_free: Callable[[int, int], bool] = lambda row, column: False,
    alone: Container[int] = (),
) -> list[Area]:
    """The fewest rectangles, as near as is easy, that hold all the places and besides them only free ones.

    Rows that are to be alone share no rectangle with another row.
    """
    by_row: dict[int, list[int]] = {}
    for row, column in sorted(places):
        by_row.setdefault(row, []).append(column)
    done: list[Area] = []
    above: list[Area] = []
    for row, columns in by_row.items():
        if row in alone or row - 1 in alone:
            done += above
            above = []
        here = []
        for first, last in _runs(row, columns, is_free):
            joined = next((each for each in above if _joined(each, row, first, last, is_free)), None)
            if joined is None:
                here.append(Area(row, first, row, last))
                continue
            above.remove(joined)
            here.append(Area(joined.first_row, min(first, joined.first_column), row, max(last, joined.last_column)))
        done += above
        above = here
    return sorted([*done, *above])


def _runs(row: int, columns: list[int], is_free: Callable[[int, int], bool]) -> Iterator[tuple[int, int]]:
    """The stretches of one row that can be written at one go."""
    first = last = columns[0]
    for column in columns[1:]:
        if not all(is_free(row, between) for between in range(last + 1, column)):
            yield first, last
            first = column
        last = column
    yield first, last


def _joined(above: Area, row: int, first: int, last: int, is_free: Callable[[int, int], bool]) -> bool:
    """Whether a stretch of a row and the rectangle right above it make one rectangle."""
    if above.last_row != row - 1 or first > above.last_column or last < above.first_column:
        return False
    wider = [*range(first, above.first_column), *range(above.last_column + 1, last + 1)]
    narrower = [*range(above.first_column, first), *range(last + 1, above.last_column + 1)]
    return all(is_free(row, column) for column in narrower) and all(
        is_free(each, column) for column in wider for each in range(above.first_row, row)
    )


def values(block: Area, given: Mapping[Place, V], blank: V) -> list[list[V]]:
    """What a rectangle holds, row by row."""
    columns = range(block.first_column, block.last_column + 1)
    rows = range(block.first_row, block.last_row + 1)
    return [[given.get((row, column), blank) for column in columns] for row in rows]
