"""The Log sheet: an append-only history in which each entry carries the hash of the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from permitbook.tables import LogRow

START = "0" * 64
"""What stands for the hash before the first entry."""


def next_entry(
    entries: Sequence[LogRow],
    *,
    at: datetime,
    by: str,
    did: str,
    application_no: str | None = None,
    clauses: str | None = None,
    files: str | None = None,
) -> LogRow:
    """The entry that follows the ones there are."""
    last = entries[-1] if entries else None
    entry = LogRow(
        no=(last.no or 0) + 1 if last else 1,
        at=at.replace(second=0, microsecond=0),
        by=by,
        did=did,
        application_no=application_no,
        clauses=clauses,
        files=files,
        before=(last.hash if last else START) or START,
    )
    return replace(entry, hash=fingerprint(entry))


def fingerprint(entry: LogRow) -> str:
    """SHA-256 over the entry's fields, without its own hash, as they are read back from a sheet."""
    at = entry.at.isoformat(timespec="minutes") if entry.at else ""
    fields = (entry.no, at, entry.by, entry.did, entry.application_no, entry.clauses, entry.files, entry.before)
    told = "\x1f".join("" if each is None else str(each).strip() for each in fields)
    return hashlib.sha256(told.encode("utf-8")).hexdigest()


def broken_at(entries: Sequence[LogRow]) -> list[int]:
    """Positions (from 0) of entries that were changed, moved, or whose forerunner is gone."""
    broken, before = [], START
    for position, each in enumerate(entries):
        if each.hash != fingerprint(each) or each.before != before or each.no != position + 1:
            broken.append(position)
        before = each.hash or START
    return broken
