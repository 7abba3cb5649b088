"""Number formats that show less, or more, than the stored number says."""

import re
from functools import lru_cache

from permitbook.workbook.outline import outline

_BUILT_IN = {"16": "d-mmm", "17": "mmm-yy"}
_UNSHOWN = re.compile(r'"[^"]*"|\\.|[_*].|\[[^\]]*\]')


def format_codes(styles: bytes, title: str) -> dict[int, str]:
    """The number format of each cell style, as far as it is not one of Excel's own that hide nothing."""
    elements = outline(styles, title)
    codes = dict(_BUILT_IN)
    for each in elements:
        if each.path == "styleSheet/numFmts/numFmt":
            codes[each.attributes.get("numFmtId", "")] = each.attributes.get("formatCode", "")
    listed = [each.attributes.get("numFmtId", "0") for each in elements if each.path == "styleSheet/cellXfs/xf"]
    return {style: codes[number] for style, number in enumerate(listed) if number in codes}


def hides_day(code: str) -> bool:
    """The format shows a month but no day, as Excel gives to `Oct 2026`, which it completes to the first.

    >>> hides_day("mmm-yy"), hides_day("m/d/yyyy"), hides_day("h:mm")
    (True, False, False)
    """
    shows = _letters(code)
    return "y" in shows and "m" in shows and "d" not in shows


def hides_year(code: str) -> bool:
    """The format shows day and month but no year, as Excel gives to `9/12`, which it completes with the year of typing.

    >>> hides_year("d-mmm"), hides_year("m/d/yyyy")
    (True, False)
    """
    shows = _letters(code)
    return "d" in shows and "m" in shows and "y" not in shows


def zeros(code: str) -> int:
    """How many digits a format of zeros alone fills up: 5 for a ZIP code's 00000, else 0."""
    return len(code) if re.fullmatch("0{2,15}", code) else 0


@lru_cache(maxsize=1_024)
def _letters(code: str) -> frozenset[str]:
    return frozenset(_UNSHOWN.sub("", code.partition(";")[0]).lower().replace("am/pm", "").replace("general", ""))
