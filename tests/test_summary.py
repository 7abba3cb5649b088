"""`summary` as the office runs it: the Board sheet, the memo, the tables, one workbook or many."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import docx
import pytest
from openpyxl import load_workbook

from permitbook.application import Application
from permitbook.summary import many
from permitbook.summary.frames import frames_of
from permitbook.summary.many import Broken, digests
from permitbook.summary.month import Month
from tests.clerk import DATA, FILES, MAPS, Desk, Heard, run
from tests.summary_logs import JUNE, digest, parade

AS_OF = "2026-07-06T09:00"
NOW = datetime(2026, 7, 6, 9)
FORM_MAP = """
ignore = ["Status"]
[columns]
"Filed" = "received_at"
"Type" = "event_form"
[values.event_form]
"Parade" = "parade"
"Block Party" = "gathering"
"""


def summary(*books: object, month: str = "2026-06", as_of: str = AS_OF, more: tuple[object, ...] = ()) -> Heard:
    return run("summary", *books, "--month", month, "--as-of", as_of, *more)


def frames(*books: object, **asked: Any) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = summary(*books, more=("--json",), **asked).json["frames"]
    return found


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def june(desk: Desk) -> None:
    """Three applications of June, one granted, and one of May."""
    facts = {"event_form": "parade", "affects_traffic": "yes", "route": "Main Street", "start_time": "10:00"}
    facts |= {"end_time": "12:00", "event_date": "2026-07-18", "participants": "40"}
    granted = {"action": "granted", "acted_at": "2026-06-05 10:00"}
    told = desk.rows(
        facts | {"application_no": "FP-1", "received_at": "2026-06-01 09:00"} | granted,
        facts | {"application_no": "FP-2", "received_at": "2026-06-08 09:00", "event_date": "2026-07-19"},
        facts | {"application_no": "FP-3", "received_at": "2026-06-30 23:59", "event_date": "2026-07-20"},
        facts | {"application_no": "FP-4", "received_at": "2026-05-31 09:00", "event_date": "2026-07-21"},
    )
    assert told.status == 0, told.err


def board(book: Path) -> Any:
    return load_workbook(book)["Board"]


def cells(book: Path, name: str) -> list[list[Any]]:
    """The values of a named range."""
    opened = load_workbook(book)
    [(sheet, area)] = opened.defined_names[name].destinations
    found: Any = opened[sheet][area]
    return [[each.value for each in row] for row in found] if isinstance(found, tuple) else [[found.value]]


# The Board sheet.


def test_the_month_stands_in_the_named_ranges_of_the_board(desk: Desk) -> None:
    june(desk)
    assert summary(desk.book).status == 0
    assert cells(desk.book, "board_month") == [["June 2026, as of Mon 6 Jul 2026, 9:00 AM"]]
    assert cells(desk.book, "board_counts")[:2] == [[3, 0, 4, 4], [1, 0, 1, 1]]
    assert cells(desk.book, "board_months")[0] == [0, 0, 0, 0, 1, 3, None, None, None, None, None, None]
    assert cells(desk.book, "board_months_heads")[0][:2] == ["Jan 26", "Feb 26"]
    assert cells(desk.book, "board_days") == [[1, 0, 1, 1], [4, None, 4, 4], [4, None, 4, 4], [4, None, 4, 4]]
    assert [row[0] for row in cells(desk.book, "board_coming")][:4] == ["FP-1", "FP-2", "FP-3", "FP-4"]


def test_nothing_but_the_ranges_and_the_log_changes(desk: Desk) -> None:
    june(desk)
    before = {name: [list(row) for row in sheet.values] for name, sheet in _sheets(desk.book)}
    summary(desk.book)
    changed = [name for name, sheet in _sheets(desk.book) if [list(row) for row in sheet.values] != before[name]]
    assert changed == ["Board", "Log"]
    named = {cell for row in board(desk.book).iter_rows() for cell in row if cell.value is not None}
    assert named


def _sheets(book: Path) -> Iterator[tuple[str, Any]]:
    yield from ((sheet.title, sheet) for sheet in load_workbook(book).worksheets)


def test_the_same_month_again_writes_nothing(desk: Desk) -> None:
    june(desk)
    summary(desk.book)
    before = desk.book.read_bytes()
    assert summary(desk.book).out.splitlines()[-1] == "The Board sheet is as it was."
    assert desk.book.read_bytes() == before


def test_another_month_takes_the_place_of_the_one_before(desk: Desk) -> None:
    june(desk)
    summary(desk.book)
    summary(desk.book, month="2026-05")
    assert cells(desk.book, "board_counts")[0] == [1, 0, 1, 1]
    assert cells(desk.book, "board_months")[0][5] is None


def test_with_a_folder_an_earlier_month_leaves_the_sheet_as_it_is(desk: Desk, tmp_path: Path) -> None:
    june(desk)
    summary(desk.book)
    before = desk.book.read_bytes()
    told = summary(desk.book, "--out", str(tmp_path / "months"), month="2026-05")
    assert told.status == 0
    assert "note: Board: it goes on showing June 2026" in told.err
    assert desk.book.read_bytes() == before
    assert (tmp_path / "months" / "summary-2026-05.docx").is_file()


def test_with_a_folder_the_same_and_a_later_month_take_the_sheet(desk: Desk, tmp_path: Path) -> None:
    june(desk)
    summary(desk.book, month="2026-05")
    summary(desk.book, "--out", str(tmp_path / "months"), month="2026-06")
    assert cells(desk.book, "board_counts")[0] == [3, 0, 4, 4]


def test_a_board_without_its_ranges_is_told_and_left_alone(desk: Desk) -> None:
    june(desk)
    opened = load_workbook(desk.book, keep_vba=True)
    del opened.defined_names["board_counts"]
    opened.save(desk.book)
    told = summary(desk.book)
    assert told.status == 1
    assert "board_counts" in told.err


# The month.


@pytest.mark.parametrize(
    ("month", "says"),
    [("2026-08", "August 2026 is still to come"), ("2026-04", "April 2026 is before the log")],
)
def test_a_month_of_which_nothing_can_be_told_says_so(desk: Desk, month: str, says: str) -> None:
    june(desk)
    before = desk.book.read_bytes()
    told = summary(desk.book, month=month)
    assert (told.status, told.out) == (1, "")
    assert says in told.err
    assert desk.book.read_bytes() == before


@pytest.mark.parametrize("month", ["2026-07", "2026-05"])
def test_the_month_that_runs_and_the_first_of_the_log_are_told(desk: Desk, month: str) -> None:
    june(desk)
    assert summary(desk.book, month=month).status == 0


@pytest.mark.parametrize("month", ["2026-13", "2026-6", "June", "0001-01"])
def test_a_month_that_is_none_is_wrong_usage(desk: Desk, month: str) -> None:
    assert summary(desk.book, month=month).status == 2


# The cases of the sample files.


def test_statuses_however_they_are_blanked_are_one_group(desk: Desk) -> None:
    desk.bring(FILES / "text-1-invisible-blanks.xlsx", map=MAPS / "sample_log.toml")
    found = {row["status"]: row["applications"] for row in frames(desk.book)["statuses"]}
    assert {status: count for status, count in found.items() if count} == {"granted, not issued": 5, "Total": 5}


def test_names_that_read_as_missing_stay_and_what_is_missing_stays_blank(desk: Desk) -> None:
    desk.bring(FILES / "text-2-names-like-missing.xlsx", map=MAPS / "sample_log.toml")
    out = desk.folder / "out"
    told = summary(desk.book, month="2026-07", as_of="2026-07-20T09:00", more=("--out", out, "--json")).json
    assert [row["organization"] for row in told["frames"]["coming"]] == ["NA", "N/A", "nan", ""]
    listed = list(csv.reader(io.StringIO((out / "2026-07-coming.csv").read_text("utf-8-sig"))))
    assert [row[listed[0].index("organization")] for row in listed[1:]] == ["NA", "N/A", "nan", ""]
    assert cells_of(out / "summary-2026-07.docx").count("nan") == 1


def test_postponed_and_withdrawn_events_are_counted_under_their_status(desk: Desk) -> None:
    desk.bring(FILES / "permit-3-postponed.xlsx", map=MAPS / "sample_log.toml")
    made = frames(desk.book)
    found = {row["status"]: row["applications"] for row in made["statuses"]}
    assert (found["postponed"], found["withdrawn"], found["granted, not issued"], found["Total"]) == (1, 1, 1, 4)
    assert made["conflicts"] == []


@pytest.mark.parametrize("starts", [None, "7"])
def test_months_without_applications_are_noughts(desk: Desk, starts: str | None) -> None:
    desk.bring(FILES / "permit-4-sparse-months.xlsx", map=FORM_MAP)
    if starts:
        set_setting(desk.book, "fiscal_year_starts", 7)
    months = frames(desk.book)["months_by_form"]
    assert len(months) == 12
    assert months[0]["month"] == ("2025-07" if starts else "2026-01")
    found = {row["month"]: (row["gathering"], row["parade"]) for row in months}
    assert {month: pair for month, pair in found.items() if any(pair)} == {"2026-01": (0, 1), "2026-04": (1, 1)}
    assert sum(map(sum, found.values())) == 3
    assert all(type(count) is int for pair in found.values() for count in pair)


def set_setting(book: Path, key: str, value: object) -> None:
    """Types a value into the Settings sheet, as the clerk would."""
    from permitbook.workbook.edit import Editor

    sheet = load_workbook(book)["Settings"]
    row = next(row for row in range(1, 60) if sheet.cell(row, 1).value == key)
    editor = Editor.open(book)
    editor.set_cells("Settings", {(row, 2): value})  # type: ignore[dict-item]
    editor.save()


# What is told, and what never is.


SECRET = "Zebra-Quartz"


def test_no_message_purpose_or_private_fact_is_in_anything_the_summary_makes() -> None:
    """Every text of the row says a secret word; only the organization is named."""
    private = {
        name: SECRET
        for name, kind in Application.__annotations__.items()
        if kind == "str | None" and name not in _CHOSEN and name != "organization_name"
    }
    made = digest(
        parade("FP-1", "2026-06-01T09:00", organization_name="Runners", **private),
        parade("FP-2", "2026-06-02T09:00", **private, action="denied", acted_at=datetime(2026, 6, 9, 9)),
    )
    assert "Runners" in repr(frames_of([made], JUNE)["coming"].to_dict())
    told = {name: frame.to_csv() for name, frame in frames_of([made], JUNE).items()}
    assert [name for name, text in told.items() if SECRET in text] == []
    assert SECRET not in repr(made)


_CHOSEN = {
    *("application_no", "event_form", "venue", "action", "event_change", "appeal_outcome", "sponsor_kind"),
    *("received_how", "applicant_role", "street_width", "state_permit", "municipality_insured", "notified_how"),
    *("revocation_ground", "fee_waived_reason"),
}


def text_of(file: Path) -> str:
    return "\n".join([*(each.text for each in docx.Document(str(file)).paragraphs), *cells_of(file)])


def cells_of(file: Path) -> list[str]:
    return [cell.text for table in docx.Document(str(file)).tables for row in table.rows for cell in row.cells]


def test_the_memo_has_head_counts_matters_and_tables(desk: Desk) -> None:
    june(desk)
    out = desk.folder / "out"
    summary(desk.book, more=("--out", out))
    text = text_of(out / "summary-2026-06.docx")
    assert text.startswith(
        "MEMORANDUM\nTo:\tBoard of Trustees, Village of Freeport\nFrom:\tOffice of the Chief of Police"
    )
    for heading in ("What was done", "Notable matters", "Kept in time", "Coming events", "Denials", "Equal treatment"):
        assert heading in text
    assert not {"nan", "NaN", "None", "<NA>", "NaT"} & set(cells_of(out / "summary-2026-06.docx"))
    assert len(docx.Document(str(out / "summary-2026-06.docx")).inline_shapes) == 1


def test_the_same_month_makes_the_same_files(desk: Desk) -> None:
    june(desk)
    made = []
    for name in ("one", "two"):
        summary(desk.book, more=("--out", desk.folder / name))
        made.append({each.name: each.read_bytes() for each in (desk.folder / name).iterdir()})
    assert made[0] == made[1]
    assert len(made[0]) == 17


def test_an_action_before_its_receipt_is_told(desk: Desk) -> None:
    row = {"application_no": "FP-1", "received_at": "2026-06-04 09:00", "event_form": "parade"}
    desk.rows(row | {"action": "granted", "acted_at": "2026-06-01 09:00"})
    told = summary(desk.book, more=("--json",))
    assert told.status == 1
    assert "before the application was received" in told.err
    assert told.json["frames"]["days_to_decide"][0] == {
        "span": "month",
        "decided": 1,
        "left_out": 1,
        "median": None,
        "percentile_90": None,
        "longest": None,
    }


def test_text_like_a_formula_is_made_harmless_in_a_table(desk: Desk) -> None:
    made = frames_of([digest(parade("FP-1", "2026-06-01T09:00", organization_name='=HYPERLINK("x")'))], JUNE)
    from permitbook.summary.tables import csv_of

    assert '"\'=HYPERLINK(""x"")"' in csv_of(made["coming"]).decode("utf-8-sig")


# Many workbooks.


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    """A town's workbook with rows, an empty one of another town, and a broken file."""
    (tmp_path / "county").mkdir()
    first = Desk(tmp_path)
    june(first)
    second = Desk(tmp_path, "new_castle")
    broken = tmp_path / "broken.xlsm"
    broken.write_bytes(b"no workbook")
    return [Path(shutil.move(each, tmp_path / "county" / each.name)) for each in (first.book, second.book, broken)]


