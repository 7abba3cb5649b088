"""Freeport, §§ 155-54 to 155-56: the words, who needs a permit, and what the article leaves alone."""

from datetime import date, datetime

from permitbook.application import Application
from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.freeport.law import law
from permitbook.ordinances.shared import as_day
from permitbook.reckoning import Limit, chance_hours_before, count_back, days, show_day
from permitbook.schema import headings
from permitbook.verdict import Truth, both

THREE_DAYS = days(3)
MORE_THAN = 10
PARADES = frozenset(
    (
        "parade",
        "procession",
        "march",
        "run",
        "walk",
        "marathon",
        "bicycle race",
        "motorcade",
        "demonstration",
        "funeral procession",
        "military convoy",
        "vehicle procession",
        "student group",
        "other",
    )
)
GOVERNMENT = frozenset({"the municipality", "county", "state agency", "federal agency", "other government"})
STREET = "street, sidewalk or parking lot"
HEADINGS = headings(Application)

# § 155-54: definitions.

law.note(
    "FP-54-CHIEF",
    "One role, Chief of Police, whatever the text calls it (Q-G9).",
    says="The Chief of Police of the Incorporated Village of Freeport.",
)


@law.reaches(
    "FP-54-PARADE.a",
    says="Any march, demonstration, procession or motorcade",
    also={
        "FP-54-PARADE.c": "upon the streets or public thoroughfares within the Village of Freeport",
        "FP-54-PARADE.d": "with an intent of attracting public attention",
        "FP-54-PARADE.e": "that interferes with the normal flow or regulation of traffic upon the streets or public "
        "thoroughfares within the Village of Freeport",
        "FP-55": "No person shall engage in or conduct any parade or public assembly unless a permit is issued",
    },
)
def is_parade(
    event_form: str | None,
    venue: str | None,
    seeks_attention: bool | None,
    affects_traffic: bool | None,
) -> Truth:
    """Goes along the streets, seeks attention, and interferes with traffic; no number is too small.

    Runs, walks and races are processions; a form that the list does not know is judged by the other facts.
    """
    form = None if event_form is None else event_form in PARADES
    on_streets = None if venue is None else venue == STREET
    return both(form, on_streets, seeks_attention, affects_traffic)


law.records(
    "FP-54-PARADE.b",
    "participants",
    "animals",
    "vehicles",
    says="consisting of persons, animals or vehicles, or a combination thereof",
)
law.silent("FP-54-PARADE.f", "No least number makes a parade: one vehicle may be one (Q-FP21).")
law.note(
    "FP-54-PERMIT",
    "'Permit' is the one that this article requires.",
    says="PARADE or PUBLIC ASSEMBLY PERMIT ... A permit as required by this article.",
)
law.records(
    "FP-54-PERSON",
    "sponsor_kind",
    says="Any person, firm, partnership, association, corporation, company or organization of any kind.",
)


@law.reaches(
    "FP-54-ASSEMBLY.a",
    says="Any meeting, demonstration, picket line, rally or gathering",
    also={
        "FP-54-ASSEMBLY.b": "of more than 10 persons",
        "FP-54-ASSEMBLY.c": "for a common purpose as a result of prior planning",
        "FP-54-ASSEMBLY.d": "that interferes with the normal flow or regulation of pedestrian or vehicular traffic",
        "FP-55": "No person shall engage in or conduct any parade or public assembly unless a permit is issued",
    },
)
def is_public_assembly(participants: int | None, planned: bool | None, affects_traffic: bool | None) -> Truth:
    """Eleven people or more, by prior planning, in the way of traffic, on foot or wheels.

    "Gathering" takes in every form, a march or run that is no parade for want of seeking attention too.
    """
    return both(None if participants is None else participants > MORE_THAN, planned, affects_traffic)


law.note(
    "FP-54-SIDEWALK",
    "The definition ends in garbled words; the ordinary meaning is taken (Q-FP22).",
    says="Any area or way set aside or open to the general public for purposes of pedestrian traffic",
)
law.setting(
    "FP-54-STREET",
    "Streets",
    says="including any berm or shoulder parkway, right-of-way or median strip thereof",
)
law.note(
    "FP-54-VILLAGE",
    "'Village' is the Incorporated Village of Freeport.",
    says="VILLAGE ... The Incorporated Village of Freeport.",
)

# § 155-55: permit required.


@law.remarks_when("FP-55", says="unless a permit is issued by the Chief of Police")
def what_decides_the_need(
    permit_required: bool | None,
    event_form: str | None,
    venue: str | None,
    seeks_attention: bool | None,
    affects_traffic: bool | None,
    planned: bool | None,
    participants: int | None,
    sponsor_kind: str | None,
    sponsor_in_capacity: bool | None,
) -> str | None:
    """Names the blanks that leave open whether a permit is needed."""
    if permit_required is not None:
        return None
    facts = {
        "event_form": event_form,
        "venue": venue,
        "seeks_attention": seeks_attention,
        "affects_traffic": affects_traffic,
        "planned": planned,
        "participants": participants,
        "sponsor_kind": sponsor_kind,
        "sponsor_in_capacity": sponsor_in_capacity,
    }
    blank = ", ".join(HEADINGS[name] for name, value in facts.items() if value is None)
    return f"Whether a permit is needed is not known while blank: {blank}."


