"""Next year's workbook from the command line."""

import argparse

from permitbook.commands.saying import say_json, say_problems, say_table, status_of
from permitbook.report import problem_report
from permitbook.rollover import Rolled, roll_over


def rollover(asked: argparse.Namespace) -> int:
    """Makes the workbook of a year from the one before, and says what was taken over."""
    made = roll_over(asked.book, asked.new, asked.year, asked.as_of, asked.recurring)
    problems = [*made.problems, *made.noted()]
    if asked.json:
        say_json(_report(made) | {"problems": [problem_report(each) for each in problems]})
    else:
        _say(made, asked.year)
    say_problems(problems)
    return status_of(problems)


def _say(made: Rolled, year: int) -> None:
    if not made.made:
        print(f"{made.path.name} was not made: correct the cells that cannot be read, and run again.")
        return
    print(f"Made {made.path} for the {made.municipality} and {year}. Taken over:")
    say_table(("Table", "Rows"), list(made.rows.items()))
    if made.drafts:
        print("Drafts of recurring events, without number, receipt and day:")
        say_table(("From", "Event"), made.drafts)
    print(f"Letter templates are in {made.templates}.")


def _report(made: Rolled) -> dict[str, object]:
    return {
        "workbook": str(made.path) if made.made else None,
        "templates": str(made.templates) if made.made else None,
        "rows": made.rows,
        "drafts": [{"from": number, "event": event} for number, event in made.drafts],
    }