def test_a_broken_file_is_told_and_passed_over(three: list[Path], tmp_path: Path) -> None:
    told = summary(three[0].parent, more=("--json", "--out", tmp_path / "out"))
    assert told.status == 1
    assert "Passed over: broken.xlsm" in told.err
    document = told.json
    assert [Path(each["workbook"]).name for each in document["passed_over"]] == ["broken.xlsm"]
    assert [(each["book"], each["applications"]) for each in document["frames"]["books"]] == [
        ("freeport", 4),
        ("new_castle", 0),
    ]
    assert document["frames"]["volume"][0]["month"] == 3
    assert "2 workbooks" in text_of(tmp_path / "out" / "summary-2026-06.docx")


def test_no_workbook_at_all_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert summary(tmp_path / "empty").status == 3
    (tmp_path / "bad.xlsm").write_bytes(b"no workbook")
    assert summary(tmp_path / "bad.xlsm").status == 3


def test_processes_give_what_one_gives(three: list[Path]) -> None:
    paths = three * 2
    alone = list(digests(paths, JUNE, NOW, processes=1))
    assert list(digests(paths, JUNE, NOW, processes=2)) == alone
    assert [isinstance(each, Broken) for each in alone] == [False, False, True] * 2


def test_two_workers_of_a_cluster_give_what_one_process_gives(three: list[Path]) -> None:
    from distributed import LocalCluster

    alone = list(digests(three, JUNE, NOW, processes=1))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster:  # type: ignore[no-untyped-call]
        heard: list[int] = []
        told = list(digests(three, JUNE, NOW, scheduler=cluster.scheduler_address, told=heard.append))
    assert told == alone
    assert heard == [1, 2, 3]


