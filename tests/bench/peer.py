"""The usual way, to be beaten: what a competent colleague writes in an afternoon with pandas, openpyxl and docxtpl.

`python -m tests.bench.peer BOOK OUT --letters KIT` does for a workbook what a check, the letters and the month's
summary do: it reads the log, answers as many clauses and reckons as many dates for each application, compares the
events of each day in pairs, writes the computed columns and sheets back, makes the letters, and sums up.
Nothing of the program is used. It is no match for it in care (an event past midnight is compared on its first day
only, blanks are taken for no, what openpyxl cannot keep is lost), only in the amount of work.
"""

from __future__ import annotations

import argparse
import datetime as dt
import io
import itertools
import pickle
from pathlib import Path
from typing import Any

import holidays
import numpy as np
import openpyxl
import pandas as pd
from docxtpl import DocxTemplate
from openpyxl.styles import PatternFill

from tests.bench.laps import Laps

STATES = {"east_troy": "WI", "freeport": "NY", "new_castle": "NY"}
SHOWN = {"needs_judgment", "proved", "needs_facts"}
ASKED = (
    *("Applicant", "Applicant Address", "Applicant Phone", "Organization", "Organization Address"),
    *("Organization Phone", "Organization Heads", "Person in Charge", "Person in Charge Address"),
    *("Person in Charge Phone", "Event Form", "Event Date", "Assembly Time", "Start", "End", "Assembly Area"),
    *("Starting Point", "Route", "Termination Point", "Participants", "Received How", "Sponsor Kind"),
    *("Applicant E-mail", "On Behalf Of", "Authorization On File", "Received", "Event"),
)
YELLOW = PatternFill("solid", fgColor="FFFF00")


def read(book: Path) -> Any:
    """The log as a frame."""
    frame = pd.read_excel(book, sheet_name="Applications", engine="openpyxl")
    for head in ("Event Date", "Received", "Acted At"):
        frame[head] = pd.to_datetime(frame[head])
    return frame


def findings(row: Any, closed: Any) -> list[tuple[str, str, str]]:
    """Sixteen clauses with a verdict and a sentence each."""
    day, received, start, end = row["Event Date"].date(), row["Received"].date(), row["Start"], row["End"]
    ahead = (day - received).days
    working = int(np.busday_count(received, day, holidays=closed))
    people, watching = row["Participants"], row["Spectators"] if "Spectators" in row else row["Participants"]
    route = [part.strip() for part in str(row["Route"]).split(";") if part.strip()]
    hours = f"{start:%I:%M %p} to {end:%I:%M %p}" if isinstance(end, dt.time) else f"from {start:%I:%M %p}"
    sizes = f"{people:,.0f} participants, {watching:,.0f} spectators, {len(route)} streets"

    def judged(clause: str, question: str) -> tuple[str, str, str]:
        return clause, "needs_judgment", f"{question} {sizes}; {hours}."

    def tested(clause: str, wrong: bool, told: str) -> tuple[str, str, str]:
        return clause, "proved" if wrong else "clear", told

    return [
        tested("LATE", ahead < 10, f"Received {received:%a %d %b %Y}, {ahead} days before {day:%a %d %b %Y}."),
        tested("EARLY", ahead > 180, f"Received {received:%a %d %b %Y}, {ahead} days before {day:%a %d %b %Y}."),
        tested("RUSH", working < 5, f"{working} business days are left to decide."),
        tested("NIGHT", not dt.time(9) <= start <= dt.time(21), f"It starts at {start:%I:%M %p}."),
        judged("TRAFFIC", "Will it interrupt traffic?"),
        judged("POLICE", "Does it leave police for the rest?"),
        judged("EMERGENCY", "Can ambulances pass?"),
        judged("INJURY", "Is injury likely?"),
        judged("PACE", "Does it move on?"),
        judged("SANITATION", "Are there toilets?"),
        judged("PARKING", "Is there parking?"),
        tested("ROUTE", not route, f"The route names {len(route)} streets."),
        tested("LONG", len(route) > 6, f"The route names {len(route)} streets."),
        tested("WEEKEND", day.weekday() >= 5 and people > 5000, f"{day:%A} with {people:,.0f} participants."),
        tested("PHONE", pd.isna(row["Applicant Phone"]), "No telephone is given."),
        tested("ORGANIZATION", pd.isna(row["Organization"]), "No organization is named."),
    ]


