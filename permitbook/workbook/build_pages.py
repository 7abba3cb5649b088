"""The pages without a table: Form, Help, and the title of Today."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import ceil
from typing import TYPE_CHECKING, Any

from permitbook.periods import show_day
from permitbook.schema import Column
from permitbook.workbook import build_looks as look
from permitbook.workbook.build_entry import absolute, message, validation
from permitbook.workbook.build_tables import Build, page_setup
from permitbook.workbook.layout import AS_OF_CELL, COMPUTED, FINDINGS, MOST_FINDINGS, Need, Sheet, sections

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

NOT_CHECKED = "Not checked yet. Check fills this page: what is due, by whom, and by when."

NONE_OPEN = (
    "To fill this page: select a cell in a row of Applications and press Open form. To write it back: Save form."
)
_FORM_HEADS, _FORM_HEAD_ROW, _AS_OPENED = ("Fact", "Given", "What it means, and where the law asks for it"), 2, 3
_HELP_WIDTH, _LETTERS_A_LINE, _ACROSS = 125, 135, 5

_STEPS = (
    (
        "Log an application",
        "On Applications, type in the first empty row: Received, Applicant, Event Date, Start, Route and so on. "
        "Leave Application No empty; the check gives one. Leave empty what is not known: a blank is never a no.",
    ),
    (
        "Check",
        "Press Check all on the tab Permits. It fills Today, Findings, Deadlines and Conflicts and the grey columns at "
        "the right of Applications, and changes nothing that you typed. Check row says how the selected rows stand. "
        "Without Excel:  permitbook check BOOK.",
    ),
    ("See what is due", "Today lists what is due, by whom and by when, overdue first. Deadlines lists every date."),
    (
        "Answer a question",
        "Findings shows what an official must determine. Choose Yes or No in Found, fill in By, On and Reason, "
        "and check again. Yes on a ground: it stands. Yes on a finding that the permit needs: it is made.",
    ),
    (
        "Record the decision",
        "The official decides, not the program. On Applications fill in Action, Acted At and Acted By; later "
        "Applicant Notified At and How.",
    ),
    (
        "Make the letters",
        "Select the rows and press Refer, Issue, Deny, Offer alternate or Revoke: the letter and a copy for every "
        "officer who must get one are put into the folder beside the workbook and entered in Register, and it is "
        "saved. When something is missing none is made, and you are told what.",
    ),
    (
        "Any other letter",
        "permitbook letter BOOK KIND APPLICATION  makes a receipt, hand-out, posting list, notice of an appeal, "
        "invoice and more.  permitbook issue BOOK APPLICATION --amended  makes a permit again with its corrections, "
        "and --void voids its number with a reason. What was made before stays.",
    ),
    (
        "One application at a time",
        "Select its row and press Open form: the sheet Form shows every fact with its clause, and what was found. "
        "Correct it there and press Save form; only what you changed is written, and noted in Log.",
    ),
    (
        "Where a date comes from",
        "Reckoning on Deadlines counts it day by day, with the days skipped and why. Explain gives the account of the "
        "selected application, clause by clause.",
    ),
    (
        "Plan and report",
        "Suggest dates names the nearest days and smallest changes that pass every automatic test. Calendar makes a "
        "file for Outlook and others. Monthly summary fills Board, and puts the board's report beside the workbook.",
    ),
    (
        "Dates in a formula",
        "=PERMIT_LAST_FILING(date), =PERMIT_DECIDE_BY(received, event), =PERMIT_ADD_BUSINESS_DAYS(date, days), "
        "=PERMIT_STATUS(number) and others give the dates of the law in any cell; format it as a date. The function "
        "wizard (fx, category User Defined) lists them. Like the buttons they need permitbook[excel] here.",
    ),
    (
        "Keep the office's tables",
        "The grey tabs are yours: who gets copies (Officials), the fee, the days the office is closed, the board's "
        "meetings, the streets. Strike from Closures the holidays on which the office is open.",
    ),
    (
        "Unclear words of the law",
        "Readings shows how each is read. The attorney confirms or changes it, signs and dates; what a court has "
        "struck down is switched off there.",
    ),
)


def write_today_title(build: Build, sheet: Worksheet) -> None:
    """What stands above Today's table, and the name under which the check finds its second line."""
    sheet.set_row(0, 26)
    sheet.write_string(0, 0, f"What is due: {build.law.municipality}", build.looks.title())
    row, column = AS_OF_CELL
    sheet.write_string(row - 1, column - 1, NOT_CHECKED, build.looks.quiet())
    build.book.define_name("today_as_of", f"={Sheet.TODAY}!{absolute(row, column)}")


