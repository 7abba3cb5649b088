"""The demonstration shows everything: each rule, date, exemption, status and letter of the three ordinances."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import time
from hashlib import sha256
from importlib import resources
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from permitbook import demo as demonstration
from permitbook.application import Application
from permitbook.assessment import Assessment, Recommendation, State, Status
from permitbook.checking import check
from permitbook.cli import main
from permitbook.demo import Made, make_demo
from permitbook.docket import Level
from permitbook.errors import WorkbookError
from permitbook.evaluate import cases_of
from permitbook.history import broken_at
from permitbook.ordinances import KEYS, ordinance
from permitbook.provisions import Encoded
from permitbook.samples import sample
from permitbook.schema import columns
from permitbook.tables import FindingRow
from permitbook.verdict import Verdict
from permitbook.workbook.layout import application_columns

ONLY_AN_OFFICIAL_FINDS = {
    "east_troy": "ET-2-F-1 ET-2-F-3 ET-2-G-3 ET-2-H-1 ET-2-H-2 ET-2-H-3 ET-2-H-4",
    "freeport": "FP-59-A-1 FP-59-A-2 FP-59-A-3 FP-59-A-4 FP-59-A-5 FP-59-A-6 FP-59-A-7 FP-59-A-10 FP-59-A-11",
    "new_castle": "NC-4-A NC-4-B NC-4-C NC-4-E NC-4-F NC-4-G NC-4-H NC-4-I.1",
}
"""Clauses that no fact proves by itself; they are shown as questions."""

ONLY_AWAITED = {"east_troy": "ET-2-P.1", "freeport": "FP-59-A-8 FP-59-B", "new_castle": "NC-3-E.1 NC-4.0.1"}
"""Papers that are there or are waited for; they are shown while they are waited for."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Made]]:
    """The demonstration, made once."""
    start = process_time()
    done = make_demo(tmp_path_factory.mktemp("demonstration") / "demo")
    assert process_time() - start < 60, "the demonstration takes less than a minute"
    yield dict(zip(KEYS, done, strict=True))


def assessments(made: Made) -> list[Assessment]:
    """What the workbook says of each application."""
    return [each.assessment for each in made.checked.assessed]


def applications(made: Made) -> list[Application]:
    """The rows of the log."""
    return [each.logged.application for each in made.checked.assessed]


@pytest.mark.parametrize("key", KEYS)
def test_a_sample_year_has_at_least_25_applications_spread_over_it(made: dict[str, Made], key: str) -> None:
    days = [each.event_date for each in applications(made[key]) if each.event_date]
    assert len(days) == len(applications(made[key])) >= 25
    assert len({day.month for day in days}) >= 8
    assert min(days) < sample(key).as_of.date() < max(days)


@pytest.mark.parametrize("key", KEYS)
def test_the_workbooks_need_nothing_of_the_clerk(made: dict[str, Made], key: str) -> None:
    assert not made[key].checked.has_problems
    assert not check(made[key].path, sample(key).as_of).changed
    assert broken_at(made[key].checked.desk.history) == []


@pytest.mark.parametrize("key", KEYS)
def test_every_rule_is_proved_or_open_somewhere(made: dict[str, Made], key: str) -> None:
    shown: dict[str, set[Verdict]] = {rule.clause: set() for rule in ordinance(key).rules}
    for it in assessments(made[key]):
        for finding in it.findings:
            shown[finding.clause].add(finding.alone)
    proved = {clause for clause, verdicts in shown.items() if Verdict.PROVED in verdicts}
    asked, awaited = set(ONLY_AN_OFFICIAL_FINDS[key].split()), set(ONLY_AWAITED[key].split())
    assert set(shown) - proved == asked | awaited
    assert all(Verdict.NEEDS_JUDGMENT in shown[clause] for clause in asked)
    assert all(Verdict.NEEDS_FACTS in shown[clause] for clause in awaited)


