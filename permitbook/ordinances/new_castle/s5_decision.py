"""New Castle, § 92-5: when the Chief acts, and how a denial is told."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.new_castle.law import CHIEF, law
from permitbook.ordinances.new_castle.s4_findings import decision_limit
from permitbook.ordinances.shared import SAME_DAY, as_day
from permitbook.provisions import Dated
from permitbook.reckoning import Limit, duty_within, show_day

TOLD_AT_ONCE = frozenset({"telephone", "e-mail", "fax"})

# § 92-5: when the Chief acts.


@law.deadline(
    "NC-5.1",
    "Grant or deny",
    who=CHIEF,
    done="acted_at",
    says="The Town Police Chief shall act upon the application for an assisted event permit within three business days "
    "after the filing of an application.",
)
def act_within_three_business_days(
    received_on: date, days_applied_for: tuple[date, ...] | None, calendar: OfficeCalendar
) -> Limit:
    """Three business days after the Chief received it."""
    return decision_limit(received_on, days_applied_for, calendar)


@law.remarks_when(
    "NC-5.1", says="shall act upon the application for an assisted event permit within three business days"
)
def late_is_not_granted(
    received_on: date,
    days_applied_for: tuple[date, ...] | None,
    action: str | None,
    as_of: datetime,
    calendar: OfficeCalendar,
) -> str | None:
    """An alarm once the time to act has run out."""
    limit = decision_limit(received_on, days_applied_for, calendar)
    if action is not None or as_of.date() <= as_day(limit.outer):
        return None
    return (
        f"The time to act ran out {show_day(as_day(limit.outer))}. Nothing is deemed granted: decide at once, with "
        "reasons, and tell the Town Attorney (Q-G11)."
    )


@law.remarks_when("NC-4.0.1", says="after consultation with the Town Administrator")
def decided_unconsulted(action: str | None, referred_on: date | None) -> str | None:
    """A decision before which nobody recorded that the Administrator was consulted."""
    if referred_on or action not in ("granted", "denied"):
        return None
    return (
        "Decided, and no consultation of the Town Administrator is recorded, which comes before: fill in Referred On "
        "if there was one, else tell the Town Attorney."
    )


def is_denied(action: str | None) -> bool:
    """The application was denied."""
    return action == "denied"


def told_at_once(
    notified_at: datetime | None,
    notified_how: str | None,
    denial_sent_on: date | None,
    denial_sent_how: str | None,
) -> date | datetime | None:
    """When the applicant was told by telephone, e-mail or fax, or sent the denial so; another way is none of these."""
    if notified_at and (notified_how is None or notified_how in TOLD_AT_ONCE):
        return notified_at
    return denial_sent_on if denial_sent_how in TOLD_AT_ONCE else None


@law.deadline(
    "NC-5.3",
    "Tell the applicant of the denial by telephone, e-mail or fax",
    who=CHIEF,
    done=told_at_once,
    when=is_denied,
    says="as soon as is practicable",
    also={
        "NC-5.2": "the Chief shall notify the applicant by telephone call, e-mail message, and/or facsimile "
        "transmission of his or her denial of the permit"
    },
)
def tell_the_same_day(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the act."""
    return duty_within(acted_at.date(), SAME_DAY, calendar)


law.prints(
    "NC-5.2",
    "This denial is told by telephone, e-mail or fax as soon as is practicable, and mailed.",
    on=("denial", "offer"),
    says="by telephone call, e-mail message, and/or facsimile transmission",
)


law.goes_by(
    "NC-5.2",
    "telephone",
    "e-mail",
    "fax",
    of=("denial", "alternate offer"),
    says="by telephone call, e-mail message, and/or facsimile transmission",
)
law.goes_by("NC-5.4", "mail", of=("denial", "alternate offer"), says="shall mail to the applicant")


def was_mailed(notice_mailed_on: date | None, denial_sent_on: date | None, denial_sent_how: str | None) -> date | None:
    """The day on which the notice was mailed, as the log or the Register has it."""
    return notice_mailed_on or (denial_sent_on if denial_sent_how == "mail" else None)


@law.deadline(
    "NC-5.4",
    "Mail the notice of denial",
    who=CHIEF,
    done=was_mailed,
    when=is_denied,
    says="shall mail to the applicant, within that three-business-day period, a notice of the denial",
)
def mail_within_the_same_days(
    received_on: date, days_applied_for: tuple[date, ...] | None, calendar: OfficeCalendar
) -> Limit:
    """At the post office within the same three business days."""
    return decision_limit(received_on, days_applied_for, calendar)


@law.tells(
    "NC-5.4",
    on=("denial", "offer"),
    says="shall mail to the applicant, within that three-business-day period, a notice of the denial",
)
def mailed_by(
    received_on: date, days_applied_for: tuple[date, ...] | None, acted_at: datetime, calendar: OfficeCalendar
) -> Dated | None:
    """The last day for the post; it is not said of a denial that was made after it."""
    limit = decision_limit(received_on, days_applied_for, calendar)
    if acted_at.date() > as_day(limit.due):
        return None
    return Dated(f"It is to be mailed to you by {show_day(as_day(limit.due))}.", limit)


law.prints(
    "NC-5.2",
    "If the application is denied, you are told by telephone, e-mail or fax as soon as is practicable, and a notice "
    "with the reasons is mailed to you.",
    on=("receipt",),
    says="the Chief shall notify the applicant by telephone call, e-mail message, and/or facsimile transmission of his "
    "or her denial of the permit",
)
law.prints(
    "NC-5.5",
    "The reasons for the denial are set out below, each by its section and letter and with the facts.",
    on=("denial", "offer"),
    says="a notice of the denial stating the reasons for his or her denial of the permit",
)
