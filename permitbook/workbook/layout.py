"""What stands where in a clerk's workbook: its sheets, their columns, and what the ordinance asks for in them.

Nothing here draws anything. The program finds a column by its heading, so a clerk may move columns about.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.application import Application
from permitbook.schema import Column, Kind, columns
from permitbook.tables import (
    Closure,
    ConflictRow,
    DeadlineRow,
    Fee,
    FindingRow,
    LogRow,
    Meeting,
    Official,
    OutsideEvent,
    ReadingRow,
    RegisterRow,
    SettingRow,
    Street,
)

if TYPE_CHECKING:
    from permitbook.ordinance import Ordinance


class Sheet(StrEnum):
    """The sheets, in their order; the last is hidden."""

    TODAY = "Today"
    APPLICATIONS = "Applications"
    FINDINGS = "Findings"
    DEADLINES = "Deadlines"
    CONFLICTS = "Conflicts"
    REGISTER = "Register"
    BOARD = "Board"
    SETTINGS = "Settings"
    OFFICIALS = "Officials"
    FEES = "Fees"
    CLOSURES = "Closures"
    MEETINGS = "Meetings"
    STREETS = "Streets"
    OUTSIDE_EVENTS = "Outside Events"
    READINGS = "Readings"
    FORM = "Form"
    LOG = "Log"
    HELP = "Help"
    CONF = "xlwings.conf"


SHEETS = tuple(each.value for each in Sheet)
WORKBOOK_CODE = "ThisWorkbook"
"""The name of the workbook's own module among its macros."""
OFFICE_SHEETS = (
    Sheet.SETTINGS,
    Sheet.OFFICIALS,
    Sheet.FEES,
    Sheet.CLOSURES,
    Sheet.MEETINGS,
    Sheet.STREETS,
    Sheet.OUTSIDE_EVENTS,
    Sheet.READINGS,
)
"""The office's own tables."""

COMPUTED = (
    Column("status", "Status", Kind.TEXT, "Where the application stands."),
    Column("recommendation", "Recommendation", Kind.TEXT, "What the office may do next; only an official decides."),
    Column("next_step", "Next Step", Kind.TEXT, "What is to be done next, and by whom."),
    Column("next_by", "Next By", Kind.DATE, "The day by which it is to be done."),
    Column("decide_by", "Decide By", Kind.DATE, "The open day by which to grant or deny."),
    Column("missing", "Missing", Kind.TEXT, "What the application must still set out."),
    Column("questions", "Open Questions", Kind.TEXT, "The clauses that still ask an official."),
    Column("grounds", "Grounds", Kind.TEXT, "The clauses that are proved or determined against it."),
    Column("conflicts", "Conflicts", Kind.TEXT, "How many other events meet it, and their numbers."),
    Column("fee_due", "Fee Due", Kind.MONEY, "What is owed for the application."),
    Column("papers", "Papers Awaited", Kind.TEXT, "What a permit still waits for."),
)
"""The columns at the right of Applications that each check rewrites."""

TODAY = (
    Column("application", "Application", Kind.TEXT),
    Column("event", "Event", Kind.TEXT),
    Column("what", "What", Kind.TEXT),
    Column("who", "Who", Kind.TEXT),
    Column("by", "By", Kind.DATE),
    Column("state", "State", Kind.TEXT),
    Column("why", "Why", Kind.TEXT),
)

FINDINGS, MOST_FINDINGS = "Findings and open questions", 60
"""The title under which Form lists them below the facts, and how many lines there are for them."""

AS_OF_CELL = (2, 1)
"""The row and column in which Today says as of when it holds."""

FIRST_ROW = 1
"""How far the first row of data stands below the headings."""

_ROWS: dict[str, type] = {
    Sheet.FINDINGS: FindingRow,
    Sheet.DEADLINES: DeadlineRow,
    Sheet.CONFLICTS: ConflictRow,
    Sheet.REGISTER: RegisterRow,
    Sheet.SETTINGS: SettingRow,
    Sheet.OFFICIALS: Official,
    Sheet.FEES: Fee,
    Sheet.CLOSURES: Closure,
    Sheet.MEETINGS: Meeting,
    Sheet.STREETS: Street,
    Sheet.OUTSIDE_EVENTS: OutsideEvent,
    Sheet.READINGS: ReadingRow,
    Sheet.LOG: LogRow,
}
_TODAY_HEADER_ROW = 4
_WRITTEN_BY_HAND: dict[str, frozenset[str]] = {
    Sheet.FINDINGS: frozenset({"found", "by", "on", "reason"}),
    Sheet.REGISTER: frozenset({"method", "sent_on"}),
}
_DAY_OR_MOMENT = frozenset({"due", "outer", "done"})

_FIRST = ("application_no", "event_name")
"""What names a row, and stays in sight: it stands at the left."""

_SECTION_STARTS = {
    "received_at": "Receipt",
    "applicant_name": "Applicant",
    "organization_name": "Organization",
    "event_form": "Event",
    "event_date": "When",
    "assembly_area": "Where",
    "participants": "Size",
    "structures": "Papers and Costs",
    "waiver_granted_on": "Decision",
    "notified_at": "Notice",
    "alternate_date": "Alternate",
    "appeal_received_on": "Appeal",
    "issued_at": "Permit",
    "revoked_at": "Revocation",
    "parking_ban": "Parking",
    "notes": "Notes",
}


