"""How each kind of cell is read. A reader answers with a value, or says in half a sentence why it cannot."""

import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import lru_cache

from msgspec import Struct

from permitbook.amounts import dollars, number_of_cell, number_of_text
from permitbook.periods import show_day, show_moment, show_time
from permitbook.places import read_route
from permitbook.schema import Column, Kind
from permitbook.texts import bare, clean, clip, folded, trimmed
from permitbook.when import (
    DAY,
    NO_TIME,
    Unreadable,
    date_of_text,
    dates_of_text,
    days_before_time,
    from_serial,
    minutes_of_cell,
    minutes_of_number,
    minutes_of_text,
    moment_of_text,
    usable,
    whole_minute,
)
from permitbook.workbook.table import CellError, Raw

ENDS = frozenset({"end_time", "alternate_end", "peak_to"})
"""Times that close a span: only these may count on past midnight (26:00)."""

LONGEST_NUMBER = 100
"""Letters of an application's number: it names files and stands in every line about the application."""

_YES_NO = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}


class Value(Struct, frozen=True):
    """What a cell says: its value, a note on how it was read, or the problem that left it unread."""

    value: object = None
    note: str | None = None
    problem: str | None = None


class How(Struct, frozen=True):
    """Where the cell stands: the date system, whether in a text file, and the words taken for an empty text."""

    date1904: bool
    plain: bool
    blank_words: frozenset[str]


BLANK = Value()


def shown(raw: Raw) -> str:
    """A cell's content as the clerk sees it, near enough to recognise it."""
    if isinstance(raw, CellError):
        return raw.code
    if isinstance(raw, bool):
        return str(raw).upper()
    if isinstance(raw, float):
        return _digits(raw)
    if isinstance(raw, datetime) and raw.year > 1904:
        return show_moment(raw)
    if isinstance(raw, date) and not isinstance(raw, datetime):
        return show_day(raw) if raw.year > 1904 else str(days_before_time(raw))
    if isinstance(raw, time):
        return show_time(raw)
    if isinstance(raw, timedelta | datetime):
        minutes = minutes_of_cell(raw) if isinstance(raw, datetime) else int(raw.total_seconds()) // 60
        return f"{minutes // 60}:{minutes % 60:02}"
    return clip(str(raw))


def _noted(raw: Raw, value: object, as_shown: str, why: str | None = None) -> Value:
    return Value(value, note=f"'{shown(raw)}' read as {as_shown}{f' ({why})' if why else ''}.")


def _text(column: Column, raw: Raw, how: How) -> Value:
    if not isinstance(raw, str):
        return _other_as_text(column, raw)
    text, replaced = clean(raw)
    if column.key == "application_no":
        text = trimmed(text)
        if len(text) > LONGEST_NUMBER:
            raise Unreadable(f"a number of more than {LONGEST_NUMBER} letters")
    if not bare(text) or (how.blank_words and folded(text) in how.blank_words):
        return BLANK
    if replaced:
        return Value(text, note=f"'{clip(text)}' read with blanks in place of control characters.")
    return Value(text)


def _other_as_text(column: Column, raw: Raw) -> Value:
    """A number keeps its digits; Excel's dates and times in a text cell are put in words."""
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return Value(_digits(raw))
    if column.key == "application_no":
        raise Unreadable("Excel has made a date of what was typed; type it again after an apostrophe")
    return _noted(raw, shown(raw), shown(raw), None if isinstance(raw, bool) else "as text")


def _digits(number: float) -> str:
    return str(int(number)) if number == number // 1 and abs(number) < 1e21 else repr(number)


def _date(column: Column, raw: Raw, how: How) -> Value:
    if isinstance(raw, datetime):
        usable(raw.date())
        day = whole_minute(raw)
        if day.time() == time():
            return Value(day.date())
        return _noted(raw, day.date(), show_day(day.date()), "the time of day is not used")
    if isinstance(raw, date):
        return Value(usable(raw))
    if isinstance(raw, str):
        return _date_of_words(raw, how)
    day = _serial(raw, how)
    return _noted(raw, day.date(), show_day(day.date()))


def _date_of_words(raw: str, how: How) -> Value:
    words = bare(raw)
    if not words:
        return BLANK
    try:
        day, why = date_of_text(words, how.date1904)
    except Unreadable as no_date:
        try:
            moment, why = moment_of_text(words)
        except Unreadable:
            raise no_date from None
        day = moment.date()
        why = why if moment.time() == time() else "the time of day is not used"
    if how.plain and why is None:
        return Value(day)
    return _noted(raw, day, show_day(day), why)


def _serial(raw: Raw, how: How) -> datetime:
    if isinstance(raw, int | float) and not isinstance(raw, bool):
        return from_serial(raw, how.date1904)
    if isinstance(raw, time | timedelta):
        raise Unreadable("a time without a date")
    raise Unreadable("no date")


def _moment(column: Column, raw: Raw, how: How) -> Value:
    if isinstance(raw, datetime):
        usable(raw.date())
        return Value(whole_minute(raw))
    if isinstance(raw, date):
        first = datetime.combine(usable(raw), time())
        return _noted(raw, first, show_moment(first), NO_TIME)
    if not isinstance(raw, str):
        moment = _serial(raw, how)
        return _noted(raw, moment, show_moment(moment), NO_TIME if moment.time() == time() else None)
    words = bare(raw)
    if not words:
        return BLANK
    moment, why = moment_of_text(words, how.date1904)
    if how.plain and why is None:
        return Value(moment)
    return _noted(raw, moment, show_moment(moment), why)


