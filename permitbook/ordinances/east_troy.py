"""Village of East Troy, Wisconsin: processions, parades, runs, walks, marathons, bicycle races.

In the order of the law: section 1, purpose and words; section 2, the permit. The Village Clerk must deny on the
grounds of Subsection G, may deny on those of F, and issues unless one of the four conclusions of H is drawn.
"""

from datetime import date, datetime, time
from decimal import Decimal

from permitbook.application import Application
from permitbook.assessment import FeeDue, Missing
from permitbook.calendars import OfficeCalendar
from permitbook.docket import Conflict, Slot, TimeNeighbours
from permitbook.office import Office, is_workday
from permitbook.ordinance import Ordinance
from permitbook.ordinances.shared import as_day, counting, in_time, overlap, read_common, unpaid
from permitbook.places import Route
from permitbook.reckoning import (
    Leave,
    Limit,
    chance_before,
    chance_within,
    days,
    duty_before,
    duty_hours_before,
    duty_within,
    hours_between,
    show_day,
    show_time,
)
from permitbook.schema import columns
from permitbook.tables import Street
from permitbook.verdict import Answer, Truth, any_of, ask, both, clear, needs, not_applicable, proved, proved_if

law = Ordinance(
    key="east_troy",
    municipality="Village of East Troy",
    prefix="ET",
    initial="E",
    state="WI",
    zone="America/Chicago",
    official="Village Clerk",
    section=lambda number: f"Section {number}",
    latitude=42.785,
    longitude=-88.405,
    board="Village Board",
    permit_name="Usage Permit",
)

CLERK, CHIEF, WORKS = "Village Clerk", "Chief of Police", "Director of Public Works"
LEAST_COVER = Decimal(1_000_000)
NINE_EVENING, NINE_MORNING = time(21), time(9)
HEADINGS = {each.key: each.heading for each in columns(Application)}
AGENCIES = frozenset({"federal agency", "state agency"})
EXPRESSIVE = frozenset(
    {"parade", "procession", "march", "demonstration", "rally", "meeting", "picket line", "gathering"}
)

read_common(law)
law.reading("Q-ET1", "runs, walks, marathons, bicycle races, etc.", "any number of people needs a permit", counsel=True)
law.reading(
    "Q-ET2", "sponsored by any agency of the federal or state government", "no other sponsor is exempt", counsel=True
)
law.reading(
    "Q-ET3", "must be made in person", "an application of 15 to 44 days is kept and presented later", counsel=True
)
law.reading("Q-ET4", "prior to the usage", "whole days back from the day of the event")
law.reading(
    "Q-ET5", "no less than 15 days prior", "a last day on a closed day is carried to the next open day", counsel=True
)
law.reading("Q-ET6", "not less than 30 days before", "the thirtieth day, moved back from a closed day")
law.reading(
    "Q-ET7", "no case later than 48 hours", "Sundays and legal holidays left out", "the clock", "Saturdays left out too"
)
law.reading("Q-ET8", "shall be denied ... less than 15 days", "denied the same day, with the first date that passes")
law.reading("Q-ET9", "the Chief of Police may authorize", "the Clerk decides, the Chief signs a modification")
law.reading("Q-ET10", "by immediately notifying", "an offer does not lapse; the reply-by date is a courtesy")
law.reading("Q-ET11", "as applied for in the permit", "a permit already issued may be changed in the same way")
law.reading("Q-ET12", "Recommendation of governmental agencies", "silence is neither consent nor objection")
law.reading(
    "Q-ET13", "workday", "Monday to Friday that is no legal holiday; slow hours as the Streets table lists them"
)
law.reading("Q-ET14", "additional information", "the same supplement is asked of everyone")
law.reading("Q-ET15", "dispersal area", "the termination point, one area, unless others are named")
law.reading(
    "Q-ET16", "primarily for private or commercial economic gain", "the Clerk's finding from facts", counsel=True
)
law.reading(
    "Q-ET17", "a permit under § 84.07(4)", "only where a state highway is used; the Village applies", counsel=True
)
law.reading("Q-ET18", "denied ... may be denied ... unless", "every ground is shown: G first, then H, then F")
law.reading(
    "Q-ET19", "aggressive or destructive activity", "facts of organization only, never the message", counsel=True
)
law.reading("Q-ET20", "the increased costs", "estimated before, invoiced after from records", counsel=True)
law.reading("Q-ET21", "for one person and ... for any one accident", "an each-occurrence amount meets both")
law.reading("Q-ET22", "prior to issuance", "no certificate, no issue; it is no ground for denial")
law.reading("Q-ET23", "(no appeal)", "Wis. Stat. ch. 68 review is printed on a denial", "not printed", counsel=True)
law.reading("Q-ET24", "(no penalty)", "the general provisions of the Village code apply")
law.reading("Q-ET25", "may revoke", "in writing with the facts at once, insurance offered first")
law.reading("Q-ET26", "(no earliest day)", "accepted at any time, with a warning when far ahead")
law.reading("Q-ET27", "directly and presently informed", "the terms are printed on the permit")
law.reading("Q-ET28", "(section numbers)", "the two sections are called Section 1 and Section 2", counsel=True)

# The article as adopted.

