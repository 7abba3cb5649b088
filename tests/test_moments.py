"""What the command line takes for a moment and for a year."""

from pathlib import Path

import pytest

from tests.clerk import run


@pytest.mark.parametrize("year", ["1", "1989", "2100", "99999", "-5", "two"])
def test_a_year_no_log_can_speak_of_is_wrong_usage(tmp_path: Path, year: str) -> None:
    heard = run("new", tmp_path / "log.xlsm", "--ordinance", "freeport", "--year", year)
    assert (heard.status, heard.out) == (2, "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("moment", ["9999-12-31", "0001-01-01T00:00", "2026-06-01T09:00+05:00", "tomorrow"])
def test_a_moment_no_log_can_speak_of_is_wrong_usage(tmp_path: Path, moment: str) -> None:
    heard = run("new", tmp_path / "log.xlsm", "--ordinance", "freeport", "--as-of", moment)
    assert heard.status == 2
    assert moment[:4] in heard.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("moment", ["1990-01-01", "2099-12-31T23:59"])
def test_the_first_and_the_last_year_of_a_log_can_be_worked_in(tmp_path: Path, moment: str) -> None:
    heard = run("new", tmp_path / "log.xlsm", "--ordinance", "new_castle", "--as-of", moment)
    assert heard.status == 0, heard.err
    heard = run("check", tmp_path / "log.xlsm", "--as-of", moment)
    assert heard.status == 0, heard.err
