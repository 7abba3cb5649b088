"""Freeport's letters where a case is out of the ordinary: what the ordinance lets be said, and what it does not."""

from datetime import date, datetime, time
from pathlib import Path

import pytest

from permitbook.application import Application
from permitbook.case import with_alternate
from permitbook.places import read_route
from permitbook.tables import FindingRow
from tests.later_books import DECIDED, appeal_book, do, granted_book, issued_book, number, record
from tests.letter_books import FREEPORT, NOW, book, denied, determined, freeport, noted
from tests.test_letters_after import first, withheld

CHIEF = "Chief Michael Smith"
ELSEWHERE = read_route("Main Street from Church Street to Mill Street")


def refused(**change: object) -> tuple[Application, list[FindingRow]]:
    """The application that was denied, with an alternate."""
    it, made = denied(FREEPORT)
    return noted(it, alternate_offered_on=date(2026, 5, 29), **change), made


def denial_book(folder: Path, **change: object) -> Path:
    """A workbook with an issued permit on 11 July, and a denial that offers an alternate (§ 155-62A)."""
    it, made = refused(**change)
    issued = freeport(issued_at=datetime(2026, 5, 28, 12), permit_no="FP-2026-001")
    return book(folder, FREEPORT, [issued, it], [*determined(FREEPORT), *made])


def test_a_denial_offers_no_alternate_that_could_not_be_permitted_itself(tmp_path: Path) -> None:
    # § 155-62B: an alternate permit conforms to the requirements of a permit; the 11th is taken from 9:30 to 1:30.
    path = denial_book(tmp_path, event_date=date(2026, 7, 18), alternate_date=date(2026, 7, 11))
    reasons = withheld(do(path, "deny", "FP-2026-002", NOW[FREEPORT]))
    assert any("The alternate meets § 155-59A(9)" in each for each in reasons)
    assert any("the denial itself can go out without one" in each for each in reasons)


def test_a_denial_offers_an_alternate_on_a_day_that_is_free(tmp_path: Path) -> None:
    path = denial_book(tmp_path, event_date=date(2026, 7, 18), alternate_date=date(2026, 7, 12))
    assert "Sunday, July 12, 2026" in first(do(path, "deny", "FP-2026-002", NOW[FREEPORT]))


def test_an_offer_that_was_accepted_is_not_written_again_with_the_facts_of_the_alternate(tmp_path: Path) -> None:
    path = denial_book(tmp_path, alternate_date=date(2026, 7, 12), alternate_accepted_on=date(2026, 6, 1))
    reasons = withheld(do(path, "offer", "FP-2026-002", NOW[FREEPORT]))
    assert any("accepted Monday, June 1, 2026: the offer that was made stands" in each for each in reasons)


def test_an_alternate_route_begins_and_ends_where_it_does() -> None:
    it = freeport(alternate_route=ELSEWHERE)
    held = with_alternate(it)
    assert (held.starting_point, held.termination_point) == ("Main Street & Church Street", "Main Street & Mill Street")


def test_an_alternate_route_that_begins_as_before_keeps_the_words_for_that() -> None:
    shorter = read_route("Grand Avenue from Merrick Road to Smith Street")
    held = with_alternate(freeport(alternate_route=shorter))
    assert (held.starting_point, held.termination_point) == ("Recreation Center", "Grand Avenue & Smith Street")
    whole = with_alternate(freeport(alternate_route=read_route("Main Street")))
    assert (whole.starting_point, whole.termination_point) == ("Main Street", "Main Street")


def test_what_stood_against_the_event_is_found_anew_of_an_accepted_alternate(tmp_path: Path) -> None:
    path = denial_book(tmp_path, alternate_date=date(2026, 7, 12), alternate_accepted_on=date(2026, 6, 1))
    reasons = withheld(do(path, "issue", "FP-2026-002", NOW[FREEPORT]))
    assert "The alternate is what is permitted now: what the Chief of Police finds of it goes into Findings." in reasons


