"""Export, and what it says."""

import argparse
from typing import Any

from permitbook.commands.saying import say_json, say_problems, say_table, status_of
from permitbook.export.make import export_book
from permitbook.report import problem_report


def export(asked: argparse.Namespace) -> int:
    """Writes everything the workbook holds as CSV, and says what is there and what was left out."""
    made = export_book(asked.book, asked.out, asked.as_of, redact=asked.redact)
    if asked.json:
        problems = [problem_report(each) for each in made.problems]
        say_json({"folder": str(made.folder), "changed": made.changed, **made.manifest, "problems": problems})
    else:
        _say(made.manifest)
        told = "Written to" if made.changed else "Nothing changed in"
        print(f"{told} {made.folder}. SHA-256 of its manifest.json: {made.fingerprint}")
    say_problems(made.problems)
    return status_of(made.problems)


def _say(manifest: dict[str, Any]) -> None:
    letters, taken = manifest["letters"], manifest["redacted"]
    say_table(("File", "Rows"), [(each["file"], each["rows"]) for each in manifest["files"]])
    if letters:
        what = "copied" if not taken else "listed, not copied"
        print(f"{len(letters)} letters {what}.")
    if manifest["own_sheets_not_exported"]:
        named = ", ".join(manifest["own_sheets_not_exported"])
        print(f"The office's own sheets are not exported: {named}. Save them as CSV in Excel if they are asked for.")
    if taken:
        whole = sum(count for each in taken["cells"].values() for count in each.values())
        within = sum(count for each in taken["within_texts"].values() for count in each.values())
        print(f"Left out: {whole} cells whole, and {within} telephones, addresses and e-mail addresses within texts.")
        print("Names stay, and a home written otherwise in a free text is not found: read the files first.")
