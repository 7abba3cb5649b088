"""The revocation of a permit, by clause and facts; and what may be required in lieu of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from permitbook.letters.changes import holders
from permitbook.letters.contents import named
from permitbook.letters.intake import addressed
from permitbook.letters.receivers import Receivers
from permitbook.letters.spoken import lines_of, long_moment, quotable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter
    from permitbook.letters.receivers import Receiver

REVOCATION_MEANINGS = {
    "revocation": "the ground: cite, says (the law's words), facts (a list of lines), by and on, and event (that it "
    "may not be held or go on; blank once it is over); for a demand in lieu of it, amount",
}
_APPLICANT = "Applicant"
_RECORDED = ("revoked_at", "revoked_by", "revocation_ground", "revocation_facts")


class Revocation(Struct, frozen=True):
    """Why a permit is revoked, or why surety is required in lieu of that."""

    cite: str | None
    says: str
    facts: tuple[str, ...]
    by: str | None
    on: str | None
    event: str
    amount: str | None


def revocation_names(letter: Letter) -> Mapping[str, object]:
    """What a revocation prints beside what every letter may."""
    matter = letter.matter
    it, law = matter.case.logged, matter.law
    ground = it.revocation_ground
    return {
        "revocation": Revocation(
            cite=law.cite(ground) if ground else None,
            says=_words(matter, ground) if ground else "",
            facts=lines_of(it.revocation_facts),
            by=_with_office(matter, it.revoked_by),
            on=long_moment(it.revoked_at) if it.revoked_at else None,
            event=_what_of_the_event(matter),
            amount=f"${it.surety_required:,.2f}" if it.surety_required is not None else None,
        )
    }


def _what_of_the_event(matter: Matter) -> str:
    """What the revocation means for the event: nothing once it is over."""
    at, begins, over = matter.case.logged.revoked_at, matter.case.event_start, matter.case.over_at
    if at is None or begins is None or over is None or at < begins:
        return "The event may not be held."
    return "The event may not go on." if at < over else ""


def _with_office(matter: Matter, name: str | None) -> str | None:
    """Who revoked it, with the office that the Officials sheet has for that name."""
    role = next((each.role for each in matter.case.office.officials if name and each.name == name), None)
    return f"{name} ({role})" if role else name


def _words(matter: Matter, clause: str) -> str:
    """The law's own words behind a clause."""
    return quotable(next((each.says for each in matter.law.claims if each.clause == clause and each.says), ""))


def is_revoked(matter: Matter) -> bool:
    """The permit is revoked, or nothing milder is recorded: the notice of a revocation is asked for."""
    return matter.case.logged.revoked_at is not None or not _asks_surety(matter)


def is_secured_instead(matter: Matter) -> bool:
    """Surety is required in lieu of revoking."""
    return not is_revoked(matter)


def _asks_surety(matter: Matter) -> bool:
    known = any("surety" in each.on for each in matter.law.sentences)
    return known and matter.case.logged.surety_required is not None


def against_revocation(matter: Matter) -> Iterator[str]:
    """Why a notice of revocation, or of what is required in its place, may not be sent yet."""
    it, law = matter.case.logged, matter.law
    over = matter.case.over_at
    if it.issued_at is None:
        yield "No permit was issued: there is none to revoke."
    elif is_secured_instead(matter) and over and over <= matter.case.as_of:
        yield f"The event was over {long_moment(over)}: nothing is left to require surety for."
    wanted = _RECORDED if is_revoked(matter) else ("revocation_ground", "revocation_facts")
    blank = tuple(name for name in wanted if getattr(it, name) is None)
    if blank:
        yield f"{named(blank)} must be filled in: the notice says who revoked the permit, when, and upon which facts."
    ground = it.revocation_ground
    if ground and not ground.startswith(law.revoked_for):
        yield (
            f"{law.cite(ground)} ({ground}) is no ground for revoking a permit; a ground is one of "
            f"{', '.join(law.revoked_for)}."
        )
    yield from addressed(matter, "notice")


def clauses_revoked_on(matter: Matter) -> tuple[str, ...]:
    """The ground."""
    ground = matter.case.logged.revocation_ground
    return (ground,) if ground else ()


def all_with_a_copy(matter: Matter) -> Receivers:
    """Everyone but the applicant who had a copy of the permit, told as the office's practice."""
    return Receivers(tuple(_as_practice(each) for each in holders(matter).found if each.role != _APPLICANT))


def _as_practice(each: Receiver) -> Receiver:
    says = (
        "You had a copy of the permit. This memo is sent as the office's practice; the ordinance does not ask for it."
    )
    return replace(each, practice=True, says=says)
