"""The report's chart: applications received, granted and denied, month by month, as a picture."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from permitbook.summary.month import Month
from permitbook.workbook.board_layout import BY_MONTH

if TYPE_CHECKING:
    import pandas as pd

INK, QUIET, LINE = "#1F2933", "#52606D", "#D9DDE1"
COLOURS = ("#1F4E79", "#7FB08A", "#C0504D")
WIDE, HIGH, DOTS = 7.0, 1.8, 200
_BAR = 0.27


def chart_of(months: pd.DataFrame, until: Month) -> bytes:
    """A PNG of the twelve months; the numbers stand on the bars, and later months are left empty.

    The same frame makes the same bytes.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(WIDE, HIGH), dpi=DOTS, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    places, highest = range(len(months)), 0
    marks = [Month.read(each) for each in months["month"]]
    for at, (name, colour) in enumerate(zip(BY_MONTH, COLOURS, strict=True)):
        heights = [int(each) if mark <= until else 0 for mark, each in zip(marks, months[name], strict=True)]
        highest = max(highest, *heights)
        bars = axes.bar([place + (at - 1) * _BAR for place in places], heights, _BAR, color=colour, label=name)
        labels = [str(height) if height else "" for height in heights]
        axes.bar_label(bars, labels, padding=1, fontsize=6, color=INK)
    axes.set_xticks(list(places), [each.short for each in marks], fontsize=7, color=INK)
    for mark, label in zip(marks, axes.get_xticklabels(), strict=True):
        label.set_fontweight("bold" if mark == until else "normal")
        label.set_color(INK if mark <= until else "#9AA5B1")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylim(0, max(4, highest * 1.15))
    axes.tick_params(axis="y", labelsize=7, labelcolor=QUIET, length=0)
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y", color=LINE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.legend(loc="upper left", ncols=3, fontsize=7, frameon=False, labelcolor=INK, bbox_to_anchor=(0, 1.16))
    out = BytesIO()
    canvas.print_png(out, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return out.getvalue()
