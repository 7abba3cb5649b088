"""What staff can do, each thing once: its command, its words, its arguments, and the function that does it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct, field

from permitbook.cli import day, moment, month, number_of_days, ordinance_key, workbook, year


class Argument(Struct, frozen=True):
    """One argument of a command."""

    names: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Lets a parser take it."""
        parser.add_argument(*self.names, **self.options)


def argument(*names: str, **options: Any) -> Argument:
    """An argument as argparse takes it."""
    return Argument(names, options)


class Action(Struct, frozen=True):
    """Something staff can do. `does` names the module and function, which is loaded when it is called."""

    command: str
    tip: str
    does: str
    arguments: tuple[Argument, ...] = ()
    label: str | None = None
    """What its ribbon button says, where it has one."""

    def run(self, asked: argparse.Namespace) -> int:
        """Does it; the exit status."""
        module, function = self.does.split(":")
        done: Callable[[argparse.Namespace], int] = getattr(import_module(f"permitbook.{module}"), function)
        return done(asked)


KEY = "east_troy, freeport, new_castle"
BOOK = argument("book", type=workbook, metavar="BOOK", help="the workbook")
ONE = argument("application", metavar="APPLICATION", help="its number, such as FP-2026-001")
NUMBERS = argument("applications", nargs="+", metavar="APPLICATION", help="application numbers")
AS_OF = argument("--as-of", type=moment, metavar="MOMENT", help="stands for now, such as 2026-06-01T09:00")
PDF = argument("--pdf", action="store_true", help="put a PDF beside each letter, with LibreOffice or Word")
JSON = argument("--json", action="store_true", help="print one JSON document")

