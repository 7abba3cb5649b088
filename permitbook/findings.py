"""What each clause of the law says of an application, with the official's answers where they count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from permitbook.assessment import Determination, Effect, Finding
from permitbook.facts import BLIND, FACTS, fields_behind
from permitbook.verdict import Answer, Verdict, needs, not_applicable

if TYPE_CHECKING:
    from permitbook.case import Case
    from permitbook.ordinance import Ordinance
    from permitbook.provisions import Rule


def findings_of(case: Case) -> tuple[Finding, ...]:
    """Every ground and gate, in the law's order; none where no permit is needed."""
    return tuple(find(rule, case) for rule in case.law.rules) if case.permit_required is not False else ()


OPEN = (Verdict.PROVED, Verdict.NEEDS_FACTS, Verdict.NEEDS_JUDGMENT)


def is_awaited(finding: Finding) -> bool:
    """The paper, payment or approval is owed and not there; a finding waits for one only once it is known to be."""
    if finding.effect is Effect.BEFORE_ISSUE:
        return finding.verdict in OPEN
    return finding.verdict is Verdict.NEEDS_FACTS


def find(rule: Rule, case: Case) -> Finding:
    """One clause answered, with the official's determination where it answers the question."""
    answer = answer_of(rule, case)
    made = determination_for(rule, answer, case)
    used = made is not None and _is_used(rule, answer, case.law, found=made.found)
    verdict = (
        _settled(rule.effect, made) if used and made and not _is_refusal(rule, answer, case.law) else answer.verdict
    )
    return Finding(
        clause=rule.clause,
        cite=case.law.cite(rule.clause),
        effect=rule.effect,
        verdict=verdict,
        answer=answer,
        read=_facts_behind(rule.encoded.names),
        held=case.application,
        determination=made,
        determined=used,
        gate=rule.gate,
        answering=None if used else _answering(rule, answer, case.law),
    )


def answer_of(rule: Rule, case: Case) -> Answer:
    """What the facts alone say of a clause."""
    off = case.office.switched_off(rule.clause)
    if off is not None:
        return not_applicable(
            f"Switched off in Readings: {off.id}, {off.confirmed_by or 'unsigned'} {off.confirmed_on or ''}."
        )
    answer: Answer | None = rule.encoded.answer(case)
    return answer if answer is not None else needs(*dict.fromkeys(rule.encoded.blank(case)))


def determination_for(rule: Rule, answer: Answer, case: Case) -> Determination | None:
    """The official's answer to this clause, or to one it is part of while its own question is open.

    An overlap is open even when proved, to an answer that names it as the text does: its paragraph.
    """
    clause, made = rule.clause, case.determinations
    if clause in made:
        return made[clause]
    if answer.verdict is Verdict.NEEDS_JUDGMENT:
        parents = [id for id in made if clause.startswith((f"{id}-", f"{id}."))]
        return made[max(parents, key=len)] if parents else None
    return made.get(clause.rpartition(".")[0]) if rule.judged and answer.verdict is Verdict.PROVED else None


def _is_used(rule: Rule, answer: Answer, law: Ordinance, *, found: bool) -> bool:
    if answer.verdict is Verdict.NEEDS_JUDGMENT:
        return True
    return answer.verdict is Verdict.PROVED and (rule.judged or (_is_refusal(rule, answer, law) and found))


def _is_refusal(rule: Rule, answer: Answer, law: Ordinance) -> bool:
    """Late beyond every reading: the official's answer can only be a refusal to allow it, which is recorded.

    An application that comes too early is kept: there is nothing to refuse.
    """
    if rule.effect is not Effect.FILING_WINDOW or answer.verdict is not Verdict.PROVED:
        return False
    return any(clock.clause == rule.clause for clock in law.clocks)


def _answering(rule: Rule, answer: Answer, law: Ordinance) -> str | None:
    """What the official's answer does where the facts have answered and it still counts."""
    if answer.verdict is not Verdict.PROVED:
        return None
    if _is_refusal(rule, answer, law):
        return "Yes refuses to allow the late filing."
    if not rule.judged:
        return None
    if rule.effect is Effect.ISSUE_ONLY_IF:
        return "The facts stand against this finding. No confirms that; Yes makes the finding all the same."
    return "The facts prove this ground. Yes confirms it; No sets it aside."


def _settled(effect: Effect, made: Determination) -> Verdict:
    stands = made.found if effect is not Effect.ISSUE_ONLY_IF else not made.found
    return Verdict.PROVED if stands else Verdict.CLEAR


@cache
def _facts_behind(names: tuple[str, ...]) -> tuple[str, ...]:
    """The facts behind the names that a clause uses; of who asks and what is said, none."""
    read = dict.fromkeys(fact for name in names for fact in fields_behind(name) if fact not in BLIND)
    return tuple(fact for fact in read if fact in FACTS)


def unused_determinations(case: Case, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Clauses whose determination answers no question: the facts settle them either way, or they do not apply."""
    by_clause = {each.clause: each for each in findings}
    unused = []
    for clause, made in case.determinations.items():
        finding = by_clause.get(clause)
        if finding is None:
            known = any(each.clause.startswith((f"{clause}-", f"{clause}.")) for each in findings)
            if not known and findings:
                unused.append(clause)
        elif not (finding.determined or finding.alone is Verdict.NEEDS_FACTS or _is_answered(case, clause, made)):
            unused.append(clause)
    return tuple(unused)


def _is_answered(case: Case, clause: str, made: Determination) -> bool:
    """The clause asked for it once: an overlap that is no more, or the event before an alternate was accepted."""
    return _was_overlap(case, clause) or _is_of_the_first_event(case, made)


def _is_of_the_first_event(case: Case, made: Determination) -> bool:
    """It was said of the event as applied for, before an alternate was accepted, and stays as the record of that."""
    accepted_on = case.logged.alternate_accepted_on
    return accepted_on is not None and (made.on is None or made.on <= accepted_on)


def _was_overlap(case: Case, clause: str) -> bool:
    return any(rule.judged and rule.clause == clause for rule in case.law.rules)
