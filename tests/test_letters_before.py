"""The letters before a decision and in its place: their words, when they are withheld, and that they last."""

import json
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from openpyxl import load_workbook

from permitbook.cli import main
from permitbook.history import broken_at
from permitbook.issuing import Acted, act_on
from permitbook.letters.context import MEANINGS, Letter
from permitbook.letters.kinds import ACTS, KINDS
from permitbook.letters.sentences import printed
from permitbook.matters import matter_of
from permitbook.ordinances import KEYS, ordinance
from permitbook.tables import Meeting, RegisterRow
from tests.before_books import LETTERS, Told
from tests.later_books import record
from tests.letter_books import EAST_TROY, FREEPORT, GRANTED, NEW_CASTLE, NOW, book, denied, determined, noted, read
from tests.test_letters import GOLDEN, text

WEEK = timedelta(days=7)


def words(acted: Acted) -> str:
    """The one letter that was made."""
    outcome = acted.outcomes[0]
    assert outcome.made is not None, outcome.reasons
    return text(outcome.made.documents[0].content)


def withheld(acted: Acted) -> tuple[str, ...]:
    """Why nothing was made."""
    assert acted.outcomes[0].made is None
    return acted.outcomes[0].reasons


def files(path: Path) -> dict[str, bytes]:
    """The workbook and every letter beside it."""
    beside = path.with_name(f"{path.stem} letters")
    return {str(each): each.read_bytes() for each in (path, *beside.rglob("*")) if each.is_file()}


def register(path: Path, told: Told) -> list[RegisterRow]:
    """The lines of the Register."""
    return [line for _, line in read(path, told.when).desk.register]


# Their words.


