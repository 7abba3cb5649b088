"""Where an open workbook lies: on this computer, or in the cloud and on this computer too; letters lie beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from permitbook.errors import WorkbookError
from permitbook.live.book import LiveBook
from permitbook.live.excel import folder_for_copy, full_name, is_read_only, save_copy, unlink
from permitbook.live.whereabouts import lies_at
from tests.clerk import FILES, Desk
from tests.fake_excel import FakeBook
from tests.test_summary import set_setting

TOLD = json.loads((FILES / "file-2-addresses.json").read_text("utf-8"))
SHARED, SHARED_WITH_SIGNS, PERSONAL, SERVER, LOCAL = TOLD["fullnames"]
BUSINESS = "https://example-my.sharepoint.com/personal/clerk_example_com/Documents/Permits 2026/Parade%20Log.xlsm"
IN_LIBRARY = "https://example.sharepoint.com/sites/Clerk/Shared Documents/Parade Log.xlsm"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(home: Path, *parts: str) -> Path:
    """A workbook in a folder of the person's own."""
    path = home.joinpath(*parts, "Parade Log.xlsm")
    path.parent.mkdir(parents=True)
    path.touch()
    return path


def test_a_path_is_taken_as_it_is() -> None:
    for told in (SERVER, LOCAL, "/home/clerk/Parade Log.xlsm"):
        assert lies_at(told, "Z:\\elsewhere", {}) == Path(told)


@pytest.mark.parametrize(
    ("address", "synchronized"),
    [
        (SHARED, ("Example", "Clerk - Permits 2026")),
        (SHARED_WITH_SIGNS, ("Example", "Clerk - Permits 2026")),
        (SHARED, ("Example", "Clerk - Documents", "Permits 2026")),
        (IN_LIBRARY, ("Example", "Clerk - Documents")),
        (BUSINESS, ("OneDrive - Example", "Permits 2026")),
        (BUSINESS.replace("2026", "#1, 100%"), ("OneDrive - Example", "Permits #1, 100%")),
        (PERSONAL, ("OneDrive",)),
    ],
)
def test_an_address_in_the_cloud_is_the_workbook_that_onedrive_keeps_here(
    home: Path, address: str, synchronized: tuple[str, ...]
) -> None:
    environment = {"OneDriveCommercial": str(home / "OneDrive - Example"), "OneDriveConsumer": str(home / "OneDrive")}
    with pytest.raises(WorkbookError):
        lies_at(address, None, environment)
    path = put(home, *synchronized)
    assert lies_at(address, None, environment) == path


@pytest.mark.parametrize(
    "address", [SHARED, SHARED_WITH_SIGNS, PERSONAL, BUSINESS, "https://example.com/", "https://x-my.sharepoint.com"]
)
@pytest.mark.parametrize("environment", [{}, {"OneDrive": "nowhere", "OneDriveCommercial": "nowhere - Example"}])
def test_a_workbook_that_is_not_found_here_is_told_with_the_setting_that_helps(
    home: Path, address: str, environment: dict[str, str]
) -> None:
    put(home, "Elsewhere")
    with pytest.raises(WorkbookError, match=r"not found on this computer.*local_folder on the sheet Settings\.$"):
        lies_at(address, None, environment)
    assert [each.name for each in home.iterdir()] == ["Elsewhere"], "no folder named https: is made"


@pytest.mark.parametrize("address", [SHARED, SHARED_WITH_SIGNS, PERSONAL])
def test_the_setting_is_taken_only_when_the_workbook_is_there(home: Path, address: str) -> None:
    path = put(home, "Clerk - Permits 2026")
    assert lies_at(address, f" {path.parent} ", {}) == path
    with pytest.raises(WorkbookError, match=r"^Parade Log\.xlsm is not in .*, the folder that local_folder"):
        lies_at(address, str(home), {})


def test_the_open_workbook_asks_its_own_settings(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "freeport")
    address = f"https://example.sharepoint.com/sites/Clerk/Shared Documents/{desk.book.name}?web=1"
    with pytest.raises(WorkbookError, match="local_folder"):
        _ = LiveBook(FakeBook(desk.book, address)).path  # type: ignore[arg-type]
    set_setting(desk.book, "local_folder", str(tmp_path))
    assert LiveBook(FakeBook(desk.book, address)).path == desk.book  # type: ignore[arg-type]


class Answer:
    """A property as a Mac gives it: its value is fetched."""

    def __init__(self, value: object) -> None:
        self.value = value

    def get(self) -> object:
        return self.value


def test_excel_for_mac_is_asked_in_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Api:
        full_name, read_only = Answer("/Users/clerk/Log.xlsm"), Answer(True)

        def clear_hyperlinks(self) -> None:
            asked.append(("clear", ""))

    class Book:
        name, api = "Clerk's Log.xlsm", Api()

        @property
        def app(self) -> Book:
            return self

        def macro(self, name: str):  # type: ignore[no-untyped-def]
            return lambda path: asked.append((name, path))

    asked: list[tuple[str, str]] = []
    monkeypatch.setattr("permitbook.live.excel._MAC", True)
    monkeypatch.setenv("HOME", str(tmp_path))
    sandbox = tmp_path / "Library/Containers/com.microsoft.Excel/Data"
    sandbox.mkdir(parents=True)
    book = Book()
    assert (full_name(book), is_read_only(book)) == ("/Users/clerk/Log.xlsm", True)  # type: ignore[arg-type]
    with folder_for_copy() as folder:
        assert folder.parent == sandbox
        save_copy(book, folder / "Log.xlsm")  # type: ignore[arg-type]
    unlink(book)  # type: ignore[arg-type]
    assert asked == [("'Clerk''s Log.xlsm'!Permitbook.SaveCopy", str(folder / "Log.xlsm")), ("clear", "")]
    assert not folder.exists()
