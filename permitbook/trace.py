"""What carries each clause out: the trace from the list of clauses to the code, and on to the tests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from permitbook.ordinance import Ordinance
from permitbook.ordinances import KEYS, clause_list, ordinance
from permitbook.provisions import Claim

ID = re.compile(r"\b[A-Z]{2}-[A-Za-z0-9.-]+")


class Traced(Struct, frozen=True):
    """One clause: its id, citation, what it requires in short, what carries it, and the tests that name it."""

    clause: str
    cite: str
    requires: str
    carriers: tuple[Claim, ...]
    tests: tuple[str, ...]


def trace(keys: Iterable[str] = KEYS) -> list[Traced]:
    """Every clause of the municipalities asked for, in the list's order."""
    named = tests_naming()
    traced = []
    for key in keys:
        law = ordinance(key)
        claims = _by_clause(law)
        traced += [
            Traced(id, law.cite(id), requires, claims.get(id, ()), named.get(id, ()))
            for id, requires in clause_list().items()
            if id.startswith(f"{law.prefix}-")
        ]
    return traced


def _by_clause(law: Ordinance) -> dict[str, tuple[Claim, ...]]:
    claims: dict[str, tuple[Claim, ...]] = {}
    for each in law.claims:
        claims[each.clause] = (*claims.get(each.clause, ()), each)
    return claims


def tests_naming() -> dict[str, tuple[str, ...]]:
    """The test files that name each clause, where the program runs from a checkout; else nothing."""
    folder = Path(__file__).parent.parent / "tests"
    if not folder.is_dir():
        return {}
    named: dict[str, list[str]] = {}
    ids = clause_list()
    for path in sorted([*folder.rglob("test_*.py"), *folder.rglob("*.toml")]):
        words = {word.rstrip(".-") for word in ID.findall(path.read_text("utf-8"))}
        for id in ids.keys() & words:
            named.setdefault(id, []).append(path.relative_to(folder).as_posix())
    return {id: tuple(paths) for id, paths in named.items()}
