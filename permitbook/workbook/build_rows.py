"""The rows a new workbook starts with: settings, roles, the fee, the closing list, the readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.office import Settings
from permitbook.ordinance import OFF
from permitbook.schema import Column, Kind, columns
from permitbook.statutory import statutory_holidays
from permitbook.tables import Closure, Fee, Official, ReadingRow
from permitbook.workbook.layout import Sheet, switchable

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance

IN_FORCE = "in force"
_DEFAULTS = Settings(
    opens=time(9),
    closes=time(17),
    saturday_hours=False,
    setup_buffer=0,
    due_soon=3,
    keep_backup=False,
    write_protected=False,
    early_warning_months=12,
)


def starting_rows(law: Ordinance, years: Sequence[int]) -> dict[str, Sequence[object]]:
    """The rows of the office's own tables, by sheet; the clerk completes and corrects them."""
    return {
        Sheet.OFFICIALS: [Official(role=role) for role in roles(law)],
        Sheet.FEES: [Fee(what=law.fee_rule.what)] if law.fee_rule else [],
        Sheet.CLOSURES: closures(law.state, years),
        Sheet.READINGS: [*_readings(law), *_switches(law)],
    }


def roles(law: Ordinance) -> tuple[str, ...]:
    """Every officer and agency the ordinance names: who decides, the board, the clerk, and who gets copies."""
    copied = [each.to for each in law.recipients]
    clerk = f"{law.municipality.split()[0]} Clerk"
    return tuple(dict.fromkeys([law.official, law.board, clerk, *copied]))


def closures(state: str, years: Iterable[int]) -> list[Closure]:
    """The statutory holidays of the years in order: the list a clerk starts from."""
    return [
        Closure(date=day, name=name)
        for year in sorted(set(years))
        for day, name in statutory_holidays(state, year).items()
    ]


def choices_of_reading(row: ReadingRow) -> tuple[str, ...]:
    """The senses among which the attorney chooses; none where only one is built in."""
    others = tuple(filter(None, (row.others or "").split("\n")))
    return tuple(dict.fromkeys([row.taken or "", *others])) if others else ()


def _readings(law: Ordinance) -> list[ReadingRow]:
    return [
        ReadingRow(id=each.id, words=each.words, taken=each.taken, others="\n".join(each.others) or None)
        for each in law.readings.values()
    ]


def _switches(law: Ordinance) -> list[ReadingRow]:
    return [
        ReadingRow(id=clause, words=f"{law.cite(clause)}: {asked}", taken=IN_FORCE, others=OFF)
        for clause, asked in switchable(law).items()
    ]


def settings_of(law: Ordinance, given: Settings | None) -> list[tuple[Column, object]]:
    """Every setting with its value: what is given, else its default, else nothing."""
    start = replace(_DEFAULTS, latitude=law.latitude, longitude=law.longitude, letterhead=law.municipality)
    chosen: Mapping[str, object] = {
        name: value
        for name in Settings.__struct_fields__
        if given is not None and (value := getattr(given, name)) is not None
    }
    named = [
        (Column("ordinance", "ordinance", Kind.TEXT, "Which ordinance this workbook follows; do not change."), law.key),
        (Column("municipality", "municipality", Kind.TEXT, "Whose workbook this is."), law.municipality),
    ]
    return [*named, *((each, chosen.get(each.key, getattr(start, each.key))) for each in columns(Settings))]