ACTIONS = (
    Action(
        "new",
        "Make a clerk's workbook and its letters folder.",
        "commands.making:new",
        (
            BOOK,
            argument("--ordinance", required=True, type=ordinance_key, metavar="KEY", help=KEY),
            argument(
                "--year",
                type=year,
                action="append",
                metavar="Y",
                help="years whose holidays are listed (may be repeated)",
            ),
            AS_OF,
        ),
    ),
    Action(
        "import",
        "Append the rows of a CSV file or workbook to Applications or another table.",
        "commands.importing:import_rows",
        (
            BOOK,
            argument("file", type=workbook, metavar="FILE", help="a .csv or .xlsx file"),
            argument("--sheet", default="Applications", metavar="TARGET", help="the sheet to append to"),
            argument("--from", dest="source", metavar="SOURCE", help="the sheet of FILE to read"),
            argument("--map", dest="map", type=workbook, metavar="MAP.toml", help="which head is which field"),
            argument("--suggest-map", action="store_true", help="propose a map for FILE and import nothing"),
            argument("--out", type=workbook, metavar="MAP.toml", help="put the proposed map there"),
            AS_OF,
            JSON,
        ),
    ),
    Action(
        "check",
        "Hold every row against the ordinance and write what follows.",
        "commands.checks:check",
        (
            BOOK,
            AS_OF,
            JSON,
            argument("--dry-run", action="store_true", help="write nothing"),
            argument(
                "--only",
                nargs="+",
                metavar="APPLICATION",
                help="check all, and say only what concerns these: numbers, or rows as 'row 7'",
            ),
        ),
        label="Check all",
    ),
    Action(
        "explain",
        "The full account of one application, or of one clause of it.",
        "commands.checks:explain",
        (
            BOOK,
            ONE,
            argument("clause", nargs="?", metavar="CLAUSE", help="only this clause, such as FP-59-A-9"),
            AS_OF,
            JSON,
        ),
        label="Explain",
    ),
    Action(
        "refer",
        "Send the copies of an application that the ordinance asks for.",
        "commands.letters:refer",
        (BOOK, NUMBERS, PDF, AS_OF, JSON),
        label="Refer",
    ),
    Action(
        "issue",
        "Make the permit that was granted, with all its copies.",
        "commands.letters:issue",
        (
            BOOK,
            NUMBERS,
            argument("--amended", action="store_true", help="make an issued permit again with its corrections"),
            argument("--void", metavar="REASON", help="void the permit's number, and tell all who had a copy"),
            PDF,
            AS_OF,
            JSON,
        ),
        label="Issue",
    ),
    Action(
        "deny",
        "Make the letter of a denial that was recorded.",
        "commands.letters:deny",
        (BOOK, NUMBERS, PDF, AS_OF, JSON),
        label="Deny",
    ),
    Action(
        "offer",
        "Make the offer of another date, time, place or route that was authorized.",
        "commands.letters:offer",
        (BOOK, NUMBERS, PDF, AS_OF, JSON),
        label="Offer alternate",
    ),
    Action(
        "revoke",
        "Make the notice of a revocation that was recorded.",
        "commands.letters:revoke",
        (BOOK, NUMBERS, PDF, AS_OF, JSON),
        label="Revoke",
    ),
    Action(
        "letter",
        "Make any other letter.",
        "commands.letters:letter",
        (
            BOOK,
            argument("kind", metavar="KIND", help="which letter, such as receipt; a kind that is none lists them all"),
            NUMBERS,
            PDF,
            AS_OF,
            JSON,
        ),
    ),
    Action(
        "mail",
        "E-mail drafts of the letters of an application that are still to be sent.",
        "commands.mailing:mail",
        (BOOK, ONE, AS_OF, JSON),
    ),
    Action(
        "suggest",
        "The nearest dates, times and smallest changes that pass every automatic test.",
        "commands.planning:suggest",
        (
            BOOK,
            ONE,
            argument(
                "--days",
                type=number_of_days,
                default=60,
                metavar="N",
                help="how many days before and after its day are looked at (60)",
            ),
            argument("--date", type=day, metavar="DAY", help="a wished day, such as 2026-07-04: does it pass?"),
            AS_OF,
            JSON,
        ),
        label="Suggest dates",
    ),
    Action(
        "calendar",
        "The events and open dates as a calendar file for Outlook, Google Calendar and others.",
        "commands.planning:calendar",
        (
            BOOK,
            argument("--out", type=workbook, metavar="FILE.ics", help="where to (beside the workbook)"),
            AS_OF,
            JSON,
        ),
        label="Calendar",
    ),
    Action(
        "summary",
        "The board's month: on the Board sheet, and as a Word report with tables.",
        "commands.summary:summary",
        (
            argument("book", nargs="+", type=workbook, metavar="BOOK", help="workbooks, or folders of them"),
            argument("--month", required=True, type=month, metavar="YYYY-MM", help="the month, such as 2026-06"),
            argument("--out", type=workbook, metavar="DIR", help="put the Word report and the tables there"),
            argument("--engine", choices=("processes", "dask"), default="processes", help="what reads many workbooks"),
            argument("--scheduler", metavar="ADDRESS", help="the Dask scheduler, such as tcp://10.0.0.5:8786"),
            AS_OF,
            JSON,
        ),
        label="Monthly summary",
    ),
    Action(
        "export",
        "Everything in the workbook as CSV files, for a request for records.",
        "commands.exporting:export",
        (
            BOOK,
            argument("--out", required=True, type=workbook, metavar="DIR", help="a new folder, or an earlier export"),
            argument("--redact", action="store_true", help="without people's telephones, e-mail addresses and homes"),
            AS_OF,
            JSON,
        ),
    ),
    Action(
        "log",
        "Check the history for changes.",
        "commands.checks:verify_log",
        (
            BOOK,
            argument("--verify", action="store_true", required=True, help="compare each entry with its hash"),
            JSON,
        ),
    ),
    Action(
        "rollover",
        "Next year's workbook with the office's own tables, and recurring events as drafts.",
        "commands.rolling:rollover",
        (
            BOOK,
            argument("new", type=workbook, metavar="NEW.xlsm", help="the workbook to make"),
            argument("--year", required=True, type=year, metavar="Y", help="the year it is for"),
            argument(
                "--recurring",
                nargs="*",
                metavar="APPLICATION",
                help="take over these events as drafts; without numbers, those that the log shows to recur",
            ),
            AS_OF,
            JSON,
        ),
    ),
    Action(
        "upgrade",
        "Macros, ribbon and new columns of this version put into an older workbook, with a backup.",
        "commands.upgrading:upgrade",
        (BOOK, AS_OF, JSON),
    ),
    Action(
        "clauses",
        "What carries out each clause of the ordinances.",
        "commands.reference:clauses",
        (argument("key", nargs="?", type=ordinance_key, metavar="KEY", help=f"{KEY}; all three without"), JSON),
    ),
    Action(
        "fields",
        "The data dictionary of a municipality's log.",
        "commands.reference:fields",
        (argument("key", type=ordinance_key, metavar="KEY", help=KEY), JSON),
    ),
    Action(
        "demo",
        "Three workbooks with a sample year each, checked, with letters.",
        "commands.making:demo",
        (argument("folder", nargs="?", type=workbook, metavar="DIR", help="where to put them (default: demo)"), JSON),
    ),
    Action(
        "doctor",
        "What works here, and how to mend what does not.",
        "commands.checks:doctor",
        (argument("book", nargs="?", type=workbook, metavar="BOOK", help="look at this workbook too"), AS_OF, JSON),
    ),
)
"""Everything staff can do; the command line is made from it, and the buttons of the ribbon name it."""


def action(command: str) -> Action:
    """The action of a command."""
    return next(each for each in ACTIONS if each.command == command)
