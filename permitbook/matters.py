"""An application with its case, as letters draw on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from permitbook.assessment import grounds_among
from permitbook.evaluate import cases_of, evaluate_log
from permitbook.letters.contents import Matter

if TYPE_CHECKING:
    from permitbook.assessment import Assessment
    from permitbook.checking import Checked
    from permitbook.letters.kinds import Act
    from permitbook.results import Assessed


def matter_of(checked: Checked, found: Assessed, act: Act) -> Matter:
    """An application as an act sees it; one to be issued is issued now, unless it was before."""
    desk, it = checked.desk, found.logged.application
    if "issued_at" in act.sets and it.issued_at is None:
        it = replace(it, issued_at=checked.as_of)
    case = cases_of(desk.law, [it], desk.office, checked.as_of, desk.determinations)[0]
    case.grounds = grounds_among(found.assessment.findings)
    number = found.logged.number.casefold()
    register = tuple(row for _, row in desk.register if (row.application_no or "").casefold() == number)
    return Matter(case, found.assessment, register, _as_offered(checked, found) if act.offers else None)


def _as_offered(checked: Checked, found: Assessed) -> Assessment | None:
    """What the ordinance says of the alternate as if it had been accepted; None while none was offered."""
    desk, offered_on = checked.desk, found.logged.application.alternate_offered_on
    if offered_on is None:
        return None
    log = [
        replace(each.application, alternate_accepted_on=each.application.alternate_accepted_on or offered_on)
        if each is found.logged
        else each.application
        for each in desk.logged
    ]
    made = evaluate_log(
        desk.law,
        log,
        desk.office,
        as_of=checked.as_of,
        determinations=desk.determinations,
        unread=desk.unread(),
    )
    return made[desk.logged.index(found.logged)]
