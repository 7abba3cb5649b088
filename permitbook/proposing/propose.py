"""A map proposed for a foreign file: what is sure stands in it, what is likely or open is a remark for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from permitbook.desk import APPLICATIONS, open_desk
from permitbook.errors import PermitbookError
from permitbook.importing import target_of, wanted_by
from permitbook.incoming import Arrived, read_incoming
from permitbook.mapping import map_of
from permitbook.proposing.days import Grouping, grouping_of
from permitbook.proposing.foreign import Foreign, read_foreign
from permitbook.proposing.matching import Level, Match, Named, is_known_head, matched, named_as
from permitbook.proposing.toml import list_of, remark, text_of
from permitbook.proposing.words import words_of
from permitbook.workbook.layout import Need, application_columns, needs
from permitbook.workbook.opened import OpenBook, opened

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.incoming import Wanted
    from permitbook.proposing.fitting import Fit
    from permitbook.schema import Column

NAME = "the proposed map"


class Proposal(Struct, frozen=True):
    """A map for a file, and how it was come by."""

    foreign: Foreign
    matches: list[Match]
    grouping: Grouping | None
    lacking: list[Column]
    text: str
    rows: int
    """How many rows the sure lines alone would bring in."""
    unread: int
    """How many problems there would be with them."""
    refused: str
    """Why the sure lines alone would bring in nothing, if so."""

    def count(self, level: Level) -> int:
        """How many heads are sure, likely or open."""
        return sum(each.level is level for each in self.matches) + len(self.foreign.twice) * (level is Level.OPEN)

    @property
    def words(self) -> int:
        """How many words of theirs are likely or open."""
        return sum(len(fit.likely) + len(fit.open) for match in self.matches for fit in match.fits)

    def report(self) -> dict[str, Any]:
        """The proposal as JSON."""
        return {
            "file": self.foreign.file,
            "sheet": self.foreign.sheet,
            "header_row": self.foreign.header_row,
            "heads": [_reported(each) for each in self.matches],
            "twice": [each.cell for each in self.foreign.twice],
            "group_by": self.grouping.head if self.grouping else None,
            "lacking": [each.key for each in self.lacking],
            "rows": self.rows,
            "problems": self.unread,
            "refused": self.refused or None,
            "map": self.text,
        }


def _reported(match: Match) -> dict[str, Any]:
    return {
        "head": match.entries.head,
        "cell": match.entries.cell,
        "fields": list(match.fields),
        "level": match.level.value,
        "why": match.why or None,
        "likely_words": {theirs: ours for fit in match.fits for theirs, ours in fit.likely.items()},
        "open_words": [word for fit in match.fits for word in fit.open],
    }


def propose(book: Path | OpenBook, file: Path, sheet: str = APPLICATIONS, source: str | None = None) -> Proposal:
    """A map for a file's table, for one of the workbook's; neither is changed.

    Raises WorkbookError when either cannot be read, UsageError for an unknown sheet.
    """
    target = target_of(sheet)
    desk = open_desk(opened(book).read)
    wanted = wanted_by(desk, target)
    fields = [each for each in wanted.fields if each.key in wanted.there or each not in wanted.columns]
    known = is_known_head(fields)
    foreign = read_foreign(file, source, target, lambda head: words_of(head) in known)
    absent = [each for each in wanted.columns if each.key not in wanted.there]
    matches = [_of_others(each, absent) for each in matched(foreign.entries, fields)]
    grouping = grouping_of(foreign, matches) if target == APPLICATIONS else None
    matches = _with_group(matches, grouping)
    lines = list(_Writing(foreign, matches, grouping, notes="notes" in wanted.there).lines())
    lacking = _lacking(desk, matches) if target == APPLICATIONS else []
    arrived, refused = _tried("\n".join(lines), file, source, wanted, foreign)
    proposal = Proposal(
        foreign=foreign,
        matches=matches,
        grouping=grouping,
        lacking=lacking,
        text="",
        rows=len(arrived.rows) if arrived else 0,
        unread=sum(each.level == "problem" for each in arrived.problems) if arrived else 0,
        refused=refused,
    )
    return replace(proposal, text="\n".join([*_beginning(proposal), *lines, *_ending(proposal)]) + "\n")


def _of_others(match: Match, absent: Sequence[Column]) -> Match:
    """A head that means a fact which this workbook does not keep says so."""
    if match.level is not Level.OPEN or match.why:
        return match
    meant = next((each for each in absent if named_as(match.entries.head, each) >= Named.WELL), None)
    return replace(match, why=f"means {meant.heading}, for which this workbook has no column") if meant else match


def _with_group(matches: Sequence[Match], grouping: Grouping | None) -> list[Match]:
    """The head by which rows are grouped is spoken of, also where it is no field."""
    if grouping is None or grouping.level is not Level.SURE:
        return list(matches)
    return [
        replace(each, fields=(), fits=(), level=Level.SURE, why="it tells the event")
        if each.entries.head == grouping.head and each.level is not Level.SURE
        else each
        for each in matches
    ]


def _tried(text: str, file: Path, source: str | None, wanted: Wanted, foreign: Foreign) -> tuple[Arrived | None, str]:
    """What an import with the sure lines would read; or why it would not."""
    try:
        arrived = read_incoming(file, source, wanted, map_of(text, NAME, wanted.fields))
    except PermitbookError as error:
        return None, str(error)
    if arrived.header_row != foreign.header_row:
        return None, f"the heads would be taken from row {arrived.header_row}; delete the rows above them in the file."
    return arrived, ""


def _lacking(desk: Desk, matches: Sequence[Match]) -> list[Column]:
    """What the ordinance always asks for, and the minute of receipt, where no head gives it."""
    given = {key for match in matches for key in match.fields}
    asked = {"received_at", *(key for key, need in needs(desk.law).items() if need is Need.ALWAYS)}
    return [each for each in application_columns(desk.law) if each.key in asked - given]


def _beginning(it: Proposal) -> Iterator[str]:
    """What stands above the map: from which file, how much is certain, and what to do with it."""
    where = f"{it.foreign.file}, heads in row {it.foreign.header_row}, rows below: {it.foreign.rows}"
    yield remark(f"A map proposed for {where}. Nothing was imported.")
    yield remark(f"Heads: {', '.join(f'{it.count(level)} {level.value}' for level in Level)}.")
    if it.words:
        yield remark(f"Words of theirs to decide on below, under [values]: {it.words}.")
    if it.refused:
        yield remark(f"With the sure lines alone an import is refused: {it.refused}")
    else:
        yield remark(f"Rows that come in with the sure lines alone: {it.rows}; problems: {it.unread}.")
    yield remark("Likely lines are remarks: remove the # before those that are right, then import with --map.")
    yield ""


def _ending(it: Proposal) -> Iterator[str]:
    if it.lacking:
        yield ""
        yield remark(f"No head was found for: {', '.join(each.heading for each in it.lacking)}.")
        yield remark("A fact that is the same for all rows can be given so:")
        yield remark("[constants]")
        yield remark(f'{it.lacking[0].key} = "..."')


class _Writing(Struct, frozen=True):
    """The lines of the map."""

    foreign: Foreign
    matches: Sequence[Match]
    grouping: Grouping | None
    notes: bool

    def lines(self) -> Iterator[str]:
        """All of them; tables come last, as TOML has it."""
        yield from self._top()
        plain = [each for each in self.matches if each.fields and not each.is_split]
        yield "[columns]"
        yield from self._of(plain, Level.SURE)
        yield from self._of(plain, Level.LIKELY)
        yield from self._open()
        parted = [each for each in self.matches if each.is_split]
        if parted:
            yield ""
            yield "[split]"
            yield from self._of(parted, Level.SURE)
            yield from self._of(parted, Level.LIKELY)
        yield from self._words()

    def _top(self) -> Iterator[str]:
        empty = [each.entries.head for each in self.matches if not each.entries.raws]
        kept: list[str] = []
        if self.grouping:
            line = f"group_by = {text_of(self.grouping.head)}"
            yield remark(f"{self.grouping.level.value}: {self.grouping.why}")
            yield line if self.grouping.level is Level.SURE else remark(line)
            if self.grouping.level is Level.SURE and self.notes and not self._is_field(self.grouping.head):
                kept = [self.grouping.head]
        if empty:
            yield remark("empty columns")
        yield f"ignore = {list_of(empty)}"
        yield f"keep = {list_of(kept)}"
        yield ""

    def _is_field(self, head: str) -> bool:
        return any(each.fields and each.entries.head == head for each in self.matches)

    def _of(self, matches: Sequence[Match], level: Level) -> Iterator[str]:
        of_level = [each for each in matches if each.level is level]
        if of_level:
            yield remark(level.value)
        for each in of_level:
            fields = text_of(each.fields[0]) if len(each.fields) == 1 and not each.is_split else list_of(each.fields)
            line = f"{text_of(each.entries.head)} = {fields}"
            yield line if level is Level.SURE else remark(line, each.why)

    def _open(self) -> Iterator[str]:
        left = [each for each in self.matches if each.level is Level.OPEN]
        if left or self.foreign.twice:
            yield remark("open: give a field, or name the head under ignore or keep above")
        for each in left:
            yield remark(f'{text_of(each.entries.head)} = "?"', each.why or each.entries.described())
        for entries in self.foreign.twice:
            yield remark(
                f'{text_of(entries.head)} = "?"', f"stands twice ({entries.cell}); rename one in the file first"
            )

    def _words(self) -> Iterator[str]:
        for match in self.matches:
            for key, fit in zip(match.fields, match.fits, strict=False):
                if fit.sure or fit.likely or fit.open:
                    yield ""
                    yield from _words_of(key, fit, is_sure=match.level is Level.SURE)


def _words_of(key: str, fit: Fit, *, is_sure: bool) -> Iterator[str]:
    """The words of one field; those of a head that is only likely are remarks like it."""
    yield f"[values.{key}]"
    for theirs, ours in fit.sure.items():
        line = f"{text_of(theirs)} = {text_of(ours)}"
        yield line if is_sure else remark(line)
    for theirs, ours in fit.likely.items():
        yield remark(f"{text_of(theirs)} = {text_of(ours)}", "likely")
    for theirs in fit.open:
        yield remark(f'{text_of(theirs)} = "?"', "open")
