"""Columns: what a fact is called, what it means, and how it is typed in a cell.

A `Record` whose facts are made with `column` describes a table. Its annotations give the kind of value; workbook,
reading, letters, help and the data dictionary all derive from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import starmap
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct, StructMeta

_T = TypeVar("_T")


class Kind(StrEnum):
    """How a value is typed and shown; the words of the data dictionary."""

    TEXT = "text"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    YES_NO = "yes/no"
    CHOICE = "choice"
    NUMBER = "number"
    MONEY = "money"
    LIST = "list"
    DATES = "dates"
    ROUTE = "route"
    CLAUSE = "clause"


class Column(Struct, frozen=True):
    """One fact: its key, its heading in the workbook, its kind, and what a clerk is told about it."""

    key: str
    heading: str
    kind: Kind
    help: str = ""
    unit: str = ""
    choices: tuple[str, ...] = ()
    municipalities: str = "EFN"
    clauses: tuple[str, ...] = ()
    whole: bool = False


_KINDS = {
    "str | None": Kind.TEXT,
    "date | None": Kind.DATE,
    "datetime | None": Kind.DATETIME,
    "time | None": Kind.TIME,
    "bool | None": Kind.YES_NO,
    "int | None": Kind.NUMBER,
    "float | None": Kind.NUMBER,
    "Decimal | None": Kind.MONEY,
    "Names | None": Kind.LIST,
    "Dates | None": Kind.DATES,
    "Route | None": Kind.ROUTE,
    "ClauseId | None": Kind.CLAUSE,
}


class _Noted(NamedTuple):
    """What is told of a column beside the name and the kind of its fact."""

    heading: str
    help: str
    unit: str
    choices: tuple[str, ...]
    municipalities: str
    clauses: tuple[str, ...]


def column(
    heading: str,
    help: str = "",
    *,
    unit: str = "",
    choices: Sequence[str] = (),
    of: str = "EFN",
    clauses: str = "",
) -> Any:
    """A fact of a `Record` that is a column; blank is None.

    `of` holds the initials of the municipalities that ask for the fact, `clauses` the ids it serves.
    """
    return _Noted(heading, help, unit, tuple(choices), of, tuple(clauses.split()))


class _RecordMeta(StructMeta):
    """Keeps what is told of the columns aside, so that every fact is blank until it is given."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **options: Any) -> Any:
        noted = {key: value for key, value in body.items() if isinstance(value, _Noted)}
        made: Any = super().__new__(cls, name, bases, body | dict.fromkeys(noted), **options)
        made.noted = noted
        return made


class Record(Struct, frozen=True, gc=False, metaclass=_RecordMeta):
    """One row of a table; what it holds is described where its columns are.

    No fact leads back to its record, so Python need not search a log's thousands of them for circles.
    """

    noted: ClassVar[dict[str, _Noted]]


_READ: dict[type[Any], tuple[Column, ...]] = {}


def columns(table: type[Any]) -> tuple[Column, ...]:
    """The columns of a table, in their order."""
    if table not in _READ:
        kinds = table.__annotations__
        _READ[table] = tuple(_column(key, kinds[key], noted) for key, noted in table.noted.items())
    return _READ[table]


@cache
def headings(table: type[Any]) -> Mapping[str, str]:
    """The headings of a table's columns by their keys."""
    return {each.key: each.heading for each in columns(table)}


def _column(key: str, annotation: str, noted: _Noted) -> Column:
    kind = Kind.CHOICE if noted.choices else _KINDS[annotation]
    return Column(key=key.rstrip("_"), kind=kind, whole=annotation == "int | None", **noted._asdict())


def instances(table: type[_T], facts: Sequence[Sequence[object]]) -> list[_T]:
    """A record of a table for each row; `facts` holds its columns in their order, each row by row."""
    return list(starmap(table, zip(*facts, strict=True)))