@pytest.mark.parametrize("name", LETTERS)
def test_each_letter_reads_as_it_was_approved(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    assert words(told.do(told.book(tmp_path))) == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", LETTERS)
def test_each_letter_carries_every_sentence_that_the_ordinance_has_for_it(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    path = told.book(tmp_path)
    kind = next(each for each in KINDS if each.kind == name.partition(" ")[2])
    checked = read(path, told.when)
    found = checked.of(told.number)
    assert found is not None
    lines = printed(matter_of(checked, found, ACTS[told.command]).case, kind.prints)
    letter = words(told.do(path))
    for line in lines:
        assert line.text in letter
        assert line.cite is None or line.cite in letter
        assert line.reckoning is None or line.reckoning in letter


def test_dates_are_the_safe_ones_and_never_another_reading(tmp_path: Path) -> None:
    """48 hours before Sunday 5 July, 10 AM, without that Sunday and the holiday before it, begin with Thursday 2 July.

    By the clock it would be Friday the third, 10 AM; so would be the fifteenth day from Thursday 18 June.
    """
    late = LETTERS["east_troy receipt"].but(
        received_at=datetime(2026, 6, 18, 10), event_date=date(2026, 7, 5), received_how="in person"
    )
    told = Told(late.key, late.command, late.application, at=datetime(2026, 6, 18, 11))
    letter = words(told.do(told.book(tmp_path)))
    assert "Village Clerk is to grant or deny the application by Thursday, July 2, 2026, 12:00 AM." in letter
    assert "July 3, 2026" not in letter
    assert "Saturdays" not in letter


OUTLASTING = [
    # Decided by 1 July, an appeal is filed by the sixth and heard on the thirteenth.
    (FREEPORT, datetime(2026, 6, 29, 9), date(2026, 7, 11), True),
    (FREEPORT, datetime(2026, 6, 29, 9), date(2026, 7, 14), False),
    # Decided by 25 September, an appeal is filed by 2 October and heard by the sixth.
    (NEW_CASTLE, datetime(2026, 9, 22, 9), date(2026, 10, 6), True),
    (NEW_CASTLE, datetime(2026, 9, 22, 9), date(2026, 10, 7), False),
]


@pytest.mark.parametrize(("key", "received", "day", "shown"), OUTLASTING)
def test_a_receipt_tells_of_a_remedy_that_outlasts_the_event(
    key: str, received: datetime, day: date, shown: bool, tmp_path: Path
) -> None:
    told = LETTERS[f"{key} receipt"].but(received_at=received, event_date=day, more_dates=None)
    path = book(
        tmp_path, key, [told.application], Meetings=[Meeting(date=date(2026, 7, 13), board="Board of Trustees")]
    )
    letter = words(act_on(path, ACTS["receipt"], [told.number], received))
    assert ("You may ask for a decision the same day" in letter) is shown


# A day before, on and after the last day that any reading leaves; then what is said of it.
LATE = [
    # Fifteen days before Wednesday 1 July is Tuesday 16 June.
    (EAST_TROY, datetime(2026, 6, 16, 16), date(2026, 7, 1), None),
    (EAST_TROY, datetime(2026, 6, 17, 9), date(2026, 7, 1), "For an event on Thursday, July 2, 2026 or later it is in"),
    # Ten days before Saturday 11 July is Wednesday 1 July.
    (FREEPORT, datetime(2026, 7, 1, 16), date(2026, 7, 11), None),
    (
        FREEPORT,
        datetime(2026, 7, 2, 9),
        date(2026, 7, 11),
        "The last day to file was Wednesday, July 1, 2026. The Chief",
    ),
    # Seven business days before Saturday 3 October, none of them a holiday, is Thursday 24 September.
    (NEW_CASTLE, datetime(2026, 9, 24, 16), date(2026, 10, 3), None),
    (NEW_CASTLE, datetime(2026, 9, 25, 9), date(2026, 10, 3), "The last day to file was Thursday, September 24, 2026."),
]


@pytest.mark.parametrize(("key", "received", "day", "told_so"), LATE)
def test_a_receipt_says_openly_that_an_application_came_late_and_what_can_be_done(
    key: str, received: datetime, day: date, told_so: str | None, tmp_path: Path
) -> None:
    told = LETTERS[f"{key} receipt"].but(received_at=received, event_date=day, more_dates=None)
    path = book(tmp_path, key, [told.application])
    letter = words(act_on(path, ACTS["receipt"], [told.number], received))
    assert ("The last day to file was" in letter) is (told_so is not None)
    assert (told_so or "") in letter


def test_what_the_office_owes_is_never_asked_of_the_applicant(tmp_path: Path) -> None:
    for key in KEYS:
        told = LETTERS[f"{key} deficiency notice"].but(
            police_officers=None, referred_on=None, commercial_gain=None, state_permit=None
        )
        (tmp_path / key).mkdir()
        letter = words(told.do(told.book(tmp_path / key)))
        for heading in ("Extra Officers", "Referred On", "Primarily for Gain", "State Highway Permit", "Fee"):
            assert heading not in letter


def test_a_new_castle_receipt_does_not_make_the_applicant_wait_for_the_offices_own_consultation(tmp_path: Path) -> None:
    told = LETTERS["new_castle receipt"]
    assert "consulted" not in words(told.do(told.book(tmp_path)))


def test_east_troys_offer_is_signed_by_the_chief_and_names_the_clerk(tmp_path: Path) -> None:
    told = LETTERS["east_troy alternate offer"]
    letter = words(told.do(told.book(tmp_path)))
    assert "The Village Clerk, Lorri Alexander, decides applications." in letter
    assert "Rene Acosta\nChief of Police\nVillage of East Troy" in letter
    assert "Accept by notifying the Village Clerk or the Chief of Police in writing" in letter


def test_a_denial_or_offer_without_an_address_is_made_with_a_warning(tmp_path: Path) -> None:
    """New Castle's denial is to be mailed; without an address it can still be told by telephone."""
    told = LETTERS["new_castle alternate offer"].but(applicant_address=None)
    path = told.book(tmp_path)
    for command in ("offer", "deny"):
        acted = act_on(path, ACTS[command], [told.number], told.when)
        assert "Applicant Address is blank: the letter has no address to be mailed to." in acted.outcomes[0].notes


@pytest.mark.parametrize("name", LETTERS)
def test_the_names_of_a_letter_are_those_that_are_explained(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    kind = next(each for each in KINDS if each.kind == name.partition(" ")[2])
    checked = read(told.book(tmp_path), told.when)
    found = checked.of(told.number)
    assert found is not None
    matter = matter_of(checked, found, ACTS[told.command])
    own = kind.names(Letter(kind=kind, matter=matter, document_no="1", made_on=told.when))
    assert own.keys() == (kind.meanings or {}).keys()
    assert not own.keys() & MEANINGS.keys()


def test_an_offer_after_a_denial_in_east_troy_says_that_it_takes_its_place(tmp_path: Path) -> None:
    told = LETTERS["east_troy alternate offer"].but(
        action="denied", acted_at=datetime(2026, 5, 18, 16), acted_by="Lorri Alexander"
    )
    assert "was denied on Monday, May 18, 2026. In place of that denial, the Chief of Police" in words(
        told.do(told.book(tmp_path))
    )


def test_an_offer_after_issue_in_east_troy_changes_the_permit(tmp_path: Path) -> None:
    """The modification may be accepted by "the applicant or permittee" (Q-ET11)."""
    granted = noted(
        GRANTED[EAST_TROY](),
        issued_at=datetime(2026, 5, 18, 17),
        permit_no="ET-2026-001",
        alternate_start=time(11),
        alternate_end=time(13),
        alternate_offered_on=date(2026, 5, 20),
    )
    path = book(tmp_path, EAST_TROY, [granted], determined(EAST_TROY))
    letter = words(act_on(path, ACTS["offer"], ["ET-2026-001"], NOW[EAST_TROY]))
    told = "Usage Permit ET-2026-001, issued Monday, May 18, 2026, may be changed: the Chief of Police authorizes"
    assert told in letter


# When they are withheld.

REASONS = [
    ("east_troy receipt", {"received_at": None}, "Received must be filled in"),
    ("freeport receipt", {"applicant_name": None, "organization_name": None}, "Applicant must be filled in"),
    ("freeport receipt", {"event_form": "funeral procession"}, "No permit is needed"),
    ("freeport deficiency notice", {"action": "granted"}, "Action is granted: what is missing is asked for while"),
    ("freeport police cost notice", {"police_officers": None}, "Extra Officers must be filled in"),
    ("freeport police cost notice", {"police_officers": 0}, "Extra Officers is 0: no additional police"),
    ("freeport police cost notice", {"police_hours": None}, "Extra Police Hours must be filled in"),
    ("freeport alternate offer", {"alternate_offered_on": None}, "Alternate Offered On must be filled in"),
    ("freeport alternate offer", {"action": None}, "Action is blank: an alternate is authorized in denying"),
    ("freeport alternate offer", {"acted_by": None}, "Acted By must be filled in"),
    (
        "freeport alternate offer",
        {"alternate_date": None, "alternate_start": None, "alternate_end": None},
        "What is offered must be filled in",
    ),
    ("freeport alternate offer", {"alternate_date": date(2026, 6, 1)}, "The alternate's day, Monday, June 1, 2026, is"),
    ("east_troy alternate offer", {"action": "withdrawn"}, "Action is withdrawn: nothing is left to change."),
    ("east_troy alternate offer", {"chair_phone": None}, "The alternate meets Section 2G(5)"),
    ("east_troy alternate offer", {"alternate_date": date(2026, 5, 28)}, "The alternate meets Section 2G(1)"),
    ("east_troy withdrawal confirmation", {"action": "granted"}, "Action is granted: a withdrawal is confirmed once"),
    ("freeport withdrawal confirmation", {"acted_at": None}, "Acted At must be filled in"),
    ("new_castle held-for-papers letter", {"action": None}, "Action is blank: a permit waits for papers once"),
    ("new_castle held-for-papers letter", {"acted_by": None}, "Acted By must be filled in"),
    ("new_castle held-for-papers letter", {"issued_at": NOW[NEW_CASTLE]}, "The permit was issued Thursday"),
    ("freeport revocation", {"issued_at": None}, "No permit was issued: there is none to revoke."),
    ("freeport revocation", {"revoked_at": None}, "Revoked At must be filled in"),
    ("new_castle revocation", {"revocation_facts": None}, "Revocation Facts must be filled in"),
    ("new_castle revocation", {"revocation_ground": "NC-9-B"}, "§ 92-9B (NC-9-B) is no ground for revoking a permit"),
    ("east_troy revocation", {"revocation_ground": "ET-2-F-1"}, "Section 2F(1) (ET-2-F-1) is no ground for revoking"),
    ("east_troy demand in lieu of revocation", {"revocation_facts": None}, "Revocation Facts must be filled in"),
]


@pytest.mark.parametrize(("name", "change", "why"), REASONS)
def test_a_letter_is_withheld_with_the_reason(name: str, change: dict[str, object], why: str, tmp_path: Path) -> None:
    told = LETTERS[name].but(**change)
    path = told.book(tmp_path)
    reasons = withheld(told.do(path))
    assert any(each.startswith(why) for each in reasons), reasons
    assert not path.with_name(f"{path.stem} letters").exists()
    assert register(path, told) == []


def test_nothing_missing_and_nothing_awaited_make_no_letter(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [GRANTED[FREEPORT]()], determined(FREEPORT))
    number = GRANTED[FREEPORT]().application_no or ""
    held = act_on(path, ACTS["held-for-papers"], [number], NOW[FREEPORT])
    assert withheld(held) == ("Nothing is awaited of the applicant: issue the permit.",)
    missing = act_on(path, ACTS["deficiency"], [number], NOW[FREEPORT])
    assert "Nothing that is asked of the applicant is missing." in withheld(missing)


def test_only_freeport_asks_an_applicant_to_pay_for_police(tmp_path: Path) -> None:
    for key in (EAST_TROY, NEW_CASTLE):
        (tmp_path / key).mkdir()
        path = book(tmp_path / key, key)
        told = withheld(act_on(path, ACTS["police"], [GRANTED[key]().application_no or ""], NOW[key]))
        assert told == (f"The ordinance of the {ordinance(key).municipality} asks no applicant to pay for police.",)


def test_the_published_rate_must_be_there_for_an_estimate(tmp_path: Path) -> None:
    told = LETTERS["freeport police cost notice"]
    path = told.book(tmp_path)
    no_rate(path)
    assert "The setting police_rate must be filled in: the estimate uses the published rate." in withheld(told.do(path))


def no_rate(path: Path) -> None:
    """Empties the published rate in the Settings sheet."""
    workbook = load_workbook(path, keep_vba=True)
    row = next(row for row in workbook["Settings"].iter_rows() if row[0].value == "police_rate")
    row[1].value = None
    workbook.save(path)


def test_an_unreadable_cell_withholds_what_asks_for_missing_facts_but_no_receipt(tmp_path: Path) -> None:
    told = LETTERS["freeport deficiency notice"]
    path = told.book(tmp_path)
    workbook = load_workbook(path, keep_vba=True)
    sheet = workbook["Applications"]
    column = next(cell.column for cell in sheet[1] if cell.value == "Spectators")
    sheet.cell(2, column).value = "many"
    workbook.save(path)
    assert any('"Spectators"' in each for each in withheld(told.do(path)))
    assert act_on(path, ACTS["receipt"], [told.number], told.when).outcomes[0].made is not None


# An alternate: offered once, accepted, permitted as the event.


@pytest.mark.parametrize("key", [FREEPORT, NEW_CASTLE])
def test_denial_and_offer_go_in_one_letter_whichever_command_makes_it(key: str, tmp_path: Path) -> None:
    told = LETTERS[f"{key} alternate offer"]
    (tmp_path / "a").mkdir()
    path = told.book(tmp_path / "a")
    assert "Reasons" in words(told.do(path))
    assert (
        "tells the denial and its reasons already" in withheld(act_on(path, ACTS["deny"], [told.number], told.when))[0]
    )
    (tmp_path / "b").mkdir()
    path = told.book(tmp_path / "b")
    act_on(path, ACTS["deny"], [told.number], told.when)
    assert "is not sent yet: run deny, so that one letter carries both" in withheld(told.do(path))[0]
    sent(path, told)
    assert "carries the offer already" in withheld(told.do(path))[0]


def test_an_offer_follows_a_denial_that_was_sent_before_it_was_authorized(tmp_path: Path) -> None:
    told = LETTERS["freeport alternate offer"]
    offered = {name: getattr(told.application, name) for name in ("alternate_date", "alternate_start", "alternate_end")}
    path = told.but(**dict.fromkeys(offered), alternate_offered_on=None).book(tmp_path)
    act_on(path, ACTS["deny"], [told.number], datetime(2026, 5, 29, 11))
    sent(path, told)
    record(path, told.number, **offered, alternate_offered_on=date(2026, 5, 29))
    assert "authorizes an alternate" in words(told.do(path))


ACCEPTED: dict[str, dict[str, object]] = {
    EAST_TROY: {
        "alternate_accepted_on": date(2026, 5, 19),
        "action": "granted",
        "acted_at": datetime(2026, 5, 19, 12),
        "acted_by": "Lorri Alexander",
    },
    FREEPORT: {
        "alternate_accepted_on": date(2026, 6, 1),
        "min_speed_mph": 2.0,
        "police_officers": 0,
    },
    NEW_CASTLE: {"alternate_accepted_on": date(2026, 9, 10)},
}
NEW_DAY = {EAST_TROY: "Saturday, June 6, 2026", FREEPORT: "Saturday, July 18, 2026", NEW_CASTLE: "Saturday, October 10"}


@pytest.mark.parametrize("key", KEYS)
def test_the_permit_after_an_acceptance_is_for_the_new_event_and_marked(key: str, tmp_path: Path) -> None:
    told = LETTERS[f"{key} alternate offer"].but(**ACCEPTED[key])
    path = book(tmp_path, key, [told.application], determined(key, told.number))
    permit = words(act_on(path, ACTS["issue"], [told.number], told.when))
    marked, how = (
        ("MODIFIED", "as modified by the Chief of Police") if key == EAST_TROY else ("ALTERNATE", "as an alternate")
    )
    assert f"{marked} PERMIT" in permit
    assert NEW_DAY[key] in permit
    assert f"Authorized {how}; accepted by the applicant on" in permit


@pytest.mark.parametrize("key", KEYS)
def test_what_was_determined_of_the_first_event_is_no_problem_once_the_alternate_is_accepted(
    key: str, tmp_path: Path
) -> None:
    told = LETTERS[f"{key} alternate offer"].but(**ACCEPTED[key])
    known = {row.clause for row in told.findings}
    others = [row for row in determined(key, told.number) if row.clause not in known]
    checked = read(book(tmp_path, key, [told.application], [*told.findings, *others]), told.when)
    assert [str(each) for each in checked.problems if each.level == "problem"] == []


def test_an_accepted_alternate_that_meets_an_issued_permit_is_not_issued(tmp_path: Path) -> None:
    told = LETTERS["freeport alternate offer"].but(**ACCEPTED[FREEPORT])
    other = GRANTED[FREEPORT](event_date=date(2026, 7, 18), issued_at=datetime(2026, 6, 1, 9), permit_no="FP-2026-001")
    path = book(tmp_path, FREEPORT, [other, told.application], determined(FREEPORT, told.number))
    reasons = withheld(act_on(path, ACTS["issue"], [told.number], told.when))
    assert any(
        each.startswith("§ 155-59A(9) is not found: Application FP-2026-001") or "155-59A(9)" in each
        for each in reasons
    )


def test_an_offer_of_a_time_and_place_that_is_taken_is_withheld(tmp_path: Path) -> None:
    told = LETTERS["freeport alternate offer"]
    other = GRANTED[FREEPORT](event_date=date(2026, 7, 18), issued_at=datetime(2026, 6, 1, 9), permit_no="FP-2026-001")
    path = book(tmp_path, FREEPORT, [other, told.application], told.findings)
    assert any(each.startswith("The alternate meets § 155-59A(9)") for each in withheld(told.do(path)))


@pytest.mark.parametrize(("key", "clause"), [(EAST_TROY, "ET-2-M"), (FREEPORT, "FP-65-A"), (NEW_CASTLE, "NC-8-A")])
def test_a_permit_goes_out_for_the_clause_that_says_what_it_states(key: str, clause: str, tmp_path: Path) -> None:
    path = book(tmp_path, key, [GRANTED[key]()], determined(key))
    acted = act_on(path, ACTS["issue"], [GRANTED[key]().application_no or ""], NOW[key])
    assert acted.outcomes[0].made is not None
    assert acted.outcomes[0].made.documents[0].draft.clause == clause


# Revocation.


@pytest.mark.parametrize("key", KEYS)
def test_everyone_who_had_a_copy_is_told_of_the_revocation(key: str, tmp_path: Path) -> None:
    path = book(tmp_path, key, [GRANTED[key]()], determined(key))
    told = LETTERS[f"{key} revocation"]
    act_on(path, ACTS["issue"], [told.number], NOW[key])
    had = [
        each.recipient for each in register(path, told) if "copy" in (each.kind or "") and each.kind != "pocket copy"
    ]
    it = told.application
    facts = {name: getattr(it, name) for name in ("revoked_at", "revoked_by", "revocation_ground", "revocation_facts")}
    record(path, told.number, **facts)
    acted = told.do(path)
    assert acted.outcomes[0].made is not None, acted.outcomes[0].reasons
    made = acted.outcomes[0].made.documents
    assert [each.draft.kind for each in made] == ["revocation", *["revocation copy"] * len(had)]
    assert [each.draft.recipient for each in made][1:] == had
    assert all("office's practice" in text(each.content) for each in made[1:])


def test_freeports_two_grounds_for_revoking_are_told_apart(tmp_path: Path) -> None:
    told = LETTERS["freeport revocation"]
    letter = words(told.do(told.book(tmp_path)))
    assert "public emergency" in letter
    assert "upon violation of the conditions" not in letter
    (tmp_path / "b").mkdir()
    breach = told.but(revocation_ground="FP-69.1")
    letter = words(breach.do(breach.book(tmp_path / "b")))
    assert "upon violation of the conditions" in letter
    assert "public emergency" not in letter


# What is recorded, and that they last.


@pytest.mark.parametrize("name", LETTERS)
def test_making_a_letter_again_changes_nothing(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    path = told.book(tmp_path)
    told.do(path)
    before = files(path)
    again = told.do(path, later=timedelta(hours=1))
    assert not again.outcomes[0].changed
    assert again.outcomes[0].reasons == ()
    assert files(path) == before


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_has_its_line_in_the_register_and_its_entry_in_the_history(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    path = told.book(tmp_path)
    acted = told.do(path)
    made = acted.outcomes[0].made
    assert made is not None
    (line,) = register(path, told)
    content = (made.folder / (line.file or "")).read_bytes()
    assert (line.document_no, line.kind) == (f"{told.number}/1", name.partition(" ")[2])
    assert line.recipient == "Applicant: Dana Field"
    assert line.fingerprint == sha256(content).hexdigest()
    history = read(path, told.when).desk.history
    assert broken_at(history) == []
    assert (history[-1].did, history[-1].application_no) == (ACTS[told.command].done, told.number)
    assert line.fingerprint in (history[-1].files or "")
    assert (history[-1].clauses is not None) or told.command == "withdrawal"


@pytest.mark.parametrize("name", ["freeport deficiency notice", "freeport police cost notice"])
def test_a_further_notice_follows_one_that_was_sent_when_the_facts_have_changed(name: str, tmp_path: Path) -> None:
    told = LETTERS[name]
    path = told.book(tmp_path)
    told.do(path)
    sent(path, told)
    assert not told.do(path).outcomes[0].changed
    record(path, told.number, spectators=500, police_hours=20.0)
    told.do(path)
    assert [(each.document_no, each.file) for each in register(path, told)] == [
        (f"{told.number}/1", f"{told.number} {name.partition(' ')[2]}.docx"),
        (f"{told.number}/2", f"{told.number} {name.partition(' ')[2]} 2.docx"),
    ]


def test_a_receipt_that_was_sent_stands(tmp_path: Path) -> None:
    told = LETTERS["freeport receipt"]
    path = told.book(tmp_path)
    told.do(path)
    sent(path, told)
    record(path, told.number, end_time=time(14))
    assert "Those that were made stand." in withheld(told.do(path))[0]


def sent(path: Path, told: Told) -> None:
    """Notes in the Register that every document was sent."""
    workbook = load_workbook(path, keep_vba=True)
    sheet = workbook["Register"]
    column = next(cell.column for cell in sheet[1] if cell.value == "Sent")
    for row in range(2, 2 + len(register(path, told))):
        sheet.cell(row, column).value = told.when.date()
    workbook.save(path)


# From the command line.


def test_a_letter_that_is_none_is_wrong_usage_and_lists_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = LETTERS["freeport receipt"]
    path = told.book(tmp_path)
    assert main(["letter", str(path), "recept", told.number]) == 2
    assert "the kinds are receipt, deficiency, police" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["freeport receipt", "freeport alternate offer", "freeport revocation"])
def test_the_command_line_makes_letters_and_says_so(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = LETTERS[name]
    path = told.book(tmp_path)
    start = [told.command, str(path)] if told.command in ("offer", "revoke") else ["letter", str(path), told.command]
    assert main([*start, told.number, "--as-of", f"{told.when:%Y-%m-%dT%H:%M}", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["applications"][0]["documents"][0]["kind"] == name.partition(" ")[2]


def test_a_withheld_letter_exits_with_one_and_all_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused, findings = denied(FREEPORT)
    path = book(tmp_path, FREEPORT, [noted(refused, acted_by=None)], findings)
    assert main(["offer", str(path), "FP-2026-002"]) == 1
    told = capsys.readouterr().err
    assert "FP-2026-002: not offered. No letter was made:" in told
    assert "Alternate Offered On must be filled in" in told
    assert "Acted By must be filled in" in told
