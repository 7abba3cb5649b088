"""The rows of a foreign file as facts of ours: read as cells are, split, grouped, and told where they are unclear."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Literal, cast

from msgspec import Struct

from permitbook.consistency import check_times
from permitbook.errors import Problem, UsageError, WorkbookError
from permitbook.grouping import Incoming, grouped, spread
from permitbook.locations import in_words, locations_of
from permitbook.mapping import ImportMap
from permitbook.schema import Column, Kind
from permitbook.texts import bare, clean, trimmed
from permitbook.values import Value, read_value, shown
from permitbook.when import NO_TIME, Unreadable, from_serial, moment_of_text, whole_minute
from permitbook.workbook.delimited import read_csv
from permitbook.workbook.headings import same_heading
from permitbook.workbook.reader import read_book
from permitbook.workbook.table import CellError, Raw, Row, Table, address, position

END_DATE = Column("end_date", "End Date", Kind.DATE, "Last day; read as the range from the event date.")
TEXT_FILES = (".csv", ".tsv", ".txt")
MOMENT = "a date and time such as 9/12/2026 10:30 AM"
_MAPPED = "in the map: "


class Arrived(Struct):
    """All rows of a file or sheet, and what there is to say of them."""

    sheet: str
    rows: list[Incoming]
    problems: list[Problem]
    header_row: int


class Wanted(Struct, frozen=True, kw_only=True):
    """What a table takes in: its columns, and those of them that are read.

    `skipped` are columns that the program writes, which are passed over without a word.
    """

    sheet: str
    columns: Sequence[Column]
    there: Collection[str]
    skipped: Collection[str] = ()

    @property
    def fields(self) -> list[Column]:
        """The fields a file may have: those of the table, and the end date, which becomes further days."""
        dated = any(each.key == "event_date" for each in self.columns)
        return [*self.columns, END_DATE] if dated else list(self.columns)


def read_incoming(path: Path, source: str | None, wanted: Wanted, mapped: ImportMap) -> Arrived:
    """The rows of a CSV file or of a sheet of a workbook.

    Raises WorkbookError when there is no such table, UsageError when the map does not fit it.
    """
    ours = {same_heading(name): each.key for each in wanted.fields for name in (each.heading, each.key)}
    told = {same_heading(head) for head in mapped.columns}
    # A head that is a field of ours by its name, but is something else by the map, is read under another key.
    spoken_of = mapped.ignore | mapped.keep | mapped.split.keys() | mapped.several.keys()
    other = sorted(spoken_of & ours.keys() - told)
    aliases = {**mapped.columns, **{head: _MAPPED + head for head in other}}
    columns = [*wanted.fields, *(Column(_MAPPED + head, head, Kind.TEXT) for head in other)]
    if path.suffix.lower() in TEXT_FILES:
        table = read_csv(path, columns, aliases, everything=True)
    else:
        book = read_book(path)
        table = book.table(source or sheet_of(book.sheets, wanted.sheet, path), columns, aliases, everything=True)
    return _Reading(table, wanted, mapped, path.name).arrived()


def sheet_of(sheets: Sequence[str], target: str, path: Path) -> str:
    """The sheet to read where none is named: the only one, or the one with the target's name."""
    if len(sheets) == 1:
        return sheets[0]
    for each in sheets:
        if each.casefold() == target.casefold():
            return each
    raise WorkbookError(f"{path.name} has the sheets {', '.join(sheets)}; say with --from which one to read.")


