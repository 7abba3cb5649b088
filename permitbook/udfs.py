"""The worksheet functions as Excel calls them through xlwings; what they say is reckoned in `worksheet`.

Excel's function wizard shows the docstrings. The macros that call these functions are made from this module by
`python -m permitbook.vba`, so no workbook has to import them. A formula gives the first arguments; the office's own
tables are handed over by its macro.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import xlwings as xw

from permitbook import worksheet
from permitbook.workbook.grid import Values
from permitbook.workbook.layout import Sheet
from permitbook.worksheet import Shown

Function = TypeVar("Function", bound=Callable[..., Shown])

TABLES = {
    each.value.lower(): f'ThisWorkbook.Worksheets("{each.value}").UsedRange.Value'
    for each in (Sheet.SETTINGS, Sheet.CLOSURES, Sheet.READINGS)
}
"""The office's tables by the names of their arguments, as the macro takes them from the workbook."""


def _column(heading: str) -> str:
    table = f'ThisWorkbook.Worksheets("{Sheet.APPLICATIONS.value}").ListObjects(1)'
    return f'{table}.ListColumns("{heading}").DataBodyRange.Value'


def worksheet_function(handed: Mapping[str, str], volatile: bool = False) -> Callable[[Function], Function]:
    """A function for formulas; `handed` are the arguments that its macro takes from the workbook.

    A volatile one is calculated anew each time the workbook is, so also when it is opened after a check.
    """

    def take(function: Function) -> Function:
        # xlwings would take the annotations for converters of its own.
        function.__annotations__ = {}
        function = xw.func(volatile=volatile)(function)
        for name, taken in handed.items():
            function = xw.arg(name, vba=taken, ndim=2)(function)
        return function

    return take


@worksheet_function(TABLES)
def PERMIT_LAST_FILING(
    event_date: object, series: object = None, settings: Values = (), closures: Values = (), readings: Values = ()
) -> Shown:
    """Last day to file for an event, by the safest count. East Troy: in person after the 45th day before.

    event_date: its first day. series: yes for a recurring event.
    """
    return worksheet.last_filing(event_date, series, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_EARLIEST_DATE(
    received: object, settings: Values = (), closures: Values = (), readings: Values = ()
) -> Shown:
    """Earliest day for an event that is applied for on a day, by the safest count.

    received: the day the application comes, such as TODAY().
    """
    return worksheet.earliest_date(received, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_DECIDE_BY(
    received: object,
    event_date: object,
    start: object = None,
    settings: Values = (),
    closures: Values = (),
    readings: Values = (),
) -> Shown:
    """Open day by which the official must grant or deny.

    received: when the application came. event_date: its first day. start: its time; without it, the first minute.
    """
    return worksheet.decide_by(received, event_date, start, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_NOTIFY_BY(
    received: object,
    event_date: object,
    start: object = None,
    decided: object = None,
    settings: Values = (),
    closures: Values = (),
    readings: Values = (),
) -> Shown:
    """Open day by which the applicant must be told of a denial.

    received: when the application came. event_date: its first day. start: its time. decided: when it was denied;
    without it, the last day to decide.
    """
    return worksheet.notify_by(received, event_date, start, decided, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_ADD_BUSINESS_DAYS(
    day: object, number: object, settings: Values = (), closures: Values = (), readings: Values = ()
) -> Shown:
    """Day so many business days after a day, which is not counted itself.

    day: counted from. number: how many; below zero counts back. Weekdays are left out only when they are both legal
    holiday and closed.
    """
    return worksheet.add_business_days(day, number, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_COUNT_BUSINESS_DAYS(
    first: object, last: object, settings: Values = (), closures: Values = (), readings: Values = ()
) -> Shown:
    """How many business days there are from one day to another, both counted.

    first, last: the days. Weekdays are left out only when they are both legal holiday and closed.
    """
    return worksheet.count_business_days(first, last, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_WEEKDAY_HOLIDAYS(
    first: object, last: object, settings: Values = (), closures: Values = (), readings: Values = ()
) -> Shown:
    """Legal holidays and closures on weekdays from one day to another, in words.

    first, last: the days, both looked at.
    """
    return worksheet.weekday_holidays(first, last, (settings, closures, readings))


@worksheet_function(TABLES)
def PERMIT_SUNSET(day: object, settings: Values = (), closures: Values = (), readings: Values = ()) -> Shown:
    """When the sun sets in the municipality, by its own clock, for the place in Settings.

    day: the day. Format the cell as a time.
    """
    return worksheet.sunset(day, (settings, closures, readings))


@worksheet_function({"numbers": _column("Application No"), "told": _column("Status")}, volatile=True)
def PERMIT_STATUS(number: object, numbers: Values = (), told: Values = ()) -> Shown:
    """Status of an application, as of the last check.

    number: its application number.
    """
    return worksheet.of_application(number, numbers, told)


@worksheet_function({"numbers": _column("Application No"), "told": _column("Next Step")}, volatile=True)
def PERMIT_NEXT(number: object, numbers: Values = (), told: Values = ()) -> Shown:
    """Next step of an application and who takes it, as of the last check.

    number: its application number.
    """
    return worksheet.of_application(number, numbers, told)
