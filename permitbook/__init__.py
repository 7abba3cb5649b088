"""permitbook: parade and special-event permits in Excel, held against the ordinance clause by clause."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from permitbook.application import Application as Application
    from permitbook.assessment import Assessment as Assessment
    from permitbook.assessment import Determination as Determination
    from permitbook.assessment import Finding as Finding
    from permitbook.calendars import OfficeCalendar as OfficeCalendar
    from permitbook.checking import check as check
    from permitbook.errors import PermitbookError as PermitbookError
    from permitbook.errors import Problem as Problem
    from permitbook.evaluate import evaluate_log as evaluate_log
    from permitbook.office import Office as Office
    from permitbook.roads import Roads as Roads
    from permitbook.verdict import Verdict as Verdict

__version__ = "0.1.0"

_HOMES = {
    "Application": "application",
    "Assessment": "assessment",
    "Determination": "assessment",
    "Finding": "assessment",
    "Office": "office",
    "OfficeCalendar": "calendars",
    "PermitbookError": "errors",
    "Problem": "errors",
    "Roads": "roads",
    "Verdict": "verdict",
    "check": "checking",
    "evaluate_log": "evaluate",
}
"""The names offered here, with their modules, which are loaded when a name is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*_HOMES, "__version__"])
