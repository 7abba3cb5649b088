"""One thing looked at."""

from msgspec import Struct


class Sign(Struct, frozen=True):
    """What was looked at, whether it is well, and what was seen or is to be done. What is optional never fails."""

    what: str
    well: bool
    told: str
    optional: bool = False
