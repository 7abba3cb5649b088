"""A set of letters put into its folder whole, or not at all.

Every file is written beside its place first and moved in when all are there; what cannot be finished is undone.
A letter that someone has changed since permitbook made it is never replaced.
"""

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from permitbook.errors import NeedsUser
from permitbook.workbook.allowed import check_fill, may_replace

_AWAY = ".permitbook-"
_FORGOTTEN = 3600.0


def fingerprint(content: bytes) -> str:
    """What tells whether a file is still as it was made; the Register keeps it."""
    return sha256(content).hexdigest()


def write_set(folder: Path, files: Mapping[str, bytes], known: Collection[str] = ()) -> list[Path]:
    """Put all the files into the folder and return their paths in order, or change nothing and raise NeedsUser.

    A file that is already there with the same content is left untouched, so running twice changes nothing. One with
    other content is replaced only when `known`, the fingerprints of what permitbook made, has it as it stands.
    """
    if any(name in ("", "..") or Path(name).name != name for name in files):
        raise ValueError("names of letters have no folders in them")
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        changed = {name: content for name, content in files.items() if _is_to_write(folder / name, content, known)}
        if changed:
            within = folder if folder.exists() else folder.parent
            check_fill(within)
            within.mkdir(parents=True, exist_ok=True)
            _remove_forgotten(within)
            with _away(within) as away:
                if folder.exists():
                    _move_in(away, {folder / name: content for name, content in changed.items()})
                else:
                    _become(away, folder, changed)
    except OSError as error:
        for each in missing:
            with suppress(OSError):
                each.rmdir()
        raise NeedsUser(_sentence(folder, files, error)) from error
    return [folder / name for name in files]


def _is_to_write(path: Path, content: bytes, known: Collection[str]) -> bool:
    """Whether the file must be written; refuses where that would lose someone's changes or disturb an open letter."""
    if not path.exists():
        return True
    if not path.is_file():
        raise NeedsUser(f"{path} is a folder and stands where a letter should be; rename it and try again.")
    present = path.read_bytes()
    if present == content:
        return False
    if fingerprint(present) not in known:
        raise NeedsUser(
            f"{path.name} was changed after it was made, or is no letter of this program; "
            f"rename or move it ({path.parent}) and try again."
        )
    if any((path.parent / name).exists() for name in _owner_files(path.name)):
        raise NeedsUser(f"{path.name} is open in Word; close it and try again.")
    if not may_replace(path):
        raise NeedsUser(f"{path.name} is marked read-only ({path.parent}); take the mark off in its properties.")
    return True


def _owner_files(name: str) -> tuple[str, ...]:
    """The hidden files that Word (three forms, by the length of the name) and LibreOffice lay beside an open letter."""
    return f"~${name}", f"~${name[1:]}", f"~${name[2:]}", f".~lock.{name}#"


def _become(away: Path, folder: Path, files: Mapping[str, bytes]) -> None:
    """A first set comes with its folder, in one step: a run that is killed leaves all of it or nothing."""
    for name, content in files.items():
        _write(away / name, content)
    away.chmod(folder.parent.stat().st_mode & 0o777)
    try:
        away.replace(folder)
    except OSError:
        # A share may do the move and lose the answer; what stands there tells.
        if away.exists() or not folder.exists():
            raise


def _write(path: Path, content: bytes) -> None:
    """A file that is on the disk before the workbook tells of it."""
    path.write_bytes(content)
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _move_in(away: Path, files: Mapping[Path, bytes]) -> None:
    """Write every file away from its place, then move all in; put back what was there if one cannot be moved.

    Files away from their places have numbers for names: a path must not grow past what the system allows.
    """
    fresh, before = {}, {}
    for number, (path, content) in enumerate(files.items()):
        fresh[path] = away / f"{number}"
        _write(fresh[path], content)
        if path.exists():
            before[path] = Path(shutil.copy2(path, away / f"{number}b"))
    try:
        for path, written in fresh.items():
            written.replace(path)
    except BaseException:
        for path, written in fresh.items():
            with suppress(OSError):
                if path in before:
                    before[path].replace(path)
                elif not written.exists():
                    path.unlink()
        raise


@contextmanager
def _away(folder: Path) -> Iterator[Path]:
    """A folder on the same disk that is gone afterwards."""
    away = Path(tempfile.mkdtemp(prefix=_AWAY, dir=folder))
    try:
        yield away
    finally:
        shutil.rmtree(away, ignore_errors=True)


def _remove_forgotten(folder: Path) -> None:
    """Clear away what a run left that was killed an hour or longer ago."""
    for each in folder.glob(f"{_AWAY}*"):
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(each, ignore_errors=True)


def _sentence(folder: Path, files: Collection[str], error: OSError) -> str:
    name = Path(str(error.filename2 or error.filename or "")).name
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"There is no room on the disk for the letters in {folder}; none were written."
    if isinstance(error, PermissionError) and name in files:
        return f"{name} is open or protected; close it in Word and try again. No letter was written."
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return f"Letters cannot be written to {folder}: the folder is protected. No letter was written."
    return f"Letters cannot be written to {folder}: {error.strerror or error}. No letter was written."
