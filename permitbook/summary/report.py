"""The board's memo in Word: counts first, a chart, what to notice, then the tables; one to two pages.

The same summary makes the same bytes. A table that would be too long shows its first lines and says how many more
the CSV beside it holds.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import docx
import pandas as pd
from docx.shared import Pt

from permitbook.periods import in_words, show_day
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.summary.board import clipped
from permitbook.summary.chart import chart_of
from permitbook.summary.notable import notable
from permitbook.summary.report_tables import (
    FEWER,
    LINES,
    Page,
    add_appeals,
    add_clocks,
    add_coming,
    add_conflicts,
    add_denials,
    add_fees,
    add_missed,
    add_questions,
    add_treatment,
)
from permitbook.summary.word import picture, say, set_up, table
from permitbook.workbook.board_layout import BY_MONTH

if TYPE_CHECKING:
    from docx.document import Document

    from permitbook.summary.make import Summary

SPAN_HEADS = ("Month", "Year ago", "Year", "Fiscal")
_FIRST_PART = "[Content_Types].xml"


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
    add_clocks(page, frames["clocks"])
    add_missed(page, frames["missed"])
    add_coming(page, frames["coming"])
    add_denials(page, frames["denials"])
    add_fees(page, frames["fee_totals"], frames["fees"])
    add_appeals(page, frames["appeals"])
    add_conflicts(page, frames["conflicts"])
    add_treatment(page, frames["treatment"])
    add_questions(page, frames["questions"])
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
    to = f"{first.board}, {first.municipality}" if len(towns) == 1 else f"The boards of {in_words(towns)}"
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
    page.more(len(frame) - page.lines["books"], "workbooks")
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
