"""What the letters of East Troy and New Castle owe to the words of their ordinances, in the less usual cases."""

from datetime import date, datetime, time
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from docx import Document

from permitbook.application import Application
from permitbook.issuing import Acted, act_on
from permitbook.letters.kinds import ACTS
from permitbook.tables import FindingRow, Meeting
from tests.before_books import LETTERS
from tests.later_books import LATER, appealed, rejected_as_late
from tests.letter_books import EAST_TROY, GRANTED, NEW_CASTLE, NOW, book, denied, determined, noted, read
from tests.test_letters import text


def done(folder: Path, key: str, command: str, it: Application, at: datetime, *made: FindingRow) -> Acted:
    """An act for the one application of a workbook."""
    return act_on(book(folder, key, [it], made), ACTS[command], [it.application_no or ""], at)


def words(acted: Acted, of: str = "") -> str:
    """The letter whose file is named so; else the only one."""
    made = acted.outcomes[0].made
    assert made is not None, acted.outcomes[0].reasons
    letter, *_ = (each for each in made.documents if of in each.name)
    return text(letter.content)


def reasons(acted: Acted) -> str:
    """Why nothing was made."""
    assert acted.outcomes[0].made is None
    return "\n".join(acted.outcomes[0].reasons)


# What an applicant is told at intake.


@pytest.mark.parametrize(("insured", "told"), [(True, True), (False, False), (None, False)])
def test_proof_of_insurance_is_spoken_of_only_to_one_that_carries_it_in_the_usual_course(
    insured: bool | None, told: bool, tmp_path: Path
) -> None:
    """§ 92-3D: who "maintains an insurance policy in its customary and usual course of business"."""
    receipt = LETTERS["new_castle receipt"].but(customarily_insured=insured)
    letter = words(receipt.do(receipt.book(tmp_path)))
    assert ("30 days' written notice of any cancellation or change" in letter) is told


# Fifteen days before Wednesday 1 July is Tuesday 16 June; seven business days before Saturday 3 October is Thursday 24
# September.
ON_THE_LAST_DAY_AND_AFTER = [
    (EAST_TROY, date(2026, 7, 1), datetime(2026, 6, 16, 16), datetime(2026, 6, 17, 9)),
    (NEW_CASTLE, date(2026, 10, 3), datetime(2026, 9, 24, 16), datetime(2026, 9, 25, 9)),
]


@pytest.mark.parametrize(("key", "day", "in_time", "late"), ON_THE_LAST_DAY_AND_AFTER)
def test_who_files_late_is_not_told_that_nothing_more_is_to_be_done(
    key: str, day: date, in_time: datetime, late: datetime, tmp_path: Path
) -> None:
    complete = LETTERS[f"{key} receipt"].but(event_date=day, more_dates=None, received_how="in person")
    for received, nothing_more in ((in_time, True), (late, False)):
        it = noted(complete.application, received_at=received)
        folder = tmp_path / f"{received:%d}"
        folder.mkdir()
        letter = words(done(folder, key, "receipt", it, received))
        assert ("You need do nothing more" in letter) is nothing_more


@pytest.mark.parametrize(("key", "day", "in_time", "late"), ON_THE_LAST_DAY_AND_AFTER)
def test_a_notice_of_what_is_missing_says_too_that_the_application_came_late(
    key: str, day: date, in_time: datetime, late: datetime, tmp_path: Path
) -> None:
    """What is still given cannot mend a late filing, and the notice must not seem to say so."""
    lacking = LETTERS[f"{key} deficiency notice"].but(event_date=day, more_dates=None)
    for received, told in ((in_time, False), (late, True)):
        folder = tmp_path / f"{received:%d}"
        folder.mkdir()
        it = noted(lacking.application, received_at=received)
        letter = words(done(folder, key, "deficiency", it, received))
        assert ("The last day to file was" in letter) is told


def test_what_was_given_another_way_than_asked_is_named_as_it_was_given(tmp_path: Path) -> None:
    notice = LETTERS["east_troy deficiency notice"]
    assert "Received How: mail" in words(notice.do(notice.book(tmp_path)))


def test_hours_past_midnight_are_those_of_the_next_day(tmp_path: Path) -> None:
    receipt = LETTERS["east_troy receipt"].but(start_time=time(22), end_time=time(0, 30))
    assert "10:00 PM to 12:30 AM the next day" in words(receipt.do(receipt.book(tmp_path)))


