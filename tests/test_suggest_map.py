"""A map proposed for a log of other origin: sure, likely, open; loadable, never imported, nothing guessed."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet

from permitbook.application import Application
from permitbook.errors import WorkbookError
from permitbook.incoming import END_DATE
from permitbook.mapping import read_map
from permitbook.proposing.propose import Proposal, propose
from permitbook.schema import columns
from tests.clerk import DATA, FILES, Desk, cells, run, sheet_of

FIELDS = [*columns(Application), END_DATE]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def proposed(desk: Desk, file: Path) -> Proposal:
    """The proposal for a file, whose map must load."""
    before = desk.book.read_bytes()
    made = propose(desk.book, file)
    desk.write("proposed.toml", made.text)
    read_map(desk.folder / "proposed.toml", FIELDS)
    assert desk.book.read_bytes() == before
    return made


def levels(made: Proposal, level: str) -> dict[str, Any]:
    """The heads of a level with their fields."""
    return {each["head"]: each["fields"] for each in made.report()["heads"] if each["level"] == level}


def csv(desk: Desk, *lines: str, encoding: str = "utf-8") -> Path:
    return desk.write("theirs.csv", "\n".join(lines) + "\n", encoding)


def with_likely(text: str) -> str:
    """The map of a person who finds all likely lines right."""
    return re.sub(r"^# (?=(?:group_by|\"(?:[^\"\\]|\\.)*\") = (?!\"\?\"))", "", text, flags=re.MULTILINE)


# Six kinds of logs as other offices keep them


def test_a_banner_odd_heads_a_total_and_words_for_yes_come_in_as_they_are_proposed(desk: Desk) -> None:
    """All is sure, so the import brings every row in without a problem."""
    file = csv(
        desk,
        "Village of Example - Parade log 2026,,,,,,,,",
        ",,,,,,,,",
        "Case No.,Date Filed,Contact Name,Phone #,E-Mail,Title of Event,Date of Event,Est. # of People,Decision",
        "P-1,6/1/2026,Dana Field,516-555-0142,dana@example.org,Harbor 5K,9/12/2026,200,Approved",
        "P-2,6/2/2026,Sam Oak,516-555-0143,sam@example.org,Fall Walk,9/13/2026,50,Pending",
        'P-3,6/3/2026,Jo Lee,516-555-0144,jo@example.org,Lantern Walk,10/3/2026,"1,250",Rejected',
        "Total,,,,,,,1500,",
    )
    made = proposed(desk, file)
    assert levels(made, "likely") == levels(made, "open") == {}
    assert (made.foreign.header_row, made.rows, made.unread) == (3, 3, 0)
    told = desk.bring(file, map=made.text)
    assert (told.status, told.json["added"]) == (0, ["P-1", "P-2", "P-3"])
    assert cells(desk)[2] == {
        "Application No": "P-3",
        "Received": datetime(2026, 6, 3),
        "Applicant": "Jo Lee",
        "Applicant Phone": "516-555-0144",
        "Applicant E-mail": "jo@example.org",
        "Event": "Lantern Walk",
        "Event Date": datetime(2026, 10, 3),
        "Participants": 1250,
        "Action": "denied",
    }


def test_a_row_for_each_day_with_day_and_time_in_one_cell_becomes_one_application(desk: Desk) -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.append(["Permits of the season"])
        sheet.merge_cells("A1:F1")
        sheet.append([])
        sheet.append(["Event ID", "Event Title", "Starts", "Ends", "Event Location", "Submitted On"])
        for number, title, day in ((7, "Fair", 4), (7, "Fair", 5), (8, "Walk", 6), (7, "Fair", 6)):
            start, end = datetime(2026, 7, day, 10), datetime(2026, 7, day, 12, 30)
            sheet.append([number, title, start, end, "Main Street from Church Street to Mill Street", date(2026, 5, 1)])

    file = sheet_of(desk, fill)
    made = proposed(desk, file)
    told = tomllib.loads(made.text)
    assert (told["group_by"], told["keep"]) == ("Event ID", ["Event ID"])
    assert told["split"] == {"Starts": ["event_date", "start_time"], "Ends": ["end_date", "end_time"]}
    assert levels(made, "likely") == levels(made, "open") == {}
    assert desk.bring(file, map=made.text).status == 0
    rows = [(row["Event"], row["Event Date"], row.get("More Dates"), row["Start"], row["End"]) for row in cells(desk)]
    assert rows == [
        ("Fair", datetime(2026, 7, 4), "2026-07-05 to 2026-07-06", time(10), time(12, 30)),
        ("Walk", datetime(2026, 7, 6), None, time(10), time(12, 30)),
    ]


def test_semicolons_western_letters_and_heads_that_may_mean_two_things(desk: Desk) -> None:
    """Name, Location and Type are likely only; a person decides."""
    lines = (
        "Name;Location;Type;Date;Time",
        "Café Crawl;Main St;walk;9/12/2026;10:00 AM",
        "Été;Elm St;run;9/13/2026;9 am",
    )
    made = proposed(desk, csv(desk, *lines, encoding="cp1252"))
    assert levels(made, "sure") == {"Date": ["event_date"], "Time": ["start_time"]}
    assert levels(made, "likely") == {"Name": ["applicant_name"], "Location": ["route"], "Type": ["event_form"]}
    assert tomllib.loads(made.text)["columns"] == {"Date": "event_date", "Time": "start_time"}


def test_what_cannot_be_mapped_says_why(desk: Desk) -> None:
    lines = (
        "First Name,Last Name,Hours,Event,Event Date,Weather,Notes",
        "Dana,Field,10 am - 2 pm,Walk,9/12/2026,fair,",
        "Sam,Oak,9:00 - 11:30,Run,9/13/2026,foul,",
    )
    made = proposed(desk, csv(desk, *lines))
    why = {each.entries.head: each.why for each in made.matches if each.level == "open"}
    assert why.keys() == {"First Name", "Last Name", "Hours", "Weather"}
    assert "join first and last name" in why["First Name"] and "part them into two columns" in why["Hours"]
    assert "# \"Weather\" = \"?\"  # text, 2 filled, 2 different: 'fair', 'foul'" in made.text
    assert tomllib.loads(made.text)["ignore"] == ["Notes"]
    assert "No head was found for: Received" in made.text


def test_columns_tell_by_what_stands_in_them_where_their_heads_do_not(desk: Desk) -> None:
    lines = (
        "Event\tWhen\tA\tB\tOK?",
        *(f"Walk {n}\t9/{n}/2026\tx{n}@example.org\t516-555-014{n}\tx" for n in (1, 2, 3)),
    )
    made = proposed(desk, desk.write("theirs.tsv", "\n".join(lines)))
    assert levels(made, "likely") == {"A": ["applicant_email"], "B": ["applicant_phone"]}
    assert levels(made, "sure") == {"Event": ["event_name"], "When": ["event_date"]}
    assert levels(made, "open") == {"OK?": []}


def test_a_head_of_ours_that_holds_a_day_and_a_time_is_parted_and_gives_no_second_day(desk: Desk) -> None:
    lines = ("Event,Event Date,Start", "Walk,9/12/2026,9/12/2026 10:00 AM", "Run,9/13/2026,9/13/2026 9:30 AM")
    file = csv(desk, *lines)
    made = proposed(desk, file)
    assert tomllib.loads(made.text)["split"] == {"Start": ["start_time"]}
    assert desk.bring(file, map=made.text).status == 0
    assert [row["Start"] for row in cells(desk)] == [time(10), time(9, 30)]


def test_words_of_decisions_part_into_what_was_decided_and_what_became_of_the_event(desk: Desk) -> None:
    words = ("Issued", "Declined", "Canceled", "Under Review", "Tabled")
    made = proposed(desk, csv(desk, "Event,Permit Status,COI", *(f"Walk,{each},x" for each in words), "Run,Issued,"))
    told = tomllib.loads(made.text)
    assert told["columns"] == {"Event": "event_name"}
    accepted = tomllib.loads(with_likely(made.text))
    assert accepted["columns"]["Permit Status"] == ["action", "event_change"]
    assert accepted["values"]["action"] == {"Declined": "denied", "Issued": "granted", "Under Review": ""}
    assert accepted["values"]["event_change"] == {"Canceled": "cancelled"}
    assert '# "Tabled" = "?"  # open' in made.text


def test_a_head_that_stands_twice_is_left_to_the_clerk(desk: Desk) -> None:
    made = proposed(desk, FILES / "sheet-3-two-event-dates.xlsx")
    assert made.text.count("stands twice") == 2
    assert "an import is refused" in made.text


def test_two_heads_that_may_mean_one_field_are_not_decided(desk: Desk) -> None:
    made = proposed(desk, csv(desk, "Event,Attendance,Headcount", "Walk,200,180", "Run,50,60"))
    assert levels(made, "sure") == {"Event": ["event_name"]}
    assert levels(made, "likely") == {"Attendance": ["participants"]}
    assert levels(made, "open") == {"Headcount": []}


@pytest.mark.parametrize(
    ("head", "entry"),
    [("Event Date", "big lawn"), ("Participants", "Main Street"), ("Start", "9/12/2026"), ("Applicant Phone", "Dana")],
)
def test_a_head_whose_entries_speak_against_it_is_open(desk: Desk, head: str, entry: str) -> None:
    made = proposed(desk, csv(desk, f"Event,{head}", f"Walk,{entry}", f"Run,{entry}"))
    assert levels(made, "open") == {head: []}


def test_the_answers_to_a_questionnaire_on_the_web(desk: Desk) -> None:
    """Heads are questions; what the law of this municipality does not ask has no column here."""
    lines = (
        "Timestamp,Email Address,Contact Person's Name,Date of Event,Start Time,Location/Route,How many people?,"
        "Will there be amplified sound?,Do you have a certificate of insurance?,Rain Date",
        "1/15/2026 9:33:21,a@example.org,Dana Field,7/4/2026,10:00:00 AM,Main St from Church to Grand,200,Yes,Yes,",
        "1/16/2026 14:02:10,b@example.org,Sam Oak,7/11/2026,9:00:00 AM,Grand Ave,45,No,No,7/12/2026",
    )
    made = proposed(desk, csv(desk, *lines))
    assert levels(made, "sure") == {
        "Timestamp": ["received_at"],
        "Email Address": ["applicant_email"],
        "Contact Person's Name": ["applicant_name"],
        "Date of Event": ["event_date"],
        "Start Time": ["start_time"],
        "Location/Route": ["route"],
        "How many people?": ["participants"],
    }
    assert levels(made, "likely") == {"Will there be amplified sound?": ["sound_equipment"]}
    why = {each.entries.head: each.why for each in made.matches if each.level == "open"}
    assert why["Do you have a certificate of insurance?"].startswith("means Certificate On File, for which this")
    assert "Rain Date" in why


def test_the_short_heads_of_an_old_database(desk: Desk) -> None:
    lines = (
        "APPL_NO;RECD_DT;ORG_NM;EVT_DT;STRT_TM;END_TM;RTE_DESC;NO_PARTIC;STAT_CD",
        "17;2026-01-15;Lions;2026-07-04;1000;1200;MAIN ST;200;A",
        "18;2026-01-16;Elks;2026-07-11;0900;1130;GRAND AVE;45;D",
    )
    file = csv(desk, *lines)
    made = proposed(desk, file)
    assert levels(made, "open") == {"STAT_CD": []}
    ready = made.text.replace("ignore = []", 'ignore = ["STAT_CD"]')
    assert desk.bring(file, map=with_likely(ready)).status == 0
    assert [(row["Application No"], row["Start"], row["End"]) for row in cells(desk)] == [
        ("17", time(10), time(12)),
        ("18", time(9), time(11, 30)),
    ]


def test_heads_cut_short_with_apostrophes_and_signs(desk: Desk) -> None:
    """A sheet of a police desk: a banner, tabs, western letters, a total; no head is written out."""
    lines = (
        "Village Police Dept. - Special Event Requests 2026\t\t\t",
        "",
        "Req #\tRcv'd\tContact Person\tTel.\tSet-up begins\tFrom/To\tStreets used\t# ppl\tOK?",
        "14\t6/1/26\tMüller, Jörg\t555-0199\t9:00 AM\t10am-2pm\tMain St\t200\tY",
        "15\t6/3/26\tO'Brien\t555-0198\t11:00 AM\tnoon-3 pm\tBroadway\t75\tpending",
        "TOTAL\t\t\t\t\t\t\t275\t",
    )
    file = csv(desk, *lines, encoding="cp1252")
    made = proposed(desk, file)
    assert levels(made, "sure") == {
        "Req #": ["application_no"],
        "Rcv'd": ["received_at"],
        "Contact Person": ["applicant_name"],
        "Tel.": ["applicant_phone"],
        "Set-up begins": ["assembly_time"],
        "Streets used": ["route"],
        "# ppl": ["participants"],
    }
    assert list(levels(made, "open")) == ["From/To", "OK?"]
    desk.bring(file, map=made.text)
    assert [(row["Application No"], row["Applicant"], row["Participants"]) for row in cells(desk)] == [
        ("14", "Müller, Jörg", 200),
        ("15", "O'Brien", 75),
    ]


def test_heads_in_two_rows_with_a_title_for_each_month(desk: Desk) -> None:
    """The row above the heads has heads of ours, so an import would stop there: that is told."""

    def fill(sheet: Worksheet) -> None:
        for row in (
            ["Applicant", None, "Event", None, None],
            ["Name", "Phone", "Title", "Date", "Hours"],
            ["January 2026"],
            ["Dana", "555-0142", "Lantern Walk", "Sat. January 10th, 2026", "6pm - 8pm"],
            ["Subtotal", None, 1],
        ):
            sheet.append(row)
        sheet.merge_cells("A3:E3")

    made = proposed(desk, sheet_of(desk, fill))
    assert (made.foreign.header_row, made.foreign.rows) == (2, 1)
    assert "the heads would be taken from row 1; delete the rows above them" in made.text
    assert "part them into two columns" in made.text


def test_a_column_of_which_some_entries_cannot_be_read_is_only_likely_but_our_own_heads_are_read_anyway(
    desk: Desk,
) -> None:
    days = ("9/12/2026", "9/13/2026", "9/14/2026", "see file")
    made = proposed(desk, csv(desk, "Event,Parade Date", *(f"Walk,{each}" for each in days)))
    assert levels(made, "likely") == {"Parade Date": ["event_date"]}
    assert "75% of the entries can be read" in made.text
    made = proposed(desk, csv(desk, "Event,Event Date", *(f"Walk,{each}" for each in days)))
    assert levels(made, "sure") == {"Event": ["event_name"], "Event Date": ["event_date"]}
    assert (made.rows, made.unread) == (4, 1)


def test_words_that_a_person_must_decide_on_are_counted(desk: Desk) -> None:
    made = proposed(desk, csv(desk, "Event,Event Form", "Walk,5K", "Run,run", "Fair,jamboree"))
    assert levels(made, "sure") == {"Event": ["event_name"], "Event Form": ["event_form"]}
    assert '# "5K" = "run"  # likely' in made.text and '# "jamboree" = "?"  # open' in made.text
    assert "Words of theirs to decide on below, under [values]: 2." in made.text


# The files there are


def test_the_published_events_of_a_city_are_proposed_as_the_map_that_was_written_by_hand(desk: Desk) -> None:
    made = proposed(desk, DATA / "nyc_permitted_events_sample.csv")
    told, by_hand = tomllib.loads(made.text), tomllib.loads((DATA.parent / "maps" / "nyc_events.toml").read_text())
    assert {key: told[key] for key in ("group_by", "columns", "split")} == {
        key: by_hand[key] for key in ("group_by", "columns", "split")
    }
    accepted = tomllib.loads(with_likely(made.text))
    assert by_hand["values"]["street_width"].items() <= accepted["values"]["street_width"].items()


SAMPLES = sorted(each for each in FILES.glob("*.xlsx") if not each.name.startswith(("file-1", "sheet-3-two")))


@pytest.mark.parametrize("file", SAMPLES, ids=lambda each: each.stem)
def test_each_sample_log_gets_a_map_that_loads_and_finds_its_heads(desk: Desk, file: Path) -> None:
    sheets = openpyxl.load_workbook(file, read_only=True).sheetnames
    made = propose(desk.book, file, source=sheets[0])
    desk.write("proposed.toml", made.text)
    read_map(desk.folder / "proposed.toml", FIELDS)
    assert made.refused == ""
    assert {"application_no", "event_name"} <= {field for fields in levels(made, "sure").values() for field in fields}


# The command


def test_the_map_goes_to_the_output_or_into_a_new_file_and_nothing_is_imported(desk: Desk) -> None:
    file, before = csv(desk, "Event,Date", "Walk,9/12/2026"), desk.book.read_bytes()
    told = run("import", desk.book, file, "--suggest-map")
    assert told.status == 0
    assert tomllib.loads(told.out)["columns"] == {"Event": "event_name", "Date": "event_date"}
    assert told.err == "2 sure, 0 likely, 0 open. Nothing was imported.\n"
    into = desk.folder / "map.toml"
    assert run("import", desk.book, file, "--suggest-map", "--out", into).status == 0
    assert into.read_text("utf-8") == told.out
    again = run("import", desk.book, file, "--suggest-map", "--out", into)
    assert again.status == 3 and "there already" in again.err
    assert desk.book.read_bytes() == before
    assert run("import", desk.book, file, "--map", into).status == 0


def test_json_tells_each_head(desk: Desk) -> None:
    file = csv(desk, "Event,Date,Weather", "Walk,9/12/2026,fair")
    told = run("import", desk.book, file, "--suggest-map", "--json").json
    assert [(each["head"], each["fields"], each["level"]) for each in told["heads"]] == [
        ("Event", ["event_name"], "sure"),
        ("Date", ["event_date"], "sure"),
        ("Weather", [], "open"),
    ]
    assert (told["rows"], told["problems"], told["refused"]) == (1, 1, None)


@pytest.mark.parametrize("wrong", [("--out", "x.toml"), ("--suggest-map", "--map", "x.toml")])
def test_what_does_not_go_together_is_wrong_usage(desk: Desk, wrong: tuple[str, ...]) -> None:
    assert run("import", desk.book, csv(desk, "Event", "Walk"), *wrong).status == 2


def test_another_table_is_proposed_by_its_own_heads(desk: Desk) -> None:
    file = csv(desk, "Role,Name,E-mail,Telephone,Floor", "Mayor,Jo Lee,jo@example.org,516-555-0142,2")
    told = run("import", desk.book, file, "--suggest-map", "--sheet", "Officials").out
    assert tomllib.loads(told)["columns"] == {
        "Role": "role",
        "Name": "name",
        "E-mail": "email",
        "Telephone": "phone",
    }


def test_a_file_without_any_row_of_heads_is_told(desk: Desk) -> None:
    told = run("import", desk.book, csv(desk, "1,2", "3,4"), "--suggest-map")
    assert told.status == 3 and "no row that could hold heads" in told.err


PRINTED = st.characters(codec="utf-8", exclude_characters="\x00")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    heads=st.lists(st.text(PRINTED, min_size=1, max_size=12), min_size=2, max_size=5),
    rows=st.lists(
        st.lists(st.sampled_from(["x", "9/12/2026", "10:00", "a@b.co", "", '"', "#", "\\", "5"]), max_size=5)
    ),
)
def test_whatever_the_heads_are_the_map_loads(desk: Desk, heads: list[str], rows: list[list[str]]) -> None:
    """Also with every likely line taken for right."""
    quoted = [[f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row] for row in (["Event", *heads], *rows)]
    lines = "\n".join(",".join(row) for row in quoted)
    file = desk.write("theirs.csv", lines.encode("utf-8", "ignore").decode())
    try:
        made = proposed(desk, file)
    except WorkbookError as refused:
        assert "no row that could hold heads" in str(refused)
        return
    tomllib.loads(with_likely(made.text))