@pytest.mark.parametrize(
    ("revoked_at", "told"),
    [
        # The event is held on 11 July from 11:00 AM to 1:30 PM.
        (datetime(2026, 7, 11, 10, 59), "The event may not be held."),
        (datetime(2026, 7, 11, 11), "The event may not go on."),
        (datetime(2026, 7, 11, 13, 29), "The event may not go on."),
        (datetime(2026, 7, 11, 13, 30), ""),
    ],
)
def test_a_revocation_says_of_the_event_what_can_still_be_said(revoked_at: datetime, told: str, tmp_path: Path) -> None:
    path = issued_book(tmp_path, FREEPORT)
    facts = {"revocation_ground": "FP-67-C", "revocation_facts": "Six trucks drove at 20 miles per hour."}
    record(path, number(FREEPORT), revoked_at=revoked_at, revoked_by=CHIEF, **facts)
    letter = first(do(path, "revoke", number(FREEPORT), datetime(2026, 7, 11, 15)))
    assert ("The event may not" in letter) == bool(told)
    assert told in letter
    # § 155-69: upon violation of the conditions or standards for issuance.
    assert letter.index("upon violation of the conditions or standards") < letter.index("§ 155-67C")


def test_a_board_that_reverses_after_the_event_promises_no_permit(tmp_path: Path) -> None:
    path = appeal_book(
        tmp_path,
        FREEPORT,
        event_date=date(2026, 6, 14),
        appeal_decided_on=DECIDED[FREEPORT],
        appeal_outcome="reversed",
    )
    letter = first(do(path, "board-decision", "FP-2026-002", datetime(2026, 6, 16, 9)))
    assert "reversed the denial of application FP-2026-002. The day of the event had passed by then" in letter
    assert "comes to you separately" not in letter


def test_what_is_asked_beside_the_items_is_asked_as_additional_information(tmp_path: Path) -> None:
    # § 155-57D(17); with every item given, the notice lists none as missing.
    path = granted_book(tmp_path, FREEPORT, more_dates=(date(2026, 7, 12),), action=None, acted_at=None, acted_by=None)
    letter = first(do(path, "deficiency", number(FREEPORT), NOW[FREEPORT]))
    assert "additional information, reasonably necessary to determine whether a permit should issue" in letter
    assert "each item listed below" not in letter
    # Whether several dates are a series is asked in the words of § 155-57C.
    asked = letter[letter.index("Recurring") :]
    assert asked.startswith("Recurring\n“For parades or public assemblies held on a regular or recurring basis at the")
    assert asked.splitlines()[2] == "§ 155-57C"


def test_the_police_notice_states_how_long_each_day_lasts(tmp_path: Path) -> None:
    path = granted_book(tmp_path, FREEPORT, more_dates=(date(2026, 7, 12),), recurring=False, end_time=time(12))
    letter = first(do(path, "police", number(FREEPORT), NOW[FREEPORT]))
    assert "Saturday, July 11, 2026; Sunday, July 12, 2026, 11:00 AM to 12:00 PM, 1 hour each day" in letter


def test_a_hand_out_tells_participants_nothing_of_what_the_applicant_pays(tmp_path: Path) -> None:
    letter = first(do(issued_book(tmp_path, FREEPORT), "handout", number(FREEPORT), NOW[FREEPORT]))
    assert "repays" not in letter


@pytest.mark.parametrize("kind", ["police", "deficiency", "held-for-papers"])
def test_nothing_more_is_asked_of_an_applicant_whose_event_is_over(kind: str, tmp_path: Path) -> None:
    undecided = {"action": None, "acted_at": None, "acted_by": None, "spectators": None}
    change = {"police_cost_agreed_on": None} if kind == "held-for-papers" else undecided
    path = granted_book(tmp_path, FREEPORT, **change)
    # The event ends on 11 July at 1:30 PM; until then each may be written.
    assert do(path, kind, number(FREEPORT), datetime(2026, 7, 11, 13, 29)).outcomes[0].made is not None
    reasons = withheld(do(path, kind, number(FREEPORT), datetime(2026, 7, 11, 13, 30)))
    assert any("event is over" in each or "is lapsed: no police" in each for each in reasons)


def test_no_undertaking_is_asked_for_an_application_that_was_denied(tmp_path: Path) -> None:
    it, made = denied(FREEPORT)
    path = book(tmp_path, FREEPORT, [noted(it, police_officers=4, police_hours=16.0)], made)
    assert "The application is denied: no police are needed for it." in withheld(
        do(path, "police", "FP-2026-002", NOW[FREEPORT])
    )
