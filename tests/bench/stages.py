"""One stage of the work beside its floor, in turn in one process: `python -m tests.bench.stages NAME BOOK ...`.

A stage is a function that gives the things to be timed, by name. They are run in turn, so often as asked, and the
processor seconds of each run are printed as one line of JSON. Other work on the machine hits all of them alike.
"""

from __future__ import annotations

import argparse
import gc
import io
import json
import pickle
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from permitbook.__main__ import SELDOM
from permitbook.assessment import Assessment
from permitbook.case import Case
from permitbook.checking import Checked, assess_desk
from permitbook.desk import Desk, open_desk
from permitbook.evaluate import assess, cases_of
from permitbook.ground import Ground
from permitbook.holding import asked_for, docket_of, meet
from permitbook.meetings import pairs_that_meet
from permitbook.ordinance import Ordinance
from permitbook.provisions import Encoded
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.standing import is_live, standing
from permitbook.workbook.edit import Editor
from permitbook.workbook.reader import read_book
from permitbook.writing import write_results
from tests.bench.logs import street_names

Timed = dict[str, Callable[[], object]]
DAY = 24 * 60


def read(book: Path, as_of: datetime) -> Timed:
    """The desk (every sheet read, checked and turned into facts) beside the bare reader on the log's one sheet."""
    from python_calamine import CalamineWorkbook

    return {
        "product": lambda: open_desk(read_book(book)),
        "calamine": lambda: CalamineWorkbook.from_path(book).get_sheet_by_name("Applications").to_python(),
    }


def evaluate(book: Path, as_of: datetime) -> Timed:
    """Every clause and date of every row beside the same functions called with what they need at hand."""
    desk = open_desk(read_book(book))
    cases = _met(desk, as_of)
    asked = [(each.function, each.known(case), each.needed) for case in cases for each in everything_asked(desk.law)]
    calls = [(function, values) for function, values, needed in asked if all(values[at] is not None for at in needed)]
    del cases, asked

    def product() -> list[Assessment]:
        cases = cases_of(desk.law, desk.applications, desk.office, as_of, desk.determinations)
        return [assess(case) for case in cases]

    return {"product": product, "bare loop": lambda: [function(*values) for function, values in calls]}


def meeting(book: Path, as_of: datetime) -> Timed:
    """What each application meets: the docket with its names, neighbours and accounts."""
    desk = open_desk(read_book(book))
    cases = cases_of(desk.law, desk.applications, desk.office, as_of, desk.determinations)
    return {"product": lambda: meet(cases, desk.office)}


def everything_asked(law: Ordinance) -> list[Encoded]:
    """Every function of an ordinance that an assessment calls."""
    asked = [*law.scopes, *law.exemptions, *(rule.encoded for rule in law.rules)]
    asked += [each for item in law.requirements for each in (item.when, item.filled) if each]
    asked += [each for clock in law.clocks for each in (clock.when, clock.encoded, clock.done) if each]
    return [*asked, *(remark.encoded for remark in law.remarks), *(encoded for encoded, _ in law.fee_exemptions)]


def _met(desk: Desk, as_of: datetime) -> list[Case]:
    cases = cases_of(desk.law, desk.applications, desk.office, as_of, desk.determinations)
    meet(cases, desk.office)
    return cases


def conflicts(count: int) -> Timed:
    """The sweep beside the bare list of what is running on each street, on events of one to eight whole streets."""
    rows, on = intervals(count)
    grounds = [Ground(whole=frozenset(streets)) for streets in on]
    if active_list(rows, on) != len(pairs_that_meet(rows, grounds, {})):
        raise SystemExit("The two ways find other pairs.")
    return {
        "product": lambda: pairs_that_meet(rows, grounds, {}),
        "active list": lambda: active_list(rows, on),
    }


def intervals(count: int) -> tuple[list[tuple[int, int, int]], list[tuple[str, ...]]]:
    """So many events, always as dense: start, number and end in minutes, sorted; and the streets of each.

    They are numbered as they were received, some days or months before their own day, as a log is.
    """
    chance = Random(11)
    side = int(6 * count**0.5)
    days, streets = side, street_names(side)
    rows, on = [], []
    for number in range(count):
        day = number * days // count + int(chance.triangular(3, 170, 45))
        start = day * DAY + 15 * int(chance.triangular(26, 84, 42))
        rows.append((start, number, start + 15 * chance.choice((4, 6, 8, 8, 12, 12, 16, 24, 40, 200))))
        on.append(tuple({chance.choice(streets) for _ in range(chance.choice((1, 2, 2, 3, 3, 4, 5, 8)))}))
    return sorted(rows), on


def active_list(rows: Sequence[tuple[int, int, int]], on: Sequence[tuple[str, ...]]) -> int:
    """How many pairs meet: one pass by start, with the events still running on each street."""
    running: dict[str, list[tuple[int, int]]] = defaultdict(list)
    count = len(on)
    pairs: set[int] = set()
    for start, mine, end in rows:
        for street in on[mine]:
            others = [each for each in running[street] if each[0] > start]
            for _, other in others:
                pairs.add(mine * count + other if mine < other else other * count + mine)
            others.append((end, mine))
            running[street] = others
    return len(pairs)


