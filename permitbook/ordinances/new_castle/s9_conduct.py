"""New Castle, §§ 92-9 to 92-12: duties, the conduct of others, parking, revocation, penalties, and what is unsaid."""

from datetime import date, datetime

from permitbook.calendars import OfficeCalendar
from permitbook.ordinances.new_castle.law import ADMINISTRATOR, CHIEF, CLERK, WORKS, law
from permitbook.ordinances.shared import SAFETY, SAME_DAY, posted_before
from permitbook.places import Route
from permitbook.reckoning import Limit, duty_within

INFORMATION = ("permit", "handout")

# § 92-9: duties.

law.records(
    "NC-9-A.1", "conditions", says="which the Chief of Police or Town Board, as the case may be, may reasonably require"
)
law.prints(
    "NC-9-A.1",
    "The permittee and every participant shall comply with all directions and conditions of this permit, which provide "
    "for the safety of the participants and the public.",
    on=INFORMATION,
    says="The permittee and every participant in an assisted event shall comply with all permit directions and "
    "conditions ... to provide for the safety of the participants and the public",
)
SET_BY = ("Chief of Police", "Town Board")
law.offers_conditions("NC-9-A.1", *SAFETY, by=SET_BY)


@law.remarks_when(
    "NC-9-A.2", says="which the Chief of Police or Town Board, as the case may be, may reasonably require"
)
def set_by_nobody(conditions: str) -> str | None:
    """Each condition says whether the Chief or the Town Board set it."""
    lines = [line.strip() for line in conditions.splitlines() if line.strip()]
    unsaid = [number for number, line in enumerate(lines, 1) if not any(who in line for who in SET_BY)]
    if not unsaid:
        return None
    which = f"Condition {unsaid[0]} does" if len(unsaid) == 1 else f"Conditions {', '.join(map(str, unsaid))} do"
    return f"{which} not say who set it: add (Chief of Police) or (Town Board)."


law.prints(
    "NC-9-A.3",
    "They shall comply with all applicable laws.",
    on=INFORMATION,
    says="and with all applicable laws",
)
law.prints(
    "NC-9-B",
    "The permittee shall advise all participants of the terms and conditions of this permit, orally or in writing, "
    "before the event begins.",
    on=("handout", "permit"),
    says="The permittee shall advise all participants in an assisted event, either orally or by written notice, of the "
    "terms and conditions of the permit, prior to the commencement of event.",
)
law.prints(
    "NC-9-C",
    "The chairperson, or another person heading or leading the event, shall carry this permit during its conduct.",
    on=("permit", "pocket copy"),
    says="The assisted event chairperson or other person heading or leading such event shall carry the assisted event "
    "permit upon his or her person during the conduct of the assisted event.",
)

# § 92-10: conduct of others, and parking.

law.prints(
    "NC-10-A",
    "No person shall unreasonably hamper, obstruct, impede or interfere with an assisted event, its assembly, or any "
    "person or vehicle taking part.",
    on=INFORMATION,
    says="No person shall unreasonably hamper, obstruct, impede, or interfere with any assisted event",
)
law.prints(
    "NC-10-B",
    "No driver shall drive between the people or vehicles of a parade that are identifiable as one.",
    on=INFORMATION,
    says="No driver of a vehicle shall drive between the people or vehicles comprising a parade when such vehicles or "
    "persons are identifiable as a parade.",
)
law.records(
    "NC-10-C.1",
    "parking_ban",
    "parking_ban_hours",
    says="The Chief of Police shall have the authority, when reasonably necessary, to prohibit or restrict the parking "
    "of vehicles",
)


def bans_parking(
    parking_ban: Route | None, action: str | None, appeal_outcome: str | None, alternate_accepted_on: date | None
) -> bool:
    """Parking is prohibited or restricted somewhere, for an event that a denial has not ended."""
    ended = action == "denied" and alternate_accepted_on is None and appeal_outcome not in ("reversed", "modified")
    return parking_ban is not None and not ended


