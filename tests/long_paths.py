"""The longest ways an application can go under each ordinance, step by step as an office takes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal

from permitbook.application import Application
from permitbook.places import read_route
from permitbook.tables import FindingRow, Meeting
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    NEW_CASTLE,
    determined,
    east_troy,
    found,
    freeport,
    new_castle,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What is done at one moment: facts and answers are recorded, a command makes letters, and this is how it stands.

    `facts` are typed into the row, `answers` into Findings; with `sends`, all letters are noted as sent. `command` is
    given to the command line; `makes` are the kinds of letters, each once, and `says` words in them. `refused` are
    words of why nothing is made. `status` and `next` are what Check then says.
    """

    at: datetime
    status: str
    next: str | None
    facts: Mapping[str, object] = field(default_factory=dict)
    answers: Sequence[FindingRow] = ()
    sends: bool = False
    command: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    """A way: whose ordinance, which application among which others, and its steps."""

    key: str
    application: Application
    others: tuple[Application, ...]
    findings: tuple[FindingRow, ...]
    steps: tuple[Step, ...]
    meetings: tuple[Meeting, ...] = ()


UNDECIDED: dict[str, object] = {"action": None, "acted_at": None, "acted_by": None, "conditions": None}


def _answers(number: str, clauses: Sequence[str], yes: bool, by: str, on: date) -> tuple[FindingRow, ...]:
    return tuple(found(number, clause, yes, by, on) for clause in clauses)


# Freeport: filed a day late and allowed; the block is taken; another day is offered, accepted, permitted.

CHIEF = "Chief Michael Smith"
_FP_LATE = freeport(
    **UNDECIDED,
    application_no="FP-2026-003",
    received_at=datetime(2026, 7, 2, 9),
    sworn_on=date(2026, 7, 2),
    event_name="Harbor Walk",
    police_officers=2,
    police_hours=8.0,
    police_cost_agreed_on=None,
)
_FINDINGS = tuple(f"FP-59-A-{place}" for place in range(1, 8))
FREEPORT_ALTERNATE = Path(
    FREEPORT,
    _FP_LATE,
    (freeport(issued_at=datetime(2026, 6, 2, 9), permit_no="FP-2026-001"),),
    tuple(determined(FREEPORT)),
    (
        Step(
            at=datetime(2026, 7, 2, 9, 30),
            command=("letter", "receipt"),
            makes=("receipt",),
            says=("Harbor Walk",),
            status="received",
            next="Grant or deny",
        ),
        Step(
            at=datetime(2026, 7, 2, 11),
            facts={
                "waiver_granted_on": date(2026, 7, 2),
                "waiver_reason": "A day late, no further officers are needed; no hazard to public safety",
            },
            command=("letter", "police"),
            makes=("police cost notice",),
            says=("reimburses the Village of Freeport",),
            status="received",
            next="Grant or deny",
        ),
        Step(
            at=datetime(2026, 7, 3, 10),
            facts={
                "action": "denied",
                "acted_at": datetime(2026, 7, 3, 9, 45),
                "acted_by": CHIEF,
                "alternate_date": date(2026, 7, 18),
                "alternate_start": time(12),
                "alternate_end": time(14),
                "alternate_offered_on": date(2026, 7, 3),
            },
            command=("offer",),
            makes=("alternate offer",),
            says=("§ 155-59A(9)", "Saturday, July 18, 2026", "written notice of acceptance"),
            status="alternate offered",
            next="Denial, if any, in the applicant's hands",
        ),
        Step(
            at=datetime(2026, 7, 3, 15),
            facts={
                "notified_at": datetime(2026, 7, 3, 14),
                "notified_how": "in person",
                "notice_received_on": date(2026, 7, 3),
            },
            status="alternate offered",
            next="Accept the alternate",
        ),
        Step(
            at=datetime(2026, 7, 6, 10),
            facts={"alternate_accepted_on": date(2026, 7, 6)},
            command=("issue",),
            refused=("§ 155-59A(1) is not found", "police protection"),
            status="alternate accepted",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 7, 6, 14),
            facts={"police_cost_agreed_on": date(2026, 7, 6)},
            answers=_answers("FP-2026-003", _FINDINGS, True, CHIEF, date(2026, 7, 6)),
            command=("issue",),
            makes=("permit", "permit copy", "practice copy", "pocket copy"),
            says=("ALTERNATE PERMIT", "Saturday, July 18, 2026: 12:00 PM to about 2:00 PM.", "Mayor"),
            status="issued",
            next="Send the copies of the permit",
        ),
        Step(
            at=datetime(2026, 7, 7, 9),
            facts={
                "parking_ban": read_route("Grand Avenue from Merrick Road to Atlantic Avenue"),
                "parking_ban_hours": "8:00 AM to 3:00 PM",
            },
            command=("letter", "posting"),
            makes=("posting list",),
            says=("Post them by Friday, July 17, 2026",),
            status="issued",
            next="Send the copies of the permit",
        ),
        Step(
            at=datetime(2026, 7, 20, 9),
            facts={"police_cost_actual": Decimal(620), "parking_posted_at": datetime(2026, 7, 17, 15)},
            command=("letter", "invoice"),
            makes=("invoice",),
            says=("Owed: $620.00",),
            status="held",
            next=None,
        ),
    ),
)

