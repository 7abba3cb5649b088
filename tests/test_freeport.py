"""Freeport beyond its cases: every verdict reached, what letters are given to print, and what is never asked."""

import tomllib
from collections.abc import Iterable
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from permitbook.application import Application
from permitbook.assessment import Effect
from permitbook.calendars import OfficeCalendar
from permitbook.case import Case
from permitbook.facts import BLIND
from permitbook.ordinances.freeport import law
from permitbook.ordinances.freeport.s54_scope import notice_given
from permitbook.ordinances.freeport.s61_decision import within_two_days
from permitbook.ordinances.freeport.s62_alternates import accept_by
from permitbook.ordinances.freeport.s63_appeals import an_appeal_may_outlast_it
from permitbook.ordinances.freeport.s64_permit import in_miles
from permitbook.verdict import Verdict
from tests.law_functions import functions_of
from tests.test_cases import application, assessed, cases, office_of

BOOK: dict[str, Any] = tomllib.loads((Path(__file__).parent / "cases" / "freeport.toml").read_text("utf-8"))
HOURS_SPAN_CLOCK_CHANGE = OfficeCalendar("NY", "America/New_York", {})


def parade(*, without: Iterable[str] = (), **change: Any) -> Case:
    """The Memorial Day parade of the cases, changed."""
    made: Application = application(BOOK, change, "this", tuple(without))
    return Case(law, made, office_of(law, BOOK["office"]), datetime(2026, 4, 20, 15), {})


JUDGED = {"needs_judgment"}
OWN_VERDICTS = {
    "FP-57-B.1": {"proved", "clear", "needs_judgment", "needs_facts", "not_applicable"},
    "FP-57-B.2": {"proved", "clear", "needs_facts", "not_applicable"},
    "FP-57-C.2": {"proved", "clear", "needs_judgment", "needs_facts", "not_applicable"},
    "FP-57-C.3": {"proved", "clear", "needs_facts", "not_applicable"},
    "FP-59-A-1": JUDGED,
    "FP-59-A-2": JUDGED,
    "FP-59-A-3": JUDGED,
    "FP-59-A-4": JUDGED,
    "FP-59-A-5": {"needs_judgment", "needs_facts"},
    "FP-59-A-6": JUDGED,
    "FP-59-A-7": JUDGED,
    "FP-59-A-8": {"clear", "needs_judgment", "needs_facts"},
    "FP-59-A-9": {"proved", "clear", "needs_judgment", "needs_facts"},
    "FP-59-A-10": {"clear", "needs_judgment", "needs_facts"},
    "FP-59-A-11": {"clear", "needs_judgment", "needs_facts"},
    "FP-59-B": {"clear", "needs_facts"},
}


def test_the_cases_reach_every_verdict_that_a_rule_can_give() -> None:
    reached: dict[str, set[str]] = {}
    for book, case in (param.values for param in cases()):
        if book["ordinance"] != "freeport":
            continue
        for each in assessed(book, case).findings if "readings" not in case.get("office", {}) else ():
            reached.setdefault(each.clause, set()).add(each.alone.value)
    assert reached == OWN_VERDICTS


def test_the_findings_stand_in_the_order_of_the_law() -> None:
    assert [rule.clause for rule in law.rules] == list(OWN_VERDICTS)


@pytest.mark.parametrize(
    ("clause", "cite"),
    [
        ("FP-59-A-9", "§ 155-59A(9)"),
        ("FP-57-B.1", "§ 155-57B"),
        ("FP-57-D-2.a", "§ 155-57D(2)"),
        ("FP-61.4", "§ 155-61"),
        ("FP-63-A.2", "§ 155-63A"),
        ("FP-54-PARADE.d", "§ 155-54 (Parade)"),
        ("FP-Z.1", "Article"),
    ],
)
def test_a_citation_is_printed_as_the_code_prints_it(clause: str, cite: str) -> None:
    assert law.cite(clause) == cite


