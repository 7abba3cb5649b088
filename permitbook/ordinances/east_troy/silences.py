"""East Troy: what the article does not say, and what follows from that."""

from datetime import date

from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.east_troy.law import APPLICANT, CLERK, law
from permitbook.ordinances.shared import as_day, other_sense
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, chance_within, count_back, days, duty_within, months, show_day

FIFTEEN, THIRTY = days(15), days(30)
YEAR_AHEAD = 12

# No appeal: the state's review law, ch. 68, unless the Village opted out of it.


def may_be_reviewed(action: str | None, office: Office) -> bool:
    """Denied, where the office takes ch. 68 to apply (Q-ET23)."""
    return action == "denied" and other_sense(law, office, "Q-ET23") is None


def is_to_be_reviewed(action: str | None, appeal_received_on: date | None, office: Office) -> bool:
    """Denied, and review was asked for."""
    return may_be_reviewed(action, office) and appeal_received_on is not None


@law.deadline(
    "ET-2-Z.1",
    "Ask for review of the denial (Wis. Stat. ch. 68)",
    who=APPLICANT,
    done="appeal_received_on",
    when=may_be_reviewed,
    says="",
)
def ask_for_review(notice_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Thirty days from the notice."""
    return chance_within(notice_received_on, THIRTY, calendar)


@law.deadline(
    "ET-2-Z.1",
    "Review the denial (Wis. Stat. ch. 68)",
    who=CLERK,
    done="appeal_decided_on",
    when=is_to_be_reviewed,
    says="",
)
def review_within_fifteen_days(appeal_received_on: date, calendar: OfficeCalendar) -> Limit:
    """Fifteen days from the request."""
    return duty_within(appeal_received_on, FIFTEEN, calendar)


law.prints(
    "ET-2-Z.1",
    "The article provides no appeal. Under ch. 68, Wis. Stats., unless the Village has opted out, a written request "
    "for review may be made to the Village Clerk within 30 days of notice of this determination; the review is made "
    "within 15 days of the request, and an administrative appeal and certiorari may follow.",
    on=("denial",),
    reading="Q-ET23",
    says="",
)


@law.tells("ET-2-Z.1", on=("appeal-notice",), says="")
def the_review_is_made_by(
    action: str | None, appeal_received_on: date | None, office: Office, calendar: OfficeCalendar
) -> Dated | None:
    """The last day to review the denial, where the office takes ch. 68 to apply."""
    if appeal_received_on is None or not is_to_be_reviewed(action, appeal_received_on, office):
        return None
    limit = review_within_fifteen_days(appeal_received_on, calendar)
    told = "The article provides no appeal. Under ch. 68, Wis. Stats., the denial is reviewed within 15 days of the"
    return Dated(f"{told} request, by {show_day(as_day(limit.due))}.", limit)


law.prints(
    "ET-2-Z.1",
    "The denial was reviewed under ch. 68, Wis. Stats.; the article itself provides no appeal.",
    on=("board-decision",),
    reading="Q-ET23",
    says="",
)


def stands_after_review(appeal_outcome: str | None) -> bool:
    """The review left the denial as it is."""
    return appeal_outcome == "upheld"


law.prints(
    "ET-2-Z.1",
    "Under ch. 68, Wis. Stats., unless the Village has opted out, an administrative appeal and certiorari may follow "
    "this review.",
    on=("board-decision",),
    reading="Q-ET23",
    when=stands_after_review,
    says="",
)
law.copy(
    "ET-2-Z.1",
    law.board,
    of="appeal",
    practice=True,
    says="The article has no appeal to the Board. This account of the review is sent as the office's practice.",
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
def far_ahead(
    received_on: date, days_applied_for: tuple[date, ...], office: Office, calendar: OfficeCalendar
) -> str | None:
    """A warning about an event more than a year off, or as the office has set."""
    ahead = office.settings.early_warning_months or YEAR_AHEAD
    if received_on >= count_back(days_applied_for[0], months(ahead), calendar).on:
        return None
    return f"The event is more than {ahead} months away: it is accepted all the same (Q-ET26)."


# Paragraphs that only name what follows.

law.not_encoded("Grant or denial of permit.", "A heading; its paragraphs (1) and (2) are encoded.")
law.not_encoded("Compliance with regulations.", "A heading; its paragraphs (1) and (2) are encoded.")
