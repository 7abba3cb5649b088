"""East Troy beyond its cases: every verdict reached, what letters are given to print, and what is never asked."""

import tomllib
from collections.abc import Iterable
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import pytest

from permitbook.assessment import Deadline
from permitbook.case import Case
from permitbook.evaluate import evaluate_log
from permitbook.facts import BLIND
from permitbook.ordinances import clause_list
from permitbook.ordinances.east_troy import law
from permitbook.results import computed
from permitbook.sent import Sent, sent_by
from permitbook.tables import RegisterRow
from permitbook.verdict import Verdict
from tests.law_functions import functions_of
from tests.test_cases import application, assessed, cases, office_of

BOOK: dict[str, Any] = tomllib.loads((Path(__file__).parent / "cases" / "east_troy.toml").read_text("utf-8"))


def parade(*, without: Iterable[str] = (), **change: Any) -> Case:
    """The Fourth of July parade of the cases, changed."""
    made = application(BOOK, change, "this", tuple(without))
    return Case(law, made, office_of(law, BOOK["office"]), datetime(2026, 5, 15, 11), {})


JUDGED = {"needs_judgment"}
GATE = {"proved", "clear", "needs_facts", "not_applicable"}
ALL_BUT_BEYOND = {"proved", "clear", "needs_judgment", "needs_facts"}
OWN_VERDICTS = {
    "ET-2-F-1": {"clear", "needs_judgment", "needs_facts"},
    "ET-2-F-2": ALL_BUT_BEYOND,
    "ET-2-F-3": {"needs_judgment", "needs_facts"},
    "ET-2-F-4": {"proved", "clear", "needs_facts"},
    "ET-2-G-1": ALL_BUT_BEYOND,
    "ET-2-G-2": {"proved", "clear", "needs_facts"},
    "ET-2-G-3": JUDGED,
    "ET-2-G-4.a": ALL_BUT_BEYOND,
    "ET-2-G-4.b": ALL_BUT_BEYOND,
    "ET-2-G-5": {"proved", "clear"},
    "ET-2-G-6.a": {"proved", "clear", "needs_facts"},
    "ET-2-G-6.b": {"proved", "clear", "needs_facts"},
    "ET-2-G-7": {"proved", "clear", "needs_facts"},
    "ET-2-H-1": JUDGED,
    "ET-2-H-2": JUDGED,
    "ET-2-H-3": JUDGED,
    "ET-2-H-4": JUDGED,
    "ET-2-J.1": GATE,
    "ET-2-P.1": {"clear", "needs_facts", "not_applicable"},
    "ET-2-P.2": GATE,
    "ET-2-P.3": GATE,
    "ET-2-P.4": GATE,
    "ET-2-P.5": GATE,
    "ET-2-P.6": GATE,
}
MINE = [param.values[1] for param in cases() if param.values[0]["ordinance"] == "east_troy"]


def test_the_cases_reach_every_verdict_that_a_rule_can_give() -> None:
    reached: dict[str, set[str]] = {}
    for case in MINE:
        for each in assessed(BOOK, case).findings:
            reached.setdefault(each.clause, set()).add(each.alone.value)
    assert reached == OWN_VERDICTS


def test_the_cases_reach_every_recommendation() -> None:
    assert {assessed(BOOK, case).recommendation.value for case in MINE} == {
        "no_permit_needed",
        "deny_if_confirmed",
        "cure",
        "refer",
        "may_deny",
        "hold_for_papers",
        "grant",
    }


def test_the_findings_stand_in_the_order_of_the_law() -> None:
    assert [rule.clause for rule in law.rules] == list(OWN_VERDICTS)


