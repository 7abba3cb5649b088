"""The participants' hand-out: when, where and under which terms a permitted event is held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.contents import permits_of
from permitbook.letters.numbers import permit_numbers
from permitbook.periods import show_moment

if TYPE_CHECKING:
    from permitbook.letters.contents import Item, Matter, Permit
    from permitbook.letters.context import Letter

HANDOUT_MEANINGS = {"terms": "for each permit: number, items (label, value) and conditions, nobody's name among them"}
_PEOPLE = frozenset({"Permittee", "Organization", "Person in charge", "Size", "Additional police"})
"""What a permit says of its holder and of what the holder pays, which is nothing that participants must keep to."""


class Terms(Struct, frozen=True):
    """What participants are told of one permit."""

    number: str
    items: tuple[Item, ...]
    conditions: tuple[str, ...]


def against_handout(matter: Matter) -> Iterator[str]:
    """Why there are no terms to tell participants."""
    it = matter.case.logged
    if it.issued_at is None:
        yield "No permit is issued: participants are told the terms of one."
    if it.revoked_at:
        yield f"The permit was revoked {show_moment(it.revoked_at)}."
    if it.event_change:
        yield f"The event was {it.event_change}."


def handout_names(letter: Letter) -> Mapping[str, object]:
    """The terms of its permits."""
    matter = letter.matter
    if matter.case.logged.issued_at is None:
        return {"terms": ()}
    return {"terms": tuple(map(_terms, permits_of(matter, permit_numbers(matter))))}


def _terms(permit: Permit) -> Terms:
    told = tuple(each for each in (*permit.particulars, *permit.statements) if each.label not in _PEOPLE)
    return Terms(permit.number, told, permit.conditions)
