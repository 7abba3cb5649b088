"""Where the headings of a table stand: wherever the clerk has put them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from permitbook.errors import WorkbookError
from permitbook.kinds import shown
from permitbook.schema import Column, Kind
from permitbook.texts import folded
from permitbook.workbook.table import CellError, Raw, address, position

SEARCHED_ROWS = 30
_EMPTY = (None, "")
Line = tuple[int, Sequence[Raw]]
"""A row's number on the sheet, and its cells from the first column on; empty ones are None or ''."""


class Headings(Struct, frozen=True):
    """The row with the headings, the sheet column of each column key, and the headings that are no column."""

    row: int
    heads: dict[str, int]
    unknown: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1_024)
def same_heading(text: str) -> str:
    """A heading as it compares: case, blanks of every kind and underscores do not matter.

    >>> same_heading("EVENT\\u00a0 Date ") == same_heading("event_date")
    True
    """
    return folded(text).replace(" ", "").replace("_", "")


def find_headings(
    where: str,
    lines: Iterable[Line],
    columns: Sequence[Column],
    aliases: Mapping[str, str],
    first_column: int,
    fallback: bool = False,
) -> Headings:
    """The row among the first thirty that holds the most known headings; of several, the first.

    A heading is known by the column's heading or its key, or by an alias, which goes first. With `fallback`
    the first row that holds anything will do, as in a text file. Raises WorkbookError when no row has a known
    heading, or when one column stands there twice.
    """
    keys = {same_heading(name): each.key for each in columns for name in (each.key, each.heading)}
    keys |= {same_heading(theirs): key for theirs, key in aliases.items()}
    best: list[tuple[str, str | None, int]] = []
    best_row = most = 0
    for number, cells in lines:
        filled = [
            (raw, at) for at, raw in enumerate(cells, first_column) if not (raw in _EMPTY or type(raw) is CellError)
        ]
        if len(filled) <= most:
            continue  # It cannot hold more of them.
        told = ((shown(raw), at) for raw, at in filled)
        found = [(text, keys.get(same), at) for text, at in told if (same := same_heading(text))]
        known = sum(key is not None for _, key, _ in found)
        if known > most or (fallback and found and not best):
            best, best_row, most = found, number, known
        if most >= len(columns):
            break  # No row can hold more.
    if not best:
        example = ", ".join(each.heading for each in columns[:3])
        raise WorkbookError(f"{where} has no heading row: looked for headings such as {example} in its first rows.")
    return _told_apart(where, best_row, best)


def _told_apart(where: str, row: int, found: list[tuple[str, str | None, int]]) -> Headings:
    heads: dict[str, int] = {}
    for heading, key, column in found:
        if key is not None and heads.setdefault(key, column) != column:
            one, other = address(row, heads[key]), address(row, column)
            raise WorkbookError(
                f'{where} has two columns for "{heading}", in {one} and {other}, and neither is read; '
                "rename or delete one of the headings and run again."
            )
    unknown = tuple((address(row, column), heading) for heading, key, column in found if key is None)
    return Headings(row, heads, unknown)


def with_unknown(headings: Headings, columns: Sequence[Column]) -> tuple[Headings, list[Column]]:
    """The same with the unknown headings as text columns, whose keys are their headings.

    A heading that is there again, or is the key of a column, has its cell added to its key.
    """
    heads, added = dict(headings.heads), []
    taken = {each.key for each in columns}
    for cell, heading in headings.unknown:
        key = f"{heading} ({cell})" if heading in taken else heading
        taken.add(key)
        heads[key] = position(cell)[1]
        added.append(Column(key=key, heading=heading, kind=Kind.TEXT))
    return replace(headings, heads=heads), [*columns, *added]
