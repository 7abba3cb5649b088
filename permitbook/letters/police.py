"""The notice that additional police protection is necessary, with an estimate and the undertaking to repay it."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from permitbook.letters.contents import Item, days_of, hours_of, particulars
from permitbook.letters.dates import finish_by
from permitbook.letters.intake import addressed
from permitbook.ordinances.shared import many
from permitbook.places import show_route
from permitbook.standing import NOT_LIVE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from permitbook.case import Case
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

POLICE_MEANINGS = {
    "rests_on": "the facts on which the need for police was decided, each with label and value",
    "estimate": "how many officers, and what their hours come to at the published rate, each with label and value",
    "until": "the day by which the undertaking is asked; blank when that is at once",
}


def police_names(letter: Letter) -> Mapping[str, object]:
    """What a police-cost notice prints beside what every letter may."""
    matter = letter.matter
    return {
        "rests_on": tuple(_rests_on(matter)),
        "estimate": _estimate(matter),
        "until": finish_by(matter),
    }


def against_police(matter: Matter) -> Iterator[str]:
    """Why no notice of police costs may be sent."""
    it, law = matter.case.logged, matter.law
    if not any("police" in each.on for each in law.sentences):
        yield f"The ordinance of the {law.municipality} asks no applicant to pay for police."
        return
    if matter.assessment.status in NOT_LIVE:
        yield f"The application is {matter.assessment.status.value}: no police are needed for it."
    if it.police_officers is None:
        yield f"Extra Officers must be filled in: the {law.official} decides how many are necessary."
    elif it.police_officers == 0:
        yield "Extra Officers is 0: no additional police protection is necessary."
    if it.police_hours is None:
        yield "Extra Police Hours must be filled in: the estimate is made of them."
    if not matter.case.office.settings.police_rate:
        yield "The setting police_rate must be filled in: the estimate uses the published rate."
    yield from addressed(matter, "notice")


def notes_on_police(matter: Matter) -> Iterator[str]:
    """The undertaking may be there already."""
    if matter.case.logged.police_cost_agreed_on:
        yield "The undertaking is dated already."


def _rests_on(matter: Matter) -> Iterator[Item]:
    """The facts of § 155-58, and no others."""
    case, it = matter.case, matter.case.application
    size = next((each.value for each in particulars(case) if each.label == "Size"), "")
    told = {
        "Size": "; ".join(filter(None, (size, f"{it.spectators:,} spectators" if it.spectators else ""))),
        "Date, time, duration": ", ".join(filter(None, (days_of(case), hours_of(case), _lasting(case)))),
        "Location": "; ".join(it.assembly_area or ()),
        "Streets and intersections": show_route(it.route) if it.route else "",
        "Width of the street used": it.street_width or "",
    }
    return (Item(label, value) for label, value in told.items() if value)


def _lasting(case: Case) -> str:
    """How long it lasts, on each of its days."""
    if case.event_start is None or case.event_end is None:
        return ""
    told = many((case.event_end - case.event_start) / timedelta(hours=1), "hours")
    return told if len(case.days or ()) == 1 else f"{told} each day"


def _estimate(matter: Matter) -> tuple[Item, ...]:
    it, rate = matter.case.logged, matter.case.office.settings.police_rate
    if not it.police_hours or not rate:
        return ()
    hours, hourly = Decimal(str(it.police_hours)), Decimal(str(rate))
    told = f"{many(it.police_hours, 'officer-hours')} at the published rate of ${hourly:,.2f} an hour"
    return (
        Item("Additional officers", f"{it.police_officers}"),
        Item("Estimate", f"{told}: ${hours * hourly:,.2f}"),
    )
