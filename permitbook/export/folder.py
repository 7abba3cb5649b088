"""A set of files put in the place of a folder: whole, or not at all.

The folder is new, empty, or holds an earlier set that nobody has touched. The set is made beside it and takes its
name when every file is on the disk.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import cast

from permitbook.errors import WorkbookError
from permitbook.workbook.allowed import check_fill

MANIFEST = "manifest.json"
_BESIDE = ".~permitbook-"
_ABANDONED_AFTER = 3600.0
_OF_THE_SYSTEM = frozenset({"desktop.ini", "thumbs.db", ".ds_store"})


def put_folder(folder: Path, files: Mapping[str, bytes | Path], kind: str) -> bool:
    """Lets the folder hold these files and no others; whether anything changed.

    `files` are contents, or files to copy, by their paths in the folder; one of them is the manifest, in which `kind`
    tells what set it is. Raises WorkbookError when the folder holds anything else, or cannot be written; then it is
    as it was.
    """
    folder = folder.absolute()
    try:
        _remove_abandoned(folder.parent)
        earlier = _earlier(folder, kind)
        if earlier is not None and earlier == files[MANIFEST]:
            return False
        check_fill(folder.parent)
        check_fill(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        beside = Path(tempfile.mkdtemp(prefix=_BESIDE, dir=folder.parent))
        try:
            _fill(beside / "new", files, _listed(cast(bytes, files[MANIFEST]), kind))
            _change_places(folder, beside)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
    except OSError as error:
        raise WorkbookError(
            f"{folder} could not be written: {error.strerror or error}. Close what is open in it, see that you may "
            "write there, and run again. Nothing was changed."
        ) from error
    return True


def _earlier(folder: Path, kind: str) -> bytes | None:
    """The manifest of the set that stands there whole; None where a new one may simply be put.

    Raises WorkbookError when the folder holds something that would be lost.
    """
    if not os.path.lexists(folder):
        return None
    if not folder.is_dir() or folder.is_symlink():
        raise WorkbookError(f"{folder} is no folder; name a new one.")
    there = sorted(each for each in folder.rglob("*") if not each.is_dir() or each.is_symlink())
    names = [each.relative_to(folder).as_posix() for each in there if each.name.lower() not in _OF_THE_SYSTEM]
    if not names:
        return None
    told = (folder / MANIFEST).read_bytes() if MANIFEST in names else b"{}"
    listed = _listed(told, kind)
    for name in names:
        if name != MANIFEST and listed.get(name) != _fingerprint(folder / name):
            what = "was changed since" if name in listed else "is no file of an earlier export"
            raise WorkbookError(f"{folder} is not replaced: {name} {what}; name a new folder.")
    return told if len(names) == len(listed) + 1 else b""


def _listed(manifest: bytes, kind: str) -> dict[str, str]:
    """The files that a manifest speaks of, with their fingerprints; none where it is not one of ours."""
    try:
        told = json.loads(manifest)
        if told["kind"] != kind:
            return {}
        entries = [*told["files"], *(each for each in told["letters"] if each["copied"])]
        return {each["file"]: each["sha256"] for each in entries}
    except (ValueError, KeyError, TypeError):
        return {}


def _fingerprint(path: Path) -> str:
    return "" if path.is_symlink() else sha256(path.read_bytes()).hexdigest()


def _remove_abandoned(parent: Path) -> None:
    """What a run left that was killed an hour or longer ago."""
    for each in parent.glob(f"{_BESIDE}*"):
        with suppress(OSError):
            if each.is_dir() and not each.is_symlink() and time.time() - each.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(each, ignore_errors=True)


def _fill(folder: Path, files: Mapping[str, bytes | Path], listed: Mapping[str, str]) -> None:
    for name, told in files.items():
        path = folder / name
        content = told if isinstance(told, bytes) else told.read_bytes()
        if name != MANIFEST and sha256(content).hexdigest() != listed.get(name):
            raise WorkbookError(f"{name} was changed while it was copied; nothing was written. Run again.")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _change_places(folder: Path, beside: Path) -> None:
    """The new set takes the name of the folder; should that fail, the old one has it again."""
    old = beside / "old"
    moved = folder.exists()
    if moved:
        folder.rename(old)
    try:
        (beside / "new").rename(folder)
    except BaseException:
        if moved:
            with suppress(OSError):
                old.rename(folder)
        raise
