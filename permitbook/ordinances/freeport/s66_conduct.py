"""Freeport, §§ 155-66 to 155-71: duties, prohibitions, parking, revocation, and what the article leaves unsaid."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.freeport.law import CHIEF, law
from permitbook.ordinances.shared import SAME_DAY, posted_before
from permitbook.places import Route
from permitbook.reckoning import Limit, duty_within
from permitbook.verdict import Answer, needs

INFORMATION = ("permit", "handout")

# §§ 155-66 and 155-67: duties and prohibitions.

law.prints(
    "FP-66-A",
    "The permittee shall comply with all permit directions and conditions and with all applicable laws and ordinances.",
    on=("permit",),
    says="shall comply with all permit directions and conditions and with all applicable laws and ordinances",
)
law.prints(
    "FP-66-B",
    "The chairman or other person heading the event shall carry this permit upon his or her person during its conduct.",
    on=("permit", "pocket copy"),
    says="shall carry the parade or public assembly permit upon his/her person during the conduct of the parade",
)
law.prints(
    "FP-67.0",
    "The following prohibitions apply to all parades and public assemblies.",
    on=INFORMATION,
    says="The following prohibitions shall apply to all parades and public assemblies:",
)
law.prints(
    "FP-67-A",
    "It is unlawful to stage, present or conduct any parade or public assembly without first having obtained a permit.",
    on=INFORMATION,
    says="It shall be unlawful for any person to stage, present or conduct any parade or public assembly without first "
    "having obtained a permit as herein provided.",
)
law.prints(
    "FP-67-B",
    "It is unlawful to participate in a parade or public assembly for which one knows that no permit has been granted.",
    on=INFORMATION,
    says="It shall be unlawful for any person to participate in a parade or public assembly for which the person knows "
    "a permit has not been granted.",
)
law.prints(
    "FP-67-C",
    "It is unlawful for any person in charge of, or responsible for the conduct of, the event to knowingly fail to "
    "comply with any condition of the permit.",
    on=INFORMATION,
    says="for any person in charge of, or responsible for the conduct of, a duly licensed parade or public assembly to "
    "knowingly fail to comply with any condition of the permit",
)
law.prints(
    "FP-67-D.1",
    "No one taking part may carry or possess a length of metal, lumber, wood or similar material to display a sign, "
    "poster, plaque or notice, unless it is 1/4 inch or less thick and two inches or less wide.",
    on=INFORMATION,
    says="unless such object is 1/4 inches or less in thickness and two inches or less in width",
)
law.prints(
    "FP-67-D.2",
    "If such a support is not generally rectangular, it may not exceed 3/4 inch at its thickest.",
    on=INFORMATION,
    says="if not generally rectangular in shape, such object shall not exceed 3/4 inches in its thickest dimension",
)
law.prints(
    "FP-67-E",
    "No one may carry a sign, poster, plaque or notice that is not made of cloth, paper or cardboard.",
    on=INFORMATION,
    says="unless such sign, poster, plaque or notice is constructed or made of a cloth, paper or cardboard material",
)
law.prints(
    "FP-67-F",
    "Sound amplification stays within the limits of Village Code Chapter 155, Article III.",
    on=INFORMATION,
    says="at decibel levels that exceed those limits imposed by Village Code Chapter 155, Article III",
)
law.prints(
    "FP-67-G",
    "No animal or animal-drawn vehicle may be on a public street unless the permit specifically authorizes it.",
    on=INFORMATION,
    says="any animal or any animal-drawn vehicle upon any public street, unless specifically authorized by the permit",
)


@law.permit_states("FP-67-G", "Animals", says="unless specifically authorized by the permit")
def animals_allowed(animals: int, animals_authorized: bool | None) -> str | Answer:
    """With animals, an express line either way; without, none are authorized."""
    if animals > 0 and animals_authorized is None:
        return needs("animals_authorized")
    if animals > 0 and animals_authorized:
        return f"Animals and animal-drawn vehicles, up to {animals}, are specifically authorized."
    return "No animals or animal-drawn vehicles are authorized."


# § 155-68: conduct of others, and parking.

law.prints(
    "FP-68-A",
    "No person shall unreasonably hamper, obstruct, impede or interfere with a parade or public assembly, or with any "
    "person, vehicle or animal in it.",
    on=INFORMATION,
    says="No person shall unreasonably hamper, obstruct or impede or interfere with any parade or public assembly",
)
law.prints(
    "FP-68-B",
    "No driver shall drive between the vehicles or persons of a parade or public assembly while they are in motion and "
    "conspicuously designated as one.",
    on=INFORMATION,
    says="No driver of a vehicle shall drive between the vehicles or persons comprising a parade or public assembly",
)
law.records(
    "FP-68-C.1",
    "parking_ban",
    "parking_ban_hours",
    says="to prohibit or restrict the parking of vehicles along a street constituting a part of the route",
)


def bans_parking(
    parking_ban: Route | None, action: str | None, appeal_outcome: str | None, alternate_accepted_on: date | None
) -> bool:
    """Parking is prohibited or restricted somewhere, for an event that a denial has not ended."""
    ended = action == "denied" and alternate_accepted_on is None and appeal_outcome not in ("reversed", "modified")
    return parking_ban is not None and not ended


@law.deadline(
    "FP-68-C.2",
    "Post the parking signs",
    who=CHIEF,
    done="parking_posted_at",
    when=bans_parking,
    says="The Chief of Police shall post signs to that effect",
)
def post_before_the_event(event_start: datetime, calendar: OfficeCalendar) -> Limit:
    """Before the event begins, and on an open day before its own."""
    return posted_before(event_start, calendar)


law.prints(
    "FP-68-C.2",
    "Post a sign at each place below, and note the time of posting.",
    on=("posting",),
    says="The Chief of Police shall post signs to that effect",
)
law.prints(
    "FP-68-C.3",
    "It is unlawful to park or leave unattended any vehicle in violation of the posted signs.",
    on=("posting",),
    says="it shall be unlawful for any person to park or leave unattended any vehicle in violation thereof",
)
law.prints(
    "FP-68-C.4",
    "Keep this list with the time at which each sign was posted: no one is liable on a street that was not posted.",
    on=("posting",),
    says="No person shall be liable for parking on a street unposted in violation of this article.",
)

# § 155-69: revocation.

law.records(
    "FP-69.1",
    "revoked_at",
    "revoked_by",
    "revocation_ground",
    "revocation_facts",
    says="shall have the authority to revoke a parade or public assembly permit instantly",
)


def by_emergency(revocation_ground: str | None) -> bool:
    """Revoked for a public emergency."""
    return revocation_ground == "FP-69.2"


def by_breach(revocation_ground: str | None) -> bool:
    """Revoked for any other ground: a condition of the permit or a standard for its issuance."""
    return revocation_ground is not None and not by_emergency(revocation_ground)


law.prints(
    "FP-69.1",
    "The permit is revoked upon violation of the conditions or standards for its issuance, as set out below.",
    on=("revocation",),
    when=by_breach,
    says="upon violation of the conditions or standards for issuance as set forth in this article",
)
law.prints(
    "FP-69.2",
    "The permit is revoked because a public emergency needs so great police resources that policing the event would "
    "have an immediate and adverse effect upon the welfare and safety of persons or property. The facts are set out "
    "below.",
    on=("revocation",),
    when=by_emergency,
    says="when a public emergency arises where the police resources required for that emergency are so great",
)

# §§ 155-70 and 155-71: penalties and severability.

law.prints(
    "FP-70",
    "A violation is punished, upon conviction, by a fine of at most $1,000 or at most 15 days' imprisonment, or both.",
    on=INFORMATION,
    says="be punished by fine not to exceed $1,000 or imprisonment of not more than 15 days, or both",
)
law.setting(
    "FP-71",
    "Readings: a clause switched off, with date and reason",
    says="such decision shall not affect the validity of the remaining portions of this article",
)

# What the article does not say.

law.silent("FP-Z.1", "No application fee, insurance or indemnity: none is asked (Q-FP25).")
law.silent("FP-Z.2", "No other department is consulted by rule; asking one is practice and is labelled so.")
law.silent("FP-Z.3", "No way of telling a grant or a revocation is set: in writing, the same day (Q-FP24).")


def is_granted(action: str | None) -> bool:
    """The application was granted."""
    return action == "granted"


def was_told(notified_at: datetime | None, permit_sent_on: date | None) -> date | datetime | None:
    """When the applicant was told of the grant, or sent the permit."""
    return notified_at or permit_sent_on


@law.deadline(
    "FP-Z.3",
    "Tell the applicant of the grant in writing",
    who=CHIEF,
    done=was_told,
    when=is_granted,
    practice=True,
    says="",
)
def tell_the_grant_same_day(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the act (Q-FP24)."""
    return duty_within(acted_at.date(), SAME_DAY, calendar)


def is_revoked(revoked_at: datetime | None) -> bool:
    """The permit was revoked."""
    return revoked_at is not None


@law.deadline(
    "FP-Z.3",
    "Tell the permittee of the revocation in writing",
    who=CHIEF,
    done="revocation_sent_on",
    when=is_revoked,
    practice=True,
    says="",
)
def tell_the_revocation_same_day(revoked_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the revocation, with its facts (Q-FP24)."""
    return duty_within(revoked_at.date(), SAME_DAY, calendar)
