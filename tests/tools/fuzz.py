"""Broken files for the readers, made at random: `python -m tests.tools.fuzz SECONDS [SEED]`.

Workbooks, text files, maps and letter templates are changed byte by byte, or tag by tag where they are XML, and given
to the commands. Each must end in a sentence or in work done: no failure nobody foresaw, nothing said behind the
program's back, no file changed by a refusal, no second check that changes what the first has written.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
import time
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, gettempdir
from typing import Any

from permitbook.letters.render import read_template
from permitbook.letters.templates import shipped_templates
from permitbook.letters.withheld import LetterWithheld
from tests.clerk import AS_OF, DATA, FILES, MAPS, Desk, Heard, run
from tests.hand_made import parts_of, rich_book

NASTY = (
    *(b"-1", b"0", b"1", b"4294967296", b"99999999999999999999", b"1e309", b"NaN", b"-0", b"", b"0.9999999999"),
    *(b"A1", b"XFD1048576", b"XFE1048577", b"ZZZ99999999", b"A0", b"A1:B2:C3", b"../../etc/passwd", b"#REF!"),
    *(b"s", b"str", b"inlineStr", b"e", b"b", b"d", b"true", b"=1+1", b"_x0000_", b"_xD800_", b"1" * 400),
    *(b"&#0;", b"&#x110000;", b"&lt;", b"&e;", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80"),
    *(b"]]>", b"<!--", b"-->", b"<![CDATA[", b"<?x?>", b"2958466", b"-2958466", b"{{", b"}}", b"{% if a %}"),
)
_TAG, _ATTRIBUTE, _TEXT = (re.compile(each) for each in (rb"<[^<>]*>", rb'([\w:]+)="([^"]*)"', rb">([^<>]+)<"))


def bytes_changed(content: bytes, chance: Random) -> bytes:
    """A few bytes flipped, taken out, put in, repeated, or all from one on cut off."""
    out = bytearray(content)
    for _ in range(chance.choice([1, 1, 2, 4, 16])):
        if not out:
            break
        at, length = chance.randrange(len(out)), chance.choice([1, 2, 8, 64, 512])
        match chance.randrange(6):
            case 0:
                out[at] ^= 1 << chance.randrange(8)
            case 1:
                del out[at : at + length]
            case 2:
                out[at:at] = chance.randbytes(length % 60)
            case 3:
                start = chance.randrange(len(out))
                out[at:at] = out[start : start + length]
            case 4:
                out[at:at] = chance.choice(NASTY)
            case 5:
                del out[at:]
    return bytes(out)


def tags_changed(xml: bytes, chance: Random) -> bytes:
    """Attributes given other values, doubled or taken out; texts changed; tags taken out, moved, repeated, closed."""
    for _ in range(chance.choice([1, 1, 1, 2, 3, 6])):
        kind = chance.choice((_TAG, _ATTRIBUTE, _TEXT))
        found = list(kind.finditer(xml))
        if not found:
            continue
        one, other = chance.choice(found), chance.choice(found)
        group = kind.groups
        start, end = one.span(group)
        new = [b"", chance.choice(NASTY), other[group], one[0] + b" " + one[0], one[0][:-1] + b"/>", other[0] + one[0]]
        xml = xml[:start] + chance.choice(new) + xml[end:]
    return xml


def package_changed(package: bytes, chance: Random, likely: Sequence[str]) -> bytes:
    """A package with a part taken out, renamed, doubled, replaced by another, or changed within."""
    how = chance.randrange(10)
    if how == 0:
        return bytes_changed(package, chance)
    parts = list(parts_of(package).items())
    wanted = [at for at, (name, _) in enumerate(parts) if any(each in name for each in likely)]
    at = chance.choice(wanted) if wanted and chance.random() < 0.75 else chance.randrange(len(parts))
    name, content = parts[at]
    match how:
        case 1:
            parts.pop(at)
        case 2:
            parts[at] = name, chance.choice(parts)[1]
        case 3:
            parts[at] = chance.choice([f"../{name}", f"/{name}", name.upper(), name.replace("/", "\\")]), content
        case 4:
            parts.append((name, tags_changed(content, chance)))
        case _:
            parts[at] = name, tags_changed(content, chance)
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore")  # of names that stand twice, as they should
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, chance.choice([0, 8]))
    return out.getvalue()


@contextmanager
def heard_behind(folder: Path) -> Any:
    """What is written to standard error by others than the program: a library's panic, for one."""
    said: list[str] = []
    with (folder / "behind").open("w+b") as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            yield said
        finally:
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            said.append(file.read().decode("utf-8", "replace"))


