"""Routes and places as clerks and cities write them: what is read, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permitbook.places import Locations, Segment, is_unsaid, read_locations, read_place, read_route, show_route
from permitbook.streetname import read_street

NYC = Path(__file__).parent / "data" / "nyc_permitted_events_sample.csv"
BLOCK = Segment("Main St", "Church", "Grand")
CORNER = Segment("Main", "Church")


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("Main St", [Segment("Main St")]),
        ("  Main   St ; ", [Segment("Main St")]),
        ("Main St; Church St", [Segment("Main St"), Segment("Church St")]),
        ("Main St\nChurch St", [Segment("Main St"), Segment("Church St")]),
        ("Main St from Church to Grand", [BLOCK]),
        ("Main St FROM Church TO Grand", [BLOCK]),
        ("Main St, from Church to Grand", [BLOCK]),
        ("Main St between Church and Grand", [BLOCK]),
        ("Main St, BETWEEN Church AND Grand", [BLOCK]),
        ("Main St btw. Church & Grand", [BLOCK]),
        ("Main St (between Church and Grand)", [BLOCK]),
        ("Main St from Church thru Grand", [BLOCK]),
        ("Main St from Church - Grand", [BLOCK]),
        ("Main St from Church-Grand", [BLOCK]),
        ("Main St (Church to Grand)", [BLOCK]),
        ("Main St (Church - Grand)", [BLOCK]),
        ("Main St: Church – Grand", [BLOCK]),
        ("Main St, Church to Grand", [BLOCK]),
        ("Main St - Church to Grand", [BLOCK]),
        ("Main: Church to Grand", [Segment("Main", "Church", "Grand")]),
        ("Main & Church", [CORNER]),
        ("Main at Church", [CORNER]),
        ("Main @ Church", [CORNER]),
        ("corner of Main and Church", [CORNER]),
        ("the intersection of Main & Church", [CORNER]),
        ("Main St, Church St", [Segment("Main St"), Segment("Church St")]),
        ("Main St from Church to Grand, then Elm St", [BLOCK, Segment("Elm St")]),
        ("Main St from Ninety-sixth to 2nd", [Segment("Main St", "Ninety-sixth", "2nd")]),
        ("FM 998 from Farm to Market Road 3 to Oak", [Segment("FM 998", "FM Road 3", "Oak")]),
        ("Farm to Market Road 998", [Segment("Farm to Market Road 998")]),
        ("Main St from Church St (south) to dead end", [Segment("Main St", "Church St (south)", "dead end")]),
        ("Town Park: Ball Field", [Segment("Town Park: Ball Field")]),
        ("529 Main Street", [Segment("529 Main Street")]),
        ("Main\u200b St", [Segment("Main St")]),
        ("Main\u00a0St", [Segment("Main St")]),
    ],
)
def test_a_route_is_read_as_it_is_typed(text: str, route: list[Segment]) -> None:
    assert read_route(text) == tuple(route)


@pytest.mark.parametrize("text", ["Main St; Church St from Main to Elm; Main & Oak; Town Park: Lawn & Pond"])
def test_a_shown_route_reads_back_as_the_same(text: str) -> None:
    assert show_route(read_route(text)) == text


names = st.sampled_from(["Main St", "N. Church", "529 Elm Ave", "62nd", "Avenue B", "County ES", "Park Row (S)"])


@given(st.lists(st.builds(Segment, names) | st.builds(Segment, names, names, st.none() | names), min_size=1).map(tuple))
def test_any_route_that_is_shown_reads_back_as_the_same(route: tuple[Segment, ...]) -> None:
    assert read_route(show_route(route)) == route


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing is read"),
        (" ; ", "nothing is read"),
        ("TBD", "names no street"),
        ("see attached map", "names no street"),
        ("n/a", "names no street"),
        ("?", "names no street"),
        ("Main St to Church St", "what 'to' means"),
        ("from Main to Church", "what 'from' means"),
        ("Main and Church", "what 'and' means"),
        ("Main/Church", "what '/' means"),
        ("Main St - Church St", "what '-' means"),
        ("Main & Church & Elm", "what '&' means"),
        ("Start at Town Hall then Main", "what 'then' means"),
        ("Main St from Church", "expected two cross streets"),
        ("Main St between Church", "expected two cross streets"),
        ("Main St from Church to Grand to Elm", "expected two cross streets"),
        ("Main St between Church and Grand and Elm", "expected two cross streets"),
        ("Main St from TBD to Elm", "names no street"),
        ("corner of Main", "expected the corner of two streets"),
        ("Main St, Freeport", "part the streets with ;"),
        (": Lawn", "expected a place and an area of it"),
        ("Town Park:", "expected a place and an area of it"),
    ],
)
def test_what_cannot_be_read_as_a_route_is_refused_with_what_was_read(text: str, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        read_route(text)
    assert said in str(refused.value)
    assert "expected" in str(refused.value) or ";" in str(refused.value)


@given(st.text(alphabet="Mai St.,;:&@-–()/\n from to and between at 12", max_size=40))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        route = read_route(text)
    except ValueError as refused:
        assert str(refused)
    else:
        assert all(segment.street and (segment.start or not segment.end) for segment in route)


def test_the_separators_of_a_source_can_be_given() -> None:
    assert read_route("Main St|Elm St", separators="|") == (Segment("Main St"), Segment("Elm St"))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Main & Church", [CORNER]),
        ("corner of Main and Church", [CORNER]),
        ("Main St and Church St", [Segment("Main St", "Church St")]),
        ("Main St at Church St", [Segment("Main St", "Church St")]),
        ("Main St from Church to Grand", [BLOCK]),
        ("100 Main St", [Segment("100 Main St")]),
        ("Main St, Church St", [Segment("Main St"), Segment("Church St")]),
        ("Lot at Main St", []),
        ("Smith and Sons", []),
        ("Village Green", []),
        ("Veterans Park", []),
        ("Lot 5, 100 Main St", []),
        ("Main", []),
    ],
)
def test_a_place_is_a_crossing_block_or_street_only_if_it_is_named_by_streets(text: str, place: list[Segment]) -> None:
    assert read_place(text, lambda name: read_street(name).is_way) == tuple(place)


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [("TBD", True), ("See map.", True), (" - ", True), ("", True), ("Seaman Ave", False), ("Nassau", False)],
)
def test_a_place_that_is_not_told_yet_is_known_from_one_that_is(text: str, unsaid: bool) -> None:
    assert is_unsaid(text) is unsaid


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "155 WEST   62 STREET, WEST   62 STREET between AMSTERDAM AVENUE and COLUMBUS AVENUE",
            Locations(
                (
                    Segment("155 WEST 62 STREET"),
                    Segment("WEST 62 STREET", "AMSTERDAM AVENUE", "COLUMBUS AVENUE"),
                ),
                (),
                (),
            ),
        ),
        (
            "Plaza (Times Sq): Plaza (Times Sq) BROADWAY between WEST   43 STREET and WEST   44 STREET",
            Locations((Segment("BROADWAY", "WEST 43 STREET", "WEST 44 STREET"),), ("Plaza (Times Sq)",), ()),
        ),
        (
            "Central Park: Cop Cot ,Central Park: Lawn",
            Locations((), ("Central Park: Cop Cot", "Central Park: Lawn"), ()),
        ),
        ("Some Bridge: Some Bridge Some Bridge", Locations((), ("Some Bridge",), ())),
        ("Imperial Theatre: 249 West 45th Street", Locations((), ("Imperial Theatre: 249 West 45th Street",), ())),
        (
            "A ST between B ST and C ST,A ST between B ST and C ST",
            Locations((Segment("A ST", "B ST", "C ST"),), (), ()),
        ),
        ("1697 BROADWAY", Locations((Segment("1697 BROADWAY"),), (), ())),
        ("Exit 28B, BQE / I278E between X and Y", Locations((), (), ("Exit 28B", "BQE / I278E between X and Y"))),
    ],
)
def test_a_published_list_of_locations_is_taken_apart(text: str, found: Locations) -> None:
    assert read_locations(text) == found


def test_a_list_that_was_cut_off_does_not_tell_its_last_location() -> None:
    text = "Town Park: Lawn, Town Park: F"
    assert read_locations(text, limit=len(text)) == Locations((), ("Town Park: Lawn",), ("Town Park: F",))
    assert read_locations(text, limit=len(text) + 1).unread == ()


def test_new_yorks_published_locations_are_read_or_reported() -> None:
    with NYC.open(encoding="utf-8") as file:
        texts = [row["Event Location"] for row in csv.DictReader(file)]
    read = [read_locations(text, limit=500) for text in texts]
    assert all(found.route or found.places for found in read)
    blocks = sum(1 for found in read for segment in found.route if segment.end)
    assert blocks + len([part for found in read for part in found.unread if " between " in part]) == sum(
        len({" ".join(part.split()) for part in text.split(",") if " between " in part}) for text in texts
    )
    assert sorted({part for found in read for part in found.unread}) == [
        "BQE / I278E between GOWANUS EXWY and BROOKLYN BRIDGE",
        "Exit 28B",
        "FDR DR NORTH betw",
        "LILY POND AV between FATHER CAPODANNO BLVD and VERRAZANO BRIDGE/I278 E",
        "Randall's Island Park: E",
    ]
