"""The pictures of the README: `python .github/pictures.py` makes the demonstration and draws them anew.

Needs the test extra, LibreOffice (soffice) and poppler (pdftoppm). LibreOffice prints what Excel shows, but does not
fit the height of rows to their text, so the copy of the workbook that is drawn is given heights.
"""

import subprocess
import sys
from copy import copy
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.dimensions import ColumnDimension
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import ColBreak, RowBreak
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.demo import make_demo

HERE = Path(__file__).parent
SHOWN = {
    "Application No": 14,
    "Event": 24,
    "Event Date": 16,
    "Start": 10,
    "Status": 15,
    "Recommendation": 19,
    "Next Step": 34,
    "Next By": 16,
    "Decide By": 16,
    "Grounds": 20,
    "Conflicts": 30,
}
"""The columns of Applications that fit into a picture, with their widths."""
ROWS = range(14, 40)
LINE = 15.0


def draw_log(book: Path, folder: Path) -> None:
    """The log as it stands on the day of the demonstration: some columns of its last rows."""
    whole = load_workbook(book)
    for name in whole.sheetnames:
        if name != "Applications":
            del whole[name]
    sheet = whole["Applications"]
    heads = {str(cell.value): cell.column for cell in sheet[1] if cell.column}
    widths = {heads[heading]: width for heading, width in SHOWN.items()}
    fills = {
        column: each.fill
        for each in sheet.column_dimensions.values()
        for column in range(each.min or 1, (each.max or 0) + 1)
    }
    for column in range(1, sheet.max_column + 1):
        letter, width = get_column_letter(column), widths.get(column)
        told = ColumnDimension(sheet, index=letter, width=width or 1, hidden=width is None)
        told.fill = copy(fills[column])  # type: ignore[assignment]
        sheet.column_dimensions[letter] = told
    for row in range(2, sheet.max_row + 1):
        sheet.row_dimensions[row].hidden = row not in ROWS
        sheet.row_dimensions[row].height = LINE * lines_of(sheet, row, heads)
    print_whole(sheet)
    whole.save(folder / "log.xlsx")
    draw(folder / "log.xlsx", HERE / "workbook.png", 1400)


def lines_of(sheet: Worksheet, row: int, heads: dict[str, int]) -> int:
    """How many lines the fullest cell of a row takes."""
    cells = ((sheet.cell(row, heads[heading]).value, width) for heading, width in SHOWN.items())
    return max(ceil(len(text) / (1.2 * width)) for text, width in cells if isinstance(text, str))


def print_whole(sheet: Worksheet) -> None:
    """One page without margins or footer."""
    sheet.print_area = f"A1:{get_column_letter(sheet.max_column)}{max(ROWS)}"
    sheet.row_breaks, sheet.col_breaks = RowBreak(), ColBreak()
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.fitToWidth = sheet.page_setup.fitToHeight = 1
    sheet.oddFooter = HeaderFooterItem()
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.bottom = margins.header = margins.footer = 0.2


def draw(file: Path, picture: Path, width: int) -> None:
    """The first page of an office file as a picture of so many pixels across."""
    run("soffice", "--headless", "--convert-to", "pdf", "--outdir", str(file.parent), str(file))
    size = ("-scale-to-x", str(width), "-scale-to-y", "-1")
    run("pdftoppm", "-png", "-singlefile", *size, str(file.with_suffix(".pdf")), str(picture.with_suffix("")))


def run(*command: str) -> None:
    """Runs a program, or stops with what it says."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr or done.stdout}")


def main() -> None:
    """Both pictures."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        made = {each.path.stem: each for each in make_demo(folder / "demo")}
        draw_log(made["east_troy"].path, folder)
        permit = made["freeport"].letters / "FP-2027-002" / "FP-2027-002 permit.docx"
        draw(permit, HERE / "letter.png", 1000)


if __name__ == "__main__":
    main()
