"""LibreOffice in a process of its own, which does what it is told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.conftest import SOFFICE

TOOLS = Path(__file__).parent / "tools"


def python_of_libreoffice() -> str:
    """The Python that knows LibreOffice's bridge: its own, or the system's."""
    assert SOFFICE
    for each in (str(Path(SOFFICE).resolve().with_name("python")), "/usr/bin/python3"):
        if Path(each).exists() and not subprocess.run([each, "-c", "import uno"], capture_output=True).returncode:
            return each
    raise AssertionError("No Python here knows LibreOffice; install python3-uno.")


class Calc:
    """The spreadsheet program in a process of its own: one line asked, one line answered."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [python_of_libreoffice(), str(TOOLS / "calc_server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def __call__(self, do: str, **needed: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        print(json.dumps({"do": do, **needed}), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '{"failed": "LibreOffice broke down"}')
        if "failed" in answer:
            raise CalcError(f"{do}: {answer['failed']}")
        return answer["done"]

    def end(self) -> None:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


class CalcError(Exception):
    """LibreOffice did not do what it was told."""
