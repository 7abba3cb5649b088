"""Settings that can be read and yet cannot be are told, and the usual value is taken."""

from pathlib import Path

import openpyxl
import pytest

from tests.clerk import Desk, messages


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"latitude": 999}, ["between -90 and 90"]),
        ({"longitude": -500}, ["between -180 and 180"]),
        ({"fiscal_year_starts": 13}, ["between 1 and 12"]),
        ({"closes": "8:00 AM"}, ["closes before it opens"] * 2),
        ({"opens": "6:00 PM"}, ["closes before it opens"] * 2),
        ({"latitude": 89.9, "longitude": -180, "fiscal_year_starts": 12, "closes": "9:01 AM"}, []),
    ],
)
def test_a_setting_that_cannot_be_is_told(tmp_path: Path, told: dict[str, object], says: list[str]) -> None:
    desk = Desk(tmp_path, "new_castle")
    book = openpyxl.load_workbook(desk.book)
    for row in book["Settings"].iter_rows(min_row=2):
        if row[0].value in told:
            row[1].value = told[str(row[0].value)]  # type: ignore[assignment]
    book.save(desk.book)
    heard = [each for each in messages(desk.check()) if "usual value" in each]
    assert len(heard) == len(says)
    assert all(part in each for part, each in zip(says, heard, strict=True))
