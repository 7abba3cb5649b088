"""One e-mail as a draft file: RFC 5322, marked unsent so that the mail program opens it ready to send.

The same letters make the same bytes: the date is that of the letters, and the marks between the parts follow from
what stands between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from msgspec import Struct

from permitbook.letters.spoken import quotable
from permitbook.texts import bare

if TYPE_CHECKING:
    from permitbook.mailing.receiver import Receiver
    from permitbook.ordinance import Ordinance
    from permitbook.tables import RegisterRow

_SEAL = b"X-Permitbook-Draft: "
_WORD = ("application", "vnd.openxmlformats-officedocument.wordprocessingml.document")
_TYPES = {".docx": _WORD, ".pdf": ("application", "pdf"), ".ics": ("text", "calendar")}
_OTHER = ("application", "octet-stream")
_PRACTICE = "practice"
_LINE = 70
"""So long is a line of a head, in characters; 76 are allowed where encoded words stand."""


class Enclosure(Struct, frozen=True):
    """A letter that goes with an e-mail: its line in the Register, and the file as it was made."""

    line: RegisterRow
    name: str
    content: bytes


def draft_of(law: Ordinance, to: Receiver, enclosed: Sequence[Enclosure], sender: Sequence[str]) -> bytes:
    """The draft for one receiver, sealed so that it is known again as long as nobody has changed it."""
    from email.message import EmailMessage
    from email.policy import SMTP

    message = EmailMessage(policy=SMTP)
    made = [each.line.made_at for each in enclosed if each.line.made_at]
    if made:
        message["Date"] = max(made).replace(tzinfo=ZoneInfo(law.zone))
    message.set_content(_body(law, to, enclosed), cte="quoted-printable")
    for each in enclosed:
        maintype, subtype = _TYPES.get(each.name[each.name.rfind(".") :].lower(), _OTHER)
        message.add_attachment(each.content, maintype=maintype, subtype=subtype, filename=each.name)
    told = "\0".join([*to.addresses, *(sha256(each.content).hexdigest() for each in enclosed)])
    message.set_boundary(f"=_permitbook_{sha256(told.encode()).hexdigest()[:32]}")
    receivers = ",\r\n ".join(_mailbox(to.name or to.about, each) for each in to.addresses)
    heads = ["X-Unsent: 1", *(f"From: {each}" for each in sender[:1]), f"To: {receivers}", _subject(law, enclosed)]
    content = "".join(f"{each}\r\n" for each in heads).encode("ascii") + message.as_bytes()
    return _SEAL + _mark(content) + b"\r\n" + content


def is_as_made(content: bytes) -> bool:
    """The file is a draft of this program that nobody has changed."""
    seal, _, rest = content.partition(b"\r\n")
    return seal.startswith(_SEAL) and seal == _SEAL + _mark(rest)


def _mark(content: bytes) -> bytes:
    return sha256(content).hexdigest()[:32].encode()


def _mailbox(name: str, address: str) -> str:
    """A receiver for a header: the name in one line, without the signs that part addresses."""
    plain = " ".join(bare("".join(" " if sign in '<>"\\@,;:()[]' else sign for sign in name)).split())
    told = _in_a_header(plain)
    if "." in plain and not told.startswith("=?"):
        told = f'"{told}"'
    return f"{told} <{address}>".lstrip()


def _in_a_header(text: str, head: str | None = None) -> str:
    """A text in lines and signs that every mail program reads; other letters as encoded words (RFC 2047).

    The standard library's own folding of a message breaks long names of other letters apart.
    """
    from email.header import Header

    charset = "us-ascii" if text.isascii() and "=?" not in text and max(map(len, text.split(" "))) < _LINE else "utf-8"
    return Header(text, charset, maxlinelen=_LINE, header_name=head).encode(linesep="\r\n")


def _subject(law: Ordinance, enclosed: Sequence[Enclosure]) -> str:
    """The head that says what it is."""
    kinds = ", ".join(dict.fromkeys(each.line.kind or "letter" for each in enclosed))
    told = bare(f"{law.municipality}: {kinds}, application {enclosed[0].line.application_no}")
    return f"Subject: {_in_a_header(told, 'Subject')}"


def _body(law: Ordinance, to: Receiver, enclosed: Sequence[Enclosure]) -> str:
    """Plain words: what is enclosed, and why this receiver gets it."""
    what = "the letter" if len(enclosed) == 1 else f"{len(enclosed)} letters"
    lines = [
        f"Dear {bare(to.name or to.about)},",
        "",
        f"The {law.municipality} sends you {what} on application {bare(enclosed[0].line.application_no or '')}.",
        "",
    ]
    for each in enclosed:
        lines += [f"- {bare(each.name)} ({_of(each.line)}). {_why(law, each.line, is_applicant=to.is_applicant)}"]
    return "\n".join([*lines, "", law.official, law.municipality, ""])


def _of(line: RegisterRow) -> str:
    number = f", document {bare(line.document_no)}" if line.document_no else ""
    return f"{bare(line.kind or 'letter')}{number}"


def _why(law: Ordinance, line: RegisterRow, *, is_applicant: bool) -> str:
    """Why it is sent; for a copy in the law's own words."""
    if (line.kind or "").startswith((_PRACTICE, f"amended {_PRACTICE}")):
        return "You get it by the practice of this office; the ordinance does not ask for it."
    if not line.clause or line.clause not in {each.clause for each in law.claims}:
        return "You get it as this office sends it in each case of the kind."
    cite = law.cite(line.clause)
    if is_applicant:
        return f"You get it as the applicant ({cite})."
    copies = (each for each in law.claims if each.clause == line.clause and each.carrier.startswith("copy of the"))
    words = next((quotable(each.says).rstrip(" .;,") for each in copies if each.says), "")
    return f'You get it under {cite}: "{bare(words)}".' if words else f"You get it under {cite}."
