"""The modules of a workbook's macros: ours from `macros/`, xlwings' own, and an empty one for each sheet."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from permitbook.errors import NeedsUser
from permitbook.extras import how_to_add
from permitbook.vba.project import CODEPAGE, Kind, Module, build_project
from permitbook.workbook.layout import SHEETS, WORKBOOK_CODE, sheet_code

CHECKOUT = Path(__file__).parents[2]
MACROS = CHECKOUT / "macros"


def modules(folder: Path = MACROS) -> list[Module]:
    """The modules in the order of the project: the workbook and its sheets first."""
    xlwings = xlwings_folder()
    return [
        _module(folder / "ThisWorkbook.cls", Kind.WORKBOOK),
        *(Module(sheet_code(each), Kind.SHEET) for each in SHEETS),
        _module(folder / "Permitbook.bas", Kind.STANDARD),
        _module(xlwings / "xlwings.bas", Kind.STANDARD),
        _module(xlwings / "addin" / "Dictionary.cls", Kind.CLASS),
        _module(folder / "xlwings_udfs.bas", Kind.STANDARD),
    ]


def _module(path: Path, kind: Kind) -> Module:
    """A module by the name of its file; Windows' editor writes code page 1252."""
    name = WORKBOOK_CODE if kind is Kind.WORKBOOK else path.stem
    return Module(name, kind, path.read_bytes().decode(CODEPAGE))


def xlwings_folder() -> Path:
    """Where xlwings is installed; it is not loaded. NeedsUser where it is not there."""
    spec = find_spec("xlwings")
    if spec is None or spec.origin is None:
        raise NeedsUser(f"xlwings is not installed here; {how_to_add('excel')}.")
    return Path(spec.origin).parent


def macros() -> bytes:
    """The project of every workbook, as compiled from its sources."""
    return build_project(modules())
