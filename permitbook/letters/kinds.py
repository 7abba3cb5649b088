"""The letters there are and the acts that make them, each once: template, receiver, names, and what withholds it.

A further letter is a template in `compose`, an entry here, and, where it says what no other does, a module with its
names and its reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.letters.after import AFTER, AFTER_LETTERS, POCKET
from permitbook.letters.before import BEFORE, BEFORE_LETTERS, OFFERED, REVOKED
from permitbook.letters.denial import denying_clauses
from permitbook.letters.kind import APPLICANT, Act, LetterKind, letter
from permitbook.letters.withholding import (
    against_denial,
    against_issue,
    against_referral,
    notes_on_denial,
    notes_on_issue,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ACTS", "APPLICANT", "KINDS", "LETTERS", "NONE_AFFECTED", "Act", "LetterKind", "letter"]

PERMIT = LetterKind("permit", "permit.docx", APPLICANT, "permit", each_day=True)
COPY = LetterKind("permit copy", "permit_copy.docx", "permit", "permit memo", practice="practice copy")
DENIAL = LetterKind("denial", "denial.docx", APPLICANT, "denial")
REFERRAL = LetterKind("referral memo", "referral.docx", "application", "referral", practice="practice referral")

KINDS = (PERMIT, COPY, POCKET, DENIAL, REFERRAL, *BEFORE, *AFTER)
"""Every kind of letter."""


REFER = Act(
    command="refer",
    done="referred",
    kinds=(REFERRAL,),
    against=against_referral,
    sets=("referred_on",),
    reads_all=False,
)
ISSUE = Act(
    command="issue",
    done="issued",
    kinds=(PERMIT, COPY, POCKET),
    against=against_issue,
    sets=("issued_at", "permit_no"),
    notes=notes_on_issue,
)
DENY = Act(
    command="deny",
    done="denied",
    kinds=(DENIAL,),
    against=against_denial,
    notes=notes_on_denial,
    clauses=denying_clauses,
)

DECISIONS = (REFER, ISSUE, DENY, OFFERED, REVOKED)
"""Acts that are commands of their own."""
LETTERS: tuple[Act, ...] = (*BEFORE_LETTERS, *AFTER_LETTERS)
"""Letters that the command `letter` makes, each by its own name."""
ACTS: Mapping[str, Act] = {act.command: act for act in (*DECISIONS, *LETTERS)}
"""Everything that makes letters, by its command or kind."""

NONE_AFFECTED = "none affected"
"""The Register's kind for a copy that nobody must get, which is stated."""