def foreseen(told: Heard) -> str:
    """What is wrong with an end of a command; empty when nothing is."""
    if told.status not in (0, 1, 2, 3):
        return f"status {told.status}"
    if "should not" in told.err or "Traceback" in told.err:
        return told.err
    return "" if told.status == 0 or told.err else "silent"


class Fuzz:
    """One run, in a folder of its own."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, Random(seed)
        self.tried: Counter[str] = Counter()
        self.found: dict[str, bytes] = {}
        self.content = b""
        self.books = [self.book(key) for key in ("freeport", "new_castle", "east_troy")]
        self.samples = [each.read_bytes() for each in sorted(FILES.glob("*.xls*"))]
        self.samples = [each for each in self.samples if each.startswith(b"PK")] + [rich_book()]
        self.logs = [(DATA / "nyc_permitted_events_sample.csv").read_bytes()[:6000]]
        self.logs.append(b'application_no,received_at,event_date,start_time\n"a;b",6/1/2026,9/12/26,"9\npm"\n')
        self.maps = [each.read_bytes() for each in sorted(MAPS.glob("*.toml"))]
        self.letters = [each.read_bytes() for each in sorted(shipped_templates().glob("*.docx"))]
        self.letters += [each.read_bytes() for each in sorted(FILES.glob("*.docx"))]

    def book(self, key: str) -> bytes:
        (place := self.folder / key).mkdir()
        desk = Desk(place, key)
        row = {"start_time": "10:00", "end_time": "14:00", "route": "Main St from Church to Grand"}
        days = [{"received_at": f"2026-05-{n:02} 09:00", "event_date": f"2026-08-{n:02}"} for n in range(1, 5)]
        desk.rows(*({**row, **each} for each in days))
        desk.check()
        return desk.book.read_bytes()

    def go_on(self, seconds: float) -> None:
        """Tries until so much of the processor's time is used."""
        ways = (self.check, self.check, self.bring, self.bring, self.text, self.map, self.letter)
        end = time.process_time() + seconds
        while time.process_time() < end:
            way = self.chance.choice(ways)
            self.tried[way.__name__] += 1
            self.one(way)

    def one(self, way: Callable[[], str]) -> None:
        with heard_behind(self.folder) as behind:
            try:
                wrong = way()
            except Exception as error:
                wrong = f"{type(error).__name__}: {error}"
        if wrong or behind[0]:
            self.found.setdefault(f"{way.__name__}: {wrong or behind[0]}", self.content)

    def check(self) -> str:
        content = self.content = package_changed(
            self.chance.choice(self.books), self.chance, ("sheet", "shared", "styles", "table")
        )
        path = self.folder / "Log.xlsm"
        path.write_bytes(content)
        told = run("check", path, "--json", "--as-of", AS_OF)
        if wrong := foreseen(told):
            return wrong
        if told.status == 3:
            return "" if path.read_bytes() == content else "refused, and changed"
        json.loads(told.out)
        after = path.read_bytes()
        again = run("check", path, "--json", "--as-of", AS_OF)
        return foreseen(again) or ("" if path.read_bytes() == after else "a second check changed it")

    def bring(self) -> str:
        content = self.content = package_changed(
            self.chance.choice(self.samples), self.chance, ("sheet", "shared", "styles", "rels")
        )
        return self.brought("log.xlsx", content)

    def text(self) -> str:
        content = self.content = bytes_changed(self.chance.choice(self.logs), self.chance)
        return self.brought("log.csv", content)

    def map(self) -> str:
        content = self.content = bytes_changed(self.chance.choice(self.maps), self.chance)
        (self.folder / "map.toml").write_bytes(content)
        return self.brought("log.csv", self.logs[0], "--map", self.folder / "map.toml")

    def brought(self, name: str, content: bytes, *more: object) -> str:
        book, file = self.folder / "Log.xlsm", self.folder / name
        book.write_bytes(self.books[0])
        file.write_bytes(content)
        told = run("import", book, file, "--json", "--as-of", AS_OF, *more)
        if told.status in (2, 3) and book.read_bytes() != self.books[0]:
            return "refused, and changed"
        return foreseen(told)

    def letter(self) -> str:
        content = self.content = package_changed(
            self.chance.choice(self.letters), self.chance, ("document", "header", "Types")
        )
        with suppress(LetterWithheld):
            read_template("letter.docx", content).render({"event_name": "A", "applicant_name": "B & <C>"})
        return ""


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        fuzz = Fuzz(Path(folder), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
        fuzz.go_on(float(sys.argv[1]))
        print(dict(fuzz.tried))
        for number, (what, content) in enumerate(fuzz.found.items()):
            kept = Path(gettempdir()) / f"permitbook-found-{number}"
            kept.write_bytes(content)
            print(f"{kept}: {what[:300]}")
    sys.exit(bool(fuzz.found))
