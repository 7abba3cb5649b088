"""A denial before the board: the appeal with the file's account, the call for a special meeting, the decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.assessment import State
from permitbook.letters.contents import Item, headings, named
from permitbook.letters.sentences import reckoned
from permitbook.letters.spoken import in_words, lines_of, long_day, long_moment
from permitbook.schema import Kind

if TYPE_CHECKING:
    from permitbook.assessment import Deadline
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

FILED = ("appeal_received_on", "appeal_copy_received_on")
GRANTS = ("reversed", "modified")
_NOT_HISTORY = frozenset({"event_date", "news_date", "alternate_date", "insured_from", "insured_to"})
"""Days of the log on which nothing was done about the application."""

APPEAL_MEANINGS = {
    "appeal": "the appeal: filed (items), in_time (a sentence) with its reckoning, and history (what was done, in its "
    "order, each with label and value)",
}
MEETING_MEANINGS = {
    "meeting": "the special meeting: day and hour, blank where none is listed in time, and about (its business)",
}
DECISION_MEANINGS = {
    "decision": "what was decided: by (whom), on (the day), outcome (the end of a sentence), grants (whether a permit "
    "follows), conditions (a list) and awaits (what the permit still waits for, a list)",
}


class Appeal(Struct, frozen=True):
    """An appeal and how it came to it."""

    filed: tuple[Item, ...]
    in_time: str | None
    reckoning: str | None
    history: tuple[Item, ...]


class Meeting(Struct, frozen=True):
    """A special meeting; day and hour are blank until one is listed."""

    day: str | None
    hour: str | None
    about: str


class Decision(Struct, frozen=True):
    """What was decided of an appeal."""

    by: str
    on: str | None
    outcome: str
    grants: bool
    conditions: tuple[str, ...]
    awaits: tuple[str, ...]


# The notice of the appeal.


def against_appeal_notice(matter: Matter) -> Iterator[str]:
    """Why the board has nothing to act on yet."""
    it = matter.case.logged
    if it.action != "denied":
        yield f"Action is {it.action or 'blank'}: only a denial comes before the {matter.law.board}."
    elif not reviews(matter):
        yield f"{_filings(matter)} must be filled in: no appeal is recorded."


def notes_on_appeal_notice(matter: Matter) -> Iterator[str]:
    """An appeal that was decided, or whose time cannot be told."""
    it = matter.case.logged
    if it.appeal_decided_on:
        yield f"The appeal was decided {long_day(it.appeal_decided_on)}."
    if it.notice_received_on is None and _first_filed(matter):
        yield "Notice Received On is blank: whether the appeal is in time cannot be told."


def appeal_names(letter: Letter) -> Mapping[str, object]:
    """What only the notice of an appeal prints."""
    matter = letter.matter
    limit = _time_to_appeal(matter)
    filed = tuple(
        Item(headings()[name].heading, long_day(day))
        for name in FILED
        if (day := getattr(matter.case.logged, name)) and matter.law.initial in headings()[name].municipalities
    )
    told = _in_time(limit) if limit and filed else None
    reckoning = reckoned(limit.limit, matter.law) if told and limit and limit.limit else None
    return {"appeal": Appeal(filed, told, reckoning, _history(matter, letter.made_on.date()))}


def reviews(matter: Matter) -> tuple[Deadline, ...]:
    """What the ordinance makes someone decide about the denial of this application."""
    ends = {(each.clause, each.what) for each in matter.law.clocks if each.done.names == ("appeal_decided_on",)}
    return tuple(each for each in matter.assessment.deadlines if (each.clause, each.what) in ends)


def reviewer(matter: Matter) -> str:
    """Who decides about the denial."""
    return next((each.who for each in reviews(matter)), matter.law.board)


def _time_to_appeal(matter: Matter) -> Deadline | None:
    """The applicant's time to appeal, as it stands."""
    ends = {(each.clause, each.what) for each in matter.law.clocks if set(each.done.names) <= set(FILED)}
    return next((each for each in matter.assessment.deadlines if (each.clause, each.what) in ends), None)


def _in_time(appealing: Deadline) -> str | None:
    if appealing.due is None or appealing.done is None:
        return None
    last = long_day(_day_of(appealing.due))
    if appealing.state is State.LATE:
        return f"It came after the last day, {last}, by every way of counting."
    if _day_of(appealing.done) > _day_of(appealing.due):
        return f"The plain count ended on {last}; another lawful way of counting keeps it in time."
    return f"It is in time: the last day was {last}."


