"""The rows under the headings: what is an application, what is empty, a total, a title, and what merged cells mean.

The rules, in the manual's words. A row without anything in a known column is none. A row of totals (the word
total, and else nothing but numbers and formulas), one that repeats the headings, one of formulas alone, and one
whose only entry is merged over several columns is left out, with a note. Of cells merged down a column each row
has the entry of the first, with a note; but an application number is one row's. Cells merged across columns
state only the first.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from operator import itemgetter
from typing import Literal

from msgspec import Struct, field

from permitbook.errors import Problem
from permitbook.kinds import shown
from permitbook.schema import Column
from permitbook.texts import bare, folded
from permitbook.workbook.areas import Area
from permitbook.workbook.headings import Headings, Line, same_heading
from permitbook.workbook.outline import damaged
from permitbook.workbook.table import Raw, Row, Table, address

_TOTAL = re.compile(r"(?:grand |sub-? ?)?totals?|sum|average|count")
_FIGURES = re.compile(r"[$-]*[0-9][0-9,.]*")
_NUMBER = "application_no"
_AT_ONCE = 1_000
"""So many rows are put into the columns at a time."""


Mend = Callable[[Raw], Raw]
"""What a cell says, from the value that a reader gave for it."""


class Hidden(Struct):
    """What a sheet holds beside the values: what takes a value's place, merged cells, and which cells are formulas."""

    mends: Mapping[int, Mapping[int, Mend]] = field(default_factory=dict)
    merged: Sequence[Area] = ()
    formulas: Callable[[Collection[int]], Collection[tuple[int, int]]] = lambda rows: ()


def gather(
    sheet: str,
    lines: Iterable[Line],
    headings: Headings,
    columns: Sequence[Column],
    *,
    first_column: int = 1,
    hidden: Hidden | None = None,
    date1904: bool = False,
    plain: bool = False,
) -> Table:
    """The table under the headings. `lines` are the sheet's rows in order, from any row on."""
    return _Gathering(sheet, headings, columns, first_column, hidden or Hidden()).table(lines, date1904, plain)


