"""What comes before a decision and in its place, for each municipality: received, lacking, offered, held, revoked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

from permitbook.application import Application
from permitbook.issuing import Acted, act_on
from permitbook.letters.kinds import ACTS
from permitbook.tables import FindingRow
from tests.letter_books import EAST_TROY, FREEPORT, GRANTED, NEW_CASTLE, NOW, book, denied, determined, noted

UNDECIDED: dict[str, object] = {"action": None, "acted_at": None, "acted_by": None, "conditions": None}
NO_INSURANCE: dict[str, object] = dict.fromkeys(
    (
        "insurer",
        "insured_per_person",
        "insured_per_accident",
        "insured_from",
        "insured_to",
        "certificate_on_file",
        "municipality_insured",
    )
)
NO_FEE: dict[str, object] = {"fee_paid": None, "fee_paid_on": None}


@dataclass(frozen=True, slots=True)
class Told:
    """An application about which a letter is made: its ordinance, the command, the application, and when."""

    key: str
    command: str
    application: Application
    findings: Sequence[FindingRow] = ()
    at: datetime | None = None
    tables: dict[str, Sequence[object]] = field(default_factory=dict)

    @property
    def number(self) -> str:
        """The application's number."""
        return self.application.application_no or ""

    @property
    def when(self) -> datetime:
        """The minute at which it is made."""
        return self.at or NOW[self.key]

    def book(self, folder: Path) -> Path:
        """A workbook that holds the application."""
        return book(folder, self.key, [self.application], self.findings, **self.tables)

    def do(self, path: Path, later: timedelta = timedelta()) -> Acted:
        """Makes the letter, or makes it again later."""
        return act_on(path, ACTS[self.command], [self.number], self.when + later)

    def but(self, **change: object) -> "Told":
        """The same with something changed in the application."""
        return Told(self.key, self.command, noted(self.application, **change), self.findings, self.at, self.tables)


def _received(key: str, at: datetime, **change: object) -> Application:
    return GRANTED[key](**UNDECIDED, received_at=at, received_by="Front Desk", referred_on=None, **change)


def _revoked(key: str, ground: str, facts: str) -> Application:
    granted = GRANTED[key]()
    numbers = {NEW_CASTLE: "NC-2026-004-1; NC-2026-004-2"}.get(key, granted.application_no)
    return noted(
        granted,
        issued_at=NOW[key],
        permit_no=numbers,
        revoked_at=NOW[key] + timedelta(days=2),
        revoked_by=granted.acted_by,
        revocation_ground=ground,
        revocation_facts=facts,
    )


def _offered(key: str, day: date, **change: object) -> tuple[Application, list[FindingRow]]:
    """A denied application with an alternate that was authorized that day."""
    refused, made = denied(key)
    return noted(refused, alternate_offered_on=day, **change), made


_FP_OFFERED = _offered(
    FREEPORT,
    date(2026, 5, 29),
    alternate_date=date(2026, 7, 18),
    alternate_start=time(12),
    alternate_end=time(14),
)
_NC_OFFERED = _offered(
    NEW_CASTLE,
    date(2026, 9, 9),
    alternate_date=date(2026, 10, 10),
    alternate_start=time(10),
    alternate_end=time(12),
)
_STORM = "A severe thunderstorm warning is in force for the hours of the event.\nTwo crossings are under water."

