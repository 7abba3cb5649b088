"""New Castle, § 92-3 C to F: late applications, insurance, indemnification and fee."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

from permitbook.assessment import Determination, FeeDue
from permitbook.calendars import OfficeCalendar
from permitbook.office import Office
from permitbook.ordinances.new_castle.law import CHIEF, law
from permitbook.ordinances.new_castle.s3_filing import first_filed, last_day_to_file
from permitbook.ordinances.shared import SAME_DAY, as_day, other_sense, unpaid
from permitbook.reckoning import Limit, duty_within, show_day
from permitbook.verdict import Answer, clear, needs, not_applicable, proved_if

EXPRESSIVE = frozenset(
    {"parade", "procession", "march", "demonstration", "rally", "meeting", "picket line", "gathering"}
)

# § 92-3 C: late applications.

law.records(
    "NC-3-C.1",
    "waiver_granted_on",
    "waiver_reason",
    says="where good cause is shown, shall have the authority to consider any application hereunder which is filed "
    "less than seven business days before the date",
)


def awaits_leave(
    received_on: date,
    days_applied_for: tuple[date, ...],
    board_received_at: datetime | None,
    action: str | None,
    waiver_granted_on: date | None,
    alternate_accepted_on: date | None,
    determinations: Mapping[str, Determination],
    calendar: OfficeCalendar,
) -> bool:
    """Filed late, and whether to take it has not been refused or passed over."""
    if alternate_accepted_on or "NC-3-A.1" in determinations or (action and waiver_granted_on is None):
        return False
    return first_filed(received_on, board_received_at) > as_day(last_day_to_file(days_applied_for[0], calendar).due)


@law.deadline(
    "NC-3-C.1",
    "Decide whether good cause is shown for the late filing",
    who=CHIEF,
    done="waiver_granted_on",
    when=awaits_leave,
    practice=True,
    says="where good cause is shown, shall have the authority to consider any application",
)
def decide_on_lateness(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The day it is received (Q-NC5)."""
    return duty_within(received_on, SAME_DAY, calendar)


law.note(
    "NC-3-C.2",
    "Good cause may be a spontaneous response to recent events.",
    says="Good cause may include, but not be limited to, spontaneous gatherings, marches, or other demonstrations and "
    "assemblies and parades in response to recent events",
)
law.note(
    "NC-3-C.3",
    "Or an event that Town police can probably assist without mutual aid.",
    says="and events of such a scale and in such circumstances that Town police are likely to able to provide "
    "sufficient assistance without requiring mutual aid from another jurisdiction or agency",
)
law.note("NC-3-C.4", "The two examples are not all.", says="Good cause may include, but not be limited to")
law.note(
    "NC-3-C.5",
    "The message plays no part, here or anywhere (Q-NC26).",
    says="without consideration given in either case to the message to be disseminated by the event",
)


@law.remarks_when("NC-3-C.1", says="where good cause is shown")
def what_good_cause_is(
    received_on: date,
    days_applied_for: tuple[date, ...],
    board_received_at: datetime | None,
    action: str | None,
    waiver_granted_on: date | None,
    alternate_accepted_on: date | None,
    determinations: Mapping[str, Determination],
    calendar: OfficeCalendar,
) -> str | None:
    """For a late filing that is neither allowed nor refused yet."""
    if waiver_granted_on or not awaits_leave(
        received_on, days_applied_for, board_received_at, action, None, alternate_accepted_on, determinations, calendar
    ):
        return None
    return (
        "Filed late by the plain count. The Chief may take it for good cause, such as a spontaneous response to recent "
        "events, or a scale that Town police can probably assist without mutual aid; the message plays no part. Record "
        "the day and the reason, or the refusal as found on NC-3-A.1: it goes to the Town Board without an appeal."
    )


# § 92-3 D, E, F: insurance, indemnification, fee.


def owes_insurance(customarily_insured: bool | None) -> Answer | None:
    """Nothing may be asked of one that carries no insurance in its usual course; None when proof is owed."""
    if customarily_insured is None:
        return needs("customarily_insured")
    if customarily_insured:
        return None
    return not_applicable("No insurance is carried in the usual course of business, so none is owed.")


@law.before_issue(
    "NC-3-D.2",
    gate="Certificate of insurance",
    says="it shall obtain and submit proof of insurance in the form of a certificate of insurance",
    also={
        "NC-3-D.1": "If an applicant or the person for, on behalf of, or by whom the assisted event is to be held "
        "maintains an insurance policy in its customary and usual course of business"
    },
)
def no_certificate(customarily_insured: bool | None, certificate_on_file: bool | None) -> Answer:
    """A certificate is on file, where insurance is customarily carried."""
    answered = owes_insurance(customarily_insured)
    if answered:
        return answered
    if certificate_on_file is None:
        return needs("certificate_on_file")
    return proved_if(not certificate_on_file, f"{'A' if certificate_on_file else 'No'} certificate is on file.")


