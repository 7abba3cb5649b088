"""The letters of a log's ready applications, as templates and values: `python -m tests.bench.kit BOOK OUT --as-of T`.

Both ways of making letters are given these, so that they make the same ones.
"""

from __future__ import annotations

import argparse
import pickle
from datetime import datetime
from pathlib import Path

from permitbook.checking import assess_desk
from permitbook.desk import open_desk
from permitbook.letters.context import names
from permitbook.letters.drafts import letters
from permitbook.letters.kinds import ACTS
from permitbook.letters.sets import letter_set
from permitbook.letters.templates import shipped_templates
from permitbook.matters import matter_of
from permitbook.workbook.reader import read_book


def main() -> None:
    """Pickles a list of template name, template and values, a permit with all its copies after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--as-of", type=datetime.fromisoformat, required=True)
    parser.add_argument("--letters", type=int, required=True)
    asked = parser.parse_args()
    checked = assess_desk(open_desk(read_book(asked.book)), asked.as_of)
    act = ACTS["issue"]
    pages: list[tuple[str, bytes, dict[str, object]]] = []
    for found in checked.assessed:
        if len(pages) >= asked.letters:
            break
        matter = matter_of(checked, found, act)
        made = letter_set(act, matter, checked.desk.register, asked.book)
        for each in made.documents:
            told = next(letters([each.draft], act, matter, [each.number], made.made_on))
            template = each.draft.of.template
            pages.append((template, (shipped_templates() / template).read_bytes(), dict(names(told))))
    asked.out.write_bytes(pickle.dumps(pages))


if __name__ == "__main__":
    main()
