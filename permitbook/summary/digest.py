"""A workbook taken to its share of the summary: the step that is done for each workbook by itself.

Only what the month's frames need is worked out: every status and every date, grounds of what was denied, questions of
what is pending.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from msgspec import Struct

from permitbook.application import Application
from permitbook.assessment import Effect, Status
from permitbook.case import Case
from permitbook.desk import APPLICATIONS, open_desk
from permitbook.errors import Problem
from permitbook.evaluate import deadlines_of, fee_due, missing_items, permit_required
from permitbook.schema import headings
from permitbook.sent import NOTHING
from permitbook.standing import standing, status_of
from permitbook.summary.conflicts import UNDECIDED, Meetings
from permitbook.summary.denied import reasons
from permitbook.summary.facts import Act, Digest
from permitbook.summary.month import JANUARY, MONTHS, Month, Span, spans
from permitbook.summary.records import (
    ACTED,
    acts_of,
    appeal_of,
    charges_of,
    coming_of,
    day_of,
    early_days,
    kept_of,
    questions_of,
    row_of,
)
from permitbook.workbook.board_layout import charge_lines, clock_lines
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.table import address

if TYPE_CHECKING:
    from permitbook.desk import Desk

AHEAD = 60
"""Days for which coming events are listed."""


def digest_book(book: Path | OpenBook, month: Month, as_of: datetime | None, instant: datetime) -> Digest:
    """The share of one workbook. `instant` is now, with its zone, for when `as_of` is not given.

    Raises WorkbookError when it is no permit workbook or cannot be read.
    """
    book = opened(book)
    desk = open_desk(book.read)
    now = instant.astimezone(ZoneInfo(desk.law.zone)).replace(tzinfo=None, second=0, microsecond=0)
    return digest_desk(desk, book.path.stem, month, as_of or now)


def this_instant() -> datetime:
    """Now, with its zone, so that each municipality has its own minute of it."""
    return datetime.now(UTC)


def digest_desk(desk: Desk, book: str, month: Month, as_of: datetime) -> Digest:
    """The share of a desk, as of a minute."""
    law, problems = desk.law, [each for each in desk.problems if each.level == "problem"]
    starts = _fiscal_starts(desk, problems)
    cases = _cases(desk, as_of)
    statuses = [status_of(case) for case in cases]
    meetings = Meetings(cases, desk.office)
    meetings.tell_pending(statuses)
    since = min(each.first for each in spans(month, starts).values())
    made = Digest(
        book=book,
        municipality=law.municipality,
        board=law.board,
        official=law.official,
        as_of=as_of,
        fiscal_starts=starts,
        first_received=min((each.received_on for each in cases if each.received_on), default=None),
        clocks=clock_lines(law),
        grounds=tuple(
            (each.clause, law.cite(each.clause)) for each in law.rules if each.effect is not Effect.BEFORE_ISSUE
        ),
        charges_known=charge_lines(law),
        problems=problems,
    )
    share = _Share(made, month, Span(since, month.last), _window(month, as_of.date()))
    for case, status in zip(cases, statuses, strict=True):
        share.add(case, status)
    made.met.extend(meetings.of_the_month(month))
    made.reasons.extend(reasons(meetings, desk, share.span))
    made.problems.extend(_undated(desk, made.acts))
    made.questions.sort(key=lambda each: (each.since or date.max, each.application_no))
    made.coming.sort(key=lambda each: (each.on, each.start, each.application_no))
    return made


def _cases(desk: Desk, as_of: datetime) -> list[Case]:
    """The cases, with what each says by itself; what is missing is asked only of those that are not decided."""
    sent, cases = desk.sent(), []
    for each in desk.applications:
        number = each.application_no or ""
        case = Case(desk.law, each, desk.office, as_of, desk.determinations.get(number, {}))
        case.sent = sent.get(number, NOTHING)
        case.permit_required = permit_required(case)
        case.fee = fee_due(case)
        if standing(case) is None:
            case.missing = missing_items(case)
        cases.append(case)
    return cases


def _fiscal_starts(desk: Desk, problems: list[Problem]) -> int:
    starts = desk.office.settings.fiscal_year_starts
    if starts is None:
        return JANUARY
    if not 1 <= starts <= MONTHS:
        message = f"read {starts}; expected the number of a month, 1 to 12. January is taken."
        problems.append(Problem("Settings", "", "fiscal_year_starts", message, read=str(starts)))
        return JANUARY
    return starts


def _window(month: Month, today: date) -> Span:
    """The days of coming events: from the day after the month on, or from today while the month runs."""
    first = min(month.last + timedelta(days=1), max(today, month.first))
    return Span(first, first + timedelta(days=AHEAD - 1))


class _Share(Struct):
    """A digest while it is filled, application by application."""

    made: Digest
    month: Month
    span: Span
    window: Span

    def add(self, case: Case, status: Status) -> None:
        it = case.logged
        number = it.application_no or ""
        acts = list(acts_of(case, status))
        self.made.acts.extend(acts)
        self.made.rows.append(row_of(case, status, acts))
        deadlines = deadlines_of(case, status, case.permit_required is not False)
        early = early_days(it)
        sound = [each for each in deadlines if each.done is None or day_of(each.done) not in early]
        until = min(case.over_at, case.as_of) if case.over_at else case.as_of
        self.made.kept.extend(kept_of(number, sound, self.span, until))
        self.made.charges.extend(charges_of(case, status))
        self.made.coming.extend(coming_of(case, status, self.window))
        if it.appeal_received_on and it.appeal_received_on <= self.month.last:
            self.made.appeals.append(appeal_of(it, it.appeal_received_on, deadlines))
        if status in UNDECIDED:
            self.made.questions.extend(questions_of(case))


_DATES: Mapping[str, tuple[str, str]] = {
    "Received": ("received_at", "has no date of receipt, so no month counts it"),
    **{each: ("acted_at", f"{each.lower()}, but without a date, so no month counts it") for each in ACTED.values()},
    "Cancelled": ("event_change_on", "cancelled, but without a date, so no month counts it"),
    "Postponed": ("event_change_on", "postponed, but without a date, so no month counts it"),
}


def _undated(desk: Desk, acts: Sequence[Act]) -> Iterator[Problem]:
    """Acts of which no day is recorded: they count under the status only."""
    rows: dict[str, int] = {each.number: each.row for each in desk.logged}
    heads, named = desk.heads(APPLICATIONS), headings(Application)
    for each in acts:
        if each.on is None:
            key, message = _DATES[each.act]
            cell = address(rows[each.application_no], heads[key]) if key in heads else ""
            yield Problem(
                APPLICATIONS,
                cell,
                named[key],
                f"{each.application_no} {message if each.act == 'Received' else 'is ' + message}; enter it.",
                application_no=each.application_no,
            )
