"""What a cell says when it is selected, the words it offers, and what it asks back about.

A wrong entry is asked about and never refused: the program reads more spellings than Excel does, and lists what it
cannot read.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from permitbook.schema import Column, Kind
from permitbook.values import expected
from permitbook.workbook.layout import Need, Sheet
from permitbook.workbook.table import letters

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

    from permitbook.ordinance import Ordinance

MOST_TITLE, MOST_MESSAGE = 32, 255
YES_NO = ("Yes", "No")
FIRST_LIST_COLUMN = 4
"""Where the lists begin on the hidden sheet, counted from 1; what stands before them is xlwings' own."""
_FIRST_DAY = date(2000, 1, 1)
_TOLD = (Kind.DATE, Kind.DATETIME, Kind.TIME, Kind.DATES, Kind.ROUTE, Kind.NUMBER, Kind.MONEY)
_UNITS = (
    "people",
    "units",
    "vehicles",
    "animals",
    "feet",
    "officers",
    "officer-hours",
    "days",
    "miles",
    "minutes",
)


class ChoiceLists:
    """The lists that cells offer, each once, in named ranges on the hidden sheet."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._names: dict[tuple[str, ...], str] = {}

    def source(self, name: str, words: Sequence[str]) -> str:
        """What a validation names as its list. The same words share one list."""
        held = tuple(words)
        if held not in self._names:
            self._names[held] = f"choices_{name}"
            column = FIRST_LIST_COLUMN + len(self._names) - 1
            area = f"{absolute(2, column)}:{absolute(len(held) + 1, column)}"
            self._book.define_name(self._names[held], f"='{Sheet.CONF}'!{area}")
        return f"={self._names[held]}"

    def write(self, sheet: Worksheet) -> None:
        """Put the lists on the sheet that holds them."""
        for column, (words, name) in enumerate(self._names.items(), FIRST_LIST_COLUMN - 1):
            sheet.write_column(0, column, [name, *words])


def absolute(row: int, column: int) -> str:
    """A cell as a defined name gives it.

    >>> absolute(2, 4)
    '$D$2'
    """
    return f"${letters(column)}${row}"


def validation(
    column: Column, law: Ordinance, lists: ChoiceLists, *, need: Need | None = None, computed: bool = False
) -> dict[str, Any] | None:
    """What Excel is told of the cells of a column; None when there is nothing to say or to check."""
    told = message(column, law, need=need, computed=computed)
    made = {"validate": "any"} if computed else _check(column, law, lists)
    if told:
        made |= {"input_title": column.heading[:MOST_TITLE], "input_message": told}
    if made["validate"] != "any" and made.get("show_error", True):
        made |= {
            "error_type": "warning",
            "error_title": column.heading[:MOST_TITLE],
            "error_message": _fitted([f"Expected {expected(column)}."]),
        }
    return made if len(made) > 1 else None


def message(column: Column, law: Ordinance, *, need: Need | None = None, computed: bool = False) -> str:
    """What a clerk is told on selecting a cell: what it means, how to type it, whether and by what it is required."""
    cites = dict.fromkeys(law.cite(each) for each in column.clauses if each.startswith(f"{law.prefix}-"))
    told = [column.help] if column.help else []
    if computed:
        return _fitted([*told, "Computed; rewritten at each check."])
    if column.kind in _TOLD:
        unit = f", in {column.unit}" if column.unit in _UNITS else ""
        told.append(f"Give {expected(column)}{unit}.")
    elif column.kind is Kind.LIST and "parted by" not in column.help.lower():
        told.append("Parted by ; where there are several.")
    elif column.kind is Kind.YES_NO:
        told.append("Yes or no; empty while it is not known.")
    last = " ".join([need.value if need else "", ", ".join(cites)]).strip()
    return _fitted(told, last)


def _fitted(told: Sequence[str], last: str = "") -> str:
    """The sentences in as much room as Excel has, the last line whole."""
    room = MOST_MESSAGE - len(last) - 1 if last else MOST_MESSAGE
    text = " ".join(told)
    text = text if len(text) <= room else shorten(text, room, placeholder=" ...")
    return "\n".join(filter(None, (text, last)))


def _check(column: Column, law: Ordinance, lists: ChoiceLists) -> dict[str, Any]:
    if column.key == "conditions" and law.conditions:
        # Offered and never asked back about: what the official writes is the condition.
        return {"validate": "list", "source": lists.source(column.key, law.conditions), "show_error": False}
    match column.kind:
        case Kind.CHOICE:
            return {"validate": "list", "source": lists.source(column.key, column.choices)}
        case Kind.YES_NO:
            return {"validate": "list", "source": lists.source("yes_no", YES_NO)}
        case Kind.DATE | Kind.DATETIME:
            return {"validate": "date", "criteria": ">=", "value": _FIRST_DAY}
        case Kind.NUMBER if column.whole:
            return {"validate": "integer", "criteria": ">=", "value": 0}
        case Kind.MONEY:
            return {"validate": "decimal", "criteria": ">=", "value": 0}
    return {"validate": "any"}
