"""What an ordinance is made of: the functions of its clauses with the facts they read, and what each carries out.

Functions name the facts they need as parameters; one that is blank makes the answer `needs_facts` unless its
annotation allows None.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from msgspec import Struct

from permitbook.assessment import Effect
from permitbook.facts import FACTS, SAYS_NONE, fields_behind
from permitbook.verdict import Answer

if TYPE_CHECKING:
    from permitbook.case import Case
    from permitbook.reckoning import Limit


class Encoded(Struct, frozen=True):
    """A function of the law with the facts it reads."""

    clause: str
    function: Callable[..., Any]
    names: tuple[str, ...]
    required: tuple[str, ...]
    known: Callable[[Case], Sequence[Any]]
    """The values of its names for a case."""
    needed: tuple[int, ...]
    """The places of the required ones among its names."""

    def blank(self, case: Case) -> tuple[str, ...]:
        """The facts that must be filled in before it can be answered."""
        values = self.known(case)
        unknown = [self.names[at] for at in self.needed if values[at] is None]
        return tuple(fact for name in unknown for fact in _blank_behind(name, case)) if unknown else ()

    def answer(self, case: Case) -> Any:
        """The function's result for this case; None when a fact it needs is blank."""
        values = self.known(case)
        for at in self.needed:
            if values[at] is None:
                return None
        return self.function(*values)


def _reader(names: tuple[str, ...]) -> Callable[[Case], Sequence[Any]]:
    """Reads names of a case; facts are looked for where they lie, as most names are facts."""
    places = [f"application.{name}" if name in FACTS else name for name in names]
    if len(places) > 1:
        return attrgetter(*places)
    one = attrgetter(*places) if places else None
    return (lambda case: (one(case),)) if one else (lambda case: ())


def _blank_behind(name: str, case: Case) -> list[str]:
    """The blank facts behind a name that is not known; all of them where an accepted alternate fills them in."""
    facts = [fact for fact in fields_behind(name) if fact == name or fact not in SAYS_NONE]
    return [fact for fact in facts if getattr(case, fact) is None] or facts


def encode_fact(clause: str, name: str) -> Encoded:
    """The fact itself, as a function of the law that says nothing more."""
    return _encoded(clause, _same, (name,), ())


def encode(clause: str, function: Callable[..., Any]) -> Encoded:
    """The function with its parameters read; a parameter that may be None is passed when blank."""
    hints = function.__annotations__
    if any(isinstance(each, str) for each in hints.values()):
        hints = get_type_hints(function)
    names = tuple(name for name in hints if name != "return")
    required = tuple(name for name in names if type(None) not in get_args(hints[name]))
    return _encoded(clause, function, names, required)


def _encoded(clause: str, function: Callable[..., Any], names: tuple[str, ...], required: tuple[str, ...]) -> Encoded:
    return Encoded(clause, function, names, required, _reader(names), tuple(map(names.index, required)))


class Rule(Struct, frozen=True):
    """A ground, a condition or a gate.

    `judged` lets a determination answer it even when proved; `curable` means that filling in the application ends it;
    `gate` says what is awaited while it is open.
    """

    clause: str
    effect: Effect
    encoded: Encoded
    judged: bool = False
    curable: bool = False
    gate: str | None = None


class Requirement(Struct, frozen=True):
    """An item the application must set out: one of `fields` is filled, where `when` holds."""

    clause: str
    fields: tuple[str, ...]
    when: Encoded | None = None
    filled: Encoded | None = None


class Clock(Struct, frozen=True):
    """A date the ordinance sets. The function gives its Limit, or None where it does not apply.

    Where `when` is not met its branch does not apply; where it is, no Limit means that the period has not begun. Nor
    has it while a fact it needs is blank.
    """

    clause: str
    what: str
    who: str
    encoded: Encoded
    done: Encoded
    even_exempt: bool = False
    when: Encoded | None = None
    practice: bool = False


class Recipient(Struct, frozen=True):
    """Someone who must get a copy. `to` is a role of the Officials sheet; `each` finds further ones."""

    clause: str
    of: str
    to: str
    says: str
    each: Encoded | None = None
    practice: bool = False


class Statement(Struct, frozen=True):
    """What a permit must state: a heading and its text; a blank fact withholds the permit."""

    clause: str
    heading: str
    encoded: Encoded

    def lacking(self, case: Case) -> tuple[str, ...]:
        """The facts without which it cannot be written."""
        told = self.encoded.answer(case)
        return self.encoded.blank(case) or (told.needs if isinstance(told, Answer) else ())

    def words(self, case: Case) -> str | None:
        """The text, None where nothing is to be said or a fact is lacking."""
        told = self.encoded.answer(case)
        return told if isinstance(told, str) else None


class Dated(Struct, frozen=True):
    """A sentence of a letter that names a date, and the limit that says how it was reached."""

    text: str
    limit: Limit


class Sentence(Struct, frozen=True):
    """Words printed on a letter of some kinds: a duty, a right, a prohibition.

    Of the kinds in `on` the first is the one that the clause asks for, where it asks for a letter. With a `reading`,
    they are printed while the office reads it as the program does; with `when`, where that holds.
    What a letter says of one case only is worked out by `told`, and `text` is its name.
    """

    clause: str
    on: tuple[str, ...]
    text: str
    says: str
    reading: str | None = None
    when: Encoded | None = None
    told: Encoded | None = None

    def words(self, case: Case) -> str | Dated | None:
        """The words for a case, with their date where they have one; None where it is not printed."""
        if self.when is not None and self.when.answer(case) is not True:
            return None
        words: str | Dated | None = self.told.answer(case) if self.told else self.text
        return words


class Remark(Struct, frozen=True):
    """A note that some applications raise for staff or counsel; the function gives its text or None."""

    clause: str
    encoded: Encoded


class Reading(Struct, frozen=True):
    """An unclear word of the law, the sense taken, and the other senses."""

    id: str
    words: str
    taken: str
    others: tuple[str, ...] = ()
    counsel: bool = False


class Way(Struct, frozen=True):
    """By which means a letter of some kinds goes to its receiver: by one of these; of several ways, by each."""

    clause: str
    kinds: tuple[str, ...]
    by: tuple[str, ...]


class Claim(Struct, frozen=True):
    """What carries a clause out."""

    clause: str
    carrier: str
    name: str
    says: str = ""


class FeeRule(Struct, frozen=True):
    """The fee an application owes, by the name of its line in the Fees sheet."""

    clause: str
    what: str
    per_day_reading: str | None = None


def _same(value: Any) -> Any:
    return value
