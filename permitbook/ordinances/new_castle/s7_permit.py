"""New Castle, §§ 92-7 and 92-8: alternates, and what a permit states."""

from datetime import date, datetime, time

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.new_castle.law import APPLICANT, law
from permitbook.ordinances.new_castle.s1_scope import uses_street
from permitbook.ordinances.new_castle.s4_findings import hours_told
from permitbook.ordinances.shared import other_sense
from permitbook.places import Route, show_route
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, business_days, chance_within, show, show_day
from permitbook.verdict import Answer, needs

THREE = business_days(3)

# § 92-7: alternates.

law.records(
    "NC-7.1",
    "alternate_date",
    "alternate_start",
    "alternate_end",
    "alternate_route",
    "alternate_area",
    says="may authorize the assisted event to be held on a date, at a time, in a manner, or over a route or at a place "
    "of assembly different from that named by the applicant",
)
law.prints(
    "NC-7.1",
    "In denying the application, the Chief authorizes the event on the date, at the time, in the manner, over the "
    "route or at the place below.",
    on=("offer",),
    says="in denying an application for an assisted event permit may authorize the assisted event to be held",
)


@law.remarks_when("NC-7.1", says="The Town Police Chief, in denying an application")
def offered_without_denial(alternate_offered_on: date, action: str | None) -> str | None:
    """An alternate is offered in denying."""
    if action == "denied":
        return None
    return "An alternate is authorized in denying: record the denial; one letter carries both (Q-NC20)."


law.prints(
    "NC-7.2",
    "The alternate rests upon the considerations of § 92-4: it cures the grounds named above.",
    on=("offer",),
    says="based upon the considerations set forth in § 92-4",
)


def is_offered(alternate_offered_on: date | None) -> bool:
    """An alternate was offered."""
    return alternate_offered_on is not None


@law.deadline(
    "NC-7.3",
    "Accept the alternate in writing, filed with the Chief",
    who=APPLICANT,
    done="alternate_accepted_on",
    when=is_offered,
    says="shall, within three business days after notice of the action of the Town Police Chief, file a written "
    "acceptance with the Town Police Chief",
)
def accept_within_three_business_days(
    alternate_offered_on: date,
    notice_received_on: date | None,
    alternate_date: date | None,
    alternate_start: time | None,
    days: tuple[date, ...],
    start_time: time | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Limit:
    """Three business days from receipt of the letter, not past the new event; the offer's day stands in for it.

    An office may count them from the call (Q-NC19).
    """
    told = alternate_offered_on
    if notice_received_on and not other_sense(law, office, "Q-NC19"):
        told = max(told, notice_received_on)
    new_start = datetime.combine(alternate_date or days[0], alternate_start or start_time or time())
    return chance_within(told, THREE, calendar, not_after=new_start)


@law.tells(
    "NC-7.3",
    on=("offer",),
    says="An applicant desiring to accept an alternate permit shall, within three business days after notice of the "
    "action of the Town Police Chief, file a written acceptance with the Town Police Chief.",
)
def accept_by(
    alternate_offered_on: date,
    alternate_date: date | None,
    alternate_start: time | None,
    days: tuple[date, ...],
    start_time: time | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Dated:
    """How and until when an offer is accepted; the day of the offer stands in for that of its receipt."""
    limit = accept_within_three_business_days(
        alternate_offered_on, None, alternate_date, alternate_start, days, start_time, calendar, office
    )
    return Dated(
        "To accept, file a written acceptance with the Town Police Chief within three business days after receipt of "
        f"this notice: if it is received on {show_day(alternate_offered_on)}, by {show(limit.due)}.",
        limit,
    )


law.prints(
    "NC-7.4",
    "An alternate permit has the effect of an assisted event permit.",
    on=("offer",),
    says="An alternate assisted event permit shall conform to the requirements of and shall have the effect of an "
    "assisted event permit under this chapter.",
)


@law.permit_states(
    "NC-7.4",
    "Alternate permit",
    says="An alternate assisted event permit shall conform to the requirements of and shall have the effect of an "
    "assisted event permit under this chapter.",
)
def is_an_alternate(alternate_accepted_on: date | None) -> str | None:
    """Marked as an alternate, with the effect of any other permit."""
    if alternate_accepted_on is None:
        return None
    return (
        f"This is an alternate permit, accepted {show_day(alternate_accepted_on)}. It has the effect of an assisted "
        "event permit."
    )


# § 92-8: contents of the permit.


@law.permit_states("NC-8-A", "Starting and ending time", says="The starting time and ending time.")
def hours_of_the_permit(start_time: time, end_time: time) -> str:
    """From and to."""
    return hours_told(start_time, end_time)


@law.permit_states("NC-8-B.1", "Place of assembly", says="The place of any assembly")
def places_of_assembly(assembly_area: tuple[str, ...]) -> str:
    """Each place."""
    return "; ".join(assembly_area)


@law.permit_states(
    "NC-8-B.2",
    "Streets, sidewalks or shoulders, and parking lots",
    says="and the portions of the streets, sidewalks or shoulders, and parking lots to be traversed and places of "
    "assembly that may be occupied by the parade, if that is the case",
)
def portions_of_streets(venue: str | None, route: Route | None, street_portions: str | None) -> str | Answer | None:
    """The route of a parade with the portions that it may take up."""
    on_street = uses_street(venue, route)
    if on_street is None:
        return needs("venue")
    if not on_street:
        return None
    if route is None or street_portions is None:
        return needs("route" if route is None else "street_portions")
    return f"{show_route(route)}: {street_portions}"


@law.permit_states(
    "NC-8-C",
    "Maximum length",
    says="The maximum length of the parade, if that is the case, in miles or fractions thereof.",
)
def longest(venue: str | None, route: Route | None, max_length_miles: float | None) -> str | Answer | None:
    """Of a parade, in miles."""
    on_street = uses_street(venue, route)
    if on_street is None:
        return needs("venue")
    if not on_street:
        return None
    if max_length_miles is None:
        return needs("max_length_miles")
    return f"{max_length_miles:g} {'mile' if max_length_miles == 1 else 'miles'}"


@law.permit_states(
    "NC-8-D",
    "Conditions",
    says="Such other information as the Town Police Chief shall find necessary to the enforcement of this chapter.",
)
def further_information(conditions: str | None) -> str | None:
    """The conditions set, if any."""
    return conditions
