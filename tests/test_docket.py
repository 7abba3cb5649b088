"""Which applications meet: by hand, against comparing each pair in turn, and at what cost."""

from __future__ import annotations

import csv
import random
import time as clock
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from permitbook.docket import Conflict, Docket, Entry, Level, Slot, TimeNeighbours, slot_notes, slots_of
from permitbook.overlap import Timeline
from permitbook.places import Segment, read_locations, read_route
from permitbook.streets import StreetNames
from permitbook.tables import Street
from tests import docket_oracle as oracle

DAY = date(2026, 9, 12)
NYC = Path(__file__).parent / "data" / "nyc_permitted_events_sample.csv"


def at(hour: int, minute: int = 0, day: date = DAY) -> datetime:
    return datetime.combine(day, time(hour, minute))


def event(
    number: str, route: str | None = "Main St", hours: tuple[int, int] = (10, 12), day: date = DAY, **more: Any
) -> Entry:
    slots = slots_of([day], None, time(hours[0]), time(hours[1]))
    parts = read_route(route) if route else None
    return Entry(**{"application_no": number, "slots": slots, "route": parts, **more})


def met(docket: Docket, number: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {each.with_no: (each.level.value, each.shared) for each in docket.conflicts(number)}


def levels(one: str, other: str, streets: Iterable[Street] = (), **more: Any) -> str | None:
    docket = Docket([event("A", one), event("B", other, **more)], StreetNames(tuple(streets)))
    there, back = docket.conflicts("A"), docket.conflicts("B")
    assert [each.level for each in there] == [each.level for each in back]
    assert [each.shared for each in there] == [each.shared for each in back] or there[0].level is Level.STREET
    return there[0].level.value if there else None


# When an event takes up its places


@pytest.mark.parametrize(
    ("days", "times", "slots"),
    [
        ([10], (None, time(10), time(12)), [("10 10:00", "10 12:00")]),
        ([10], (time(9), time(10), time(12)), [("10 09:00", "10 12:00")]),
        ([10], (None, time(20), time(1)), [("10 20:00", "11 01:00")]),
        ([10], (time(19), time(20), time(1)), [("10 19:00", "11 01:00")]),
        ([10], (None, time(13), time(4)), [("10 13:00", "11 04:00")]),
        ([10], (None, time(10), None), [("10 10:00", "11 00:00")]),
        ([10], (None, time(10), time(10)), [("10 10:00", "11 00:00")]),
        ([10], (None, None, None), [("10 00:00", "11 00:00")]),
        ([10], (None, None, time(12)), [("10 00:00", "11 00:00")]),
        ([10], (None, time(10), time(0)), [("10 10:00", "11 00:00")]),
        ([10], (time(23), time(0, 30), time(2)), [("09 23:00", "10 02:00")]),
        ([10], (time(18, 30), time(0, 30), time(2)), [("09 18:30", "10 02:00")]),
        ([10], (time(18, 29), time(0, 30), time(2)), [("10 00:30", "10 02:00")]),
        ([10], (time(11), time(10), time(12)), [("10 10:00", "10 12:00")]),
        ([12, 10, 10], (None, time(10), time(12)), [("10 10:00", "10 12:00"), ("12 10:00", "12 12:00")]),
        ([10, 11, 12], (None, None, None), [("10 00:00", "13 00:00")]),
        ([10, 11], (None, time(20), time(20)), [("10 20:00", "11 00:00"), ("11 20:00", "12 00:00")]),
        ([], (None, time(10), time(12)), []),
    ],
)
def test_an_event_takes_its_places_from_assembly_to_end_on_each_day(
    days: list[int], times: tuple[time | None, time | None, time | None], slots: list[tuple[str, str]]
) -> None:
    expected = [tuple(datetime.strptime(f"2026-10-{each}", "%Y-%m-%d %H:%M") for each in pair) for pair in slots]
    found = slots_of([date(2026, 10, day) for day in days], *times)
    assert [(slot.start, slot.end) for slot in found] == expected


def test_the_first_and_last_day_of_the_calendar_have_slots_too() -> None:
    assert slots_of([date.max], None, time(20), time(1))[0].end == datetime.combine(date.max, time.max)
    assert slots_of([date.min], time(23), time(1), time(2))[0].start == datetime.combine(date.min, time(1))


def test_what_was_supplied_for_a_time_is_said() -> None:
    assert slot_notes(time(9), time(10), time(12)) == ()
    assert slot_notes(None, None, None) == ("No start time: it counts as lasting the whole day.",)
    assert slot_notes(None, time(10), None) == ("No end time: it counts as lasting to the end of the day.",)
    assert "same" in slot_notes(None, time(10), time(10))[0]
    assert "evening before" in slot_notes(time(23), time(1), time(2))[0]
    assert "from the start" in slot_notes(time(11), time(10), time(12))[0]


def test_a_slot_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(ValueError, match="expected an end after the start"):
        Slot(at(10), at(10))


# Events across midnight, several days, no longer live


def across_days() -> list[Entry]:
    first = date(2026, 9, 11)
    closure = [first + timedelta(days=n) for n in range(4)]
    return [
        event("A", hours=(20, 1), day=first),
        event("B", slots=slots_of([DAY], None, time(0, 30), time(3))),
        event("C", slots=slots_of(closure, None, None, None)),
        event("D", day=date(2026, 9, 13), hours=(10, 11)),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_across_midnight_and_several_days_are_each_found_once_in_any_order(seed: int) -> None:
    entries = across_days()
    random.Random(seed).shuffle(entries)
    docket = Docket(entries)
    assert docket.pairs() == [("A", "B"), ("A", "C"), ("B", "C"), ("C", "D")]
    assert list(met(docket, "C")) == ["A", "B", "D"]
    assert docket.conflicts("A")[0].overlap == (at(20, day=date(2026, 9, 11)), at(1))


def test_an_event_past_midnight_meets_one_of_the_next_day() -> None:
    day = date(2026, 10, 10)
    late, early = (
        event("A", hours=(20, 1), day=day),
        event("B", slots=slots_of([date(2026, 10, 11)], None, time(0, 30), time(2))),
    )
    assert Docket([late, early]).conflicts("A")[0].overlap == (
        at(0, 30, date(2026, 10, 11)),
        at(1, 0, date(2026, 10, 11)),
    )


def test_a_daily_event_is_listed_once_however_many_days_it_meets_on() -> None:
    days = [DAY + timedelta(days=n) for n in range(3)]
    daily = event("A", slots=slots_of(days, None, time(9), time(17)))
    closure = event("B", slots=slots_of(days, None, None, None))
    elsewhere = event("C", "Elm Ave", slots=slots_of(days, None, time(10), time(11)))
    docket = Docket([daily, closure, elsewhere])
    assert docket.pairs() == [("A", "B")]
    assert docket.neighbours("A") == TimeNeighbours(1, ("C",))
    assert docket.neighbours("B") == TimeNeighbours(1, ("C",))
    assert docket.neighbours("C") == TimeNeighbours(2, ("A", "B"), pending_before=True)


def test_what_is_not_live_is_in_nobodys_way() -> None:
    docket = Docket([event("A", live=False), event("B", live=False), event("C")])
    assert docket.conflicts("C") == docket.conflicts("A") == ()
    assert docket.neighbours("C") == docket.neighbours("A") == TimeNeighbours(0, ())


@pytest.mark.parametrize(
    ("buffer", "start", "meets"),
    [(0, time(11, 59), True), (0, time(12), False), (15, time(12, 29), True), (15, time(12, 30), False)],
)
def test_touching_events_do_not_meet_and_the_set_up_buffer_is_kept_on_both_sides_of_each(
    buffer: int, start: time, meets: bool
) -> None:
    later = event("B", slots=slots_of([DAY], None, start, time(15)))
    assert bool(Docket([event("A"), later], buffer_minutes=buffer).conflicts("A")) is meets


# Ground


BLOCKS = tuple(
    Street(street="Main Street", from_cross=one, to_cross=other)
    for one, other in (
        ("Church St", "Elm Ave"),
        ("Elm Ave", "Grove Rd"),
        ("Grove Rd", "Depot Rd"),
        ("Depot Rd", "Bay Rd"),
    )
)


@pytest.mark.parametrize(
    ("one", "other", "level"),
    [
        ("Main St", "MAIN STREET", "segment"),
        ("Main St from Church to Grand", "MAIN STREET from GRAND to CHURCH", "segment"),
        ("Main St between Church & Grand", "Main St", "segment"),
        ("Main St from Church to Grand", "Church from Main to Elm", "segment"),
        ("Main St from Church to Grand", "Main St from Grand to Oak", "segment"),
        ("Main St from Church to Grand", "Church & Main", "segment"),
        ("Main & Church", "Church at Main", "segment"),
        ("Main & Church", "Main", "segment"),
        ("Church St", "Main St from Church St to Grand Av", "segment"),
        ("Main St from Church to Grand", "Main St from Oak to Elm", "street"),
        ("Main & Church", "Main from Oak to Elm", "street"),
        ("529 Main St", "Main St", "segment"),
        ("529 Main St", "529 MAIN STREET", "segment"),
        ("529 Main St", "531 Main St", "street"),
        ("529 Main St", "Main St from Church to Grand", "street"),
        ("Main St from Church to dead end", "Main St from Oak to dead end", "street"),
        ("Main St from Church to Grand", "Church from Elm to Oak", None),
        ("Main St", "Main Ave", None),
        ("N Main St", "S Main St", None),
        ("Town Park: Lawn", "TOWN PARK:  lawn", "place"),
        ("Town Park: Lawn", "Town Park: Field", None),
        ("Town Park: Lawn", "Town Park", "place"),
        ("Imperial Theatre: 249 West 45th Street", "WEST 45 STREET between 8 AVENUE and BROADWAY", "street"),
        ("Imperial Theatre: 249 West 45th Street", "WEST 45 STREET", "segment"),
    ],
)
def test_ground_is_shared_whatever_the_order_and_spelling(one: str, other: str, level: str | None) -> None:
    assert levels(one, other) == levels(other, one) == level


@pytest.mark.parametrize(
    ("one", "other", "level"),
    [
        ("Main from Church to Bay", "Main from Grove to Elm", "segment"),
        ("Main from Church to Elm", "Main from Elm to Grove", "segment"),
        ("Main from Church to Elm", "Main from Grove to Depot", "street"),
        ("Main from Church to Grove", "Elm Ave from Main to Oak", "segment"),
        ("Main from Church to Nowhere Rd", "Main from Elm to Grove", "street"),
        ("Main from Church to Nowhere Rd", "Main from Elm to Church", "segment"),
    ],
)
def test_a_stretch_is_taken_block_by_block_where_the_streets_sheet_lists_the_blocks(
    one: str, other: str, level: str
) -> None:
    assert levels(one, other, BLOCKS) == levels(other, one, BLOCKS) == level


def test_all_that_is_shared_is_listed_and_crossings_of_a_shared_block_are_not_listed_again() -> None:
    one = "Main St from Church to Grove; Oak St from Bay to Elm; Pine St & Bay Rd"
    other = "Main St from Grove to Church; Pine St from Bay Rd to Elm; Oak St from Main to Pine"
    assert met(Docket([event("A", one), event("B", other)], StreetNames(BLOCKS)), "A")["B"] == (
        "segment",
        (
            "BAY ROAD at PINE STREET",
            "MAIN STREET from CHURCH STREET to ELM AVENUE",
            "MAIN STREET from ELM AVENUE to GROVE ROAD",
            "OAK STREET",
        ),
    )


@pytest.mark.parametrize(
    ("places", "others", "level", "shared"),
    [
        (["Village Green"], ["VILLAGE  GREEN"], "place", "VILLAGE GREEN"),
        (["Main & Church"], ["corner of Church and Main"], "segment", "CHURCH at MAIN"),
        (["Main St and Church St"], ["Church St at Main St"], "segment", "CHURCH STREET at MAIN STREET"),
        (["Church St from Main to Elm"], ["Church St from Elm to Main"], "segment", "CHURCH STREET from ELM to MAIN"),
        (["Lot at Main St"], ["lot at main st"], "place", "LOT AT MAIN STREET"),
        (["Main Street"], ["Main St."], "place", "somewhere on MAIN STREET"),
        (["12 Main St"], ["12 Main Street"], "segment", "12 MAIN STREET"),
        (["12 Main St"], ["Main Street"], "street", "MAIN STREET"),
        (["TBD"], ["TBD"], None, None),
        (["Town Hall"], ["Fire House"], None, None),
    ],
)
def test_places_compare_by_their_names_and_crossings_as_crossings(
    places: list[str], others: list[str], level: str | None, shared: str | None
) -> None:
    docket = Docket([event("A", None, places=tuple(places)), event("B", None, places=tuple(others))])
    found = met(docket, "A").get("B")
    assert found == ((level, (shared,)) if level else None)


def test_the_highest_level_counts_and_places_are_told_after_blocks() -> None:
    one = event("A", places=("Village Green",))
    docket = Docket([one, event("B", places=("village green",))])
    assert met(docket, "A")["B"] == ("segment", ("MAIN STREET", "VILLAGE GREEN"))


def test_an_assembly_on_a_street_is_on_the_parades_way() -> None:
    docket = Docket([event("A", "Church St"), event("B", None, places=("Church St from Main to Elm",))])
    assert met(docket, "A")["B"][0] == "segment"


def test_names_that_may_be_one_street_meet_on_a_street_for_the_official_to_judge() -> None:
    entries = [event("A", "St. James"), event("B", "St. James Place"), event("C", "James St")]
    assert met(Docket(entries), "A") == {"B": ("street", ("SAINT JAMES, which may be SAINT JAMES PLACE",))}
    assert met(Docket(entries), "B") == {"A": ("street", ("SAINT JAMES PLACE, which may be SAINT JAMES",))}
    assert levels("N. Main", "North Main Street") == "segment"
    both = Docket([event("A", "N. Main"), event("B", "North Main Street"), event("C", "N Main Ave", live=False)])
    assert met(both, "A")["B"][0] == "street"


def test_a_crossing_with_a_name_that_may_be_another_is_no_silent_miss() -> None:
    entries = [
        event("A", "Main St from Hill to Oak"),
        event("B", "Hill Rd from Main St to Elm"),
        event("C", "Hill St & Elm"),
    ]
    assert met(Docket(entries), "A") == {
        "B": ("street", ("HILL at MAIN STREET, which may be HILL ROAD at MAIN STREET",))
    }


def test_conflicts_come_blocks_first_then_by_time_and_number() -> None:
    entries = [
        event("A-2", "Main St from Church to Elm; Oak St", hours=(10, 18)),
        event("A-10", "Oak St", hours=(10, 12)),
        event("A-9", "Oak St", hours=(10, 12)),
        event("A-1", "Oak St", hours=(12, 14)),
        event("A-3", "Main St from Bay to Cove"),
    ]
    assert [each.with_no for each in Docket(entries).conflicts("A-2")] == ["A-9", "A-10", "A-1", "A-3"]


# Who comes first


@pytest.mark.parametrize(
    ("mine", "others", "priority"),
    [
        (("A-9", at(9)), ("A-1", at(9, 1)), "later"),
        (("A-9", at(9, 1)), ("A-10", at(9)), "earlier"),
        (("A-9", at(9)), ("A-10", at(9).replace(second=1)), "later"),
        (("A-10", at(9)), ("A-9", at(9).replace(second=59)), "earlier"),
        (("A-9", None), ("A-10", at(9)), "earlier"),
        (("A-9", at(9)), ("A-1", None), "later"),
        (("A-9", None), ("A-10", None), "later"),
        (("2026-9b", None), ("2026-9a", None), "earlier"),
        (("FP-2026-099", None), ("fp-2026-0100", None), "later"),
        (("FP-00", None), ("FP-1", None), "later"),
    ],
)
def test_the_minute_of_receipt_decides_who_comes_first_and_then_the_lower_number(
    mine: tuple[str, datetime | None], others: tuple[str, datetime | None], priority: str
) -> None:
    entries = [event(number, received_at=received) for number, received in (mine, others)]
    docket = Docket(entries)
    (there,), (back,) = docket.conflicts(mine[0]), docket.conflicts(others[0])
    assert there.priority == priority
    assert {there.priority, back.priority} == {"earlier", "later"}


def test_neighbours_are_the_nearest_five_starts_and_say_whether_one_comes_first() -> None:
    hours = {"A-1": 13, "A-2": 9, "A-3": 11, "A-4": 12, "A-5": 8, "A-6": 14}
    entries = [event(no, f"Street {n}", hours=(start, 20)) for n, (no, start) in enumerate(hours.items())]
    me = event("A-7", "Main St", hours=(10, 16), received_at=at(9))
    nearest = ("A-2", "A-3", "A-4", "A-5", "A-1")
    assert Docket([*entries, me]).neighbours("A-7") == TimeNeighbours(6, nearest)
    issued = event("A-8", "Oak St", hours=(15, 16), issued=True)
    assert Docket([*entries, me, issued]).neighbours("A-7").granted_before
    first = event("A-9", "Oak St", hours=(15, 16), received_at=at(8, 59))
    assert Docket([*entries, me, first]).neighbours("A-7").pending_before
    assert Docket([*entries, me, replace(first, granted=True)]).neighbours("A-7").granted_before


def test_the_docket_tells_which_are_granted_and_issued() -> None:
    docket = Docket([event("A", granted=True), event("B", issued=True, granted=True), event("C")])
    assert docket.granted == {"A", "B"}
    assert docket.issued == {"B"}


# Against each pair in turn

spans = st.builds(
    lambda day, start, length: (at(0, day=DAY + timedelta(days=day)) + timedelta(minutes=30 * start), length * 30),
    st.integers(0, 2),
    st.integers(0, 47),
    st.integers(1, 60),
)
segments = st.one_of(
    st.builds(Segment, st.sampled_from(oracle.STREETS)),
    st.builds(Segment, st.sampled_from(oracle.CROSSES), st.sampled_from(oracle.CROSSES)),
    st.builds(Segment, *[st.sampled_from(oracle.CROSSES)] * 3),
).filter(lambda part: part.start is None or oracle.WRITTEN[part.street] not in _crossed(part))


def _crossed(part: Segment) -> set[str]:
    return {oracle.WRITTEN[name] for name in (part.start, part.end) if name}


def _slots(pairs: list[tuple[datetime, int]]) -> tuple[Slot, ...]:
    return tuple(Slot(start, start + timedelta(minutes=length)) for start, length in pairs)


details = st.fixed_dictionaries(
    {
        "received_at": st.sampled_from([None, at(9), at(9).replace(second=30), at(10), at(11)]),
        "live": st.sampled_from([True, True, True, False]),
        "issued": st.sampled_from([False, False, True]),
        "granted": st.sampled_from([False, False, True]),
        "slots": st.lists(spans, max_size=3).map(_slots),
        "route": st.one_of(st.none(), st.lists(segments, min_size=1, max_size=3).map(tuple)),
        "places": st.lists(st.sampled_from(oracle.PLACES), max_size=2).map(tuple),
    }
)


def _numbered(rows: list[Any]) -> list[Entry]:
    return [Entry(application_no=f"A-{n}", **row) for n, row in enumerate(rows, 1)]


logs = st.lists(details, min_size=2, max_size=14).map(_numbered)
TOWN = StreetNames(
    [
        Street(street="Main St", from_cross=one, to_cross=other)
        for one, other in zip(oracle.MAIN, oracle.MAIN[1:], strict=False)
    ]
)


def by_each_pair(entries: list[Entry], buffer: int) -> dict[str, tuple[dict[str, tuple[object, ...]], TimeNeighbours]]:
    town = oracle.Town.of(entries)
    answers = {}
    for mine in entries:
        conflicts: dict[str, tuple[object, ...]] = {}
        others: list[tuple[timedelta, int, Entry]] = []
        for other in entries:
            overlap = oracle.overlap(mine.slots, other.slots, buffer) if mine.live and other.live else None
            if overlap is None or other is mine:
                continue
            level = oracle.level(oracle.claims(town, mine), oracle.claims(town, other))
            if level:
                when = "earlier" if oracle.comes_first(other, mine) else "later"
                conflicts[other.application_no] = (level, overlap, when)
                continue
            distance = min(
                abs(a[0] - b[0])
                for a in oracle._grown(mine.slots, buffer)
                for b in oracle._grown(other.slots, buffer)
                if a[0] < b[1] and b[0] < a[1]
            )
            others.append((distance, int(other.application_no[2:]), other))
        others.sort(key=lambda each: each[:2])
        nearest = tuple(other.application_no for *_, other in others[:5])
        before = [other for *_, other in others if other.issued or oracle.comes_first(other, mine)]
        decided = [other for other in before if other.issued or other.granted]
        answers[mine.application_no] = (
            conflicts,
            TimeNeighbours(len(others), nearest, bool(decided), len(before) > len(decided)),
        )
    return answers


def told(conflicts: Iterable[Conflict]) -> dict[str, tuple[object, ...]]:
    return {each.with_no: (each.level.value, each.overlap, each.priority) for each in conflicts}


@settings(max_examples=400, deadline=None)
@given(
    entries=logs,
    buffer=st.sampled_from([0, 30]),
    many=st.sampled_from([0, 16]),
    order=st.randoms(use_true_random=False),
)
def test_the_docket_finds_what_comparing_each_pair_finds(
    entries: list[Entry], buffer: int, many: int, order: random.Random
) -> None:
    expected = by_each_pair(entries, buffer)
    shuffled = order.sample(entries, len(entries))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("permitbook.docket.MANY", many)
        docket = Docket(shuffled, TOWN, buffer)
        for number, (conflicts, neighbours) in expected.items():
            assert told(docket.conflicts(number)) == conflicts
            assert docket.neighbours(number) == neighbours
    pairs = {frozenset((number, other)) for number, (conflicts, _) in expected.items() for other in conflicts}
    assert [frozenset(pair) for pair in docket.pairs()] == sorted(
        pairs, key=lambda pair: sorted(int(no[2:]) for no in pair)
    )


@settings(max_examples=300, deadline=None)
@given(entries=logs, change=details, number=st.integers(1, 16), buffer=st.sampled_from([0, 30]))
def test_one_changed_or_new_entry_is_told_as_if_it_stood_in_the_log(
    entries: list[Entry], change: Any, number: int, buffer: int
) -> None:
    changed = Entry(application_no=f"A-{number}", **change)
    others = [entry for entry in entries if entry.application_no != changed.application_no]
    whole = Docket([*others, changed], TOWN, buffer)
    expected = whole.conflicts(changed.application_no), whole.neighbours(changed.application_no)
    assert Docket(entries, TOWN, buffer).against(changed) == expected
    for entry in entries:
        docket = Docket(entries, TOWN, buffer)
        number_ = entry.application_no
        assert docket.against(entry) == (docket.conflicts(number_), docket.neighbours(number_))


def test_neighbours_that_share_two_days_are_counted_once() -> None:
    entries = [event(number, route, hours=(20, 3)) for number, route in (("A", "Main St"), ("B", "Elm Ave"))]
    assert Docket(entries).neighbours("B") == TimeNeighbours(1, ("A",), pending_before=True)


rows = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 20)), max_size=30).map(
    lambda spans: [(start, at, start + length) for at, (start, length) in enumerate(spans)]
)


