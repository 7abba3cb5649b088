"""The letters that follow a decision: for the road, for the board, for the purse, and when something changes."""

from __future__ import annotations

from permitbook.letters.appeals import (
    APPEAL_MEANINGS,
    DECISION_MEANINGS,
    MEETING_MEANINGS,
    against_appeal_notice,
    against_board_decision,
    against_meeting_notice,
    appeal_names,
    decision_names,
    meeting_names,
    notes_on_appeal_notice,
)
from permitbook.letters.changes import CHANGE_MEANINGS, against_change_notice, change_names, holders
from permitbook.letters.costs import INVOICE_MEANINGS, against_invoice, invoice_names, notes_on_invoice
from permitbook.letters.handout import HANDOUT_MEANINGS, against_handout, handout_names
from permitbook.letters.kind import APPLICANT, LetterKind, letter
from permitbook.letters.parking import POSTING_MEANINGS, against_posting, notes_on_posting, posted_by, posting_names

HANDOUT = LetterKind("hand-out", "handout.docx", APPLICANT, "handout", names=handout_names, meanings=HANDOUT_MEANINGS)
POSTING = LetterKind(
    "posting list",
    "posting.docx",
    "whoever posts",
    "posting",
    receivers=posted_by,
    names=posting_names,
    meanings=POSTING_MEANINGS,
)
APPEAL = LetterKind(
    "appeal notice",
    "appeal_notice.docx",
    "appeal",
    "appeal-notice",
    practice="practice appeal notice",
    names=appeal_names,
    meanings=APPEAL_MEANINGS,
)
MEETING = LetterKind(
    "meeting notice",
    "meeting_notice.docx",
    "special meeting",
    "meeting-notice",
    names=meeting_names,
    meanings=MEETING_MEANINGS,
)
DECISION = LetterKind(
    "board decision",
    "board_decision.docx",
    APPLICANT,
    "board-decision",
    names=decision_names,
    meanings=DECISION_MEANINGS,
)
CHANGE = LetterKind(
    "change notice",
    "change_notice.docx",
    "all who had a copy",
    "change-notice",
    receivers=holders,
    names=change_names,
    meanings=CHANGE_MEANINGS,
)
INVOICE = LetterKind("invoice", "invoice.docx", APPLICANT, "invoice", names=invoice_names, meanings=INVOICE_MEANINGS)

AFTER = (HANDOUT, POSTING, APPEAL, MEETING, DECISION, CHANGE, INVOICE)
"""The kinds, in the order of the work."""
AFTER_LETTERS = (
    letter(HANDOUT, "handout", against_handout, again=True),
    letter(POSTING, "posting", against_posting, notes=notes_on_posting, again=True),
    letter(APPEAL, "appeal-notice", against_appeal_notice, notes=notes_on_appeal_notice, again=True),
    letter(MEETING, "meeting-notice", against_meeting_notice, again=True),
    letter(DECISION, "board-decision", against_board_decision),
    letter(CHANGE, "change-notice", against_change_notice, again=True),
    letter(INVOICE, "invoice", against_invoice, notes=notes_on_invoice, again=True),
)
"""The commands that make them."""
