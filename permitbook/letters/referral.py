"""The application as it was given, for those who get a copy of it; what they are asked, and by when."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.contents import UNTOLD, Item, headings
from permitbook.letters.dates import decisions
from permitbook.letters.spoken import in_words, long_day
from permitbook.verdict import Verdict
from permitbook.workbook.layout import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from permitbook.letters.contents import Matter

_FIRST_OF_THE_OFFICE = "Papers and Costs"
"""The section of the log with which the office's own records begin."""
_ALSO_GIVEN = ("structures", "on_state_highway")
_MOST_DAYS = 5


class Question(Struct, frozen=True):
    """What the official must determine."""

    cite: str
    text: str


class Section(Struct, frozen=True):
    """Facts that belong together."""

    name: str
    items: tuple[Item, ...]


def application_as_given(matter: Matter) -> tuple[Section, ...]:
    """The facts of the application as it was logged, by sections; what is blank is left out."""
    made = (Section(name, tuple(_items(matter, keys))) for name, keys in _given(matter))
    return tuple(each for each in made if each.items)


def _given(matter: Matter) -> Iterator[tuple[str, tuple[str, ...]]]:
    for each in sections(matter.law)[1:]:
        if each.name == _FIRST_OF_THE_OFFICE:
            break
        titled = ("event_name",) if each.name == "Event" else ()
        yield each.name, (*titled, *(column.key for column in each.columns))
    yield "Also", _ALSO_GIVEN


def given_facts(matter: Matter) -> frozenset[str]:
    """The facts that an applicant gives, by their keys."""
    return frozenset(key for _, keys in _given(matter) for key in keys)


def _items(matter: Matter, keys: tuple[str, ...]) -> Iterator[Item]:
    for key in keys:
        column = headings()[key]
        if key in UNTOLD or matter.law.initial not in column.municipalities:
            continue
        if value := in_words(column, getattr(matter.case.logged, key)):
            yield Item(column.heading, value)


def questions_of(matter: Matter) -> tuple[Question, ...]:
    """What the official must determine of this application, whatever has been determined since."""
    return tuple(
        Question(each.cite, each.answer.question)
        for each in matter.assessment.findings
        if each.alone is Verdict.NEEDS_JUDGMENT and each.answer.question
    )


def not_given(matter: Matter) -> tuple[Item, ...]:
    """The items that the application must still set out."""
    items = (
        Item(headings()[each.field].heading, "", matter.law.cite(each.clause)) for each in matter.assessment.missing
    )
    return tuple(dict.fromkeys(items))


def reply_by(matter: Matter, asked_on: date) -> str | None:
    """Half of the open days left to the decision, at most five; a courtesy, as silence says nothing."""
    decide = [each.work_by for each in decisions(matter) if each.work_by]
    if not decide:
        return None
    day, open_days = asked_on, list[date]()
    while (day := matter.case.calendar.next_open_after(day)) <= min(decide) and len(open_days) < 2 * _MOST_DAYS:
        open_days.append(day)
    return long_day([asked_on, *open_days][len(open_days) // 2])
