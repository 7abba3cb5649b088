"""The invoice for what an event cost the municipality, from its records, once the event is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.contents import Item, headings, named
from permitbook.letters.spoken import in_words

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter
    from permitbook.ordinance import Ordinance

INVOICE_MEANINGS = {"cost": "the cost: items (label, value: what was recorded) and owed"}
_COSTS = (("police_cost_actual", "police_cost_paid"), ("extra_cost", "extra_cost_paid"))
"""A cost from the records and what was paid of it; an ordinance that knows one has its columns."""
_BESIDE = ("police_officers", "police_hours")


class Cost(Struct, frozen=True):
    """What is owed, and from what it follows."""

    items: tuple[Item, ...]
    owed: str


def against_invoice(matter: Matter) -> Iterator[str]:
    """Why nothing can be invoiced."""
    law, it = matter.law, matter.case.logged
    kept = _columns(law)
    if kept is None:
        yield f"The ordinance of the {law.municipality} asks no cost of an applicant."
        return
    if it.issued_at is None:
        yield "No permit is issued: only a permittee is charged."
    elif it.revoked_at or it.event_change:
        yield f"The application is {matter.assessment.status.value}: the event was not held under the permit."
    elif not matter.case.is_past:
        yield "The event is not over: the cost is taken from its records afterwards."
    actual, owed = getattr(it, kept[0]), _owed(law, it)
    if actual is None:
        yield f"{named((kept[0],))} must be filled in, from the records."
    elif owed <= 0:
        paid = in_words(headings()[kept[1]], getattr(it, kept[1]) or Decimal(0))
        yield f"Nothing is owed: {named((kept[1],))} is {paid}."
    if not (it.applicant_name or it.organization_name):
        yield "Applicant must be filled in: the invoice has nobody to go to."


def notes_on_invoice(matter: Matter) -> Iterator[str]:
    """What must not be counted."""
    yield "The cost is that of the usual rates for the hours recorded; what others did against the event is not in it."


def invoice_names(letter: Letter) -> Mapping[str, object]:
    """What only an invoice prints."""
    law, it = letter.matter.law, letter.matter.case.logged
    kept = _columns(law)
    if kept is None:
        return {"cost": None}
    wanted = [key for key in (*_BESIDE, *kept) if law.initial in headings()[key].municipalities]
    items = tuple(
        Item(headings()[key].heading, told) for key in wanted if (told := in_words(headings()[key], getattr(it, key)))
    )
    return {"cost": Cost(items, in_words(headings()[kept[0]], _owed(law, it)) or "")}


def _columns(law: Ordinance) -> tuple[str, str] | None:
    """The columns of the cost that this ordinance knows, if any."""
    return next((each for each in _COSTS if law.initial in headings()[each[0]].municipalities), None)


def _owed(law: Ordinance, it: Application) -> Decimal:
    kept = _columns(law)
    if kept is None:
        return Decimal(0)
    return (getattr(it, kept[0]) or Decimal(0)) - (getattr(it, kept[1]) or Decimal(0))
