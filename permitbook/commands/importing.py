"""Import, and what it says; and the map proposed for a file of other origin."""

import argparse
import sys

from permitbook.commands.saying import say_json, say_problems, status_of
from permitbook.commands.watching import watched
from permitbook.errors import UsageError
from permitbook.importing import import_file
from permitbook.report import problem_report


def import_rows(asked: argparse.Namespace) -> int:
    """Appends the rows of a file and says what became of each; with `--suggest-map` only proposes a map."""
    if asked.suggest_map:
        return _suggest_map(asked)
    if asked.out:
        raise UsageError("--out says where a proposed map is put; give --suggest-map with it.")
    with watched():
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
        rows = "row" if len(made.added) == 1 else "rows"
        print(f"{len(made.added)} {rows} added, {len(made.updated)} updated, {len(made.skipped)} there already.")
    say_problems(made.problems)
    return status_of(made.problems)


def _suggest_map(asked: argparse.Namespace) -> int:
    """Proposes a map and prints it, or puts it into a new file."""
    from permitbook.proposing.matching import Level
    from permitbook.proposing.propose import propose
    from permitbook.workbook.saving import write_new

    if asked.map:
        raise UsageError("--suggest-map proposes a map; leave --map away.")
    made = propose(asked.book, asked.file, asked.sheet, asked.source)
    if asked.out:
        write_new(asked.out, made.text.encode())
    told = ", ".join(f"{made.count(level)} {level.value}" for level in Level)
    if asked.json:
        say_json(made.report())
    elif asked.out:
        print(f"Wrote {asked.out}: {told}. Nothing was imported; read it, correct it, and import with --map.")
    else:
        print(made.text, end="")
        print(f"{told}. Nothing was imported.", file=sys.stderr)
    return 0
