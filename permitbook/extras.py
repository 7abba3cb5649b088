"""How what is optional is put in: Excel's buttons, the board's month, many cores."""

import sys


def how_to_add(extra: str) -> str:
    """What to run, with the Python that runs now.

    It is put in from the folder of permitbook: on an index that name could be somebody else's.

    >>> how_to_add("excel").endswith('-m pip install ".[excel]"')
    True
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    # PowerShell takes a quoted program for a text unless & stands before it.
    call = "& " if sys.platform == "win32" and python != sys.executable else ""
    return f'in the folder of permitbook, run {call}{python} -m pip install ".[{extra}]"'