# Alternates.


def denied_with_alternate(**change: object) -> tuple[Application, list[FindingRow]]:
    """Denied in New Castle, with an alternate on the day and the street of the walk that was granted before."""
    refused, made = denied(NEW_CASTLE)
    facts: dict[str, object] = {
        "assembly_time": time(17, 30),
        "alternate_offered_on": date(2026, 9, 9),
        "alternate_date": date(2026, 10, 3),
        "alternate_start": time(9),
        "alternate_end": time(11),
    }
    return noted(refused, **{**facts, **change}), made


@pytest.mark.parametrize(
    ("change", "meets"),
    [
        ({}, True),
        # An hour after the other has ended.
        ({"alternate_start": time(12), "alternate_end": time(14)}, False),
        # Not offered: the denial goes without it.
        ({"alternate_offered_on": None}, False),
    ],
)
def test_no_denial_carries_an_alternate_that_meets_a_ground_itself(
    change: dict[str, object], meets: bool, tmp_path: Path
) -> None:
    """§ 92-7: an alternate rests "upon the considerations set forth in § 92-4"."""
    it, made = denied_with_alternate(**change)
    path = book(tmp_path, NEW_CASTLE, [GRANTED[NEW_CASTLE](), it], [*determined(NEW_CASTLE), *made])
    acted = act_on(path, ACTS["deny"], ["NC-2026-005"], datetime(2026, 9, 9, 16))
    if meets:
        assert "The alternate meets § 92-4D: NC-2026-004: " in reasons(acted)
    else:
        assert words(acted)


@pytest.mark.parametrize(("accepted", "late"), [(date(2026, 9, 16), False), (date(2026, 9, 17), True)])
def test_an_alternate_accepted_past_every_reading_is_not_issued_without_a_word(
    accepted: date, late: bool, tmp_path: Path
) -> None:
    """§ 92-7: three business days from the notice, received on Friday 11 September: until Wednesday the sixteenth."""
    it, made = denied_with_alternate(
        notice_received_on=date(2026, 9, 11), alternate_accepted_on=accepted, alternate_date=date(2026, 10, 10)
    )
    notes = done(tmp_path, NEW_CASTLE, "issue", it, datetime(2026, 9, 18, 9), *made).outcomes[0].notes
    assert any("accepted after the last day" in each for each in notes) is late
    assert not any("yet the grant is recorded" in each for each in notes)


def test_a_modified_permit_of_east_troy_is_not_called_an_alternate_one(tmp_path: Path) -> None:
    """I(2) speaks of a modification, which the Chief of Police authorizes and the applicant accepts."""
    refused, made = denied(EAST_TROY)
    it = noted(refused, chair_phone="555-0114", alternate_accepted_on=date(2026, 5, 19), event_date=date(2026, 6, 6))
    made = [*made, *determined(EAST_TROY, "ET-2026-002")]
    permit = words(done(tmp_path, EAST_TROY, "issue", it, datetime(2026, 5, 19, 15), *made), "permit.docx")
    assert (
        "Authorized as modified by the Chief of Police; accepted by the applicant on Tuesday, May 19, 2026." in permit
    )
    assert "MODIFIED PERMIT" in permit
    assert "ALTERNATE" not in permit


def test_the_facts_of_a_ground_stay_on_the_page_of_what_was_determined_on_them(tmp_path: Path) -> None:
    it, made = denied(NEW_CASTLE)
    acted = done(tmp_path, NEW_CASTLE, "deny", it, datetime(2026, 9, 9, 16), *made)
    assert acted.outcomes[0].made is not None
    lines = Document(BytesIO(acted.outcomes[0].made.documents[0].content)).paragraphs
    kept = [
        bool(above.style and above.style.paragraph_format.keep_with_next)
        for above, below in pairwise(lines)
        if below.text.startswith("Facts: ")
    ]
    assert kept == [True, True]


