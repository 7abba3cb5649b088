"""The calendar file of RFC 5545 that Outlook, Google Calendar and others read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import quote
from zoneinfo import ZoneInfo

from permitbook.agenda import Entry, Mark

if TYPE_CHECKING:
    from icalendar import Alarm, Event, Timezone

    from permitbook.ordinance import Ordinance

PRODUCT = "-//permitbook//Permit calendar//EN"
FIRST_EDITION = datetime(2020, 1, 1)
SUMMER_SINCE = (datetime(2007, 3, 11, 2), {"freq": "yearly", "bymonth": 3, "byday": "2SU"})
WINTER_SINCE = (datetime(2007, 11, 4, 2), {"freq": "yearly", "bymonth": 11, "byday": "1SU"})
"""When clocks change in the United States (15 U.S.C. § 260a), by the clock before the change."""
THE_MORNING_BEFORE = timedelta(hours=-15)
"""From the midnight at which a day begins to nine in the morning of the day before."""
_BREAKS = re.compile("\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def calendar_file(law: Ordinance, entries: Iterable[Entry], as_of: datetime) -> bytes:
    """The file; the same entries and minute make the same bytes.

    Each file is a later edition than those as of an earlier minute, so that a calendar takes over what has changed.
    """
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("calscale", "GREGORIAN")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", f"Permits, {law.municipality}")
    made.add("x-wr-timezone", law.zone)
    made.add_component(_zone(law.zone))
    for each in entries:
        made.add_component(_event(each, law, as_of))
    content: bytes = made.to_ical(sorted=False)
    return content


def is_ours(content: bytes) -> bool:
    """A calendar file that this program made."""
    return content.startswith(b"BEGIN:VCALENDAR\r\n") and f"\r\nPRODID:{PRODUCT}\r\n".encode() in content[:200]


def _event(it: Entry, law: Ordinance, as_of: datetime) -> Event:
    from icalendar import Event

    made = Event()
    made.add("uid", f"{quote(it.application_no, safe='')}/{it.what}@{law.key.replace('_', '-')}.permitbook")
    made.add("dtstamp", as_of.replace(tzinfo=ZoneInfo(law.zone)).astimezone(UTC))
    made.add("sequence", max(0, int((as_of - FIRST_EDITION) / timedelta(minutes=1))))
    made.add("dtstart", _when(it.begins, law.zone))
    made.add("dtend", _when(it.ends, law.zone))
    made.add("summary", _plain(it.summary))
    if it.location:
        made.add("location", _plain(it.location))
    made.add("description", _plain(it.description))
    made.add("status", it.mark.value)
    is_free = it.is_deadline or it.mark is Mark.CANCELLED
    made.add("transp", "TRANSPARENT" if is_free else "OPAQUE")
    made.add("categories", ["Deadline" if it.is_deadline else "Event"])
    if it.is_deadline:
        made.add_component(_reminder(_plain(it.summary)))
    return made


def _reminder(told: str) -> Alarm:
    from icalendar import Alarm

    made = Alarm()
    made.add("action", "DISPLAY")
    made.add("description", told)
    made.add("trigger", THE_MORNING_BEFORE)
    return made


def _when(moment: date | datetime, zone: str) -> date | datetime:
    return moment.replace(tzinfo=ZoneInfo(zone)) if isinstance(moment, datetime) else moment


def _plain(text: str) -> str:
    """The text with its line breaks as one kind, and without characters that no program shows."""
    return _UNSEEN.sub("", _BREAKS.sub("\n", text))


def _zone(key: str) -> Timezone:
    """The zone with the rule by which its clocks change; the offsets are those of the zone's own table."""
    from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

    zone = ZoneInfo(key)
    winter, summer = (datetime(2026, month, 1, 12, tzinfo=zone) for month in (1, 7))
    made = Timezone()
    made.add("tzid", key)
    for kind, after, before, (onset, rule) in (
        (TimezoneStandard, winter, summer, WINTER_SINCE),
        (TimezoneDaylight, summer, winter, SUMMER_SINCE),
    ):
        part = kind()
        part.add("dtstart", onset)
        part.add("rrule", rule)
        part.add("tzoffsetfrom", before.utcoffset())
        part.add("tzoffsetto", after.utcoffset())
        part.add("tzname", after.tzname())
        made.add_component(part)
    return made
