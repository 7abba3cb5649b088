"""The set of documents that one act makes for one application: numbered, named, rendered, compared with the Register.

Nothing is written here. A set is ready whole, or there are reasons why it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.errors import NeedsUser
from permitbook.letters.context import Letter, common_names, fact_heading, names
from permitbook.letters.drafts import Draft, drafts, letters, unaffected
from permitbook.letters.folder import fingerprint
from permitbook.letters.kind import NONE_AFFECTED
from permitbook.letters.names import file_names, folder_name
from permitbook.letters.numbers import permit_numbers, times_voided
from permitbook.letters.render import LetterTemplate, load_template
from permitbook.letters.templates import letters_folder, template_path
from permitbook.letters.withheld import LetterWithheld
from permitbook.letters.withholding import reasons_against

if TYPE_CHECKING:
    from permitbook.letters.contents import Matter
    from permitbook.letters.kinds import Act
    from permitbook.letters.receivers import Unaffected
    from permitbook.tables import RegisterRow

Registered = tuple[int, "RegisterRow"]
"""A line of the Register with its row."""


class Document(Struct, frozen=True):
    """A letter as it goes into its file; `row` is its line in the Register, None while it has none."""

    number: str
    draft: Draft
    name: str
    content: bytes
    row: int | None = None

    @property
    def fingerprint(self) -> str:
        """What tells it from any other."""
        return fingerprint(self.content)


class LetterSet(Struct, frozen=True, kw_only=True):
    """Everything an act makes for one application. `is_new` says that the Register does not know it as it is."""

    matter: Matter
    folder: Path
    made_on: datetime
    documents: tuple[Document, ...]
    unaffected: tuple[Unaffected, ...]
    stated: tuple[Unaffected, ...]
    """Those of them that the Register does not state yet."""
    permit_no: str | None
    known: frozenset[str]
    is_new: bool


def letter_set(
    act: Act, matter: Matter, register: Sequence[Registered], book: Path, unread: Sequence[str] = (), turn: int = 1
) -> LetterSet:
    """The set, rendered. Raises LetterWithheld with every reason there is, those given as `unread` first.

    One that the Register holds already keeps its numbers and its date; where the facts have changed since, it is
    made anew under the same numbers, unless some of it has been sent: then it stands, and only what an act may make
    `again` follows it as a further one, the second, third and so on in its `turn`.
    """
    common = common_names(matter)
    templates, faults, unknown = _templates(act, matter, book, common)
    reasons = [*unread, *reasons_against(act, matter), *faults]
    if reasons:
        raise LetterWithheld(list(dict.fromkeys([*reasons, *unknown])))
    ours = [line for line in register if _is_ours(line[1], matter)]
    turn = max(turn, times_voided(matter) + 1) if act.by_number else turn
    wanted = drafts(act, matter, turn)
    folder = letters_folder(book) / folder_name(matter.case.logged.application_no or "")
    files = file_names(matter.case.logged.application_no or "", [(each.kind, each.about) for each in wanted], folder)
    lines = {row.file: (number, row) for number, row in ours if row.file}
    before = [lines[name][1] for name in files if name in lines]
    made_on = max((row.made_at for row in before if row.made_at), default=matter.case.as_of)
    numbers = _document_numbers(matter, files, lines, ours)
    rendered = _render(letters(wanted, act, matter, list(numbers.values()), made_on), files, templates, common, unknown)
    is_new = any(name not in lines or lines[name][1].fingerprint != fingerprint(rendered[name]) for name in files)
    if is_new and before:
        sent = next((row for row in before if row.sent_on), None)
        if sent and act.again:
            return letter_set(act, matter, register, book, unread, turn + 1)
        if sent:
            raise LetterWithheld([_stands(sent)])
        made_on = matter.case.as_of
        rendered = _render(letters(wanted, act, matter, list(numbers.values()), made_on), files, templates, common)
    return LetterSet(
        matter=matter,
        folder=folder,
        made_on=made_on,
        documents=tuple(
            Document(numbers[name], draft, name, rendered[name], lines[name][0] if name in lines else None)
            for draft, name in zip(wanted, files, strict=True)
        ),
        unaffected=unaffected(act, matter),
        stated=tuple(
            each
            for each in unaffected(act, matter)
            if not any((row.kind, row.clause) == (NONE_AFFECTED, each.clause) for _, row in ours)
        ),
        permit_no="; ".join(permit_numbers(matter)) if "permit_no" in act.sets else None,
        known=frozenset(row.fingerprint for _, row in ours if row.fingerprint),
        is_new=is_new,
    )


def _is_ours(row: RegisterRow, matter: Matter) -> bool:
    return (row.application_no or "").casefold() == (matter.case.logged.application_no or "").casefold()


def _templates(
    act: Act, matter: Matter, book: Path, common: Mapping[str, object]
) -> tuple[dict[str, LetterTemplate], list[str], list[str]]:
    """The templates of an act, what is wrong with those that cannot be used, and names that letters do not provide."""
    ready: dict[str, LetterTemplate] = {}
    faults: list[str] = []
    unknown: list[str] = []
    for kind in act.kinds:
        try:
            template = load_template(template_path(book, kind.template))
        except LetterWithheld as withheld:
            faults += withheld.reasons
            continue
        except NeedsUser as error:
            faults.append(str(error))
            continue
        ready[kind.template] = template
        faults += [
            f"{template.name} has no {{{{ {name} }}}}, without which a letter of the kind {kind.kind} does not say "
            "what it is; put it in, or take the template that comes with permitbook."
            for name in kind.must_print
            if name not in template.names
        ]
        blank = Letter(kind=kind, matter=matter, document_no="", made_on=matter.case.as_of)
        unknown += template.unknown(names(blank, common)).values()
    return ready, faults, unknown


def _document_numbers(
    matter: Matter, files: Sequence[str], lines: Mapping[str, Registered], ours: Sequence[Registered]
) -> dict[str, str]:
    """The number of each document: its own where it has one, else the application's with the next suffix."""
    last = max((_suffix(row.document_no) for _, row in ours), default=0)
    numbers = {}
    for name in files:
        held = lines[name][1].document_no if name in lines else None
        if not held:
            last += 1
            held = f"{matter.case.logged.application_no}/{last}"
        numbers[name] = held
    return numbers


def _suffix(document_no: str | None) -> int:
    end = (document_no or "").rpartition("/")[2]
    return int(end) if end.isdecimal() else 0


def _render(
    wanted: Iterable[Letter],
    files: Sequence[str],
    templates: Mapping[str, LetterTemplate],
    common: Mapping[str, object],
    unknown: Sequence[str] = (),
) -> dict[str, bytes]:
    """Each file's content; raises LetterWithheld with the unknown names and what all letters of the set say."""
    rendered: dict[str, bytes] = {}
    reasons = list(unknown)
    for each, name in zip(wanted, files, strict=True):
        try:
            rendered[name] = templates[each.kind.template].render(names(each, common), fact_heading)
        except LetterWithheld as withheld:
            reasons += withheld.reasons
    if reasons:
        raise LetterWithheld(list(dict.fromkeys(reasons)))
    return rendered


def _stands(sent: RegisterRow) -> str:
    return (
        f"{sent.document_no} was made before and is sent; what the workbook says now would make other letters. "
        "Those that were made stand."
    )
