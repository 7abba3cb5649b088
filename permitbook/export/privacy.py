"""What a redacted export leaves out: people's telephones, e-mail addresses and homes.

The rule, as the manifest tells it. Names stay, and so does what an office or an official is reached by. In free text
a telephone or an e-mail address is known by its form, a home only where it is written as in its own column of the
same application.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from permitbook.export.sheets import OWN, Line
from permitbook.schema import Kind
from permitbook.texts import folded
from permitbook.workbook.layout import Sheet

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.export.sheets import SheetCopy
    from permitbook.schema import Column

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
    "Left out whole: columns that the office has added whose heading speaks of a telephone, fax, e-mail, address, home "
    "or contact.",
    "An organization's own address and telephone stay, as an office is no home; they are left out where the sponsor is "
    "a person, where no organization is named, and where the same is given for the applicant or the person in charge.",
    "The Officials and Settings sheets stay: how a public office is reached is public.",
    "In every other text, telephone numbers and e-mail addresses are left out by their form, and the addresses left "
    "out above where they are written the same in the same application. A home that is written otherwise in a free "
    "text is not found; read such texts before the copy is handed out.",
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
_CONTACT = re.compile(
    r"\b(?:tele)?(?:phone|tel|cell|mobile|fax|e-?mail|mail|address|addr|contact|home)s?\b|telephone", re.IGNORECASE
)
_E_MAIL = r"(?<![\w.+%'-])[\w.+%'-]+@[\w-]+(?:\.[\w-]+)+"
_TELEPHONE = (
    r"(?<![\w.-])(?:"
    r"\+\d[\d ().-]{6,}\d"
    r"|(?:1[ .-]?)?\(\d{3}\) ?\d{3}[ .-]?\d{4}"
    r"|(?:1[ .-])?\d{3}[ .-]\d{3}[ .-]\d{4}"
    r"|1?\d{10}"
    r"|\d{3}[.-]\d{4}"
    r")(?:,? ?(?:x|ext\.?) ?\d{1,6})?(?![\w-])"
)
_CALLED = re.compile(f"{_E_MAIL}|{_TELEPHONE}", re.IGNORECASE)
_A_HOME = re.compile(r"\d+\S* \S+")


@dataclass(slots=True)
class Redaction:
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
    held, done = list(tables), Redaction()
    homes = {number: found for table in held for number, found in _homes(table)}
    return [_redacted(each, homes, done) for each in held], done


def _redacted(table: SheetCopy, homes: Mapping[str, re.Pattern[str]], done: Redaction) -> SheetCopy:
    lines = []
    for line in table.lines:
        row = _by_key(table, line)
        private = set(_private(table, row))
        home = homes.get(folded(row.get("application_no", "")))
        told = []
        for column, cell in zip(table.columns, line.told, strict=True):
            at = (table.file, column.heading)
            if cell and column.key in private:
                done.cells[at] += 1
                cell = REDACTED
            elif cell and table.name not in _PUBLIC_SHEETS and column.key not in _KEPT:
                cell, count = _scrubbed(cell, column, home)
                if count:
                    done.within[at] += count
            told.append(cell)
        lines.append(Line(line.raw, told))
    return replace(table, lines=lines)


def _by_key(table: SheetCopy, line: Line) -> dict[str, str]:
    return {column.key: cell for column, cell in zip(table.columns, line.told, strict=True)}


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


def _homes(table: SheetCopy) -> Iterator[tuple[str, re.Pattern[str]]]:
    """By application, what finds the addresses that are left out of its row: whole, or their first line."""
    if table.name != Sheet.APPLICATIONS:
        return
    for line in table.lines:
        row = _by_key(table, line)
        private = [row.get(key, "") for key in _private(table, row) if key.endswith("_address")]
        pattern = _home_among(private)
        if pattern and row.get("application_no"):
            yield folded(row["application_no"]), pattern


def _home_among(addresses: Iterable[str]) -> re.Pattern[str] | None:
    parts = {part.strip() for text in addresses for part in (text, re.split(r"[\n,]", text)[0])}
    found = sorted((each for each in parts if _A_HOME.match(each)), key=lambda each: (-len(each), each))
    if not found:
        return None
    words = (r"\s+".join(map(re.escape, each.split())) for each in found)
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE)


def scrubber(it: Application) -> Callable[[str], str]:
    """What takes telephones, e-mail addresses and the homes of an application out of a text about it."""
    home = _home_among(each for each in (it.applicant_address, it.chair_address) if each)

    def scrubbed(text: str) -> str:
        text = _CALLED.sub(REDACTED, text)
        return home.sub(REDACTED, text) if home else text

    return scrubbed


def without_contacts(text: str) -> str:
    """A text, such as the name of a file, without telephones and e-mail addresses."""
    return _CALLED.sub(REDACTED, text)


def _scrubbed(cell: str, column: Column, home: re.Pattern[str] | None) -> tuple[str, int]:
    """A text without telephones and e-mail addresses, and without the homes of its application; how many were there."""
    if column.kind not in (Kind.TEXT, Kind.CHOICE, Kind.LIST, Kind.ROUTE):
        return cell, 0
    cell, count = _CALLED.subn(REDACTED, cell)
    if home and column.kind is Kind.TEXT and column.key not in _PLACES:
        cell, more = home.subn(REDACTED, cell)
        count += more
    return cell, count