CARRIED_BY = {
    "note": "FP-0 FP-54-CHIEF FP-54-PERMIT FP-54-SIDEWALK FP-54-VILLAGE FP-55 FP-56-D.1 FP-57-B.2 FP-57-B.4 FP-57-C.1 "
    "FP-57-C.3 FP-57-D.0 FP-57-D-17 FP-58.2 FP-58.3 FP-58.5 FP-59-A.0 FP-59-A.00 FP-60.1 FP-60.2 FP-61.4 FP-61.5 "
    "FP-61.6 FP-62-A.3 FP-63-A.2 FP-63-A.4 FP-63-A.5 FP-65-E",
    "scope": "FP-54-PARADE.a FP-54-PARADE.c FP-54-PARADE.d FP-54-PARADE.e FP-54-ASSEMBLY.a FP-54-ASSEMBLY.b "
    "FP-54-ASSEMBLY.c FP-54-ASSEMBLY.d FP-55",
    "exemption": "FP-56-A FP-56-B FP-56-C FP-56-D.1 FP-56-D.2 FP-56-D.3 FP-56-D.5",
    "record": "FP-54-PARADE.b FP-54-PERSON FP-57-A.1 FP-57-B.3 FP-57-B.5 FP-57-C.1 FP-57-C.5 FP-58.1 FP-62-A.1 "
    "FP-63-A.3 FP-63-A.4 FP-68-C.1 FP-69.1",
    "setting": "FP-54-STREET FP-71",
    "silent": "FP-54-PARADE.f FP-Z.1 FP-Z.2 FP-Z.3",
    "deadline": "FP-56-D.4 FP-57-B.1 FP-57-C.2 FP-61.1 FP-61.2 FP-61.3 FP-61.4 FP-61.6 FP-62-A.2 FP-63-A.2 FP-63-A.5 "
    "FP-64.0 FP-68-C.2 FP-Z.3",
    "filing_window": "FP-57-B.1 FP-57-B.2 FP-57-C.2 FP-57-C.3 FP-57-C.4",
    "before_issue": "FP-59-B",
    "permit statement": "FP-58.5 FP-59-B FP-62-B FP-65-A FP-65-B FP-65-C FP-65-D FP-65-E FP-65-F FP-65-G FP-67-G",
}


@pytest.mark.parametrize("carrier", CARRIED_BY)
def test_each_kind_of_carrier_has_the_clauses_it_should(carrier: str) -> None:
    claimed = {claim.clause for claim in law.claims if claim.carrier == carrier}
    assert claimed == set(CARRIED_BY[carrier].split())


def test_whoever_asks_and_whatever_is_said_the_assessment_is_the_same() -> None:
    swapped = dict.fromkeys(BLIND - {"organization_name", "on_behalf_of", "notes"}, "Another name altogether")
    mine, theirs = (assessed(BOOK, {"application": change}) for change in ({}, swapped))
    assert [(each.clause, each.verdict, each.because) for each in mine.findings] == [
        (each.clause, each.verdict, each.because) for each in theirs.findings
    ]
    assert (mine.deadlines, mine.recommendation, mine.notes) == (theirs.deadlines, theirs.recommendation, theirs.notes)


def test_no_fee_insurance_or_indemnity_is_asked_of_anyone() -> None:
    asked = {name for each in functions_of(law) for name in each.names} | law.fields_asked
    assert {name for name in asked if "insur" in name or "fee" in name or "indemnity" in name} == set()
    assert law.fee_rule is None


def test_every_reading_from_1_to_28_is_entered() -> None:
    assert {id for id in law.readings if id.startswith("Q-FP")} == {f"Q-FP{n}" for n in range(1, 29)}


# Hours and clock changes (K16).


