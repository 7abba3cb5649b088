"""Putting a new version of a workbook in the place of the old one: whole, in one step, or not at all.

The new file is written beside the old one and takes its name only when it is safe on the disk. Whoever else has
the workbook open, or has changed it since it was read, is respected; each refusal is one sentence.
"""

import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from permitbook.errors import WorkbookError
from permitbook.workbook.allowed import check_fill, may_fill, may_replace, standing
from permitbook.workbook.sniff import read_bytes
from permitbook.workbook.whose import check_not_open, saved_since_by

_UNFINISHED = ".~permitbook-"
_NEW = 0o666
_ABANDONED_AFTER = 3600.0
_FULL = (errno.ENOSPC, errno.EDQUOT)
_AWAY = (errno.EIO, errno.ESTALE, errno.ETIMEDOUT, errno.ENETDOWN, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENODEV)
_IN_USE = (errno.EBUSY, errno.ETXTBSY)
_TRIES = 10 if sys.platform == "win32" else 0
_PAUSE = 0.2


def save_file(path: Path, before: bytes, after: bytes, *, backup: bool = False) -> None:
    """Put `after` in the place of the file that was read as `before`.

    Either the old or the new file stands there, whole, whatever happens on the way. With `backup` the old version
    stays beside it as `NAME.backup.xlsm`. Raises WorkbookError when the workbook is open, locked, read-only or
    changed by another since it was read; then nothing is changed.
    """
    path = Path(os.path.realpath(path))
    check_free(path)
    try:
        with _locked(path):
            _check_unchanged(path, before)
            if backup:
                _replace(backup_path(path), before, path)
            _replace(path, after, path)
    except OSError as error:
        raise _unreachable(path, "written", error) from error


def keep_backup(path: Path) -> None:
    """Keeps a workbook as it stands on the disk beside it. Raises WorkbookError when that cannot be done."""
    path = Path(os.path.realpath(path))
    try:
        _replace(backup_path(path), read_bytes(path), path)
    except OSError as error:
        raise _unreachable(path, "backed up", error) from error


def write_new(path: Path, content: bytes) -> None:
    """Puts a file where none is; one that is there already is never replaced.

    It is written beside its place first, so that a full disk or a killed run leaves no half of it. Raises
    WorkbookError when there is one, or when it cannot be written.
    """
    try:
        check_fill(path.parent)
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path):
            raise FileExistsError
        handle, name = tempfile.mkstemp(prefix=_UNFINISHED, suffix=".tmp", dir=path.parent)
        unfinished = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.chmod(_NEW & ~_umask())
            _place(unfinished, path)
        finally:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
    except FileExistsError:
        raise WorkbookError(f"{path.name} is there already and is not overwritten; choose another name.") from None
    except OSError as error:
        raise _unreachable(path, "made", error) from error
    _sync_folder(path.parent)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _place(unfinished: Path, path: Path) -> None:
    """Give a new file its name, in one step; raises FileExistsError when another has it."""
    if sys.platform == "win32":
        unfinished.rename(path)
        return
    try:
        path.hardlink_to(unfinished)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL):
            raise
        # Some disks know no second name; there the look before and the move are two steps.
        unfinished.replace(path)


def backup_path(path: Path) -> Path:
    """Where the last version of a workbook is kept.

    >>> backup_path(Path("Parade Log.xlsm")).name
    'Parade Log.backup.xlsm'
    """
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def check_free(path: Path) -> None:
    """Raises WorkbookError when a workbook is open in another program, or may not be written here."""
    check_not_open(path)
    _check_writable(path)


def _check_writable(path: Path) -> None:
    try:
        file_may, folder_may = may_replace(path), may_fill(path.parent)
    except FileNotFoundError as error:
        raise WorkbookError(f"{path.name} is no longer where it was read; find it and run again.") from error
    except OSError as error:
        raise _unreachable(path, "written", error) from error
    if not file_may:
        raise WorkbookError(f"{path.name} is marked read-only; take the mark off in its properties and run again.")
    if not folder_may:
        raise WorkbookError(
            f"The folder of {path.name} may not be written to ({path.parent}), so a new version cannot be put there."
        )


