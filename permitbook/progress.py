"""How far a long work has come, told to whoever listens: Excel's status bar, or nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[str], None]
_LISTENER: ContextVar[Listener | None] = ContextVar("_LISTENER", default=None)


@contextmanager
def heard_by(listener: Listener | None) -> Iterator[None]:
    """While this lasts, progress is told to the listener."""
    before = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def tell(text: str) -> None:
    """Says what is being done."""
    listener = _LISTENER.get()
    if listener is not None:
        listener(text)


def in_turn(what: str, names: Sequence[str]) -> Iterator[str]:
    """The names one by one, each told before it is taken: `Issue FP-2027-001 (1 of 3) …`."""
    for place, name in enumerate(names, 1):
        tell(f"{what} {name} ({place} of {len(names)}) …")
        yield name
