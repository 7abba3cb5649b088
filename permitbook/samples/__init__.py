"""Sample years: the facts of a demonstration, as a clerk would type them, from the files beside this one.

An application takes the facts of `everyone`, then those of the groups it is `like`, then its own; an empty text is a
blank. `letters` says when which letter was made, `then` what was recorded later.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from permitbook.application import Application
from permitbook.office import Settings
from permitbook.places import read_route
from permitbook.schema import Kind, columns
from permitbook.tables import Closure, Fee, FindingRow, Meeting, Official, OutsideEvent, ReadingRow, Street

Record = TypeVar("Record")
Facts = dict[str, Any]

_NO_FACTS = frozenset({"at", "like", "then", "letters", "determined"})


class Step(Struct, frozen=True):
    """One thing done in the year for an application: facts and determinations recorded, or a letter made."""

    at: datetime
    application_no: str
    facts: Facts
    determinations: tuple[FindingRow, ...] = ()
    command: str | None = None
    """The command that makes the letter."""


class Sample(Struct, frozen=True):
    """One municipality's year: the minute that stands for now, the office's tables, the log, and what was done."""

    key: str
    as_of: datetime
    years: tuple[int, ...]
    settings: Settings
    tables: Mapping[str, Sequence[object]]
    """The rows of the office's sheets; of Readings only those that the attorney has confirmed."""
    log: tuple[Application, ...]
    determinations: tuple[FindingRow, ...]
    steps: tuple[Step, ...]
    """In the order in which they were done."""


@cache
def sample(key: str) -> Sample:
    """The sample year of a municipality."""
    given = tomllib.loads(resources.files(__package__).joinpath(f"{key}.toml").read_text("utf-8"))
    closures = [Closure(date=date.fromisoformat(day), name=name) for day, name in given["closures"].items()]
    rows = [(each.get("application_no", ""), each) for each in given["application"]]
    return Sample(
        key=key,
        as_of=given["as_of"],
        years=tuple(sorted({each.date.year for each in closures if each.date})),
        settings=record(Settings, given["settings"]),
        tables={
            "Officials": _records(Official, given["officials"]),
            "Fees": _records(Fee, given.get("fees", ())),
            "Closures": closures,
            "Meetings": list(_meetings(given["meetings"])),
            "Streets": [row for each in given["streets"] for row in _blocks(each)],
            "Outside Events": _records(OutsideEvent, given["outside_events"]),
            "Readings": _records(ReadingRow, given["readings"]),
        },
        log=tuple(record(Application, _facts(each, given)) for _, each in rows),
        determinations=tuple(row for number, each in rows for row in _determined(number, each)),
        steps=tuple(sorted((step for number, each in rows for step in _steps(number, each)), key=lambda step: step.at)),
    )


def record(kind: type[Record], given: Mapping[str, Any]) -> Record:
    """A row of a table from what the file gives; an empty text is a blank."""
    known = {each.key: each.kind for each in columns(kind)}
    return kind(**{key: _value(known[key], raw) for key, raw in given.items() if raw != ""})


def _value(kind: Kind, raw: Any) -> Any:
    if kind is Kind.ROUTE:
        return read_route(raw)
    if kind is Kind.MONEY:
        return Decimal(str(raw))
    return tuple(raw) if kind in (Kind.LIST, Kind.DATES) else raw


def _records(kind: type[Record], given: Iterable[Mapping[str, Any]]) -> list[Record]:
    return [record(kind, each) for each in given]


def _meetings(given: Iterable[Facts]) -> Iterator[Meeting]:
    for each in given:
        yield from (Meeting(date=day, time=each["time"], board=each["board"]) for day in each["dates"])


def _blocks(given: Facts) -> Iterator[Street]:
    """The rows of a street, one for each block between its crossings in order; the first names the aliases."""
    row = record(Street, {key: value for key, value in given.items() if key != "crossings"})
    if "crossings" not in given:
        yield row
    for place, (start, end) in enumerate(pairwise(given.get("crossings", ()))):
        yield replace(row, from_cross=start, to_cross=end, alias=None if place else row.alias)


def _facts(each: Facts, given: Facts) -> Facts:
    """What an application starts from: that of everyone, of its groups, and its own."""
    facts = dict(given["everyone"])
    for name in each.get("like", ()):
        facts |= given["groups"][name]
    return _own(facts | each)


def _own(part: Facts) -> Facts:
    return {key: value for key, value in part.items() if key not in _NO_FACTS}


def _determined(number: str, part: Facts) -> Iterator[FindingRow]:
    for each in part.get("determined", ()):
        told = {key: value for key, value in each.items() if key != "clauses"}
        yield from (FindingRow(application_no=number, clause=clause, **told) for clause in each["clauses"])


def _steps(number: str, part: Facts) -> Iterator[Step]:
    for command, at in part.get("letters", {}).items():
        yield Step(at, number, {}, command=command)
    for later in part.get("then", ()):
        yield Step(later["at"], number, _own(later), tuple(_determined(number, later)))
        yield from _steps(number, later)