@law.before_issue("NC-3-D.3", gate="The Town shown as an insured", says="showing that the Town is a named insured")
def town_not_insured(customarily_insured: bool | None, municipality_insured: str | None, office: Office) -> Answer:
    """The Town is a named insured, or an additional insured where the office takes that too (Q-NC10)."""
    answered = owes_insurance(customarily_insured)
    if answered:
        return answered
    if municipality_insured is None:
        return needs("municipality_insured")
    taken = {"named insured"} if other_sense(law, office, "Q-NC10") else {"named insured", "additional insured"}
    return proved_if(municipality_insured not in taken, f"The Town is insured as: {municipality_insured}.")


def is_insured(customarily_insured: bool | None) -> bool:
    """Insurance is carried in the usual course of business; only then is proof of it owed."""
    return customarily_insured is True


law.prints(
    "NC-3-D.1",
    "One that carries insurance in its customary and usual course of business submits a certificate of it, showing the "
    "Town as a named insured and giving the Town 30 days' written notice of any cancellation or change.",
    on=("receipt", "held-for-papers"),
    when=is_insured,
    says="maintains an insurance policy in its customary and usual course of business, it shall obtain and submit "
    "proof of insurance in the form of a certificate of insurance showing that the Town is a named insured as well as "
    "giving the Town 30 days' written notice of any cancellation or change",
)


@law.remarks_when("NC-3-D.3", says="showing that the Town is a named insured")
def additional_instead_of_named(customarily_insured: bool, municipality_insured: str, office: Office) -> str | None:
    """An additional insured where the text says named."""
    refused = other_sense(law, office, "Q-NC10")
    if not customarily_insured or refused or municipality_insured != "additional insured":
        return None
    return "Counsel: the Town is an additional insured where the text says named insured; taken and noted (Q-NC10)."


@law.remarks_when("NC-3-D.4", says="as well as giving the Town 30 days' written notice of any cancellation or change")
def short_notice_of_cancellation(customarily_insured: bool, cancellation_notice_days: int | None) -> str | None:
    """Less than 30 days' notice of cancellation holds nothing back."""
    if not customarily_insured or (cancellation_notice_days is not None and cancellation_notice_days >= 30):
        return None
    given = "is not recorded" if cancellation_notice_days is None else f"is {cancellation_notice_days} days"
    return (
        f"Counsel: the notice of cancellation {given}, where the text says 30; the standard certificate promises none, "
        "so nothing waits for it (Q-NC10)."
    )


law.silent("NC-3-D.5", "No least amount of insurance is set: none is tested.")


@law.before_issue(
    "NC-3-E.1",
    gate="Hold-harmless agreement signed",
    says="The applicant shall execute a hold-harmless/indemnification agreement",
)
def unsigned_indemnity(indemnity_signed_on: date) -> Answer:
    """The agreement is signed."""
    return clear(f"Signed {show_day(indemnity_signed_on)}.")


def is_unsigned(indemnity_signed_on: date | None) -> bool:
    """The agreement is not signed yet."""
    return indemnity_signed_on is None


@law.remarks_when("NC-3-E.1", says="The applicant shall execute a hold-harmless/indemnification agreement")
def indemnity_to_counsel(indemnity_signed_on: date | None, event_form: str) -> str | None:
    """An expressive event is not held back for want of a signature before counsel has seen it."""
    if indemnity_signed_on or event_form not in EXPRESSIVE:
        return None
    return (
        "Counsel: the agreement is not signed. Broad indemnity asked of an expressive event must be tailored; do not "
        "hold the permit back for it alone before counsel has seen it (Q-NC11)."
    )


law.prints(
    "NC-3-E.1",
    "The applicant signs a hold-harmless agreement before the permit is issued.",
    on=("receipt", "held-for-papers"),
    when=is_unsigned,
    says="The applicant shall execute a hold-harmless/indemnification agreement",
)
law.prints(
    "NC-3-E.2",
    "The hold-harmless agreement is in a form satisfactory to the Town Attorney.",
    on=("receipt", "held-for-papers"),
    when=is_unsigned,
    says="in a form satisfactory to the Town Attorney",
)
law.prints(
    "NC-3-E.3",
    "It holds harmless the Town, its officers and employees from liability arising from the issuance of the permit or "
    "from the acts of the applicant or any participant in the parade.",
    on=("receipt", "held-for-papers"),
    when=is_unsigned,
    says="indemnifying and holding harmless the Town of New Castle, its officers and employees from any and all "
    "liability arising or resulting from the issuance of a permit hereunder or any actions, active or passive, taken "
    "by the applicant or any participant in the parade",
)
law.fee(
    "NC-3-F.2",
    "Assisted event permit",
    says="A fee as set forth by resolution of the Town Board in the Master Fee Schedule, which may be amended",
    per_day_reading="Q-NC12",
)


@law.before_issue(
    "NC-3-F.1",
    gate="The fee is paid",
    says="A fee as set forth by resolution of the Town Board in the Master Fee Schedule ... shall be charged.",
)
def fee_unpaid(fee: FeeDue, fee_paid: Decimal | None) -> Answer:
    """The fee of the Master Fee Schedule is paid."""
    return unpaid(fee, fee_paid)
