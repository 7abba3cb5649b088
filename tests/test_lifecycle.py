"""Every date of the clause list that comes after the decision: when it falls due, and what meets it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path

import pytest

from permitbook.assessment import Deadline
from permitbook.desk import Desk, open_desk
from permitbook.evaluate import evaluate_log
from permitbook.ordinances import KEYS, ordinance
from permitbook.places import read_route
from permitbook.sent import Sent, sent_by
from permitbook.tables import Meeting, RegisterRow
from permitbook.workbook.reader import read_book
from tests.letter_books import EAST_TROY, FREEPORT, GRANTED, NEW_CASTLE, book, denied, noted

BOARD = Meeting(date=date(2026, 6, 15), time=time(19), board="Board of Trustees")
CLAUSES = Path(__file__).parents[1] / "permitbook" / "ordinances" / "text" / "clauses.tsv"
BEFORE = {
    *("ET-2-C.4", "ET-2-C.5", "FP-56-D.4", "FP-57-B.1", "FP-57-B.2", "FP-57-C.2", "FP-57-C.3", "NC-3-A.1", "NC-3-A.2"),
    *("ET-2-I-1.a", "ET-2-I-1.d", "ET-2-I-1.e", "ET-2-I-1.f", "FP-61.1", "FP-61.3", "FP-61.4", "NC-5.1"),
}
"""Dates for filing and for deciding."""
COURTESY = {"ET-2-I-2.e"}
"""An offer in East Troy does not lapse (Q-ET10): the day by which an answer is asked is a note and no deadline."""
LONG_AFTER = datetime(2026, 12, 1, 9)
"""When what is not done is overdue or lapsed."""

Moment = date | datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """A deadline after a grant or denial: when it is due, and the column that meets it, in time and too late."""

    clause: str
    after: str
    due: Moment
    column: str
    met: Moment
    late: Moment
    given: Mapping[str, object] = field(default_factory=dict)


def _offered(day: date, on: date) -> dict[str, object]:
    return {"alternate_date": day, "alternate_start": time(12), "alternate_offered_on": on}


DUTIES = [
    Duty(
        clause="ET-2-I-1.g",
        after="granted",
        due=date(2026, 5, 18),
        column="notified_at",
        met=datetime(2026, 5, 18, 17),
        late=datetime(2026, 5, 19, 9),
    ),
    Duty(
        clause="ET-2-I-1.g",
        after="denied",
        due=date(2026, 5, 18),
        column="notified_at",
        met=datetime(2026, 5, 18, 17),
        late=datetime(2026, 5, 19, 9),
    ),
    Duty(  # Thirty days from notice; 18 June is a Thursday, the nineteenth a legal holiday but not the last day.
        clause="ET-2-Z.1",
        after="denied",
        given={"notice_received_on": date(2026, 5, 19)},
        due=date(2026, 6, 18),
        column="appeal_received_on",
        met=date(2026, 6, 18),
        late=date(2026, 6, 19),
    ),
    Duty(
        clause="FP-61.6",
        after="denied",
        given={"notified_how": "in person"},
        due=datetime(2026, 7, 9, 12),
        column="notified_at",
        met=datetime(2026, 7, 9, 12),
        late=datetime(2026, 7, 9, 12, 1),
    ),
    Duty(  # A day counts only when it is wholly before the minute.
        clause="FP-61.6",
        after="denied",
        given={"notified_how": "certified mail"},
        due=datetime(2026, 7, 9, 12),
        column="notice_received_on",
        met=date(2026, 7, 8),
        late=date(2026, 7, 9),
    ),
    Duty(
        clause="FP-62-A.2",
        after="denied",
        given=_offered(date(2026, 7, 18), date(2026, 5, 29)),
        due=date(2026, 6, 3),
        column="alternate_accepted_on",
        met=date(2026, 6, 3),
        late=date(2026, 6, 4),
    ),
    Duty(
        clause="FP-63-A.2",
        after="denied",
        given={"notice_received_on": date(2026, 6, 3)},
        due=date(2026, 6, 8),
        column="appeal_received_on",
        met=date(2026, 6, 8),
        late=date(2026, 6, 9),
    ),
    Duty(
        clause="FP-63-A.2",
        after="denied",
        given={"notice_received_on": date(2026, 6, 3)},
        due=date(2026, 6, 8),
        column="appeal_copy_received_on",
        met=date(2026, 6, 8),
        late=date(2026, 6, 9),
    ),
    Duty(
        clause="FP-63-A.5",
        after="denied",
        given={"appeal_received_on": date(2026, 6, 3)},
        due=BOARD.date or date.max,
        column="appeal_decided_on",
        met=date(2026, 6, 15),
        late=date(2026, 6, 16),
    ),
    Duty(
        clause="FP-Z.3",
        after="granted",
        due=date(2026, 5, 28),
        column="notified_at",
        met=datetime(2026, 5, 28, 17),
        late=datetime(2026, 5, 29, 9),
    ),
    Duty(
        clause="FP-68-C.2",
        after="granted",
        given={"parking_ban": read_route("Grand Avenue from Merrick Road to Atlantic Avenue")},
        due=datetime(2026, 7, 11, 11),
        column="parking_posted_at",
        met=datetime(2026, 7, 11, 11),
        late=datetime(2026, 7, 11, 11, 1),
    ),
    Duty(
        clause="NC-5.3",
        after="denied",
        given={"notified_how": "telephone"},
        due=date(2026, 9, 9),
        column="notified_at",
        met=datetime(2026, 9, 9, 23),
        late=datetime(2026, 9, 10),
    ),
    Duty(  # Three business days from Tuesday 8 September.
        clause="NC-5.4",
        after="denied",
        due=date(2026, 9, 11),
        column="notice_mailed_on",
        met=date(2026, 9, 11),
        late=date(2026, 9, 12),
    ),
    Duty(  # Five business days from Friday 11 September.
        clause="NC-6.3",
        after="denied",
        given={"notice_received_on": date(2026, 9, 11)},
        due=date(2026, 9, 18),
        column="appeal_received_on",
        met=date(2026, 9, 18),
        late=date(2026, 9, 19),
    ),
    Duty(  # Two business days from Thursday 17 September.
        clause="NC-6.4",
        after="denied",
        given={"appeal_received_on": date(2026, 9, 17)},
        due=date(2026, 9, 21),
        column="appeal_decided_on",
        met=date(2026, 9, 21),
        late=date(2026, 9, 22),
    ),
    Duty(  # The least notice of a special meeting, from the rejection on 9 September.
        clause="NC-6.5",
        after="denied",
        due=date(2026, 9, 11),
        column="appeal_decided_on",
        met=date(2026, 9, 11),
        late=date(2026, 9, 12),
    ),
    Duty(
        clause="NC-7.3",
        after="denied",
        given=_offered(date(2026, 10, 10), date(2026, 9, 9)),
        due=date(2026, 9, 14),
        column="alternate_accepted_on",
        met=date(2026, 9, 14),
        late=date(2026, 9, 15),
    ),
    Duty(
        clause="NC-10-C.2",
        after="granted",
        given={"parking_ban": read_route("King Street from South Greeley Avenue to Bedford Road")},
        due=datetime(2026, 10, 3, 9),
        column="parking_posted_at",
        met=datetime(2026, 10, 3, 9),
        late=datetime(2026, 10, 3, 9, 1),
    ),
    Duty(
        clause="NC-Z.1",
        after="granted",
        due=date(2026, 9, 10),
        column="notified_at",
        met=datetime(2026, 9, 10, 17),
        late=datetime(2026, 9, 11, 9),
    ),
]
SENT: dict[str, list[tuple[str, str, str | None, date, str]]] = {
    "ET-2-I-1.g": [
        ("granted", "permit", None, date(2026, 5, 18), "met"),
        ("denied", "denial", "mail", date(2026, 5, 18), "met"),
        ("denied", "denial", "mail", date(2026, 5, 19), "late"),
        ("denied", "permit copy", None, date(2026, 5, 18), "not met"),
    ],
    "FP-61.6": [
        ("denied", "denial", "in person", date(2026, 7, 8), "met"),
        ("denied", "alternate offer", "in person", date(2026, 7, 8), "met"),
        ("denied", "denial", "in person", date(2026, 7, 9), "late"),
        ("denied", "denial", "mail", date(2026, 6, 1), "not met"),
    ],
    "NC-5.3": [
        ("denied", "denial", "e-mail", date(2026, 9, 9), "met"),
        ("denied", "denial", "fax", date(2026, 9, 10), "late"),
        ("denied", "denial", "mail", date(2026, 9, 9), "not met"),
    ],
    "NC-5.4": [
        ("denied", "denial", "mail", date(2026, 9, 11), "met"),
        ("denied", "denial", "mail", date(2026, 9, 12), "late"),
        ("denied", "denial", "e-mail", date(2026, 9, 9), "not met"),
    ],
    "NC-Z.1": [("granted", "permit", None, date(2026, 9, 10), "met")],
    "FP-Z.3": [("granted", "permit", None, date(2026, 5, 28), "met")],
}
"""What the Register shows as sent, and how the deadline stands by it when the log says nothing."""


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Desk]:
    """An office of each municipality, with the determinations of its sample applications."""
    made = {}
    for key in KEYS:
        path = book(tmp_path_factory.mktemp(key), key, Meetings=[BOARD])
        made[key] = open_desk(read_book(path))
    return made


def _key(clause: str) -> str:
    return {"ET": EAST_TROY, "FP": FREEPORT, "NC": NEW_CASTLE}[clause[:2]]


def deadline(
    desk: Desk, clause: str, after: str, given: Mapping[str, object], sent: Mapping[str, Sent] | None = None
) -> Deadline:
    """The deadline of a clause for the granted or denied application of a desk."""
    key = _key(clause)
    it = noted(GRANTED[key]() if after == "granted" else denied(key)[0], **given)
    if "alternate_offered_on" not in given:
        it = noted(it, alternate_offered_on=None)
    made = evaluate_log(desk.law, [it], desk.office, as_of=LONG_AFTER, determinations=desk.determinations, sent=sent)[0]
    return made.deadline(clause)


@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: f"{duty.clause}-{duty.after}-{duty.column}")
def test_what_follows_a_decision_is_due_and_met_by_its_column(duty: Duty, desks: dict[str, Desk]) -> None:
    desk = desks[_key(duty.clause)]
    blank = deadline(desk, duty.clause, duty.after, duty.given)
    assert (blank.due, blank.done) == (duty.due, None)
    assert blank.state.value in ("overdue", "lapsed")
    met = deadline(desk, duty.clause, duty.after, {**duty.given, duty.column: duty.met})
    assert (met.done, met.state.value) == (duty.met, "met")
    late = deadline(desk, duty.clause, duty.after, {**duty.given, duty.column: duty.late})
    assert late.done == duty.late
    assert late.state.value == ("met" if _is_by_another_reading(late, duty.late) else "late")


def _is_by_another_reading(it: Deadline, day: Moment) -> bool:
    """An applicant's time runs on to the latest that any lawful reading allows."""
    return it.work_by is None and it.outer is not None and it.due != it.outer and str(day) <= str(it.outer)


