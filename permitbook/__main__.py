"""`python -m permitbook`, and the command `permitbook`."""

import gc
import sys
from typing import NoReturn

SELDOM = (50_000, 20, 20)
"""A log is many small things that all last to the end: looking for waste so seldom is enough, and never in a click."""


def run() -> NoReturn:
    """Runs one command and leaves with its exit status."""
    gc.set_threshold(*SELDOM)
    from permitbook.cli import main

    status = main()
    # The system takes back all at once what Python would look through object by object before it ends.
    gc.freeze()
    gc.disable()
    sys.exit(status)


if __name__ == "__main__":
    run()
