"""What letters are made of: the permit's statements, the grounds of a denial, who gets a copy and why.

Everything comes from the application, the officials' records and the ordinance; nothing is worded for one
municipality here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from permitbook.application import Application
from permitbook.case import Case
from permitbook.letters.spoken import in_full, lines_of, long_day
from permitbook.periods import in_words as listed
from permitbook.periods import show_time
from permitbook.places import show_route
from permitbook.schema import Column, columns
from permitbook.verdict import Answer

if TYPE_CHECKING:
    from permitbook.assessment import Assessment
    from permitbook.ordinance import Ordinance
    from permitbook.provisions import Statement
    from permitbook.tables import RegisterRow

_COUNTED = ("participants", "units", "vehicles", "animals")
UNTOLD = frozenset({"activities", "signs_and_devices", "notes"})
"""Facts that no letter prints: what an event says is nobody's business here."""


class Matter(Struct, frozen=True):
    """One application: its facts as the ordinance sees them, the assessment, and its lines in the Register.

    `offered` is what the ordinance says of the alternate as if it were the event, for an act that offers one.
    """

    case: Case
    assessment: Assessment
    register: tuple[RegisterRow, ...] = ()
    offered: Assessment | None = None

    @property
    def law(self) -> Ordinance:
        """The ordinance."""
        return self.case.law


class Item(Struct, frozen=True):
    """A label and what stands beside it; `cite` where a clause asks for it."""

    label: str
    value: str
    cite: str | None = None


class Permit(Struct, frozen=True):
    """One permit: its number, the days it is for, and what it states."""

    number: str
    days: str
    particulars: tuple[Item, ...]
    statements: tuple[Item, ...]
    conditions: tuple[str, ...]
    conditions_cite: str | None
    alternate: str | None
    """What it is marked as, where it is not for the event as applied for."""


@cache
def headings() -> Mapping[str, Column]:
    """The columns of the log by their keys."""
    return {each.key: each for each in columns(Application)}


def named(fields: tuple[str, ...]) -> str:
    """Facts by their headings, in a row."""
    return listed([headings()[each].heading for each in dict.fromkeys(fields)])


# The permit.


def day_cases(case: Case) -> tuple[Case, ...]:
    """The cases that have a permit of their own: one for each day where the ordinance asks that, else the one."""
    if not case.law.permit_each_day or len(case.days or ()) < 2:
        return (case,)
    return tuple(_on_one_day(case, day) for day in case.days or ())


def _on_one_day(case: Case, day: date) -> Case:
    one = Case(
        case.law,
        replace(case.logged, event_date=day, more_dates=None),
        case.office,
        case.as_of,
        case.determinations,
    )
    one.permit_required, one.missing, one.fee = case.permit_required, case.missing, case.fee
    return one


def permits_of(matter: Matter, numbers: tuple[str, ...]) -> tuple[Permit, ...]:
    """The permits under their numbers."""
    return tuple(_permit(case, number) for case, number in zip(day_cases(matter.case), numbers, strict=True))


def _permit(case: Case, number: str) -> Permit:
    told = [(each, each.words(case)) for each in case.law.statements]
    conditions = lines_of(case.application.conditions)
    alone = next((each for each, words in told if words and conditions and lines_of(words) == conditions), None)
    stated = tuple(
        Item(each.heading, in_full(words), case.law.cite(each.clause))
        for each, words in told
        if words and each is not alone
    )
    said = {item.label for item in stated}
    return Permit(
        number=number,
        days=days_of(case),
        particulars=tuple(item for item in particulars(case) if item.label not in said),
        statements=stated,
        conditions=conditions,
        conditions_cite=case.law.cite(alone.clause) if alone else None,
        alternate=_marked(case),
    )


def _marked(case: Case) -> str | None:
    """What a permit on an accepted alternate is marked as: one of its own, or that applied for, modified."""
    if case.logged.alternate_accepted_on is None:
        return None
    return "ALTERNATE PERMIT" if case.law.alternates_in_denying else "MODIFIED PERMIT"


def lacking(case: Case) -> Iterator[tuple[Statement, tuple[str, ...], str]]:
    """Each statement that a permit cannot make yet, the facts it waits for, and what is said of them, if anything."""
    for statement in case.law.statements:
        blank = statement.lacking(case)
        if blank:
            answer = statement.encoded.answer(case)
            yield statement, blank, answer.because if isinstance(answer, Answer) else ""


def days_of(case: Case) -> str:
    """The days of the event in full."""
    return "; ".join(long_day(day) for day in case.days or ())


def hours_of(case: Case) -> str | None:
    """From start to end, or the start alone where no end is known."""
    it = case.application
    if it.start_time is None:
        return None
    if it.end_time is None:
        return show_time(it.start_time)
    next_day = " the next day" if it.end_time <= it.start_time else ""
    return f"{show_time(it.start_time)} to {show_time(it.end_time)}{next_day}"


def particulars(case: Case) -> Iterator[Item]:
    """Who may do what, where and when, as far as it is known."""
    it = case.application
    days = "Day" if len(case.days or ()) == 1 else "Days"
    told = {
        "Permittee": it.applicant_name,
        "Organization": it.organization_name,
        "Person in charge": ", ".join(filter(None, (it.chair_name, it.chair_phone))),
        "Event": " – ".join(filter(None, (it.event_name, it.event_form))),
        days: days_of(case),
        "Assembly": _at(it.assembly_time, "; ".join(it.assembly_area or ())),
        "Start": it.starting_point,
        "Route": show_route(it.route) if it.route else None,
        "End": it.termination_point,
        "Dispersal": "; ".join(it.dispersal_area or ()),
        "Size": _size(case),
    }
    return (Item(label, value) for label, value in told.items() if value and value.strip())


def _at(hour: time | None, place: str) -> str:
    return ", ".join(filter(None, (show_time(hour) if hour else "", place)))


def _size(case: Case) -> str:
    """How many of what: `200 participants, 1 unit`."""
    counts = ((getattr(case.application, key), headings()[key]) for key in _COUNTED)
    return ", ".join(
        f"{count:,} {column.heading.lower().removesuffix('s' if count == 1 else '')}"
        for count, column in counts
        if count and case.law.initial in column.municipalities
    )