@pytest.mark.parametrize(
    ("clause", "case"), [(clause, case) for clause, cases in SENT.items() for case in cases], ids=str
)
def test_what_the_register_shows_as_sent_meets_the_duty_to_send(
    clause: str, case: tuple[str, str, str | None, date, str], desks: dict[str, Desk]
) -> None:
    after, kind, how, on, state = case
    key = _key(clause)
    number = (GRANTED[key]() if after == "granted" else denied(key)[0]).application_no
    row = RegisterRow(application_no=number, kind=kind, method=how, sent_on=on)
    given = dict.fromkeys(("notified_at", "notified_how", "notice_mailed_on", "notice_received_on"))
    made = deadline(desks[key], clause, after, given, sent_by([row], {}))
    assert (made.done is not None, made.state.value) == (True, state) if state != "not met" else made.done is None


@pytest.mark.parametrize(("key", "clause"), [(EAST_TROY, "ET-2-L.1"), (FREEPORT, "FP-Z.3"), (NEW_CASTLE, "NC-11")])
def test_a_revocation_is_told_the_same_day(key: str, clause: str, desks: dict[str, Desk]) -> None:
    desk, day = desks[key], date(2026, 6, 20)
    it = noted(GRANTED[key](), issued_at=datetime(2026, 6, 19, 9), revoked_at=datetime(2026, 6, 20, 9))
    states = []
    for sent_on in (None, day, date(2026, 6, 21)):
        row = RegisterRow(application_no=it.application_no, kind="revocation", sent_on=sent_on)
        made = evaluate_log(desk.law, [it], desk.office, as_of=datetime(2026, 6, 20, 12), sent=sent_by([row], {}))[0]
        told = [each for each in made.deadlines if each.clause == clause and "revocation" in each.what]
        states += [(each.due, each.state.value) for each in told]
    assert states == [(day, "due soon"), (day, "met"), (day, "late")]


