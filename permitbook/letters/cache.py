"""Prepared templates kept from one run to the next, by the fingerprint of the template they were made from.

Only text is kept, never code: what is read back is checked and rendered as strictly as on the first day.
A folder that cannot be written costs time, nothing else.
"""

import contextlib
import os
import sys
from hashlib import sha256
from pathlib import Path

from msgspec import json

# Raise this when preparing changes, so that texts prepared the old way are not used.
_EDITION = 1


def cache_folder() -> Path | None:
    """Where this system keeps what can be made again; None where the user has no such place."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = _home("Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or _home(".cache")
    return Path(base) / "permitbook" / "letters" if base else None


def recall(content: bytes) -> dict[str, str] | None:
    """The prepared parts of this very template, or None when they are not kept or not as they were written."""
    place = _place(content)
    try:
        check, _, text = place.read_bytes().partition(b"\n") if place else (b"", b"", b"")
    except OSError:
        return None
    if check.decode("ascii", "replace") != sha256(text).hexdigest():
        return None
    return json.decode(text, type=dict[str, str])


def keep(content: bytes, parts: dict[str, str]) -> None:
    """Keep the prepared parts for the next run, if the user's folder allows it."""
    place = _place(content)
    if place is None:
        return
    fresh = place.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        text = json.encode(parts)
        fresh.write_bytes(sha256(text).hexdigest().encode("ascii") + b"\n" + text)
        fresh.replace(place)
    with contextlib.suppress(OSError):
        fresh.unlink(missing_ok=True)


def _place(content: bytes) -> Path | None:
    folder = cache_folder()
    return folder / f"{sha256(content).hexdigest()}-{_EDITION}.json" if folder else None


def _home(below: str) -> str | None:
    try:
        return str(Path.home() / below)
    except RuntimeError:
        return None
