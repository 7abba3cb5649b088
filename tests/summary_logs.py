"""Small logs for the summary: desks made by hand, without a workbook."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any

from permitbook.application import Application
from permitbook.desk import Desk, Logged
from permitbook.office import Office
from permitbook.ordinance import Ordinance
from permitbook.ordinances import ordinance
from permitbook.places import read_route
from permitbook.summary.digest import digest_desk
from permitbook.summary.facts import Digest
from permitbook.summary.month import Month
from tests.random_logs import office_of

JUNE = Month(2026, 6)
AS_OF = datetime(2026, 7, 6, 9)


def desk_of(law: Ordinance, applications: Sequence[Application], office: Office | None = None) -> Desk:
    logged = [Logged(row, each) for row, each in enumerate(applications, 2)]
    return Desk(
        law=law,
        office=office or office_of(law),
        logged=logged,
        determinations={},
        findings=[],
        register=[],
        history=[],
        tables={},
    )


def digest(
    *applications: Application,
    key: str = "freeport",
    month: Month = JUNE,
    as_of: datetime = AS_OF,
    office: Office | None = None,
    book: str = "log",
) -> Digest:
    return digest_desk(desk_of(ordinance(key), applications, office), book, month, as_of)


def parade(number: str, received: str, **facts: Any) -> Application:
    """An application for two hours on Main Street that needs a permit in Freeport."""
    told: dict[str, Any] = {
        "application_no": number,
        "received_at": datetime.fromisoformat(received),
        "event_form": "parade",
        "venue": "street, sidewalk or parking lot",
        "affects_traffic": True,
        "seeks_attention": True,
        "event_date": date(2026, 7, 18),
        "start_time": time(10),
        "end_time": time(12),
        "route": read_route("Main Street"),
        "participants": 40,
    }
    return Application(**told | facts)


def small_log() -> list[Application]:
    """Seven applications of which every number of the month can be counted on one's fingers."""
    return [
        parade(
            "FP-1",
            "2026-06-01T09:00",
            organization_name="NA",
            action="granted",
            acted_at=datetime(2026, 6, 5, 10),
            issued_at=datetime(2026, 6, 5, 11),
            police_cost_actual=None,
        ),
        parade("FP-2", "2026-06-08T09:00", participants=120, action="denied", acted_at=datetime(2026, 6, 18, 9)),
        parade(
            "FP-3",
            "2026-06-20T09:00",
            event_form="rally",
            event_date=date(2026, 8, 8),
            action="withdrawn",
            acted_at=datetime(2026, 6, 22, 9),
        ),
        parade(
            "FP-4",
            "2025-06-10T09:00",
            event_form="march",
            event_date=date(2025, 8, 2),
            action="granted",
            acted_at=datetime(2025, 6, 12, 9),
            issued_at=datetime(2025, 6, 12, 10),
            revoked_at=datetime(2025, 7, 30, 9),
        ),
        parade(
            "FP-5",
            "2026-06-04T09:00",
            event_date=date(2026, 8, 1),
            participants=None,
            action="granted",
            acted_at=datetime(2026, 6, 1, 9),
        ),
        parade("FP-6", "2026-06-29T09:00", event_form="walk", event_date=date(2026, 9, 20), participants=2_000),
        parade("FP-7", "2026-06-30T09:00", event_date=date(2026, 8, 22), action="granted"),
    ]
