"""Assessments as the JSON that other programs read; its keys are fixed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from typing import Any

from permitbook.assessment import Assessment, Deadline, Determination, Finding
from permitbook.errors import Problem
from permitbook.places import Segment, show_route

SHOWN_NEIGHBOURS = 5


def problem_report(problem: Problem) -> dict[str, Any]:
    """One problem or note."""
    return {
        "sheet": problem.sheet,
        "cell": problem.cell,
        "heading": problem.heading,
        "application_no": problem.application_no,
        "read": problem.read,
        "level": problem.level,
        "message": problem.message,
    }


def application_report(row: int, it: Assessment) -> dict[str, Any]:
    """One application."""
    return {
        "application_no": it.application_no,
        "row": row,
        "status": it.status.value,
        "recommendation": it.recommendation.value,
        "permit_required": it.permit_required,
        "missing": [{"field": each.field, "clause": each.clause} for each in it.missing],
        "findings": [finding_report(each) for each in it.findings],
        "deadlines": [deadline_report(each) for each in it.deadlines],
        "conflicts": conflicts_report(it),
        "fee": {"due": plain(it.fee.due), "because": it.fee.because},
        "open_gates": [{"clause": each.clause, "what": each.what} for each in it.open_gates],
        "next": {"what": it.next.what, "who": it.next.who, "by": plain(it.next.by)} if it.next else None,
        "notes": [{"clause": each.clause, "text": each.text} for each in it.notes],
    }


def finding_report(it: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "clause": it.clause,
        "cite": it.cite,
        "effect": it.effect.value,
        "verdict": it.verdict.value,
        "because": it.because,
        "facts": {name: plain(value) for name, value in it.facts.items()},
        "needs": list(it.needs),
        "question": it.question,
        "determination": _determination(it.determination),
    }


def _determination(made: Determination | None) -> dict[str, Any] | None:
    if made is None:
        return None
    return {"found": made.found, "by": made.by, "on": plain(made.on), "because": made.because}


def deadline_report(it: Deadline) -> dict[str, Any]:
    """One deadline."""
    return {
        "clause": it.clause,
        "what": it.what,
        "who": it.who,
        "due": plain(it.due),
        "work_by": plain(it.work_by),
        "outer": plain(it.outer),
        "done": plain(it.done),
        "state": it.state.value,
        "steps": list(it.steps),
    }


def conflicts_report(it: Assessment) -> list[dict[str, Any]]:
    """The conflicts, and one entry for all that are held at the same time elsewhere."""
    listed: list[dict[str, Any]] = [
        {
            "with": each.with_no,
            "level": each.level.value,
            "shared": list(each.shared),
            "overlap": [plain(moment) for moment in each.overlap],
            "priority": each.priority,
        }
        for each in it.conflicts
    ]
    if it.neighbours.count:
        nearest = list(it.neighbours.nearest[:SHOWN_NEIGHBOURS])
        listed.append({"level": "time", "count": it.neighbours.count, "nearest": nearest})
    return listed


def plain(value: object) -> Any:
    """A value as JSON holds it: days, minutes and times in ISO form, money as a number."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="minutes")
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple) and value and isinstance(value[0], Segment):
        return show_route(value)
    if isinstance(value, (tuple, list)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    return value