@pytest.mark.parametrize(
    ("start", "last"),
    [
        # Clocks go forward at 2:00 AM on 8 Mar 2026: 24 hours before noon are 11:00 elapsed, 12:00 on the wall.
        (datetime(2026, 3, 8, 12), datetime(2026, 3, 7, 12)),
        # Clocks go back on 1 Nov 2026: 24 hours before noon are 13:00 elapsed, 12:00 on the wall.
        (datetime(2026, 11, 1, 12), datetime(2026, 10, 31, 13)),
        (datetime(2026, 6, 7, 12), datetime(2026, 6, 6, 12)),
    ],
)
def test_a_notice_counts_as_long_as_one_way_of_reading_the_clock_saves_it(start: datetime, last: datetime) -> None:
    later = last.replace(minute=1)
    assert notice_given(last, None, start, HOURS_SPAN_CLOCK_CHANGE) is True
    assert notice_given(later, None, start, HOURS_SPAN_CLOCK_CHANGE) is False


def test_a_denial_must_be_in_hand_by_the_earlier_clock() -> None:
    """Sun 8 Mar 2026, 10:00: 48 hours before are Friday 9:00 elapsed."""
    it = assessed(BOOK, {"application": {"event_date": date(2026, 3, 8), "received_at": datetime(2026, 2, 20, 9)}})
    assert it.deadline("FP-61.6").due == datetime(2026, 3, 6, 9)


@pytest.mark.parametrize(
    ("received", "due", "outer"),
    [
        # In hand by Sat 23 May 2026, 10:00. Received so that 48 hours end a minute before, on it, a minute after.
        (datetime(2026, 5, 21, 9, 59), datetime(2026, 5, 23, 9, 59), datetime(2026, 5, 23, 10)),
        (datetime(2026, 5, 21, 10, 0), datetime(2026, 5, 23, 10), datetime(2026, 5, 23, 10)),
        (datetime(2026, 5, 21, 10, 1), datetime(2026, 5, 23, 10), datetime(2026, 5, 23, 10)),
        (datetime(2026, 5, 23, 10, 0), datetime(2026, 5, 23, 10), datetime(2026, 5, 23, 10)),
        (datetime(2026, 5, 23, 10, 1), datetime(2026, 5, 23, 10, 1), datetime(2026, 5, 23, 10, 1)),
    ],
)
def test_the_48_hours_end_in_time_for_a_denial_to_be_in_hand(
    received: datetime, due: datetime, outer: datetime
) -> None:
    calendar = office_of(law, BOOK["office"]).calendar
    limit = within_two_days(received, datetime(2026, 5, 25, 10), (date(2026, 5, 25),), calendar)
    assert (limit.due, limit.outer) == (due, outer)


def test_the_48_hours_say_how_they_were_counted() -> None:
    it = assessed(BOOK, {"application": {"received_at": datetime(2026, 4, 26, 11)}})
    assert it.deadline("FP-61.4").steps == (
        "Start from Sun 26 Apr 2026, 11:00 AM.",
        "Count on 48 hours by the clock.",
        "Reach Tue 28 Apr 2026, 11:00 AM.",
        "Finish by Mon 27 Apr 2026.",
        "Outer limit Sat 23 May 2026, 10:00 AM: the latest hour for a denial to be in hand.",
    )


# What the official is told when asked.


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        (
            "FP-59-A-1",
            {},
            "120 participants, 0 vehicles, 500 spectators. It takes all of the street's width. From 10:00 AM",
        ),
        ("FP-59-A-2", {"police_officers": 4}, "Extra officers planned: 4."),
        ("FP-59-A-3", {}, "Assembly at Lot 1."),
        ("FP-59-A-4", {"structures": True}, "Structures stand on the way."),
        ("FP-59-A-5", {}, "Scheduled for 2 hours; its length is not given."),
        ("FP-59-A-5", {"max_length_miles": 1.5}, "1.5 miles in 2 hours: 0.8 miles per hour."),
        ("FP-59-A-5", {"end_time": time(9)}, "Scheduled for 23 hours"),
        ("FP-59-A-6", {}, "to 12:00 PM."),
        ("FP-59-A-7", {}, "120 parking spaces are listed along the route."),
        ("FP-59-A-7", {"route": "GROVE STREET"}, "lists no parking along the route"),
    ],
)
def test_a_question_comes_with_the_facts_that_are_known(clause: str, change: dict[str, Any], told: str) -> None:
    finding = assessed(BOOK, {"application": change}).finding(clause)
    assert finding.verdict is Verdict.NEEDS_JUDGMENT
    assert finding.question is not None
    assert told in finding.because


