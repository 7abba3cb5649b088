"""New Castle beyond its cases: every verdict reached, what letters are given to print, and what is never asked."""

import tomllib
from collections.abc import Iterable
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from permitbook.case import Case
from permitbook.facts import BLIND
from permitbook.ordinances import clause_list
from permitbook.ordinances.new_castle import law
from permitbook.verdict import Verdict
from tests.law_functions import functions_of
from tests.test_cases import application, assessed, cases, office_of

BOOK: dict[str, Any] = tomllib.loads((Path(__file__).parent / "cases" / "new_castle.toml").read_text("utf-8"))
PARK = {"venue": "other public property", "event_form": "rally"}
ROUTE = ("route", "starting_point", "termination_point")


def parade(*, without: Iterable[str] = (), **change: Any) -> Case:
    """The October parade of the cases, changed."""
    made = application(BOOK, change, "this", tuple(without))
    return Case(law, made, office_of(law, BOOK["office"]), datetime(2026, 10, 7, 15), {})


JUDGED = {"needs_judgment"}
GATE = {"proved", "clear", "needs_facts", "not_applicable"}
OWN_VERDICTS = {
    "NC-3-A.1": {"proved", "clear", "needs_judgment", "needs_facts"},
    "NC-3-A.2": {"proved", "clear", "needs_facts"},
    "NC-3-D.2": GATE,
    "NC-3-D.3": GATE,
    "NC-3-E.1": {"clear", "needs_facts"},
    "NC-3-F.1": GATE,
    "NC-4.0.1": {"clear", "needs_facts"},
    "NC-4-A": {"needs_judgment", "needs_facts"},
    "NC-4-B": {"needs_judgment", "needs_facts"},
    "NC-4-C": JUDGED,
    "NC-4-D.1": {"proved", "clear", "needs_judgment", "needs_facts"},
    "NC-4-D.2": {"proved", "clear", "needs_judgment", "needs_facts"},
    "NC-4-E": {"needs_judgment", "needs_facts", "not_applicable"},
    "NC-4-F": {"needs_judgment", "needs_facts", "not_applicable"},
    "NC-4-G": JUDGED,
    "NC-4-H": {"needs_judgment", "needs_facts"},
    "NC-4-I.1": {"clear", "needs_judgment", "needs_facts"},
}


def test_the_cases_reach_every_verdict_that_a_rule_can_give() -> None:
    reached: dict[str, set[str]] = {}
    for book, case in (param.values for param in cases()):
        if book["ordinance"] != "new_castle":
            continue
        for each in assessed(book, case).findings:
            reached.setdefault(each.clause, set()).add(each.alone.value)
    assert reached == OWN_VERDICTS


def test_the_findings_stand_in_the_order_of_the_law() -> None:
    assert [rule.clause for rule in law.rules] == list(OWN_VERDICTS)


def test_all_111_clauses_are_carried_out_and_nothing_else_is_claimed() -> None:
    ids = {id for id in clause_list() if id.startswith("NC-")}
    assert len(ids) == 111
    assert {claim.clause for claim in law.claims} == ids


@pytest.mark.parametrize(
    ("clause", "cite"),
    [
        ("NC-4-D.1", "§ 92-4D"),
        ("NC-3-B-11.b", "§ 92-3B(11)"),
        ("NC-2-B-1.c", "§ 92-2B(1)"),
        ("NC-3-A.1", "§ 92-3A"),
        ("NC-4.0.1", "§ 92-4"),
        ("NC-6.3", "§ 92-6"),
        ("NC-10-C.2", "§ 92-10C"),
        ("NC-1-PARADE.a", "§ 92-1 (Parade)"),
        ("NC-0", "Chapter 92"),
        ("NC-Z.1", "Chapter 92"),
    ],
)
def test_a_citation_is_printed_as_the_code_prints_it(clause: str, cite: str) -> None:
    assert law.cite(clause) == cite


def test_whoever_asks_and_whatever_is_said_the_assessment_is_the_same() -> None:
    swapped = dict.fromkeys(BLIND - {"organization_name", "on_behalf_of", "notes"}, "Another name altogether")
    mine, theirs = (assessed(BOOK, {"application": change}) for change in ({}, swapped))
    assert [(each.clause, each.verdict, each.because) for each in mine.findings] == [
        (each.clause, each.verdict, each.because) for each in theirs.findings
    ]
    assert (mine.deadlines, mine.recommendation, mine.notes) == (theirs.deadlines, theirs.recommendation, theirs.notes)


