"""What a kind of letter is, and what an act is that makes letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter
    from permitbook.letters.receivers import Receivers

Reasons = Callable[["Matter"], Iterator[str]]
"""Each sentence says why a letter may not be made yet, or what staff should see beside it."""

APPLICANT = "applicant"
NONE_AFFECTED = "none affected"
"""The Register's kind for a copy that nobody must get, which is stated."""


def no_reasons(matter: Matter) -> Iterator[str]:
    """Nothing stands against it."""
    return iter(())


def no_names(letter: Letter) -> Mapping[str, object]:
    """It prints nothing but what every letter may."""
    return {}


class LetterKind(Struct, frozen=True):
    """One kind of letter; `kind` is what the Register calls it and what stands in the names of files.

    `to` says who gets it: the applicant, or those to whom the ordinance sends copies of what is named there
    (application, permit, appeal); `receivers` finds others. `prints` names the sentences of the ordinance that it
    carries, `practice` is its kind when the ordinance does not ask for it, and `each_day` says that an ordinance with
    a permit for each day has one for each, `where_asked` that it is made only where such a sentence is printed, `when`
    in which cases. `names` are those of its own, which `meanings` explains; a template without those in `must_print`
    is not used, as the letter would not say what it is.
    """

    kind: str
    template: str
    to: str
    prints: str
    practice: str = ""
    each_day: bool = False
    where_asked: bool = False
    when: Callable[[Matter], bool] | None = None
    receivers: Callable[[Matter], Receivers] | None = None
    names: Callable[[Letter], Mapping[str, object]] = no_names
    meanings: Mapping[str, str] | None = None
    must_print: tuple[str, ...] = ()

    def called(self, *, practice: bool) -> str:
        """Its kind in the Register."""
        return self.practice if practice and self.practice else self.kind


class Act(Struct, frozen=True, kw_only=True):
    """What a command does: the letters it makes together, and the clerk's columns it fills in once.

    `against` gives every reason to withhold them, `notes` what staff should see beside them, `clauses` what the Log
    names (else the clauses for which the letters are sent). `reads_all` says that a cell of the row that cannot be
    read withholds them; `again` that a new one may follow one that was sent; `offers` that the alternate is held
    against the ordinance as if it were the event; `by_number` that its letters belong to the permit's present number,
    so that none takes the place of those under one that was voided. `clears` names the columns it empties, `states`
    gives further lines of the Register, each a kind and its words.
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
    by_number: bool = False
    clears: tuple[str, ...] = ()
    states: Callable[[Matter], Iterable[tuple[str, str]]] | None = None

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
