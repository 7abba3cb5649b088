"""Freeport, §§ 155-59 and 155-60: the eleven findings, structures, equal treatment."""

from datetime import date, datetime, time, timedelta

from permitbook.docket import Conflict, Level, TimeNeighbours
from permitbook.ordinances.freeport.law import law
from permitbook.ordinances.shared import counting, many, overlap
from permitbook.places import Route
from permitbook.reckoning import show_day, show_time
from permitbook.tables import OutsideEvent
from permitbook.verdict import Answer, ask, clear, needs

# § 155-59 A: the findings.

law.note(
    "FP-59-A.0",
    "Eleven findings, each answered by the Chief or by facts; a permit issues when all are made (Q-FP10).",
    says="The Chief of Police shall issue a permit as provided for herein when ... he finds that:",
)
law.note(
    "FP-59-A.00",
    "Facts are those of the application and what the office knows: streets, outside events, other applications.",
    says="from a consideration of the application and from such other information as may otherwise be obtained",
)


def sizes(**counts: int | None) -> str:
    """The numbers that are known, in words."""
    known = [many(count, name) for name, count in counts.items() if count is not None]
    return f"{', '.join(known)}." if known else "No numbers are given yet."


def with_hours(start_time: time | None, end_time: time | None) -> str:
    """The hours, as far as they are known."""
    if start_time is None:
        return ""
    return f" From {show_time(start_time)}{f' to {show_time(end_time)}' if end_time else ''}."


@law.issue_only_if(
    "FP-59-A-1",
    says="will not substantially interrupt the safe and orderly movement of other pedestrian or vehicular traffic "
    "contiguous to its route or location",
)
def leaves_traffic_moving(
    participants: int | None,
    vehicles: int | None,
    spectators: int | None,
    street_width: str | None,
    start_time: time | None,
    end_time: time | None,
) -> Answer:
    """Traffic beside it is not substantially interrupted."""
    width = f" It takes {street_width} of the street's width." if street_width else ""
    return ask(
        "Can you find that it will not substantially interrupt safe and orderly traffic next to it?",
        sizes(participants=participants, vehicles=vehicles, spectators=spectators)
        + width
        + with_hours(start_time, end_time),
    )


@law.issue_only_if(
    "FP-59-A-2",
    says="will not require the diversion of so great a number of Village police officers ... as to prevent normal "
    "police protection of the Village",
)
def leaves_police_for_the_village(
    participants: int | None, spectators: int | None, police_officers: int | None
) -> Answer:
    """Normal police protection goes on."""
    extra = "" if police_officers is None else f" Extra officers planned: {police_officers}."
    return ask(
        "Can you find that policing it leaves the Village its normal police protection?",
        sizes(participants=participants, spectators=spectators) + extra,
    )


@law.issue_only_if(
    "FP-59-A-3",
    says="The concentration of persons, animals and vehicles at public assembly points of the parade or public "
    "assembly will not unduly interfere with proper fire and police protection of, or ambulance service to, areas "
    "contiguous to such public assembly areas.",
)
def leaves_emergency_services_free(
    participants: int | None, animals: int | None, vehicles: int | None, assembly_area: tuple[str, ...] | None
) -> Answer:
    """Fire, police and ambulance reach the areas round the assembly points."""
    at = f" Assembly at {'; '.join(assembly_area)}." if assembly_area else ""
    return ask(
        "Can you find that assembling will not unduly interfere with fire, police or ambulance service nearby?",
        sizes(participants=participants, animals=animals, vehicles=vehicles) + at,
    )


@law.issue_only_if("FP-59-A-4", says="is not reasonably likely to cause injury to persons or property")
def is_unlikely_to_injure(
    participants: int | None, animals: int | None, vehicles: int | None, structures: bool | None
) -> Answer:
    """Injury is not reasonably likely."""
    built = " Structures stand on the way." if structures else ""
    return ask(
        "Can you find that it is not reasonably likely to injure people or property? Physical facts only.",
        sizes(participants=participants, animals=animals, vehicles=vehicles) + built,
    )


@law.issue_only_if(
    "FP-59-A-5",
    says="is scheduled to move from its point of origin to its point of termination expeditiously and without "
    "unreasonable delays en route",
)
def moves_along(
    moves: bool, event_start: datetime | None, event_end: datetime | None, max_length_miles: float | None
) -> Answer:
    """It moves on without unreasonable delay; the pace is shown where length and hours are known."""
    question = "Can you find that it is scheduled to move to its end without unreasonable delay?"
    if not moves:
        return ask(question, "It stays in one place; nothing moves.")
    if event_start is None or event_end is None:
        return ask(question, "Its hours are not known yet.")
    hours = (event_end - event_start) / timedelta(hours=1)
    if max_length_miles is None:
        return ask(question, f"Scheduled for {many(hours, 'hours')}; its length is not given.")
    pace = max_length_miles / hours
    return ask(question, f"{max_length_miles:g} miles in {many(hours, 'hours')}: {pace:.1f} miles per hour.")


@law.issue_only_if(
    "FP-59-A-6",
    says="Adequate sanitation and other required health facilities are or will be made available in or adjacent to any "
    "public assembly areas.",
)
def has_sanitation(
    participants: int | None, spectators: int | None, start_time: time | None, end_time: time | None
) -> Answer:
    """Toilets and first aid are there."""
    return ask(
        "Can you find that sanitation and health facilities at the assembly areas are adequate? How many are there?",
        sizes(participants=participants, spectators=spectators) + with_hours(start_time, end_time),
    )


