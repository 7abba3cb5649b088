"""Suggest and calendar: other days for an event, and the file that a calendar program reads."""

import argparse

from permitbook.commands.saying import counted, is_boxed, say_json, say_problems, status_of
from permitbook.commands.suggesting import account, boxed_account, document
from permitbook.desk import now_in, open_desk
from permitbook.errors import NeedsUser
from permitbook.planner import plan
from permitbook.report import problem_report
from permitbook.suggest import suggest as search
from permitbook.workbook.opened import opened


def suggest(asked: argparse.Namespace) -> int:
    """Says what could be offered for one application; finding nothing is an answer too."""
    book = opened(asked.book)
    desk = open_desk(book.read)
    number = desk.wanted(asked.application, book.path.name).number
    problems = [each for each in desk.problems if each.application_no == number]
    try:
        found = search(
            desk.law,
            desk.applications,
            desk.office,
            number,
            as_of=asked.as_of or now_in(desk.law.zone),
            days=asked.days,
            wished=asked.date,
            determinations=desk.determinations,
        )
    except NeedsUser:
        say_problems(problems)
        raise
    if asked.json:
        say_json(document(found, number))
    else:
        told = boxed_account if is_boxed() else account
        print("\n".join(told(found, number)))
    say_problems(problems)
    return 0


def calendar(asked: argparse.Namespace) -> int:
    """Writes the calendar file, and says what stands in it."""
    made = plan(asked.book, asked.out, asked.as_of)
    if asked.json:
        say_json(
            {
                "file": str(made.path),
                "changed": made.changed,
                "events": made.events,
                "cancelled": made.cancelled,
                "deadlines": made.deadlines,
                "left_out": made.left_out,
                "problems": [problem_report(each) for each in made.problems],
            }
        )
    else:
        struck = f" ({made.cancelled} of them cancelled)" if made.cancelled else ""
        print(f"{counted(made.events, 'event')}{struck} and {counted(made.deadlines, 'open date')}.")
        if made.left_out:
            print(f"Without a day or a number, so not in it: {counted(made.left_out, 'application')}.")
        print(f"{'Written to' if made.changed else 'Nothing changed in'} {made.path}.")
    say_problems(made.problems)
    return status_of(made.problems)
