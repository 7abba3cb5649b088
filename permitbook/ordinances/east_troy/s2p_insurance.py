"""East Troy, section 2 P: evidence of insurance before a permit is issued."""

from datetime import date, time, timedelta
from decimal import Decimal

from permitbook.docket import Slot
from permitbook.ordinances.east_troy.law import law
from permitbook.ordinances.east_troy.s1_scope import by_agency
from permitbook.reckoning import show_day
from permitbook.verdict import Answer, any_of, clear, needs, not_applicable, proved_if

LEAST_COVER = Decimal(1_000_000)
EXPRESSIVE = frozenset(
    {"parade", "procession", "march", "demonstration", "rally", "meeting", "picket line", "gathering"}
)


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
    slots: tuple[Slot, ...],
    start_time: time | None,
) -> Answer:
    """The policy's dates cover every day from assembly to dispersal, past midnight too (Q-ET21).

    Until the start is given the days of the event alone are tried, and nothing is clear yet.
    """
    answered = owes_insurance(sponsor_kind, sponsor_in_capacity)
    if answered:
        return answered
    if days is None:
        return needs("event_date")
    first, last = days[0], days[-1]
    if start_time is not None:
        first, last = slots[0].start.date(), (slots[-1].end - timedelta(minutes=1)).date()
    return any_of(
        needs("insured_from")
        if insured_from is None
        else proved_if(insured_from > first, f"In force from {show_day(insured_from)}; assembly is {show_day(first)}."),
        needs("insured_to")
        if insured_to is None
        else proved_if(insured_to < last, f"In force to {show_day(insured_to)}; dispersal is {show_day(last)}."),
        needs("start_time") if start_time is None else clear(""),
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


def is_insured(sponsor_kind: str | None, sponsor_in_capacity: bool | None) -> bool:
    """Insurance is owed, as nobody exempt sponsors the event."""
    return by_agency(sponsor_kind, sponsor_in_capacity) is not True


law.prints(
    "ET-2-P.1",
    "Before the permit is issued, evidence of liability insurance is furnished: at least $1,000,000 for one person and "
    "$1,000,000 for any one accident, in force at the time of the event, with a certificate that names the Village of "
    "East Troy as an additional insured in connection with it.",
    on=("receipt", "held-for-papers"),
    when=is_insured,
    says="Prior to issuance of the permit by the Village Clerk, each permittee shall furnish evidence of a liability "
    "insurance policy in amounts of not less than $1,000,000 for one person and $1,000,000 for any one accident",
)


@law.remarks_when("ET-2-P.1", says="each permittee shall furnish evidence of a liability insurance policy")
def insurance_to_counsel(event_form: str) -> str | None:
    """Insurance asked of an expressive event is for counsel to confirm."""
    if event_form not in EXPRESSIVE:
        return None
    return (
        "Counsel: insurance asked of an expressive event must be tailored; confirm before holding a permit back "
        "for it alone."
    )
