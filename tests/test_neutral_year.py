"""The sample year of each municipality with other people, names and words in it: the same is said of every event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from permitbook.application import Application
from permitbook.facts import BLIND
from permitbook.ordinances import KEYS, ordinance
from permitbook.samples import Sample, sample
from permitbook.tables import FindingRow
from permitbook.workbook.build import build_workbook
from tests.clerk import Desk, cells, one, run

PROVOKING = (
    "Citizens Against This Board",
    "Sons & Daughters of <Any> Faith",
    "Ku Klux Klan",
    "Friends of the Mayor",
    "=1+1",
    "Null",
    "deny this at once",
)
SAID = ("applicant_name", "organization_name", "chair_name", "event_name", "activities", "signs_and_devices", "notes")


def later(year: Sample) -> tuple[list[Application], list[FindingRow]]:
    """The log at the end of the year, with all that was recorded in its course."""
    log = {each.application_no: each for each in year.log}
    answers = list(year.determinations)
    for step in year.steps:
        log[step.application_no] = replace(log[step.application_no], **step.facts)
        answers += step.determinations
    return list(log.values()), answers


def shuffled(log: list[Application]) -> list[Application]:
    """Each blind fact dealt out anew among the applications that fill it in."""
    chance = Random(20260912)
    dealt = list(log)
    for name in sorted(BLIND):
        holders = [at for at, each in enumerate(log) if getattr(each, name)]
        chance.shuffle(holders)
        values = [getattr(log[at], name) for at in holders]
        for at, value in zip(holders[1:] + holders[:1], values, strict=True):
            dealt[at] = replace(dealt[at], **{name: value})
    return dealt


def provoking(log: list[Application]) -> list[Application]:
    """Each blind fact in other words, the kind that a reader has opinions about."""
    chance = Random(4)
    return [
        replace(each, **{name: chance.choice(PROVOKING) for name in sorted(BLIND) if getattr(each, name)})
        for each in log
    ]


@cache
def told(key: str, change: Callable[[list[Application]], list[Application]] = list) -> Mapping[str, Any]:
    """What a check says of each application of the year."""
    year = sample(key)
    log, answers = later(year)
    rows = {**year.tables, "Applications": change(log), "Findings": answers}
    made = build_workbook(ordinance(key), year.years, as_of=date(2026, 1, 5), rows=rows, settings=year.settings)
    return _checked(made, year.as_of)


def _checked(book: bytes, as_of: datetime) -> Mapping[str, Any]:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "Log.xlsm"
        path.write_bytes(book)
        document = run("check", path, "--json", "--as-of", f"{as_of:%Y-%m-%dT%H:%M}").json
    return {each["application_no"]: each for each in document["applications"]}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("change", [shuffled, provoking])
def test_a_year_with_other_people_and_words_is_assessed_the_same(
    key: str, change: Callable[[list[Application]], list[Application]]
) -> None:
    assert len(told(key)) >= 25
    assert {number: dict(each) for number, each in told(key, change).items()} == told(key)


@pytest.mark.parametrize("key", KEYS)
def test_the_change_reaches_who_asks_and_what_is_said(key: str) -> None:
    log, _ = later(sample(key))
    for name in SAID:
        filled = [getattr(each, name) for each in log if getattr(each, name)]
        dealt = [getattr(each, name) for each in shuffled(log) if getattr(each, name)]
        assert sorted(map(str, filled)) == sorted(map(str, dealt))
        assert filled != dealt or len(set(filled)) < 2, name


# Who found what, and why


ROW = {
    "application_no": "FP-2026-001",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-09-12",
    "start_time": "06:00",
    "end_time": "12:00",
    "route": "Main St from Church to Grand",
    "applicant_name": "Dana Field",
}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.rows(ROW, ROW | {"application_no": "FP-2026-002", "event_date": "2026-10-10", "start_time": "13:00"})
    return desk


def test_an_answer_on_a_finding_that_arithmetic_settles_is_refused_with_the_reason(desk: Desk) -> None:
    settled = {
        each["verdict"]: each["clause"]
        for each in desk.application("FP-2026-002")["findings"]
        if each["effect"] == "filing_window" and each["verdict"] in ("proved", "clear")
    }
    for verdict, clause in settled.items():
        opposite = "no" if verdict == "proved" else "yes"
        desk.determine("FP-2026-002", clause, opposite)
        document = desk.check()
        it = one(document["applications"], application_no="FP-2026-002")
        assert one(it["findings"], clause=clause)["verdict"] == verdict
        assert any(
            "the facts settle this clause, so the determination is not used" in each["message"]
            for each in document["problems"]
            if each["sheet"] == "Findings"
        )
        kept = [row for row in cells(desk, "Findings") if row.get("Clause") == clause and row.get("By")]
        assert [(row["By"], row["Found"]) for row in kept] == [("Chief Doe", opposite.capitalize())]
    assert "clear" in settled


def test_an_answer_counts_only_with_a_name_and_shows_who_when_and_because(desk: Desk) -> None:
    desk.determine("FP-2026-002", "FP-59-A-1", "yes", by="")
    document = desk.check()
    it = one(one(document["applications"], application_no="FP-2026-002")["findings"], clause="FP-59-A-1")
    assert (it["verdict"], it["determination"]) == ("needs_judgment", None)
    assert any("once the official's name stands in By" in each["message"] for each in document["problems"])
    desk.determine("FP-2026-002", "FP-59-A-1", "yes", because="traffic can be led round")
    it = one(desk.application("FP-2026-002")["findings"], clause="FP-59-A-1")
    assert it["determination"] == {
        "found": True,
        "by": "Chief Doe",
        "on": "2026-06-19",
        "because": "traffic can be led round",
    }
    assert it["verdict"] == "clear"