def write_form(build: Build, sheet: Worksheet) -> None:
    """One application, fact below fact, with what each means and its clause; how it stands, and what was found."""
    looks = build.looks
    for place, wide in enumerate((32, 48, 74)):
        sheet.set_column(place, place, wide, looks.format(valign="top", text_wrap=True))
    sheet.set_column(_AS_OPENED, _AS_OPENED, 20, None, {"hidden": True})
    sheet.set_row(0, 26)
    sheet.write_string(0, 0, f"One application: {build.law.municipality}", looks.title())
    sheet.write_string(1, 0, NONE_OPEN, looks.quiet())
    head = looks.format(bold=True, bg_color=look.OFFICE_GREY, font_color=look.INK, border=1, border_color=look.LINE)
    for place, each in enumerate((*_FORM_HEADS, "As Opened")):
        sheet.write_string(_FORM_HEAD_ROW, place, each, head)
    computed = looks.format(bold=True, bg_color=look.COMPUTED_HEAD, font_color=look.QUIET, italic=True)
    row = _form_section(build, sheet, _FORM_HEAD_ROW + 1, "Where it stands", COMPUTED, computed)
    for section in sections(build.law):
        ground, ink = look.shades(section)
        band = looks.format(bold=True, bg_color=ground, font_color=ink)
        row = _form_section(build, sheet, row, section.name, section.columns, band)
    _write_findings_lines(build, sheet, row, computed)
    sheet.freeze_panes(_FORM_HEAD_ROW + 1, 1)
    page_setup(build, sheet)
    sheet.repeat_rows(_FORM_HEAD_ROW)
    build.book.define_name("form", f"={Sheet.FORM}!$A${_FORM_HEAD_ROW + 2}:$B${row}")


def _form_section(build: Build, sheet: Worksheet, row: int, title: str, columns: Sequence[Column], band: Format) -> int:
    """A titled section with its facts; the row below it."""
    first = _band(sheet, row, title, band)
    for number, column in enumerate(columns, first):
        _form_line(build, sheet, number, column, computed=columns is COMPUTED)
    return first + len(columns)


def _band(sheet: Worksheet, row: int, title: str, format: Format) -> int:
    """A line that begins a section; the row below it. Its colon tells it from a fact of the same name."""
    for place, text in enumerate((f"{title}:", "", "")):
        sheet.write_string(row, place, text, format)
    return row + 1


def _write_findings_lines(build: Build, sheet: Worksheet, row: int, band: Format) -> None:
    """Empty lines for what was found: the clause, the account, and the question. Without lines none is printed."""
    first = _band(sheet, row, FINDINGS, band)
    line = build.looks.format(valign="top", text_wrap=True)
    for number in range(first, first + MOST_FINDINGS):
        for place in range(len(_FORM_HEADS)):
            sheet.write_blank(number, place, None, line)


def _form_line(build: Build, sheet: Worksheet, row: int, column: Column, *, computed: bool = False) -> None:
    need = build.needs.get(column.key)
    line = {"bottom": 4, "bottom_color": look.LINE, "valign": "top", "text_wrap": True}
    ground = {"bg_color": look.COMPUTED_FILL, "font_color": look.QUIET} if computed else {}
    name = build.looks.format(**line, **_marked(need))
    shown = {"num_format": look.number_format(Sheet.FORM, column), "align": "left"}
    told = build.looks.format(**line, font_color=look.QUIET)
    sheet.write_string(row, 0, column.heading, name)
    sheet.write_blank(row, 1, None, build.looks.format(**line, **ground, **shown))
    sheet.write_blank(row, _AS_OPENED, None, build.looks.format(**shown))
    said = message(column, build.law, need=need, computed=computed)
    sheet.write_string(row, 2, said.replace("\n", " "), told)
    wish = None if computed else validation(column, build.law, build.lists, need=need)
    if wish:
        shown_beside = {key: value for key, value in wish.items() if not key.startswith("input")}
        if shown_beside["validate"] != "any":
            sheet.data_validation(row, 1, row, 1, shown_beside)


