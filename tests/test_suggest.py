"""What could be offered in place of what was asked for: by hand at each limit, and against the long way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import product
from random import Random
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

import permitbook.suggest as searching
from permitbook.application import Application
from permitbook.assessment import Determination
from permitbook.calendars import OfficeCalendar
from permitbook.errors import NeedsUser
from permitbook.evaluate import assess, cases_of, evaluate_log
from permitbook.facts import BLIND
from permitbook.holding import asked_for, docket_of
from permitbook.office import Office, Settings
from permitbook.ordinances import KEYS, ordinance
from permitbook.places import read_route
from permitbook.roads import Roads
from permitbook.statutory import statutory_holidays
from permitbook.suggest import suggest
from permitbook.suggested import Suggestions, Tried
from permitbook.tables import Street
from tests import suggest_oracle as oracle
from tests.random_logs import AS_OF as ANY_TIME
from tests.random_logs import log_of, office_of

AS_OF = datetime(2026, 6, 20, 9)
SATURDAY = date(2026, 7, 11)
PARADE: dict[str, Any] = {
    "event_form": "parade",
    "received_at": datetime(2026, 6, 1, 9),
    "received_how": "in person",
    "event_date": SATURDAY,
    "start_time": time(10),
    "end_time": time(12),
    "assembly_area": ("School Lot",),
    "starting_point": "Church Street",
    "route": read_route("Main Street from Church Street to Grove Street"),
    "termination_point": "Village Square",
    "participants": 200,
    "planned": True,
    "affects_traffic": True,
    "seeks_attention": True,
    "venue": "street, sidewalk or parking lot",
    "town_safety": True,
    "sponsor_kind": "person",
    "marshals": 10,
    "commercial_gain": False,
    "on_state_highway": False,
    "vehicles": 0,
}
FIRST = {"application_no": "X-1", "received_at": datetime(2026, 5, 20, 9)}
"""Another application at the same place, received earlier."""


def parade(number: str = "X-2", **facts: Any) -> Application:
    return Application(**PARADE | {"application_no": number} | facts)


def office(key: str, *streets: Street, **settings: Any) -> Office:
    law = ordinance(key)
    closures = {day: name for year in (2026, 2027) for day, name in statutory_holidays(law.state, year).items()}
    calendar = OfficeCalendar(law.state, law.zone, closures)
    return Office(calendar=calendar, roads=Roads(streets), settings=Settings(**settings))


def suggested(
    key: str, *log: Application, number: str = "X-2", at: Office | None = None, as_of: datetime = AS_OF, **more: Any
) -> Suggestions:
    return suggest(ordinance(key), log, at or office(key), number, as_of=as_of, **more)


def of_kind(found: Suggestions, kind: str) -> list[Tried]:
    return [each for each in found.found if each.change.kinds == (kind,)]


def starts(found: Suggestions) -> list[time | None]:
    return [each.held.start_time for each in [*of_kind(found, "later"), *of_kind(found, "earlier")]]


def days(found: Suggestions) -> list[date | None]:
    return [each.held.event_date for each in of_kind(found, "day")]


def clauses(found: Suggestions) -> set[str]:
    return {each.clause for each in found.against}


OVERLAP = {"east_troy": "ET-2-G-4.b", "freeport": "FP-59-A-9", "new_castle": "NC-4-D.2"}


# Hours.


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("ends", "first"), [(time(11, 45), time(11, 45)), (time(12), time(12)), (time(12, 1), time(12, 15))]
)
def test_an_event_may_start_in_the_minute_in_which_the_one_before_it_ends(key: str, ends: time, first: time) -> None:
    found = suggested(key, parade(**FIRST, start_time=time(9, 30), end_time=ends), parade())
    assert clauses(found) == {OVERLAP[key]}
    assert starts(found)[0] == first
    assert {each.clause for each in of_kind(found, "later")[0].cures} == {OVERLAP[key]}


@pytest.mark.parametrize("key", KEYS)
def test_the_assembly_keeps_its_lead_and_is_kept_clear_too(key: str) -> None:
    found = suggested(key, parade(**FIRST), parade(assembly_time=time(9, 15)))
    assert starts(found)[0] == time(12, 45)
    assert of_kind(found, "later")[0].held.assembly_time == time(12)


@pytest.mark.parametrize(("minutes", "first"), [(0, time(12)), (15, time(12, 30)), (30, time(13))])
def test_set_up_time_is_kept_free_around_each_of_two_events(minutes: int, first: time) -> None:
    at = office("freeport", setup_buffer=minutes)
    assert starts(suggested("freeport", parade(**FIRST), parade(), at=at))[0] == first


def test_a_start_at_night_is_moved_to_nine_for_the_clerk_to_determine_and_past_nine_for_nothing_more() -> None:
    found = suggested("east_troy", parade(start_time=time(8, 45), end_time=time(10)))
    on_the_stroke, after = of_kind(found, "later")
    assert clauses(found) == {"ET-2-F-2"}
    assert (on_the_stroke.held.start_time, after.held.start_time) == (time(9), time(9, 15))
    assert "ET-2-F-2" in [each.clause for each in on_the_stroke.asks] and not on_the_stroke.cures
    assert "ET-2-F-2" not in [each.clause for each in after.asks]
    assert [each.clause for each in after.cures] == ["ET-2-F-2"]


def test_only_starts_from_six_to_nine_are_looked_at() -> None:
    log = [parade(**FIRST, start_time=time(6, 15), end_time=time(21)), parade()]
    found = suggested("freeport", *log)
    assert starts(found) == [time(21)]
    assert starts(suggested("freeport", replace(log[0], end_time=time(21, 1)), log[1])) == []


def test_an_hour_before_sunset_spares_the_chief_of_new_castle_a_question() -> None:
    found = suggested("new_castle", parade(start_time=time(20), end_time=time(21)))
    assert clauses(found) == set()
    assert [each.clause for each in of_kind(found, "earlier")[0].cures] == ["NC-4-I.1"]
    # The sun sets at 8:27 PM in Chappaqua on 11 July 2026.
    assert starts(found)[0] == time(19, 15)


# A shorter event, a shorter way, one area.


@pytest.mark.parametrize("key", KEYS)
def test_an_event_that_runs_into_a_later_one_may_end_when_that_begins(key: str) -> None:
    found = suggested(key, parade(**FIRST, start_time=time(11, 30), end_time=time(14)), parade())
    shorter = of_kind(found, "length")[0]
    assert (shorter.held.start_time, shorter.held.end_time) == (time(10), time(11, 30))
    assert found.found[0] is shorter
    half = suggested(key, parade(**FIRST, start_time=time(11), end_time=time(14)), parade())
    assert of_kind(half, "length")[0].held.end_time == time(11)
    assert (
        of_kind(suggested(key, parade(**FIRST, start_time=time(10, 59), end_time=time(14)), parade()), "length") == []
    )


@pytest.mark.parametrize("key", KEYS)
def test_the_end_of_a_route_that_meets_another_event_may_be_left_out(key: str) -> None:
    taken = read_route("Elm Street from Oak Street to Pine Street")
    other = parade(**FIRST, route=taken, assembly_area=("Hall",), starting_point="Hall", termination_point="Hall")
    way = read_route("Main Street from Church Street to Grove Street; Elm Street")
    found = suggested(key, other, parade(route=way))
    assert [each.held.route for each in of_kind(found, "route")] == [way[:1]]


def test_one_of_two_assembly_areas_is_kept_in_east_troy() -> None:
    found = suggested("east_troy", parade(assembly_area=("School Lot", "Memorial Park")))
    assert clauses(found) == {"ET-2-G-6.a"}
    assert [each.held.assembly_area for each in of_kind(found, "area")][:2] == [("School Lot",), ("Memorial Park",)]
    assert days(found) == starts(found) == []


def test_one_of_two_dispersal_areas_is_kept_in_east_troy() -> None:
    found = suggested("east_troy", parade(dispersal_area=("School Lot", "Memorial Park")))
    assert [each.held.dispersal_area for each in found.found] == [("School Lot",), ("Memorial Park",)]


@pytest.mark.parametrize("key", ["freeport", "new_castle"])
def test_a_rally_whose_place_is_taken_may_go_to_a_place_the_office_lists(key: str) -> None:
    rally = {"event_form": "rally", "route": None, "starting_point": None, "termination_point": None}
    at = office(key, Street(street="Memorial Park"), Street(street="Main Street"))
    log = [parade(**FIRST, **rally), parade(**rally)]
    found = suggested(key, *log, at=at)
    assert [each.held.assembly_area for each in of_kind(found, "area")] == [("Memorial Park",)]
    assert [each.change.columns for each in of_kind(found, "area")] == [{"alternate_area": ("Memorial Park",)}]


# Days.


@pytest.mark.parametrize(
    ("key", "received", "first"),
    [
        ("east_troy", "2026-06-19", "2026-07-04"),
        ("freeport", "2026-06-19", "2026-06-29"),
        ("new_castle", "2026-06-25", "2026-07-04"),
        ("new_castle", "2026-06-24", "2026-07-03"),
    ],
)
def test_the_first_day_for_which_a_late_application_was_in_time_is_offered(key: str, received: str, first: str) -> None:
    filed, wanted = date.fromisoformat(received), date.fromisoformat(first)
    row = parade(received_at=datetime.combine(filed, time(16)), event_date=filed + timedelta(days=4))
    found = suggested(key, row, as_of=datetime.combine(filed, time(17)))
    assert days(found)[0] == wanted
    assert found.found[0].last_filing and found.found[0].last_filing.due == filed
    before = suggested(key, row, as_of=datetime.combine(filed, time(17)), wished=wanted - timedelta(days=1)).wished
    assert before and not before.passes


def test_a_series_is_offered_sixty_days_after_it_was_filed() -> None:
    received = datetime(2026, 6, 19, 9)
    row = parade(recurring=True, event_date=date(2026, 7, 11), more_dates=(date(2026, 7, 18),), received_at=received)
    found = suggested("freeport", row, days=60)
    assert clauses(found) == {"FP-57-C.2"}
    assert days(found)[0] == date(2026, 8, 18)


def test_a_last_day_saved_only_by_a_closed_day_does_not_count_as_in_time() -> None:
    # Ten days before Wed 24 Jun 2026 is Sun 14 Jun; § 25-a would carry it to Monday the 15th.
    row = parade(received_at=datetime(2026, 6, 15, 9), event_date=date(2026, 6, 24))
    found = suggested("freeport", row, as_of=datetime(2026, 6, 15, 10))
    assert clauses(found) == {"FP-57-B.1"}
    assert days(found)[0] == date(2026, 6, 25)


@pytest.mark.parametrize(
    ("reach", "offered"), [(9, []), (10, [date(2026, 7, 21)]), (11, [date(2026, 7, 21), date(2026, 7, 22)])]
)
def test_a_street_under_works_is_free_on_the_day_after_and_the_search_ends_with_its_days(
    reach: int, offered: list[date]
) -> None:
    works = Street(street="Main Street", closed_from=date(2026, 6, 1), closed_to=date(2026, 7, 20))
    found = suggested("east_troy", parade(), at=office("east_troy", works), days=reach)
    assert clauses(found) == {"ET-2-F-4"}
    assert days(found) == offered


@pytest.mark.parametrize("key", KEYS)
def test_a_day_that_has_come_is_not_offered_and_the_next_is(key: str) -> None:
    log = parade(**FIRST), parade(received_at=datetime(2026, 5, 21))
    assert date(2026, 7, 10) not in days(suggested(key, *log, as_of=datetime(2026, 7, 10, 0, 1)))
    assert date(2026, 7, 10) in days(suggested(key, *log, as_of=datetime(2026, 7, 9, 23, 59)))


def test_an_event_of_several_days_is_offered_one_of_them_and_says_that_the_others_are_given_up() -> None:
    second = SATURDAY + timedelta(days=1)
    found = suggested("freeport", parade(**FIRST), parade(more_dates=(second,)))
    assert days(found)[0] == second
    assert of_kind(found, "day")[0].held.more_dates is None
    assert "in place of all its days" in of_kind(found, "day")[0].change.words


def test_the_nearest_day_of_the_same_weekday_is_shown_beside_the_nearest_days() -> None:
    found = suggested("freeport", parade(**FIRST), parade())
    assert days(found) == [SATURDAY + timedelta(days=away) for away in (1, -1, 2, 7)]


def test_an_application_that_came_too_early_is_kept_and_a_day_too_far_ahead_is_not_offered() -> None:
    received = datetime(2026, 1, 12, 9)
    log = parade(**FIRST | {"received_at": datetime(2026, 1, 2)}), parade(received_at=received)
    # 180 days before 11 July is 12 January; for the day after the same filing would come too early.
    assert days(suggested("freeport", *log, as_of=received))[0] == SATURDAY - timedelta(days=1)
    early = log[0], replace(log[1], received_at=datetime(2026, 1, 11, 9))
    found = suggested("freeport", *early, as_of=received)
    assert clauses(found) == {"FP-59-A-9"}
    assert days(found)[0] == SATURDAY + timedelta(days=1)


# Whose place it is.


@pytest.mark.parametrize("key", KEYS)
def test_no_place_is_offered_that_a_later_application_asked_for_first(key: str) -> None:
    sunday = SATURDAY + timedelta(days=1)
    later = parade("X-3", event_date=sunday, received_at=datetime(2026, 6, 10))
    found = suggested(key, parade(**FIRST), parade(), later)
    assert sunday not in days(found)
    gone = replace(later, action="withdrawn")
    assert sunday in days(suggested(key, parade(**FIRST), parade(), gone))


@pytest.mark.parametrize("key", KEYS)
def test_one_that_came_later_to_the_same_hours_stays_behind(key: str) -> None:
    first = parade(**FIRST, start_time=time(8), end_time=time(10, 15))
    behind = parade("X-3", received_at=datetime(2026, 6, 10), start_time=time(11), end_time=time(13))
    assert starts(suggested(key, first, parade(), behind))[0] == time(10, 15)


# What stands in other rows of the law.


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "over", [{"action": "withdrawn"}, {"event_change": "cancelled"}, {"event_change": "postponed"}]
)
def test_nothing_is_offered_for_an_event_that_is_given_up(key: str, over: dict[str, str]) -> None:
    with pytest.raises(NeedsUser, match="there is nothing to offer"):
        suggested(key, parade(**FIRST), parade(**over))


def test_only_east_troy_changes_what_is_granted_already() -> None:
    log = parade(**FIRST), parade(action="granted", acted_at=datetime(2026, 6, 5))
    assert suggested("east_troy", *log).found
    for key in ("freeport", "new_castle"):
        with pytest.raises(NeedsUser, match="only in denying"):
            suggested(key, *log)


@pytest.mark.parametrize("key", KEYS)
def test_a_denied_event_is_offered_what_would_have_been_offered_before(key: str) -> None:
    log = parade(**FIRST), parade()
    denied = replace(log[1], action="denied", acted_at=datetime(2026, 6, 5))
    before, after = suggested(key, *log), suggested(key, log[0], denied)
    assert [each.change.columns for each in after.found] == [each.change.columns for each in before.found]


@pytest.mark.parametrize("key", KEYS)
def test_an_accepted_alternate_is_the_event_from_which_the_changes_are_counted(key: str) -> None:
    moved = {"alternate_date": date(2026, 7, 18), "alternate_offered_on": AS_OF.date()}
    row = parade(**moved, alternate_accepted_on=AS_OF.date())
    other = parade("X-1", received_at=datetime(2026, 5, 20), event_date=date(2026, 7, 18))
    found = suggested(key, other, row)
    assert found.held.event_date == date(2026, 7, 18)
    assert days(found)[0] == date(2026, 7, 19)
    assert starts(found)[0] == time(12) and found.found[0].held.event_date == date(2026, 7, 18)


def test_what_no_alternate_can_cure_is_said_at_once_and_nothing_is_tried() -> None:
    found = suggested("east_troy", parade(commercial_gain=True))
    assert (clauses(found), found.found, found.tried) == ({"ET-2-G-2"}, [], 0)


def test_of_an_event_that_passes_nothing_is_offered() -> None:
    found = suggested("freeport", parade())
    assert (found.against, found.found) == ([], [])


def test_an_overlap_that_the_chief_set_aside_is_nothing_to_cure() -> None:
    log = parade(**FIRST), parade()
    made = {"X-2": {"FP-59-A-9": Determination(found=True, by="Chief")}}
    assert suggested("freeport", *log, determinations=made).against == []


def test_a_ground_that_an_official_found_is_asked_again_of_each_change() -> None:
    made = {"X-2": {"NC-4-A": Determination(found=True, by="Chief")}}
    found = suggested("new_castle", parade(**FIRST), parade(), determinations=made)
    assert [each.clause for each in found.determined] == ["NC-4-A"]
    assert all("NC-4-A" in [one.clause for one in each.asks] for each in found.found)


def test_an_event_denied_on_an_officials_finding_alone_may_be_offered_what_passes_the_tests() -> None:
    made = {"X-2": {"FP-59-A-2": Determination(found=False, by="Chief")}}
    found = suggested("freeport", parade(), determinations=made)
    assert (found.against, [each.clause for each in found.determined]) == ([], ["FP-59-A-2"])
    assert days(found)[:2] == [SATURDAY + timedelta(days=1), SATURDAY - timedelta(days=1)]
    assert all("FP-59-A-2" in [one.clause for one in each.asks] for each in found.found)


@pytest.mark.parametrize("key", KEYS)
def test_an_event_whose_day_has_come_is_offered_another_day_only(key: str) -> None:
    found = suggested(key, parade(), as_of=datetime.combine(SATURDAY, time(13)))
    assert [each.cite for each in found.against] == ["the day itself"]
    assert {each.change.kinds for each in found.found} == {("day",)}
    assert days(found)[0] == SATURDAY + timedelta(days=1)
    assert suggested(key, parade(), as_of=datetime.combine(SATURDAY, time(13)) + timedelta(days=9), days=9).found == []


def test_insurance_that_ends_before_the_new_day_is_awaited_anew() -> None:
    insured = {
        "insurer": "Mutual", "insured_per_person": Decimal(1_000_000), "insured_per_accident": Decimal(1_000_000),
        "insured_from": SATURDAY, "insured_to": SATURDAY, "certificate_on_file": True,
        "municipality_insured": "additional insured",
    }  # fmt: skip
    found = suggested("east_troy", parade(**FIRST), parade(**insured))
    assert not of_kind(found, "later")[0].papers
    assert [each.clause for each in of_kind(found, "day")[0].papers] == ["ET-2-P.4"]


def test_three_changes_at_once_where_no_single_one_will_do() -> None:
    row = parade(
        received_at=datetime(2026, 6, 19, 9),
        event_date=date(2026, 6, 24),
        start_time=time(8, 30),
        assembly_area=("Memorial Park", "School Lot"),
    )
    found = suggested("east_troy", row)
    assert clauses(found) == {"ET-2-F-2", "ET-2-G-1", "ET-2-G-6.a"}
    first = found.found[0]
    assert (first.held.event_date, first.held.start_time, first.held.assembly_area) == (
        date(2026, 7, 4), time(9), ("Memorial Park",),
    )  # fmt: skip
    assert all(len(each.change.kinds) == 3 for each in found.found)


def test_no_smaller_three_changes_pass_than_the_first_that_is_shown() -> None:
    row = parade(
        received_at=datetime(2026, 6, 19, 9),
        event_date=date(2026, 6, 24),
        start_time=time(8, 30),
        assembly_area=("Memorial Park", "School Lot"),
    )
    log = oracle.Log(ordinance("east_troy"), [row], office("east_troy"), AS_OF)
    by_hour = [each for each in oracle.later(log, row, 12) if each[1]["alternate_start"].minute == 0]
    all_of_them = product(oracle.dates(log, row, 12), by_hour, oracle.areas(log, row, 12))
    sizes = [
        sum(size for size, _ in changes)
        for changes in all_of_them
        if oracle.passing(log, "X-2", {key: value for _, columns in changes for key, value in columns.items()})
        is not None
    ]
    found = suggested("east_troy", row, days=12)
    assert [each.change.size for each in found.found] == sorted(sizes)[:3]


# What a search costs.


def live_year(number: int) -> list[Application]:
    """So many live applications, a few on each day, on many streets."""
    chance = Random(number)
    names = [f"{name} {kind}" for name in ("Oak", "Elm", "Bay", "Lake", "Hill", "Mill") for kind in ("Street", "Road")]
    return [
        parade(
            f"X-{at + 1}",
            received_at=datetime(2026, 6, 1, 9) + timedelta(minutes=at),
            event_date=SATURDAY + timedelta(days=chance.randint(0, 364)),
            start_time=time(chance.randint(8, 18)),
            end_time=time(chance.randint(20, 22)),
            route=read_route(f"{chance.choice(names)} from {chance.choice(names)} to Main Street"),
            assembly_area=(chance.choice(["School Lot", "Memorial Park", "Ball Field"]),),
            starting_point=None,
            termination_point=None,
        )
        for at in range(number)
    ]


@pytest.mark.parametrize("key", KEYS)
def test_each_change_costs_one_evaluation_of_one_row_and_the_others_are_read_once(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = [parade("X-0", received_at=datetime(2026, 5, 1)), *live_year(1000), parade("X-2000")]
    counted: Counter[str] = Counter()

    def counting(name: str) -> None:
        function = getattr(searching, name)

        def counted_function(*given: Any) -> Any:
            counted[name] += len(given[1]) if name == "cases_of" else 1
            return function(*given)

        monkeypatch.setattr(searching, name, counted_function)

    for name in ("cases_of", "docket_of", "findings_of"):
        counting(name)
    found = suggested(key, *log, number="X-2000", days=60)
    assert found.found and found.tried <= searching.MOST_TRIED
    assert counted == {"docket_of": 1, "findings_of": found.tried + 1, "cases_of": len(log) + found.tried + 1}


@pytest.mark.parametrize("key", KEYS)
def test_a_change_tried_takes_no_more_than_twice_the_time_of_one_row_evaluated(key: str) -> None:
    log = [parade("X-0", received_at=datetime(2026, 5, 1)), *live_year(1000), parade("X-2000", commercial_gain=None)]
    law, at = ordinance(key), office(key)
    cases = cases_of(law, log, at, AS_OF, {})
    docket = docket_of(cases, at)

    def one_row() -> None:
        case = cases_of(law, [log[-1]], at, AS_OF, {})[0]
        case.conflicts, case.neighbours = docket.against(asked_for(case))
        assess(case)

    def search() -> int:
        return searching._Search(cases[-1], docket, 60).run(None).tried

    search(), one_row()
    ratios = []
    for _ in range(5):
        alone = min(_seconds(one_row) for _ in range(20))
        tried: list[int] = []
        ratios.append(_seconds(lambda tried=tried: tried.append(search())) / tried[0] / alone)
    assert min(ratios) <= 2, f"{min(ratios):.2f} times one evaluation"


def _seconds(work: Callable[[], Any]) -> float:
    """Of the processor's time, not of the clock's."""
    start = process_time()
    work()
    return process_time() - start


# Against the long way.


def crowded(key: str, chance: Random) -> oracle.Log:
    """A week with more events than it has room for."""
    ways = ("Main Street from Church Street to Grove Street; Elm Street", "Elm Street; Oak Street", "Oak Street")
    applications = []
    for number in range(1, 7):
        start = chance.choice([time(8, 30), time(9), time(10), time(13), time(19, 30)])
        day = SATURDAY + timedelta(days=chance.randint(-2, 2))
        areas = ("School Lot", "Memorial Park", "Ball Field")
        decided = {"action": "granted", "acted_at": datetime(2026, 6, 18, 9)} if chance.random() < 0.2 else {}
        applications.append(
            parade(
                f"X-{number}",
                received_at=datetime(2026, 6, chance.choice([2, 10, 19, 19]), 9, number),
                event_date=day,
                more_dates=(day + timedelta(days=1),) if chance.random() < 0.2 else None,
                start_time=start,
                end_time=(datetime.combine(day, start) + timedelta(minutes=chance.choice([60, 90, 180]))).time(),
                assembly_time=chance.choice([None, (datetime.combine(day, start) - timedelta(minutes=30)).time()]),
                route=read_route(chance.choice(ways)),
                assembly_area=tuple(chance.sample(areas, chance.choice([1, 1, 2]))),
                starting_point=chance.choice([None, "Town Hall"]),
                termination_point=chance.choice(areas),
                **decided,
            )
        )
    works = Street(street="Oak Street", closed_from=date(2026, 7, 1), closed_to=date(2026, 7, 10))
    slow = Street(street="Main Street", peak_from=time(7), peak_to=time(9, 30))
    return oracle.Log(ordinance(key), applications, office(key, works, slow, Street(street="Memorial Park")), AS_OF)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(5))
def test_the_suggestions_are_the_best_of_all_that_could_be_written_into_the_row(key: str, seed: int) -> None:
    log = crowded(key, Random(seed))
    undecided = [each for each in log.applications if each.action is None]
    for row in undecided[:1]:
        number = row.application_no or ""
        found = suggest(log.law, log.applications, log.office, number, as_of=log.as_of, days=6)
        assert clauses(found) == oracle.against(log, number)
        single = [each for each in found.found if len(each.change.kinds) == 1]
        told = [(each.change.size, dict(each.change.columns), {one.clause for one in each.cures}) for each in single]
        assert told == oracle.best(log, number, 6)
        for each in found.found:
            assert oracle.passing(log, number, dict(each.change.columns)) is not None


REACHED = {
    "event_form": "march", "venue": PARADE["venue"], "town_safety": True, "planned": True, "seeks_attention": True,
    "affects_traffic": True, "participants": 60, "sponsor_kind": "person", "supervised_by_school": None,
    "news_date": None, "other_permission": None, "obeys_traffic_rules": None,
}  # fmt: skip
UNDECIDED = {"revoked_at": None, "event_change": None, "issued_at": None, "action": None, "alternate_route": None}


def any_log(key: str, seed: int) -> list[Application]:
    """Random facts of events that need a permit and are not decided."""
    log = (replace(each, **REACHED, **UNDECIDED) for each in log_of(ordinance(key), Random(seed)))
    main = read_route("Main Street from Elm Street to Oak Street")
    return [replace(each, event_date=each.event_date or SATURDAY, route=main + (each.route or ())) for each in log]


@pytest.mark.parametrize("key", KEYS)
def test_what_is_told_of_a_suggestion_is_what_the_whole_log_says_once_it_is_typed(key: str) -> None:
    law, at, compared = ordinance(key), office_of(ordinance(key)), 0
    for log in (any_log(key, seed) for seed in range(7)):
        for row in log:
            number = row.application_no or ""
            for each in suggest(law, log, at, number, as_of=ANY_TIME, days=20).found:
                kept = row if row.alternate_accepted_on else replace(row, **dict.fromkeys(searching.ALTERNATE))
                offered = {"alternate_offered_on": ANY_TIME.date(), "alternate_accepted_on": ANY_TIME.date()}
                typed = replace(kept, **each.change.columns, **offered)
                whole = evaluate_log(law, [typed if it is row else it for it in log], at, as_of=ANY_TIME)
                said = next(it for it in whole if it.application_no == number)
                told = [(one.clause, one.verdict) for one in each.findings]
                assert told == [(one.clause, one.verdict) for one in said.findings]
                compared += 1
    assert compared > 10


@pytest.mark.parametrize("key", KEYS)
def test_who_asks_and_for_what_changes_no_suggestion(key: str) -> None:
    log = parade(**FIRST), parade()
    other = dict.fromkeys(BLIND, "Another name & message")
    told, same = (suggested(key, log[0], row) for row in (log[1], replace(log[1], **other)))
    assert [each.change.columns for each in told.found] == [each.change.columns for each in same.found]
