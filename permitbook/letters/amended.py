"""A permit that was issued and is made again with a correction, under the same number, marked as amended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from permitbook.letters.numbers import last_voided
from permitbook.letters.spoken import long_day
from permitbook.letters.withholding import against_issue

if TYPE_CHECKING:
    from datetime import datetime

    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

FIRST, AMENDED = "permit", "amended permit"
"""The Register's kinds for a permit as it was issued, and for one with a correction."""
PERMIT_MEANINGS = {"amended": "in place of which permit an amended one stands; blank on one that is not amended"}


def permit_names(letter: Letter) -> Mapping[str, object]:
    """What a permit and its copies print beside what every letter may."""
    if not letter.kind.kind.startswith("amended"):
        return {"amended": None}
    it = letter.matter.case.logged
    before = [at for at in made_before(letter.matter) if at < letter.made_on]
    of = max(before, default=it.issued_at)
    earlier = f"that of {long_day(of.date())}" if of else "the earlier one"
    return {"amended": f"This permit of {long_day(letter.made_on.date())} stands in place of {earlier}."}


def made_before(matter: Matter) -> list[datetime]:
    """When the permits under the present number were made."""
    since = last_voided(matter)
    made = [row.made_at for row in matter.register if row.kind in (FIRST, AMENDED) and row.made_at]
    return [at for at in made if since is None or at >= since]


def against_first(matter: Matter) -> Iterator[str]:
    """Why a permit may not be issued; one that was amended since is made again only as amended."""
    yield from against_issue(matter)
    since = last_voided(matter)
    for row in matter.register:
        if row.kind == AMENDED and row.made_at and (since is None or row.made_at >= since):
            yield f"The permit was amended: {row.document_no} is made again with --amended."
            return


def against_amending(matter: Matter) -> Iterator[str]:
    """Why there is no permit to amend, or why it may not be made as the workbook has it now."""
    if matter.case.logged.issued_at is None or not made_before(matter):
        yield "No permit was issued: there is none to amend."
    yield from against_issue(matter)
