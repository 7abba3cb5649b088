"""The frames as other programs read them: JSON records and CSV files, money in dollars, nothing where nothing is."""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pandas as pd

from permitbook.harmless import harmless
from permitbook.report import plain, problem_report

if TYPE_CHECKING:
    from permitbook.summary.make import Summary

_CENTS = "_cents"


def summary_report(summary: Summary, notable: list[str]) -> dict[str, Any]:
    """The document of `summary --json`."""
    return {
        "month": str(summary.month),
        "workbooks": [
            {"book": each.book, "municipality": each.municipality, "as_of": plain(each.as_of)}
            for each in summary.digests
        ],
        "passed_over": [{"workbook": str(each.path), "because": each.why} for each in summary.broken],
        "problems": [problem_report(each) for each in summary.problems],
        "notable": notable,
        "frames": {name: records(frame) for name, frame in summary.frames.items()},
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame; days in ISO form, dollars as numbers, null where nothing is."""
    heads = [(name, _head(name)) for name in frame.columns]
    return [
        {head: plain(_value(name, value)) for (name, head), value in zip(heads, row, strict=True)}
        for row in frame.itertuples(index=False, name=None)
    ]


def csv_of(frame: pd.DataFrame) -> bytes:
    """The frame as UTF-8 with a mark, so that Excel reads it.

    Text that a spreadsheet would take for a formula is made harmless.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([_head(name) for name in frame.columns])
    for row in frame.itertuples(index=False, name=None):
        writer.writerow([_told(_value(name, value)) for name, value in zip(frame.columns, row, strict=True)])
    return out.getvalue().encode("utf-8-sig")


def _head(name: str) -> str:
    return name.removesuffix(_CENTS)


def _value(name: str, value: Any) -> Any:
    """A cell as a plain Python value."""
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if hasattr(value, "item"):
        value = value.item()
    if name.endswith(_CENTS):
        return Decimal(value).scaleb(-2)
    return round(value, 4) if isinstance(value, float) else value


def _told(value: object) -> object:
    match value:
        case None:
            return ""
        case Decimal():
            return f"{value:.2f}"
        case float():
            return f"{value:g}"
        case date():
            return value.isoformat()
        case str():
            return harmless(value)
        case _:
            return value