class Section(Struct, frozen=True):
    """Columns of Applications that belong together; `place` counts the sections of this municipality from 0."""

    name: str
    place: int
    columns: tuple[Column, ...]


class Need(Enum):
    """How far the ordinance asks for a fact; the words a clerk is told."""

    ALWAYS = "Required."
    ONE_OF = "This or another is required."
    WHERE_IT_APPLIES = "Required where it applies."


def table_name(sheet: str) -> str:
    """The name of the sheet's Excel table.

    >>> table_name("Outside Events")
    'tblOutsideEvents'
    """
    return f"tbl{sheet.replace(' ', '')}"


def header_row(sheet: str) -> int:
    """The row of the headings, counted from 1: the first, but on Today, which has a title above its table."""
    return _TODAY_HEADER_ROW if sheet == Sheet.TODAY else 1


def takes_rows(sheet: str) -> bool:
    """The sheet holds a table."""
    return sheet == Sheet.APPLICATIONS or sheet == Sheet.TODAY or sheet in _ROWS


def sheet_columns(sheet: str) -> tuple[Column, ...]:
    """The columns of a sheet that are the same for every municipality; none where the sheet has no table."""
    if sheet == Sheet.TODAY:
        return TODAY
    return columns(_ROWS[sheet]) if sheet in _ROWS else ()


def sheet_code(sheet: str) -> str:
    """The name of a sheet's own module among the macros; it stays when a clerk renames the sheet.

    >>> sheet_code("Outside Events"), sheet_code("xlwings.conf")
    ('OutsideEventsSheet', 'XlwingsConfSheet')
    """
    words = sheet.replace(".", " ").split()
    return "".join(f"{word[0].upper()}{word[1:]}" for word in words) + "Sheet"


def application_columns(law: Ordinance) -> tuple[Column, ...]:
    """The facts that this municipality's log holds: number and event first, the others in their order."""
    return tuple(each for section in sections(law) for each in section.columns)


def columns_of(sheet: str, law: Ordinance) -> tuple[Column, ...]:
    """All columns of a sheet, those that are computed included."""
    return (*application_columns(law), *COMPUTED) if sheet == Sheet.APPLICATIONS else sheet_columns(sheet)


def sections(law: Ordinance) -> tuple[Section, ...]:
    """The sections of Applications, without those of which this municipality asks nothing."""
    return _sections(law.initial)


@cache
def _sections(initial: str) -> tuple[Section, ...]:
    parts: dict[str, list[Column]] = {"Application": []}
    name = "Application"
    for each in columns(Application):
        name = _SECTION_STARTS.get(each.key, name)
        if initial in each.municipalities:
            parts.setdefault("Application" if each.key in _FIRST else name, []).append(each)
    return tuple(Section(name, place, tuple(held)) for place, (name, held) in enumerate(parts.items()))


def is_computed(sheet: str, key: str) -> bool:
    """The program writes this column and rewrites it at each check; the others belong to the office."""
    if sheet == Sheet.APPLICATIONS:
        return any(each.key == key for each in COMPUTED)
    if sheet in OFFICE_SHEETS:
        return False
    return key not in _WRITTEN_BY_HAND.get(sheet, ())


def holds_days_and_moments(column: Column) -> bool:
    """Some cells of the column hold a day, others a minute."""
    return column.kind is Kind.DATETIME and column.key in _DAY_OR_MOMENT


def needs(law: Ordinance) -> dict[str, Need]:
    """How far the ordinance's completeness items ask for each fact; facts that none names are left out."""
    found: dict[str, Need] = {}
    for item in law.requirements:
        asks_more = item.filled is not None and item.filled.names != item.fields
        if item.when is not None or asks_more:
            need = Need.WHERE_IT_APPLIES
        else:
            need = Need.ALWAYS if len(item.fields) == 1 else Need.ONE_OF
        for key in item.fields:
            if need is Need.ALWAYS or key not in found:
                found[key] = need
    return found


def switchable(law: Ordinance) -> dict[str, str]:
    """The clauses that counsel may switch off in Readings, with what each asks for.

    They are the papers a permit waits for, the fee aside, and the clause that keeps the rest when a part falls. A
    clause under which anything else is found is not among them: it would go with the papers.
    """
    found: dict[str, list[str]] = {}
    kept = {law.fee_rule.clause.partition(".")[0]} if law.fee_rule else set()
    for rule in law.rules:
        whole, dot, _ = rule.clause.partition(".")
        if rule.gate and dot:
            found.setdefault(whole, []).append(rule.gate)
    for rule in law.rules:
        if not rule.gate:
            kept |= {whole for whole in found if rule.clause.startswith((f"{whole}-", f"{whole}."))}
    for claim in law.claims:
        if claim.carrier == "setting" and claim.name.startswith(Sheet.READINGS):
            found.setdefault(claim.clause, []).append("Any clause that falls: add a line with its id")
    return {clause: "; ".join(asked) for clause, asked in found.items() if clause not in kept}
