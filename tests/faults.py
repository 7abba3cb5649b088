"""A command run again and again, each time with one call of the system failing, or the process killed at it.

Run as a program: `python -m tests.faults FOLDER HOW EVERY COMMAND...`, HOW being `kill` or the names of errors parted
by commas (`ENOSPC,EIO`), which take turns; of the steps each EVERY-th is tried. FOLDER holds the pristine files under
`before`; each run gets a copy as `now`, and is a process of its own. One line of JSON tells what each run left; the
last is the run that met no fault.
"""

import contextlib
import errno
import io
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

CALLS = ("open", "fsync", "replace", "rename", "link", "unlink", "remove", "chmod", "chown", "mkdir", "rmdir", "close")


class Faults:
    """Lets the n-th step fail. Each call of the system is two steps, before and after it; half a write is one too."""

    def __init__(self, number: int, how: str) -> None:
        self.number, self.how, self.met = number, how, 0
        self.at = ""

    def step(self, name: str) -> None:
        self.met += 1
        if self.met != self.number:
            return
        self.at = name
        if self.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        code = getattr(errno, self.how)
        raise OSError(code, os.strerror(code))

    def around(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self.step(name)
            done = real(*given, **named)
            self.step(f"after {name}")
            return done

        return call

    def install(self) -> None:
        import fcntl

        for name in CALLS:
            setattr(os, name, self.around(name, getattr(os, name)))
        for name in ("flock", "lockf"):
            setattr(fcntl, name, self.around(name, getattr(fcntl, name)))
        real = io.open
        io.open = lambda *given, **named: File(self, self.around("open", real)(*given, **named))  # type: ignore


class File:
    """A file whose every write is done in two halves."""

    def __init__(self, faults: Faults, file: Any) -> None:
        self.faults, self.file = faults, file

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __enter__(self) -> "File":
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()
        self.faults.step("after close")

    def flush(self) -> None:
        self.faults.step("flush")
        self.file.flush()

    def write(self, content: Any) -> int:
        half = len(content) // 2
        self.faults.step("write")
        self.file.write(content[:half])
        if half:
            self.file.flush()
            self.faults.step("half a write")
        self.file.write(content[half:])
        return len(content)


def state(folder: Path) -> dict[str, str]:
    """Every file of the folder with the fingerprint of its content."""
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): sha256(each.read_bytes()).hexdigest()[:16] for each in files}


def one(folder: Path, number: int, how: str, command: list[str]) -> dict[str, Any]:
    """What a run with a fault at one step leaves; after a kill also what the same command makes of that."""
    now = folder / "now"
    shutil.rmtree(now, ignore_errors=True)
    shutil.copytree(folder / "before", now)
    told = _in_a_process(command, Faults(number, how))
    told |= {"number": number, "how": how, "left": state(now)}
    if how == "kill" and "status" not in told:
        told |= {"again": _in_a_process(command, None).get("status"), "mended": state(now)}
    return told


def _in_a_process(command: list[str], faults: Faults | None) -> dict[str, Any]:
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        said, write, leave = io.StringIO(), os.write, os._exit
        from permitbook.cli import main

        if faults:
            faults.install()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
            status = main(command)
        met, at = (faults.met, faults.at) if faults else (0, "")
        write(into, json.dumps({"status": status, "said": said.getvalue()[:2000], "met": met, "at": at}).encode())
        leave(0)
    os.close(into)
    with os.fdopen(out, "rb") as heard:
        told: dict[str, Any] = json.loads(heard.read() or b"{}")
    os.waitpid(child, 0)
    return told


def runs(folder: Path, how: str, command: list[str], every: int) -> Iterator[dict[str, Any]]:
    """Every run, up to the one that meets no fault any more."""
    from permitbook import cli, issuing  # noqa: F401 - loaded once for all runs
    from permitbook.letters import render  # noqa: F401

    ways = how.split(",")
    for number in range(1, 5000, every):
        told = one(folder, number, ways[number // every % len(ways)], command)
        yield told
        if told.get("met", number) < number:
            return


if __name__ == "__main__":
    for each in runs(Path(sys.argv[1]), sys.argv[2], sys.argv[4:], int(sys.argv[3])):
        print(json.dumps(each), flush=True)
