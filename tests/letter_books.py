"""Workbooks with applications ready for letters: one granted and one denied under each ordinance, and their office."""

from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

from msgspec.structs import replace

from permitbook.application import Application
from permitbook.checking import Checked, assess_desk
from permitbook.desk import open_desk
from permitbook.office import Settings
from permitbook.ordinances import ordinance
from permitbook.places import read_route
from permitbook.tables import Fee, FindingRow, Official, Street
from permitbook.workbook.build import build_workbook
from permitbook.workbook.reader import read_book

EAST_TROY, FREEPORT, NEW_CASTLE = "east_troy", "freeport", "new_castle"

NOW = {
    EAST_TROY: datetime(2026, 5, 20, 10),
    FREEPORT: datetime(2026, 6, 2, 9),
    NEW_CASTLE: datetime(2026, 9, 10, 11),
}
"""When the letters are made."""

OFFICIALS = {
    EAST_TROY: [
        Official(
            role="Village Clerk",
            name="Lorri Alexander",
            title="Village Clerk-Treasurer",
            address="2015 Energy Drive\nEast Troy, WI 53120",
            phone="262-555-0100",
        ),
        Official(role="Chief of Police", name="Rene Acosta", address="4422 W. State Road 20\nEast Troy, WI 53120"),
        Official(role="Director of Public Works", name="Jo Miller", title="Director"),
        Official(role="East Troy Emergency Services Secretary"),
        Official(role="Walworth Transit", name="Kim Lake", title="Manager", address="1 Depot Road\nElkhorn, WI 53121"),
    ],
    FREEPORT: [
        Official(role="Chief of Police", name="Michael Smith", title="Chief of Police"),
        Official(role="Mayor", name="Robert Kennedy", address="46 North Ocean Avenue\nFreeport, NY 11520"),
        Official(role="Village Attorney", name="Howard Colton"),
    ],
    NEW_CASTLE: [
        Official(role="Town Administrator", name="Jill Shapiro", address="200 Greeley Avenue\nChappaqua, NY 10514"),
    ],
}
LETTERHEADS = {
    EAST_TROY: "Village of East Troy | Office of the Village Clerk | 2015 Energy Drive, East Troy, Wisconsin 53120",
    FREEPORT: "Incorporated Village of Freeport | Police Department | 40 North Ocean Avenue, Freeport, New York 11520",
    NEW_CASTLE: None,
}
FEES = {
    EAST_TROY: [Fee(what="Usage permit", amount=Decimal(50), resolution_on=date(2026, 1, 5))],
    NEW_CASTLE: [Fee(what="Assisted event permit", amount=Decimal(75), resolution_on=date(2026, 1, 6))],
}
STREETS = {
    EAST_TROY: [
        Street(street="Main Street", transit=("Walworth Transit",), under_municipality=True),
        Street(street="Church Street", under_municipality=True),
    ],
    FREEPORT: [Street(street="Grand Avenue", transit=("NICE Bus", "Long Island Rail Road"), parking_spaces=40)],
    NEW_CASTLE: [Street(street="King Street", under_municipality=True)],
}

_PEOPLE = {
    "applicant_name": "Dana Field",
    "applicant_address": "12 Elm Street\n{town}",
    "applicant_phone": "555-0111",
    "organization_name": "Lakes & Woods <Club>",
    "organization_address": "1 Square",
    "organization_phone": "555-0112",
    "organization_heads": "Pat Lee, 2 Square, 555-0113",
    "chair_name": "Sam Oak",
    "chair_address": "3 Square",
    "chair_phone": "555-0114",
    "sponsor_kind": "organization",
    "on_official_form": True,
}


def _people(town: str) -> dict[str, object]:
    return {**_PEOPLE, "applicant_address": f"12 Elm Street\n{town}"}


