"""The drafts for one application: a draft for each receiver of letters that are made and not sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.desk import Logged, now_in, open_desk
from permitbook.errors import NeedsUser
from permitbook.letters.folder import fingerprint, write_set
from permitbook.letters.names import file_names, folder_name
from permitbook.letters.numbers import VOIDED
from permitbook.letters.permits import COPY, PERMIT, POCKET
from permitbook.letters.templates import letters_folder
from permitbook.mailing.message import Enclosure, draft_of, is_as_made
from permitbook.mailing.receiver import E_MAIL, Receiver, addresses_of, known_as, other_way, receiver_of, ways_of
from permitbook.workbook.opened import OpenBook, opened

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.tables import RegisterRow

FOLDER, ENDING = "mail", ".eml"
_OF_PERMITS = {name for kind in (PERMIT, COPY, POCKET) for name in (kind.kind, kind.practice) if name}
_AMENDED = "amended "
_OLDEST = datetime(1900, 1, 1)


class Draft(Struct, frozen=True):
    """A draft: to whom, its file, and the letters in it."""

    to: Receiver
    name: str
    content: bytes
    letters: tuple[str, ...]


class Mailed(Struct):
    """What became of the letters of one application that are still to be sent."""

    number: str
    folder: Path
    drafts: list[Draft] = field(default_factory=list)
    otherwise: list[tuple[str, str, str]] = field(default_factory=list)
    """Receiver, letter, and how it must be sent."""
    reasons: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changed: bool = False


def mail_drafts(book: Path | OpenBook, number: str, as_of: datetime | None = None) -> Mailed:
    """Writes the drafts of an application beside its letters, and notes it in the Log where any is new.

    Raises NeedsUser when there is no such application, or a draft was changed since; WorkbookError when the workbook
    cannot be read or written. Then no draft is left behind.
    """
    book = opened(book)
    desk = open_desk(book.read)
    logged = _logged(desk, number, book.path)
    letters = letters_folder(book.path) / folder_name(logged.number)
    made = Mailed(logged.number, letters / FOLDER)
    _Making(desk, logged, letters, made).all()
    _write(book, desk, made, as_of or now_in(desk.law.zone))
    made.notes += _left_over(made)
    return made


def _logged(desk: Desk, number: str, path: Path) -> Logged:
    wanted = number.strip().casefold()
    found = next((each for each in desk.logged if each.is_numbered and each.number.casefold() == wanted), None)
    if found is None:
        told = [str(each) for each in desk.problems if (each.application_no or "").casefold() == wanted]
        raise NeedsUser(" ".join(told) or f"There is no application {number} in {path.name}.")
    return found


class _Making:
    """Sorts the letters of one application by receiver and makes the drafts."""

    def __init__(self, desk: Desk, logged: Logged, letters: Path, made: Mailed) -> None:
        self.desk, self.law, self.logged, self.letters, self.made = desk, desk.law, logged, letters, made
        number = logged.number.casefold()
        self.lines = [line for _, line in desk.register if (line.application_no or "").casefold() == number]

    def all(self) -> None:
        """A draft for each receiver who can have one; for the others, how it must be sent or what is to be mended."""
        waiting: dict[str, list[RegisterRow]] = {}
        for line in self.lines:
            if line.file and not line.sent_on and not self._is_past(line):
                about, _ = known_as(line.recipient or "", self.desk.office.officials)
                waiting.setdefault(about, []).append(line)
        found = [self._for(lines[-1].recipient or "", lines) for lines in waiting.values()]
        ready = [(to, enclosed) for to, enclosed in found if to and enclosed]
        names = file_names(self.logged.number, [(E_MAIL, to.about) for to, _ in ready], self.made.folder, ENDING)
        sender = self._sender()
        for (to, enclosed), name in zip(ready, names, strict=True):
            content = draft_of(self.law, to, enclosed, sender)
            self.made.drafts.append(Draft(to, name, content, tuple(each.name for each in enclosed)))

    def _is_past(self, line: RegisterRow) -> bool:
        """A permit that was amended since, or whose number is void, is not sent any more."""
        kind = (line.kind or "").removeprefix(_AMENDED)
        if kind not in _OF_PERMITS:
            return False
        later = [each for each in self.lines if _dated(each) > _dated(line)]
        void = any(each.kind == VOIDED and _dated(each) >= _dated(line) for each in self.lines)
        amended = any(each.kind == _AMENDED + kind for each in later)
        if void or amended:
            why = "its number is void" if void else "an amended one was made since"
            self.made.notes.append(f"{line.file} is not sent: {why}.")
        return void or amended

    def _for(self, told: str, lines: Sequence[RegisterRow]) -> tuple[Receiver | None, list[Enclosure]]:
        try:
            to = receiver_of(told, self.logged.application, self.desk.office.officials)
        except NeedsUser as error:
            self.made.reasons.append(str(error))
            return None, []
        if to.method == E_MAIL and not to.addresses:
            self.made.reasons.append(f"{to.where} says e-mail, but no address is entered; enter it and run again.")
            return None, []
        by_mail = []
        for line in lines:
            if way := other_way(self.law, line, to):
                self.made.otherwise.append((line.recipient or "", line.file or "", way))
            else:
                by_mail.append(line)
        if to.addresses and by_mail and to.method not in (None, E_MAIL):
            self.made.notes.append(
                f"{to.where} says {to.method}; a draft is there too, as an e-mail address is entered."
            )
        for line in by_mail:
            self.made.notes += self._besides(line)
        faults = [fault for line in by_mail if (fault := self._fault(line))]
        if faults:
            self.made.reasons += [f"No draft for {told}: {fault}" for fault in faults]
            return None, []
        return to, [self._enclosure(line) for line in by_mail]

    def _besides(self, line: RegisterRow) -> Iterator[str]:
        """What the law asks for beside the e-mail."""
        for way in ways_of(self.law, line):
            if E_MAIL not in way.by:
                cite = self.law.cite(way.clause)
                yield f"{line.file} must also go by {' or '.join(way.by)} ({cite}); the e-mail alone does not do."

    def _fault(self, line: RegisterRow) -> str:
        """Why a letter cannot be enclosed; empty where it can."""
        name = line.file or ""
        if Path(name).name != name or "\\" in name or name in ("", ".", "..") or not name.isprintable():
            return f"'{name}' is no name of a letter; correct the File cell of the Register."
        path = self.letters / name
        if path.is_symlink() or not path.is_file():
            return f"{name} is missing from {self.letters}; make the letter again."
        if not line.fingerprint:
            return f"{name} has no fingerprint in the Register, so it cannot be told whether it is as it was made."
        if fingerprint(path.read_bytes()) != line.fingerprint:
            return (
                f"{name} was changed since it was made; make it again, or send it yourself and note it in the Register."
            )
        return ""

    def _enclosure(self, line: RegisterRow) -> Enclosure:
        return Enclosure(line, line.file or "", (self.letters / (line.file or "")).read_bytes())

    def _sender(self) -> tuple[str, ...]:
        """The office's own address, where Officials has one for who decides; else the mail program gives its own."""
        with suppress(NeedsUser):
            return addresses_of(self.desk.office.official(self.law.official).email, self.law.official)
        return ()