@pytest.mark.parametrize(
    ("clause", "cite"),
    [
        ("ET-0.1", "Article"),
        ("ET-2-Z.1", "Section 2"),
        ("ET-1-A.2", "Section 1A"),
        ("ET-2-A.1", "Section 2A"),
        ("ET-2-C.5", "Section 2C"),
        ("ET-2-D-2.b", "Section 2D(2)"),
        ("ET-2-G-1", "Section 2G(1)"),
        ("ET-2-G-4.a", "Section 2G(4)"),
        ("ET-2-I-1.f", "Section 2I(1)"),
        ("ET-2-N-2.c", "Section 2N(2)"),
        ("ET-2-P.6", "Section 2P"),
    ],
)
def test_a_citation_is_printed_as_the_code_prints_it(clause: str, cite: str) -> None:
    assert law.cite(clause) == cite


EFFECTS = {
    "may_deny": "ET-2-F-1 ET-2-F-2 ET-2-F-3 ET-2-F-4",
    "must_deny": "ET-2-G-1 ET-2-G-2 ET-2-G-3 ET-2-G-4.a ET-2-G-4.b ET-2-G-5 ET-2-G-6.a ET-2-G-6.b ET-2-G-7",
    "issue_unless": "ET-2-H-1 ET-2-H-2 ET-2-H-3 ET-2-H-4",
    "before_issue": "ET-2-J.1 ET-2-P.1 ET-2-P.2 ET-2-P.3 ET-2-P.4 ET-2-P.5 ET-2-P.6",
}
CARRIED_BY = EFFECTS | {
    "note": "ET-0.1 ET-0.2 ET-1-A.1 ET-1-A.2 ET-1-A.3 ET-2-B.3 ET-2-B.5 ET-2-B.6 ET-2-C.4 ET-2-C.5 ET-2-F.0 ET-2-G.0 "
    "ET-2-G-1 ET-2-G-7 ET-2-H.0 ET-2-H-4 ET-2-I-1.a ET-2-I-1.c ET-2-I-2.e ET-2-K.3 ET-2-L.3 ET-2-L.5 ET-2-P.1 ET-2-Z.4",
    "setting": "ET-1-B.1 ET-2-J.2",
    "scope": "ET-2-A.1",
    "exemption": "ET-2-B.1 ET-2-B.2",
    "fee": "ET-2-J.1",
    "fee exemption": "ET-2-B.4 ET-2-J.3",
    "completeness": "ET-2-C.1 ET-2-C.2 ET-2-C.3 ET-2-C.5 ET-2-D.0 ET-2-D-1.a ET-2-D-1.b ET-2-D-1.c ET-2-D-2.a "
    "ET-2-D-2.b ET-2-D-3 ET-2-D-4.a ET-2-D-4.b ET-2-D-5.a ET-2-D-5.b ET-2-D-5.c ET-2-D-5.d ET-2-D-6 ET-2-D-7",
    "record": "ET-1-B.2 ET-2-C.3 ET-2-C.5 ET-2-D-8 ET-2-I-1.b ET-2-I-1.h ET-2-I-2.a ET-2-I-2.b ET-2-I-2.c ET-2-K.1 "
    "ET-2-K.2 ET-2-L.1 ET-2-L.2 ET-2-L.4 ET-2-L.5 ET-2-L.6",
    "deadline": "ET-2-A.2 ET-2-C.4 ET-2-C.5 ET-2-E.1 ET-2-E.2 ET-2-G-7 ET-2-I-1.a ET-2-I-1.d ET-2-I-1.e ET-2-I-1.f "
    "ET-2-I-1.g ET-2-I-1.h ET-2-L.1 ET-2-N.0 ET-2-Z.1",
    "copy of the application": "ET-2-E.1 ET-2-E.2",
    "copy of the permit": "ET-2-N-1 ET-2-N-2.a ET-2-N-2.b ET-2-N-2.c",
    "permit statement": "ET-2-I-2.d ET-2-M ET-2-O-1.a",
    "copy of the appeal": "ET-2-Z.1",
    "condition": "ET-2-O-1.a",
    "sentence of the referral": "ET-2-E.3 ET-2-I-1.b",
    "sentence of the denial": "ET-2-I-1.i ET-2-Z.1",
    "sentence of the offer": "ET-2-I-2.a ET-2-I-2.d ET-2-I-2.e",
    "sentence of the appeal-notice": "ET-2-Z.1",
    "sentence of the board-decision": "ET-2-Z.1",
    "sentence of the invoice": "ET-2-K.2 ET-2-K.3",
    "sentence of the revocation": "ET-2-L.1",
    "sentence of the surety": "ET-2-L.5 ET-2-L.6",
    "sentence of the receipt": "ET-2-I-1.g",
    "sentence of the deficiency": "ET-2-D-8 ET-2-G-5",
    "sentence of the receipt, deficiency": "ET-2-C.5 ET-2-G-1",
    "sentence of the receipt, held-for-papers": "ET-2-P.1",
    "sentence of the permit": "ET-2-K.2 ET-2-O-1.a ET-2-O-1.b",
    "sentence of the permit, handout": "ET-2-O-2",
    "silent": "ET-2-B.6 ET-2-Z.2 ET-2-Z.3 ET-2-Z.4",
}


