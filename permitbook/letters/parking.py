"""The posting list: where parking is prohibited for an event, block by block, when, and until when to post it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.assessment import Status
from permitbook.letters.contents import days_of, named
from permitbook.letters.receivers import Receivers, receiver
from permitbook.letters.spoken import long_day, long_moment
from permitbook.places import show_route

if TYPE_CHECKING:
    from permitbook.assessment import Deadline
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter
    from permitbook.places import Segment
    from permitbook.tables import Street

POSTING_MEANINGS = {
    "posting": "the posting list: blocks (each with street and where, spaces blank where none are listed), days, "
    "hours, and post_by (the open day to post them on) and begins",
}
_OVER = frozenset({Status.REVOKED, Status.CANCELLED, Status.POSTPONED, Status.WITHDRAWN, Status.HELD, Status.LAPSED})


class Block(Struct, frozen=True):
    """A place where signs are posted."""

    street: str
    where: str
    spaces: str | None


class Posting(Struct, frozen=True):
    """Where parking is prohibited, when, and by when the signs stand."""

    blocks: tuple[Block, ...]
    days: str
    hours: str
    post_by: str | None
    begins: str | None


def against_posting(matter: Matter) -> Iterator[str]:
    """Why there is nothing to post."""
    law, it = matter.law, matter.case.logged
    if not any("posting" in each.on for each in law.sentences):
        yield f"The ordinance of the {law.municipality} has no parking rule: there is nothing to post under it."
        return
    wanted = ("parking_ban", "parking_ban_hours", "event_date", "start_time")
    blank = tuple(name for name in wanted if getattr(matter.case.application, name) is None)
    if blank:
        yield f"{named(blank)} must be filled in: where and when parking is prohibited."
    if matter.assessment.status in _OVER or (it.action == "denied" and not blank and _time_to_post(matter) is None):
        yield f"The application is {matter.assessment.status.value}: no parking is prohibited for it."


def notes_on_posting(matter: Matter) -> Iterator[str]:
    """Parts of the ban that are no part of the route, where alone parking can be prohibited."""
    ban, route = matter.case.application.parking_ban, matter.case.application.route
    if not ban or not route:
        return
    names = matter.case.office.roads.names
    streets = {names.street(each.street) for each in route}
    off = [each for each in ban if names.street(each.street) not in streets]
    if off:
        yield f"{show_route(tuple(off))} is no part of the route; parking can be prohibited along the route."


def posted_by(matter: Matter) -> Receivers:
    """Who posts the signs: the official."""
    law = matter.law
    asks = next((each for each in law.sentences if "posting" in each.on), None)
    if asks is None:
        return Receivers()
    return Receivers((receiver(matter.case, asks.clause, law.official, law.official, asks.says, practice=False),))


def posting_names(letter: Letter) -> Mapping[str, object]:
    """What only the posting list prints."""
    matter, it = letter.matter, letter.matter.case.application
    limit, start = _time_to_post(matter), matter.case.event_start
    return {
        "posting": Posting(
            blocks=tuple(block for each in it.parking_ban or () for block in _blocks(each, matter)),
            days=days_of(matter.case),
            hours=it.parking_ban_hours or "",
            post_by=long_day(limit.work_by) if limit and limit.work_by else None,
            begins=long_moment(start) if start else None,
        )
    }


def _time_to_post(matter: Matter) -> Deadline | None:
    ends = {(each.clause, each.what) for each in matter.law.clocks if each.done.names == ("parking_posted_at",)}
    return next((each for each in matter.assessment.deadlines if (each.clause, each.what) in ends), None)


def _blocks(banned: Segment, matter: Matter) -> Iterator[Block]:
    """The blocks of the Streets sheet that the ban takes in; the ban as it was typed where the sheet lists none."""
    rows = [each for each in matter.case.office.roads.touched((banned,)) if each.from_cross and each.to_cross]
    if not rows:
        street, _, where = show_route((banned,)).partition(" from ")
        yield Block(street, f"from {where}" if where else "the whole street", None)
    for row in rows:
        yield Block(row.street or "", f"from {row.from_cross} to {row.to_cross}", _spaces(row))


def _spaces(row: Street) -> str | None:
    return None if row.parking_spaces is None else f"{row.parking_spaces:,}"
