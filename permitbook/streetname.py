"""One street name as it is written, taken apart so that spelling does not matter.

`Main St.` is MAIN STREET, `W 62nd St` is WEST 62 STREET, `CTH ES` is COUNTY HIGHWAY ES, `529 Main` is MAIN: an
abbreviation is written out, an ordinal becomes a number, a house number is dropped. What is not written is not
supplied: MAIN is not yet MAIN STREET.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from permitbook.data.street_suffixes import KINDS, STANDARD, STATES, WAYS

DIRECTIONS = {
    form: word
    for word, forms in {
        "NORTH": "N", "SOUTH": "S", "EAST": "E", "WEST": "W",
        "NORTHEAST": "NE", "NORTHWEST": "NW", "SOUTHEAST": "SE", "SOUTHWEST": "SW",
    }.items()
    for form in (word, forms)
}  # fmt: skip
"""Every written form of a direction, with its full word."""
_OLD_DIRECTIONS = {"NO": "NORTH", "SO": "SOUTH"}
_BELONGS = frozenset(["END", "SIDE"])  # East End Avenue is not the east of End Avenue

_UNITS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH")
_TENTH_ON = (
    "TENTH", "ELEVENTH", "TWELFTH", "THIRTEENTH", "FOURTEENTH", "FIFTEENTH", "SIXTEENTH", "SEVENTEENTH", "EIGHTEENTH",
    "NINETEENTH",
)  # fmt: skip
_TENS = {
    ten: value
    for value, ten in zip(
        range(20, 100, 10), ("TWENTY", "THIRTY", "FORTY", "FIFTY", "SIXTY", "SEVENTY", "EIGHTY", "NINETY"), strict=True
    )
}
_ORDINALS = {word: number for number, word in enumerate((*_UNITS, *_TENTH_ON), 1)} | {
    f"{ten[:-1]}IETH": value for ten, value in _TENS.items()
}

_NUMBER = re.compile(r"\d+[A-Z]{0,2}")
_LETTERS = re.compile(r"[A-Z]{1,2}|([A-Z])\1\1")
_FIGURE = re.compile(r"^(\d+)(?:ST|ND|RD|TH)$")
_GLUED = re.compile(r"\b(I|US|WIS?|NYS?|STH|CTH|SR|CR|FM)(?=\d)")
_HOUSE = re.compile(r"\d+[A-Z]?|\d+(?:[-/]\d+)+[A-Z]?")
_WORD = re.compile(r"\d+(?:[-/]\d+)+[A-Z]?|[A-Z0-9]+")
_KING = re.compile(r"\b(?:MLK|M L K|M ?L KING|MARTIN L(?:UTHER)? KING)(?: JR)?\b")
_WORDS = {"BDWY": "BROADWAY", "BWAY": "BROADWAY"}
# DR is also Doctor, ST also Saint, VIA a name of its own: inside a name they are not written out from the table.
_INSIDE = {short: word for short, word in STANDARD.items() if short not in ("DR", "ST", "VIA", word)}
_OTHER_SPELLING = {"CENTRE": "CENTER", "THEATRE": "THEATER", "HARBOUR": "HARBOR"}
_TITLES = frozenset(["DR", "DOCTOR", "REV", "REVEREND", "JR", "SR"])

_ROADS = {"HIGHWAY": "HIGHWAY", "HWY": "HIGHWAY", "ROAD": "ROAD", "RD": "ROAD"} | dict.fromkeys(
    ("ROUTE", "RTE", "RT"), "ROUTE"
)
_SYSTEMS = {
    word: system
    for system, words in {
        "INTERSTATE": "I,INTERSTATE",
        "US": "US,U S,UNITED STATES",
        "STATE": "STATE,STATE TRUNK,STH,SH,SR,WI,WIS,WISCONSIN,NY,NYS,NEW YORK",
        "COUNTY": "COUNTY,COUNTY TRUNK,CTY,CTY TRUNK,CNTY,CTH,CSAH,CR",
        "FARM": "FM,F M,FARM TO MARKET",
        "": "",
    }.items()
    for word in words.split(",")
}
"""Who numbers a road, by the words before its number; a road without such a word does not say."""
_WITH_ROAD = dict.fromkeys(("ST", "NY STATE", "NEW YORK STATE", "WISCONSIN STATE", *STATES.split("|")), "STATE") | {
    "CO": "COUNTY",
    "CO TRUNK": "COUNTY",
}
"""Words that name the system only when a word for a road follows: Illinois Route 2, Co Rd 24."""
_SHOWN = {"INTERSTATE": "INTERSTATE", "US": "US HIGHWAY", "STATE": "STATE HIGHWAY", "FARM": "FARM TO MARKET ROAD"}
_NUMBERED = {shown: system for system, shown in _SHOWN.items()} | {
    "COUNTY HIGHWAY": "COUNTY", "COUNTY ROAD": "COUNTY", "COUNTY ROUTE": "COUNTY", "HIGHWAY": "", "ROUTE": "",
}  # fmt: skip


class StreetName(Struct, frozen=True, dict=True):
    """A street name in full words: `before` and `after` are directions, `kind` is the suffix; blank means not written.

    `lead` says that the suffix comes first: AVENUE B, COUNTY HIGHWAY ES.
    """

    words: tuple[str, ...]
    kind: str = ""
    before: str = ""
    after: str = ""
    lead: bool = False

    @cached_property
    def text(self) -> str:
        """The name as it is shown and compared."""
        inner = (self.kind, *self.words) if self.lead else (*self.words, self.kind)
        return " ".join(word for word in (self.before, *inner, self.after) if word)

    def __str__(self) -> str:
        return self.text

    @cached_property
    def stem(self) -> tuple[str, ...]:
        """What two names that could be one street have in common: suffix, titles and place of the direction aside."""
        words = [_OTHER_SPELLING.get(word, word) for word in self.words]
        words = [word for word in words if word not in _TITLES] or words
        if len(words) == 1 and not self.lead:
            words = [DIRECTIONS.get(words[0], words[0])]
        return (*words, "/", *sorted(word for word in (self.before, self.after) if word))

    @property
    def is_way(self) -> bool:
        """It says itself that it is a street or road: it ends in such a suffix, or is a numbered highway."""
        return self.kind in WAYS or (self.lead and self.kind in _NUMBERED) or self.stands_alone

    @property
    def stands_alone(self) -> bool:
        """A street whose name never takes a suffix."""
        return not self.kind and self.words == ("BROADWAY",)

    @property
    def precision(self) -> int:
        """How much is written of what kind of street it is: nothing, a road of unsaid number system, all."""
        return 0 if not self.kind else 2 if _NUMBERED.get(self.kind, self.kind) else 1


def may_be(one: StreetName, other: StreetName) -> bool:
    """Whether two names that are written differently could be one street.

    They could when one lacks the suffix (MAIN, MAIN STREET) or the road's system (HIGHWAY 20, STATE HIGHWAY 20), has
    the direction at the other end, another spelling of CENTER or a title more. Another suffix or a direction that only
    one of them has makes another street.
    """
    if one.stem != other.stem or one == other:
        return False
    if one.kind == other.kind or not one.kind or not other.kind:
        return True
    if one.lead and other.lead and one.kind in _NUMBERED and other.kind in _NUMBERED:
        systems = _NUMBERED[one.kind], _NUMBERED[other.kind]
        return systems[0] == systems[1] or "" in systems
    return False


def lacks(name: StreetName, full: StreetName) -> bool:
    """`name` could be `full`, and says no more of itself than that does; one that stands alone lacks nothing."""
    return may_be(name, full) and full.precision >= name.precision and not name.stands_alone


@lru_cache(maxsize=65536)
def read_street(text: str) -> StreetName:
    """The street a text names, its house number dropped; with no words when there is nothing to read."""
    return _read(_without_house(_words(text))[1])


@lru_cache(maxsize=65536)
def house_number(text: str) -> str:
    """The house number before the street's name, blank where there is none."""
    return _without_house(_words(text))[0]


