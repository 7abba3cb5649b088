"""Conflict copies: what a shared folder lays beside a workbook when two computers changed it at the same time."""

import re
from collections.abc import Iterator
from pathlib import Path

from permitbook.errors import Problem

_OF_A_COMPUTER = re.compile(r"-(?=[A-Z0-9-]*[A-Z])[A-Z0-9][A-Z0-9-]{1,14}(?:-\d+)?")
"""What OneDrive adds to the name: that of the computer, in capitals, and a number from the second copy on."""

_CONFLICTED = re.compile(r" \(.*conflicted copy.*\)", re.IGNORECASE)
"""What Dropbox adds."""


def copies_beside(book: Path) -> Iterator[Problem]:
    """A note for each file that looks like a conflict copy of the workbook: rows may stand in it and not here."""
    try:
        names = sorted(each.name for each in book.parent.iterdir())
    except OSError:
        return
    for name in names:
        if not name.startswith(book.stem) or not name.endswith(book.suffix):
            continue
        added = name[len(book.stem) : len(name) - len(book.suffix)]
        if _OF_A_COMPUTER.fullmatch(added) or _CONFLICTED.fullmatch(added):
            message = (
                f"{name} lies beside {book.name} and looks like a copy that OneDrive made when two computers changed "
                "it at once; compare them, bring over what is only there (`permitbook import` skips equal rows), and "
                "move the copy away."
            )
            yield Problem(book.name, "", "", message, level="note")