def test_a_static_assembly_is_told_as_such() -> None:
    case = {"application": {"event_form": "rally"}, "without": ["route", "starting_point", "termination_point"]}
    assert "nothing moves" in assessed(BOOK, case).finding("FP-59-A-5").because


def test_without_numbers_the_question_says_so() -> None:
    case = {"without": ["participants", "vehicles", "spectators", "street_width", "start_time", "end_time"]}
    assert assessed(BOOK, case).finding("FP-59-A-1").because == "No numbers are given yet."


# What the permit states, § 155-65.

SPEEDS = {"min_speed_mph": 2.0, "max_speed_mph": 3.0, "max_interval_ft": 50.0, "max_length_miles": 0.75}
DAY = "Mon 25 May 2026: 10:00 AM to about 12:00 PM."


def words(clause: str, case: Case) -> str | None:
    return next(each for each in law.statements if each.clause == clause).words(case)


def lacking(clause: str, case: Case) -> tuple[str, ...]:
    return next(each for each in law.statements if each.clause == clause).lacking(case)


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        ("FP-65-A", {}, DAY),
        ("FP-65-A", {"end_time": time(0, 30)}, "Mon 25 May 2026: 10:00 AM to about 12:30 AM the next day."),
        ("FP-65-A", {"more_dates": [date(2026, 6, 1)]}, f"Mon 25 May 2026; Mon 1 Jun 2026{DAY[15:]}"),
        ("FP-65-B", SPEEDS, "2 miles per hour."),
        ("FP-65-C", SPEEDS, "3 miles per hour."),
        ("FP-65-C", SPEEDS | {"max_speed_mph": 2.0}, "2 miles per hour."),
        ("FP-65-D", SPEEDS, "50 feet."),
        ("FP-65-E", {"street_portions": "The north half"}, "The north half"),
        ("FP-65-F", SPEEDS, "0.75 miles (3/4)."),
        ("FP-65-G", {}, None),
        ("FP-65-G", {"conditions": "Keep right"}, "Keep right"),
        ("FP-59-B", {}, "No structure may be erected or placed on a street, sidewalk or right-of-way."),
        (
            "FP-59-B",
            {"structures": True, "structures_approved_on": date(2026, 4, 21)},
            "Only the structures approved by the Board of Trustees on Tue 21 Apr 2026.",
        ),
        ("FP-67-G", {}, "No animals or animal-drawn vehicles are authorized."),
        ("FP-67-G", {"animals": 3, "animals_authorized": False}, "No animals or animal-drawn vehicles are authorized."),
        (
            "FP-67-G",
            {"animals": 3, "animals_authorized": True},
            "Animals and animal-drawn vehicles, up to 3, are specifically authorized.",
        ),
        ("FP-58.5", {}, None),
        (
            "FP-58.5",
            {"police_officers": 2, "police_hours": 8.0},
            "2 additional officers, 8 officer-hours; the applicant repays the actual cost after the event.",
        ),
        ("FP-62-B", {}, None),
        (
            "FP-62-B",
            {"alternate_accepted_on": date(2026, 5, 1)},
            "This is an alternate permit, accepted Fri 1 May 2026. It has the effect of a parade or public assembly "
            "permit issued under the article.",
        ),
    ],
)
def test_the_permit_states_what_the_law_lists(clause: str, change: dict[str, Any], told: str | None) -> None:
    case = parade(**change)
    assert (words(clause, case), lacking(clause, case)) == (told, ())


