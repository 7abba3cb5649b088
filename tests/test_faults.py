"""A check, an import and an issue with each call of the system failing, and with the process killed at it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.clerk import run
from tests.letter_books import FREEPORT, NOW, book, determined, freeport

ROOT = Path(__file__).parents[1]
AS_OF = NOW[FREEPORT].isoformat(timespec="minutes")
ERRORS = "ENOSPC,EIO,EACCES,EROFS,ESTALE,ETXTBSY,EDQUOT,ETIMEDOUT,EBUSY"
COMMANDS = {
    "check": ("check", "BOOK"),
    "import": ("import", "BOOK", "LOG"),
    "issue": ("issue", "BOOK", "FP-2026-001"),
}
EVERY = {"check": "1", "import": "2", "issue": "8"}
"""Of how many steps one is tried; steps that follow each other in a letter are like those of the next."""
NAME = "freeport 2026.xlsm"
MARKS = (".~permitbook-", ".permitbook-")
"""How names begin of what a broken run leaves: never taken for a workbook or a letter, and cleared away later."""


def runs(folder: Path, how: str, command: Sequence[str], at: str) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The files before, and what each run left; the last one met no fault."""
    (folder / "before").mkdir()
    book(folder / "before", FREEPORT, [freeport()], determined(FREEPORT))
    (folder / "before" / "log.csv").write_text("application_no,event_name\nX-1,Fair\n", "utf-8")
    named = {"BOOK": str(folder / "now" / NAME), "LOG": str(folder / "now" / "log.csv")}
    line = [named.get(each, each) for each in command]
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", str(folder), how, at, *line, "--as-of", AS_OF],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    told = [json.loads(each) for each in done.stdout.splitlines()]
    from tests.faults import state

    assert len(told) > 8 and told[-1]["status"] == 0
    return state(folder / "before"), told


def letters(files: dict[str, str]) -> dict[str, str]:
    """The letters that stand under their names."""
    return {
        name: content for name, content in files.items() if "/FP-" in name and not any(mark in name for mark in MARKS)
    }


def whole(files: dict[str, str]) -> dict[str, str]:
    """The files without what a broken run left under names of its own."""
    return {name: content for name, content in files.items() if not any(mark in name for mark in MARKS)}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_run_killed_at_any_step_leaves_old_or_new_whole_and_the_next_run_completes_it(
    tmp_path: Path, command: str
) -> None:
    before, told = runs(tmp_path, "kill", COMMANDS[command], EVERY[command])
    after = told[-1]["left"]
    seen = set()
    for each in told[:-1]:
        left = each["left"]
        assert left[NAME] in (before[NAME], after[NAME]), each["number"]
        assert letters(left) in ({}, letters(after)), each["number"]
        if left[NAME] == after[NAME]:
            assert letters(left) == letters(after), "a document that the Register names is there"
        assert (each["again"], whole(each["mended"])) == (0, after)
        seen.add(left[NAME])
    assert seen == {before[NAME], after[NAME]}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_step_that_fails_is_one_sentence_and_leaves_old_or_new_whole(tmp_path: Path, command: str) -> None:
    before, told = runs(tmp_path, ERRORS, COMMANDS[command], EVERY[command])
    after = told[-1]["left"]
    for each in told[:-1]:
        what = (each["number"], each["how"], each["at"], each["said"])
        assert each["status"] in (0, 1, 3), what
        assert "should not" not in each["said"] and "Traceback" not in each["said"], what
        if each["status"]:
            assert each["said"].strip(), what
            assert whole(each["left"]) == before, what
        else:
            assert whole(each["left"]) == after, what
    assert {0, 3} <= {each["status"] for each in told}


AS_NOBODY = """
import contextlib, io, os, sys
from permitbook.cli import main
import permitbook.workbook.edit, permitbook.workbook.saving, permitbook.writing

with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    main(["check", sys.argv[1], "--dry-run", "--as-of", sys.argv[2]])
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
sys.exit(main(["check", sys.argv[1], "--as-of", sys.argv[2]]))
"""


