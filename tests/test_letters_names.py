"""File names of letters: safe everywhere, distinct, the same on every run."""

import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from permitbook.errors import NeedsUser
from permitbook.letters.names import file_names, folder_name

FILES = Path(__file__).parent / "cases" / "files"
FOLDER = Path("/home/clerk/Permits 2026/Freeport letters/2026-001")
REFUSED = set('<>:"/\\|?*')


def assert_safe(name: str, folder: Path = FOLDER) -> None:
    """What Windows, macOS and Linux all take, checked with the words of Windows' own naming rules."""
    assert name == PureWindowsPath(name).name == PurePosixPath(name).name
    assert not PureWindowsPath(name).is_reserved() if hasattr(PureWindowsPath, "is_reserved") else True
    assert name not in ("", ".", "..")
    assert not REFUSED & set(name)
    assert not any(ord(character) < 32 or unicodedata.category(character)[0] == "C" for character in name)
    assert name == name.strip(" .") == unicodedata.normalize("NFC", name)
    assert not name.startswith(("~$", ".", "-"))
    assert len(str(folder / name).encode("utf-16-le")) // 2 < 240
    assert len(name.encode()) <= 255


def sample_events() -> list[tuple[str, str]]:
    rows = openpyxl.load_workbook(FILES / "letter-5-event-names.xlsx")["Log"].iter_rows(min_row=2, values_only=True)
    return [(str(row[0]), str(row[4])) for row in rows]


def test_the_awkward_event_names_have_safe_and_distinct_names() -> None:
    events = sample_events()
    names = [file_names(number, [("permit", event)], FOLDER)[0] for number, event in events]
    for (number, _), name in zip(events, names, strict=True):
        assert_safe(name)
        assert name.startswith(f"{number} permit ")
        assert name.endswith(".docx")
    assert len({name.casefold() for name in names}) == len(events) == 10
    assert names[:4] == [
        "2026-001 permit Smith-Jones- 5K.docx",
        "2026-002 permit CON.docx",
        "2026-003 permit Fall Fest.docx",
        "2026-004 permit x.docx",
    ]
    assert names[5][8:] == names[6][8:] == " permit Café Night.docx"
    assert names == [file_names(number, [("permit", event)], FOLDER)[0] for number, event in events]


def test_within_a_set_names_differ_even_ignoring_case_and_accents_written_two_ways() -> None:
    cafe = unicodedata.normalize("NFD", "Café")
    letters = [("copy", about) for about in ("Police", "POLICE", "Café", cafe, "Fire", "Fire", "a" * 200, "a" * 201)]
    names = file_names("2026-001", letters, FOLDER)
    assert len({unicodedata.normalize("NFC", name).casefold() for name in names}) == len(letters)
    for name in names:
        assert_safe(name)
    assert file_names("2026-001", letters, FOLDER) == names
    assert file_names("2026-001", [("permit", "")], FOLDER) == ["2026-001 permit.docx"]


@pytest.mark.parametrize("number", ["2026-001", "FP-2026-007", "ET 27", "2026-12a"])
def test_a_plain_number_names_its_folder_as_it_is(number: str) -> None:
    assert folder_name(number) == folder_name(f" {number} ") == number


@pytest.mark.parametrize(
    "number", ["../../x", "..", "/", "CON", "con.1", "COM¹", "a/b", "a\\b", "9" * 300, "x.", "~$x", "\x00"]
)
def test_an_odd_number_names_a_folder_that_is_safe_and_its_own(number: str) -> None:
    assert_safe(folder_name(number))
    assert folder_name(number) != folder_name(number + "1")


def test_numbers_that_would_look_alike_have_different_folders() -> None:
    numbers = ["2026/001", "2026\\001", "2026-001", "2026:001", "2026 001", "2026  001", "2026-001."]
    assert len({folder_name(number).casefold() for number in numbers}) == len(numbers)


def test_an_application_without_a_number_has_no_letters() -> None:
    with pytest.raises(NeedsUser, match="has no number yet"):
        folder_name("  ")


def test_a_path_is_under_240_characters_or_the_folder_is_named() -> None:
    long = [("permit", "🎺" * 100), ("permit", "parade " * 40)]
    for depth in range(100, 179):
        folder = Path("/" + "d" * (depth - 1))
        for name in file_names("2026-001", long, folder):
            assert_safe(name, folder)
    with pytest.raises(NeedsUser, match="too long a path"):
        file_names("2026-001", long, Path("/" + "d" * 200))


@given(st.text(), st.lists(st.tuples(st.sampled_from(["permit", "copy"]), st.text()), max_size=6))
def test_whatever_is_typed_names_are_safe_and_distinct(number: str, letters: list[tuple[str, str]]) -> None:
    if not number.strip():
        return
    names = file_names(number, letters, FOLDER)
    assert len({name.casefold() for name in names}) == len(letters)
    for name in names:
        assert_safe(name)
