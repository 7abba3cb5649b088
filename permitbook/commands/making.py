"""Making workbooks: a new one for a clerk, and the demonstration."""

import argparse
from importlib.util import find_spec
from pathlib import Path

from permitbook.commands.saying import say_json, say_table
from permitbook.desk import now_in
from permitbook.errors import WorkbookError
from permitbook.extras import how_to_add
from permitbook.ordinances import ordinance

ENDING = ".xlsm"


def new(asked: argparse.Namespace) -> int:
    """Makes a workbook and its letters folder; never in the place of another file."""
    from permitbook.doctor.speed import compile_bytecode, folders
    from permitbook.letters.templates import copy_templates
    from permitbook.when import LAST_DAY
    from permitbook.workbook.build import build_workbook
    from permitbook.workbook.conf import this_python
    from permitbook.workbook.saving import write_new

    path: Path = asked.book
    if path.suffix.lower() != ENDING:
        raise WorkbookError(f"{path.name} must end in {ENDING}, so that Excel runs its buttons.")
    law = ordinance(asked.ordinance)
    today = (asked.as_of or now_in(law.zone)).date()
    years = sorted(set(asked.year or (today.year, min(today.year + 1, LAST_DAY.year))))
    write_new(path, build_workbook(law, years, as_of=today, interpreter=this_python()))
    folder = copy_templates(path)
    compile_bytecode(folders())
    print(f"Made {path} for the {law.municipality}, with holidays for {', '.join(map(str, years))}.")
    print(f"Letter templates are in {folder}.")
    if this_python() and find_spec("xlwings") is None:
        print(f"Its buttons need xlwings on this computer: {how_to_add('excel')}.")
    return 0


def demo(asked: argparse.Namespace) -> int:
    """Makes the demonstration and says what was made and where."""
    from permitbook.demo import make_demo

    made = make_demo(asked.folder or Path("demo"))
    if asked.json:
        say_json([each.report() for each in made])
    else:
        for each in made:
            told = each.memo or f"not made; it needs pandas: {how_to_add('summary')}"
            print(f"The board's month of the {each.municipality}: {told}")
        heads = ("Municipality", "Applications", "Findings", "Conflicts", "Letters", "Workbook")
        say_table(heads, [each.row() for each in made])
    return 0