def write(book: Path, as_of: datetime) -> Timed:
    """A first check's columns and sheets put into the workbook's bytes, beside packing the same package again.

    `openpyxl` loads the workbook as it is then and saves it.
    """
    checked = assess_desk(open_desk(read_book(book)), as_of)
    result = _written(book, checked)
    timed: Timed = {"product": lambda: _written(book, checked), "re-zip": lambda: _packed_again(result)}
    if len(checked.assessed) <= 10_000:
        timed["openpyxl"] = lambda: _through_openpyxl(result)
    return timed


def _written(book: Path, checked: Checked) -> bytes:
    editor = Editor.open(book)
    write_results(editor, checked)
    return editor.wanted.assemble()


def _packed_again(package: bytes) -> bytes:
    return package_bytes(pack(name, member.read()) for name, member in read_package(package).items())


def _through_openpyxl(package: bytes) -> bytes:
    from openpyxl import load_workbook

    out = io.BytesIO()
    load_workbook(io.BytesIO(package), keep_vba=True).save(out)
    return out.getvalue()


def rewrite(book: Path, as_of: datetime) -> Timed:
    """A check of a workbook that holds all of it already, and of one in which a single application has changed."""
    desk = open_desk(read_book(book))
    first = Editor.open(book)
    write_results(first, assess_desk(desk, as_of))
    first.save()
    desk = open_desk(read_book(book))
    same = assess_desk(desk, as_of)

    def nothing_new() -> None:
        editor = Editor.open(book)
        write_results(editor, same)
        if editor.changed:
            raise SystemExit("Something was written that stood there already.")

    return {"nothing new": nothing_new, "re-zip": lambda: _packed_again(book.read_bytes())}


def letters(kit: Path) -> Timed:
    """Letters rendered from known templates, beside docxtpl on the same templates and values."""
    from docxtpl import DocxTemplate

    from permitbook.letters.render import read_template

    pages = pickle.loads(kit.read_bytes())

    def by_docxtpl() -> None:
        for _, template, values in pages:
            letter = DocxTemplate(io.BytesIO(template))
            letter.render(values, autoescape=True)
            letter.save(io.BytesIO())

    return {
        "product": lambda: [read_template(name, template).render(values) for name, template, values in pages],
        "docxtpl": by_docxtpl,
    }


def suggestions(book: Path, as_of: datetime) -> Timed:
    """Sixty days either way searched for a live application.

    Beside it: the docket of the log once, and as many evaluations of the application's row as changes were tried.
    """
    from permitbook.suggest import suggest
    from permitbook.suggested import Suggestions

    desk = open_desk(read_book(book))
    case = next(each for each in _met(desk, as_of) if is_live(each) and standing(each) is None)
    number = str(case.logged.application_no)

    def search() -> Suggestions:
        answers = desk.determinations
        return suggest(desk.law, desk.applications, desk.office, number, as_of=as_of, determinations=answers)

    tried = search().tried

    def evaluations() -> None:
        docket = docket_of(cases_of(desk.law, desk.applications, desk.office, as_of, desk.determinations), desk.office)
        for _ in range(tried):
            alone = cases_of(desk.law, [case.logged], desk.office, as_of, desk.determinations)[0]
            alone.conflicts, alone.neighbours = docket.against(asked_for(alone))
            assess(alone)

    return {"product": search, f"{tried} evaluations": evaluations}


OF_BOOKS: dict[str, Callable[[Path, datetime], Timed]] = {
    "read": read,
    "evaluate": evaluate,
    "meeting": meeting,
    "write": write,
    "rewrite": rewrite,
    "suggestions": suggestions,
}


def timed(things: Timed, repeat: int) -> dict[str, list[float]]:
    """The processor seconds of each thing, run in turn so often; what it made is thrown away before the next."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for _ in range(repeat):
        for name, run in things.items():
            gc.collect()
            begun = time.process_time()
            made = run()
            seconds[name].append(time.process_time() - begun)
            del made
    return seconds


def main() -> None:
    """One stage."""
    gc.set_threshold(*SELDOM)  # as the command line does
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=[*OF_BOOKS, "conflicts", "letters"])
    parser.add_argument("of")
    parser.add_argument("--as-of", type=datetime.fromisoformat)
    parser.add_argument("--repeat", type=int, default=3)
    asked = parser.parse_args()
    things: Any
    if asked.stage == "conflicts":
        things = conflicts(int(asked.of))
    elif asked.stage == "letters":
        things = letters(Path(asked.of))
    else:
        things = OF_BOOKS[asked.stage](Path(asked.of), asked.as_of)
    seconds = timed(things, asked.repeat)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    json.dump({"seconds": seconds, "peak_mb": peak}, sys.stdout)


if __name__ == "__main__":
    main()
