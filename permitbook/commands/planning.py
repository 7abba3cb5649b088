"""Suggest and calendar: other days for an event, and the file that a calendar program reads."""

import argparse

from permitbook.commands.saying import is_boxed, say_json, say_problems
from permitbook.commands.suggesting import account, document
from permitbook.desk import now_in, open_desk
from permitbook.suggest import suggest as search
from permitbook.workbook.opened import opened


def suggest(asked: argparse.Namespace) -> int:
    """Says what could be offered for one application; finding nothing is an answer too."""
    book = opened(asked.book)
    desk = open_desk(book.read)
    number = desk.wanted(asked.application, book.path.name).number
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
    if asked.json:
        say_json(document(found, number))
    else:
        print("\n".join(account(found, number, boxed=is_boxed())))
    say_problems([each for each in desk.problems if each.application_no == number])
    return 0
