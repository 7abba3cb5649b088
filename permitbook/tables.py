"""The rows of the office's own sheets, of the officials' answers, and of what the program keeps.

One record is one sheet; like `Application` it is the only place where its columns are described.
"""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

from permitbook.application import ClauseId, Names
from permitbook.places import Route
from permitbook.schema import Record, column

SENDING = ("in person", "interoffice mail", "e-mail", "mail", "fax")


class FindingRow(Record, frozen=True):
    """A finding that is open, proved or determined; `found` to `reason` belong to the official."""

    application_no: str | None = column("Application No", "With the clause: the key of the row.")
    clause: ClauseId | None = column("Clause")
    cite: str | None = column("Citation")
    effect: str | None = column("Effect")
    verdict: str | None = column("Verdict")
    because: str | None = column("Because", "The account in sentences.")
    question: str | None = column("Question", "What the official must determine.")
    found: bool | None = column(
        "Found", "Yes on a ground: it stands. Yes on a finding the permit needs: it is made. The official's column."
    )
    by: str | None = column("By", "The official who determined it.")
    on: date | None = column("On", "The day it was determined.")
    reason: str | None = column("Reason", "The facts the official relied on.")


class DeadlineRow(Record, frozen=True):
    """One date the ordinance sets for one application. `due`, `outer` and `done` hold days or moments."""

    application_no: str | None = column("Application No")
    clause: ClauseId | None = column("Clause")
    what: str | None = column("What")
    who: str | None = column("Who")
    due: datetime | None = column("Due")
    work_by: date | None = column("Work By")
    outer: datetime | None = column("Outer Limit")
    done: datetime | None = column("Done")
    state: str | None = column("State")
    steps: str | None = column("Reckoning")


class ConflictRow(Record, frozen=True):
    """One other application at the same time, or the count of those elsewhere."""

    application_no: str | None = column("Application No")
    with_: str | None = column("With")
    level: str | None = column("Level")
    shared: str | None = column("Shared")
    overlap: str | None = column("Overlap")
    priority: str | None = column("Priority")


class RegisterRow(Record, frozen=True):
    """One document that was made; `method` and `sent_on` belong to the office."""

    document_no: str | None = column("Document No")
    application_no: str | None = column("Application No")
    kind: str | None = column("Kind")
    recipient: str | None = column("Recipient", "Role and name.")
    clause: ClauseId | None = column("Clause", "Why it is sent.")
    file: str | None = column("File")
    made_at: datetime | None = column("Made")
    made_by: str | None = column("Made By")
    method: str | None = column("Method", "How it was sent.", choices=SENDING)
    sent_on: date | None = column("Sent", "The day it was sent.")
    fingerprint: str | None = column("Fingerprint", "SHA-256 of the file.")


class SettingRow(Record, frozen=True):
    """One setting of this office."""

    key: str | None = column("Setting")
    value: str | None = column("Value")
    meaning: str | None = column("Meaning")


class Official(Record, frozen=True):
    """An officer or agency that the ordinance names."""

    role: str | None = column("Role", "As the ordinance names it.")
    name: str | None = column("Name")
    title: str | None = column("Title")
    address: str | None = column("Address")
    email: str | None = column("E-mail")
    phone: str | None = column("Phone")
    method: str | None = column("Method", "How copies are sent.", choices=SENDING)


class Fee(Record, frozen=True):
    """An amount the board has set by resolution."""

    what: str | None = column("Fee")
    amount: Decimal | None = column("Amount", "Empty until the board's resolution is entered.", unit="US dollars")
    resolution_on: date | None = column("Resolution Date")


class Closure(Record, frozen=True):
    """A day on which the office is shut."""

    date: date | None = column("Date", "The office is closed that day.")
    name: str | None = column("Name")


class Meeting(Record, frozen=True):
    """A scheduled meeting of the board."""

    date: date | None = column("Date")
    time: time | None = column("Time")
    board: str | None = column("Board")


class Street(Record, frozen=True):
    """A street, or one block of it, and what the office knows of it."""

    street: str | None = column("Street")
    alias: Names | None = column("Also Called", "Other names, parted by ;", unit="parted by ;")
    from_cross: str | None = column("From")
    to_cross: str | None = column("To")
    under_municipality: bool | None = column("Municipal Street")
    state_highway: bool | None = column("State Highway")
    peak_from: time | None = column("Peak From")
    peak_to: time | None = column("Peak To")
    closed_from: date | None = column("Closed From", "Construction or detour.")
    closed_to: date | None = column("Closed To")
    transit: Names | None = column("Transit Utilities", "Parted by ;", unit="parted by ;")
    parking_spaces: int | None = column("Parking Spaces")


class OutsideEvent(Record, frozen=True):
    """A known event that needs no permit here but needs police."""

    name: str | None = column("Event")
    date: date | None = column("Date")
    start_time: time | None = column("Start")
    end_time: time | None = column("End")
    place: Route | None = column("Place", unit="segments parted by ;")
    officers: int | None = column("Officers", unit="officers")


class ReadingRow(Record, frozen=True):
    """How an unclear word is read here; the attorney confirms or changes it."""

    id: str | None = column("Reading")
    words: str | None = column("Words")
    taken: str | None = column("Reading Taken")
    others: str | None = column("Other Readings")
    confirmed_by: str | None = column("Confirmed By", "The attorney.")
    confirmed_on: date | None = column("Confirmed On")


class LogRow(Record, frozen=True):
    """One entry of the history; each carries the hash of the one before."""

    no: int | None = column("No")
    at: datetime | None = column("At")
    by: str | None = column("By")
    did: str | None = column("Did")
    application_no: str | None = column("Application No")
    clauses: str | None = column("Clauses")
    files: str | None = column("Files", "Name and SHA-256.")
    before: str | None = column("Before", "Hash of the entry before.")
    hash: str | None = column("Hash")
