"""Acts and letters from the command line: refer, issue, deny, offer, revoke, and any single letter."""

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from permitbook.commands.saying import say_json, say_problems, say_table
from permitbook.commands.watching import watched
from permitbook.errors import NeedsUser, UsageError
from permitbook.issuing import Acted, Outcome, act_on
from permitbook.letters.kind import Act
from permitbook.letters.permits import AMEND, ISSUE, void
from permitbook.report import plain, problem_report


def refer(asked: argparse.Namespace) -> int:
    """Makes the copies of applications that the ordinance sends to others."""
    return _do(_act("refer"), asked)


def issue(asked: argparse.Namespace) -> int:
    """Makes granted permits with all their copies; or makes them again amended, or voids their numbers."""
    if asked.void is None:
        return _do(AMEND if asked.amended else ISSUE, asked)
    if asked.amended:
        raise UsageError("A permit is amended or voided, not both; give --amended or --void.")
    because = " ".join(asked.void.split())
    if not because:
        raise UsageError('Say why the number is void: --void "printed with the wrong day".')
    return _do(void(because), asked)


def deny(asked: argparse.Namespace) -> int:
    """Makes the letters of recorded denials."""
    return _do(_act("deny"), asked)


def offer(asked: argparse.Namespace) -> int:
    """Makes the offers of alternates that officials have authorized."""
    return _do(_act("offer"), asked)


def revoke(asked: argparse.Namespace) -> int:
    """Makes the notices of recorded revocations."""
    return _do(_act("revoke"), asked)


def letter(asked: argparse.Namespace) -> int:
    """Makes a letter of one kind for each application."""
    from permitbook.letters.kinds import LETTERS

    act = next((each for each in LETTERS if each.command == asked.kind), None)
    if act is None:
        known = ", ".join(each.command for each in LETTERS)
        raise UsageError(f"There is no letter {asked.kind}; the kinds are {known}.")
    return _do(act, asked)


def _act(command: str) -> Act:
    from permitbook.letters.kinds import ACTS

    return ACTS[command]


def _do(act: Act, asked: argparse.Namespace) -> int:
    with watched():
        acted = act_on(asked.book, act, asked.applications, asked.as_of)
    failed = _make_pdfs(acted) if asked.pdf else {}
    if asked.json:
        say_json(_report(acted, failed))
    else:
        for each in acted.outcomes:
            _say(acted, each)
    for each in acted.outcomes:
        _say_withheld(acted, each)
    for number, reason in failed.items():
        print(f"{number}: the letters are made, but no PDF: {reason}", file=sys.stderr)
    say_problems(acted.problems)
    return int(acted.needs_user or bool(failed))


def _make_pdfs(acted: Acted) -> dict[str, str]:
    """Puts PDFs beside the letters of each application; why not, by number, where that failed. The letters stand."""
    from permitbook.letters.pdf import make_pdfs

    failed = {}
    for each in acted.outcomes:
        if each.made is None:
            continue
        try:
            each.pdfs = tuple(make_pdfs([each.made.folder / document.name for document in each.made.documents]))
        except NeedsUser as error:
            failed[each.number] = str(error)
    return failed


def _say(acted: Acted, outcome: Outcome) -> None:
    if outcome.made is None:
        return
    told = acted.act.done if outcome.changed else f"{acted.act.done} before; nothing changed"
    print(f"{outcome.number}: {told}. Letters are in {outcome.made.folder}.")
    say_table(
        ("Document", "Kind", "For", "Clause", "File"),
        [
            (each.number, each.draft.kind, each.draft.recipient, each.draft.clause, each.name)
            for each in outcome.made.documents
        ],
    )
    for none in outcome.made.unaffected:
        print(f"{none.told} ({none.clause}).")
    if outcome.pdfs:
        print(f"Beside each letter stands its PDF ({len(outcome.pdfs)}).")


def _say_withheld(acted: Acted, outcome: Outcome) -> None:
    if outcome.reasons:
        print(f"{outcome.number}: {acted.act.not_done}. No letter was made:", file=sys.stderr)
        for reason in outcome.reasons:
            print(f"  - {reason}", file=sys.stderr)
    for note in outcome.notes:
        print(f"note: {outcome.number}: {note}", file=sys.stderr)


def _report(acted: Acted, failed: Mapping[str, str]) -> dict[str, Any]:
    return {
        "ordinance": acted.checked.desk.law.key,
        "as_of": plain(acted.checked.as_of),
        "act": acted.act.command,
        "applications": [_outcome(each) | {"no_pdf_because": failed.get(each.number)} for each in acted.outcomes],
        "problems": [problem_report(each) for each in acted.problems],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    made = outcome.made
    return {
        "application_no": outcome.number,
        "done": made is not None,
        "changed": outcome.changed,
        "reasons": list(outcome.reasons),
        "notes": list(outcome.notes),
        "permit_no": made.permit_no if made else None,
        "folder": str(made.folder) if made else None,
        "pdfs": [each.name for each in outcome.pdfs],
        "documents": [
            {
                "document_no": each.number,
                "kind": each.draft.kind,
                "recipient": each.draft.recipient,
                "clause": each.draft.clause,
                "file": each.name,
                "fingerprint": each.fingerprint,
            }
            for each in (made.documents if made else ())
        ],
        "none_affected": [
            {"recipient": each.role, "clause": each.clause} for each in (made.unaffected if made else ())
        ],
    }
