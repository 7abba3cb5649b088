"""What a redacted export leaves out: people's telephones, e-mail addresses and homes.

The rule, as the manifest tells it. Names stay, and so does what an office or an official is reached by. In a text
a telephone or an e-mail address is known by its form, a home only where its own application gives it in a column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from permitbook.export.contacts import CALLED, contacts_given, homes_given
from permitbook.export.sheets import OWN, Line
from permitbook.schema import Kind
from permitbook.texts import folded
from permitbook.workbook.layout import Sheet

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.export.sheets import SheetCopy
    from permitbook.schema import Column
    from permitbook.workbook.table import Raw

REDACTED = "[redacted]"

OF_A_PERSON = (
    *("applicant_address", "applicant_phone", "applicant_email"),
    *("chair_address", "chair_phone", "chair_email", "chair_fax"),
    "organization_heads",
)
"""Columns of Applications that are left out whole; the heads of an organization stand there with their homes."""

OF_AN_ORGANIZATION = {
    "organization_address": ("applicant_address", "chair_address"),
    "organization_phone": ("applicant_phone", "chair_phone", "chair_fax"),
}
"""Columns that stay unless the organization is a person, is not named, or has the same as a person of its row."""

RULE = (
    "Left out whole: address, telephone and e-mail of the applicant; address, telephone, e-mail and fax of the person "
    "in charge; the heads of the organization, which stand in one cell with their homes and telephones.",
    "Left out whole: columns that the office has added whose heading speaks of a telephone, fax, e-mail, address, "
    "home, residence or contact.",
    "An organization's own address and telephone stay, as an office is no home; they are left out where the sponsor is "
    "a person, where no organization is named, and where the same is given for the applicant or the person in charge.",
    "The Officials and Settings sheets stay: how a public office is reached is public.",
    "In every other text, telephone numbers and e-mail addresses are left out by their form, and what is left out "
    "above wherever the same application has it again, however it is spaced or shortened (Lane, Ln). A home that is "
    "written otherwise in a free text, or stands in the texts of another application, is not found; read such texts "
    "before the copy is handed out.",
    "Names stay. Places of the event and its route stay, as the permit is for them.",
    "Letters are not copied, as they are addressed to people at home; they are listed with their fingerprints.",
)
"""The rule in a clerk's words."""

_PUBLIC_SHEETS = frozenset({Sheet.OFFICIALS, Sheet.SETTINGS})
_EXACT = frozenset(
    {
        *("application_no", "document_no", "permit_no", "application", "with", "id", "clause", "clauses"),
        *("fingerprint", "before", "hash"),
    }
)
"""Columns that hold numbers, ids and fingerprints, in which nothing is a telephone."""
_KEPT = _EXACT | OF_AN_ORGANIZATION.keys()
_PLACES = frozenset({"starting_point", "termination_point"})
_OF_PLACES = (Kind.LIST, Kind.ROUTE)
_WORDS = (Kind.TEXT, Kind.CHOICE, *_OF_PLACES)
_CONTACT = re.compile(
    r"\b(?:(?:tele|cell)?phone|tel|cell|mobile|fax|(?:e[ -]?)?mail|addr|address|addresse|contact|home|residence)"
    r"s?\d*\b",
    re.IGNORECASE,
)


class Redaction(Struct):
    """What was left out: how many cells whole, and how many places within texts, by file and heading."""

    cells: Counter[tuple[str, str]] = field(default_factory=Counter)
    within: Counter[tuple[str, str]] = field(default_factory=Counter)

    def report(self) -> dict[str, object]:
        """As it stands in the manifest."""
        return {"rule": list(RULE), "cells": _by_file(self.cells), "within_texts": _by_file(self.within)}


