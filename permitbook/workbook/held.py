"""What a cell of a sheet's XML holds: its text, its number, its formula. Read only as far as a comparison needs."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property

from permitbook.workbook.outline import outline
from permitbook.workbook.rows import Cell

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_ENTITY = re.compile("&(?:#(x[0-9a-fA-F]{1,6}|[0-9]{1,7})|(amp|lt|gt|quot|apos));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_TEXT = re.compile(rb"<(?:\w+:)?t(?:\s[^>]*)?(?:/>|>([^<]*)</(?:\w+:)?t>)")
_ONE_TEXT = re.compile(rb'(?:<is>)?<t(?: xml:space="preserve")?>([^<]*)</t>(?:</(?:is|si)>)?')
_PHONETIC = re.compile(rb"<((?:\w+:)?rPh)[\s>].*?</\1>", re.DOTALL)
_VALUE = re.compile(rb"<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</(?:\w+:)?v>")
_FORMULA = re.compile(rb"<(?:\w+:)?f((?:\s[^>]*?)?)(?:/>|>([^<]*)</(?:\w+:)?f>)")


class SharedStrings(dict[bytes, str | None]):
    """The texts that the cells of all sheets share, cleaned, by their number as a cell writes it.

    None stands for a text that cannot be told for sure. The part is read when the first text is asked for.
    """

    def __init__(self, xml: bytes, title: str) -> None:
        super().__init__()
        self._xml, self._title = xml, title
        self._strings: Sequence[bytes] | None = None

    def __missing__(self, number: bytes) -> str | None:
        if self._strings is None:
            self._strings = self._read()
        place = int(number) if number.isdigit() and len(number) < 10 else len(self._strings)
        told = text_of(self._strings[place]) if place < len(self._strings) else None
        self[number] = None if told is None else cleaned(told)
        return self[number]

    @cached_property
    def numbers(self) -> Mapping[str, bytes]:
        """The number of each text; of one that stands there twice, one of them."""
        if self._strings is None:
            self._strings = self._read()
        numbers = (b"%d" % place for place in range(len(self._strings)))
        return {text: number for number in numbers if (text := self[number]) is not None}

    def _read(self) -> Sequence[bytes]:
        xml = self._xml
        if xml.find(b"<!") < 0 and xml.find(b"<si ") < 0 and xml.find(b"<si/") < 0 and xml.find(b":si") < 0:
            return xml.split(b"<si>")[1:]
        found = outline(xml, self._title)
        return [xml[each.opened : each.closing] for each in found if each.path == "sst/si"]


def text_in(cell: Cell, shared: SharedStrings) -> str | None:
    """The text a cell holds, cleaned; None when it holds something else or it cannot be told for sure."""
    if cell.type == b"inlineStr":
        text = text_of(cell.content)
        return None if text is None else cleaned(text)
    value = _VALUE.search(cell.content)
    if value is None:
        return None
    if cell.type == b"s":
        return shared[value[1]]
    return cleaned(unescaped(value[1])) if cell.type == b"str" else None


def number_in(cell: Cell) -> float | None:
    """The number a cell holds; dates are numbers there."""
    value = _VALUE.search(cell.content) if cell.type in (b"", b"n") else None
    try:
        return float(value[1]) if value else None
    except ValueError:
        return None


def truth_in(cell: Cell) -> bool | None:
    """The yes or no a cell holds."""
    value = _VALUE.search(cell.content) if cell.type == b"b" else None
    return value[1] == b"1" if value else None


def formula_in(cell: Cell) -> str | None:
    """The formula a cell holds itself; empty when it only shares another cell's, None when it has none."""
    found = _FORMULA.search(cell.content)
    return None if found is None else unescaped(found[2] or b"")


def is_shared(cell: Cell) -> bool:
    """The cell's formula belongs to more cells than this one: shared, array, or data table."""
    found = _FORMULA.search(cell.content)
    return found is not None and (
        not found[2] or re.search(rb"\st\s*=\s*.(?:shared|array|dataTable)", found[1]) is not None
    )


def without_formula(cell: Cell) -> Cell:
    """The cell as it would be if the formula's result stood in it."""
    return cell._replace(content=_FORMULA.sub(b"", cell.content))


def is_blank(cell: Cell) -> bool:
    """Nothing is to be seen in the cell, and no formula stands in it."""
    if not cell.content:
        return True
    if cell.type == b"inlineStr":
        return text_of(cell.content) == "" and formula_in(cell) is None
    value = _VALUE.search(cell.content)
    return not (value and value[1]) and formula_in(cell) is None


def text_of(content: bytes) -> str | None:
    """The text of a string element without formats and phonetic signs; None when it cannot be told for sure."""
    plain = _ONE_TEXT.fullmatch(content)
    if plain:
        return unescaped(plain[1])
    if b"<!" in content or b"<?" in content:
        return None
    if b"rPh" in content:
        content = _PHONETIC.sub(b"", content)
    return unescaped(b"".join(_TEXT.findall(content)))


def unescaped(content: bytes) -> str:
    """Text as it is meant: without XML's entities and Excel's own marks (`_x000D_`)."""
    text = content.decode("utf-8", "replace")
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text


def cleaned(text: str) -> str:
    """Text as a cell can hold it: one line feed for a line break, a blank for a control character."""
    if text.isprintable():
        return text
    return _NOT_IN_XML.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def _character(entity: re.Match[str]) -> str:
    number, name = entity.groups()
    if name:
        return _ENTITIES[name]
    code = int(number[1:], 16) if number.startswith("x") else int(number)
    return chr(code) if code <= 0x10FFFF else " "
