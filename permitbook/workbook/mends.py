"""What a cell shows where a fast reader of values gives something else for it."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from functools import partial

from permitbook.errors import Problem
from permitbook.kinds import shown
from permitbook.periods import show_day
from permitbook.schema import Column, Kind
from permitbook.workbook.formats import hides_day, hides_year, zeros
from permitbook.workbook.gather import Mend
from permitbook.workbook.scan import Place, SheetXml
from permitbook.workbook.table import UNSTORED, CellError, Raw, Row, Table, address

_OF_DAYS = (Kind.DATE, Kind.DATETIME, Kind.DATES)
_CLOCKED = (date, datetime, time)


def mends_of(xml: SheetXml, codes: Mapping[int, str]) -> dict[Place, Mend]:
    """What takes the place of values that do not say what the cell shows."""
    mends: dict[Place, Mend] = {}
    styles: dict[int, Mend] = {style: _as_shown for style, code in codes.items() if hides_day(code)}
    styles |= {style: partial(_filled_up, digits) for style, code in codes.items() if (digits := zeros(code))}
    mends |= xml.styled(styles)
    mends |= {place: partial(_no_clock, number) for place, number in xml.negatives().items()}
    mends |= {place: partial(_instead, UNSTORED) for place in xml.unstored()}
    mends |= {place: partial(_instead, CellError(code)) for place, code in xml.errors().items()}
    return mends


def _instead(error: CellError, raw: Raw) -> Raw:
    return error


def _no_clock(number: float, raw: Raw) -> Raw:
    """A number below nothing is neither a date nor a time, though it may have the format of one."""
    return number if isinstance(raw, date | time | timedelta) else raw


def _as_shown(raw: Raw) -> Raw:
    """A month alone, to which Excel has added the first day."""
    return f"{raw.month}/{raw.year}" if isinstance(raw, date) and raw.day == 1 else raw


def _filled_up(digits: int, raw: Raw) -> Raw:
    return f"{raw:0{digits}.0f}" if isinstance(raw, float) and raw == raw // 1 else raw


def uncover_numbers(table: Table, columns: Iterable[Column], xml: Callable[[], SheetXml]) -> None:
    """Put back the numbers under 61 that show as days of long ago, or as times, in a column of dates."""
    held = table.columns()
    places: dict[Place, tuple[Row, str]] = {}
    for key in (each.key for each in columns if each.key in held and each.kind in _OF_DAYS):
        old = {
            raw for raw in set(held[key]) if raw.__class__ in _CLOCKED and (isinstance(raw, time) or raw.year <= 1904)
        }
        found = (row for row, raw in zip(table.rows, held[key], strict=True) if raw in old) if old else ()
        places |= {(row.number, table.heads[key]): (row, key) for row in found}
    for place, number in xml().numbers(places).items() if places else ():
        row, key = places[place]
        row.put(key, number)


def without_year(
    table: Table, columns: Iterable[Column], xml: Callable[[], SheetXml], codes: Mapping[int, str]
) -> Iterable[Problem]:
    """A note for each date that shows no year: Excel took the year in which it was typed."""
    styles = {style: code for style, code in codes.items() if hides_year(code)}
    if not styles:
        return
    at_column = {table.heads[each.key]: each for each in columns if each.key in table.heads}
    rows = {row.number: row for row in table.rows}
    for (number, at), _ in sorted(xml().styled(styles).items()):
        column, row = at_column.get(at), rows.get(number)
        raw = row.get(column.key) if column and row else None
        if column and row and isinstance(raw, date):
            name = row.get("application_no")
            yield Problem(
                sheet=table.sheet,
                cell=address(number, at),
                heading=column.heading,
                message=f"read as {show_day(raw)} (the cell shows no year).",
                read=shown(raw),
                application_no=None if name is None else shown(name),
                level="note",
            )
