"""New Castle, § 92-4: consultation, and the nine findings that stand in the way of a permit."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta

from permitbook.calendars import OfficeCalendar
from permitbook.docket import Conflict, TimeNeighbours
from permitbook.office import Office
from permitbook.ordinances.new_castle.law import ADMINISTRATOR, CHIEF, STREET, WORKS, law
from permitbook.ordinances.new_castle.s1_scope import uses_street
from permitbook.ordinances.new_castle.s3_filing import first_day_to_file
from permitbook.ordinances.shared import as_day, counting, many, other_sense, overlap
from permitbook.places import Route, show_route
from permitbook.reckoning import Limit, business_days, duty_within, show, show_day, show_time
from permitbook.sun import Daylight, daylight
from permitbook.verdict import Answer, ask, clear, needs, not_applicable

THREE = business_days(3)

# § 92-4: consultation.

law.copy(
    "NC-4.0.1",
    ADMINISTRATOR,
    of="application",
    says="The Town Police Chief, after consultation with the Town Administrator",
)
law.copy(
    "NC-4.0.2",
    WORKS,
    of="application",
    says="and with any other Town employee or official the Police Chief believes appropriate",
)


@law.before_issue(
    "NC-4.0.1",
    gate="The Town Administrator is consulted",
    says="The Town Police Chief, after consultation with the Town Administrator ... shall issue",
)
def not_consulted(referred_on: date) -> Answer:
    """The Administrator was consulted."""
    return clear(f"The Administrator was consulted {show_day(referred_on)}.")


def decision_limit(received_on: date, event_days: tuple[date, ...] | None, calendar: OfficeCalendar) -> Limit:
    """Three business days after filing; an early application counts as filed on the first day allowed.

    Where they run past the event, as a late application's do, the office works to the last open day before it.
    """
    if event_days is None:
        return duty_within(received_on, THREE, calendar)
    first = as_day(first_day_to_file(event_days[0], calendar).on)
    limit = duty_within(max(received_on, first), THREE, calendar, work_from=received_on)
    return before_the_event(limit, received_on, event_days[0], calendar)


def before_the_event(limit: Limit, received_on: date, event_day: date, calendar: OfficeCalendar) -> Limit:
    """The same limit, worked to on an open day before the event, or on the day of receipt if there is none.

    No other way of counting carries it past the event.
    """
    due, outer, work_by = as_day(limit.due), as_day(limit.outer), limit.work_by
    if work_by is None or (work_by < event_day and outer <= event_day):
        return limit
    if work_by >= event_day:
        work_by = min(work_by, max(received_on, calendar.open_on_or_before(event_day - timedelta(days=1))))

    def account(it: Limit) -> Iterator[str]:
        yield from limit.steps
        if work_by != limit.work_by:
            yield f"The event is on {show_day(event_day)}: finish by {show_day(work_by)}."
        if it.outer != limit.outer:
            yield f"No way of counting carries it past the event: the outer limit is {show(it.outer)}."

    return Limit(due, work_by, max(due, min(outer, event_day)), limit.provisional, account)


@law.deadline(
    "NC-4.0.1",
    "Consult the Town Administrator before deciding",
    who=CHIEF,
    done="referred_on",
    says="after consultation with the Town Administrator",
)
def consult_first(received_on: date, days_applied_for: tuple[date, ...] | None, calendar: OfficeCalendar) -> Limit:
    """By the day of the decision."""
    return decision_limit(received_on, days_applied_for, calendar)


law.prints(
    "NC-4.0.3",
    "The Chief shall issue the permit unless he or she finds one of the nine grounds, A to I, of § 92-4.",
    on=("referral",),
    says="shall issue an assisted event permit as provided for hereunder unless, from a consideration of the "
    "application and from such other information as may otherwise be obtained, he or she finds that:",
)
law.prints(
    "NC-4.0.4",
    "Say from where each fact comes: the application, or other information, which you name.",
    on=("referral",),
    says="from a consideration of the application and from such other information as may otherwise be obtained",
)

# § 92-4 A to I: the nine findings.


def scale(participants: int | None, spectators: int | None, vehicles: int | None) -> str:
    """How many are expected."""
    counted = ((participants, "participants"), (spectators, "spectators"), (vehicles, "vehicles"))
    return f"{', '.join(many(number, of) for number, of in counted if number is not None)}."


def parade_only(venue: str | None, route: Route | None) -> Answer | None:
    """What is said of an assembly; None of a parade."""
    on_street = uses_street(venue, route)
    if on_street is None:
        return needs("venue")
    return None if on_street else not_applicable("An assembly, not a parade.")


@law.issue_unless(
    "NC-4-A",
    says="reasonably likely to substantially interrupt the safe and orderly movement of traffic, both vehicular and "
    "pedestrian, contiguous to its route or area of assembly",
)
def interrupts_traffic(participants: int, spectators: int | None, vehicles: int | None) -> Answer:
    """Traffic beside it, on wheels or on foot."""
    return ask(
        "Is it reasonably likely to substantially interrupt safe and orderly traffic next to its route or area?",
        scale(participants, spectators, vehicles),
    )


@law.issue_unless(
    "NC-4-B",
    says="The concentration of persons and vehicles at the assisted event is reasonably likely to divert or interfere "
    "unduly with proper fire protection, police protection, or ambulance services in the Town.",
)
def strains_protection(participants: int, spectators: int | None, vehicles: int | None) -> Answer:
    """Fire, police and ambulance services for the rest of the Town."""
    return ask(
        "Is the concentration of persons and vehicles reasonably likely to divert or unduly hinder fire, police or "
        "ambulance services?",
        scale(participants, spectators, vehicles),
    )


@law.issue_unless(
    "NC-4-C",
    says="The conduct of the assisted event is reasonably likely to interfere with the movement of fire-fighting "
    "equipment, ambulance, or other emergency services en route to a fire or other emergency.",
)
def blocks_emergency_services(route: Route | None, assembly_area: tuple[str, ...] | None) -> Answer:
    """Emergency equipment on its way."""
    return ask(
        "Is it reasonably likely to interfere with emergency equipment on its way?",
        lambda: f"Route: {show_route(route)}." if route else f"Place: {'; '.join(assembly_area or ('not given',))}.",
    )


def meets(
    conflicts: Sequence[Conflict],
    neighbours: TimeNeighbours,
    start_time: time | None,
    located: bool,
    unlocated: str,
    at_time: bool,
) -> Answer:
    """The overlap with events that count, where the place is known."""
    if at_time and not conflicts and start_time is not None and not located:
        return needs(unlocated)
    return overlap(conflicts, start_time=start_time, located=located, at_time=at_time, neighbours=neighbours)


@law.issue_unless(
    "NC-4-D.1",
    judged=True,
    says="The assisted event will interfere or conflict with any other assisted event for which a permit has been "
    "issued",
)
def conflicts_with_permit(
    days: tuple[date, ...],
    start_time: time | None,
    venue: str | None,
    route: Route | None,
    assembly_area: tuple[str, ...] | None,
    conflicts: Sequence[Conflict],
    neighbours: TimeNeighbours,
    granted_elsewhere: frozenset[str],
    issued_elsewhere: frozenset[str],
) -> Answer:
    """Meets an event whose permit is issued, or was granted to an earlier applicant."""
    permitted = granted_elsewhere | issued_elsewhere
    theirs = [each for each in counting(conflicts, issued_elsewhere) if each.with_no in permitted]
    located, unlocated = bool(route or assembly_area), place_item(venue)
    return meets(theirs, neighbours, start_time, located, unlocated, neighbours.granted_before)


@law.issue_unless("NC-4-D.2", judged=True, says="or an application has been made")
def conflicts_with_application(
    days: tuple[date, ...],
    start_time: time | None,
    venue: str | None,
    route: Route | None,
    assembly_area: tuple[str, ...] | None,
    conflicts: Sequence[Conflict],
    neighbours: TimeNeighbours,
    granted_elsewhere: frozenset[str],
    issued_elsewhere: frozenset[str],
) -> Answer:
    """Meets an event that was applied for earlier and is undecided."""
    permitted = granted_elsewhere | issued_elsewhere
    theirs = [each for each in counting(conflicts, issued_elsewhere) if each.with_no not in permitted]
    located, unlocated = bool(route or assembly_area), place_item(venue)
    return meets(theirs, neighbours, start_time, located, unlocated, neighbours.pending_before)


def place_item(venue: str | None) -> str:
    """The fact that says where it is."""
    return "assembly_area" if venue is not None and venue != STREET else "route"


@law.issue_unless(
    "NC-4-E",
    says="The parade, if that is the case, is not scheduled to move from its point of origin to its point of "
    "termination without unreasonable delays en route.",
)
def delays_on_the_way(
    venue: str | None,
    route: Route | None,
    event_start: datetime | None,
    event_end: datetime | None,
    max_length_miles: float | None,
) -> Answer:
    """The schedule of a parade; the double negative is read as one (Q-NC15)."""
    return parade_only(venue, route) or ask(
        "Would its schedule cause unreasonable delay on the way?", schedule(event_start, event_end, max_length_miles)
    )


def schedule(start: datetime | None, end: datetime | None, miles: float | None) -> str:
    """The hours, with the pace where the length is known."""
    if start is None or end is None:
        return "Its hours are not given."
    told = f"{show_time(start.time())} to {show_time(end.time())}"
    if miles is None:
        return f"{told}."
    return f"{told}; {miles:g} miles, {miles / ((end - start) / timedelta(hours=1)):.1f} miles an hour."


@law.issue_unless(
    "NC-4-F",
    says="The proposed route of the parade, if that is the case, will not permit necessary police coverage without "
    "unduly interfering with the normal duties of the Town Police Department or placing an unreasonable burden upon "
    "the Police Department.",
)
def hard_to_police(venue: str | None, route: Route | None) -> Answer:
    """Posts along the route of a parade against the officers there are."""
    return parade_only(venue, route) or ask(
        "Can the route not be policed without unduly interfering with normal duties or an unreasonable burden? State "
        "the posts needed and the officers there are.",
        lambda: f"Route: {show_route(route)}." if route else "The route is not given.",
    )


@law.issue_unless("NC-4-G", says="The assisted event is reasonably likely to cause injury to persons or property.")
def likely_to_injure(event_form: str | None, participants: int | None, marshals: int | None) -> Answer:
    """Physical facts only."""
    helped = "marshals not stated" if marshals is None else many(marshals, "marshals")
    return ask(
        "Is it reasonably likely to cause injury to persons or property? Physical facts only, never the message or "
        "others' reaction to it.",
        f"{(event_form or 'form not given').capitalize()}, {participants or 'unknown'} participants, {helped}.",
    )


@law.issue_unless(
    "NC-4-H",
    says="Parking places sufficient to accommodate the number of vehicles reasonably expected are not available near "
    "the site of the assisted event.",
)
def too_little_parking(vehicles: int, parking_near: int | None) -> Answer:
    """Vehicles against the spaces that the Streets table lists."""
    spaces = "no spaces are listed near it" if parking_near is None else f"{parking_near} spaces are listed near it"
    return ask(
        "Are there too few parking places near it for the vehicles reasonably expected?",
        f"{vehicles} vehicles take part; {spaces}.",
    )


@law.issue_unless(
    "NC-4-I.1",
    says="The assisted event will be conducted after nightfall",
    also={
        "NC-4-I.2": "unless the Town Chief of Police also finds that the assisted event will be conducted at a time, "
        "at a place, and in a manner that will not interfere with the reasonable peace and comfort of the Town's "
        "residents and will minimize risks that are particular to a nighttime assembly or parade, as the case may be."
    },
)
def after_nightfall(days: tuple[date, ...], start_time: time, end_time: time | None, office: Office) -> Answer:
    """Any scheduled minute between sunset and sunrise; the Chief then makes both findings, or finds nightfall."""

    def told() -> str:
        hours = hours_told(start_time, end_time)
        return " ".join(f"{show_day(day)}: {hours}; {light_told(day, office)}" for day in days)

    if any(is_in_the_dark(day, start_time, end_time, office) for day in days):
        return ask(
            "Is it after nightfall, and can you not find that time, place and manner leave the residents' peace and "
            "comfort and minimize the risks of the night? Answer no when both findings are made, and record them.",
            told,
        )
    return needs("end_time") if end_time is None else clear(told)


def light_of(day: date, office: Office) -> Daylight:
    """Sunrise, sunset and dusk at the Town."""
    north, east = office.settings.latitude, office.settings.longitude
    return daylight(day, law.latitude if north is None else north, law.longitude if east is None else east, law.zone)


def is_in_the_dark(day: date, start_time: time, end_time: time | None, office: Office) -> bool:
    """A minute of it lies before sunrise or after sunset; a day without either is for the Chief.

    An office may read nightfall as civil dusk (Q-NC14).
    """
    light = light_of(day, office)
    nightfall = light.dusk if other_sense(law, office, "Q-NC14") else light.sunset
    start = datetime.combine(day, start_time)
    end = start + timedelta(minutes=1) if end_time is None else datetime.combine(day, end_time)
    end += timedelta(days=end <= start)
    return light.sunrise is None or nightfall is None or start < light.sunrise or end > nightfall


def hours_told(start_time: time, end_time: time | None) -> str:
    """The hours of an event, with the next day where they reach it."""
    if end_time is None:
        return f"from {show_time(start_time)}"
    return f"{show_time(start_time)} to {show_time(end_time)}{' the next day' if end_time <= start_time else ''}"


def light_told(day: date, office: Office) -> str:
    """Sunrise, sunset and civil dusk in words."""
    light = light_of(day, office)
    named = (("sunrise", light.sunrise), ("sunset", light.sunset), ("civil dusk", light.dusk))
    return f"{', '.join(f'{name} {show_time(at.time())}' if at else f'no {name}' for name, at in named)}."
