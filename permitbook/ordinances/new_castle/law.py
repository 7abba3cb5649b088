"""New Castle: the ordinance that the parts of `new_castle` fill, and how its unclear words are read."""

from permitbook.ordinance import Ordinance
from permitbook.ordinances.shared import read_common


def section(part: str) -> str:
    """The printed number of a section; what stands in none is said of the chapter."""
    return f"§ 92-{part}" if part.isdigit() and part != "0" else "Chapter 92"


law = Ordinance(
    key="new_castle",
    municipality="Town of New Castle",
    prefix="NC",
    initial="N",
    state="NY",
    zone="America/New_York",
    official="Town Police Chief",
    section=section,
    latitude=41.16,
    longitude=-73.77,
    board="Town Board",
    permit_name="Assisted Event Permit",
    permit_each_day=True,
    revoked_for=("NC-4-",),
)

APPLICANT, CHIEF, BOARD = "Applicant", "Town Police Chief", "Town Board"
ADMINISTRATOR, CLERK, WORKS = "Town Administrator", "Town Clerk", "Department of Public Works"
STREET, PRIVATE = "street, sidewalk or parking lot", "private property"

read_common(law)
law.reading(
    "Q-NC1",
    "more than 50 people ... more than 10 people",
    "participants, not spectators; the lower number when any part uses a street, sidewalk or parking lot",
)
law.reading(
    "Q-NC2",
    "for which the Town has primary responsibility for public safety",
    "as the Chief records it for the place; a hamlet, village or state parkway may differ",
)
law.reading(
    "Q-NC3",
    "not less than seven business days ... before the date",
    "Monday to Friday, the event's day not counted; late only if it is so with the fewest days skipped",
    "holidays and closures skipped alike",
)
law.reading(
    "Q-NC4",
    "nor more than six months before",
    "calendar months; an earlier application is kept and counts as filed on the first day allowed",
)
law.reading(
    "Q-NC5",
    "shall have the authority to consider",
    "whether to take a late application is decided the same day; three business days run from its filing",
)
law.reading(
    "Q-NC6",
    "may refer an application for the use of that property",
    "in time by its first filing anywhere in Town; the Chief's days run from his own receipt",
)
law.reading(
    "Q-NC7",
    "within three business days after the filing",
    "the day of filing not counted, days that are both holidays and closures skipped; mailed within them too",
)
law.reading("Q-NC8", "by telephone call, e-mail message, and/or facsimile transmission", "at least one of them, logged")
law.reading(
    "Q-NC9",
    "(no way of telling a grant, no distribution list)",
    "told the same day with the permit; copies by the office's own list, labelled as practice",
)
law.reading(
    "Q-NC10",
    "the Town is a named insured as well as giving the Town 30 days' written notice",
    "an additional insured endorsement is taken and noted; the 30 days are noted and hold nothing back",
    "named insured only",
    counsel=True,
)
law.reading(
    "Q-NC11",
    "any participant in the parade",
    "the signature is recorded; counsel is asked before an expressive event is held back for it alone",
    counsel=True,
)
law.reading("Q-NC12", "A fee as set forth by resolution", "per application", "per day", counsel=True)
law.reading("Q-NC13", "regulation of the parade or public assembly", "'public assembly' means assembly")
law.reading(
    "Q-NC14",
    "conducted after nightfall",
    "the hours from sunset to sunrise are shown with civil dusk, and the Chief finds",
    "from civil dusk to sunrise",
)
law.reading(
    "Q-NC15",
    "is not scheduled to move ... without unreasonable delays",
    "found when the schedule would cause unreasonable delay",
)
law.reading("Q-NC16", "Parking places sufficient ... near the site", "vehicles against listed spaces; the Chief finds")
law.reading(
    "Q-NC17",
    "after receipt of the Town Police Chief's notice",
    "from receipt of the mailed notice; in time when either of the two filings is",
)
law.reading(
    "Q-NC18",
    "within two business days after its receipt",
    "the Supervisor calls a special meeting the day the appeal arrives",
    counsel=True,
)
law.reading("Q-NC19", "within three business days after notice", "from receipt of the letter", "from the call")
law.reading("Q-NC20", "in denying an application", "the denial and the offer go in one letter")
law.reading(
    "Q-NC21",
    "upon a violation of the standards for issuance",
    "facts now show a ground of § 92-4; in writing, and counsel sees it",
    counsel=True,
)
law.reading("Q-NC22", "likely to able ... it shall obtain", "misprints without effect")
law.reading(
    "Q-NC23",
    "in either case actually exercises primary responsibility",
    "stated by the sponsor as facts; the written statement is kept",
)
law.reading("Q-NC24", "Vehicular processions", "cars that keep to the traffic rules need no permit")
law.reading("Q-NC25", "a third or subsequent violation", "information only; no one's record is kept or scored")
law.reading("Q-NC26", "without consideration given ... to the message", "said of late filing, kept to in everything")
law.reading(
    "Q-NC27",
    "may reasonably require to provide for the safety",
    "conditions for safety only, from a neutral list",
)

law.note(
    "NC-0",
    "The text in force on the day of filing governs. It prints the numbers of §§ 92-3 and 92-4; the others are counted "
    "from them.",
    says="Adopted by the Town Board of the Town of New Castle 10-26-1999 by L.L. No. 19-1999 amended in its entirety "
    "9-23-2003 by L.L. No. 2-2003.",
)
