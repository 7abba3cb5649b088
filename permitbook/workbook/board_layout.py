"""What stands where on the Board sheet: titled ranges of fixed size, each under a name by which it is found again."""

from __future__ import annotations

from textwrap import shorten
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance

MONTHS = 12
COMING_LINES = 8
COMING_HEADS = ("Application", "Date", "Start", "Form", "", "Where", "", "", "Organization", "", "", "Status", "")
COMING_PLACES = (0, 1, 2, 3, 5, 8, 11)
"""The columns that the parts of a coming event begin in, from 0: the wide ones run on over their neighbours."""

MEASURES = (
    "Received",
    "Granted",
    "Denied",
    "Alternate offered",
    "Alternate accepted",
    "Withdrawn",
    "Cancelled",
    "Postponed",
    "No permit needed",
    "Permit issued",
    "Permit revoked",
    "Appeal received",
    "Lapsed undecided",
)
PENDING_AT_END = "Pending at the end"
COUNTS = (*MEASURES, PENDING_AT_END)
SPANS = ("This Month", "A Year Ago", "Year To Date", "Fiscal Year")
BY_MONTH = ("Received", "Granted", "Denied")
CLOCK_HEADS = ("On Time", "Late", "Not Done", "Not Used")
DAYS = ("Decided", "Median days", "Nine of ten within", "Longest")
FEE_HEADS = ("Due", "Paid", "Owing", "Waived")
_LABEL = 44
MONTH_CELL = "board_month"
"""The name of the cell that says which month the sheet shows."""
ASKED_MONTH = (2, 13)
"""The row and column of the cell in which a clerk types the month that the button is to summarize."""


class Block(Struct, frozen=True):
    """A titled range: its name, where its title stands (from 0), its lines, and the heads of its columns.

    The named range holds the values only; with `heads_too` a range of that name and `_heads` holds the heads.
    `room` is how many columns lie between the lines' labels and the first value.
    """

    name: str
    title: str
    row: int
    column: int
    lines: tuple[str, ...]
    heads: tuple[str, ...]
    heads_too: bool = False
    room: int = 1
    money: int = 0
    """How many of the columns, from the left, are dollars."""

    @property
    def last_row(self) -> int:
        return self.row + len(self.lines)

    @property
    def first_value(self) -> int:
        return self.column + self.room


def clock_lines(law: Ordinance) -> tuple[tuple[str, str, str], ...]:
    """The dates that an ordinance sets, each once: clause, what is to be done, and by whom."""
    return tuple(dict.fromkeys((each.clause, each.what, each.who) for each in law.clocks))


def charge_lines(law: Ordinance) -> tuple[str, ...]:
    """The kinds of charge that an ordinance knows."""
    fee = (law.fee_rule.what,) if law.fee_rule else ()
    return (*fee, *{"F": (POLICE,), "E": (EXTRA,)}.get(law.initial, ()))


POLICE, EXTRA = "Extra police", "Extra municipal cost"


def blocks(law: Ordinance) -> dict[str, Block]:
    """The ranges of a municipality's Board, by name, from top to bottom."""
    counts = Block("counts", "What was done", 3, 0, COUNTS, SPANS)
    blanks = ("",) * MONTHS
    months = Block("months", "Month by month", counts.last_row + 2, 0, BY_MONTH, blanks, heads_too=True)
    told = tuple(shorten(f"{clause}: {what}", _LABEL, placeholder="…") for clause, what, _ in clock_lines(law))
    clocks = Block("timeliness", "Dates that fell due this month", months.last_row + 2, 0, told, CLOCK_HEADS)
    days = Block("days", "Days from receipt to decision", clocks.last_row + 2, 0, DAYS, SPANS)
    fees = Block("fees", "Charges, received this month", days.row, 6, charge_lines(law), FEE_HEADS, room=3, money=3)
    made = (counts, months, clocks, days, fees)
    return {each.name: each for each in made}


def coming_row(law: Ordinance) -> int:
    """The row of the heads of the coming events, from 0."""
    return blocks(law)["days"].last_row + 3
