"""The macros and the ribbon of an older workbook, put in the place of those it has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from permitbook.errors import WorkbookError
from permitbook.vba.project import Kind, Module, build_project
from permitbook.vba.reading import has_code, plain, read_project
from permitbook.workbook.build import macros
from permitbook.workbook.contents import Contents
from permitbook.workbook.layout import SHEETS, WORKBOOK_CODE, sheet_code
from permitbook.workbook.outline import Change, changed, escaped, find, outline, with_attribute
from permitbook.workbook.package import CONTENT_TYPES, relationships_part
from permitbook.workbook.ribbon import PARTS, ribbon

if TYPE_CHECKING:
    from permitbook.workbook.package import Package

PROJECT = "xl/vbaProject.bin"
PROJECT_TYPE = "application/vnd.ms-office.vbaProject"
WITH_MACROS = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
_OF_MICROSOFT = "http://schemas.microsoft.com/office/2006/relationships"
_TAB_ID = re.compile(rb"<(?:\w+:)?tab\s[^>]*\bid=\"([^\"]*)\"")
_NO_RELATIONSHIPS = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
)


def renew_macros(package: Package) -> bool:
    """Puts this version's macros into a workbook; False when it has them already.

    Raises WorkbookError, before anything is changed, for macros of the clerk's own, a locked or a signed project.
    """
    fresh = read_project(macros(), "this program").sources
    documents = {sheet_code(each) for each in SHEETS} | {WORKBOOK_CODE}
    standard = {name: text for name, text in fresh.items() if name not in documents}
    part = next(iter(package.related(Contents(package).part, "vbaProject")), "")
    codes = _code_names(package)
    if part:
        _refuse_signed(package, part)
        there = read_project(package.part(part), package.title)
        if there.is_locked:
            raise WorkbookError(
                f"The macros of {package.title} are locked with a password; take it off in Excel (Alt+F11, Tools > "
                "VBAProject Properties > Protection) and run again."
            )
        own = [name for name, text in there.sources.items() if name not in standard and has_code(text)]
        if own:
            raise WorkbookError(
                f"{package.title} has macros of your own ({', '.join(own)}), which the new ones would take the place "
                "of. Move them into another workbook (Alt+F11; Personal.xlsb is made for it) and run again."
            )
        same = all(plain(there.sources.get(name, "")) == plain(text) for name, text in standard.items())
        if same and set(codes) <= set(there.sources):
            return False
    modules = [Module(codes[0], Kind.WORKBOOK, fresh[WORKBOOK_CODE])]
    modules += [Module(code, Kind.SHEET) for code in codes[1:]]
    modules += [Module(name, _kind(name), text) for name, text in standard.items()]
    package.put(part or PROJECT, build_project(modules))
    if not part:
        relate(package, Contents(package).part, f"{_OF_MICROSOFT}/vbaProject", PROJECT.removeprefix("xl/"))
        declare(package, PROJECT, PROJECT_TYPE)
    return True


def _kind(name: str) -> Kind:
    """xlwings brings one class, for Macs; all else is a plain module."""
    return Kind.CLASS if name == "Dictionary" else Kind.STANDARD


def _refuse_signed(package: Package, part: str) -> None:
    if any(each.type.startswith("vbaProjectSignature") for each in package.relationships(part)):
        raise WorkbookError(
            f"The macros of {package.title} are digitally signed, and new ones would not be. Take the signature off "
            "(Alt+F11, Tools > Digital Signature > Remove), run again, and have the workbook signed anew."
        )


def _code_names(package: Package) -> list[str]:
    """The names by which the workbook and its sheets are bound to their modules; missing ones are given.

    LibreOffice and other programs drop them.
    """
    contents = Contents(package)
    names = [_named(package, contents.part, "workbook/workbookPr", WORKBOOK_CODE, "workbook/sheets", set())]
    for number, sheet in enumerate(contents.sheet_names, 1):
        part = next((each for each in [_part_of(contents, sheet)] if each), "")
        if part:
            usual = sheet_code(sheet) if sheet in SHEETS else f"Sheet{number}"
            names.append(_named(package, part, "worksheet/sheetPr", usual, "", set(names)))
    return names


def _part_of(contents: Contents, sheet: str) -> str:
    try:
        return contents.sheet_part(sheet)
    except WorkbookError:
        return ""


def _named(package: Package, part: str, path: str, usual: str, before: str, taken: set[str]) -> str:
    """The code name that a part bears; given it where it has none, or one that an earlier sheet bears too.

    That is so where a sheet of ours was renamed, and a new one was added under its old name.
    """
    xml = package.part(part)
    elements = outline(xml, package.title)
    element = find(elements, path)
    there = element.attributes.get("codeName", "") if element is not None else ""
    if there and there not in taken:
        return there
    name = usual
    while name in taken:
        name += "_"
    if element is not None:
        tag = with_attribute(xml[element.start : element.opened], "codeName", name)
        change = Change(element.start, element.opened, tag)
    else:
        following = find(elements, before) if before else None
        place = following.start if following else elements[0].opened
        kind = path.rpartition("/")[2].encode()
        change = Change(place, place, b'<%b%b codeName="%b"/>' % (elements[0].prefix, kind, escaped(name)))
    package.put(part, changed(xml, [change]))
    return name


def renew_ribbon(package: Package) -> bool:
    """Puts this version's tab into a workbook, and its relationships where a program dropped them.

    False when both are there. Raises WorkbookError when the workbook's own ribbon holds other tabs too.
    """
    from permitbook.buttons import BUTTONS

    there = {each.target for each in package.relationships() if each.type == "extensibility"}
    did = False
    for part, (_, kind) in PARTS.items():
        wanted = ribbon(part, BUTTONS)
        found = package.part(part) if part in package else b""
        others = {each.decode() for each in _TAB_ID.findall(found)} - {"permitsTab"}
        if others:
            raise WorkbookError(
                f"{package.title} has a ribbon of its own ({', '.join(sorted(others))}), which the new one would take "
                "the place of. Take its tabs out and run again."
            )
        if found != wanted:
            package.put(part, wanted)
            did = True
        if part not in there:
            relate(package, "", kind, part)
            did = True
    return did


def declare(package: Package, part: str, content_type: str) -> None:
    """Names the kind of a new part, unless its ending says it."""
    xml = package.part(CONTENT_TYPES)
    elements = outline(xml, package.title)
    ending = part.rpartition(".")[2]
    if any(
        each.attributes.get("Extension") == ending and each.attributes.get("ContentType") == content_type
        for each in elements
    ):
        return
    override = b'<Override PartName="/%b" ContentType="%b"/>' % (escaped(part), escaped(content_type))
    end = elements[0].closing
    package.put(CONTENT_TYPES, changed(xml, [Change(end, end, override)]))


def undeclare(package: Package, part: str) -> None:
    """Forgets the kind of a part that is gone."""
    xml = package.part(CONTENT_TYPES)
    told = [each for each in outline(xml, package.title) if each.attributes.get("PartName", "") == f"/{part}"]
    package.put(CONTENT_TYPES, changed(xml, [Change(each.start, each.end, b"") for each in told]))


def relate(package: Package, part: str, kind: str, target: str) -> str:
    """Lets a part point to another; the id under which it does."""
    listing = relationships_part(part)
    xml = package.part(listing) if listing in package else _NO_RELATIONSHIPS
    elements = outline(xml, package.title)
    taken = {each.attributes.get("Id", "") for each in elements}
    id = next(name for name in (f"rIdPermits{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    line = b'<Relationship Id="%b" Type="%b" Target="%b"/>' % (escaped(id), escaped(kind), escaped(target))
    end = elements[0].closing
    package.put(listing, changed(xml, [Change(end, end, line)]))
    return id