def east_troy(**change: object) -> Application:
    """A parade on the Fourth of July, filed in time, with its papers."""
    facts: dict[str, object] = {
        **_people("East Troy, WI 53120"),
        "application_no": "ET-2026-001",
        "received_at": datetime(2026, 4, 1, 10),
        "received_how": "in person",
        "applicant_role": "organizer",
        "event_name": "Fourth of July Parade",
        "event_form": "parade",
        "affects_traffic": True,
        "event_date": date(2026, 7, 4),
        "assembly_time": time(9),
        "start_time": time(10),
        "end_time": time(12),
        "assembly_area": ("School lot",),
        "starting_point": "School lot",
        "route": read_route("Main Street from Church Street to Mill Street; Church Street"),
        "termination_point": "Village Square",
        "participants": 200,
        "units": 12,
        "marshals": 8,
        "commercial_gain": False,
        "on_state_highway": False,
        "insurer": "Badger Mutual",
        "insured_per_person": Decimal(1_000_000),
        "insured_per_accident": Decimal(1_000_000),
        "insured_from": date(2026, 1, 1),
        "insured_to": date(2026, 12, 31),
        "certificate_on_file": True,
        "municipality_insured": "additional insured",
        "fee_paid": Decimal(50),
        "fee_paid_on": date(2026, 4, 1),
        "referred_on": date(2026, 4, 1),
        "action": "granted",
        "acted_at": datetime(2026, 5, 18, 15),
        "acted_by": "Lorri Alexander",
        "conditions": "Keep one lane of Church Street open to ambulances.\n\nBarricades are returned by 2:00 PM.",
    }
    return Application(**{**facts, **change})  # type: ignore[arg-type]


def freeport(**change: object) -> Application:
    """A summer parade along Grand Avenue, filed in time."""
    facts: dict[str, object] = {
        **_people("Freeport, NY 11520"),
        "application_no": "FP-2026-001",
        "received_at": datetime(2026, 5, 20, 11, 30),
        "received_how": "in person",
        "sworn_on": date(2026, 5, 20),
        "event_name": "Nautical Mile Summer Parade",
        "event_form": "parade",
        "planned": True,
        "affects_traffic": True,
        "seeks_attention": True,
        "venue": "street, sidewalk or parking lot",
        "event_date": date(2026, 7, 11),
        "assembly_time": time(9, 30),
        "start_time": time(11),
        "end_time": time(13, 30),
        "assembly_area": ("Recreation Center lot",),
        "starting_point": "Recreation Center",
        "route": read_route("Grand Avenue from Merrick Road to Atlantic Avenue"),
        "termination_point": "Village Hall",
        "street_width": "all",
        "participants": 350,
        "vehicles": 6,
        "vehicle_description": "Two fire engines, four floats",
        "animals": 0,
        "spectators": 1000,
        "unit_interval_ft": 20.0,
        "activities": "Marching, music",
        "sound_equipment": "one loudspeaker",
        "signs_and_devices": "none",
        "public_facilities": "none",
        "structures": False,
        "police_officers": 4,
        "police_hours": 16.0,
        "police_cost_agreed_on": date(2026, 5, 22),
        "action": "granted",
        "acted_at": datetime(2026, 5, 28, 10),
        "acted_by": "Chief Michael Smith",
        "min_speed_mph": 2.0,
        "max_speed_mph": 4.0,
        "max_interval_ft": 30.0,
        "street_portions": "Both lanes of Grand Avenue; sidewalks stay open",
        "max_length_miles": 1.25,
        "conditions": "Fire hydrants stay clear.",
    }
    return Application(**{**facts, **change})  # type: ignore[arg-type]


def new_castle(**change: object) -> Application:
    """A run and its rehearsal on two days."""
    facts: dict[str, object] = {
        **_people("Chappaqua, NY 10514"),
        "application_no": "NC-2026-004",
        "received_at": datetime(2026, 9, 8, 9),
        "received_how": "in person",
        "event_name": "Harvest Walk",
        "event_form": "walk",
        "planned": True,
        "venue": "street, sidewalk or parking lot",
        "town_safety": True,
        "event_date": date(2026, 10, 3),
        "more_dates": (date(2026, 10, 4),),
        "assembly_time": time(8),
        "start_time": time(9),
        "end_time": time(11),
        "assembly_area": ("Town Hall lot",),
        "starting_point": "Town Hall",
        "route": read_route("King Street from South Greeley Avenue to Bedford Road"),
        "termination_point": "Gedney Park",
        "participants": 120,
        "vehicles": 2,
        "vehicle_description": "Two pace cars, white",
        "spectators": 60,
        "sound_equipment": "none",
        "public_facilities": "none",
        "marshals": 10,
        "marshal_duties": "At each corner, orange vests",
        "customarily_insured": False,
        "indemnity_signed_on": date(2026, 9, 8),
        "fee_paid": Decimal(75),
        "fee_paid_on": date(2026, 9, 8),
        "referred_on": date(2026, 9, 8),
        "action": "granted",
        "acted_at": datetime(2026, 9, 10, 10),
        "acted_by": "Chief James Carroll",
        "street_portions": "The eastbound shoulder of King Street",
        "max_length_miles": 0.75,
    }
    return Application(**{**facts, **change})  # type: ignore[arg-type]


GRANTED = {EAST_TROY: east_troy, FREEPORT: freeport, NEW_CASTLE: new_castle}
"""An application that was granted, by ordinance."""


