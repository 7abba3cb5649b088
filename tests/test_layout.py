"""Which sheets and columns a workbook has, and what the ordinance asks for in them."""

import doctest
from types import ModuleType

import pytest

from permitbook.application import Application
from permitbook.ordinances import KEYS, clause_list, ordinance
from permitbook.schema import columns
from permitbook.workbook import build_entry, layout
from permitbook.workbook.layout import (
    COMPUTED,
    OFFICE_SHEETS,
    SHEETS,
    TODAY,
    Need,
    application_columns,
    columns_of,
    header_row,
    is_computed,
    needs,
    sections,
    sheet_columns,
    switchable,
    table_name,
)

EVERY_ORDINANCE = pytest.mark.parametrize("key", KEYS)


def test_the_sheets_stand_in_the_order_of_the_manual() -> None:
    assert (
        *("Today", "Applications", "Findings", "Deadlines", "Conflicts", "Register", "Board"),
        *("Settings", "Officials", "Fees", "Closures", "Meetings", "Streets", "Outside Events", "Readings"),
        *("Form", "Log", "Help", "xlwings.conf"),
    ) == SHEETS
    assert SHEETS[7:15] == OFFICE_SHEETS


@EVERY_ORDINANCE
def test_number_and_event_come_first_and_the_other_facts_keep_their_order(key: str) -> None:
    law = ordinance(key)
    asked = [each.key for each in columns(Application) if law.initial in each.municipalities]
    shown = [each.key for each in application_columns(law)]
    assert shown[:2] == ["application_no", "event_name"]
    assert shown[2:] == [each for each in asked if each not in shown[:2]]


@pytest.mark.parametrize(
    ("key", "has", "has_not"),
    [
        ("east_troy", {"units", "commercial_gain", "fee_paid"}, {"sworn_on", "venue", "indemnity_signed_on"}),
        ("freeport", {"sworn_on", "news_date", "police_officers"}, {"fee_paid", "insurer", "units", "marshals"}),
        ("new_castle", {"town_safety", "indemnity_signed_on", "marshals"}, {"units", "animals", "insured_per_person"}),
    ],
)
def test_a_municipality_is_asked_only_its_own_facts(key: str, has: set[str], has_not: set[str]) -> None:
    shown = {each.key for each in application_columns(ordinance(key))}
    assert has <= shown
    assert not has_not & shown


@EVERY_ORDINANCE
def test_every_fact_belongs_to_one_section(key: str) -> None:
    parts = sections(ordinance(key))
    held = [each.key for part in parts for each in part.columns]
    assert len(held) == len(set(held))
    assert [each.place for each in parts] == list(range(len(parts)))
    assert all(each.columns for each in parts)


@EVERY_ORDINANCE
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_sheet_has_one_heading_twice(key: str, sheet: str) -> None:
    headings = [each.heading.casefold() for each in columns_of(sheet, ordinance(key))]
    assert len(headings) == len(set(headings))


def test_no_computed_heading_is_that_of_a_fact() -> None:
    facts = {each.heading.casefold() for each in columns(Application)} | {each.key for each in columns(Application)}
    assert not facts & {each.heading.casefold() for each in COMPUTED}
    assert not facts & {each.key for each in COMPUTED}


def test_pages_without_a_table_have_no_columns() -> None:
    assert [each for each in SHEETS if not sheet_columns(each)] == [
        *("Applications", "Board", "Form", "Help", "xlwings.conf")
    ]
    assert sheet_columns("Today") == TODAY


def test_only_today_has_a_title_above_its_table() -> None:
    assert {each: header_row(each) for each in SHEETS if header_row(each) != 1} == {"Today": 4}
    assert table_name("Outside Events") == "tblOutsideEvents"


@pytest.mark.parametrize(
    ("sheet", "column", "computed"),
    [
        ("Applications", "status", True),
        ("Applications", "route", False),
        ("Findings", "verdict", True),
        ("Findings", "found", False),
        ("Findings", "reason", False),
        ("Register", "sent_on", False),
        ("Register", "file", True),
        ("Deadlines", "due", True),
        ("Fees", "amount", False),
        ("Log", "hash", True),
    ],
)
def test_each_column_is_written_by_the_program_or_by_the_office(sheet: str, column: str, computed: bool) -> None:
    assert is_computed(sheet, column) is computed


@pytest.mark.parametrize(
    ("key", "field", "need"),
    [
        ("east_troy", "applicant_name", Need.ALWAYS),
        ("east_troy", "participants", Need.ONE_OF),
        ("east_troy", "units", Need.ONE_OF),
        ("east_troy", "organization_address", Need.WHERE_IT_APPLIES),
        ("east_troy", "received_how", Need.WHERE_IT_APPLIES),
        ("east_troy", "chair_name", Need.ALWAYS),
        ("freeport", "chair_name", None),
        ("freeport", "animal_kinds", Need.WHERE_IT_APPLIES),
        ("new_castle", "marshal_duties", Need.WHERE_IT_APPLIES),
        ("new_castle", "participants", Need.ALWAYS),
        ("new_castle", "notes", None),
    ],
)
def test_what_the_ordinance_requires_is_known_from_its_completeness_items(
    key: str, field: str, need: Need | None
) -> None:
    assert needs(ordinance(key)).get(field) is need


@pytest.mark.parametrize(
    ("key", "clauses"), [("east_troy", ["ET-2-P"]), ("freeport", ["FP-71"]), ("new_castle", ["NC-3-D", "NC-3-E"])]
)
def test_counsel_may_switch_off_papers_but_no_finding(key: str, clauses: list[str]) -> None:
    law = ordinance(key)
    found = switchable(law)
    assert sorted(found) == clauses
    assert all(any(id.startswith(clause) for id in clause_list()) for clause in found)
    gone = [rule for rule in law.rules for clause in found if rule.clause.startswith((f"{clause}-", f"{clause}."))]
    assert all(rule.gate for rule in gone)


@pytest.mark.parametrize("module", [layout, build_entry], ids=lambda each: str(each.__name__))
def test_the_examples_in_the_docstrings_hold(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
