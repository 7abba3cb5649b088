"""What the hidden sheet tells xlwings: which Python to run, and how."""

from __future__ import annotations

import platform
import sys

XLWINGS = "0.37.8"
"""The version of the macros; they work with no other."""
CONF = {
    "Interpreter_Win": "",
    "Interpreter_Mac": "",
    "PYTHONPATH": "",
    "UDF Modules": "permitbook.udfs",
    "Use UDF Server": "False",
    "Show Console": "False",
    "Enter Python By": "RunPython",
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",
}
"""Each setting with its value in a workbook that was made elsewhere; a folder of workbooks is no place to load from.

Buttons enter Python by xlwings' RunPython, or, where it says `Module`, by the module alone: macros/README.md says why.
"""
_KEYS = {"Windows": "Interpreter_Win", "Darwin": "Interpreter_Mac"}


def this_python() -> dict[str, str]:
    """The settings by which a workbook made here finds the Python that made it; none where there is no Excel."""
    return python_of(platform.system(), sys.executable)


def python_of(system: str, executable: str) -> dict[str, str]:
    """The same for a system by its name.

    >>> python_of("Windows", "C:\\\\Permits\\\\.venv\\\\Scripts\\\\python.exe")
    {'Interpreter_Win': 'C:\\\\Permits\\\\.venv\\\\Scripts\\\\python.exe'}
    >>> python_of("Linux", "/usr/bin/python3")
    {}
    """
    return {_KEYS[system]: executable} if system in _KEYS else {}
