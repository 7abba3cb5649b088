"""The grounds of a denial, each as the letter states it, and what was offered in its place."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.assessment import Effect
from permitbook.letters.contents import Item, headings
from permitbook.letters.sentences import Line, points_below, printed, says_of
from permitbook.letters.spoken import account, in_words, long_day
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from permitbook.assessment import Finding
    from permitbook.letters.contents import Matter
    from permitbook.ordinance import Ordinance


class Ground(Struct, frozen=True):
    """One ground of a denial: the law's words, the account, the facts, and the official's determination."""

    clause: str
    cite: str
    says: str
    because: str | None
    facts: str | None
    determined: str | None


class Alternate(Struct, frozen=True):
    """What an official offered in denying, and what the ordinance says of accepting it."""

    offered_on: str
    items: tuple[Item, ...]
    before: tuple[Line, ...]
    after: tuple[Line, ...]


_ORDER = {Effect.MUST_DENY: 0, Effect.FILING_WINDOW: 0, Effect.ISSUE_UNLESS: 1, Effect.ISSUE_ONLY_IF: 1}
_LAST = 2


def grounds_of(matter: Matter) -> tuple[Finding, ...]:
    """The findings that a denial can rest on: those that demand it first, those that allow it last.

    A ground is proved by the facts or by the official's determination. Lateness alone is one only once an official
    has refused to allow it; too early is never one.
    """
    found = [each for each in matter.assessment.findings if _denies(matter.law, each)]
    return tuple(sorted(found, key=lambda each: _ORDER.get(each.effect, _LAST)))


def denying_clauses(matter: Matter) -> tuple[str, ...]:
    """The clauses that a denial rests on."""
    return tuple(each.clause for each in grounds_of(matter))


def _denies(law: Ordinance, finding: Finding) -> bool:
    if finding.verdict is not Verdict.PROVED or finding.effect is Effect.BEFORE_ISSUE:
        return False
    if finding.effect is not Effect.FILING_WINDOW:
        return True
    return is_refused(finding) and has_last_day(law, finding.clause)


def is_refused(finding: Finding) -> bool:
    """An official recorded that the application comes too late and is not taken."""
    return finding.determined and finding.determination is not None and finding.determination.found


def has_last_day(law: Ordinance, clause: str) -> bool:
    """The filing window closes: it has a last day, which is a deadline; one that only opens never denies."""
    return any(each.clause == clause for each in law.clocks)


def ground(matter: Matter, finding: Finding) -> Ground:
    """A finding as a denial states it."""
    law = matter.law
    because = _as_named(account(finding.answer.because, law.prefix), matter)
    facts = [
        f"{headings()[name].heading}: {told}"
        for name, value in finding.facts.items()
        if name in headings() and (told := in_words(headings()[name], value))
    ]
    return Ground(
        clause=finding.clause,
        cite=finding.cite,
        says=says_of(law, finding.clause, finding.effect.value),
        because=because if because and because != finding.answer.question else None,
        facts="; ".join(facts) or None,
        determined=_determined(finding),
    )


def _as_named(because: str, matter: Matter) -> str:
    """The account with other applications called so, and streets as people write them, not as they are compared."""
    for each in matter.assessment.conflicts:
        because = because.replace(f"{each.with_no}: ", f"Application {each.with_no}: ")
        for place in sorted(each.shared, key=len, reverse=True):
            because = because.replace(place, " ".join(map(_as_written, place.split())))
    return because


def _as_written(word: str) -> str:
    return word.capitalize() if word.isupper() else word


def _determined(finding: Finding) -> str | None:
    made = finding.determination
    if made is None or not finding.determined:
        return None
    if finding.effect is Effect.ISSUE_ONLY_IF:
        what = "that this finding cannot be made"
    elif finding.effect is Effect.FILING_WINDOW:
        what = "that the late filing is not allowed"
    else:
        what = "that this ground stands"
    on = f" on {long_day(made.on)}" if made.on else ""
    reason = (made.because or "").strip()
    return f"{made.by} determined{on} {what}{f': {reason}' if reason else ''}".rstrip(".") + "."


def alternate_of(matter: Matter, made_on: datetime, told: tuple[Line, ...]) -> Alternate | None:
    """The alternate offered by the day the letter is made; `told` are the sentences the letter carries already.

    One that is not authorized in denying goes in an offer of its own, which another official signs.
    """
    it, initial = matter.case.logged, matter.law.initial
    if it.alternate_offered_on is None or it.alternate_offered_on > made_on.date():
        return None
    items = tuple(
        Item(column.heading.removeprefix("Alternate "), value)
        for key, column in headings().items()
        if key.startswith("alternate_") and not key.endswith("_on") and initial in column.municipalities
        if (value := in_words(column, getattr(it, key)))
    )
    lines = [each for each in printed(matter.case, "offer") if each not in told]
    return Alternate(
        long_day(it.alternate_offered_on),
        items,
        tuple(each for each in lines if points_below(each)),
        tuple(each for each in lines if not points_below(each)),
    )
