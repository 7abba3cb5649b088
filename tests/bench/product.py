"""The program's own way through the stages of a whole run, in one process.

`python -m tests.bench.product BOOK OUT --as-of T --letters N` checks the workbook and writes it, makes so many
letters (permits with all their copies), and the month's summary.
"""

from __future__ import annotations

import gc

from permitbook.__main__ import SELDOM
from tests.bench.laps import Laps

LAPS = Laps()


def main() -> None:
    """All stages."""
    gc.set_threshold(*SELDOM)  # as the command line does
    import argparse
    from datetime import datetime
    from pathlib import Path

    from permitbook.checking import assess_desk
    from permitbook.desk import open_desk
    from permitbook.letters.folder import write_set
    from permitbook.letters.kinds import ACTS
    from permitbook.letters.sets import letter_set
    from permitbook.matters import matter_of
    from permitbook.workbook.opened import opened
    from permitbook.writing import append_history, write_results

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--as-of", type=datetime.fromisoformat, required=True)
    parser.add_argument("--letters", type=int, default=200)
    asked = parser.parse_args()
    LAPS.lap("imports")
    book = opened(asked.book)
    desk = open_desk(book.read)
    LAPS.lap("read")
    checked = assess_desk(desk, asked.as_of)
    LAPS.lap("evaluate, conflicts")
    writer = book.writer(desk.office.settings)
    write_results(writer, checked)
    append_history(writer, desk, at=asked.as_of, did="checked")
    writer.save()
    LAPS.lap("write")
    act, made = ACTS["issue"], 0
    for found in checked.assessed:
        if made >= asked.letters:
            break
        letters = letter_set(act, matter_of(checked, found, act), desk.register, asked.book)
        write_set(letters.folder, {each.name: each.content for each in letters.documents}, letters.known)
        made += len(letters.documents)
    LAPS.lap("letters")
    pairs = sum(len(each.assessment.conflicts) for each in checked.assessed) // 2
    rows = len(checked.assessed)
    del checked, writer, book
    from permitbook.summary.board import write_board_sheet
    from permitbook.summary.digest import digest_desk
    from permitbook.summary.make import summarize
    from permitbook.summary.month import Month

    month = Month.read(f"{asked.as_of:%Y-%m}")
    summary = summarize([digest_desk(desk, asked.book.stem, month, asked.as_of)], month)
    write_board_sheet(asked.book, summary)
    LAPS.lap("summary")
    LAPS.tell(rows=rows, letters=made, pairs=pairs)


if __name__ == "__main__":
    main()
