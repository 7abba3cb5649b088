"""Makes anew what follows from the sources in a checkout.

These are the macros of the worksheet functions, the ribbon, the compiled macros, and the ready-made workbooks.
"""

import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from permitbook.buttons import BUTTONS
from permitbook.ordinances import KEYS, ordinance
from permitbook.vba.sources import CHECKOUT, MACROS, macros
from permitbook.vba.wrappers import MODULE
from permitbook.workbook.build import MACROS as COMPILED
from permitbook.workbook.build import build_workbook
from permitbook.workbook.ribbon import PARTS, ribbon

TEMPLATES = CHECKOUT / "workbook_templates"
MADE_ON, YEARS = date(2026, 11, 30), (2026, 2027)
"""The day of the ready-made workbooks, and the years whose holidays they list."""


def make() -> Iterator[Path]:
    """Each file in turn, written where it belongs; later ones are made of earlier ones."""
    made = subprocess.run([sys.executable, "-m", "permitbook.vba.wrappers"], check=True, capture_output=True)
    yield _put(MACROS / f"{MODULE}.bas", made.stdout.replace(b"\r\n", b"\n"))
    for part in PARTS:
        yield _put(MACROS / Path(part).name, ribbon(part, BUTTONS))
    yield _put(Path(__file__).with_name(COMPILED), macros())
    for key in KEYS:
        yield _put(TEMPLATES / f"{key}.xlsm", template(key))


def template(key: str) -> bytes:
    """A ready-made workbook, without a Python of its own."""
    return build_workbook(ordinance(key), YEARS, as_of=MADE_ON)


def _put(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    for each in make():
        print(each.relative_to(CHECKOUT))