@pytest.mark.parametrize("carrier", CARRIED_BY)
def test_each_kind_of_carrier_has_the_clauses_it_should(carrier: str) -> None:
    claimed = {claim.clause for claim in law.claims if claim.carrier == carrier}
    assert claimed == set(CARRIED_BY[carrier].split())


def test_all_104_clauses_are_carried_out_and_nothing_else_is_claimed() -> None:
    ids = {id for id in clause_list() if id.startswith("ET-")}
    assert len(ids) == 104
    assert {id for ids_of in CARRIED_BY.values() for id in ids_of.split()} == ids
    assert {claim.carrier for claim in law.claims} == set(CARRIED_BY)


# Neutrality.


def test_of_names_completeness_knows_only_whether_they_are_there() -> None:
    read = {
        name
        for item in law.requirements
        for part in (item.when, item.filled)
        if part is not None
        for name in part.names
        if name in BLIND
    }
    assert read == {"organization_name", "on_behalf_of"}


def test_whoever_asks_and_whatever_is_said_the_assessment_is_the_same() -> None:
    swapped = dict.fromkeys(BLIND - {"organization_name", "on_behalf_of", "notes"}, "Another name altogether")
    mine, theirs = (assessed(BOOK, {"application": change}) for change in ({}, swapped))
    assert [(each.clause, each.verdict, each.because) for each in mine.findings] == [
        (each.clause, each.verdict, each.because) for each in theirs.findings
    ]
    assert (mine.deadlines, mine.recommendation, mine.notes) == (theirs.deadlines, theirs.recommendation, theirs.notes)


def test_no_indemnity_no_parking_and_no_waiver_is_asked() -> None:
    asked = {name for each in functions_of(law) for name in each.names} | law.fields_asked
    assert {name for name in asked if "indemnity" in name or "parking" in name or "waiver" in name} == set()


# Readings.


def test_every_reading_is_entered() -> None:
    assert {id for id in law.readings if id.startswith("Q-ET")} == {f"Q-ET{n}" for n in range(1, 29)}
    assert {id for id in law.readings if id.startswith("Q-G")} == {f"Q-G{n}" for n in range(1, 13)}


def test_only_senses_that_take_effect_are_offered() -> None:
    """Each of them has its cases, under the last heading of the file."""
    offered = {each.id: each.others for each in law.readings.values() if each.others}
    assert offered == {
        "Q-ET5": ("no extension",),
        "Q-ET7": ("the clock", "Saturdays left out too"),
        "Q-ET23": ("not printed",),
    }


def test_what_an_attorney_should_confirm_is_marked() -> None:
    marked = {each.id for each in law.readings.values() if each.counsel and each.id.startswith("Q-ET")}
    assert {"Q-ET1", "Q-ET2", "Q-ET3", "Q-ET5", "Q-ET16", "Q-ET17", "Q-ET19", "Q-ET20", "Q-ET23"} <= marked


# What the clerk is shown.


def told(clause: str, **change: Any) -> str:
    return assessed(BOOK, {"application": change}).finding(clause).because


