"""What a fresh process loads is what a clerk waits for: the path of a check stays clear of heavy packages."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from permitbook.ordinances import KEYS
from tests.clerk import AS_OF, Desk

HEAVY = {"pandas", "numpy", "docx", "docxtpl", "openpyxl", "xlsxwriter", "xlwings", "holidays", "rich", "icalendar"}
LETTERS = {"jinja2", "lxml", "PIL", "matplotlib"}
PARADE: dict[str, object] = {
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "11:00",
    "participants": 200,
    "route": "Main St from A St to C St",
    "venue": "street, sidewalk or parking lot",
}


def loaded(*arguments: object) -> set[str]:
    """The packages that a new Python loads on its way, as its own timing of imports tells them."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr[-500:]
    return {name.split(".")[0] for name in re.findall(r"^import time:.*\|\s+(\S+)$", done.stderr, re.MULTILINE)}


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded("-c", "import permitbook") & (HEAVY | LETTERS | {"astral", "python_calamine"}) == set()


@pytest.mark.parametrize("key", KEYS)
def test_a_check_loads_nothing_heavy(tmp_path: Path, key: str) -> None:
    desk = Desk(tmp_path, key)
    desk.rows({head: value for head, value in PARADE.items() if head != "venue" or key != "east_troy"})
    packages = loaded("-m", "permitbook", "check", desk.book, "--as-of", AS_OF, "--json")
    assert "permitbook" in packages and "python_calamine" in packages
    assert packages & (HEAVY | LETTERS) == set()
    # Only New Castle asks for the hour of sunset, and only for an event with a day and an end.
    assert ("astral" in packages) == (key == "new_castle")


def test_no_sunset_is_worked_out_while_no_event_needs_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "new_castle")
    desk.rows({"event_name": "Walk", "received_at": "2026-06-01 09:00"})
    assert "astral" not in loaded("-m", "permitbook", "check", desk.book, "--as-of", AS_OF)


@pytest.mark.parametrize(
    "command", [("fields", "freeport"), ("log", "BOOK", "--verify"), ("explain", "BOOK", "FP-2026-001")]
)
def test_other_light_commands_load_nothing_heavy_either(tmp_path: Path, command: tuple[str, ...]) -> None:
    desk = Desk(tmp_path)
    desk.rows(PARADE)
    named = [desk.book if each == "BOOK" else each for each in command]
    assert loaded("-m", "permitbook", *named) & (HEAVY | LETTERS) == set()


def test_an_import_loads_nothing_heavy(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    file = desk.write("log.csv", "application_no,event_date\nX-1,2026-07-11\n")
    assert loaded("-m", "permitbook", "import", desk.book, file) & (HEAVY | LETTERS) == set()


ENTERS = "from permitbook.click import OPTIONAL, hidden"


def test_the_way_in_from_excel_loads_xlwings_alone() -> None:
    begins = "permitbook.live.book, permitbook.live.selection, permitbook.pressing, permitbook.checking"
    command = f"{ENTERS}\nwith hidden(OPTIONAL): import xlwings\nimport sys, {begins}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    packages = {name.partition(".")[0] for name in done.stdout.split()}
    assert packages & (HEAVY | LETTERS | {"polars", "plotly"}) == {"xlwings"}


def test_what_was_hidden_from_xlwings_can_be_loaded_for_the_summary() -> None:
    assert "numpy" in loaded("-c", f"{ENTERS}\nwith hidden(OPTIONAL): import xlwings\nimport numpy")
