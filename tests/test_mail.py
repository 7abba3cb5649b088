"""E-mail drafts of what must be sent: one for each receiver, ready to open, never twice, never to anybody else."""

from __future__ import annotations

import re
from datetime import date, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import getaddresses
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from openpyxl import load_workbook

from permitbook.history import broken_at
from permitbook.issuing import act_on
from permitbook.letters.folder import fingerprint
from permitbook.letters.kinds import ACTS
from permitbook.letters.permits import void
from permitbook.mailing.message import Enclosure, draft_of, is_as_made
from permitbook.mailing.receiver import Receiver, addresses_of
from permitbook.ordinances import ordinance
from permitbook.tables import Official, RegisterRow
from tests.clerk import Heard, run
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    GRANTED,
    NEW_CASTLE,
    NOW,
    book,
    denied,
    determined,
    east_troy,
    freeport,
    read,
)

MAYOR = Official(role="Mayor", name="Robert Kennedy", email="mayor@freeport.example", method="e-mail")
ATTORNEY = Official(role="Village Attorney", name="Howard Colton", method="interoffice mail")
CHIEF = Official(role="Chief of Police", name="Michael Smith", email="chief@freeport.example")
OFFICIALS = [MAYOR, ATTORNEY, CHIEF, Official(role="NICE Bus", name="Kim Lake", email="kim@nice.example")]
NUMBER = "FP-2026-001"


def mail(path: Path, number: str = NUMBER, *more: object) -> Heard:
    return run("mail", path, number, "--as-of", "2026-06-03T09:00", *more)


def issued(folder: Path, officials: list[Official] | None = None, **facts: object) -> Path:
    """A workbook in which a permit was issued, to an applicant with an e-mail address."""
    facts = {"applicant_email": "dana@example.org", **facts}
    path = book(folder, FREEPORT, [freeport(**facts)], determined(FREEPORT), Officials=officials or OFFICIALS)
    outcome = act_on(path, ACTS["issue"], [NUMBER], NOW[FREEPORT]).outcomes[0]
    assert not outcome.reasons
    return path


def refused(folder: Path, key: str, **facts: Any) -> tuple[Path, str]:
    """A workbook in which a denial was made, and the application's number."""
    it, found = denied(key)
    it = replace(it, applicant_email="dana@example.org", **facts)
    path = book(folder, key, [it], found)
    outcome = act_on(path, ACTS["deny"], [it.application_no or ""], NOW[key]).outcomes[0]
    assert not outcome.reasons
    return path, it.application_no or ""


def letters_of(path: Path, number: str = NUMBER) -> Path:
    return path.with_name(f"{path.stem} letters") / number


def drafts(path: Path, number: str = NUMBER) -> dict[str, EmailMessage]:
    """The drafts there are, by their receivers' addresses, as a mail program reads them."""
    found = [parsed(each.read_bytes()) for each in sorted((letters_of(path, number) / "mail").glob("*.eml"))]
    return {str(cast(Any, each["To"]).addresses[0].addr_spec): each for each in found}


def parsed(content: bytes) -> EmailMessage:
    return cast(EmailMessage, message_from_bytes(content, policy=cast(Any, SMTP)))


