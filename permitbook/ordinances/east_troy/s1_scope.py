"""East Troy, section 1 and section 2 A and B: purpose, words, who needs a permit, and who does not."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.docket import Slot
from permitbook.ordinances.east_troy.law import CLERK, law
from permitbook.reckoning import Leave, Limit, duty_hours_before
from permitbook.verdict import Truth, both

AGENCIES = frozenset({"federal agency", "state agency"})
OTHER_GOVERNMENTS = frozenset({"the municipality", "county", "other government"})

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

# Section 2 A: permit required.


@law.reaches(
    "ET-2-A.1", says="on any street or highway under the jurisdiction of the Village unless a permit has been obtained"
)
def on_village_street(municipal_street: bool) -> bool:
    """Some of the route is a street of the Village."""
    return municipal_street


def is_granted(
    action: str | None, appeal_outcome: str | None, issued_at: datetime | None, alternate_accepted_on: date | None
) -> bool:
    """A permit is to be made, or was."""
    granted = action == "granted" or appeal_outcome in ("reversed", "modified")
    return granted or issued_at is not None or alternate_accepted_on is not None


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


# Section 2 B: exemptions.


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


@law.remarks_when("ET-2-B.6")
def other_government(sponsor_kind: str) -> str | None:
    """A government that the text does not name is an ordinary applicant."""
    if sponsor_kind not in OTHER_GOVERNMENTS:
        return None
    return (
        "Counsel: only federal and state agencies are named as exempt; this sponsor is treated as an ordinary "
        "applicant, with fee and insurance (Q-ET2)."
    )
