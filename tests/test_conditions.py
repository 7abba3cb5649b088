"""Conditions to pick from: for safety alone, each with its source, never more than an offer."""

import re
from pathlib import Path

import pytest

from permitbook.ordinances import KEYS, ordinance
from permitbook.ordinances.new_castle.s9_conduct import set_by_nobody
from permitbook.ordinances.shared import SAFETY
from permitbook.workbook.layout import application_columns
from tests.later_books import do, granted_book, number
from tests.letter_books import NEW_CASTLE, NOW
from tests.made_book import offered, opened, sheet_of, validation_of
from tests.test_letters import text

SOURCES = {
    "east_troy": ("Village Clerk", "Chief of Police"),
    "freeport": ("Chief of Police", "Board of Trustees"),
    "new_castle": ("Chief of Police", "Town Board"),
}


@pytest.mark.parametrize("key", KEYS)
def test_each_condition_says_who_sets_it_and_each_may_be_set_by_either(key: str) -> None:
    listed = ordinance(key).conditions
    assert listed == [f"{each} ({who})" for each in SAFETY for who in SOURCES[key]]
    assert len(set(listed)) == len(listed)


def test_conditions_are_of_streets_vehicles_and_safety_and_of_nothing_that_is_said() -> None:
    said = r"sign|banner|message|slogan|speech|chant|purpose|organi[sz]ation|sponsor|religi|politic|crowd|protest|noise"
    assert not [each for each in SAFETY if re.search(said, each, re.IGNORECASE)]
    assert not [each for each in SAFETY if re.search(r"insur|indemn|fee|pay|cost|deposit", each, re.IGNORECASE)]


@pytest.mark.parametrize("key", KEYS)
def test_the_log_offers_them_and_takes_any_other_words_without_asking(key: str) -> None:
    law, book = ordinance(key), opened(key)
    place = next(n for n, each in enumerate(application_columns(law), 1) if each.key == "conditions")
    check = validation_of(sheet_of(key, "Applications"), place, 2)
    assert check is not None
    assert check.type == "list"
    assert not check.showErrorMessage
    assert offered(book, check) == tuple(law.conditions)


def test_a_permit_prints_the_conditions_as_they_were_typed(tmp_path: Path) -> None:
    typed = f"{ordinance(NEW_CASTLE).conditions[0]}\nKeep to the shoulder – 4 ft (Town Board)"
    acted = do(granted_book(tmp_path, NEW_CASTLE, conditions=typed), "issue", number(NEW_CASTLE), NOW[NEW_CASTLE])
    made = acted.outcomes[0].made
    assert made is not None
    first, second = typed.split("\n")
    assert f"Conditions (§ 92-8D)\n1.\t{first}\n2.\t{second}\n" in text(made.documents[0].content)


@pytest.mark.parametrize(
    ("conditions", "told"),
    [
        ("Keep left (Chief of Police)\nKeep calm (Town Board)", None),
        ("Keep left (Chief of Police)\n\nKeep calm", "Condition 2 does not say who set it: "),
        ("Keep left\nKeep calm", "Conditions 1, 2 do not say who set it: "),
    ],
)
def test_new_castle_is_told_which_condition_names_nobody(conditions: str, told: str | None) -> None:
    note = set_by_nobody(conditions)
    assert note == (told and f"{told}add (Chief of Police) or (Town Board).")
