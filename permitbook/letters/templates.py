"""Where letter templates lie: those that come with the program, and the clerk's own copies beside the workbook."""

from __future__ import annotations

from pathlib import Path

from permitbook.errors import TemplateError
from permitbook.letters.folder import write_set

_PLACE = ("workbook_templates", "letters")


def shipped_templates() -> Path:
    """The folder of the templates that come with the program: in the installed package, else in the checkout."""
    package = Path(__file__).parents[1]
    installed = package.joinpath(*_PLACE)
    return installed if installed.is_dir() else package.parent.joinpath(*_PLACE)


def letters_folder(book: Path) -> Path:
    """Where a workbook's letters go.

    >>> letters_folder(Path("Parade Log.xlsm")).name
    'Parade Log letters'
    """
    return book.with_name(f"{book.stem} letters")


def own_templates(book: Path) -> Path:
    """Where the clerk's own templates lie."""
    return letters_folder(book) / "templates"


def template_path(book: Path, name: str) -> Path:
    """The template that letters of this workbook are made from: the clerk's own, else the one that was shipped."""
    own = own_templates(book) / name
    found = own if own.exists() else shipped_templates() / name
    if not found.is_file():
        raise TemplateError(
            f"There is no letter template {name}; install permitbook anew, or put it into {own.parent}."
        )
    return found


def copy_templates(book: Path) -> Path:
    """Puts the shipped templates beside a workbook, for the clerk to edit; those that are there stay as they are."""
    folder = own_templates(book)
    shipped = sorted(shipped_templates().glob("*.docx"))
    missing = {each.name: each.read_bytes() for each in shipped if not (folder / each.name).exists()}
    write_set(folder, missing)
    return folder
