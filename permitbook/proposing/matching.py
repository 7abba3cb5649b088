"""Which head of a foreign table is which field of ours, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import IntEnum, StrEnum
from functools import cache

from msgspec import Struct, field
from msgspec.structs import replace

from permitbook.proposing.fitting import Fit, fit_of
from permitbook.proposing.shapes import MOST, Entries, Shape
from permitbook.proposing.words import HEADS, LOOSE_HEADS, listed, words_of
from permitbook.schema import Column, Kind
from permitbook.workbook.headings import same_heading

HALF = 0.5
_ALIKE = 0.86
_EXTRA_WORDS = 2
_DAYS_AND_TIMES = frozenset({Shape.DATE, Shape.MOMENT})
_MOMENTS = (
    (frozenset({"start", "event"}), ("event_date", "start_time")),
    (frozenset({"end", "event", "finish"}), ("end_date", "end_time")),
    (frozenset({"assembly", "setup", "set", "up", "lineup", "staging"}), ("assembly_time",)),
)
"""Words of a head that, beside date and time, tell which moment it holds; and the fields of that moment."""


class Level(StrEnum):
    """How sure a proposal is."""

    SURE = "sure"
    LIKELY = "likely"
    OPEN = "open"


class Named(IntEnum):
    """How near a head comes to the name of a field."""

    NOT = 0
    LOOSELY = 1
    WELL = 2
    OURS = 3


class Match(Struct, frozen=True):
    """One head and what is proposed for it: a field, several for one of whose words it is, or a moment's parts."""

    entries: Entries
    fields: tuple[str, ...] = ()
    level: Level = Level.OPEN
    why: str = ""
    is_split: bool = False
    fits: tuple[Fit, ...] = field(default=())


def matched(entries: Sequence[Entries], fields: Sequence[Column]) -> list[Match]:
    """A match for each head, in their order; a field is proposed once."""
    return _Matching(entries, fields).all()


def is_known_head(fields: Sequence[Column]) -> frozenset[frozenset[str]]:
    """The words of every head that means something here."""
    keys = {each.key for each in fields}
    phrases = [each for table in (HEADS, LOOSE_HEADS) for key in table if key in keys for each in listed(table[key])]
    return frozenset(map(words_of, [*phrases, *(name for each in fields for name in (each.heading, each.key))]))


class _Candidate(Struct, frozen=True):
    entries: Entries
    column: Column
    named: Named
    fit: Fit


