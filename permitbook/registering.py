"""The lines of the Register for the documents of an act: one for each, never two."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from permitbook.letters.kind import NONE_AFFECTED
from permitbook.results import by_position
from permitbook.tables import RegisterRow
from permitbook.workbook.cells import Link
from permitbook.writing import who

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.letters.kinds import Act
    from permitbook.letters.sets import LetterSet
    from permitbook.workbook.cells import CellValue
    from permitbook.workbook.opened import Writer

REGISTER = "Register"


def write_lines(writer: Writer, desk: Desk, act: Act, made: LetterSet, book: Path) -> bool:
    """Lines for new documents, and the fingerprint of those made anew; whether anything is written.

    The desk then reads as the workbook will once it is saved.
    """
    heads, header_row = desk.heads(REGISTER), desk.header_row(REGISTER)
    added: list[tuple[RegisterRow, str | None]] = []
    for each in made.documents if made.is_new else ():
        line = _line(each.number, made, each.draft.kind, each.draft.recipient, each.draft.clause)
        line = replace(line, file=each.name, fingerprint=each.fingerprint)
        if each.row is None:
            added.append((line, (made.folder / each.name).relative_to(book.parent).as_posix()))
            continue
        fresh = {key: getattr(line, key) for key in ("made_at", "made_by", "recipient", "fingerprint")}
        writer.set_cells(REGISTER, {(each.row, heads[key]): value for key, value in fresh.items() if key in heads})
        desk.register = [(row, replace(held, **fresh) if row == each.row else held) for row, held in desk.register]
    added += [(_line(None, made, NONE_AFFECTED, none.told, none.clause), None) for none in made.stated]
    if act.states and made.is_new:
        added += [(_line(None, made, kind, words, ""), None) for kind, words in act.states(made.matter)]
    if added:
        first = writer.append_rows(REGISTER, header_row, [_cells(line, target, heads) for line, target in added])
        desk.register += [(first + place, line) for place, (line, _) in enumerate(added)]
    return bool(added) or made.is_new


def _line(number: str | None, made: LetterSet, kind: str, recipient: str, clause: str) -> RegisterRow:
    return RegisterRow(
        document_no=number,
        application_no=made.matter.case.logged.application_no,
        kind=kind,
        recipient=recipient,
        clause=clause or None,
        made_at=made.made_on,
        made_by=who(),
    )


def _cells(line: RegisterRow, target: str | None, heads: Mapping[str, int]) -> dict[int, CellValue]:
    values: dict[str, object] = {name: getattr(line, name) for name in line.__struct_fields__}
    if target and line.file:
        values["file"] = Link(line.file, target)
    return cast("dict[int, CellValue]", by_position(values, heads))
