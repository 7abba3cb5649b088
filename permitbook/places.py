"""Where an event goes: segments of streets and named places, as they are written and as they compare."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Segment:
    """One part of a route as it was written: a street, and the two crossings it runs between, if named."""

    street: str
    start: str | None = None
    end: str | None = None


Route = tuple[Segment, ...]
