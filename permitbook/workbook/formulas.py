"""What a formula refers to, as far as new rows need to know it."""

import re

_IN_BRACKETS_OR_QUOTES = re.compile(r'"[^"]*"|\[(?:[^\[\]]|\[[^\[\]]*\])*\]')
_CELL = re.compile(r"(?<![A-Z0-9_.])\$?[A-Z]{1,3}\$?\d+(?![A-Z0-9_(.])", re.IGNORECASE)
_ADDED = re.compile(r"\b(?:SUM|SUBTOTAL|AGGREGATE|COUNT|COUNTA|AVERAGE|MIN|MAX)\(", re.IGNORECASE)
_RANGE = re.compile(r"\$?[A-Z]{1,3}\$?(\d+):\$?[A-Z]{1,3}\$?(\d+)", re.IGNORECASE)


def names_cells(formula: str) -> bool:
    """The formula names cells by their address, so that it means something else in another row.

    >>> names_cells("F2-TODAY()"), names_cells("Log[[#This Row],[Q1]]*LOG10(2)")
    (True, False)
    """
    return _CELL.search(_IN_BRACKETS_OR_QUOTES.sub("", formula)) is not None


def adds_up(formula: str) -> bool:
    """The formula takes cells of several rows together, as a total does.

    >>> adds_up("SUM(K4:K5)"), adds_up("SUM(K5:M5)"), adds_up("F2-TODAY()")
    (True, False, False)
    """
    spans = _RANGE.findall(_IN_BRACKETS_OR_QUOTES.sub("", formula))
    return _ADDED.search(formula) is not None and any(first != last for first, last in spans)
