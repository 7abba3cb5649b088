"""When an office is open: the statutory holidays, the clerk's closing list, and the board's meetings.

The first two are kept apart, because many a legal holiday is an ordinary day at the counter and some closures are no
holiday. Which of them stops a count depends on whose time is running: see `Skip`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from enum import Enum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from permitbook.errors import CalendarError
from permitbook.statutory import State, law_of, statutory_holidays

ONE_DAY = timedelta(days=1)
WEEKEND = {5: "Saturday", 6: "Sunday"}
FIRST_YEAR, LAST_YEAR = date.min.year, date.max.year

Meetings = Sequence[tuple[date, time | None, str]]


class Skip(Enum):
    """Which weekdays a count of business days leaves out; Saturdays and Sundays it always does."""

    BOTH = "a weekday is skipped only if it is both a statutory holiday and an office closure"
    EITHER = "a weekday is skipped if it is a statutory holiday or an office closure"


def whole_day(moment: date) -> date:
    """The day itself, of a moment too: days are whole, the hour plays no part."""
    return moment.date() if isinstance(moment, datetime) else moment


class OfficeCalendar:
    """One office's days.

    `closures` is the clerk's list; `listed_years` are the years it covers, by default those in which it has a day. In
    any other year the statutory holidays stand in for it, and every date that rests on them is provisional.
    `saturday_hours`: papers can be handed in on Saturdays; it makes no Saturday a business day.
    """

    def __init__(
        self,
        state: State,
        zone: str,
        closures: Mapping[date, str],
        meetings: Meetings = (),
        opens: time = time(9),
        closes: time = time(17),
        saturday_hours: bool = False,
        listed_years: frozenset[int] | None = None,
    ) -> None:
        self.state, self.zone, self.law, self.zone_info = state, zone, law_of(state), _zone(zone)
        self.closures, self.meetings = closures, meetings
        self.opens, self.closes, self.saturday_hours = opens, closes, saturday_hours
        self._closed = {whole_day(day): name or "office closed" for day, name in closures.items()}
        self._listed = frozenset(day.year for day in self._closed) if listed_years is None else listed_years
        self._meetings = _by_board(meetings)
        self._both: dict[tuple[int, int], list[date]] = {}
        self._either: dict[tuple[int, int], list[date]] = {}

    def statutory(self, day: date) -> str | None:
        """The name of the statutory holiday, in any year; None on another day."""
        return statutory_holidays(self.state, day.year).get(whole_day(day))

    def closure(self, day: date) -> str | None:
        """Why the clerk's list has the office shut; in a year without a list the statutory holidays stand in."""
        day = whole_day(day)
        name = self._closed.get(day)
        return self.statutory(day) if name is None and day.year not in self._listed else name

    def is_listed(self, year: int) -> bool:
        """The clerk has listed the closures of that year."""
        return year in self._listed

    @property
    def years_listed(self) -> tuple[int, ...]:
        """The years for which the clerk has listed the closures, in order."""
        return tuple(sorted(self._listed))

    def unlisted(self, one: date, other: date) -> tuple[int, ...]:
        """The years from one day to the other, whichever is first, for which no closures are listed."""
        first, last = (one.year, other.year) if one <= other else (other.year, one.year)
        if first == last:
            return () if first in self._listed else (first,)
        return tuple(year for year in range(first, last + 1) if year not in self._listed)

    def is_open(self, day: date) -> bool:
        """A weekday on which the office is not shut."""
        return day.weekday() < 5 and self.closure(day) is None

    def why_closed(self, day: date) -> str | None:
        """Saturday, Sunday or the name of the closure; None on an open day."""
        return WEEKEND.get(day.weekday()) or self.closure(day)

    def why_skipped(self, day: date, skip: Skip) -> str | None:
        """Why a count of business days leaves this day out; None when it is counted."""
        weekend = WEEKEND.get(day.weekday())
        if weekend:
            return weekend
        closure, holiday = self.closure(day), self.statutory(day)
        if skip is Skip.EITHER:
            return closure or holiday
        return closure if closure and holiday else None

    def open_on_or_before(self, day: date) -> date:
        """The day itself if the office is open, else the last open day before it."""
        day = whole_day(day)
        while not self.is_open(day):
            day -= ONE_DAY
        return day

    def open_on_or_after(self, day: date) -> date:
        """The day itself if the office is open, else the next open day."""
        day = whole_day(day)
        while not self.is_open(day):
            day += ONE_DAY
        return day

    def next_open_after(self, day: date) -> date:
        """The first open day after this one."""
        return self.open_on_or_after(whole_day(day) + ONE_DAY)

    def last_close_before(self, moment: datetime) -> date:
        """The last open day whose closing hour comes before the moment; one closing on the stroke of it is not."""
        day = moment.date()
        return self.open_on_or_before(day if self.closes < moment.time() else day - ONE_DAY)

    def next_meeting_after(self, moment: date, board: str) -> date | None:
        """The board's first listed meeting after the moment, or after the whole day; None when none is listed.

        A meeting later on the day of a moment is after it; one without an hour on that same day is not taken to be.
        """
        day = whole_day(moment)
        hour = moment.time() if isinstance(moment, datetime) else None
        for held, at in self._meetings.get(_plain(board), ()):
            if held > day or (held == day and hour is not None and at is not None and at > hour):
                return held
        return None

    def business_days(self, skip: Skip, year: int, reach: int = 1) -> Sequence[date]:
        """Every business day from `reach` years before the year to as many after it, in order: a ruler to count on."""
        rulers = self._both if skip is Skip.BOTH else self._either
        ruler = rulers.get((year, reach))
        if ruler is None:
            ruler = rulers[year, reach] = list(self._weekdays_left(skip, year - reach, year + reach))
        return ruler

    def _weekdays_left(self, skip: Skip, first: int, last: int) -> Iterable[date]:
        day, end = date(max(first, FIRST_YEAR), 1, 1), date(min(last, LAST_YEAR), 12, 31)
        for number in range(day.toordinal(), end.toordinal() + 1):
            day = date.fromordinal(number)
            if self.why_skipped(day, skip) is None:
                yield day


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CalendarError(f"There is no time zone {name!r}; expected a name such as America/New_York.") from None


def _plain(board: str) -> str:
    return " ".join(board.split()).casefold()


def _by_board(meetings: Meetings) -> dict[str, list[tuple[date, time | None]]]:
    found: dict[str, list[tuple[date, time | None]]] = {}
    for day, at, board in sorted(meetings, key=lambda each: (each[0], each[1] or time.min)):
        found.setdefault(_plain(board), []).append((day, at))
    return found