class _Gathering:
    def __init__(
        self, sheet: str, headings: Headings, columns: Sequence[Column], first_column: int, hidden: Hidden
    ) -> None:
        self.sheet, self.headings, self.hidden = sheet, headings, hidden
        self.columns = {each.key: each for each in columns}
        self.held: dict[str, list[Raw]] = {key: [] for key in headings.heads}
        self.key = columns[0].key
        self.first_column = first_column
        self.rows: list[Row] = []
        self.doubtful: list[Row] = []
        self.left_out: set[int] = set()
        self.own: dict[int, int] = {}
        self.problems: list[Problem] = []

    def table(self, lines: Iterable[Line], date1904: bool, plain: bool) -> Table:
        self.take(lines)
        self.sort_out_doubtful()
        self.merge()
        return Table(
            self.sheet,
            self.headings.row,
            self.headings.heads,
            self.headings.unknown,
            self.kept(),
            self.next_row(),
            tuple(self.problems),
            date1904,
            plain,
        )

    def take(self, lines: Iterable[Line]) -> None:
        """Every row with something in a known column; those without a key, or with a word for one, are doubtful."""
        heads, top = self.headings.heads, self.headings.row
        key = list(heads).index(self.key) if self.key in heads else None
        at_columns = [at - self.first_column for at in heads.values()]
        pick, needed = _picker(at_columns), max(at_columns) + 1
        waiting = {number for number in self.hidden.mends if number > top}
        fresh: list[Sequence[Raw]] = []
        for number, cells in _with_the_rest(lines, waiting):
            if number <= top:
                continue
            if len(cells) < needed:
                cells = [*cells, *[None] * (needed - len(cells))]
            raws: Sequence[Raw] = pick(cells)
            if number in waiting:
                waiting.discard(number)
                raws = self.mended(number, raws)
            name = None if key is None else raws[key]
            if not _has_ink(name) and not any(map(_has_ink, raws)):
                if filled := sum(map(_has_ink, cells)):
                    self.own[number] = filled
                continue
            row = Row(number, len(self.rows), self.held)
            self.rows.append(row)
            fresh.append(raws)
            if len(fresh) == _AT_ONCE:
                self.hold(fresh)
            if name is None or (isinstance(name, str) and not name[-1:].isdigit() and (not name or self.is_word(name))):
                self.doubtful.append(row)
        self.hold(fresh)

    def mended(self, number: int, raws: Sequence[Raw]) -> list[Raw]:
        mends = self.hidden.mends[number]
        told = [
            mends[at](None if raw == "" else raw) if at in mends else None
            for at, raw in zip(self.headings.heads.values(), raws, strict=True)
        ]
        return [raw if mended is None else mended for raw, mended in zip(raws, told, strict=True)]

    def hold(self, fresh: list[Sequence[Raw]]) -> None:
        """Adds rows to the columns."""
        for column, raws in zip(self.held.values(), zip(*fresh, strict=True), strict=False):
            column += raws
        fresh.clear()

    def kept(self) -> tuple[Row, ...]:
        """The rows that are not left out."""
        if not self.left_out:
            return tuple(self.rows)
        rows = [row for row in self.rows if row.number not in self.left_out]
        held = {key: [raws[row.at] for row in rows] for key, raws in self.held.items()}
        return tuple(Row(row.number, at, held) for at, row in enumerate(rows))

    def is_word(self, text: str) -> bool:
        return bool(_total(text)) or self.is_heading(self.key, text)

    def is_heading(self, key: str, text: str) -> bool:
        return same_heading(text) in (same_heading(key), same_heading(self.columns[key].heading))

    def sort_out_doubtful(self) -> None:
        """Leave out those of the doubtful rows that are no entries."""
        if not self.doubtful:
            return
        formulas: dict[int, set[int]] = {}
        for number, column in self.hidden.formulas({row.number for row in self.doubtful}):
            formulas.setdefault(number, set()).add(column)
        heads = self.headings.heads
        for row in self.doubtful:
            typed: Mapping[str, Raw] = row.cells
            if row.number in formulas:
                typed = {key: raw for key, raw in row.cells.items() if heads[key] not in formulas[row.number]}
            if what := self.what_else(typed):
                self.leave_out(row, what)

    def what_else(self, typed: Mapping[str, Raw]) -> str:
        """What a row is by its typed cells, when it is no entry; empty when it may be one."""
        if not typed:
            return "formulas without an entry"
        texts = ((key, raw) for key, raw in typed.items() if isinstance(raw, str))
        if (first := next(texts, None)) and self.is_heading(*first):
            repeated = 1 + sum(self.is_heading(*each) for each in texts)
            return "the headings once more" if 2 * repeated > len(typed) else ""
        return "totals" if _adds_up(typed.values()) else ""

    def leave_out(self, row: Row, what: str) -> None:
        self.left_out.add(row.number)
        first = min(row.cells, key=lambda key: self.headings.heads[key])
        self.tell(row, first, f"this row is left out, as it holds {what}.", "note")

    def merge(self) -> None:
        numbers = [row.number for row in self.rows]
        in_order = sorted((at, key) for key, at in self.headings.heads.items())
        room = len(numbers) * len(in_order)
        for area in dict.fromkeys(self.hidden.merged):
            keys = [key for at, key in in_order if area.first_column <= at <= area.last_column]
            if not keys or area.first_row <= self.headings.row:
                continue
            first, last = bisect_left(numbers, area.first_row), bisect_right(numbers, area.last_row)
            room -= last - first
            if room < 0:
                # Each cell can be merged once; Excel never writes ranges that lie over each other.
                raise damaged(f'The sheet "{self.sheet}"', "its merged cells lie over each other")
            for row in self.rows[first:last]:
                if row.number not in self.left_out:
                    self.merge_row(row, area, keys, self.rows[first])

    def merge_row(self, row: Row, area: Area, keys: list[str], top: Row) -> None:
        """What one row says where it has a part in merged cells."""
        key = keys[0] if self.headings.heads[keys[0]] == area.first_column else None
        if key and len(keys) > 1 and set(row.cells) == {key} and area.first_row == area.last_row:
            self.leave_out(row, "a title line")
            return
        for other in keys[key is not None :]:
            row.put(other, None)
            self.tell(row, other, f"the cells {area} are merged and state one thing only; unmerge them.")
        if key is None or row.number == area.first_row:
            return
        row.put(key, None)
        raw = top.get(key) if top.number == area.first_row else None
        if key == _NUMBER:
            self.tell(row, key, f"the cells {area} are merged, but each row needs its own number; unmerge them.")
        elif raw is not None:
            row.put(key, raw)
            self.tell(row, key, f"'{shown(raw)}' read as in {address(*area[:2])} (merged cells {area}).", "note")

    def next_row(self) -> int:
        """The first row under everything that is filled, except formulas that wait for an entry."""
        last = max([self.headings.row, *(row.number for row in self.rows)])
        below = {number: filled for number, filled in self.own.items() if number > last}
        formulas = Counter(row for row, _ in self.hidden.formulas(below)) if below else Counter()
        return max([last, *(number for number, filled in below.items() if filled > formulas[number])]) + 1

    def tell(self, row: Row, key: str, message: str, level: Literal["problem", "note"] = "problem") -> None:
        raw, number = row.get(key), None if row.number in self.left_out else row.get(_NUMBER)
        self.problems.append(
            Problem(
                sheet=self.sheet,
                cell=address(row.number, self.headings.heads[key]),
                heading=self.columns[key].heading,
                message=message,
                read="" if raw is None else shown(raw),
                application_no=None if number is None else shown(number),
                level=level,
            )
        )


def _with_the_rest(lines: Iterable[Line], waiting: Collection[int]) -> Iterator[Line]:
    """The lines, and below them the rows still waited for: a reader ends before those that hold only what it hides."""
    yield from lines
    yield from ((number, ()) for number in sorted(waiting))


def _picker(places: list[int]) -> Callable[[Sequence[Raw]], Sequence[Raw]]:
    """Takes the cells at some places out of a row."""
    if places == list(range(places[0], places[-1] + 1)):
        return itemgetter(slice(places[0], places[-1] + 1))
    return itemgetter(*places)


def _total(text: str) -> re.Match[str] | None:
    return _TOTAL.fullmatch(folded(text).rstrip(": "))


def _has_ink(raw: Raw) -> bool:
    if isinstance(raw, str):
        return raw[:1].isalnum() or (raw != "" and bool(bare(raw)))
    return raw is not None


def _adds_up(cells: Iterable[Raw]) -> bool:
    """Whether the cells are a word for a total, and else nothing but numbers."""
    named = False
    for raw in cells:
        if isinstance(raw, str):
            if _total(raw):
                named = True
            elif bare(raw) and not _FIGURES.fullmatch(bare(raw)):
                return False
        elif isinstance(raw, bool) or not isinstance(raw, int | float | timedelta):
            return False
    return named
