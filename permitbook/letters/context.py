"""The names a letter template may use, and what they stand for in one letter.

Every letter has these names, whatever its kind; one that says nothing there is blank or an empty list. A kind may have
further ones of its own, and each fact of the log has its key as its name (`event_name`, `applicant_phone`), as letters
print it.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from permitbook.letters.appeals import reviewer
from permitbook.letters.contents import UNTOLD, Matter, Permit, days_of, headings, hours_of
from permitbook.letters.denial import alternate_of, ground, grounds_of
from permitbook.letters.receivers import Receiver, Unaffected
from permitbook.letters.referral import application_as_given, not_given, questions_of, reply_by
from permitbook.letters.sentences import points_below, printed
from permitbook.letters.spoken import in_words, lines_of, long_day

if TYPE_CHECKING:
    from collections.abc import Mapping

    from permitbook.letters.kind import LetterKind

MEANINGS = {
    "municipality": "the municipality's name",
    "letterhead_name": "the first part of the setting letterhead; the municipality where that is blank",
    "letterhead_lines": "its further parts, a list; the office of the official where there are none",
    "board": "the board that hears appeals",
    "permit_name": "what the ordinance calls its permit",
    "official": "who grants and denies, as the ordinance names the office",
    "official_name": "the name of that official in the Officials sheet; may be blank",
    "official_title": "the title there, else the office",
    "official_address": "the address there, a list of lines",
    "official_phone": "the telephone there; may be blank",
    "official_email": "the e-mail address there; may be blank",
    "document_no": "the number of this document in the Register",
    "letter_date": "the day the letter was made",
    "subject": "the application's number, the event's title and its days, for the Re: line",
    "addressee": "name, organization and address of the applicant, a list of lines",
    "event_days": "each day of the event in full",
    "event_hours": "from start to end",
    "decided_on": "the day of the recorded action",
    "granted": "how the permit came about: granted, an accepted alternate, or on appeal; blank unless it did",
    "issued_on": "the day the permit was issued",
    "permit": "the permit of this letter: number, days, particulars, statements, conditions, conditions_cite and "
    "alternate",
    "permits": "all permits of the application, each as `permit`",
    "duties": "sentences a permit carries, each with text, cite and leads (others follow from it)",
    "recipient": "who gets this copy: role, name, title, address, cite, says, practice, told",
    "copies": "all who get a copy, each as `recipient`",
    "none_affected": "copies that nobody needs, each with role, cite and told",
    "notices": "sentences of the ordinance that stand above what they speak of, each with text and cite",
    "rights": "its other sentences for a letter of this kind: notice, appeal, review",
    "grounds": "the grounds of a denial, each with cite, says, because, facts and determined",
    "alternate": "what was offered: offered_on, items (label, value), before and after (sentences)",
    "sections": "the application as it was given: name and items (label, value) of each section",
    "not_given": "what it must still set out, each with label and cite",
    "questions": "what the official must determine, each with cite and text",
    "reply_by": "the day by which an answer to a referral is asked, as a courtesy",
}
"""What each name stands for, facts of the log aside."""


class Letter(Struct, frozen=True, kw_only=True):
    """One letter to be made."""

    kind: LetterKind
    matter: Matter
    document_no: str
    made_on: datetime
    permits: tuple[Permit, ...] = ()
    permit: Permit | None = None
    recipient: Receiver | None = None
    copies: tuple[Receiver, ...] = ()
    none_affected: tuple[Unaffected, ...] = ()


def names(letter: Letter, common: Mapping[str, object] | None = None) -> dict[str, object]:
    """What every name a template may use stands for in this letter; `common` are those of its matter, if at hand."""
    told = common_names(letter.matter) if common is None else common
    return {**told, **_of_this_letter(letter), **letter.kind.names(letter)}


def common_names(matter: Matter) -> dict[str, object]:
    """What stands in all letters of a matter alike."""
    return _facts(matter) | _office(matter) | _application(matter)


def _facts(matter: Matter) -> dict[str, object]:
    """Each fact that this municipality's log holds, by its key."""
    it, initial = matter.case.application, matter.law.initial
    return {
        key: in_words(column, getattr(it, key))
        for key, column in headings().items()
        if initial in column.municipalities and key not in UNTOLD
    }