def _dated(line: RegisterRow) -> datetime:
    """When a letter was made; one without a date counts as the oldest."""
    return line.made_at or _OLDEST


def _write(book: OpenBook, desk: Desk, made: Mailed, at: datetime) -> None:
    """The drafts into their folder and an entry into the Log, together or not at all; nothing where nothing is new."""
    from permitbook.writing import append_history

    new = [each for each in made.drafts if _content(made.folder / each.name) != each.content]
    if not new:
        return
    writer = book.writer(desk.office.settings, letters=True)
    before = {made.folder / each.name: _content(made.folder / each.name) for each in new}
    missing = [each for each in (made.folder, *made.folder.parents[:2]) if not each.exists()]
    ours = [fingerprint(content) for content in before.values() if content is not None and is_as_made(content)]
    write_set(made.folder, {each.name: each.content for each in new}, ours)
    try:
        files = "; ".join(f"{each.name} {fingerprint(each.content)}" for each in new)
        append_history(writer, desk, at=at, did="made e-mail drafts", application_no=made.number, files=files)
        writer.save(backup=bool(desk.office.settings.keep_backup))
    except BaseException:
        _take_back(before, missing)
        raise
    made.changed = True


def _take_back(before: dict[Path, bytes | None], missing: Sequence[Path]) -> None:
    for path, content in before.items():
        with suppress(OSError):
            if content is None:
                path.unlink(missing_ok=True)
            else:
                path.write_bytes(content)
    for folder in missing:
        with suppress(OSError):
            folder.rmdir()


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _left_over(made: Mailed) -> Iterator[str]:
    """Drafts of an earlier run whose letters are sent by now: sent again, a letter would go out twice."""
    there = {each.name for each in made.drafts}
    for path in sorted(made.folder.glob(f"*{ENDING}")):
        if path.name not in there:
            yield f"{path.name} is of an earlier run and not to be sent any more; delete it."
