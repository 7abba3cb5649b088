"""Cell formats: whether the one a cell has shows a value rightly, and its twin that does.

A date in a cell without a date format would show as a number. The cell then gets a copy of its own format
(font, colour, border and all) with another number format; the copy is looked for first and added once.
"""

import re
from enum import Enum

from permitbook.workbook.outline import Change, changed, damaged, escaped, find, outline, whole, with_attribute
from permitbook.workbook.package import check_root


class Shows(Enum):
    """What a cell is to show."""

    TEXT = "text"
    TRUTH = "truth"
    NUMBER = "number"
    MONEY = "money"
    DATE = "date"
    TIME = "time"
    MOMENT = "moment"


NUMBER_FORMATS = {
    Shows.NUMBER: "General",
    Shows.MONEY: '"$"#,##0.00',
    Shows.DATE: "ddd d mmm yyyy",
    Shows.TIME: "h:mm AM/PM",
    Shows.MOMENT: "ddd d mmm yyyy, h:mm AM/PM",
}
"""The number format a value gets in a cell that has none that suits it."""

TEXT = "@"
"""The number format of cells in which everything is text."""

_DATE_CODES = {14: "m/d/yyyy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 22: "m/d/yyyy h:mm"}
_TIME_CODES = {18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 45: "mm:ss", 46: "[h]:mm:ss"}
_MONEY_CODES = dict.fromkeys((2, 4, 7, 8, 39, 40, 43, 44), "#,##0.00")
_LOCAL_DATES = dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy/m/d")
_BUILT_IN: dict[int, str] = (
    {0: "General", 9: "0%", 10: "0.00%", 47: "mm:ss.0", 49: TEXT}
    | _DATE_CODES
    | _TIME_CODES
    | _MONEY_CODES
    | _LOCAL_DATES
)
_FIRST_CUSTOM = 164
_NOT_SHOWN = re.compile(r'"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)


class Styles:
    """The formats of one workbook; `xml` is the part with what was added."""

    def __init__(self, xml: bytes, title: str) -> None:
        self._xml = xml
        self._elements = outline(xml, title)
        check_root(self._elements, xml, title, "styleSheet")
        formats = [each.attributes for each in self._elements if each.path == "styleSheet/numFmts/numFmt"]
        self._codes = {whole(each.get("numFmtId"), -1): each.get("formatCode", "") for each in formats}
        listed = [each for each in self._elements if each.path == "styleSheet/cellXfs/xf"]
        if not listed:
            raise damaged(title, "it lists no cell formats")
        self._numbers = [whole(each.attributes.get("numFmtId"), 0) for each in listed]
        self._formats = [xml[each.start : each.end] for each in listed]
        self._opened = [each.opened - each.start for each in listed]
        self._known: dict[bytes, int] = {each: index for index, each in reversed(list(enumerate(self._formats)))}
        self._original = len(self._formats)
        self._new_codes: dict[str, int] = {}
        self._fitting: dict[tuple[int, Shows], int] = {}

    @property
    def count(self) -> int:
        """How many formats there are."""
        return len(self._formats)

    def code(self, style: int) -> str:
        """The number format of a cell format."""
        return self._code(self._numbers[style] if style < len(self._numbers) else 0)

    def fit(self, style: int, shows: Shows) -> int:
        """The format itself when it shows the value rightly, else its twin that does."""
        key = (style, shows)
        if key not in self._fitting:
            self._fitting[key] = self._fit(style, shows)
        return self._fitting[key]

    def _fit(self, style: int, shows: Shows) -> int:
        if style >= len(self._formats):
            style = 0
        if suits(self._code(self._numbers[style]), shows):
            return style
        number = self._number(NUMBER_FORMATS[shows])
        old, opened = self._formats[style], self._opened[style]
        tag = with_attribute(with_attribute(old[:opened], "numFmtId", str(number)), "applyNumberFormat", "1")
        twin = tag + old[opened:]
        if twin not in self._known:
            self._known[twin] = len(self._formats)
            self._formats.append(twin)
            self._opened.append(len(tag))
            self._numbers.append(number)
        return self._known[twin]

    def _code(self, number: int) -> str:
        return self._codes.get(number) or _BUILT_IN.get(number, "0")

    def _number(self, code: str) -> int:
        known = {each: number for number, each in (_BUILT_IN | self._codes).items() if each == code}
        if code in known:
            return known[code]
        number = max(_FIRST_CUSTOM - 1, *self._codes) + 1 if self._codes else _FIRST_CUSTOM
        self._codes[number] = code
        self._new_codes[code] = number
        return number

    @property
    def xml(self) -> bytes:
        """The part; the same bytes as before when nothing was added."""
        return b"".join(changed(self._xml, [*self._format_changes(), *self._code_changes()]))

    def _format_changes(self) -> list[Change]:
        added = self._formats[self._original :]
        formats = find(self._elements, "styleSheet/cellXfs")
        if not added or formats is None:
            return []
        tag = with_attribute(self._xml[formats.start : formats.opened], "count", str(len(self._formats)))
        return [
            Change(formats.start, formats.opened, tag),
            Change(formats.closing, formats.closing, b"".join(added)),
        ]

    def _code_changes(self) -> list[Change]:
        if not self._new_codes:
            return []
        root = self._elements[0]
        prefix = root.prefix
        added = b"".join(
            b'<%bnumFmt numFmtId="%d" formatCode="%b"/>' % (prefix, number, escaped(code))
            for code, number in self._new_codes.items()
        )
        there = find(self._elements, "styleSheet/numFmts")
        if there is None:
            count = len(self._new_codes)
            whole = b'<%bnumFmts count="%d">%b</%bnumFmts>' % (prefix, count, added, prefix)
            return [Change(root.opened, root.opened, whole)]
        tag = with_attribute(self._xml[there.start : there.opened], "count", str(len(self._codes)))
        if there.is_one_tag:
            return [Change(there.start, there.end, b"%b>%b</%bnumFmts>" % (tag[:-2], added, there.prefix))]
        return [Change(there.start, there.opened, tag), Change(there.closing, there.closing, added)]


def suits(code: str, shows: Shows) -> bool:
    """Whether a number format shows a value as what it is.

    >>> suits("m/d/yyyy", Shows.DATE), suits("m/d/yyyy", Shows.MOMENT), suits("General", Shows.DATE)
    (True, False, False)
    """
    if shows in (Shows.TEXT, Shows.TRUTH):
        return True
    letters = _NOT_SHOWN.sub("", code.split(";")[0]).lower()
    if "general" in letters:
        letters = ""
    has_time = "h" in letters or "s" in letters or "a/p" in letters
    letters = letters.replace("am/pm", "").replace("a/p", "")
    has_date = "y" in letters or "d" in letters or ("m" in letters and not has_time)
    if shows in (Shows.NUMBER, Shows.MONEY):
        is_plain = not has_date and not has_time and "%" not in letters
        return is_plain and (shows is Shows.NUMBER or ".00" in letters)
    return (has_date, has_time) == (shows is not Shows.TIME, shows is not Shows.DATE)