# § 155-56: exceptions.


@law.exempts("FP-56-A", says="Funeral processions.")
def is_funeral(event_form: str) -> bool:
    """Funeral processions need no permit."""
    return event_form == "funeral procession"


@law.exempts(
    "FP-56-B",
    says="Students going to and from school classes or participating in educational activities, provided that such "
    "conduct is under the immediate direction and supervision of the proper school authorities.",
)
def is_under_school(supervised_by_school: bool | None) -> bool:
    """Students to or from class, or in an educational activity under school direction; blank is not claimed."""
    return supervised_by_school is True


@law.exempts("FP-56-C", says="A governmental agency acting within the scope of its functions.")
def is_by_government(sponsor_kind: str | None, sponsor_in_capacity: bool | None) -> Truth:
    """A government within its functions; a school has its own exception, above."""
    return both(None if sponsor_kind is None else sponsor_kind in GOVERNMENT, sponsor_in_capacity)


def is_fresh(news_date: date | None, days: tuple[date, ...] | None, calendar: OfficeCalendar) -> Truth:
    """The news became public on the third day before the event or later; no news date claims nothing."""
    if news_date is None:
        return False
    if days is None:
        return None
    return as_day(count_back(days[0], THREE_DAYS, calendar).on) <= news_date <= days[0]


def notice_given(
    notice_given_at: datetime | None,
    waiver_granted_on: date | None,
    event_start: datetime | None,
    calendar: OfficeCalendar,
) -> Truth:
    """Notice 24 hours before, or waived by the Chief; none recorded claims nothing."""
    if waiver_granted_on is not None:
        return True
    if notice_given_at is None:
        return False
    if event_start is None:
        return None
    return notice_given_at <= last_moment_for_notice(event_start, calendar)


def last_moment_for_notice(event_start: datetime, calendar: OfficeCalendar) -> datetime:
    """The latest moment that any reading of the 24 hours allows."""
    last = chance_hours_before(event_start, 24, calendar).outer
    assert isinstance(last, datetime)
    return last


@law.exempts(
    "FP-56-D.1",
    says="Spontaneous events occasioned by news or affairs",
    also={
        "FP-56-D.2": "coming into public knowledge within three days of such public assembly",
        "FP-56-D.3": "provided that the organizer thereof gives written notice to the Police Chief",
        "FP-56-D.5": "The Police Chief may waive the notice requirement hereof based on the factors reflected in "
        "§ 157-57B.",
    },
)
def is_spontaneous(
    news_date: date | None,
    days: tuple[date, ...] | None,
    notice_given_at: datetime | None,
    waiver_granted_on: date | None,
    event_start: datetime | None,
    calendar: OfficeCalendar,
) -> Truth:
    """Called up by fresh news, with a day's notice or the Chief's waiver of it."""
    fresh = is_fresh(news_date, days, calendar)
    return both(fresh, notice_given(notice_given_at, waiver_granted_on, event_start, calendar))


def owes_notice(
    news_date: date | None, days: tuple[date, ...] | None, waiver_granted_on: date | None, calendar: OfficeCalendar
) -> bool:
    """Fresh news, and the notice is not waived."""
    return is_fresh(news_date, days, calendar) is True and waiver_granted_on is None


@law.deadline(
    "FP-56-D.4",
    "Give the Chief written notice of the spontaneous event",
    who="Organizer",
    done="notice_given_at",
    when=owes_notice,
    even_exempt=True,
    says="at least 24 hours prior to such parade or public assembly",
)
def notice_a_day_before(event_start: datetime, calendar: OfficeCalendar) -> Limit:
    """Twenty-four hours by the clock before the start."""
    return chance_hours_before(event_start, 24, calendar)


@law.remarks_when("FP-56-D.1", says="This article shall not apply to the following: ... Spontaneous events")
def how_the_exception_stands(
    news_date: date,
    days: tuple[date, ...],
    notice_given_at: datetime | None,
    waiver_granted_on: date | None,
    event_start: datetime | None,
    calendar: OfficeCalendar,
) -> str:
    """A notice record for a spontaneous event; for one that falls short, what is wanting."""
    if is_fresh(news_date, days, calendar) is not True:
        first = show_day(as_day(count_back(days[0], THREE_DAYS, calendar).on))
        return (
            f"Not spontaneous: the news of {show_day(news_date)} is not of the time from {first} to the event on "
            f"{show_day(days[0])} (Q-FP4)."
        )
    if notice_given(notice_given_at, waiver_granted_on, event_start, calendar) is True:
        return "Spontaneous event: this row is a record of notice, not a permit; it stays on the calendar (Q-FP5)."
    return "The news is fresh, but no notice 24 hours before the start is recorded; the Chief may waive it (Q-FP2)."
