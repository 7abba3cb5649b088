"""MAP.toml: which head of a foreign sheet is which fact, and what its words mean here."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from permitbook.errors import UsageError
from permitbook.workbook.headings import same_heading

PARTS = frozenset({"columns", "values", "constants", "split", "group_by", "ignore", "keep"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportMap:
    """How a foreign table reads: heads by their field, words by ours, what is left out and what is kept as notes."""

    columns: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    split: dict[str, tuple[str, ...]] = field(default_factory=dict)
    group_by: str | None = None
    ignore: frozenset[str] = frozenset()
    keep: tuple[str, ...] = ()

    def is_ignored(self, head: str) -> bool:
        """The head is left out on purpose."""
        return same_heading(head) in self.ignore

    def is_kept(self, head: str) -> bool:
        """The head goes into the notes."""
        return same_heading(head) in {same_heading(each) for each in self.keep}

    def means(self, key: str, word: str) -> str:
        """Our word for theirs in one field."""
        return self.values.get(key, {}).get(same_heading(word), word)


def read_map(path: Path, fields: Collection[str]) -> ImportMap:
    """The map of a file, its fields held against those of the table. Raises UsageError with what is wrong in it."""
    try:
        given = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"The map {path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"The map {path.name} is no TOML file: {error}.") from error
    strange = given.keys() - PARTS
    if strange:
        raise UsageError(
            f"The map {path.name} has {', '.join(sorted(strange))}; it may have {', '.join(sorted(PARTS))}."
        )
    try:
        made = _map(given)
    except (AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"The map {path.name} is not in the form of the manual: {error}.") from error
    named = {
        *made.columns.values(),
        *made.values,
        *made.constants,
        *(key for keys in made.split.values() for key in keys),
    }
    unknown = named - set(fields)
    if unknown:
        raise UsageError(f"The map {path.name} names {', '.join(sorted(unknown))}, which is no field of this table.")
    return made


def _map(given: dict[str, Any]) -> ImportMap:
    return ImportMap(
        columns={str(head): str(key) for head, key in given.get("columns", {}).items()},
        values={
            key: {same_heading(theirs): str(ours) for theirs, ours in words.items()}
            for key, words in given.get("values", {}).items()
        },
        constants={str(key): str(value) for key, value in given.get("constants", {}).items()},
        split={str(head): tuple(map(str, keys)) for head, keys in given.get("split", {}).items()},
        group_by=given.get("group_by"),
        ignore=frozenset(same_heading(str(head)) for head in given.get("ignore", [])),
        keep=tuple(map(str, given.get("keep", []))),
    )