class _Matching:
    def __init__(self, entries: Sequence[Entries], fields: Sequence[Column]) -> None:
        self.entries = entries
        self.fields = {each.key: each for each in fields}
        self.ours = {same_heading(name): each.key for each in fields for name in (each.heading, each.key)}
        self.found: dict[str, Match] = {}
        self.taken: dict[str, str] = {}
        """By field, the head that gives it."""

    def all(self) -> list[Match]:
        native = {each.head: key for each in self.entries if (key := self.ours.get(same_heading(each.head)))}
        # A head with our own name is read as that field by every import, so no other head may give it.
        self.taken |= {key: head for head, key in native.items() if self._of(head).raws}
        self._moments()
        self._by_name()
        self._by_shape()
        return [self.found.get(each.head) or _unmatched(each) for each in self.entries]

    def _of(self, head: str) -> Entries:
        return next(each for each in self.entries if each.head == head)

    def _take(self, match: Match) -> None:
        self.found[match.entries.head] = match
        self.taken |= dict.fromkeys(match.fields, match.entries.head)

    def _free(self, key: str, head: str) -> bool:
        return key in self.fields and self.taken.get(key, head) == head

    def _moments(self) -> None:
        """Columns that hold a day with a time: parted, unless a field holds both."""
        for each in self.entries:
            if each.shape is not Shape.MOMENT or self._is_moment_of_ours(each):
                continue
            rest = words_of(each.head) - {"date", "time", "day", "when"}
            for words, parts in _MOMENTS:
                keys = tuple(key for key in parts if self._free(key, each.head))
                if rest <= words and keys and (rest or "event_date" in parts):
                    level = Level.SURE if rest and "assembly_time" not in keys else Level.LIKELY
                    self._take(Match(each, keys, level, "holds a day with a time", is_split=True))
                    break

    def _is_moment_of_ours(self, each: Entries) -> bool:
        moments = (column for column in self.fields.values() if column.kind is Kind.DATETIME)
        return any(named_as(each.head, column) is not Named.NOT for column in moments)

    def _by_name(self) -> None:
        candidates = [found for each in self.entries for found in self._candidates(each)]
        candidates.sort(key=lambda each: (-each.named, -each.fit.share))
        for one in candidates:
            head, key = one.entries.head, one.column.key
            if head in self.found or not self._free(key, head):
                continue
            same = (each for each in candidates if (each.column.key, each.named) == (key, one.named))
            rivals = [each.entries.head for each in same if each.entries.head not in {head, *self.found}]
            self._take(self._match(one, rivals))

    def _candidates(self, each: Entries) -> Iterator[_Candidate]:
        if each.head in self.found or not each.raws:
            return
        for column in self.fields.values():
            named = named_as(each.head, column)
            if named is Named.NOT:
                continue
            fit = fit_of(column, each)
            if fit.share >= HALF or named is Named.OURS:
                yield _Candidate(each, column, named, fit)

    def _match(self, one: _Candidate, rivals: Sequence[str]) -> Match:
        match = Match(one.entries, (one.column.key,), fits=(one.fit,))
        if one.fit.share < HALF:
            why = f"is read as {one.column.heading} by its name, but holds {one.entries.shape.value}"
            return replace(match, fields=(), level=Level.OPEN, why=f"{why}; name it under ignore to leave it out")
        match = self._with_change(match)
        if rivals:
            return replace(match, level=Level.LIKELY, why=f"'{rivals[0]}' may mean the same field")
        share = match.fits[0].share
        if share < MOST and one.named is not Named.OURS:
            return replace(match, level=Level.LIKELY, why=f"{share:.0%} of the entries can be read")
        if one.column.kind is Kind.TEXT and one.entries.shape is Shape.YES_NO:
            return replace(match, level=Level.LIKELY, why="it holds yes or no, where words are wanted")
        if one.named is not Named.LOOSELY or self._is_the_only(one):
            return replace(match, level=Level.SURE)
        return replace(match, level=Level.LIKELY, why="by its name, which may mean another thing")

    def _with_change(self, match: Match) -> Match:
        """A column of decisions may also say that an event is cancelled or postponed: then it gives two fields."""
        [key], [fit] = match.fields, match.fits
        change = self.fields.get("event_change")
        if key != "action" or change is None or "event_change" in self.taken:
            return match
        other = fit_of(change, match.entries)
        said = [word for word in fit.open if word not in other.open]
        if not said:
            return match
        left = [word for word in fit.open if word in other.open]
        ours = replace(fit, open=left, share=_share(match.entries, left))
        theirs = Fit(
            other.share,
            {word: to for word, to in other.sure.items() if word in said},
            {word: to for word, to in other.likely.items() if word in said},
        )
        return replace(match, fields=("action", "event_change"), fits=(ours, theirs))

    def _is_the_only(self, one: _Candidate) -> bool:
        """A head such as Date, where no other column holds days; or Time, where no other holds times."""
        shapes = {"event_date": _DAYS_AND_TIMES, "start_time": frozenset({Shape.TIME})}.get(one.column.key)
        return shapes is not None and [each.head for each in self.entries if each.shape in shapes] == [one.entries.head]

    def _by_shape(self) -> None:
        """Columns of e-mail addresses or telephones under a head that tells nothing."""
        for each in self.entries:
            for shape, key in ((Shape.E_MAIL, "applicant_email"), (Shape.PHONE, "applicant_phone")):
                if each.head not in self.found and each.shape is shape and self._free(key, each.head):
                    self._take(Match(each, (key,), Level.LIKELY, f"it holds {shape.value}"))


def _share(entries: Entries, left: Iterable[str]) -> float:
    total = entries.distinct.total()
    return 1 - sum(entries.distinct[word] for word in left) / total if total else 1.0


def _unmatched(each: Entries) -> Match:
    if not each.raws:
        return Match(each, level=Level.SURE, why="empty")
    if each.shape is Shape.SPAN:
        return Match(each, why="two times or days in one cell; part them into two columns in the file first")
    if words_of(each.head) & {"first", "last"} and "name" in words_of(each.head):
        return Match(each, why="a part of a name; join first and last name in one column of the file first")
    return Match(each)


@cache
def named_as(head: str, column: Column) -> Named:
    """How near a head comes to the name of a field."""
    if same_heading(head) in (same_heading(column.heading), same_heading(column.key)):
        return Named.OURS
    words = words_of(head)
    well = [words_of(each) for each in (column.heading, column.key, *listed(HEADS.get(column.key, "")))]
    if words in well:
        return Named.WELL
    loosely = [words_of(each) for each in listed(LOOSE_HEADS.get(column.key, ""))]
    if words in loosely:
        return Named.LOOSELY
    return Named.LOOSELY if any(_is_near(words, each) for each in well) else Named.NOT


def _is_near(words: frozenset[str], name: frozenset[str]) -> bool:
    """A slip of the pen, or a name of two words or more with few others beside it."""
    if len(name) > 1 and name < words and len(words) <= len(name) + _EXTRA_WORDS:
        return True
    one, other = " ".join(sorted(words)), " ".join(sorted(name))
    return len(other) > 4 and SequenceMatcher(None, one, other).ratio() >= _ALIKE
