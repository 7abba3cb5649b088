"""Logs of any length in the program's own columns: the same ones each time, as dense as a busy office's.

The more rows, the more years and streets they are spread over, so that an application meets as many others in a long
log as in a short one. Routes have one to eight segments; some events run past midnight, some last several days.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import accumulate
from pathlib import Path
from random import Random

from permitbook.application import Application
from permitbook.ordinances import ordinance
from permitbook.places import Segment
from permitbook.schema import columns
from permitbook.tables import FindingRow
from permitbook.workbook.build import build_workbook
from tests.letter_books import FEES, GRANTED, NOW, OFFICIALS, determined

READY = 50
"""So many applications at the head of a log are granted and lack nothing, so that their permits can be issued."""

_WORDS = (
    *("Oak", "Maple", "Cedar", "Pine", "Elm", "Main", "Market", "River", "Lake", "Hill"),
    *("Park", "Church", "School", "Mill", "Bridge", "Union", "Grand", "Harbor"),
)
_KINDS = ("Street", "Avenue", "Boulevard", "Road", "Lane", "Way", "Drive", "Place")
_ENDINGS = ("", "ton", "ford", "wood", "ham", "ley", "bury", "worth", "mere", "dale", "stead", "gate", "well", "combe")
_FORMS = ("parade", "procession", "march", "run", "walk", "rally", "demonstration", "gathering")
_LOTS = ("School lot", "Village Square", "Memorial Park", "Station Plaza", "Town Hall lot", "Recreation Center lot")
_SEGMENTS, _OFTEN = (1, 2, 3, 4, 5, 6, 7, 8), (10, 20, 22, 18, 12, 8, 6, 4)
_HOURS = (1, 1.5, 2, 2, 3, 3, 4, 6, 10)
_NUMBERS = {"east_troy": "ET", "freeport": "FP", "new_castle": "NC"}


@dataclass(frozen=True, slots=True)
class Log:
    """One municipality's log, and the minute that stands for now."""

    key: str
    as_of: datetime
    years: tuple[int, ...]
    applications: Sequence[Application]
    determinations: Sequence[FindingRow]

    @property
    def ready(self) -> list[str]:
        """The numbers of the applications whose permits can be issued."""
        return [str(each.application_no) for each in self.applications[:READY]]


def density(rows: int) -> tuple[int, int]:
    """Over how many years and streets so many applications are spread."""
    for most, years, streets in ((1_000, 1, 200), (10_000, 3, 1_000), (100_000, 5, 2_000)):
        if rows <= most:
            return years, streets
    return 10, 5_000


def log_of(key: str, rows: int) -> Log:
    """A log of so many applications under one ordinance."""
    over, _ = density(rows)
    last = NOW[key].year
    years = tuple(range(last - over + 1, last + 1))
    applications = list(_applications(key, rows, years))
    ready = [str(each.application_no) for each in applications[:READY]]
    answers = [answer for number in ready for answer in determined(key, number)]
    return Log(key, NOW[key], years, applications, answers)


def write_book(path: Path, log: Log) -> None:
    """A workbook with the log in it, not checked yet."""
    rows: dict[str, Sequence[object]] = {
        "Applications": log.applications,
        "Findings": log.determinations,
        "Officials": OFFICIALS[log.key],
        "Fees": FEES.get(log.key, ()),
    }
    made_on = date(log.years[0], 1, 5)
    path.write_bytes(build_workbook(ordinance(log.key), log.years, as_of=made_on, rows=rows))


