"""East Troy, section 2 D and E: what the application sets out, and who gets a copy of it."""

from datetime import date

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.east_troy.law import CHIEF, CLERK, WORKS, law
from permitbook.ordinances.shared import SAME_DAY
from permitbook.reckoning import Limit, duty_within

# Section 2 D: information required in the application.


def is_for_organization(organization_name: str | None) -> bool:
    """An organization is named."""
    return organization_name is not None


def is_for_another(on_behalf_of: str | None) -> bool:
    """Held by or for another person."""
    return on_behalf_of is not None


def is_authorized(authorization_on_file: bool | None) -> bool:
    """That person's written authorization is on file."""
    return authorization_on_file is True


law.requires(
    "ET-2-D-1.a",
    "applicant_name",
    says="The name, address and telephone number of the applicant.",
    also={"ET-2-D.0": "The application shall set forth the following information regarding the proposed usage:"},
)
law.requires("ET-2-D-1.b", "applicant_address", says="The name, address and telephone number of the applicant.")
law.requires("ET-2-D-1.c", "applicant_phone", says="The name, address and telephone number of the applicant.")
for _field in ("organization_address", "organization_phone"):
    law.requires(
        "ET-2-D-2.a",
        _field,
        when=is_for_organization,
        says="by an organization, the name, address and telephone number of the headquarters of the organization",
    )
law.requires(
    "ET-2-D-2.b",
    "organization_heads",
    when=is_for_organization,
    says="of the authorized and responsible heads of such organization",
)
for _field in ("chair_name", "chair_address", "chair_phone"):
    law.requires(
        "ET-2-D-3",
        _field,
        says="The name, address and telephone number of the person who will be responsible for conducting the usage.",
    )
law.requires("ET-2-D-4.a", "event_date", says="The date when the usage is to be conducted")
law.requires("ET-2-D-4.b", "start_time", says="and its duration")
law.requires("ET-2-D-4.b", "end_time", says="and its duration")
law.requires("ET-2-D-5.a", "assembly_area", says="The assembly area")
law.requires("ET-2-D-5.b", "starting_point", says="the starting point")
law.requires("ET-2-D-5.c", "route", says="the route to be traveled")
law.requires("ET-2-D-5.d", "termination_point", says="and the termination point")
law.requires(
    "ET-2-D-6", "participants", "units", says="The number and size of participants or units comprising the usage."
)
law.requires(
    "ET-2-D-7",
    "authorization_on_file",
    when=is_for_another,
    filled=is_authorized,
    says="a communication in writing from the person proposing to hold the usage authorizing the applicant to apply",
)
# The same supplement is asked of everyone (Q-ET14); none of it counts as an item of D.
law.records(
    "ET-2-D-8",
    "marshals",
    "dispersal_area",
    "commercial_gain",
    "on_state_highway",
    says="Any additional information which the Village Clerk finds reasonably necessary",
)
law.prints(
    "ET-2-D-8",
    "The Village Clerk may ask for further information that is reasonably necessary for a fair determination as to "
    "whether a permit should be issued.",
    on=("deficiency",),
    says="Any additional information which the Village Clerk finds reasonably necessary for a fair determination as to "
    "whether a permit should be issued.",
)

# Section 2 E: copies of the application.

law.copy("ET-2-E.1", CHIEF, of="application", says="shall submit a copy of the application to the Chief of Police")
law.copy("ET-2-E.2", WORKS, of="application", says="and Director of Public Works")


@law.deadline(
    "ET-2-E.1",
    "Send copies of the application to the Chief of Police and Public Works",
    who=CLERK,
    done="referred_on",
    says="The Village Clerk shall submit a copy of the application to the Chief of Police",
    also={"ET-2-E.2": "and Director of Public Works"},
)
def send_copies_of_the_application(received_on: date, calendar: OfficeCalendar) -> Limit:
    """The day it is received (Q-ET12)."""
    return duty_within(received_on, SAME_DAY, calendar)


law.prints(
    "ET-2-E.3",
    "The Village Clerk asks for your recommendation before deciding.",
    on=("referral",),
    says="Recommendation of governmental agencies.",
)
