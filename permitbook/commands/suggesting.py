"""What a search for alternates found, in sentences and as JSON."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any

from permitbook.application import Application
from permitbook.assessment import Finding
from permitbook.changes import ANYTHING, Kind
from permitbook.reckoning import show, show_day, show_span, show_time
from permitbook.report import plain
from permitbook.results import in_words
from permitbook.schema import columns
from permitbook.suggested import LastFiling, Reason, Suggestions, Tried
from permitbook.values import show_value

HEADINGS = {each.key: each for each in columns(Application)}
LOOKED_FOR: dict[Kind, str] = {
    "area": "Another assembly area",
    "dispersal": "One dispersal area",
    "route": "A shorter route",
    "length": "A shorter time",
    "later": "A later start that day",
    "earlier": "An earlier start that day",
    "day": "Another day at the same hours",
}
PASSES = "It passes every automatic test as it stands."
PASSES_SO_FAR = "Nothing stands against it so far; not known yet, so not tested: {}."
WHEN_AND_WHERE = ("start_time", "end_time", "route")
"""Without these nobody can say whom an event meets."""
BOXED = 4
"""So many suggestions have room in a message box."""


def account(it: Suggestions, number: str) -> Iterator[str]:
    """The whole result in lines."""
    yield f"{number} as of {show(it.as_of)}: {it.status.value}. It stands for {slot(it.held)}."
    yield from _last_filing(it.last_filing, it.held.event_date)
    for reason in it.against:
        yield f"Against it: {_named(reason)}. {reason.because}"
    for finding in it.determined:
        yield f"Determined against it: {_named(finding)}. Whether a change cures that is for the {it.law.official}."
    if it.missing:
        yield f"Missing, and to be asked for whatever is offered: {in_words(each.field for each in it.missing)}."
    if it.wished:
        yield from _wish(it.wished)
    if not it.against:
        yield _passes(it)
    if it.found:
        yield from _found(it)
        yield _how_to_offer(it, number)
    elif it.against or it.determined:
        yield from _nothing(it)


def boxed_account(it: Suggestions, number: str) -> Iterator[str]:
    """As much of it as a message box holds."""
    yield f"{number} stands for {slot(it.held)}."
    against = [*map(_named, it.against), *map(_named, it.determined)]
    yield f"Against it: {'; '.join(against)}." if against else _passes(it)
    for place, each in enumerate(it.found[:BOXED], 1):
        yield f"{place}. {each.change.words}. Type: {_typed(each)}."
    if it.found:
        yield _how_to_offer(it, number)
    elif against:
        yield from islice(_nothing(it), 1)
    yield f"`permitbook suggest` {number} tells the whole of it."


def _passes(it: Suggestions) -> str:
    """That nothing stands against it by the facts, as far as they are known."""
    if unknown := [*it.lacks, *(each.field for each in it.missing if each.field in WHEN_AND_WHERE)]:
        return PASSES_SO_FAR.format(in_words(unknown))
    return PASSES if it.determined else f"{PASSES[:-1]}: no alternate is needed."


def slot(held: Application) -> str:
    """When it is held, in words."""
    assert held.event_date is not None
    more = f" and {len(held.more_dates)} more" if held.more_dates else ""
    if held.start_time is None:
        return f"{show_day(held.event_date)}{more}, hours not given"
    if held.end_time is None:
        return f"{show_day(held.event_date)}{more}, from {show_time(held.start_time)}"
    start, end = (datetime.combine(held.event_date, at) for at in (held.start_time, held.end_time))
    return f"{show_span(start, end + timedelta(days=end < start))}{more}"


def _named(it: Reason | Finding) -> str:
    return f"{it.cite} ({it.clause})" if it.clause else it.cite


def _last_filing(last: LastFiling | None, day: date | None) -> Iterator[str]:
    if last is None or day is None:
        return
    open_until = f"the office is open until {show_time(last.counter.time())}"
    if last.counter.date() != last.due:
        open_until = f"the office is closed that day; at its counter by {show(last.counter)}"
    yield f"{last.what} for {show_day(day)}: by {show_day(last.due)} ({open_until})."


def _wish(wished: Tried) -> Iterator[str]:
    told = f"Wished: {wished.change.words}"
    if wished.passes:
        yield f"{told}: {slot(wished.held)}. It passes every automatic test."
    for reason in wished.reasons:
        yield f"{told}. Against that: {_named(reason)}. {reason.because}"
    yield from _last_filing(wished.last_filing, wished.change.day)


def _found(it: Suggestions) -> Iterator[str]:
    what = "pass every automatic test" if it.against or it.determined else "would spare the official a question"
    yield f"These changes {what}, the smallest first:"
    asked = frozenset.intersection(*(frozenset(one.clause for one in each.asks) for each in it.found))
    for place, each in enumerate(it.found, 1):
        yield f"{place}. {each.change.words}: {slot(each.held)}."
        if each.cures:
            yield f"   Cures: {_cites(each.cures)}."
        more = [one for one in each.asks if one.clause not in asked]
        if more:
            yield f"   To be determined for it too: {_cites(more)}."
        if each.papers:
            yield f"   Papers awaited anew: {'; '.join(one.gate or one.cite for one in each.papers)}."
        yield f"   Type: {_typed(each)}."
    if asked:
        told = _cites([one for one in it.found[0].asks if one.clause in asked])
        yield f"For each of them the {it.law.official} must still determine: {told}."
    lacks = dict.fromkeys(fact for each in it.found for fact in each.lacks)
    if lacks:
        yield f"Not known yet, so not tested: {in_words(lacks)}."


def _how_to_offer(it: Suggestions, number: str) -> str:
    """What is recorded before the offer is made."""
    denial = "record the denial with who acted and when, " if it.law.alternates_in_denying else ""
    return (
        f"Once the {it.law.alternates_by or it.law.official} has authorized one: {denial}type its columns and "
        f"Alternate Offered On, then Offer alternate (`permitbook offer`) for {number}."
    )


def _nothing(it: Suggestions) -> Iterator[str]:
    assert it.held.event_date is not None
    yield (
        f"Nothing that may be offered passes every automatic test within {it.days} days of "
        f"{show_day(it.held.event_date)}."
    )
    for reason in it.against:
        if reason.touches.isdisjoint(ANYTHING):
            yield f"No other day, hour, route or place cures {_named(reason)}."
    for kind, failed in it.failed.items():
        looked, told = it.looked_at[kind], LOOKED_FOR[kind]
        if looked:
            stands = (
                f"{cite}{f' ({clause})' if clause else ''} against {n}" for (clause, cite), n in failed.most_common()
            )
            yield f"{told}: {looked} looked at; {'; '.join(stands)}."
        elif kind == "day":
            yield f"{told}: none lies ahead."
    if it.gave_up:
        yield f"Several changes at once were tried too, not all of them: the search stopped after {it.tried} tries."
    else:
        yield "Two or three changes at once were tried too."


def _cites(findings: Iterable[Finding]) -> str:
    return "; ".join(_named(each) for each in findings)


def _typed(it: Tried) -> str:
    """The columns of an alternate by heading, with what is typed there."""
    columns = sorted(it.change.columns.items(), key=lambda pair: tuple(HEADINGS).index(pair[0]))
    return "; ".join(f"{HEADINGS[key].heading} {_cell(key, value)}" for key, value in columns)


def _cell(key: str, value: object) -> str:
    return f"{value:%Y-%m-%d}" if isinstance(value, date) else show_value(HEADINGS[key], value)


def document(it: Suggestions, number: str) -> dict[str, Any]:
    """The whole result as JSON."""
    return {
        "ordinance": it.law.key,
        "as_of": plain(it.as_of),
        "application_no": number,
        "status": it.status.value,
        "event": _event(it.held),
        "against": [_reason(each) for each in it.against],
        "missing": [{"field": each.field, "clause": each.clause} for each in it.missing],
        "last_filing": _filing(it.last_filing),
        "days": it.days,
        "tried": it.tried,
        "wished": _tried(it.wished) if it.wished else None,
        "suggestions": [_tried(each) for each in it.found],
        "looked_at": {
            kind: {
                "changes": it.looked_at[kind],
                "against": [
                    {"clause": clause, "cite": cite, "changes": n} for (clause, cite), n in failed.most_common()
                ],
            }
            for kind, failed in it.failed.items()
        },
        "all_looked_at": not it.gave_up,
    }


def _tried(it: Tried) -> dict[str, Any]:
    return {
        "change": it.change.words,
        "size_minutes": it.change.size,
        "passes": it.passes,
        "against": [_reason(each) for each in it.reasons],
        "event": _event(it.held),
        "columns": {key: plain(value) for key, value in it.change.columns.items()},
        "cures": [{"clause": each.clause, "cite": each.cite} for each in it.cures],
        "judgment": [{"clause": each.clause, "cite": each.cite, "question": each.answer.question} for each in it.asks],
        "needs": list(it.lacks),
        "papers": [{"clause": each.clause, "what": each.gate} for each in it.papers],
        "last_filing": _filing(it.last_filing),
    }


def _event(held: Application) -> dict[str, Any]:
    facts = ("event_date", "more_dates", "assembly_time", "start_time", "end_time", "assembly_area", "route")
    return {fact: plain(getattr(held, fact)) for fact in (*facts, "dispersal_area")}


def _reason(it: Reason) -> dict[str, Any]:
    return {"clause": it.clause, "cite": it.cite, "because": it.because}


def _filing(it: LastFiling | None) -> dict[str, Any] | None:
    return {"clause": it.clause, "due": plain(it.due), "counter": plain(it.counter)} if it else None
