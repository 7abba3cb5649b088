"""How people are reached, found in a text: telephones and e-mail addresses by their form, and what is given in a row.

What an application gives in its own columns is found in its texts however it is spaced, dashed or shortened.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from permitbook.data.street_suffixes import KINDS
from permitbook.streetname import DIRECTIONS
from permitbook.texts import INVISIBLE

_BLANK = rf"[^\S\n]?[{INVISIBLE}]?"
_DASH = r"[-\u2010-\u2015\u2212\uff0d]"
_GAP = rf"(?:{_BLANK}(?:{_DASH}|[./_])?{_BLANK})"
_PARTED = rf"(?:{_BLANK}(?:{_DASH}|[./_]){_BLANK}|[^\S\n]|[{INVISIBLE}])"
_TWO_UP = r"(?![01\uff10\uff11])\d"
_TELEPHONE = (
    r"(?<![\w.-])(?:"
    rf"\+\d(?:[\s()./{INVISIBLE}\u2010-\u2015\u2212\uff0d-]{{0,3}}\d){{7,14}}"
    rf"|(?:1{_GAP})?[(\[]\d{{3}}[)\]]{_GAP}\d{{3}}{_GAP}\d{{4}}"
    rf"|(?:1{_GAP})?{_TWO_UP}\d{{2}}{_PARTED}\d{{3}}{_GAP}\d{{4}}"
    rf"|1?{_TWO_UP}\d{{9}}"
    rf"|{_TWO_UP}\d{{2}}(?:{_DASH}|\.)\d{{4}}"
    r")(?:,? ?(?:x|ext\.?) ?\d{1,6})?(?![\w-])"
)
_AT = r"(?:[^\S\n]?[@\uff20][^\S\n]?|[^\S\n]?[(\[{][^\S\n]?at[^\S\n]?[)\]}][^\S\n]?)"
_DOT = r"(?:\.|[^\S\n]?[(\[{][^\S\n]?(?:dot|\.)[^\S\n]?[)\]}][^\S\n]?)"
_E_MAIL = rf"(?<![\w.+%'-])(?:[\w.+%'-]+|\"[^\"\n@]{{1,64}}\"){_AT}[\w-]+(?:{_DOT}[\w-]+)*{_DOT}[^\W\d_][\w-]+"
CALLED = re.compile(f"{_E_MAIL}|{_TELEPHONE}", re.IGNORECASE)
"""A telephone number (seven digits begin with 2 to 9, as they do in North America) or an e-mail address."""

_A_HOME = re.compile(r"\d+[\w/-]*\s+(?=.*[^\W\d_])|(?:p\W{0,2}o\W{0,2}|post office )box\s+\w", re.IGNORECASE)
_BOX = r"(?:p[\W_]{0,2}o[\W_]{0,2}|post[\W_]+office[\W_]+)box"
_FULL = KINDS | DIRECTIONS
_FORMS: dict[str, list[str]] = {word: [] for word in _FULL.values()}
for _form, _word in _FULL.items():
    _FORMS[_word].append(_form)
_LOCAL_DIGITS = 7


def contacts_given(telephones: Iterable[str], e_mails: Iterable[str]) -> re.Pattern[str] | None:
    """What finds the telephones and e-mail addresses that cells give, however they are parted; None where none is."""
    return _any_of([*_telephones(telephones), *_e_mails(e_mails)])


def homes_given(addresses: Iterable[str]) -> re.Pattern[str] | None:
    """What finds the homes that cells give, with Lane for Ln and East for E; None where none is given."""
    return _any_of(_homes(addresses))


def _any_of(found: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted({*found}, key=lambda each: (-len(each), each))
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.IGNORECASE) if longest_first else None


def _telephones(cells: Iterable[str]) -> Iterator[str]:
    """Each number by its digits, with or without what comes before its last seven."""
    for cell in cells:
        for number in CALLED.findall(cell) or [cell]:
            digits = re.sub(r"\D", "", re.split(r"x|ext", number, flags=re.IGNORECASE)[0])
            if len(digits) >= _LOCAL_DIGITS:
                before, local = digits[:-_LOCAL_DIGITS], digits[-_LOCAL_DIGITS:]
                area = "".join(rf"{digit}[\W_]{{0,3}}" for digit in before)
                yield (rf"(?:\+?\(?{area})?" if area else "") + r"[\W_]{0,3}".join(local)


def _e_mails(cells: Iterable[str]) -> Iterator[str]:
    for cell in cells:
        yield from (re.escape(each) for each in re.split(r"[;,\s<>]+", cell) if "@" in each.strip("@"))


def _homes(cells: Iterable[str]) -> Iterator[str]:
    """Each address whole, and each part of it that begins with the number of a house or is a post-office box."""
    for cell in cells:
        homes = [part.strip() for part in re.split(r"[\n,;]", cell) if _A_HOME.match(part.strip())]
        for each in (cell, *homes) if homes else ():
            yield r"[\W_]+".join(_words(each))


def _words(address: str) -> Iterator[str]:
    """The words of an address, each with its other forms: Lane and Ln, East and E."""
    boxed, count = re.subn(_BOX, "BOX", address, flags=re.IGNORECASE)
    for word in re.findall(r"\w+", boxed):
        full = _FULL.get(word.upper(), "")
        if count and word == "BOX":
            yield _BOX
        else:
            yield f"(?:{'|'.join(_FORMS[full])})" if full else re.escape(word)