def _office(matter: Matter) -> dict[str, object]:
    law, office = matter.law, matter.case.office
    parts = [part for each in (office.settings.letterhead or "").split("|") if (part := each.strip())]
    signs = office.official(law.official)
    return {
        "municipality": law.municipality,
        "letterhead_name": parts[0] if parts else law.municipality,
        "letterhead_lines": parts[1:] or [f"Office of the {law.official}"],
        "board": law.board,
        "permit_name": law.permit_name,
        "official": law.official,
        "official_name": signs.name,
        "official_title": signs.title or law.official,
        "official_address": lines_of(signs.address),
        "official_phone": signs.phone,
        "official_email": signs.email,
    }


def _application(matter: Matter) -> dict[str, object]:
    case = matter.case
    it = case.application
    days = days_of(case)
    title = [part for part in (it.event_name, days) if part and part.strip()]
    return {
        "subject": ": ".join(filter(None, (f"Application {it.application_no}", ", ".join(title)))),
        "addressee": [*lines_of(it.applicant_name), *lines_of(it.organization_name), *lines_of(it.applicant_address)],
        "event_days": days,
        "event_hours": hours_of(case),
        "decided_on": it.acted_at and long_day(it.acted_at.date()),
        "granted": granted(matter),
        "issued_on": it.issued_at and long_day(it.issued_at.date()),
        "duties": printed(case, "permit"),
        "grounds": tuple(ground(matter, each) for each in grounds_of(matter)),
        "sections": application_as_given(matter),
        "not_given": not_given(matter),
        "questions": questions_of(matter),
    }


def granted(matter: Matter) -> str | None:
    """How the permit came about; None while there is no act to issue one on."""
    it = matter.case.logged
    if it.alternate_accepted_on:
        law = matter.law
        how = "as an alternate" if law.alternates_in_denying else f"as modified by the {law.alternates_by}"
        return f"Authorized {how}; accepted by the applicant on {long_day(it.alternate_accepted_on)}."
    if it.appeal_outcome in ("reversed", "modified"):
        on = f" on {long_day(it.appeal_decided_on)}" if it.appeal_decided_on else ""
        return f"Granted on appeal by the {reviewer(matter)}{on}."
    if it.action != "granted":
        return None
    by = f" by {it.acted_by}" if it.acted_by else ""
    return f"Granted{by}{f' on {long_day(it.acted_at.date())}' if it.acted_at else ''}."


def _of_this_letter(letter: Letter) -> dict[str, object]:
    matter = letter.matter
    lines = printed(matter.case, letter.kind.prints)
    return {
        "document_no": letter.document_no,
        "letter_date": long_day(letter.made_on.date()),
        "permit": letter.permit,
        "permits": letter.permits,
        "recipient": letter.recipient,
        "copies": letter.copies,
        "none_affected": letter.none_affected,
        "notices": tuple(each for each in lines if points_below(each)),
        "rights": tuple(each for each in lines if not points_below(each)),
        "alternate": alternate_of(matter, letter.made_on, lines) if _tells_alternates(letter) else None,
        "reply_by": reply_by(matter, letter.made_on.date()),
    }


def _tells_alternates(letter: Letter) -> bool:
    return letter.matter.law.alternates_in_denying or letter.kind.prints == "offer"


def fact_heading(name: str) -> str:
    """What the workbook calls a fact, for the reasons a letter is withheld."""
    columns: Mapping[str, object] = headings()
    return headings()[name].heading if name in columns else name.replace("_", " ").replace(".", " ")
