"""The letters that are shipped: their words under each ordinance, and what they never say."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path

import pytest
from docx import Document

from permitbook.application import Application
from permitbook.letters import compose
from permitbook.letters.contents import UNTOLD, Matter
from permitbook.letters.context import MEANINGS, Letter, names
from permitbook.letters.drafts import letters as letters_of
from permitbook.letters.kinds import ACTS, KINDS, Act, LetterKind
from permitbook.letters.render import load_template
from permitbook.letters.sets import LetterSet, letter_set
from permitbook.letters.spoken import account, in_full
from permitbook.letters.templates import shipped_templates
from permitbook.letters.withheld import LetterWithheld
from permitbook.letters.withholding import notes_on, reasons_against
from permitbook.matters import matter_of
from permitbook.ordinances import KEYS
from permitbook.places import read_route
from permitbook.tables import FindingRow, Official, ReadingRow, Street
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    GRANTED,
    NEW_CASTLE,
    NOW,
    OFFICIALS,
    book,
    denied,
    determined,
    east_troy,
    found,
    freeport,
    new_castle,
    noted,
    read,
)
from tests.word_files import assert_well_formed, by_docxtpl, words

GOLDEN = Path(__file__).parent / "golden"
ISSUE, DENY, REFER = (ACTS[name] for name in ("issue", "deny", "refer"))
CLERK, CHIEF = "Lorri Alexander", "Chief Michael Smith"


def matter(path: Path, key: str, act: Act, number: str | None = None) -> Matter:
    """One application of a workbook as letters draw on it; the granted one unless another is asked for."""
    checked = read(path, NOW[key])
    found = checked.of(number or GRANTED[key]().application_no or "")
    assert found is not None, checked.problems
    return matter_of(checked, found, act)


def made(path: Path, key: str, act: Act, number: str | None = None) -> LetterSet:
    """The letters of an act, as no Register knows them yet."""
    return letter_set(act, matter(path, key, act, number), (), path)


def text(content: bytes) -> str:
    """A letter as it is read: its letterhead, its text line by line, and what runs at the head and foot of pages."""
    assert_well_formed(content)
    head = Document(BytesIO(content)).sections[0].first_page_header
    return "\n".join([*(each.text for each in head.paragraphs), *words(content)]) + "\n"


def texts(letters: LetterSet) -> dict[str, str]:
    """Every letter of a set by its file."""
    return {each.name: text(each.content) for each in letters.documents}


def only(letters: LetterSet) -> str:
    """The text of a set's first letter."""
    return text(letters.documents[0].content)


# Their words.

