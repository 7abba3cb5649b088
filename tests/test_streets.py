"""Which written names are one street: the collected pairs, and what the Streets sheet and the log add."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from permitbook.streetname import StreetName, house_number, read_street
from permitbook.streets import Same, StreetNames
from permitbook.tables import Street

with (Path(__file__).parent / "data" / "street_pairs.csv").open(encoding="utf-8") as file:
    PAIRS = list(csv.DictReader(file))

NYC = Path(__file__).parent / "data" / "nyc_permitted_events_sample.csv"


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["pair"] for pair in PAIRS])
def test_two_names_of_the_collected_pairs_compare_as_the_list_says(pair: dict[str, str]) -> None:
    names = StreetNames()
    assert names.compare(pair["a"], pair["b"]) == names.compare(pair["b"], pair["a"]) == pair["same_street"]


@pytest.mark.parametrize(
    ("written", "full"),
    [
        ("Main St.", "MAIN STREET"),
        ("N. Main St", "NORTH MAIN STREET"),
        ("N.Main St", "NORTH MAIN STREET"),
        ("So. Ocean Ave.", "SOUTH OCEAN AVENUE"),
        ("Main", "MAIN"),
        ("1st", "1"),
        ("First", "1"),
        ("Twenty-First Street", "21 STREET"),
        ("Thirtieth Ave", "30 AVENUE"),
        ("One Hundred and Twenty-fifth St", "125 STREET"),
        ("WEST   62 STREET", "WEST 62 STREET"),
        ("W 62nd St", "WEST 62 STREET"),
        ("529 Main Street", "MAIN STREET"),
        ("12 1/2 Main St", "MAIN STREET"),
        ("37-02 69 St", "69 STREET"),
        ("37 Avenue", "37 AVENUE"),
        ("7 Ave South", "7 AVENUE SOUTH"),
        ("5 Avenue B", "AVENUE B"),
        ("20 Mile Road", "20 MILE ROAD"),
        ("St. James", "SAINT JAMES"),
        ("St James St", "SAINT JAMES STREET"),
        ("Ave of the Americas", "AVENUE OF THE AMERICAS"),
        ("St. Mark's Pl", "SAINT MARKS PLACE"),
        ("Peña Blvd", "PENA BOULEVARD"),
        ("W End Ave", "WEST END AVENUE"),
        ("West Ave", "WEST AVENUE"),
        ("Park Row (S)", "PARK ROW SOUTH"),
        ("Church St (east side)", "CHURCH STREET"),
        ("the Bowery", "BOWERY"),
        ("CTH ES", "COUNTY HIGHWAY ES"),
        ("County Road ES", "COUNTY HIGHWAY ES"),
        ("County Line Rd", "COUNTY LINE ROAD"),
        ("County Ct", "COUNTY COURT"),
        ("WIS20", "STATE HIGHWAY 20"),
        ("NYS Route 117", "STATE HIGHWAY 117"),
        ("NY-22A", "STATE HIGHWAY 22A"),
        ("Rt. 117", "ROUTE 117"),
        ("Old Rte 22", "OLD ROUTE 22"),
        ("Sunrise Hwy", "SUNRISE HIGHWAY"),
        ("I-278", "INTERSTATE 278"),
        ("Lk Shore Dr", "LAKE SHORE DRIVE"),
        ("MLK Blvd", "MARTIN LUTHER KING JR BOULEVARD"),
        ("", ""),
        ("-", ""),
        ("E", "E"),
        ("St", "ST"),
    ],
)
def test_a_name_is_written_out_and_nothing_is_supplied(written: str, full: str) -> None:
    assert str(read_street(written)) == full


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(
            ("529 Main St", "529"),
            ("12B Main St", "12B"),
            ("139-141 West 44th Street", "139-141"),
            ("1697 BROADWAY", "1697"),
        ),
        *((name, "") for name in ("37 Avenue", "1st Street", "20 Mile Rd", "5 Avenue South", "Main St", "62")),
    ],
)
def test_a_house_number_is_told_from_a_number_that_is_the_name(written: str, number: str) -> None:
    assert house_number(written) == number


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Main", "Main St", "ambiguous"),
        ("Main St N", "N Main St", "ambiguous"),
        ("N St", "North St", "ambiguous"),
        ("Highway 20", "State Highway 20", "ambiguous"),
        ("Highway 20", "Route 20", "ambiguous"),
        ("County Road 24", "County Highway 24", "ambiguous"),
        ("Dr Martin Luther King Blvd", "MLK Boulevard", "ambiguous"),
        ("Broadway", "Broadway Ave", "ambiguous"),
        ("State Road 20", "STH 20", "yes"),
        ("County ES", "Main Street", "no"),
        ("County S", "Avenue S", "no"),
        ("Main St", "Main Ave", "no"),
        ("Main St", "N Main St", "no"),
        ("Forest Road", "Forest Park Road", "no"),
        ("US 20", "State 20", "no"),
        ("20 Mile Road", "30 Mile Road", "no"),
    ],
)
def test_what_is_not_written_leaves_names_apart_that_may_be_one(one: str, other: str, same: str) -> None:
    names = StreetNames()
    assert names.compare(one, other) == names.compare(other, one) == same


def listed(*rows: str, **more: str) -> list[Street]:
    return [Street(street=row, **more) for row in rows]  # type: ignore[arg-type]


SHEET = [
    Street(street="Main Street", alias=("County ES", "CTH L")),
    Street(street="Church Street", alias=("CTH L",)),
    Street(street="North Main Street", from_cross="Elm Ave", to_cross="Oak Av"),
    Street(street="St James Place"),
    Street(street="Centre Street"),
    Street(street="State Highway 20"),
    Street(street="Grove Road"),
    Street(street="Grove Street"),
]


@pytest.mark.parametrize(
    ("written", "street"),
    [
        ("Main", "MAIN STREET"),
        ("N. Main", "NORTH MAIN STREET"),
        ("Cty Rd ES", "MAIN STREET"),
        ("St. James", "SAINT JAMES PLACE"),
        ("Center St", "CENTRE STREET"),
        ("Hwy 20", "STATE HIGHWAY 20"),
        ("Elm", "ELM AVENUE"),
        ("Grove", "GROVE"),
        ("Main Ave", "MAIN AVENUE"),
        ("US 20", "US HIGHWAY 20"),
        ("County L", "COUNTY HIGHWAY L"),
        ("Depot", "DEPOT"),
    ],
)
def test_a_name_is_taken_for_the_only_street_of_the_sheet_that_it_can_be(written: str, street: str) -> None:
    assert str(StreetNames(SHEET).street(written)) == street


def test_an_alias_of_two_streets_may_be_either_and_is_not_merged_with_one() -> None:
    names = StreetNames(SHEET)
    assert names.compare("CTH L", "Main St") is names.compare("Church St", "County L") is Same.AMBIGUOUS
    assert names.compare("CTH L", "County Trunk L") is Same.YES
    assert names.compare("CTH L", "Grove Rd") is Same.NO


def test_an_alias_that_is_also_a_street_of_its_own_stays_one() -> None:
    names = StreetNames([Street(street="Main St", alias=("Depot Rd",)), Street(street="Depot Rd")])
    assert names.compare("Main St", "Depot Road") is Same.AMBIGUOUS


@pytest.mark.parametrize(
    ("seen", "places", "written", "street"),
    [
        (["North Main Street"], [], "N. Main", "NORTH MAIN STREET"),
        (["North Main Street", "N Main Ave"], [], "N. Main", "NORTH MAIN"),
        (["Main Street"], [], "N. Main", "NORTH MAIN"),
        (["St James Place"], [], "St. James", "SAINT JAMES"),
        (["Town Hall Road"], ["Town Hall"], "Town Hall", "TOWN HALL"),
        (["Town Hall Road"], [], "Town Hall", "TOWN HALL ROAD"),
        (["Sunset Hill"], [], "Sunset", "SUNSET"),
        (["Broadway Terrace"], [], "Broadway", "BROADWAY"),
        (["State Highway 20"], [], "Highway 20", "HIGHWAY 20"),
        (["Grove Road"], [], "Grove", "GROVE"),
        (["Main Avenue"], [], "Main", "MAIN STREET"),
    ],
)
def test_a_bare_name_is_completed_from_the_log_only_where_it_can_be_one_street(
    seen: list[str], places: list[str], written: str, street: str
) -> None:
    assert str(StreetNames(SHEET[:1] + SHEET[6:]).knowing([*seen, written], places).street(written)) == street


def test_a_street_listed_without_suffix_is_completed_from_the_log() -> None:
    names = StreetNames(listed("Main")).knowing(["Main St"])
    assert names.compare("Main", "Main Street") is Same.YES
    assert names.is_listed("Main St.")
    assert not names.is_listed("Church")


def test_what_was_taken_for_what_is_said() -> None:
    names = StreetNames(SHEET).knowing(["Elm Road", "Depot Road"])
    assert names.note("Main St") is None
    assert names.note("N.  Main") == (
        "N. Main is read as NORTH MAIN STREET, the only street in the Streets sheet that it can be."
    )
    assert names.note("Depot") == "Depot is read as DEPOT ROAD, the only street in this log that it can be."


def way(rows: list[tuple[str, str]], start: str, end: str) -> str | None:
    names = StreetNames([Street(street="Main St", from_cross=one, to_cross=other) for one, other in rows])
    found = names.way("Main Street", start, end)
    return " ".join(map(str, found)) if found else None


@pytest.mark.parametrize(
    ("rows", "start", "end", "stops"),
    [
        ([("A", "B"), ("B", "C"), ("C", "D")], "A", "D", "A B C D"),
        ([("A", "B"), ("B", "C"), ("C", "D")], "D", "B", "D C B"),
        ([("C", "D"), ("A", "B"), ("B", "C"), ("B", "A")], "A", "C", "A B C"),
        ([("A", "B"), ("C", "D")], "A", "D", None),
        ([("A", "B"), ("B", "C")], "A", "X", None),
        ([("A", "B"), ("B", "C"), ("C", "A")], "A", "C", None),
        ([], "A", "B", None),
    ],
)
def test_the_blocks_of_the_sheet_lead_from_one_crossing_to_another(
    rows: list[tuple[str, str]], start: str, end: str, stops: str | None
) -> None:
    assert way(rows, start, end) == stops


words = st.sampled_from(
    ["N", "S", "ST", "AVE", "CTH", "5", "62nd", "THE", "END", "(S)", "St.", "1/2", "&", "B", "Mile"]
)


@given(st.text(max_size=30) | st.lists(words).map(" ".join))
def test_any_text_is_read_whatever_its_blanks(text: str) -> None:
    name = read_street(text)
    assert isinstance(name, StreetName)
    StreetNames(SHEET).street(text)
    assert read_street(f"{text}  ") == read_street(text.replace(" ", "  ")) == name


def test_every_street_new_york_publishes_reads_as_itself_in_full_form() -> None:
    with NYC.open(encoding="utf-8") as published:
        texts = {part for row in csv.DictReader(published) for part in row["Event Location"].split(",")}
    texts = {text for text in texts if ":" not in text}
    names = {read_street(side) for text in texts for half in text.split(" between ") for side in half.split(" and ")}
    assert len(names) > 300
    assert [name for name in names if read_street(str(name)) != name] == []
