"""Freeport, § 155-57 B and C: what an applicant who files late is told at intake."""

from datetime import date

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.freeport.law import law
from permitbook.ordinances.freeport.s57_filing import filing_limit, is_series, series_filing_limit
from permitbook.ordinances.shared import as_day
from permitbook.provisions import Dated
from permitbook.reckoning import show_day


@law.tells(
    "FP-57-B.3",
    on=("receipt",),
    says="may waive the minimum ten-day filing period and accept an application filed within a shorter period",
    also={
        "FP-57-C.5": "may waive the minimum sixty-day period after due consideration of the factors specified in "
        "Subsection B"
    },
)
def may_be_allowed_late(
    received_on: date,
    days_applied_for: tuple[date, ...],
    recurring: bool | None,
    calendar: OfficeCalendar,
    office: Office,
) -> Dated | None:
    """That it came late by every reading, and what the Chief weighs before allowing that."""
    limit_of = series_filing_limit if is_series(recurring, days_applied_for) else filing_limit
    limit = limit_of(days_applied_for[0], calendar, office)
    if received_on <= as_day(limit.outer):
        return None
    return Dated(
        f"The last day to file was {show_day(as_day(limit.due))}. The Chief of Police may allow a later filing after "
        "considering the date, time, place and nature of the event, the number of participants and the Village "
        "services it needs, if that is no hazard to public safety. You may add what bears on these.",
        limit,
    )
