"""The form, opened and saved, in words."""

import argparse

from permitbook import form
from permitbook.commands.saying import is_boxed, say_problems, status_of


def open_form(asked: argparse.Namespace) -> int:
    """Puts an application on the sheet Form."""
    _, unsaved = form.open_form(asked.book, asked.application, asked.as_of)
    if not is_boxed():
        print(f"{asked.application} is on the sheet Form.")
    if unsaved:
        print(f"{asked.application} was opened once more from its row; these changes had not been saved and are gone:")
        for each in unsaved:
            print(f"  - {each}")
    return 0


def save_form(asked: argparse.Namespace) -> int:
    """Writes what was changed on the sheet Form back to its row."""
    saved = form.save_form(asked.book, asked.as_of)
    for each in saved.changes:
        print(f"{saved.number}: {each}.")
    if saved.changes:
        print(f"Written to its row and noted in the Log: {len(saved.changes)} changed. Check row says what follows.")
    elif saved.problems:
        print("Nothing was written. Correct this and press Save form again:")
    else:
        print(f"Nothing on the form of {saved.number} differs from its row.")
    say_problems(saved.problems)
    return status_of(saved.problems)