def _history(matter: Matter, until: date) -> tuple[Item, ...]:
    """What was done about the application and when, in the order in which it was done."""
    it, initial = matter.case.logged, matter.law.initial
    done: list[tuple[datetime, str, str]] = []
    for key, column in headings().items():
        value = getattr(it, key)
        if value is None or initial not in column.municipalities or key in _NOT_HISTORY:
            continue
        what = "Denied" if key == "acted_at" else column.heading
        if column.kind is Kind.DATETIME:
            done.append((value, what, long_moment(value)))
        elif column.kind is Kind.DATE:
            # A day without an hour stands behind the hours of that day.
            done.append((datetime.combine(value, time.max), what, long_day(value)))
    # Python sorts equal moments in the order of the log.
    told = sorted((each for each in done if each[0].date() <= until), key=lambda each: each[0])
    return tuple(Item(what, day) for _, what, day in told)


def _filings(matter: Matter) -> str:
    return named(tuple(name for name in FILED if matter.law.initial in headings()[name].municipalities))


def _first_filed(matter: Matter) -> date | None:
    it = matter.case.logged
    return min((day for day in (it.appeal_received_on, it.appeal_copy_received_on) if day), default=None)


# The special meeting.


def against_meeting_notice(matter: Matter) -> Iterator[str]:
    """Why no special meeting is called."""
    law = matter.law
    if not any(each.of == "special meeting" for each in law.recipients):
        yield f"The ordinance of the {law.municipality} sets no time for which a special meeting must be called."
        return
    yield from against_appeal_notice(matter)
    if matter.case.logged.appeal_decided_on:
        yield f"The {law.board} decided it {long_day(matter.case.logged.appeal_decided_on)}."


def meeting_names(letter: Letter) -> Mapping[str, object]:
    """What only the call for a special meeting prints."""
    matter = letter.matter
    came, number = _first_filed(matter), matter.case.logged.application_no
    if came:
        about = f"The appeal filed {long_day(came)} from the denial of application {number}"
    else:
        about = f"The denied application {number}"
    return {"meeting": Meeting(*_listed_meeting(matter, came), about)}


def _listed_meeting(matter: Matter, came: date | None) -> tuple[str | None, str | None]:
    """Day and hour of the meeting that the Meetings sheet lists within the board's time."""
    last = max((each.due for each in reviews(matter) if each.due), default=None, key=_day_of)
    came = came or (matter.case.logged.acted_at.date() if matter.case.logged.acted_at else None)
    if came is None or last is None:
        return None, None
    calendar, board = matter.case.calendar, matter.law.board
    day = calendar.next_meeting_after(came, board)
    if day is None or day > _day_of(last):
        return None, None
    hour = next(
        (
            at
            for on, at, whose in calendar.meetings
            if at and on == day and whose.strip().casefold() == board.casefold()
        ),
        None,
    )
    return long_day(day), in_words(headings()["start_time"], hour)


def _day_of(day: date | datetime) -> date:
    return day.date() if isinstance(day, datetime) else day


# The board's decision.


def against_board_decision(matter: Matter) -> Iterator[str]:
    """Why the decision cannot be told yet."""
    it = matter.case.logged
    yield from against_appeal_notice(matter)
    blank = tuple(name for name in ("appeal_outcome", "appeal_decided_on") if getattr(it, name) is None)
    if blank:
        yield f"{named(blank)} must be filled in: what was decided, and when."
    if not (it.applicant_name or it.organization_name):
        yield "Applicant must be filled in: the decision has nobody to go to."


def decision_names(letter: Letter) -> Mapping[str, object]:
    """What only the letter of the board's decision prints."""
    matter, it = letter.matter, letter.matter.case.logged
    if it.appeal_outcome is None:
        return {"decision": None}
    comes_late = _after_the_event(matter)
    grants = it.appeal_outcome in GRANTS and not comes_late
    open_gates = tuple(each.what for each in matter.assessment.open_gates) if grants and not it.issued_at else ()
    return {
        "decision": Decision(
            reviewer(matter),
            long_day(it.appeal_decided_on) if it.appeal_decided_on else None,
            (_TOO_LATE if comes_late else _OUTCOMES)[it.appeal_outcome].format(
                f"the denial of application {it.application_no}"
            ),
            grants,
            lines_of(it.conditions) if grants else (),
            open_gates,
        )
    }


def _after_the_event(matter: Matter) -> bool:
    """The day of the decision is after the event's last: no permit can follow any more."""
    decided, over = matter.case.logged.appeal_decided_on, matter.case.over_at
    return decided is not None and over is not None and decided > over.date()


_OUTCOMES = {
    "upheld": "upheld {}: it stands",
    "reversed": "reversed {}: the permit is granted",
    "modified": "modified {}: the permit is granted with the changes that it will state",
}
_TOO_LATE = {
    "upheld": _OUTCOMES["upheld"],
    "reversed": "reversed {}. The day of the event had passed by then: no permit follows",
    "modified": "modified {}. The day of the event had passed by then: no permit follows",
}