def body(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def enclosed(message: EmailMessage) -> dict[str | None, bytes]:
    return {each.get_filename(): each.get_content() for each in message.iter_attachments()}


def state(path: Path) -> dict[str, bytes]:
    return {str(each.relative_to(path.parent)): each.read_bytes() for each in path.parent.rglob("*") if each.is_file()}


def change(path: Path, sheet: str, heading: str, row: int, value: object) -> None:
    """A clerk types into a cell."""
    there = load_workbook(path, keep_vba=True)
    on: Any = there[sheet]
    column = next(cell.column for cell in on[1] if cell.value == heading)
    on.cell(row, column).value = value
    there.save(path)


# What a draft is


def test_each_receiver_with_an_address_has_a_draft_with_the_letters_made_for_them(tmp_path: Path) -> None:
    path = issued(tmp_path)
    assert mail(path).status == 0
    found = drafts(path)
    assert set(found) == {"dana@example.org", "mayor@freeport.example", "kim@nice.example"}
    register = [line for _, line in read(path, NOW[FREEPORT]).desk.register if line.file]
    for address, who in (("dana@example.org", "Applicant"), ("mayor@freeport.example", "Mayor")):
        wanted = {line.file: line.fingerprint for line in register if (line.recipient or "").startswith(who)}
        assert {name: sha256(content).hexdigest() for name, content in enclosed(found[address]).items()} == wanted


def test_a_mail_program_opens_a_draft_ready_to_send(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    message = drafts(path)["mayor@freeport.example"]
    assert message["X-Unsent"] == "1"
    assert cast(Any, message["To"]).addresses == (Address("Robert Kennedy", addr_spec="mayor@freeport.example"),)
    assert cast(Any, message["From"]).addresses == (Address(addr_spec="chief@freeport.example"),)
    assert message["Subject"] == "Village of Freeport: permit copy, application FP-2026-001"
    assert message["Date"] == "Tue, 02 Jun 2026 09:00:00 -0400"
    assert [each.get_content_type() for each in message.iter_attachments()] == [
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ]


def test_a_draft_says_why_its_receiver_gets_it_and_tells_nothing_of_others(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    told = body(drafts(path)["mayor@freeport.example"])
    assert "Dear Robert Kennedy," in told
    assert "You get it under § 155-64A" in told
    for private in ("555-0111", "12 Elm Street", "dana@example.org", "kim@nice.example", "Sam Oak"):
        assert private not in told


def test_every_file_is_a_message_with_lines_that_any_server_takes(tmp_path: Path) -> None:
    path = issued(tmp_path, applicant_name="Zoë Öztürk-Łukasiewicz " * 6)
    mail(path)
    for each in (letters_of(path) / "mail").glob("*.eml"):
        content = each.read_bytes()
        assert content.isascii() and is_as_made(content)
        lines = content.split(b"\r\n")
        assert b"\n" not in b"".join(lines) and max(map(len, lines)) <= 998
    assert "Zoë Öztürk-Łukasiewicz" in cast(Any, drafts(path)["dana@example.org"]["To"]).addresses[0].display_name


def test_names_of_drafts_have_no_persons_name_or_address_in_them(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    names = sorted(each.name for each in (letters_of(path) / "mail").iterdir())
    assert names == [f"{NUMBER} e-mail {who}.eml" for who in ("Applicant", "Mayor", "NICE Bus")]


def test_a_receiver_who_is_named_in_two_ways_has_one_draft(tmp_path: Path) -> None:
    """A name entered or changed in Officials between two letters makes no second receiver."""
    path = issued(tmp_path)
    rows = {line.recipient: row for row, line in read(path, NOW[FREEPORT]).desk.register}
    change(path, "Register", "Recipient", rows["Village Attorney, Howard Colton"], "Mayor")
    mail(path)
    assert len(enclosed(drafts(path)["mayor@freeport.example"])) == 2


# How else


def test_who_has_no_address_is_told_with_the_means(tmp_path: Path) -> None:
    path = issued(tmp_path, applicant_email=None)
    told = {each["recipient"]: each["how"] for each in mail(path, NUMBER, "--json").json["otherwise"]}
    assert told["Applicant: Dana Field"] == "by mail or by hand; no e-mail address is known"
    assert told["Village Attorney, Howard Colton"] == "by interoffice mail, as Officials, Village Attorney has it"
    assert told["Fire Chief"] == "by mail or by hand; Officials names no e-mail address and no other means"


def test_a_means_that_the_clerk_chose_for_one_letter_goes_first(tmp_path: Path) -> None:
    path = issued(tmp_path)
    rows = {line.recipient: row for row, line in read(path, NOW[FREEPORT]).desk.register}
    change(path, "Register", "Method", rows["Mayor, Robert Kennedy"], "in person")
    told = mail(path, NUMBER, "--json").json
    assert "mayor@freeport.example" not in drafts(path)
    how = {each["recipient"]: each["how"] for each in told["otherwise"]}
    assert how["Mayor, Robert Kennedy"] == "by in person, as the Register has it"


def test_freeports_denial_never_goes_by_e_mail(tmp_path: Path) -> None:
    """§ 155-61: personal delivery or certified mail."""
    path, number = refused(tmp_path, FREEPORT)
    told = mail(path, number)
    assert told.status == 0 and not drafts(path, number)
    assert "by personal delivery or certified mail (§ 155-61); an e-mail does not do" in told.out


def test_new_castles_denial_goes_by_e_mail_and_must_be_mailed_too(tmp_path: Path) -> None:
    """§ 92-5: told by telephone, e-mail or fax, and mailed."""
    path, number = refused(tmp_path, NEW_CASTLE)
    told = mail(path, number)
    assert set(drafts(path, number)) == {"dana@example.org"}
    assert "must also go by mail (§ 92-5)" in told.err


def test_east_troy_leaves_the_means_open(tmp_path: Path) -> None:
    path, number = refused(tmp_path, EAST_TROY)
    told = mail(path, number)
    assert (told.status, told.err) == (0, "")
    assert set(drafts(path, number)) == {"dana@example.org"}


# What is refused


def test_a_letter_that_is_missing_or_changed_is_not_enclosed_and_the_others_go_on(tmp_path: Path) -> None:
    path = issued(tmp_path)
    folder = letters_of(path)
    (folder / f"{NUMBER} permit copy Mayor.docx").write_bytes(b"changed")
    (folder / f"{NUMBER} permit copy NICE Bus.docx").unlink()
    told = mail(path)
    assert told.status == 1
    assert "No draft for Mayor, Robert Kennedy" in told.err and "was changed since it was made" in told.err
    assert "is missing from" in told.err
    assert set(drafts(path)) == {"dana@example.org"}


@pytest.mark.parametrize(
    "name", ["../secret.docx", "..\\secret.docx", "/etc/passwd", "a/b.docx", "a\nBcc: y@example.org.docx"]
)
def test_a_file_outside_the_folder_of_the_application_is_never_enclosed(tmp_path: Path, name: str) -> None:
    path = issued(tmp_path)
    (letters_of(path).parent / "secret.docx").write_bytes(b"secret")
    row = next(
        row for row, line in read(path, NOW[FREEPORT]).desk.register if (line.recipient or "").startswith("Mayor")
    )
    change(path, "Register", "File", row, name)
    change(path, "Register", "Fingerprint", row, fingerprint(b"secret"))
    told = mail(path)
    assert told.status == 1 and "no name of a letter" in told.err
    assert "mayor@freeport.example" not in drafts(path)


@pytest.mark.parametrize(
    "typed",
    [
        "not an address",
        "a@b",
        "x@example.org\nBcc: y@example.org z",
        "<x@example.org>",
        "a..b@example.org",
        "@example.org",
    ],
)
def test_what_is_no_address_is_told_and_gets_no_draft(tmp_path: Path, typed: str) -> None:
    path = issued(tmp_path, [replace(MAYOR, email=typed), CHIEF])
    told = mail(path)
    assert told.status == 1 and "Officials, Mayor: read" in told.err
    assert not any("mayor" in each for each in drafts(path))


def test_e_mail_as_the_means_without_an_address_must_be_mended(tmp_path: Path) -> None:
    path = issued(tmp_path, [replace(MAYOR, email=None)])
    told = mail(path)
    assert told.status == 1 and "Officials, Mayor says e-mail, but no address is entered" in told.err


def test_an_unknown_application_is_told(tmp_path: Path) -> None:
    told = mail(issued(tmp_path), "FP-2026-999")
    assert (told.status, told.err) == (
        1,
        "permitbook: There is no application FP-2026-999 in freeport 2026.xlsm.\n",
    )


def test_a_number_that_stands_twice_is_told_as_at_check(tmp_path: Path) -> None:
    path = book(tmp_path, FREEPORT, [freeport(), freeport(event_name="Other")], [])
    told = mail(path)
    assert told.status == 1 and "There is no application" not in told.err and "A2" in told.err


# Again, and whole or not at all


def test_running_again_changes_nothing_and_needs_no_saving(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    before = state(path)
    (path.parent / f"~${path.name}").write_bytes(b"")
    told = mail(path)
    (path.parent / f"~${path.name}").unlink()
    assert told.status == 0 and "are as they were" in told.out
    assert state(path) == before


def test_the_history_names_the_drafts_once_and_nothing_is_marked_as_sent(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    mail(path)
    desk = read(path, NOW[FREEPORT]).desk
    entries = [each for each in desk.history if each.did == "made e-mail drafts"]
    assert [each.application_no for each in entries] == [NUMBER]
    for each in (letters_of(path) / "mail").iterdir():
        assert f"{each.name} {fingerprint(each.read_bytes())}" in (entries[0].files or "")
    assert broken_at(desk.history) == []
    assert not any(line.sent_on for _, line in desk.register)


def test_what_is_sent_is_not_drafted_again_and_an_old_draft_is_told(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    rows = [row for row, line in read(path, NOW[FREEPORT]).desk.register if (line.recipient or "").startswith("Mayor")]
    for row in rows:
        change(path, "Register", "Sent", row, date(2026, 6, 3))
    told = mail(path)
    assert f"{NUMBER} e-mail Mayor.eml is of an earlier run and not to be sent any more" in told.err
    assert "Mayor, Robert Kennedy" not in told.out


def test_a_draft_that_somebody_has_changed_is_never_replaced(tmp_path: Path) -> None:
    path = issued(tmp_path)
    mail(path)
    draft = letters_of(path) / "mail" / f"{NUMBER} e-mail Mayor.eml"
    draft.write_bytes(draft.read_bytes().replace(b"Dear", b"Hello"))
    before = state(path)
    told = mail(path)
    assert told.status == 1 and "was changed after it was made" in told.err
    assert state(path) == before


def test_a_workbook_that_cannot_be_saved_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from permitbook.workbook import saving

    path = issued(tmp_path)
    before = state(path)

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saving, "_replace", full)
    told = mail(path)
    assert told.status == 3 and "full" in told.err
    assert state(path) == before


def test_a_permit_that_was_amended_or_voided_is_not_sent_any_more(tmp_path: Path) -> None:
    path = issued(tmp_path)
    change(path, "Applications", "Conditions", 2, "Keep to the right.")
    assert not act_on(path, ACTS["amend"], [NUMBER], NOW[FREEPORT].replace(day=4)).outcomes[0].reasons
    assert "permit.docx is not sent: an amended one was made since" in mail(path).err
    names = [str(name) for name in enclosed(drafts(path)["dana@example.org"])]
    assert names and all("amended" in name for name in names)
    assert not act_on(path, void("wrong day"), [NUMBER], NOW[FREEPORT].replace(day=5)).outcomes[0].reasons
    assert "amended permit.docx is not sent: its number is void" in mail(path).err
    there = mail(path, NUMBER, "--json").json["drafts"]
    assert not [name for each in there for name in each["letters"] if "permit" in name or "copy" in name]


# Headers


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=80).filter(str.isprintable))
def test_no_name_or_kind_puts_a_header_or_an_address_into_a_draft(name: str, kind: str, file: str) -> None:
    file = f"a{file}.docx"
    line = RegisterRow(application_no=name, kind=kind or None, file=file, made_at=datetime(2026, 6, 1, 9))
    to = Receiver("told", "Mayor", name, ("a@example.org",))
    content = draft_of(ordinance(FREEPORT), to, [Enclosure(line, file, b"x")], ())
    message = parsed(content)
    assert [each.addr_spec for each in cast(Any, message["To"]).addresses] == ["a@example.org"]
    assert sorted(set(message.keys())) == sorted(
        ["X-Permitbook-Draft", "X-Unsent", "To", "Subject", "Date", "MIME-Version", "Content-Type"]
    )
    assert not message.defects
    assert enclosed(message) == {file: b"x"}


@pytest.mark.parametrize(
    "name",
    [
        "Dr. Zoë Zed O'Brien-Ñuñez Esq. VFW & Söhne Żółć 漢字",
        "Słowik Łukasz Żółć Öztürk Ñuñez Ümit Çelik Şahin Ğül",
        "J. Q. Field",
        "Dana Field " * 12,
        "=?utf-8?q?Dana?=",
    ],
)
def test_a_name_stands_whole_before_each_address(name: str) -> None:
    line = RegisterRow(application_no=name, kind="referral memo, police cost notice", made_at=datetime(2026, 6, 1, 9))
    to = Receiver("told", "Mayor", name, ("a.b+c@xn--a-very-long-name-of-a-domain.example", "c@example.org"))
    content = draft_of(ordinance(NEW_CASTLE), to, [Enclosure(line, "a.docx", b"x")], ())
    heads = content.partition(b"\r\n\r\n")[0].decode("ascii")
    assert not re.search(r"^[\w-]+: *\r\n", heads, re.MULTILINE), "a head whose first line is empty"
    named = " ".join(name.split())
    told = message_from_bytes(content)
    pairs = getaddresses([str(told["To"]).replace("\r\n", "")])
    assert [str(make_header(decode_header(each))) for each, _ in pairs] == [named, named]
    assert [address for _, address in pairs] == list(to.addresses)
    assert str(make_header(decode_header(told["Subject"].replace("\r\n", "")))).endswith(f"application {named}")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("a@example.org", ("a@example.org",)),
        (" a@example.org ; b.c+d@example.org, a@example.org", ("a@example.org", "b.c+d@example.org")),
        ("z@bücher.example", ("z@xn--bcher-kva.example",)),
        (None, ()),
    ],
)
def test_addresses_are_read_as_they_are_typed(typed: str | None, read: tuple[str, ...]) -> None:
    assert addresses_of(typed, "here") == read


def test_the_samples_of_each_municipality_are_drafted_and_read_back(tmp_path: Path) -> None:
    for key in (EAST_TROY, NEW_CASTLE):
        it = replace(GRANTED[key](), applicant_email="dana@example.org")
        path = book(tmp_path, key, [it], determined(key))
        assert not act_on(path, ACTS["issue"], [it.application_no or ""], NOW[key]).outcomes[0].reasons
        assert mail(path, it.application_no or "").status == 0
        message = drafts(path, it.application_no or "")["dana@example.org"]
        assert re.search(r"You get it as the applicant \((§ 92-|Section 2)", body(message))


def test_an_event_of_east_troy_has_its_transit_utility_among_the_receivers(tmp_path: Path) -> None:
    transit = Official(role="Walworth Transit", name="Kim Lake", email="kim@transit.example", method="mail")
    path = book(tmp_path, EAST_TROY, [east_troy()], determined(EAST_TROY), Officials=[transit])
    act_on(path, ACTS["issue"], ["ET-2026-001"], NOW[EAST_TROY])
    told = mail(path, "ET-2026-001")
    assert "kim@transit.example" in drafts(path, "ET-2026-001")
    assert "Officials, Walworth Transit says mail; a draft is there too" in told.err
