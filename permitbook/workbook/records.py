"""Rows read into facts, each cell by its column, with every problem gathered."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Literal, NamedTuple, TypeVar, cast

from permitbook.amounts import LARGEST
from permitbook.consistency import ASKED, TIMED, check_times, may_not_fit
from permitbook.errors import Problem
from permitbook.kinds import LONGEST_NUMBER, Value, shown
from permitbook.places import read_route
from permitbook.schema import Column, Kind, columns, instances
from permitbook.values import read_value
from permitbook.when import FIRST_DAY, LAST_DAY
from permitbook.workbook.table import Raw, Row, Table, address

_T = TypeVar("_T")
_Level = Literal["problem", "note"]
_NUMBER = "application_no"
_ASK = object()
"""In place of a value: the cell is not plainly right and must be read with care."""


def read_records(
    table: Table, cls: type[_T], *, blank_words: frozenset[str] = frozenset()
) -> tuple[list[tuple[int, _T]], list[Problem]]:
    """Every row as a record of its table, with its row number; and all problems, the table's own first."""
    listed = columns(cast(Any, cls))
    reading = _Reading(table, listed, blank_words)
    facts, blank = reading.facts(), [None] * len(table.rows)
    made = instances(cls, [facts.get(each.key, blank) for each in listed])
    numbers = [row.number for row in table.rows]
    return list(zip(numbers, made, strict=True)), [*table.problems, *reading.problems()]


def read_facts(
    table: Table, columns: Sequence[Column], *, blank_words: frozenset[str] = frozenset()
) -> tuple[dict[str, list[object]], list[Problem]]:
    """The facts of each column in which something stands, row by row, and what there is to say of the cells."""
    reading = _Reading(table, columns, blank_words)
    return reading.facts(), reading.problems()


class _Reading:
    """A table read column by column. What is to be told of cells is kept by row, as it is read by people."""

    def __init__(self, table: Table, columns: Sequence[Column], blank_words: frozenset[str]) -> None:
        self.table, self.blank_words = table, blank_words
        self.columns = {each.key: each for each in columns if each.key in table.heads}
        self.told: dict[int, list[_Told]] = {}

    def facts(self) -> dict[str, list[object]]:
        held = self.table.columns()
        facts = {key: self.column(self.columns[key], raws) for key, raws in held.items() if key in self.columns}
        if not TIMED.isdisjoint(self.columns):
            asked = {key: said for key, said in facts.items() if key in ASKED}
            for at in may_not_fit(asked, held, len(self.table.rows)):
                self.check_times(at, asked)
        return facts

    def column(self, column: Column, raws: Sequence[Raw]) -> list[object]:
        """What the cells of one column say; equal ones are read once, as a log says few things often."""
        known = truths = _Known(column, self.read_value, self.blank_words)
        if bool in map(type, raws):
            truths = _Known(column, self.read_value, self.blank_words)  # TRUE is no 1, though the two are equal
            facts = [truths[raw] if raw.__class__ is bool else known[raw] for raw in raws]
        else:
            facts = [known[raw] for raw in raws]
        if known.told or truths.told:
            for at, raw in enumerate(raws):
                if value := (truths if raw.__class__ is bool else known).told.get(raw):
                    level: _Level = "problem" if value.problem else "note"
                    self.tell(at, _Told(column.key, value.problem or value.note or "", level))
        return facts

    def check_times(self, at: int, facts: Mapping[str, list[object]]) -> None:
        """What the times of one row say against each other; a value that cannot be is taken out."""
        values = {key: column[at] for key, column in facts.items() if column[at] is not None}
        unread = {each.key for each in self.told.get(at, ()) if each.level == "problem"}
        for doubt in check_times(values, self.table.rows[at].cells, unread):
            if doubt.key in self.columns:
                self.tell(at, _Told(doubt.key, doubt.message, doubt.level))
                if doubt.unknown and doubt.key in facts:
                    facts[doubt.key][at] = None

    def tell(self, at: int, told: "_Told") -> None:
        self.told.setdefault(at, []).append(told)

    def read_value(self, column: Column, raw: Raw) -> Value:
        return read_value(
            column, raw, date1904=self.table.date1904, plain=self.table.plain, blank_words=self.blank_words
        )

    def problems(self) -> list[Problem]:
        """What there is to say, by row and then by column."""
        return [self.problem(self.table.rows[at], each) for at, told in sorted(self.told.items()) for each in told]

    def problem(self, row: Row, told: "_Told") -> Problem:
        raw, number = row.get(told.key), row.get(_NUMBER)
        return Problem(
            sheet=self.table.sheet,
            cell=address(row.number, self.table.heads[told.key]),
            heading=self.columns[told.key].heading,
            message=told.message,
            read="" if raw is None else shown(raw),
            application_no=None if number is None else shown(number),
            level=told.level,
        )


class _Told(NamedTuple):
    """What is to be said of one cell of a row."""

    key: str
    message: str
    level: _Level


class _Known(dict[Raw, object]):
    """What each content of a column's cells says, worked out when it is first met; and what there is to say of it."""

    def __init__(self, column: Column, read: Callable[[Column, Raw], Value], blank_words: frozenset[str]) -> None:
        super().__init__({None: None, "": None})
        self.column, self.read = column, read
        self.plainly = _plainly(column, blank_words)
        self.told: dict[Raw, Value] = {}

    def __missing__(self, raw: Raw) -> object:
        fact = self.plainly(raw)
        if fact is _ASK:
            value = self.read(self.column, raw)
            fact = value.value
            if value.problem or value.note:
                self.told[raw] = value
        self[raw] = fact
        return fact


def _plainly(column: Column, blank_words: frozenset[str]) -> Callable[[Raw], object]:
    """A quick reader for cells that are just as they should be; all others it leaves to `read_value`."""
    plainly: Callable[[Raw], object] = _PLAINLY.get(column.kind, lambda raw: _ASK)
    if column.kind in (Kind.TEXT, Kind.LIST, Kind.ROUTE) and blank_words:
        longest = max(map(len, blank_words))
        return lambda raw: plainly(raw) if isinstance(raw, str) and len(raw) > longest else _ASK
    if column.key == _NUMBER:
        return lambda raw: _text(raw) if isinstance(raw, str) and len(raw) <= LONGEST_NUMBER else _ASK
    if column.kind is Kind.CHOICE:
        choices: Mapping[Raw, object] = {each: each for each in column.choices}
        return lambda raw: choices.get(raw, _ASK) if type(raw) is str else _ASK
    if column.kind is Kind.NUMBER and column.whole:
        return _whole
    return plainly


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


def _route(raw: Raw) -> object:
    try:
        return read_route(raw) if type(raw) is str and raw.isprintable() and "_x0" not in raw else _ASK
    except ValueError:
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
    Kind.ROUTE: _route,
    Kind.NUMBER: _number,
    Kind.MONEY: _money,
    Kind.DATE: _day,
    Kind.TIME: _minute,
    Kind.DATETIME: _moment,
    Kind.YES_NO: _yes_no,
}
