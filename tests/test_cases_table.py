"""The page of awkward cases names tests that there are, and every case."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parent
KINDS = {
    "date": 4,
    "time": 3,
    "deadline": 5,
    "text": 4,
    "sheet": 5,
    "write": 4,
    "file": 4,
    "letter": 5,
    "ics": 2,
    "permit": 4,
}


def rows() -> dict[str, list[str]]:
    """The tests of each case, as the page lists them."""
    page = (TESTS / "cases" / "README.md").read_text("utf-8")
    lines = re.findall(r"^\| ([a-z]+-\d) \| (.*) \|$", page, re.MULTILINE)
    return {case: re.findall(r"`([^`]+)`", tests) for case, tests in lines}


def test_every_case_has_its_line_and_its_tests() -> None:
    assert list(rows()) == [f"{kind}-{number}" for kind, most in KINDS.items() for number in range(1, most + 1)]
    assert all(rows().values())


def test_every_test_that_the_page_names_is_there() -> None:
    named = {each for tests in rows().values() for each in tests}
    there = {
        f"{file}::{each.name}"
        for file in {each.partition("::")[0] for each in named}
        for each in ast.parse((TESTS / file).read_text("utf-8")).body
        if isinstance(each, ast.FunctionDef)
    }
    assert named <= there, named - there
