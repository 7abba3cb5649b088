"""Dates and times of day as clerks type them. Nothing here asks the clock or the locale.

The rules, in the manual's words: US dates are read month first; a year of two digits is read as 20yy up to 49
and not at all from 50; a date is usable from 1990 to 2099; hours without AM or PM are those of the 24-hour clock
where minutes are given, and are not read where only the hour is; seconds are dropped.
"""

import re
from calendar import monthrange
from datetime import date, datetime, time, timedelta

FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2099, 12, 31)
DAY = 24 * 60
_SERIAL_ZERO = date(1899, 12, 30)
_SERIAL_ZERO_1904 = date(1904, 1, 1)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NO_DATE = frozenset({"tbd", "tba", "t.b.d.", "unknown", "pending", "none", "n/a", "na", "-", "--", "?", "??", "date"})
_NTH = r"(?:st|nd|rd|th)?"
_YEAR = r"(?P<y>\d{4}|'?\d{2})"
_DATES = (
    r"(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})",
    rf"(?P<m>\d{{1,2}})(?P<s>[-/.])(?P<d>\d{{1,2}})(?P=s){_YEAR}",
    rf"(?P<n>[a-z]{{3,}})\.?[ -]?(?P<d>\d{{1,2}}){_NTH}(?:, ?|[ -]){_YEAR}",
    rf"(?P<d>\d{{1,2}}){_NTH}[ -]?(?:of )?(?P<n>[a-z]{{3,}})\.?(?:, ?|[ -]){_YEAR}",
    r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})",
)
"""Patterns of texts are compiled when the first cell is met in which a day or an hour is written as a text."""
_NO_DAY = rf"\d{{1,2}}[-/.]\d{{4}}|\d{{4}}[-/.]\d{{1,2}}|(?P<n>[a-z]{{3,}})\.?(?:[ ,-]+{_YEAR})?"
_NO_YEAR = rf"\d{{1,2}}[-/.]\d{{1,2}}|(?P<n>[a-z]{{3,}})\.? ?\d{{1,2}}{_NTH}|\d{{1,2}}{_NTH} ?(?P<o>[a-z]{{3,}})\.?"
_DASHES = str.maketrans("‐‑‒–—−", "------")
_GAPS = r"[-?_x*#\d]{0,4}[-/. ][-?_x*#\d]{0,4}[-/. ][-?_x*#\d]{0,4}"
_CLOCK = r"(\d{1,2})[:h](\d{2})(?::\d{2}(?:\.\d+)?)?(?: ?h(?:ou)?rs?\.?)?"
_HALF = r"(\d{1,2})(?:[:.](\d{2}))?(?::\d{2}(?:\.\d+)?)? ?([ap])\.?(?: ?m\.?)?"
_MILITARY = r"(\d{2})(\d{2})(?: ?h(?:ou)?rs?\.?| ?h)?"
_FRACTION = r"0?\.\d+"
_WORDS = r"(?:12(?::00)? ?)?(noon|midnight)"
NO_TIME = "no time of day is given, so its first minute is taken"


class Unreadable(ValueError):
    """Why a text or a number is no date or no time, as half a sentence."""


def usable(day: date) -> date:
    """The day itself, if it lies in the years that an application can speak of."""
    if FIRST_DAY <= day <= LAST_DAY:
        return day
    raise Unreadable(f"no usable date: it would be in the year {day.year}")


def whole_minute(moment: datetime) -> datetime:
    """The minute a moment lies in. Half a second is added first: Excel stores 10:00 as a hair before or after it."""
    return (moment + timedelta(milliseconds=500)).replace(second=0, microsecond=0)


def from_serial(number: float, date1904: bool) -> datetime:
    """The moment of an Excel serial number, or of a date typed as eight digits (20260912).

    >>> from_serial(46277, False), from_serial(44745.4375, True)
    (datetime.datetime(2026, 9, 12, 0, 0), datetime.datetime(2026, 7, 4, 10, 30))
    """
    if not 0 <= number < 30_000_000:
        raise Unreadable("no usable date")
    if number == int(number) and 19900101 <= number <= 20991231:
        return datetime.combine(date_of_text(str(int(number)))[0], time())
    zero = _SERIAL_ZERO_1904 if date1904 else _SERIAL_ZERO
    if number >= 2_958_466:
        raise Unreadable("no usable date")
    if number < 61:
        raise Unreadable(
            f"no usable date: Excel shows the number {number:g} as a day of the year {zero.year + 1 - date1904}"
        )
    moment = whole_minute(datetime.combine(zero, time()) + timedelta(days=number))
    usable(moment.date())
    return moment