def _time(column: Column, raw: Raw, how: How) -> Value:
    why, odd = None, False
    if isinstance(raw, str):
        words = bare(raw)
        if not words:
            return BLANK
        minutes, plainly = minutes_of_text(words)
        odd = not (how.plain and plainly)
    elif isinstance(raw, bool) or raw is None or isinstance(raw, CellError):
        raise Unreadable("no time")
    elif isinstance(raw, int | float):
        minutes, odd = minutes_of_number(raw), raw >= 1
    else:
        if isinstance(raw, date) and raw.year > 1904:
            if not isinstance(raw, datetime):
                raise Unreadable("a date without a time of day")
            odd, why = True, "the date in the cell is not used"
        minutes = minutes_of_cell(raw)
    if minutes >= DAY:
        if column.key not in ENDS or minutes >= 2 * DAY:
            raise Unreadable("more than a day")
        odd, why, minutes = True, "on the next day", minutes - DAY
    at = time(*divmod(minutes, 60))
    return _noted(raw, at, show_time(at), why) if odd else Value(at)


def _yes_no(column: Column, raw: Raw, how: How) -> Value:
    if isinstance(raw, bool):
        return Value(raw)
    if not isinstance(raw, str):
        raise Unreadable("neither yes nor no")
    if raw in ("Yes", "No"):
        return Value(raw == "Yes")
    words = bare(raw).casefold()
    if not words:
        return BLANK
    if words not in _YES_NO:
        raise Unreadable("neither yes nor no")
    return _tidied(raw, _YES_NO[words], "Yes" if _YES_NO[words] else "No")


def _tidied(raw: str, value: object, as_shown: str) -> Value:
    """A note only for what the clerk cannot see: odd blanks, and marks without width."""
    if raw.isprintable() and raw == " ".join(raw.split()):
        return Value(value)
    return _noted(raw, value, f"'{as_shown}'", "without its odd blanks")


@lru_cache(maxsize=256)
def _choices(column: Column) -> tuple[dict[str, str], dict[str, str]]:
    """The choices as folded, and again without hyphens and blanks (`email` for `e-mail`)."""
    closely = {folded(each): each for each in column.choices}
    return closely, {_squeezed(each): each for each in column.choices}


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", folded(text))


def _choice(column: Column, raw: Raw, how: How) -> Value:
    if not isinstance(raw, str):
        raise Unreadable("none of the choices")
    closely, loosely = _choices(column)
    words = folded(raw)
    if words in closely:
        return _tidied(raw, closely[words], closely[words])
    if not words:
        return BLANK
    if (squeezed := _squeezed(raw)) in loosely:
        return _noted(raw, loosely[squeezed], f"'{loosely[squeezed]}'")
    raise Unreadable("none of the choices")


def _number(column: Column, raw: Raw, how: How) -> Value:
    note = None
    if isinstance(raw, str):
        words = bare(raw).casefold()
        if not words:
            return BLANK
        if column.unit and words.endswith(f" {column.unit.casefold()}"):
            words = words[: -len(column.unit) - 1]
            note = f"'{shown(raw)}' read as {words}."
        number = number_of_text(words)
    elif isinstance(raw, timedelta) and "hour" in column.unit:
        number = round(raw.total_seconds() / 3600, 4)
        note = f"'{shown(raw)}' read as {number:g} hours."
    else:
        number = number_of_cell(raw)
    if number < 0 and (column.whole or column.unit):
        raise Unreadable("less than nothing")
    if not column.whole:
        return Value(number, note)
    if number != number // 1:
        raise Unreadable("not a whole number")
    return Value(int(number), note)


def _money(column: Column, raw: Raw, how: How) -> Value:
    if isinstance(raw, str) and not bare(raw):
        return BLANK
    return Value(dollars(bare(raw).casefold() if isinstance(raw, str) else number_of_cell(raw)))


def _list(column: Column, raw: Raw, how: How) -> Value:
    text = _text(column, raw, how)
    items = tuple(filter(None, (item.strip() for item in re.split(r"[;\n]", str(text.value or "")))))
    return Value(items, text.note) if items else BLANK


def _dates(column: Column, raw: Raw, how: How) -> Value:
    if not isinstance(raw, str):
        one = _date(column, raw, how)
        return Value((one.value,), one.note)
    days, odd = dates_of_text("\n".join(bare(line) for line in clean(raw)[0].split("\n")), how.date1904)
    if not days:
        return BLANK
    return Value(days) if how.plain or not odd else _noted(raw, days, "; ".join(map(show_day, days)))


def _route(column: Column, raw: Raw, how: How) -> Value:
    text = _text(column, raw, how)
    if text.value is None:
        return BLANK
    try:
        return Value(read_route(str(text.value)), text.note)
    except ValueError as why:
        return Value(problem=f"{why}." if str(why)[-1:].isalnum() else str(why))


def _clause(column: Column, raw: Raw, how: How) -> Value:
    if not isinstance(raw, str):
        raise Unreadable("no clause")
    return Value(re.sub(r"[‐-―−]", "-", bare(raw)) or None)


READERS: dict[Kind, Callable[[Column, Raw, How], Value]] = {
    Kind.TEXT: _text,
    Kind.DATE: _date,
    Kind.DATETIME: _moment,
    Kind.TIME: _time,
    Kind.YES_NO: _yes_no,
    Kind.CHOICE: _choice,
    Kind.NUMBER: _number,
    Kind.MONEY: _money,
    Kind.LIST: _list,
    Kind.DATES: _dates,
    Kind.ROUTE: _route,
    Kind.CLAUSE: _clause,
}
