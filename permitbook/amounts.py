"""Numbers and amounts of money as clerks type them."""

import re
from datetime import date, time, timedelta
from decimal import Decimal

from permitbook.when import Unreadable
from permitbook.workbook.table import Raw

_NUMBER = re.compile(r"-?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?|-?\.[0-9]+")
_DOLLARS = re.compile(r"(?:us ?\$|usd ?|\$) ?|(?: ?(?:usd|dollars))$")
LARGEST = 999_999_999


def number_of_text(words: str) -> float:
    """The number that plain digits give, commas between thousands allowed.

    >>> number_of_text("1,200"), number_of_text("12.5")
    (1200.0, 12.5)
    """
    if not _NUMBER.fullmatch(words):
        raise Unreadable("not a plain number")
    return _bounded(float(words.replace(",", "")))


def number_of_cell(raw: Raw) -> float:
    """The number in a cell that is no text."""
    if isinstance(raw, date | time | timedelta):
        raise Unreadable("the cell has the format of a date or a time")
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise Unreadable("not a number")
    return _bounded(raw)


def _bounded(number: float) -> float:
    if not abs(number) < float("inf"):
        raise Unreadable("not a number")
    if abs(number) > LARGEST:
        raise Unreadable("too large")
    return number


def dollars(amount: str | float) -> Decimal:
    """An amount to the cent, with or without the dollar sign.

    >>> dollars("$1,000.50"), dollars(250.0)
    (Decimal('1000.50'), Decimal('250.00'))
    """
    if isinstance(amount, str):
        digits = _DOLLARS.sub("", amount, count=1)
        number_of_text(digits)
        exact = Decimal(digits.replace(",", ""))
    else:
        exact = Decimal(repr(amount))
    if exact < 0:
        raise Unreadable("less than nothing")
    cents = exact.quantize(Decimal("0.01"))
    if abs(cents - exact) > Decimal("0.000001"):
        raise Unreadable("not an amount of dollars and cents")
    return cents
