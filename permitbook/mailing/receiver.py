"""Who gets a letter of the Register, and by which means it reaches them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.errors import NeedsUser
from permitbook.texts import bare, clip

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.ordinance import Ordinance
    from permitbook.provisions import Way
    from permitbook.tables import Official, RegisterRow

APPLICANT = "Applicant"
E_MAIL = "e-mail"
_LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
_DOMAIN = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9-]{2,63}"
_ADDRESS = re.compile(f"{_LOCAL}@{_DOMAIN}")
_LONGEST_ADDRESS = 254


class Receiver(Struct, frozen=True):
    """One receiver of the Register: how they are called, and what is known of how to reach them.

    `about` is who it is without a person's name, as it stands in the name of a draft.
    """

    told: str
    about: str
    name: str | None
    addresses: tuple[str, ...] = ()
    method: str | None = None
    where: str = ""
    """Where an address would be entered."""

    @property
    def is_applicant(self) -> bool:
        """It is the applicant."""
        return self.about == APPLICANT


def known_as(told: str, officials: Sequence[Official]) -> tuple[str, Official | None]:
    """Who a receiver of the Register is without a person's name, and their row in Officials.

    The Register has role and name as they were when the letter was made; the role stays.
    """
    role, _, rest = told.partition(": ")
    if role == APPLICANT:
        return APPLICANT, None
    who = rest or told
    named = [each for each in officials if each.role and (who == each.role or who.startswith(f"{each.role}, "))]
    official = max(named, key=lambda each: len(each.role or ""), default=None)
    return (official.role or "", official) if official else (told.partition(", ")[0], None)


def receiver_of(told: str, it: Application, officials: Sequence[Official]) -> Receiver:
    """The receiver that the Register names. Raises NeedsUser for an e-mail address that is none."""
    about, official = known_as(told, officials)
    if about == APPLICANT:
        where = "Applicant E-mail"
        name = it.applicant_name or it.organization_name
        return Receiver(told, APPLICANT, name, addresses_of(it.applicant_email, where), where=where)
    if official is None:
        return Receiver(told, about, None, where="Officials")
    where = f"Officials, {about}"
    return Receiver(told, about, official.name, addresses_of(official.email, where), official.method, where)


def addresses_of(typed: str | None, where: str) -> tuple[str, ...]:
    """The addresses in a cell, parted by ; or a comma. Raises NeedsUser when one is none."""
    parts = [part for each in re.split(r"[;,\n]", typed or "") if (part := bare(each))]
    return tuple(dict.fromkeys(_address(part, where) for part in parts))


def _address(text: str, where: str) -> str:
    """An address in the letters that every mail server takes: a domain of other letters in its own spelling."""
    local, _, domain = text.rpartition("@")
    try:
        address = f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        address = ""
    if not _ADDRESS.fullmatch(address) or len(address) > _LONGEST_ADDRESS:
        raise NeedsUser(f"{where}: read '{clip(text)}'; expected an e-mail address such as clerk@example.org.")
    return address


def ways_of(law: Ordinance, line: RegisterRow) -> list[Way]:
    """The means that the law names for a letter; none where it leaves them open."""
    return [each for each in law.ways if line.kind in each.kinds]


def other_way(law: Ordinance, line: RegisterRow, to: Receiver) -> str:
    """Why a letter does not go by e-mail and how it must be sent instead; empty where it may go by e-mail."""
    ways = ways_of(law, line)
    if ways and not any(E_MAIL in way.by for way in ways):
        told = "; ".join(f"{' or '.join(way.by)} ({law.cite(way.clause)})" for way in ways)
        return f"by {told}; an e-mail does not do"
    if line.method and line.method != E_MAIL:
        return f"by {line.method}, as the Register has it"
    if to.addresses:
        return ""
    if ways:
        told = "; ".join(f"{_without_e_mail(way)} ({law.cite(way.clause)})" for way in ways)
        return f"by {told}; no e-mail address is known"
    if to.is_applicant:
        return "by mail or by hand; no e-mail address is known"
    if to.method and to.method != E_MAIL:
        return f"by {to.method}, as {to.where} has it"
    return f"by mail or by hand; {to.where} names no e-mail address and no other means"


def _without_e_mail(way: Way) -> str:
    return " or ".join(each for each in way.by if each != E_MAIL)