def street_names(count: int) -> list[str]:
    """So many streets, none of which could be mistaken for another."""
    pairs = [(word, kind) for kind in _KINDS for word in _WORDS]
    rounds = range(count // len(pairs) + 1)
    names = [f"{word}{_letters(each)} {kind}" for each in rounds for word, kind in pairs]
    return names[:count]


def _letters(number: int) -> str:
    """Nothing for the first round of names, then endings that make new words of the old ones."""
    return _ENDINGS[number % len(_ENDINGS)] + ("" if number < len(_ENDINGS) else _ENDINGS[number // len(_ENDINGS)])


def _applications(key: str, rows: int, years: Sequence[int]) -> Iterator[Application]:
    now, asked = NOW[key], GRANTED[key]
    known = {column.key for column in columns(Application) if ordinance(key).initial in column.municipalities}
    first_ready = asked().event_date
    assert first_ready is not None
    kept = [first_ready + timedelta(days=2 * at) for at in range(min(READY, rows))]
    for at, day in enumerate(kept):
        street = f"Parade Route {_ordinal(at)}"
        yield asked(
            application_no=_number(key, now.year, at + 1),
            event_date=day,
            more_dates=None,
            route=(Segment(street),),
            assembly_area=(f"{street} lot",),
        )
    chance = Random(7)
    days = _Days(years, set(kept))
    streets = street_names(density(rows)[1])
    weights = list(accumulate(1 / (place + 20) ** 0.7 for place in range(len(streets))))
    for at in range(len(kept), rows):
        facts = _facts(chance, days.some(chance), chance.choices(streets, cum_weights=weights, k=20), now, at)
        received = facts["received_at"]
        assert isinstance(received, datetime)
        facts["application_no"] = _number(key, received.year, at + 1)
        yield asked(**{name: value for name, value in facts.items() if name in known})


def _ordinal(number: int) -> str:
    return "".join("ABCDEFGHIJ"[int(digit)] for digit in f"{number:03}")


def _number(key: str, year: int, at: int) -> str:
    return f"{_NUMBERS[key]}-{year}-{at:06}"


class _Days:
    """The days of some years, more often a Saturday or Sunday and a month of the season; never one that is kept."""

    def __init__(self, years: Sequence[int], kept: set[date]) -> None:
        span = (date(years[-1] + 1, 1, 1) - date(years[0], 1, 1)).days
        all_days = (date(years[0], 1, 1) + timedelta(days=day) for day in range(span))
        self.kept = kept
        self.days = [each for each in all_days if each not in kept]
        self.weights = list(accumulate(_busy(each) for each in self.days))

    def some(self, chance: Random) -> list[date]:
        """A day by chance; one time in ten the two after it as well."""
        first = chance.choices(self.days, cum_weights=self.weights)[0]
        more = [first + timedelta(days=each) for each in (1, 2)] if chance.random() < 0.1 else []
        return [first, *(each for each in more if each not in self.kept)]


def _busy(day: date) -> int:
    return (6 if day.weekday() >= 5 else 1) * (2 if day.month in (5, 6, 7, 9, 10, 12) else 1)


def _facts(chance: Random, days: Sequence[date], streets: Sequence[str], now: datetime, at: int) -> dict[str, object]:
    """What tells one application from another: most in order, some late, some with gaps, some decided."""
    day = days[0]
    begin = datetime.combine(day, time(7)) + timedelta(minutes=15 * int(chance.triangular(0, 56, 16)))
    end = begin + timedelta(hours=chance.choice(_HOURS))
    earliest = datetime.combine(day, time(9)) - timedelta(days=int(chance.triangular(3, 170, 45)))
    received = min(earliest, now - timedelta(days=chance.randint(1, 40))) + timedelta(minutes=chance.randrange(480))
    segments = list(dict.fromkeys(streets))
    count = chance.choices(_SEGMENTS, _OFTEN)[0]
    route = tuple(_segment(chance, segments[each], segments[-2:]) for each in range(count))
    facts: dict[str, object] = {
        "received_at": received,
        "received_how": chance.choice(["in person", "mail", "e-mail", "online"]),
        "applicant_name": f"Applicant {at}",
        "organization_name": f"Society {at % 97}" if chance.random() < 0.6 else None,
        "event_name": f"Event {at}",
        "event_form": chance.choice(_FORMS),
        "event_date": day,
        "more_dates": tuple(days[1:]) or None,
        "assembly_time": (begin - timedelta(minutes=30)).time(),
        "start_time": begin.time(),
        "end_time": end.time() if chance.random() < 0.97 else None,
        "assembly_area": (chance.choice(_LOTS),),
        "starting_point": streets[0],
        "termination_point": streets[1],
        "route": route,
        "participants": int(chance.lognormvariate(5.5, 1.2)),
        "vehicles": chance.randint(0, 40),
        "spectators": int(chance.lognormvariate(6, 1)),
        "referred_on": received.date() if chance.random() < 0.7 else None,
        "action": None,
        "acted_at": None,
        "acted_by": None,
    }
    for name in ("applicant_phone", "chair_phone", "sound_equipment", "insurer", "unit_interval_ft"):
        if chance.random() < 0.04:
            facts[name] = None
    if chance.random() < 0.4:
        acted = min(received + timedelta(days=chance.randint(1, 8)), now)
        facts |= {"action": chance.choice(["granted", "granted", "denied", "withdrawn"]), "acted_at": acted}
        facts["acted_by"] = "The official"
    return facts


def _segment(chance: Random, street: str, ends: Sequence[str]) -> Segment:
    """Now and then a street whole; mostly what lies between two others."""
    return Segment(street) if chance.random() < 0.15 or street in ends else Segment(street, *ends)
