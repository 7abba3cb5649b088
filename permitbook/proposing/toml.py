"""The few forms of TOML that a map has, written."""

from __future__ import annotations

import json
from collections.abc import Iterable

from permitbook.texts import bare


def text_of(text: str) -> str:
    """A text in quotation marks, whatever it holds.

    >>> text_of('Say "when"')
    '"Say \\\\"when\\\\""'
    """
    # What JSON writes is TOML too, but for one control character that JSON leaves as it is.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")


def list_of(texts: Iterable[str]) -> str:
    """Texts in a row."""
    return f"[{', '.join(map(text_of, texts))}]"


def remark(line: str, why: str = "") -> str:
    """A line that a program passes over; what is said beside it stands behind it.

    >>> remark('"Type" = "event_form"', "likely")
    '# "Type" = "event_form"  # likely'
    """
    return f"# {line}" + (f"  # {bare(why)}" if why else "")
