"""A set of letters is put into its folder whole, or not at all."""

import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from permitbook.errors import NeedsUser
from permitbook.letters.folder import fingerprint, write_set

SET = {"2026-001 permit.docx": b"permit", "2026-001 copy Police.docx": b"police", "2026-001 copy Fire.docx": b"fire"}
FIRST, SECOND, LAST = SET


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException, at: int = 1) -> Iterator[None]:
    """The given method of Path fails the at-th time it is called."""
    calls = 0
    true = getattr(Path, name)

    def fail(self: Path, *args: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls == at:
            raise error
        return true(self, *args, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Path, name, fail)
        yield


def test_a_set_is_written_and_writing_it_again_touches_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "book letters" / "2026-001"
    paths = write_set(folder, SET)
    assert [path.name for path in paths] == list(SET)
    assert content(folder) == SET
    for path in paths:
        os.utime(path, (1, 1))
    assert write_set(folder, SET) == paths
    assert {path.stat().st_mtime for path in paths} == {1}
    assert write_set(folder, {}) == []


def test_a_letter_of_ours_is_replaced_and_other_files_stay(tmp_path: Path) -> None:
    write_set(tmp_path, SET | {"2026-001 denial.docx": b"other"})
    amended = SET | {SECOND: b"amended"}
    write_set(tmp_path, amended, known={fingerprint(b"police")})
    assert content(tmp_path) == amended | {"2026-001 denial.docx": b"other"}


@pytest.mark.parametrize("known", [(), {fingerprint(b"police")}])
def test_a_letter_that_someone_changed_is_never_replaced(tmp_path: Path, known: set[str]) -> None:
    (tmp_path / SECOND).write_bytes(b"changed by hand")
    with pytest.raises(NeedsUser, match=f"^{SECOND} was changed after it was made"):
        write_set(tmp_path, SET, known)
    assert content(tmp_path) == {SECOND: b"changed by hand"}


@pytest.mark.parametrize("owner", [f"~${SECOND[2:]}", f".~lock.{SECOND}#"])
def test_a_letter_open_in_word_is_not_replaced(tmp_path: Path, owner: str) -> None:
    (tmp_path / SECOND).write_bytes(b"old")
    (tmp_path / owner).write_bytes(b"clerk")
    before = content(tmp_path)
    with pytest.raises(NeedsUser, match="is open in Word; close it"):
        write_set(tmp_path, SET, {fingerprint(b"old")})
    assert content(tmp_path) == before
    assert write_set(tmp_path, {SECOND: b"old"})


@pytest.mark.parametrize(
    ("method", "at", "error", "said"),
    [
        ("replace", 1, PermissionError(errno.EACCES, "denied", "x", None, FIRST), f"{FIRST} is open or protected"),
        ("replace", 3, PermissionError(errno.EACCES, "denied", "x", None, LAST), f"{LAST} is open or protected"),
        ("replace", 2, OSError(errno.EIO, "Input/output error"), "Input/output error"),
        ("write_bytes", 1, OSError(errno.ENOSPC, "No space left"), "no room on the disk"),
        ("write_bytes", 3, OSError(errno.EDQUOT, "Quota"), "no room on the disk"),
        ("mkdir", 1, PermissionError(errno.EACCES, "denied"), "the folder is protected"),
        ("mkdir", 1, OSError(errno.EROFS, "Read-only file system"), "the folder is protected"),
        ("read_bytes", 1, PermissionError(errno.EACCES, "denied", SECOND), f"{SECOND} is open or protected"),
    ],
)
def test_what_cannot_be_finished_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, at: int, error: OSError, said: str
) -> None:
    (tmp_path / SECOND).write_bytes(b"old")
    with failing(monkeypatch, method, error, at), pytest.raises(NeedsUser, match=said):
        write_set(tmp_path, SET, {fingerprint(b"old")})
    assert content(tmp_path) == {SECOND: b"old"}


def test_a_folder_made_for_letters_that_were_not_written_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with failing(monkeypatch, "write_bytes", OSError(errno.ENOSPC, "full"), 2), pytest.raises(NeedsUser):
        write_set(tmp_path / "book letters" / "2026-001", SET)
    assert list(tmp_path.iterdir()) == []


def test_stopping_in_the_middle_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FIRST).write_bytes(b"old")
    with failing(monkeypatch, "replace", KeyboardInterrupt(), 3), pytest.raises(KeyboardInterrupt):
        write_set(tmp_path, SET, {fingerprint(b"old")})
    assert content(tmp_path) == {FIRST: b"old"}


def test_something_else_in_the_way_is_named(tmp_path: Path) -> None:
    (tmp_path / FIRST).mkdir()
    with pytest.raises(NeedsUser, match="is a folder and stands where a letter should be"):
        write_set(tmp_path, SET)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(NeedsUser, match="Letters cannot be written to"):
        write_set(tmp_path / "file" / "below", SET)


@pytest.mark.parametrize("name", ["../x.docx", "a/b.docx", "/x.docx", "..", ""])
def test_a_letter_never_leaves_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no folders in them"):
        write_set(tmp_path / "in", {name: b"x"})
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_cleared_away_after_an_hour(tmp_path: Path) -> None:
    for name, age in ((".permitbook-old", 3700), (".permitbook-now", 10)):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    write_set(tmp_path, {FIRST: b"x"})
    assert {path.name for path in tmp_path.iterdir()} == {FIRST, ".permitbook-now"}


@pytest.mark.parametrize("is_there", [True, False])
def test_no_letter_goes_into_a_folder_that_may_not_be_written_to(tmp_path: Path, is_there: bool) -> None:
    folder = tmp_path / "letters" if is_there else tmp_path / "letters" / "2026-001"
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters").chmod(0o555)
    with pytest.raises(NeedsUser, match="the folder is protected"):
        write_set(folder, SET)
    assert content(tmp_path / "letters") == {}


def test_a_letter_that_is_marked_read_only_is_not_replaced(tmp_path: Path) -> None:
    write_set(tmp_path, SET)
    (tmp_path / FIRST).chmod(0o444)
    with pytest.raises(NeedsUser, match=f"{FIRST} is marked read-only"):
        write_set(tmp_path, {FIRST: b"new"}, known={fingerprint(SET[FIRST])})
    assert content(tmp_path) == SET
