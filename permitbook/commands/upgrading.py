"""An older workbook brought up to this version, from the command line."""

import argparse

from permitbook.commands.saying import say_json


def upgrade(asked: argparse.Namespace) -> int:
    """Brings a workbook up to this version, and says what was new to it and where the old one is."""
    from permitbook.upgrade.upgrading import upgrade as upgrade_book

    done = upgrade_book(asked.book, asked.as_of)
    if asked.json:
        kept = str(done.kept) if done.kept else None
        say_json({"book": str(done.path), "changed": bool(done.did), "did": list(done.did), "backup": kept})
    elif not done.did:
        print(f"{done.path.name} is of this version already; nothing was written.")
    else:
        print(f"{done.path.name} is of this version now:")
        for each in done.did:
            print(f"  - {each}")
        print(f"As it was it is kept as {done.kept}.")
    return 0