@example(rows=[(7, 0, 12), (13, 1, 15)], start=10, length=9, few=1, skip=set())
@given(
    rows=rows,
    start=st.integers(0, 30),
    length=st.integers(1, 20),
    few=st.integers(1, 5),
    skip=st.sets(st.integers(0, 29), max_size=5),
)
def test_the_walk_to_the_nearest_starts_ends_where_sorting_all_of_them_does(
    rows: list[tuple[int, int, int]], start: int, length: int, few: int, skip: set[int]
) -> None:
    together = [row for row in rows if row[0] < start + length and row[2] > start]
    ordered = sorted((abs(row[0] - start), row[1]) for row in together if row[1] not in skip)
    timeline = Timeline(rows)
    assert timeline.nearest((start, start + length), few, skip) == [at for _, at in ordered[:few]]
    assert timeline.count((start, start + length)) == len(together)


# New York's published permits


def new_york() -> list[Entry]:
    with NYC.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    entries: dict[str, Entry] = {}
    for row in rows:
        found = read_locations(row["Event Location"], limit=500)
        start, end = (
            datetime.strptime(row[head], "%m/%d/%Y %I:%M:%S %p") for head in ("Start Date/Time", "End Date/Time")
        )
        if end > start:
            before = entries.get(row["Event ID"])
            slots = (*(before.slots if before else ()), Slot(start, end))
            entries[row["Event ID"]] = Entry(
                application_no=row["Event ID"], slots=slots, route=found.route, places=found.places
            )
    return list(entries.values())


