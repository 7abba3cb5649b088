"""Village of Freeport, New York: the ordinance that the parts of `freeport` fill, and how unclear words are read."""

from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.ordinances.shared import read_common


def section(part: str) -> str:
    """The printed number of a section; what stands in none is said of the article."""
    return f"§ 155-{part}" if part.isdigit() and part != "0" else "Article"


law = Ordinance(
    key="freeport",
    municipality="Village of Freeport",
    prefix="FP",
    initial="F",
    state="NY",
    zone="America/New_York",
    official="Chief of Police",
    section=section,
    latitude=40.6576,
    longitude=-73.5832,
    board="Board of Trustees",
    permit_name="Parade or Public Assembly Permit",
    revoked_for=("FP-69", "FP-59", "FP-65", "FP-66", "FP-67"),
)

APPLICANT, CHIEF, BOARD, CLERK = "Applicant", "Chief of Police", "Board of Trustees", "Village Clerk"

read_common(law)
law.reading(
    "Q-FP1",
    "in no less than 48 hours",
    "at most 48 hours from receipt, and in time for a denial to be in hand 48 hours before the event",
    "at least 48 hours from receipt",
    "at least 48 hours before the event",
    counsel=True,
)
law.reading("Q-FP2", "the factors reflected in § 157-57B", "the factors of § 155-57B; the number is misprinted")
law.reading(
    "Q-FP3",
    "With the exception of a spontaneous event or an event where the filing time requirements have been waived",
    "the same 48 hours as a target",
    "no time at all",
)
law.reading(
    "Q-FP4",
    "within three days of such public assembly",
    "counted back from the event, for parades too; notice in writing by any means, e-mail included",
)
law.reading(
    "Q-FP5", "This article shall not apply", "a notice is recorded and the event stays on the calendar; no permit"
)
law.reading(
    "Q-FP6",
    "either by personal delivery or certified mail at least 48 hours prior",
    "received by the applicant by then",
    "posted by then",
)
law.reading(
    "Q-FP7",
    "at least 10 and not more than 180 days before",
    "calendar days; a tenth day on a closed day is carried to the next business day, so it is not barred",
    "no extension",
    counsel=True,
)
law.reading("Q-FP8", "not more than 180 days before", "kept, and counted as received on the first day allowed")
law.reading(
    "Q-FP9",
    "held on a regular or recurring basis at the same location",
    "two dates or more at one place within one calendar year; over New Year, two applications",
)
law.reading(
    "Q-FP10", "shall issue a permit ... when ... he finds that", "the Chief makes eleven findings; blank is no no"
)
law.reading(
    "Q-FP11", "has been received and will be granted", "an earlier live application, unless its official says no"
)
law.reading("Q-FP12", "No event is scheduled elsewhere", "any event in the Outside Events table, permitted or not")
law.reading(
    "Q-FP13",
    "has secured the police protection",
    "a signed undertaking; the actual cost is paid afterwards",
    counsel=True,
)
law.reading("Q-FP14", "additional police protection for the public assembly", "parades and public assemblies")
law.reading(
    "Q-FP15", "nature of the parade or public assembly", "physical nature only: moving or not, vehicles, animals"
)
law.reading(
    "Q-FP16",
    "within five days after notice of the action",
    "five days, carried past a closed day, but not past the new event's start",
)
law.reading(
    "Q-FP17",
    "with the Chief of Police and a copy of the notice with the Village Clerk",
    "in time when either arrives in time; the other can be made good",
)
law.reading("Q-FP18", "at the next scheduled meeting", "the first listed meeting after receipt")
law.reading("Q-FP19", "A permit hereunder shall comply", "the permittee shall comply")
law.reading(
    "Q-FP20",
    "1/4 inches or less in thickness and two inches or less in width",
    "printed as information; never a ground for denial",
    counsel=True,
)
law.reading(
    "Q-FP21", "with an intent of attracting public attention", "asked as a fact; no number is too small", counsel=True
)
law.reading("Q-FP22", "which is the proposed parade route", "sidewalk in its ordinary meaning")
law.reading("Q-FP23", "Minimum speed ... Maximum speed ... maximum length", "asked of everyone in the supplement")
law.reading("Q-FP24", "(no way of notice for a grant or a revocation)", "the same day, in writing")
law.reading("Q-FP25", "(no fee, insurance or indemnity)", "none is asked")
law.reading("Q-FP26", "advance approval ... from the Board of Trustees", "a gate before issue, not a ground for denial")
law.reading("Q-FP27", "shall send a copy thereof to the following", "the Village Clerk gets one too, as practice")
law.reading("Q-FP28", "timely-filed ... received", "receipt starts the clocks")


def other_sense(office: Office, reading: str) -> str | None:
    """The other sense in which this office reads the words, as its Readings sheet has it; None for the usual one."""
    known = law.readings[reading]
    taken = office.taken(reading, known.taken)
    return taken if taken in known.others else None


law.note(
    "FP-0",
    "The article was added in 1999 and has not been amended in the copy on hand.",
    says="Added 9-14-1999 by L.L. No. 9-1999",
)
