"""Five verdicts, the answers that carry them, and how answers combine.

A rule answers one question of law. The answer holds its verdict, the sentences behind it, and what is still
wanted: a fact from the applicant, or a determination by the official.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import NoReturn

from msgspec import Struct

Text = str | Callable[[], str]


class Verdict(StrEnum):
    """What the facts establish about one clause.

    A verdict is neither true nor false: compare it, `verdict is Verdict.PROVED`.
    """

    PROVED = "proved"
    CLEAR = "clear"
    NEEDS_JUDGMENT = "needs_judgment"
    NEEDS_FACTS = "needs_facts"
    NOT_APPLICABLE = "not_applicable"

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is neither yes nor no; write `verdict is Verdict.PROVED`")


class Answer(Struct, frozen=True):
    """A verdict with its reasons. `why` is a text, or makes one when it is read."""

    verdict: Verdict
    why: Text
    question: str | None = None
    needs: tuple[str, ...] = ()

    @property
    def because(self) -> str:
        """The account in sentences."""
        return self.why if isinstance(self.why, str) else self.why()


def proved(because: Text) -> Answer:
    """The facts establish the ground."""
    return Answer(Verdict.PROVED, because)


def clear(because: Text) -> Answer:
    """The facts rule the ground out; for a finding a permit needs, that it can be made."""
    return Answer(Verdict.CLEAR, because)


def proved_if(condition: bool, because: Text) -> Answer:
    """Proved when the condition holds, else clear, on the same facts."""
    return Answer(Verdict.PROVED if condition else Verdict.CLEAR, because)


def ask(question: str, known: Text = "") -> Answer:
    """The facts are in; the law asks the official."""
    return Answer(Verdict.NEEDS_JUDGMENT, known or question, question=question)


def needs(*fields: str, because: Text = "Not known yet.") -> Answer:
    """These facts are blank, and the clause cannot be answered without them."""
    return Answer(Verdict.NEEDS_FACTS, because, needs=fields)


def not_applicable(because: Text) -> Answer:
    """The clause does not reach this application."""
    return Answer(Verdict.NOT_APPLICABLE, because)


_ANY = (Verdict.PROVED, Verdict.NEEDS_JUDGMENT, Verdict.NEEDS_FACTS, Verdict.CLEAR)
_ALL = (Verdict.CLEAR, Verdict.NEEDS_FACTS, Verdict.NEEDS_JUDGMENT, Verdict.PROVED)


def any_of(*answers: Answer) -> Answer:
    """Proved when one of them is; clear only when all are.

    >>> str(any_of(clear("a"), proved("b"), needs("route")).verdict)
    'proved'
    >>> any_of(clear("a"), needs("route"), needs("marshals")).needs
    ('route', 'marshals')
    """
    return _joined(answers, _ANY)


def all_of(*answers: Answer) -> Answer:
    """Proved only when all are; clear when one of them is.

    >>> str(all_of(proved("a"), clear("b"), needs("route")).verdict)
    'clear'
    """
    return _joined(answers, _ALL)


def _joined(answers: tuple[Answer, ...], order: tuple[Verdict, ...]) -> Answer:
    verdict = next((each for each in order if any(a.verdict is each for a in answers)), Verdict.NOT_APPLICABLE)
    deciding = [a for a in answers if a.verdict is verdict]
    return Answer(
        verdict,
        lambda: " ".join(dict.fromkeys(a.because for a in deciding)),
        question=next((a.question for a in deciding if a.question), None),
        needs=tuple(dict.fromkeys(name for a in deciding for name in a.needs)),
    )


Truth = bool | None
"""Yes, no, or not known."""


def both(*truths: Truth) -> Truth:
    """Yes when all are, no when one is not, else not known."""
    if any(each is False for each in truths):
        return False
    return None if any(each is None for each in truths) else True


def either(*truths: Truth) -> Truth:
    """Yes when one is, no when none can be, else not known."""
    if any(each is True for each in truths):
        return True
    return None if any(each is None for each in truths) else False


def negate(truth: Truth) -> Truth:
    """The opposite; what is not known stays so."""
    return None if truth is None else not truth