@pytest.mark.parametrize("key", KEYS)
def test_every_exemption_is_claimed_somewhere(made: dict[str, Made], key: str) -> None:
    desk, law = made[key].checked.desk, ordinance(key)
    cases = cases_of(law, desk.applications, desk.office, sample(key).as_of, desk.determinations)
    exemptions: list[Encoded] = [*law.exemptions, *(each for each, _ in law.fee_exemptions)]
    assert [each.clause for each in exemptions if not any(each.answer(case) is True for case in cases)] == []


@pytest.mark.parametrize("key", KEYS)
def test_every_date_begins_somewhere(made: dict[str, Made], key: str) -> None:
    begun = {(each.clause, each.what) for it in assessments(made[key]) for each in it.deadlines if each.limit}
    assert [each.what for each in ordinance(key).clocks if (each.clause, each.what) not in begun] == []


EVERYTHING: dict[str, tuple[set[str], Callable[[Assessment, Application], list[str]]]] = {
    "status": (set(Status), lambda it, _: [it.status]),
    "recommendation": (set(Recommendation), lambda it, _: [it.recommendation]),
    "state of a date": (set(State), lambda it, _: [each.state for each in it.deadlines]),
    "level of a conflict": (set(Level), lambda it, _: [each.level for each in it.conflicts]),
    "form of an event": (
        set(next(each.choices for each in columns(Application) if each.key == "event_form")),
        lambda _, row: [row.event_form or ""],
    ),
}


@pytest.mark.parametrize("what", EVERYTHING)
def test_each_of_a_kind_appears_in_one_of_the_three(made: dict[str, Made], what: str) -> None:
    wanted, told = EVERYTHING[what]
    rows = [each for one in made.values() for each in one.checked.assessed]
    found = {word for each in rows for word in told(each.assessment, each.logged.application)}
    assert found == wanted


@pytest.mark.parametrize("key", KEYS)
def test_events_meet_on_a_block_at_a_place_and_elsewhere_at_the_same_time(made: dict[str, Made], key: str) -> None:
    found = assessments(made[key])
    assert {each.level for it in found for each in it.conflicts} == set(Level)
    assert any(it.neighbours.count for it in found)


HAPPENINGS: dict[str, Callable[[Application], Any]] = {
    "late and allowed": lambda it: it.waiver_granted_on,
    "spontaneous, with notice": lambda it: it.news_date and it.notice_given_at,
    "several days": lambda it: it.more_dates and not it.recurring,
    "a series": lambda it: it.recurring and it.more_dates,
    "over midnight": lambda it: it.start_time and it.end_time and it.end_time < it.start_time,
    "a rally in one place": lambda it: it.event_form == "rally" and it.route is None and it.action == "granted",
    "an alternate offered and not answered": lambda it: it.alternate_offered_on and not it.alternate_accepted_on,
    "an alternate accepted": lambda it: it.alternate_accepted_on,
    "an alternate issued": lambda it: it.alternate_accepted_on and it.issued_at,
    "an appeal that is open": lambda it: it.appeal_received_on and not it.appeal_decided_on,
    "an appeal upheld": lambda it: it.appeal_received_on and it.appeal_outcome == "upheld",
    "an appeal reversed": lambda it: it.appeal_outcome == "reversed",
    "a rejection for lateness before the Board": lambda it: it.appeal_decided_on and not it.appeal_received_on,
    "a revocation": lambda it: it.revoked_at and it.revoked_by and it.revocation_ground and it.revocation_facts,
    "referred by a board": lambda it: it.board_received_at,
    "in the evening": lambda it: it.start_time and it.start_time > time(20),
    "on behalf of another": lambda it: it.on_behalf_of and it.authorization_on_file,
    "animals": lambda it: it.animals,
    "parking signs not posted yet": lambda it: it.parking_ban and not it.parking_posted_at,
}


@pytest.mark.parametrize("what", HAPPENINGS)
def test_it_happens_somewhere(made: dict[str, Made], what: str) -> None:
    assert any(HAPPENINGS[what](row) for one in made.values() for row in applications(one))


def refused_late(row: FindingRow) -> bool:
    """A late filing that the official did not allow."""
    return row.clause in ("FP-57-B.1", "NC-3-A.1") and row.found is True


