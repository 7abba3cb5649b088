"""Import: rows of another file appended to the log or to one of the office's tables, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from msgspec import Struct, field

from permitbook.application import Application
from permitbook.desk import APPLICATIONS, Desk, Logged, now_in, open_desk
from permitbook.errors import Problem, UsageError, WorkbookError
from permitbook.grouping import Incoming
from permitbook.incoming import Wanted, read_incoming
from permitbook.mapping import ImportMap, read_map
from permitbook.numbering import highest_numbers, number_for, numbers_of
from permitbook.progress import tell
from permitbook.schema import Column, Kind, columns, headings
from permitbook.tables import Closure, Fee, FindingRow, Meeting, Official, OutsideEvent, ReadingRow, SettingRow, Street
from permitbook.texts import bare
from permitbook.values import read_value, shown, to_cell
from permitbook.workbook.cells import MOST_TEXT, CellValue
from permitbook.workbook.opened import opened
from permitbook.workbook.table import Raw

if TYPE_CHECKING:
    from permitbook.workbook.opened import Writer

TABLES: dict[str, type[Any]] = {
    APPLICATIONS: Application,
    "Findings": FindingRow,
    "Settings": SettingRow,
    "Officials": Official,
    "Fees": Fee,
    "Closures": Closure,
    "Meetings": Meeting,
    "Streets": Street,
    "Outside Events": OutsideEvent,
    "Readings": ReadingRow,
}
"""The sheets that rows can be brought into."""

OFFICIALS_OWN = ("application_no", "clause", "found", "by", "on", "reason")
"""The columns of Findings that can be imported: the official's answers, with the key.

