"""Runs macros of a workbook in LibreOffice, by the system's own Python, which knows its bridge.

    /usr/bin/python3 run_buttons.py BOOK.xlsm WAY Module.Sub...

WAY is how Python is to be entered, as the hidden sheet says it. Prints the sheet that is shown at first; then for each
macro the sheet that is shown after it, and what it would have run in Python.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

PATIENCE = 60.0


def main(book: str, way: str, *macros: str) -> None:
    with spreadsheet() as desktop:
        document = opened(desktop, book)
        told = document.Sheets.getByName("xlwings.conf")
        told.getCellRangeByName("AZ1").String = way
        count = told.getCellRangeByName("BA1")
        print(shown(document))
        for macro in macros:
            before = count.Value
            run(document, macro, document)
            recorded = told.getCellByPosition(52, int(count.Value)).String if count.Value > before else ""
            print(f"{shown(document)}\t{recorded}")
        document.close(True)


@contextmanager
def spreadsheet():
    """LibreOffice without a window, as someone who never used it before; gone afterwards."""
    profile = tempfile.mkdtemp(prefix="buttons")
    pipe = Path(profile).name
    office = subprocess.Popen(
        [
            "soffice",
            f"-env:UserInstallation=file://{profile}",
            "--headless",
            "--norestore",
            "--nologo",
            "--nodefault",
            f"--accept=pipe,name={pipe};urp;",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    desktop = None
    try:
        desktop = connected(pipe)
        yield desktop
    finally:
        if desktop is not None:
            desktop.terminate()
        try:
            office.wait(20)
        except subprocess.TimeoutExpired:
            office.kill()
        shutil.rmtree(profile, ignore_errors=True)


def connected(pipe: str):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    end = time.monotonic() + PATIENCE
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def opened(desktop, book: str, **more):
    """The workbook with its macros allowed."""
    asked = {"Hidden": True, "MacroExecutionMode": 4, **more}
    document = desktop.loadComponentFromURL(url_of(book), "_blank", 0, properties(**asked))
    if document is None:
        raise SystemExit(f"LibreOffice did not open {book}.")
    return document


def url_of(path: str) -> str:
    return uno.systemPathToFileUrl(str(Path(path).resolve()))


def properties(**values):
    return tuple(PropertyValue(name, 0, value, 0) for name, value in values.items())


def run(document, macro: str, *arguments):
    """Runs a macro, as Excel's ribbon would call it with one object; what it gives back."""
    library = document.BasicLibraries.ProjectName or "VBAProject"
    place = f"vnd.sun.star.script:{library}.{macro}?language=Basic&location=document"
    return document.getScriptProvider().getScript(place).invoke(arguments, (), ())[0]


def shown(document) -> str:
    return document.CurrentController.ActiveSheet.Name


if __name__ == "__main__":
    main(*sys.argv[1:])
