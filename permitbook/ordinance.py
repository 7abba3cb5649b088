"""The verbs an ordinance is written with, and the record of what carries each clause out.

A municipality's module makes one `Ordinance` and encodes its clauses in the order of the law. Each verb takes the
clause's id and the law's own words (`says`, parts joined by ` ... `), and claims the clause: the trace is made from
these claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec import Struct

from permitbook.assessment import Effect
from permitbook.provisions import (
    Claim,
    Clock,
    Encoded,
    FeeRule,
    Reading,
    Recipient,
    Remark,
    Requirement,
    Rule,
    Sentence,
    Statement,
    Way,
    encode,
    encode_fact,
)

Function = TypeVar("Function", bound=Callable[..., Any])
State = Literal["NY", "WI"]
OFF = "switched off"
AS_PRACTICE = " (the same day, as practice)"


class Ordinance(Struct, kw_only=True):
    """One municipality's law, and everything its clauses carry out."""

    key: str
    municipality: str
    prefix: str
    initial: str
    state: State
    zone: str
    official: str
    """Who grants and denies."""
    section: Callable[[str], str]
    """The printed number of a section, from its part of the id."""
    latitude: float
    longitude: float
    board: str
    permit_name: str = "Permit"
    """What the text calls the paper it asks for."""
    permit_each_day: bool = False
    """Each day of an event has a permit, and a number, of its own."""
    alternates_by: str = ""
    """Who may authorize another date, time or place, where that is not the official who denies."""
    alternates_in_denying: bool = True
    """An alternate is authorized in denying; else in lieu of it, and to one who has a permit too."""
    revoked_for: tuple[str, ...] = ()
    """How the ids of the clauses begin on which a permit may be revoked."""

    rules: list[Rule] = []
    requirements: list[Requirement] = []
    scopes: list[Encoded] = []
    exemptions: list[Encoded] = []
    clocks: list[Clock] = []
    recipients: list[Recipient] = []
    ways: list[Way] = []
    conditions: list[str] = []
    """Conditions that a clerk may pick for a permit; the letters print what stands in the row."""
    statements: list[Statement] = []
    sentences: list[Sentence] = []
    remarks: list[Remark] = []
    readings: dict[str, Reading] = {}
    fee_rule: FeeRule | None = None
    fee_exemptions: list[tuple[Encoded, str]] = []
    claims: list[Claim] = []
    left_out: dict[str, str] = {}
    _cited: dict[str, str] = {}

    # Findings: the text's own burden, one verb for each.

    def must_deny(self, clause: str, **more: Any) -> Callable[[Function], Function]:
        """A ground on which the application shall be denied."""
        return self._rule(clause, Effect.MUST_DENY, **more)

    def may_deny(self, clause: str, **more: Any) -> Callable[[Function], Function]:
        """A ground on which the application may be denied."""
        return self._rule(clause, Effect.MAY_DENY, **more)

    def issue_unless(self, clause: str, **more: Any) -> Callable[[Function], Function]:
        """A ground that stands in the way once the official finds it."""
        return self._rule(clause, Effect.ISSUE_UNLESS, **more)

    def issue_only_if(self, clause: str, **more: Any) -> Callable[[Function], Function]:
        """A finding the official must make first; `clear` means that it can be made."""
        return self._rule(clause, Effect.ISSUE_ONLY_IF, **more)

    def filing_window(self, clause: str, **more: Any) -> Callable[[Function], Function]:
        """Too late or too early; `proved` is outside every reading."""
        return self._rule(clause, Effect.FILING_WINDOW, **more)

    def before_issue(self, clause: str, *, gate: str, **more: Any) -> Callable[[Function], Function]:
        """A paper, payment or approval that must be there before the permit is made; `gate` says what is awaited."""
        return self._rule(clause, Effect.BEFORE_ISSUE, gate=gate, **more)

    def _rule(
        self,
        clause: str,
        effect: Effect,
        *,
        says: str,
        also: Mapping[str, str] | None = None,
        judged: bool = False,
        curable: bool = False,
        gate: str | None = None,
    ) -> Callable[[Function], Function]:
        def take(function: Function) -> Function:
            self.rules.append(Rule(clause, effect, encode(clause, function), judged, curable, gate))
            self._claim(clause, effect.value, function.__name__, says, also)
            return function

        return take

    # Scope and completeness.

    def reaches(
        self, clause: str, *, says: str, also: Mapping[str, str] | None = None
    ) -> Callable[[Function], Function]:
        """The event needs a permit when one of these holds; the function gives yes, no or not known."""

        def take(function: Function) -> Function:
            self.scopes.append(encode(clause, function))
            self._claim(clause, "scope", function.__name__, says, also)
            return function

        return take

    def exempts(
        self, clause: str, *, says: str, also: Mapping[str, str] | None = None
    ) -> Callable[[Function], Function]:
        """No permit is needed where this holds."""

        def take(function: Function) -> Function:
            self.exemptions.append(encode(clause, function))
            self._claim(clause, "exemption", function.__name__, says, also)
            return function

        return take

    def requires(
        self,
        clause: str,
        *fields: str,
        says: str,
        when: Callable[..., Any] | None = None,
        filled: Callable[..., Any] | None = None,
        also: Mapping[str, str] | None = None,
    ) -> None:
        """An item the application must set out: any of `fields`, or what `filled` asks, where `when` holds."""
        self.requirements.append(
            Requirement(
                clause,
                fields,
                encode(clause, when) if when else None,
                encode(clause, filled) if filled else None,
            )
        )
        self._claim(clause, "completeness", " or ".join(fields), says, also)

    # Dates, copies, words.

    def deadline(
        self,
        clause: str,
        what: str,
        *,
        who: str,
        done: str | Callable[..., Any],
        says: str,
        also: Mapping[str, str] | None = None,
        even_exempt: bool = False,
        when: Callable[..., Any] | None = None,
        practice: bool = False,
    ) -> Callable[[Function], Function]:
        """A date for an official or an applicant; `done` is the fact, or a function, that says when it was met.

        Where `when` does not hold, its branch does not apply and is left out; where it does, a function that gives no
        Limit says that the period has not begun. A day that the text does not set is a `practice`, and is told as one.
        """
        told = f"{what}{AS_PRACTICE}" if practice else what

        def take(function: Function) -> Function:
            met = encode_fact(clause, done) if isinstance(done, str) else encode(clause, done)
            branch = encode(clause, when) if when else None
            self.clocks.append(Clock(clause, told, who, encode(clause, function), met, even_exempt, branch, practice))
            self._claim(clause, "deadline", told, says, also)
            return function

        return take

    def copy(
        self,
        clause: str,
        to: str,
        *,
        of: str,
        says: str,
        each: Callable[..., Any] | None = None,
        practice: bool = False,
    ) -> None:
        """A copy of the application or permit for someone; `each` names those found by the case, if any."""
        self.recipients.append(Recipient(clause, of, to, says, encode(clause, each) if each else None, practice))
        self._claim(clause, f"copy of the {of}", to, "" if practice else says)

    def goes_by(self, clause: str, *by: str, of: Sequence[str], says: str) -> None:
        """The means by which letters of some kinds must go; where the law leaves it open, nothing is said."""
        self.ways.append(Way(clause, tuple(of), by))
        self._claim(clause, f"way of the {', '.join(of)}", " or ".join(by), says)

    def offers_conditions(self, clause: str, *texts: str, by: Sequence[str]) -> None:
        """Conditions to pick from, each with the one who sets it: in the words of each of `by`."""
        for text in texts:
            self.conditions += [f"{text} ({who})" for who in by]
            self._claim(clause, "condition", text)

    def permit_states(
        self, clause: str, heading: str, *, says: str, also: Mapping[str, str] | None = None
    ) -> Callable[[Function], Function]:
        """Something each permit must state.

        The function gives the words, None where nothing is to be said, or `needs` for a fact that this permit lacks.
        """

        def take(function: Function) -> Function:
            self.statements.append(Statement(clause, heading, encode(clause, function)))
            self._claim(clause, "permit statement", heading, says, also)
            return function

        return take

    def prints(
        self,
        clause: str,
        text: str,
        *,
        on: Sequence[str],
        says: str,
        reading: str | None = None,
        when: Callable[..., Any] | None = None,
    ) -> None:
        """A duty, right or prohibition that letters of some kinds carry, where `when` holds.

        One that hangs on a reading is taken off with it.
        """
        held = encode(clause, when) if when else None
        self.sentences.append(Sentence(clause, tuple(on), text, says, reading, held))
        self._claim(clause, f"sentence of the {', '.join(on)}", text, says)

    def tells(
        self, clause: str, *, on: Sequence[str], says: str, also: Mapping[str, str] | None = None
    ) -> Callable[[Function], Function]:
        """What letters of some kinds say of this case only, such as a date; the function gives the words or None."""

        def take(function: Function) -> Function:
            name = function.__name__
            self.sentences.append(Sentence(clause, tuple(on), name, says, told=encode(clause, function)))
            self._claim(clause, f"sentence of the {', '.join(on)}", name, says, also)
            return function

        return take

    def remarks_when(self, clause: str, *, says: str = "") -> Callable[[Function], Function]:
        """A note for staff or counsel that some applications raise."""

        def take(function: Function) -> Function:
            self.remarks.append(Remark(clause, encode(clause, function)))
            self._claim(clause, "note", function.__name__, says)
            return function

        return take

    def fee(self, clause: str, what: str, *, says: str, per_day_reading: str | None = None) -> None:
        """The fee, by its line in the Fees sheet."""
        self.fee_rule = FeeRule(clause, what, per_day_reading)
        self._claim(clause, "fee", what, says)

    def no_fee(self, clause: str, reason: str, *, says: str) -> Callable[[Function], Function]:
        """Who pays no fee, and why."""

        def take(function: Function) -> Function:
            self.fee_exemptions.append((encode(clause, function), reason))
            self._claim(clause, "fee exemption", function.__name__, says)
            return function

        return take

    # What the program only tells.

    def note(self, clause: str, text: str, *, says: str = "") -> None:
        """Something the ordinance says that is shown to staff and decides nothing here."""
        self._claim(clause, "note", text, says)

    def silent(self, clause: str, text: str) -> None:
        """Something the ordinance does not say, and what follows from that."""
        self._claim(clause, "silent", text)

    def records(self, clause: str, *fields: str, says: str) -> None:
        """Facts of the log that keep what the clause asks to be kept."""
        self._claim(clause, "record", ", ".join(fields), says)

    def setting(self, clause: str, name: str, *, says: str) -> None:
        """A table or setting of the workbook that carries the clause."""
        self._claim(clause, "setting", name, says)

    def not_encoded(self, paragraph: str, reason: str) -> None:
        """A paragraph of the text that nothing carries out, and why."""
        self.left_out[paragraph] = reason

    def reading(self, id: str, words: str, taken: str, *others: str, counsel: bool = False) -> Reading:
        """How an unclear word is read here unless the attorney chooses another sense in the Readings sheet."""
        made = Reading(id, words, taken, others, counsel)
        self.readings[id] = made
        return made

    # The record.

    def _claim(
        self, clause: str, carrier: str, name: str, says: str = "", also: Mapping[str, str] | None = None
    ) -> None:
        self.claims.append(Claim(clause, carrier, name, says))
        for other, words in (also or {}).items():
            self.claims.append(Claim(other, carrier, name, words))

    def cite(self, clause: str) -> str:
        """The citation as a letter prints it, from the clause's id.

        The letters and numbers after the section are those of the text; a part after a dot is ours and is not printed,
        nor is the Z under which the list keeps what a section does not say.
        """
        if clause not in self._cited:
            self._cited[clause] = self._citation(clause)
        return self._cited[clause]

    def _citation(self, clause: str) -> str:
        section, *parts = clause.removeprefix(f"{self.prefix}-").partition(".")[0].split("-")
        told = self.section(section)
        for part in parts:
            if part.isdigit():
                told += f"({part})"
            elif len(part) == 1:
                told += "" if part == "Z" else part
            else:
                told += f" ({part.capitalize()})"
        return told

    @property
    def fields_asked(self) -> frozenset[str]:
        """The facts that the completeness items of this ordinance name."""
        return frozenset(name for each in self.requirements for name in each.fields)