def test_no_police_cost_is_asked_and_no_offense_is_kept() -> None:
    asked = {name for each in functions_of(law) for name in each.names} | law.fields_asked
    assert {name for name in asked if "police" in name or "extra_cost" in name} == set()


def test_every_reading_is_entered() -> None:
    assert {id for id in law.readings if id.startswith("Q-NC")} == {f"Q-NC{n}" for n in range(1, 28)}
    assert {id for id in law.readings if id.startswith("Q-G")} == {f"Q-G{n}" for n in range(1, 13)}


def test_only_senses_that_take_effect_are_offered() -> None:
    """Each of them has its cases, under the last heading of the file."""
    offered = {each.id: each.others for each in law.readings.values() if each.others}
    assert offered == {
        "Q-NC3": ("holidays and closures skipped alike",),
        "Q-NC10": ("named insured only",),
        "Q-NC12": ("per day",),
        "Q-NC14": ("from civil dusk to sunrise",),
        "Q-NC19": ("from the call",),
    }


def test_what_an_attorney_should_confirm_is_marked() -> None:
    marked = {each.id for each in law.readings.values() if each.counsel and each.id.startswith("Q-NC")}
    assert {"Q-NC10", "Q-NC11", "Q-NC18", "Q-NC21"} <= marked


# What the clerk is shown.


def test_an_applicant_has_no_day_to_work_by() -> None:
    it = assessed(BOOK, {"application": {"action": "denied", "notice_received_on": date(2026, 10, 13)}})
    assert [it.deadline(clause).work_by for clause in ("NC-3-A.1", "NC-6.3")] == [None, None]


def test_a_denial_told_by_mail_alone_is_not_told_yet() -> None:
    told = {"action": "denied", "acted_at": datetime(2026, 10, 9, 15), "notified_at": datetime(2026, 10, 9, 16)}
    assert assessed(BOOK, {"application": told | {"notified_how": "mail"}}).deadline("NC-5.3").done is None
    assert assessed(BOOK, {"application": told}).deadline("NC-5.3").done == datetime(2026, 10, 9, 16)


def test_the_last_day_to_file_shows_its_arithmetic() -> None:
    because = assessed(BOOK, {}).finding("NC-3-A.1").because
    assert "Start from Sun 18 Oct 2026, not counted. Count back 7 business days." in because
    assert "Mon 12 Oct 2026 (Columbus Day)" in because
    assert "Reach Wed 7 Oct 2026." in because


def test_a_day_between_the_two_ways_of_counting_names_both() -> None:
    case = {
        "office": {"closures": {"2026-11-26": "Thanksgiving Day"}},
        "application": {"received_at": datetime(2026, 10, 8, 10)},
    }
    finding = assessed(BOOK, case).finding("NC-3-A.1")
    assert finding.question is not None and "holiday" in finding.question
    assert "the plain count ends Wed 7 Oct 2026" in finding.because
    assert "it ends Thu 8 Oct 2026" in finding.because


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        ("NC-4-A", {}, "120 participants, 300 spectators, 2 vehicles."),
        ("NC-4-B", {}, "120 participants, 300 spectators, 2 vehicles."),
        ("NC-4-C", {}, "Route: KING STREET from GREELEY AVENUE to BEDFORD ROAD."),
        ("NC-4-E", {}, "11:00 AM to 1:00 PM."),
        ("NC-4-E", {"max_length_miles": 1.5}, "11:00 AM to 1:00 PM; 1.5 miles, 0.8 miles an hour."),
        ("NC-4-F", {}, "Route: KING STREET from GREELEY AVENUE to BEDFORD ROAD."),
        ("NC-4-G", {}, "Parade, 120 participants, 6 marshals."),
        ("NC-4-H", {}, "2 vehicles take part; 40 spaces are listed near it."),
        ("NC-4-H", {"route": "GREELEY AVENUE"}, "no spaces are listed near it"),
        (
            "NC-4-I.1",
            {"end_time": time(20)},
            "11:00 AM to 8:00 PM; sunrise 7:11 AM, sunset 6:09 PM, civil dusk 6:37 PM.",
        ),
        ("NC-4-I.1", {"end_time": time(1)}, "11:00 AM to 1:00 AM the next day; "),
    ],
)
def test_a_question_comes_with_the_facts_that_are_known(clause: str, change: dict[str, Any], told: str) -> None:
    finding = assessed(BOOK, {"application": change}).finding(clause)
    assert finding.verdict is Verdict.NEEDS_JUDGMENT
    assert finding.question is not None
    assert told in finding.because


