"""The sentences of the ordinance that letters carry, each with its citation and how a date in it was reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.spoken import account, in_full, quotable

if TYPE_CHECKING:
    from permitbook.case import Case
    from permitbook.ordinance import Ordinance
    from permitbook.provisions import Dated, Sentence
    from permitbook.reckoning import Limit

_FOR_THE_OFFICE = ("Outer limit", "inish by ", "as the office works", "decide at once")
"""What only steps for the office say."""


class Line(Struct, frozen=True):
    """A sentence of the ordinance with its citation, none where its words stand in no clause.

    `leads` says that others follow from it; `reckoning` how a date in it was reached.
    """

    text: str
    cite: str | None
    leads: bool
    reckoning: str | None = None


def printed(case: Case, tag: str) -> tuple[Line, ...]:
    """The sentences that a letter of a kind carries in this case, without what a reading or counsel took off."""
    return tuple(
        _line(each, words, case.law)
        for each in case.law.sentences
        if tag in each.on
        and not case.office.switched_off(each.clause)
        and _is_read_so(case, each.reading)
        and (words := each.words(case))
    )


def _line(sentence: Sentence, words: str | Dated, law: Ordinance) -> Line:
    cite, leads = law.cite(sentence.clause) if sentence.says else None, sentence.clause.endswith(".0")
    if isinstance(words, str):
        return Line(in_full(words), cite, leads)
    return Line(in_full(words.text), cite, leads, reckoned(words.limit, law))


def reckoned(limit: Limit, law: Ordinance) -> str:
    """How a date was reached, as a letter says it: by the safe day alone, without the office's own steps."""
    told: list[str] = []
    for step in limit.steps:
        reached = any(each.startswith("Reach ") for each in told)
        is_counting = step.startswith(("Count ", "Leave out ", "Skip ", "Reach "))
        if not (reached and is_counting) and not any(words in step for words in _FOR_THE_OFFICE):
            told.append(step)
    return account(" ".join(told), law.prefix)


def _is_read_so(case: Case, reading: str | None) -> bool:
    if reading is None:
        return True
    known = case.law.readings[reading]
    return case.office.taken(reading, known.taken) not in known.others


def points_below(line: Line) -> bool:
    """The sentence speaks of what stands below it, so it must stand above."""
    return " below" in line.text


def says_of(law: Ordinance, clause: str, carrier: str) -> str:
    """The law's own words behind a clause, as one of its carriers quotes them."""
    return quotable(next((each.says for each in law.claims if (each.clause, each.carrier) == (clause, carrier)), ""))
