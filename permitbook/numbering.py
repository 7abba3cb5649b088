"""Application numbers: given once, by the year of receipt, above all that were ever used; never two the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.application import Application
from permitbook.errors import Problem
from permitbook.schema import columns
from permitbook.texts import bare
from permitbook.workbook.table import address

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.ordinance import Ordinance


def numbers_of(law: Ordinance) -> Callable[[str], tuple[int, int] | None]:
    """Reads a number of the program's own form as its year and count."""
    form = re.compile(rf"{law.prefix}-(\d{{4}})-(\d+)", re.IGNORECASE)

    def read(number: str) -> tuple[int, int] | None:
        found = form.fullmatch(number.strip())
        return (int(found[1]), int(found[2])) if found else None

    return read


def number_for(law: Ordinance, year: int, highest: Counter[int]) -> str:
    """The next number of a year, one above the highest, which it then is."""
    highest[year] += 1
    return f"{law.prefix}-{year}-{highest[year]:03d}"


def highest_numbers(desk: Desk) -> Counter[int]:
    """The highest count given in each year, over the log, the Register and the Log."""
    read, highest = numbers_of(desk.law), Counter[int]()
    used = [each.application.application_no for each in (*desk.logged, *desk.set_aside)]
    used += [each.application_no for _, each in desk.register]
    used += [each.application_no for each in desk.history]
    for number in used:
        found = read(number) if number else None
        if found:
            highest[found[0]] = max(highest[found[0]], found[1])
    return highest


def give_numbers(desk: Desk) -> None:
    """Gives each row without a number the next of its year of receipt.

    A row without receipt waits for it, and one whose number cannot be read for the clerk: it is not written over.
    """
    from permitbook.desk import UNNUMBERED

    if all(each.application.application_no for each in desk.logged):
        return
    highest, unread = highest_numbers(desk), _unread_numbers(desk)
    for at, each in enumerate(desk.logged):
        if each.application.application_no:
            continue
        received, number = each.application.received_at, f"{UNNUMBERED}{each.row})"
        if each.row not in unread and received:
            number = number_for(desk.law, received.year, highest)
        elif each.row not in unread:
            message = "no application number can be given until Received is filled in."
            desk.problems.append(_problem(desk, each.row, message))
        desk.logged[at] = replace(each, application=replace(each.application, application_no=number))
        if desk.logged[at].is_numbered:
            desk.numbered.append(desk.logged[at])


def _unread_numbers(desk: Desk) -> set[int]:
    """The rows in which something stands for a number that is none."""
    from permitbook.desk import APPLICATIONS

    lacking = {each.row for each in desk.logged if not each.application.application_no}
    typed = ((row.number, row.get("application_no")) for row in desk.tables[APPLICATIONS].rows if row.number in lacking)
    return {row for row, raw in typed if raw is not None and not (isinstance(raw, str) and not bare(raw))}


def set_duplicates_aside(desk: Desk) -> None:
    """Applications that share a number are listed, and neither is evaluated."""
    keys = [each.number.casefold() for each in desk.logged]
    times = Counter(keys)
    if len(times) == len(keys):
        return
    desk.set_aside = [each for key, each in zip(keys, desk.logged, strict=True) if times[key] > 1]
    desk.logged = [each for key, each in zip(keys, desk.logged, strict=True) if times[key] == 1]
    rows: dict[str, list[int]] = {}
    for each in desk.set_aside:
        rows.setdefault(each.number.casefold(), []).append(each.row)
    for each in desk.set_aside:
        others = ", ".join(str(row) for row in rows[each.number.casefold()] if row != each.row)
        message = f"the number {each.number} stands also in row {others}; none of them is evaluated. Give each its own."
        desk.problems.append(_problem(desk, each.row, message, each.number))


def _problem(desk: Desk, row: int, message: str, number: str | None = None) -> Problem:
    from permitbook.desk import APPLICATIONS

    table = desk.tables[APPLICATIONS]
    column = next(each for each in columns(Application) if each.key == "application_no")
    cell = address(row, table.heads[column.key]) if column.key in table.heads else f"row {row}"
    return Problem(APPLICATIONS, cell, column.heading, message, read=number or "", application_no=number)
