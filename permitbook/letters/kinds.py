"""The letters there are and the acts that make them, each once: template, receiver, names, and what withholds it.

A further letter is a template in `compose`, an entry here, and, where it says what no other does, a module with its
names and its reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.after import AFTER, AFTER_LETTERS
from permitbook.letters.before import BEFORE, BEFORE_LETTERS, OFFERED, REVOKED
from permitbook.letters.denial import denying_clauses
from permitbook.letters.kind import APPLICANT, Act, LetterKind, letter
from permitbook.letters.offer import against_denial_and_offer
from permitbook.letters.permits import AMEND, ISSUE, PERMITS
from permitbook.letters.withholding import (
    against_referral,
    notes_on_denial,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ACTS", "APPLICANT", "ISSUE", "KINDS", "LETTERS", "Act", "LetterKind", "letter"]

DENIAL = LetterKind("denial", "denial.docx", APPLICANT, "denial")
REFERRAL = LetterKind("referral memo", "referral.docx", "application", "referral", practice="practice referral")

KINDS = (*PERMITS, DENIAL, REFERRAL, *BEFORE, *AFTER)
"""Every kind of letter."""


REFER = Act(
    command="refer",
    done="referred",
    kinds=(REFERRAL,),
    against=against_referral,
    sets=("referred_on",),
    reads_all=False,
)
DENY = Act(
    command="deny",
    done="denied",
    kinds=(DENIAL,),
    against=against_denial_and_offer,
    notes=notes_on_denial,
    clauses=denying_clauses,
    offers=True,
)

DECISIONS = (REFER, ISSUE, AMEND, DENY, OFFERED, REVOKED)
"""Acts that are commands of their own."""
LETTERS: tuple[Act, ...] = (*BEFORE_LETTERS, *AFTER_LETTERS)
"""Letters that the command `letter` makes, each by its own name."""
ACTS: Mapping[str, Act] = {act.command: act for act in (*DECISIONS, *LETTERS)}
"""Everything that makes letters, by its command or kind."""