def _words(text: str) -> list[str]:
    """The words of a name in capitals, without points, apostrophes and accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).upper()
    plain = re.sub(r"['’‘`ʼ]", "", plain).replace("&", " AND ")
    plain = re.sub(r"\b([A-Z])\.(?=[A-Z]\b)", r"\1", plain)  # U.S. is one word, N.Main two
    plain = _GLUED.sub(r"\1 ", plain)
    plain = re.sub(r"\(([^)]*)\)", lambda note: note[1] if note[1].strip(" .") in DIRECTIONS else " ", plain)
    words = [_WORDS.get(word, word) for word in _WORD.findall(plain)]
    return words[1:] if words[:1] == ["THE"] and len(words) > 1 else words


def _without_house(words: list[str]) -> tuple[str, list[str]]:
    """The house number and the words after it. `37 Avenue`, `7 Avenue South` and `20 Mile Road` have none."""
    if len(words) < 2 or not _HOUSE.fullmatch(words[0]):
        return "", words
    rest = words[2:] if KINDS.get(words[1]) in WAYS else words[1:]
    if words[1] == "MILE" or all(word in DIRECTIONS for word in rest):
        return "", words
    if words[1] == "1/2":
        return f"{words[0]} 1/2", words[2:]
    return words[0], words[1:]


def _read(words: list[str]) -> StreetName:
    words = _KING.sub("MARTIN LUTHER KING JR", " ".join(_in_figures(words))).split()
    if road := _numbered_road(words):
        return road
    before, words = _direction_before(words)
    after, words = _direction_after(words)
    return replace(_named(words), before=before, after=after)


def _in_figures(words: list[str]) -> list[str]:
    """Ordinals as plain numbers: 62nd, Third, Ninety-sixth, One Hundred Twenty-fifth."""
    done: list[str] = []
    for word in words:
        if word in _ORDINALS:
            number = _ORDINALS[word]
            if number < 10 and done and done[-1] in _TENS:
                number += _TENS[done.pop()]
            for hundred in (["ONE", "HUNDRED", "AND"], ["ONE", "HUNDRED"]):
                if done[-len(hundred) :] == hundred:
                    number += 100
                    del done[-len(hundred) :]
            word = str(number)
        done.append(_FIGURE.sub(r"\1", word))
    return done


def _numbered_road(words: list[str]) -> StreetName | None:
    """A highway known by its number or, if it is the county's, by its letters; with a direction before or behind."""
    if len(words) < 2:
        return None
    if road := _system_and_number(words):
        return road
    if words[-1] in DIRECTIONS and (road := _system_and_number(words[:-1])):
        return replace(road, after=DIRECTIONS[words[-1]])
    if words[0] in DIRECTIONS and (road := _numbered_road(words[1:])):
        return replace(road, before=DIRECTIONS[words[0]])
    return None