SHOWN = {
    "east_troy permit": (EAST_TROY, ISSUE, "ET-2026-001 permit.docx"),
    "east_troy permit copy": (EAST_TROY, ISSUE, "ET-2026-001 permit copy Walworth Transit.docx"),
    "east_troy denial": (EAST_TROY, DENY, "ET-2026-002 denial.docx"),
    "east_troy referral memo": (EAST_TROY, REFER, "ET-2026-001 referral memo Chief of Police.docx"),
    "freeport permit": (FREEPORT, ISSUE, "FP-2026-001 permit.docx"),
    "freeport permit copy": (FREEPORT, ISSUE, "FP-2026-001 permit copy Postmaster.docx"),
    "freeport practice copy": (FREEPORT, ISSUE, "FP-2026-001 practice copy Village Clerk.docx"),
    "freeport denial": (FREEPORT, DENY, "FP-2026-002 denial.docx"),
    "new_castle permit": (NEW_CASTLE, ISSUE, "NC-2026-004 permit 2026-10-03.docx"),
    "new_castle practice copy": (NEW_CASTLE, ISSUE, "NC-2026-004 practice copy Town Clerk.docx"),
    "new_castle denial": (NEW_CASTLE, DENY, "NC-2026-005 denial.docx"),
    "new_castle referral memo": (NEW_CASTLE, REFER, "NC-2026-004 referral memo Town Administrator.docx"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_each_letter_reads_as_it_was_approved(name: str, tmp_path: Path) -> None:
    key, act, file = SHOWN[name]
    number = denied(key)[0].application_no if act is DENY else None
    written = texts(made(book(tmp_path, key), key, act, number))
    assert written[file] == (GOLDEN / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", SHOWN)
def test_each_shipped_template_has_the_words_docxtpl_gives_it(name: str, tmp_path: Path) -> None:
    key, act, file = SHOWN[name]
    number = denied(key)[0].application_no if act is DENY else None
    it = matter(book(tmp_path, key), key, act, number)
    letters = letter_set(act, it, (), tmp_path / f"{key} 2026.xlsm")
    document = next(each for each in letters.documents if each.name == file)
    values = names(next(letters_of([document.draft], act, it, [document.number], letters.made_on)))
    template = (shipped_templates() / document.draft.of.template).read_bytes()
    assert words(document.content) == words(by_docxtpl(template, values))


def test_the_shipped_templates_are_what_is_composed_and_composing_twice_makes_the_same_bytes() -> None:
    fresh = compose.composed()
    assert {path.name for path in shipped_templates().glob("*.docx")} == fresh.keys()
    for name, package in fresh.items():
        shipped = (shipped_templates() / name).read_bytes()
        assert compose.contents(shipped) == compose.contents(package), f"{name}: compose it anew"
    assert compose.composed() == fresh


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_a_shipped_template_uses_no_name_that_letters_lack(key: str, kind: LetterKind, tmp_path: Path) -> None:
    it = matter(book(tmp_path, key), key, ISSUE)
    values = names(Letter(kind=kind, matter=it, document_no="1", made_on=NOW[key]))
    assert load_template(shipped_templates() / kind.template).unknown(values) == {}


@pytest.mark.parametrize("key", KEYS)
def test_every_name_a_template_may_use_is_described_and_facts_have_their_keys(key: str, tmp_path: Path) -> None:
    it = matter(book(tmp_path, key), key, ISSUE)
    facts = set(Application.__struct_fields__)
    for kind in KINDS:
        values = names(Letter(kind=kind, matter=it, document_no="1", made_on=NOW[key]))
        meanings = {**MEANINGS, **(kind.meanings or {})}
        assert values.keys() - facts == meanings.keys(), kind.kind
        assert not meanings.keys() & facts
        assert not values.keys() & UNTOLD


# What they say of the facts.


def test_days_in_an_account_are_written_in_full_and_what_is_for_the_office_is_left_out() -> None:
    because = (
        "Received Sat 4 Jul 2026; skip Fri 3 Jul (K1, K2). Outer limit Mon 6 Jul 2026: by Gen. Constr. Law. "
        "Counted by General Construction Law § 20. Counsel: see ET-2-Z.3."
    )
    assert account(because, "ET") == (
        "Received Saturday, July 4, 2026; skip Friday, July 3. Counted by General Construction Law § 20."
    )
    assert in_full("Mon 31 Aug 2026, 9:00 AM") == "Monday, August 31, 2026, 9:00 AM"


@pytest.mark.parametrize(
    ("conditions", "printed"),
    [
        (None, []),
        (" \n \n", []),
        ("Keep left.", ["1.\tKeep left."]),
        (
            "Keep left.\n \nNo glass.\nHydrants stay clear.",
            ["1.\tKeep left.", "2.\tNo glass.", "3.\tHydrants stay clear."],
        ),
    ],
)
def test_conditions_are_numbered_with_blanks_left_out_and_none_has_no_heading(
    conditions: str | None, printed: list[str], tmp_path: Path
) -> None:
    path = book(tmp_path, FREEPORT, [freeport(conditions=conditions)], determined(FREEPORT))
    lines = only(made(path, FREEPORT, ISSUE)).splitlines()
    numbered = [line for line in lines if line.partition(".\t")[0].isdecimal()]
    assert numbered == printed
    assert any(line.startswith("Conditions") for line in lines) == bool(printed)


HOSTILE = "Smith & Sons <Events> \"Loop\" 'East' ]]> {{ x }} é 游行"


def test_names_full_of_markup_print_whole_everywhere(tmp_path: Path) -> None:
    hostile = HOSTILE.replace("{{ x }}", "{ x }")
    it = freeport(
        applicant_name=hostile,
        organization_name=hostile,
        event_name=hostile,
        street_portions=hostile,
        conditions=hostile,
    )
    officials = [Official(role="Chief of Police", name=hostile), Official(role="Mayor", name=hostile, address=hostile)]
    path = book(tmp_path, FREEPORT, [it], determined(FREEPORT), Officials=officials)
    for name, told in texts(made(path, FREEPORT, ISSUE)).items():
        assert told.count(hostile) >= 5, name
        assert "&amp;" not in told


def test_a_blank_name_of_an_official_leaves_a_line_to_sign(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(organization_name=None)], determined(FREEPORT), Officials=[])
    for name, told in texts(made(path, FREEPORT, ISSUE)).items():
        lines = told.splitlines()
        assert "pocket" in name or lines[lines.index("\t") + 1 :][:2] == ["Chief of Police", "Village of Freeport"]
        assert not re.search(r"\b(None|nan|NaT)\b", told)
        assert "Organization" not in told


SAID = {
    "activities": "ACTIVITIES-SAID",
    "signs_and_devices": "SIGNS-SAID",
    "notes": "NOTES-SAID",
}


@pytest.mark.parametrize("key", KEYS)
def test_no_letter_says_what_an_event_says_or_what_the_ordinance_does_not_ask(key: str, tmp_path: Path) -> None:
    refused, findings = denied(key)
    applications = [noted(each, **SAID) for each in (GRANTED[key](), refused)]
    path = book(tmp_path, key, applications, [*determined(key), *findings])
    acts = [(ISSUE, None), (DENY, refused.application_no), *([] if key == FREEPORT else [(REFER, None)])]
    told = "".join(told for act, number in acts for told in texts(made(path, key, act, number)).values())
    assert not any(said in told for said in SAID.values())
    if key == FREEPORT:
        assert not re.search(r"insur|indemn|hold.harmless|\bfees?\b", told, re.IGNORECASE)


# Copies.

TRANSIT = {
    "none": ([], [], "Transit utility: none affected (§ 155-64F)"),
    "one": (["NICE Bus"], ["NICE Bus"], None),
    "two": (["NICE Bus", "LIRR"], ["NICE Bus", "LIRR"], None),
}


@pytest.mark.parametrize("case", TRANSIT)
def test_transit_utilities_come_from_the_streets_and_none_affected_is_stated(case: str, tmp_path: Path) -> None:
    listed, copied, stated = TRANSIT[case]
    streets = [Street(street="Grand Avenue", transit=tuple(listed) or None), Street(street="Elsewhere", transit=("X",))]
    path = book(tmp_path, FREEPORT, [freeport()], determined(FREEPORT), Streets=streets)
    letters = made(path, FREEPORT, ISSUE)
    assert [each.draft.about for each in letters.documents if each.draft.clause == "FP-64-F"] == copied
    assert [each.told for each in letters.unaffected] == (["Transit utility: none affected"] if stated else [])
    for name, told in texts(letters).items():
        to_others = "permit copy" in name or "practice copy" in name
        assert ("none affected" in told) == bool(stated and to_others)
        if stated and to_others:
            assert f"•\t{stated}" in told


def test_every_copy_says_why_it_is_sent_and_a_practice_copy_that_nobody_asks_for_it(tmp_path: Path) -> None:
    letters = made(book(tmp_path, FREEPORT), FREEPORT, ISSUE)
    for each in letters.documents[1:-1]:
        practice = each.draft.kind == "practice copy"
        told = text(each.content)
        assert ("the ordinance does not ask for it" in told) == practice
        assert ("You get this copy of the permit under § 155-64" in told) == (not practice)
    kinds = [each.draft.kind for each in letters.documents]
    assert kinds == ["permit", *["permit copy"] * 7, "practice copy", "pocket copy"]


def test_whether_transit_is_affected_cannot_be_told_without_a_route(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(route=None)], determined(FREEPORT))
    against = reasons_against(ISSUE, matter(path, FREEPORT, ISSUE))
    assert "Route must be filled in: it tells whether Transit utility copies are due (FP-64-F)." in against
    static = freeport(route=None, event_form="rally", starting_point=None, termination_point=None)
    path = book(tmp_path, FREEPORT, [static], determined(FREEPORT))
    assert [each.told for each in made(path, FREEPORT, ISSUE).unaffected] == ["Transit utility: none affected"]


# Permits.


def test_new_castle_makes_one_permit_for_each_day_and_the_others_one_that_lists_each(tmp_path: Path) -> None:
    letters = made(book(tmp_path, NEW_CASTLE), NEW_CASTLE, ISSUE)
    assert letters.permit_no == "NC-2026-004-1; NC-2026-004-2"
    first, second = (text(each.content) for each in letters.documents[:2])
    assert "No. NC-2026-004-1" in first
    assert "Day\nSaturday, October 3, 2026\n" in first
    assert "October 4" not in first.partition("Application NC")[0]
    assert "No. NC-2026-004-2" in second
    assert "Day\nSunday, October 4, 2026\n" in second
    copy = text(letters.documents[2].content)
    assert copy.count("Assisted Event Permit\n") == 2

    path = book(tmp_path, FREEPORT, [freeport(more_dates=(date(2026, 7, 12),), recurring=False)], determined(FREEPORT))
    letters = made(path, FREEPORT, ISSUE)
    assert letters.permit_no == "FP-2026-001"
    assert "Days\nSaturday, July 11, 2026; Sunday, July 12, 2026\n" in only(letters)


def test_new_castle_numbers_the_permit_of_a_single_day_too(tmp_path: Path) -> None:
    path = book(tmp_path, NEW_CASTLE, [new_castle(more_dates=None)], determined(NEW_CASTLE))
    assert made(path, NEW_CASTLE, ISSUE).permit_no == "NC-2026-004-1"


def test_an_accepted_alternate_is_issued_although_denied_and_marked_with_its_own_slot(tmp_path: Path) -> None:
    it = freeport(
        action="denied",
        alternate_date=date(2026, 7, 18),
        alternate_start=time(13),
        alternate_end=time(15),
        alternate_offered_on=date(2026, 5, 28),
        alternate_accepted_on=date(2026, 5, 30),
    )
    path = book(tmp_path, FREEPORT, [it], determined(FREEPORT))
    told = only(made(path, FREEPORT, ISSUE))
    assert "ALTERNATE PERMIT\n" in told
    assert "Saturday, July 18, 2026: 1:00 PM to about 3:00 PM." in told
    assert "Assembly\n11:30 AM, Recreation Center lot\n" in told
    assert "Authorized as an alternate; accepted by the applicant on Saturday, May 30, 2026." in told
    assert "July 11" not in told


def test_a_denial_reversed_on_appeal_is_issued_as_granted_by_the_board(tmp_path: Path) -> None:
    it = freeport(action="denied", appeal_outcome="reversed", appeal_decided_on=date(2026, 6, 1))
    path = book(tmp_path, FREEPORT, [it], determined(FREEPORT))
    told = only(made(path, FREEPORT, ISSUE))
    assert "Granted on appeal by the Board of Trustees on Monday, June 1, 2026." in told


# Denials.


def test_grounds_that_demand_a_denial_stand_first_and_those_that_allow_it_last(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY)
    lines = only(made(path, EAST_TROY, DENY, "ET-2026-002")).splitlines()
    numbered = [line.partition("\t")[2].partition(":")[0] for line in lines if line.partition(".\t")[0].isdecimal()]
    assert numbered == ["Section 2G(1)", "Section 2G(5)", "Section 2G(6)", "Section 2H(3)", "Section 2F(2)"]


def test_a_determination_stands_in_the_letter_with_its_name_day_and_reason(tmp_path: Path) -> None:
    told = only(made(book(tmp_path, FREEPORT), FREEPORT, DENY, "FP-2026-002"))
    assert (
        "Chief Michael Smith determined on Friday, May 29, 2026 that this finding cannot be made: On the same block "
        "both events would need all of the roadway; 34 officers are on duty.\n"
    ) in told


def test_questions_that_nobody_answered_are_no_grounds(tmp_path: Path) -> None:
    it = new_castle(action="denied", more_dates=None)
    path = book(tmp_path, NEW_CASTLE, [it], [])
    with pytest.raises(LetterWithheld) as withheld:
        made(path, NEW_CASTLE, DENY)
    assert (
        withheld.value.reasons[0] == "No ground of the ordinance is proved by the facts or determined by an official."
    )
    assert withheld.value.reasons[1].startswith("Not determined yet: § 92-4A, § 92-4B, § 92-4C")
    path = book(tmp_path, NEW_CASTLE, [it], [found("NC-2026-004", "NC-4", True, "Chief", date(2026, 9, 9), "facts")])
    assert "1.\t§ 92-4A" in only(made(path, NEW_CASTLE, DENY))


LATE = {
    EAST_TROY: (east_troy, {"event_date": date(2026, 4, 10)}, "ET-2-G-1"),
    FREEPORT: (freeport, {"event_date": date(2026, 5, 25)}, "FP-57-B.1"),
    NEW_CASTLE: (new_castle, {"event_date": date(2026, 9, 12), "more_dates": None}, "NC-3-A.1"),
}


@pytest.mark.parametrize("key", KEYS)
def test_lateness_denies_alone_only_in_east_troy_elsewhere_after_a_recorded_refusal(key: str, tmp_path: Path) -> None:
    make, change, clause = LATE[key]
    it = make(action="denied", **change)
    cleared = [each for each in determined(key) if each.clause != clause]
    path = book(tmp_path, key, [it], cleared)
    against = reasons_against(DENY, matter(path, key, DENY))
    assert (against == ()) == (key == EAST_TROY)
    if key == EAST_TROY:
        told = only(made(path, key, DENY))
        assert "The first date that passes is Thursday, April 16, 2026." in told
        assert "Counsel" not in told
        assert "ET-2-Z" not in told
        return
    assert any("refused to allow it; record that in Findings" in each for each in against)
    refusal = found(it.application_no or "", clause, True, "The Chief", date(2026, 9, 10), "No cause was shown")
    path = book(tmp_path, key, [it], [*cleared, refusal])
    told = only(made(path, key, DENY))
    assert (
        "determined on Thursday, September 10, 2026 that the late filing is not allowed: No cause was shown.\n" in told
    )
    assert "Start from" in told


EARLY = {
    FREEPORT: (freeport, {"event_date": date(2027, 1, 9)}, "FP-57-B.2"),
    NEW_CASTLE: (new_castle, {"event_date": date(2027, 5, 1), "more_dates": None}, "NC-3-A.2"),
}


@pytest.mark.parametrize("key", EARLY)
def test_an_application_that_comes_too_early_is_never_denied_for_it(key: str, tmp_path: Path) -> None:
    make, change, clause = EARLY[key]
    refusal = found(GRANTED[key]().application_no or "", clause, True, "The Chief", date(2026, 9, 10), "Too early")
    path = book(tmp_path, key, [make(action="denied", **change)], [*determined(key), refusal])
    against = reasons_against(DENY, matter(path, key, DENY))
    assert any("too early is kept and never denied" in each for each in against)


def test_the_review_under_state_law_is_printed_while_it_is_read_so(tmp_path: Path) -> None:
    assert "Under ch. 68, Wis. Stats." in only(made(book(tmp_path, EAST_TROY), EAST_TROY, DENY, "ET-2026-002"))
    read_otherwise = [ReadingRow(id="Q-ET23", taken="not printed", others="not printed")]
    path = book(tmp_path, EAST_TROY, Readings=read_otherwise)
    assert "ch. 68" not in only(made(path, EAST_TROY, DENY, "ET-2026-002"))


def test_a_denial_tells_of_an_alternate_offered_by_its_day_and_how_to_accept_it(tmp_path: Path) -> None:
    refused, findings = denied(FREEPORT)
    offered = noted(refused, alternate_date=date(2026, 7, 18), alternate_offered_on=date(2026, 5, 29))
    told = only(made(book(tmp_path, FREEPORT, [offered], findings), FREEPORT, DENY, "FP-2026-002"))
    assert "Alternate\nOffered Friday, May 29, 2026:\n" in told
    assert "To accept, file a written notice of acceptance with the Chief of Police within five days" in told
    later = noted(offered, alternate_offered_on=date(2026, 6, 3))
    path = book(tmp_path, FREEPORT, [later], findings)
    assert "Alternate\n" not in only(made(path, FREEPORT, DENY, "FP-2026-002"))


def test_east_troys_denial_leaves_the_alternate_to_the_letter_that_the_chief_signs(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY)
    assert "Alternate\n" not in only(made(path, EAST_TROY, DENY, "ET-2026-002"))
    assert (
        "The alternate goes in a letter of its own, which the Chief of Police signs: make it with offer."
        in notes_on(DENY, matter(path, EAST_TROY, DENY, "ET-2026-002"))
    )


# Referrals.


def test_a_referral_asks_for_an_answer_by_half_the_open_days_left(tmp_path: Path) -> None:
    """Wed 20 May to Thu 4 Jun, 30 days before the Fourth: eleven open days without Memorial Day, so five."""
    told = only(made(book(tmp_path, EAST_TROY), EAST_TROY, REFER))
    assert "Please answer by Thursday, May 28, 2026" in told


def test_a_referral_lists_what_is_not_given_and_only_the_questions_of_the_ordinance(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY, [east_troy(chair_phone=None)], determined(EAST_TROY))
    told = only(made(path, EAST_TROY, REFER))
    assert "Not given yet\n•\tPerson in Charge Phone (Section 2D(3))\n" in told
    assert (
        "Would it substantially hinder emergency vehicles, so as to create a substantial risk? (Section 2H(2))" in told
    )
    assert "Insurer" not in told


def test_freeport_refers_to_nobody(tmp_path: Path) -> None:
    against = reasons_against(REFER, matter(book(tmp_path, FREEPORT), FREEPORT, REFER))
    assert len(against) == 1
    assert against[0].startswith("The ordinance of the Village of Freeport sends copies of an application to nobody.")


# Withheld.

WITHHELD: Mapping[str, tuple[Mapping[str, object], list[FindingRow], str]] = {
    "no act": ({"action": None}, [], "Action is blank: a permit is issued on a recorded grant"),
    "denied": ({"action": "denied"}, [], "Action is denied: a permit is issued on a recorded grant"),
    "unsigned": ({"acted_by": None}, [], "Acted By must be filled in"),
    "undated": ({"acted_at": None}, [], "Acted At must be filled in"),
    "gate": ({"police_cost_agreed_on": None}, [], "§ 155-59A(8) is awaited: The applicant's undertaking"),
    "police": ({"police_officers": None}, [], "§ 155-59A(8) is not found: Can you find that the applicant has secured"),
    "structures": ({"structures": True}, [], "§ 155-59B is awaited: The Board of Trustees' advance approval"),
    "statement": ({"max_speed_mph": None}, [], "Maximum Speed must be filled in: the permit states Maximum speed"),
    "below the minimum": ({"max_speed_mph": 1.0}, [], "The maximum speed is blank or below the minimum speed."),
    "animals": ({"animals": 2, "animal_kinds": "horses"}, [], "Animals Authorized must be filled in"),
    "end": ({"end_time": None}, [], "End must be filled in: the permit states Starting and approximate ending time"),
    "nobody": ({"applicant_name": None}, [], "Applicant must be filled in"),
    "cancelled": ({"event_change": "cancelled"}, [], "The event was cancelled."),
    "not found": (
        {},
        [found("FP-2026-001", "FP-59-A-4", False, CHIEF, date(2026, 5, 28), "steep")],
        "§ 155-59A(4) is not found: 350 participants, 0 animals, 6 vehicles.",
    ),
}


@pytest.mark.parametrize("case", WITHHELD)
def test_a_permit_is_withheld_with_the_reason(case: str, tmp_path: Path) -> None:
    change, findings, reason = WITHHELD[case]
    others = [each for each in determined(FREEPORT) if each.clause not in [other.clause for other in findings]]
    path = book(tmp_path, FREEPORT, [freeport(**change)], [*others, *findings])
    against = reasons_against(ISSUE, matter(path, FREEPORT, ISSUE))
    assert any(reason in each for each in against), against


def test_all_reasons_come_together_also_those_of_an_edited_template(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(acted_by=None, max_interval_ft=None)], determined(FREEPORT)[1:])
    own = tmp_path / "freeport 2026 letters" / "templates"
    own.mkdir(parents=True)
    edited = Document(str(shipped_templates() / "permit.docx"))
    edited.add_paragraph("Pay {{ insurer }} and {{ applicant_nme }}")
    edited.save(str(own / "permit.docx"))
    with pytest.raises(LetterWithheld) as withheld:
        made(path, FREEPORT, ISSUE)
    reasons = withheld.value.reasons
    assert [each.split(":")[0] for each in reasons[:3]] == [
        "Acted By must be filled in",
        "§ 155-59A(1) is not found",
        "Maximum Interval must be filled in",
    ]
    assert "permit.docx uses {{ insurer }}, which letters do not provide." in reasons[3]
    assert "did you mean applicant_name?" in reasons[4]