# Freeport: denied, appealed, reversed by the Board, permitted, revoked.

_FP_DENIED = freeport(
    **UNDECIDED,
    application_no="FP-2026-002",
    received_at=datetime(2026, 5, 27, 9, 15),
    event_name="Evening March",
    police_officers=0,
    police_cost_agreed_on=None,
)
FREEPORT_APPEAL = Path(
    FREEPORT,
    _FP_DENIED,
    (),
    (),
    (
        Step(
            at=datetime(2026, 5, 29, 10),
            facts={"action": "denied", "acted_at": datetime(2026, 5, 29, 9), "acted_by": CHIEF},
            command=("deny",),
            refused=("No ground of the ordinance is proved",),
            status="denied",
            next="Denial, if any, in the applicant's hands",
        ),
        Step(
            at=datetime(2026, 5, 29, 11),
            answers=(found("FP-2026-002", "FP-59-A-2", False, CHIEF, date(2026, 5, 29), "34 officers are on duty"),),
            command=("deny",),
            makes=("denial",),
            says=("§ 155-59A(2)", "34 officers are on duty", "right to appeal this denial"),
            status="denied",
            next="Denial, if any, in the applicant's hands",
        ),
        Step(
            at=datetime(2026, 6, 3, 16),
            facts={
                "notified_at": datetime(2026, 5, 29, 15),
                "notified_how": "in person",
                "notice_received_on": date(2026, 5, 29),
                "appeal_received_on": date(2026, 6, 3),
            },
            command=("letter", "appeal-notice"),
            makes=("practice appeal notice", "appeal notice"),
            says=("It is in time: the last day was Wednesday, June 3, 2026.", "on Monday, June 15, 2026."),
            status="under appeal",
            next="Act on the appeal",
        ),
        Step(
            at=datetime(2026, 6, 16, 9),
            facts={"appeal_decided_on": date(2026, 6, 15), "appeal_outcome": "reversed"},
            command=("letter", "board-decision"),
            makes=("board decision",),
            says=("reversed the denial of application FP-2026-002: the permit is granted",),
            status="granted, not issued",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 6, 16, 10),
            command=("issue",),
            refused=("§ 155-59A(2) is not found", "what was decided of these goes into Findings"),
            status="granted, not issued",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 6, 16, 11),
            answers=_answers("FP-2026-002", _FINDINGS, True, "Board of Trustees", date(2026, 6, 15)),
            command=("issue",),
            makes=("permit", "permit copy", "practice copy", "pocket copy"),
            says=("Granted on appeal by the Board of Trustees on Monday, June 15, 2026.",),
            status="issued",
            next="Send the copies of the permit",
        ),
        Step(at=datetime(2026, 6, 16, 15), sends=True, status="issued", next=None),
        Step(
            at=datetime(2026, 7, 11, 8),
            facts={
                "revoked_at": datetime(2026, 7, 11, 7, 30),
                "revoked_by": CHIEF,
                "revocation_ground": "FP-69.2",
                "revocation_facts": "Forty officers are called to the fire at the harbor.",
            },
            command=("revoke",),
            makes=("revocation", "revocation copy"),
            says=("Forty officers are called to the fire at the harbor.",),
            status="revoked",
            next="Tell the permittee of the revocation",
        ),
        Step(at=datetime(2026, 7, 11, 9), sends=True, status="revoked", next=None),
    ),
    (
        Meeting(date=date(2026, 6, 1), time=time(19), board="Board of Trustees"),
        Meeting(date=date(2026, 6, 15), time=time(19), board="Board of Trustees"),
    ),
)

