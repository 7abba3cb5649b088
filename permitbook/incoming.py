"""The rows of a foreign file as facts of ours: read as cells are, split, grouped, and told where they are unclear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import cast

from permitbook.errors import Problem, WorkbookError
from permitbook.mapping import ImportMap
from permitbook.places import read_locations, show_route
from permitbook.schema import Column, Kind
from permitbook.values import read_value, shown
from permitbook.when import moment_of_text
from permitbook.workbook.delimited import read_csv
from permitbook.workbook.headings import same_heading
from permitbook.workbook.reader import read_book
from permitbook.workbook.table import Raw, Row, Table, address

END_DATE = Column("end_date", "End Date", Kind.DATE, "Last day; read as the range from the event date.")
TEXT_FILES = (".csv", ".tsv", ".txt")


@dataclass(slots=True)
class Incoming:
    """One row to be added: its facts, what is to stand in cells that could not be read, and where it came from."""

    row: int
    facts: dict[str, object]
    as_typed: dict[str, str] = field(default_factory=dict)
    group: str | None = None


@dataclass(slots=True)
class Arrived:
    """All rows of a file, and what there is to say of them."""

    rows: list[Incoming]
    problems: list[Problem]


def read_incoming(
    path: Path, source: str | None, columns: Sequence[Column], mapped: ImportMap, aliases: dict[str, str]
) -> Arrived:
    """The rows of a CSV file or of a sheet of a workbook. Raises WorkbookError when there is no such table."""
    heads = aliases | mapped.columns
    wanted = [*columns, END_DATE] if any(each.key == "event_date" for each in columns) else list(columns)
    if path.suffix.lower() in TEXT_FILES:
        table = read_csv(path, wanted, heads, everything=True)
        date1904 = False
    else:
        book = read_book(path)
        table = book.table(source or _only_sheet(book.sheets, path), wanted, heads, everything=True)
        date1904 = book.date1904
    reader = _Reader(table, wanted, mapped, date1904=date1904, plain=path.suffix.lower() in TEXT_FILES)
    rows = [reader.read(row) for row in table.rows]
    problems = [*table.problems, *reader.strangers(), *reader.problems]
    if mapped.group_by:
        rows = list(_grouped(rows))
    return Arrived(rows, problems)


def _only_sheet(sheets: Sequence[str], path: Path) -> str:
    if "Applications" in sheets:
        return "Applications"
    if len(sheets) == 1:
        return sheets[0]
    raise WorkbookError(f"{path.name} has the sheets {', '.join(sheets)}; say with --from which one to read.")


class _Reader:
    """Reads each row of one table."""

    def __init__(
        self, table: Table, columns: Sequence[Column], mapped: ImportMap, *, date1904: bool, plain: bool
    ) -> None:
        self.table = table
        self.columns = {each.key: each for each in columns}
        self.mapped = mapped
        self.date1904, self.plain = date1904, plain
        self.problems: list[Problem] = []
        self.split = {same_heading(head): keys for head, keys in mapped.split.items()}
        self.group = same_heading(mapped.group_by) if mapped.group_by else None

    def strangers(self) -> Iterator[Problem]:
        """One line for each column that is no field and is neither ignored nor kept."""
        for key, column in self.table.heads.items():
            head = same_heading(key)
            if key in self.columns or head in self.split or head == self.group:
                continue
            if not self.mapped.is_ignored(key) and not self.mapped.is_kept(key):
                cell = address(self.table.header_row, column)
                message = "is no field and is not imported; map it, or name it under ignore or keep in the map."
                yield Problem(self.table.sheet, cell, key, message, read=key)

    def read(self, row: Row) -> Incoming:
        """The facts of one row."""
        made = Incoming(row.number, {})
        for key, value in self.mapped.constants.items():
            self._take(made, key, value, None)
        kept = []
        for key, raw in row.cells.items():
            head = same_heading(key)
            if head == self.group:
                made.group = shown(raw)
            if key in self.columns:
                self._take(made, key, raw, key)
            elif head in self.split:
                self._take_split(made, key, raw, self.split[head])
            elif self.mapped.is_kept(key):
                kept.append(f"{key}: {shown(raw)}")
        if kept and "notes" in self.columns:
            own = [str(made.facts["notes"])] if "notes" in made.facts else []
            made.facts["notes"] = "\n".join([*own, *kept])
        _spread(made)
        return made

    def _take(self, made: Incoming, key: str, raw: Raw, source: str | None) -> None:
        column = self.columns[key]
        if isinstance(raw, str):
            raw = self.mapped.means(key, raw)
        if column.kind is Kind.ROUTE and isinstance(raw, str) and ("," in raw or ":" in raw):
            return self._take_locations(made, column, raw, source)
        read = read_value(column, raw, date1904=self.date1904, plain=self.plain)
        if read.problem:
            made.as_typed[key] = shown(raw)
            self._say(made, column, source, read.problem, raw, level="problem")
        elif read.value is not None:
            made.facts[key] = read.value
        if read.note:
            self._say(made, column, source, read.note, raw, level="note")
        return None

    def _take_locations(self, made: Incoming, column: Column, text: str, source: str | None) -> None:
        """A comma list of streets and places, as cities publish it."""
        found = read_locations(text)
        if found.route:
            made.facts[column.key] = found.route
        if found.places and "assembly_area" in self.columns and "assembly_area" not in made.facts:
            made.facts["assembly_area"] = found.places
        for part in found.unread:
            message = f"the part '{part}' is neither a street nor a place that can be read; it is left out."
            self._say(made, column, source, message, text, level="problem")
        if not found.route and not found.places:
            made.as_typed[column.key] = text
        elif found.route:
            self._say(made, column, source, f"read as {show_route(found.route)}.", text, level="note")

    def _take_split(self, made: Incoming, head: str, raw: Raw, keys: tuple[str, ...]) -> None:
        """A cell that holds a day and a time."""
        moment = raw if isinstance(raw, datetime) else None
        if isinstance(raw, str):
            try:
                moment = moment_of_text(raw, self.date1904)[0]
            except ValueError as why:
                message = f"read '{raw}' ({why}); expected a date and time such as 9/12/2026 10:30 AM."
                self._say(made, self.columns[keys[0]], head, message, raw, level="problem")
                return
        if moment is None:
            if raw is not None:
                message = f"read '{shown(raw)}'; expected a date and time such as 9/12/2026 10:30 AM."
                self._say(made, self.columns[keys[0]], head, message, raw, level="problem")
            return
        for key in keys:
            kind = self.columns[key].kind
            whole = {Kind.DATE: moment.date(), Kind.TIME: moment.time().replace(second=0), Kind.DATETIME: moment}
            made.facts[key] = whole[kind]

    def _say(self, made: Incoming, column: Column, source: str | None, message: str, raw: Raw, *, level: str) -> None:
        head = source if source in self.table.heads else None
        cell = address(made.row, self.table.heads[head]) if head else ""
        self.problems.append(
            Problem(
                self.table.sheet,
                cell,
                column.heading if source in self.columns or head is None else head,
                message,
                read=shown(raw),
                application_no=cast("str | None", made.facts.get("application_no")),
                level="problem" if level == "problem" else "note",
            )
        )


def _spread(made: Incoming) -> None:
    """An end date becomes further days; one that only carries the end past midnight is no further day."""
    first, last = made.facts.get("event_date"), made.facts.pop("end_date", None)
    if not isinstance(first, date) or not isinstance(last, date):
        return
    start, end = made.facts.get("start_time"), made.facts.get("end_time")
    if isinstance(start, time) and isinstance(end, time) and end <= start and last > first:
        last -= timedelta(days=1)
    further = tuple(first + timedelta(days=day) for day in range(1, (last - first).days + 1))
    if further:
        made.facts["more_dates"] = tuple(
            sorted({*cast("tuple[date, ...]", made.facts.get("more_dates", ())), *further})
        )


def _grouped(rows: Sequence[Incoming]) -> Iterator[Incoming]:
    """Rows of one event that differ only in their days become one application; others stand by themselves."""
    groups: dict[tuple[object, ...], Incoming] = {}
    for row in rows:
        if row.group is None or not isinstance(row.facts.get("event_date"), date):
            yield row
            continue
        key = (row.group, *sorted((name, str(value)) for name, value in row.facts.items() if name not in DAYS))
        if key not in groups:
            groups[key] = row
        else:
            days = {*_days(groups[key]), *_days(row)}
            groups[key].facts["event_date"] = min(days)
            groups[key].facts["more_dates"] = tuple(sorted(days - {min(days)})) or None
    yield from groups.values()


DAYS = ("event_date", "more_dates")


def _days(row: Incoming) -> tuple[date, ...]:
    further = cast("tuple[date, ...] | None", row.facts.get("more_dates")) or ()
    return (cast(date, row.facts["event_date"]), *further)
