"""Where an event goes, as clerks type it: streets, blocks, crossings and named places."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache

from msgspec import Struct

from permitbook.streetname import house_number, read_street


class Segment(Struct, frozen=True, gc=False):
    """One part of a route as it was written.

    A street alone is all of it; with `start` and `end` it is what lies between these two crossings; with `start`
    alone it is the crossing with that street. A named area, `Central Park: Great Hill`, stands whole in `street`.
    """

    street: str
    start: str | None = None
    end: str | None = None


Route = tuple[Segment, ...]


class Locations(Struct, frozen=True):
    """A list of locations taken apart: streets, named places, and what could not be read."""

    route: Route
    places: tuple[str, ...]
    unread: tuple[str, ...]


_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_BETWEEN = re.compile(r"(?P<street>.+?)[\s,:(]+(?:between|betw|btwn|btw|bet|b/w)\.?\s+(?P<ends>.+)", re.I)
_FROM = re.compile(r"(?P<street>.+?)[\s,:(]+from\s+(?P<ends>.+)", re.I)
_HEAD = re.compile(r"(?P<street>[^:(,]+?)(?:\s*[:(,]\s*|\s+[-–—]+\s+)(?P<ends>.+)")
_CORNER = re.compile(r"(?:the\s+)?(?:corner|intersection|junction|crossing)\s+of\s+(?P<both>.+)", re.I)
_TO = re.compile(r"\s+(?:to|thru|through|until)\s+", re.I)
_DASH = re.compile(r"\s+[-–—]+\s+|\s*[–—]\s*")
_AND = re.compile(r"\s+and\s+|\s*&\s*", re.I)
_HYPHEN = re.compile(r"(?<=[^\W\d])-(?=[^\W\d])")
_AT = re.compile(r"\s+(?:at|@)\s+|\s*&\s*|\s*@\s*", re.I)
_FARM = re.compile(r"\bfarm[ -]to[ -]market\b", re.I)
_DIRECTING = frozenset([
    "from", "to", "at", "thru", "through", "until", "between", "betw", "btwn", "then", "thence", "along", "and", "onto",
    "turn", "turning", "continue", "continuing", "proceed", "proceeding", "toward", "towards",
])  # fmt: skip
_PLAIN_NAME = re.compile(r"[A-Za-z0-9]+\.?(?: [A-Za-z0-9]+\.?)*")
_DOUBTFUL = _DIRECTING | {"bet", "btw"}
_MARKS = ("&", ":", "->", " - ", " – ", " — ")
_SLASH = re.compile(r"[^\W\d]\s*/|/\s*[^\W\d]")
_UNSAID = frozenset(["tba", "tbc", "tbd", "na", "n/a", "n.a.", "none", "unknown", "not known", "attached", "various"])
_ELSEWHERE = (
    "see map",
    "see attach",
    "see below",
    "see above",
    "see route",
    "see note",
    "same as ",
    "to be ",
    "various ",
)
_FORMS = "expected STREET, STREET from CROSS to CROSS, or CROSS & CROSS, parted by ;"


def read_route(text: str, separators: str = ";\n") -> Route:
    """The parts of a route in the order they are written; case and extra blanks do not matter.

    Reads `Main St`, `Main St from Church to Grand` (also `between ... and ...`, `(Church - Grand)`, `: Church to
    Grand`), the crossings `Main & Church`, `Main at Church`, `corner of Main and Church`, and the area `Park: Lawn`.
    Commas part streets only where each piece is plainly one. `separators` are the characters that part the parts.

    Raises ValueError, with a sentence that says what was read and what would be right.
    """
    segments: list[Segment] = []
    for part in _parting(separators).split(text) if separators else [text]:
        if plain := _plain_segment(part.strip(" ")):
            segments.append(plain)
        elif tidied := tidy(part):
            segments += _read_part(tidied)
    if not segments:
        raise ValueError(f"nothing is read; {_FORMS}")
    return tuple(segments)


@cache
def _parting(separators: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(separators)}]")


def _plain_segment(part: str) -> Segment | None:
    """The segment of a part that is a street alone or `STREET from CROSS to CROSS`, in names and no other words.

    A long log has tens of thousands of these. All others are for `_read_part`, which reads these the same.
    """
    street, has_ends, ends = part.partition(" from ")
    if not has_ends:
        return Segment(part) if _is_plain_name(part) else None
    start, has_end, end = ends.partition(" to ")
    if has_end and _is_plain_name(street) and _is_plain_name(start) and _is_plain_name(end):
        return Segment(street, start, end)
    return None


@lru_cache(maxsize=20_000)
def _is_plain_name(text: str) -> bool:
    """Words of letters and figures that name a street, with none among them that could say more than a name does."""
    words = text.casefold().replace(".", "").split(" ")
    if not _PLAIN_NAME.fullmatch(text) or not _DOUBTFUL.isdisjoint(words) or words[-1] == "farm":
        return False
    return not is_unsaid(text) and bool(read_street(text).words) and not _CORNER.match(f"{text} x")


def show_route(route: Route) -> str:
    """The route as one text, which reads back as the same route."""
    return "; ".join(map(show_segment, route))


def show_segment(segment: Segment) -> str:
    """One part of a route as it is typed."""
    if segment.start is None:
        return segment.street
    if segment.end is None:
        return f"{segment.street} & {segment.start}"
    return f"{segment.street} from {segment.start} to {segment.end}"


def read_place(text: str, is_street: Callable[[str], bool]) -> Route:
    """The blocks, crossing, street or address that a place is named by; nothing for a place with a name of its own.

    `Main & Church` and `corner of Main and Church` are crossings. `A and B` and `A at B` are where both are streets,
    as `is_street` tells: `Main St at Church St` is one, `Lot at Main St` is not.
    """
    text = tidy(text)
    joined = _split(_AND, text)
    if joined and ("&" in text or all(map(is_street, joined))):
        return (Segment(*joined),)
    try:
        segments = _read_part(text)
    except ValueError:
        return ()
    first = segments[0]
    if len(segments) > 1 or first.end is not None or _CORNER.fullmatch(text):
        return tuple(segments)
    return tuple(segments) if is_street(first.street) and (first.start is None or is_street(first.start)) else ()


def read_locations(text: str, limit: int | None = None) -> Locations:
    """A comma list as cities publish it: `A between B and C, D between E and F, Park: Area, 155 West 62 Street`.

    Repeated locations are kept once. A text of `limit` characters was cut off there, so its last location is unread.
    """
    route: dict[Segment, None] = {}
    places: dict[str, None] = {}
    unread: list[str] = []
    pieces = [tidy(piece).strip(" ,") for piece in text.split(",")]
    if limit is not None and len(text) >= limit and pieces:
        unread.append(pieces.pop())
    for piece in filter(None, pieces):
        head, colon, tail = (part.strip() for part in piece.partition(":"))
        if colon:
            area = _after(tail, head)
            block = _block(area) if area else None
            if block:
                route[block] = None
            places[f"{head}: {area}" if area and not block else head] = None
        elif segment := _plain(piece):
            route[segment] = None
        else:
            unread.append(piece)
    return Locations(tuple(route), tuple(places), tuple(unread))


def tidy(text: str) -> str:
    """The text with single blanks and without invisible characters."""
    return " ".join(_INVISIBLE.sub("", text).split())


def is_unsaid(text: str) -> bool:
    """The text names no place: TBD, n/a, see attached map."""
    said = tidy(text).casefold()
    return said in _UNSAID or said.startswith(_ELSEWHERE) or not any(map(str.isalnum, said))


def _read_part(part: str) -> list[Segment]:
    """The one segment of a part, or several parted by commas."""
    part = re.sub(r",\s*(?=(?:from|between|betw|btwn)\b)", " ", part.strip(" ,"), flags=re.I)
    if "," not in part:
        return [_read_segment(part)]
    pieces = [re.sub(r"^(?:and\s+)?(?:then\s+)?", "", piece.strip(), flags=re.I) for piece in part.split(",")]
    plain = [_plain(piece) for piece in pieces if piece]
    if all(plain):
        return [segment for segment in plain if segment]
    if blocks := _head_form(part):
        return [blocks]
    raise ValueError(f"read {part!r}; part the streets with ; not with a comma, or leave the comma out")


def _read_segment(part: str) -> Segment:
    if corner := _CORNER.fullmatch(part):
        both = _split(_AND, corner["both"]) or _split(_AT, corner["both"])
        if both is None:
            raise ValueError(f"read {part!r}; expected the corner of two streets, such as Main & Church")
        return Segment(*map(_name, both))
    for form, joints in ((_BETWEEN, (_AND, _TO, _DASH, _HYPHEN)), (_FROM, (_TO, _DASH, _AND, _HYPHEN))):
        if found := form.fullmatch(part):
            return Segment(_name(found["street"]), *map(_name, _ends(part, found["ends"], joints)))
    if block := _head_form(part):
        return block
    if ":" in part:
        return Segment(_area(part))
    if crossing := _split(_AT, part):
        return Segment(*map(_name, crossing))
    return Segment(_name(part))


def _head_form(part: str) -> Segment | None:
    """A street and two ends without `from`: `Main St (Church to Grand)`, `Main St: Church - Grand`."""
    found = _HEAD.fullmatch(part)
    if found is None:
        return None
    ends = found["ends"].strip(" )")
    both = _split(_TO, ends) or (_split(_DASH, ends) if read_street(found["street"]).is_way else None)
    return Segment(_name(found["street"]), *map(_name, both)) if both else None


def _ends(part: str, ends: str, joints: tuple[re.Pattern[str], ...]) -> tuple[str, str]:
    """The two crossings, parted by the first of the joints that parts them into two."""
    for joint in joints:
        if joint.search(_FARM.sub("FM", ends)):
            if both := _split(joint, ends):
                return both
            break
    raise ValueError(f"read {part!r}; expected two cross streets: STREET from CROSS to CROSS")


def _split(joint: re.Pattern[str], text: str) -> tuple[str, str] | None:
    """The two sides of the one joint in the text."""
    sides = [side.strip(" ,") for side in joint.split(_FARM.sub("FM", text))]
    return (sides[0], sides[1]) if len(sides) == 2 and all(sides) else None


@lru_cache(maxsize=20_000)
def _name(text: str) -> str:
    """The name of a street as written; refuses what is more or less than a name. A log names few streets, often."""
    text = text.strip(" ,")
    if text.endswith(")") and "(" not in text:
        text = text[:-1].rstrip()
    if is_unsaid(text) or not read_street(text).words:
        raise ValueError(f"read {text!r}, which names no street; {_FORMS}")
    if stray := _stray(text):
        raise ValueError(f"read {text!r}, and cannot tell what {stray!r} means there; {_FORMS}")
    return text


def _stray(text: str) -> str | None:
    """A word or mark that is no part of a name and says that more was meant."""
    words = [word.strip(".,()") for word in _FARM.sub("FM", text).casefold().split()]
    slash = ["/"] if _SLASH.search(text) else []
    stray = [*filter(_DIRECTING.__contains__, words), *(mark.strip() for mark in _MARKS if mark in text), *slash]
    return stray[0] if stray else None


def _area(text: str) -> str:
    """A named place and an area of it, as written."""
    place, _, area = (part.strip() for part in text.partition(":"))
    if is_unsaid(place) or is_unsaid(area):
        raise ValueError(f"read {text!r}; expected a place and an area of it, such as Town Park: Ball Field")
    return f"{place}: {area}"


def _block(text: str) -> Segment | None:
    """The block that the text names, if it names one."""
    try:
        segment = _read_segment(text)
    except ValueError:
        return None
    return segment if segment.end is not None else None


def _plain(piece: str) -> Segment | None:
    """The segment of a piece that is plainly one: a block, a crossing, an address, or named as streets are."""
    try:
        segment = _read_segment(piece)
    except ValueError:
        return None
    named = read_street(segment.street).is_way or bool(house_number(segment.street))
    return segment if named or segment.start is not None else None


def _after(text: str, head: str) -> str:
    """The text without the head, which published lists repeat."""
    found = re.match(rf"(?:{re.escape(head)}\s*)+", text, re.I)
    return text[found.end() :].strip() if found else text