def test_a_scheduler_that_is_not_there_is_told(three: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "WAIT", 0.2)
    told = summary(*three, more=("--engine", "dask", "--scheduler", "tcp://127.0.0.1:9"))
    assert told.status == 1
    assert "No Dask scheduler answers at tcp://127.0.0.1:9" in told.err


@pytest.mark.parametrize("more", [("--engine", "dask"), ("--scheduler", "tcp://127.0.0.1:9")])
def test_engine_and_scheduler_belong_together(desk: Desk, more: tuple[str, ...]) -> None:
    assert summary(desk.book, more=more).status == 2


def test_workbooks_of_one_name_and_one_number_in_two_are_told_apart(three: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other" / three[0].name
    other.parent.mkdir()
    shutil.copy(three[0], other)
    told = summary(three[0], other, more=("--json",))
    assert [each["book"] for each in told.json["workbooks"]] == ["freeport", "freeport (2)"]
    assert "FP-1, FP-2, FP-3 and 1 more stand in more than one workbook" in told.err


# Real rows.


def test_real_events_of_new_york_are_imported_and_summed(desk: Desk) -> None:
    source = DATA / "nyc_permitted_events_sample.csv"
    with source.open(encoding="utf-8-sig", newline="") as opened:
        events = {row["Event ID"] for row in csv.DictReader(opened)}
    desk.bring(source, map=MAPS / "nyc_events.toml")
    made = frames(desk.book, month="2022-01", as_of="2022-02-10T09:00")
    assert made["volume"][0] == {
        "measure": "Received",
        "month": len(events),
        "same_month_last_year": 0,
        "year_to_date": len(events),
        "fiscal_year_to_date": len(events),
        "undated": 0,
    }
    assert made["statuses"][-1]["applications"] == len(events)
    assert sum(row["gathering"] for row in made["months_by_form"]) == len(events)
    assert made["treatment"][-1]["received"] == len(events)
    assert {row["on"][:7] for row in made["coming"]} <= {"2022-02", "2022-03", "2022-04"}
    assert Month.read("2022-01").name == "January 2022"
