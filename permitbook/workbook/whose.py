"""Who has a workbook open, and who saved it last, as far as files tell it."""

import os
import zlib
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from permitbook.errors import WorkbookError

_MOST = 100_000


def check_not_open(path: Path) -> None:
    """Raises WorkbookError, naming who has it open, when a program has laid its mark beside the workbook."""
    for mark, program in ((f"~${path.name}", "Excel"), (f".~lock.{path.name}#", "LibreOffice")):
        owner = path.with_name(mark)
        if not os.path.lexists(owner):
            continue
        who = _owner(owner)
        raise WorkbookError(
            f"{path.name} is open in {program}{f' ({who})' if who else ''}; close it there and run again. "
            f"If nobody has it open, {program} broke off and left the file {mark} beside it: delete that file."
        )


def _owner(mark: Path) -> str:
    """Who has a workbook open, as the program's own lock file tells it; empty when it cannot be told."""
    try:
        told = mark.read_bytes()[:400]
    except OSError:
        return ""
    if mark.name.startswith(".~lock."):
        fields = told.decode("utf-8", "replace").split(",")
        return fields[1].strip() if len(fields) > 1 else ""
    length = int.from_bytes(told[55:57], "little") if len(told) >= 165 else 0
    name = told[57 : 57 + 2 * length].decode("utf-16-le", "replace") if 0 < length <= 54 else ""
    if not name and told:
        name = told[1 : 1 + told[0]].decode("cp1252", "replace")
    return "".join(letter for letter in name if letter.isprintable()).strip()


def saved_since_by(path: Path, before: bytes) -> str:
    """Who saved a workbook since it was read as `before`, as the file itself tells it; empty when it cannot be told."""
    from xml.etree.ElementTree import ParseError, fromstring

    told = _properties(path)
    # A program that changes cells only leaves the name of whoever saved before it: it tells nothing of the change.
    if not told or b"<!DOCTYPE" in told or told == _properties(BytesIO(before)):
        return ""
    try:
        named = fromstring(told).findtext(
            "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}lastModifiedBy", ""
        )
    except ParseError:
        return ""
    return named.strip()


def _properties(file: Path | BytesIO) -> bytes:
    """The part of a workbook that tells who saved it and when; empty when there is none that can be read."""
    try:
        with ZipFile(file) as package, package.open("docProps/core.xml") as part:
            return part.read(_MOST)
    except (OSError, KeyError, BadZipFile, zlib.error, NotImplementedError, RuntimeError):
        return b""
