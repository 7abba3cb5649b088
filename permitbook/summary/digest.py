"""A workbook taken to its share of the summary: the step that is done for each workbook by itself.

Only what the month's frames need is worked out: every status and every date, grounds of what was denied, questions of
what is pending.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from permitbook.assessment import Effect, State, Status
from permitbook.case import Case, with_alternate
from permitbook.desk import APPLICATIONS, open_desk
from permitbook.errors import Problem
from permitbook.evaluate import deadlines_of, fee_due, missing_items, permit_required
from permitbook.findings import find
from permitbook.letters.denial import has_last_day, is_refused
from permitbook.sent import NOTHING
from permitbook.standing import standing, status_of
from permitbook.summary.conflicts import UNDECIDED, Meetings
from permitbook.summary.facts import (
    NO_FORM,
    Act,
    Appeal,
    Charge,
    Coming,
    Digest,
    Kept,
    Question,
    Reason,
    Row,
)
from permitbook.summary.month import JANUARY, MONTHS, Month, Span, spans
from permitbook.verdict import Verdict
from permitbook.workbook.board_layout import EXTRA, POLICE, charge_lines, clock_lines
from permitbook.workbook.opened import OpenBook, opened
from permitbook.workbook.table import address

if TYPE_CHECKING:
    from permitbook.application import Application
    from permitbook.assessment import Deadline
    from permitbook.desk import Desk

AHEAD = 60
"""Days for which coming events are listed."""
NOT_COMING = frozenset(
    {
        Status.REVOKED,
        Status.CANCELLED,
        Status.POSTPONED,
        Status.WITHDRAWN,
        Status.NO_PERMIT_NEEDED,
        Status.DENIED,
    }
)
NOTHING_OWED = NOT_COMING | {Status.LAPSED, Status.UNDER_APPEAL} - {Status.REVOKED}
OUTCOMES = {
    Status.REVOKED: "revoked",
    Status.CANCELLED: "cancelled or postponed",
    Status.POSTPONED: "cancelled or postponed",
    Status.WITHDRAWN: "withdrawn",
    Status.NO_PERMIT_NEEDED: "no permit needed",
    Status.HELD: "granted",
    Status.ISSUED: "granted",
    Status.GRANTED: "granted",
    Status.UNDER_APPEAL: "denied",
    Status.DENIED: "denied",
    Status.ALTERNATE_ACCEPTED: "alternate",
    Status.ALTERNATE_OFFERED: "alternate",
    Status.LAPSED: "lapsed",
}
PENDING = "pending"
ON_TIME, LATE, NOT_DONE, NOT_USED, RUNNING = "on time", "late", "not done", "not used", "running"
HOW = {State.MET: ON_TIME, State.LATE: LATE, State.OVERDUE: NOT_DONE, State.LAPSED: NOT_DONE}
ACTED = {"granted": "Granted", "denied": "Denied", "withdrawn": "Withdrawn", "no permit needed": "No permit needed"}
_CENT = Decimal("0.01")
_EXPECTED_OF_THE_BOARD = ("Act on the appeal", "Review the denial")


def digest_book(book: Path | OpenBook, month: Month, as_of: datetime | None, instant: datetime) -> Digest:
    """The share of one workbook. `instant` is now, with its zone, for when `as_of` is not given.

    Raises WorkbookError when it is no permit workbook or cannot be read.
    """
    book = opened(book)
    desk = open_desk(book.read)
    now = instant.astimezone(ZoneInfo(desk.law.zone)).replace(tzinfo=None, second=0, microsecond=0)
    return digest_desk(desk, book.path.stem, month, as_of or now)


def this_instant() -> datetime:
    """Now, with its zone, so that each municipality has its own minute of it."""
    return datetime.now(UTC)


def digest_desk(desk: Desk, book: str, month: Month, as_of: datetime) -> Digest:
    """The share of a desk, as of a minute."""
    law, problems = desk.law, [each for each in desk.problems if each.level == "problem"]
    starts = _fiscal_starts(desk, problems)
    cases = _cases(desk, as_of)
    statuses = [status_of(case) for case in cases]
    meetings = Meetings(cases, desk.office)
    meetings.tell_pending(statuses)
    since = min(each.first for each in spans(month, starts).values())
    made = Digest(
        book=book,
        municipality=law.municipality,
        board=law.board,
        official=law.official,
        as_of=as_of,
        fiscal_starts=starts,
        first_received=min((each.received_on for each in cases if each.received_on), default=None),
        clocks=clock_lines(law),
        grounds=tuple(
            (each.clause, law.cite(each.clause)) for each in law.rules if each.effect is not Effect.BEFORE_ISSUE
        ),
        charges_known=charge_lines(law),
        problems=problems,
    )
    share = _Share(made, month, Span(since, month.last), _window(month, as_of.date()))
    for case, status in zip(cases, statuses, strict=True):
        share.add(case, status)
    made.met.extend(meetings.of_the_month(month))
    made.reasons.extend(_reasons(meetings, desk, share.span))
    made.problems.extend(_undated(desk, made.acts))
    made.questions.sort(key=lambda each: (each.since or date.max, each.application_no))
    made.coming.sort(key=lambda each: (each.on, each.start, each.application_no))
    return made


def _cases(desk: Desk, as_of: datetime) -> list[Case]:
    """The cases, with what each says by itself; what is missing is asked only of those that are not decided."""
    sent, cases = desk.sent(), []
    for each in desk.applications:
        number = each.application_no or ""
        case = Case(desk.law, each, desk.office, as_of, desk.determinations.get(number, {}))
        case.sent = sent.get(number, NOTHING)
        case.permit_required = permit_required(case)
        case.fee = fee_due(case)
        if standing(case) is None:
            case.missing = missing_items(case)
        cases.append(case)
    return cases


def _fiscal_starts(desk: Desk, problems: list[Problem]) -> int:
    starts = desk.office.settings.fiscal_year_starts
    if starts is None:
        return JANUARY
    if not 1 <= starts <= MONTHS:
        message = f"read {starts}; expected the number of a month, 1 to 12. January is taken."
        problems.append(Problem("Settings", "", "fiscal_year_starts", message, read=str(starts)))
        return JANUARY
    return starts


def _window(month: Month, today: date) -> Span:
    """The days of coming events: from the day after the month on, or from today while the month runs."""
    first = min(month.last + timedelta(days=1), max(today, month.first))
    return Span(first, first + timedelta(days=AHEAD - 1))


@dataclass(slots=True)
class _Share:
    """A digest while it is filled, application by application."""

    made: Digest
    month: Month
    span: Span
    window: Span

    def add(self, case: Case, status: Status) -> None:
        it = case.logged
        number = it.application_no or ""
        acts = list(_acts(case, status))
        self.made.acts.extend(acts)
        self.made.rows.append(_row(case, status, acts))
        deadlines = deadlines_of(case, status, case.permit_required is not False)
        sound = [each for each in deadlines if each.done is None or _day(each.done) not in _early_days(it)]
        until = min(case.over_at, case.as_of) if case.over_at else case.as_of
        self.made.kept.extend(_kept(number, sound, self.span, until))
        self.made.charges.extend(_charges(case, status))
        self.made.coming.extend(_coming(case, status, self.window))
        if it.appeal_received_on and it.appeal_received_on <= self.month.last:
            self.made.appeals.append(_appeal(it, it.appeal_received_on, deadlines))
        if status in UNDECIDED:
            self.made.questions.extend(_questions(case))


def _acts(case: Case, status: Status) -> Iterator[Act]:
    """Everything that was done with an application, with its day."""
    it = case.logged
    number = it.application_no or ""

    def act(what: str, on: date | None) -> Act:
        return Act(application_no=number, act=what, on=_day(on))

    yield act("Received", it.received_at)
    if it.action in ACTED:
        yield act(ACTED[it.action], it.acted_at)
    elif status is Status.NO_PERMIT_NEEDED:
        yield act("No permit needed", it.received_at)
    if it.event_change:
        yield act(it.event_change.capitalize(), it.event_change_on)
    if status is Status.LAPSED and case.days:
        yield act("Lapsed undecided", case.days[-1])
    dated = {
        "Alternate offered": it.alternate_offered_on,
        "Alternate accepted": it.alternate_accepted_on,
        "Permit issued": it.issued_at,
        "Permit revoked": it.revoked_at,
        "Appeal received": it.appeal_received_on,
    }
    yield from (act(what, on) for what, on in dated.items() if on)


_CLOSING = frozenset(
    {
        *ACTED.values(),
        "Cancelled",
        "Postponed",
        "Lapsed undecided",
        "Alternate accepted",
        "Permit issued",
        "Permit revoked",
    }
)


def _row(case: Case, status: Status, acts: Sequence[Act]) -> Row:
    it = case.logged
    closing = [each for each in acts if each.act in _CLOSING]
    decided = it.acted_at if it.action in ("granted", "denied") else None
    return Row(
        application_no=it.application_no or "",
        form=it.event_form or NO_FORM,
        size=it.participants if it.participants is not None else it.units,
        status=status.value,
        received_on=_day(it.received_at),
        is_closed=bool(closing),
        closed_on=min((each.on for each in closing if each.on), default=None),
        decided_on=_day(decided),
        days=_days_to_decide(it.received_at, decided),
        outcome=OUTCOMES.get(status, PENDING),
    )


def _days_to_decide(received: datetime | None, acted: datetime | None) -> int | None:
    """Whole days; None for an act dated before the receipt."""
    if received is None or acted is None:
        return None
    return None if _is_early(acted, received) else (acted.date() - received.date()).days


def _is_early(act: date, received: datetime) -> bool:
    """The act is dated before the receipt, which cannot be; of one at midnight only the day is known."""
    if isinstance(act, datetime) and act.time() != time():
        return act < received
    return bool(_day(act) < received.date())  # type: ignore[operator]


_LATER_ACTS = (
    *("referred_on", "acted_at", "notified_at", "notice_mailed_on", "notice_received_on", "issued_at"),
    *("alternate_offered_on", "alternate_accepted_on", "appeal_received_on", "appeal_decided_on"),
)


def _early_days(it: Application) -> set[date | None]:
    """The days of acts dated before the receipt: no limit is counted kept by them."""
    if it.received_at is None:
        return set()
    acts = [act for name in _LATER_ACTS if (act := getattr(it, name)) is not None]
    return {_day(act) for act in acts if _is_early(act, it.received_at)}


def _kept(number: str, deadlines: Sequence[Deadline], span: Span, until: datetime) -> Iterator[Kept]:
    """The dates that fell into the span, and how each was kept; what was not done counts to the event's end or now.

    An applicant's right that was not used is not missed, and no more is a day that only the office's practice sets.
    """
    for each in deadlines:
        due = _day(each.due)
        if due is None or not span.first <= due <= span.last or each.practice:
            continue
        by_official = each.work_by is not None
        how = HOW.get(each.state, RUNNING) if by_official or each.state is not State.LAPSED else NOT_USED
        last = each.due if by_official else each.outer
        yield Kept(
            application_no=number,
            clause=each.clause,
            what=each.what,
            who=each.who,
            due_on=due,
            done_on=_day(each.done),
            how=how,
            days=_days_missed(last, each.done or until) if how in (LATE, NOT_DONE) else 0,
        )


def _days_missed(last: date | datetime | None, reached: date | datetime) -> int:
    """The days begun since a limit: an hour late is a day."""
    if isinstance(last, datetime):
        at = reached if isinstance(reached, datetime) else datetime.combine(reached, time.max)
        return max(1, ceil((at - last) / timedelta(days=1)))
    return max(1, (_day(reached) - last).days) if last else 0  # type: ignore[operator]


def _charges(case: Case, status: Status) -> Iterator[Charge]:
    it, law = case.logged, case.law
    owed = status not in NOTHING_OWED

    def charge(kind: str, due: Decimal | None, paid: Decimal | None, because: str | None = None) -> Iterator[Charge]:
        if due is not None or paid or because:
            yield Charge(
                application_no=it.application_no or "",
                kind=kind,
                received_on=_day(it.received_at),
                due=_cents(due),
                paid=_cents(paid) or 0,
                is_waived=because is not None,
                because=because or "",
            )

    if law.fee_rule:
        due = case.fee.due if owed or it.fee_paid else None
        yield from charge(law.fee_rule.what, due, it.fee_paid, it.fee_waived_reason)
    yield from charge(POLICE, it.police_cost_actual, it.police_cost_paid)
    yield from charge(EXTRA, it.extra_cost, it.extra_cost_paid)


def _coming(case: Case, status: Status, window: Span) -> Iterator[Coming]:
    if status in NOT_COMING:
        return
    it = case.application
    days: Sequence[date] = case.days or ()
    if status is Status.ALTERNATE_OFFERED:
        it = with_alternate(case.logged)
        days = (it.event_date,) if it.event_date and case.logged.alternate_date else days
    for day in days:
        if window.first <= day <= window.last:
            yield Coming(
                application_no=case.logged.application_no or "",
                on=day,
                start=f"{it.start_time:%H:%M}" if it.start_time else "",
                form=it.event_form or NO_FORM,
                organization=it.organization_name or "",
                where=_where(it),
                participants=it.participants if it.participants is not None else it.units,
                status=status.value,
            )


def _where(it: Application) -> str:
    """The streets, or the places where there are none."""
    streets = dict.fromkeys(each.street for each in it.route or ())
    return "; ".join(streets or dict.fromkeys(it.assembly_area or ()))


def _appeal(it: Application, received_on: date, deadlines: Sequence[Deadline]) -> Appeal:
    limits = [each for each in deadlines if each.what.startswith(_EXPECTED_OF_THE_BOARD)]
    return Appeal(
        application_no=it.application_no or "",
        received_on=received_on,
        copy_received_on=it.appeal_copy_received_on,
        act_by=next((_day(each.due) for each in limits if each.due), None),
        decided_on=it.appeal_decided_on,
        outcome=it.appeal_outcome or "",
    )


def _questions(case: Case) -> Iterator[Question]:
    if case.permit_required is False:
        return
    for rule in case.law.rules:
        found = find(rule, case)
        if found.question:
            yield Question(
                application_no=case.logged.application_no or "",
                clause=found.clause,
                cite=found.cite,
                question=found.question,
                since=case.received_on,
            )


def _reasons(meetings: Meetings, desk: Desk, span: Span) -> Iterator[Reason]:
    """The grounds of each denial of the span: those that its letter told; before there is one, those that stand.

    What a board on appeal, or an official of an accepted alternate, answers in Findings later is no ground undone.
    """
    told = _grounds_told(desk)

    def is_asked(case: Case) -> bool:
        day = _day(case.logged.acted_at)
        return case.logged.action == "denied" and (day is None or span.first <= day <= span.last)

    for case in meetings.as_decided(is_asked, told):
        number, on = case.logged.application_no or "", _day(case.logged.acted_at)
        for clause, cite in told.get(number) or list(_grounds(case)) or [("", "")]:
            yield Reason(application_no=number, clause=clause, cite=cite, denied_on=on)


def _grounds_told(desk: Desk) -> dict[str, list[tuple[str, str]]]:
    """The grounds that the letter of each denial gave, as the history has them; an offer can be the denial too."""
    cites = {
        each.clause: desk.law.cite(each.clause) for each in desk.law.rules if each.effect is not Effect.BEFORE_ISSUE
    }
    told: dict[str, list[tuple[str, str]]] = {}
    for done in ("offered", "denied"):
        for each in desk.history:
            if each.did == done and each.application_no and each.clauses:
                given = [clause.strip() for clause in each.clauses.split(",")]
                told[each.application_no] = [(clause, cites[clause]) for clause in given if clause in cites]
    return {number: grounds for number, grounds in told.items() if grounds}


def _grounds(case: Case) -> Iterator[tuple[str, str]]:
    for rule in case.law.rules if case.permit_required is not False else ():
        if rule.effect is Effect.BEFORE_ISSUE:
            continue
        found = find(rule, case)
        late = found.effect is Effect.FILING_WINDOW
        if found.verdict is Verdict.PROVED and (
            not late or (is_refused(found) and has_last_day(case.law, found.clause))
        ):
            yield found.clause, found.cite


_DATES: Mapping[str, tuple[str, str]] = {
    "Received": ("received_at", "has no date of receipt, so no month counts it"),
    **{each: ("acted_at", f"{each.lower()}, but without a date, so no month counts it") for each in ACTED.values()},
    "Cancelled": ("event_change_on", "cancelled, but without a date, so no month counts it"),
    "Postponed": ("event_change_on", "postponed, but without a date, so no month counts it"),
}


def _undated(desk: Desk, acts: Sequence[Act]) -> Iterator[Problem]:
    """Acts of which no day is recorded: they count under the status only."""
    rows: dict[str, int] = {each.number: each.row for each in desk.logged}
    heads, headings = desk.heads(APPLICATIONS), _headings()
    for each in acts:
        if each.on is None:
            key, message = _DATES[each.act]
            cell = address(rows[each.application_no], heads[key]) if key in heads else ""
            yield Problem(
                APPLICATIONS,
                cell,
                headings[key],
                f"{each.application_no} {message if each.act == 'Received' else 'is ' + message}; enter it.",
                application_no=each.application_no,
            )


def _headings() -> dict[str, str]:
    from permitbook.application import Application
    from permitbook.schema import columns

    return {each.key: each.heading for each in columns(Application)}


def _day(when: date | None) -> date | None:
    return when.date() if isinstance(when, datetime) else when


def _cents(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount.quantize(_CENT) * 100)
