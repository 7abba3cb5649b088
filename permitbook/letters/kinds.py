"""The letters there are, each once: its template, to whom it goes, and the act that makes it.

A further letter is one template and one entry here. What its template may print is listed in `context`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

To = Literal["applicant", "application", "permit"]


@dataclass(frozen=True, slots=True)
class LetterKind:
    """One kind of letter; `kind` is what the Register calls it and what stands in the names of files.

    `to` says who gets it: the applicant, or those to whom the ordinance sends copies of the application or permit.
    `prints` names the sentences of the ordinance that it carries, `practice` is its kind when the ordinance does not
    ask for it, and `each_day` says that an ordinance with a permit for each day has one for each.
    """

    kind: str
    template: str
    to: To
    prints: str
    practice: str = ""
    each_day: bool = False

    def called(self, *, practice: bool) -> str:
        """Its kind in the Register."""
        return self.practice if practice and self.practice else self.kind


PERMIT = LetterKind("permit", "permit.docx", "applicant", "permit", each_day=True)
COPY = LetterKind("permit copy", "permit_copy.docx", "permit", "permit memo", practice="practice copy")
DENIAL = LetterKind("denial", "denial.docx", "applicant", "denial")
REFERRAL = LetterKind("referral memo", "referral.docx", "application", "referral", practice="practice referral")

KINDS = (PERMIT, COPY, DENIAL, REFERRAL)
"""Every kind of letter."""


@dataclass(frozen=True, slots=True)
class Act:
    """What a command does: the letters it makes together, and the clerk's columns it fills in once."""

    command: str
    done: str
    kinds: tuple[LetterKind, ...]
    sets: tuple[str, ...] = ()


ISSUE = Act("issue", "issued", (PERMIT, COPY), ("issued_at", "permit_no"))
DENY = Act("deny", "denied", (DENIAL,))
REFER = Act("refer", "referred", (REFERRAL,), ("referred_on",))

NONE_AFFECTED = "none affected"
"""The Register's kind for a copy that nobody must get, which is stated."""
