"""What went out of an application's letters, by the Register: what a deadline of sending is met by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from permitbook.tables import RegisterRow

_PERMITS = ("permit", "amended permit")
_DENIALS = ("denial", "alternate offer")


@dataclass(frozen=True, slots=True)
class Sent:
    """The days on which the last copy of the permit, the permit itself and the denial went out, where they did."""

    copies_on: date | None = None
    permit_on: date | None = None
    denial_on: date | None = None
    denial_how: str | None = None
    """The Register's method for the denial."""


NOTHING = Sent()


def sent_by(register: Iterable[RegisterRow], copies: Mapping[str, date]) -> dict[str, Sent]:
    """By application, what went out; `copies` has the day of the last copy. The first sending of a letter counts."""
    permits: dict[str, RegisterRow] = {}
    denials: dict[str, RegisterRow] = {}
    for row in register:
        if row.application_no and row.sent_on:
            if row.kind in _PERMITS:
                _keep_first(permits, row)
            elif row.kind in _DENIALS:
                _keep_first(denials, row)
    return {
        number: _sent(copies.get(number), permits.get(number), denials.get(number))
        for number in dict.fromkeys((*copies, *permits, *denials))
    }


def _keep_first(known: dict[str, RegisterRow], row: RegisterRow) -> None:
    number = row.application_no or ""
    before = known.get(number)
    if before is None or (row.sent_on and before.sent_on and row.sent_on < before.sent_on):
        known[number] = row


def _sent(copies: date | None, permit: RegisterRow | None, denial: RegisterRow | None) -> Sent:
    return Sent(
        copies,
        permit.sent_on if permit else None,
        denial.sent_on if denial else None,
        denial.method if denial else None,
    )