A file may have the official's reason under Because, where the sheet itself has the program's account.
"""


class Imported(Struct):
    """What an import from one sheet or file did."""

    sheet: str
    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def say(
        self,
        row: Incoming,
        message: str,
        level: Literal["problem", "note"] = "note",
        heading: str = "",
        number: str | None = None,
    ) -> None:
        """Tells something of one row of the file."""
        told = Problem(self.sheet, f"row {row.row}", heading, message, application_no=number or row.number, level=level)
        self.problems.append(told)


def import_file(
    book: Path, file: Path, sheet: str, source: str | None, map_path: Path | None, as_of: datetime | None
) -> Imported:
    """Appends the rows of a file to a sheet of the workbook, and saves it.

    Raises WorkbookError when either cannot be read or written, UsageError for an unknown sheet or a faulty map.
    """
    from permitbook.writing import append_history

    target = target_of(sheet)
    tell("Permits: reading …")
    there = opened(book)
    desk = open_desk(there.read)
    tell(f"Permits: reading {file.name} …")
    wanted = wanted_by(desk, target)
    mapped = read_map(map_path, wanted.fields) if map_path else ImportMap()
    arrived = read_incoming(file, source, wanted, mapped)
    made = Imported(arrived.sheet, problems=arrived.problems)
    tell("Permits: writing …")
    writer = there.writer(desk.office.settings)
    if target == APPLICATIONS:
        add_applications(writer, desk, arrived.rows, made)
    else:
        from permitbook.office_import import add_rows

        add_rows(writer, desk, target, arrived.rows, wanted.columns, made)
    made.problems += [
        Problem(each.sheet, each.address, "", f"not written: {each.reason}.") for each in writer.not_written
    ]
    if writer.changed:
        did = f"imported {len(made.added)} rows into {target} from {file.name}, {len(made.updated)} updated"
        files = f"{file.name} {sha256(file.read_bytes()).hexdigest()}"
        append_history(writer, desk, at=as_of or now_in(desk.law.zone), did=did, files=files)
        writer.save(backup=bool(desk.office.settings.keep_backup))
    return made


def target_of(sheet: str) -> str:
    """The table that rows are brought into, by its name in any case. Raises UsageError when there is none."""
    target = next((name for name in TABLES if name.casefold() == sheet.casefold()), None)
    if target is None:
        raise UsageError(f"Rows can be imported into {', '.join(TABLES)}; not into '{sheet}'.")
    return target


def wanted_by(desk: Desk, target: str) -> Wanted:
    """What a table of this workbook takes in. Raises WorkbookError when the workbook has no such table."""
    if target not in desk.tables:
        raise WorkbookError(f'The workbook has no sheet "{target}" to import into.')
    heads, listed = desk.heads(target), columns(TABLES[target])
    if target != "Findings":
        return Wanted(sheet=target, columns=listed, there=heads)
    there = [each for each in heads if each in OFFICIALS_OWN]
    return Wanted(
        sheet=target, columns=listed, there=[*there, "because"], skipped=("cite", "effect", "verdict", "question")
    )


def add_applications(writer: Writer, desk: Desk, rows: Sequence[Incoming], made: Imported) -> None:
    """New applications below the log; one that is there already is skipped when it is the same, else refused."""
    log = _Log(desk)
    highest = _highest(desk, rows)
    heads = desk.heads(APPLICATIONS)
    by_key = {each.key: each for each in columns(Application)}
    placed: list[dict[int, CellValue]] = []
    for row in rows:
        leave_out_too_long(row, by_key, made)
        known = log.with_number(row.number) if row.number else log.saying_all(row)
        if known is not None:
            _meet(row, known, made)
            continue
        received = row.facts.get("received_at")
        if not row.number and isinstance(received, datetime):
            row.facts["application_no"] = number_for(desk.law, received.year, highest)
        if row.number:
            log.add(_Known(f"row {row.row} of the file", row.number, row.facts, row.as_typed))
        placed.append(cells_of(row, by_key, heads))
        made.added.append(row.number or f"row {row.row}")
    writer.append_rows(APPLICATIONS, desk.header_row(APPLICATIONS), placed)


def _highest(desk: Desk, rows: Iterable[Incoming]) -> Counter[int]:
    """The highest number of each year, in the workbook and in the file."""
    read, highest = numbers_of(desk.law), highest_numbers(desk)
    for row in rows:
        found = read(row.number) if row.number else None
        if found:
            highest[found[0]] = max(highest[found[0]], found[1])
    return highest


class _Known(Struct, frozen=True):
    """An application that is there already: where, under which number, its facts, and its cells as they are typed."""

    where: str
    number: str
    facts: Mapping[str, object]
    typed: Mapping[str, Raw]

    def differing(self, row: Incoming) -> list[str]:
        """The facts that a row gives otherwise; how the number is written does not matter."""
        given = {key: value for key, value in row.facts.items() if value is not None and key != "application_no"}
        facts = [key for key, value in given.items() if self.facts.get(key) != value]
        return facts + [key for key, raw in row.as_typed.items() if words(self.typed.get(key)) != words(raw)]


def words(raw: Raw) -> str:
    """A cell as it was typed, for comparing."""
    return bare(raw) if isinstance(raw, str) else shown(raw) if raw is not None else ""


IDENTITY = ("received_at", "applicant_name", "event_name", "event_date", "start_time", "route")
"""Facts by which a row without a number is looked up; whether it is the same is told by all of its facts."""


class _Log:
    """The applications that are there already."""

    def __init__(self, desk: Desk) -> None:
        self.table = desk.tables[APPLICATIONS]
        self.columns = columns(Application)
        typed = {row.number: row.cells for row in self.table.rows}
        self.all = [self._known(each, typed.get(each.row, {})) for each in (*desk.logged, *desk.set_aside)]
        self.numbers: dict[str, _Known] = {}
        for known in self.all:
            self.add(known)
        self.by_identity: dict[tuple[str, ...], dict[tuple[object, ...], list[_Known]]] = {}

    def _known(self, logged: Logged, typed: Mapping[str, Raw]) -> _Known:
        """What a row says, cell by cell: also what is not used because other cells speak against it."""
        facts: dict[str, object] = {}
        for column in self.columns:
            fact = getattr(logged.application, column.key)
            if fact is None and column.key in typed:
                fact = read_value(column, typed[column.key], date1904=self.table.date1904).value
            if fact is not None:
                facts[column.key] = fact
        return _Known(f"row {logged.row}", logged.number, facts, typed)

    def with_number(self, number: str) -> _Known | None:
        return self.numbers.get(number.casefold())

    def add(self, known: _Known) -> None:
        self.numbers.setdefault(known.number.casefold(), known)

    def saying_all(self, row: Incoming) -> _Known | None:
        """One in the log that holds every fact of a row without a number, each for one row only."""
        keys = tuple(key for key in IDENTITY if row.facts.get(key) is not None)
        if keys not in self.by_identity:
            found: dict[tuple[object, ...], list[_Known]] = {}
            for each in self.all:
                found.setdefault(tuple(each.facts.get(key) for key in keys), []).append(each)
            self.by_identity[keys] = found
        there = self.by_identity[keys].get(tuple(row.facts[key] for key in keys), [])
        for at, known in enumerate(there):
            if not any(known.facts.get(key) != value for key, value in row.facts.items() if value is not None):
                return there.pop(at)
        return None


def _meet(row: Incoming, known: _Known, made: Imported) -> None:
    """A row that is there already: the same is skipped, another is refused."""
    differing = known.differing(row) if row.number else []
    if not differing:
        made.skipped.append(known.number)
        made.say(row, f"is there already ({known.where}) and is not added again.", number=known.number)
        return
    named = headings(Application)
    told = ", ".join(named[key] for key in differing)
    message = f"application {known.number} is there already ({known.where}) with another {told}; this row is refused."
    made.say(row, message, "problem", named["application_no"])


def leave_out_too_long(row: Incoming, by_key: Mapping[str, Column], made: Imported) -> None:
    """Takes out what no cell can hold, and tells it."""
    values = {key: cell_of(by_key[key], value) for key, value in row.facts.items() if value is not None}
    for key, value in (values | row.as_typed).items():
        if isinstance(value, str) and len(value.encode("utf-16-le", "surrogatepass")) > 2 * MOST_TEXT:
            row.facts.pop(key, None)
            row.as_typed.pop(key, None)
            message = f"is longer than the {MOST_TEXT:,} characters a cell can hold and is not imported."
            made.say(row, message, "problem", by_key[key].heading)


def cells_of(row: Incoming, by_key: Mapping[str, Column], heads: Mapping[str, int]) -> dict[int, CellValue]:
    """The cells of a new row, by sheet column."""
    values = {key: cell_of(by_key[key], value) for key, value in row.facts.items() if value is not None}
    values |= {key: cast(CellValue, raw) for key, raw in row.as_typed.items()}
    return {heads[key]: value for key, value in values.items() if key in heads}


def cell_of(column: Column, value: object) -> CellValue:
    """What is written for a fact; days that follow each other as a span, as a clerk would type them."""
    if column.kind is Kind.DATES:
        return "; ".join(_spans(cast("tuple[date, ...]", value)))
    return cast(CellValue, to_cell(column, value))


def _spans(days: Sequence[date]) -> Iterator[str]:
    first = last = days[0]
    for day in (*days[1:], date.min):
        if (day - last).days == 1:
            last = day
            continue
        yield f"{first}" if first == last else f"{first} to {last}"
        first = last = day