@pytest.mark.parametrize(
    ("clause", "without", "told"),
    [
        ("NC-4-A", ["spectators", "vehicles", "vehicle_description"], "120 participants."),
        ("NC-4-C", [*ROUTE], "Place: Train station lot."),
        ("NC-4-C", [*ROUTE, "assembly_area"], "Place: not given."),
        ("NC-4-E", ["end_time"], "Its hours are not given."),
        ("NC-4-F", [*ROUTE], "The route is not given."),
        (
            "NC-4-G",
            ["marshals", "marshal_duties", "event_form"],
            "Form not given, 120 participants, marshals not stated.",
        ),
    ],
)
def test_what_is_not_known_is_said(clause: str, without: list[str], told: str) -> None:
    assert told in assessed(BOOK, {"without": without}).finding(clause).because


def test_daylight_is_shown_of_a_clear_day_too() -> None:
    finding = assessed(BOOK, {}).finding("NC-4-I.1")
    assert (finding.verdict, finding.question) == (Verdict.CLEAR, None)
    assert "sunset 6:09 PM, civil dusk 6:37 PM" in finding.because


def test_where_the_settings_put_the_town_beyond_the_sun_the_chief_is_asked() -> None:
    case = {"office": {"settings": {"latitude": 89.0}}, "application": {"event_date": date(2026, 12, 21)}}
    finding = assessed(BOOK, case).finding("NC-4-I.1")
    assert finding.verdict is Verdict.NEEDS_JUDGMENT
    assert "no sunset" in finding.because


# What the permit states, § 92-8.


def words(clause: str, case: Case) -> str | None:
    return next(each for each in law.statements if each.clause == clause).words(case)


def lacking(clause: str, case: Case) -> tuple[str, ...]:
    return next(each for each in law.statements if each.clause == clause).lacking(case)


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        ("NC-2-A.2", {}, "Sun 18 Oct 2026"),
        ("NC-8-A", {}, "11:00 AM to 1:00 PM"),
        ("NC-8-A", {"end_time": time(1)}, "11:00 AM to 1:00 AM the next day"),
        ("NC-8-B.1", {"assembly_area": ["Lot A", "Lot B"]}, "Lot A; Lot B"),
        (
            "NC-8-B.2",
            {"street_portions": "the northbound lane"},
            "KING STREET from GREELEY AVENUE to BEDFORD ROAD: the northbound lane",
        ),
        ("NC-8-C", {"max_length_miles": 0.25}, "0.25 miles"),
        ("NC-8-C", {"max_length_miles": 1.0}, "1 mile"),
        ("NC-8-D", {}, None),
        ("NC-8-D", {"conditions": "Keep right"}, "Keep right"),
        ("NC-7.4", {}, None),
        (
            "NC-7.4",
            {"alternate_accepted_on": date(2026, 10, 16)},
            "This is an alternate permit, accepted Fri 16 Oct 2026. It has the effect of an assisted event permit.",
        ),
    ],
)
def test_the_permit_states_what_the_law_lists(clause: str, change: dict[str, Any], told: str | None) -> None:
    case = parade(**change)
    assert (words(clause, case), lacking(clause, case)) == (told, ())


@pytest.mark.parametrize(
    ("clause", "case", "blank"),
    [
        ("NC-2-A.2", parade(without=["event_date"]), "event_date"),
        ("NC-8-A", parade(without=["end_time"]), "end_time"),
        ("NC-8-B.1", parade(without=["assembly_area"]), "assembly_area"),
        ("NC-8-B.2", parade(), "street_portions"),
        ("NC-8-B.2", parade(without=["route"], street_portions="one lane"), "route"),
        ("NC-8-B.2", parade(without=["route", "venue"]), "venue"),
        ("NC-8-C", parade(), "max_length_miles"),
        ("NC-8-C", parade(without=["route", "venue"]), "venue"),
    ],
)
def test_a_permit_without_what_it_must_state_is_withheld(clause: str, case: Case, blank: str) -> None:
    assert lacking(clause, case) == (blank,)
    assert words(clause, case) is None


@pytest.mark.parametrize("clause", ["NC-8-B.2", "NC-8-C"])
def test_the_permit_of_an_assembly_states_no_streets_and_no_length(clause: str) -> None:
    case = parade(without=ROUTE, **PARK)
    assert (words(clause, case), lacking(clause, case)) == (None, ())


