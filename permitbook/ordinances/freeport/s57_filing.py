"""Freeport, § 155-57 A to C: how and when an application is filed."""

from datetime import date

from msgspec.structs import replace

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.freeport.law import APPLICANT, law, other_sense
from permitbook.ordinances.shared import as_day, in_time, not_too_early, taken_as_alternate
from permitbook.reckoning import Limit, Reckoned, chance_before, count_back, days, show_day
from permitbook.verdict import Answer, Truth, needs, not_applicable

TEN_DAYS, SIXTY_DAYS, HALF_A_YEAR = days(10), days(60), days(180)

# § 155-57 A: how to apply.

law.records(
    "FP-57-A.1",
    "received_at",
    "received_by",
    says="shall file an application with the Chief of Police",
)


def is_yes(on_official_form: bool | None) -> bool:
    """On the Chief's form."""
    return on_official_form is True


law.requires("FP-57-A.2", "on_official_form", filled=is_yes, says="on forms provided by such officer")
law.requires("FP-57-A.3", "sworn_on", says="the application shall be signed by the applicant under oath")

# § 155-57 B: single events.


def is_series(recurring: bool | None, days_applied_for: tuple[date, ...] | None) -> Truth:
    """Asked for as a series; a single date is none while nothing is said, as a series needs two (Q-FP9)."""
    if recurring is None and days_applied_for is not None and len(days_applied_for) == 1:
        return False
    return recurring


def is_single(recurring: bool | None, days_applied_for: tuple[date, ...] | None) -> bool:
    """No series."""
    return is_series(recurring, days_applied_for) is False


def is_surely_series(recurring: bool | None, days_applied_for: tuple[date, ...] | None) -> bool:
    """A series."""
    return is_series(recurring, days_applied_for) is True


def filing_limit(event_day: date, calendar: OfficeCalendar, office: Office | None = None) -> Limit:
    """The last day to file for a single event; an office may read it without extension (Q-FP7)."""
    return _as_read(chance_before(event_day, TEN_DAYS, calendar), office)


def series_filing_limit(first_day: date, calendar: OfficeCalendar, office: Office | None = None) -> Limit:
    """The last day to file for a series; an office may read it without extension (Q-FP7)."""
    return _as_read(chance_before(first_day, SIXTY_DAYS, calendar), office)


def _as_read(limit: Limit, office: Office | None) -> Limit:
    return replace(limit, outer=limit.due) if office and other_sense(office, "Q-FP7") else limit


def first_day_to_file(event_day: date, calendar: OfficeCalendar) -> Reckoned:
    """The first day on which it may be filed."""
    return count_back(event_day, HALF_A_YEAR, calendar)


@law.deadline(
    "FP-57-B.1",
    "File the application",
    who=APPLICANT,
    done="received_at",
    when=is_single,
    says="shall be filed with the Chief of Police at least 10",
)
def file_ten_days_before(days_applied_for: tuple[date, ...], calendar: OfficeCalendar, office: Office) -> Limit:
    """Ten days before a single event."""
    return filing_limit(days_applied_for[0], calendar, office)


