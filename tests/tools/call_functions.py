"""Calls worksheet functions as Excel does, through xlwings' own Windows side, with stand-ins for Windows' libraries.

    python call_functions.py KEY < calls.json

Reads a list of [function, argument...]; a day is {"day": "2026-05-25T10:00"}, a left-out argument {}. The tables of a
new workbook come after them, as the macros hand them over. Prints what each cell would show, as a list.
"""

import ctypes
import json
import sys
from datetime import UTC, date, datetime, time
from pathlib import Path
from unittest.mock import MagicMock

LEFT_OUT = -2147352572
"""What Excel hands over for an argument that a formula does not give."""
LIBRARIES = ("pythoncom", "pywintypes", "win32api", "win32con", "win32gui", "win32process", "win32timezone")
COM = ("win32com", "win32com.client", "win32com.server", "win32com.server.util", "win32com.server.dispatcher")


class Moment(datetime):
    """A moment as Excel hands it over: with a zone that means nothing."""


def stand_in() -> None:
    """Puts something in the place of each library that only Windows has."""
    for name in (*LIBRARIES, *COM, "win32com.server.policy", "xlwings.com_server"):
        sys.modules[name] = MagicMock()
    held = sys.modules
    held["pythoncom"].__file__ = "pythoncom.dll"
    held["pywintypes"].TimeType = Moment
    held["pywintypes"].com_error = type("com_error", (Exception,), {})
    held["win32timezone"].TimeZoneInfo.utc = lambda: UTC
    for name in ("CDispatch", "CoClassBaseClass", "DispatchBaseClass"):
        setattr(held["win32com.client"], name, type(name, (), {}))
    ctypes.oledll = ctypes.windll = ctypes.PyDLL = MagicMock()


def excels(value: object) -> object:
    """A cell as Excel hands it over."""
    if isinstance(value, time):
        value = datetime.combine(date(1899, 12, 30), value)
    if isinstance(value, datetime):
        return Moment(*value.timetuple()[:6], tzinfo=UTC)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def argument(given: object) -> object:
    if isinstance(given, dict):
        return excels(datetime.fromisoformat(given["day"])) if given else LEFT_OUT
    if isinstance(given, list):
        return tuple(tuple(row) for row in given)
    return given


def main(key: str) -> None:
    from tests.made_book import opened

    stand_in()
    import xlwings
    from xlwings import _xlwindows, udfs

    xlwings.func, xlwings.arg = udfs.xlfunc, udfs.xlarg
    _xlwindows.is_range_instance = lambda given: False
    engine = xlwings.Engine(impl=_xlwindows.engine)
    xlwings.engines.add(engine)
    engine.activate()
    sheets = [opened(key)[name].iter_rows(values_only=True) for name in ("Settings", "Closures", "Readings")]
    tables = [tuple(tuple(excels(each) for each in row) for row in sheet) for sheet in sheets]
    told = []
    for function, *given in json.load(sys.stdin):
        handed = () if function in ("PERMIT_STATUS", "PERMIT_NEXT") else tables
        cells = (*map(argument, given), *handed)
        [[shown]] = udfs.call_udf("permitbook.udfs", function, cells, None, MagicMock())
        told.append(shown.replace(tzinfo=None).isoformat(timespec="minutes") if isinstance(shown, datetime) else shown)
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main(sys.argv[1])