def test_new_yorks_permits_conflict_where_they_name_the_same_block_or_corner_at_the_same_time() -> None:
    entries = new_york()
    docket = Docket(entries)
    written = {entry.application_no: {_plainly(part) for part in entry.route or () if part.end} for entry in entries}
    same_block = set()
    for one, other in combinations(entries, 2):
        together = any(a.start < b.end and b.start < a.end for a in one.slots for b in other.slots)
        if together and written[one.application_no] & written[other.application_no]:
            same_block.add(tuple(sorted((one.application_no, other.application_no))))
    found = {(no, each.with_no): each for no, _ in docket.pairs() for each in docket.conflicts(no)}
    on_a_block = {pair for pair, each in found.items() if each.level is Level.SEGMENT and pair in docket.pairs()}
    assert on_a_block == same_block | {("624416", "625916")}
    assert found["622272", "623295"].shared == ("WEST 40 STREET from 5 AVENUE to 6 AVENUE",)
    assert found["624416", "625916"].shared == ("AMSTERDAM AVENUE at WEST 62 STREET",)
    assert found["617513", "621606"].level is Level.STREET


def _plainly(part: Segment) -> tuple[str, frozenset[str]]:
    street, start, end = (" ".join((name or "").upper().split()) for name in (part.street, part.start, part.end))
    return street, frozenset((start, end))


