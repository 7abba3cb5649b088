"""What the docket knows of each application, and in which order they come."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from msgspec import Struct

from permitbook.overlap import NEVER
from permitbook.places import Route
from permitbook.slots import Slot

Number = tuple[list[tuple[int, str]], str]


class Entry(Struct, frozen=True, kw_only=True):
    """What the docket knows of one application: `granted` when it is decided for, `issued` when the permit is out."""

    application_no: str
    received_at: datetime | None = None
    live: bool = True
    issued: bool = False
    granted: bool = False
    slots: tuple[Slot, ...] = ()
    route: Route | None = None
    places: tuple[str, ...] = ()

    @property
    def streets(self) -> set[str]:
        """The names of streets as its route writes them."""
        names = (name for part in self.route or () for name in (part.street, part.start, part.end))
        return {name for name in names if name}


def by_turn(entry: Entry) -> tuple[datetime, Number]:
    """Who comes first: by the minute of receipt, then by number."""
    return received(entry), by_number(entry)


def received(entry: Entry) -> datetime:
    """The minute of receipt; without one it comes after all that have one."""
    return entry.received_at.replace(second=0, microsecond=0) if entry.received_at else NEVER


def by_number(entry: Entry) -> Number:
    """The natural order of application numbers: FP-2026-9 before FP-2026-010."""
    return _natural(entry.application_no)


@lru_cache(maxsize=100_000)
def _natural(number: str) -> Number:
    parts = re.split(r"0*(\d+)", number.casefold())
    return [(len(part), part) if at % 2 else (0, part) for at, part in enumerate(parts)], number
