"""East Troy, section 2 G: grounds on which the application shall be denied."""

from datetime import date, datetime, time, timedelta

from msgspec.structs import replace

from permitbook.application import Application
from permitbook.assessment import Missing
from permitbook.calendars import OfficeCalendar
from permitbook.docket import Conflict, TimeNeighbours
from permitbook.office import Office
from permitbook.ordinances.east_troy.dates import FIFTEEN, decide_by, last_day_to_file
from permitbook.ordinances.east_troy.law import CLERK, WORKS, law
from permitbook.ordinances.shared import SAME_DAY, as_day, counting, in_time, overlap
from permitbook.places import Route
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, duty_within, show_day
from permitbook.schema import headings
from permitbook.tables import Street
from permitbook.verdict import Answer, Verdict, ask, clear, needs, proved, proved_if

CLERK_OR_WORKS = f"{CLERK} or {WORKS}"
HEADINGS = headings(Application)


def lacks_information(missing: tuple[Missing, ...]) -> bool:
    """Something that Subsection D asks is not given."""
    return any(each.clause.startswith("ET-2-D-") for each in missing)


law.prints(
    "ET-2-G-5",
    "An application that does not contain the information required by Subsection D shall be denied. What is listed "
    "below is asked for so that it need not be.",
    on=("deficiency",),
    when=lacks_information,
    says="If the application does not contain the information required by Subsection D",
)
law.note(
    "ET-2-G.0", "These grounds demand a denial once an official confirms them.", says="The application shall be denied:"
)


@law.must_deny("ET-2-G-1", says="made less than 15 days in advance of the time the usage is scheduled to commence")
def made_too_late(
    received_on: date,
    days: tuple[date, ...],
    days_applied_for: tuple[date, ...],
    calendar: OfficeCalendar,
    office: Office,
) -> Answer:
    """Fewer than fifteen calendar days; a last day on a closed day is disputed, not barred.

    A modification is authorized "in lieu of denying" (I(2)): a later date can cure a late filing, an earlier one, which
    is the Chief's own, makes none late.
    """
    limit = last_day_to_file(max(days[0], days_applied_for[0]), calendar, office)
    answer = in_time(
        received_on,
        limit,
        question="Is it late, although the last day fell on a closed day? No takes it as in time. Disputed: ask "
        "counsel before a denial on this ground alone.",
    )
    if answer.verdict is not Verdict.PROVED:
        return answer
    return replace(
        answer,
        why=lambda: (
            f"{answer.because} The first date that passes is {show_day(first_date_that_passes(received_on))}. "
            "Counsel: the article allows no waiver and no exception for spontaneous events (ET-2-Z.3)."
        ),
    )


def first_date_that_passes(received_on: date) -> date:
    """The earliest day of an event for which an application received that day is in time."""
    return received_on + timedelta(days=FIFTEEN.amount)


@law.tells(
    "ET-2-G-1",
    on=("receipt", "deficiency"),
    says="made less than 15 days in advance of the time the usage is scheduled to commence",
)
def came_too_late(
    received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar, office: Office
) -> Dated | None:
    """That it came too late by every reading, and from which date it would be in time (Q-ET8)."""
    limit = last_day_to_file(days_applied_for[0], calendar, office)
    if received_on <= as_day(limit.outer):
        return None
    return Dated(
        f"The last day to file was {show_day(as_day(limit.due))}; an application that comes later shall be denied. For "
        f"an event on {show_day(first_date_that_passes(received_on))} or later it is in time, and in lieu of a denial "
        "the Chief of Police may authorize another date.",
        limit,
    )


@law.remarks_when("ET-2-G-1", says="shall be denied")
def deny_the_same_day(
    received_on: date,
    days_applied_for: tuple[date, ...],
    action: str | None,
    alternate_offered_on: date | None,
    calendar: OfficeCalendar,
    office: Office,
) -> str | None:
    """Too late by every reading, and neither denied nor offered another date yet."""
    if action or alternate_offered_on:
        return None
    if received_on <= as_day(last_day_to_file(days_applied_for[0], calendar, office).outer):
        return None
    return (
        "Too late for its date: act the same day, with notice and reasons, so that another can be chosen; the Chief "
        f"may offer {show_day(first_date_that_passes(received_on))} or later (Q-ET8)."
    )


@law.must_deny("ET-2-G-2", says="primarily for private or commercial economic gain")
def for_gain(commercial_gain: bool) -> Answer:
    """The Clerk's recorded finding."""
    finding = "is" if commercial_gain else "is not"
    return proved_if(commercial_gain, f"The Clerk recorded that it {finding} primarily for private or commercial gain.")


