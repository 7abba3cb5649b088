"""Where the elements of a part stand in its bytes, so that one of them can change and the rest stay as they are.

A real XML parser finds them; nothing is written back by it. Names are given without their prefix when they
belong to the namespace of the root, whatever that prefix is: `worksheet/cols/col`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple
from xml.parsers import expat

from msgspec import Struct

from permitbook.errors import WorkbookError

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAME = rb"[^\s/>=\"'<]+"
_TAG = re.compile(rb"<(" + _NAME + rb")(?:\s+" + _NAME + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(/?)>")
_MOST_ELEMENTS = 200_000
"""Three times as many as a workbook can have formats, the longest list that Excel writes beside the rows."""
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UTF8_NAMES = (None, "utf-8", "utf8", "us-ascii", "ascii")


class Element(Struct):
    """One element: where its tag starts and ends, where its closing tag starts, and where all of it ends.

    An element written as one tag has all three of its ends in one place. `name` is as written, with its prefix.
    """

    path: str
    name: bytes
    attributes: dict[str, str]
    start: int
    opened: int
    closing: int = 0
    end: int = 0

    @property
    def prefix(self) -> bytes:
        """What stands before the name: `x:`, or nothing."""
        return self.name[: self.name.find(b":") + 1]

    @property
    def is_one_tag(self) -> bool:
        return self.end == self.opened


class Change(NamedTuple):
    """The bytes from `start` to `end` give way to `content`."""

    start: int
    end: int
    content: bytes


def damaged(title: str, what: str) -> WorkbookError:
    """The refusal of a file that is not sound."""
    return WorkbookError(f"{title} is damaged: {what}; open the workbook in Excel, save it there, and run again.")


def outline(xml: bytes, title: str, *, depth: int = 3) -> list[Element]:
    """The elements of a part down to a depth, in the order of the text.

    `title` is what a refusal calls the part. Raises WorkbookError when it is not XML of the kind Office writes.
    """
    return _Outliner(xml, title, depth).read()


def changed(xml: bytes, changes: Iterable[Change]) -> Iterator[bytes]:
    """The part in pieces, each change in its place. Changes may come in any order but never overlap."""
    position = 0
    for change in sorted(changes, key=itemgetter(0, 1)):
        if change.start > position:
            yield xml[position : change.start]
        if change.content:
            yield change.content
        position = change.end
    yield xml[position:]


def with_attribute(tag: bytes, name: str, value: str) -> bytes:
    """An opening tag with one attribute set, at its place when it is there, else as the last one.

    >>> with_attribute(b'<row r="5"/>', "spans", "1:9")
    b'<row r="5" spans="1:9"/>'
    """
    new = name.encode() + b'="' + escaped(value) + b'"'
    there = re.search(rb"(?<=\s)" + re.escape(name.encode()) + rb"\s*=\s*(?:\"[^\"]*\"|'[^']*')", tag)
    if there:
        return tag[: there.start()] + new + tag[there.end() :]
    end = -2 if tag.endswith(b"/>") else -1
    return tag[:end].rstrip() + b" " + new + tag[end:]


def tag_end(xml: bytes, start: int) -> int:
    """Where the tag that starts here ends."""
    tag = _TAG.match(xml, start)
    return tag.end() if tag else start


def escaped(text: str) -> bytes:
    """Text as it stands in XML, in an attribute or between tags."""
    if "&" in text or "<" in text or ">" in text or '"' in text:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    return text.encode("utf-8")


def whole(text: str | None, default: int) -> int:
    """The whole number an attribute holds; the default when it is missing or no number."""
    is_number = text is not None and len(text) < 10 and text.isascii() and text.isdigit()
    return int(text) if text is not None and is_number else default


def find(elements: Sequence[Element], path: str) -> Element | None:
    """The first element at a path."""
    return next((each for each in elements if each.path == path), None)


class _Outliner:
    def __init__(self, xml: bytes, title: str, depth: int) -> None:
        self.xml, self.title, self.depth = xml, title, depth
        self.home = ""
        self.found: list[Element] = []
        self.open: list[Element] = []
        self.level = 0
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.finish
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.XmlDeclHandler = self.declaration

    def read(self) -> list[Element]:
        if self.xml[:2] in _UTF16_MARKS:
            self.declaration("1.0", "UTF-16", 1)
        try:
            self.parser.Parse(self.xml, True)
        except expat.ExpatError as error:
            raise damaged(self.title, f"its XML breaks off in line {error.lineno}") from error
        return self.found

    def doctype(self, *_: object) -> None:
        raise WorkbookError(f"{self.title} declares a document type, which no workbook needs, and is not read.")

    def declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding is not None and encoding.lower() not in _UTF8_NAMES:
            raise WorkbookError(f"{self.title} is stored as {encoding}; save it once in Excel and run again.")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.level += 1
        if self.level > self.depth:
            return
        if len(self.found) == _MOST_ELEMENTS:
            raise WorkbookError(f"{self.title} is not read: it lists more things than Excel ever does in one part.")
        if self.level == 1 and "}" in name:
            self.home = name.rpartition("}")[0] + "}"
        tag = _TAG.match(self.xml, self.parser.CurrentByteIndex)
        if tag is None:
            raise damaged(self.title, "a tag is not closed")
        path = name.removeprefix(self.home)
        if self.open:
            path = f"{self.open[-1].path}/{path}"
        element = Element(path, tag[1], attributes, tag.start(), tag.end())
        if tag[2]:
            element.closing = element.end = tag.end()
        self.found.append(element)
        self.open.append(element)

    def finish(self, _name: str) -> None:
        self.level -= 1
        if self.level >= self.depth:
            return
        element = self.open.pop()
        if not element.end:
            element.closing = self.parser.CurrentByteIndex
            element.end = self.xml.index(b">", element.closing) + 1
