"""New Castle, §§ 92-1 and 92-2: the words, a permit for each day, and what the chapter leaves alone."""

from datetime import date

from permitbook.application import Application
from permitbook.ordinances.new_castle.law import PRIVATE, STREET, law
from permitbook.places import Route
from permitbook.reckoning import show_day
from permitbook.schema import headings
from permitbook.verdict import Truth, both, negate

GOVERNMENT_OR_SCHOOL = frozenset(
    {"school", "the municipality", "county", "state agency", "federal agency", "other government"}
)
HEADINGS = headings(Application)
OF_VEHICLES = frozenset({"vehicle procession", "motorcade", "funeral procession", "military convoy"})

# § 92-1: definitions.


def uses_street(venue: str | None, route: Route | None) -> Truth:
    """Some of it is on a street, sidewalk or parking lot; a route is one of streets."""
    if venue == PRIVATE:
        return False
    return True if route else None if venue is None else venue == STREET


def is_assembly(venue: str | None, route: Route | None) -> Truth:
    """None of it is on a street, sidewalk or parking lot."""
    return negate(uses_street(venue, route))


def more_than(number: int, people: int | None) -> Truth:
    """More people than the number."""
    return None if people is None else people > number


@law.reaches(
    "NC-1-ASSEMBLY.a",
    says="Any meeting, demonstration, rally, or gathering of any kind of more than 50 people",
    also={
        "NC-1-ASSEMBLY.b": "for a common purpose as a result of prior planning",
        "NC-1-ASSEMBLY.c": "and in or on public property for which the Town has primary responsibility for public "
        "safety",
        "NC-1-ASSEMBLY.d": "but not on, in, or along any street, sidewalk, or parking lot",
        "NC-2-A.1": "No person shall engage in, participate in, aid, form, or start any assisted event unless an "
        "assisted event permit has been obtained from the Town Police Chief.",
    },
)
def assembly_on_public_property(
    participants: int | None, planned: bool | None, venue: str | None, route: Route | None, town_safety: bool | None
) -> Truth:
    """Fifty-one people or more, planned, on public property in the Town's care that is no street."""
    public = None if venue is None else venue != PRIVATE
    return both(more_than(50, participants), planned, public, is_assembly(venue, route), town_safety)


law.note("NC-1-EVENT", "An assembly or a parade.", says="ASSISTED EVENT ... Any assembly or parade.")
law.note(
    "NC-1-PERMIT",
    "The permit this chapter requires.",
    says="ASSISTED EVENT PERMIT ... A permit as required by this chapter.",
)


@law.reaches(
    "NC-1-PARADE.a",
    says="Any parade, march, run, road race, walk, procession, demonstration, or gathering of any kind of more than "
    "10 people",
    also={
        "NC-1-PARADE.b": "for a common purpose as a result of prior planning",
        "NC-1-PARADE.c": "on, in, or along any street, sidewalk, or parking lot in which the Town has primary "
        "responsibility for public safety",
        "NC-2-A.1": "No person shall engage in, participate in, aid, form, or start any assisted event unless an "
        "assisted event permit has been obtained from the Town Police Chief.",
    },
)
def parade_on_street(
    participants: int | None, planned: bool | None, venue: str | None, route: Route | None, town_safety: bool | None
) -> Truth:
    """Eleven people or more, planned, with any part on a street, sidewalk or parking lot in the Town's care."""
    return both(more_than(10, participants), planned, uses_street(venue, route), town_safety)


@law.remarks_when("NC-1-PARADE.c", says="in which the Town has primary responsibility for public safety")
def whose_place_it_is(town_safety: bool | None, venue: str | None, route: Route | None) -> str | None:
    """Where the venue and the route do not agree, or the Town is said not to be responsible."""
    if venue == PRIVATE and route:
        return "The venue is private property, yet a route of streets is given: correct one of the two."
    if town_safety is False:
        return (
            "The Town is not recorded as primarily responsible for safety there: the Chief confirms it for the place; "
            "on a state parkway or in a village another authority is asked (Q-NC2)."
        )
    return None


@law.exempts(
    "NC-1-PERSON",
    says="Any person, firm, partnership, association, corporation, company, or organization of any kind, except the "
    "Town.",
)
def by_the_town(sponsor_kind: str) -> bool:
    """The Town itself is no person of this chapter."""
    return sponsor_kind == "the municipality"