law.note(
    "ET-0.1",
    "The text in force on the day of filing governs; this one was adopted in 2000 and last amended in 2019.",
    says="Adopted 4-3-2000 by Ord. No. 2000-2 as Title 7, Ch. 10, of the 2000 Code",
)
law.note(
    "ET-0.2",
    "The authority cited is itself subject to § 84.07(4), Wis. Stats.",
    says="Said authority to regulate is contained in § 349.185, Wis. Stats., and related sections.",
)

# Section 1: purpose and definitions.

law.note(
    "ET-1-A.1",
    "Background; never a ground.",
    says="Village streets and highways are primarily for the use of vehicular travel",
)


@law.remarks_when("ET-1-A.2", says="which do not substantially interfere with the public's right to travel")
def may_leave_traffic_alone(affects_traffic: bool) -> str | None:
    """Asks the Clerk about an event that leaves traffic alone; it is not exempt by itself."""
    if affects_traffic:
        return None
    return (
        "The applicant says that ordinary traffic is not affected. The Clerk decides whether the article is meant to "
        "reach the event; if not, record 'no permit needed' with the reason (Q-ET1)."
    )


law.note(
    "ET-1-A.3",
    "The aim is welfare and safety.",
    says="to protect the general welfare and safety of the persons using the streets",
)
law.setting(
    "ET-1-B.1",
    "Streets: Municipal Street",
    says="also includes areas owned by the Village of East Troy which are used primarily for pedestrian or "
    "vehicular traffic",
)
law.records("ET-1-B.2", "event_form", says="Their usual and customary usage.")

# Section 2 A, B: permit required, exemptions.


@law.reaches(
    "ET-2-A.1", says="on any street or highway under the jurisdiction of the Village unless a permit has been obtained"
)
def on_village_street(municipal_street: bool) -> bool:
    """Some of the route is a street of the Village."""
    return municipal_street


def is_granted(action: str | None, issued_at: datetime | None, alternate_accepted_on: date | None) -> bool:
    """A permit is to be made, or was."""
    return action == "granted" or issued_at is not None or alternate_accepted_on is not None


@law.deadline(
    "ET-2-A.2",
    "Issue the permit before assembly",
    who=CLERK,
    done="issued_at",
    says="unless a permit has been obtained in advance",
    when=is_granted,
)
def permit_in_advance(event_date: date, slots: tuple[Slot, ...], calendar: OfficeCalendar) -> Limit:
    """A permit is issued before the first people assemble."""
    return duty_hours_before(slots[0].start, 0, calendar, (Leave.NOTHING,))


@law.exempts("ET-2-B.1", says="A permit is not required for assembling or movement of a funeral procession")
def funeral_procession(event_form: str) -> bool:
    """Funerals need no permit."""
    return event_form == "funeral procession"


@law.exempts("ET-2-B.2", says="or military convoy")
def military_convoy(event_form: str) -> bool:
    """Military convoys need no permit."""
    return event_form == "military convoy"


def by_agency(sponsor_kind: str | None, sponsor_in_capacity: bool | None) -> Truth:
    """A federal or state agency acting in its governmental capacity."""
    return both(None if sponsor_kind is None else sponsor_kind in AGENCIES, sponsor_in_capacity)


law.note(
    "ET-2-B.3",
    "A federal or state agency needs a permit like anyone else.",
    says="acting in its governmental capacity within the scope of its authority, shall be required to obtain a permit",
)


@law.no_fee("ET-2-B.4", "Sponsored by a federal or state agency", says="it shall be exempt from the parade permit fee")
def agency_pays_no_fee(sponsor_kind: str | None, sponsor_in_capacity: bool | None) -> Truth:
    """An agency in its capacity pays no fee."""
    return by_agency(sponsor_kind, sponsor_in_capacity)


law.note(
    "ET-2-B.5",
    "The insurance gates do not apply to such an agency.",
    says="it shall be exempt from the parade permit fee and insurance requirements contained herein",
)
law.silent("ET-2-B.6", "The Village, the county, districts and schools are not named: they apply like anyone else.")

# Section 2 C: when application must be made.


def yes(on_official_form: bool | None) -> bool:
    """On the official form."""
    return on_official_form is True


law.requires(
    "ET-2-C.3",
    "on_official_form",
    says="to the Village Clerk on a form provided by said Village Clerk",
    filled=yes,
    also={"ET-2-C.1": "A written application for a permit"},
)


def by_organizer_or_officer(applicant_role: str | None) -> bool:
    """Made by an organizer or officer."""
    return applicant_role in ("organizer", "officer")


law.requires(
    "ET-2-C.2",
    "applicant_role",
    says="shall be made by one of the organizers or officers",
    filled=by_organizer_or_officer,
)


@law.deadline(
    "ET-2-C.4",
    "File the application (in person after D−45)",
    who="Applicant",
    done="received_at",
    says="no less than 15 days prior to the usage",
)
def last_day_to_file(days: tuple[date, ...], calendar: OfficeCalendar) -> Limit:
    """Fifteen whole days before the event; a last day on a closed day is carried forward."""
    return filing_limit(days[0], calendar)


def filing_limit(event_day: date, calendar: OfficeCalendar) -> Limit:
    """The last day to file for an event."""
    return chance_before(event_day, days(15), calendar)


