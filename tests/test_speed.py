"""Speed that can be felt: what a click loads, and work that grows with the log and not with its square.

Processor time is compared, not the clock, and only with the same work on a shorter log in the same process; the
margins are wide. `python -m tests.bench` measures.
"""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from permitbook.checking import Checked, assess_desk
from permitbook.desk import Desk, open_desk
from permitbook.evaluate import assess, cases_of
from permitbook.ground import Ground
from permitbook.holding import meet
from permitbook.meetings import pairs_that_meet
from permitbook.ordinances import KEYS
from permitbook.workbook.edit import Editor
from permitbook.workbook.reader import read_book
from permitbook.writing import write_results
from tests.bench.logs import Log, log_of, write_book
from tests.bench.stages import active_list, intervals

FEW, MANY = 200, 800
GROWN = MANY / FEW
MOST_GROWN = 2.5 * GROWN
"""So much longer may work on four times the rows take; what grows with the square takes sixteen times as long."""

HEAVY = (
    *("pandas", "numpy", "matplotlib", "docx", "docxtpl", "lxml", "openpyxl", "xlsxwriter", "holidays"),
    *("rich", "xlwings", "polars", "PIL", "distributed", "icalendar"),
)
MOST_MODULES = 350
"""As many as a click may load, the interpreter's own included."""


def seconds(work: Callable[[], object]) -> float:
    """The least processor time of three runs."""
    taken = []
    for _ in range(3):
        gc.collect()
        begun = time.process_time()
        made = work()
        taken.append(time.process_time() - begun)
        del made
    return min(taken)


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    folder = tmp_path_factory.mktemp("logs")
    made = {}
    for rows in (FEW, MANY):
        made[rows] = folder / f"{rows}.xlsm"
        write_book(made[rows], as_dense(rows))
    return made


def as_dense(rows: int) -> Log:
    """A log of so many rows, spread as those of the longer one, so that a row has as much to do in both."""
    log = log_of("freeport", MANY)
    step = MANY // rows
    return Log(log.key, log.as_of, log.years, log.applications[::step], ())


@pytest.fixture(scope="module")
def desks(books: dict[int, Path]) -> dict[int, Desk]:
    return {rows: open_desk(read_book(path)) for rows, path in books.items()}


@pytest.fixture(scope="module")
def checked(desks: dict[int, Desk]) -> dict[int, Checked]:
    return {rows: assess_desk(desk, AS_OF) for rows, desk in desks.items()}


AS_OF = datetime(2026, 6, 2, 9)


def grown(work: Callable[[int], object]) -> float:
    """How many times longer it takes with the many rows than with the few."""
    return seconds(lambda: work(MANY)) / seconds(lambda: work(FEW))


def test_reading_grows_with_the_log(books: dict[int, Path]) -> None:
    assert grown(lambda rows: open_desk(read_book(books[rows]))) < MOST_GROWN


def test_evaluating_grows_with_the_log(desks: dict[int, Desk]) -> None:
    def evaluated(rows: int) -> object:
        desk = desks[rows]
        cases = cases_of(desk.law, desk.applications, desk.office, AS_OF, {})
        meet(cases, desk.office)
        return [assess(case) for case in cases]

    assert grown(evaluated) < MOST_GROWN


def test_writing_grows_with_the_log(books: dict[int, Path], checked: dict[int, Checked]) -> None:
    def written(rows: int) -> object:
        editor = Editor.open(books[rows])
        write_results(editor, checked[rows])
        return editor.wanted.assemble()

    assert grown(written) < MOST_GROWN


def test_finding_conflicts_grows_with_the_events_when_they_are_as_dense() -> None:
    def found(count: int) -> tuple[int, float]:
        rows, on = intervals(count)
        grounds = [Ground(whole=frozenset(streets)) for streets in on]
        pairs = len(pairs_that_meet(rows, grounds, {}))
        return pairs, seconds(lambda: pairs_that_meet(rows, grounds, {}))

    (few, short), (many, long) = found(10_000), found(40_000)
    assert 2 < many / few < 8, "the two logs are not as dense as each other"
    assert long / short < MOST_GROWN


def test_conflicts_take_no_longer_than_a_bare_list_of_what_is_running_on_each_street() -> None:
    rows, on = intervals(20_000)
    grounds = [Ground(whole=frozenset(streets)) for streets in on]
    assert len(pairs_that_meet(rows, grounds, {})) == active_list(rows, on)
    assert seconds(lambda: pairs_that_meet(rows, grounds, {})) < 2.5 * seconds(lambda: active_list(rows, on))


def test_a_crowded_hour_costs_no_square(desks: dict[int, Desk]) -> None:
    """Every application on one morning, each on a street of its own."""

    def crowded(rows: int) -> object:
        desk = desks[MANY]
        day, start = desk.applications[0].event_date, desk.applications[0].start_time
        alike = [
            type(each)(
                application_no=each.application_no,
                received_at=each.received_at,
                event_date=day,
                start_time=start,
                route=(type(each.route[0])(f"Lane {place}"),) if each.route else None,
            )
            for place, each in enumerate(desk.applications[:rows])
        ]
        return meet(cases_of(desk.law, alike, desk.office, AS_OF, {}), desk.office)

    assert grown(crowded) < MOST_GROWN


def test_a_second_check_of_the_same_log_writes_nothing(books: dict[int, Path], tmp_path: Path) -> None:
    book = tmp_path / "log.xlsm"
    book.write_bytes(books[FEW].read_bytes())
    first = Editor.open(book)
    write_results(first, assess_desk(open_desk(read_book(book)), AS_OF))
    first.save()
    second = Editor.open(book)
    write_results(second, assess_desk(open_desk(read_book(book)), AS_OF))
    assert second.changed_parts == ()


@pytest.mark.parametrize("key", KEYS)
def test_a_click_on_check_and_on_issue_loads_nothing_heavy(key: str, tmp_path: Path) -> None:
    book, log = tmp_path / "log.xlsm", log_of(key, 10)
    write_book(book, log)
    at = f"{log.as_of:%Y-%m-%dT%H:%M}"
    run(sys.executable, "-m", "permitbook", "issue", str(book), log.ready[1], "--as-of", at)  # prepares the templates
    for command in (("check", str(book)), ("issue", str(book), log.ready[0])):
        told = run(sys.executable, "-X", "importtime", "-m", "permitbook", *command, "--as-of", at)
        loaded = re.findall(r"^import time:.*\| +(\S+)$", told, re.M)
        assert sorted({name.partition(".")[0] for name in loaded} & set(HEAVY)) == []
        assert len(loaded) < MOST_MODULES


def run(*arguments: str) -> str:
    """What a command says on standard error; it must not fail."""
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stderr
