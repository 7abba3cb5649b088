"""Import, and what it says."""

import argparse

from permitbook.commands.saying import say_json, say_problems, status_of
from permitbook.importing import import_file
from permitbook.report import problem_report


def import_rows(asked: argparse.Namespace) -> int:
    """Appends the rows of a file and says what became of each."""
    made = import_file(asked.book, asked.file, asked.sheet, asked.source, asked.map, asked.as_of)
    if asked.json:
        say_json(
            {
                "added": made.added,
                "updated": made.updated,
                "skipped": made.skipped,
                "problems": [problem_report(each) for each in made.problems],
            }
        )
    else:
        print(f"{len(made.added)} rows added, {len(made.updated)} updated, {len(made.skipped)} there already.")
    say_problems(made.problems)
    return status_of(made.problems)
