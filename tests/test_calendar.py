"""The calendar file: what stands in it, and that other programs read the same."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import openpyxl
import pytest
import vobject
from dateutil.tz import tzical
from hypothesis import example, given
from hypothesis import strategies as st

from permitbook.agenda import Entry
from permitbook.buttons import button_of
from permitbook.ical import calendar_file
from permitbook.ordinances import KEYS, ordinance
from permitbook.picked import Picked
from permitbook.pressing import pressed
from permitbook.workbook.opened import opened
from tests.clerk import AS_OF, FILES, MAPS, Desk, Heard, run

PARADE: dict[str, object] = {
    "event_name": "Harbor 5K",
    "event_form": "parade",
    "received_at": "2026-06-01 09:00",
    "event_date": "2026-07-11",
    "start_time": "10:00",
    "end_time": "12:00",
    "route": "Main St",
    "participants": 200,
    "seeks_attention": "yes",
    "affects_traffic": "yes",
    "venue": "street, sidewalk or parking lot",
}
EAST = ZoneInfo("America/New_York")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def write(desk: Desk, *more: object, as_of: str = AS_OF) -> Heard:
    return run("calendar", desk.book, "--as-of", as_of, *more)


def content(desk: Desk, *, as_of: str = AS_OF) -> bytes:
    heard = write(desk, as_of=as_of)
    assert heard.status in (0, 1), heard.err
    return desk.book.with_suffix(".ics").read_bytes()


def read(made: bytes) -> list[Any]:
    """The entries as icalendar reads them."""
    return list(icalendar.Calendar.from_ical(made).walk("VEVENT"))


def events(made: bytes) -> list[Any]:
    return [each for each in read(made) if each["CATEGORIES"].to_ical() == b"Event"]


def dates(made: bytes) -> dict[str, Any]:
    """The open dates, by clause."""
    listed = (each for each in read(made) if each["CATEGORIES"].to_ical() == b"Deadline")
    return {str(each["UID"]).split("/")[1].split("@")[0]: each for each in listed}


def event(desk: Desk, **facts: object) -> Any:
    """The one stretch of the one event of a log."""
    desk.rows(PARADE | facts)
    (found,) = events(content(desk))
    return found


def lines_of(made: bytes) -> Iterator[bytes]:
    """The physical lines; fails unless each ends in CR LF and neither stands alone."""
    assert made.endswith(b"\r\n")
    for line in made[:-2].split(b"\r\n"):
        assert b"\r" not in line and b"\n" not in line
        yield line


def held_to_the_rules(made: bytes) -> None:
    for line in lines_of(made):
        assert len(line) <= 75
        line.decode("utf-8")


# The samples.


def test_ics_1_a_title_with_commas_semicolons_and_line_breaks_reads_back_and_nothing_is_injected(desk: Desk) -> None:
    desk.bring(FILES / "ics-1-escaping.xlsx", map=MAPS / "sample_log.toml")
    made = content(desk)
    held_to_the_rules(made)
    (found,) = events(made)
    assert found["SUMMARY"] == "Parade; Fun, Food\nDay 2"
    assert found["LOCATION"] == "A\\B, then C;D"
    assert found["DESCRIPTION"] == "2026-001: incomplete.\nFirst\nBEGIN:VEVENT\nLast"
    assert made.count(b"\r\nBEGIN:VEVENT\r\n") == len(read(made)) == 3
    whole = vobject.readOne(made.decode())
    assert whole.validate(raiseException=True)
    other = next(iter(whole.contents["vevent"]))
    for name in ("summary", "location", "description"):
        assert getattr(other, name).value == found[name]


def test_ics_2_long_lines_are_folded_between_characters(desk: Desk) -> None:
    desk.bring(FILES / "ics-2-long-lines.xlsx", map=MAPS / "sample_log.toml")
    made = content(desk)
    held_to_the_rules(made)
    (found,) = events(made)
    assert found["SUMMARY"] == (
        "Harbor and Riverside Neighborhoods Combined Autumn Walk Run and Roll for Public Libraries!"
    )
    (*_, place, _, notes) = list(openpyxl.load_workbook(FILES / "ics-2-long-lines.xlsx").active.values)[1]
    assert found["DESCRIPTION"].split("\n")[1] == notes
    assert len(notes) > 120 and "🎉" in notes
    assert found["LOCATION"] == place == "Rue de l’Église – Place du Marché"
    assert notes in made.decode().replace("\r\n ", "")


def test_permit_2_without_an_end_it_lasts_to_midnight_and_without_a_start_the_whole_day(desk: Desk) -> None:
    desk.bring(FILES / "permit-2-empty-end.xlsx", map=MAPS / "sample_log.toml")
    first, second = events(content(desk))
    assert (first.decoded("DTSTART"), first.decoded("DTEND")) == (
        datetime(2026, 9, 12, 10, tzinfo=EAST),
        datetime(2026, 9, 13, tzinfo=EAST),
    )
    assert "No end time: it counts as lasting to the end of the day." in first["DESCRIPTION"]
    assert (second.decoded("DTSTART"), second.decoded("DTEND")) == (date(2026, 9, 13), date(2026, 9, 14))
    assert "Without a day or a number, so not in it: 1 application." in write(desk).out


def test_permit_3_a_postponed_and_a_withdrawn_event_are_marked_cancelled(desk: Desk) -> None:
    desk.bring(FILES / "permit-3-postponed.xlsx", map=MAPS / "sample_log.toml")
    told = [(each["SUMMARY"], each["STATUS"], each["TRANSP"]) for each in events(content(desk))]
    assert told == [
        ("Postponed: Harbor 5K", "CANCELLED", "TRANSPARENT"),
        ("Withdrawn: Harbor 5K", "CANCELLED", "TRANSPARENT"),
        ("Harbor 5K", "TENTATIVE", "OPAQUE"),
        ("Harbor 5K", "TENTATIVE", "OPAQUE"),
    ]


def test_permit_1_days_in_a_row_without_hours_are_one_entry_and_a_night_ends_on_the_next_day(desk: Desk) -> None:
    desk.bring(FILES / "permit-1-across-days.xlsx", map=MAPS / "sample_log.toml")
    found = {str(each["UID"]).split("/")[0]: each for each in events(content(desk))}
    assert [found[name].decoded("DTSTART") for name in "AC"] == [
        datetime(2026, 9, 11, 20, tzinfo=EAST),
        date(2026, 9, 11),
    ]
    assert [found[name].decoded("DTEND") for name in "AC"] == [datetime(2026, 9, 12, 1, tzinfo=EAST), date(2026, 9, 15)]


# Events.


@pytest.mark.parametrize(
    ("facts", "mark", "title"),
    [
        ({}, "TENTATIVE", "Harbor 5K"),
        ({"action": "granted"}, "TENTATIVE", "Harbor 5K"),
        ({"action": "granted", "issued_at": "2026-06-10 09:00"}, "CONFIRMED", "Harbor 5K"),
        ({"action": "no permit needed"}, "CONFIRMED", "Harbor 5K"),
        ({"action": "denied"}, "CANCELLED", "Denied: Harbor 5K"),
        ({"event_change": "cancelled"}, "CANCELLED", "Cancelled: Harbor 5K"),
        ({"issued_at": "2026-06-10 09:00", "revoked_at": "2026-06-11 09:00"}, "CANCELLED", "Revoked: Harbor 5K"),
        ({"event_date": "2026-06-19"}, "CANCELLED", "Lapsed: Harbor 5K"),
        ({"event_date": "2026-06-19", "issued_at": "2026-06-10 09:00"}, "CONFIRMED", "Harbor 5K"),
        ({"event_name": ""}, "TENTATIVE", "Parade"),
        ({"event_name": "", "event_form": ""}, "TENTATIVE", "Event"),
    ],
)
def test_an_event_is_marked_by_where_it_stands(desk: Desk, facts: dict[str, object], mark: str, title: str) -> None:
    found = event(desk, **facts)
    assert (found["STATUS"], found["SUMMARY"]) == (mark, title)


def test_each_day_of_an_event_with_hours_is_an_entry_of_its_own(desk: Desk) -> None:
    desk.rows(PARADE | {"more_dates": "2026-07-12; 2026-07-18", "start_time": "20:00", "end_time": "00:30"})
    told = [(each.decoded("DTSTART"), each.decoded("DTEND")) for each in events(content(desk))]
    begins = [datetime(2026, 7, day, 20, tzinfo=EAST) for day in (11, 12, 18)]
    assert told == [(each, each + timedelta(hours=4, minutes=30)) for each in begins]


def test_an_offered_or_accepted_alternate_moves_its_entry_and_strikes_out_the_days_given_up(desk: Desk) -> None:
    desk.rows(PARADE | {"more_dates": "2026-07-12"})
    before = events(content(desk))
    with desk.by_hand() as book:
        sheet = book["Applications"]
        heads = {cell.value: cell.column for cell in sheet[1]}
        for heading, value in (
            ("Alternate Date", datetime(2026, 7, 18)),
            ("Alternate Start", time(14)),
            ("Alternate End", time(15)),
            ("Alternate Route", "Elm St"),
            ("Alternate Offered On", datetime(2026, 6, 20)),
        ):
            sheet.cell(2, heads[heading], value)
    after = events(content(desk, as_of="2026-06-21T09:00"))
    assert [each["UID"] for each in after] == [each["UID"] for each in before]
    assert after[0].decoded("DTSTART") == datetime(2026, 7, 18, 14, tzinfo=EAST)
    assert (after[0]["LOCATION"], after[0]["STATUS"], after[1]["STATUS"]) == ("Elm St", "TENTATIVE", "CANCELLED")
    assert after[0]["SEQUENCE"] == before[0]["SEQUENCE"] + 24 * 60


def test_an_entry_is_known_by_the_number_whatever_signs_stand_in_it(desk: Desk) -> None:
    rows = [PARADE | {"application_no": number} for number in ("A", "A/1", "A 1", "Été 5")]
    desk.rows(*rows)
    assert [str(each["UID"]) for each in events(content(desk))] == [
        "A/1@freeport.permitbook",
        "A%2F1/1@freeport.permitbook",
        "A%201/1@freeport.permitbook",
        "%C3%89t%C3%A9%205/1@freeport.permitbook",
    ]


def test_nothing_tells_who_applied_or_how_to_reach_anybody(desk: Desk) -> None:
    private = {
        "applicant_name": "Jane Secret", "applicant_address": "12 Hidden Lane, Freeport",
        "applicant_phone": "516-555-0142", "applicant_email": "jane@secret.example", "organization_name": "Secret Club",
        "organization_heads": "Joe Secret, 9 Hidden Way", "organization_phone": "516-555-0199",
    }  # fmt: skip
    notes = "Call Jane at (516) 555-0142 or jane@secret.example, at 12 Hidden Lane after six. Two barriers."
    made = content_of(desk, private | {"notes": notes}).decode().replace("\r\n ", "")
    for word in ("Jane Secret", "Hidden Lane", "Hidden Way", "555", "secret.example", "Secret Club"):
        assert word not in made
    assert "Two barriers." in made


def content_of(desk: Desk, facts: dict[str, object]) -> bytes:
    desk.rows(PARADE | facts)
    return content(desk)


# Open dates.


def test_an_open_date_is_a_whole_day_that_blocks_nothing_and_is_recalled_the_morning_before(desk: Desk) -> None:
    desk.rows(PARADE | {"received_at": "2026-06-19 09:00", "event_date": "2026-08-22"})
    found = dates(content(desk))["FP-61.3"]
    # Ten days after Friday 19 June is Monday 29 June.
    assert (found.decoded("DTSTART"), found.decoded("DTEND")) == (date(2026, 6, 29), date(2026, 6, 30))
    assert (found["TRANSP"], found["SUMMARY"]) == ("TRANSPARENT", "Grant or deny: FP-2026-001 (Chief of Police)")
    (alarm,) = found.walk("VALARM")
    assert (alarm["ACTION"], alarm.decoded("TRIGGER")) == ("DISPLAY", timedelta(hours=-15))


def test_an_officials_date_is_the_day_to_work_to_and_an_applicants_the_safest_never_the_latest(desk: Desk) -> None:
    offer = {"action": "denied", "acted_at": "2026-06-15 09:00", "alternate_date": "2026-08-01"}
    desk.rows(PARADE | offer | {"alternate_offered_on": "2026-06-15", "event_date": "2026-08-22"})
    found = dates(content(desk, as_of="2026-06-16T09:00"))["FP-62-A.2"]
    # Five days after Monday 15 June is Saturday the 20th; Monday the 22nd is in time by another reading only.
    assert found.decoded("DTSTART") == date(2026, 6, 20)
    assert "22 Jun" not in found["DESCRIPTION"]


def test_an_overdue_date_says_so_and_what_is_settled_has_none(desk: Desk) -> None:
    desk.rows(PARADE | {"event_date": "2026-08-22"}, PARADE | {"action": "withdrawn"})
    found = dates(content(desk))
    assert found["FP-61.3"]["SUMMARY"].startswith("Overdue: Grant or deny")
    assert not [each for each in read(content(desk)) if "FP-2026-002/FP" in each["UID"]]


# The file.


@pytest.mark.parametrize("key", KEYS)
def test_the_zone_in_the_file_says_of_each_half_hour_what_the_zones_own_table_says(tmp_path: Path, key: str) -> None:
    made = calendar_file(ordinance(key), [], datetime(2026, 6, 20, 9)).decode()
    zone = ordinance(key).zone
    told, table = tzical(io.StringIO(made)).get(zone), ZoneInfo(zone)
    assert told is not None
    for year in range(2024, 2051):
        for month, first in ((3, 7), (11, 1), (7, 1), (12, 25)):
            start = datetime(year, month, first)
            for half_hour in range(9 * 48):
                at = start + timedelta(minutes=30 * half_hour)
                if at.replace(tzinfo=table).utcoffset() == at.replace(tzinfo=table, fold=1).utcoffset():
                    assert at.replace(tzinfo=told).utcoffset() == at.replace(tzinfo=table).utcoffset(), at
    assert datetime(2026, 7, 4, tzinfo=told).tzname() == ("CDT" if key == "east_troy" else "EDT")


def test_hours_are_those_of_the_municipality(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "east_troy")
    facts = {name: value for name, value in PARADE.items() if name not in ("venue", "seeks_attention")}
    desk.rows(facts)
    made = content(desk)
    assert b"\r\nDTSTART;TZID=America/Chicago:20260711T100000\r\n" in made
    (found, *_) = vobject.readOne(made.decode()).contents["vevent"]
    assert found.dtstart.value == datetime(2026, 7, 11, 15, tzinfo=ZoneInfo("UTC"))


def test_the_same_workbook_and_moment_give_the_same_file_which_is_not_written_again(desk: Desk) -> None:
    desk.rows(PARADE)
    before = desk.book.read_bytes()
    first = write(desk)
    path = desk.book.with_suffix(".ics")
    made, written = path.read_bytes(), path.stat().st_mtime_ns
    again = write(desk)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (made, written)
    assert f"Written to {path}." in first.out and f"Nothing changed in {path}." in again.out
    assert desk.book.read_bytes() == before


def test_an_earlier_calendar_is_replaced_and_anything_else_is_not(desk: Desk) -> None:
    desk.rows(PARADE)
    path = desk.folder / "our.ics"
    assert write(desk, "--out", path).status == 0
    earlier = path.read_bytes()
    assert write(desk, "--out", path, as_of="2026-06-21T09:00").status == 0
    assert path.read_bytes() != earlier
    foreign = earlier.replace(b"permitbook//Permit", b"other//")
    for other in (b"", b"my notes", foreign):
        path.write_bytes(other)
        heard = write(desk, "--out", path)
        assert (heard.status, path.read_bytes()) == (3, other)
        assert "is no calendar that permitbook made" in heard.err
    assert write(desk, "--out", desk.folder).status == 3
    assert write(desk, "--out", desk.book).status == 3
    assert write(desk, "--out", desk.folder / "new" / "deep.ics").status == 0
    assert [each.name for each in desk.folder.iterdir() if each.name.startswith(".")] == []


def test_what_was_written_is_told_as_json_too(desk: Desk) -> None:
    desk.rows(PARADE, PARADE | {"event_change": "cancelled"}, PARADE | {"event_date": ""})
    told = write(desk, "--json").json
    assert (told["events"], told["cancelled"], told["left_out"], told["changed"]) == (2, 1, 1, True)
    assert told["file"] == str(desk.book.with_suffix(".ics"))


def test_the_button_puts_the_calendar_beside_the_workbook(desk: Desk) -> None:
    desk.rows(PARADE)
    it = button_of("CalendarFile")
    assert it is not None
    told = pressed(it, opened(desk.book), lambda: Picked("Applications", ((2, 2),)))
    assert (told.grave, desk.book.with_suffix(".ics").exists()) == (False, True)
    assert f"Written to {desk.book.with_suffix('.ics')}." in told.text


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=200)


@given(summary=TEXTS, place=TEXTS, told=TEXTS)
@example(summary="a\\nb\\", place=";,:\\;", told=" \\, \tBEGIN:VEVENT")
@example(summary="x\r\nEND:VEVENT\r\nBEGIN:VEVENT", place="a\x0bb\x85c\u2028d", told="e\x00\x07f\rg")
def test_any_text_reads_back_as_it_was_and_opens_no_entry_of_its_own(summary: str, place: str, told: str) -> None:
    day = date(2026, 7, 11)
    it = Entry(
        application_no="X", what="1", begins=day, ends=day + timedelta(days=1), summary=summary, location=place,
        description=told,
    )  # fmt: skip
    made = calendar_file(ordinance("freeport"), [it], datetime(2026, 6, 20, 9))
    held_to_the_rules(made)
    (found,) = read(made)
    assert [str(found[name]) for name in ("SUMMARY", "LOCATION", "DESCRIPTION")] == [*map(seen, (summary, place, told))]
    assert len(made.splitlines()) == len(list(lines_of(made)))


def seen(text: str) -> str:
    """Every line break as one kind; nothing of what no program shows."""
    for mark in ("\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"):
        text = text.replace(mark, "\n")
    return "".join(each for each in text if each in "\n\t" or ord(each) >= 32)
