"""Freeport, §§ 155-64 and 155-65: the copies of a permit, and what it states."""

from datetime import date, datetime, time
from decimal import Decimal

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.freeport.law import CHIEF, CLERK, law
from permitbook.ordinances.shared import SAFETY, SAME_DAY
from permitbook.places import Route
from permitbook.reckoning import Limit, duty_within, show_day, show_time
from permitbook.verdict import Answer, needs

# § 155-64: copies of the permit.


def is_issued(issued_at: datetime | None) -> bool:
    """The permit was issued."""
    return issued_at is not None


@law.deadline(
    "FP-64.0",
    "Send the copies of the permit",
    who=CHIEF,
    done="copies_sent_on",
    when=is_issued,
    says="Immediately upon the issuance of a parade or public assembly permit, the Chief of Police shall send a copy "
    "thereof to the following:",
)
def send_copies_same_day(issued_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of issue."""
    return duty_within(issued_at.date(), SAME_DAY, calendar)


def utilities(transit_affected: tuple[str, ...]) -> tuple[str, ...]:
    """Transit utilities with regular service on the route."""
    return transit_affected


TO = (
    "Immediately upon the issuance of a parade or public assembly permit, the Chief of Police shall send a copy "
    "thereof to the following: ... "
)
law.copy("FP-64-A", "Mayor", of="permit", says=f"{TO}The Mayor.")
law.copy("FP-64-B", "Village Attorney", of="permit", says=f"{TO}The Village Attorney.")
law.copy("FP-64-C", "Fire Chief", of="permit", says=f"{TO}The Fire Chief.")
law.copy(
    "FP-64-D",
    "Director of the Department of Public Works",
    of="permit",
    says=f"{TO}The Director of the Department of Public Works.",
)
law.copy("FP-64-E", "Postmaster", of="permit", says=f"{TO}The Postmaster.")
law.copy(
    "FP-64-F",
    "Transit utility",
    of="permit",
    each=utilities,
    says=f"{TO}The manager or responsible head of each public transportation utility, the regular routes of whose "
    "vehicles will be affected by the route of the proposed parade or public assembly.",
)
# The list leaves out the Clerk, to whom appeals are copied (Q-FP27).
law.copy("FP-64.0", CLERK, of="permit", says="", practice=True)

# § 155-65: contents of the permit.

NOTHING_MOVES = "No units move: the assembly stays in one place."


@law.permit_states("FP-65-A", "Starting and approximate ending time", says="Starting and approximate ending time.")
def hours_of_the_event(days: tuple[date, ...], start_time: time, end_time: time) -> str:
    """Each day, with the hours."""
    each = "; ".join(show_day(day) for day in days)
    next_day = " the next day" if end_time <= start_time else ""
    return f"{each}: {show_time(start_time)} to about {show_time(end_time)}{next_day}."


def speed(miles: float) -> str:
    """A speed in words."""
    return f"{miles:g} {'mile' if miles == 1 else 'miles'} per hour."


@law.permit_states("FP-65-B", "Minimum speed", says="Minimum speed of parade units.")
def slowest(moves: bool, min_speed_mph: float | None) -> str | Answer:
    """In miles per hour; a static assembly states that nothing moves."""
    if not moves:
        return NOTHING_MOVES
    return needs("min_speed_mph") if min_speed_mph is None else speed(min_speed_mph)


@law.permit_states("FP-65-C", "Maximum speed", says="Maximum speed of parade units.")
def fastest(moves: bool, min_speed_mph: float | None, max_speed_mph: float | None) -> str | Answer:
    """In miles per hour, not below the minimum; a static assembly states that nothing moves."""
    if not moves:
        return NOTHING_MOVES
    if max_speed_mph is None or (min_speed_mph is not None and max_speed_mph < min_speed_mph):
        return needs("max_speed_mph", because="The maximum speed is blank or below the minimum speed.")
    return speed(max_speed_mph)


@law.permit_states(
    "FP-65-D", "Maximum interval between units", says="Maximum interval of space to be maintained between parade units."
)
def widest_gap(moves: bool, max_interval_ft: float | None) -> str | Answer:
    """In feet; a static assembly states that nothing moves."""
    if not moves:
        return NOTHING_MOVES
    return needs("max_interval_ft") if max_interval_ft is None else f"{max_interval_ft:g} feet."


@law.permit_states(
    "FP-65-E",
    "Portions of the streets",
    says="The portions of the streets that may be occupied by the parade or public assembly.",
)
def portions(street_portions: str) -> str:
    """As the Chief sets them."""
    return street_portions


@law.remarks_when("FP-65-E", says="The portions of the streets that may be occupied by the parade or public assembly.")
def portions_of_another_route(
    alternate_accepted_on: date, alternate_route: Route, street_portions: str, route: Route
) -> str | None:
    """An alternate's route was accepted, and the portions that were set name none of its streets."""
    if any(each.street.casefold() in street_portions.casefold() for each in route):
        return None
    return (
        "Street Portions names no street of the alternate's route: enter which portions of its streets may be "
        "occupied. See that length and speeds are those of the alternate too."
    )


@law.permit_states("FP-65-F", "Maximum length", says="The maximum length of the parade in miles or fractions thereof.")
def longest(moves: bool, max_length_miles: float | None) -> str | Answer:
    """In miles, as a decimal and as a fraction; an assembly that stays in one place has no such length."""
    if max_length_miles is not None:
        return in_miles(max_length_miles)
    return needs("max_length_miles") if moves else NOTHING_MOVES


def in_miles(length: float) -> str:
    """A length in miles, with the fraction where it is one of sixteenths or simpler.

    >>> in_miles(1.25), in_miles(0.75), in_miles(2.0), in_miles(0.83)
    ('1.25 miles (1 1/4).', '0.75 miles (3/4).', '2 miles.', '0.83 miles.')
    """
    parts, into = Decimal(f"{length:g}").as_integer_ratio()
    whole, part = divmod(parts, into)
    shown = f"{length:g} mile{'' if length == 1 else 's'}"
    if part == 0 or into > 16:
        return f"{shown}."
    return f"{shown} ({f'{whole} ' if whole else ''}{part}/{into})."


@law.permit_states(
    "FP-65-G",
    "Conditions",
    says="Such other information as the Chief of Police shall find necessary to the enforcement of this article.",
)
def further_conditions(conditions: str | None) -> str | None:
    """The conditions set, if any."""
    return conditions


law.offers_conditions("FP-65-G", *SAFETY, by=(CHIEF, law.board))


@law.permit_states("FP-59-B", "Structures", says="allows for the erection or placement of any structure")
def structures_allowed(structures: bool, structures_approved_on: date | None) -> str:
    """Only what the Board approved."""
    if structures and structures_approved_on:
        return f"Only the structures approved by the Board of Trustees on {show_day(structures_approved_on)}."
    return "No structure may be erected or placed on a street, sidewalk or right-of-way."
