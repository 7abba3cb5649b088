"""The letters that follow a decision: their words under each ordinance, when they are withheld, and that they last."""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from docx import Document

from permitbook.issuing import Acted, act_on
from permitbook.letters.kinds import ACTS
from permitbook.letters.permits import void
from permitbook.letters.templates import copy_templates
from permitbook.places import read_route
from permitbook.tables import Meeting, RegisterRow
from tests.clerk import run
from tests.later_books import (
    AFTERWARDS,
    BLOCKS,
    DECIDED,
    LATER,
    MEETINGS,
    OVER,
    appeal_book,
    appealed,
    do,
    granted_book,
    issued_book,
    number,
    record,
    rejected_as_late,
    sent,
)
from tests.letter_books import EAST_TROY, FREEPORT, GRANTED, NEW_CASTLE, NOW, book, determined, freeport, read
from tests.test_letters import GOLDEN, text

THREE = (EAST_TROY, FREEPORT, NEW_CASTLE)
DAY, WEEK = timedelta(days=1), timedelta(days=7)


def refused(key: str) -> str:
    """The number of the application that was denied."""
    return appealed(key)[0].application_no or ""


def words(acted: Acted) -> dict[str, str]:
    """The letters that were made, by file."""
    outcome = acted.outcomes[0]
    assert outcome.made is not None, outcome.reasons
    return {each.name: text(each.content) for each in outcome.made.documents}


def first(acted: Acted) -> str:
    """The first letter that was made."""
    return next(iter(words(acted).values()))


def withheld(acted: Acted) -> tuple[str, ...]:
    """Why nothing was made."""
    assert acted.outcomes[0].made is None
    return acted.outcomes[0].reasons


def register(path: Path, key: str) -> list[RegisterRow]:
    return [line for _, line in read(path, NOW[key]).desk.register]


def state(path: Path) -> dict[str, bytes]:
    """The workbook and every letter beside it."""
    beside = path.with_name(f"{path.stem} letters")
    return {str(each): each.read_bytes() for each in (path, *beside.rglob("*")) if each.is_file()}


# Their words.


def of_appeal(folder: Path, key: str, kind: str) -> Acted:
    return do(appeal_book(folder, key), kind, refused(key), LATER[key])


def of_board(folder: Path, key: str, outcome: str) -> Acted:
    path = appeal_book(folder, key, appeal_decided_on=DECIDED[key], appeal_outcome=outcome)
    return do(path, "board-decision", refused(key), datetime.combine(DECIDED[key], time(20)))


def of_permit(folder: Path, key: str, kind: str) -> Acted:
    return do(issued_book(folder, key), kind, number(key), NOW[key])


def of_change(folder: Path, key: str, change: str) -> Acted:
    path = issued_book(folder, key)
    record(path, number(key), event_change=change, event_change_on=NOW[key].date())
    return do(path, "change-notice", number(key), NOW[key] + DAY)


def of_void(folder: Path, key: str, because: str) -> Acted:
    return act_on(issued_book(folder, key), void(because), [number(key)], NOW[key] + DAY)


def of_cost(folder: Path, key: str, kind: str) -> Acted:
    return do(issued_book(folder, key, **OVER[key]), kind, number(key), AFTERWARDS[key])


