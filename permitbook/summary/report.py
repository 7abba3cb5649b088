"""The board's memo in Word: counts first, a chart, what to notice, then the tables; one to two pages.

The same summary makes the same bytes. A table that would be too long shows its first lines and says how many more
the CSV beside it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time
from io import BytesIO
from typing import TYPE_CHECKING, Any

import docx
import pandas as pd
from docx.shared import Pt
from msgspec import Struct

from permitbook.periods import show_day, show_time
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.summary.board import clipped
from permitbook.summary.chart import chart_of
from permitbook.summary.frames import TOTAL
from permitbook.summary.notable import dollars, notable
from permitbook.summary.word import picture, say, set_up, table
from permitbook.workbook.board_layout import BY_MONTH

if TYPE_CHECKING:
    from docx.document import Document

    from permitbook.summary.make import Summary

SPAN_HEADS = ("Month", "Year ago", "Year", "Fiscal")
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
NONE = "–"
_FIRST_PART = "[Content_Types].xml"


FEWER = {"notable": 7, "clocks": 8, "missed": 3, "coming": 5, "conflicts": 3, "treatment": 3, "questions": 3}
"""The same where several workbooks share the pages."""


class Page(Struct, frozen=True):
    """The memo while it is written, and how many lines each of its tables shows."""

    document: Document
    lines: Mapping[str, int]


def report_of(summary: Summary) -> bytes:
    """The Word file of a summary."""
    page = Page(docx.Document(), LINES if len(summary.digests) == 1 else LINES | FEWER)
    set_up(page.document)
    _head(page, summary)
    frames = summary.frames
    _counts(page, frames["volume"])
    _chart(page, summary)
    page.document.add_heading("Notable matters", 1)
    for sentence in notable(frames)[: page.lines["notable"]]:
        say(page.document, sentence, bullet=True)
    if len(summary.digests) > 1:
        _books(page, summary)
    _days(page, frames["days_to_decide"])
    _clocks(page, frames["clocks"])
    _missed(page, frames["missed"])
    _coming(page, frames["coming"])
    _denials(page, frames["denials"])
    _fees(page, frames["fee_totals"], frames["fees"])
    _appeals(page, frames["appeals"])
    _conflicts(page, frames["conflicts"])
    _treatment(page, frames["treatment"])
    _questions(page, frames["questions"])
    return _packed(page.document, summary)


def _packed(document: Document, summary: Summary) -> bytes:
    """The file with no other date in it than the one it was made as of."""
    about, at = document.core_properties, max(each.as_of for each in summary.digests)
    about.title = f"Parade and event permits, {summary.month.name}"
    about.author, about.last_modified_by, about.comments = "permitbook", "permitbook", ""
    about.created = about.modified = at
    out = BytesIO()
    document.save(out)
    members = read_package(out.getvalue())
    names = sorted(members, key=lambda name: (name != _FIRST_PART, name))
    return package_bytes(pack(name, members[name].read()) for name in names)


def _head(page: Page, summary: Summary) -> None:
    title = page.document.add_paragraph()
    run = title.add_run("MEMORANDUM")
    run.bold, run.font.size = True, Pt(15)
    first, at = summary.digests[0], max(each.as_of for each in summary.digests)
    towns = list(dict.fromkeys(each.municipality for each in summary.digests))
    to = f"{first.board}, {first.municipality}" if len(towns) == 1 else f"The boards of {_in_words(towns)}"
    sender = f"Office of the {first.official}" if len(towns) == 1 else "The permit offices"
    of = f", {len(summary.digests)} workbooks" if len(summary.digests) > 1 else ""
    lines = (
        ("To", to),
        ("From", sender),
        ("Date", show_day(at.date())),
        ("Re", f"Parade and event permits, {summary.month.name}{of}"),
    )
    for name, told in lines:
        paragraph = page.document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(0)
        paragraph.paragraph_format.tab_stops.add_tab_stop(Pt(44))
        paragraph.add_run(f"{name}:").bold = True
        paragraph.add_run(f"\t{told}")


def _counts(page: Page, volume: pd.DataFrame) -> None:
    """The counts in two halves, so that all of them are seen at once."""
    page.document.add_heading("What was done", 1)
    rows = [[row[0], *(f"{each:,}" for each in row[1:5])] for row in volume.itertuples(index=False, name=None)]
    half = len(rows) // 2
    halves = [[*left, "", *right] for left, right in zip(rows[:half], rows[half:], strict=True)]
    heads, widths = ("", *SPAN_HEADS), (1.2, *[0.56] * 4)
    table(page.document, (*heads, "", *heads), halves, (*widths, 0.12, *widths), words=(0, 5, 6))
    undated = int(volume["undated"].sum())
    if undated:
        say(page.document, f"Acts on record that bear no date, so that no month counts them: {undated:,}.", quiet=True)


def _chart(page: Page, summary: Summary) -> None:
    months = summary.frames["months"]
    told = "; ".join(
        f"{row['month']}: {', '.join(f'{row[name]} {name.lower()}' for name in BY_MONTH)}"
        for row in months.to_dict("records")
        if any(row[name] for name in BY_MONTH)
    )
    png = BytesIO(chart_of(months, summary.month))
    picture(page.document, png, f"Applications by month. {told or 'None in these months'}.")


def _books(page: Page, summary: Summary) -> None:
    page.document.add_heading("By workbook, this month", 1)
    frame = summary.frames["books"]
    heads = ("Workbook", "Municipality", "In the log", "Received", "Granted", "Denied")
    rows = (
        [clipped(it["book"], 34), it["municipality"], *(f"{it[name]:,}" for name in ("applications", *BY_MONTH))]
        for it in frame.head(page.lines["books"]).to_dict("records")
    )
    table(page.document, heads, rows, (2.4, 1.8, 0.7, 0.7, 0.7, 0.7), 4)
    _more(page, len(frame) - page.lines["books"], "workbooks")
    if summary.broken:
        say(page.document, f"{len(summary.broken)} workbooks could not be read and are not counted.", quiet=True)


def _days(page: Page, days: pd.DataFrame) -> None:
    page.document.add_heading("From receipt to decision", 1)
    month, year = days.iloc[0], days.iloc[2]
    say(page.document, f"{_decided('this month', month)} {_decided('in the year to date', year)}")


def _decided(when: str, it: pd.Series[Any]) -> str:
    if pd.isna(it["median"]):
        return f"None was decided {when}." if not it["decided"] else f"No decision {when} can be counted in days."
    return (
        f"Of {it['decided']:,} decided {when}, half were within {it['median']:g} days, nine of ten within "
        f"{it['percentile_90']}, the longest took {it['longest']}."
    )


def _clocks(page: Page, clocks: pd.DataFrame) -> None:
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
    _more(page, len(month) - page.lines["clocks"], "clauses")


def _share(value: Any) -> str:
    return NONE if pd.isna(value) else f"{value:.0%}"


def _missed(page: Page, missed: pd.DataFrame) -> None:
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
    _more(page, len(missed) - page.lines["missed"], "dates")


def _coming(page: Page, coming: pd.DataFrame) -> None:
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
    _more(page, len(coming) - page.lines["coming"], "event days")


def _when(day: date, start: str) -> str:
    return f"{show_day(day)}, {show_time(time.fromisoformat(start))}" if start else show_day(day)


def _denials(page: Page, denials: pd.DataFrame) -> None:
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
    _more(page, len(body) - page.lines["denials"], "clauses")


def _fees(page: Page, totals: pd.DataFrame, fees: pd.DataFrame) -> None:
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


def _appeals(page: Page, appeals: pd.DataFrame) -> None:
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
    _more(page, len(appeals) - page.lines["appeals"], "appeals")


def _conflicts(page: Page, conflicts: pd.DataFrame) -> None:
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
    _more(page, len(conflicts) - page.lines["conflicts"], "conflicts")


def _treatment(page: Page, treatment: pd.DataFrame) -> None:
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
    _more(page, len(groups) - page.lines["treatment"], "groups")


def _questions(page: Page, questions: pd.DataFrame) -> None:
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
    _more(page, len(groups) - page.lines["questions"], "applications")


def _more(page: Page, more: int, things: str) -> None:
    if more > 0:
        say(page.document, f"{more:,} more {things} stand in the CSV beside this report.", quiet=True)


def _day(day: date | None) -> str:
    return show_day(day) if day else NONE


def _in_words(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
