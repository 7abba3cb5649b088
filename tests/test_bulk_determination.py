"""One answer for a whole section: it settles what is open below it, and only that."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from permitbook.checking import check
from permitbook.verdict import Verdict
from tests.later_books import record
from tests.letter_books import EAST_TROY, FREEPORT, GRANTED, NEW_CASTLE, NOW, book, found, read

PARENTS = {EAST_TROY: ("ET-2-H", False), FREEPORT: ("FP-59-A", True), NEW_CASTLE: ("NC-4", False)}
"""A section whose clauses are judged, and the answer that stands in no permit's way."""
ON = date(2026, 6, 1)


def logged(folder: Path, key: str) -> tuple[Path, str]:
    """A checked workbook with one application that nobody has judged yet."""
    it = GRANTED[key](action=None, acted_at=None, acted_by=None)
    path = book(folder, key, [it], [])
    check(path, NOW[key])
    return path, it.application_no or ""


def verdicts(path: Path, key: str) -> dict[str, Verdict]:
    """The verdicts of the clauses below the section."""
    findings = read(path, NOW[key]).assessed[0].assessment.findings
    return {each.clause: each.verdict for each in findings if each.clause.startswith(f"{PARENTS[key][0]}-")}


@pytest.mark.parametrize("key", PARENTS)
def test_an_answer_to_the_section_settles_every_open_question_below_it_and_lasts(key: str, tmp_path: Path) -> None:
    path, number = logged(tmp_path, key)
    parent, yes = PARENTS[key]
    before = verdicts(path, key)
    asked = {clause for clause, verdict in before.items() if verdict is Verdict.NEEDS_JUDGMENT}
    assert len(asked) > 1
    record(path, number, [found(number, parent, yes, "The Chief", ON, "Looked at as a whole.")])
    for day in range(3):
        check(path, NOW[key] + timedelta(days=day))
        after = verdicts(path, key)
        assert {clause for clause in asked if after[clause] is not Verdict.CLEAR} == set()
        assert {clause: each for clause, each in after.items() if clause not in asked} == {
            clause: each for clause, each in before.items() if clause not in asked
        }
    kept = [each for _, each in read(path, NOW[key]).desk.findings if each.clause == parent]
    assert [(each.found, each.by, each.on, each.reason) for each in kept] == [
        (yes, "The Chief", ON, "Looked at as a whole.")
    ]


@pytest.mark.parametrize("key", PARENTS)
def test_an_answer_of_its_own_goes_before_that_of_its_section(key: str, tmp_path: Path) -> None:
    path, number = logged(tmp_path, key)
    parent, yes = PARENTS[key]
    own = next(clause for clause, verdict in verdicts(path, key).items() if verdict is Verdict.NEEDS_JUDGMENT)
    answers = [found(number, parent, yes, "The Chief", ON), found(number, own, not yes, "The Chief", ON)]
    record(path, number, answers)
    after = verdicts(path, key)
    assert after.pop(own) is Verdict.PROVED
    assert Verdict.NEEDS_JUDGMENT not in after.values()


@pytest.mark.parametrize(
    ("key", "section", "late"),
    [(EAST_TROY, "ET-2-G", "ET-2-G-1"), (NEW_CASTLE, "NC-3-A", "NC-3-A.1"), (FREEPORT, "FP-57-B", "FP-57-B.1")],
)
def test_what_the_days_prove_is_not_answered_away_by_the_section(
    key: str, section: str, late: str, tmp_path: Path
) -> None:
    it = GRANTED[key](event_date=NOW[key].date() + timedelta(days=1), more_dates=None, received_at=NOW[key])
    number = it.application_no or ""
    path = book(tmp_path, key, [it], [found(number, section, False, "The Chief", ON)])
    assert read(path, NOW[key]).assessed[0].assessment.finding(late).verdict is Verdict.PROVED


def test_an_answer_without_a_name_counts_for_nothing_and_is_told(tmp_path: Path) -> None:
    path, number = logged(tmp_path, NEW_CASTLE)
    record(path, number, [found(number, "NC-4", False, "", ON)])
    checked = read(path, NOW[NEW_CASTLE])
    assert Verdict.NEEDS_JUDGMENT in verdicts(path, NEW_CASTLE).values()
    assert any("once the official's name stands in By" in each.message for each in checked.problems)
