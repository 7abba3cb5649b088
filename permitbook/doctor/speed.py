"""What makes a button or a command wait: modules that are not compiled, packages that are heavy, a disk far away."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from importlib.util import cache_from_source, find_spec
from pathlib import Path

from permitbook.doctor.sign import Sign

PACKAGES = ("permitbook", "jinja2", "markupsafe", "msgspec", "python_calamine", "xlwings")
"""What a press or a command loads."""
HEAVY = ("numpy", "pandas", "polars", "matplotlib", "plotly", "PIL")
"""Packages that xlwings loads wherever it finds them, before a button does anything."""
PATIENCE = 1.0
"""Seconds that a button may wait before it begins, until it is said what makes it slow."""
_TELLING = 0.05
"""Seconds that a package must take to be named."""
_BEGINS = "import permitbook.click, permitbook.pressing, permitbook.checking"
_TIMED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s*([\w.]+)")
_NETWORK = ("nfs", "nfs4", "cifs", "smbfs", "smb3", "afpfs", "fuse.sshfs")
_REMOTE_DRIVE = 4


def signs_of_speed() -> Iterator[Sign]:
    """Whether modules are compiled, how soon a press begins, and whether the program lies on this computer."""
    yield sign_of_bytecode(folders())
    yield sign_of_beginning()
    if lies_on_network(Path(__file__)):
        told = (
            "the program lies on a network drive, and each press loads it from there anew; install it on this "
            "computer's own disk"
        )
        yield Sign("Place of the program", False, told, optional=True)


def folders() -> list[Path]:
    """Where the packages lie that a press or a command loads."""
    found = [spec for each in PACKAGES if (spec := find_spec(each))]
    return [Path(place) for spec in found for place in spec.submodule_search_locations or ()]


def sign_of_bytecode(packages: Iterable[Path]) -> Sign:
    """The compiled modules, without which each press waits four times as long; they are made where they lack."""
    lacking = {each: count for each in packages if (count := _uncompiled(each))}
    compile_bytecode(lacking)
    left = {each: count for each in lacking if (count := _uncompiled(each))}
    if left:
        named = " ".join(f'"{each}"' for each in left)
        mend = f'run once as administrator: "{sys.executable}" -m compileall {named}'
        told = f"{sum(left.values())} are compiled anew at each press; {mend}"
        return Sign("Compiled modules", False, told, optional=True)
    return Sign(
        "Compiled modules", True, f"{sum(lacking.values())} made now" if lacking else "all there", optional=True
    )


def compile_bytecode(packages: Iterable[Path]) -> None:
    """Compiles the modules that are not; one that cannot be written is left as it is."""
    import compileall

    for each in packages:
        compileall.compile_dir(each, quiet=2)


def _uncompiled(package: Path) -> int:
    """How many modules Python would compile anew before it runs them."""
    return sum(not _is_compiled(each) for each in package.rglob("*.py"))


def _is_compiled(source: Path) -> bool:
    """The compiled form is there and of this source: it tells the second and the size of what it was made of."""
    try:
        head, made_of = Path(cache_from_source(str(source))).read_bytes()[:16], source.stat()
    except OSError:
        return False
    seconds, size = (int.from_bytes(head[at : at + 4], "little") for at in (8, 12))
    return (seconds, size) == (int(made_of.st_mtime) & 0xFFFFFFFF, made_of.st_size & 0xFFFFFFFF)


def sign_of_beginning() -> Sign:
    """How long a press waits before it begins, in a new Python as Excel starts one, and what takes the time.

    Without xlwings there are no buttons, and a command is timed.
    """
    begins, who = (f"import xlwings.utils\n{_BEGINS}", "button") if find_spec("xlwings") else (_BEGINS, "command")
    started = time.perf_counter()
    command = [sys.executable, "-B", "-X", "importtime", "-c", begins]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    waits = time.perf_counter() - started
    if ran.returncode:
        last = ran.stderr.strip().splitlines()[-1:] or ["no reason given"]
        return Sign("Speed", False, f"a {who} cannot begin: {last[0]}")
    told = f"a {who} begins after {waits:.1f} s"
    if waits <= PATIENCE:
        return Sign("Speed", True, told, optional=True)
    return Sign("Speed", False, f"{told}{_what_slows(ran.stderr)}", optional=True)


def _what_slows(timed: str) -> str:
    """The packages that took the time, by Python's own account of its imports, and how to mend it."""
    taken: dict[str, float] = {}
    for spent, module in _TIMED.findall(timed):
        package = module.partition(".")[0]
        taken[package] = taken.get(package, 0) + int(spent) / 1e6
    heavy = sorted((each for each in HEAVY if taken.get(each, 0) >= _TELLING), key=lambda each: -taken[each])
    if not heavy:
        return "; Use UDF Server set to True on the hidden sheet xlwings.conf keeps Python ready (Windows)"
    named = ", ".join(f"{each} {taken[each]:.1f} s" for each in heavy)
    return (
        f", as xlwings loads what it finds ({named}). Install permitbook in a place of its own without them; or on the "
        "hidden sheet xlwings.conf set Enter Python By to Module (Windows), or Use UDF Server to True"
    )


def sign_of_check(path: Path) -> Sign:
    """How long a check of this workbook takes on this computer, from a new Python to its end; nothing is written."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "permitbook", "check", str(path), "--dry-run"]
    ran = subprocess.run(command, capture_output=True, check=False)
    taken = time.perf_counter() - started
    if ran.returncode > 1:
        return Sign("Check", False, "it cannot be checked; run `permitbook check` to see why")
    return Sign("Check", True, f"a check of this workbook takes {taken:.1f} s", optional=True)


def lies_on_network(path: Path) -> bool:
    """The file lies on another computer's disk."""
    whole = path.resolve()
    if sys.platform == "win32":
        import ctypes

        drive = whole.drive
        return drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(f"{drive}\\") == _REMOTE_DRIVE
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/mounts").read_text("utf-8").splitlines()]
    except OSError:
        return False
    above = [(place, kind) for place, kind in mounts if whole.is_relative_to(place.replace("\\040", " "))]
    return max(above, key=lambda each: len(each[0]), default=("", ""))[1] in _NETWORK