def test_the_last_day_to_file_shows_its_arithmetic_and_when_it_must_be_in_person() -> None:
    deadline = assessed(BOOK, {}).deadline("ET-2-C.4")
    assert deadline.what == "File the application (in person after D−45)"
    assert deadline.work_by is None
    assert deadline.steps[:3] == (
        "Start from Sat 4 Jul 2026, not counted.",
        "Count back 15 days.",
        "Reach Fri 19 Jun 2026.",
    )
    assert deadline.steps[-1] == "After Wed 20 May 2026, 45 days before, it must be made in person."


def test_too_late_names_the_first_date_that_passes_and_calls_counsel() -> None:
    late = told("ET-2-G-1", event_date=date(2026, 6, 13), received_at=datetime(2026, 5, 30, 10))
    assert "Received Sat 30 May 2026; the last day was Fri 29 May 2026" in late
    assert "The first date that passes is Sun 14 Jun 2026." in late
    assert "Counsel: the article allows no waiver and no exception for spontaneous events (ET-2-Z.3)." in late


def test_a_disputed_filing_names_both_days_and_asks_for_counsel() -> None:
    finding = assessed(BOOK, {"application": {"received_at": datetime(2026, 6, 22, 10)}}).finding("ET-2-G-1")
    assert finding.question is not None and "ask counsel before a denial on this ground alone" in finding.question
    assert "the plain count ends Fri 19 Jun 2026, a closed day carries it to Mon 22 Jun 2026" in finding.because


def test_the_first_date_that_passes_does_pass() -> None:
    filed = {"received_at": datetime(2026, 5, 30, 10)}
    verdicts = [
        assessed(BOOK, {"application": filed | {"event_date": date(2026, 6, day)}}).finding("ET-2-G-1").verdict
        for day in (13, 14)
    ]
    assert verdicts == [Verdict.PROVED, Verdict.CLEAR]


def test_the_48_hours_say_how_each_reading_was_counted() -> None:
    given = {
        "event_date": date(2026, 10, 4),
        "start_time": time(13),
        "end_time": time(15),
        "received_at": datetime(2026, 9, 19, 12),
    }
    assert assessed(BOOK, {"application": given}).deadline("ET-2-I-1.f").steps == (
        "Start from Sun 4 Oct 2026, 1:00 PM.",
        "Count back 48 hours, whole Sundays and legal holidays left out (K10).",
        "Leave out Sun 4 Oct 2026 (Sunday).",
        "Reach Fri 2 Oct 2026, 12:00 AM, the very start of that day.",
        "Count back 48 hours by the clock.",
        "Reach Fri 2 Oct 2026, 1:00 PM.",
        "Count back 48 hours, whole Saturdays, Sundays and legal holidays left out (K14).",
        "Leave out Sun 4 Oct 2026 (Sunday), Sat 3 Oct 2026 (Saturday).",
        "Reach Thu 1 Oct 2026, 12:00 AM, the very start of that day.",
        "Finish by Wed 30 Sep 2026, the last open day that closes (5:00 PM) before Thu 1 Oct 2026, 12:00 AM, the "
        "earliest reading.",
        "Outer limit Fri 2 Oct 2026, 1:00 PM, the latest reading.",
        "Counted by Wis. Stat. § 990.001(4)(a), which leaves out whole Sundays and legal holidays (K10).",
    )


@pytest.mark.parametrize(
    ("taken", "last_step"),
    [
        ("the clock", "Counted by the clock; across a clock change the earlier of elapsed and wall time holds (K16)."),
        (
            "Saturdays left out too",
            "Counted by a clause of the Village's own code that leaves out whole Saturdays too (K14).",
        ),
    ],
)
def test_the_48_hours_name_the_rule_that_counsel_chose(taken: str, last_step: str) -> None:
    case = {
        "application": {"received_at": datetime(2026, 5, 21, 10)},
        "office": {"readings": [{"id": "Q-ET7", "taken": taken}]},
    }
    assert assessed(BOOK, case).deadline("ET-2-I-1.f").steps[-1] == last_step


