"""The board's month from the command line."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from permitbook.commands.saying import is_boxed, say_json, say_problems, say_table, status_of
from permitbook.errors import NeedsUser, UsageError
from permitbook.extras import how_to_add
from permitbook.reckoning import show

if TYPE_CHECKING:
    from permitbook.summary.facts import Digest
    from permitbook.summary.make import Summary
    from permitbook.summary.many import Broken
    from permitbook.workbook.opened import OpenBook

DASK = "dask"


def summary(asked: argparse.Namespace) -> int:
    """Summarizes a month of one workbook or of many, and says where it is."""
    if (asked.engine == DASK) != (asked.scheduler is not None):
        raise UsageError("--engine dask and --scheduler ADDRESS belong together.")
    if find_spec("pandas") is None:
        raise NeedsUser(f"The summary needs pandas: {how_to_add('summary')}.")
    from permitbook.summary.board import write_board_sheet
    from permitbook.summary.files import write_files
    from permitbook.summary.make import summarize
    from permitbook.summary.many import workbooks
    from permitbook.summary.notable import notable
    from permitbook.summary.tables import summary_report

    books = [each for each in asked.book if not isinstance(each, Path)] or workbooks(asked.book)
    made = summarize(_read(books, asked), asked.month)
    problems = list(made.problems)
    changed = False
    files = write_files(made, asked.out) if asked.out else []
    if len(books) == 1:
        changed, found = write_board_sheet(books[0], made, keep_later=bool(asked.out) and isinstance(books[0], Path))
        problems += found
    if asked.json:
        say_json(summary_report(made, notable(made.frames)))
    else:
        _say(made, changed=changed if len(books) == 1 else None, files=files)
    say_problems(problems)
    for each in made.broken:
        print(f"Passed over: {each.why}", file=sys.stderr)
    return int(bool(made.broken)) or status_of(problems)


def _read(books: "Sequence[Path | OpenBook]", asked: argparse.Namespace) -> "list[Digest | Broken]":
    """Each workbook's share, with a bar of progress on a terminal; one that is open in Excel is read there."""
    from permitbook.summary.digest import digest_book, this_instant

    paths = [each for each in books if isinstance(each, Path)]
    if not paths:
        return [digest_book(each, asked.month, asked.as_of, this_instant()) for each in books]
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from permitbook.summary.many import digests

    if len(books) == 1:
        return list(digests(paths, asked.month, asked.as_of, scheduler=asked.scheduler))
    columns = (TextColumn("Reading workbooks"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=len(books))
        return list(
            digests(
                paths,
                asked.month,
                asked.as_of,
                scheduler=asked.scheduler,
                told=lambda done: progress.update(task, completed=done),
            )
        )


def _say(made: "Summary", *, changed: bool | None, files: Sequence[Path]) -> None:
    from permitbook.summary.notable import notable
    from permitbook.workbook.board_layout import SPANS

    first = made.digests[0]
    of = f"the {first.municipality}" if len(made.digests) == 1 else f"{len(made.digests)} workbooks"
    print(f"{made.month.name}, {of}, as of {show(first.as_of)}")
    volume = made.frames["volume"]
    if is_boxed():
        counts = [(row[0], row[1]) for row in volume.itertuples(index=False, name=None) if row[1]]
        print("; ".join(f"{what} {count}" for what, count in counts) or "Nothing was done in that month", end=".\n")
    else:
        say_table(("", *SPANS), [row[:-1] for row in volume.itertuples(index=False, name=None)])
    for sentence in notable(made.frames):
        print(f"- {sentence}")
    for line in _where(changed, files):
        print(line)


def _where(changed: bool | None, files: Sequence[Path]) -> Iterator[str]:
    if changed is not None:
        yield "It is on the Board sheet." if changed else "The Board sheet is as it was."
    if files:
        yield f"The report is {files[0]}; {len(files) - 1} tables are beside it."
