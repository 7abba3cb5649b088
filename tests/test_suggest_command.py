"""`permitbook suggest` as a clerk gives it: what is said, what is typed from it, and that it works when typed."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from permitbook.buttons import button_of
from permitbook.ordinances import KEYS
from permitbook.picked import Picked
from permitbook.pressing import pressed
from permitbook.workbook.opened import opened
from tests.clerk import AS_OF, Desk, Heard, run
from tests.test_imports_lazy import HEAVY, LETTERS, loaded

NUMBERS = {"east_troy": "ET-2026-002", "freeport": "FP-2026-002", "new_castle": "NC-2026-002"}
OVERLAP = {"east_troy": "ET-2-G-4.b", "freeport": "FP-59-A-9", "new_castle": "NC-4-D.2"}
ONLY_OF = {
    "venue": "FN", "planned": "FN", "seeks_attention": "F", "affects_traffic": "EF", "vehicles": "FN",
    "commercial_gain": "E", "on_state_highway": "E", "marshals": "EN", "town_safety": "N",
}  # fmt: skip
PARADE: dict[str, object] = {
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "12:00",
    "participants": 200,
    "route": "Main St from A St to C St; Elm St",
    "assembly_area": "School Lot",
    "venue": "street, sidewalk or parking lot",
    "planned": "yes",
    "seeks_attention": "yes",
    "affects_traffic": "yes",
    "town_safety": "yes",
    "vehicles": 0,
    "marshals": 8,
    "commercial_gain": "no",
    "on_state_highway": "no",
}


def row(key: str, **facts: object) -> dict[str, object]:
    initial = {"east_troy": "E", "freeport": "F", "new_castle": "N"}[key]
    return {name: value for name, value in (PARADE | facts).items() if initial in ONLY_OF.get(name, "EFN")}


def two(folder: Path, key: str, **facts: object) -> Desk:
    """Two parades at one place, the second of which came later."""
    desk = Desk(folder, key)
    heard = desk.rows(row(key, received_at="2026-05-20 09:00"), row(key, **facts))
    assert heard.status == 0, heard.err
    return desk


def suggest(desk: Desk, *more: object, number: str | None = None) -> Heard:
    return run("suggest", desk.book, number or NUMBERS[desk.key], "--as-of", AS_OF, *more)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_typed_from_each_suggestion_cures_what_it_says_and_meets_nobody(tmp_path: Path, key: str) -> None:
    told = suggest(two(tmp_path, key), "--json").json
    assert [each["clause"] for each in told["against"]] == [OVERLAP[key]]
    accepted = {"alternate_offered_on": "2026-06-20", "alternate_accepted_on": "2026-06-20"}
    for place, each in enumerate(told["suggestions"]):
        assert each["passes"] and OVERLAP[key] in [one["clause"] for one in each["cures"]]
        columns = {
            name: value if isinstance(value, str) else "; ".join(value) for name, value in each["columns"].items()
        }
        folder = tmp_path / str(place)
        folder.mkdir()
        it: Any = two(folder, key, **columns, **accepted).application(NUMBERS[key])
        assert it["status"] == "alternate accepted"
        assert [one for one in it["conflicts"] if one["level"] != "time"] == []
        proved = [
            one["clause"] for one in it["findings"] if one["verdict"] == "proved" and one["effect"] != "before_issue"
        ]
        assert set(proved) <= {"ET-2-G-5"}


def test_the_words_say_the_change_what_it_cures_what_to_type_and_what_is_left_to_determine(tmp_path: Path) -> None:
    heard = suggest(two(tmp_path, "freeport"))
    assert heard.status == 0
    assert heard.out.startswith(
        "FP-2026-002 as of Sat 20 Jun 2026, 9:00 AM: incomplete. It stands for Sat 11 Jul 2026, "
    )
    assert (
        "File the application for Sat 11 Jul 2026: by Wed 1 Jul 2026 (the office is open until 5:00 PM)." in heard.out
    )
    assert "Against it: § 155-59A(9) (FP-59-A-9). FP-2026-001: " in heard.out
    assert "Missing, and to be asked for whatever is offered: On Official Form; " in heard.out
    assert "1. Start 2 hours later, at 12:00 PM: Sat 11 Jul 2026, 12:00 PM to 2:00 PM." in heard.out
    assert "   Cures: § 155-59A(9) (FP-59-A-9)." in heard.out
    assert "   Type: Alternate Start 12:00 PM; Alternate End 2:00 PM." in heard.out
    assert "For each of them the Chief of Police must still determine: § 155-59A(1) (FP-59-A-1);" in heard.out
    assert heard.out.endswith(
        "Once the Chief of Police has authorized one: record the denial with who acted and when, type its columns and "
        "Alternate Offered On, then Offer alternate (`permitbook offer`) for FP-2026-002.\n"
    )


@pytest.mark.parametrize("key", KEYS)
def test_an_offer_is_made_of_what_was_typed(tmp_path: Path, key: str) -> None:
    chosen = suggest(two(tmp_path, key), "--json").json["suggestions"][0]
    columns = {name: value for name, value in chosen["columns"].items() if isinstance(value, str)}
    acted = {"action": "denied", "acted_by": "Chief Doe", "acted_at": "2026-06-20 10:00"}
    denial = acted if key != "east_troy" else {}
    (tmp_path / "then").mkdir()
    people: dict[str, object] = {
        f"{who}_{what}": "12 Oak St" for who in ("applicant", "chair") for what in ("name", "address", "phone")
    }
    people |= {"starting_point": "A St", "termination_point": "C St", "on_behalf_of": ""}
    desk = two(tmp_path / "then", key, **columns, **denial, **people, alternate_offered_on="2026-06-20")
    heard = run("offer", desk.book, NUMBERS[key], "--as-of", "2026-06-20T11:00")
    assert heard.status == 0, heard.err


@pytest.mark.parametrize("key", KEYS)
def test_a_message_box_holds_the_nearest_and_where_the_rest_is(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("permitbook.commands.planning.now_in", lambda zone: datetime.fromisoformat(AS_OF))
    desk, it = two(tmp_path, key), button_of("SuggestDates")
    assert it is not None
    told = pressed(it, opened(desk.book), lambda: Picked("Applications", ((3, 3),)))
    assert not told.grave
    assert "1. Start 2 hours later, at 12:00 PM. Type: Alternate Start 12:00 PM; Alternate End 2:00 PM." in told.text
    assert told.text.endswith(f"`permitbook suggest` {NUMBERS[key]} tells the whole of it.")
    assert "… and" not in told.text


def test_a_last_day_to_file_on_which_the_counter_is_closed_tells_the_last_hour_before(tmp_path: Path) -> None:
    told = suggest(two(tmp_path, "freeport"), "--date", "2026-07-14")
    assert "by Sat 4 Jul 2026 (the office is closed that day; at its counter by Fri 3 Jul 2026, 5:00 PM)." in told.out


def test_in_east_troy_the_last_day_to_file_says_from_when_it_must_be_in_person(tmp_path: Path) -> None:
    assert "File the application (in person after D−45) for Sat 11 Jul 2026: by Fri 26 Jun 2026" in (
        suggest(two(tmp_path, "east_troy")).out
    )


@pytest.mark.parametrize(("day", "passes"), [("2026-07-11", False), ("2026-07-12", True), ("2026-06-12", False)])
def test_a_wished_day_is_told_to_pass_or_why_not(tmp_path: Path, day: str, passes: bool) -> None:
    desk = two(tmp_path, "freeport", more_dates="2026-07-13")
    told = suggest(desk, "--date", day, "--json").json["wished"]
    assert (told["passes"], bool(told["against"])) == (passes, not passes)
    assert (
        told["last_filing"]["due"]
        == {"2026-07-11": "2026-07-01", "2026-07-12": "2026-07-02", "2026-06-12": "2026-06-02"}[day]
    )


def test_where_nothing_passes_the_tests_that_fail_are_counted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "east_troy")
    facts = {"received_at": "2026-06-19 09:00", "event_date": "2026-06-30"}
    desk.rows(row("east_troy", **facts))
    heard = suggest(desk, "--days", "3", number="ET-2026-001")
    assert heard.status == 0
    assert "Nothing that may be offered passes every automatic test within 3 days of Tue 30 Jun 2026." in heard.out
    assert "Another day at the same hours: 6 looked at; Section 2G(1) (ET-2-G-1) against 6." in heard.out
    assert suggest(desk, "--days", "4", number="ET-2026-001").out.count("Hold it on Sat 4 Jul 2026, 4 days later") == 1


def test_a_ground_that_nothing_cures_is_named(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "east_troy")
    desk.rows(row("east_troy", commercial_gain="yes"))
    assert (
        "No other day, hour, route or place cures Section 2G(2) (ET-2-G-2)." in suggest(desk, number="ET-2026-001").out
    )


def test_one_that_passes_needs_no_alternate(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.rows(row("freeport"))
    assert "It passes every automatic test as it stands" in suggest(desk, number="FP-2026-001").out


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("FP-2026-009",), 1, "There is no application FP-2026-009 in freeport.xlsm."),
        (("FP-2026-001", "--days", "0"), 2, "no number of days from 1 to 366"),
        (("FP-2026-001", "--days", "367"), 2, "no number of days from 1 to 366"),
        (("FP-2026-001", "--date", "2026-07-11"), 1, "FP-2026-001 stands for Sat 11 Jul 2026 already"),
        (("FP-2026-001", "--date", "July"), 2, "no day such as 2026-07-04"),
        (("FP-2026-001", "--date", "0001-01-01"), 2, "no year from 1990 to 2099"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], status: int, said: str
) -> None:
    heard = run("suggest", two(tmp_path, "freeport").book, *arguments)
    assert (heard.status, said in heard.err, heard.out) == (status, True, "")


def test_what_is_not_known_is_not_told_to_pass(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.rows(row("freeport", start_time="", end_time=""))
    told = suggest(desk, number="FP-2026-001").out
    assert "Nothing stands against it so far; not known yet, so not tested: Start" in told
    assert "passes every" not in told


def test_an_event_that_needs_no_permit_is_told_as_that(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.rows(row("freeport", event_form="funeral procession"))
    assert "FP-2026-001 needs no permit: there is nothing to offer" in suggest(desk, number="FP-2026-001").err


def test_a_day_that_cannot_be_read_is_told_with_its_cell(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.rows(row("freeport", event_date="soon"))
    heard = suggest(desk, number="FP-2026-001")
    assert heard.status == 1 and "read 'soon'" in heard.err and "has no Event Date" in heard.err


def test_one_without_a_date_is_refused_and_one_whose_number_stands_twice(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.rows(row("freeport", event_date=""))
    assert "has no Event Date" in suggest(desk, number="FP-2026-001").err
    with desk.by_hand() as book:
        sheet = book["Applications"]
        sheet.append([cell.value for cell in sheet[2]])
    assert "share the number FP-2026-001" in suggest(desk, number="FP-2026-001").err


def test_the_same_workbook_and_moment_give_the_same_words_and_nothing_is_written(tmp_path: Path) -> None:
    desk = two(tmp_path, "freeport")
    before = desk.book.read_bytes()
    assert suggest(desk, "--json").out == suggest(desk, "--json").out
    assert desk.book.read_bytes() == before


def test_a_suggestion_loads_nothing_heavy(tmp_path: Path) -> None:
    desk = two(tmp_path, "freeport")
    packages = loaded("-m", "permitbook", "suggest", desk.book, "FP-2026-002", "--as-of", AS_OF)
    assert packages & (HEAVY | LETTERS | {"icalendar"}) == set()
