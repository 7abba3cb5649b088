"""Runs macros of a workbook in LibreOffice, by the system's own Python, which knows its bridge.

    /usr/bin/python3 run_buttons.py BOOK.xlsm Module.Sub...

Prints the sheet that is shown at first and after each macro, a line each.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException

PATIENCE = 60.0


def main(book: str, *macros: str) -> None:
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
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    desktop = None
    try:
        desktop = connected(pipe)
        document = opened(desktop, book)
        print(shown(document))
        for macro in macros:
            run(document, macro)
            print(shown(document))
        document.close(True)
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


def opened(desktop, book: str):
    """The workbook with its macros allowed."""
    asked = tuple(PropertyValue(name, 0, value, 0) for name, value in (("Hidden", True), ("MacroExecutionMode", 4)))
    document = desktop.loadComponentFromURL(uno.systemPathToFileUrl(str(Path(book).resolve())), "_blank", 0, asked)
    if document is None:
        raise SystemExit(f"LibreOffice did not open {book}.")
    return document


def run(document, macro: str) -> None:
    """Runs a Sub that takes one object, as Excel's ribbon would call it."""
    library = document.BasicLibraries.ProjectName or "VBAProject"
    place = f"vnd.sun.star.script:{library}.{macro}?language=Basic&location=document"
    document.getScriptProvider().getScript(place).invoke((document,), (), ())


def shown(document) -> str:
    return document.CurrentController.ActiveSheet.Name


if __name__ == "__main__":
    main(*sys.argv[1:])
