"""File names for letters: safe on every system, told apart ignoring case, and the same on every run.

The application number stands in every name whole. Where it has to be changed to be a name (`2026/001`), a few
signs of its fingerprint are added, so that two numbers never share a folder or a file.
"""

import re
import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from permitbook.errors import NeedsUser

LONGEST_PATH = 239
_LONGEST_NAME = 120
_LONGEST_NUMBER = 40
_LONGEST_BYTES = 200
_SHORTEST_NAME = 60
_RESERVED = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
_RESERVED |= {f"{port}{digit}" for port in ("COM", "LPT") for digit in "0123456789¹²³"}
_REFUSED = re.compile(r'[<>:"/\\|?*]+')
_EDGES = " .-~$"


def folder_name(application_no: str) -> str:
    """The folder of an application's letters. Two different numbers have two different folders, whatever is typed."""
    typed = unicodedata.normalize("NFC", application_no).strip()
    if not typed:
        raise NeedsUser("The application has no number yet; run Check, which gives it one, and try again.")
    name = _clean(typed)[:_LONGEST_NUMBER].rstrip(_EDGES)
    if _is_reserved(name):
        return f"_{name}-{_mark(typed)}"
    return name if name == typed else f"{name}-{_mark(typed)}".lstrip("-")


def file_names(
    application_no: str, letters: Sequence[tuple[str, str]], folder: Path, suffix: str = ".docx"
) -> list[str]:
    """A name for each letter of a set, given as (kind, recipient or event), in the same order.

    Names differ even where case and accents written two ways are ignored; those that would not, and those cut to
    the length a path may have, carry a mark of their own. Raises NeedsUser when the folder's path leaves no room.
    """
    room = min(_LONGEST_NAME, LONGEST_PATH - _units(f"{folder.absolute()}/"))
    if room < _SHORTEST_NAME:
        raise NeedsUser(f"The folder {folder} has too long a path for letters; move the workbook to a shorter one.")
    number = folder_name(application_no)
    whole = [" ".join(part for part in (number, _clean(kind), _clean(about)) if part) for kind, about in letters]
    keys = [name.casefold() for name in whole]
    names = []
    for place, (name, letter) in enumerate(zip(whole, letters, strict=True)):
        short = _cut(name, room - len(suffix))
        if short != name or keys.count(keys[place]) > 1:
            mark = "-" + _mark("\0".join((*letter, str(letters[:place].count(letter)))))
            short = _cut(name, room - len(suffix) - len(mark)) + mark
        names.append(short + suffix)
    return names


def _clean(text: str) -> str:
    """Text without the characters that file systems refuse, hide, or take for a step out of the folder."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(_REFUSED.sub("-", text).split()).strip(_EDGES)


def _is_reserved(name: str) -> bool:
    return name.partition(".")[0].rstrip().upper() in _RESERVED


def _cut(name: str, room: int) -> str:
    """The longest beginning that fits, counted as Windows counts and as other systems do."""
    while _units(name) > room or len(name.encode("utf-8")) > _LONGEST_BYTES:
        name = name[:-1]
    return name.rstrip(_EDGES)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _mark(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]
