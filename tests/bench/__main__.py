"""The benchmark: `python -m tests.bench [--ordinance KEY] [--rows 10 1000 10000 100000] [--repeat N]`.

Makes logs of these lengths, runs the program, the floors and the usual way (`peer`) in turn, and prints medians of
processor time, how many times one is the other, how the times grow, and peak memory. Fresh processes do all of it, so
that nothing is warm that would not be. The usual way and openpyxl are left out beyond 10,000 rows, where they take
minutes and gigabytes. Linux only, as it asks the system what each process used.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log10
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import permitbook
from permitbook.ordinances import KEYS
from tests.bench.logs import Log, log_of, write_book

LETTERS = 200
SHORT = 100
"""A click is measured on a log of at most so many rows."""
MOST_OF_THE_PEER = 10_000
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


@dataclass(frozen=True, slots=True)
class Used:
    """What a process used: processor seconds and peak memory, and what it printed."""

    seconds: float
    peak_mb: float
    told: str


Target = tuple[str, Callable[[float], bool]]
"""What is aimed at, in words and as a test of the ratio."""


@dataclass(slots=True)
class Line:
    """One comparison: the program's seconds, those of what it is held against, and the target for their ratio."""

    what: str
    rows: int
    ours: list[float]
    beside: str
    theirs: list[float]
    target: str
    met: Callable[[float], bool]

    @property
    def ratio(self) -> float:
        """The program's median over that of the other."""
        return median(self.ours) / median(self.theirs)


@dataclass(slots=True)
class Measured:
    """All comparisons, and the times whose growth is told, by stage and number of rows."""

    lines: list[Line] = field(default_factory=list)
    growth: dict[str, dict[int, float]] = field(default_factory=dict)


def at_most(times: float) -> Target:
    """The program takes at most so many times as long."""
    return f"at most {times:g} x", lambda ratio: ratio <= times


def faster(times: float) -> Target:
    """The program is at least so many times faster."""
    return f"1/{times:g} or less", lambda ratio: ratio <= 1 / times