@pytest.mark.parametrize("key", KEYS)
def test_officials_answer_single_clauses_and_whole_ones(made: dict[str, Made], key: str) -> None:
    answered = [row for _, row in made[key].checked.desk.findings if row.found is not None]
    rules = {rule.clause for rule in ordinance(key).rules}
    assert {row.clause in rules for row in answered} == {True, False}
    assert {row.found for row in answered} == {True, False}
    assert all(row.by and row.on and row.reason for row in answered)
    assert any(map(refused_late, answered)) == (key != "east_troy")


@pytest.mark.parametrize("key", KEYS)
def test_every_letter_and_copy_that_the_ordinance_asks_for_is_there(made: dict[str, Made], key: str) -> None:
    law, desk = ordinance(key), made[key].checked.desk
    register = [row for _, row in desk.register if row.file]
    told = {(row.kind.rpartition(" ")[2] if row.kind else "", row.clause) for row in register}
    copied = {("copy", each.clause) for each in law.recipients if each.of == "permit"}
    asked = {each.clause for each in law.recipients if each.of == "application"}
    assert copied <= told
    assert asked == {row.clause for row in register if row.kind == "referral memo"}
    for kind in ("permit", "denial"):
        assert sum(row.kind == kind for row in register) >= 3
    assert len(register) == made[key].documents
    for row in register:
        file = made[key].letters / (row.application_no or "") / (row.file or "")
        assert sha256(file.read_bytes()).hexdigest() == row.fingerprint


@pytest.mark.parametrize("key", KEYS)
def test_a_municipality_is_given_only_facts_that_it_asks_for(key: str) -> None:
    known = {each.key for each in application_columns(ordinance(key))}
    given = {name for row in sample(key).log for name in row.__struct_fields__ if getattr(row, name) is not None}
    assert given <= known


@pytest.mark.parametrize("key", KEYS)
def test_nobody_can_be_called_or_written_to(key: str) -> None:
    text = resources.files("permitbook.samples").joinpath(f"{key}.toml").read_text("utf-8")
    assert all(re.fullmatch(r"(?:[a-z]+\.)*example\.com", domain) for domain in re.findall(r"@([\w.-]+)", text))
    assert all(phone.startswith("01") for phone in re.findall(r"\d{3}-555-(\d{4})", text))
    assert re.findall(r"\b\d{3}-(?!555)\d{3}-\d{4}\b", text) == []


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("mine")
    with pytest.raises(WorkbookError, match="is not empty"):
        make_demo(tmp_path)
    with pytest.raises(WorkbookError, match="is not empty"):
        make_demo(note)
    assert list(tmp_path.iterdir()) == [note]


@pytest.fixture
def ready(made: dict[str, Made], monkeypatch: pytest.MonkeyPatch) -> list[Made]:
    """The demonstration in place of one that is made anew."""
    done = list(made.values())
    monkeypatch.setattr(demonstration, "make_demo", lambda folder: done)
    return done


def test_the_command_prints_one_document(ready: list[Made], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "somewhere", "--json"]) == 0
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert [each["ordinance"] for each in told] == list(KEYS)
    assert [each["letters"] for each in told] == [each.documents for each in ready]
    assert all(Path(each["workbook"]).is_file() and Path(each["letters_folder"]).is_dir() for each in told)
    assert said.err == ""


def test_the_command_ends_with_a_table_of_what_is_where(ready: list[Made], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "somewhere"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(str(one.memo) in line for one, line in zip(ready, lines[: len(KEYS)], strict=True))
    assert all(str(one.path) in line for one, line in zip(ready, lines[-len(KEYS) :], strict=True))


@pytest.mark.parametrize("key", KEYS)
def test_the_board_gets_the_last_whole_month(made: dict[str, Made], key: str) -> None:
    memo = made[key].memo
    assert memo is not None
    assert memo.is_file()
    assert memo.name == "summary-2027-07.docx"
    assert len(list(memo.parent.glob("*.csv"))) == 16


def test_progress_is_told_only_after_a_moment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter((0.0, 0.9, 1.1))
    monkeypatch.setattr(demonstration, "monotonic", lambda: next(clock))
    say = demonstration.Progress()
    say("at once")
    say("later")
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "later\n")
