"""`python -m permitbook`."""

import sys

from permitbook.cli import main

if __name__ == "__main__":
    sys.exit(main())
