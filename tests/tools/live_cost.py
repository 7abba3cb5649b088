"""What a click costs: the processor time of one Python, from its start, over a workbook open in LibreOffice.

    python live_cost.py check BOOK.xlsm      Check all, as its button does it
    python live_cost.py cells BOOK.xlsm CHECKED.xlsm

The second: xlwings as it is, the cells of one workbook read, and those written that stand in the other; nothing else.

Prints the seconds, without those of the engine that stands in for Excel, and the modules that were loaded.
"""

import json
import resource
import sys
from datetime import datetime
from pathlib import Path


def spent() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def check(path: str) -> float:
    from permitbook.click import OPTIONAL, hidden

    with hidden(OPTIONAL):
        import xlwings  # noqa: F401
    before = spent()
    from tests import uno_engine

    app = uno_engine.start()
    book = app.books.open(path)
    ready = spent()
    from permitbook.checking import check
    from permitbook.live.book import LiveBook

    assert check(LiveBook(book), datetime(2026, 6, 20, 9)).changed
    done = spent()
    app.quit()
    return before + done - ready


def cells(path: str, checked: str) -> float:
    import xlwings  # noqa: F401

    before = spent()
    from python_calamine import CalamineWorkbook

    from tests import uno_engine

    filled = CalamineWorkbook.from_path(checked)
    rows = {name: filled.get_sheet_by_name(name).to_python() for name in filled.sheet_names}
    app = uno_engine.start()
    book = app.books.open(path)
    ready = spent()
    for sheet in book.sheets:
        assert sheet.used_range.value is not None
    for name in ("Today", "Findings", "Deadlines", "Conflicts", "Log"):
        book.sheets[name].range("A1").value = rows[name]
    status = rows["Applications"][0].index("Status")
    book.sheets["Applications"].range((1, status + 1)).value = [row[status:] for row in rows["Applications"]]
    done = spent()
    app.quit()
    return before + done - ready


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    seconds = globals()[sys.argv[1]](*sys.argv[2:])
    print(json.dumps({"seconds": round(seconds, 2), "loaded": sorted(sys.modules)}))
