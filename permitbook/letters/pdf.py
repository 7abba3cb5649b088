"""PDFs beside letters, made by Word or LibreOffice, whichever is on this computer; all of a set or none of it.

They are made after the letters are saved and recorded: one that cannot be made costs no letter. A PDF that is there is
never written over, as it may be a signed copy.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from permitbook.errors import NeedsUser

_PROGRAMS = (
    "/usr/bin/soffice",
    "/usr/lib/libreoffice/program/soffice",
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.com",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.com",
)
_PATIENCE, _PATIENCE_EACH = 120, 15
"""Seconds that LibreOffice may take, and for each letter."""
_AS_PDF = 17
"""Word's number for PDF."""
HOW = (
    "PDFs need LibreOffice or Word on this computer: install LibreOffice (libreoffice.org), or open the letters where "
    "Word is and choose Save As, PDF"
)

Converter = Callable[[Sequence[Path], Path], None]
"""Makes the PDF of each letter in a folder."""


def make_pdfs(letters: Sequence[Path]) -> list[Path]:
    """The PDF of each letter beside it; those that are there and no older than their letter stay.

    Raises NeedsUser, and puts none there, when one cannot be made or an older one stands in its place.
    """
    wanted = {each: each.with_suffix(".pdf") for each in letters}
    gone = [each.name for each in letters if not each.is_file()]
    if gone:
        raise NeedsUser(f"{gone[0]} is not in its folder, so no PDF was made of it.")
    due = [each for each, pdf in wanted.items() if not pdf.exists()]
    older = [pdf.name for each, pdf in wanted.items() if pdf.exists() and _is_older(pdf, each)]
    if older:
        raise NeedsUser(f"{older[0]} is older than its letter and may be signed; rename or move it and try again.")
    if due:
        _make(due, converter())
    return list(wanted.values())


def _is_older(pdf: Path, letter: Path) -> bool:
    return pdf.stat().st_mtime < letter.stat().st_mtime


def converter() -> Converter:
    """What makes PDFs here. Raises NeedsUser, saying how else to get them, where nothing does."""
    if sys.platform == "win32" and _word() is not None:
        return _with_word
    if libreoffice() is not None:
        return _with_libreoffice
    raise NeedsUser(f"{HOW}.")


def libreoffice() -> str | None:
    """The program file of LibreOffice, where it is installed."""
    return shutil.which("soffice") or next((each for each in _PROGRAMS if Path(each).is_file()), None)


def _make(letters: Sequence[Path], convert: Converter) -> None:
    """All of them into a folder of their own first, then each beside its letter."""
    with tempfile.TemporaryDirectory(prefix="permitbook-pdf-", ignore_cleanup_errors=True) as away:
        folder = Path(away)
        convert(letters, folder)
        made = {each: folder / f"{each.stem}.pdf" for each in letters}
        lacking = [each.name for each, pdf in made.items() if not pdf.is_file()]
        if lacking:
            raise NeedsUser(f"{lacking[0]} could not be turned into a PDF; open it in Word and choose Save As, PDF.")
        done: list[Path] = []
        try:
            for each, pdf in made.items():
                shutil.copyfile(pdf, each.with_suffix(".pdf"))
                done.append(each.with_suffix(".pdf"))
        except OSError as error:
            for pdf in done:
                pdf.unlink(missing_ok=True)
            raise NeedsUser(f"PDFs cannot be written to {letters[0].parent}: {error.strerror or error}.") from error


def _with_libreoffice(letters: Sequence[Path], folder: Path) -> None:
    """With a profile of its own, so that a LibreOffice that is open does not stand in the way."""
    program = libreoffice()
    assert program is not None
    profile = (folder / "profile").as_uri()
    command = [
        program,
        f"-env:UserInstallation={profile}",
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(folder),
    ]
    try:
        subprocess.run(
            [*command, "--outdir", str(folder), *map(str, letters)],
            check=False,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_PATIENCE + _PATIENCE_EACH * len(letters),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NeedsUser(
            f"LibreOffice ({program}) did not make the PDFs; open the letters in it and export them."
        ) from error


def _word() -> object | None:
    """What speaks to Word on Windows, where both are there."""
    try:
        client, registry = import_module("win32com.client"), import_module("winreg")
        registry.OpenKey(registry.HKEY_CLASSES_ROOT, "Word.Application").Close()
    except (ImportError, OSError):
        return None
    return client


def _with_word(letters: Sequence[Path], folder: Path) -> None:
    """With a Word of its own that nobody sees; it is closed again whatever happens."""
    client = import_module("win32com.client")
    try:
        word = client.DispatchEx("Word.Application")
    except Exception as error:  # Word's faults have no type of their own in common.
        raise NeedsUser("Word did not start, so no PDF was made; close it and try again.") from error
    try:
        word.Visible, word.DisplayAlerts = False, 0
        for each in letters:
            document = word.Documents.Open(str(each.resolve()), ReadOnly=True, AddToRecentFiles=False)
            document.ExportAsFixedFormat(str(folder / f"{each.stem}.pdf"), _AS_PDF)
            document.Close(0)
    except Exception as error:
        raise NeedsUser("Word could not turn the letters into PDFs; open them and choose Save As, PDF.") from error
    finally:
        word.Quit(0)
