"""Every button on a live workbook: its macro runs in LibreOffice, what the macro runs in Python is run there too."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
import xlwings

from permitbook.buttons import BUTTONS
from permitbook.rawzip import pack, package_bytes, read_package
from permitbook.upgrade.upgrading import upgrade
from permitbook.vba.project import Kind, Module, build_project
from permitbook.vba.sources import modules
from permitbook.workbook.ribbon import MODULE
from tests import uno_engine
from tests.letter_books import EAST_TROY, NOW, book, denied, determined, east_troy, noted
from tests.test_macros_run import FROM_ELSEWHERE, STUB
from tests.test_upgrade import an_older_version

pytestmark = pytest.mark.office

GRANTED, DENIED, NEW, REVOKED = "ET-2026-001", "ET-2026-002", "ET-2026-003", "ET-2026-004"
ROWS = {GRANTED: 2, DENIED: 3, NEW: 4, REVOKED: 5}


@pytest.fixture(scope="module")
def app() -> Iterator[xlwings.App]:
    app = uno_engine.start()
    yield app
    app.quit()


@dataclass
class Office:
    """A workbook open before a clerk, who selects cells and presses buttons."""

    book: Any
    path: Path

    def select(self, *rows: int, sheet: str = "Applications") -> None:
        self.book.sheets[sheet].activate()
        self.book.sheets[sheet].range(",".join(f"A{row}:C{row}" for row in rows)).select()

    def press(self, macro: str) -> str:
        """Presses a button; what the message box says, nothing when there was none."""
        alerts = self.book.app.impl.alerts
        before = len(alerts)
        told = self.book.sheets["xlwings.conf"]
        self.book.macro(f"{MODULE}.{macro}")(None)
        count = told.range("BA1").value
        if count:
            told.range("BA1").value = None
            exec(told.range(f"BA{int(count) + 1}").value, {})
        assert len(alerts) - before <= 1
        assert self.book.app.status_bar is False
        return alerts[-1][0] if len(alerts) > before else ""

    def row(self, number: str) -> dict[str, Any]:
        """A row of the log as it stands in the open workbook."""
        heads, *rows = self.book.sheets["Applications"].range("A1:EZ9").value
        return next(dict(zip(heads, row, strict=True)) for row in rows if row[0] == number)

    def rows(self, sheet: str) -> list[dict[str, Any]]:
        heads, *rows = self.book.sheets[sheet].range("A1:L80").value
        return [dict(zip(heads, row, strict=True)) for row in rows if any(row)]

    @property
    def shown(self) -> str:
        return str(self.book.sheets.active.name)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """East Troy's log with an application to be issued, one to be denied, one to be referred, one to be revoked."""
    refused, made = denied(EAST_TROY)
    new = east_troy(application_no=NEW, event_date=date(2026, 8, 1), referred_on=None, action=None, acted_at=None)
    gone = east_troy(
        application_no=REVOKED,
        event_date=date(2026, 9, 5),
        issued_at=datetime(2026, 5, 18, 17),
        permit_no="ET-P-2026-001",
        revoked_at=datetime(2026, 5, 19, 9),
        revoked_by="Lorri Alexander",
        revocation_facts="The insurer cancelled the policy on 18 May 2026",
        revocation_ground="ET-2-L.2",
    )
    applications = [east_troy(), noted(refused, chair_phone="555-0114"), new, gone]
    findings = [*determined(EAST_TROY), *made, *determined(EAST_TROY, REVOKED)]
    path = book(tmp_path_factory.mktemp("log"), EAST_TROY, applications, findings)
    stub(path)
    return path


