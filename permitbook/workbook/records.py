"""Rows read into facts, each cell by its column, with every problem gathered."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Literal, TypeVar, cast

from permitbook.amounts import LARGEST
from permitbook.consistency import TIMED, check_times
from permitbook.errors import Problem
from permitbook.kinds import LONGEST_NUMBER, Value, shown
from permitbook.schema import Column, Kind, columns
from permitbook.values import read_value
from permitbook.when import FIRST_DAY, LAST_DAY
from permitbook.workbook.table import Raw, Row, Table, address

_T = TypeVar("_T")
_NUMBER = "application_no"
_ASK = object()
"""In place of a value: the cell is not plainly right and must be read with care."""


def read_row(
    table: Table, row: Row, columns: Sequence[Column], *, blank_words: frozenset[str] = frozenset()
) -> tuple[dict[str, object], list[Problem]]:
    """The facts of one row by column key, blanks left out, and what there is to say of its cells."""
    return _Reading(table, columns, blank_words).read(row)


def read_records(
    table: Table, cls: type[_T], *, blank_words: frozenset[str] = frozenset()
) -> tuple[list[tuple[int, _T]], list[Problem]]:
    """Every row as a record of its table, with its row number; and all problems, the table's own first."""
    kind = cast(Any, cls)
    listed = columns(kind)
    names = {column.key: name for column, name in zip(listed, kind.__struct_fields__, strict=True)}
    renamed = [(key, name) for key, name in names.items() if key != name]
    reading = _Reading(table, listed, blank_words)
    made: list[tuple[int, _T]] = []
    problems = list(table.problems)
    for row in table.rows:
        facts, found = reading.read(row)
        for key, name in renamed:
            if key in facts:
                facts[name] = facts.pop(key)
        made.append((row.number, cls(**facts)))
        problems += found
    return made, problems


class _Reading:
    def __init__(self, table: Table, columns: Sequence[Column], blank_words: frozenset[str]) -> None:
        self.table, self.blank_words = table, blank_words
        self.columns = {each.key: each for each in columns if each.key in table.heads}
        self.plainly = {key: _plainly(each, blank_words) for key, each in self.columns.items()}
        self.known: dict[tuple[str, Raw], Value] = {}
        self.is_timed = not TIMED.isdisjoint(self.columns)

    def read(self, row: Row) -> tuple[dict[str, object], list[Problem]]:
        facts: dict[str, object] = {}
        told: list[tuple[str, str, Literal["problem", "note"]]] = []
        unread = set()
        for key, raw in row.cells.items():
            plainly = self.plainly.get(key)
            if plainly is None:
                continue
            fact = plainly(raw)
            if fact is _ASK:
                value = self.value(self.columns[key], raw)
                fact = value.value
                if value.problem:
                    told.append((key, value.problem, "problem"))
                    unread.add(key)
                elif value.note:
                    told.append((key, value.note, "note"))
            if fact is not None:
                facts[key] = fact
        for doubt in check_times(facts, row.cells, unread) if self.is_timed else ():
            if doubt.key in self.columns:
                told.append((doubt.key, doubt.message, doubt.level))
                if doubt.unknown:
                    facts.pop(doubt.key, None)
        return facts, [self.problem(row, *each) for each in told] if told else []

    def value(self, column: Column, raw: Raw) -> Value:
        """What a cell says; equal texts of a route or a date are worked out once."""
        if not isinstance(raw, str):
            return self.read_value(column, raw)
        found = self.known.get((column.key, raw))
        if found is None:
            found = self.known[column.key, raw] = self.read_value(column, raw)
        return found

    def read_value(self, column: Column, raw: Raw) -> Value:
        return read_value(
            column, raw, date1904=self.table.date1904, plain=self.table.plain, blank_words=self.blank_words
        )

    def problem(self, row: Row, key: str, message: str, level: Literal["problem", "note"]) -> Problem:
        raw, number = row.cells.get(key), row.cells.get(_NUMBER)
        return Problem(
            sheet=self.table.sheet,
            cell=address(row.number, self.table.heads[key]),
            heading=self.columns[key].heading,
            message=message,
            read="" if raw is None else shown(raw),
            application_no=None if number is None else shown(number),
            level=level,
        )


def _plainly(column: Column, blank_words: frozenset[str]) -> Callable[[Raw], object]:
    """A quick reader for cells that are just as they should be; all others it leaves to `read_value`."""
    if column.kind is Kind.TEXT and blank_words:
        longest = max(map(len, blank_words))
        return lambda raw: _text(raw) if isinstance(raw, str) and len(raw) > longest else _ASK
    if column.key == _NUMBER:
        return lambda raw: _text(raw) if isinstance(raw, str) and len(raw) <= LONGEST_NUMBER else _ASK
    if column.kind is Kind.CHOICE:
        choices: Mapping[Raw, object] = {each: each for each in column.choices}
        return lambda raw: choices.get(raw, _ASK) if type(raw) is str else _ASK
    if column.kind is Kind.NUMBER and column.whole:
        return _whole
    return _PLAINLY.get(column.kind, lambda raw: _ASK)


def _whole(raw: Raw) -> object:
    return int(raw) if type(raw) is float and 0 <= raw <= LARGEST and raw.is_integer() else _ASK


def _number(raw: Raw) -> object:
    return raw if type(raw) is float and 0 <= raw <= LARGEST else _ASK


def _money(raw: Raw) -> object:
    if type(raw) is float and 0 <= raw <= LARGEST and (cents := round(raw * 100)) / 100 == raw:
        return Decimal(cents).scaleb(-2)
    return _ASK


def _text(raw: Raw) -> object:
    if type(raw) is str and raw.isprintable() and raw[:1] != " " != raw[-1:] and "_x0" not in raw:
        return raw
    return _ASK


def _list(raw: Raw) -> object:
    if type(raw) is str and raw.isprintable() and "_x0" not in raw:
        return tuple([item for part in raw.split(";") if (item := part.strip())]) or None
    return _ASK


def _day(raw: Raw) -> object:
    return raw if type(raw) is date and FIRST_DAY <= raw <= LAST_DAY else _ASK


def _minute(raw: Raw) -> object:
    return raw if type(raw) is time and not raw.second and not raw.microsecond else _ASK


def _moment(raw: Raw) -> object:
    if type(raw) is datetime and not raw.second and not raw.microsecond and FIRST_DAY.year <= raw.year <= LAST_DAY.year:
        return raw
    return _ASK


def _yes_no(raw: Raw) -> object:
    return raw == "Yes" if raw in ("Yes", "No") else _ASK


_PLAINLY: dict[Kind, Callable[[Raw], object]] = {
    Kind.TEXT: _text,
    Kind.LIST: _list,
    Kind.NUMBER: _number,
    Kind.MONEY: _money,
    Kind.DATE: _day,
    Kind.TIME: _minute,
    Kind.DATETIME: _moment,
    Kind.YES_NO: _yes_no,
}
