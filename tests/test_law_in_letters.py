"""Every clause that asks for a document, a copy or a date is found in what is really made for a suitable application.

Letters are made on workbooks of all kinds, and what they and the sheets Register and Deadlines then hold is searched
for what the code claims to carry the clause out with: a sentence, a statement of the permit, a recipient, a deadline.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib import resources
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from permitbook.application import Application
from permitbook.checking import check
from permitbook.issuing import Acted, act_on
from permitbook.letters.contents import day_cases
from permitbook.letters.kinds import ACTS
from permitbook.letters.spoken import in_full
from permitbook.ordinances import KEYS, ordinance
from permitbook.provisions import Dated
from permitbook.schema import columns
from permitbook.tables import DeadlineRow, FindingRow, RegisterRow
from permitbook.workbook.reader import read_book
from permitbook.workbook.records import read_records
from tests.before_books import LETTERS
from tests.later_books import granted_book, number, rejected_as_late
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    GRANTED,
    NEW_CASTLE,
    NOW,
    book,
    denied,
    determined,
    freeport,
    new_castle,
    noted,
)
from tests.test_letters import text
from tests.test_letters_after import SHOWN

Row = TypeVar("Row", DeadlineRow, RegisterRow)
WITHOUT_LAW = ("change notice", "void notice", "withdrawal confirmation", "deficiency notice", "hand-out")
"""Letters that carry no clause of these which others do not."""
WANTED = ("document", "distribution", "deadline")


def clauses(key: str) -> list[tuple[str, str]]:
    """The clauses of a municipality that ask for a document, a copy or a date, with what they ask in short."""
    table = resources.files("permitbook.ordinances").joinpath("text", "clauses.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in table[1:]]
    return [
        (row[0], row[1])
        for row in rows
        if row[0].startswith(f"{ordinance(key).prefix}-") and row[2].partition("+")[0] in WANTED
    ]


@dataclass
class Made:
    """What was found in letters and sheets, clause by clause, with where it was found."""

    found: dict[str, set[str]] = field(default_factory=dict)

    def note(self, clause: str, where: str) -> None:
        self.found.setdefault(clause, set()).add(where)


@cache
def made(key: str) -> Made:
    """Everything a municipality's office makes, searched."""
    everything = Made()
    with TemporaryDirectory(prefix="permitbook-law-") as folder:
        for path, acted in _worked(key, _folders(Path(folder))):
            if acted is not None:
                _search_letters(acted, everything)
                _search_register(path, key, everything)
            _search_deadlines(path, key, everything)
    return everything


def _folders(folder: Path) -> Iterator[Path]:
    """Ever new folders in one."""
    for place in count():
        (made := folder / str(place)).mkdir()
        yield made


def _worked(key: str, folders: Iterator[Path]) -> Iterator[tuple[Path, Acted | None]]:
    """Workbooks on which letters were made, or which were only checked."""
    for name, told in LETTERS.items():
        if name.startswith(key) and not name.endswith(WITHOUT_LAW):
            path = told.book(next(folders))
            yield path, told.do(path)
    for name, (making, how, _) in SHOWN.items():
        if name.startswith(key) and not name.endswith(WITHOUT_LAW):
            folder = next(folders)
            acted = making(folder, key, how)
            yield folder / f"{key} 2026.xlsm", acted
    for command, application, findings in _decided(key):
        path = book(next(folders), key, [application], findings)
        yield path, act_on(path, ACTS[command], [application.application_no or ""], NOW[key])
    path = granted_book(next(folders), key)
    yield path, act_on(path, ACTS["issue"], [number(key)], NOW[key])
    for application, at in _only_checked(key):
        path = book(next(folders), key, [application], [])
        check(path, at)
        yield path, None


