"""A click is felt: Check all on 200 rows of an open workbook costs Python little more than touching its cells."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from permitbook.checking import check
from tests.calc import TOOLS
from tests.clerk import Desk, run
from tests.test_contract import PARADE

ROWS = 200
MOST = 1.5
"""Times what it costs to start Python, import xlwings, and read and write the same cells."""
NOT_FOR_CHECK = {"pandas", "numpy", "matplotlib", "docx", "docxtpl", "openpyxl", "xlsxwriter", "holidays", "rich"}


def cost(*asked: object) -> Any:
    ran = subprocess.run(
        [sys.executable, str(TOOLS / "live_cost.py"), *map(str, asked)], capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.mark.office
@pytest.mark.slow
def test_check_all_costs_python_little_more_than_its_cells(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "freeport")
    known = {each["key"] for each in run("fields", desk.key, "--json").json}
    facts = {key: value for key, value in PARADE.items() if key in known}
    streets = ("Main St from A St to C St", "Oak St", "Elm St")
    desk.rows(
        *(
            {
                **facts,
                "received_at": f"2026-05-{1 + number % 28:02d} 09:00",
                "event_date": date(2026, 7, 1) + timedelta(days=number % 90),
                "route": streets[number % 3],
            }
            for number in range(ROWS)
        )
    )
    filled, plain = (Path(shutil.copy(desk.book, tmp_path / name)) for name in ("filled.xlsm", "plain.xlsm"))
    assert check(filled, datetime(2026, 6, 20, 9)).changed
    click, cells = cost("check", desk.book), cost("cells", plain, filled)
    assert not NOT_FOR_CHECK & set(click["loaded"])
    assert click["seconds"] < MOST * cells["seconds"]
