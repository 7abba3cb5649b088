"""The tables of the board's memo, one for each frame: its first lines, and how many more there are.

Each function adds what its frame holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import TYPE_CHECKING, Any

import pandas as pd
from msgspec import Struct

from permitbook.periods import show_day, show_time
from permitbook.summary.board import clipped
from permitbook.summary.frames import TOTAL
from permitbook.summary.notable import dollars
from permitbook.summary.word import say, table

if TYPE_CHECKING:
    from docx.document import Document

LINES = {
    "notable": 9,
    "books": 8,
    "clocks": 12,
    "missed": 4,
    "coming": 7,
    "denials": 4,
    "waived": 3,
    "appeals": 3,
    "conflicts": 4,
    "treatment": 5,
    "questions": 4,
}
"""How many lines of each table are shown."""
FEWER = {"notable": 7, "clocks": 8, "missed": 3, "coming": 5, "conflicts": 3, "treatment": 3, "questions": 3}
"""The same where several workbooks share the pages."""
NONE = "–"


class Page(Struct, frozen=True):
    """The memo while it is written, and how many lines each of its tables shows."""

    document: Document
    lines: Mapping[str, int]

    def more(self, more: int, things: str) -> None:
        """Says how many lines are not shown, if any."""
        if more > 0:
            say(self.document, f"{more:,} more {things} stand in the CSV beside this report.", quiet=True)


def add_clocks(page: Page, clocks: pd.DataFrame) -> None:
    """The share kept in time of each date that fell due, the most missed first."""
    page.document.add_heading("Kept in time", 1)
    month = clocks[(clocks["span"] == "month") & (clocks["due"] > 0)]
    year = clocks[clocks["span"] == "year_to_date"].set_index(["clause", "what", "who"])["share_on_time"]
    if month.empty:
        say(page.document, "No date that the ordinance sets fell due this month.")
        return
    gravest = month.assign(missed=month["late"] + month["not_done"]).sort_values(
        "missed", ascending=False, kind="stable"
    )
    shown = gravest.head(page.lines["clocks"]).sort_index()
    rows = [
        [
            it["clause"],
            clipped(it["what"], 46),
            clipped(it["who"], 22),
            *(str(it[name]) for name in ("on_time", "late", "not_done", "not_used")),
            _share(it["share_on_time"]),
            _share(year.get((it["clause"], it["what"], it["who"]), pd.NA)),
        ]
        for it in shown.to_dict("records")
    ]
    heads = ("Clause", "Fell due this month", "Who", "On time", "Late", "Not done", "Not used", "Share", "Year")
    table(page.document, heads, rows, (0.8, 2.45, 1.25, 0.45, 0.4, 0.4, 0.4, 0.45, 0.4), 6)
    page.more(len(month) - page.lines["clocks"], "clauses")


def _share(value: Any) -> str:
    return NONE if pd.isna(value) else f"{value:.0%}"


def add_missed(page: Page, missed: pd.DataFrame) -> None:
    """The dates of the month that were missed."""
    if missed.empty:
        return
    page.document.add_heading("Dates missed this month", 1)
    rows = (
        [
            it["application_no"],
            it["clause"],
            clipped(it["what"], 40),
            show_day(it["due_on"]),
            show_day(it["done_on"]) if it["done_on"] else "not done",
            str(it["days"]),
        ]
        for it in missed.head(page.lines["missed"]).to_dict("records")
    )
    heads = ("Application", "Clause", "What", "Due", "Done", "Days")
    table(page.document, heads, rows, (1.1, 0.85, 2.45, 1.1, 1.1, 0.4), 1)
    page.more(len(missed) - page.lines["missed"], "dates")


def add_coming(page: Page, coming: pd.DataFrame) -> None:
    """The events of the sixty days to come."""
    page.document.add_heading("Coming events of the next 60 days", 1)
    if coming.empty:
        say(page.document, "None is on record.")
        return
    rows = (
        [
            it["application_no"],
            _when(it["on"], it["start"]),
            it["form"],
            clipped(it["where"], 24),
            clipped(it["organization"], 25),
            NONE if it["participants"] is None else f"{it['participants']:,}",
            it["status"],
        ]
        for it in coming.head(page.lines["coming"]).to_dict("records")
    )
    heads = ("Application", "When", "Form", "Where", "Organization", "People", "Status")
    table(page.document, heads, rows, (0.9, 1.45, 0.8, 1.25, 1.25, 0.45, 0.9))
    page.more(len(coming) - page.lines["coming"], "event days")


def _when(day: date, start: str) -> str:
    return f"{show_day(day)}, {show_time(time.fromisoformat(start))}" if start else show_day(day)


def add_denials(page: Page, denials: pd.DataFrame) -> None:
    """The clauses that denials rest on."""
    used = denials[(denials["clause"] == TOTAL) | (denials["year_to_date"] + denials["month"] > 0)]
    page.document.add_heading("Denials by clause", 1)
    if len(used) == 1:
        say(page.document, "None this year.")
        return
    body = used[used["clause"] != TOTAL].sort_values(["month", "year_to_date"], ascending=False, kind="stable")
    shown = [*body.head(page.lines["denials"]).to_dict("records"), used.iloc[-1].to_dict()]
    rows = ([it["clause"], it["cite"], *(str(it[name]) for name in ("month", "year_to_date"))] for it in shown)
    heads = ("Clause", "Citation", "This month", "Year to date")
    table(page.document, heads, rows, (1.8, 2.2, 1.5, 1.5), 2, has_total=True)
    page.more(len(body) - page.lines["denials"], "clauses")


def add_fees(page: Page, totals: pd.DataFrame, fees: pd.DataFrame) -> None:
    """Fees and costs, and what was waived."""
    page.document.add_heading("Fees and police costs", 1)
    if totals.empty:
        say(page.document, "The ordinance sets no charge.")
        return
    spans = {"month": "this month", "year_to_date": "year to date"}
    rows = [
        [
            f"{it['kind']}, received {spans[it['span']]}",
            *(dollars(it[name]) for name in ("due_cents", "paid_cents", "owing_cents")),
            str(it["waived"]),
        ]
        for it in totals[totals["span"].isin(spans)].sort_values("kind", kind="stable").to_dict("records")
    ]
    table(page.document, ("Charge", "Due", "Paid", "Owing", "Waived"), rows, (3.4, 1.0, 1.0, 1.0, 0.6), 4)
    waived = fees[fees["waived_because"] != ""]
    for it in waived.head(page.lines["waived"]).to_dict("records"):
        say(page.document, f"Waived for {it['application_no']}: {clipped(it['waived_because'], 120)}", quiet=True)


def add_appeals(page: Page, appeals: pd.DataFrame) -> None:
    """Appeals and their dates."""
    page.document.add_heading("Appeals", 1)
    if appeals.empty:
        say(page.document, "None this year.")
        return
    rows = (
        [
            it["application_no"],
            *(_day(it[name]) for name in ("received_on", "act_by", "decided_on")),
            it["outcome"] or NONE,
        ]
        for it in appeals.tail(page.lines["appeals"]).to_dict("records")
    )
    heads = ("Application", "Received", "Board acts by", "Decided", "Outcome")
    table(page.document, heads, rows, (1.6, 1.5, 1.5, 1.4, 1.0))
    page.more(len(appeals) - page.lines["appeals"], "appeals")


def add_conflicts(page: Page, conflicts: pd.DataFrame) -> None:
    """Conflicts and how they ended."""
    page.document.add_heading("Conflicts met, and how they ended", 1)
    if conflicts.empty:
        say(page.document, "None arose or ended this month, and none is open.")
        return
    rows = (
        [
            f"{it['application_no']} and {it['with_no']}",
            it["level"],
            show_day(it["on"]),
            ", ".join(filter(None, [it["ended"], show_day(it["ended_on"]) if it["ended_on"] else ""])),
        ]
        for it in conflicts.head(page.lines["conflicts"]).to_dict("records")
    )
    table(page.document, ("Applications", "Same", "For", "How it ended"), rows, (2.2, 0.8, 1.2, 2.8))
    page.more(len(conflicts) - page.lines["conflicts"], "conflicts")


def add_treatment(page: Page, treatment: pd.DataFrame) -> None:
    """Outcomes by nothing but form and size."""
    page.document.add_heading("Equal treatment: outcome by form and size only, received in the year to date", 1)
    groups = treatment.iloc[:-1].sort_values("received", ascending=False, kind="stable")
    shown = [*groups.head(page.lines["treatment"]).to_dict("records"), treatment.iloc[-1].to_dict()]
    others = ("revoked", "withdrawn", "cancelled or postponed", "lapsed")
    rows = (
        [
            it["form"],
            it["size"],
            *(str(it[name]) for name in ("received", "granted", "denied", "alternate", "no permit needed")),
            str(sum(it[name] for name in others)),
            str(it["pending"]),
            NONE if pd.isna(it["median_days"]) else f"{it['median_days']:g}",
        ]
        for it in shown
    )
    heads = (
        "Form",
        "People",
        "Received",
        "Granted",
        "Denied",
        "Alternate",
        "No permit needed",
        "Other",
        "Pending",
        "Median days",
    )
    table(page.document, heads, rows, (1.25, 0.9, 0.65, 0.6, 0.55, 0.65, 0.75, 0.5, 0.6, 0.55), 8, has_total=True)
    page.more(len(groups) - page.lines["treatment"], "groups")


def add_questions(page: Page, questions: pd.DataFrame) -> None:
    """What officials must still determine, oldest first."""
    page.document.add_heading("Open questions to officials, oldest first", 1)
    if questions.empty:
        say(page.document, "None is open.")
        return
    groups = questions.groupby(["book", "application_no"], sort=False)
    rows = []
    for (_, number), found in list(groups)[: page.lines["questions"]]:
        first = found.iloc[0]
        waits = NONE if pd.isna(first["days_open"]) else str(first["days_open"])
        clauses = ", ".join(found["clause"])
        rows.append([str(number), _day(first["since"]), clipped(clauses, 92), waits])
    table(page.document, ("Application", "Received", "Clauses that ask", "Days"), rows, (1.1, 1.1, 4.3, 0.5), 1)
    page.more(len(groups) - page.lines["questions"], "applications")


def _day(day: date | None) -> str:
    return show_day(day) if day else NONE