def date_of_text(text: str, date1904: bool = False) -> tuple[date, str | None]:
    """The date a text gives, with a word of explanation where it was not written in full.

    >>> date_of_text("sept 12, 2026")
    (datetime.date(2026, 9, 12), None)
    """
    weekday, words = _weekday(_plain(text))
    if not words:
        raise Unreadable("incomplete: only a day of the week is given")
    for pattern in _DATES:
        if found := re.fullmatch(pattern, words):
            day, why = _date(found)
            if weekday is not None and day.weekday() != weekday:
                raise Unreadable(f"that day is a {_WEEKDAYS[day.weekday()].capitalize()}")
            return usable(day), why
    if re.fullmatch(r"\d{5}", words):
        return from_serial(int(words), date1904).date(), "from its serial number"
    raise Unreadable(_why_no_date(words))


def _plain(text: str) -> str:
    """Small letters and one kind of dash; other scripts' digits are not read."""
    words = text.casefold().translate(_DASHES)
    if not words.isascii():
        raise Unreadable("not readable")
    return words


def _weekday(words: str) -> tuple[int | None, str]:
    first = re.match(r"([a-z]+)\.?,? ?", words)
    if first and len(first[1]) >= 3:
        for number, name in enumerate(_WEEKDAYS):
            if name.startswith(first[1]):
                return number, words[first.end() :]
    return None, words


def _month(name: str) -> int | None:
    return next((n for n, each in enumerate(_MONTHS, 1) if each.startswith(name)), None)


def _date(found: re.Match[str]) -> tuple[date, str | None]:
    parts = found.groupdict()
    month = _month(parts["n"]) if "n" in parts else int(parts["m"])
    if month is None:
        raise Unreadable(f"'{parts['n']}' is no month")
    day, year = int(parts["d"]), int(parts["y"].lstrip("'"))
    why = None
    if len(parts["y"].lstrip("'")) == 2:
        if year >= 50:
            raise Unreadable("the year is unclear; write it with four digits")
        year, why = 2000 + year, "a year of two digits is of this century"
    if not 1 <= month <= 12:
        raise Unreadable(f"not a calendar date: there is no month {month}; the month is read first")
    if year < 1 or not 1 <= day <= monthrange(year, month)[1]:
        raise Unreadable(f"not a calendar date: {_MONTHS[month - 1].capitalize()} {year} has no day {day}")
    return date(year, month, day), why


def _why_no_date(words: str) -> str:
    if words in _NO_DATE:
        return "incomplete: no date is given; leave the cell empty until it is known"
    for pattern, missing in ((_NO_YEAR, "no year is given"), (_NO_DAY, "no day is given")):
        found = re.fullmatch(pattern, words)
        if found and all(_month(name) for name in found.groupdict().values() if name and name.isalpha()):
            return f"incomplete: {missing}"
    if re.fullmatch(r"\d{4}", words):
        return "incomplete: only a year is given"
    if re.fullmatch(_GAPS, words) and not words.replace(" ", "").isalnum():
        return "incomplete: a part of the date is missing"
    return "not readable as a date"


def minutes_of_text(text: str) -> tuple[int, bool]:
    """Minutes after midnight that a text gives, 24 hours and more counting on, and whether it is written plainly.

    >>> minutes_of_text("9:00 P.M."), minutes_of_text("2100"), minutes_of_text("26:00")
    ((1260, False), (1260, False), (1560, True))
    """
    words = _plain(text)
    if found := re.fullmatch(_WORDS, words):
        return (720 if found[1] == "noon" else 0), False
    if found := re.fullmatch(_HALF, words):
        hour, minute = int(found[1]), int(found[2] or 0)
        if hour > 12 or minute > 59 or (hour == 0 and found[3] == "p"):
            raise Unreadable("no time of the 12-hour clock")
        plain = re.fullmatch(r"\d{1,2}:\d\d(:\d\d)? [ap]m", words) is not None
        return (hour % 12 + (12 if found[3] == "p" else 0)) * 60 + minute, plain
    if found := re.fullmatch(_CLOCK, words) or re.fullmatch(_MILITARY, words):
        hour, minute = int(found[1]), int(found[2])
        if minute > 59 or hour > 99:
            raise Unreadable("no time of day")
        return hour * 60 + minute, re.fullmatch(r"\d\d:\d\d(:\d\d)?(\.\d+)?", words) is not None
    if re.fullmatch(_FRACTION, words):
        return minutes_of_number(float(words)), False
    raise Unreadable(_why_no_time(words))


def _why_no_time(words: str) -> str:
    if re.fullmatch(r"\d{1,3}(?: ?o.?clock)?", words):
        return "ambiguous: write it with minutes and AM or PM"
    if len(re.findall(r"\d{1,2}(?::\d\d)?", words)) > 1 and re.search("-|to|until", words):
        return "more than one time is given"
    return "not readable as a time"


def minutes_of_number(number: float) -> int:
    """Minutes after midnight of a number in a time cell: a part of a day, or four digits as on a 24-hour clock."""
    if 0 < number < 10 and number != int(number):
        return int(number * 86400 + 0.5) // 60
    if 1000 <= number <= 2400 and number == int(number):
        hour, minute = divmod(int(number), 100)
        if minute < 60:
            return hour * 60 + minute
    raise Unreadable(_why_no_time(f"{number:g}"))