@pytest.mark.parametrize(("consulted", "noted_so"), [(date(2026, 9, 8), False), (None, True)])
def test_a_denial_before_which_nobody_was_consulted_is_noted(
    consulted: date | None, noted_so: bool, tmp_path: Path
) -> None:
    """§ 92-4: "The Town Police Chief, after consultation with the Town Administrator"."""
    it, made = denied(NEW_CASTLE)
    acted = done(tmp_path, NEW_CASTLE, "deny", noted(it, referred_on=consulted), datetime(2026, 9, 9, 16), *made)
    notes = acted.outcomes[0].notes
    assert any("no consultation of the Town Administrator is recorded" in each for each in notes) is noted_so


# After the permit.


def test_a_revocation_names_the_office_of_who_revoked(tmp_path: Path) -> None:
    """L: "The Village Clerk or Chief of Police may revoke a permit already issued"."""
    revoked = LETTERS["east_troy revocation"].but(revoked_by="Rene Acosta")
    letter = words(revoked.do(revoked.book(tmp_path)), "001 revocation.docx")
    assert "is revoked. Rene Acosta (Chief of Police) took this action on" in letter


@pytest.mark.parametrize(("hour", "minute", "over"), [(11, 59, False), (12, 0, True)])
def test_no_surety_is_required_for_an_event_that_has_ended(hour: int, minute: int, over: bool, tmp_path: Path) -> None:
    """L asks for it "as a direct and proximate result of the holding of the usage", here from 10 AM to noon."""
    demand = LETTERS["east_troy demand in lieu of revocation"]
    acted = demand.do(demand.book(tmp_path), datetime(2026, 7, 4, hour, minute) - demand.when)
    if over:
        assert "The event was over Saturday, July 4, 2026, 12:00 PM" in reasons(acted)
    else:
        assert words(acted)


def test_a_withdrawal_after_the_permit_is_an_event_called_off(tmp_path: Path) -> None:
    it = noted(LETTERS["new_castle revocation"].application, action="withdrawn", revoked_at=None)
    acted = done(tmp_path, NEW_CASTLE, "withdrawal", it, datetime(2026, 9, 14, 9))
    assert "The permit was issued Thursday, September 10, 2026, 11:00 AM: fill in Event Change" in reasons(acted)


def test_a_granted_permit_is_to_be_issued_on_an_open_day_before_the_event(tmp_path: Path) -> None:
    """Saturday 3 October: on the Friday before. On the day itself, that day is left."""
    granted = GRANTED[NEW_CASTLE](notified_at=datetime(2026, 9, 10, 10, 30))
    path = book(tmp_path, NEW_CASTLE, [granted], determined(NEW_CASTLE))
    for at, by in ((NOW[NEW_CASTLE], date(2026, 10, 2)), (datetime(2026, 10, 3, 7), date(2026, 10, 3))):
        found = read(path, at).of("NC-2026-004")
        assert found is not None
        steps = found.assessment.next
        assert steps is not None
        assert (steps.what, steps.by) == ("Issue the permit", by)


# Before the Town Board.


def test_the_account_of_a_rejection_does_not_speak_of_an_appeal(tmp_path: Path) -> None:
    """§ 92-6: the Board "shall act on any application rejected under § 92-3", with no notice filed by anybody."""
    it, made = rejected_as_late()
    acted = done(tmp_path, NEW_CASTLE, "appeal-notice", it, datetime(2026, 9, 9, 16), *made)
    for receiver in ("Town Supervisor", "Town Clerk", "Town Board"):
        memo = words(acted, receiver)
        assert "written notice filed" not in memo
        assert "because it was rejected; no appeal is needed" in memo
        assert "as soon as it can convene" in memo


# An appeal of Thursday 17 September is acted upon by Monday the twenty-first.
@pytest.mark.parametrize(("listed", "in_time"), [(date(2026, 9, 21), True), (date(2026, 9, 22), False)])
def test_no_special_meeting_need_be_called_where_a_regular_one_comes_in_time(
    listed: date, in_time: bool, tmp_path: Path
) -> None:
    it, made = appealed(NEW_CASTLE)
    meeting = Meeting(date=listed, time=time(19, 30), board="Town Board")
    path = book(tmp_path, NEW_CASTLE, [it], made, Meetings=[meeting])
    memo = words(act_on(path, ACTS["meeting-notice"], ["NC-2026-005"], LATER[NEW_CASTLE]))
    assert ("Please call a special meeting today." in memo) is not in_time
    assert ("listed in time, on Monday, September 21, 2026, 7:30 PM" in memo) is in_time
