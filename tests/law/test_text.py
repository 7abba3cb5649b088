"""The code's words are the law's words, and no clause is left without what carries it out."""

import re

import pytest

from permitbook.ordinances import KEYS, clause_list, enacted_text, ordinance
from permitbook.trace import trace


def plain(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("key", KEYS)
def test_every_quoted_word_stands_in_the_enacted_text(key: str) -> None:
    law, text = ordinance(key), plain(enacted_text(key))
    strange = {
        (claim.clause, part)
        for claim in law.claims
        for part in claim.says.split(" ... ")
        if part and plain(part) not in text
    }
    assert strange == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_clause_of_the_list_is_carried_out_by_something(key: str) -> None:
    law = ordinance(key)
    ids = {id for id in clause_list() if id.startswith(f"{law.prefix}-")}
    assert ids - {claim.clause for claim in law.claims} == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_claim_names_a_clause_of_the_list(key: str) -> None:
    assert {claim.clause for claim in ordinance(key).claims} - set(clause_list()) == set()


def test_the_list_has_350_clauses_and_all_are_traced() -> None:
    assert len(clause_list()) == 350
    assert len([each for each in trace() if each.carriers]) == 350


@pytest.mark.parametrize("key", KEYS)
def test_what_quotes_no_words_is_a_silence_or_a_practice(key: str) -> None:
    """A claim without the law's words says that the law is silent, or that the office does it by custom."""
    law = ordinance(key)
    worded = {claim.clause for claim in law.claims if claim.says}
    silent = {claim.clause for claim in law.claims if claim.carrier == "silent"}
    practice = {each.clause for each in law.recipients if each.practice}
    wordless = {claim.clause for claim in law.claims} - worded - silent - practice
    assert {id for id in wordless if "-Z." not in id} == set()


NUMBERED = re.compile(r"^\s*(\(\d+\)|[A-Z]\.)\s*$", re.MULTILINE)


@pytest.mark.parametrize(("key", "paragraphs"), [("east_troy", 47), ("freeport", 67), ("new_castle", 44)])
def test_the_texts_hold_the_paragraphs_that_were_counted_by_hand(key: str, paragraphs: int) -> None:
    assert len(NUMBERED.findall(enacted_text(key))) == paragraphs


@pytest.mark.parametrize("key", KEYS)
def test_every_lettered_or_numbered_paragraph_is_quoted_or_left_out_with_a_reason(key: str) -> None:
    law, text = ordinance(key), enacted_text(key)
    quotes = [plain(part) for claim in law.claims for part in claim.says.split(" ... ") if part]
    quotes += [plain(each) for each in law.left_out]
    pieces = [plain(piece) for piece in NUMBERED.split(text)[2::2]]
    unread = [piece[:80] for piece in pieces if piece and not any(_meets(quote, piece) for quote in quotes)]
    assert unread == []


def _meets(quote: str, piece: str) -> bool:
    return quote in piece or piece in quote