def test_hours_that_rest_on_no_start_or_a_late_receipt_say_so() -> None:
    blank = assessed(BOOK, {"application": {"received_at": datetime(2026, 5, 21, 10)}, "without": ["start_time"]})
    assert blank.deadline("ET-2-I-1.f").steps[0] == "No start is given: the first minute of the day is taken."
    late = {"event_date": date(2026, 10, 4), "start_time": time(13), "received_at": datetime(2026, 10, 1, 10)}
    steps = assessed(BOOK, {"application": late}).deadline("ET-2-I-1.f").steps
    assert steps[-1] == "It came only on Thu 1 Oct 2026: finish by Thu 1 Oct 2026."


def test_the_earliest_of_the_limits_comes_next_and_is_the_day_to_decide_by() -> None:
    """Filed 15 days ahead: the fifteen days run to the event, the 48 hours end before (V12)."""
    given = {
        "event_date": date(2026, 10, 4),
        "start_time": time(13),
        "end_time": time(15),
        "received_at": datetime(2026, 9, 19, 12),
        "referred_on": date(2026, 9, 19),
    }
    it = assessed(BOOK, {"application": given})
    assert it.next is not None
    assert (it.next.what, it.next.who, it.next.by) == (
        "Grant or deny, 48 hours before",
        "Village Clerk",
        date(2026, 9, 30),
    )
    assert computed(it)["decide_by"] == date(2026, 9, 30)


def asked_in(notice_sent_on: date | None = None, **change: Any) -> Deadline | None:
    """The duty to ask for what came by mail to be handed in; 44 days before the fourth of July is 21 May."""
    by_mail = {"received_at": datetime(2026, 5, 21, 9), "received_how": "mail", "presented_in_person_on": None}
    made = application(BOOK, by_mail | change, "this", ())
    sent = {made.application_no or "": Sent(notice_on=notice_sent_on)}
    [it] = evaluate_log(law, [made], office_of(law, BOOK["office"]), as_of=datetime(2026, 6, 1, 9), sent=sent)
    return next((each for each in it.deadlines if each.clause == "ET-2-C.5"), None)


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({}, "overdue"),
        ({"presented_in_person_on": date(2026, 5, 21)}, "met"),
        ({"presented_in_person_on": date(2026, 5, 22)}, "late"),
        ({"notice_sent_on": date(2026, 5, 21)}, "met"),
        ({"notice_sent_on": date(2026, 5, 22), "presented_in_person_on": date(2026, 5, 21)}, "met"),
    ],
)
def test_the_applicant_is_to_be_called_the_day_it_comes_by_mail(change: dict[str, Any], state: str) -> None:
    call = asked_in(**change)
    assert call is not None
    assert (call.who, call.due, call.state.value) == ("Village Clerk", date(2026, 5, 21), state)


@pytest.mark.parametrize(
    "change",
    [
        {"received_at": datetime(2026, 5, 20, 9)},  # 45 days before
        {"received_at": datetime(2026, 6, 23, 9)},  # 11 days before: too late by every reading
        {"received_how": "in person"},
        {"received_how": None},
        {"action": "granted", "acted_at": datetime(2026, 5, 22, 9)},
    ],
)
def test_nobody_is_called_who_may_come_any_way_or_came_in_person(change: dict[str, Any]) -> None:
    assert asked_in(**change) is None


def test_a_receipt_that_is_sent_asks_to_come_in() -> None:
    sent = sent_by([RegisterRow(application_no="ET-1", kind="receipt", sent_on=date(2026, 5, 21))], {})
    assert sent["ET-1"].notice_on == date(2026, 5, 21)


def reviews(**change: Any) -> list[Deadline]:
    denied = {"action": "denied", "acted_at": datetime(2026, 6, 1, 10), "notice_received_on": date(2026, 6, 1)}
    it = assessed(BOOK, {"application": denied | change, "as_of": datetime(2026, 6, 20, 9)})
    return [each for each in it.deadlines if each.clause == "ET-2-Z.1"]


