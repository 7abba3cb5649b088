"""The frames of a month in a fresh process: `python -m tests.bench.frames BOOK --as-of T [--floor]`.

The floor imports pandas and reads the workbook, and makes nothing of it.
"""

import argparse
import gc
from datetime import datetime
from pathlib import Path

import pandas  # noqa: F401

from permitbook.__main__ import SELDOM
from permitbook.desk import open_desk
from permitbook.workbook.reader import read_book


def main() -> None:
    """Either way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--as-of", type=datetime.fromisoformat, required=True)
    parser.add_argument("--floor", action="store_true")
    asked = parser.parse_args()
    gc.set_threshold(*SELDOM)  # as the command line does
    desk = open_desk(read_book(asked.book))
    if asked.floor:
        return
    from permitbook.summary.digest import digest_desk
    from permitbook.summary.make import summarize
    from permitbook.summary.month import Month

    month = Month.read(f"{asked.as_of:%Y-%m}")
    summarize([digest_desk(desk, asked.book.stem, month, asked.as_of)], month)


if __name__ == "__main__":
    main()
