"""What the office keeps beside its log: settings, fees, streets, outside events, readings, officials."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, field

from permitbook.application import Names
from permitbook.ordinance import OFF
from permitbook.schema import Record, column
from permitbook.tables import Fee, Official, OutsideEvent, ReadingRow

if TYPE_CHECKING:
    from permitbook.calendars import OfficeCalendar
    from permitbook.roads import Roads


class Settings(Record, frozen=True):
    """The settings of one office; a blank one in the Settings sheet takes its default."""

    opens: time | None = column("opens", "When the office opens.")
    closes: time | None = column("closes", "When the office closes.")
    saturday_hours: bool | None = column("saturday_hours", "Whether papers can be handed in on Saturdays.")
    setup_buffer: int | None = column("setup_buffer", "Set-up time kept free around an event.", unit="minutes")
    due_soon: int | None = column("due_soon", "How long before a date it is shown as due soon.", unit="days")
    latitude: float | None = column("latitude", "For sunset; degrees north.")
    longitude: float | None = column("longitude", "For sunset; degrees east, so west is negative.")
    police_rate: float | None = column("police_rate", "Published hourly rate of an extra officer.", unit="US dollars")
    keep_backup: bool | None = column("keep_backup", "Keep the last version of the workbook beside it at each save.")
    write_protected: bool | None = column("write_protected", "Write results into protected sheets.")
    early_warning_months: int | None = column("early_warning_months", "Warn of events further ahead.", unit="months")
    fiscal_year_starts: int | None = column(
        "fiscal_year_starts", "Month in which the fiscal year starts, 1 to 12; January when empty."
    )
    blank_words: Names | None = column("blank_words", "Words that mean an empty cell, parted by ; such as N/A.")
    local_folder: str | None = column(
        "local_folder", "The folder of this computer in which the workbook lies, when it is opened from the cloud."
    )
    letterhead: str | None = column("letterhead", "First lines of every letter; parts are separated by a bar |.")

    def or_default(self, name: str, default: object) -> object:
        """The setting, or what it is when blank."""
        value = getattr(self, name)
        return default if value is None else value

    @property
    def soon_days(self) -> int:
        """How many days before a date it is due soon."""
        return 3 if self.due_soon is None else self.due_soon

    @property
    def buffer_minutes(self) -> int:
        """Minutes kept free before and after an event."""
        return self.setup_buffer or 0


class Office(Struct, frozen=True, kw_only=True, dict=True):
    """The office's own tables, as the rules read them."""

    calendar: OfficeCalendar
    roads: Roads
    settings: Settings = field(default_factory=Settings)
    fees: Mapping[str, Fee] = {}
    officials: tuple[Official, ...] = ()
    outside_events: tuple[OutsideEvent, ...] = ()
    readings: Mapping[str, ReadingRow] = {}

    def taken(self, reading: str, default: str) -> str:
        """The sense in which an unclear word is read here."""
        row = self.readings.get(reading)
        return row.taken if row and row.taken else default

    def switched_off(self, clause: str) -> ReadingRow | None:
        """The entry by which counsel switched off this clause, or one that it is part of."""
        return next((row for id, row in self._off if clause == id or clause.startswith((f"{id}-", f"{id}."))), None)

    @cached_property
    def _off(self) -> tuple[tuple[str, ReadingRow], ...]:
        return tuple((id, row) for id, row in self.readings.items() if (row.taken or "").lower() == OFF)

    def official(self, role: str) -> Official:
        """Who holds a role; an official of that role without a name when none is entered."""
        wanted = role.casefold()
        return next((each for each in self.officials if (each.role or "").casefold() == wanted), Official(role=role))


def is_workday(day: date, calendar: OfficeCalendar) -> bool:
    """Monday to Friday and no legal holiday."""
    return day.weekday() < 5 and calendar.statutory(day) is None