LETTERS = {
    "east_troy receipt": Told(
        EAST_TROY,
        "receipt",
        _received(EAST_TROY, datetime(2026, 5, 28, 10), received_how="mail", **NO_INSURANCE, **NO_FEE),
        at=datetime(2026, 5, 28, 11),
    ),
    "freeport receipt": Told(
        FREEPORT,
        "receipt",
        _received(FREEPORT, datetime(2026, 6, 29, 9), police_cost_agreed_on=None),
        at=datetime(2026, 6, 29, 10),
    ),
    "new_castle receipt": Told(
        NEW_CASTLE,
        "receipt",
        _received(NEW_CASTLE, datetime(2026, 9, 22, 9), indemnity_signed_on=None, **NO_FEE),
        at=datetime(2026, 9, 22, 10),
    ),
    "east_troy deficiency notice": Told(
        EAST_TROY,
        "deficiency",
        _received(
            EAST_TROY,
            datetime(2026, 5, 28, 10),
            received_how="mail",
            chair_phone=None,
            route=None,
            end_time=None,
            marshals=None,
            commercial_gain=None,
        ),
        at=datetime(2026, 5, 28, 11),
    ),
    "freeport deficiency notice": Told(
        FREEPORT,
        "deficiency",
        _received(
            FREEPORT,
            datetime(2026, 5, 20, 11, 30),
            sworn_on=None,
            unit_interval_ft=None,
            spectators=None,
            police_officers=None,
            police_cost_agreed_on=None,
        ),
        at=datetime(2026, 5, 20, 14),
    ),
    "new_castle deficiency notice": Told(
        NEW_CASTLE,
        "deficiency",
        _received(
            NEW_CASTLE,
            datetime(2026, 9, 8, 9),
            marshals=None,
            spectators=None,
            sound_equipment=None,
            customarily_insured=None,
        ),
        at=datetime(2026, 9, 8, 10),
    ),
    "freeport police cost notice": Told(
        FREEPORT,
        "police",
        _received(FREEPORT, datetime(2026, 5, 20, 11, 30), police_cost_agreed_on=None),
        at=datetime(2026, 5, 22, 9),
    ),
    "east_troy alternate offer": Told(
        EAST_TROY,
        "offer",
        noted(denied(EAST_TROY)[0], action=None, acted_at=None, acted_by=None, chair_phone="555-0114"),
    ),
    "freeport alternate offer": Told(FREEPORT, "offer", *_FP_OFFERED),
    "new_castle alternate offer": Told(NEW_CASTLE, "offer", *_NC_OFFERED),
    "east_troy withdrawal confirmation": Told(EAST_TROY, "withdrawal", GRANTED[EAST_TROY](action="withdrawn")),
    "freeport withdrawal confirmation": Told(FREEPORT, "withdrawal", GRANTED[FREEPORT](action="withdrawn")),
    "new_castle withdrawal confirmation": Told(NEW_CASTLE, "withdrawal", GRANTED[NEW_CASTLE](action="withdrawn")),
    "east_troy held-for-papers letter": Told(
        EAST_TROY,
        "held-for-papers",
        GRANTED[EAST_TROY](insurer=None, certificate_on_file=None, **NO_FEE),
        determined(EAST_TROY),
    ),
    "freeport held-for-papers letter": Told(
        FREEPORT,
        "held-for-papers",
        GRANTED[FREEPORT](structures=True, police_cost_agreed_on=None),
        determined(FREEPORT),
    ),
    "new_castle held-for-papers letter": Told(
        NEW_CASTLE,
        "held-for-papers",
        GRANTED[NEW_CASTLE](indemnity_signed_on=None, **NO_FEE),
        determined(NEW_CASTLE),
    ),
    "east_troy revocation": Told(
        EAST_TROY,
        "revoke",
        _revoked(EAST_TROY, "ET-2-L.2", _STORM),
        determined(EAST_TROY),
        at=NOW[EAST_TROY] + timedelta(days=2),
    ),
    "freeport revocation": Told(
        FREEPORT,
        "revoke",
        _revoked(FREEPORT, "FP-69.2", "Forty officers are called to the fire at the harbor."),
        determined(FREEPORT),
        at=NOW[FREEPORT] + timedelta(days=2),
    ),
    "new_castle revocation": Told(
        NEW_CASTLE,
        "revoke",
        _revoked(NEW_CASTLE, "NC-4-A", "King Street is the only way round the bridge that closed on September 11."),
        determined(NEW_CASTLE),
        at=NOW[NEW_CASTLE] + timedelta(days=2),
    ),
    "east_troy demand in lieu of revocation": Told(
        EAST_TROY,
        "revoke",
        noted(
            _revoked(EAST_TROY, "ET-2-L.4", "Ten floats are drawn by trucks that the application does not name."),
            revoked_at=None,
            revoked_by=None,
            surety_required=Decimal(250_000),
        ),
        determined(EAST_TROY),
        at=NOW[EAST_TROY] + timedelta(days=2),
    ),
}
"""Each of these letters, by its golden text."""
