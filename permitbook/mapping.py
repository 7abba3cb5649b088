"""MAP.toml: which head of a foreign sheet is which fact, and what its words mean here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from permitbook.errors import UsageError
from permitbook.schema import Column, Kind
from permitbook.workbook.headings import same_heading
from permitbook.workbook.table import Raw

PARTS = frozenset({"columns", "values", "constants", "split", "group_by", "ignore", "keep"})
_LARGEST = 1 << 20
SPLITTABLE = (Kind.DATE, Kind.TIME, Kind.DATETIME)


class ImportMap(Struct, frozen=True, kw_only=True):
    """How a foreign table reads: heads by their field, words by ours, what is left out and what is kept as notes.

    Heads and words are as `same_heading` has them, but in `columns` and `expected`, where they are as typed.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    several: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Heads whose words belong to one or another of several fields, such as a status."""
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    constants: Mapping[str, Raw] = field(default_factory=dict)
    split: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    group_by: str | None = None
    ignore: frozenset[str] = frozenset()
    keep: frozenset[str] = frozenset()
    name: str = ""
    expected: tuple[str, ...] = ()
    """The heads that say something of a field, as they were typed."""

    def means(self, key: str, word: str) -> str | None:
        """Our word for theirs in one field; None where the map says nothing of it."""
        return self.values.get(key, {}).get(same_heading(word))


def read_map(path: Path, fields: Sequence[Column]) -> ImportMap:
    """The map of a file; its fields may be named by key or heading. Raises UsageError with what is wrong in it."""
    try:
        if path.stat().st_size > _LARGEST:
            raise UsageError(f"The map {path.name} is larger than 1 MB, which no map is.")
        return map_of(path.read_text("utf-8-sig"), path.name, fields)
    except OSError as error:
        raise UsageError(f"The map {path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"The map {path.name} is no TOML file: {error}.") from error


def map_of(text: str, name: str, fields: Sequence[Column]) -> ImportMap:
    """The map that a text is, under a name for what is said of it. Raises UsageError as `read_map` does."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"The map {name} is no TOML file: {error}.") from error
    except RecursionError as error:
        raise UsageError(f"The map {name} is nested deeper than any map.") from error
    return _Reading(name, fields).map(given)


class _Reading:
    def __init__(self, name: str, fields: Sequence[Column]) -> None:
        self.name = name
        self.kinds = {each.key: each.kind for each in fields}
        self.known = {same_heading(name): each.key for each in fields for name in (each.heading, each.key)}

    def map(self, given: Mapping[str, Any]) -> ImportMap:
        if strange := given.keys() - PARTS:
            raise self.wrong(f"has {', '.join(sorted(strange))}; it may have {', '.join(sorted(PARTS))}")
        heads = self.table("columns", given)
        several = {same_heading(head): self.keys(head, ours) for head, ours in heads.items() if isinstance(ours, list)}
        columns = {head: self.key(ours) for head, ours in heads.items() if not isinstance(ours, list)}
        group_by = given.get("group_by")
        if not isinstance(group_by, str | None):
            raise self.wrong("names no head under group_by; it is one text")
        return ImportMap(
            columns=columns,
            several=several,
            values={self.key(key): self.words(key, words) for key, words in self.table("values", given).items()},
            constants={self.key(key): self.constant(key, raw) for key, raw in self.table("constants", given).items()},
            split={same_heading(head): self.parts(head, keys) for head, keys in self.table("split", given).items()},
            group_by=same_heading(group_by) if group_by else None,
            ignore=self.heads("ignore", given),
            keep=self.heads("keep", given),
            name=self.name,
            expected=(*heads, *self.table("split", given)),
        )

    def wrong(self, what: str) -> UsageError:
        return UsageError(f"The map {self.name} {what}.")

    def key(self, name: object) -> str:
        key = self.known.get(same_heading(name)) if isinstance(name, str) else None
        if key is None:
            raise self.wrong(f"names {name!r}, which is no field of this table")
        return key

    def table(self, part: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        table = given.get(part, {})
        if not isinstance(table, dict):
            raise self.wrong(f"has no table under [{part}]")
        return table

    def words(self, key: str, words: object) -> dict[str, str]:
        if not isinstance(words, dict) or not all(
            isinstance(ours, str | bool | int | float) for ours in words.values()
        ):
            raise self.wrong(f'must have lines such as "their value" = "ours" under [values.{key}]')
        return {same_heading(theirs): str(ours) for theirs, ours in words.items()}

    def constant(self, key: str, raw: object) -> Raw:
        if not isinstance(raw, str | bool | int | float | date | time):
            raise self.wrong(f"must have one value for {key} under [constants]")
        if isinstance(raw, datetime | time):
            return raw.replace(tzinfo=None)
        # A sheet knows one kind of number.
        return float(raw) if type(raw) is int else raw

    def keys(self, head: str, keys: object) -> tuple[str, ...]:
        if not isinstance(keys, list) or not keys:
            raise self.wrong(f'must name the fields of {head!r}, such as ["event_date", "start_time"]')
        return tuple(map(self.key, keys))

    def parts(self, head: str, keys: object) -> tuple[str, ...]:
        named = self.keys(head, keys)
        if not all(self.kinds[key] in SPLITTABLE for key in named):
            raise self.wrong(f"splits {head!r} into {', '.join(named)}; only a date and a time can be told apart")
        return named

    def heads(self, part: str, given: Mapping[str, Any]) -> frozenset[str]:
        heads = given.get(part, [])
        if not isinstance(heads, list) or not all(isinstance(each, str) for each in heads):
            raise self.wrong(f"must have a list of heads under {part}")
        return frozenset(map(same_heading, heads))