def found(number: str, clause: str, yes: bool, by: str, on: date, reason: str | None = None) -> FindingRow:
    """An official's determination."""
    return FindingRow(application_no=number, clause=clause, found=yes, by=by, on=on, reason=reason)


def determined(key: str, number: str | None = None) -> list[FindingRow]:
    """The determinations on which the sample application is granted."""
    if key == EAST_TROY:
        day, clerk = date(2026, 5, 18), "Lorri Alexander"
        clauses = ["ET-2-F-3", "ET-2-G-3", "ET-2-H"]
        return [found(number or "ET-2026-001", clause, False, clerk, day) for clause in clauses]
    if key == FREEPORT:
        day, chief = date(2026, 5, 28), "Chief Michael Smith"
        clauses = [f"FP-59-A-{place}" for place in range(1, 8)]
        return [found(number or "FP-2026-001", clause, True, chief, day) for clause in clauses]
    return [found(number or "NC-2026-004", "NC-4", False, "Chief James Carroll", date(2026, 9, 10))]


def denied(key: str) -> tuple[Application, list[FindingRow]]:
    """An application that was denied, with the determinations it was denied on."""
    if key == EAST_TROY:
        refused = east_troy(
            application_no="ET-2026-002",
            received_at=datetime(2026, 5, 14, 9),
            event_name=None,
            event_date=date(2026, 5, 25),
            start_time=time(8, 30),
            assembly_area=("School lot", "Mill Street"),
            chair_phone=None,
            referred_on=date(2026, 5, 14),
            conditions=None,
            action="denied",
            acted_at=datetime(2026, 5, 18, 16),
            alternate_date=date(2026, 6, 6),
            alternate_start=time(10),
            alternate_end=time(12),
            alternate_area=("School lot",),
            alternate_offered_on=date(2026, 5, 18),
        )
        made = found(
            "ET-2026-002",
            "ET-2-H-3",
            True,
            "Lorri Alexander",
            date(2026, 5, 18),
            "Main Street is the only way round the works on Church Street",
        )
        return refused, [made]
    if key == FREEPORT:
        refused = freeport(
            application_no="FP-2026-002",
            received_at=datetime(2026, 5, 27, 9, 15),
            event_name="Evening March",
            start_time=time(12),
            end_time=time(14),
            conditions=None,
            police_officers=0,
            police_cost_agreed_on=None,
            action="denied",
            acted_at=datetime(2026, 5, 29, 10),
        )
        reason = "On the same block both events would need all of the roadway; 34 officers are on duty"
        made = found("FP-2026-002", "FP-59-A-2", False, "Chief Michael Smith", date(2026, 5, 29), reason)
        return refused, [made]
    refused = new_castle(
        application_no="NC-2026-005",
        received_at=datetime(2026, 9, 8, 16, 45),
        event_name="Lantern Walk",
        event_date=date(2026, 9, 11),
        more_dates=None,
        start_time=time(18),
        end_time=time(20, 30),
        action="denied",
        acted_at=datetime(2026, 9, 9, 15),
    )
    chief, day = "Chief James Carroll", date(2026, 9, 9)
    return refused, [
        found("NC-2026-005", "NC-3-A.1", True, chief, day, "No good cause was shown for three days' notice"),
        found("NC-2026-005", "NC-4-I.1", True, chief, day, "King Street is unlit beyond the school"),
    ]


def book(
    folder: Path,
    key: str,
    applications: Sequence[Application] | None = None,
    findings: Sequence[FindingRow] | None = None,
    **tables: Sequence[object],
) -> Path:
    """A workbook of a municipality in a folder, holding these applications; else one granted and one denied."""
    refused, made = denied(key)
    rows: dict[str, Sequence[object]] = {
        "Applications": [GRANTED[key](), refused] if applications is None else applications,
        "Findings": [*determined(key), *made] if findings is None else findings,
        "Officials": OFFICIALS[key],
        "Streets": STREETS[key],
        "Fees": FEES.get(key, ()),
        **tables,
    }
    path = folder / f"{key} 2026.xlsm"
    settings = Settings(letterhead=LETTERHEADS[key], police_rate=95.0 if key == FREEPORT else None)
    path.write_bytes(build_workbook(ordinance(key), (2026,), as_of=date(2026, 1, 5), rows=rows, settings=settings))
    return path


def read(path: Path, as_of: datetime) -> Checked:
    """The workbook as a check sees it."""
    return assess_desk(open_desk(read_book(path)), as_of)


def noted(application: Application, **change: object) -> Application:
    """The application with something changed."""
    return replace(application, **change)  # type: ignore[arg-type]