def came_in_person(
    received_how: str | None,
    presented_in_person_on: date | None,
    received_on: date | None,
    days: tuple[date, ...] | None,
) -> bool:
    """Handed in by a person, or so early that any way will do; below 15 days the ground for lateness says enough."""
    if days is None or received_on is None or received_how == "in person" or presented_in_person_on:
        return True
    return not 15 <= (days[0] - received_on).days < 45


law.requires(
    "ET-2-C.5",
    "received_how",
    says="Application made less than 45 days prior to the day of the proposed usage must be made in person.",
    filled=came_in_person,
)


@law.remarks_when("ET-2-C.5")
def ask_to_come_in(lead_days: int, received_how: str | None, presented_in_person_on: date | None) -> str | None:
    """An application of 15 to 44 days that came another way: phone the same day."""
    if not 15 <= lead_days < 45 or received_how == "in person" or presented_in_person_on:
        return None
    return (
        "Received less than 45 days ahead and not in person: telephone the applicant the same day and ask for it "
        "to be handed in (Q-ET3)."
    )


# Section 2 D: information required in the application.


def for_organization(organization_name: str | None) -> bool:
    """An organization is named."""
    return organization_name is not None


def for_someone_else(on_behalf_of: str | None) -> bool:
    """Held by or for another person."""
    return on_behalf_of is not None


def authorized(authorization_on_file: bool | None) -> bool:
    """That person's written authorization is on file."""
    return authorization_on_file is True


law.requires(
    "ET-2-D-1.a",
    "applicant_name",
    says="The name, address and telephone number of the applicant.",
    also={"ET-2-D.0": "The application shall set forth the following information regarding the proposed usage:"},
)
law.requires("ET-2-D-1.b", "applicant_address", says="The name, address and telephone number of the applicant.")
law.requires("ET-2-D-1.c", "applicant_phone", says="The name, address and telephone number of the applicant.")
for _field in ("organization_address", "organization_phone"):
    law.requires(
        "ET-2-D-2.a",
        _field,
        when=for_organization,
        says="by an organization, the name, address and telephone number of the headquarters of the organization",
    )
law.requires(
    "ET-2-D-2.b",
    "organization_heads",
    when=for_organization,
    says="of the authorized and responsible heads of such organization",
)
for _field in ("chair_name", "chair_address", "chair_phone"):
    law.requires(
        "ET-2-D-3",
        _field,
        says="The name, address and telephone number of the person who will be responsible for conducting the usage.",
    )
law.requires("ET-2-D-4.a", "event_date", says="The date when the usage is to be conducted")
law.requires("ET-2-D-4.b", "start_time", says="and its duration")
law.requires("ET-2-D-4.b", "end_time", says="and its duration")
law.requires("ET-2-D-5.a", "assembly_area", says="The assembly area")
law.requires("ET-2-D-5.b", "starting_point", says="the starting point")
law.requires("ET-2-D-5.c", "route", says="the route to be traveled")
law.requires("ET-2-D-5.d", "termination_point", says="and the termination point")
law.requires(
    "ET-2-D-6", "participants", "units", says="The number and size of participants or units comprising the usage."
)
law.requires(
    "ET-2-D-7",
    "authorization_on_file",
    when=for_someone_else,
    filled=authorized,
    says="a communication in writing from the person proposing to hold the usage authorizing the applicant to apply",
)
law.records(
    "ET-2-D-8",
    "marshals",
    "dispersal_area",
    "commercial_gain",
    "on_state_highway",
    says="Any additional information which the Village Clerk finds reasonably necessary",
)

# Section 2 E: copies of the application.

law.copy("ET-2-E.1", CHIEF, of="application", says="shall submit a copy of the application to the Chief of Police")
law.copy("ET-2-E.2", WORKS, of="application", says="and Director of Public Works")


