"""The macros of the worksheet functions, written by xlwings' own generator for the module that holds them.

xlwings writes them on Windows only, for want of the libraries that talk to Excel; writing text needs none of them, so
stand-ins are put in their place.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from inspect import getdoc
from io import StringIO
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

MODULE, FUNCTIONS = "xlwings_udfs", "permitbook.udfs"
MOST_LETTERS = 255
"""As many letters as Excel's function wizard shows."""
_TALK_TO_EXCEL = ("pythoncom", "pywintypes", "win32com", "win32com.client")
_HEAD = f"""Attribute VB_Name = "{MODULE}"
' Made by `python -m permitbook.vba` from {FUNCTIONS}; a change here is lost.
#Const App = "Microsoft Excel"
"""
_FUNCTION = re.compile(r"^Function (\w+)\(.*\)$", re.MULTILINE)


def wrappers() -> str:
    """The module `xlwings_udfs` as text.

    It changes what xlwings' decorators do, so it is called in a process of its own.
    """
    sys.modules.update(dict.fromkeys(_TALK_TO_EXCEL, MagicMock()))
    generator = import_module("xlwings.udfs")
    vars(import_module("xlwings")).update(func=generator.xlfunc, arg=generator.xlarg)
    sys.modules.pop(FUNCTIONS, None)
    functions, out = import_module(FUNCTIONS), StringIO()
    generator.generate_vba_wrapper(FUNCTIONS, functions, out, SimpleNamespace(Name="book.xlsm"))
    written = _FUNCTION.sub(lambda found: _described(found, functions), out.getvalue())
    return _HEAD + written.rstrip() + "\n"


def _described(found: re.Match[str], functions: ModuleType) -> str:
    """The first line of a function, with the attributes that the wizard shows it by."""
    name = found[1]
    told = description(getattr(functions, name)).replace('"', '""')
    attributes = (f'VB_Description = "{told}"', 'VB_ProcData.VB_Invoke_Func = " \\n14"')
    return "\n".join([found[0], *(f"Attribute {name}.{each}" for each in attributes)])


def description(function: object) -> str:
    """What the wizard says of a function: its docstring in one line."""
    return " ".join((getdoc(function) or "").split())


if __name__ == "__main__":
    sys.stdout.write(wrappers())
