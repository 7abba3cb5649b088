"""Whether a foreign table has one row for each day of an event, and which head then tells the event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from permitbook.kinds import shown
from permitbook.proposing.foreign import Foreign
from permitbook.proposing.matching import Level, Match
from permitbook.proposing.shapes import Entries, Shape
from permitbook.proposing.words import words_of

_TELLS_APART = frozenset({"id", "number", "case", "reference", "ref", "record", "code", "key"})
_NEARLY_ALL = 0.9


class Grouping(Struct, frozen=True):
    """The head by which rows are days of one event."""

    head: str
    level: Level
    why: str


def grouping_of(foreign: Foreign, matches: Sequence[Match]) -> Grouping | None:
    """The head of an event's id that stands in several rows with other days; else a title that does, as likely."""
    days = _cells(next((each.entries for each in matches if "event_date" in each.fields), None))
    titles = _cells(next((each.entries for each in matches if "event_name" in each.fields), None))
    if not days:
        return None
    for each in foreign.entries:
        if words_of(each.head) & _TELLS_APART and each.shape in (Shape.TEXT, Shape.NUMBER):
            several = _several(each, days, foreign)
            if several:
                same = all(len({titles.get(row) for row in rows}) == 1 for rows in several)
                level = Level.SURE if same and titles else Level.LIKELY
                told = "with one title each" if level is Level.SURE else "see whether each is one event"
                why = f"{len(several)} of its entries stand in several rows with other days, {told}"
                return Grouping(each.head, level, why)
    title = next((each.entries for each in matches if "event_name" in each.fields), None)
    several = _several(title, days, foreign) if title and not _are_numbered(matches) else []
    if title and several:
        why = f"{len(several)} titles stand in several rows with other days: one event, or several?"
        return Grouping(title.head, Level.LIKELY, why)
    return None


def _are_numbered(matches: Sequence[Match]) -> bool:
    """Each row has a number of its own, so it is an application of its own."""
    numbers = next((each for each in matches if "application_no" in each.fields and each.level is Level.SURE), None)
    return numbers is not None and len(numbers.entries.distinct) == len(numbers.entries.raws)


def _cells(entries: Entries | None) -> Mapping[int, str]:
    return {row: shown(raw) for row, raw in zip(entries.rows, entries.raws, strict=True)} if entries else {}


def _several(entries: Entries, days: Mapping[int, str], foreign: Foreign) -> list[list[int]]:
    """The rows of each entry that stands in more than one, where their days differ; none where it is seldom filled."""
    if len(entries.raws) < _NEARLY_ALL * foreign.rows:
        return []
    rows: dict[str, list[int]] = defaultdict(list)
    for row, word in _cells(entries).items():
        rows[word].append(row)
    several = [each for each in rows.values() if len(each) > 1]
    return [each for each in several if len({days.get(row) for row in each}) > 1]
