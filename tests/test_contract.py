"""What other programs rely on: the documents of `check --json`, `clauses --json` and `fields --json`."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

from permitbook.ordinances import KEYS, ordinance
from permitbook.workbook.layout import columns_of
from tests.clerk import DATA, Desk, one, run

DAY = re.compile(r"\d{4}-\d\d-\d\d")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
CLAUSE = re.compile(r"(ET|FP|NC)-[A-Za-z0-9.-]+")
VERDICTS = {"proved", "clear", "needs_judgment", "needs_facts", "not_applicable"}
EFFECTS = {"must_deny", "may_deny", "issue_unless", "issue_only_if", "filing_window", "before_issue"}
STATES = {"not yet", "open", "due soon", "overdue", "met", "late", "lapsed"}
RECOMMENDATIONS = {
    *("no_permit_needed", "deny_if_confirmed", "cure", "refer", "may_deny", "hold_for_papers", "grant"),
}
STATUSES = {
    *("revoked", "cancelled", "postponed", "withdrawn", "no permit needed", "held", "issued", "under appeal"),
    *("alternate accepted", "alternate offered", "denied", "granted, not issued", "lapsed", "incomplete"),
    *("in review", "received"),
}
GROUNDS = {
    "east_troy": [
        *("ET-2-F-1", "ET-2-F-2", "ET-2-F-3", "ET-2-F-4"),
        *("ET-2-G-1", "ET-2-G-2", "ET-2-G-3", "ET-2-G-4.a", "ET-2-G-4.b", "ET-2-G-5", "ET-2-G-6.a", "ET-2-G-6.b"),
        *("ET-2-G-7", "ET-2-H-1", "ET-2-H-2", "ET-2-H-3", "ET-2-H-4", "ET-2-J.1"),
        *("ET-2-P.1", "ET-2-P.2", "ET-2-P.3", "ET-2-P.4", "ET-2-P.5", "ET-2-P.6"),
    ],
    "freeport": [
        *("FP-57-B.1", "FP-57-B.2", "FP-57-C.2", "FP-57-C.3"),
        *(f"FP-59-A-{number}" for number in range(1, 12)),
        "FP-59-B",
    ],
    "new_castle": [
        *("NC-3-A.1", "NC-3-A.2", "NC-3-D.2", "NC-3-D.3", "NC-3-E.1", "NC-3-F.1", "NC-4.0.1"),
        *("NC-4-A", "NC-4-B", "NC-4-C", "NC-4-D.1", "NC-4-D.2", "NC-4-E", "NC-4-F", "NC-4-G", "NC-4-H", "NC-4-I.1"),
    ],
}
"""Grounds, windows and gates as the three texts order them."""

PARADE: dict[str, object] = {
    "event_form": "parade",
    "planned": "yes",
    "affects_traffic": "yes",
    "seeks_attention": "yes",
    "venue": "street, sidewalk or parking lot",
    "town_safety": "yes",
    "participants": 200,
    "received_how": "in person",
    "start_time": "10:00",
    "end_time": "11:00",
}
ROWS: list[dict[str, object]] = [
    PARADE | {"received_at": "2026-05-01 09:00", "event_date": "2026-07-11", "route": "Main St from A St to C St"},
    PARADE | {"received_at": "2026-05-02 09:00", "event_date": "2026-07-11", "route": "Main Street from A St to C St"},
    PARADE | {"received_at": "2026-05-03 09:00", "event_date": "2026-07-11", "route": "Main St"},
    PARADE | {"received_at": "2026-05-04 09:00", "event_date": "2026-07-11", "route": "Oak St", "start_time": "10:30"},
    PARADE | {"received_at": "2026-06-19 09:00", "event_date": "2026-06-25", "route": "Elm St"},
    PARADE | {"received_at": "2026-03-01 09:00", "event_date": "2026-05-20", "route": "Elm St", "action": "granted"},
    {"received_at": "2026-05-05 09:00", "event_date": "soon", "start_time": "9"},
    PARADE
    | {"received_at": "2026-06-01 09:00", "event_date": "2026-08-01", "action": "denied", "acted_at": "2026-06-08"},
]


@pytest.fixture(params=KEYS)
def desk(request: pytest.FixtureRequest, tmp_path: Path) -> Desk:
    desk = Desk(tmp_path, request.param)
    logged = {each["key"] for each in run("fields", desk.key, "--json").json}
    desk.rows(*[{key: value for key, value in row.items() if key in logged} for row in ROWS])
    return desk


def number(desk: Desk, count: int) -> str:
    return f"{ {'east_troy': 'ET', 'freeport': 'FP', 'new_castle': 'NC'}[desk.key] }-2026-{count:03d}".replace(" ", "")


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_date(value: object) -> bool:
    return isinstance(value, str) and bool(DAY.fullmatch(value) or MOMENT.fullmatch(value))


def check_keys(entry: dict[str, Any], *keys: str) -> None:
    assert set(keys) <= entry.keys(), f"{sorted(set(keys) - entry.keys())} missing"


def check_finding(it: dict[str, Any]) -> None:
    check_keys(it, "clause", "cite", "effect", "verdict", "because", "facts", "needs", "question", "determination")
    assert CLAUSE.fullmatch(it["clause"]) and re.match(r"§ |Section ", it["cite"])
    assert it["effect"] in EFFECTS and it["verdict"] in VERDICTS
    assert is_text(it["because"]) and isinstance(it["facts"], dict) and isinstance(it["needs"], list)
    assert bool(it["needs"]) == (it["verdict"] == "needs_facts")
    assert is_text(it["question"]) if it["verdict"] == "needs_judgment" else it["question"] is None


def check_deadline(it: dict[str, Any]) -> None:
    check_keys(it, "clause", "what", "who", "due", "work_by", "outer", "done", "state", "steps")
    assert CLAUSE.fullmatch(it["clause"]) and is_text(it["what"]) and is_text(it["who"])
    assert it["state"] in STATES
    assert (it["due"] is None) == (it["state"] == "not yet")
    assert it["work_by"] is None or DAY.fullmatch(it["work_by"])
    assert all(it[key] is None or is_date(it[key]) for key in ("due", "outer", "done"))
    assert it["due"] is None or len(it["due"]) == len(it["outer"])
    assert all(map(is_text, it["steps"]))


def check_conflict(it: dict[str, Any]) -> None:
    if it["level"] == "time":
        assert it.keys() == {"level", "count", "nearest"}
        assert 0 < len(it["nearest"]) == min(it["count"], 5)
        return
    assert it.keys() == {"with", "level", "shared", "overlap", "priority"}
    assert it["level"] in {"segment", "place", "street"} and it["priority"] in {"earlier", "later"}
    assert it["shared"] and all(map(is_text, it["shared"]))
    begin, end = it["overlap"]
    assert MOMENT.fullmatch(begin) and MOMENT.fullmatch(end) and begin < end


def test_the_document_of_a_check_has_its_keys_and_forms(desk: Desk) -> None:
    document = desk.check()
    assert document.keys() == {"ordinance", "as_of", "problems", "applications"}
    assert (document["ordinance"], document["as_of"]) == (desk.key, "2026-06-20T09:00")
    for each in document["problems"]:
        assert each.keys() == {"sheet", "cell", "heading", "application_no", "read", "level", "message"}
        assert each["level"] in {"problem", "note"} and is_text(each["message"])
    assert len(document["applications"]) == len(ROWS)
    for row, it in enumerate(document["applications"], 2):
        check_keys(it, "application_no", "row", "status", "recommendation", "permit_required", "missing", "findings")
        check_keys(it, "deadlines", "conflicts", "fee", "open_gates", "next")
        assert it["row"] == row and it["application_no"] == number(desk, row - 1)
        assert it["status"] in STATUSES and it["recommendation"] in RECOMMENDATIONS
        assert it["permit_required"] in (True, False, None)
        for missing in it["missing"]:
            assert missing.keys() == {"field", "clause"} and CLAUSE.fullmatch(missing["clause"])
        for finding in it["findings"]:
            check_finding(finding)
        for deadline in it["deadlines"]:
            check_deadline(deadline)
        for conflict in it["conflicts"]:
            check_conflict(conflict)
        assert it["fee"].keys() == {"due", "because"} and is_text(it["fee"]["because"])
        assert it["fee"]["due"] is None or isinstance(it["fee"]["due"], int | float)
        for gate in it["open_gates"]:
            assert gate.keys() == {"clause", "what"} and is_text(gate["what"])
        assert it["next"] is None or it["next"].keys() == {"what", "who", "by"}
        assert it["next"] is None or it["next"]["by"] is None or is_date(it["next"]["by"])


def test_every_ground_and_gate_is_listed_in_the_laws_order(desk: Desk) -> None:
    for it in desk.check()["applications"]:
        expected = GROUNDS[desk.key] if it["permit_required"] is not False else []
        assert [each["clause"] for each in it["findings"]] == expected


def test_items_that_are_missing_are_named_by_fields_of_this_log(desk: Desk) -> None:
    logged = {each["key"]: each for each in run("fields", desk.key, "--json").json}
    asked = {each["field"]: each["clause"] for it in desk.check()["applications"] for each in it["missing"]}
    assert "applicant_name" in asked
    assert all(clause in logged[field]["clauses"] for field, clause in asked.items())


def test_an_unreadable_cell_is_unknown_and_its_row_stays(desk: Desk) -> None:
    document = desk.check()
    bad = [each for each in document["problems"] if each["level"] == "problem"]
    assert [(each["application_no"], each["heading"], each["read"]) for each in bad] == [
        (number(desk, 7), "Event Date", "soon"),
        (number(desk, 7), "Start", "9"),
    ]
    assert {each["sheet"] for each in bad} == {"Applications"}
    assert all(re.fullmatch(r"[A-Z]+8", each["cell"]) for each in bad)
    row = one(document["applications"], application_no=number(desk, 7))
    needed = {name for each in row["findings"] for name in each["needs"]}
    assert "event_date" in needed | {each["field"] for each in row["missing"]}


def test_conflicts_are_told_from_both_sides_with_one_entry_for_the_same_time(desk: Desk) -> None:
    document = desk.check()
    one_, two, three, four = (number(desk, count) for count in (1, 2, 3, 4))

    def met(of: str) -> list[tuple[str, str, str]]:
        listed = one(document["applications"], application_no=of)["conflicts"]
        return [(each["with"], each["level"], each["priority"]) for each in listed if each["level"] != "time"]

    assert met(one_) == [(two, "segment", "later"), (three, "segment", "later")]
    assert met(two) == [(one_, "segment", "earlier"), (three, "segment", "later")]
    assert met(three) == [(one_, "segment", "earlier"), (two, "segment", "earlier")]
    assert met(four) == []
    elsewhere = one(document["applications"], application_no=four)["conflicts"]
    assert elsewhere == [{"level": "time", "count": 3, "nearest": [one_, two, three]}]
    first = one(document["applications"], application_no=one_)["conflicts"][0]
    assert first["shared"] == ["MAIN STREET from A STREET to C STREET"]
    assert first["overlap"] == ["2026-07-11T10:00", "2026-07-11T11:00"]


def test_another_moment_gives_another_document_and_nothing_else_does(desk: Desk) -> None:
    told = desk.check("--dry-run")
    assert desk.check("--dry-run") == told
    later = desk.check("--dry-run", as_of="2027-06-20T09:00")
    assert later["as_of"] == "2027-06-20T09:00"
    statuses = {each["application_no"]: each["status"] for each in later["applications"]}
    assert statuses[number(desk, 1)] == "lapsed"


def test_all_350_clauses_are_carried_out() -> None:
    told = run("clauses", "--json")
    assert (told.status, len(told.json)) == (0, 350)
    for each in told.json:
        assert each.keys() >= {"clause", "cite", "requires", "carried_by", "tests"}
        assert CLAUSE.fullmatch(each["clause"]) and is_text(each["cite"]) and is_text(each["requires"])
        assert each["carried_by"], f"{each['clause']} is carried out by nothing"
    assert len({each["clause"] for each in told.json}) == 350


@pytest.mark.parametrize(("key", "prefix"), [("east_troy", "ET"), ("freeport", "FP"), ("new_castle", "NC")])
def test_the_trace_of_one_municipality_is_its_own(key: str, prefix: str) -> None:
    assert {each["clause"].split("-")[0] for each in run("clauses", key, "--json").json} == {prefix}
    text = run("clauses", key)
    assert text.status == 0 and text.out.rstrip().endswith("clauses are carried out.")


@pytest.mark.parametrize(("key", "initial"), [("east_troy", "E"), ("freeport", "F"), ("new_castle", "N")])
def test_the_data_dictionary_is_the_one_that_was_agreed(key: str, initial: str) -> None:
    with (DATA / "fields.tsv").open(encoding="utf-8") as file:
        agreed = [row for row in csv.DictReader(file, delimiter="\t") if initial in row["ordinances"]]
    told = run("fields", key, "--json")
    assert told.status == 0
    assert [each["key"] for each in told.json] == [row["key"] for row in agreed]
    for each, row in zip(told.json, agreed, strict=True):
        assert (each["heading"], each["kind"]) == (row["heading"], row["kind"])
        assert " ".join(each["clauses"]) == row["clauses"]
        if row["kind"] == "choice":
            assert each["choices"] == [choice.strip() for choice in row["unit_or_choices"].split(";")]
        elif row["unit_or_choices"]:
            assert each["unit"] == row["unit_or_choices"]
        assert words(row["meaning"]) <= words(each["meaning"])


def test_the_other_sheets_have_the_columns_that_were_agreed() -> None:
    agreed: dict[str, list[tuple[str, str]]] = {}
    with (DATA / "sheets.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            agreed.setdefault(row["sheet"], []).append((row["key"], row["heading"]))
    for key in KEYS:
        for sheet, expected in agreed.items():
            assert [(each.key, each.heading) for each in columns_of(sheet, ordinance(key))] == expected


def words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
