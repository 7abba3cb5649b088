"""The summary of a month: the workbooks read, the month held against their logs, the frames made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from permitbook.errors import NeedsUser, Problem, WorkbookError
from permitbook.periods import show_day
from permitbook.summary.many import Broken

if TYPE_CHECKING:
    from permitbook.summary.facts import Digest
    from permitbook.summary.frames import Frames
    from permitbook.summary.month import Month

SHOWN_BOOKS = 3


class Summary(Struct, frozen=True):
    """One month of one or many workbooks."""

    month: Month
    digests: list[Digest]
    broken: list[Broken]
    frames: Frames
    problems: list[Problem]


def summarize(results: Sequence[Digest | Broken], month: Month) -> Summary:
    """The summary of what the workbooks gave.

    Raises WorkbookError when none could be read, NeedsUser for a month that is still to come or was before every log.
    """
    broken = [each for each in results if isinstance(each, Broken)]
    digests = list(_told_apart([each for each in results if not isinstance(each, Broken)]))
    if not digests:
        raise WorkbookError(
            broken[0].why if len(broken) == 1 else f"None of the {len(broken)} workbooks could be read."
        )
    check_month(digests, month)
    from permitbook.summary.frames import frames_of

    problems = [problem for each in digests for problem in each.problems]
    return Summary(month, digests, broken, frames_of(digests, month), [*problems, *_twice(digests)])


def check_month(digests: Sequence[Digest], month: Month) -> None:
    """Raises NeedsUser when nothing can be told of the month."""
    today = max(each.as_of for each in digests).date()
    if month.first > today:
        raise NeedsUser(f"{month.name} is still to come: it is {show_day(today)}. Ask for a month up to this one.")
    firsts = [each.first_received for each in digests if each.first_received]
    if firsts and month.last < min(firsts):
        raise NeedsUser(f"{month.name} is before the log: its first application was received {show_day(min(firsts))}.")


def _told_apart(digests: Sequence[Digest]) -> Iterator[Digest]:
    """Workbooks of one name in several folders are numbered, so that no row is taken for another's."""
    taken: set[str] = set()
    for each in digests:
        names = (each.book if number == 1 else f"{each.book} ({number})" for number in count(1))
        name = next(name for name in names if name not in taken)
        taken.add(name)
        yield replace(each, book=name)


def _twice(digests: Sequence[Digest]) -> Iterator[Problem]:
    """Applications that stand in two workbooks of one municipality, as when open ones were carried to a new year."""
    counted = Counter((each.municipality, row.application_no) for each in digests for row in each.rows)
    repeated = [number for (_, number), times in counted.items() if times > 1]
    if repeated:
        named = ", ".join(repeated[:SHOWN_BOOKS])
        more = f" and {len(repeated) - SHOWN_BOOKS} more" if len(repeated) > SHOWN_BOOKS else ""
        message = f"{named}{more} stand in more than one workbook of their municipality and are counted in each."
        yield Problem("Applications", "", "", message, level="note")
