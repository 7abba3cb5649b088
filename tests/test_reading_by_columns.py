"""A log is read column by column, and what is plain in it by a short way; each cell and row alone says the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from permitbook import places
from permitbook.application import Application
from permitbook.consistency import TIMED, check_times, may_not_fit
from permitbook.places import Route, read_route
from permitbook.schema import Column, Kind, columns
from permitbook.values import read_value
from permitbook.workbook.records import read_facts, read_records
from permitbook.workbook.table import CellError, Raw, Row, Table

COLUMNS = {each.key: each for each in columns(Application)}
DAY, NEXT = date(2026, 9, 12), date(2026, 9, 13)


def table(heads: Sequence[str], rows: Sequence[Sequence[Raw]]) -> Table:
    """A table below headings in row 1."""
    known = {key: at for at, key in enumerate(heads, 1)}
    held = {key: [row[at] for row in rows] for at, key in enumerate(heads)}
    made = tuple(Row(at + 2, at, held) for at in range(len(rows)))
    return Table("Applications", 1, known, (), made, len(rows) + 2, ())


# Cells

RAWS: tuple[Raw, ...] = (
    *(None, "", " ", "Yes", "no", "N/A", "none", "Main St", "Main St from A St to B St", "parade", "Par ade", "x\x0by"),
    *(True, False, 1.0, 0.0, 1, 0, 2.5, -1.0, 46277.0, 61.0, 0.5, 20260912.0, 1e15, 1250.01, "$1,250", "12 people"),
    *(DAY, datetime(2026, 9, 12, 10), datetime(2026, 9, 12, 10, 0, 1), time(9), time(9, 0, 30), time(0)),
    *(timedelta(hours=26), timedelta(0), date(1900, 1, 5), "9/12/2026", "9:00 AM", "9/12/2026; 9/13/2026", "tbd"),
    *(CellError("#REF!"), CellError("="), "A; B", ";", "_x000D_", " Lot ", "FP-57-B.1", "A" * 101),
)


@settings(deadline=None)
@given(st.sampled_from(sorted(COLUMNS)), st.lists(st.sampled_from(RAWS), max_size=12), st.booleans())
@example("notes", [True, 1.0, True, 1.0, 1], False)
@example("on_official_form", [1.0, True, 0.0, False], False)
@example("assembly_area", ["n/a", "N/A"], True)
def test_a_column_says_what_each_of_its_cells_says_alone(key: str, raws: list[Raw], has_words: bool) -> None:
    words = frozenset({"n/a", "none"} if has_words else ())
    facts, problems = read_facts(table([key], [[raw] for raw in raws]), [COLUMNS[key]], blank_words=words)
    alone = [read_value(COLUMNS[key], raw, blank_words=words) for raw in raws]
    if key not in TIMED:
        told = [
            (f"A{row}", each.problem or each.note) for row, each in enumerate(alone, 2) if each.problem or each.note
        ]
        assert [(each.cell, each.message) for each in problems] == told
        values = [(type(each.value) is bool, each.value) for each in alone]
        assert [(type(fact) is bool, fact) for fact in facts.get(key, [None] * len(raws))] == values


def test_what_is_told_comes_row_by_row_and_left_to_right() -> None:
    rows = [["?", "maybe"], ["9/12/2026", "yes"], ["no day", "Yes"]]
    keys = ["event_date", "recurring"]
    _, problems = read_facts(table(keys, rows), [COLUMNS[key] for key in keys])
    assert [each.cell for each in problems] == ["A2", "B2", "A3", "A4"]


def test_a_row_becomes_a_record_that_cannot_be_changed() -> None:
    rows: list[list[Raw]] = [["FP-1", "Main St", 12.0], ["FP-2", None, None], [None, "Oak St from A St to B St", 3.0]]
    made = [each for _, each in read_records(table(["application_no", "route", "participants"], rows), Application)[0]]
    assert [each.participants for each in made] == [12, None, 3]
    assert type(made[0]) is Application and made[0].notes is None
    with pytest.raises(AttributeError):
        made[0].notes = "changed"  # type: ignore[misc]


# Times of one row

TIMES: st.SearchStrategy[Any] = st.sampled_from([None, time(0), time(9), time(10), time(20), time(23, 59)])
CELLS = st.sampled_from(RAWS)
DAYS: st.SearchStrategy[Any] = st.sampled_from([None, DAY, NEXT, date(2026, 9, 11)])
MOMENTS: st.SearchStrategy[Any] = st.sampled_from(
    [None, datetime(2026, 9, 12), datetime(2026, 9, 12, 10), datetime(2026, 9, 11, 23), datetime(2026, 9, 13, 1)]
)
FACTS = st.fixed_dictionaries(
    {
        **dict.fromkeys(("start_time", "end_time", "alternate_start", "alternate_end"), TIMES),
        **dict.fromkeys(("event_date", "alternate_date", "referred_on", "waiver_granted_on"), DAYS),
        **dict.fromkeys(("received_at", "acted_at", "issued_at"), MOMENTS),
        "more_dates": st.sampled_from([None, (NEXT,)]),
    }
)
TYPED = st.fixed_dictionaries(dict.fromkeys(("start_time", "end_time", "alternate_start", "alternate_end"), CELLS))


@settings(deadline=None, max_examples=500)
@given(st.lists(st.tuples(FACTS, TYPED), min_size=1, max_size=4))
def test_of_a_row_whose_times_need_no_second_look_there_is_nothing_to_say(
    rows: list[tuple[dict[str, Any], dict[str, Raw]]],
) -> None:
    facts = {key: [each[key] for each, _ in rows] for key in rows[0][0] if any(each[key] for each, _ in rows)}
    typed = {key: [each[key] for _, each in rows] for key in rows[0][1]}
    looked_at = may_not_fit(facts, typed, len(rows))
    for at, (values, raws) in enumerate(rows):
        assert at in looked_at or check_times(values, raws) == ()


def test_a_row_in_good_order_needs_no_second_look() -> None:
    row: dict[str, Any] = {
        "received_at": datetime(2026, 8, 1, 9),
        "referred_on": date(2026, 8, 1),
        "acted_at": datetime(2026, 8, 1, 9),
        "event_date": DAY,
        "more_dates": (NEXT,),
        "start_time": time(9),
        "end_time": time(9, 1),
    }
    columns_of = {key: [value] for key, value in row.items()}
    assert may_not_fit(columns_of, columns_of, 1) == []
    assert may_not_fit(columns_of | {"end_time": [time(9)]}, columns_of, 1) == [0]
    assert may_not_fit(columns_of | {"acted_at": [datetime(2026, 8, 1, 8, 59)]}, columns_of, 1) == [0]


# Routes

WORDS = (
    *("Main", "St", "St.", "N.", "5th", "Avenue", "12", "1/2", "O'Neil", "Côte", "Farm", "farm", "Market", "market"),
    *("from", "to", "From", "TO", "from", "to", "at", "and", "between", "bet", "Bet.", "btw", "thru", "turn", "&", "-"),
    *("corner", "The", "of", "bridge", "tbd", "n/a", "various", "see", "map", "same", "as", "be", ",", "(", ")", ":"),
    *(";", ";", "\n", "  ", "."),
)
TYPED_ROUTES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)


def outcome(text: str) -> Route | str:
    try:
        return read_route(text)
    except ValueError as why:
        return str(why)


@settings(deadline=None, max_examples=1_500)
@given(TYPED_ROUTES)
@example("Main St from Farm to Market Street")
@example("corner of Main from A to B")
@example("Main bet Oak from A to B")
@example("Bet Street from Oak to Elm; Main St ; Main St. from 5th to N. 12")
def test_a_plain_route_reads_as_by_the_rules_for_any_other(text: str) -> None:
    quick = outcome(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(places, "_plain_segment", lambda part: None)
        assert outcome(text) == quick


def test_a_street_alone_and_a_block_between_two_names_are_plain() -> None:
    for text in ("Main St.", "Main Street from W. 5th Avenue to Oak", "12 Main from A to B"):
        assert places._plain_segment(text) is not None
    for text in ("Main at Oak", "Main from A", "Main from A to B to C", "Farm from A to Farm", "Main & Oak", "tbd"):
        assert places._plain_segment(text) is None


def test_a_kind_without_a_short_way_is_read_with_care() -> None:
    column = Column("odd", "Odd", Kind.CLAUSE)
    facts, problems = read_facts(table(["odd"], [["FP–57"], ["FP-57"]]), [column])
    assert facts == {"odd": ["FP-57", "FP-57"]} and problems == []
