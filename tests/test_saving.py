"""Saving leaves the old or the new file, whole, whatever happens; and it respects who else has the workbook."""

import errno
import os
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from permitbook.errors import WorkbookError
from permitbook.workbook import saving
from permitbook.workbook.allowed import may_fill
from permitbook.workbook.copies import copies_beside
from permitbook.workbook.edit import Editor
from permitbook.workbook.saving import backup_path, check_free, save_file, write_new
from tests.clerk import Desk
from tests.hand_made import FILES, package, sheet

OLD, NEW = b"the old file" * 5000, b"the new file" * 6000


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "Permits 2026"
    folder.mkdir()
    path = folder / "Parade Log.xlsm"
    path.write_bytes(OLD)
    yield path
    folder.chmod(0o700)


def names(path: Path) -> set[str]:
    return {each.name for each in path.parent.iterdir()}


def refused(path: Path, says: str) -> str:
    """The sentence of a refusal that changes nothing and leaves nothing behind."""
    before = names(path)
    with pytest.raises(WorkbookError, match=says) as caught:
        save_file(path, OLD, NEW, backup=True)
    assert path.read_bytes() == OLD
    assert names(path) == before
    assert path.name in str(caught.value)
    return str(caught.value)


def test_the_new_file_takes_the_place_of_the_old_and_keeps_its_mode(book: Path) -> None:
    book.chmod(0o640)
    save_file(book, OLD, NEW)
    assert book.read_bytes() == NEW
    assert book.stat().st_mode & 0o777 == 0o640
    assert names(book) == {"Parade Log.xlsm"}


def test_the_last_version_is_kept_where_it_is_asked_for(book: Path) -> None:
    save_file(book, OLD, NEW, backup=True)
    save_file(book, NEW, OLD, backup=True)
    assert (book.read_bytes(), backup_path(book).read_bytes()) == (OLD, NEW)
    assert names(book) == {"Parade Log.xlsm", "Parade Log.backup.xlsm"}


def test_a_link_to_a_workbook_stays_a_link(book: Path) -> None:
    link = book.parent.parent / "Log.xlsm"
    link.symlink_to(book)
    save_file(link, OLD, NEW)
    assert link.is_symlink()
    assert book.read_bytes() == NEW


def test_a_file_marked_read_only_is_refused_even_to_root(book: Path) -> None:
    book.chmod(0o444)
    refused(book, "is marked read-only")


def test_a_folder_that_may_not_be_written_to_is_refused_even_to_root(book: Path) -> None:
    book.parent.chmod(0o555)
    refused(book, "folder of .* may not be written to")


