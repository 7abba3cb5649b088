"""The letters there are and the acts that make them, each once: template, receiver, names, and what withholds it.

A further letter is a template in `compose`, an entry here, and, where it says what no other does, a module with its
names and its reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from permitbook.letters.denial import denying_clauses
from permitbook.letters.withholding import (
    against_denial,
    against_issue,
    against_referral,
    notes_on_denial,
    notes_on_issue,
)

if TYPE_CHECKING:
    from permitbook.letters.contents import Matter, Receivers
    from permitbook.letters.context import Letter

Reasons = Callable[["Matter"], Iterator[str]]
"""Each sentence says why a letter may not be made yet, or what staff should see beside it."""

APPLICANT = "applicant"


def no_reasons(matter: Matter) -> Iterator[str]:
    """Nothing stands against it."""
    return iter(())


def no_names(letter: Letter) -> Mapping[str, object]:
    """It prints nothing but what every letter may."""
    return {}


@dataclass(frozen=True, slots=True)
class LetterKind:
    """One kind of letter; `kind` is what the Register calls it and what stands in the names of files.

    `to` says who gets it: the applicant, or those to whom the ordinance sends copies of what is named there
    (application, permit, appeal); `receivers` finds others. `prints` names the sentences of the ordinance that it
    carries, `practice` is its kind when the ordinance does not ask for it, and `each_day` says that an ordinance with
    a permit for each day has one for each. `names` are those of its own, which `meanings` explains.
    """

    kind: str
    template: str
    to: str
    prints: str
    practice: str = ""
    each_day: bool = False
    receivers: Callable[[Matter], Receivers] | None = None
    names: Callable[[Letter], Mapping[str, object]] = no_names
    meanings: Mapping[str, str] | None = None

    def called(self, *, practice: bool) -> str:
        """Its kind in the Register."""
        return self.practice if practice and self.practice else self.kind


PERMIT = LetterKind("permit", "permit.docx", APPLICANT, "permit", each_day=True)
COPY = LetterKind("permit copy", "permit_copy.docx", "permit", "permit memo", practice="practice copy")
DENIAL = LetterKind("denial", "denial.docx", APPLICANT, "denial")
REFERRAL = LetterKind("referral memo", "referral.docx", "application", "referral", practice="practice referral")

KINDS = (PERMIT, COPY, DENIAL, REFERRAL)
"""Every kind of letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a command does: the letters it makes together, and the clerk's columns it fills in once.

    `against` gives every reason to withhold them, `notes` what staff should see beside them, `clauses` what the Log
    names (else the clauses for which the letters are sent). `reads_all` says that a cell of the row that cannot be
    read withholds them; `again` that a new one may follow one that was sent; `offers` that the alternate is held
    against the ordinance as if it were the event.
    """

    command: str
    done: str
    kinds: tuple[LetterKind, ...]
    against: Reasons
    undone: str = ""
    sets: tuple[str, ...] = ()
    notes: Reasons = no_reasons
    clauses: Callable[[Matter], Iterable[str]] | None = None
    reads_all: bool = True
    even_exempt: bool = False
    again: bool = False
    offers: bool = False

    @property
    def not_done(self) -> str:
        """What is said of an application for which it was withheld."""
        return self.undone or f"not {self.done}"


def letter(kind: LetterKind, command: str, against: Reasons, **more: object) -> Act:
    """A letter that is made by itself: `permitbook letter BOOK COMMAND APPLICATION`."""
    return Act(
        command=command,
        done=f"{kind.kind} made",
        undone=f"no {kind.kind} made",
        kinds=(kind,),
        against=against,
        **more,  # type: ignore[arg-type]
    )


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
    kinds=(PERMIT, COPY),
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

DECISIONS = (REFER, ISSUE, DENY)
"""Acts that are commands of their own."""
LETTERS: tuple[Act, ...] = ()
"""Letters that the command `letter` makes, each by its own name."""
ACTS: Mapping[str, Act] = {act.command: act for act in (*DECISIONS, *LETTERS)}
"""Everything that makes letters, by its command or kind."""

NONE_AFFECTED = "none affected"
"""The Register's kind for a copy that nobody must get, which is stated."""
