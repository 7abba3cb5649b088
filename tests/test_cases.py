"""Sentences a clerk can check: each case of `cases/*.toml` is an application and what must be said of it.

A file names its `ordinance`, may list the office's tables under `[office]`, and gives under `[application]` what every
case starts from. A case changes that by `application` and blanks what is `without`; `others` are further applications
in the log, changed in the same way. `expect` holds, by key:

- a clause id: the verdict of its finding;
- a clause id and `due`, `work_by`, `outer`, `done` or `state`: that of its deadline; with `deadline`, "none" or "one";
- a clause id and `note`: words of a note that the clause raises, "" for no note;
- `missing`: the completeness items, each as "clause field"; `gates`: the clauses of open gates;
- `status`, `recommendation`, `fee`, and `permit_required` as true, false or "unknown".
"""

import tomllib
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from permitbook.application import Application
from permitbook.assessment import Assessment, Determination
from permitbook.calendars import OfficeCalendar
from permitbook.evaluate import evaluate_log
from permitbook.office import Office, Settings
from permitbook.ordinance import Ordinance
from permitbook.ordinances import ordinance
from permitbook.places import read_route
from permitbook.roads import Roads
from permitbook.schema import Kind, columns
from permitbook.tables import Fee, OutsideEvent, ReadingRow, Street

FOLDER = Path(__file__).parent / "cases"
DATED = ("due", "work_by", "outer", "done", "state", "deadline")


def cases() -> list[Any]:
    """Each case of each file, named by the file and its own sentence."""
    books = {path.stem: tomllib.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
    return [
        pytest.param(book, case, id=f"{stem}: {case['name']}") for stem, book in books.items() for case in book["case"]
    ]


def record(kind: type, given: dict[str, Any]) -> Any:
    """A row of a table, or an application, from what the file gives."""
    known = {each.key: each.kind for each in columns(kind)}
    unknown = given.keys() - known.keys()
    assert not unknown, f"{kind.__name__} has no {', '.join(sorted(unknown))}"
    return kind(**{key: value(known[key], raw) for key, raw in given.items()})


def value(kind: Kind, raw: Any) -> Any:
    """What a fact of that kind holds."""
    if kind is Kind.ROUTE:
        return read_route(raw)
    if kind is Kind.MONEY:
        return Decimal(str(raw))
    return tuple(raw) if kind in (Kind.LIST, Kind.DATES) else raw


def office_of(law: Ordinance, given: dict[str, Any]) -> Office:
    """The office with the tables that the file lists."""
    closures = {date.fromisoformat(day): name for day, name in given.get("closures", {}).items()}
    meetings = [(each["date"], each.get("time"), each["board"]) for each in given.get("meetings", ())]
    return Office(
        calendar=OfficeCalendar(law.state, law.zone, closures, meetings=meetings),
        roads=Roads(tuple(record(Street, each) for each in given.get("streets", ()))),
        settings=Settings(**given.get("settings", {})),
        fees={each["what"]: record(Fee, each) for each in given.get("fees", ())},
        outside_events=tuple(record(OutsideEvent, each) for each in given.get("outside_events", ())),
        readings={each["id"]: record(ReadingRow, each) for each in given.get("readings", ())},
    )


def application(
    book: dict[str, Any], change: dict[str, Any], number: str, without: tuple[str, ...] = ()
) -> Application:
    """The application every case starts from, changed."""
    facts = {"application_no": number} | book.get("application", {}) | change
    known = set(Application.__struct_fields__)
    assert set(without) <= known, f"an application has no {', '.join(set(without) - known)}"
    made: Application = record(Application, {key: raw for key, raw in facts.items() if key not in without})
    return made


def assessed(book: dict[str, Any], case: dict[str, Any]) -> Assessment:
    """What the ordinance says of the application of a case."""
    law = ordinance(book["ordinance"])
    given = book.get("office", {}) | case.get("office", {})
    mine = application(book, case.get("application", {}), "this", tuple(case.get("without", ())))
    others = [application(book, each, f"other {n}") for n, each in enumerate(case.get("others", ()), 1)]
    as_of = case.get("as_of") or mine.received_at or datetime(2026, 1, 2, 9)
    made = {clause: Determination(found=found) for clause, found in case.get("determinations", {}).items()}
    return evaluate_log(
        law, [mine, *others], office_of(law, given), as_of=as_of, determinations={"this": made} if made else None
    )[0]


def told(key: str, it: Assessment, wanted: Any) -> Any:
    """What the assessment says under a key of `expect`."""
    clause, _, part = key.partition(" ")
    if part == "note":
        notes = [each.text for each in it.notes if each.clause == clause]
        return next((wanted for text in notes if wanted and wanted in text), " ".join(notes))
    if part == "deadline":
        return "one" if any(each.clause == clause for each in it.deadlines) else "none"
    if part in DATED:
        return getattr(it.deadline(clause), part)
    if key == "missing":
        return sorted(f"{each.clause} {each.field}" for each in it.missing)
    if key == "gates":
        return [each.clause for each in it.open_gates]
    if key == "permit_required":
        return "unknown" if it.permit_required is None else it.permit_required
    if key in ("status", "recommendation"):
        return getattr(it, key).value
    if key == "fee":
        return "unknown" if it.fee.due is None else float(it.fee.due)
    return it.finding(clause).verdict.value


@pytest.mark.parametrize(("book", "case"), cases())
def test_the_ordinance_says_this_of_the_application(book: dict[str, Any], case: dict[str, Any]) -> None:
    it = assessed(book, case)
    wanted = {key: sorted(each) if key == "missing" else each for key, each in case["expect"].items()}
    assert {key: told(key, it, each) for key, each in wanted.items()} == wanted


def test_every_case_expects_something_and_has_a_name_of_its_own() -> None:
    assert len({param.id for param in cases()}) == len(cases())
    assert all(param.values[1]["expect"] for param in cases())