@pytest.fixture
def office(app: xlwings.App, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    for place in ("desk", "checking", "form"):
        monkeypatch.setattr(f"permitbook.{place}.now_in", lambda zone: NOW[EAST_TROY])
    path = Path(shutil.copy(log, tmp_path))
    opened = app.books.open(path)
    opened.set_mock_caller()
    yield Office(opened, path)
    opened.close()


def stub(path: Path) -> None:
    """Puts a stand-in in the place of xlwings' own macros, which LibreOffice cannot compile."""
    parts = read_package(path.read_bytes())
    own = [each for each in modules() if each.name not in FROM_ELSEWHERE]
    project = build_project([*own, Module("xlwings", Kind.STANDARD, STUB.read_text())])
    parts["xl/vbaProject.bin"] = pack("xl/vbaProject.bin", project)
    path.write_bytes(package_bytes(parts.values()))


def files(office: Office, number: str) -> list[str]:
    folder = office.path.with_name(f"{office.path.stem} letters") / number
    return sorted(each.name for each in folder.glob("*")) if folder.exists() else []


def check_all(office: Office) -> None:
    told = office.press("CheckAll")
    assert told.startswith("4 applications as of Wed 20 May 2026, 10:00 AM")
    assert office.row(NEW)["Status"]
    assert any(each["Application"] == NEW for each in today(office))


def today(office: Office) -> list[dict[str, Any]]:
    heads, *rows = office.book.sheets["Today"].range("A4:G40").value
    return [dict(zip(heads, row, strict=True)) for row in rows]


def check_row(office: Office) -> None:
    office.select(ROWS[NEW])
    told = office.press("CheckRow")
    assert NEW in told and GRANTED not in told
    assert office.row(NEW)["Status"]


def explain(office: Office) -> None:
    office.select(ROWS[DENIED])
    before = office.row(DENIED)
    assert office.press("Explain").startswith(f"{DENIED} as of Wed 20 May 2026")
    assert office.row(DENIED) == before


def open_form(office: Office) -> None:
    office.select(ROWS[GRANTED])
    assert office.press("OpenForm") == ""
    assert office.shown == "Form"
    given = dict(office.book.sheets["Form"].range("A4:B130").value)
    assert given["Application No"] == GRANTED
    assert given["Event"] == "Fourth of July Parade"
    assert given["Participants"] == 200


def save_form(office: Office) -> None:
    office.select(ROWS[GRANTED])
    office.press("OpenForm")
    form = office.book.sheets["Form"]
    facts = [fact for (fact,) in form.range("A1:A130").options(ndim=2).value]
    form.range((facts.index("Participants") + 1, 2)).value = 260
    assert "Participants: '200', now '260'" in office.press("SaveForm")
    assert office.row(GRANTED)["Participants"] == 260
    assert "Participants" in office.rows("Log")[-1]["Did"]


def refer(office: Office) -> None:
    office.select(ROWS[NEW])
    assert f"{NEW}: referred" in office.press("Refer")
    assert office.row(NEW)["Referred On"] == datetime(2026, 5, 20)
    assert files(office, NEW)


def issue(office: Office) -> None:
    office.select(ROWS[GRANTED])
    assert f"{GRANTED}: issued. Letters are in" in office.press("Issue")
    assert office.row(GRANTED)["Permit No"]
    assert [each for each in office.rows("Register") if each["Application No"] == GRANTED]
    assert files(office, GRANTED)


def deny(office: Office) -> None:
    office.select(ROWS[DENIED])
    assert f"{DENIED}: denied" in office.press("Deny")
    assert files(office, DENIED)


def offer(office: Office) -> None:
    office.select(ROWS[DENIED])
    assert f"{DENIED}: offered. Letters are in" in office.press("OfferAlternate")
    assert files(office, DENIED)


def revoke(office: Office) -> None:
    office.select(ROWS[REVOKED])
    assert f"{REVOKED}: revocation told. Letters are in" in office.press("Revoke")
    assert files(office, REVOKED)


def suggest(office: Office) -> None:
    office.select(ROWS[DENIED])
    before = office.row(DENIED)
    told = office.press("SuggestDates")
    assert DENIED in told
    assert office.row(DENIED) == before


def calendar(office: Office) -> None:
    told = office.press("CalendarFile")
    assert "east_troy 2026.ics" in told
    assert b"Fourth of July Parade" in office.path.with_suffix(".ics").read_bytes()


def summary(office: Office) -> None:
    told = office.press("MonthlySummary")
    assert told.startswith("April 2026, the Village of East Troy")
    assert office.shown == "Board"
    assert str(office.book.sheets["Board"].range("A2").value).startswith("April 2026")
    assert (office.path.with_name(f"{office.path.stem} summary") / "summary-2026-04.docx").exists()


def go_to(sheet: str) -> Callable[[Office], None]:
    def goes(office: Office) -> None:
        assert office.press(f"Open{sheet}") == ""
        assert office.shown == sheet

    return goes


PRESSED: dict[str, Callable[[Office], None]] = {
    "CheckAll": check_all,
    "CheckRow": check_row,
    "Explain": explain,
    "OpenForm": open_form,
    "SaveForm": save_form,
    "Refer": refer,
    "Issue": issue,
    "Deny": deny,
    "OfferAlternate": offer,
    "Revoke": revoke,
    "SuggestDates": suggest,
    "CalendarFile": calendar,
    "MonthlySummary": summary,
    "OpenSettings": go_to("Settings"),
    "OpenHelp": go_to("Help"),
}


@pytest.mark.parametrize("macro", [each.macro for each in BUTTONS])
def test_a_button_does_on_the_open_workbook_what_it_says(office: Office, macro: str) -> None:
    PRESSED[macro](office)


def test_a_button_on_the_wrong_sheet_explains_itself_and_changes_nothing(office: Office) -> None:
    office.select(3, sheet="Settings")
    assert office.press("Issue").startswith("The sheet Settings names no applications.")
    assert office.shown == "Settings"
    assert files(office, GRANTED) == []


@pytest.mark.parametrize(("macro", "sheet"), [("OpenForm", "Form"), ("OpenHelp", "Help")])
def test_a_button_shows_its_sheet_though_it_was_hidden(office: Office, macro: str, sheet: str) -> None:
    office.select(2)
    office.book.sheets[sheet].visible = False
    assert office.press(macro) == ""
    assert (office.shown, office.book.sheets[sheet].visible) == (sheet, True)


def test_a_whole_sheet_can_be_selected(office: Office) -> None:
    office.book.sheets["Applications"].activate()
    office.book.sheets["Applications"].cells.select()
    assert office.press("Explain").startswith("This button takes one application, and 4 are selected")


def test_rows_that_are_hidden_are_passed_over_and_several_areas_are_taken(office: Office) -> None:
    office.book.sheets["Applications"].range("A3:A3").impl.row_hidden = True
    office.select(2, 3, 5)
    told = office.press("CheckRow")
    assert GRANTED in told and REVOKED in told
    assert DENIED not in told and NEW not in told


def test_the_buttons_of_an_upgraded_workbook_work(app: xlwings.App, tmp_path: Path) -> None:
    with an_older_version():
        path = book(tmp_path, EAST_TROY)
    assert "the macros are those of this version" in upgrade(path, NOW[EAST_TROY]).did
    stub(path)
    opened = app.books.open(path)
    opened.set_mock_caller()
    try:
        office = Office(opened, path)
        assert office.press("CheckAll").startswith("2 applications as of ")
        office.select(2)
        assert office.press("OpenForm") == ""
        assert office.shown == "Form"
    finally:
        opened.close()


def test_macros_of_an_older_version_say_what_to_run(office: Office) -> None:
    from permitbook.click import press

    press("CheckAll", "0.0.1", "0.37.8")
    told, mode = office.book.app.impl.alerts[-1]
    assert 'permitbook upgrade "east_troy 2026.xlsm"' in told
    assert mode == "critical"
    assert office.row(NEW)["Status"] is None
