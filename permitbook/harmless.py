"""Text made harmless for CSV files: no spreadsheet takes it for a formula, and it can be had back as it was."""

import re

from permitbook.texts import INVISIBLE

METHOD = (
    "A text that a spreadsheet could take for a formula (it begins with = + - @, their full-width forms, a tab or a "
    "carriage return, blanks aside), or that begins with an apostrophe, has one apostrophe put before it. Take one "
    "apostrophe off every text that begins with one to have it back. Numbers, such as -5, are never changed."
)
"""What is done, as it is told to whoever reads the files."""

_STARTS = re.compile(rf"[\t\r]|[\s{INVISIBLE}]*['=+\-@\uff1d\uff0b\uff0d\uff20]")
_MARK = "'"


def harmless(text: str) -> str:
    """The text as it stands in a CSV file.

    >>> harmless("=1+1"), harmless(" @Home 5K"), harmless("'tis"), harmless("Parade - day 2")
    ("'=1+1", "' @Home 5K", "''tis", 'Parade - day 2')
    """
    return f"{_MARK}{text}" if _STARTS.match(text) else text


def as_it_was(text: str) -> str:
    """The text that was made harmless.

    >>> as_it_was(harmless("=1+1")), as_it_was("-5")
    ('=1+1', '-5')
    """
    return text.removeprefix(_MARK)
