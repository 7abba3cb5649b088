"""`python -m permitbook`, and the command `permitbook`."""

import gc
import sys
from typing import NoReturn

from permitbook.cli import main


def run() -> NoReturn:
    """Runs one command and leaves with its exit status."""
    status = main()
    # The system takes back all at once what Python would look through object by object before it ends.
    gc.freeze()
    gc.disable()
    sys.exit(status)


if __name__ == "__main__":
    run()