def run(*arguments: object) -> Used:
    """A Python process run to its end."""
    process = subprocess.Popen(
        [sys.executable, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    assert process.stdout and process.stderr
    told = process.stdout.read().decode()
    wrong = process.stderr.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1 or "Traceback" in wrong:
        raise SystemExit(f"{' '.join(map(str, arguments))} failed:\n{wrong}")
    return Used(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, told)


class Bench:
    """One run of the benchmark for one ordinance in a folder."""

    def __init__(self, key: str, sizes: Sequence[int], repeat: int, folder: Path) -> None:
        self.key, self.sizes, self.repeat, self.folder = key, sizes, repeat, folder
        self.found = Measured()
        self.books: dict[int, tuple[Path, Log]] = {}

    def steps(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """What is to be done, in order, each with its name."""
        small, most = min(self.sizes), max(self.sizes)
        long = [each for each in self.sizes if each >= 1_000]
        for rows in self.sizes:
            yield f"a log of {rows:,} rows", partial(self.make, rows)
        if small <= SHORT:
            yield "a click", partial(self.click, small)
        for rows in long:
            yield f"read, {rows:,} rows", partial(self.stage, "read", "calamine", at_most(2), rows)
            yield f"evaluate, {rows:,} rows", partial(self.stage, "evaluate", "bare loop", at_most(3), rows)
            yield f"meeting, {rows:,} rows", partial(self.stage, "meeting", "", at_most(0), rows)
            yield f"write, {rows:,} rows", partial(self.stage, "write", "re-zip", at_most(2), rows)
            yield f"a second check, {rows:,} rows", partial(self.rewrite, rows)
        for events in (most, 10 * most) if long else ():
            yield f"conflicts, {events:,} events", partial(self.conflicts, events)
        for rows in (long or self.sizes)[:1]:
            yield "letters", partial(self.letters, rows)
            yield "summary frames", partial(self.frames, rows)
        for rows in long[:1]:
            yield "suggestions", partial(self.suggestions, rows)
        for rows in long:
            yield f"the whole run, {rows:,} rows", partial(self.whole, rows)

    def make(self, rows: int) -> None:
        path, log = self.folder / f"{self.key} {rows}.xlsm", log_of(self.key, rows)
        write_book(path, log)
        self.books[rows] = path, log

    def fresh(self, rows: int) -> Path:
        """A copy of a log's workbook that may be written to, without letters beside it."""
        copy = self.folder / "copy.xlsm"
        shutil.copy(self.books[rows][0], copy)
        shutil.rmtree(self.folder / "copy letters", ignore_errors=True)
        return copy

    def as_of(self, rows: int) -> str:
        return f"{self.books[rows][1].as_of:%Y-%m-%dT%H:%M}"

    def add(self, what: str, rows: int, ours: list[float], beside: str, theirs: list[float], target: Target) -> None:
        self.found.lines.append(Line(what, rows, ours, beside, theirs, *target))

    def click(self, rows: int) -> None:
        """A fresh process that checks a short log and makes one permit with its copies."""
        at, number = self.as_of(rows), self.books[rows][1].ready[0]
        kit = self.kit(rows, 1)
        self.fresh(rows)
        run("-m", "permitbook", "issue", self.folder / "copy.xlsm", number, "--as-of", at)  # prepares the templates
        ours, peer, floor, check = [], [], [], []
        for _ in range(max(5, self.repeat)):
            copy = self.fresh(rows)
            ours.append(run("-m", "permitbook", "issue", copy, number, "--as-of", at).seconds)
            peer.append(run(*self.peer(rows, kit)).seconds)
            floor.append(run("-c", "import python_calamine, jinja2, zipfile").seconds)
            check.append(run("-m", "permitbook", "check", self.fresh(rows), "--as-of", at).seconds)
        self.add("click: check and issue one permit", rows, ours, "peer", peer, faster(8))
        self.add("click: check and issue one permit", rows, ours, "import calamine, jinja2", floor, at_most(3))
        self.add("click: check alone", rows, check, "import calamine, jinja2", floor, at_most(3))

    def stage(self, stage: str, beside: str, target: Target, rows: int) -> None:
        """A stage beside its floor, in turn in one process."""
        path = self.books[rows][0]
        told = json.loads(run(*self.of_book(stage, path, rows)).told)
        seconds = told["seconds"]
        self.found.growth.setdefault(stage, {})[rows] = median(seconds["product"])
        if beside:
            self.add(stage, rows, seconds["product"], beside, seconds[beside], target)
        if "openpyxl" in seconds:
            self.add(stage, rows, seconds["product"], "openpyxl", seconds["openpyxl"], faster(15))

    def of_book(self, stage: str, path: Path, rows: int) -> list[object]:
        return ["-m", "tests.bench.stages", stage, path, "--as-of", self.as_of(rows), "--repeat", self.repeat]

    def rewrite(self, rows: int) -> None:
        """A check that finds everything in its place."""
        seconds = json.loads(run(*self.of_book("rewrite", self.fresh(rows), rows)).told)["seconds"]
        self.found.growth.setdefault("nothing new to write", {})[rows] = median(seconds["nothing new"])
        self.add("write, nothing new", rows, seconds["nothing new"], "re-zip", seconds["re-zip"], at_most(2))

    def conflicts(self, events: int) -> None:
        used = run("-m", "tests.bench.stages", "conflicts", events, "--repeat", self.repeat)
        seconds = json.loads(used.told)["seconds"]
        self.add("conflicts", events, seconds["product"], "active list", seconds["active list"], at_most(1.5))
        self.found.growth.setdefault("conflicts", {})[events] = median(seconds["product"])

    def kit(self, rows: int, letters: int) -> Path:
        """The templates and values of some letters, in a file."""
        out = self.folder / f"{rows} {letters}.kit"
        run("-m", "tests.bench.kit", self.books[rows][0], out, "--as-of", self.as_of(rows), "--letters", letters)
        return out

    def letters(self, rows: int) -> None:
        used = run("-m", "tests.bench.stages", "letters", self.kit(rows, 40), "--repeat", self.repeat)
        seconds = json.loads(used.told)["seconds"]
        self.add("40 letters", rows, seconds["product"], "docxtpl", seconds["docxtpl"], faster(20))

    def suggestions(self, rows: int) -> None:
        seconds = json.loads(run(*self.of_book("suggestions", self.books[rows][0], rows)).told)["seconds"]
        beside = next(each for each in seconds if each != "product")
        self.add("suggest", rows, seconds["product"], beside, seconds[beside], at_most(2))

    def frames(self, rows: int) -> None:
        """The month's frames of a checked log in a fresh process, beside one that imports pandas and reads the log."""
        path, at = self.fresh(rows), self.as_of(rows)
        run("-m", "permitbook", "check", path, "--as-of", at)
        ours, floor = [], []
        for _ in range(self.repeat):
            ours.append(run("-m", "tests.bench.frames", path, "--as-of", at).seconds)
            floor.append(run("-m", "tests.bench.frames", path, "--as-of", at, "--floor").seconds)
        self.add("summary frames", rows, ours, "import pandas, read", floor, at_most(1.5))

    def peer(self, rows: int, kit: Path) -> list[object]:
        out = self.folder / "peer"
        told = ["--ordinance", self.key, "--as-of", self.as_of(rows), "--letters", kit]
        return ["-m", "tests.bench.peer", self.books[rows][0], out, *told]

    def whole(self, rows: int) -> None:
        """Check, 200 letters and the month's summary; each way once in each turn."""
        kit = self.kit(rows, LETTERS)
        ours, peers = [], []
        for _ in range(self.repeat):
            at = self.as_of(rows)
            ours.append(run("-m", "tests.bench.product", self.fresh(rows), "--as-of", at, "--letters", LETTERS))
            if rows <= MOST_OF_THE_PEER:
                peers.append(run(*self.peer(rows, kit)))
        self.found.growth.setdefault("the whole run", {})[rows] = median(each.seconds for each in ours)
        if peers:
            seconds = [each.seconds for each in ours], [each.seconds for each in peers]
            self.add("the whole run", rows, seconds[0], "peer", seconds[1], faster(10 if rows < 10_000 else 15))
            memory = [each.peak_mb for each in ours], [each.peak_mb for each in peers]
            self.add("peak memory in MB", rows, memory[0], "peer", memory[1], at_most(0.5))
            self.stages_of(rows, ours, peers)

    def stages_of(self, rows: int, ours: Sequence[Used], peers: Sequence[Used]) -> None:
        """The seconds of each stage of the whole run, printed as they come."""
        table = Table(title=f"The whole run of {rows:,} rows by stage, seconds")
        for head in ("stage", "program", "peer"):
            table.add_column(head, justify="left" if head == "stage" else "right")
        mine, theirs = ([json.loads(each.told.splitlines()[-1])["stages"] for each in used] for used in (ours, peers))
        for stage in dict.fromkeys([*mine[0], *theirs[0]]):
            cells = (
                f"{median(each[stage] for each in told):.3f}" if stage in told[0] else "" for told in (mine, theirs)
            )
            table.add_row(stage, *cells)
        Console(width=100).print(table)

    def tell(self) -> None:
        """The tables."""
        table = Table(title=f"{self.key}, processor seconds, medians of {self.repeat} runs in turn")
        for head in ("what", "rows", "program", "beside it", "", "ratio", "target", ""):
            table.add_column(head, justify="left" if head in ("what", "beside it", "target") else "right")
        for line in self.found.lines:
            numbers = f"{median(line.ours):.3f}", line.beside, f"{median(line.theirs):.3f}", f"{line.ratio:.2f}"
            table.add_row(line.what, f"{line.rows:,}", *numbers, line.target, "yes" if line.met(line.ratio) else "no")
        Console(width=130).print(table)
        grown = Table(title="Growth: with n rows the time is as n to this power")
        for head in ("what", "from", "to", "seconds", "power"):
            grown.add_column(head, justify="left" if head == "what" else "right")
        for what, seconds in self.found.growth.items():
            for (few, before), (many, after) in zip(list(seconds.items()), list(seconds.items())[1:], strict=False):
                power = log10(after / before) / log10(many / few)
                grown.add_row(what, f"{few:,}", f"{many:,}", f"{before:.3f} to {after:.3f}", f"{power:.2f}")
        Console(width=100).print(grown)


def main() -> None:
    """Everything, in a folder that is removed at the end."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ordinance", choices=KEYS, default="freeport")
    parser.add_argument("--rows", type=int, nargs="+", default=[10, 1_000, 10_000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", nargs="*", help="steps whose name holds one of these words")
    asked = parser.parse_args()
    for package in (permitbook.__path__[0], str(Path(__file__).parent)):
        compileall.compile_dir(package, quiet=2)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(asked.ordinance, sorted(asked.rows), asked.repeat, Path(folder))
        steps = [(name, step) for name, step in bench.steps() if _is_wanted(name, asked.only)]
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=len(steps))
            for name, step in steps:
                progress.update(task, description=name)
                step()
                progress.advance(task)
        bench.tell()


def _is_wanted(name: str, only: Sequence[str] | None) -> bool:
    return not only or name.startswith("a log") or any(word in name for word in only)


if __name__ == "__main__":
    main()
