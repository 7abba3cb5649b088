"""Long work: what is seen of it at a terminal, and what is left when it is stopped with Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bench.logs import log_of, write_book

AS_OF = "2026-06-02T09:00"
STOPPED = "permitbook: stopped; nothing is half-written.\n"
SHOWN_AT_ONCE = (
    "import rich.console, rich.progress, sys; import permitbook.commands.watching as w; w.SOON = 0.0;"
    "from permitbook.cli import main; sys.exit(main())"
)
STOP_AT = """
import os, signal, sys
from permitbook.cli import main
from permitbook.progress import heard_by

def stop(text):
    if text.startswith("Permits: " + sys.argv[1]):
        os.kill(os.getpid(), signal.SIGINT)

with heard_by(stop):
    sys.exit(main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("log") / "log.xlsm"
    write_book(path, log_of("freeport", 60))
    return path.read_bytes()


@pytest.fixture
def book(log: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "log.xlsm"
    path.write_bytes(log)
    return path


def at_terminal(printed: Path, *arguments: object) -> str:
    """What stands on the terminal that is a command's standard error; what it prints goes into a file."""
    ours, theirs = pty.openpty()
    with (
        printed.open("wb") as out,
        subprocess.Popen([sys.executable, "-c", SHOWN_AT_ONCE, *map(str, arguments)], stdout=out, stderr=theirs),
    ):
        os.close(theirs)
        seen = b""
        with suppress(OSError):  # Linux says so when the other side is closed.
            while piece := os.read(ours, 65536):
                seen += piece
    os.close(ours)
    return seen.decode()


def stopped(at: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", STOP_AT, at, *map(str, arguments)], capture_output=True, text=True, check=False
    )


def test_a_terminal_is_told_how_far_a_check_has_come_and_the_json_stays_clean(book: Path) -> None:
    printed = book.with_name("printed.json")
    seen = at_terminal(printed, "check", book, "--as-of", AS_OF, "--json")
    assert len(json.loads(printed.read_text("utf-8"))["applications"]) == 60
    assert "checking 60 applications" in seen


def test_where_no_one_watches_nothing_is_shown(book: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHOWN_AT_ONCE, "check", str(book), "--as-of", AS_OF, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "checking" not in done.stderr + done.stdout


@pytest.mark.parametrize("at", ["reading", "checking", "writing"])
def test_a_check_that_is_stopped_leaves_the_workbook_as_it_was(at: str, book: Path, log: bytes) -> None:
    done = stopped(at, "check", book, "--as-of", AS_OF)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", STOPPED)
    assert book.read_bytes() == log
    assert [each.name for each in book.parent.iterdir()] == [book.name]


@pytest.mark.parametrize("at", ["issue FP-2026-000001", "issue FP-2026-000002", "writing"])
def test_an_issue_that_is_stopped_leaves_no_letter_behind(at: str, book: Path, log: bytes) -> None:
    done = stopped(at, "issue", book, "FP-2026-000001", "FP-2026-000002", "--as-of", AS_OF)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", STOPPED)
    assert book.read_bytes() == log
    assert [each for each in book.parent.rglob("*.docx") if "templates" not in each.parts] == []


def test_an_import_that_is_stopped_adds_nothing(book: Path, log: bytes) -> None:
    rows = book.with_name("more.csv")
    rows.write_text("received_at,event_name,event_date\n2026-05-01 09:00,Walk,2026-07-04\n")
    done = stopped("writing", "import", book, rows, "--as-of", AS_OF)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", STOPPED)
    assert book.read_bytes() == log
