"""Village of East Troy, Wisconsin: the ordinance that the parts of `east_troy` fill, and how unclear words are read."""

from permitbook.ordinance import Ordinance
from permitbook.ordinances.shared import read_common


def section(part: str) -> str:
    """The number of a section as it is called here (Q-ET28); what stands in none is said of the article."""
    return f"Section {part}" if part != "0" else "Article"


law = Ordinance(
    key="east_troy",
    municipality="Village of East Troy",
    prefix="ET",
    initial="E",
    state="WI",
    zone="America/Chicago",
    official="Village Clerk",
    section=section,
    latitude=42.785,
    longitude=-88.405,
    board="Village Board",
    permit_name="Usage Permit",
    alternates_by="Chief of Police",
    alternates_in_denying=False,
    revoked_for=("ET-2-L.2", "ET-2-L.3", "ET-2-L.4"),
)

APPLICANT, CLERK, CHIEF, WORKS = "Applicant", "Village Clerk", "Chief of Police", "Director of Public Works"

NO_EXTENSION = "no extension"
THE_CLOCK, SATURDAYS_TOO = "the clock", "Saturdays left out too"

read_common(law)
law.reading("Q-ET1", "runs, walks, marathons, bicycle races, etc.", "any number of people needs a permit", counsel=True)
law.reading(
    "Q-ET2", "sponsored by any agency of the federal or state government", "no other sponsor is exempt", counsel=True
)
law.reading(
    "Q-ET3", "must be made in person", "an application of 15 to 44 days is kept and presented later", counsel=True
)
law.reading("Q-ET4", "prior to the usage", "whole days back from the day of the event")
law.reading(
    "Q-ET5",
    "no less than 15 days prior",
    "a last day on a closed day is carried to the next open day, so it is not barred",
    NO_EXTENSION,
    counsel=True,
)
law.reading("Q-ET6", "not less than 30 days before", "the thirtieth day, moved back from a closed day")
law.reading(
    "Q-ET7",
    "no case later than 48 hours",
    "Sundays and legal holidays left out; worked to the earliest of three readings",
    THE_CLOCK,
    SATURDAYS_TOO,
    counsel=True,
)
law.reading("Q-ET8", "shall be denied ... less than 15 days", "denied the same day, with the first date that passes")
law.reading("Q-ET9", "the Chief of Police may authorize", "the Clerk decides, the Chief signs a modification")
law.reading("Q-ET10", "by immediately notifying", "an offer does not lapse; the reply-by date is a courtesy")
law.reading("Q-ET11", "as applied for in the permit", "a permit already issued may be changed in the same way")
law.reading("Q-ET12", "Recommendation of governmental agencies", "silence is neither consent nor objection")
law.reading(
    "Q-ET13", "workday", "Monday to Friday that is no legal holiday; slow hours as the Streets table lists them"
)
law.reading("Q-ET14", "additional information", "the same supplement is asked of everyone")
law.reading("Q-ET15", "dispersal area", "the termination point, one area, unless others are named")
law.reading(
    "Q-ET16", "primarily for private or commercial economic gain", "the Clerk's finding from facts", counsel=True
)
law.reading(
    "Q-ET17", "a permit under § 84.07(4)", "only where a state highway is used; the Village applies", counsel=True
)
law.reading("Q-ET18", "denied ... may be denied ... unless", "every ground is shown: G first, then H, then F")
law.reading(
    "Q-ET19", "aggressive or destructive activity", "facts of organization only, never the message", counsel=True
)
law.reading("Q-ET20", "the increased costs", "estimated before, invoiced after from records", counsel=True)
law.reading("Q-ET21", "for one person and ... for any one accident", "an each-occurrence amount meets both")
law.reading("Q-ET22", "prior to issuance", "no certificate, no issue; it is no ground for denial")
law.reading("Q-ET23", "(no appeal)", "Wis. Stat. ch. 68 review is printed on a denial", "not printed", counsel=True)
law.reading("Q-ET24", "(no penalty)", "the general provisions of the Village code apply")
law.reading("Q-ET25", "may revoke", "in writing with the facts at once, insurance offered first")
law.reading("Q-ET26", "(no earliest day)", "accepted at any time, with a warning when far ahead")
law.reading("Q-ET27", "directly and presently informed", "the terms are printed on the permit")
law.reading("Q-ET28", "(section numbers)", "the two sections are called Section 1 and Section 2", counsel=True)

# The article as adopted.

law.note(
    "ET-0.1",
    "The text in force on the day of filing governs; this one was adopted in 2000 and last amended in 2019.",
    says="Adopted 4-3-2000 by Ord. No. 2000-2 as Title 7, Ch. 10, of the 2000 Code",
)
law.note(
    "ET-0.2",
    "The authority cited is itself subject to § 84.07(4), Wis. Stats.",
    says="Said authority to regulate is contained in § 349.185, Wis. Stats., and related sections.",
)