@pytest.mark.parametrize(
    ("clause", "case", "blank"),
    [
        ("FP-65-A", parade(without=["end_time"]), "end_time"),
        ("FP-65-B", parade(), "min_speed_mph"),
        ("FP-65-C", parade(min_speed_mph=3.0), "max_speed_mph"),
        ("FP-65-C", parade(min_speed_mph=3.0, max_speed_mph=2.9), "max_speed_mph"),
        ("FP-65-D", parade(), "max_interval_ft"),
        ("FP-65-E", parade(), "street_portions"),
        ("FP-65-F", parade(), "max_length_miles"),
        ("FP-67-G", parade(animals=1), "animals_authorized"),
        ("FP-67-G", parade(without=["animals"]), "animals"),
    ],
)
def test_a_permit_without_what_it_must_state_is_withheld(clause: str, case: Case, blank: str) -> None:
    assert lacking(clause, case) == (blank,)
    assert words(clause, case) is None


@pytest.mark.parametrize("clause", ["FP-65-B", "FP-65-C", "FP-65-D", "FP-65-F"])
def test_the_permit_of_a_static_assembly_states_that_no_units_move(clause: str) -> None:
    case = parade(event_form="rally", without=["route"])
    assert words(clause, case) == "No units move: the assembly stays in one place."


@pytest.mark.parametrize(
    ("miles", "told"),
    [(1.25, "1.25 miles (1 1/4)."), (0.0625, "0.0625 miles (1/16)."), (1.0, "1 mile."), (0.83, "0.83 miles.")],
)
def test_a_length_is_told_in_miles_and_fractions(miles: float, told: str) -> None:
    assert in_miles(miles) == told


# Copies and printed words.


def test_the_copies_of_the_permit_go_to_those_the_law_lists_and_to_the_clerk_as_practice() -> None:
    listed = [(each.clause, each.to, each.practice) for each in law.recipients if each.of == "permit"]
    assert listed == [
        ("FP-64-A", "Mayor", False),
        ("FP-64-B", "Village Attorney", False),
        ("FP-64-C", "Fire Chief", False),
        ("FP-64-D", "Director of the Department of Public Works", False),
        ("FP-64-E", "Postmaster", False),
        ("FP-64-F", "Transit utility", False),
        ("FP-64.0", "Village Clerk", True),
    ]


def test_an_appeal_is_told_to_the_clerk_and_to_the_board() -> None:
    listed = [(each.clause, each.to, each.practice) for each in law.recipients if each.of == "appeal"]
    assert listed == [("FP-63-A.4", "Village Clerk", True), ("FP-63-A.5", "Board of Trustees", False)]
    assert {each.of for each in law.recipients} == {"permit", "appeal"}


@pytest.mark.parametrize(
    ("route", "utilities"), [("MAIN STREET", ("Nassau Inter-County Express",)), ("GROVE STREET", ())]
)
def test_a_transit_utility_gets_a_copy_when_its_street_is_used(route: str, utilities: tuple[str, ...]) -> None:
    found = next(each.each for each in law.recipients if each.clause == "FP-64-F")
    assert found is not None
    assert found.answer(parade(route=route)) == utilities


@pytest.mark.parametrize(
    ("kind", "clauses"),
    [
        ("receipt", ["FP-57-B.2", "FP-57-B.3", "FP-61.6", "FP-63-A.2"]),
        ("deficiency", ["FP-57-D.0", "FP-57-D-17"]),
        ("denial", ["FP-61.5", "FP-61.6", "FP-61.7", "FP-63-A.1", "FP-63-A.2"]),
        (
            "offer",
            ["FP-61.5", "FP-61.6", "FP-61.7", "FP-62-A.1", "FP-62-A.2", "FP-62-B", "FP-63-A.1", "FP-63-A.2"],
        ),
        ("police", ["FP-58.2", "FP-58.3", "FP-58.4", "FP-58.5", "FP-59-A-8"]),
        ("invoice", ["FP-58.5"]),
        ("appeal-notice", ["FP-63-A.5"]),
        ("board-decision", ["FP-63-A.5", "FP-63-B"]),
        ("pocket copy", ["FP-66-B"]),
        ("posting", ["FP-68-C.2", "FP-68-C.3", "FP-68-C.4"]),
        ("revocation", ["FP-69.1", "FP-69.2"]),
    ],
)
def test_each_letter_carries_the_rights_and_duties_of_its_clauses(kind: str, clauses: list[str]) -> None:
    assert [each.clause for each in law.sentences if kind in each.on] == clauses


