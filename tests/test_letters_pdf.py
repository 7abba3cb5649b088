"""PDFs beside letters: all of a set or none, never written over, and no letter lost when none can be made."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from permitbook.cli import main
from permitbook.errors import NeedsUser
from permitbook.letters import pdf
from tests.before_books import LETTERS

RECEIPT = LETTERS["freeport receipt"]


def convert(letters: Sequence[Path], folder: Path) -> None:
    """Makes something for each letter."""
    for each in letters:
        (folder / f"{each.stem}.pdf").write_bytes(b"%PDF of " + each.name.encode())


def half(letters: Sequence[Path], folder: Path) -> None:
    """Makes only the first."""
    convert(letters[:1], folder)


@pytest.fixture
def converts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that makes PDFs."""
    monkeypatch.setattr(pdf, "converter", lambda: convert)


def written(folder: Path, *names: str) -> list[Path]:
    """Letters in a folder."""
    letters = [folder / f"{name}.docx" for name in names]
    for each in letters:
        each.write_bytes(b"a letter")
    return letters


def make(path: Path, *more: str) -> int:
    """Makes the receipt from the command line."""
    at = f"{RECEIPT.when:%Y-%m-%dT%H:%M}"
    return main(["letter", str(path), "receipt", RECEIPT.number, "--as-of", at, "--pdf", *more])


def pdfs(path: Path) -> list[str]:
    """The PDFs beside a workbook's letters."""
    return sorted(each.name for each in path.parent.rglob("*.pdf"))


@pytest.mark.usefixtures("converts")
def test_each_letter_gets_its_pdf_beside_it_and_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = RECEIPT.book(tmp_path)
    assert make(path) == 0
    assert pdfs(path) == ["FP-2026-001 receipt.pdf"]
    assert "Beside each letter stands its PDF (1)." in capsys.readouterr().out
    assert make(path, "--json") == 0
    told = json.loads(capsys.readouterr().out)["applications"][0]
    assert (told["changed"], told["pdfs"], told["no_pdf_because"]) == (False, ["FP-2026-001 receipt.pdf"], None)


def test_where_nothing_makes_pdfs_the_letters_stand_and_it_is_said_how(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pdf, "libreoffice", lambda: None)
    monkeypatch.setattr(pdf, "_word", lambda: None)
    path = RECEIPT.book(tmp_path)
    assert make(path) == 1
    told = capsys.readouterr()
    assert "FP-2026-001: receipt made." in told.out
    assert "the letters are made, but no PDF: PDFs need LibreOffice or Word on this computer" in told.err
    assert pdfs(path) == []
    assert (tmp_path / "freeport 2026 letters" / "FP-2026-001" / "FP-2026-001 receipt.docx").is_file()


def test_a_set_of_which_one_fails_has_no_pdf_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "converter", lambda: half)
    letters = written(tmp_path, "one", "two")
    with pytest.raises(NeedsUser, match=r"two\.docx could not be turned into a PDF"):
        pdf.make_pdfs(letters)
    assert pdfs(letters[0]) == []


@pytest.mark.usefixtures("converts")
def test_a_pdf_that_is_there_stays_and_one_older_than_its_letter_is_never_written_over(tmp_path: Path) -> None:
    letters = written(tmp_path, "one", "two")
    signed = tmp_path / "one.pdf"
    signed.write_bytes(b"signed")
    assert pdf.make_pdfs(letters) == [signed, tmp_path / "two.pdf"]
    assert signed.read_bytes() == b"signed"
    (tmp_path / "two.pdf").unlink()
    os.utime(signed, (1, 1))
    with pytest.raises(NeedsUser, match=r"one\.pdf is older than its letter and may be signed; rename or move it"):
        pdf.make_pdfs(letters)
    assert (signed.read_bytes(), pdfs(letters[0])) == (b"signed", ["one.pdf"])


@pytest.mark.usefixtures("converts")
def test_a_letter_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(NeedsUser, match=r"gone\.docx is not in its folder"):
        pdf.make_pdfs([tmp_path / "gone.docx"])


def test_a_withheld_letter_makes_no_pdf_and_starts_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "converter", lambda: pytest.fail("nothing is to be converted"))
    path = RECEIPT.but(received_at=None).book(tmp_path)
    assert make(path) == 1
    assert pdfs(path) == []


def test_libreoffice_is_asked_for_all_letters_at_once_with_a_profile_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> None:
        asked.append(command)
        convert(
            [Path(each) for each in command if each.endswith(".docx")], Path(command[command.index("--outdir") + 1])
        )

    monkeypatch.setattr(pdf, "libreoffice", lambda: "soffice")
    monkeypatch.setattr(pdf, "_word", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    letters = written(tmp_path, "one", "two")
    assert pdf.make_pdfs(letters) == [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    (command,) = asked
    assert command[0] == "soffice"
    assert command[1].startswith("-env:UserInstallation=file:")
    assert command[-2:] == [str(each) for each in letters]


@pytest.mark.parametrize("fault", [OSError("no such program"), subprocess.TimeoutExpired("soffice", 1)])
def test_a_libreoffice_that_does_not_answer_is_told(
    fault: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*_: Any, **__: Any) -> None:
        raise fault

    monkeypatch.setattr(pdf, "libreoffice", lambda: "soffice")
    monkeypatch.setattr(pdf, "_word", lambda: None)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(NeedsUser, match="did not make the PDFs; open the letters in it"):
        pdf.make_pdfs(written(tmp_path, "one"))


class Word:
    """A stand-in for Word that notes what it was asked for."""

    def __init__(self, *, fails: bool = False) -> None:
        self.fails, self.done = fails, list[str]()
        self.Documents = SimpleNamespace(Open=self._open)

    def _open(self, path: str, **how: bool) -> SimpleNamespace:
        assert how == {"ReadOnly": True, "AddToRecentFiles": False}

        def export(to: str, kind: int) -> None:
            assert kind == 17
            if self.fails:
                raise RuntimeError("a dialog is open")
            Path(to).write_bytes(b"%PDF by Word")

        return SimpleNamespace(
            ExportAsFixedFormat=export, Close=lambda save: self.done.append(f"{Path(path).name} {save}")
        )

    def Quit(self, save: int) -> None:  # noqa: N802
        self.done.append(f"quit {save}")


def with_word(monkeypatch: pytest.MonkeyPatch, word: Word) -> None:
    """A Windows computer on which Word is."""
    client = SimpleNamespace(DispatchEx=lambda name: word)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(pdf, "_word", lambda: client)
    monkeypatch.setitem(sys.modules, "win32com", SimpleNamespace(client=client))
    monkeypatch.setitem(sys.modules, "win32com.client", client)


def test_on_windows_word_makes_them_and_is_closed_without_saving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = Word()
    with_word(monkeypatch, word)
    pdf.make_pdfs(written(tmp_path, "one", "two"))
    assert pdfs(tmp_path / "one.docx") == ["one.pdf", "two.pdf"]
    assert word.done == ["one.docx 0", "two.docx 0", "quit 0"]


def test_a_word_that_fails_is_closed_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    word = Word(fails=True)
    with_word(monkeypatch, word)
    with pytest.raises(NeedsUser, match="Word could not turn the letters into PDFs"):
        pdf.make_pdfs(written(tmp_path, "one"))
    assert word.done == ["quit 0"]
    assert pdfs(tmp_path / "one.docx") == []
