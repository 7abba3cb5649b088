"""How long a check takes and how much memory it needs: `python -m tests.tools.bench_log 1000 10000`.

Makes a year's log of so many rows for one ordinance, brings it into a new workbook, and checks that in processes of
their own: first with everything to write, then with nothing changed. Prints seconds and peak memory of each.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

NAMES = (
    *("Main", "Church", "Grove", "Grand", "Elm", "Oak", "Maple", "Pine", "Cedar", "Lake", "River", "Hill", "Park"),
    *("Mill", "Bay", "Ocean", "Sunrise", "Merrick", "Atlantic", "Henry", "Pearl", "Smith", "Bedell", "Wallace"),
    *("Randall", "Archer", "Lena", "Rose", "Ray", "Guy"),
)
STREETS = [f"{name} {kind}" for name in NAMES for kind in ("Street", "Avenue")]
FIRST_DAY = date(2026, 1, 1)
AS_OF = "2026-06-01T09:00"
WINDOWS = sys.platform == "win32"


def facts(chance: Random, number: int) -> dict[str, Any]:
    """One application: most of them in order, some with gaps, some decided, issued or withdrawn."""
    day = FIRST_DAY + timedelta(days=chance.randrange(365))
    received = datetime.combine(day, datetime.min.time()) - timedelta(
        days=chance.randint(5, 120), minutes=chance.randint(420, 960)
    )
    hour, lasts = chance.randint(7, 19), chance.randint(1, 5)
    route = "; ".join(
        "{} from {} to {}".format(*chance.sample(STREETS, 3)) for _ in range(chance.choice([1, 1, 1, 2, 3, 6]))
    )
    told: dict[str, Any] = {
        "application_no": f"L-{number:06d}",
        "received_at": f"{received:%Y-%m-%d %H:%M}",
        "received_how": chance.choice(["in person", "mail", "e-mail", "online"]),
        "applicant_name": f"Applicant {number}",
        "applicant_address": f"{number} Oak Street",
        "applicant_phone": "516 555 0100",
        "organization_name": f"Group {number % 97}" if chance.random() < 0.6 else "",
        "organization_address": "1 Elm Street",
        "event_name": f"Event {number}",
        "event_form": chance.choice(["parade", "run", "march", "rally", "gathering"]),
        "planned": "yes",
        "affects_traffic": "yes",
        "venue": "street, sidewalk or parking lot",
        "event_date": f"{day}",
        "more_dates": f"{day + timedelta(days=1)}" if chance.random() < 0.1 else "",
        "assembly_time": f"{hour - 1:02}:30",
        "start_time": f"{hour:02}:00",
        "end_time": f"{(hour + lasts) % 24:02}:{chance.choice(['00', '30'])}",
        "assembly_area": chance.choice(["School Lot", "Village Square", "Memorial Park", "Station Plaza"]),
        "starting_point": chance.choice(STREETS),
        "termination_point": chance.choice(STREETS),
        "route": route,
        "participants": chance.randint(20, 900),
        "vehicles": 0,
        "spectators": chance.randint(0, 2000),
        "sound_equipment": "none",
        "public_facilities": "none",
        "signs_and_devices": "none",
    }
    if chance.random() < 0.4:
        acted = received + timedelta(days=4)
        told |= {"action": chance.choice(["granted", "granted", "denied"]), "acted_at": f"{acted:%Y-%m-%d %H:%M}"}
    return told


def write_log(path: Path, rows: int) -> None:
    """A CSV file of so many applications, always the same ones."""
    chance = Random(7)
    made = [facts(chance, number) for number in range(1, rows + 1)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(key for row in made for key in row)))
        writer.writeheader()
        writer.writerows(made)


def timed(*arguments: object) -> tuple[float, float]:
    """Wall seconds and peak megabytes of one command in a process of its own."""
    begun = time.perf_counter()
    with Path(os.devnull).open("w") as nothing:
        process = subprocess.Popen(
            [sys.executable, "-m", "permitbook", *map(str, arguments)], stdout=nothing, stderr=nothing
        )
        if WINDOWS:
            process.wait()
            return time.perf_counter() - begun, float("nan")
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode > 1:
        raise SystemExit(f"{arguments[0]} left with {process.returncode}")
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def measured(folder: Path, key: str, rows: int) -> Iterator[tuple[str, float, float]]:
    """Each command with its seconds and megabytes."""
    log, book = folder / f"{rows}.csv", folder / f"{rows}.xlsm"
    write_log(log, rows)
    timed("new", book, "--ordinance", key, "--year", 2026)
    for name, arguments in (
        ("import", ("import", book, log, "--as-of", AS_OF)),
        ("check, all new", ("check", book, "--as-of", AS_OF)),
        ("check, the same", ("check", book, "--as-of", AS_OF)),
        ("check --json", ("check", book, "--as-of", AS_OF, "--json", "--dry-run")),
    ):
        yield (name, *timed(*arguments))


def main() -> None:
    """Measures the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="*", default=[1_000, 10_000])
    parser.add_argument("--ordinance", default="freeport")
    asked = parser.parse_args()
    for rows in asked.rows:
        with tempfile.TemporaryDirectory() as folder:
            for name, seconds, megabytes in measured(Path(folder), asked.ordinance, rows):
                print(f"{rows:>7} rows  {name:<16} {seconds:6.2f} s  {megabytes:6.0f} MB", flush=True)


if __name__ == "__main__":
    main()