def minutes_of_cell(raw: time | timedelta | datetime | date) -> int:
    """Minutes after midnight of a cell that Excel shows as a time; past 24 hours they count on.

    A small number with a time format comes as a day of 1899, 1900 or 1904, whose date means nothing.
    """
    if isinstance(raw, time):
        return _minutes(datetime.combine(FIRST_DAY, raw) - datetime.combine(FIRST_DAY, time())) % DAY
    if isinstance(raw, timedelta):
        return _minutes(raw)
    if not isinstance(raw, datetime):
        raw = datetime.combine(raw, time())
    return days_before_time(raw.date()) * DAY + minutes_of_cell(raw.time())


def days_before_time(day: date) -> int:
    """The whole days in a small number that a date or time format has turned into a day of long ago; 0 for real dates.

    >>> days_before_time(date(1900, 1, 1)), days_before_time(date(2026, 9, 12))
    (1, 0)
    """
    if day.year > 1904:
        return 0
    if day.year == 1904:
        return (day - _SERIAL_ZERO_1904).days
    # Excel counts a 29 February 1900 that never was.
    return max((day - _SERIAL_ZERO).days - (day < date(1900, 3, 1)), 0)


def _minutes(span: timedelta) -> int:
    if span < timedelta():
        raise Unreadable("a time before midnight of the day before")
    return int(span.total_seconds() + 0.5) // 60


def moment_of_text(text: str, date1904: bool = False) -> tuple[datetime, str | None]:
    """The date and the minute a text gives; a date alone is its first minute, with a word that says so.

    >>> moment_of_text("5/4/2026 at 9:30 am")
    (datetime.datetime(2026, 5, 4, 9, 30), None)
    """
    try:
        day, why = date_of_text(text, date1904)
    except Unreadable as no_date:
        words = re.sub(r"(?<=\d)t(?=\d\d:)", " ", _plain(text))
        for gap in re.finditer(r",? (?:at |@ ?)?", words):
            try:
                day, why = date_of_text(words[: gap.start()])
            except Unreadable:
                continue
            minutes, _ = minutes_of_text(words[gap.end() :])
            if minutes >= DAY:
                raise Unreadable("no time of day") from None
            return datetime.combine(day, time(*divmod(minutes, 60))), why
        raise no_date from None
    return datetime.combine(day, time()), "; ".join(filter(None, (why, NO_TIME)))


_SPAN = r"(.+?)(?: ?[–—] ?| - | to | through | thru | until |(?<=/\d{4})-(?=\d))(.+)"
_SPAN_OF_MONTH = rf"([a-z]{{3,}}\.?) (\d{{1,2}}){_NTH} ?(?:[-–—]|to|through|thru) ?(\d{{1,2}}){_NTH},? (\d{{4}})"
_LONGEST_SPAN = 366


def dates_of_text(text: str, date1904: bool = False) -> tuple[tuple[date, ...], bool]:
    """All days a text names, in their order, and whether any was not written in full.

    Dates are parted by `;`, line breaks or commas; `to` between two of them means each day of the span.

    >>> [day.day for day in dates_of_text("9/12/2026 to 9/14/2026; 2026-09-20")[0]]
    [12, 13, 14, 20]
    """
    days: set[date] = set()
    odd = False
    for piece in re.split(r"[;\n]", text.casefold()):
        if piece := piece.strip(" ,"):
            found, why = _days(piece, date1904)
            days |= found
            odd = odd or why
    return tuple(sorted(days)), odd


def _days(piece: str, date1904: bool) -> tuple[set[date], bool]:
    try:
        day, why = date_of_text(piece, date1904)
        return {day}, why is not None
    except Unreadable as no_date:
        if within := re.fullmatch(_SPAN_OF_MONTH, piece):
            month, first, last, year = within.groups()
            return _span(f"{month} {first}, {year}", f"{month} {last}, {year}")
        if ends := re.fullmatch(_SPAN, piece):
            return _span(ends[1], ends[2])
        several = re.split(r",(?: and)? | and | ?& ?", piece)
        if len(several) == 1:
            raise no_date from None
        try:
            each = [date_of_text(one, date1904) for one in several]
        except Unreadable:
            raise no_date from None
        return {day for day, _ in each}, any(why for _, why in each)


def _span(first: str, last: str) -> tuple[set[date], bool]:
    (start, why), (end, also) = date_of_text(first), date_of_text(last)
    if not 0 <= (end - start).days < _LONGEST_SPAN:
        raise Unreadable("a span of dates that ends before it starts, or is longer than a year")
    return {start + timedelta(days=n) for n in range((end - start).days + 1)}, bool(why or also)
