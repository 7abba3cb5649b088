"""The letters before a decision and in its place: intake, police, alternate, withdrawal, papers; and revocation."""

from __future__ import annotations

from permitbook.letters.denial import denying_clauses
from permitbook.letters.intake import (
    DEFICIENCY_MEANINGS,
    RECEIPT_MEANINGS,
    against_deficiency,
    against_receipt,
    clauses_missing,
    deficiency_names,
    receipt_names,
)
from permitbook.letters.kind import APPLICANT, Act, LetterKind, letter
from permitbook.letters.offer import OFFER_MEANINGS, against_offer, offer_names
from permitbook.letters.police import POLICE_MEANINGS, against_police, notes_on_police, police_names
from permitbook.letters.revocation import (
    REVOCATION_MEANINGS,
    against_revocation,
    all_with_a_copy,
    clauses_revoked_on,
    is_revoked,
    is_secured_instead,
    revocation_names,
)
from permitbook.letters.settled import (
    HELD_MEANINGS,
    WITHDRAWAL_MEANINGS,
    against_held,
    against_withdrawal,
    clauses_awaited,
    held_names,
    withdrawal_names,
)

RECEIPT = LetterKind("receipt", "receipt.docx", APPLICANT, "receipt", names=receipt_names, meanings=RECEIPT_MEANINGS)
DEFICIENCY = LetterKind(
    "deficiency notice",
    "deficiency.docx",
    APPLICANT,
    "deficiency",
    names=deficiency_names,
    meanings=DEFICIENCY_MEANINGS,
)
POLICE = LetterKind(
    "police cost notice", "police.docx", APPLICANT, "police", names=police_names, meanings=POLICE_MEANINGS
)
WITHDRAWAL = LetterKind(
    "withdrawal confirmation",
    "withdrawal.docx",
    APPLICANT,
    "withdrawal",
    names=withdrawal_names,
    meanings=WITHDRAWAL_MEANINGS,
)
HELD = LetterKind(
    "held-for-papers letter",
    "held_for_papers.docx",
    APPLICANT,
    "held-for-papers",
    names=held_names,
    meanings=HELD_MEANINGS,
)
OFFER = LetterKind("alternate offer", "offer.docx", APPLICANT, "offer", names=offer_names, meanings=OFFER_MEANINGS)
REVOCATION = LetterKind(
    "revocation",
    "revocation.docx",
    APPLICANT,
    "revocation",
    when=is_revoked,
    names=revocation_names,
    meanings=REVOCATION_MEANINGS,
)
REVOCATION_COPY = LetterKind(
    "revocation copy",
    "revocation_copy.docx",
    "whoever had a copy",
    "revocation",
    when=is_revoked,
    receivers=all_with_a_copy,
    names=revocation_names,
    meanings=REVOCATION_MEANINGS,
)
SURETY = LetterKind(
    "demand in lieu of revocation",
    "surety.docx",
    APPLICANT,
    "surety",
    when=is_secured_instead,
    names=revocation_names,
    meanings=REVOCATION_MEANINGS,
)

BEFORE = (RECEIPT, DEFICIENCY, POLICE, WITHDRAWAL, HELD, OFFER, REVOCATION, REVOCATION_COPY, SURETY)
"""Their kinds."""

OFFERED = Act(
    command="offer",
    done="offered",
    kinds=(OFFER,),
    against=against_offer,
    clauses=denying_clauses,
    offers=True,
)
REVOKED = Act(
    command="revoke",
    done="revocation told",
    undone="no revocation told",
    kinds=(REVOCATION, REVOCATION_COPY, SURETY),
    against=against_revocation,
    clauses=clauses_revoked_on,
)
BEFORE_LETTERS = (
    letter(RECEIPT, "receipt", against_receipt, reads_all=False),
    letter(DEFICIENCY, "deficiency", against_deficiency, clauses=clauses_missing, again=True),
    letter(POLICE, "police", against_police, notes=notes_on_police, again=True),
    letter(WITHDRAWAL, "withdrawal", against_withdrawal, reads_all=False),
    letter(HELD, "held-for-papers", against_held, clauses=clauses_awaited, again=True),
)
"""Those that are made by themselves."""
