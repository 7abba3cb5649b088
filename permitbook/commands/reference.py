"""The trace of the clauses and the data dictionary."""

import argparse
from typing import Any

from permitbook.application import Application
from permitbook.commands.saying import say_json, say_table
from permitbook.ordinances import KEYS, ordinance
from permitbook.schema import Column, columns
from permitbook.trace import trace


def clauses(asked: argparse.Namespace) -> int:
    """Prints each clause with its citation, what it requires, what carries it, and the tests that name it."""
    traced = trace([asked.key] if asked.key else KEYS)
    if asked.json:
        say_json(
            [
                {
                    "clause": each.clause,
                    "cite": each.cite,
                    "requires": each.requires,
                    "carried_by": [
                        {"as": claim.carrier, "name": claim.name, "says": claim.says} for claim in each.carriers
                    ],
                    "tests": list(each.tests),
                }
                for each in traced
            ]
        )
        return int(any(not each.carriers for each in traced))
    for each in traced:
        print(f"{each.clause}  {each.cite}  {each.requires}")
        for claim in each.carriers:
            print(f"    {claim.carrier}: {claim.name}")
        if each.tests:
            print(f"    tests: {', '.join(each.tests)}")
    carried = sum(bool(each.carriers) for each in traced)
    print(f"{carried} of {len(traced)} clauses are carried out.")
    return int(carried < len(traced))


def fields(asked: argparse.Namespace) -> int:
    """Prints the facts of a municipality's log."""
    law = ordinance(asked.key)
    asked_for = [each for each in columns(Application) if law.initial in each.municipalities]
    if asked.json:
        say_json([_field(each) for each in asked_for])
        return 0
    say_table(
        ("Key", "Heading", "Kind", "Unit or choices", "Clauses", "Meaning"),
        [
            (
                each.key,
                each.heading,
                each.kind.value,
                "; ".join(each.choices) or each.unit,
                " ".join(id for id in each.clauses if id.startswith(law.prefix)),
                each.help,
            )
            for each in asked_for
        ],
    )
    return 0


def _field(column: Column) -> dict[str, Any]:
    return {
        "key": column.key,
        "heading": column.heading,
        "kind": column.kind.value,
        "unit": column.unit,
        "choices": list(column.choices),
        "clauses": list(column.clauses),
        "meaning": column.help,
    }
