"""Who gets a letter beside the applicant, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.contents import named
from permitbook.letters.spoken import lines_of, quotable

if TYPE_CHECKING:
    from permitbook.case import Case
    from permitbook.letters.contents import Matter
    from permitbook.letters.kind import LetterKind


class Receiver(Struct, frozen=True):
    """Someone who gets a copy, and why; `practice` says that the ordinance does not ask for it."""

    role: str
    name: str | None
    title: str | None
    address: tuple[str, ...]
    clause: str
    cite: str
    says: str
    practice: bool
    found: str
    """Who it is among several of one role, else the role."""

    @property
    def told(self) -> str:
        """Role and name, as the Register has them."""
        who = self.role if self.found == self.role else f"{self.role}: {self.found}"
        return f"{who}, {self.name}" if self.name and self.name != self.found else who


class Unaffected(Struct, frozen=True):
    """A copy that the ordinance asks for where someone is affected, and nobody is."""

    role: str
    clause: str
    cite: str

    @property
    def told(self) -> str:
        """As letters and the Register state it."""
        return f"{self.role}: none affected"


class Receivers(Struct, frozen=True):
    """Who gets a copy; the copies that nobody needs; and what cannot be told while a fact is blank."""

    found: tuple[Receiver, ...] = ()
    unaffected: tuple[Unaffected, ...] = ()
    unknown: tuple[str, ...] = ()


def receivers_of(kind: LetterKind, matter: Matter) -> Receivers:
    """Who gets a letter of a kind that does not go to the applicant."""
    return kind.receivers(matter) if kind.receivers else receivers(matter.case, kind.to)


def receivers(case: Case, of: str) -> Receivers:
    """Those to whom the ordinance sends a copy of the application, permit or appeal."""
    found: list[Receiver] = []
    none: list[Unaffected] = []
    unknown: list[str] = []
    for each in case.law.recipients:
        if each.of != of:
            continue
        who = (each.to,) if each.each is None else each.each.answer(case)
        if who is None and case.moves is False:
            who = ()
        if who is None:
            blank = named(each.each.blank(case) if each.each else ())
            unknown.append(f"{blank} must be filled in: it tells whether {each.to} copies are due ({each.clause}).")
        elif who:
            found += [receiver(case, each.clause, each.to, name, each.says, practice=each.practice) for name in who]
        elif not each.practice:
            none.append(Unaffected(each.to, each.clause, case.law.cite(each.clause)))
    return Receivers(tuple(found), tuple(none), tuple(unknown))


def receiver(case: Case, clause: str, role: str, found: str, says: str, *, practice: bool) -> Receiver:
    """Someone by the role, or by the name `found` among several of one role, as the Officials sheet has them."""
    official = case.office.official(found)
    return Receiver(
        role=role,
        name=official.name,
        title=official.title,
        address=lines_of(official.address),
        clause=clause,
        cite=case.law.cite(clause),
        says=quotable(says),
        practice=practice,
        found=found,
    )
