"""Values as letters print them, and blank ones, which letters never print.

Blank is None, text of blanks only, and what other programs use for "no number" (NaN, NaT). The words None, nan
and N/A typed by a person are text like any other. In a condition a blank is false, in a loop it has no items, and
`default` stands in for it; printing it withholds the letter.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal

from jinja2 import Undefined
from markupsafe import Markup, escape
from msgspec import Struct, field

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]|_x00[01][0-9A-Fa-f]_")
_STORED_MARK = re.compile("_x(00[01][0-9A-Fa-f])_")
_LINE_BREAK = re.compile("\r\n|[\r\x85\u2028\u2029]")
_NEVER_PRINTED: dict[int, str | None] = dict.fromkeys(
    (*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
)
_NEVER_PRINTED |= {ord("\n"): "\n", ord("\t"): "\t", ord("\v"): " ", ord("\f"): " "}
_UNSEEN = "\u200b\u2060\ufeff"
_BREAK = '</w:t><w:br/><w:t xml:space="preserve">'
_TAB = '</w:t><w:tab/><w:t xml:space="preserve">'


class Report(Struct):
    """What went wrong while one letter was rendered: names with the line that printed them (0 where not known)."""

    blank: dict[str, int] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    unprintable: dict[str, int] = field(default_factory=dict)


_report: ContextVar[Report] = ContextVar("report")


@contextmanager
def reporting() -> Iterator[Report]:
    """Collect what is printed wrongly within the block, rather than stop at the first."""
    token = _report.set(Report())
    try:
        yield _report.get()
    finally:
        _report.reset(token)


class Blank(Undefined):
    """A value the application does not have, known by its name. Filters that would print it report it instead."""

    def __str__(self) -> str:
        _report.get().blank.setdefault(self.path, 0)
        return ""

    @property
    def _undefined_message(self) -> str:
        """Asked for only when a template compares or counts with the blank, which is told like printing it."""
        str(self)
        return f"{self.path} is blank"

    @property
    def path(self) -> str:
        return self._undefined_name or "a value"


class NotProvided(Blank):
    """A name that letters do not have at all; it was reported before rendering, and counts as blank from there on."""

    def __str__(self) -> str:
        return ""


def is_blank(value: object) -> bool:
    """Whether a value is none at all: None, blanks only, or not a number."""
    if value is None:
        return True
    if isinstance(value, str):
        return not value.strip().strip(_UNSEEN)
    if isinstance(value, bool | int | list | tuple | dict):
        return False
    try:
        return bool(value != value)
    except (TypeError, ArithmeticError):
        return True


def given(value: object, name: str) -> object:
    """A value as templates see it: blank ones named, lists without their blank items."""
    if value.__class__ is str and value[:1].isalnum():
        return value  # most of what letters print
    if isinstance(value, Undefined):
        return value
    if is_blank(value):
        return Blank(name=name)
    if isinstance(value, list | tuple):
        return [_item(each, name) for each in value if not is_blank(each)]
    return value


def _item(value: object, name: str) -> object:
    """An item of a list; a row of several values keeps its blanks, each in its place."""
    if isinstance(value, list | tuple):
        return [Blank(name=name) if is_blank(each) else _item(each, name) for each in value]
    return value


def shown(value: object, place: tuple[str, int, bool]) -> Markup:
    """A value as it stands in the document, every character kept that a document can hold.

    `place` is its name, the line of the template, and whether it stands in running text.

    Line breaks and tabs are Word's own within running text and blanks elsewhere; yes/no prints yes or no.
    """
    if isinstance(value, str):
        text = str(value)
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, int | Decimal):
        text = str(value)
    elif isinstance(value, float) and not is_blank(value):
        text = f"{value:.15g}"
    else:
        _wrong(value, *place[:2])
        return Markup()
    if not _UNPRINTABLE.search(text):
        return escape(text)
    markup = str(escape(printable(text)))
    *_, in_text = place
    if not in_text:
        return Markup(markup.replace("\n", " ").replace("\t", " "))
    return Markup(markup.replace("\n", _BREAK).replace("\t", _TAB))


def printable(text: str) -> str:
    """Text without the control characters and `_x000D_` marks that pasting leaves in cells; breaks and tabs stay."""
    text = _STORED_MARK.sub(lambda mark: chr(int(mark[1], 16)), text)
    return _LINE_BREAK.sub("\n", text).translate(_NEVER_PRINTED)


def _wrong(value: object, name: str, line: int) -> None:
    report = _report.get()
    if isinstance(value, Blank):
        if not isinstance(value, NotProvided):
            full = name if name.endswith(f".{value.path}") else value.path
            report.blank[full] = report.blank.get(full) or line
    elif isinstance(value, Undefined) and value._undefined_name is not None:
        report.unknown.setdefault(name, line)
    elif isinstance(value, Undefined) or is_blank(value):
        report.blank[name] = report.blank.get(name) or line
    else:
        report.unprintable.setdefault(name, line)