def _decided(key: str) -> Iterator[tuple[str, Application, list[FindingRow]]]:
    """Applications with the letters of a decision: a denial, a permit on an accepted alternate, copies."""
    yield "deny", *denied(key)
    slot = {"alternate_start": time(10), "alternate_end": time(12)}
    accepted = GRANTED[key](
        **slot,
        more_dates=None,
        action="denied",
        alternate_date=GRANTED[key]().event_date + timedelta(days=7),
        alternate_offered_on=NOW[key].date(),
        alternate_accepted_on=NOW[key].date(),
    )
    yield "issue", accepted, determined(key)
    if key == NEW_CASTLE:
        referred = new_castle(received_how="referred by a board", board_received_at=datetime(2026, 9, 7, 9))
        yield "issue", referred, determined(key)
        early = new_castle(**UNDECIDED, event_date=date(2027, 4, 1), more_dates=None)
        yield "receipt", early, []
        yield "issue", new_castle(conditions="Keep to the shoulder (Town Board)."), determined(key)
        late, rows = rejected_as_late()
        yield "deny", late, rows
    else:
        yield "issue", GRANTED[key](), determined(key)
    if key == FREEPORT:
        yield "issue", freeport(animals=4, animal_kinds="horses", animals_authorized=True), determined(key)
        yield "receipt", freeport(**UNDECIDED, event_date=date(2027, 3, 1)), []
        series = {"recurring": True, "event_date": date(2027, 3, 1), "more_dates": (date(2027, 3, 8),)}
        yield "receipt", freeport(**UNDECIDED, **series), []
    if key != FREEPORT:
        yield "refer", GRANTED[key](), []


UNDECIDED: dict[str, object] = {"action": None, "acted_at": None, "acted_by": None}


def _only_checked(key: str) -> Iterator[tuple[Application, datetime]]:
    """Applications whose dates stand in the sheet without a letter."""
    it = GRANTED[key](**UNDECIDED)
    yield it, NOW[key]
    yield noted(it, received_at=datetime.combine(it.event_date or date.max, time(9)) - timedelta(days=20)), NOW[key]
    if key == FREEPORT:
        yield noted(it, recurring=True, more_dates=(date(2026, 7, 18),)), NOW[key]
        yield noted(it, news_date=date(2026, 7, 10), received_at=datetime(2026, 7, 10, 9)), datetime(2026, 7, 10, 10)


def _search_letters(acted: Acted, everything: Made) -> None:
    outcome = acted.outcomes[0]
    assert outcome.made is not None, (acted.act.command, outcome.reasons)
    matter = outcome.made.matter
    for document in outcome.made.documents:
        letter = text(document.content)
        for sentence in matter.law.sentences:
            words = sentence.words(matter.case) if document.draft.of.prints in sentence.on else None
            told = in_full(words.text if isinstance(words, Dated) else words) if words else ""
            if told and told in letter:
                _note_claims(everything, matter.law.key, sentence.clause, sentence.text, document.name)
        if document.draft.permit is None:
            continue
        for case in day_cases(matter.case):
            for statement in matter.law.statements:
                said = statement.words(case)
                lines = in_full(said).splitlines() if said else ()
                if lines and statement.heading in letter and all(line in letter for line in lines if line.strip()):
                    everything.note(statement.clause, f"{document.name}: {statement.heading}")


def _search_register(path: Path, key: str, everything: Made) -> None:
    for row in _rows(path, "Register", RegisterRow):
        for each in ordinance(key).recipients:
            copied = row.file or row.kind == "none affected"
            if copied and each.clause == row.clause and (row.recipient or "").startswith(each.to):
                everything.note(each.clause, f"Register: {row.recipient}")


def _search_deadlines(path: Path, key: str, everything: Made) -> None:
    for row in _rows(path, "Deadlines", DeadlineRow):
        if row.due is not None:
            _note_claims(everything, key, row.clause or "", row.what or "", f"Deadlines: {row.what}")


def _note_claims(everything: Made, key: str, clause: str, name: str, where: str) -> None:
    """The clause itself, and those that its code says it carries out as well."""
    everything.note(clause, where)
    for claim in ordinance(key).claims:
        if claim.name == name and claim.carrier.startswith(("deadline", "sentence of")):
            everything.note(claim.clause, where)


def _rows(path: Path, sheet: str, kind: type[Row]) -> list[Row]:
    """The rows of a sheet as they stand in the file."""
    rows, problems = read_records(read_book(path).table(sheet, columns(kind)), kind)
    assert not [each for each in problems if each.level == "problem"]
    return [row for _, row in rows]


@pytest.mark.parametrize("key", KEYS)
def test_the_law_asks_for_so_many_documents_copies_and_dates(key: str) -> None:
    assert len(clauses(key)) == {EAST_TROY: 22, FREEPORT: 38, NEW_CASTLE: 29}[key]


@pytest.mark.parametrize(("key", "clause"), [(key, clause) for key in KEYS for clause, _ in clauses(key)])
def test_a_clause_that_asks_for_a_document_a_copy_or_a_date_is_met_by_one_that_is_made(key: str, clause: str) -> None:
    assert made(key).found.get(clause), f"{clause}: no letter, copy or deadline shows it"
