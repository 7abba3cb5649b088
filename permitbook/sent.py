"""What went out of an application's letters, by the Register: what a deadline of sending is met by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from permitbook.tables import RegisterRow

_LETTERS = ("permit", "denial", "revocation", "notice")
_WHAT = {
    "permit": "permit",
    "amended permit": "permit",
    "denial": "denial",
    "alternate offer": "denial",
    "revocation": "revocation",
    "receipt": "notice",
    "deficiency notice": "notice",
}
"""What a kind of the Register tells its applicant."""


class Sent(Struct, frozen=True):
    """The days on which the last copy of a permit, the permit, a denial, a revocation and a first notice went out."""

    copies_on: date | None = None
    permit_on: date | None = None
    denial_on: date | None = None
    denial_how: str | None = None
    """The Register's method for the denial."""
    revocation_on: date | None = None
    notice_on: date | None = None
    """The receipt, or the notice of what is missing."""


NOTHING = Sent()


def sent_by(register: Iterable[RegisterRow], copies: Mapping[str, date]) -> dict[str, Sent]:
    """By application, what went out; `copies` has the day of the last copy. The first sending of a letter counts."""
    first: dict[tuple[str, str], RegisterRow] = {}
    for row in register:
        what = _WHAT.get(row.kind or "")
        if what and row.application_no and row.sent_on:
            known = first.get((row.application_no, what))
            if known is None or (known.sent_on and row.sent_on < known.sent_on):
                first[row.application_no, what] = row
    numbers = dict.fromkeys((*copies, *(number for number, _ in first)))
    return {number: _sent(copies.get(number), *(first.get((number, what)) for what in _LETTERS)) for number in numbers}


def _sent(
    copies: date | None,
    permit: RegisterRow | None,
    denial: RegisterRow | None,
    revocation: RegisterRow | None,
    notice: RegisterRow | None,
) -> Sent:
    return Sent(
        copies_on=copies,
        permit_on=permit.sent_on if permit else None,
        denial_on=denial.sent_on if denial else None,
        denial_how=denial.method if denial else None,
        revocation_on=revocation.sent_on if revocation else None,
        notice_on=notice.sent_on if notice else None,
    )