class _Reading:
    """Reads each row of one table. Its columns are told apart by their keys in the table."""

    def __init__(self, table: Table, wanted: Wanted, mapped: ImportMap, file: str) -> None:
        self.table, self.wanted, self.mapped, self.file = table, wanted, mapped, file
        self.columns = {each.key: each for each in wanted.fields}
        self.problems: list[Problem] = []
        named = {column: heading for heading, column in self._unknown()}
        heads = {key: named.get(column, key.removeprefix(_MAPPED)) for key, column in table.heads.items()}
        self.heads = {key: same_heading(head) for key, head in heads.items()}
        explicit = {same_heading(head): key for head, key in mapped.columns.items()}
        self.heads |= {key: head for head, key in explicit.items() if key in table.heads}
        self.fields = {key for key in table.heads if key in wanted.there or key == END_DATE.key}
        self.kept = {key for key, head in self.heads.items() if head in mapped.keep} if "notes" in self.columns else ()
        self.split = {key: mapped.split[head] for key, head in self.heads.items() if head in mapped.split}
        self.several = {key: mapped.several[head] for key, head in self.heads.items() if head in mapped.several}
        self.order = sorted(table.heads, key=table.heads.__getitem__)
        self.group = self._group()
        self.constants = self._constants()

    def _unknown(self) -> Iterator[tuple[str, int]]:
        for cell, heading in self.table.unknown:
            yield heading, position(cell)[1]

    def _group(self) -> str | None:
        wanted = self.mapped.group_by
        if wanted is None:
            return None
        for key, head in self.heads.items():
            column = self.columns.get(key)
            if wanted == head or (column and wanted in (same_heading(column.heading), same_heading(key))):
                return key
        raise UsageError(f"The map {self.mapped.name} groups by a head '{wanted}' that {self.file} does not have.")

    def _constants(self) -> Incoming:
        """The facts that the map gives to every row, read once."""
        made = Incoming(0)
        for key, raw in self.mapped.constants.items():
            read = read_value(self.columns[key], raw, plain=True)
            if read.problem or read.value is None:
                raise UsageError(f"The map {self.mapped.name} has a constant {key} that cannot be: {read.problem}")
            if read.note:
                self.problems.append(Problem(self.mapped.name, "", key, read.note, read=shown(raw), level="note"))
            made.facts[key] = read.value
        return made

    def arrived(self) -> Arrived:
        """The rows, and first what there is to say of the heads."""
        self.problems += [*self._strangers(), *self._absent()]
        rows = [row for row in map(self.row, self.table.rows) if self._says_something(row)]
        if self.group:
            rows = grouped(rows, self._say_of_group)
        for row in rows:
            self._gather(row)
        return Arrived(self.table.sheet, rows, [*self.table.problems, *self.problems], self.table.header_row)

    def _strangers(self) -> Iterator[Problem]:
        """One line for each column that is not imported, unless the map says what becomes of it."""
        for key, column in self.table.heads.items():
            head = self.heads[key]
            if any(key in each for each in (self.fields, self.split, self.several, self.kept)) or key == self.group:
                continue
            if head in self.mapped.ignore or key in self.wanted.skipped:
                continue
            known = self.columns.get(key)
            if known:
                message = "has no column in this workbook and is not imported."
            elif head in self.mapped.keep:
                message = f"cannot be kept, as {self.wanted.sheet} has no Notes; it is not imported."
            else:
                message = "is no field and is not imported; map it, or name it under ignore or keep in the map."
            heading = known.heading if known else key.removeprefix(_MAPPED)
            cell = address(self.table.header_row, column)
            yield Problem(self.table.sheet, cell, heading, message, read=heading)

    def _absent(self) -> Iterator[Problem]:
        there = set(self.heads.values())
        for head in self.mapped.expected:
            if same_heading(head) not in there:
                message = f"the map speaks of a head '{head}' that the file does not have."
                yield Problem(self.table.sheet, "", "", message, read=head, level="note")

    def row(self, row: Row) -> Incoming:
        """The facts of one row."""
        made = Incoming(row.number, facts=dict(self.constants.facts))
        for key in self.order:
            raw = row.get(key)
            if raw is None or (isinstance(raw, str) and not bare(raw)):
                continue
            if key == self.group:
                made.group = trimmed(raw) if isinstance(raw, str) else shown(raw)
            if key in self.split:
                self._take_split(made, key, raw)
            elif key in self.several:
                self._take_one_of(made, key, raw)
            elif key in self.fields:
                self._take(made, key, raw)
            if key in self.kept:
                self._take_kept(made, key, raw)
        spread(made, lambda key, message, level: self._say(made, key, message, level))
        for doubt in check_times(made.facts, row.cells, made.as_typed):
            if doubt.key in self.columns:
                self._say(made, doubt.key, f"{doubt.message.rstrip('.')}.", doubt.level, row.get(doubt.key))
        return made

    def _take(self, made: Incoming, key: str, raw: Raw) -> None:
        """One cell under a field of ours; where it cannot be read it stays as it was typed."""
        meant = self._meant(key, raw)
        if key == "route" and isinstance(meant, str):
            self._take_route(made, meant)
            return
        read = self._read(key, meant)
        if read.problem:
            made.leave(key, raw, key)
            self._say(made, key, read.problem, "problem", raw)
        else:
            self._put(made, key, key, raw, read)

    def _take_one_of(self, made: Incoming, source: str, raw: Raw) -> None:
        """One cell whose word belongs to one of several fields; where it belongs to none, the first keeps it."""
        keys = self.several[source]
        read = {key: self._read(key, self._meant(key, raw)) for key in keys}
        understood = [key for key in keys if not read[key].problem]
        if not understood:
            made.leave(keys[0], raw, source)
            fields = " or ".join(self.columns[key].heading for key in keys)
            self._say(made, keys[0], f"read '{shown(raw)}', which says nothing of {fields}.", "problem", raw, source)
        for key in understood:
            self._put(made, key, source, raw, read[key])

    def _meant(self, key: str, raw: Raw) -> Raw:
        """A cell in our words, where the map has one for it."""
        meant = self.mapped.means(key, raw if isinstance(raw, str) else shown(raw))
        return raw if meant is None or isinstance(raw, CellError) else meant

    def _read(self, key: str, raw: Raw) -> Value:
        return read_value(self.columns[key], raw, date1904=self.table.date1904, plain=self.table.plain)

    def _put(self, made: Incoming, key: str, source: str, raw: Raw, read: Value) -> None:
        self._give(made, key, read.value, source, raw)
        if read.note:
            self._say(made, key, read.note, "note", raw, source)
        elif read.value is not None and isinstance(raw, str) and raw != bare(raw) and key in self.mapped.values:
            self._say(made, key, f"'{shown(raw)}' read as '{read.value}', without its odd blanks.", "note", raw, source)

    def _give(self, made: Incoming, key: str, value: object, source: str, raw: Raw) -> None:
        if not made.give(key, value, source):
            first = address(made.row, self.table.heads[made.source[key]])
            message = f"read '{shown(raw)}', but {first} gives another {self.columns[key].heading}, which is used."
            self._say(made, key, message, "problem", raw, source)

    def _take_route(self, made: Incoming, text: str) -> None:
        """Streets are the route; a named place is where people assemble. Parts that cannot be read go to the notes."""
        text, replaced = clean(text)
        if replaced:
            self._say(made, "route", "read with blanks in place of control characters.", "note", text)
        try:
            found = locations_of(text)
        except ValueError as why:
            made.leave("route", text, "route")
            self._say(made, "route", f"{str(why).rstrip('.')}.", "problem", text)
            return
        made.give("route", found.route or None, "route")
        made.places = found.places
        for part in found.unread:
            message = f"the part '{part}' is neither a street nor a place that can be read; it stands in the notes."
            self._say(made, "route", message, "problem", text)
            made.kept.append(f"Route, not read: {part}")
        if found.places or found.unread or "," in text:
            self._say(made, "route", f"read as {in_words(found)}.", "note", text)

    def _take_split(self, made: Incoming, source: str, raw: Raw) -> None:
        """A cell that holds a day and a time; where it cannot be read, the first of its fields keeps what was typed."""
        keys = self.split[source]
        try:
            moment, timed = _moment(raw, date1904=self.table.date1904)
        except Unreadable as why:
            made.leave(keys[0], raw, source)
            reason = f" ({why})" if str(why) else ""
            self._say(made, keys[0], f"read '{shown(raw)}'{reason}; expected {MOMENT}.", "problem", raw, source)
            return
        whole = {Kind.DATE: moment.date()} | ({Kind.TIME: moment.time(), Kind.DATETIME: moment} if timed else {})
        for key in keys:
            self._give(made, key, whole.get(self.columns[key].kind), source, raw)
        if not timed:
            self._say(made, keys[0], f"'{shown(raw)}' gives no time of day.", "note", raw, source)

    def _take_kept(self, made: Incoming, key: str, raw: Raw) -> None:
        head = key.removeprefix(_MAPPED)
        if isinstance(raw, CellError):
            problem = f"the cell shows the error {raw.code} and is not kept."
            self._say(made, key, problem, "problem", raw)
            return
        made.kept.append(f"{head}: {clean(raw)[0] if isinstance(raw, str) else shown(raw)}")

    def _says_something(self, made: Incoming) -> bool:
        """Whether a row has anything of its own to bring in, beside what the map gives to all."""
        if made.source or made.kept:
            return True
        self._say(made, "", "nothing in this row is imported, so no application is made of it.", "note")
        return False

    def _gather(self, made: Incoming) -> None:
        """Joins what several columns say: places with the assembly area, kept lines with the notes."""
        own_places = cast("tuple[str, ...]", made.facts.get("assembly_area", ()))
        if made.places:
            made.facts["assembly_area"] = tuple(dict.fromkeys([*own_places, *made.places]))
        if made.kept:
            own = [str(made.facts["notes"])] if "notes" in made.facts else []
            made.facts["notes"] = "\n".join([*own, *made.kept])

    def _say(
        self,
        made: Incoming,
        key: str,
        message: str,
        level: Literal["problem", "note"],
        raw: Raw = None,
        source: str | None = None,
    ) -> None:
        source = source or made.source.get(key, key)
        column = self.columns.get(key)
        self.problems.append(
            Problem(
                sheet=self.table.sheet,
                cell=address(made.row, self.table.heads[source]) if source in self.table.heads else f"row {made.row}",
                heading=column.heading if column else key.removeprefix(_MAPPED),
                message=message,
                read="" if raw is None else shown(raw),
                application_no=made.number,
                level=level,
            )
        )

    def _say_of_group(self, made: Incoming, message: str) -> None:
        assert self.group is not None
        self._say(made, self.group, f"{message}; it is an application of its own.", "note")


def _moment(raw: Raw, *, date1904: bool) -> tuple[datetime, bool]:
    """The minute a cell holds, and whether it names a time of day. Raises Unreadable."""
    if isinstance(raw, str):
        moment, why = moment_of_text(bare(raw), date1904)
        return moment, NO_TIME not in (why or "")
    if isinstance(raw, datetime):
        return whole_minute(raw), True
    if isinstance(raw, date):
        return datetime(raw.year, raw.month, raw.day), False
    if isinstance(raw, float | int) and not isinstance(raw, bool):
        return from_serial(raw, date1904), raw != raw // 1
    raise Unreadable