def test_a_request_for_review_has_the_clerk_review_within_fifteen_days() -> None:
    asked, review = reviews(appeal_received_on=date(2026, 6, 10))
    assert (asked.who, asked.work_by, asked.state.value) == ("Applicant", None, "met")
    assert (review.who, review.due, review.work_by, review.state.value) == (
        "Village Clerk",
        date(2026, 6, 25),
        date(2026, 6, 25),
        "open",
    )
    assert len(reviews()) == 1


@pytest.mark.parametrize(("day", "state"), [(25, "met"), (26, "late")])
def test_a_review_is_in_time_on_the_fifteenth_day(day: int, state: str) -> None:
    assert reviews(appeal_received_on=date(2026, 6, 10), appeal_decided_on=date(2026, 6, day))[1].state.value == state


def test_the_copies_count_as_sent_when_the_last_of_them_is() -> None:
    issued = {"action": "granted", "acted_at": datetime(2026, 6, 1, 10), "issued_at": datetime(2026, 6, 2, 10)}
    mine = application(BOOK, issued, "this")
    office = office_of(law, BOOK["office"])
    states = [
        evaluate_log(law, [mine], office, as_of=datetime(2026, 6, 4, 9), sent=sent)[0].deadline("ET-2-N.0").state
        for sent in ({}, {"this": Sent(date(2026, 6, 2))}, {"this": Sent(date(2026, 6, 3))})
    ]
    assert [each.value for each in states] == ["overdue", "met", "late"]


@pytest.mark.parametrize(
    ("determinations", "change", "unused"),
    [
        ({"ET-2-F-2": True}, {}, ("ET-2-F-2",)),
        ({"ET-2-G-1": False}, {"received_at": datetime(2026, 6, 23, 10)}, ("ET-2-G-1",)),
        ({"ET-2-P.1": True}, {"sponsor_kind": "state agency", "sponsor_in_capacity": True}, ("ET-2-P.1",)),
        ({"ET-2-F-3": True, "ET-2-G": False, "ET-2-H": False}, {}, ()),
        ({"ET-2-G-4.b": False}, {}, ()),
        ({"ET-2-G-2": False}, {"commercial_gain": None}, ()),
    ],
)
def test_a_determination_that_answers_no_question_is_listed(
    determinations: dict[str, bool], change: dict[str, Any], unused: tuple[str, ...]
) -> None:
    assert assessed(BOOK, {"application": change, "determinations": determinations}).unused == unused


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        ("ET-2-F-3", {"units": 12}, "8 marshals, 200 participants, 12 units."),
        ("ET-2-F-3", {"participants": None}, "8 marshals, size unknown."),
        ("ET-2-G-3", {}, "Form: parade."),
        ("ET-2-G-3", {"event_form": None}, "Form: not given."),
        ("ET-2-H-1", {}, "Parade, 200 participants."),
        ("ET-2-H-2", {"event_form": None}, "Form not given, 200 participants."),
        ("ET-2-H-3", {"units": 0}, "Parade, 200 participants, 0 units."),
        ("ET-2-H-4", {}, "8 marshals, 200 participants."),
        ("ET-2-H-4", {"marshals": None}, "Marshals not stated, 200 participants."),
        (
            "ET-2-F-1",
            {"event_date": date(2026, 7, 7), "route": "CHURCH STREET", "start_time": time(16)},
            "Tue 7 Jul 2026 is a workday. Slow hours: CHURCH STREET 3:00 PM to 6:00 PM.",
        ),
    ],
)
def test_a_question_comes_with_the_facts_that_are_known(clause: str, change: dict[str, Any], told: str) -> None:
    blank = [name for name, value in change.items() if value is None]
    given = {name: value for name, value in change.items() if value is not None}
    finding = assessed(BOOK, {"application": given, "without": blank}).finding(clause)
    assert finding.verdict is Verdict.NEEDS_JUDGMENT
    assert finding.question is not None
    assert finding.because == told


