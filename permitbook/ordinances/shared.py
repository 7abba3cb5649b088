"""Answers that more than one municipality's text calls for: filing windows, overlaps, and words for numbers."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal

from permitbook.assessment import FeeDue
from permitbook.calendars import OfficeCalendar
from permitbook.docket import Conflict, Level, TimeNeighbours
from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.reckoning import Leave, Limit, days, duty_hours_before, show_day, show_moment, show_span
from permitbook.verdict import Answer, ask, clear, needs, not_applicable, proved, proved_if

SAME_DAY = days(0)


def in_time(
    received_on: date,
    limit: Limit,
    allowed_on: date | None = None,
    *,
    question: str = "Is it late, although the last day fell on a closed day? No takes it as in time.",
    saved_by: str = "a closed day carries it to",
) -> Answer:
    """Clear when received by the plain count or allowed late; asked while another reading saves it; else proved."""
    received, due, outer = show_day(received_on), show_day(as_day(limit.due)), show_day(as_day(limit.outer))
    if received_on <= as_day(limit.due):
        return clear(lambda: f"Received {received}; the last day was {due}. {' '.join(limit.steps)}")
    if allowed_on is not None:
        return clear(f"Received {received}, after {due}; late filing was allowed on {show_day(allowed_on)}.")
    if received_on <= as_day(limit.outer):
        return ask(
            question,
            lambda: f"Received {received}; the plain count ends {due}, {saved_by} {outer}. {' '.join(limit.steps)}",
        )
    return proved(
        lambda: (
            f"Received {received}; the last day was {due}, and it is late however the rule is read. "
            f"{' '.join(limit.steps)}"
        )
    )


def many(number: float, things: str) -> str:
    """So many things, and one thing.

    >>> many(1, "marshals"), many(1.5, "hours")
    ('1 marshal', '1.5 hours')
    """
    counted = f"{number:g}" if number % 1 else f"{number:,.0f}"
    return f"{counted} {things.removesuffix('s') if number == 1 else things}"


def taken_as_alternate(received_on: date, limit: Limit, accepted_on: date | None) -> Answer | None:
    """Clear for one that came after the plain count, and whose event the official then authorized otherwise.

    For officials who may also allow a late filing: what they authorize, they have taken.
    """
    if accepted_on is None or received_on <= as_day(limit.due):
        return None
    return clear(
        f"Received {show_day(received_on)}, after {show_day(as_day(limit.due))}; an authorized alternate was accepted "
        f"on {show_day(accepted_on)}."
    )


def not_too_early(received_on: date, first_day: date, steps: Sequence[str]) -> Answer:
    """Clear from the first day on which it may be filed; proved before it."""
    told = f"Received {show_day(received_on)}; the first day for filing is {show_day(first_day)}."
    account = f"{told} {' '.join(steps)}"
    return clear(account) if received_on >= first_day else proved(account)


def overlap(
    conflicts: Collection[Conflict],
    *,
    start_time: time | None,
    located: bool,
    at_time: bool = False,
    neighbours: TimeNeighbours | None = None,
    asks: str = "Does it conflict with the other event {}?",
) -> Answer:
    """Proved by a shared block, crossing or place; asked for a shared street, or for the same time where that counts.

    Nothing is proved by an event of which nobody can read what became of it: that is asked too.

    `conflicts` are those that count against this application; `at_time` says that one at the same time elsewhere does.
    A ground stands upon a yes and a finding is made upon one: `asks` is worded for the one or for the other.
    """
    if not conflicts and not at_time:
        return clear("No earlier application or issued permit meets it.")
    if start_time is None:
        return needs("start_time")
    if not located and not conflicts:
        return needs("route")
    same_ground = [each for each in conflicts if each.level in (Level.SEGMENT, Level.PLACE)]
    sure = [each for each in same_ground if not each.unread]
    if sure:
        return proved(lambda: " ".join(tell(each) for each in sure))
    if same_ground:
        return ask(
            asks.format("of which the log does not tell what was decided"), lambda: " ".join(map(tell, conflicts))
        )
    if conflicts:
        return ask(asks.format("on the same street"), lambda: " ".join(map(tell, conflicts)))
    elsewhere = f"Also then, elsewhere: {', '.join(neighbours.nearest)}." if neighbours else ""
    return ask(asks.format("at the same time"), elsewhere)


def counting(conflicts: Sequence[Conflict], issued: Collection[str]) -> list[Conflict]:
    """The conflicts that count against an application: with earlier ones, and with permits already issued."""
    return [each for each in conflicts if each.priority == "earlier" or each.with_no in issued]


def tell(conflict: Conflict) -> str:
    """One conflict in a sentence."""
    start, end = conflict.overlap
    shared = "; ".join(conflict.shared)
    unread = " What became of it cannot be read in the log." if conflict.unread else ""
    return f"{conflict.with_no}: {shared}, {show_span(start, end)}.{unread}"


def unpaid(fee: FeeDue, fee_paid: Decimal | None) -> Answer:
    """Proved while less than the fee is paid; one who owes none waits for nothing."""
    if fee.due == 0:
        return not_applicable(fee.because)
    if fee.due is None or fee_paid is None:
        return needs("fee_paid", because=fee.because if fee.due is None else "No payment is recorded.")
    return proved_if(fee_paid < fee.due, f"Paid {fee_paid} of {fee.due} US dollars.")


def posted_before(event_start: datetime, calendar: OfficeCalendar) -> Limit:
    """When parking signs stand: by the start at the latest, and put up on the last open day before the event's day.

    Parking is prohibited from hours before an event begins, and only where a sign stands already.
    """
    day = datetime.combine(event_start.date(), time())
    before = duty_hours_before(day, 0, calendar, (Leave.NOTHING,))

    def account(it: Limit) -> Iterator[str]:
        yield f"The event begins {show_moment(event_start)}."
        if it.work_by is not None:
            yield f"Finish by {show_day(it.work_by)}, the last open day before its day."

    return Limit(event_start, before.work_by, event_start, before.provisional, account)


def as_day(day: date | datetime) -> date:
    """The day of a day or moment."""
    return day.date() if isinstance(day, datetime) else day


def other_sense(law: Ordinance, office: Office, reading: str) -> str | None:
    """The other sense in which this office reads the words, as its Readings sheet has it; None for the usual one."""
    known = law.readings[reading]
    taken = office.taken(reading, known.taken)
    return taken if taken in known.others else None


def read_common(law: Ordinance) -> None:
    """The readings that all three municipalities share."""
    law.reading("Q-G1", "filed", "the minute of actual arrival, however it came")
    law.reading("Q-G2", "an incomplete application", "the clock runs from first receipt; what is missing is asked for")
    law.reading("Q-G3", "an amended application", "a new date or route re-runs every test and takes a new priority")
    law.reading("Q-G4", "several days", "deadlines run from the first day")
    law.reading("Q-G5", "pending applications", "the first in time holds; only earlier live ones count")
    law.reading("Q-G6", "conflict", "overlapping times on a shared block, crossing or place; else the official finds")
    law.reading(
        "Q-G7", "at least, less than, more than, between", "the limit itself is inside 'at least' and outside 'between'"
    )
    law.reading("Q-G8", "days", "calendar days, whatever the hour of the start")
    law.reading("Q-G9", "the officer", "one role, whatever the text calls it")
    law.reading(
        "Q-G10", "notice given by mail", "the official's duty is counted to receipt, the applicant's time from it"
    )
    law.reading(
        "Q-G11", "a decision after its day", "no permit is deemed granted; decide at once with reasons", counsel=True
    )
    law.reading("Q-G12", "remedies that outlast the event", "shown at intake")


SAFETY = (
    "One lane of each street stays open to police, fire and ambulance vehicles.",
    "Fire hydrants, and the ways out of fire stations and hospitals, stay clear.",
    "All who take part clear the roadway at once for an emergency vehicle.",
    "A marshal in a reflective vest stands at each closed crossing until the last unit has passed.",
    "Barricades and cones are set and moved only as the police direct.",
    "Vehicles in the event go at walking speed, each with a licensed driver and a person walking beside it.",
    "Streets are clear of people, vehicles and barricades by the ending time.",
    "After sunset the first and the last unit carry lights.",
)
"""Conditions that serve safety alone, the same for every event whatever it says."""
