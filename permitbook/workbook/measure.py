"""How much text a sheet holds, told before room is made for it: a million cells may share one long text."""

import re
from collections import Counter
from functools import cached_property

from permitbook.errors import WorkbookError

MOST_TEXT = 256 << 20
"""More than a log of a hundred thousand rows holds, and no more than a computer has room for."""

_PROBE = 1 << 18
"""Longer than any cell's text, were each of its 32,767 characters written as an escape of seven bytes."""

_LONGEST_CELL = 1 << 20
"""Far more than a cell has in the file, formats of single words included."""

_CELL_OR_ROW = re.compile(rb"<(?:c|row)[\s/>]")
_END_OF_STRING = re.compile(rb"</(?:\w+:)?si\s*>|<(?:\w+:)?si(?:\s[^<>]*)?/>")
_SHARED = b't="s"'
_SHARED_CELL = re.compile(rb't="s"[^>]*>\s*<v>([0-9]{1,9})</v>')


class SharedTexts:
    """The texts that the cells of all sheets share, as far as their lengths go."""

    def __init__(self, xml: bytes) -> None:
        self._xml = xml

    @cached_property
    def lengths(self) -> list[int]:
        """How long each text is, in the order in which cells number them; its marks are counted too."""
        return [len(each) for each in _END_OF_STRING.split(self._xml)[:-1]]

    @cached_property
    def longest(self) -> int:
        """How long the longest text is."""
        return max(self.lengths, default=0)

    def in_cells_of(self, xml: bytes) -> int:
        """How long all shared texts of a sheet are together, as often as its cells repeat them; at most that long."""
        cells = xml.count(_SHARED)
        if cells * self.longest <= MOST_TEXT:
            return cells * self.longest
        named = Counter(_SHARED_CELL.findall(xml))
        known = sum(times * self._length(int(number)) for number, times in named.items())
        return known + max(cells - named.total(), 0) * self.longest

    def _length(self, number: int) -> int:
        return self.lengths[number] if number < len(self.lengths) else 0


def check_texts(where: str, xml: bytes, shared: SharedTexts) -> None:
    """Refuses a sheet with a text that no cell can hold, or with more text than there is room for."""
    start, end = xml.find(b"<sheetData"), xml.rfind(b"</sheetData>")
    if any(xml.find(b"<", at, at + _PROBE) < 0 for at in range(0, len(xml) - _PROBE, _PROBE)) or any(
        not _CELL_OR_ROW.search(xml, at, at + _LONGEST_CELL) for at in range(start, end - _LONGEST_CELL, _LONGEST_CELL)
    ):
        raise WorkbookError(f"{where} is not read: it holds a text longer than any cell can.")
    check_size(where, shared.in_cells_of(xml))


def check_size(where: str, size: int) -> None:
    """Refuses a sheet whose texts are this long together, when that is more than there is room for."""
    if size > MOST_TEXT:
        raise WorkbookError(
            f"{where} is not read: its cells repeat long texts, {size >> 20} MB in all; shorten them and run again."
        )
