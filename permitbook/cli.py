"""The command line: `permitbook COMMAND ...`. Results go to standard output, problems to standard error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from datetime import date, datetime
from os import environ
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from permitbook.errors import PermitbookError, UsageError
from permitbook.ordinances import KEYS

if TYPE_CHECKING:
    from permitbook.summary.month import Month

BROKEN_PIPE = 0
MOST_DAYS = 366


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence and leaves with 2."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:]}. See `{self.prog} --help`.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; the exit status is 0 done, 1 something needs the user, 2 usage, 3 not read or written."""
    _speak_utf8()
    try:
        asked = _asked(sys.argv[1:] if arguments is None else arguments)
        run: Callable[[argparse.Namespace], int] = asked.run
        return run(asked)
    except PermitbookError as error:
        print(f"permitbook: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print("permitbook: stopped; nothing is half-written.", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return BROKEN_PIPE
    except Exception as error:
        if environ.get("PERMITBOOK_DEBUG"):
            raise
        print(f"permitbook: {unforeseen(error)}", file=sys.stderr)
        return PermitbookError.exit_status


def unforeseen(error: Exception) -> str:
    """The last resort: a clerk gets a sentence, whatever happened."""
    if isinstance(error, OSError):
        place = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror or error}{place}."
    return f"something went wrong that should not ({type(error).__name__}: {error}); please report it."


def _speak_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    """What is asked for. Only the parser of the command that is given is made; without one, all are listed."""
    from permitbook.actions import ACTIONS

    action = next((each for each in ACTIONS if arguments[:1] == [each.command]), None)
    if action is None:
        return _overview().parse_args(arguments)
    parser = _Parser(prog=f"permitbook {action.command}", description=action.tip)
    for argument in action.arguments:
        argument.add_to(parser)
    parser.set_defaults(run=action.run)
    return parser.parse_args(arguments[1:])


def _overview() -> _Parser:
    """Lists the commands, and refuses what is none of them."""
    from permitbook.actions import ACTIONS

    parser = _Parser(
        prog="permitbook", description="Parade and special-event permits under three municipal ordinances."
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for action in ACTIONS:
        commands.add_parser(action.command, help=action.tip)
    return parser


def moment(text: str) -> datetime:
    """A minute given as 2026-06-01T09:00, or a day, which means its midnight."""
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no moment such as 2026-06-01T09:00") from None
    if read.tzinfo is not None:
        raise argparse.ArgumentTypeError(f"'{text}' names a time zone; give the municipality's own time without one")
    year(f"{read.year:04}")
    return read.replace(second=0, microsecond=0)


def year(text: str) -> int:
    """A year that a log can speak of."""
    from permitbook.when import FIRST_DAY, LAST_DAY

    first, last = FIRST_DAY.year, LAST_DAY.year
    if not (text.isdecimal() and len(text) == 4 and first <= int(text) <= last):
        raise argparse.ArgumentTypeError(f"'{text}' is no year from {first} to {last}")
    return int(text)


def month(text: str) -> Month:
    """A month given as 2026-06."""
    from permitbook.summary.month import Month

    try:
        return Month.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def day(text: str) -> date:
    """A day given as 2026-07-04."""
    try:
        read = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no day such as 2026-07-04") from None
    year(f"{read.year:04}")
    return read


def number_of_days(text: str) -> int:
    """How many days, from one to a year."""
    if not (text.isdecimal() and 1 <= int(text) <= MOST_DAYS):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of days from 1 to {MOST_DAYS}")
    return int(text)


def workbook(text: str) -> Path:
    """The path of a workbook, or of what is to be written."""
    if not text.strip():
        raise argparse.ArgumentTypeError("nothing is named there")
    return Path(text)


def ordinance_key(text: str) -> str:
    """The key of a built-in ordinance."""
    if text not in KEYS:
        raise argparse.ArgumentTypeError(f"'{text}' is no ordinance; choose one of {', '.join(KEYS)}")
    return text
