"""E-mail drafts from the command line."""

import argparse
import sys
from typing import Any

from permitbook.commands.saying import say_json, say_table
from permitbook.mailing.make import Mailed, mail_drafts


def mail(asked: argparse.Namespace) -> int:
    """Makes the drafts of an application, and says how the rest must be sent."""
    made = mail_drafts(asked.book, asked.application, asked.as_of)
    if asked.json:
        say_json(_report(made))
    else:
        _say(made)
    for reason in made.reasons:
        print(reason, file=sys.stderr)
    for note in made.notes:
        print(f"note: {note}", file=sys.stderr)
    return int(bool(made.reasons))


def _say(made: Mailed) -> None:
    if made.drafts:
        told = "are in" if made.changed else "are as they were in"
        print(f"{made.number}: e-mail drafts {told} {made.folder}. Open each, send it, and enter Sent in the Register.")
        rows = [(each.to.told, "; ".join(each.to.addresses), len(each.letters), each.name) for each in made.drafts]
        say_table(("For", "E-mail", "Letters", "Draft"), rows)
    if made.otherwise:
        print("To be sent otherwise:")
        say_table(("For", "Letter", "How"), made.otherwise)
    if not (made.drafts or made.otherwise or made.reasons):
        print(f"{made.number}: no letter is waiting to be sent.")


def _report(made: Mailed) -> dict[str, Any]:
    return {
        "application_no": made.number,
        "folder": str(made.folder),
        "changed": made.changed,
        "drafts": [
            {
                "recipient": each.to.told,
                "to": list(each.to.addresses),
                "file": each.name,
                "letters": list(each.letters),
            }
            for each in made.drafts
        ],
        "otherwise": [
            {"recipient": recipient, "letter": letter, "how": how} for recipient, letter, how in made.otherwise
        ],
        "reasons": made.reasons,
        "notes": made.notes,
    }