def test_a_folder_that_windows_marks_as_its_own_is_written_to(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Documents, and folders with a picture of their own, bear the mark; files go into them all the same.
    folder = book.parent
    folder.chmod(0o555)
    assert not may_fill(folder)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(os, "access", lambda *_: True)
    assert may_fill(folder)


@pytest.mark.parametrize("name", ["next.xlsm", "below/next.xlsm"])
def test_no_new_file_goes_into_a_folder_that_may_not_be_written_to(book: Path, name: str) -> None:
    folder = book.parent
    folder.chmod(0o555)
    with pytest.raises(WorkbookError, match=r"next\.xlsm could not be made: the folder .*Permits 2026 may not be"):
        write_new(folder / name, NEW)
    assert names(book) == {"Parade Log.xlsm"}


def test_a_workbook_that_is_gone_is_not_made_anew(book: Path) -> None:
    book.unlink()
    with pytest.raises(WorkbookError, match="no longer where it was read"):
        save_file(book, OLD, NEW)
    assert names(book) == set()


def test_a_workbook_changed_since_it_was_read_is_refused(book: Path) -> None:
    book.write_bytes(OLD + b"!")
    with pytest.raises(WorkbookError, match=r"Parade Log\.xlsm was changed since it was read"):
        save_file(book, OLD, NEW)
    assert book.read_bytes() == OLD + b"!"


def test_who_changed_the_workbook_is_said_when_the_file_tells(book: Path) -> None:
    space = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    who = "<cp:lastModifiedBy>Jane &amp; Joe</cp:lastModifiedBy>"
    core = f'<cp:coreProperties xmlns:cp="{space}">{who}</cp:coreProperties>'
    book.write_bytes(package({"Log": sheet("")}, parts={"docProps/core.xml": core}))
    with pytest.raises(WorkbookError, match=r"was changed by Jane & Joe since it was read"):
        save_file(book, OLD, NEW)


def test_nobody_is_named_who_did_not_change_the_workbook(book: Path) -> None:
    space = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    who = "<cp:lastModifiedBy>Jane</cp:lastModifiedBy>"
    core = {"docProps/core.xml": f'<cp:coreProperties xmlns:cp="{space}">{who}</cp:coreProperties>'}
    # Jane saved it last in Excel; then another run wrote cells, and left her name where it stood.
    before, now = package({"Log": sheet("")}, parts=core), package({"Log": sheet("<row/>")}, parts=core)
    book.write_bytes(now)
    with pytest.raises(WorkbookError, match="was changed since it was read"):
        save_file(book, before, NEW)


def test_a_workbook_only_touched_since_it_was_read_is_written(book: Path) -> None:
    os.utime(book, (1, 1))
    save_file(book, OLD, NEW)
    assert book.read_bytes() == NEW


def owner_file(name: str) -> bytes:
    """Excel's own file beside an open workbook: the name in two alphabets, padded with blanks."""
    plain = bytes([len(name)]) + name.encode("cp1252").ljust(54)
    return plain + len(name).to_bytes(2, "little") + name.ljust(54).encode("utf-16-le")


@pytest.mark.parametrize(
    ("mark", "content", "who"),
    [
        ("~$Parade Log.xlsm", owner_file("Zoë Clerk"), r"Excel \(Zoë Clerk\)"),
        ("~$Parade Log.xlsm", b"\x04Jane" + b" " * 50, r"Excel \(Jane\)"),
        ("~$Parade Log.xlsm", b"", "Excel;"),
        ("~$Parade Log.xlsm", bytes(range(256)), "Excel"),
        (".~lock.Parade Log.xlsm#", b",jane,desk,01.06.2026 09:00,file:///x;", r"LibreOffice \(jane\)"),
        (".~lock.Parade Log.xlsm#", b"", "LibreOffice;"),
    ],
)
def test_a_workbook_open_elsewhere_is_refused_and_a_stale_mark_explained(
    book: Path, mark: str, content: bytes, who: str
) -> None:
    (book.parent / mark).write_bytes(content)
    sentence = refused(book, f"is open in {who}")
    assert f"left the file {mark} beside it: delete that file" in sentence
    (book.parent / mark).unlink()
    save_file(book, OLD, NEW)


@pytest.mark.parametrize("how", ["flock", "lockf"])
def test_a_workbook_another_program_has_locked_is_refused(book: Path, how: str) -> None:
    code = f"import fcntl; f = open({str(book)!r}, 'r+b'); fcntl.{how}(f, fcntl.LOCK_EX); print(1, flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        refused(book, "Another program is writing")
        other.communicate(b"\n")
    save_file(book, OLD, NEW)


def test_of_two_runs_that_read_the_same_file_the_second_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "Log.xlsx"
    shutil.copyfile(FILES / "write-3-two-hundred-rows.xlsx", path)
    first, second = Editor.open(path), Editor.open(path)
    for number, editor in enumerate((first, second)):
        editor.set_cells(editor.sheet_names[0], {(2, 12): number})
    first.save()
    after = path.read_bytes()
    with pytest.raises(WorkbookError, match="was changed"):
        second.save()
    assert path.read_bytes() == after


STEPS: list[tuple[str, Callable[[], Any]]] = [
    ("tempfile.mkstemp", lambda: saving.tempfile),
    ("os.fdopen", lambda: saving.os),
    ("os.fsync", lambda: saving.os),
    ("Path.chmod", lambda: Path),
    ("Path.replace", lambda: Path),
]


@pytest.mark.parametrize("step", [name for name, _ in STEPS])
@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "disk that holds .* is full"),
        (errno.EDQUOT, "disk that holds .* is full"),
        (errno.EACCES, "close it in Excel"),
        (errno.EROFS, "cannot be written to"),
        (errno.ETIMEDOUT, "network share did not answer"),
        (errno.EBUSY, "close it in Excel"),
        (errno.EMFILE, "could not be written: Too many open files"),
    ],
)
def test_a_step_that_fails_leaves_the_old_file_and_nothing_else(
    book: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int, says: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(dict(STEPS)[step](), step.rpartition(".")[2], fail)
    refused(book, says)
    monkeypatch.undo()
    save_file(book, OLD, NEW)


def test_a_disk_that_fills_up_while_writing_leaves_the_old_file(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fdopen

    class Disk:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> "Disk":
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, content: bytes) -> int:
            self.file.write(content[:100])
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(saving.os, "fdopen", lambda *args: Disk(real(*args)))
    refused(book, "is full")


def test_a_run_that_is_broken_off_cleans_up(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(saving.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        save_file(book, OLD, NEW)
    assert (book.read_bytes(), names(book)) == (OLD, {"Parade Log.xlsm"})


KILLER = """
    import os, pathlib, signal, sys, tempfile

    path, fatal = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    count = 0

    def step():
        global count
        count += 1
        if count == fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(owner, name):
        real = getattr(owner, name)
        def call(*args, **kwargs):
            step()
            result = real(*args, **kwargs)
            step()
            return result
        setattr(owner, name, call)

    class Disk:
        def __init__(self, file): self.file = file
        def __enter__(self): return self
        def __exit__(self, *_): self.file.close()
        def fileno(self): return self.file.fileno()
        def flush(self): step(); self.file.flush()
        def write(self, content):
            self.file.write(content[: len(content) // 2]); self.file.flush(); step()
            self.file.write(content[len(content) // 2 :]); step()

    from permitbook.workbook import saving
    real_fdopen = os.fdopen
    os.fdopen = lambda *args: Disk(real_fdopen(*args))
    for owner, name in [(tempfile, "mkstemp"), (os, "fsync"), (pathlib.Path, "chmod"), (pathlib.Path, "replace")]:
        around(owner, name)
    saving.save_file(path, path.read_bytes(), b"the new file" * 6000, backup=len(sys.argv) > 3)
    print(count)
"""


@pytest.mark.parametrize("backup", [False, True])
def test_a_run_killed_at_any_step_leaves_the_old_or_the_new_file_whole(book: Path, backup: bool) -> None:
    left = []
    for fatal in range(1, 60):
        book.write_bytes(OLD)
        backup_path(book).unlink(missing_ok=True)
        run = [sys.executable, "-c", textwrap.dedent(KILLER), str(book), str(fatal), *["backup"] * backup]
        done = subprocess.run(run, capture_output=True, check=False, cwd=Path(saving.__file__).parents[2])
        left.append(book.read_bytes())
        assert left[-1] in (OLD, NEW)
        assert not backup_path(book).exists() or backup_path(book).read_bytes() == OLD
        if done.returncode == 0:
            break
        assert done.returncode == -9, done.stderr
    assert fatal > 10
    assert left == sorted(left, reverse=True)
    assert left[0] == OLD and left[-1] == NEW


def test_what_a_killed_run_left_is_removed_after_an_hour(book: Path) -> None:
    fresh, old, other = (book.with_name(name) for name in (".~permitbook-a.tmp", ".~permitbook-b.tmp", "mine.tmp"))
    for each in (fresh, old, other):
        each.write_bytes(b"half")
    for each in (old, other):
        os.utime(each, (time.time() - 7200,) * 2)
    save_file(book, OLD, NEW)
    assert names(book) == {"Parade Log.xlsm", ".~permitbook-a.tmp", "mine.tmp"}


def test_whether_a_workbook_is_free_can_be_asked_before_the_work_is_done(book: Path) -> None:
    check_free(book)
    (book.parent / "~$Parade Log.xlsm").write_bytes(b"")
    with pytest.raises(WorkbookError, match="is open in Excel"):
        check_free(book)


def test_a_new_workbook_is_whole_and_never_in_the_place_of_another(tmp_path: Path) -> None:
    path = tmp_path / "Permits 2027" / "Parade Log.xlsm"
    write_new(path, NEW)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o700 == 0o600
    with pytest.raises(WorkbookError, match="is there already"):
        write_new(path, OLD)
    assert path.read_bytes() == NEW
    assert names(path) == {"Parade Log.xlsm"}


def test_a_new_workbook_leaves_nothing_where_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorkbookError, match="is full; nothing was written"):
        write_new(tmp_path / "Parade Log.xlsm", NEW)
    assert not list(tmp_path.iterdir())


def test_a_new_workbook_is_made_on_a_disk_without_second_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(here: Path, there: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", none)
    path = tmp_path / "Parade Log.xlsm"
    write_new(path, NEW)
    assert path.read_bytes() == NEW
    assert names(path) == {"Parade Log.xlsm"}


def test_a_share_that_does_the_move_and_loses_the_answer_has_saved(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.replace

    def lost(here: Path, there: Path) -> Path:
        real(here, there)
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    monkeypatch.setattr(Path, "replace", lost)
    save_file(book, OLD, NEW)
    assert (book.read_bytes(), names(book)) == (NEW, {"Parade Log.xlsm"})


@pytest.mark.parametrize(
    ("name", "is_told"),
    [
        ("Parade Log-DESKTOP-7QK2.xlsm", True),
        ("Parade Log-CLERK2-2.xlsm", True),
        ("Parade Log (Dana's conflicted copy 2026-06-01).xlsm", True),
        ("Parade Log.backup.xlsm", False),
        ("Parade Log-2025.xlsm", False),
        ("Parade Log 2025.xlsm", False),
        ("Parade Log-old.xlsm", False),
        ("Block Parties-DESKTOP-7QK2.xlsm", False),
        ("Parade Log-DESKTOP-7QK2.pdf", False),
    ],
)
def test_a_conflict_copy_beside_the_workbook_is_told(book: Path, name: str, is_told: bool) -> None:
    book.with_name(name).write_bytes(NEW)
    told = [each for each in copies_beside(book) if name in each.message]
    assert [each.level for each in told] == ["note"] * is_told


def test_a_check_tells_of_a_conflict_copy(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (tmp_path / "freeport-FRONTDESK.xlsm").write_bytes(desk.book.read_bytes())
    (told,) = desk.check()["problems"]
    assert (told["level"], "freeport-FRONTDESK.xlsm lies beside" in told["message"]) == ("note", True)
