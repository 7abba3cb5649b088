"""Columns: what a fact is called, what it means, and how it is typed in a cell.

A dataclass whose fields are made with `column` describes a table. Its annotations give the kind of
value; workbook, reading, letters, help and the data dictionary all derive from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, make_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, cast

_T = TypeVar("_T")
_MANY = 1_000
"""So many rows are worth the making of a class by which they are made faster."""


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
    """A dataclass field that is a column; blank is None.

    `of` holds the initials of the municipalities that ask for the fact, `clauses` the ids it serves.
    """
    notes = {"heading": heading, "help": help, "unit": unit, "choices": tuple(choices)}
    return field(default=None, metadata=notes | {"municipalities": of, "clauses": tuple(clauses.split())})


_READ: dict[type[Any], tuple[Column, ...]] = {}


def columns(table: type[Any]) -> tuple[Column, ...]:
    """The columns of a table's dataclass, in their order."""
    if table not in _READ:
        _READ[table] = tuple(_column(each.name, str(each.type), dict(each.metadata)) for each in fields(table))
    return _READ[table]


def _column(key: str, annotation: str, notes: dict[str, Any]) -> Column:
    kind = Kind.CHOICE if notes["choices"] else _KINDS[annotation]
    return Column(key=key.rstrip("_"), kind=kind, whole=annotation == "int | None", **notes)


def instances(table: type[_T], facts: Sequence[Sequence[object]]) -> list[_T]:
    """An instance of a table's dataclass for each row; `facts` holds its columns in their order, each row by row."""
    names = [each.name for each in fields(cast(Any, table))]
    if len(facts[0]) < _MANY:
        return [table(**dict(zip(names, row, strict=True))) for row in zip(*facts, strict=True)]
    unfrozen = _unfrozen(cast(Any, table))
    made = [unfrozen(*row) for row in zip(*facts, strict=True)]
    for each in made:
        each.__class__ = table
    return made


@cache
def _unfrozen(table: type[Any]) -> type[Any]:
    """A twin of a frozen dataclass that is not: its instances are made eight times faster, as each field is simply set.

    Both lay their fields out alike, so that what was made of the one can become the other.
    """
    listed = [(each.name, Any, None) for each in fields(table)]
    return make_dataclass(table.__name__, listed, slots=True, eq=False, repr=False)