@pytest.mark.parametrize(
    ("clause", "change", "words"),
    [
        ("ET-2-F-1", {}, "Sat 4 Jul 2026 is no workday."),
        ("ET-2-F-1", {"more_dates": [date(2026, 7, 5)]}, "None of its days is a workday."),
        ("ET-2-F-2", {"start_time": time(21, 1)}, "It starts at 9:01 PM."),
        ("ET-2-F-4", {"route": "ELM STREET"}, "Under construction or a detour then: ELM STREET."),
        ("ET-2-G-2", {"commercial_gain": True}, "The Clerk recorded that it is primarily for private or commercial"),
        ("ET-2-G-5", {"on_behalf_of": "G. Aitch"}, "Not given: Authorization On File (Section 2D(7))."),
        ("ET-2-G-6.a", {"assembly_area": ["Lot 1", "Lot 2"]}, "2 assembly areas: Lot 1; Lot 2."),
        ("ET-2-G-6.b", {}, "The termination point is the one dispersal area."),
        (
            "ET-2-G-7",
            {"on_state_highway": True},
            "Nobody has applied for it yet; that is for the Clerk or Public Works",
        ),
        ("ET-2-G-7", {"on_state_highway": True, "state_permit": "applied"}, "not for the applicant."),
        ("ET-2-G-7", {"on_state_highway": True, "state_permit": "refused"}, "Counsel: the Village applies for it"),
        ("ET-2-J.1", {"sponsor_kind": "school"}, "Sponsored by a school (Section 2J)."),
        ("ET-2-P.2", {"insured_per_person": 5000}, "Insured for $5,000.00; at least $1,000,000.00 is required."),
        ("ET-2-P.4", {"insured_to": date(2026, 7, 3)}, "In force to Fri 3 Jul 2026; dispersal is Sat 4 Jul 2026."),
        (
            "ET-2-P.5",
            {"sponsor_kind": "federal agency", "sponsor_in_capacity": True},
            "A federal or state agency is exempt from insurance (Section 2B).",
        ),
    ],
)
def test_a_finding_says_what_it_rests_on(clause: str, change: dict[str, Any], words: str) -> None:
    assert words in told(clause, **change)


def test_a_state_highway_that_is_asked_about_lists_no_fact_of_the_applicant_as_missing() -> None:
    it = assessed(BOOK, {"application": {"on_state_highway": True, "state_permit": "applied"}})
    assert (it.missing, it.finding("ET-2-G-7").needs) == ((), ("state_permit",))
    task = it.deadline("ET-2-G-7")
    assert (task.who, task.done) == ("Village Clerk or Director of Public Works", None)


def test_the_state_is_asked_for_nothing_once_the_application_is_denied() -> None:
    for state in (None, "applied"):
        denied = {"on_state_highway": True, "action": "denied", "acted_at": datetime(2026, 6, 1, 10)}
        change = denied | ({"state_permit": state} if state else {})
        assert all(each.clause != "ET-2-G-7" for each in assessed(BOOK, {"application": change}).deadlines)


# What the permit states, who gets a copy, and what letters print.


def words(clause: str, case: Case) -> str | None:
    return next(each for each in law.statements if each.clause == clause).words(case)


@pytest.mark.parametrize(
    ("clause", "change", "told"),
    [
        ("ET-2-M", {}, "10:00 AM to 12:00 PM; assembly at School lot; ending and dispersing at Village Square."),
        (
            "ET-2-M",
            {"end_time": time(1), "dispersal_area": ["Lot 3"]},
            "10:00 AM to 1:00 AM the next day; assembly at School lot; ending at Village Square, dispersing at Lot 3.",
        ),
        ("ET-2-O-1.a", {}, None),
        ("ET-2-O-1.a", {"conditions": "Keep right"}, "Keep right"),
        ("ET-2-I-2.d", {}, None),
        (
            "ET-2-I-2.d",
            {"alternate_accepted_on": date(2026, 5, 19)},
            "As modified by the Chief of Police, and accepted in writing Tue 19 May 2026.",
        ),
    ],
)
def test_the_permit_states_what_the_clerk_needs_to_enforce_it(clause: str, change: dict[str, Any], told: str) -> None:
    assert words(clause, parade(**change)) == told