def _marked(need: Need | None) -> dict[str, int]:
    """How the name of a fact that the ordinance asks for is set."""
    if need is None:
        return {}
    return {"bold": 1} if need is Need.WHERE_IT_APPLIES else {"bold": 1, "underline": 1}


def write_help(build: Build, sheet: Worksheet, years: Sequence[int], as_of: date) -> None:
    """One screen that teaches the work, and what the colours mean."""
    looks = build.looks
    sheet.hide_gridlines(2)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, _ACROSS, _HELP_WIDTH / _ACROSS)
    sheet.set_row(0, 26)
    sheet.write_string(0, 0, f"How to work with this workbook: {build.law.municipality}", looks.title())
    line = {"valign": "top", "text_wrap": True, "bottom": 4, "bottom_color": look.LINE}
    for row, (step, told) in enumerate(_STEPS, 2):
        sheet.set_row(row, 15 * ceil(len(told) / _LETTERS_A_LINE) + 4)
        sheet.write_string(row, 0, step, looks.format(bold=True, **line))
        sheet.merge_range(row, 1, row, _ACROSS, told, looks.format(**line))
    row = len(_STEPS) + 3
    row = _swatches(sheet, row, "What the colours mean", _legend(build), looks.format(bold=True))
    parts = tuple((each.name, _swatch(build, *look.shades(each))) for each in sections(build.law))
    row = _swatches(sheet, row, "The sections of Applications", parts, looks.format(bold=True))
    listed = f" Closures lists the holidays of {' and '.join(map(str, sorted(set(years))))}." if years else ""
    sheet.write_string(row + 1, 0, f"Made {show_day(as_of)}.{listed}", looks.quiet())
    page_setup(build, sheet)
    sheet.fit_to_pages(1, 1)
    sheet.print_area(0, 0, row + 1, _ACROSS)


def _swatches(sheet: Worksheet, row: int, title: str, samples: Sequence[tuple[str, Format]], bold: Format) -> int:
    """A titled block of samples; the row below it and a gap."""
    sheet.write_string(row, 0, title, bold)
    for number, (words, format) in enumerate(samples):
        down, across = divmod(number, _ACROSS)
        sheet.set_row(row + down, 18)
        sheet.write_string(row + down, 1 + across, words, format)
    return row + ceil(len(samples) / _ACROSS) + 1


def _swatch(build: Build, ground: str, ink: str) -> Format:
    return build.looks.format(bg_color=ground, font_color=ink, border=1, border_color=look.LINE, valign="vcenter")


def _legend(build: Build) -> tuple[tuple[str, Format], ...]:
    """Samples of what a colour or a kind of letter says."""
    frame = {"border": 1, "border_color": look.LINE, "valign": "vcenter"}
    computed = {"bg_color": look.COMPUTED_HEAD, "font_color": look.QUIET, "italic": True}
    by_hand = {"bg_color": look.BY_HAND, "font_color": look.WHITE, "bold": True}
    samples: tuple[tuple[str, dict[str, Any]], ...] = (
        ("Required", {"bold": True, "underline": 1}),
        ("Required in some cases", {"bold": True}),
        ("Computed", computed),
        ("The official's answer", by_hand),
        ("overdue", look.OVERDUE),
        ("due soon", look.SOON),
        ("proved", look.PROVED),
        ("needs_judgment", look.TO_JUDGE),
        ("needs_facts", look.FACTS_WANTED),
        ("A number used twice", look.TWICE),
    )
    return tuple((words, build.looks.format(**frame, **wish)) for words, wish in samples)
