"""East Troy, section 2 J to O: fee and costs, revocation, what a permit states, who gets a copy, and duties."""

from datetime import date, datetime, time
from decimal import Decimal

from permitbook.assessment import FeeDue
from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.east_troy.law import CHIEF, CLERK, WORKS, law
from permitbook.ordinances.shared import SAFETY, SAME_DAY, unpaid
from permitbook.reckoning import Limit, duty_within, show_time
from permitbook.verdict import Answer, Truth

# Section 2 J: fee.

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
    """The fee set by the Board is paid; the exempt owe none. Unpaid, it is no ground for denial."""
    return unpaid(fee, fee_paid)


# Section 2 K: increased costs.

law.records(
    "ET-2-K.1",
    "extra_cost",
    says="the cost of municipal services incident to the staging of the usage will be increased",
)
law.records("ET-2-K.2", "extra_cost_paid", says="may require the permittee to make an additional payment")
law.prints(
    "ET-2-K.2",
    "The Village Clerk may require an additional payment equal to the increase in the cost of municipal services; "
    "it is invoiced from actual records.",
    on=("permit",),
    says="may require the permittee to make an additional payment",
)
law.prints(
    "ET-2-K.2",
    "The additional payment equals the increase in the cost of municipal services because of the usage, taken from the "
    "records kept of it.",
    on=("invoice",),
    says="may require the permittee to make an additional payment into the general fund of the Village in an amount "
    "equal to the increased costs",
)
law.prints(
    "ET-2-K.3",
    "The payment goes into the general fund of the Village.",
    on=("invoice",),
    says="into the general fund of the Village",
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
law.prints(
    "ET-2-L.1",
    "The permit is revoked because an actual or potential emergency, the likelihood of a breach of the peace, or a "
    "major change in the conditions on which it was issued justifies it; the ground and its facts are named below.",
    on=("revocation",),
    says="may revoke a permit already issued if the official deems that such action is justified",
)
law.prints(
    "ET-2-L.5",
    "In lieu of revoking the permit, evidence is required of good and sufficient sureties, insurance in force or other "
    "adequate financial responsibility, running to the Village of East Troy and to such third parties as may be "
    "injured or damaged.",
    on=("surety",),
    says="In lieu of revoking a permit, an above-named official may require the permittee to file evidence of good and "
    "sufficient sureties, insurance in force or other evidence of adequate financial responsibility, running to the "
    "Village of East Troy and such third parties as may be injured or damaged",
)
law.prints(
    "ET-2-L.6",
    "The amount depends upon the likelihood of injury or damage as a direct and proximate result of the event, caused "
    "by the permittee, its agents or participants.",
    on=("surety",),
    says="in an amount depending upon the likelihood of injury or damage as a direct and proximate result of the "
    "holding of the usage ... caused by the permittee, its agents or participants",
)


def is_revoked(revoked_at: datetime | None) -> bool:
    """The permit was revoked."""
    return revoked_at is not None


@law.deadline(
    "ET-2-L.1",
    "Tell the permittee of the revocation in writing",
    who=CLERK,
    done="revocation_sent_on",
    when=is_revoked,
    practice=True,
    says="",
)
def tell_the_revocation_same_day(revoked_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the revocation, with its facts (Q-ET25)."""
    return duty_within(revoked_at.date(), SAME_DAY, calendar)


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


@law.remarks_when("ET-2-L.5", says="In lieu of revoking a permit")
def surety_first(
    revocation_ground: str | None, revocation_facts: str | None, surety_required: Decimal | None
) -> str | None:
    """A revocation is being considered and nothing milder was asked."""
    if surety_required is not None or (revocation_ground is None and revocation_facts is None):
        return None
    return (
        "In lieu of revoking, sureties, insurance or other financial responsibility may be required: offer that first, "
        "and write the facts at once (Q-ET25)."
    )


law.records("ET-2-L.6", "surety_required", says="in an amount depending upon the likelihood of injury or damage")

# Section 2 M: contents of the permit.


@law.permit_states(
    "ET-2-M",
    "When and where",
    says="Each usage permit shall state such information as the Village Clerk shall find necessary",
)
def when_and_where(
    event_date: date,
    start_time: time,
    end_time: time,
    assembly_area: tuple[str, ...],
    termination_point: str,
    dispersal_area: tuple[str, ...] | None,
) -> str:
    """The hours, the assembly, and where it ends and disperses; no dispersal area named means there (Q-ET15)."""
    until = f"{show_time(end_time)}{' the next day' if end_time <= start_time else ''}"
    ending = f"ending and dispersing at {termination_point}"
    if dispersal_area:
        ending = f"ending at {termination_point}, dispersing at {'; '.join(dispersal_area)}"
    return f"{show_time(start_time)} to {until}; assembly at {'; '.join(assembly_area)}; {ending}."


# Section 2 N: copies of the permit.


def is_issued(issued_at: datetime | None) -> bool:
    """The permit was issued."""
    return issued_at is not None


@law.deadline(
    "ET-2-N.0",
    "Send the copies of the permit",
    who=CLERK,
    done="copies_sent_on",
    when=is_issued,
    says="Immediately upon the issuance of a usage permit, the Village Clerk shall send a copy thereof to the "
    "following:",
)
def send_copies_same_day(issued_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of issue."""
    return duty_within(issued_at.date(), SAME_DAY, calendar)


def utilities(transit_affected: tuple[str, ...]) -> tuple[str, ...]:
    """Transit utilities with regular service on the route."""
    return transit_affected


law.copy(
    "ET-2-N-1",
    "Transit utility",
    of="permit",
    each=utilities,
    says="Each public transportation utility whose regular service will be affected by the usage.",
)
law.copy("ET-2-N-2.a", CHIEF, of="permit", says="The Chief of Police")
law.copy("ET-2-N-2.b", WORKS, of="permit", says="Director of Public Works")
law.copy(
    "ET-2-N-2.c", "East Troy Emergency Services Secretary", of="permit", says="East Troy Emergency Services Secretary"
)

# Section 2 O: compliance.


@law.permit_states(
    "ET-2-O-1.a", "Conditions", says="A permittee under this article shall comply with all permit directions and"
)
def directions_and_conditions(conditions: str | None) -> str | None:
    """The conditions set, if any."""
    return conditions


law.offers_conditions("ET-2-O-1.a", *SAFETY, by=(CLERK, CHIEF))


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
    "No one who leads or takes part may disobey this section, or encourage others to, after a law enforcement officer "
    "has directly and presently informed him or her of any of its provisions or of the terms of this permit.",
    on=("permit", "handout"),
    says="No person who leads or participates in any usage shall disobey or encourage others to disobey this section "
    "after a law enforcement officer has directly and presently informed him/her of any of the provisions of this "
    "section or the terms of the applicable usage permit.",
)
