"""What a decided application still says: a denial rests on what it met, and a grant holds however it came about."""

from datetime import date, datetime, time
from typing import Any

import pytest

from permitbook.application import Application
from permitbook.assessment import Assessment, Determination
from permitbook.calendars import OfficeCalendar
from permitbook.evaluate import evaluate_log
from permitbook.office import Office
from permitbook.ordinances import ordinance
from permitbook.places import read_route
from permitbook.roads import Roads
from permitbook.verdict import Verdict

AS_OF = datetime(2027, 8, 16, 9)
MAIN = read_route("Main Street from Church Street to Clark Street")


def event(number: str, **facts: Any) -> Application:
    """A parade on Main Street on Labor Day, received in the order of the numbers."""
    received = datetime(2027, 7, int(number), 9)
    start = {"event_date": date(2027, 9, 6), "start_time": time(10), "end_time": time(11), "route": MAIN}
    return Application(**({"application_no": number, "received_at": received, "event_form": "parade"} | start | facts))


def assessed(*applications: Application) -> dict[str, Assessment]:
    """All of them by number, under East Troy's article."""
    law = ordinance("east_troy")
    office = Office(calendar=OfficeCalendar(law.state, law.zone, {}), roads=Roads(()))
    return {each.application_no: each for each in evaluate_log(law, applications, office, as_of=AS_OF)}


GRANTED = {"action": "granted", "acted_at": datetime(2027, 7, 20, 9), "issued_at": datetime(2027, 7, 21, 9)}
DENIED = {"action": "denied", "acted_at": datetime(2027, 7, 22, 9)}


def test_a_denial_keeps_the_ground_that_it_met_another_event() -> None:
    it = assessed(event("1", **GRANTED), event("2", **DENIED))["2"]
    assert it.finding("ET-2-G-4.a").verdict is Verdict.PROVED
    assert [each.with_no for each in it.conflicts] == ["1"]


def test_a_denied_event_stands_in_nobodys_way() -> None:
    it = assessed(event("1", **DENIED), event("2"))["2"]
    assert it.finding("ET-2-G-4.b").verdict is Verdict.CLEAR


def test_a_denial_with_an_offer_rests_on_what_was_asked_for_and_holds_what_is_offered() -> None:
    offer = DENIED | {"alternate_offered_on": date(2027, 7, 22), "alternate_start": time(15), "alternate_end": time(16)}
    log = [event("1", **GRANTED), event("2", **offer)]
    afternoon = event("3", start_time=time(15, 30), end_time=time(16, 30))
    found = assessed(*log, afternoon)
    assert found["2"].finding("ET-2-G-4.a").verdict is Verdict.PROVED
    assert found["3"].finding("ET-2-G-4.b").verdict is Verdict.PROVED
    assert [each.with_no for each in found["1"].conflicts] == []


def test_a_denial_reversed_on_appeal_counts_as_a_permit_granted() -> None:
    appeal = {"appeal_received_on": date(2027, 7, 26), "appeal_decided_on": date(2027, 8, 2)}
    it = assessed(event("1", **DENIED, **appeal, appeal_outcome="reversed"), event("2"))["2"]
    assert it.finding("ET-2-G-4.a").verdict is Verdict.PROVED
    assert it.finding("ET-2-G-4.b").verdict is Verdict.CLEAR


@pytest.mark.parametrize(
    ("key", "clause"), [("freeport", "FP-57-B.2"), ("freeport", "FP-57-C.3"), ("new_castle", "NC-3-A.2")]
)
def test_an_answer_on_an_application_that_comes_too_early_is_not_used(key: str, clause: str) -> None:
    law = ordinance(key)
    office = Office(calendar=OfficeCalendar(law.state, law.zone, {}), roads=Roads(()))
    series = {"recurring": True, "more_dates": (date(2027, 9, 13),)} if clause == "FP-57-C.3" else {}
    it = event("1", received_at=datetime(2027, 1, 4, 9), **series)
    made = {"1": {clause: Determination(found=True, by="The Chief")}}
    found = evaluate_log(law, [it], office, as_of=AS_OF, determinations=made)[0]
    assert found.finding(clause).verdict is Verdict.PROVED
    assert not found.finding(clause).determined
    assert found.unused == (clause,)


@pytest.mark.parametrize("found", [True, False])
def test_an_answer_to_what_the_facts_settle_is_not_used_whatever_it_says(found: bool) -> None:
    law = ordinance("east_troy")
    office = Office(calendar=OfficeCalendar(law.state, law.zone, {}), roads=Roads(()))
    made = {"1": {"ET-2-G-2": Determination(found=found, by="The Clerk")}}
    it = evaluate_log(law, [event("1", commercial_gain=True)], office, as_of=AS_OF, determinations=made)[0]
    assert it.finding("ET-2-G-2").verdict is Verdict.PROVED
    assert it.unused == ("ET-2-G-2",)


@pytest.mark.parametrize(
    ("key", "clause", "says"),
    [
        ("east_troy", "ET-2-G-4.b", "Yes confirms it; No sets it aside."),
        ("freeport", "FP-59-A-9", "No confirms that; Yes makes the finding all the same."),
    ],
)
def test_a_conflict_that_the_facts_prove_says_what_an_answer_does(key: str, clause: str, says: str) -> None:
    law = ordinance(key)
    office = Office(calendar=OfficeCalendar(law.state, law.zone, {}), roads=Roads(()))
    it = evaluate_log(law, [event("1"), event("2")], office, as_of=AS_OF)[1].finding(clause)
    assert it.verdict is Verdict.PROVED
    assert it.question is None
    assert (it.answering or "").endswith(says)


def test_a_reason_that_ends_in_a_full_stop_gets_no_second_one() -> None:
    law = ordinance("freeport")
    office = Office(calendar=OfficeCalendar(law.state, law.zone, {}), roads=Roads(()))
    made = {"1": {"FP-59-A-1": Determination(found=True, by="Ann", because="A short route.")}}
    it = evaluate_log(law, [event("1")], office, as_of=AS_OF, determinations=made)[0]
    assert it.finding("FP-59-A-1").because.endswith("Ann determined: found: A short route.")