def test_the_first_sending_of_a_letter_counts() -> None:
    rows = [
        RegisterRow(application_no="A", kind="denial", method="mail", sent_on=date(2026, 9, 11)),
        RegisterRow(application_no="A", kind="denial", method="e-mail", sent_on=date(2026, 9, 9)),
        RegisterRow(application_no="A", kind="denial", method="fax"),
    ]
    assert sent_by(rows, {}) == {"A": Sent(denial_on=date(2026, 9, 9), denial_how="e-mail")}


def test_every_deadline_of_the_clause_list_is_computed_and_each_later_one_is_in_these_tables() -> None:
    rows = [line.split("\t") for line in CLAUSES.read_text("utf-8").splitlines()[1:]]
    listed = {row[0] for row in rows if "deadline" in row[2]}
    claimed = {claim.clause for key in KEYS for claim in ordinance(key).claims if claim.carrier == "deadline"}
    assert listed - claimed <= {"FP-57-B.2", "FP-57-C.3", "NC-3-A.2", *COURTESY}
    copies = {"ET-2-N.0", "FP-64.0"}
    assert listed - BEFORE - COURTESY - copies == {duty.clause for duty in DUTIES} - {
        *("ET-2-Z.1", "FP-68-C.2", "FP-Z.3", "NC-10-C.2", "NC-Z.1"),
    }
