"""Typed text: what stays as typed, and what is left out when words are compared."""

import re

# Marks without width, and the soft hyphen: pasted along from web pages and never seen.
INVISIBLE = (
    "\u00ad\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff"
)
_OUTER = " \u00a0\r\n" + INVISIBLE
_UNSEEN = dict.fromkeys(map(ord, INVISIBLE))
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_ESCAPED = re.compile(r"_x(00[01][0-9A-Fa-f])_")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> tuple[str, bool]:
    """Text as typed, without blanks around it, its lines ended by \\n; and whether control characters became blanks.

    A tab is kept: it may be what holds a text back from being taken for a formula.

    >>> clean("Line one_x000D_\\nLine two "), clean("Main\\x0bStreet")
    (('Line one\\nLine two', False), ('Main Street', True))
    """
    if text.isprintable() and "_x0" not in text:
        return text.strip(" "), False
    text = _LINE_ENDS.sub("\n", _decoded(text))
    seen = _CONTROL.sub(" ", text)
    return seen.strip(_OUTER), seen != text


def _decoded(text: str) -> str:
    """Control characters that other programs write as `_x000D_`."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x0" in text else text


def trimmed(text: str) -> str:
    """A name or number as it is looked up: without invisible marks, and without blanks or tabs around it."""
    return text.translate(_UNSEEN).strip()


def bare(text: str) -> str:
    """The words alone: no invisible marks, no control characters, one blank between words.

    >>> bare("\\u00a0Ap\\u200bproved  today ")
    'Approved today'
    """
    return " ".join(_CONTROL.sub(" ", _decoded(text).translate(_UNSEEN)).split())


def folded(text: str) -> str:
    """The words as they compare: also without regard to capitals.

    >>> folded(" In\\u00a0Person ")
    'in person'
    """
    return bare(text).casefold()


def clip(text: str, length: int = 60) -> str:
    """The words in one line, cut short where they run on."""
    words = bare(text)
    return words if len(words) <= length else f"{words[: length - 3]}..."