def test_each_day_has_a_permit_of_its_own() -> None:
    assert law.permit_each_day


# Copies and printed words.


def test_the_copies_go_to_those_consulted_those_appealed_to_and_as_practice_to_the_offices_own_list() -> None:
    listed = [(each.of, each.clause, each.to, each.practice) for each in law.recipients]
    assert listed == [
        ("permit", "NC-3.0.3", "Board that referred the application", True),
        ("application", "NC-4.0.1", "Town Administrator", False),
        ("application", "NC-4.0.2", "Department of Public Works", False),
        ("appeal", "NC-6.2", "Town Supervisor", False),
        ("appeal", "NC-6.2", "Town Clerk", False),
        ("appeal", "NC-6.4", "Town Board", False),
        ("special meeting", "NC-6.4", "Town Supervisor", False),
        ("permit", "NC-Z.1", "Town Administrator", True),
        ("permit", "NC-Z.1", "Town Clerk", True),
        ("permit", "NC-Z.1", "Department of Public Works", True),
    ]
    assert all("practice" in each.says for each in law.recipients if each.practice)


@pytest.mark.parametrize(
    ("how", "boards"),
    [("in person", ()), ("referred by a board", ("Board that referred the application",))],
)
def test_a_board_that_referred_the_application_gets_a_copy(how: str, boards: tuple[str, ...]) -> None:
    found = next(each.each for each in law.recipients if each.clause == "NC-3.0.3")
    assert found is not None
    assert found.answer(parade(received_how=how)) == boards


@pytest.mark.parametrize(
    ("kind", "clauses"),
    [
        ("receipt", ["NC-3-C.1", "NC-3-A.2", "NC-3-D.1", "NC-3-E.1", "NC-3-E.2", "NC-3-E.3", "NC-5.2", "NC-6.3"]),
        ("deficiency", ["NC-3-C.1", "NC-3-B.0", "NC-3-B-14"]),
        ("referral", ["NC-4.0.3", "NC-4.0.4"]),
        ("held-for-papers", ["NC-3-D.1", "NC-3-E.1", "NC-3-E.2", "NC-3-E.3"]),
        ("denial", ["NC-5.2", "NC-5.4", "NC-5.5", "NC-6.1", "NC-6.2", "NC-6.3", "NC-6.5"]),
        (
            "offer",
            [
                *("NC-5.2", "NC-5.4", "NC-5.5", "NC-6.1", "NC-6.2", "NC-6.3", "NC-6.5"),
                *("NC-7.1", "NC-7.2", "NC-7.3", "NC-7.4"),
            ],
        ),
        ("permit", ["NC-2-A.2", "NC-9-A.1", "NC-9-A.3", "NC-9-B", "NC-9-C", "NC-10-A", "NC-10-B", "NC-10-C.3"]),
        ("handout", ["NC-9-A.1", "NC-9-A.3", "NC-9-B", "NC-10-A", "NC-10-B", "NC-10-C.3"]),
        ("pocket copy", ["NC-9-C"]),
        ("posting", ["NC-10-C.2", "NC-10-C.3"]),
        ("revocation", ["NC-11"]),
        ("appeal-notice", ["NC-6.4", "NC-6.5"]),
        ("board-decision", ["NC-6.4"]),
        ("meeting-notice", ["NC-6.4", "NC-6.5", "NC-6.4"]),
    ],
)
def test_each_letter_carries_the_rights_and_duties_of_its_clauses(kind: str, clauses: list[str]) -> None:
    assert [each.clause for each in law.sentences if kind in each.on] == clauses


@pytest.mark.parametrize(
    ("found", "rights"),
    [
        (["NC-4-C"], ["NC-6.1", "NC-6.2", "NC-6.3"]),
        (["NC-3-A.1"], ["NC-6.5"]),
        (["NC-3-A.1", "NC-4-C"], ["NC-6.1", "NC-6.2", "NC-6.3", "NC-6.5"]),
    ],
)
def test_a_denial_prints_the_remedy_that_it_has(found: list[str], rights: list[str]) -> None:
    case = parade(action="denied")
    case.grounds = frozenset(found)
    printed = [each.clause for each in law.sentences if "denial" in each.on and each.words(case)]
    assert printed == ["NC-5.2", "NC-5.5", *rights]