def deadlines(row: Any, closed: Any) -> list[tuple[str, dt.date, dt.date, dt.date, str, str]]:
    """Twelve dates, each plain, on an open day before and on one after, with their state and how they were reached."""
    day, received, today = row["Event Date"].date(), row["Received"].date(), row["today"]
    made = []
    for clause, from_day, count, unit in (
        ("DECIDE", received, 10, "day"),
        ("DECIDE_SHORT", received, 2, "business day"),
        ("NOTIFY", received, 5, "business day"),
        ("REFER", received, 1, "business day"),
        ("APPEAL", received, 15, "day"),
        ("APPEAL_DECIDED", received, 20, "business day"),
        ("FILE", day, -10, "day"),
        ("FILE_SHORT", day, -2, "business day"),
        ("FILE_EARLY", day, -180, "day"),
        ("POST", day, -1, "day"),
        ("DENY_IN_HAND", day, -3, "business day"),
        ("INSURE", day, -7, "day"),
    ):
        if unit == "day":
            due = from_day + dt.timedelta(days=count)
        else:
            due = np.busday_offset(from_day, count, roll="backward", holidays=closed).item()
        work_by = np.busday_offset(due, 0, roll="backward", holidays=closed).item()
        outer = np.busday_offset(due, 0, roll="forward", holidays=closed).item()
        state = "overdue" if due < today else "due soon" if (due - today).days < 4 else "open"
        steps = f"Start from {from_day:%a %d %b %Y}, not counted. Count {count} {unit}s. Reach {due:%a %d %b %Y}."
        made.append((clause, due, work_by, outer, state, steps))
    return made


def evaluate(row: Any, closed: Any) -> Any:
    """The findings, dates and computed columns of one application."""
    found, dates = findings(row, closed), deadlines(row, closed)
    waiting = [each for each in dates if each[4] != "overdue"]
    first = min(waiting, key=lambda each: each[1]) if waiting else dates[0]
    proved = [each[0] for each in found if each[1] == "proved"]
    missing = [head for head in ASKED if head in row and pd.isna(row[head])]
    exempt = row["Sponsor Kind"] in ("the municipality", "county") or row["Event Form"] in (
        "funeral procession",
        "other",
    )
    action = row["Action"] if isinstance(row["Action"], str) else "no permit needed" if exempt else "in review"
    return pd.Series(
        {
            "found": [each for each in found if each[1] in SHOWN],
            "dates": dates,
            "Status": action,
            "Recommendation": "refuse" if proved else "refer",
            "Next": first[0],
            "Due": first[1],
            "Proved": "; ".join(proved),
            "Missing": "; ".join(missing),
        }
    )


def conflicts(frame: Any) -> list[tuple[str, str, str]]:
    """The events of each day compared pair by pair: who meets whom on which street."""
    streets = (
        frame["Route"].astype(str).str.split(";").apply(lambda parts: {p.split(" from ")[0].strip() for p in parts})
    )
    ends = [
        end if isinstance(end, dt.time) and end > start else dt.time.max
        for start, end in zip(frame["Start"], frame["End"], strict=True)
    ]
    starts, numbers, met = list(frame["Start"]), list(frame["Application No"]), []
    for _, group in frame.groupby("Event Date"):
        for one, other in itertools.combinations(group.index, 2):
            if starts[one] < ends[other] and starts[other] < ends[one]:
                shared = streets[one] & streets[other]
                if shared:
                    told = "; ".join(sorted(shared))
                    met += [(numbers[one], numbers[other], told), (numbers[other], numbers[one], told)]
    return met


