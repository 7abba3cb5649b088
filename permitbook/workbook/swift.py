"""The short cut through a row: one pattern reads a whole run of neighbouring cells at once.

It serves rows in the plain form without formulas in the run. It does what the plain way does, cell by cell, and
steps back wherever it is not sure: then the plain way is taken. Rows that hold what they should, and look like those
before them, are not even read: their bytes are what would be written anew.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby

from permitbook.workbook.cells import CellValue, CellWriter, Formula, Unwritable, Written
from permitbook.workbook.fresh import NO_CELL, Form, FreshColumn, FreshColumns, NewStyles, cells_of_row, in_row
from permitbook.workbook.outline import Change
from permitbook.workbook.rows import Cell, Row, Sheet, column_name, column_number

_ONE_CELL = (
    rb'(?:<c r="%b\d++("(?: s="(\d{1,9}+)")?+(?: t="\w++")?+'
    rb"(?:/>|>(?:<v>[^<]*+</v>|<is><t[^<>]*+>[^<]*+</t></is>)</c>)))?+"
)
_ANY_CELL = re.compile(rb'<c r="([A-Z]{1,3})\d+"')
_TAIL = re.compile(rb'"(?: s="(\d{1,9})")?(?: t="(\w+)")?(?:/>|>(.*)</c>)', re.DOTALL)
_MOST_KNOWN = 50_000


class _Unseen(dict[object, bytes]):
    """Cells of which it is not known how they would look: they are like none that stand there."""

    def __missing__(self, key: object) -> bytes:
        return NO_CELL


class _Look(dict[type, Mapping[object, bytes]]):
    """How the cells of one column stand, by the type of value they hold, as far as they stand as if written anew."""

    def __missing__(self, kind: type) -> Mapping[object, bytes]:
        return _UNSEEN

    def cells(self, values: Iterable[CellValue]) -> list[bytes]:
        """The cells that hold these values, as they would stand. Raises Unwritable."""
        return [
            self[value.__class__][value if value.__class__ is str else (value.__class__, value)] for value in values
        ]


_UNSEEN = _Unseen()


class _Run:
    """Neighbouring columns, and the pattern of their cells: all of a cell after its name, and its format."""

    def __init__(self, columns: list[int]) -> None:
        self.columns = columns
        names = [column_name(column) for column in columns]
        self.pattern = re.compile(b"".join(_ONE_CELL % name for name in names))
        self.starts = [b'<c r="%b' % name for name in names]
        self.looks = [_Look() for _ in columns]
        self.fresh: dict[NewStyles, list[FreshColumn]] = {}
        self.is_known = False
        """A row was met that stands as if written anew; so most likely do the next ones."""

    def learn(
        self, values: Sequence[CellValue], tails: Sequence[bytes], styles: Sequence[bytes], fresh: FreshColumns
    ) -> None:
        """Keep in mind how a row looks whose cells stand as if written anew."""
        self.is_known = True
        for column, value, tail, style, look in zip(self.columns, values, tails, styles, self.looks, strict=True):
            form = Form(column, int(style or 0), blanks=bool(tail), shared=b' t="s">' in tail)
            look[value.__class__] = fresh[form]

    def joined(self, row: int, tails: list[bytes]) -> bytes:
        """The cells of one row; those with an empty tail do not stand there."""
        number = b"%d" % row
        if b"" in tails:
            return b"".join(start + number + tail for start, tail in zip(self.starts, tails, strict=True) if tail)
        parts = [number] * (3 * len(tails))
        parts[0::3], parts[2::3] = self.starts, tails
        return b"".join(parts)


class Swift:
    """Changes rows of one sheet where the short cut leads through. `styles` gives the formats of a row's new cells."""

    def __init__(
        self, sheet: Sheet, writer: CellWriter, fresh: FreshColumns, styles: Callable[[int, Row], NewStyles]
    ) -> None:
        self._xml, self._writer, self._fresh, self._styles = sheet.xml, writer, fresh, styles
        self._runs: dict[tuple[int, ...], list[_Run]] = {}
        self._known: dict[tuple[type, CellValue, bytes], Written] = {}

    def change(self, row: Row, wanted: Mapping[int, CellValue]) -> tuple[list[Change], list[int]] | None:
        """The changes to a row and the columns of its new cells; None when the plain way must be taken."""
        changes: list[Change] = []
        added: list[int] = []
        for run in self._runs_of(tuple(wanted)):
            change = self._change(run, row, [wanted[column] for column in run.columns], added)
            if change is None:
                return None
            if change.content:
                changes.append(change)
        return changes, added

    def held(self, rows: Sequence[tuple[Row, Mapping[int, CellValue]]]) -> Collection[int]:
        """Of some rows, each with what is to stand in it, those that hold it already just as if written anew.

        Not all that do are found: a row must look like those before it.
        """
        if not rows:
            return ()
        columns = tuple(rows[0][1])
        alike = [(row, wanted) for row, wanted in rows if tuple(wanted) == columns]
        held = {row.number for row, _ in alike}
        for run in self._runs_of(columns):
            if not run.is_known:
                return ()
            values = ([wanted[column] for _, wanted in alike] for column in run.columns)
            try:
                cells = [look.cells(those) for look, those in zip(run.looks, values, strict=True)]
            except Unwritable:
                return ()
            for (row, _), anew in zip(alike, zip(*cells, strict=True), strict=True):
                if not self._stands(run, row, in_row(row.number, anew)):
                    held.discard(row.number)
            run.is_known = bool(held)
        return held

    def _stands(self, run: _Run, row: Row, anew: bytes) -> bool:
        """Whether the cells of a run stand just so in a row."""
        start = self._start(run, row)
        return (
            start >= 0
            and self._xml.startswith(anew, start, row.closing)
            and self._ends_run(run, row, start + len(anew))
        )

    def _runs_of(self, columns: tuple[int, ...]) -> list[_Run]:
        runs = self._runs.get(columns)
        if runs is None:
            steps = groupby(enumerate(sorted(columns)), lambda each: each[1] - each[0])
            runs = self._runs[columns] = [_Run([column for _, column in step]) for _, step in steps]
        return runs

    def _change(self, run: _Run, row: Row, values: list[CellValue], added: list[int]) -> Change | None:
        """The change to one run, without content when there is none; None when the plain way must be taken."""
        start = self._start(run, row)
        if start < 0:
            return None
        if start == row.closing:
            return self._append(run, row, values, added)
        found = run.pattern.match(self._xml, start, row.closing)
        if found is None or not self._ends_run(run, row, found.end()):
            return None
        groups = found.groups(b"")
        tails, styles = groups[0::2], groups[1::2]
        if b"" in tails:
            styles = self._with_new_styles(run, row, values, tails, styles)
        known, learn = self._known.get, self._learn
        try:
            written = [
                known(key := (value.__class__, value, style)) or learn(key)
                for value, style in zip(values, styles, strict=True)
            ]
        except Unwritable:
            return None
        new_tails = [new.tail for new in written]
        is_same = is_anew = True
        for place, tail in enumerate(tails):
            if tail == new_tails[place]:
                continue
            new = written[place]
            if tail.startswith(new.head) and tail[len(new.head) : -8].isdigit() and not new.type:
                is_same = False  # another whole number in the same format
            elif self._holds(values[place], new, tail):
                new_tails[place] = tail
                is_anew = is_anew and (not tail or tail.startswith(new.head))
            else:
                is_same = False
        if is_same:
            if is_anew:
                run.learn(values, tails, styles, self._fresh)
            return Change(start, start, b"")
        if b"" in tails:
            added += [column for column, old, new in zip(run.columns, tails, new_tails, strict=True) if new and not old]
        return Change(start, found.end(), run.joined(row.number, new_tails))

    def _append(self, run: _Run, row: Row, values: list[CellValue], added: list[int]) -> Change | None:
        """The cells of a run that come after all others of the row."""
        styles = self._styles(row.number, row)
        if styles not in run.fresh:
            run.fresh[styles] = [self._fresh[Form(column, styles.of(column))] for column in run.columns]
        try:
            cells = cells_of_row(run.fresh[styles], values)
        except Unwritable:
            return None
        added += [column for column, cell in zip(run.columns, cells, strict=True) if cell]
        return Change(row.closing, row.closing, in_row(row.number, cells))

    def _with_new_styles(
        self, run: _Run, row: Row, values: list[CellValue], tails: tuple[bytes, ...], styles: tuple[bytes, ...]
    ) -> tuple[bytes, ...]:
        """The formats, with those of cells that do not stand there yet filled in where a value needs them."""
        told, new = list(styles), self._styles(row.number, row)
        for place, column in enumerate(run.columns):
            if not tails[place] and values[place] is not None:
                told[place] = b"%d" % new.of(column)
        return tuple(told)

    def _learn(self, key: tuple[type, CellValue, bytes]) -> Written:
        """How a value is written that was not met before. Raises Unwritable for a formula too: it is no short cut."""
        _, value, style = key
        if isinstance(value, Formula):
            raise Unwritable
        written = self._writer.compose(value, int(style or 0))
        if len(self._known) < _MOST_KNOWN:
            self._known[key] = written
        return written

    def _holds(self, value: CellValue, new: Written, tail: bytes) -> bool:
        """Whether a cell, written otherwise than it would be now, shows the value already."""
        if not tail:
            return not new.content
        if new.type == b"inlineStr" and tail.startswith(new.head):
            return self._writer.shared[tail[len(new.head) : -len(b"</v></c>")]] == new.meant
        found = _TAIL.fullmatch(tail)
        if found is None:
            return False
        style, kind, content = found.groups()
        return self._writer.holds(Cell(0, 0, 0, int(style or 0), kind or b"", content or b""), value, new)

    def _start(self, run: _Run, row: Row) -> int:
        """Where the first cell of a run stands or would stand; -1 when it is not easy to tell."""
        find, number = self._xml.find, row.number
        start = find(b'%b%d"' % (run.starts[0], number), row.opened, row.closing)
        if start >= 0 or self._is_before(run, row, row.closing):
            return start if start >= 0 else row.closing
        starts = (find(b'%b%d"' % (name, number), row.opened, row.closing) for name in run.starts[1:])
        start = next((start for start in starts if start >= 0), row.closing)
        return start if self._is_before(run, row, start) else -1

    def _is_before(self, run: _Run, row: Row, end: int) -> bool:
        """Whether the last cell up to this place belongs to an earlier column than the run's, or there is none."""
        last = self._xml.rfind(b"<c", row.opened, end)
        found = _ANY_CELL.match(self._xml, last) if last >= 0 else None
        return last < 0 or (found is not None and column_number(found[1]) < run.columns[0])

    def _ends_run(self, run: _Run, row: Row, end: int) -> bool:
        """Whether the run is over here: at the end of the row, or before a cell of a later column."""
        if end == row.closing:
            return True
        later = _ANY_CELL.match(self._xml, end)
        return later is not None and column_number(later[1]) > run.columns[-1]
