"""Acts and single letters: the letters of what an official recorded, and the record of them in the workbook.

For each application the letters, their lines in the Register, the clerk's columns and the entry in the Log are made
together or not at all. What cannot be made is told with every reason, and the others go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from permitbook.checking import Checked, assess_desk
from permitbook.desk import APPLICATIONS, Logged, open_desk
from permitbook.errors import NeedsUser, Problem, WorkbookError
from permitbook.letters.contents import headings, named
from permitbook.letters.folder import fingerprint, write_set
from permitbook.letters.sets import LetterSet, letter_set
from permitbook.letters.withheld import LetterWithheld
from permitbook.letters.withholding import notes_on
from permitbook.matters import matter_of
from permitbook.progress import in_turn, tell
from permitbook.registering import REGISTER, write_lines
from permitbook.workbook.opened import OpenBook, opened
from permitbook.writing import append_history, write_results

if TYPE_CHECKING:
    from permitbook.letters.kinds import Act
    from permitbook.results import Assessed
    from permitbook.workbook.opened import Writer


class Outcome(Struct, kw_only=True):
    """What became of one application: its documents, or the reasons why there are none."""

    number: str
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    made: LetterSet | None = None
    changed: bool = False
    """Something was written for it: a file, a line, a cell."""
    pdfs: tuple[Path, ...] = ()
    """The PDFs beside its letters, where they were asked for."""


class Acted(Struct, kw_only=True):
    """What an act did to a workbook."""

    act: Act
    checked: Checked
    outcomes: list[Outcome]
    problems: list[Problem]

    @property
    def needs_user(self) -> bool:
        """Something that was asked for was withheld, or a cell needs the clerk."""
        return any(each.reasons for each in self.outcomes) or any(each.level == "problem" for each in self.problems)


def act_on(book: Path | OpenBook, act: Act, numbers: Sequence[str], as_of: datetime | None = None) -> Acted:
    """Does an act for applications of a workbook, and says what was made and what was withheld.

    Raises WorkbookError when the workbook cannot be read or written; then no letter is left behind.
    """
    book = opened(book)
    path = book.path
    checked = assess_desk(open_desk(book.read), as_of)
    desk = checked.desk
    if REGISTER not in desk.tables:
        raise WorkbookError(f"{path.name} has no sheet {REGISTER}, in which each document gets a line; add it.")
    writer = book.writer(desk.office.settings, letters=True)
    acting = _Acting(path, act, checked, writer)
    try:
        outcomes = [acting.do(number) for number in in_turn(f"Permits: {act.command}", _each_once(numbers))]
        if any(each.changed for each in outcomes):
            tell("Permits: writing …")
            write_results(writer, assess_desk(desk, checked.as_of))
            acting.check_written()
            writer.save(backup=bool(desk.office.settings.keep_backup))
    except BaseException:
        acting.take_back()
        raise
    asked = {each.number.casefold() for each in outcomes}
    problems = [each for each in checked.problems if _concerns(each, asked)]
    problems += [Problem(each.sheet, each.address, "", f"not written: {each.reason}") for each in writer.not_written]
    return Acted(act=act, checked=checked, outcomes=outcomes, problems=problems)


def _each_once(numbers: Sequence[str]) -> list[str]:
    return list({number.strip().casefold(): number.strip() for number in numbers}.values())


def _concerns(problem: Problem, asked: set[str]) -> bool:
    """A problem of the office's own tables, or of an application that was asked for."""
    if problem.sheet not in (APPLICATIONS, "Findings"):
        return True
    return (problem.application_no or "").casefold() in asked