@law.deadline(
    "NC-10-C.2",
    "Post the parking signs",
    who=CHIEF,
    done="parking_posted_at",
    when=bans_parking,
    says="The Chief of Police shall post signs to such effect",
)
def post_before_the_event(event_start: datetime, calendar: OfficeCalendar) -> Limit:
    """Before the event begins, and on an open day before its own."""
    return posted_before(event_start, calendar)


law.prints(
    "NC-10-C.2",
    "Post a sign at each place below, and note the time of posting.",
    on=("posting",),
    says="The Chief of Police shall post signs to such effect",
)
law.prints(
    "NC-10-C.3",
    "It is unlawful to park or leave unattended any vehicle against the signs; no one is liable where none is posted.",
    on=("posting", "permit", "handout"),
    says="it shall be unlawful for any person to park any vehicle or to leave unattended any vehicle in violation "
    "thereof, but no person shall be liable for parking in a location which is not posted",
)

# §§ 92-11 and 92-12: revocation, penalties.

law.records(
    "NC-11",
    "revoked_at",
    "revoked_by",
    "revocation_ground",
    "revocation_facts",
    says="The Town Police Chief shall have the authority to revoke an assisted event permit upon a violation of the "
    "standards for issuance as set forth in § 92-4.",
)
law.prints(
    "NC-11",
    "The permit is revoked because the facts now show the ground of § 92-4 that is named below.",
    on=("revocation",),
    says="upon a violation of the standards for issuance as set forth in § 92-4",
)


def is_revoked(revoked_at: datetime | None) -> bool:
    """The permit was revoked."""
    return revoked_at is not None


@law.deadline(
    "NC-11",
    "Tell the permittee of the revocation in writing",
    who=CHIEF,
    done="revocation_sent_on",
    when=is_revoked,
    practice=True,
    says="",
)
def tell_the_revocation_same_day(revoked_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the revocation, with its facts (Q-NC21)."""
    return duty_within(revoked_at.date(), SAME_DAY, calendar)


@law.remarks_when("NC-11", says="shall have the authority to revoke an assisted event permit")
def revocation_to_counsel(revocation_ground: str | None, revoked_at: datetime) -> str | None:
    """A standard cannot be violated: counsel sees each revocation."""
    if revocation_ground and revocation_ground.startswith("NC-4"):
        return "Counsel: the standards are findings; the notice states the facts that now show the ground (Q-NC21)."
    return "Name the ground of § 92-4 that the facts now show: the chapter knows no other for revoking (Q-NC21)."


law.note(
    "NC-12.1",
    "For information; no offenses are kept.",
    says="punishable by a fine not exceeding $350 or imprisonment for a period not to exceed 15 days, or both",
)
law.note(
    "NC-12.2",
    "For information; no applicant's record is kept or scored (Q-NC25).",
    says="a third or subsequent violation committed within a period of 365 days shall be a misdemeanor punishable by a "
    "fine not to exceed $1,000 or imprisonment for a period not to exceed one year, or both",
)
law.note(
    "NC-12.3",
    "For information.",
    says="Each day that any such violation is committed or permitted to continue shall constitute a separate offense",
)

# What the chapter does not say.

law.silent("NC-Z.1", "No distribution list and no way of telling a grant: copies go by the office's own list (Q-NC9).")
for _role in (ADMINISTRATOR, CLERK, WORKS):
    law.copy(
        "NC-Z.1",
        _role,
        of="permit",
        practice=True,
        says="The chapter has no distribution list. This copy is sent as the office's practice.",
    )


def is_granted(action: str | None) -> bool:
    """The application was granted."""
    return action == "granted"


def was_told(notified_at: datetime | None, permit_sent_on: date | None) -> date | datetime | None:
    """When the applicant was told of the grant, or sent the permit."""
    return notified_at or permit_sent_on


@law.deadline(
    "NC-Z.1",
    "Tell the applicant of the grant",
    who=CHIEF,
    done=was_told,
    when=is_granted,
    practice=True,
    says="",
)
def tell_the_grant_same_day(acted_at: datetime, calendar: OfficeCalendar) -> Limit:
    """The day of the act (Q-NC9)."""
    return duty_within(acted_at.date(), SAME_DAY, calendar)


law.silent(
    "NC-Z.2",
    "No police cost, no severability and no nondiscrimination section: no cost is asked, and all are treated alike.",
)