def write(frame: Any, met: list[tuple[str, str, str]], book: Path, out: Path) -> None:
    """The computed columns and sheets, by openpyxl."""
    workbook = openpyxl.load_workbook(book, keep_vba=True)
    sheet = workbook["Applications"]
    heads = {cell.value: cell.column for cell in sheet[1]}
    first = len(heads) - 6
    counted = frame["Application No"].map(pd.Series([each[0] for each in met]).value_counts()).fillna(0)
    for place, (_, row) in enumerate(frame.iterrows()):
        values = [row["Status"], row["Recommendation"], row["Next"], row["Due"], row["Proved"], row["Missing"]]
        for column, value in enumerate([*values, int(counted.iloc[place])], first):
            sheet.cell(place + 2, column).value = value
        if row["Proved"]:
            sheet.cell(place + 2, first + 4).fill = YELLOW
    today: list[list[Any]] = []
    for row in frame.itertuples():
        number = row[1]
        for clause, verdict, told in row.found:
            workbook["Findings"].append([number, clause, clause, "ground", verdict, told, told])
        for clause, due, work_by, outer, state, steps in row.dates:
            told = [number, clause, clause, "The official", due, work_by, outer, None, state, steps]
            workbook["Deadlines"].append(told)
            if state != "overdue":
                today.append([number, row.Event, clause, "The official", due, state, steps])
    for told in sorted(today, key=lambda each: each[4]):
        workbook["Today"].append(told)
    for number, other, told in met:
        workbook["Conflicts"].append([number, other, "street", told])
    for name in ("Findings", "Deadlines", "Conflicts", "Today"):
        table = next(iter(workbook[name].tables.values()))
        table.ref = f"{table.ref.split(':')[0]}:{table.ref.split(':')[1].rstrip('0123456789')}{workbook[name].max_row}"
    workbook.save(out)


def letters(kit: Path, out: Path) -> int:
    """The letters of the kit: templates with the values to fill them, worked out already."""
    out.mkdir(parents=True, exist_ok=True)
    pages = pickle.loads(kit.read_bytes())
    for place, (_, template, values) in enumerate(pages):
        letter = DocxTemplate(io.BytesIO(template))
        letter.render(values, autoescape=True)
        letter.save(out / f"{place}.docx")
    return len(pages)


def summary(frame: Any, out: Path) -> None:
    """Counts by month and by form."""
    month = frame["Event Date"].dt.to_period("M").astype(str)
    volume = frame.groupby(month).agg(applications=("Application No", "count"), participants=("Participants", "sum"))
    with pd.ExcelWriter(out, engine="openpyxl") as writer:
        volume.to_excel(writer, sheet_name="Months")
        pd.crosstab(month, frame["Event Form"]).to_excel(writer, sheet_name="Forms")
        pd.crosstab(month, frame["Status"]).to_excel(writer, sheet_name="Statuses")


def main() -> None:
    """All stages in one process."""
    laps = Laps()
    laps.lap("imports")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--ordinance", default="freeport")
    parser.add_argument("--as-of", type=dt.datetime.fromisoformat, required=True)
    parser.add_argument("--letters", type=Path, required=True)
    asked = parser.parse_args()
    closed = holidays.country_holidays("US", subdiv=STATES[asked.ordinance], years=range(2015, 2031))
    days = np.array(sorted(closed), dtype="datetime64[D]")
    frame = read(asked.book)
    laps.lap("read")
    frame["today"] = asked.as_of.date()
    made = frame.apply(evaluate, axis=1, closed=days)
    frame[made.columns] = made.astype(object)
    laps.lap("evaluate")
    met = conflicts(frame)
    laps.lap("conflicts")
    asked.out.mkdir(parents=True, exist_ok=True)
    write(frame, met, asked.book, asked.out / "checked.xlsm")
    laps.lap("write")
    count = letters(asked.letters, asked.out / "letters")
    laps.lap("letters")
    summary(frame, asked.out / "summary.xlsx")
    laps.lap("summary")
    laps.tell(rows=len(frame), letters=count, pairs=len(met) // 2)


if __name__ == "__main__":
    main()
