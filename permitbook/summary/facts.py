"""What one workbook gives to the summary: plain rows that can be sent between processes and machines.

No row has a place for a title, a message, a purpose, a note, an address, or a person's name. An organization is
named, since the board is told who comes; money is in cents.
"""

from __future__ import annotations

from datetime import date, datetime

from msgspec import Struct, field

from permitbook.errors import Problem

NO_FORM = "not given"


class Row(Struct, frozen=True, kw_only=True):
    """One application. `closed_on` is the day on which it was no longer pending; `days` is None where not known."""

    application_no: str
    form: str
    size: int | None
    status: str
    received_on: date | None
    is_closed: bool
    closed_on: date | None
    decided_on: date | None
    days: int | None
    """Whole days from receipt to grant or denial; None too where the act is earlier than the receipt."""
    outcome: str


class Act(Struct, frozen=True, kw_only=True):
    """Something that was done with an application; `on` is None where no day is recorded."""

    application_no: str
    act: str
    on: date | None


class Kept(Struct, frozen=True, kw_only=True):
    """A date that the ordinance set: kept, missed, running, or a right that was not used."""

    application_no: str
    clause: str
    what: str
    who: str
    due_on: date
    done_on: date | None
    how: str
    days: int
    """By how many days it was missed, each begun day counted."""


class Coming(Struct, frozen=True, kw_only=True):
    """One day of an event."""

    application_no: str
    on: date
    start: str
    form: str
    organization: str
    where: str
    participants: int | None
    status: str


class Reason(Struct, frozen=True, kw_only=True):
    """A ground that an application was denied on; `clause` is empty where the workbook shows none."""

    application_no: str
    clause: str
    cite: str
    denied_on: date | None


class Charge(Struct, frozen=True, kw_only=True):
    """What one application owes or paid of one kind."""

    application_no: str
    kind: str
    received_on: date | None
    due: int | None
    paid: int
    is_waived: bool
    because: str


class Appeal(Struct, frozen=True, kw_only=True):
    """An appeal and its dates."""

    application_no: str
    received_on: date
    copy_received_on: date | None
    act_by: date | None
    decided_on: date | None
    outcome: str


class Met(Struct, frozen=True, kw_only=True):
    """Two applications for the same ground at the same time, from the day of the later one on."""

    application_no: str
    with_no: str
    level: str
    on: date
    arose_on: date
    ended_on: date | None
    ended: str


class Question(Struct, frozen=True, kw_only=True):
    """What an official must still determine."""

    application_no: str
    clause: str
    cite: str
    question: str
    since: date | None


class Digest(Struct, frozen=True, kw_only=True):
    """One workbook's share of the summary; `clocks` are the dates its ordinance sets: clause, what, who."""

    book: str
    municipality: str
    board: str
    official: str
    as_of: datetime
    fiscal_starts: int
    first_received: date | None
    clocks: tuple[tuple[str, str, str], ...]
    grounds: tuple[tuple[str, str], ...]
    """Every clause that a denial can rest on, with its citation."""
    charges_known: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    coming: list[Coming] = field(default_factory=list)
    reasons: list[Reason] = field(default_factory=list)
    charges: list[Charge] = field(default_factory=list)
    appeals: list[Appeal] = field(default_factory=list)
    met: list[Met] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