# New Castle: filed late and considered; the street is taken; another day is offered, accepted, permitted.

NC_CHIEF = "Chief James Carroll"
_NC_LATE = new_castle(
    **UNDECIDED,
    application_no="NC-2026-006",
    received_at=datetime(2026, 9, 25, 9),
    event_name="Lantern Walk",
    more_dates=None,
    referred_on=None,
    indemnity_signed_on=None,
)
NEW_CASTLE_ALTERNATE = Path(
    NEW_CASTLE,
    _NC_LATE,
    (new_castle(issued_at=datetime(2026, 9, 10, 11), permit_no="NC-2026-004-1; NC-2026-004-2"),),
    tuple(determined(NEW_CASTLE)),
    (
        Step(
            at=datetime(2026, 9, 25, 10),
            facts={
                "waiver_granted_on": date(2026, 9, 25),
                "waiver_reason": "Good cause: the hall burned down on September 22; town police suffice",
            },
            command=("refer",),
            makes=("referral memo",),
            says=("Lantern Walk",),
            status="in review",
            next="Grant or deny",
        ),
        Step(
            at=datetime(2026, 9, 28, 10),
            facts={
                "action": "denied",
                "acted_at": datetime(2026, 9, 28, 9),
                "acted_by": NC_CHIEF,
                "alternate_date": date(2026, 10, 10),
                "alternate_start": time(10),
                "alternate_end": time(12),
                "alternate_offered_on": date(2026, 9, 28),
            },
            command=("offer",),
            makes=("alternate offer",),
            says=("§ 92-4D", "Saturday, October 10, 2026", "file a written acceptance"),
            status="alternate offered",
            next="Tell the applicant of the denial",
        ),
        Step(
            at=datetime(2026, 9, 29, 10),
            facts={
                "notified_at": datetime(2026, 9, 28, 10, 30),
                "notified_how": "telephone",
                "notice_mailed_on": date(2026, 9, 28),
                "notice_received_on": date(2026, 9, 29),
            },
            status="alternate offered",
            next="Accept the alternate",
        ),
        Step(
            at=datetime(2026, 9, 30, 11),
            facts={"alternate_accepted_on": date(2026, 9, 30)},
            answers=_answers("NC-2026-006", ("NC-4",), False, NC_CHIEF, date(2026, 9, 30)),
            command=("issue",),
            refused=("§ 92-3E is awaited",),
            status="alternate accepted",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 9, 30, 15),
            facts={"indemnity_signed_on": date(2026, 9, 30)},
            command=("issue",),
            makes=("permit", "practice copy", "pocket copy"),
            says=("ALTERNATE PERMIT", "Saturday, October 10, 2026"),
            status="issued",
            next="Appeal to the Town Board",
        ),
        Step(
            at=datetime(2026, 10, 1, 9),
            command=("letter", "handout"),
            makes=("hand-out",),
            says=("Saturday, October 10, 2026", "Assisted Event Permit NC-2026-006-1"),
            status="issued",
            next="Appeal to the Town Board",
        ),
        # The time to appeal runs out on Tuesday, October 6, whether or not the alternate was accepted.
        Step(at=datetime(2026, 10, 7, 9), status="issued", next=None),
        Step(at=datetime(2026, 10, 12, 9), status="held", next=None),
    ),
)

# New Castle: denied, appealed, a special meeting called, reversed, permitted, revoked.