@law.must_deny(
    "ET-2-G-3",
    says="would involve violation of federal, state or local laws relating to use of highways or of other applicable "
    "regulations of the Village",
)
def breaks_highway_law(event_form: str | None) -> Answer:
    """Whether some other law would be broken is for the official, who names it."""
    return ask(
        "Would it break a law on the use of highways, or a regulation of the Village? Name the provision.",
        f"Form: {event_form or 'not given'}.",
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
    permitted = granted_elsewhere | issued_elsewhere
    ours = [each for each in counting(conflicts, issued_elsewhere) if each.with_no in permitted]
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
    permitted = granted_elsewhere | issued_elsewhere
    ours = [each for each in counting(conflicts, issued_elsewhere) if each.with_no not in permitted]
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
    """Two or more areas of a kind; one named twice is one."""
    named = {" ".join(area.split()).casefold(): area for area in areas}
    return proved_if(
        len(named) > 1, f"{len(named)} {kind} area{'s' if len(named) != 1 else ''}: {'; '.join(named.values())}."
    )


@law.must_deny("ET-2-G-6.a", says="more than one assembly area")
def several_assembly_areas(assembly_area: tuple[str, ...]) -> Answer:
    """More than one place to assemble."""
    return more_than_one(assembly_area, "assembly")


@law.must_deny("ET-2-G-6.b", says="more than one dispersal area is proposed")
def several_dispersal_areas(dispersal_area: tuple[str, ...] | None, termination_point: str | None) -> Answer:
    """More than one place to disperse; none named means the termination point, one area (Q-ET15)."""
    if dispersal_area is not None:
        return more_than_one(dispersal_area, "dispersal")
    if termination_point is None:
        return needs("termination_point")
    return clear("The termination point is the one dispersal area.")


@law.must_deny("ET-2-G-7", says="For failure to receive a permit under § 84.07(4), Wis. Stats.")
def no_state_permit(on_state_highway: bool, state_permit: str | None) -> Answer:
    """Only where a state highway is used and a permit for that is needed; while applied for, the office waits."""
    if not on_state_highway:
        return clear("No state highway is used.")
    if state_permit in ("received", "not needed"):
        told = "was received" if state_permit == "received" else "is not needed, as the office recorded"
        return clear(f"The permit under § 84.07(4) {told}.")
    if state_permit == "refused":
        return proved("The permit under § 84.07(4) was refused. Counsel: the Village applies for it (Q-ET17).")
    asked = "It was applied for" if state_permit == "applied" else "Nobody has applied for it yet"
    return needs("state_permit", because=f"{asked}; that is for the Clerk or Public Works, not for the applicant.")


def nobody_applied(on_state_highway: bool, state_permit: str | None, action: str | None) -> bool:
    """A state highway is used, and nobody has applied to the state yet."""
    return on_state_highway and state_permit is None and action != "denied"


def nothing_done() -> None:
    """The task ends with its branch: nothing marks it as done while it lasts."""


@law.deadline(
    "ET-2-G-7",
    "Apply to the state for the use of its highway",
    who=CLERK_OR_WORKS,
    done=nothing_done,
    says="a permit under § 84.07(4), Wis. Stats.",
    when=nobody_applied,
)
def apply_to_the_state(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The Village applies, at intake (Q-ET17)."""
    return duty_within(received_on, SAME_DAY, calendar)


def state_has_not_answered(on_state_highway: bool, state_permit: str, action: str | None) -> bool:
    """The state was asked and has not answered."""
    return on_state_highway and state_permit == "applied" and action != "denied"


@law.deadline(
    "ET-2-G-7",
    "Get the state's permit for the use of its highway, to decide in time",
    who=CLERK_OR_WORKS,
    done=nothing_done,
    says="a permit under § 84.07(4), Wis. Stats.",
    when=state_has_not_answered,
)
def get_the_states_answer(
    lead_days: int,
    received_on: date,
    days_applied_for: tuple[date, ...],
    time_applied_for: datetime | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Limit:
    """By the day of the decision, which waits for it."""
    return decide_by(lead_days, received_on, days_applied_for[0], time_applied_for, calendar, office)


@law.remarks_when("ET-2-G-7", says="a permit under § 84.07(4), Wis. Stats.")
def a_listed_state_highway(touched_streets: tuple[Street, ...], on_state_highway: bool | None) -> str | None:
    """A street of the route is listed as a state highway, and the application does not say so."""
    listed = "; ".join(dict.fromkeys(each.street or "" for each in touched_streets if each.state_highway))
    if on_state_highway or not listed:
        return None
    return f"The Streets sheet lists {listed} as a state highway: check Uses State Highway (Q-ET17)."