class _Acting:
    """One run of an act over a workbook, and what must be taken back should it fail."""

    def __init__(self, path: Path, act: Act, checked: Checked, writer: Writer) -> None:
        self.path, self.act, self.checked, self.writer = path, act, checked, writer
        self.before: dict[Path, bytes | None] = {}
        self.folders: list[Path] = []
        self.cells: set[tuple[str, int]] = set()
        self.issued: set[str] = set()

    def do(self, number: str) -> Outcome:
        """The act for one application."""
        found = self._assessed(number)
        if found is None:
            return Outcome(number=number, reasons=self._not_found(number))
        matter = matter_of(self.checked, found, self.act)
        outcome = Outcome(number=found.logged.number, notes=notes_on(self.act, matter))
        try:
            made = letter_set(self.act, matter, self.checked.desk.register, self.path, self._unread(found.logged))
            self._put_files(made, outcome)
        except LetterWithheld as withheld:
            outcome.reasons = withheld.reasons
            return outcome
        except NeedsUser as error:
            outcome.reasons = (str(error),)
            return outcome
        outcome.made = made
        self._record(made, found, outcome)
        return outcome

    def _assessed(self, number: str) -> Assessed | None:
        """The application as it stands after what this run has issued before it."""
        found = self.checked.of(number)
        if found is not None and self.issued and _meets(found, self.issued):
            self.checked = assess_desk(self.checked.desk, self.checked.as_of)
            found = self.checked.of(number)
        return found

    def _not_found(self, number: str) -> tuple[str, ...]:
        told = [
            each.message
            for each in self.checked.problems
            if each.sheet == APPLICATIONS and (each.application_no or "").casefold() == number.strip().casefold()
        ]
        return tuple(dict.fromkeys(told)) or (f"There is no application {number} in {self.path.name}.",)

    def _unread(self, logged: Logged) -> tuple[str, ...]:
        """Cells of its row that cannot be read: a letter that decides must not pass over them."""
        if not self.act.reads_all:
            return ()
        unknown = {column.heading for key, column in headings().items() if getattr(logged.application, key) is None}
        return tuple(
            str(each)
            for each in self.checked.desk.problems
            if (each.sheet, each.level, _row_of(each)) == (APPLICATIONS, "problem", logged.row)
            and each.heading in unknown
        )

    def _put_files(self, made: LetterSet, outcome: Outcome) -> None:
        """Puts the letters into their folder; of a set that is known as it is, only those that are gone."""
        files = {each.name: each.content for each in made.documents}
        if not made.is_new:
            touched = [name for name, content in files.items() if _is_other(made.folder / name, content)]
            outcome.notes += tuple(f"{name} was changed after it was made; it is left as it is." for name in touched)
            files = {name: content for name, content in files.items() if not (made.folder / name).exists()}
        changed = {name: content for name, content in files.items() if _content(made.folder / name) != content}
        before = {made.folder / name: _content(made.folder / name) for name in changed}
        folders = [each for each in (made.folder, made.folder.parent) if not each.exists()]
        write_set(made.folder, files, made.known)
        self.before |= before
        self.folders += folders
        outcome.changed = bool(changed)

    def _record(self, made: LetterSet, found: Assessed, outcome: Outcome) -> None:
        """The clerk's columns, the Register and the Log; and the desk as it will read once saved."""
        desk, when = self.checked.desk, self.checked.as_of
        acts = self._columns(made, found.logged)
        lines = write_lines(self.writer, desk, self.act, made, self.path)
        if not (acts or lines or outcome.changed):
            return
        outcome.changed = True
        heads = desk.heads(APPLICATIONS)
        self.writer.set_cells(APPLICATIONS, {(found.logged.row, heads[key]): value for key, value in acts.items()})
        self.cells |= {(APPLICATIONS, found.logged.row)} if acts else set()
        place = desk.logged.index(found.logged)
        desk.logged[place] = replace(found.logged, application=replace(found.logged.application, **acts))
        if "issued_at" in self.act.sets:
            self.issued.add(found.logged.number)
        append_history(
            self.writer,
            desk,
            at=when,
            did=self.act.done,
            application_no=found.logged.number,
            clauses=", ".join(self._clauses(made)) or None,
            files="; ".join(f"{each.name} {each.fingerprint}" for each in made.documents),
        )

    def _clauses(self, made: LetterSet) -> Iterable[str]:
        """What the act rests on; else the clauses for which its letters are sent."""
        if self.act.clauses:
            return self.act.clauses(made.matter)
        return dict.fromkeys(each.draft.clause for each in made.documents if each.draft.clause)

    def _columns(self, made: LetterSet, logged: Logged) -> dict[str, Any]:
        """What the act fills in, a day or minute once, the numbers of permits as they are; and what it empties."""
        it, heads = logged.application, self.checked.desk.heads(APPLICATIONS)
        values = {
            "issued_at": it.issued_at or made.matter.case.logged.issued_at,
            "permit_no": made.permit_no,
            "referred_on": it.referred_on or made.made_on.date(),
        }
        wanted = {key: values[key] for key in self.act.sets if getattr(it, key) != values[key]}
        wanted |= {key: None for key in self.act.clears if getattr(it, key) is not None}
        missing = named(tuple(key for key in wanted if key not in heads))
        if missing:
            raise WorkbookError(f"The sheet Applications of {self.path.name} has no column {missing}; add it.")
        return wanted

    def check_written(self) -> None:
        """Raises WorkbookError when a cell of the act itself would not be written."""
        for each in self.writer.not_written:
            row = int(re.sub(r"\D", "", each.address) or 0)
            if each.sheet == REGISTER or (each.sheet, row) in self.cells:
                raise WorkbookError(
                    f"{each.sheet}!{each.address} of {self.path.name} cannot be written ({each.reason}), so the act "
                    "cannot be recorded; no letter was made."
                )

    def take_back(self) -> None:
        """The folder as it was before this run."""
        for path, content in self.before.items():
            with suppress(OSError):
                if content is None:
                    path.unlink(missing_ok=True)
                else:
                    path.write_bytes(content)
        for folder in self.folders:
            with suppress(OSError):
                folder.rmdir()


def _meets(found: Assessed, issued: set[str]) -> bool:
    it = found.assessment
    return bool(it.neighbours.count) or any(each.with_no in issued for each in it.conflicts)


def _row_of(problem: Problem) -> int:
    return int(re.sub(r"\D", "", problem.cell) or 0)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        return None


def _is_other(path: Path, content: bytes) -> bool:
    there = _content(path)
    return there is not None and fingerprint(there) != fingerprint(content)