_NC_DENIED = new_castle(
    **UNDECIDED,
    application_no="NC-2026-005",
    received_at=datetime(2026, 9, 8, 16, 45),
    event_name="Lantern Walk",
    more_dates=None,
    start_time=time(18),
    end_time=time(20, 30),
)
NEW_CASTLE_APPEAL = Path(
    NEW_CASTLE,
    _NC_DENIED,
    (),
    (),
    (
        Step(
            at=datetime(2026, 9, 9, 15),
            facts={"action": "denied", "acted_at": datetime(2026, 9, 9, 14), "acted_by": NC_CHIEF},
            answers=(found("NC-2026-005", "NC-4-I.1", True, NC_CHIEF, date(2026, 9, 9), "King Street is unlit"),),
            command=("deny",),
            makes=("denial",),
            says=("§ 92-4I", "King Street is unlit", "right to appeal this denial to the Town Board"),
            status="denied",
            next="Tell the applicant of the denial",
        ),
        Step(
            at=datetime(2026, 9, 17, 10),
            facts={
                "notified_at": datetime(2026, 9, 9, 15, 30),
                "notified_how": "telephone",
                "notice_mailed_on": date(2026, 9, 9),
                "notice_received_on": date(2026, 9, 11),
                "appeal_received_on": date(2026, 9, 17),
            },
            command=("letter", "appeal-notice"),
            makes=("appeal notice",),
            says=("It is in time: the last day was Friday, September 18, 2026.",),
            status="under appeal",
            next="Act on the appeal",
        ),
        Step(
            at=datetime(2026, 9, 17, 10, 30),
            command=("letter", "meeting-notice"),
            makes=("meeting notice",),
            says=("by Monday, September 21, 2026", "Draft: Notice to the Members", "Draft: Notice to the Public"),
            status="under appeal",
            next="Act on the appeal",
        ),
        Step(
            at=datetime(2026, 9, 22, 9),
            facts={"appeal_decided_on": date(2026, 9, 21), "appeal_outcome": "reversed"},
            command=("letter", "board-decision"),
            makes=("board decision",),
            says=("On Monday, September 21, 2026 the Town Board reversed",),
            status="granted, not issued",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 9, 22, 11),
            answers=_answers("NC-2026-005", ("NC-4-I.1", "NC-4"), False, "Town Board", date(2026, 9, 21)),
            command=("issue",),
            makes=("permit", "practice copy", "pocket copy"),
            says=("Granted on appeal by the Town Board on Monday, September 21, 2026.",),
            status="issued",
            next=None,
        ),
        Step(
            at=datetime(2026, 10, 2, 9),
            facts={
                "revoked_at": datetime(2026, 10, 2, 8, 30),
                "revoked_by": NC_CHIEF,
                "revocation_ground": "NC-4-A",
                "revocation_facts": "King Street is the only way round the bridge that closed on October 1.",
            },
            command=("revoke",),
            makes=("revocation", "revocation copy"),
            says=("the bridge that closed on October 1",),
            status="revoked",
            next="Tell the permittee of the revocation",
        ),
        Step(at=datetime(2026, 10, 2, 10), sends=True, status="revoked", next=None),
    ),
)

# East Troy: the last day was a Sunday and lateness is disputed; the street is taken; modified, accepted, permitted.

CLERK = "Lorri Alexander"
_ET_LATE = east_troy(
    **UNDECIDED,
    application_no="ET-2026-003",
    received_at=datetime(2026, 7, 6, 9),
    event_name="Lakes Run",
    event_form="run",
    event_date=date(2026, 7, 20),
    referred_on=None,
    fee_paid_on=date(2026, 7, 6),
)
_ET_CLAUSES = ("ET-2-F-3", "ET-2-G-3", "ET-2-H")
EAST_TROY_ALTERNATE = Path(
    EAST_TROY,
    _ET_LATE,
    (east_troy(event_date=date(2026, 7, 20), issued_at=datetime(2026, 5, 20, 10), permit_no="ET-2026-001"),),
    tuple(determined(EAST_TROY)),
    (
        Step(
            at=datetime(2026, 7, 6, 10),
            command=("refer",),
            makes=("referral memo",),
            says=("Lakes Run",),
            status="in review",
            next="Grant or deny",
        ),
        Step(
            at=datetime(2026, 7, 7, 10),
            facts={
                "acted_at": datetime(2026, 7, 7, 9),
                "acted_by": CLERK,
                "alternate_date": date(2026, 7, 25),
                "alternate_start": time(10),
                "alternate_end": time(12),
                "alternate_offered_on": date(2026, 7, 7),
            },
            answers=(found("ET-2026-003", "ET-2-G-1", False, CLERK, date(2026, 7, 7), "July 5 was a Sunday"),),
            command=("offer",),
            makes=("alternate offer",),
            says=("Saturday, July 25, 2026", "Chief of Police authorizes"),
            status="alternate offered",
            next="Notify the applicant of the action",
        ),
        Step(
            at=datetime(2026, 7, 8, 10),
            facts={
                "notified_at": datetime(2026, 7, 7, 10, 30),
                "notified_how": "telephone",
                "alternate_accepted_on": date(2026, 7, 8),
            },
            command=("issue",),
            makes=("permit", "permit copy"),
            says=("MODIFIED PERMIT", "As modified by the Chief of Police", "Saturday, July 25, 2026"),
            status="issued",
            next="Send the copies of the permit",
        ),
        Step(
            at=datetime(2026, 7, 27, 9),
            facts={"extra_cost": Decimal("180.00")},
            command=("letter", "invoice"),
            makes=("invoice",),
            says=("Owed: $180.00",),
            status="held",
            next=None,
        ),
    ),
)

