"""What a button does with an open workbook, and the words that are shown when it is done.

The commands are those of the command line, unchanged; what they print becomes the message.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from permitbook import __version__
from permitbook.buttons import Picks
from permitbook.cli import unforeseen
from permitbook.commands.saying import in_a_box
from permitbook.errors import NeedsUser, PermitbookError
from permitbook.extras import how_to_add
from permitbook.letters.templates import letters_folder
from permitbook.picked import named_rows, numbers
from permitbook.progress import heard_by
from permitbook.texts import clip
from permitbook.workbook.conf import XLWINGS

if TYPE_CHECKING:
    from permitbook.actions import Argument
    from permitbook.buttons import Button
    from permitbook.picked import Picked
    from permitbook.summary.month import Month
    from permitbook.workbook.opened import OpenBook
    from permitbook.workbook.reader import Book

MOST_LINES, MOST_LETTERS, WIDEST = 16, 960, 220
"""As much as a message box holds and a clerk reads."""
_MORE = "… and {} more lines"


class Told(Struct, frozen=True):
    """What the message box says; `grave` when something was refused or needs someone."""

    text: str
    grave: bool = False


def pressed(
    button: Button, book: OpenBook, picked: Callable[[], Picked], progress: Callable[[str], None] | None = None
) -> Told:
    """Does what a button says, and tells it; an error is told as one sentence.

    `picked` tells what is selected, and is asked only where the button takes something from there; `progress` hears
    what is going on. What a message box has no room for is put whole into a file beside the letters.
    """
    out, problems = StringIO(), StringIO()
    try:
        asked = _asked(button, book, picked)
        assert button.action
        with redirect_stdout(out), redirect_stderr(problems), in_a_box(), heard_by(progress):
            status = button.action.run(asked)
    except PermitbookError as error:
        status = error.exit_status
        problems.write(str(error))
    except Exception as error:
        return Told(unforeseen(error), grave=True)
    results, wrong = (_lines(each.getvalue()) for each in (out, problems))
    lines = _in_room(results, wrong, MOST_LETTERS)
    if lines != [*results, *wrong] and (kept := _kept(book, [*results, *wrong])):
        whole = f"All of it is in {kept}."
        lines = [*_in_room(results, wrong, MOST_LETTERS - len(whole) - 1), whole]
    return Told("\n".join(lines), grave=bool(status))


def check_versions(book: str, made_for: str, xlwings: str) -> None:
    """Raises NeedsUser when the macros of a workbook are not those of this program."""
    if _numbers(made_for) > _numbers(__version__):
        raise NeedsUser(
            f"The buttons of {book} are of permitbook {made_for}; on this computer is {__version__}. Install the newer "
            f"one here: {how_to_add('excel')}"
        )
    if _numbers(made_for) < _numbers(__version__) or xlwings != XLWINGS:
        raise NeedsUser(
            f"The buttons of {book} are of an older version ({made_for}, with xlwings {xlwings}) than the program "
            f"({__version__}, with xlwings {XLWINGS}), so nothing was done. Save and close the workbook, and run once: "
            f'permitbook upgrade "{book}". It keeps a backup.'
        )


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version, to be compared: `0.10.0` is newer than `0.9.1`."""
    return tuple(int(each) for each in version.split(".") if each.isdecimal())


def _asked(button: Button, book: OpenBook, picked: Callable[[], Picked]) -> Namespace:
    """What the command line would have asked for."""
    assert button.action
    values = {name: default for each in button.action.arguments for name, default in _defaults(each)}
    several = any(each.names == ("book",) and each.options.get("nargs") for each in button.action.arguments)
    values |= {"book": [book] if several else book, "as_of": None}
    if button.picks is Picks.ROWS:
        values["only"] = named_rows(book.read, picked())
    elif button.picks is Picks.SOME:
        values["applications"] = numbers(book.read, picked())
    elif button.picks is Picks.ONE:
        values["application"] = _one(numbers(book.read, picked()))
    if button.beside:
        values["out"] = book.path.with_name(f"{book.path.stem}{button.beside}")
    if "month" in values:
        values["month"] = month_to_show(book.read)
    return Namespace(**values)


def _defaults(argument: Argument) -> Iterator[tuple[str, Any]]:
    """What an argument is when it is not given."""
    name = argument.options.get("dest") or argument.names[-1].lstrip("-").replace("-", "_")
    off = False if argument.options.get("action") == "store_true" else None
    yield name, argument.options.get("default", off)


def _one(names: Sequence[str]) -> str:
    if len(names) > 1:
        raise NeedsUser(
            f"This button takes one application, and {len(names)} are selected ({clip(', '.join(names))}); "
            "select a cell in one row."
        )
    return names[0]


def month_to_show(book: Book) -> Month:
    """The month that is typed on Board, else the last full one. NeedsUser when it cannot be read."""
    from permitbook.desk import now_in, open_office
    from permitbook.summary.month import Month
    from permitbook.workbook.board_layout import ASKED_MONTH
    from permitbook.workbook.layout import Sheet
    from permitbook.workbook.table import address

    typed = book.value(Sheet.BOARD, *ASKED_MONTH) if Sheet.BOARD in book.sheets else None
    if typed is None or typed == "":
        law, _ = open_office(book)
        return Month.of(now_in(law.zone).date()).plus(-1)
    found = _month(typed)
    if found is None:
        cell = address(*ASKED_MONTH)
        raise NeedsUser(
            f"Board!{cell}: read '{typed}'; expected a month such as 2026-06. Correct it or empty the cell."
        )
    return found


def _month(typed: object) -> Month | None:
    from datetime import date

    from permitbook.summary.month import Month

    if isinstance(typed, date):
        return Month.of(typed)
    try:
        return Month.read(str(typed))
    except ValueError:
        return Month.named(str(typed).strip().capitalize())


def _lines(text: str) -> list[str]:
    return [each.removeprefix("permitbook: ") for each in text.splitlines() if each.strip()]


def _in_room(results: Sequence[str], wrong: Sequence[str], letters: int) -> list[str]:
    """Results first, then what is wrong, each clipped so that both are seen."""
    share = 2 if results and wrong else 1
    lines = _clipped(results, MOST_LINES // share, letters // share)
    return [*lines, *_clipped(wrong, MOST_LINES - len(lines), letters - len("\n".join(lines)))]


def _kept(book: OpenBook, lines: Sequence[str]) -> str:
    """Where the whole message is kept; empty where it could not be."""
    try:
        file = letters_folder(book.path) / "last message.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join([*lines, ""]), "utf-8")
    except (OSError, PermitbookError):
        return ""
    return str(file)


def _clipped(lines: Sequence[str], room: int, letters: int) -> list[str]:
    """As many of the lines as have room, how many more there are, and the last, which sums up."""
    told = [line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…" for line in lines]
    if len(told) <= room and len("\n".join(told)) < letters:
        return told
    kept: list[str] = []
    end = ["", told[-1]]
    for each in told[: room - 2]:
        if len("\n".join([*kept, each, *end])) + len(_MORE) > letters:
            break
        kept.append(each)
    end[0] = _MORE.format(len(told) - len(kept) - 1)
    return [*kept, *end]