def _check_unchanged(path: Path, before: bytes) -> None:
    now = read_bytes(path)
    if now == before:
        return
    who = saved_since_by(path, before)
    raise WorkbookError(
        f"{path.name} was changed{f' by {who}' if who else ''} since it was read; nothing was written. Run again."
    )


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one run at a time writes a workbook; another that comes meanwhile is refused."""
    busy = f"Another program is writing {path.name} at this moment; wait until it is done and run again."
    if sys.platform == "win32":
        import msvcrt
        from hashlib import sha256

        key = sha256(os.path.normcase(path).encode()).hexdigest()[:20]
        with (Path(tempfile.gettempdir()) / f"permitbook-{key}.lock").open("a+b") as lock:
            try:
                msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError as error:
                raise WorkbookError(busy) from error
            yield
    else:
        import fcntl

        workbook = path.open("r+b")
        try:
            try:
                fcntl.flock(workbook, fcntl.LOCK_EX | fcntl.LOCK_NB)
                fcntl.lockf(workbook, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError) as error:
                raise WorkbookError(busy) from error
            except OSError as error:
                if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS):
                    raise
            yield
        finally:
            # Nothing was written through it, so a share that fails now has not failed the save.
            with suppress(OSError):
                workbook.close()


def _replace(path: Path, content: bytes, like: Path) -> None:
    """Write a file beside its place and move it there in one step; it keeps the mode and owner of `like`."""
    handle, name = tempfile.mkstemp(prefix=_UNFINISHED, suffix=".tmp", dir=path.parent)
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _look_like(unfinished, like)
        _remove_abandoned(unfinished)
        try:
            _move(unfinished, path)
        except OSError:
            # A share may do the move and lose the answer; what stands there tells.
            if unfinished.exists() or path.read_bytes() != content:
                raise
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _look_like(unfinished: Path, like: Path) -> None:
    told = like.stat()
    if sys.platform != "win32":
        mine = unfinished.stat()
        if (mine.st_uid, mine.st_gid) != (told.st_uid, told.st_gid):
            with suppress(OSError):
                os.chown(unfinished, told.st_uid, told.st_gid)
    unfinished.chmod(stat.S_IMODE(told.st_mode))


def _move(unfinished: Path, path: Path) -> None:
    """Give the new file its name; a virus scanner that holds it for a moment is waited for."""
    for _ in range(_TRIES):
        with suppress(PermissionError):
            unfinished.replace(path)
            return
        time.sleep(_PAUSE)
    unfinished.replace(path)


def _remove_abandoned(unfinished: Path) -> None:
    """Unfinished files that a killed run left in the folder more than an hour before this one."""
    now = unfinished.stat().st_mtime
    with suppress(OSError):
        for each in unfinished.parent.iterdir():
            if each.name.startswith(_UNFINISHED) and now - each.stat().st_mtime > _ABANDONED_AFTER:
                each.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too, where the system can promise it."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _unreachable(path: Path, what: str, error: OSError) -> WorkbookError:
    if error.errno in _FULL:
        return WorkbookError(f"The disk that holds {path.name} is full; nothing was written. Make room and run again.")
    if isinstance(error, PermissionError) and not may_fill(there := standing(path.parent)):
        return WorkbookError(f"{path.name} could not be {what}: the folder {there} may not be written to.")
    if isinstance(error, PermissionError) or error.errno in _IN_USE:
        return WorkbookError(f"{path.name} could not be {what}: close it in Excel and run again.")
    if error.errno == errno.EROFS:
        return WorkbookError(f"{path.name} lies on a disk that cannot be written to ({path.parent}).")
    if error.errno in _AWAY:
        return WorkbookError(f"{path.name} could not be {what}: the disk or network share did not answer. Try again.")
    return WorkbookError(f"{path.name} could not be {what}: {error.strerror or error}.")