def test_the_permit_prints_every_duty_and_prohibition() -> None:
    printed = [each.clause for each in law.sentences if "permit" in each.on]
    prohibitions = [
        "FP-67.0",
        "FP-67-A",
        "FP-67-B",
        "FP-67-C",
        "FP-67-D.1",
        "FP-67-D.2",
        "FP-67-E",
        "FP-67-F",
        "FP-67-G",
    ]
    assert printed == ["FP-66-A", "FP-66-B", *prohibitions, "FP-68-A", "FP-68-B", "FP-70"]


def test_what_is_waited_for_is_said() -> None:
    it = assessed(BOOK, {"application": {"police_officers": 2, "structures": True}})
    told = {each.clause: each.because for each in it.findings if each.clause in ("FP-59-A-8", "FP-59-B")}
    assert told == {
        "FP-59-A-8": "2 additional officers are required; no undertaking to repay them is dated yet.",
        "FP-59-B": "The Board of Trustees' approval of the structures is not recorded.",
    }
    assert "a permit without the structure may issue now" in it.open_gates[-1].what


def outlasts(received_at: datetime) -> str:
    """What the receipt of the Memorial Day parade says of an appeal; the Board meets on 18 May and on 1 June."""
    told = an_appeal_may_outlast_it(
        received_at,
        (date(2026, 5, 25) - received_at.date()).days,
        False,
        (date(2026, 5, 25),),
        datetime(2026, 5, 25, 10),
        None,
        None,
        office_of(law, BOOK["office"]).calendar,
    )
    assert told is not None
    return told


def test_a_decision_the_same_day_helps_an_appeal_only_while_the_board_still_meets_before_the_event() -> None:
    assert "so that an appeal can be heard before it" in outlasts(datetime(2026, 5, 15, 9))
    for after_the_meeting in (datetime(2026, 5, 18, 9), datetime(2026, 5, 19, 9)):
        told = outlasts(after_the_meeting)
        assert "No meeting of the Board of Trustees is listed between" in told
        assert "heard before" not in told


def test_an_alternate_that_begins_on_the_last_day_to_accept_is_accepted_before_it_begins() -> None:
    calendar = office_of(law, BOOK["office"]).calendar
    offered = date(2026, 5, 13)
    told = accept_by(offered, date(2026, 5, 16), time(11), date(2026, 5, 25), time(10), calendar)
    assert told.text.endswith("by Sat 16 May 2026, before the event begins at 11:00 AM.")
    told = accept_by(offered, date(2026, 5, 19), time(11), date(2026, 5, 25), time(10), calendar)
    assert told.text.endswith("by Mon 18 May 2026.")


def test_one_officer_for_an_hour_is_no_plural() -> None:
    stated = next(each for each in law.statements if each.clause == "FP-58.5")
    assert stated.words(parade(police_officers=1, police_hours=1.0)) == (
        "1 additional officer, 1 officer-hour; the applicant repays the actual cost after the event."
    )


def test_a_yes_makes_each_finding_that_is_asked_for() -> None:
    asked = {
        (each.clause, each.question)
        for book, case in (param.values for param in cases())
        if book["ordinance"] == "freeport"
        for each in assessed(book, case).findings
        if each.effect is Effect.ISSUE_ONLY_IF and each.question
    }
    assert {clause for clause, _ in asked} >= {"FP-59-A-1", "FP-59-A-8", "FP-59-A-9", "FP-59-A-10", "FP-59-A-11"}
    assert all(question.startswith("Can you find that ") for _, question in asked)


def test_a_yes_calls_an_application_late_under_every_ordinance() -> None:
    asked = {
        (book["ordinance"], each.question)
        for book, case in (param.values for param in cases())
        for each in assessed(book, case).findings
        if each.clause in ("ET-2-G-1", "FP-57-B.1", "FP-57-C.2", "NC-3-A.1") and each.question
    }
    assert {key for key, _ in asked} == {"east_troy", "freeport", "new_castle"}
    assert all(question.startswith("Is it late, although ") for _, question in asked)
