"""Letters to all who had a permit or a copy of one: the event was called off or put off, or the permit is void."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from permitbook.letters.numbers import VOIDED, given_numbers
from permitbook.letters.receivers import Receiver, Receivers, receivers
from permitbook.letters.spoken import lines_of, long_day
from permitbook.places import show_route

if TYPE_CHECKING:
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter
    from permitbook.tables import RegisterRow

CHANGE_MEANINGS = {
    "change": "what became of the event: cancelled or postponed",
    "permit_numbers": "the permits' numbers",
    "signs": "where parking signs were to be posted; blank where nowhere",
}
VOID_MEANINGS = {"void_because": "why the permit is void", "permit_numbers": "the permits' numbers"}
PERMITS = ("permit", "amended permit")
COPIES = ("permit copy", "practice copy", "amended permit copy", "amended practice copy")
_APPLICANT = "Applicant"


def holders(matter: Matter) -> Receivers:
    """All who had the permit or a copy by the Register, each once; first the applicant, who has what was issued."""
    known = {each.told: each for each in receivers(matter.case, "permit").found}
    permit = next((row for row in matter.register if row.kind in PERMITS), None)
    has_it = permit is not None or matter.case.logged.issued_at is not None
    copies: dict[str, Receiver] = {}
    for row in matter.register:
        if row.kind in COPIES and row.recipient:
            copies.setdefault(row.recipient, known.get(row.recipient) or _as_registered(matter, row))
    applicant = (_the_applicant(matter, permit.clause if permit else None),) if has_it else ()
    return Receivers((*applicant, *copies.values()))


def _the_applicant(matter: Matter, clause: str | None) -> Receiver:
    it = matter.case.logged
    return Receiver(
        role=_APPLICANT,
        name=it.applicant_name or it.organization_name,
        title=None,
        address=lines_of(it.applicant_address),
        clause=clause or "",
        cite=matter.law.cite(clause) if clause else "",
        says="",
        practice=False,
        found=_APPLICANT,
    )


def _as_registered(matter: Matter, row: RegisterRow) -> Receiver:
    """Someone who had a copy and is no longer among those who would get one: as the Register names him."""
    name = row.recipient or ""
    return Receiver(
        role=name,
        name=None,
        title=None,
        address=(),
        clause=row.clause or "",
        cite=matter.law.cite(row.clause) if row.clause else "",
        says="",
        practice="practice" in (row.kind or ""),
        found=name,
    )


# An event called off or put off.


def against_change_notice(matter: Matter) -> Iterator[str]:
    """Why there is nothing to tell, or nobody to tell it to."""
    it = matter.case.logged
    if it.event_change is None:
        yield "Event Change is blank: fill in whether the event is cancelled or postponed."
    elif it.event_change_on is None:
        yield "Event Change On must be filled in: the day on which the applicant told it."
    if not holders(matter).found:
        yield "The Register has no permit of this application: nobody had a copy."


def change_names(letter: Letter) -> Mapping[str, object]:
    """What only the notice of a change prints."""
    it = letter.matter.case.logged
    return {
        "change": it.event_change,
        "permit_numbers": ", ".join(given_numbers(letter.matter)),
        "signs": show_route(it.parking_ban) if it.parking_ban else None,
    }


# A permit that is void.


def against_void(matter: Matter) -> Iterator[str]:
    """Why there is no permit to void."""
    it = matter.case.logged
    if it.issued_at is None:
        yield "No permit is issued: there is no number to void."
    elif not given_numbers(matter):
        yield "Permit No must be filled in: the number that is void."
    if it.revoked_at:
        yield f"The permit was revoked {long_day(it.revoked_at.date())}; its number stands with that."


def voided(because: str) -> Callable[[Matter], Iterator[tuple[str, str]]]:
    """The lines of the Register that keep each number from being given again, with the reason."""

    def lines(matter: Matter) -> Iterator[tuple[str, str]]:
        for number in given_numbers(matter):
            yield VOIDED, f"{number}: {because}"

    return lines


def void_names(because: str) -> Callable[[Letter], Mapping[str, object]]:
    """What only the notice of a void permit prints."""

    def named(letter: Letter) -> Mapping[str, object]:
        return {"void_because": because, "permit_numbers": ", ".join(given_numbers(letter.matter))}

    return named