@pytest.mark.parametrize(
    ("file", "folder", "says"),
    [
        (0o444, 0o777, "is marked read-only"),
        (0o666, 0o555, "may not be written to"),
        (0o444, 0o555, "is marked read-only"),
        (0o000, 0o777, "may not be read: it is locked or not shared with you"),
    ],
)
def test_who_may_not_write_is_told_and_nothing_changes(file: int, folder: int, says: str) -> None:
    with TemporaryDirectory() as kept:
        Path(kept).chmod(0o755)
        place = Path(kept) / "Permits"
        place.mkdir()
        path = book(place, FREEPORT, [freeport()])
        before = path.read_bytes()
        path.chmod(file)
        place.chmod(folder)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(path), AS_OF], capture_output=True, text=True, check=False, cwd=ROOT
        )
        place.chmod(0o755)
        path.chmod(0o644)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
        assert says in done.stderr and path.name in done.stderr
        assert path.read_bytes() == before
        assert [each.name for each in place.iterdir() if each.is_file()] == [path.name]


@pytest.mark.parametrize(
    "given",
    [
        ("new", "OUT/next.xlsm", "--ordinance", FREEPORT),
        ("calendar", "BOOK", "--out", "OUT/permits.ics"),
        ("export", "BOOK", "--out", "OUT"),
        ("export", "BOOK", "--out", "OUT/records"),
        ("summary", "BOOK", "--month", "2026-05", "--out", "OUT"),
        ("rollover", "BOOK", "OUT/next.xlsm", "--year", "2027"),
        ("import", "BOOK", "LOG", "--suggest-map", "--out", "OUT/map.toml"),
        ("demo", "OUT"),
    ],
    ids=" ".join,
)
def test_no_command_puts_a_file_where_none_may_be_put(tmp_path: Path, given: tuple[str, ...]) -> None:
    path = book(tmp_path, FREEPORT, [freeport()])
    log = tmp_path / "log.csv"
    log.write_text("application_no,event_name\nX-1,Fair\n", "utf-8")
    before = path.read_bytes()
    out = tmp_path / "out"
    out.mkdir(mode=0o555)
    words = [each.replace("BOOK", str(path)).replace("LOG", str(log)).replace("OUT", str(out)) for each in given]
    told = run(*words, *([] if given[0] == "demo" else ["--as-of", AS_OF]))
    assert told.status in (1, 3) and "Traceback" not in told.err
    assert re.search("may not be written to|Permission denied|is protected", told.err), told.err
    assert (list(out.iterdir()), path.read_bytes()) == ([], before)


def test_of_runs_at_the_same_time_each_is_done_or_refused_and_no_row_is_lost(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport()])
    logs = []
    for name in "ABCD":
        log = tmp_path / f"{name}.csv"
        log.write_text(f"application_no,event_name\nX-{name},Fair\n", "utf-8")
        logs.append(log)
    at_once = [
        subprocess.Popen(
            [sys.executable, "-m", "permitbook", "import", str(path), str(log), "--as-of", AS_OF],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for log in logs
    ]
    ends = [(each.communicate()[1], each.returncode) for each in at_once]
    assert {status for _, status in ends} <= {0, 3}
    for said, status in ends:
        assert status == 0 or "was changed since it was read" in said or "Another program is writing" in said
    wanted = [f"X-{name}" for name, (_, status) in zip("ABCD", ends, strict=True) if status == 0]
    told = subprocess.run(
        [sys.executable, "-m", "permitbook", "check", str(path), "--json", "--dry-run", "--as-of", AS_OF],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    numbers = {each["application_no"] for each in json.loads(told.stdout)["applications"]}
    assert wanted and numbers >= set(wanted)
    assert not {f"X-{name}" for name in "ABCD"} - set(wanted) & numbers