def test_a_must_deny_withholds_a_permit_even_when_granted(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY, [east_troy(received_at=datetime(2026, 6, 24, 9))], determined(EAST_TROY))
    against = reasons_against(ISSUE, matter(path, EAST_TROY, ISSUE))
    assert against[0].startswith("Section 2G(1) demands a denial: Received Wednesday, June 24, 2026")


def test_a_denial_needs_the_act_its_name_and_its_minute(tmp_path: Path) -> None:
    refused, findings = denied(FREEPORT)
    path = book(tmp_path, FREEPORT, [noted(refused, action="granted", acted_by=None, acted_at=None)], findings)
    assert reasons_against(DENY, matter(path, FREEPORT, DENY, "FP-2026-002")) == (
        "Action is granted: a denial is written once an official has recorded it.",
        "Acted By and Acted At must be filled in: who acted, and when.",
    )


def test_no_letter_is_made_where_no_permit_is_needed(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(event_form="funeral procession")], [])
    for act in (ISSUE, DENY):
        assert "No permit is needed" in reasons_against(act, matter(path, FREEPORT, act))[0]


def test_routes_print_as_they_were_typed_and_officials_with_their_titles(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY, [east_troy(route=read_route("Main St"))], determined(EAST_TROY))
    letters = texts(made(path, EAST_TROY, ISSUE))
    assert "Route\nMain St\n" in letters["ET-2026-001 permit.docx"]
    copy = letters["ET-2026-001 permit copy Walworth Transit.docx"]
    assert "Transit utility: Walworth Transit, Kim Lake, Manager" in copy
    assert OFFICIALS[EAST_TROY][0].title in copy


def test_one_of_a_thing_is_one_and_a_title_that_names_the_office_stands_once(tmp_path: Path) -> None:
    path = book(tmp_path, EAST_TROY, [east_troy(units=1)], determined(EAST_TROY))
    letters = texts(made(path, EAST_TROY, ISSUE))
    assert "200 participants, 1 unit\n" in letters["ET-2026-001 permit.docx"]
    copy = letters["ET-2026-001 permit copy Director of Public Works.docx"]
    assert "Director of Public Works, Jo Miller\n" in copy
    assert "Jo Miller, Director" not in copy
