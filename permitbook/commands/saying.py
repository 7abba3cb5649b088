"""How commands speak: results on standard output, problems on standard error, one JSON document when asked."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from permitbook.errors import Problem

_BOXED: ContextVar[bool] = ContextVar("_BOXED", default=False)


@contextmanager
def in_a_box() -> Iterator[None]:
    """While this lasts, what is said is shown in a message box: there are no columns in it, and little room."""
    before = _BOXED.set(True)
    try:
        yield
    finally:
        _BOXED.reset(before)


def is_boxed() -> bool:
    """What is said is shown in a message box."""
    return _BOXED.get()


def say_json(document: Any) -> None:
    """One JSON document and nothing else on standard output."""
    import json

    print(json.dumps(document, ensure_ascii=False, indent=2))


def say_document(head: Mapping[str, Any], lists: Mapping[str, Iterable[Any]]) -> None:
    """One JSON document with long lists at its end: entry by entry, each in a line, so that none is held twice."""
    told = [f"{_plain(key)}: {_plain(value)}" for key, value in head.items()]
    print("{" + ",\n ".join(told), end="")
    for key, entries in lists.items():
        print(f",\n {_plain(key)}: [", end="")
        for place, entry in enumerate(entries):
            print(",\n  " if place else "\n  ", _plain(entry), sep="", end="")
        print("]", end="")
    print("}")


def _plain(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def say_problems(problems: Sequence[Problem]) -> None:
    """Each problem in a line, the notes last; what is noted of many cells in the same words is said once."""
    notes: dict[tuple[str, str, str], list[Problem]] = {}
    for each in problems:
        if each.level == "note":
            notes.setdefault((each.sheet, each.heading, each.message), []).append(each)
        else:
            print(each, file=sys.stderr)
    for same in notes.values():
        more = f" (also in {len(same) - 1} more cells, the last {same[-1].cell})" if len(same) > 2 else ""
        more = f" (also in {same[-1].cell})" if len(same) == 2 else more
        print(f"note: {same[0]}{more}", file=sys.stderr)


def counted(number: int, thing: str) -> str:
    """So many of a thing, in words: `1 event`, `2 events`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def status_of(problems: Iterable[Problem]) -> int:
    """1 when something needs the user, else 0."""
    return int(any(each.level == "problem" for each in problems))


def say_table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A plain table, each column as wide as it needs; in a message box a line for each row."""
    told = [[str("" if cell is None else cell) for cell in row] for row in rows]
    if is_boxed():
        for name, *rest in told:
            print(": ".join(filter(None, (name, "; ".join(filter(None, rest))))))
        return
    widths = [max(len(head), *(len(row[at]) for row in told)) if told else len(head) for at, head in enumerate(heads)]
    for row in ([*heads], ["-" * width for width in widths], *told):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