@pytest.mark.parametrize("blank", ["event_date", "start_time", "end_time", "assembly_area", "termination_point"])
def test_a_permit_without_when_or_where_is_withheld(blank: str) -> None:
    statement = next(each for each in law.statements if each.clause == "ET-2-M")
    case = parade(without=[blank])
    assert (statement.lacking(case), statement.words(case)) == ((blank,), None)


def test_the_copies_go_to_those_the_law_lists() -> None:
    listed = [(each.of, each.clause, each.to, each.practice) for each in law.recipients]
    assert listed == [
        ("application", "ET-2-E.1", "Chief of Police", False),
        ("application", "ET-2-E.2", "Director of Public Works", False),
        ("permit", "ET-2-N-1", "Transit utility", False),
        ("permit", "ET-2-N-2.a", "Chief of Police", False),
        ("permit", "ET-2-N-2.b", "Director of Public Works", False),
        ("permit", "ET-2-N-2.c", "East Troy Emergency Services Secretary", False),
        ("appeal", "ET-2-Z.1", "Village Board", True),
    ]


@pytest.mark.parametrize(("route", "utilities"), [("MAIN STREET", ("Walworth Transit",)), ("ELM STREET", ())])
def test_a_transit_utility_gets_a_copy_when_its_street_is_used(route: str, utilities: tuple[str, ...]) -> None:
    found = next(each.each for each in law.recipients if each.clause == "ET-2-N-1")
    assert found is not None
    assert found.answer(parade(route=route)) == utilities


@pytest.mark.parametrize(
    ("kind", "clauses"),
    [
        ("referral", ["ET-2-E.3", "ET-2-I-1.b"]),
        ("denial", ["ET-2-I-1.i", "ET-2-Z.1"]),
        ("offer", ["ET-2-I-2.a", "ET-2-I-2.d", "ET-2-I-2.e"]),
        ("permit", ["ET-2-K.2", "ET-2-O-1.a", "ET-2-O-1.b", "ET-2-O-2"]),
        ("handout", ["ET-2-O-2"]),
        ("revocation", ["ET-2-L.1"]),
        ("appeal-notice", ["ET-2-Z.1"]),
        ("board-decision", ["ET-2-Z.1", "ET-2-Z.1"]),
        ("invoice", ["ET-2-K.2", "ET-2-K.3"]),
    ],
)
def test_each_letter_carries_the_rights_and_duties_of_its_clauses(kind: str, clauses: list[str]) -> None:
    assert [each.clause for each in law.sentences if kind in each.on] == clauses


def test_the_right_of_review_hangs_on_its_reading_and_cites_no_clause() -> None:
    right = next(each for each in law.sentences if each.clause == "ET-2-Z.1")
    assert (right.reading, right.says) == ("Q-ET23", "")
    assert "within 30 days of notice" in right.text and "within 15 days of the request" in right.text


# An accepted modification.


def test_what_was_applied_for_stays_known_beside_what_was_accepted() -> None:
    case = parade(
        more_dates=[date(2026, 7, 5)],
        alternate_accepted_on=date(2026, 5, 19),
        alternate_date=date(2026, 8, 1),
        alternate_start=time(14),
    )
    assert (case.days, case.event_start) == ((date(2026, 8, 1),), datetime(2026, 8, 1, 14))
    assert case.days_applied_for == (date(2026, 7, 4), date(2026, 7, 5))
    assert (case.time_applied_for, case.lead_days) == (datetime(2026, 7, 4, 10), 50)
    assert (case.assembly_time, case.end_time) == (time(13), time(16))


def test_a_date_that_was_never_applied_for_is_asked_even_when_another_was_accepted() -> None:
    accepted = {"alternate_accepted_on": date(2026, 5, 19), "alternate_date": date(2026, 5, 28)}
    finding = assessed(BOOK, {"application": accepted, "without": ["event_date"]}).finding("ET-2-G-1")
    assert (finding.verdict, finding.needs) == (Verdict.NEEDS_FACTS, ("event_date",))


def test_without_a_modification_both_are_one() -> None:
    case = parade()
    assert (case.days_applied_for, case.time_applied_for) == (case.days, case.event_start)
