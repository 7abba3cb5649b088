"""One cell, read as the fact it states and shown again. Whatever cannot be read for certain is said, never guessed."""

from datetime import date, datetime, time
from decimal import Decimal
from typing import cast

from permitbook.kinds import BLANK, READERS, How, Value, shown
from permitbook.periods import show_day, show_moment, show_time
from permitbook.places import Route, show_route
from permitbook.schema import Column, Kind
from permitbook.when import Unreadable
from permitbook.workbook.table import UNSTORED, CellError, Raw

__all__ = ["Value", "expected", "read_value", "show_value", "shown", "to_cell"]

_EXPECTED = {
    Kind.TEXT: "text",
    Kind.DATE: "a date such as 9/12/2026",
    Kind.DATETIME: "a date and time such as 9/12/2026 10:30 AM",
    Kind.TIME: "a time such as 9:00 AM",
    Kind.YES_NO: "yes or no",
    Kind.MONEY: "an amount such as $1,250.00",
    Kind.LIST: "text, parted by ;",
    Kind.DATES: "dates such as 9/12/2026; 9/13/2026",
    Kind.ROUTE: "streets such as Main St from First Ave to Third Ave, parted by ;",
    Kind.CLAUSE: "the id of a clause",
}


def read_value(
    column: Column,
    raw: Raw,
    *,
    date1904: bool = False,
    plain: bool = False,
    blank_words: frozenset[str] = frozenset(),
) -> Value:
    """What a cell of this column says.

    `date1904` is the workbook's date system, `plain` says that the cell comes from a text file, where dates and
    times can only be text, and `blank_words` (in small letters) are the words the office has chosen to take
    for an empty text cell, such as n/a; without them `N/A` is text.
    """
    if raw is None:
        return BLANK
    if isinstance(raw, CellError):
        return Value(problem=_why_no_cell(raw, column))
    try:
        return READERS[column.kind](column, raw, How(date1904, plain, blank_words))
    except Unreadable as why:
        return Value(problem=f"read '{shown(raw)}' ({why}); expected {expected(column)}.")


def expected(column: Column) -> str:
    """What a cell of the column should hold, with an example."""
    if column.kind is Kind.CHOICE:
        return f"one of: {'; '.join(column.choices)}"
    if column.kind is Kind.NUMBER:
        return "a whole number such as 250" if column.whole else "a number such as 12.5"
    return _EXPECTED[column.kind]


def _why_no_cell(error: CellError, column: Column) -> str:
    if error == UNSTORED:
        return "the result of the formula is not stored in the file; open the workbook in Excel and save it once."
    return f"the cell shows the error {error.code}; expected {expected(column)}."


def show_value(column: Column, value: object) -> str:
    """A value as letters and terminals print it; nothing for a blank."""
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case datetime():
            return show_moment(value)
        case date():
            return show_day(value)
        case time():
            return show_time(value)
        case Decimal():
            return f"${value:,.2f}"
        case int() | float():
            return f"{value:,}" if value != value // 1 else f"{value:,.0f}"
        case tuple() if column.kind is Kind.ROUTE:
            return show_route(cast(Route, value))
        case tuple():
            return "; ".join(show_value(column, each) for each in value)
    return str(value)


def to_cell(column: Column, value: object) -> Raw:
    """What is written into a cell: what Excel can hold of the value, to be read back as the same."""
    if isinstance(value, bool):
        return show_value(column, value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, tuple) and column.kind is not Kind.ROUTE:
        return "; ".join(each.isoformat() if isinstance(each, date) else str(each) for each in value)
    if isinstance(value, tuple):
        return show_value(column, value)
    return cast(Raw, value)
