"""East Troy, section 2 F: grounds on which the Clerk may deny."""

from datetime import date, datetime, time, timedelta

from permitbook.calendars import OfficeCalendar
from permitbook.docket import Slot, slots_of
from permitbook.office import is_workday
from permitbook.ordinances.east_troy.law import law
from permitbook.ordinances.shared import many
from permitbook.reckoning import show_day, show_time
from permitbook.tables import Street
from permitbook.verdict import Answer, ask, clear, proved, proved_if

NINE_EVENING, NINE_MORNING = time(21), time(9)

law.note("ET-2-F.0", "These grounds allow a denial and do not demand it.", says="The application may be denied:")


@law.may_deny(
    "ET-2-F-1",
    says="held on a workday during hours when, and at places where, in addition to the proposed usage, the flow of "
    "vehicular traffic is usually delayed by its own volume",
)
def slow_traffic(
    days: tuple[date, ...],
    start_time: time,
    end_time: time | None,
    peak_streets: tuple[Street, ...],
    calendar: OfficeCalendar,
) -> Answer:
    """On a workday, on a listed street, within its slow hours: the official finds whether traffic is delayed."""
    held = [(day, slot) for slot in slots_of(days, None, start_time, end_time) for day in days_of(slot)]
    on_workdays = [(day, slot) for day, slot in held if is_workday(day, calendar)]
    if not on_workdays:
        return clear(f"{show_day(days[0])} is no workday." if len(days) == 1 else "None of its days is a workday.")
    slow = [(day, each) for day, slot in on_workdays for each in peak_streets if is_slow(each, day, slot)]
    if not slow:
        return clear("No street of the route is listed as slow by its own traffic at these hours.")
    listed = "; ".join(dict.fromkeys(slow_hours(each) for _, each in slow))
    return ask(
        "Is traffic usually delayed by its own volume there, at that hour?",
        f"{show_day(slow[0][0])} is a workday. Slow hours: {listed}.",
    )


def days_of(slot: Slot) -> list[date]:
    """Each calendar day on which some minute of it lies."""
    first, last = slot.start.date(), (slot.end - timedelta(minutes=1)).date()
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def is_slow(street: Street, day: date, slot: Slot) -> bool:
    """The event is held at some minute of the street's slow hours that day."""
    if street.peak_from is None or street.peak_to is None:
        return False
    return slot.start < datetime.combine(day, street.peak_to) and datetime.combine(day, street.peak_from) < slot.end


def slow_hours(street: Street) -> str:
    """A street with its slow hours."""
    hours = " to ".join(show_time(at) for at in (street.peak_from, street.peak_to) if at)
    return f"{street.street} {hours}"


@law.may_deny("ET-2-F-2", says="commenced between the hours of 9:00 p.m. and 9:00 a.m.")
def night_start(start_time: time) -> Answer:
    """Begins strictly between 9:00 p.m. and 9:00 a.m.; on the stroke of either, the Clerk decides."""
    told = f"It starts at {show_time(start_time)}."
    if start_time in (NINE_EVENING, NINE_MORNING):
        return ask("Is a start on the stroke of the hour between nine and nine?", told)
    return proved_if(start_time > NINE_EVENING or start_time < NINE_MORNING, told)


@law.may_deny(
    "ET-2-F-3",
    says="If sufficient usage marshals are not provided as to reasonably assure the orderly conduct of the usage.",
)
def too_few_marshals(marshals: int, participants: int | None, units: int | None) -> Answer:
    """The Clerk, not a ratio, decides how many marshals are enough."""
    return ask(
        "Are the marshals too few to reasonably assure order?",
        f"{many(marshals, 'marshals')}, {size(participants, units)}.",
    )


def size(participants: int | None, units: int | None) -> str:
    """How many take part, as far as it is known."""
    counted = ((participants, "participants"), (units, "units"))
    return ", ".join(many(number, of) for number, of in counted if number is not None) or "size unknown"


@law.may_deny("ET-2-F-4", says="involves a street or highway under construction or detour route")
def street_works(closed_streets: tuple[Street, ...]) -> Answer:
    """A street of the route is listed as closed on a day of the event."""
    names = "; ".join(dict.fromkeys(each.street or "" for each in closed_streets))
    if not names:
        return clear("No street of the route is listed as under construction or a detour then.")
    return proved(f"Under construction or a detour then: {names}.")
