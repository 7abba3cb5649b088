"""What an applicant is told once an application needs no decision: it was withdrawn, or the permit waits for papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.context import granted
from permitbook.letters.intake import addressed, awaited, fee_in_words
from permitbook.letters.spoken import long_day, long_moment
from permitbook.letters.withholding import unrecorded_grant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

# Withdrawal.

WITHDRAWAL_MEANINGS = {
    "received_on": "when the application was received",
    "withdrawn_on": "the day on which it was withdrawn",
}


def withdrawal_names(letter: Letter) -> Mapping[str, object]:
    """What the confirmation of a withdrawal prints beside what every letter may."""
    it = letter.matter.case.logged
    return {
        "received_on": it.received_at and long_moment(it.received_at),
        "withdrawn_on": it.acted_at and long_day(it.acted_at.date()),
    }


def against_withdrawal(matter: Matter) -> Iterator[str]:
    """Why a withdrawal may not be confirmed yet."""
    it = matter.case.logged
    if it.action != "withdrawn":
        yield f"Action is {it.action or 'blank'}: a withdrawal is confirmed once it is recorded."
    elif it.acted_at is None:
        yield "Acted At must be filled in: when the application was withdrawn."
    if it.issued_at:
        yield (
            f"The permit was issued {long_moment(it.issued_at)}: fill in Event Change, and tell all who had a copy "
            "with change-notice."
        )
    yield from addressed(matter, "confirmation")


# Held for papers.

HELD_MEANINGS = {
    "papers": "what the permit waits for, each with label and cite",
    "fee": "what is owed and paid for the application",
    "begins": "when the event begins, before which the permit must be there",
}


def held_names(letter: Letter) -> Mapping[str, object]:
    """What is said of a granted permit that waits for papers beside what every letter may."""
    case = letter.matter.case
    return {
        "papers": tuple(awaited(letter.matter)),
        "fee": fee_in_words(letter.matter) if case.law.fee_rule else None,
        "begins": case.event_start and long_moment(case.event_start),
    }


def against_held(matter: Matter) -> Iterator[str]:
    """Why it may not be said that a permit waits for papers."""
    it = matter.case.logged
    if granted(matter) is None:
        yield f"Action is {it.action or 'blank'}: a permit waits for papers once it is granted."
    else:
        yield from unrecorded_grant(matter)
    if matter.case.is_past:
        yield "The event is over: no permit can be issued for it."
    if it.issued_at:
        yield f"The permit was issued {long_moment(it.issued_at)}."
    elif not any(awaited(matter)):
        yield "Nothing is awaited of the applicant: issue the permit."
    yield from addressed(matter, "letter")


def clauses_awaited(matter: Matter) -> tuple[str, ...]:
    """The clauses under which something is awaited."""
    return tuple(gate.clause for gate in matter.assessment.open_gates)
