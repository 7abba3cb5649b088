"""The letters that one act makes for one application, before they have numbers and files."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from permitbook.letters.contents import day_cases, permits_of
from permitbook.letters.context import Letter
from permitbook.letters.kind import APPLICANT
from permitbook.letters.numbers import permit_numbers
from permitbook.letters.receivers import Unaffected, receivers_of
from permitbook.letters.sentences import printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from permitbook.letters.contents import Matter, Permit
    from permitbook.letters.kind import Act, LetterKind
    from permitbook.letters.receivers import Receiver


class Draft(Struct, frozen=True, kw_only=True):
    """A letter to be made: `kind` and `recipient` as the Register has them, `about` as it stands in the file's name."""

    of: LetterKind
    kind: str
    about: str
    recipient: str
    clause: str
    to: Receiver | None = None
    permit: Permit | None = None


def drafts(act: Act, matter: Matter, turn: int = 1) -> tuple[Draft, ...]:
    """Every letter of the act, in the order of its kinds and of the ordinance; a further one says which in its name."""
    made = tuple(draft for kind in act.kinds if _is_asked(kind, matter) for draft in _of_kind(kind, matter))
    if turn == 1:
        return made
    return tuple(replace(each, about=f"{each.about} {turn}".strip()) for each in made)


def _is_asked(kind: LetterKind, matter: Matter) -> bool:
    if kind.when and not kind.when(matter):
        return False
    return not kind.where_asked or bool(printed(matter.case, kind.prints))


def unaffected(act: Act, matter: Matter) -> tuple[Unaffected, ...]:
    """The copies that the act owes to nobody, which is stated."""
    kinds = [kind for kind in act.kinds if kind.to != APPLICANT]
    return tuple(none for kind in kinds for none in receivers_of(kind, matter).unaffected)


def _of_kind(kind: LetterKind, matter: Matter) -> Iterator[Draft]:
    if kind.to != APPLICANT:
        for each in receivers_of(kind, matter).found:
            called = kind.called(practice=each.practice)
            yield Draft(of=kind, kind=called, about=each.found, recipient=each.told, clause=each.clause, to=each)
        return
    it = matter.case.logged
    recipient = f"Applicant: {it.applicant_name or it.organization_name}"
    permits = permits_of(matter, permit_numbers(matter)) if kind.each_day else ()
    by_day = kind.each_day and matter.law.permit_each_day
    for permit, case in zip(permits or (None,), day_cases(matter.case) if permits else (matter.case,), strict=True):
        about = case.days[0].isoformat() if by_day and case.days else ""
        yield Draft(of=kind, kind=kind.kind, about=about, recipient=recipient, clause=_why(kind, matter), permit=permit)


def _why(kind: LetterKind, matter: Matter) -> str:
    """The clause for which the applicant gets it: where the section begins that says what each permit states.

    Of another letter, the first that it carries.
    """
    law = matter.law
    if kind.prints == "permit" and law.statements:
        stated = [each.clause for each in law.statements if each.encoded.required]
        section = Counter(map(_section, stated)).most_common(1)[0][0]
        return next(clause for clause in stated if _section(clause) == section)
    told = [each for each in law.sentences if kind.prints in each.on and each.words(matter.case)]
    asks = (each for each in told if each.on[0] == kind.prints)
    return next((each.clause for each in (*asks, *told)), "")


def _section(clause: str) -> str:
    return clause.partition(".")[0].split("-")[1]


def letters(
    wanted: Sequence[Draft], act: Act, matter: Matter, numbers: Sequence[str], made_on: datetime
) -> Iterator[Letter]:
    """The letters of drafts, numbered and dated; what several of them say is worked out once."""
    copied = any(kind.to == "permit" for kind in act.kinds)
    permits = permits_of(matter, permit_numbers(matter)) if copied else ()
    copies = {kind.kind: receivers_of(kind, matter).found for kind in act.kinds if kind.to != APPLICANT}
    nobody = unaffected(act, matter)
    for draft, number in zip(wanted, numbers, strict=True):
        yield Letter(
            kind=draft.of,
            matter=matter,
            document_no=number,
            made_on=made_on,
            permits=permits,
            permit=draft.permit,
            recipient=draft.to,
            copies=copies[draft.of.kind] if draft.to else (),
            none_affected=nobody if draft.to else (),
        )
