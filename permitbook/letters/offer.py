"""The offer of an alternate: what is authorized in place of what was applied for, and how it is accepted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from permitbook.assessment import Effect
from permitbook.case import with_alternate
from permitbook.letters.contents import headings, named
from permitbook.letters.denial import grounds_of
from permitbook.letters.intake import addressed
from permitbook.letters.spoken import account, long_day, long_moment
from permitbook.letters.withholding import against_denial, no_ground, unsigned
from permitbook.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from permitbook.assessment import Finding
    from permitbook.letters.contents import Matter
    from permitbook.letters.context import Letter

OFFER_MEANINGS = {
    "authority": "the office that authorizes the alternate",
    "authority_name": "who holds it, from the Officials sheet; may be blank",
    "authority_title": "the title there, else the office",
    "in_denying": "whether the alternate is authorized in denying the application",
    "received_on": "when the application was received",
}
_STANDS_AGAINST = (Effect.MUST_DENY, Effect.ISSUE_UNLESS, Effect.ISSUE_ONLY_IF)


def offer_names(letter: Letter) -> Mapping[str, object]:
    """What an offer prints beside what every letter may."""
    matter = letter.matter
    law, it = matter.law, matter.case.logged
    authority = law.alternates_by or law.official
    signs = matter.case.office.official(authority)
    return {
        "authority": authority,
        "authority_name": signs.name,
        "authority_title": signs.title or authority,
        "in_denying": law.alternates_in_denying,
        "received_on": it.received_at and long_moment(it.received_at),
    }


def against_offer(matter: Matter) -> Iterator[str]:
    """Why an offer may not be made yet."""
    it, law = matter.case.logged, matter.law
    if it.alternate_offered_on is None:
        authority = law.alternates_by or law.official
        yield f"Alternate Offered On must be filled in: an offer is written once the {authority} has authorized it."
    if not _offered(matter):
        fields = tuple(key for key in _alternate_fields() if law.initial in headings()[key].municipalities)
        yield f"What is offered must be filled in: {named(fields)} are all blank."
    if law.alternates_in_denying:
        yield from _not_denied(matter)
    elif it.action in ("withdrawn", "no permit needed"):
        yield f"Action is {it.action}: nothing is left to change."
    if it.alternate_accepted_on is None:
        yield from against_alternate(matter)
    else:
        yield f"The alternate was accepted {long_day(it.alternate_accepted_on)}: the offer that was made stands."
    yield from addressed(matter, "offer")


def against_denial_and_offer(matter: Matter) -> Iterator[str]:
    """Why a denial may not be written yet, or not with the alternate that it would carry."""
    yield from against_denial(matter)
    it = matter.case.logged
    carries = it.alternate_offered_on is not None and it.alternate_offered_on <= matter.case.as_of.date()
    if carries and matter.law.alternates_in_denying and it.alternate_accepted_on is None:
        against = tuple(against_alternate(matter))
        yield from against
        if against:
            yield "Offer another alternate, or leave its columns blank: the denial itself can go out without one."


def _alternate_fields() -> tuple[str, ...]:
    return tuple(key for key in headings() if key.startswith("alternate_") and not key.endswith("_on"))


def _offered(matter: Matter) -> bool:
    return any(getattr(matter.case.logged, key) is not None for key in _alternate_fields())


def _not_denied(matter: Matter) -> Iterator[str]:
    """Where an alternate is authorized in denying, the letter is the denial too, and there is one such letter."""
    it = matter.case.logged
    if it.action != "denied":
        yield f"Action is {it.action or 'blank'}: an alternate is authorized in denying; record the denial."
    yield from unsigned(matter)
    if not grounds_of(matter):
        yield from no_ground(matter)
    for row in matter.register:
        if row.kind != "denial" or it.alternate_offered_on is None:
            continue
        if row.sent_on is None:
            yield f"The denial {row.document_no} is not sent yet: run deny, so that one letter carries both."
        elif row.made_at and row.made_at.date() > it.alternate_offered_on:
            yield f"The denial {row.document_no} carries the offer already."


def against_alternate(matter: Matter) -> Iterator[str]:
    """What the ordinance says against the alternate, as if it were the event."""
    day = with_alternate(matter.case.logged).event_date
    if day and day < matter.case.as_of.date():
        yield f"The alternate's day, {long_day(day)}, is past."
    if matter.offered is None:
        return
    for finding in matter.offered.findings:
        if _stands_against(finding):
            yield f"The alternate meets {finding.cite}: {account(finding.answer.because, matter.law.prefix)}"


def _stands_against(finding: Finding) -> bool:
    """The facts of the alternate themselves prove it; what an official has determined was said of the event."""
    return finding.effect in _STANDS_AGAINST and finding.verdict is Verdict.PROVED and finding.alone is Verdict.PROVED
