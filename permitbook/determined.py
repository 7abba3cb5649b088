"""What officials determined: their signed answers in the Findings sheet, by application and clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.assessment import Determination
from permitbook.errors import Problem
from permitbook.schema import columns
from permitbook.tables import FindingRow
from permitbook.workbook.table import address

if TYPE_CHECKING:
    from permitbook.desk import Desk
    from permitbook.ordinance import Ordinance


def determinations_of(desk: Desk) -> dict[str, dict[str, Determination]]:
    """The officials' answers; those that cannot be used, and why, go to the desk's problems."""
    numbers = {each.number.casefold(): each.number for each in desk.logged if each.is_numbered}
    made: dict[str, dict[str, Determination]] = {}
    rows: dict[tuple[str, str], tuple[int, FindingRow]] = {}
    for row, each in desk.findings:
        if each.found is None or not each.application_no or not each.clause:
            continue
        number = numbers.get(each.application_no.casefold())
        clause = clause_meant(desk.law, each.clause)
        if not each.by:
            message = "a determination counts once the official's name stands in By."
            desk.problems.append(finding_problem(desk, row, each, "by", message))
        elif number is None:
            message = f"there is no application {each.application_no} to evaluate."
            desk.problems.append(finding_problem(desk, row, each, "application_no", message))
        elif clause is None:
            message = f"{each.clause} is no clause that an official could determine here."
            desk.problems.append(finding_problem(desk, row, each, "clause", message))
        elif (known := rows.setdefault((number, clause), (row, each)))[1].found != each.found:
            for one, finding in (known, (row, each)):
                message = f"rows {known[0]} and {row} answer this clause differently; neither is used."
                desk.problems.append(finding_problem(desk, one, finding, "found", message))
            made[number].pop(clause, None)
        elif known[0] == row:
            answer = Determination(found=each.found, by=each.by, on=each.on, because=each.reason)
            made.setdefault(number, {})[clause] = answer
    return made


def clause_meant(law: Ordinance, typed: str) -> str | None:
    """A clause that can be determined, or one that holds such clauses, in the spelling of the law."""
    wanted = typed.casefold()
    for rule in law.rules:
        id = rule.clause.casefold()
        if id == wanted or id.startswith((f"{wanted}-", f"{wanted}.")):
            return rule.clause[: len(wanted)]
    return None


def finding_problem(desk: Desk, row: int, finding: FindingRow, key: str, message: str) -> Problem:
    """A problem with one row of the Findings sheet."""
    table = desk.tables["Findings"]
    column = next(each for each in columns(FindingRow) if each.key == key)
    cell = address(row, table.heads[key]) if key in table.heads else f"row {row}"
    read = str(getattr(finding, key) or "")
    return Problem("Findings", cell, column.heading, message, read=read, application_no=finding.application_no)
