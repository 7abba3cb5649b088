"""The same workbook and the same moment make the same bytes: in any folder, process, zone and language, at any time."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.clerk import AS_OF, Desk
from tests.letter_books import FREEPORT, book, determined, freeport

ROOT = Path(__file__).parents[1]
ELSEWHERE = {
    "Auckland, in German": {"TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "1"},
    "Honolulu, in plain C": {"TZ": "Pacific/Honolulu", "LC_ALL": "C", "PYTHONHASHSEED": "4242"},
}
LATER = [shutil.which("faketime") or "", "-f", "+1987d"]
"""What moves a process's clock, where it is there; without it a run is at least some seconds later."""

WORK = """
import contextlib, io, sys
from permitbook.cli import main

folder, as_of = sys.argv[1:]
book, log = f"{folder}/Parade Log.xlsm", f"{folder}/log.csv"
granted = f"{folder}/Granted.xlsm"
for command in (
    ["import", book, log],
    ["check", book, "--json"],
    ["explain", book, "FP-2026-001"],
    ["check", granted, "--json"],
    ["issue", granted, "FP-2026-001", "--json"],
    ["letter", granted, "handout", "FP-2026-001"],
    ["summary", granted, "--month", "2026-05", "--out", f"{folder}/board"],
    ["export", granted, "--out", f"{folder}/csv"],
    ["calendar", granted, "--out", f"{folder}/events.ics"],
):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main([*command, "--as-of", as_of])
    print(command[0], status)
    print(out.getvalue().replace(folder, "FOLDER"))
    print(err.getvalue().replace(folder, "FOLDER"))
"""


def done(folder: Path, machine: dict[str, str], clock: list[str] | None = None) -> dict[str, str]:
    """All that one process says and leaves in a folder, as fingerprints by name."""
    run = subprocess.run(
        [*(clock or []), sys.executable, "-c", WORK, str(folder), AS_OF],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, **machine, "PERMITBOOK_USER": "Clerk", "PYTHONIOENCODING": "utf-8"},
    )
    files = {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}
    said = {f"said {at}: {line[:60].decode()}": line for at, line in enumerate(run.stdout.splitlines())}
    return {name: sha256(content).hexdigest()[:12] for name, content in {**files, **said}.items()}


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook to import into, and one with an application to issue."""
    folder = tmp_path_factory.mktemp("before")
    Desk(folder).book.rename(folder / "Parade Log.xlsm")
    rows = [
        "FP-2026-001,6/1/2026 9:00 AM,9/12/2026,10 am,1 pm,Zoë Field,Ärger & Söhne,Main St from Church to Grand,120",
        ",2026-06-02 16:30,2026-09-12,10:00,12:00,Null,,Main St; Grove St,60",
        ",2026-06-03,Oct 2026,9,,İpek,I & i,no street at all,many",
    ]
    heads = "application_no,received_at,event_date,start_time,end_time,applicant_name,organization_name,route"
    (folder / "log.csv").write_text("\n".join([f"{heads},participants", *rows]), "utf-8")
    book(folder, FREEPORT, [freeport()], determined(FREEPORT)).rename(folder / "Granted.xlsm")
    return folder


@pytest.fixture(scope="module")
def here(before: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the work makes on this machine as it is."""
    folder = tmp_path_factory.mktemp("here") / "work"
    shutil.copytree(before, folder)
    return done(folder, {})


def test_the_work_makes_letters_tables_and_a_changed_workbook(before: Path, here: dict[str, str]) -> None:
    names = " ".join(here)
    assert "permit.docx" in names and ".csv" in names and "board" in names
    assert here["Granted.xlsm"] != sha256((before / "Granted.xlsm").read_bytes()).hexdigest()[:12]


@pytest.mark.parametrize("machine", ELSEWHERE)
def test_neither_folder_nor_process_nor_zone_nor_language_nor_clock_changes_a_byte(
    before: Path, here: dict[str, str], tmp_path: Path, machine: str
) -> None:
    folder = tmp_path / "another folder, öther name"
    shutil.copytree(before, folder)
    assert done(folder, ELSEWHERE[machine], LATER if LATER[0] else None) == here