# Cost


def seconds_for(make: Callable[[int], list[Entry]], count: int) -> float:
    entries = make(count)
    best = float("inf")
    for _ in range(5):
        docket = Docket(entries)
        began = clock.process_time()
        for entry in entries:
            docket.conflicts(entry.application_no)
            docket.neighbours(entry.application_no)
        best = min(best, clock.process_time() - began)
    return best


def a_city(count: int) -> list[Entry]:
    """As many events a day and a street in a large log as in a small one."""
    chance = random.Random(count)
    streets = [f"Street {n}" for n in range(60)]
    days = [DAY + timedelta(days=n) for n in range(count // 20)]
    entries = []
    for number in range(count):
        first, hour = chance.choice(days), chance.randrange(6, 20)
        several = [first + timedelta(days=n) for n in range(chance.choice([1, 1, 1, 3]))]
        route = tuple(Segment(street) for street in chance.sample(streets, chance.randint(1, 4)))
        slots = slots_of(several, None, time(hour), time((hour + 5) % 24))
        entries.append(Entry(application_no=f"A-{number}", slots=slots, route=route))
    return entries


def one_hour(count: int) -> list[Entry]:
    """All at once, each on its own street, and each street crosses Main Street; one takes Main Street's other end."""
    slots = slots_of([DAY], None, time(10), time(12))
    crossing = [
        Entry(application_no=f"A-{n}", slots=slots, route=(Segment(f"Lane {n}", "Main St", f"Alley {n}"),))
        for n in range(count)
    ]
    return [*crossing, Entry(application_no="B", slots=slots, route=(Segment("Main St", "Bay Rd", "Cove Rd"),))]


@pytest.mark.parametrize("make", [a_city, one_hour])
def test_the_work_grows_with_the_log_not_with_its_square(make: Callable[[int], list[Entry]]) -> None:
    small, large = seconds_for(make, 1000), seconds_for(make, 4000)
    assert large < small * 12  # A square would be sixteen times; what no longer fits into the caches costs some, too.


def test_a_crowded_hour_is_counted_exactly() -> None:
    docket = Docket(one_hour(1500))
    assert docket.pairs() == []
    assert docket.neighbours("A-700") == TimeNeighbours(1500, ("A-0", "A-1", "A-2", "A-3", "A-4"), pending_before=True)
    assert docket.neighbours("A-0") == TimeNeighbours(1500, ("A-1", "A-2", "A-3", "A-4", "A-5"))
