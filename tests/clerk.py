"""A clerk at the command line: workbooks made, files imported, commands run and heard in this process."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.cli import main
from tests.made_book import made

FILES = Path(__file__).parent / "cases" / "files"
MAPS = Path(__file__).parent / "maps"
DATA = Path(__file__).parent / "data"
AS_OF = "2026-06-20T09:00"


@dataclass(frozen=True)
class Heard:
    """What a command left: its exit status, and what it said on both outputs."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: object) -> Heard:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main([str(each) for each in arguments])
    return Heard(status, out.getvalue(), err.getvalue())


class Desk:
    """One workbook in a folder of its own, and the commands a clerk gives on it."""

    def __init__(self, folder: Path, key: str = "freeport") -> None:
        self.folder, self.key = folder, key
        self.book = folder / f"{key}.xlsm"
        self.book.write_bytes(made(key))

    def write(self, name: str, content: str, encoding: str = "utf-8") -> Path:
        path = self.folder / name
        path.write_bytes(content.encode(encoding))
        return path

    def log(self, *lines: str, name: str = "log.csv") -> Heard:
        """Imports lines of CSV, the first of them the heads."""
        return self.bring(self.write(name, "\n".join(lines) + "\n"))

    def rows(self, *rows: Mapping[str, object]) -> Heard:
        """Imports applications from facts by field key."""
        heads = list(dict.fromkeys(key for row in rows for key in row))
        lines = [",".join(f'"{row.get(key, "")}"' for key in heads) for row in rows]
        return self.log(",".join(heads), *lines)

    def bring(self, file: Path, *more: object, sheet: str | None = None, map: str | Path | None = None) -> Heard:
        """Imports a file; a map is a path, or its text."""
        if isinstance(map, str):
            map = self.write("map.toml", map)
        options: list[object] = [*more, "--as-of", AS_OF, "--json"]
        options += ["--sheet", sheet] if sheet else []
        options += ["--map", map] if map else []
        return run("import", self.book, file, *options)

    def determine(self, number: str, clause: str, found: str, **more: str) -> Heard:
        """Imports one official's determination."""
        told = {"by": "Chief Doe", "on": "2026-06-19", "because": "as seen"} | more
        line = ",".join((number, clause, found, told["by"], told["on"], told["because"]))
        file = self.write("found.csv", f"application_no,clause,found,by,on,because\n{line}\n")
        return self.bring(file, sheet="Findings")

    @contextmanager
    def by_hand(self) -> Iterator[Any]:
        """The workbook as another program opens it, to be changed there and saved."""
        book = openpyxl.load_workbook(self.book)
        yield book
        book.save(self.book)

    def check(self, *more: object, as_of: str = AS_OF) -> Any:
        """The document of `check --json`."""
        return run("check", self.book, "--json", "--as-of", as_of, *more).json

    def application(self, number: str, as_of: str = AS_OF) -> Any:
        return one(self.check(as_of=as_of)["applications"], application_no=number)


def one(listed: Iterable[Any], **wanted: object) -> Any:
    """The one entry of a list that has these values."""
    found = [each for each in listed if all(each[key] == value for key, value in wanted.items())]
    assert len(found) == 1, f"{len(found)} entries with {wanted}"
    return found[0]


def problems(document: Any, level: str = "problem") -> list[tuple[str, str, str]]:
    """Cell, heading and what was read, of each problem (or note)."""
    return [(each["cell"], each["heading"], each["read"]) for each in document["problems"] if each["level"] == level]


def messages(document: Any, level: str = "problem") -> Sequence[str]:
    return [each["message"] for each in document["problems"] if each["level"] == level]


def cells(desk: Desk, sheet: str = "Applications") -> list[dict[str, Any]]:
    """The rows of a sheet by heading, as openpyxl reads them; rows that hold nothing are left out."""
    rows = list(openpyxl.load_workbook(desk.book)[sheet].iter_rows(values_only=True))
    named = [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]
    filled = [{key: value for key, value in row.items() if value is not None} for row in named]
    return [row for row in filled if row]


def sheet_of(desk: Desk, fill: Callable[[Worksheet], None], name: str = "log.xlsx") -> Path:
    """A workbook with one sheet, as a clerk might hand it in."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    fill(sheet)
    path = desk.folder / name
    book.save(path)
    return path