law.note(
    "NC-1-SIDEWALK",
    "Any public way for people on foot, paved or not.",
    says="Any area or way set aside or open to the general public for pedestrian traffic, whether or not it is paved.",
)
law.setting("NC-1-STREET", "Streets", says="Any public street, roadway, or highway within the Town.")
law.note("NC-1-TOWN", "The Town of New Castle.", says="TOWN ... The Town of New Castle.")

# § 92-2 A: a permit for each day.

law.records(
    "NC-2-A.2",
    "event_date",
    "more_dates",
    "permit_no",
    says="An assisted event permit shall be required for each separate day during which an assisted event is "
    "conducted.",
)


@law.permit_states("NC-2-A.2", "Day", says="for each separate day during which an assisted event is conducted")
def day_of_the_permit(days: tuple[date, ...]) -> str:
    """The one day the permit is for."""
    return "; ".join(show_day(day) for day in days)


law.prints(
    "NC-2-A.2",
    "This permit is for one day. Each further day of the event has a permit of its own.",
    on=("permit",),
    says="An assisted event permit shall be required for each separate day",
)


@law.remarks_when("NC-2-A.1", says="unless an assisted event permit has been obtained from the Town Police Chief")
def what_decides_the_need(
    permit_required: bool | None,
    participants: int | None,
    planned: bool | None,
    venue: str | None,
    town_safety: bool | None,
    sponsor_kind: str | None,
    sponsor_in_capacity: bool | None,
    sponsor_runs_safety: bool | None,
    event_form: str | None,
) -> str | None:
    """Names the blanks that leave open whether a permit is needed."""
    if permit_required is not None:
        return None
    facts = {
        "participants": participants,
        "planned": planned,
        "venue": venue,
        "town_safety": town_safety,
        "sponsor_kind": sponsor_kind,
        "sponsor_in_capacity": sponsor_in_capacity,
        "sponsor_runs_safety": sponsor_runs_safety,
        "event_form": event_form,
    }
    blank = ", ".join(HEADINGS[name] for name, value in facts.items() if value is None)
    return f"Whether a permit is needed is not known while blank: {blank}."


# § 92-2 B: exceptions.


@law.exempts(
    "NC-2-B-1.a",
    says="Exceptions. This chapter shall not apply to: ... The Town and any other government or school district that "
    "has jurisdiction in the Town",
    also={
        "NC-2-B-1.b": "that is acting within the scope of its authority",
        "NC-2-B-1.c": "that assumes or has and in either case actually exercises primary responsibility for public "
        "safety in connection with the assisted event",
    },
)
def run_by_government_or_school(
    sponsor_kind: str | None, sponsor_in_capacity: bool | None, sponsor_runs_safety: bool | None
) -> Truth:
    """A government or school within its authority that itself sees to safety."""
    kind = None if sponsor_kind is None else sponsor_kind in GOVERNMENT_OR_SCHOOL
    return both(kind, sponsor_in_capacity, sponsor_runs_safety)


@law.remarks_when("NC-2-B-1.c", says="actually exercises primary responsibility for public safety")
def keep_the_statement(sponsor_kind: str, sponsor_runs_safety: bool) -> str | None:
    """A sponsor that says it sees to safety states so in writing."""
    if not sponsor_runs_safety or sponsor_kind not in GOVERNMENT_OR_SCHOOL:
        return None
    return "Keep the sponsor's written statement that it exercises primary responsibility for safety (Q-NC23)."


@law.exempts(
    "NC-2-B-2",
    says="Vehicular processions traveling in accordance with traffic regulations, signals, and controls.",
)
def cars_obeying_the_rules(event_form: str | None, obeys_traffic_rules: bool | None) -> Truth:
    """A procession of vehicles that keeps to the traffic rules; a blank claims nothing."""
    if obeys_traffic_rules is not True:
        return False
    return None if event_form is None else event_form in OF_VEHICLES


@law.exempts(
    "NC-2-B-3",
    says="Assisted events held on Town property other than streets, sidewalks, and parking lots and for which "
    "permission for use has been allowed under another provision of the Town Code.",
)
def allowed_by_another_rule(other_permission: str | None, venue: str | None, route: Route | None) -> Truth:
    """On Town property that is no street, with permission under another Town rule; a blank claims nothing."""
    if other_permission is None or other_permission.strip(" .").casefold() in ("no", "none", "n/a"):
        return False
    public = None if venue is None else venue != PRIVATE
    return both(public, is_assembly(venue, route))
