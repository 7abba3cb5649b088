"""What follows a decision, for each municipality: issued, appealed, decided by the board, called off, over."""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

from permitbook.application import Application
from permitbook.desk import open_desk
from permitbook.issuing import Acted, act_on
from permitbook.letters.kinds import ACTS
from permitbook.places import read_route
from permitbook.schema import columns
from permitbook.tables import FindingRow, Meeting, Street
from permitbook.values import to_cell
from permitbook.workbook.edit import Editor
from permitbook.workbook.reader import read_book
from tests.letter_books import (
    EAST_TROY,
    FREEPORT,
    GRANTED,
    NEW_CASTLE,
    NOW,
    book,
    denied,
    determined,
    noted,
)

MEETINGS = {
    EAST_TROY: [Meeting(date=date(2026, 6, 15), time=time(18, 30), board="Village Board")],
    FREEPORT: [
        Meeting(date=date(2026, 6, 1), time=time(19), board="Board of Trustees"),
        Meeting(date=date(2026, 6, 15), time=time(19), board="Board of Trustees"),
    ],
    NEW_CASTLE: [Meeting(date=date(2026, 9, 29), time=time(19, 30), board="Town Board")],
}
BAN = read_route("Grand Avenue from Merrick Road to Atlantic Avenue")
BLOCKS = {
    FREEPORT: [
        Street(street="Grand Avenue", from_cross="Merrick Road", to_cross="Smith Street", parking_spaces=18),
        Street(street="Grand Avenue", from_cross="Smith Street", to_cross="Atlantic Avenue", parking_spaces=22),
        Street(street="Grand Avenue", from_cross="Atlantic Avenue", to_cross="Front Street", parking_spaces=9),
    ],
    NEW_CASTLE: [
        Street(street="King Street", from_cross="South Greeley Avenue", to_cross="Bedford Road", parking_spaces=30),
    ],
}


def appealed(key: str, **change: object) -> tuple[Application, list[FindingRow]]:
    """A denied application from whose denial an appeal was taken in time, and its determinations."""
    refused, made = denied(key)
    facts: dict[str, object] = {
        EAST_TROY: {
            "notified_at": datetime(2026, 5, 18, 16, 30),
            "notified_how": "telephone",
            "notice_received_on": date(2026, 5, 20),
            "appeal_received_on": date(2026, 6, 1),
        },
        FREEPORT: {
            "notified_at": datetime(2026, 5, 29, 15),
            "notified_how": "in person",
            "notice_received_on": date(2026, 5, 29),
            "appeal_received_on": date(2026, 6, 3),
            "appeal_copy_received_on": date(2026, 6, 3),
        },
        NEW_CASTLE: {
            "event_date": date(2026, 10, 3),
            "notified_at": datetime(2026, 9, 9, 15, 30),
            "notified_how": "telephone",
            "notice_mailed_on": date(2026, 9, 9),
            "notice_received_on": date(2026, 9, 11),
            "appeal_received_on": date(2026, 9, 17),
            "appeal_copy_received_on": date(2026, 9, 18),
        },
    }[key]
    rows = [row for row in made if row.clause != "NC-3-A.1"]
    return noted(refused, **{**facts, **change}), rows


LATER = {
    EAST_TROY: datetime(2026, 6, 2, 9),
    FREEPORT: datetime(2026, 6, 3, 16),
    NEW_CASTLE: datetime(2026, 9, 18, 10),
}
"""When the board is told of the appeal."""
DECIDED = {EAST_TROY: date(2026, 6, 12), FREEPORT: date(2026, 6, 15), NEW_CASTLE: date(2026, 9, 21)}
"""When it was decided."""


def appeal_book(folder: Path, key: str, **change: object) -> Path:
    """A workbook with an application under appeal, and the one that was granted."""
    it, rows = appealed(key, **change)
    return book(folder, key, [GRANTED[key](), it], [*determined(key), *rows], Meetings=MEETINGS[key])


def rejected_as_late() -> tuple[Application, list[FindingRow]]:
    """A New Castle application refused for its lateness alone: it goes to the Board without an appeal."""
    refused, made = denied(NEW_CASTLE)
    it = noted(refused, start_time=time(10), end_time=time(12))
    return it, [row for row in made if row.clause == "NC-3-A.1"]


def issued_book(folder: Path, key: str, **change: object) -> Path:
    """A workbook whose granted application was issued, with its copies."""
    path = granted_book(folder, key, **change)
    done = do(path, "issue", number(key), NOW[key])
    assert not done.outcomes[0].reasons, done.outcomes[0].reasons
    return path


def granted_book(folder: Path, key: str, **change: object) -> Path:
    """A workbook with one granted application; parking is prohibited where the ordinance knows that."""
    parking = {} if key == EAST_TROY else {"parking_ban": BANS[key], "parking_ban_hours": "6:00 AM to 3:00 PM"}
    it = GRANTED[key](**{**parking, **change})
    return book(folder, key, [it], determined(key), **({"Streets": BLOCKS[key]} if key in BLOCKS else {}))


BANS = {FREEPORT: BAN, NEW_CASTLE: read_route("King Street from South Greeley Avenue to Bedford Road")}


def number(key: str) -> str:
    """The number of the granted application."""
    return GRANTED[key]().application_no or ""


def record(path: Path, application: str, answers: Sequence[FindingRow] = (), **facts: object) -> None:
    """What a clerk types: facts into the application's row, an official's answers into Findings."""
    read = read_book(path)
    desk, editor = open_desk(read), Editor(path, read.package)
    row, heads = desk.wanted(application, path.name).row, desk.heads("Applications")
    kinds = {each.key: each for each in columns(Application)}
    editor.set_cells(
        "Applications",
        {(row, heads[key]): None if value is None else to_cell(kinds[key], value) for key, value in facts.items()},
    )
    heads, kinds = desk.heads("Findings"), {each.key: each for each in columns(FindingRow)}
    asked = {(each.application_no, each.clause): at for at, each in desk.findings}
    for each in answers:
        values = {key: value for key in kinds if (value := getattr(each, key)) is not None}
        cells = {heads[key]: to_cell(kinds[key], value) for key, value in values.items()}
        place = asked.get((each.application_no, each.clause))
        if place is None:
            editor.append_rows("Findings", desk.header_row("Findings"), [cells])
        else:
            editor.set_cells("Findings", {(place, column): value for column, value in cells.items()})
    editor.save()


def sent(path: Path, on: date) -> None:
    """Notes in the Register that every document that was made is sent."""
    read = read_book(path)
    desk, editor = open_desk(read), Editor(path, read.package)
    column = desk.heads("Register")["sent_on"]
    editor.set_cells("Register", {(row, column): on for row, line in desk.register if line.file})
    editor.save()


def do(path: Path, act: str, application: str, at: datetime) -> Acted:
    """One act or letter for one application."""
    return act_on(path, ACTS[act], [application], at)


OVER = {
    EAST_TROY: {"extra_cost": Decimal("412.50")},
    FREEPORT: {"police_cost_actual": Decimal("1240.00"), "police_cost_paid": Decimal("500.00")},
}
"""What was recorded once the event was over."""
AFTERWARDS = {
    EAST_TROY: datetime(2026, 7, 8, 9),
    FREEPORT: datetime(2026, 7, 15, 9),
    NEW_CASTLE: datetime(2026, 10, 8, 9),
}
"""Days after the event."""
