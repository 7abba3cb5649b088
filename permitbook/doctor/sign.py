"""One thing looked at."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sign:
    """What was looked at, whether it is well, and what was seen or is to be done. What is optional never fails."""

    what: str
    well: bool
    told: str
    optional: bool = False