@law.filing_window(
    "FP-57-B.1",
    says="For single, nonrecurring parades or public assemblies, an application for a permit shall be filed with the "
    "Chief of Police at least 10 ... days before the parade or public assembly is proposed to commence",
)
def too_late(
    received_on: date,
    days_applied_for: tuple[date, ...],
    recurring: bool | None,
    waiver_granted_on: date | None,
    alternate_accepted_on: date | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Answer:
    """Fewer than ten days before a single event, beyond every reading and not allowed late.

    Counted to the day applied for: an alternate is the Chief's own, and its filing cannot be late.
    """
    limit = filing_limit(days_applied_for[0], calendar, office)
    return (
        _single_only(recurring, days_applied_for)
        or taken_as_alternate(received_on, limit, alternate_accepted_on)
        or in_time(received_on, limit, waiver_granted_on)
    )


@law.filing_window("FP-57-B.2", says="and not more than 180 days before the parade or public assembly is proposed")
def too_early(
    received_on: date, days_applied_for: tuple[date, ...], recurring: bool | None, calendar: OfficeCalendar
) -> Answer:
    """More than 180 days before a single event; it is kept, and never denied for that."""
    first = first_day_to_file(days_applied_for[0], calendar)
    return _single_only(recurring, days_applied_for) or not_too_early(received_on, as_day(first.on), first.steps)


def _single_only(recurring: bool | None, days_applied_for: tuple[date, ...]) -> Answer | None:
    series = is_series(recurring, days_applied_for)
    if series is None:
        return needs("recurring")
    return not_applicable("Asked for as a series: Subsection C governs.") if series else None


def _series_only(recurring: bool | None, days_applied_for: tuple[date, ...]) -> Answer | None:
    series = is_series(recurring, days_applied_for)
    if series is None:
        return needs("recurring")
    return None if series else not_applicable("A single event: Subsection B governs.")


law.records(
    "FP-57-B.3",
    "waiver_granted_on",
    "waiver_reason",
    says="may waive the minimum ten-day filing period and accept an application filed within a shorter period",
)


@law.remarks_when(
    "FP-57-B.4",
    says="after due consideration of the date, time, place and nature of the parade or public assembly, the "
    "anticipated number of participants and the Village of Freeport services required in connection with the event",
)
def what_to_weigh(
    lead_days: int,
    recurring: bool | None,
    days_applied_for: tuple[date, ...],
    waiver_granted_on: date | None,
    action: str | None,
) -> str | None:
    """For a late filing: what the Chief weighs before allowing it."""
    if action is not None or waiver_granted_on is not None or not is_late(lead_days, recurring, days_applied_for):
        return None
    return (
        "Filed late by the plain count. The Chief may allow it after weighing date, time, place, physical nature, "
        "participants and the Village services needed (Q-FP15), if that is no hazard to public safety. Record the day "
        "and the reason."
    )


def is_late(lead_days: int, recurring: bool | None, days_applied_for: tuple[date, ...]) -> bool:
    """Fewer days ahead than the plain count asks."""
    least = SIXTY_DAYS if is_series(recurring, days_applied_for) else TEN_DAYS
    return lead_days < least.amount


law.records(
    "FP-57-B.5",
    "waiver_granted_on",
    "waiver_reason",
    says="determines that the waiver will not present a hazard to public safety",
)


def _kept_until(received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar) -> str | None:
    first = as_day(first_day_to_file(days_applied_for[0], calendar).on)
    if received_on >= first:
        return None
    return f"Early: it is kept, and its time to be decided counts from {show_day(first)} (Q-FP8)."


@law.remarks_when("FP-57-B.2")
def kept_though_early(
    received_on: date, days_applied_for: tuple[date, ...], recurring: bool | None, calendar: OfficeCalendar
) -> str | None:
    """An early application for a single event is kept."""
    return _kept_until(received_on, days_applied_for, calendar) if is_single(recurring, days_applied_for) else None


@law.tells(
    "FP-57-B.2",
    on=("receipt",),
    says="and not more than 180 days before the parade or public assembly is proposed",
    also={"FP-57-C.3": "and not more than 180 days before the date and time at which the first such"},
)
def counts_from_the_first_day(
    received_on: date, days_applied_for: tuple[date, ...], calendar: OfficeCalendar
) -> str | None:
    """What one that came early is told: that it is kept."""
    first = as_day(first_day_to_file(days_applied_for[0], calendar).on)
    if received_on >= first:
        return None
    return f"It came more than 180 days ahead: it is kept, and its time to be decided counts from {show_day(first)}."


# § 155-57 C: recurring events.


@law.remarks_when(
    "FP-57-C.1",
    says="held on a regular or recurring basis at the same location, an application for a permit covering all such "
    "parades or assemblies during that calendar year may be filed",
)
def what_makes_a_series(
    days_applied_for: tuple[date, ...], recurring: bool | None, lead_days: int | None
) -> str | None:
    """What a series must be, where this one is not that yet."""
    if recurring is None and len(days_applied_for) > 1:
        return "Several dates: is this a series at one place, asked for as one application (Q-FP9)? Fill in Recurring."
    if not recurring:
        return None
    if len(days_applied_for) == 1:
        return "A series has two dates or more; enter the others in More Dates (Q-FP9)."
    if days_applied_for[0].year != days_applied_for[-1].year:
        return "A series lies within one calendar year: over New Year it takes two applications (Q-FP9)."
    if lead_days is not None and is_late(lead_days, recurring, days_applied_for):
        return (
            "The first date is less than 60 days ahead: the Chief may allow it, or the first dates may be single "
            "applications (10 days) and the rest a series (Q-FP9)."
        )
    return None


@law.deadline(
    "FP-57-C.2",
    "File the application for the series",
    who=APPLICANT,
    done="received_at",
    when=is_surely_series,
    says="may be filed with the Chief of Police at least 60",
)
def file_sixty_days_before(days_applied_for: tuple[date, ...], calendar: OfficeCalendar, office: Office) -> Limit:
    """Sixty days before the first of a series."""
    return series_filing_limit(days_applied_for[0], calendar, office)


@law.filing_window(
    "FP-57-C.2",
    says="may be filed with the Chief of Police at least 60 ... days before the date and time at which the first such "
    "parade or public assembly is proposed to commence",
    also={
        "FP-57-C.4": "before the date and time at which the first such parade or public assembly is proposed to "
        "commence"
    },
)
def series_too_late(
    received_on: date,
    days_applied_for: tuple[date, ...],
    recurring: bool | None,
    waiver_granted_on: date | None,
    alternate_accepted_on: date | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Answer:
    """Fewer than sixty days before the first of a series, beyond every reading and not allowed late."""
    limit = series_filing_limit(days_applied_for[0], calendar, office)
    return (
        _series_only(recurring, days_applied_for)
        or taken_as_alternate(received_on, limit, alternate_accepted_on)
        or in_time(received_on, limit, waiver_granted_on)
    )


@law.filing_window("FP-57-C.3", says="and not more than 180 days before the date and time at which the first such")
def series_too_early(
    received_on: date, days_applied_for: tuple[date, ...], recurring: bool | None, calendar: OfficeCalendar
) -> Answer:
    """More than 180 days before the first of a series; it is kept, and never denied for that."""
    first = first_day_to_file(days_applied_for[0], calendar)
    return _series_only(recurring, days_applied_for) or not_too_early(received_on, as_day(first.on), first.steps)


@law.remarks_when("FP-57-C.3")
def series_kept_though_early(
    received_on: date, days_applied_for: tuple[date, ...], recurring: bool | None, calendar: OfficeCalendar
) -> str | None:
    """An early application for a series is kept."""
    return (
        _kept_until(received_on, days_applied_for, calendar) if is_surely_series(recurring, days_applied_for) else None
    )


law.records(
    "FP-57-C.5",
    "waiver_granted_on",
    "waiver_reason",
    says="may waive the minimum sixty-day period after due consideration of the factors specified in Subsection B",
)
