"""Whether what stands under a head can be what a field of ours holds, and in which of our words."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from permitbook.locations import locations_of
from permitbook.proposing.shapes import Entries, Shape, shape_of
from permitbook.proposing.words import LIKELY_WORDS, WORDS, listed
from permitbook.schema import Column, Kind
from permitbook.texts import bare
from permitbook.values import read_value, shown
from permitbook.workbook.headings import same_heading
from permitbook.workbook.table import Raw

_SHAPES: Mapping[Kind, frozenset[Shape]] = {
    Kind.DATE: frozenset({Shape.DATE}),
    Kind.DATETIME: frozenset({Shape.DATE, Shape.MOMENT}),
    Kind.TIME: frozenset({Shape.TIME}),
    Kind.DATES: frozenset({Shape.DATE}),
    Kind.NUMBER: frozenset({Shape.NUMBER}),
    Kind.MONEY: frozenset({Shape.NUMBER, Shape.MONEY}),
}
_AS_NUMBERS: Mapping[Kind, tuple[float, float]] = {Kind.TIME: (0, 1), Kind.DATE: (36_525, 55_154)}
"""Times and days that have lost their format are numbers: parts of a day, and days of the years 2000 to 2050."""
_PEOPLE = frozenset({Shape.TEXT, Shape.YES_NO})
_FREE = frozenset({Shape.TEXT, Shape.YES_NO, Shape.NUMBER, Shape.PHONE, Shape.E_MAIL, Shape.MONEY, Shape.TIME})
_NUMBERS = frozenset({"application_no", "permit_no"})
_FREE_TEXTS = frozenset({"notes", "conditions", "event_name", "sound_equipment", "applicant_address"})
_WITH_WORDS = (Kind.CHOICE, Kind.YES_NO)


class Fit(Struct, frozen=True):
    """How much of a column a field can take, by row; and the words that have to be put into ours for it.

    `sure` and `likely` give theirs and ours, `open` theirs alone.
    """

    share: float
    sure: dict[str, str] = field(default_factory=dict)
    likely: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)


def fit_of(column: Column, entries: Entries) -> Fit:
    """How a column of the file fits a field."""
    if column.kind in _WITH_WORDS:
        return _in_our_words(column, entries)
    if column.kind is Kind.ROUTE:
        return Fit(entries.share(_is_route))
    return Fit(entries.share(lambda raw: _looks_right(column, raw)))


def _looks_right(column: Column, raw: Raw) -> bool:
    shape = shape_of(raw)
    if isinstance(raw, float) and column.kind in _AS_NUMBERS:
        least, most = _AS_NUMBERS[column.kind]
        return least < raw < most
    if column.kind is Kind.TIME and isinstance(raw, str):
        # Four digits, such as 0930, are a number anywhere else.
        return not read_value(column, raw, plain=True).problem
    if column.kind in _SHAPES:
        return shape in _SHAPES[column.kind] and not read_value(column, raw, plain=True).problem
    if column.key.endswith("email"):
        return shape is Shape.E_MAIL
    if column.key.endswith(("phone", "fax")):
        return shape is Shape.PHONE or (shape is Shape.NUMBER and len(shown(raw)) >= len("5550142"))
    if column.key in _NUMBERS:
        return shape in (Shape.TEXT, Shape.NUMBER, Shape.PHONE)
    return shape in (_FREE if column.key in _FREE_TEXTS else _PEOPLE)


def _is_route(raw: Raw) -> bool:
    if not isinstance(raw, str) or shape_of(raw) is not Shape.TEXT:
        return False
    try:
        locations_of(bare(raw))
    except ValueError:
        return False
    return True


def _in_our_words(column: Column, entries: Entries) -> Fit:
    """Each different entry read as it is, or by the tables of words."""
    sure, likely = _table(WORDS, column), _table(LIKELY_WORDS, column)
    fit, taken = Fit(0.0), 0
    total = entries.distinct.total()
    for word, count in sorted(entries.distinct.items()):
        same = same_heading(word)
        if not _reads(column, word) and same not in sure and same not in likely:
            fit.open.append(word)
            continue
        taken += count
        if _reads(column, word):
            continue
        if same in sure:
            fit.sure[word] = sure[same]
        else:
            fit.likely[word] = likely[same]
    return Fit(taken / total if total else 1.0, fit.sure, fit.likely, fit.open)


def _reads(column: Column, word: str) -> bool:
    return read_value(column, word, plain=True).problem is None


def _table(tables: Mapping[str, Mapping[str, str]], column: Column) -> dict[str, str]:
    words = tables.get(column.key) or tables.get(column.kind.value) or {}
    return {same_heading(theirs): ours for ours, phrases in words.items() for theirs in listed(phrases)}