@law.deadline(
    "ET-2-E.3",
    "Send copies of the application to the Chief of Police and Public Works",
    who=CLERK,
    done="referred_on",
    says="Recommendation of governmental agencies.",
)
def refer_same_day(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The day it is received (Q-ET12)."""
    return duty_within(received_on, days(0), calendar)


# Section 2 F: basis for discretionary denial.

law.note("ET-2-F.0", "These grounds allow a denial and do not demand it.", says="The application may be denied:")


@law.may_deny(
    "ET-2-F-1",
    says="held on a workday during hours when, and at places where, in addition to the proposed usage, the flow of "
    "vehicular "
    "traffic is usually delayed by its own volume",
)
def slow_traffic(
    days: tuple[date, ...],
    start_time: time,
    end_time: time | None,
    peak_streets: tuple[Street, ...],
    calendar: OfficeCalendar,
) -> Answer:
    """A workday, on a listed street, within its slow hours: the official finds whether traffic is delayed."""
    workdays = [day for day in days if is_workday(day, calendar)]
    if not workdays:
        return clear(f"{show_day(days[0])} is no workday.")
    last = end_time if end_time and end_time > start_time else time.max
    slow = [
        each
        for each in peak_streets
        if each.peak_from and each.peak_to and start_time < each.peak_to and each.peak_from < last
    ]
    if not slow:
        return clear("No street of the route is listed as slow by its own traffic at these hours.")
    listed = "; ".join(
        f"{each.street} {show_time(each.peak_from)} to {show_time(each.peak_to)}"
        for each in slow
        if each.peak_from and each.peak_to
    )
    return ask(
        "Is traffic usually delayed by its own volume there, at that hour?",
        f"{show_day(workdays[0])} is a workday. Slow hours: {listed}.",
    )


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
    size = (
        f"{participants} participants"
        if participants is not None
        else f"{units} units"
        if units is not None
        else "an unknown number"
    )
    return ask("Are the marshals too few to reasonably assure order?", f"{marshals} marshals for {size}.")


@law.may_deny("ET-2-F-4", says="involves a street or highway under construction or detour route")
def street_works(closed_streets: tuple[Street, ...]) -> Answer:
    """A street of the route is listed as closed on a day of the event."""
    names = "; ".join(dict.fromkeys(each.street or "" for each in closed_streets))
    return (
        proved(f"Under construction or a detour then: {names}.")
        if closed_streets
        else clear("No street of the route is listed as closed then.")
    )


# Section 2 G: mandatory denial.

law.note(
    "ET-2-G.0", "These grounds demand a denial once an official confirms them.", says="The application shall be denied:"
)


@law.must_deny("ET-2-G-1", says="made less than 15 days in advance of the time the usage is scheduled to commence")
def made_too_late(received_on: date, days: tuple[date, ...], calendar: OfficeCalendar, office: Office) -> Answer:
    """Fewer than fifteen calendar days; a last day on a closed day is disputed, not barred."""
    answer = in_time(received_on, filing_limit(days[0], calendar))
    if answer.verdict.value != "proved":
        return answer
    return proved(
        lambda: (
            f"{answer.because} The first date that passes is {show_day(first_date_that_passes(received_on))}. "
            "Counsel: the article allows no waiver and no exception for spontaneous events (ET-2-Z.3)."
        )
    )


def first_date_that_passes(received_on: date) -> date:
    """The earliest day of an event for which an application received that day is in time."""
    return date.fromordinal(received_on.toordinal() + 15)


@law.must_deny("ET-2-G-2", says="primarily for private or commercial economic gain")
def for_gain(commercial_gain: bool) -> Answer:
    """The Clerk's recorded finding."""
    return proved_if(
        commercial_gain, "The Clerk recorded that it is" + ("" if commercial_gain else " not") + " primarily for gain."
    )


@law.must_deny("ET-2-G-3", says="would involve violation of federal, state or local laws relating to use of highways")
def breaks_highway_law(event_form: str) -> Answer:
    """Whether some other law would be broken is for the official, who names it."""
    return ask(
        "Would it break a law on the use of highways, or a regulation of the Village? Name the provision.",
        f"Form: {event_form}.",
    )


@law.must_deny("ET-2-G-4.a", judged=True, says="would conflict with another permit already granted")
def conflicts_with_permit(
    event_date: date,
    conflicts: tuple[Conflict, ...],
    neighbours: TimeNeighbours,
    granted_elsewhere: frozenset[str],
    issued_elsewhere: frozenset[str],
    start_time: time | None,
    route: Route | None,
) -> Answer:
    """Meets an event whose permit is granted."""
    ours = [
        each for each in counting(conflicts, issued_elsewhere) if each.with_no in granted_elsewhere | issued_elsewhere
    ]
    return overlap(
        ours, start_time=start_time, located=route is not None, at_time=neighbours.granted_before, neighbours=neighbours
    )


@law.must_deny("ET-2-G-4.b", judged=True, says="or for which application is already pending")
def conflicts_with_application(
    event_date: date,
    conflicts: tuple[Conflict, ...],
    neighbours: TimeNeighbours,
    granted_elsewhere: frozenset[str],
    issued_elsewhere: frozenset[str],
    start_time: time | None,
    route: Route | None,
) -> Answer:
    """Meets an event that was applied for earlier and is undecided."""
    ours = [
        each
        for each in counting(conflicts, issued_elsewhere)
        if each.with_no not in granted_elsewhere | issued_elsewhere
    ]
    return overlap(
        ours, start_time=start_time, located=route is not None, at_time=neighbours.pending_before, neighbours=neighbours
    )


@law.must_deny(
    "ET-2-G-5", curable=True, says="If the application does not contain the information required by Subsection D"
)
def incomplete(missing: tuple[Missing, ...]) -> Answer:
    """An item of D(1) to D(7) is blank; it can be cured."""
    blank = [each for each in missing if each.clause.startswith("ET-2-D-")]
    items = ", ".join(dict.fromkeys(f"{HEADINGS[each.field]} ({law.cite(each.clause)})" for each in blank))
    return proved(f"Not given: {items}.") if blank else clear("Every item of Subsection D(1) to (7) is given.")


def more_than_one(areas: tuple[str, ...], kind: str) -> Answer:
    """Two or more areas of a kind."""
    named = tuple(dict.fromkeys(area.strip().casefold() for area in areas))
    return proved_if(len(named) > 1, f"{len(named)} {kind} area{'s' if len(named) != 1 else ''}: {'; '.join(areas)}.")


@law.must_deny("ET-2-G-6.a", says="more than one assembly area")
def several_assembly_areas(assembly_area: tuple[str, ...]) -> Answer:
    """More than one place to assemble."""
    return more_than_one(assembly_area, "assembly")


@law.must_deny("ET-2-G-6.b", says="more than one dispersal area is proposed")
def several_dispersal_areas(dispersal_area: tuple[str, ...] | None, termination_point: str | None) -> Answer:
    """More than one place to disperse; none named means the termination point."""
    if dispersal_area is None:
        return (
            clear("The termination point is the one dispersal area.")
            if termination_point
            else needs("termination_point")
        )
    return more_than_one(dispersal_area, "dispersal")


@law.must_deny("ET-2-G-7", says="For failure to receive a permit under § 84.07(4), Wis. Stats.")
def no_state_permit(on_state_highway: bool, state_permit: str | None) -> Answer:
    """Only where a state highway is used; while applied for, the office waits."""
    if not on_state_highway:
        return clear("No state highway is used.")
    if state_permit == "received":
        return clear("The permit under § 84.07(4) was received.")
    if state_permit == "refused":
        return proved("The permit under § 84.07(4) was refused.")
    return needs("state_permit")


def waits_for_the_state(on_state_highway: bool, state_permit: str | None) -> bool:
    """A state highway is used and nobody has applied yet."""
    return on_state_highway and state_permit is None


@law.deadline(
    "ET-2-G-7",
    "Apply to the state for the use of its highway",
    who="Village Clerk or Public Works",
    done=lambda: None,
    says="a permit under § 84.07(4), Wis. Stats.",
    when=waits_for_the_state,
)
def apply_to_the_state(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The Village applies, at intake (Q-ET17)."""
    return duty_within(received_on, days(0), calendar)


# Section 2 H: permit issued unless threat to public safety.

law.note(
    "ET-2-H.0",
    "Nothing found: the permit issues. H is answered at once by a determination of ET-2-H, found no.",
    says="The Village Clerk shall issue a permit to the applicant subject to the foregoing requirements of this "
    "section, unless the "
    "Village Clerk concludes that:",
)


def size_told(participants: int | None, units: int | None, event_form: str | None) -> str:
    """The size and form, for a question."""
    size = (
        f"{participants} participants"
        if participants is not None
        else f"{units} units"
        if units is not None
        else "size unknown"
    )
    return f"{event_form or 'Form unknown'}, {size}."


@law.issue_unless("ET-2-H-1", says="as to prevent adequate service of the needs of the rest of the municipality")
def strains_policing(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Policing would strip the rest of the municipality."""
    return ask(
        "Would policing it keep the rest of the Village from adequate service?",
        size_told(participants, units, event_form),
    )


@law.issue_unless("ET-2-H-2", says="substantially hinder the movement of police and fire and other emergency vehicles")
def hinders_emergency_vehicles(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Emergency vehicles would be held up so as to create a substantial risk."""
    return ask(
        "Would it substantially hinder emergency vehicles, so as to create a substantial risk?",
        size_told(participants, units, event_form),
    )


@law.issue_unless(
    "ET-2-H-3", says="substantially interrupt the safe and orderly movement of other traffic contiguous to its route"
)
def interrupts_traffic(participants: int | None, units: int | None, event_form: str | None) -> Answer:
    """Traffic beside the route would be substantially interrupted."""
    return ask(
        "Would it substantially interrupt safe and orderly traffic next to its route?",
        size_told(participants, units, event_form),
    )


@law.issue_unless(
    "ET-2-H-4", says="so poorly organized that participants are likely to engage in aggressive or destructive activity"
)
def poorly_organized(marshals: int | None, participants: int | None) -> Answer:
    """Facts of organization only; counsel reviews a finding."""
    staff = f"{marshals} marshals" if marshals is not None else "Marshals not stated"
    known = f"{staff}, {participants or 'unknown'} participants."
    return ask(
        "Is it so poorly organized that aggressive or destructive conduct is likely? Facts of organization only; "
        "counsel reviews.",
        known,
    )


# Section 2 I: grant or denial, modification.


def clock_starts_now(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The same day."""
    return duty_within(received_on, days(0), calendar)


law.note(
    "ET-2-I-1.a",
    "The Deadlines sheet counts from the day of receipt; a decision is late only by the dates below, yet owed as "
    "soon as it can be made.",
    says="shall act as promptly as he/she reasonably can on all applications",
)
law.records("ET-2-I-1.b", "referred_on", says="after consulting with other government agencies directly affected")
law.note(
    "ET-2-I-1.c", "Keep contacts with the applicant in Notes.", says="after consulting with the applicant, if necessary"
)


@law.deadline(
    "ET-2-I-1.d",
    "Grant or deny",
    who=CLERK,
    done="acted_at",
    says="All applications filed 45 days or more in advance shall be granted or denied not less than 30 days "
    "before the date of the usage",
)
def decide_thirty_days_before(lead_days: int, days: tuple[date, ...], calendar: OfficeCalendar) -> Limit | None:
    """Filed 45 days ahead or more: decided 30 days before."""
    return duty_before(days[0], thirty, calendar) if lead_days >= 45 else None


thirty, fifteen = days(30), days(15)


@law.deadline(
    "ET-2-I-1.e",
    "Grant or deny, within 15 days of filing",
    who=CLERK,
    done="acted_at",
    says="Action on applications filed less than 45 days in advance shall be taken within 15 days after the "
    "application is filed",
)
def decide_within_fifteen_days(
    lead_days: int, received_on: date, event_start: datetime, calendar: OfficeCalendar
) -> Limit | None:
    """Filed less than 45 days ahead: decided within 15 days, and never after the event."""
    return duty_within(received_on, fifteen, calendar, not_after=event_start) if lead_days < 45 else None


@law.deadline(
    "ET-2-I-1.f",
    "Grant or deny, 48 hours before",
    who=CLERK,
    done="acted_at",
    says="in no case later than 48 hours in advance of the time applied for",
)
def decide_two_days_before(lead_days: int, event_start: datetime, calendar: OfficeCalendar) -> Limit | None:
    """Filed less than 45 days ahead: 48 hours before the start, by the earliest of three readings."""
    if lead_days >= 45:
        return None
    return duty_hours_before(
        event_start, 48, calendar, (Leave.SUNDAYS_AND_HOLIDAYS, Leave.NOTHING, Leave.SATURDAYS_TOO)
    )


@law.deadline(
    "ET-2-I-1.g",
    "Notify the applicant of the action",
    who=CLERK,
    done="notified_at",
    says="shall immediately, by the most reasonable means of communication, notify the applicant of such action",
)
def notify_same_day(acted_at: datetime, action: str | None, calendar: OfficeCalendar) -> Limit | None:
    """The day of the action."""
    return duty_within(acted_at.date(), days(0), calendar) if action in ("granted", "denied") else None


law.prints(
    "ET-2-I-1.h",
    "The applicant is notified by the most reasonable means of communication.",
    on=("denial", "permit memo"),
    says="by the most reasonable means of communication",
)
law.prints(
    "ET-2-I-1.i",
    "The reasons for denial are set out below, each with its clause and facts.",
    on=("denial",),
    says="if the applications is denied, the reasons for denial of the permit",
)
law.records(
    "ET-2-I-2.a",
    "alternate_area",
    "alternate_dispersal",
    says="may authorize the changing of assembly areas or dispersal areas",
)
law.records(
    "ET-2-I-2.b",
    "alternate_date",
    "alternate_start",
    "alternate_end",
    says="the conducting of the usage at a date or time",
)
law.records("ET-2-I-2.c", "alternate_route", says="or over a route different than as applied for in the permit")
law.prints(
    "ET-2-I-2.d",
    "The applicant or permittee may accept the modification.",
    on=("offer",),
    says="The applicant or permittee may accept such modification",
)
law.prints(
    "ET-2-I-2.e",
    "Accept by notifying the Village Clerk or the Chief of Police in writing, immediately. The offer does not "
    "lapse; a reply by the next open day is asked as a courtesy.",
    on=("offer",),
    says="by immediately notifying the Village Clerk or Chief of Police, in writing, of such acceptance",
)


@law.remarks_when("ET-2-I-2.e", says="by immediately notifying the Village Clerk or Chief of Police, in writing")
def courtesy_reply(
    alternate_offered_on: date, alternate_accepted_on: date | None, calendar: OfficeCalendar
) -> str | None:
    """The courtesy date for accepting an offer."""
    if alternate_accepted_on:
        return None
    by = show_day(calendar.next_open_after(alternate_offered_on))
    return f"Courtesy date for accepting the offer: {by}; the offer does not lapse (Q-ET10)."


# Section 2 J, K: fee and increased costs.

law.fee(
    "ET-2-J.1",
    "Usage permit",
    says="There shall be paid at the time of filing the application for a usage permit a fee",
)
law.setting("ET-2-J.2", "Fees", says="a fee set by the Village Board")


@law.no_fee("ET-2-J.3", "Sponsored by a school", says="Schools shall be exempt from the fee.")
def schools_pay_no_fee(sponsor_kind: str | None) -> Truth:
    """A school pays no fee."""
    return None if sponsor_kind is None else sponsor_kind == "school"


@law.before_issue(
    "ET-2-J.1",
    gate="The fee is paid",
    says="There shall be paid at the time of filing the application for a usage permit a fee",
)
def fee_unpaid(fee: FeeDue, fee_paid: Decimal | None) -> Answer:
    """The fee set by the Board is paid; the exempt owe none."""
    return unpaid(fee, fee_paid)


law.records(
    "ET-2-K.1",
    "extra_cost",
    says="the cost of municipal services incident to the staging of the usage will be increased",
)
law.prints(
    "ET-2-K.2",
    "The Village Clerk may require an additional payment equal to the increase in the cost of municipal services; "
    "it is invoiced from actual records.",
    on=("permit",),
    says="may require the permittee to make an additional payment",
)
law.note("ET-2-K.3", "The payment goes into the general fund.", says="into the general fund of the Village")

# Section 2 L: emergency revocation.

law.records(
    "ET-2-L.1",
    "revoked_at",
    "revoked_by",
    says="The Village Clerk or Chief of Police may revoke a permit already issued",
)
law.records(
    "ET-2-L.2",
    "revocation_ground",
    says="an actual or potential emergency due to weather, fire, riot, other catastrophe",
)


@law.remarks_when("ET-2-L.3", says="likelihood of a breach of the peace")
def breach_of_peace_to_counsel(revocation_ground: str) -> str | None:
    """A revocation for likely breach of the peace goes to counsel."""
    if not revocation_ground.startswith("ET-2-L.3"):
        return None
    return (
        "Revocation for likelihood of a breach of the peace: counsel must see it first; the expected reaction of "
        "others is no ground (Q-ET19)."
    )


law.records(
    "ET-2-L.4",
    "revocation_facts",
    says="a major change in the conditions forming the basis of the standards of issuance",
)
law.records(
    "ET-2-L.5",
    "surety_required",
    says="In lieu of revoking a permit, an above-named official may require the permittee to file evidence",
)
law.records("ET-2-L.6", "surety_required", says="in an amount depending upon the likelihood of injury or damage")

# Section 2 M: contents of the permit.


@law.permit_states(
    "ET-2-M",
    "When and where",
    says="Each usage permit shall state such information as the Village Clerk shall find necessary",
)
def permit_contents(
    start_time: time, end_time: time, event_date: date, assembly_area: tuple[str, ...], termination_point: str
) -> str:
    """The hours, assembly and end of the event."""
    return (
        f"{show_time(start_time)} to {show_time(end_time)}; assembly at {'; '.join(assembly_area)}; "
        f"ending and dispersing at {termination_point}."
    )


# Section 2 N: copies of the permit.


def is_issued(issued_at: datetime) -> bool:
    """The permit is out."""
    return True


@law.deadline(
    "ET-2-N.0",
    "Send the copies of the permit",
    who=CLERK,
    done="copies_sent_on",
    says="Immediately upon the issuance of a usage permit, the Village Clerk shall send a copy thereof to the "
    "following:",
)
def send_copies_same_day(issued_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of issue."""
    return duty_within(issued_at.date(), days(0), calendar)


def transit(transit_affected: tuple[str, ...]) -> tuple[str, ...]:
    """Transit utilities with service on the route."""
    return transit_affected


law.copy(
    "ET-2-N-1",
    "Transit utility",
    of="permit",
    each=transit,
    says="Each public transportation utility whose regular service will be affected by the usage.",
)
law.copy("ET-2-N-2.a", CHIEF, of="permit", says="The Chief of Police")
law.copy("ET-2-N-2.b", WORKS, of="permit", says="Director of Public Works")
law.copy(
    "ET-2-N-2.c", "East Troy Emergency Services Secretary", of="permit", says="East Troy Emergency Services Secretary"
)

# Section 2 O: compliance.

law.prints(
    "ET-2-O-1.a",
    "The permittee shall comply with all permit directions and conditions.",
    on=("permit",),
    says="A permittee under this article shall comply with all permit directions and conditions",
)
law.prints(
    "ET-2-O-1.b",
    "The permittee shall comply with all applicable laws, ordinances and other regulations of the state and Village.",
    on=("permit",),
    says="with all applicable laws, ordinances and other regulations of the state and Village",
)
law.prints(
    "ET-2-O-2",
    "No one who leads or takes part may disobey this section or this permit, or encourage others to, after a law "
    "enforcement officer has told him or her of the provision.",
    on=("permit",),
    says="No person who leads or participates in any usage shall disobey or encourage others to disobey this section",
)

# Section 2 P: insurance.


def owes_insurance(sponsor_kind: str | None, sponsor_in_capacity: bool | None) -> Answer | None:
    """What an agency's exemption answers: not applicable for an agency, open while it may be one, else None."""
    exempt = by_agency(sponsor_kind, sponsor_in_capacity)
    if exempt is True:
        return not_applicable(f"A federal or state agency is exempt from insurance ({law.cite('ET-2-B.5')}).")
    if exempt is None:
        return needs("sponsor_kind" if sponsor_kind is None else "sponsor_in_capacity")
    return None


@law.before_issue(
    "ET-2-P.1",
    gate="Evidence of liability insurance",
    says="each permittee shall furnish evidence of a liability insurance policy",
)
def no_insurance(sponsor_kind: str | None, sponsor_in_capacity: bool | None, insurer: str | None) -> Answer:
    """An insurer is named."""
    answered = owes_insurance(sponsor_kind, sponsor_in_capacity)
    if answered:
        return answered
    return clear("An insurer is named.") if insurer else needs("insurer")


def too_little(amount: Decimal | None, name: str) -> Answer:
    """Below a million dollars."""
    if amount is None:
        return needs(name)
    return proved_if(amount < LEAST_COVER, f"Insured for ${amount:,.2f}; at least ${LEAST_COVER:,.2f} is required.")


@law.before_issue(
    "ET-2-P.2", gate="Insurance of $1,000,000 for one person", says="not less than $1,000,000 for one person"
)
def little_per_person(
    sponsor_kind: str | None, sponsor_in_capacity: bool | None, insured_per_person: Decimal | None
) -> Answer:
    """At least 1,000,000 dollars for one person."""
    return owes_insurance(sponsor_kind, sponsor_in_capacity) or too_little(insured_per_person, "insured_per_person")


@law.before_issue(
    "ET-2-P.3", gate="Insurance of $1,000,000 for one accident", says="and $1,000,000 for any one accident"
)
def little_per_accident(
    sponsor_kind: str | None, sponsor_in_capacity: bool | None, insured_per_accident: Decimal | None
) -> Answer:
    """At least 1,000,000 dollars for one accident."""
    return owes_insurance(sponsor_kind, sponsor_in_capacity) or too_little(insured_per_accident, "insured_per_accident")


@law.before_issue(
    "ET-2-P.4",
    gate="Insurance in force at the event",
    says="which shall be in force and effect at the time such usage is to take place",
)
def not_in_force(
    sponsor_kind: str | None,
    sponsor_in_capacity: bool | None,
    insured_from: date | None,
    insured_to: date | None,
    days: tuple[date, ...] | None,
    over_at: datetime | None,
) -> Answer:
    """The policy's dates cover every day from assembly to dispersal."""
    answered = owes_insurance(sponsor_kind, sponsor_in_capacity)
    if answered:
        return answered
    if days is None or over_at is None:
        return needs("event_date")
    last = max(days[-1], as_day(over_at))
    return any_of(
        needs("insured_from")
        if insured_from is None
        else proved_if(insured_from > days[0], f"In force from {show_day(insured_from)}."),
        needs("insured_to")
        if insured_to is None
        else proved_if(insured_to < last, f"In force to {show_day(insured_to)}."),
    )


@law.before_issue(
    "ET-2-P.5",
    gate="Certificate of insurance",
    says="Said evidence of insurance shall include a certificate of insurance",
)
def no_certificate(
    sponsor_kind: str | None, sponsor_in_capacity: bool | None, certificate_on_file: bool | None
) -> Answer:
    """A certificate is on file."""
    answered = owes_insurance(sponsor_kind, sponsor_in_capacity)
    if answered:
        return answered
    if certificate_on_file is None:
        return needs("certificate_on_file")
    return proved_if(
        not certificate_on_file, "A certificate is on file." if certificate_on_file else "No certificate is on file."
    )


@law.before_issue(
    "ET-2-P.6",
    gate="The Village named as additional insured",
    says="naming the Village of East Troy as an additional insured",
)
def village_not_insured(
    sponsor_kind: str | None, sponsor_in_capacity: bool | None, municipality_insured: str | None
) -> Answer:
    """The Village is an additional or named insured."""
    answered = owes_insurance(sponsor_kind, sponsor_in_capacity)
    if answered:
        return answered
    if municipality_insured is None:
        return needs("municipality_insured")
    return proved_if(municipality_insured == "none", f"The Village is insured as: {municipality_insured}.")


@law.remarks_when("ET-2-P.1", says="each permittee shall furnish evidence of a liability insurance policy")
def insurance_to_counsel(event_form: str) -> str | None:
    """Insurance asked of an expressive event is for counsel to confirm."""
    if event_form not in EXPRESSIVE:
        return None
    return (
        "Counsel: insurance asked of an expressive event must be tailored; confirm before holding a permit back "
        "for it alone."
    )


# What the article does not say.


def is_denied(action: str) -> bool:
    """Denied."""
    return action == "denied"


def is_asked_to_review(action: str, appeal_received_on: date) -> bool:
    """Denied, and review was asked for."""
    return action == "denied"


@law.deadline(
    "ET-2-Z.1",
    "Ask for review of the denial (Wis. Stat. ch. 68)",
    who="Applicant",
    done="appeal_received_on",
    says="",
    when=is_denied,
)
def ask_for_review(notice_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Thirty days from the notice, under the state's review law, unless the Village opted out."""
    return chance_within(notice_received_on, thirty, calendar)


@law.deadline(
    "ET-2-Z.1",
    "Review the denial (Wis. Stat. ch. 68)",
    who=CLERK,
    done="appeal_decided_on",
    says="",
    when=is_asked_to_review,
)
def review_within_fifteen_days(appeal_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Fifteen days from the request."""
    return duty_within(appeal_received_on, fifteen, calendar)


law.prints(
    "ET-2-Z.1",
    "The article provides no appeal. Under ch. 68, Wis. Stats., unless the Village has opted out, a written "
    "request for review may be "
    "made within 30 days of notice of this determination; the review is made within 15 days of the request, and an "
    "administrative "
    "appeal and certiorari may follow.",
    on=("denial",),
    says="",
    reading="Q-ET23",
)
law.silent(
    "ET-2-Z.2", "No penalty and no severability clause stands in the article; the general provisions of the code apply."
)
law.silent(
    "ET-2-Z.3",
    "No waiver of the 15 days and no exception for spontaneous events; counsel should see a denial on lateness alone.",
)
law.silent("ET-2-Z.4", "No earliest day, no series, no parking rule, no indemnity: none may be asked.")


@law.remarks_when("ET-2-Z.4")
def far_ahead(lead_days: int, office: Office) -> str | None:
    """A warning about an event more than a year off."""
    months_ahead = office.settings.early_warning_months or 12
    return f"The event is more than {months_ahead} months away (Q-ET26)." if lead_days > months_ahead * 31 else None


@law.remarks_when("ET-2-C.4", says="no less than 15 days prior to the usage")
def short_of_hours(
    received_at: datetime, event_start: datetime, lead_days: int, calendar: OfficeCalendar
) -> str | None:
    """Fifteen days by the calendar, fewer than 360 hours by the clock: information only."""
    left = hours_between(received_at, event_start, calendar)
    if lead_days != 15 or left >= 360:
        return None
    return f"Filed 15 calendar days ahead, {left} hours by the clock: in time, shown for information (Q-G8)."

# Paragraphs that only name what follows.

law.not_encoded("Grant or denial of permit.", "A heading; its paragraphs (1) and (2) are encoded.")
law.not_encoded("Compliance with regulations.", "A heading; its paragraphs (1) and (2) are encoded.")