# East Troy: denied, reviewed and reversed, permitted; surety asked first, then revoked.

_ET_DENIED = east_troy(
    **UNDECIDED,
    application_no="ET-2026-002",
    received_at=datetime(2026, 5, 14, 9),
    start_time=time(8, 30),
    referred_on=date(2026, 5, 14),
)
EAST_TROY_APPEAL = Path(
    EAST_TROY,
    _ET_DENIED,
    (),
    (),
    (
        Step(
            at=datetime(2026, 5, 18, 16, 30),
            facts={"action": "denied", "acted_at": datetime(2026, 5, 18, 16), "acted_by": CLERK},
            answers=(
                found("ET-2026-002", "ET-2-H-3", True, CLERK, date(2026, 5, 18), "Church Street is under construction"),
            ),
            command=("deny",),
            makes=("denial",),
            says=("Section 2H(3)", "Section 2F(2)", "Under ch. 68, Wis. Stats."),
            status="denied",
            next="Notify the applicant of the action",
        ),
        Step(
            at=datetime(2026, 6, 1, 9),
            facts={
                "notified_at": datetime(2026, 5, 18, 16, 45),
                "notified_how": "telephone",
                "notice_received_on": date(2026, 5, 20),
                "appeal_received_on": date(2026, 6, 1),
            },
            command=("letter", "appeal-notice"),
            makes=("practice appeal notice",),
            says=("by Tuesday, June 16, 2026", "It is in time: the last day was Friday, June 19, 2026."),
            status="under appeal",
            next="Review the denial",
        ),
        Step(
            at=datetime(2026, 6, 12, 15),
            facts={"appeal_decided_on": date(2026, 6, 12), "appeal_outcome": "reversed"},
            command=("letter", "board-decision"),
            makes=("board decision",),
            says=("On Friday, June 12, 2026 the Village Clerk reversed the denial of application ET-2026-002",),
            status="granted, not issued",
            next="Issue",
        ),
        Step(
            at=datetime(2026, 6, 12, 16),
            answers=_answers("ET-2026-002", ("ET-2-H-3", *_ET_CLAUSES), False, CLERK, date(2026, 6, 12)),
            command=("issue",),
            makes=("permit", "permit copy"),
            says=("Granted on appeal by the Village Clerk on Friday, June 12, 2026.",),
            status="issued",
            next="Send the copies of the permit",
        ),
        Step(at=datetime(2026, 6, 12, 17), sends=True, status="issued", next=None),
        Step(
            at=datetime(2026, 7, 1, 9),
            facts={
                "revocation_ground": "ET-2-L.4",
                "revocation_facts": "Ten floats are drawn by trucks that the application does not name.",
                "surety_required": Decimal(250_000),
            },
            command=("revoke",),
            makes=("demand in lieu of revocation",),
            says=("$250,000.00",),
            status="issued",
            next=None,
        ),
        Step(
            at=datetime(2026, 7, 3, 9),
            facts={"revoked_at": datetime(2026, 7, 3, 8, 30), "revoked_by": CLERK},
            command=("revoke",),
            makes=("revocation", "revocation copy"),
            says=("Ten floats are drawn by trucks",),
            status="revoked",
            next="Tell the permittee of the revocation",
        ),
        Step(at=datetime(2026, 7, 3, 10), sends=True, status="revoked", next=None),
    ),
)

PATHS = {
    "east_troy disputed, modified, permitted, invoiced": EAST_TROY_ALTERNATE,
    "east_troy denied, reviewed, permitted, revoked": EAST_TROY_APPEAL,
    "freeport late, allowed, alternate, permitted, invoiced": FREEPORT_ALTERNATE,
    "freeport denied, appealed, permitted, revoked": FREEPORT_APPEAL,
    "new_castle late, considered, alternate, permitted": NEW_CASTLE_ALTERNATE,
    "new_castle denied, appealed, permitted, revoked": NEW_CASTLE_APPEAL,
}
