"""Alternates found the long way: each is written into the row, and the whole log is evaluated anew.

What may be offered and how it is put in order is written here a second time, from the manual's words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from permitbook.application import Application
from permitbook.assessment import Assessment, Effect, Finding
from permitbook.evaluate import evaluate_log
from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.verdict import Verdict

Columns = dict[str, Any]
IN_TIME = {"E": ("ET-2-G-1",), "F": ("FP-57-B.1", "FP-57-C.2", "FP-57-B.2", "FP-57-C.3"), "N": ("NC-3-A.1", "NC-3-A.2")}
TOO_EARLY = ("FP-57-B.2", "FP-57-C.3", "NC-3-A.2")
CURED_BY_FILLING_IN = ("ET-2-G-5",)
CLEAR = (Verdict.CLEAR, Verdict.NOT_APPLICABLE)


@dataclass(frozen=True, eq=False)
class Log:
    law: Ordinance
    applications: Sequence[Application]
    office: Office
    as_of: datetime

    def evaluated(self, number: str, **changed: Any) -> dict[str, Assessment]:
        """Every application, with one row changed."""
        rows = [replace(each, **changed) if each.application_no == number else each for each in self.applications]
        made = evaluate_log(self.law, rows, self.office, as_of=self.as_of)
        return {each.application_no: each for each in made}

    def row(self, number: str) -> Application:
        return next(each for each in self.applications if each.application_no == number)


@cache
def as_it_stands(log: Log, number: str) -> dict[str, Assessment]:
    return log.evaluated(number)


def against(log: Log, number: str) -> set[str]:
    """The clauses that stand against an application as it was asked for."""
    it = as_it_stands(log, number)[number]
    return _proved(it) | (_not_in_time(log, it) - set(TOO_EARLY))


def passing(log: Log, number: str, columns: Columns) -> set[str] | None:
    """What the alternate cures, if it passes; else None."""
    row, before = log.row(number), as_it_stands(log, number)
    today = log.as_of.date()
    after = log.evaluated(number, **columns, alternate_offered_on=today, alternate_accepted_on=today)
    new, old = after[number], before[number]
    day = columns.get("alternate_date")
    if (day or row.event_date) <= today or _proved(new):
        return None
    asked = log.evaluated(number, event_date=day, more_dates=None)[number] if day else old
    kept = _not_in_time(log, old) & set(TOO_EARLY)
    if _not_in_time(log, asked) - kept:
        return None
    for other, it in after.items():
        met = {each.with_no: each for each in it.conflicts}
        already = {each.with_no for each in before[other].conflicts}
        if other != number and number in met and met[number].priority == "earlier" and number not in already:
            return None
    was = {each.clause: each for each in old.findings}
    standing = against(log, number)
    return {each.clause for each in new.findings if _is_cured(was[each.clause], each, standing)}


def _is_cured(was: Finding, now: Finding, standing: set[str]) -> bool:
    was_open = was.clause in standing or was.alone is Verdict.NEEDS_JUDGMENT
    return was_open and now.alone in CLEAR and now.effect is not Effect.BEFORE_ISSUE


def _proved(it: Assessment) -> set[str]:
    other = (Effect.BEFORE_ISSUE, Effect.FILING_WINDOW)
    proved = {each.clause for each in it.findings if each.alone is Verdict.PROVED and each.effect not in other}
    return proved - set(CURED_BY_FILLING_IN)


def _not_in_time(log: Log, it: Assessment) -> set[str]:
    """By the plain count: what another reading would save counts as late here."""
    clauses = IN_TIME[log.law.initial]
    return {
        each.clause
        for each in it.findings
        if each.clause in clauses and each.alone in (Verdict.PROVED, Verdict.NEEDS_JUDGMENT)
    }


def best(log: Log, number: str, days: int) -> list[tuple[int, Columns, set[str]]]:
    """Of each kind the three smallest that pass, and the nearest on the same weekday; the smallest first."""
    row = log.row(number)
    is_wanted = bool(against(log, number))
    found: list[tuple[int, Columns, set[str]]] = []
    for kind, shown in ((areas, 2), (routes, 2), (lengths, 2), (later, 2), (earlier, 2), (dates, 3)):
        options = sorted(kind(log, row, days), key=lambda each: each[0])
        found += islice(_that_pass(log, number, options, is_wanted), shown)
    assert row.event_date is not None
    same = [
        (size, columns)
        for size, columns in sorted(dates(log, row, days), key=lambda each: each[0])
        if columns["alternate_date"].weekday() == row.event_date.weekday()
    ]
    for each in islice(_that_pass(log, number, same, is_wanted), 1):
        if each not in found:
            found.append(each)
    return sorted(found, key=lambda each: each[0])


def _that_pass(
    log: Log, number: str, options: Sequence[tuple[int, Columns]], is_wanted: bool
) -> Iterator[tuple[int, Columns, set[str]]]:
    for size, columns in options:
        cured = passing(log, number, columns)
        if cured is not None and (is_wanted or cured):
            yield size, columns, cured


def at(minute: int) -> time:
    return time(minute // 60 % 24, minute % 60)


def later(log: Log, row: Application, days: int, sign: int = 1) -> Iterator[tuple[int, Columns]]:
    if row.start_time is None:
        return
    start = row.start_time.hour * 60 + row.start_time.minute
    for away in range(1, 24 * 60):
        begin = start + sign * away
        if 6 * 60 <= begin <= 21 * 60 and begin % 15 == 0:
            columns: Columns = {"alternate_start": at(begin)}
            if row.end_time:
                columns["alternate_end"] = at(row.end_time.hour * 60 + row.end_time.minute + begin - start + 1440)
            yield away, columns


def earlier(log: Log, row: Application, days: int) -> Iterator[tuple[int, Columns]]:
    return later(log, row, days, -1)


def lengths(log: Log, row: Application, days: int) -> Iterator[tuple[int, Columns]]:
    if row.start_time is None or row.end_time is None:
        return
    start, end = (each.hour * 60 + each.minute for each in (row.start_time, row.end_time))
    lasts = (end - start) % 1440
    for less in range(15, lasts, 15):
        if lasts - less >= 30 and 2 * (lasts - less) >= lasts:
            yield less, {"alternate_start": row.start_time, "alternate_end": at(start + lasts - less)}
            if start + less < 1440:
                yield less, {"alternate_start": at(start + less), "alternate_end": row.end_time}


def routes(log: Log, row: Application, days: int) -> Iterator[tuple[int, Columns]]:
    parts = row.route or ()
    for less in range(1, len(parts)):
        yield 60 * less, {"alternate_route": parts[:-less]}
        yield 60 * less, {"alternate_route": parts[less:]}


def areas(log: Log, row: Application, days: int) -> Iterator[tuple[int, Columns]]:
    own = row.assembly_area or ()
    places = [each.street for each in log.office.roads.rows if each.street in ("Memorial Park", "Ball Field")]
    others = dict.fromkeys([*own, row.starting_point, row.termination_point, *(row.dispersal_area or ()), *places])
    for area in others if own else ():
        if area and (area,) != own:
            yield 60 * max(1, len(own) - (area in own)), {"alternate_area": (area,)}


def dates(log: Log, row: Application, days: int) -> Iterator[tuple[int, Columns]]:
    """Of two days as near, the later comes first."""
    assert row.event_date is not None
    own = {row.event_date, *(row.more_dates or ())}
    for away in range(days, -days - 1, -1):
        day = row.event_date + timedelta(days=away)
        if day > log.as_of.date() and not (day in own and len(own) == 1):
            near = min(abs((day - each).days) for each in own)
            yield 1440 * (near + len(own) - 1), {"alternate_date": day}
