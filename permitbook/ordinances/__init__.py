"""The municipalities whose law is built in; each module is loaded when it is asked for."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import cast

from permitbook.errors import UsageError
from permitbook.ordinance import Ordinance

KEYS = ("east_troy", "freeport", "new_castle")
_TEXTS = Path(__file__).with_name("text")


@cache
def ordinance(key: str) -> Ordinance:
    """The ordinance of a municipality; UsageError when the key is none of them."""
    if key not in KEYS:
        raise UsageError(f"There is no ordinance '{key}'; choose one of {', '.join(KEYS)}.")
    return cast(Ordinance, import_module(f"permitbook.ordinances.{key}").law)


@cache
def enacted_text(key: str) -> str:
    """The enacted text that the clauses are held against."""
    return (_TEXTS / f"{key}.txt").read_text("utf-8")


@cache
def clause_list() -> dict[str, str]:
    """Every operative clause of the three texts, by id, with what it requires in short."""
    table = (_TEXTS / "clauses.tsv").read_text("utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in table)
    return {row[0]: row[1] for row in rows}