Making = Callable[[Path, str, str], Acted]
SHOWN: dict[str, tuple[Making, str, str]] = {
    "east_troy practice appeal notice": (of_appeal, "appeal-notice", "practice appeal notice Village Board"),
    "east_troy board decision": (of_board, "upheld", "board decision"),
    "east_troy hand-out": (of_permit, "handout", "hand-out"),
    "east_troy change notice": (of_change, "cancelled", "change notice Chief of Police"),
    "east_troy invoice": (of_cost, "invoice", "invoice"),
    "freeport appeal notice": (of_appeal, "appeal-notice", "appeal notice Board of Trustees"),
    "freeport board decision": (of_board, "upheld", "board decision"),
    "freeport hand-out": (of_permit, "handout", "hand-out"),
    "freeport pocket copy": (of_permit, "issue", "pocket copy"),
    "freeport posting list": (of_permit, "posting", "posting list Chief of Police"),
    "freeport change notice": (of_change, "postponed", "change notice Mayor"),
    "freeport void notice": (of_void, "It was printed with the wrong day.", "void notice Applicant"),
    "freeport invoice": (of_cost, "invoice", "invoice"),
    "new_castle appeal notice": (of_appeal, "appeal-notice", "appeal notice Town Board"),
    "new_castle meeting notice": (of_appeal, "meeting-notice", "meeting notice Town Supervisor"),
    "new_castle board decision": (of_board, "reversed", "board decision"),
    "new_castle hand-out": (of_permit, "handout", "hand-out"),
    "new_castle pocket copy": (of_permit, "issue", "pocket copy 2026-10-04"),
    "new_castle posting list": (of_permit, "posting", "posting list Town Police Chief"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_each_letter_reads_as_it_was_approved(name: str, tmp_path: Path) -> None:
    key = name.partition(" ")[0]
    making, how, about = SHOWN[name]
    letters = words(making(tmp_path, key, how))
    file = next(each for each in letters if each.endswith(f" {about}.docx"))
    assert letters[file] == (GOLDEN / f"{name}.txt").read_text("utf-8")


WHY = {
    "east_troy practice appeal notice": "ET-2-Z.1",
    "east_troy board decision": "ET-2-Z.1",
    "east_troy invoice": "ET-2-K.2",
    "freeport appeal notice": "FP-63-A.5",
    "freeport board decision": "FP-63-A.5",
    "freeport posting list": "FP-68-C.2",
    "freeport invoice": "FP-58.5",
    "new_castle appeal notice": "NC-6.2 NC-6.4",
    "new_castle meeting notice": "NC-6.4",
    "new_castle board decision": "NC-6.4",
    "new_castle hand-out": "NC-9-B",
    "new_castle posting list": "NC-10-C.2",
}
"""The clauses that the Register names for a letter."""


@pytest.mark.parametrize("name", WHY)
def test_the_register_names_the_clause_for_which_a_letter_is_made(name: str, tmp_path: Path) -> None:
    key, _, kind = name.partition(" ")
    making, how, _ = SHOWN[name]
    making(tmp_path, key, how)
    lines = [line for line in register(tmp_path / f"{key} 2026.xlsm", key) if line.kind == kind]
    assert " ".join(dict.fromkeys(line.clause or "" for line in lines)) == WHY[name]


# Whom the ordinance does not make do it.

NOT_ASKED = [
    (EAST_TROY, "posting", "The ordinance of the Village of East Troy has no parking rule"),
    (EAST_TROY, "meeting-notice", "The ordinance of the Village of East Troy sets no time for which a special meeting"),
    (FREEPORT, "meeting-notice", "The ordinance of the Village of Freeport sets no time for which a special meeting"),
    (NEW_CASTLE, "invoice", "The ordinance of the Town of New Castle asks no cost of an applicant"),
]


@pytest.mark.parametrize(("key", "kind", "why"), NOT_ASKED)
def test_what_an_ordinance_does_not_know_is_refused_in_one_sentence(
    key: str, kind: str, why: str, tmp_path: Path
) -> None:
    told = withheld(do(granted_book(tmp_path, key), kind, number(key), AFTERWARDS[key]))
    assert len(told) == 1
    assert told[0].startswith(why)


def test_east_troy_has_no_pocket_copy_as_nobody_must_carry_the_permit(tmp_path: Path) -> None:
    issued_book(tmp_path, EAST_TROY)
    assert not list((tmp_path / "east_troy 2026 letters").rglob("*pocket*"))


# The appeal.


@pytest.mark.parametrize("key", THREE)
def test_nothing_goes_to_the_board_while_no_appeal_is_recorded(key: str, tmp_path: Path) -> None:
    path = appeal_book(tmp_path, key, appeal_received_on=None, appeal_copy_received_on=None)
    for kind in ("appeal-notice", "board-decision"):
        told = withheld(do(path, kind, refused(key), LATER[key]))
        assert told[0].startswith("Appeal Received On")
        assert "no appeal is recorded" in told[0]


@pytest.mark.parametrize("key", THREE)
def test_a_granted_application_has_nothing_for_the_board(key: str, tmp_path: Path) -> None:
    told = withheld(do(appeal_book(tmp_path, key), "appeal-notice", number(key), LATER[key]))
    assert told[0].startswith("Action is granted: only a denial comes before the ")


DUE = date(2026, 6, 3)  # five days after the denial was received on 29 May, a Wednesday


@pytest.mark.parametrize(
    ("filed", "told"),
    [
        (DUE, "It is in time: the last day was Wednesday, June 3, 2026."),
        (DUE + DAY, "It came after the last day, Wednesday, June 3, 2026, by every way of counting."),
    ],
)
def test_the_notice_says_whether_an_appeal_is_in_time(filed: date, told: str, tmp_path: Path) -> None:
    path = appeal_book(tmp_path, FREEPORT, appeal_received_on=filed, appeal_copy_received_on=None)
    assert f"{told}\n" in first(do(path, "appeal-notice", refused(FREEPORT), LATER[FREEPORT] + WEEK))


@pytest.mark.parametrize(
    ("received", "filed", "told"),
    [
        # Received Monday 1 June: the fifth day is a Saturday, carried to Monday 8 June.
        (date(2026, 6, 1), date(2026, 6, 6), "It is in time: the last day was Saturday, June 6, 2026."),
        (
            date(2026, 6, 1),
            date(2026, 6, 8),
            "The plain count ended on Saturday, June 6, 2026; another lawful way of counting keeps it in time.",
        ),
        (
            date(2026, 6, 1),
            date(2026, 6, 9),
            "It came after the last day, Saturday, June 6, 2026, by every way of counting.",
        ),
    ],
)
def test_an_appeal_saved_by_a_closed_day_is_told_as_such(
    received: date, filed: date, told: str, tmp_path: Path
) -> None:
    path = appeal_book(
        tmp_path, FREEPORT, notice_received_on=received, appeal_received_on=filed, appeal_copy_received_on=None
    )
    assert f"{told}\n" in first(do(path, "appeal-notice", refused(FREEPORT), LATER[FREEPORT] + WEEK))


def test_without_a_day_of_receipt_nothing_is_said_of_time_and_staff_are_told(tmp_path: Path) -> None:
    path = appeal_book(tmp_path, FREEPORT, notice_received_on=None)
    acted = do(path, "appeal-notice", refused(FREEPORT), LATER[FREEPORT])
    assert "in time" not in first(acted)
    assert any(note.startswith("Notice Received On is blank") for note in acted.outcomes[0].notes)


@pytest.mark.parametrize(
    ("filed", "day"),
    [
        (date(2026, 5, 31), "Monday, June 1, 2026"),
        (date(2026, 6, 1), "Monday, June 15, 2026"),
        (date(2026, 6, 2), "Monday, June 15, 2026"),
    ],
)
def test_freeports_board_acts_at_the_first_meeting_after_the_appeal_came(filed: date, day: str, tmp_path: Path) -> None:
    path = appeal_book(tmp_path, FREEPORT, appeal_received_on=filed, appeal_copy_received_on=None)
    told = first(do(path, "appeal-notice", refused(FREEPORT), LATER[FREEPORT]))
    assert f"following receipt of the notice, on {day}." in told


def test_without_a_listed_meeting_the_notice_says_that_none_is_listed(tmp_path: Path) -> None:
    it, rows = appealed(FREEPORT)
    path = book(tmp_path, FREEPORT, [it], rows)
    assert "following receipt of the notice; none is listed yet." in first(
        do(path, "appeal-notice", refused(FREEPORT), LATER[FREEPORT])
    )


def test_a_rejection_for_lateness_goes_to_new_castles_board_without_an_appeal(tmp_path: Path) -> None:
    it, rows = rejected_as_late()
    path = book(tmp_path, NEW_CASTLE, [it], rows, Meetings=MEETINGS[NEW_CASTLE])
    told = words(do(path, "appeal-notice", it.application_no or "", NOW[NEW_CASTLE]))
    assert [name.removeprefix("NC-2026-005 appeal notice ") for name in told] == [
        "Town Supervisor.docx",
        "Town Clerk.docx",
        "Town Board.docx",
    ]
    letter = next(iter(told.values()))
    assert letter.splitlines()[3] == "A Rejected Application"
    assert "acts on an application rejected under § 92-3 as soon as it can convene. (§ 92-6)" in letter
    assert "appeal was filed" not in letter


@pytest.mark.parametrize(
    ("filed", "earliest", "later", "last"),
    [
        # Two days' notice leaves out a Saturday, Sunday or holiday that comes between (General Construction Law § 20).
        (
            (2026, 9, 14),
            "Wednesday, September 16, 2026",
            "Thursday, September 17, 2026",
            "Wednesday, September 16, 2026",
        ),
        ((2026, 9, 17), "Saturday, September 19, 2026", "Tuesday, September 22, 2026", "Monday, September 21, 2026"),
        ((2026, 9, 18), "Tuesday, September 22, 2026", "Wednesday, September 23, 2026", "Tuesday, September 22, 2026"),
    ],
)
def test_two_days_notice_is_held_against_the_boards_two_business_days(
    filed: tuple[int, int, int], earliest: str, later: str, last: str, tmp_path: Path
) -> None:
    path = appeal_book(tmp_path, NEW_CASTLE, appeal_received_on=date(*filed), appeal_copy_received_on=None)
    told = first(do(path, "meeting-notice", refused(NEW_CASTLE), LATER[NEW_CASTLE]))
    assert f"lets the Board meet on {earliest} at the earliest" in told
    assert f"it lets the Board meet only on {later}, past the Board's last day, {last};" in told
    assert f"within two business days after its receipt, by {last}. (§ 92-6)" in told


def test_a_meeting_listed_in_time_stands_in_both_drafts_and_a_later_one_in_none(tmp_path: Path) -> None:
    it, rows = appealed(NEW_CASTLE)
    for day, listed in ((date(2026, 9, 21), True), (date(2026, 9, 22), False)):
        folder = tmp_path / str(day)
        folder.mkdir()
        meetings = [Meeting(date=day, time=time(19, 30), board="Town Board")]
        path = book(folder, NEW_CASTLE, [it], rows, Meetings=meetings)
        told = first(do(path, "meeting-notice", refused(NEW_CASTLE), LATER[NEW_CASTLE]))
        assert told.count("Day\nMonday, September 21, 2026\nHour\n7:30 PM\n") == (2 if listed else 0)
        assert told.count("Day\n____") == (0 if listed else 2)


def test_no_meeting_is_called_once_the_board_has_decided(tmp_path: Path) -> None:
    path = appeal_book(tmp_path, NEW_CASTLE, appeal_decided_on=DECIDED[NEW_CASTLE], appeal_outcome="upheld")
    assert withheld(do(path, "meeting-notice", refused(NEW_CASTLE), LATER[NEW_CASTLE])) == (
        "The Town Board decided it Monday, September 21, 2026.",
    )


# The board's decision.


def test_the_way_to_a_court_is_told_only_when_freeports_board_rejected_the_appeal(tmp_path: Path) -> None:
    for outcome, shown in (("upheld", True), ("reversed", False), ("modified", False)):
        folder = tmp_path / outcome
        folder.mkdir()
        told = first(of_board(folder, FREEPORT, outcome))
        assert ("you may file an immediate request for review with a court" in told) == shown
        assert ("The permit comes to you separately." in told) != shown


def test_a_decision_lists_what_the_permit_still_waits_for(tmp_path: Path) -> None:
    path = appeal_book(
        tmp_path,
        FREEPORT,
        police_officers=4,
        appeal_decided_on=DECIDED[FREEPORT],
        appeal_outcome="reversed",
        conditions="Hydrants stay clear (Board of Trustees).",
    )
    told = first(do(path, "board-decision", refused(FREEPORT), datetime(2026, 6, 15, 20)))
    assert "Conditions\n1.\tHydrants stay clear (Board of Trustees).\n" in told
    assert "The permit is made once these are there:\n•\t" in told


def test_an_outcome_that_is_not_recorded_is_asked_for(tmp_path: Path) -> None:
    path = appeal_book(tmp_path, FREEPORT, appeal_decided_on=DECIDED[FREEPORT])
    assert withheld(do(path, "board-decision", refused(FREEPORT), LATER[FREEPORT])) == (
        "Appeal Outcome must be filled in: what was decided, and when.",
    )


# On the street.


def test_the_posting_list_has_each_block_of_the_ban_and_no_other(tmp_path: Path) -> None:
    told = first(of_permit(tmp_path, FREEPORT, "posting"))
    assert "from Merrick Road to Smith Street\n18\n" in told
    assert "from Smith Street to Atlantic Avenue\n22\n" in told
    assert "Front Street" not in told


def test_a_street_without_listed_blocks_is_posted_as_it_was_typed(tmp_path: Path) -> None:
    path = granted_book(tmp_path, FREEPORT, parking_ban=read_route("Grand Avenue; Main Street from A Road to B Road"))
    it = freeport(
        parking_ban=read_route("Ocean Avenue; Main Street from A Road to B Road"), parking_ban_hours="all day"
    )
    path = book(tmp_path, FREEPORT, [it], determined(FREEPORT), Streets=BLOCKS[FREEPORT])
    acted = do(path, "posting", number(FREEPORT), NOW[FREEPORT])
    assert "Ocean Avenue\nthe whole street\n" in first(acted)
    assert "Main Street\nfrom A Road to B Road\n" in first(acted)
    assert any("is no part of the route" in note for note in acted.outcomes[0].notes)


@pytest.mark.parametrize("blank", ["parking_ban", "parking_ban_hours"])
def test_a_posting_list_is_withheld_while_where_or_when_is_blank(blank: str, tmp_path: Path) -> None:
    told = withheld(do(granted_book(tmp_path, FREEPORT, **{blank: None}), "posting", number(FREEPORT), NOW[FREEPORT]))
    assert told == (
        f"{'Parking Ban' if blank == 'parking_ban' else 'Parking Ban Hours'} must be filled in: where and when parking "
        "is prohibited.",
    )


def test_no_signs_are_posted_for_an_event_that_was_called_off(tmp_path: Path) -> None:
    path = granted_book(tmp_path, FREEPORT, event_change="cancelled", event_change_on=date(2026, 6, 1))
    assert withheld(do(path, "posting", number(FREEPORT), NOW[FREEPORT])) == (
        "The application is cancelled: no parking is prohibited for it.",
    )


@pytest.mark.parametrize("key", THREE)
def test_a_handout_needs_a_permit_that_stands(key: str, tmp_path: Path) -> None:
    assert withheld(do(granted_book(tmp_path, key), "handout", number(key), NOW[key])) == (
        "No permit is issued: participants are told the terms of one.",
    )
    path = issued_book(tmp_path, key)
    record(path, number(key), event_change="cancelled", event_change_on=NOW[key].date())
    assert withheld(do(path, "handout", number(key), NOW[key] + DAY)) == ("The event was cancelled.",)


@pytest.mark.parametrize("key", THREE)
def test_a_handout_gives_nobodys_name_address_or_telephone(key: str, tmp_path: Path) -> None:
    told = first(of_permit(tmp_path, key, "handout"))
    it = GRANTED[key]()
    for name in ("applicant_name", "chair_name", "chair_phone", "applicant_phone", "organization_name"):
        assert getattr(it, name) not in told, name


# Called off, put off, void.


def test_all_who_had_a_copy_by_the_register_are_told_once_even_those_who_would_get_none_now(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport()], determined(FREEPORT))
    do(path, "issue", number(FREEPORT), NOW[FREEPORT])
    told = {line.recipient for line in register(path, FREEPORT) if line.kind in ("permit copy", "practice copy")}
    record(
        path,
        number(FREEPORT),
        event_change="cancelled",
        event_change_on=date(2026, 6, 3),
        route=read_route("Ocean Avenue"),
    )
    acted = do(path, "change-notice", number(FREEPORT), NOW[FREEPORT] + WEEK)
    made = acted.outcomes[0].made
    assert made is not None
    assert [each.draft.recipient for each in made.documents] == ["Applicant, Dana Field", *sorted(told, key=_as_listed)]
    assert "Transit utility: NICE Bus" in told


def _as_listed(recipient: str | None) -> int:
    order = (
        "Mayor",
        "Village Attorney",
        "Fire Chief",
        "Director",
        "Postmaster",
        "NICE",
        "Long Island",
        "Village Clerk",
    )
    return next(place for place, part in enumerate(order) if part in (recipient or ""))


@pytest.mark.parametrize("key", THREE)
def test_a_change_is_told_only_when_it_is_recorded_and_someone_had_a_copy(key: str, tmp_path: Path) -> None:
    path = granted_book(tmp_path, key)
    assert withheld(do(path, "change-notice", number(key), NOW[key])) == (
        "Event Change is blank: fill in whether the event is cancelled or postponed.",
        "The Register has no permit of this application: nobody had a copy.",
    )
    record(path, number(key), event_change="postponed")
    told = withheld(do(path, "change-notice", number(key), NOW[key]))
    assert told[0] == "Event Change On must be filled in: the day on which the applicant told it."


@pytest.mark.parametrize("key", THREE)
def test_a_voided_number_stays_in_the_register_with_its_reason_and_is_never_given_again(
    key: str, tmp_path: Path
) -> None:
    path = issued_book(tmp_path, key)
    given = (read(path, NOW[key]).desk.applications[0].permit_no or "").split("; ")
    before = state(path)
    act_on(path, void("wrong day"), [number(key)], NOW[key] + DAY)
    it = read(path, NOW[key]).desk.applications[0]
    assert (it.issued_at, it.permit_no) == (None, None)
    kept = [line.recipient for line in register(path, key) if line.kind == "voided number"]
    assert kept == [f"{each}: wrong day" for each in given]
    assert read(path, NOW[key]).desk.history[-1].did == "voided: wrong day"
    again = do(path, "issue", number(key), NOW[key] + 2 * DAY).outcomes[0].made
    assert again is not None
    fresh = (again.permit_no or "").split("; ")
    assert not set(fresh) & set(given)
    assert fresh == [each.replace(number(key), f"{number(key)}A") for each in given]
    after = state(path)
    assert all(after[name] == content for name, content in before.items() if name.endswith(".docx"))


def test_a_second_void_is_counted_on_and_takes_nothing_of_the_first_away(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    act_on(path, void("wrong day"), [number(FREEPORT)], NOW[FREEPORT] + DAY)
    do(path, "issue", number(FREEPORT), NOW[FREEPORT] + 2 * DAY)
    before = state(path)
    acted = act_on(path, void("wrong hour"), [number(FREEPORT)], NOW[FREEPORT] + 3 * DAY)
    assert "FP-2026-001A" in first(acted)
    after = state(path)
    assert all(after[name] == content for name, content in before.items() if name.endswith(".docx"))
    made = do(path, "issue", number(FREEPORT), NOW[FREEPORT] + 4 * DAY).outcomes[0].made
    assert made is not None
    assert made.permit_no == "FP-2026-001B"


@pytest.mark.parametrize("key", THREE)
def test_there_is_nothing_to_void_without_a_permit_and_voiding_twice_voids_once(key: str, tmp_path: Path) -> None:
    path = granted_book(tmp_path, key)
    nothing = ("No permit is issued: there is no number to void.",)
    assert withheld(act_on(path, void("x"), [number(key)], NOW[key])) == nothing
    do(path, "issue", number(key), NOW[key])
    act_on(path, void("x"), [number(key)], NOW[key] + DAY)
    before = state(path)
    assert withheld(act_on(path, void("x"), [number(key)], NOW[key] + 2 * DAY)) == nothing
    assert state(path) == before


def test_a_permit_that_was_written_by_hand_is_voided_too_and_its_number_kept(tmp_path: Path) -> None:
    path = granted_book(tmp_path, FREEPORT, issued_at=NOW[FREEPORT], permit_no="By hand 7")
    told = first(act_on(path, void("wrong day"), [number(FREEPORT)], NOW[FREEPORT] + DAY))
    assert "By hand 7" in told
    assert "Applicant, Dana Field" in told
    assert [line.recipient for line in register(path, FREEPORT) if line.kind == "voided number"] == [
        "By hand 7: wrong day"
    ]


# Amended.


@pytest.mark.parametrize("key", THREE)
def test_an_amended_permit_keeps_its_number_says_what_it_replaces_and_leaves_the_old_ones(
    key: str, tmp_path: Path
) -> None:
    path = issued_book(tmp_path, key)
    sent(path, NOW[key].date())
    before, lines = state(path), register(path, key)
    record(path, number(key), conditions="Stay on the sidewalk.")
    assert "is sent" in withheld(do(path, "issue", number(key), NOW[key] + DAY))[0]
    acted = do(path, "amend", number(key), NOW[key] + DAY)
    made = acted.outcomes[0].made
    assert made is not None
    assert made.permit_no == read(path, NOW[key]).desk.applications[0].permit_no
    told = first(acted)
    assert re.search(
        r"\nAMENDED\. This permit of \w+day, \w+ \d+, 2026 stands in place of that of \w+day, \w+ \d+, 2026\.\n", told
    )
    assert "Stay on the sidewalk." in told
    after = state(path)
    assert all(after[name] == content for name, content in before.items() if name.endswith(".docx"))
    assert [line for line in register(path, key) if line in lines] == lines
    assert {line.kind for line in register(path, key)} >= {"amended permit"}


def test_copies_of_an_amended_permit_are_to_be_sent_too(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    sent(path, NOW[FREEPORT].date())
    assert read(path, NOW[FREEPORT]).desk.copies_sent() == {number(FREEPORT): NOW[FREEPORT].date()}
    record(path, number(FREEPORT), conditions="Stay on the sidewalk.")
    do(path, "amend", number(FREEPORT), NOW[FREEPORT] + DAY)
    assert read(path, NOW[FREEPORT]).desk.copies_sent() == {}
    sent(path, NOW[FREEPORT].date() + DAY)
    assert read(path, NOW[FREEPORT]).desk.copies_sent() == {number(FREEPORT): NOW[FREEPORT].date() + DAY}


def test_a_second_correction_names_the_first_and_follows_it(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    for turn, condition in enumerate(("Keep left.", "Keep right."), 1):
        sent(path, NOW[FREEPORT].date())
        record(path, number(FREEPORT), conditions=condition)
        letters = words(do(path, "amend", number(FREEPORT), NOW[FREEPORT] + turn * DAY))
    assert next(iter(letters)) == "FP-2026-001 amended permit 2.docx"
    assert "This permit of Thursday, June 4, 2026 stands in place of that of Wednesday, June 3, 2026." in next(
        iter(letters.values())
    )


def test_after_a_correction_the_permit_is_not_issued_over_it(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    record(path, number(FREEPORT), conditions="Keep left.")
    do(path, "amend", number(FREEPORT), NOW[FREEPORT] + DAY)
    before = state(path)
    told = withheld(do(path, "issue", number(FREEPORT), NOW[FREEPORT] + 2 * DAY))
    assert told == ("The permit was amended: FP-2026-001/9 is made again with --amended.",)
    assert state(path) == before


def test_a_template_that_would_not_say_amended_makes_no_amended_permit(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    own = copy_templates(path) / "permit.docx"
    document = Document(str(own))
    for paragraph in document.paragraphs:
        if "amended" in paragraph.text:
            paragraph.text = "{%p if false %}" if paragraph.text.startswith("{%p") else "No longer told."
    document.save(str(own))
    told = withheld(do(path, "amend", number(FREEPORT), NOW[FREEPORT] + DAY))
    assert told == (
        "permit.docx has no {{ amended }}, without which a letter of the kind amended permit does not say what it is; "
        "put it in, or take the template that comes with permitbook.",
    )
    assert do(path, "handout", number(FREEPORT), NOW[FREEPORT]).outcomes[0].made is not None


def test_what_was_never_issued_cannot_be_amended(tmp_path: Path) -> None:
    told = withheld(do(granted_book(tmp_path, FREEPORT), "amend", number(FREEPORT), NOW[FREEPORT]))
    assert told[0] == "No permit was issued: there is none to amend."


# Corrections at the command line.


def test_amending_and_voiding_are_said_with_what_they_made(tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    record(path, number(FREEPORT), conditions="Keep left.")
    amended = run("issue", path, number(FREEPORT), "--amended", "--as-of", "2026-06-03T09:00")
    assert (amended.status, amended.err) == (0, "")
    assert amended.out.startswith("FP-2026-001: amended. Letters are in ")
    assert "amended permit copy" in amended.out
    voided = run("issue", path, number(FREEPORT), "--void", " wrong   day ", "--as-of", "2026-06-04T09:00")
    assert voided.status == 0
    assert voided.out.startswith("FP-2026-001: voided: wrong day. Letters are in ")
    again = run("issue", path, number(FREEPORT), "--void", "wrong day", "--as-of", "2026-06-05T09:00")
    assert again.status == 1
    assert "FP-2026-001: not voided." in again.err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--amended", "--void", "x"), "A permit is amended or voided, not both; give --amended or --void."),
        (("--void", "  "), 'Say why the number is void: --void "printed with the wrong day".'),
    ],
)
def test_a_correction_that_cannot_be_meant_is_wrong_usage(options: tuple[str, ...], told: str, tmp_path: Path) -> None:
    path = granted_book(tmp_path, FREEPORT)
    heard = run("issue", path, number(FREEPORT), *options)
    assert (heard.status, heard.out, heard.err) == (2, "", f"permitbook: {told}\n")


# Costs.


@pytest.mark.parametrize(
    ("paid", "owed"), [(None, "$1,240.00"), ("0", "$1,240.00"), ("1239.99", "$0.01"), ("1240", None), ("1300", None)]
)
def test_what_is_owed_is_the_cost_less_what_was_paid(paid: str | None, owed: str | None, tmp_path: Path) -> None:
    cost = {"police_cost_actual": Decimal("1240"), "police_cost_paid": None if paid is None else Decimal(paid)}
    acted = do(issued_book(tmp_path, FREEPORT, **cost), "invoice", number(FREEPORT), AFTERWARDS[FREEPORT])
    if owed is None:
        assert withheld(acted)[0].startswith("Nothing is owed: Police Cost Paid is $1,")
    else:
        assert f"\nOwed: {owed}\n" in first(acted)


@pytest.mark.parametrize(("minute", "made"), [(29, False), (30, True), (31, True)])
def test_a_cost_is_invoiced_from_the_minute_the_event_is_over(minute: int, made: bool, tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT, **OVER[FREEPORT])
    acted = do(path, "invoice", number(FREEPORT), datetime(2026, 7, 11, 13, minute))
    assert (acted.outcomes[0].made is not None) == made
    if not made:
        assert withheld(acted) == ("The event is not over: the cost is taken from its records afterwards.",)


@pytest.mark.parametrize("key", [EAST_TROY, FREEPORT])
def test_an_invoice_needs_the_cost_and_a_permit(key: str, tmp_path: Path) -> None:
    told = withheld(do(granted_book(tmp_path, key), "invoice", number(key), AFTERWARDS[key]))
    cost = "Extra Municipal Cost" if key == EAST_TROY else "Actual Police Cost"
    assert told == (
        "No permit is issued: only a permittee is charged.",
        f"{cost} must be filled in, from the records.",
    )


# They last.

MAKE: dict[str, Callable[[Path, str], tuple[Path, str, datetime]]] = {
    "appeal-notice": lambda folder, key: (appeal_book(folder, key), refused(key), LATER[key]),
    "meeting-notice": lambda folder, key: (appeal_book(folder, key), refused(key), LATER[key]),
    "board-decision": lambda folder, key: (
        appeal_book(folder, key, appeal_decided_on=DECIDED[key], appeal_outcome="upheld"),
        refused(key),
        datetime.combine(DECIDED[key], time(20)),
    ),
    "handout": lambda folder, key: (issued_book(folder, key), number(key), NOW[key]),
    "posting": lambda folder, key: (issued_book(folder, key), number(key), NOW[key]),
    "amend": lambda folder, key: (issued_book(folder, key), number(key), NOW[key] + DAY),
    "invoice": lambda folder, key: (issued_book(folder, key, **OVER.get(key, {})), number(key), AFTERWARDS[key]),
}


@pytest.mark.parametrize("key", THREE)
@pytest.mark.parametrize("kind", MAKE)
def test_made_again_later_nothing_changes_and_a_letter_that_is_gone_comes_back(
    kind: str, key: str, tmp_path: Path
) -> None:
    path, application, at = MAKE[kind](tmp_path, key)
    acted = do(path, kind, application, at)
    made = acted.outcomes[0].made
    if made is None:
        assert (key, kind) in {(each[0], each[1]) for each in NOT_ASKED}
        return
    before = state(path)
    assert not do(path, kind, application, at + WEEK).outcomes[0].changed
    assert state(path) == before
    gone = made.folder / made.documents[-1].name
    gone.unlink()
    do(path, kind, application, at + WEEK)
    assert {name: content for name, content in state(path).items() if name.endswith(".docx")} == {
        name: content for name, content in before.items() if name.endswith(".docx")
    }


@pytest.mark.parametrize("kind", [each for each in MAKE if each in ACTS])
def test_no_letter_says_what_an_event_says(kind: str, tmp_path: Path) -> None:
    path, application, at = MAKE[kind](tmp_path, FREEPORT if kind != "meeting-notice" else NEW_CASTLE)
    said = {"notes": "NOTES-SAID"}
    if kind != "meeting-notice":
        said |= {"activities": "ACTIVITIES-SAID", "signs_and_devices": "SIGNS-SAID"}
    record(path, application, **said)
    told = "".join(words(do(path, kind, application, at)).values())
    assert not re.search("ACTIVITIES-SAID|SIGNS-SAID|NOTES-SAID", told)
