"""Events that come again each year, as drafts for the next: who, what and where; when and how many is asked anew.

Nothing that decides is taken over. A draft has no number, no receipt and no day, so it holds no place in the log; the
counts, papers, payments and decisions of last year are last year's, and only the applicant can say those of the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.application import Application
from permitbook.errors import NeedsUser
from permitbook.reckoning import show_day
from permitbook.texts import folded

if TYPE_CHECKING:
    from permitbook.desk import Desk, Logged

TAKEN_OVER = (
    *("applicant_name", "applicant_role", "applicant_address", "applicant_phone", "applicant_email"),
    *("sponsor_kind", "organization_name", "organization_address", "organization_phone", "organization_heads"),
    *("chair_name", "chair_address", "chair_phone", "chair_email", "chair_fax", "on_behalf_of"),
    *("event_name", "event_form", "venue", "recurring"),
    *("assembly_time", "start_time", "end_time"),
    *("assembly_area", "starting_point", "route", "termination_point", "dispersal_area", "street_width"),
)
"""The facts of a draft."""

_NTH = ("first", "second", "third", "fourth", "fifth")


class Recurring(Struct):
    """The applications that were taken over, their drafts, and what there is to say."""

    taken: list[Logged] = field(default_factory=list)
    drafts: list[Application] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def drafts_of(desk: Desk, year: int, numbers: Collection[str]) -> Recurring:
    """The applications named by number, or those that the log shows to recur, as drafts.

    An event recurs when it is marked so, or when the same applicant or organization held one of the same title in
    another year of the log; of several the last is taken. Raises NeedsUser when a number is not in the log.
    """
    found = Recurring()
    found.taken = _named(desk, numbers) if numbers else _recurring(desk, year, found)
    found.drafts = [_draft(each) for each in found.taken]
    if not found.taken:
        found.notes.append(
            "No event of the log is marked as recurring or was held in two years; name those to take over, such as "
            "--recurring " + (desk.logged[0].number if desk.logged else f"{desk.law.prefix}-{year - 1}-001") + "."
        )
    return found


def _named(desk: Desk, numbers: Iterable[str]) -> list[Logged]:
    by_number = {each.number.casefold(): each for each in desk.logged if each.is_numbered}
    wanted = list(dict.fromkeys(each.strip().casefold() for each in numbers))
    missing = [each for each in numbers if each.strip().casefold() not in by_number]
    twice = {each.number.casefold() for each in desk.set_aside}
    if shared := [each for each in missing if each.strip().casefold() in twice]:
        raise NeedsUser(f"The number {', '.join(shared)} stands twice in the log; give each its own. Nothing was made.")
    if missing:
        raise NeedsUser(f"There is no application {', '.join(missing)} in the log; nothing was made.")
    return [by_number[each] for each in wanted]


def _recurring(desk: Desk, year: int, found: Recurring) -> list[Logged]:
    events: dict[tuple[str, str], list[Logged]] = defaultdict(list)
    for each in desk.logged:
        it = each.application
        if it.event_name and (who := it.organization_name or it.applicant_name):
            events[folded(who), folded(it.event_name)].append(each)
        elif it.recurring:
            events[each.number, ""].append(each)
    taken = []
    for held in events.values():
        years = {_day(each).year for each in held if _day(each) > date.min}
        if not any(each.application.recurring for each in held) and len(years) < 2:
            continue
        last = max(held, key=lambda each: (_day(each), each.row))
        if _day(last).year >= year:
            found.notes.append(
                f"{last.application.event_name} of {_day(last).year} is in the log already ({last.number})."
            )
        else:
            taken.append(last)
    return sorted(taken, key=lambda each: each.row)


def _day(logged: Logged) -> date:
    """The first day of an event; one without is before all."""
    return logged.application.event_date or date.min


def _draft(logged: Logged) -> Application:
    facts = {key: getattr(logged.application, key) for key in TAKEN_OVER}
    return Application(**facts, notes=_note(logged))


def _note(logged: Logged) -> str:
    day = logged.application.event_date
    when = f" It was held on {show_day(day)}, the {_nth_weekday(day)}." if day else ""
    return (
        f"Draft from {logged.number}, not an application yet.{when} When the applicant files, go over every entry, "
        "enter Received and Event Date, and delete this note."
    )


def _nth_weekday(day: date) -> str:
    """A day as people remember it: `first Saturday of July`."""
    return f"{_NTH[(day.day - 1) // 7]} {day:%A} of {day:%B}"
