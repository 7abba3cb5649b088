"""The files of a summary: the memo, and a CSV of each table."""

from pathlib import Path

from permitbook.summary.make import Summary
from permitbook.summary.report import report_of
from permitbook.summary.tables import csv_of
from permitbook.workbook.saving import save_file, write_new


def write_files(made: Summary, folder: Path) -> list[Path]:
    """The memo and the tables in a folder, which is made when it is not there; their paths, the memo first."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = {f"summary-{made.month}.docx": report_of(made)}
    contents |= {f"{made.month}-{name.replace('_', '-')}.csv": csv_of(frame) for name, frame in made.frames.items()}
    for name, content in contents.items():
        _put(folder / name, content)
    return [folder / name for name in contents]


def _put(path: Path, content: bytes) -> None:
    """Writes a file, or replaces the one of an earlier run; the same content is left alone."""
    if not path.exists():
        write_new(path, content)
    elif (before := path.read_bytes()) != content:
        save_file(path, before, content)
