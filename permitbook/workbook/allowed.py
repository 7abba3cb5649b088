"""Whether a file may be replaced and a folder written to: by their marks too, which do not stop an administrator."""

import errno
import os
import sys
from pathlib import Path

_ANY_WRITER = 0o222


def may_replace(path: Path) -> bool:
    """A file is not marked read-only, for all or for whoever runs this. Raises OSError when it is not there."""
    return bool(path.stat().st_mode & _ANY_WRITER) and os.access(path, os.W_OK)


def may_fill(folder: Path) -> bool:
    """A folder lets files be put into it. Raises OSError when it is not there."""
    # Windows marks folders read-only that have a picture or a name of their own, such as Documents; files go in freely.
    is_marked = sys.platform != "win32" and not folder.stat().st_mode & _ANY_WRITER
    return not is_marked and os.access(folder, os.W_OK | os.X_OK)


def standing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there already."""
    return next((each for each in (folder, *folder.parents) if each.exists()), folder)


def check_fill(folder: Path) -> None:
    """Raises PermissionError when nothing may be put into a folder, or it may not be made where it is to be."""
    there = standing(folder.absolute())
    if there.is_dir() and not may_fill(there):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))