def _system_and_number(words: list[str]) -> StreetName | None:
    *head, id = words
    if head[-1:] in (["NO"], ["NUMBER"]):
        head.pop()
    road = _ROADS.get(head.pop(), "") if head and head[-1] in _ROADS else ""
    before = " ".join(head)
    system = _SYSTEMS.get(before)
    if system is None and road:
        system = _WITH_ROAD.get(before)
    if system is None or not (road or system):
        return None
    if system == "COUNTY" and _LETTERS.fullmatch(id) and (road or before == "CTH" or id not in KINDS):
        return StreetName((id,), "COUNTY HIGHWAY", lead=True)
    if not _NUMBER.fullmatch(id) or (not system and road == "ROAD"):
        return None
    if system == "COUNTY":
        return StreetName((id,), f"COUNTY {road or ('ROAD' if before == 'CR' else 'HIGHWAY')}", lead=True)
    return StreetName((id,), _SHOWN.get(system, road), lead=True)


def _direction_before(words: list[str]) -> tuple[str, list[str]]:
    """A direction in front, unless it is itself the name (`West Avenue`, `S St. NW`) or belongs to it (`East End`)."""
    rest = words[1:]
    direction = DIRECTIONS.get(words[0]) or _OLD_DIRECTIONS.get(words[0]) if rest else None
    if not direction:
        return "", words
    if rest[0] in _BELONGS:
        return "", [direction, *rest]
    only_a_suffix = KINDS.get(rest[0]) in WAYS and all(word in DIRECTIONS for word in rest[1:])
    return ("", words) if only_a_suffix else (direction, rest)


def _direction_after(words: list[str]) -> tuple[str, list[str]]:
    """A direction behind, unless it is the name itself: `Avenue N`."""
    if len(words) < 2 or words[-1] not in DIRECTIONS or (len(words) == 2 and KINDS.get(words[0]) in WAYS):
        return "", words
    return DIRECTIONS[words[-1]], words[:-1]


def _named(words: list[str]) -> StreetName:
    """The name and the suffix, which stands last, or first before a letter or number (`Avenue B`)."""
    if len(words) == 2 and KINDS.get(words[0]) in WAYS:
        letter = words[1]
        if len(letter) == 1 or letter.isdigit() or letter in DIRECTIONS:
            return StreetName((letter,), KINDS[words[0]], lead=True)
    kind = KINDS.get(words[-1], "") if len(words) > 1 else ""
    name = words[:-1] if kind else words
    last = len(name) - 1
    inside = ["SAINT" if word == "ST" and at < last else _INSIDE.get(word, word) for at, word in enumerate(name)]
    return StreetName(tuple(inside), kind)