@law.issue_only_if(
    "FP-59-A-7",
    says="There are sufficient parking places near the site of the parade or public assembly to accommodate the number "
    "of vehicles reasonably expected.",
)
def has_parking(
    participants: int | None, spectators: int | None, vehicles: int | None, parking_near: int | None
) -> Answer:
    """Parking is enough for the vehicles reasonably expected."""
    spaces = (
        "The Streets table lists no parking along the route."
        if parking_near is None
        else f"{parking_near:,} parking spaces are listed along the route."
    )
    return ask(
        "Can you find that there is enough parking nearby for the vehicles reasonably expected?",
        f"{sizes(participants=participants, spectators=spectators, vehicles=vehicles)} {spaces}",
    )


@law.issue_only_if(
    "FP-59-A-8",
    gate="The applicant's undertaking to repay the additional police",
    says="The applicant has secured the police protection, if any, required under § 155-58.",
)
def has_secured_police(police_officers: int | None, police_cost_agreed_on: date | None) -> Answer:
    """No extra officers, or a dated undertaking to repay them (Q-FP13)."""
    if police_officers is None:
        return ask(
            "Can you find that the applicant has secured whatever additional police protection is required?",
            "Extra Officers is blank: enter 0 when none is required.",
        )
    if police_officers == 0:
        return clear("No additional police protection is required.")
    if police_cost_agreed_on is None:
        return needs(
            "police_cost_agreed_on",
            because=f"{police_officers} additional officers are required; no undertaking to repay them is dated yet.",
        )
    return clear(f"The applicant undertook on {show_day(police_cost_agreed_on)} to repay the additional police.")


@law.issue_only_if(
    "FP-59-A-9",
    judged=True,
    says="No parade or public assembly permit application for the same time and location is already granted or has "
    "been received and will be granted.",
)
def has_the_place_to_itself(
    event_date: date,
    conflicts: tuple[Conflict, ...],
    neighbours: TimeNeighbours,
    issued_elsewhere: frozenset[str],
    start_time: time | None,
    route: Route | None,
    assembly_area: tuple[str, ...] | None,
    moves: bool | None,
) -> Answer:
    """No earlier live application or issued permit is for the same time and place (Q-FP11).

    The place of a static event is its assembly area.
    """
    located = route is not None or (moves is False and assembly_area is not None)
    return overlap(
        counting(conflicts, issued_elsewhere),
        start_time=start_time,
        located=located,
        at_time=neighbours.earlier and not located,
        neighbours=neighbours,
        asks="Can you find that it is not for the same time and location as the other event {}?",
    )


@law.issue_only_if(
    "FP-59-A-10",
    says="No parade or public assembly permit application for the same time but a different location is already "
    "granted or has been received and will be granted, and the police resources required for that prior parade or "
    "public assembly are so great",
)
def leaves_police_for_another(
    event_date: date,
    conflicts: tuple[Conflict, ...],
    neighbours: TimeNeighbours,
    issued_elsewhere: frozenset[str],
    start_time: time | None,
    police_officers: int | None,
) -> Answer:
    """An earlier one at the same time and another place: the Chief weighs what police the two need together.

    One on the same street with no common block known may be at another place.
    """
    on_street = [each.with_no for each in counting(conflicts, issued_elsewhere) if each.level is Level.STREET]
    if not on_street and not neighbours.earlier:
        return clear("No earlier application or issued permit is for the same time at another place.")
    if start_time is None:
        return needs("start_time")
    others = dict.fromkeys([*on_street, *(neighbours.nearest if neighbours.earlier else ())])
    extra = "" if police_officers is None else f" Extra officers planned here: {police_officers}."
    return ask(
        "Can you find that the police both need together leave safety and welfare unharmed?",
        f"At the same time elsewhere: {', '.join(others)}.{extra}",
    )


@law.issue_only_if(
    "FP-59-A-11",
    says="No event is scheduled elsewhere in the Village of Freeport where the police resources required for that "
    "event are so great",
)
def leaves_police_for_outside_events(outside_events: tuple[OutsideEvent, ...], police_officers: int | None) -> Answer:
    """A known event of the Outside Events table at the same time: the Chief weighs its need of police (Q-FP12)."""
    if not outside_events:
        return clear("No outside event is listed for the same time.")
    named = "; ".join(
        f"{each.name or 'an event'}{f' ({each.officers} officers)' if each.officers is not None else ''}"
        for each in outside_events
    )
    extra = "" if police_officers is None else f" Extra officers planned here: {police_officers}."
    return ask(
        "Can you find that the police the other event needs leave safety and welfare unharmed?",
        f"At the same time: {named}.{extra}",
    )


# § 155-59 B: structures.


@law.before_issue(
    "FP-59-B",
    gate="The Board of Trustees' advance approval of the structures; a permit without the structure may issue now",
    says="No permit shall be granted that allows for the erection or placement of any structure, whether permanent or "
    "temporary, on a Village street, sidewalk or right-of-way unless advance approval",
)
def structures_not_approved(structures: bool, structures_approved_on: date | None) -> Answer:
    """Structures on the way wait for the Board; without them nothing does."""
    if not structures:
        return clear("No structure stands on a street, sidewalk or right-of-way.")
    if structures_approved_on is None:
        return needs(
            "structures_approved_on", because="The Board of Trustees' approval of the structures is not recorded."
        )
    return clear(f"The Board of Trustees approved the structures on {show_day(structures_approved_on)}.")


# § 155-60: equal treatment.

law.note(
    "FP-60.1",
    "The same facts get the same assessment, whoever asks.",
    says="shall uniformly consider each application upon its merits",
)
law.note(
    "FP-60.2",
    "No rule reads a name, an organization, a title or a message.",
    says="shall not discriminate in granting or denying permits under this article based upon political, religious, "
    "ethnic, race, disability, sexual orientation or gender-related grounds",
)