def _by_file(counts: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    told: dict[str, dict[str, int]] = {}
    for (file, heading), count in sorted(counts.items()):
        told.setdefault(file, {})[heading] = count
    return told


def redacted(tables: Iterable[SheetCopy]) -> tuple[list[SheetCopy], Redaction]:
    """The tables without what is private, and the account of it."""
    held, done = [_headed(each) for each in tables], Redaction()
    given = {number: found for table in held for number, found in _given(table)}
    return [_redacted(each, given, done) for each in held], done


def _headed(table: SheetCopy) -> SheetCopy:
    """The table with what the office calls its own columns, without telephones and e-mail addresses."""
    heads = [
        replace(each, heading=without_contacts(each.heading)) if each.key.startswith(OWN) else each
        for each in table.columns
    ]
    return replace(table, columns=heads)


def _redacted(table: SheetCopy, given: Mapping[str, Given], done: Redaction) -> SheetCopy:
    lines, is_log = [], table.name == Sheet.APPLICATIONS
    for line in table.lines:
        row = _by_key(table, line)
        private = set(_private(table, row))
        of_row = _given_in(row, private) if is_log else given.get(_about(row), _NOTHING_GIVEN)
        told = []
        for column, raw, cell in zip(table.columns, line.raw, line.told, strict=True):
            at = (table.file, column.heading)
            if cell and column.key in private:
                done.cells[at] += 1
                cell = REDACTED
            elif _is_text(raw, column) and table.name not in _PUBLIC_SHEETS and column.key not in _KEPT:
                cell, count = of_row.left_out(cell, is_place=column.key in _PLACES or column.kind in _OF_PLACES)
                if count:
                    done.within[at] += count
            told.append(cell)
        lines.append(Line(line.raw, told))
    return replace(table, lines=lines)


def _by_key(table: SheetCopy, line: Line) -> dict[str, str]:
    return {column.key: cell for column, cell in zip(table.columns, line.told, strict=True)}


def _about(row: Mapping[str, str]) -> str:
    """The number of the application that a row is of, or speaks of."""
    return folded(row.get("application_no") or row.get("application") or "")


def _private(table: SheetCopy, row: Mapping[str, str]) -> Iterator[str]:
    """The columns that are left out whole in a row."""
    for column in table.columns:
        if column.key.startswith(OWN) and _CONTACT.search(column.heading.replace("_", " ")):
            yield column.key
    if table.name != Sheet.APPLICATIONS:
        return
    yield from OF_A_PERSON
    alone = not row.get("organization_name") or folded(row.get("sponsor_kind", "")) == "person"
    for key, others in OF_AN_ORGANIZATION.items():
        if alone or _same(row.get(key, "")) in {_same(row.get(each, "")) for each in others}:
            yield key


def _same(text: str) -> str:
    """An address or number as it compares: letters and digits alone."""
    return re.sub(r"[\W_]+", "", folded(text))


class Given(Struct, frozen=True):
    """What finds the contacts that an application gives in its own columns, and its homes, in a text about it."""

    contacts: re.Pattern[str] | None = None
    homes: re.Pattern[str] | None = None

    def left_out(self, text: str, *, is_place: bool = False) -> tuple[str, int]:
        """The text without them and without what has the form of one, and how many there were.

        In a place of the event a home stays, as the permit is for that place.
        """
        count = 0
        for pattern in (CALLED, self.contacts, None if is_place else self.homes):
            if pattern:
                text, more = pattern.subn(REDACTED, text)
                count += more
        return text, count


_NOTHING_GIVEN = Given()


def _given(table: SheetCopy) -> Iterator[tuple[str, Given]]:
    """By application, what finds what is left out of its row."""
    if table.name != Sheet.APPLICATIONS:
        return
    for line in table.lines:
        row = _by_key(table, line)
        if number := _about(row):
            yield number, _given_in(row, set(_private(table, row)))


def _given_in(row: Mapping[str, str], private: Iterable[str]) -> Given:
    cells = {key: row.get(key, "") for key in private}
    heads = cells.get("organization_heads", "")
    numbers = [cell for key, cell in cells.items() if key.endswith(("_phone", "_fax"))]
    return Given(
        contacts=contacts_given([*numbers, heads], (cell for key, cell in cells.items() if key.endswith("_email"))),
        homes=homes_given([*(cell for key, cell in cells.items() if key.endswith("_address")), heads]),
    )


def _is_text(raw: Raw, column: Column) -> bool:
    """The cell holds words, whatever its column is for, or a number in a column for words."""
    return isinstance(raw, str) or (raw is not None and column.kind in _WORDS)


def scrubber(it: Application) -> Callable[[str], str]:
    """What takes telephones, e-mail addresses and the homes of an application out of a text about it."""
    given = _given_in({key: getattr(it, key) or "" for key in OF_A_PERSON}, OF_A_PERSON)
    return lambda text: given.left_out(text)[0]


def without_contacts(text: str) -> str:
    """A text, such as the name of a file, without telephones and e-mail addresses."""
    return CALLED.sub(REDACTED, text)
