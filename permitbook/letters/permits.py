"""Everything by which a permit is made, corrected or voided."""

from __future__ import annotations

from msgspec.structs import replace

from permitbook.letters.amended import AMENDED, FIRST, PERMIT_MEANINGS, against_amending, against_first, permit_names
from permitbook.letters.changes import VOID_MEANINGS, against_void, holders, void_names, voided
from permitbook.letters.kind import APPLICANT, Act, LetterKind
from permitbook.letters.withholding import notes_on_issue

PERMIT = LetterKind(
    FIRST, "permit.docx", APPLICANT, "permit", each_day=True, names=permit_names, meanings=PERMIT_MEANINGS
)
COPY = LetterKind(
    "permit copy",
    "permit_copy.docx",
    "permit",
    "permit memo",
    practice="practice copy",
    names=permit_names,
    meanings=PERMIT_MEANINGS,
)
POCKET = LetterKind(
    "pocket copy",
    "pocket_copy.docx",
    APPLICANT,
    "pocket copy",
    each_day=True,
    where_asked=True,
    names=permit_names,
    meanings=PERMIT_MEANINGS,
)
AMENDED_PERMIT = replace(PERMIT, kind=AMENDED, must_print=("amended",))
AMENDED_COPY = replace(COPY, kind="amended permit copy", practice="amended practice copy", must_print=("amended",))
AMENDED_POCKET = replace(POCKET, kind="amended pocket copy", must_print=("amended",))

ISSUE = Act(
    command="issue",
    done="issued",
    kinds=(PERMIT, COPY, POCKET),
    against=against_first,
    sets=("issued_at", "permit_no"),
    notes=notes_on_issue,
    by_number=True,
)
AMEND = Act(
    command="amend",
    done="amended",
    kinds=(AMENDED_PERMIT, AMENDED_COPY, AMENDED_POCKET),
    against=against_amending,
    sets=("permit_no",),
    notes=notes_on_issue,
    again=True,
    by_number=True,
)


def void(because: str) -> Act:
    """The act that voids a permit's numbers for a reason, and tells all who had a copy."""
    kind = LetterKind(
        "void notice",
        "void_notice.docx",
        "all who had a copy",
        "void-notice",
        receivers=holders,
        names=void_names(because),
        meanings=VOID_MEANINGS,
        must_print=("void_because", "permit_numbers"),
    )
    return Act(
        command="void",
        done=f"voided: {because}",
        undone="not voided",
        kinds=(kind,),
        against=against_void,
        reads_all=False,
        by_number=True,
        clears=("issued_at", "permit_no"),
        states=voided(because),
    )


PERMITS = (PERMIT, COPY, POCKET, AMENDED_PERMIT, AMENDED_COPY, AMENDED_POCKET, *void("").kinds)
"""The kinds that go with a permit."""
