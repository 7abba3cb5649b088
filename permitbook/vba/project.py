"""A macro project ([MS-OVBA]) made of sources alone: Excel compiles it when it opens the workbook.

It holds no compiled code that could disagree with its sources, and the same modules give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from struct import pack
from uuid import NAMESPACE_URL, uuid5

from msgspec import Struct

from permitbook.vba.compound import compound_file
from permitbook.vba.compression import compress

CODEPAGE = "cp1252"
NAME = "VBAProject"
_NO_CACHE = bytes.fromhex("CC61FFFF000000")
_SEED = 0x8D
_NAMED = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_ATTRIBUTE = re.compile(r"Attribute VB_\w+ = .*")
_REFERENCES = (
    ("stdole", r"*\G{00020430-0000-0000-C000-000000000046}#2.0#0#C:\Windows\System32\stdole2.tlb#OLE Automation"),
    (
        "Office",
        r"*\G{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}#2.0#0#"
        r"C:\Program Files\Common Files\Microsoft Shared\OFFICE16\MSO.DLL#Microsoft Office 16.0 Object Library",
    ),
)


class Kind(Enum):
    """What a module is; the value is its base, which only a module with an object behind it has."""

    STANDARD = ""
    CLASS = "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}"
    WORKBOOK = "0{00020819-0000-0000-C000-000000000046}"
    SHEET = "0{00020820-0000-0000-C000-000000000046}"

    @property
    def is_document(self) -> bool:
        """The module of the workbook or of a sheet."""
        return self in (Kind.WORKBOOK, Kind.SHEET)


class Module(Struct, frozen=True):
    """A module: its name, kind and source as the editor shows or exports it."""

    name: str
    kind: Kind
    text: str = ""

    def source(self) -> bytes:
        """The source as it is stored, with the attributes that the editor hides.

        Raises ValueError for a name that is none, and for a letter that Windows' code page 1252 does not have.
        """
        if not _NAMED.fullmatch(self.name):
            raise ValueError(f"'{self.name}' is no name for a module.")
        lines = [*self._attributes(), *_body(self.text)]
        try:
            return ("\r\n".join(lines) + "\r\n").encode(CODEPAGE)
        except UnicodeEncodeError as error:
            letter = error.object[error.start : error.end]
            raise ValueError(f"Module {self.name} holds '{letter}', which code page 1252 does not have.") from None

    def _attributes(self) -> list[str]:
        told = [f'Attribute VB_Name = "{self.name}"']
        if self.kind is Kind.STANDARD:
            return told
        document = self.kind.is_document
        return [
            *told,
            f'Attribute VB_Base = "{self.kind.value}"',
            "Attribute VB_GlobalNameSpace = False",
            "Attribute VB_Creatable = False",
            f"Attribute VB_PredeclaredId = {document}",
            f"Attribute VB_Exposed = {document}",
            "Attribute VB_TemplateDerived = False",
            f"Attribute VB_Customizable = {document}",
        ]


def _body(text: str) -> list[str]:
    """The lines below what an exported module begins with: the preamble of a class, and the hidden attributes."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    if lines[0].startswith("VERSION "):
        lines = lines[next(at for at, line in enumerate(lines) if line.strip() == "END") + 1 :]
    while lines and _ATTRIBUTE.fullmatch(lines[0]):
        lines = lines[1:]
    return lines


def build_project(modules: Sequence[Module]) -> bytes:
    """The project with these modules, as the part vbaProject.bin of a workbook.

    Raises ValueError when two modules have one name, or one cannot be stored.
    """
    names = [each.name for each in modules]
    if len({each.casefold() for each in names}) < len(names):
        raise ValueError(f"Two modules have one name: {', '.join(names)}.")
    identity = "{" + str(uuid5(NAMESPACE_URL, f"permitbook/{'/'.join(names)}")).upper() + "}"
    streams = {each.name: compress(each.source()) for each in modules}
    streams |= {"dir": compress(_directory(modules)), "_VBA_PROJECT": _NO_CACHE}
    return compound_file(
        {"VBA": streams, "PROJECT": _project_text(modules, identity), "PROJECTwm": _names_twice(modules)}
    )


def _record(id: int, data: bytes = b"") -> bytes:
    return pack("<HI", id, len(data)) + data


def _text_records(id: int, unicode_id: int, text: str) -> bytes:
    """A text in the code page, and once more in Unicode."""
    return _record(id, text.encode(CODEPAGE)) + _record(unicode_id, text.encode("utf-16-le"))


def _directory(modules: Sequence[Module]) -> bytes:
    """The stream `dir` (2.3.4.2): what the project is, what it refers to, and its modules."""
    english, windows, codepage = pack("<I", 0x409), pack("<I", 3), pack("<H", 1252)
    told = [
        _record(0x01, windows),
        _record(0x02, english),
        _record(0x14, english),
        _record(0x03, codepage),
        _record(0x04, NAME.encode(CODEPAGE)),
        _text_records(0x05, 0x40, ""),
        _record(0x06),
        _record(0x3D),
        _record(0x07, bytes(4)),
        _record(0x08, bytes(4)),
        pack("<HIIH", 0x09, 4, 1, 1),
        _text_records(0x0C, 0x3C, ""),
    ]
    for name, library in _REFERENCES:
        place = library.encode(CODEPAGE)
        told += [_text_records(0x16, 0x3E, name), _record(0x0D, pack("<I", len(place)) + place + bytes(6))]
    told += [_record(0x0F, pack("<H", len(modules))), _record(0x13, b"\xff\xff")]
    told += [_module_records(each) for each in modules]
    return b"".join([*told, _record(0x10)])


def _module_records(module: Module) -> bytes:
    """One module (2.3.4.2.3.2): its source begins at the first byte of its stream, since nothing is compiled."""
    return b"".join(
        [
            _text_records(0x19, 0x47, module.name),
            _text_records(0x1A, 0x32, module.name),
            _text_records(0x1C, 0x48, ""),
            _record(0x31, bytes(4)),
            _record(0x1E, bytes(4)),
            _record(0x2C, b"\xff\xff"),
            _record(0x21 if module.kind is Kind.STANDARD else 0x22),
            _record(0x2B),
        ]
    )


def _project_text(modules: Sequence[Module], identity: str) -> bytes:
    """The stream `PROJECT` (2.3.1): the modules by kind, no protection, no password, and all windows closed."""
    lines = [f'ID="{identity}"', *map(_declared, modules)]
    lines += [f'Name="{NAME}"', 'HelpContextID="0"', 'VersionCompatible32="393222000"']
    for key, data in (("CMG", bytes(4)), ("DPB", bytes(1)), ("GC", b"\xff")):
        lines.append(f'{key}="{encrypted(identity, data)}"')
    lines += ["", "[Host Extender Info]", "&H00000001={3832D640-CF90-11CF-8E43-00A0C911005A};VBE;&H00000000"]
    lines += ["", "[Workspace]", *(f"{each.name}=0, 0, 0, 0, C" for each in modules)]
    return ("\r\n".join(lines) + "\r\n").encode(CODEPAGE)


def _declared(module: Module) -> str:
    if module.kind.is_document:
        return f"Document={module.name}/&H00000000"
    return f"{'Module' if module.kind is Kind.STANDARD else 'Class'}={module.name}"


def _names_twice(modules: Sequence[Module]) -> bytes:
    """The stream `PROJECTwm`: each name in the code page and in Unicode."""
    pairs = (each.name.encode(CODEPAGE) + b"\0" + each.name.encode("utf-16-le") + b"\0\0" for each in modules)
    return b"".join(pairs) + b"\0\0"


def encrypted(identity: str, data: bytes) -> str:
    """Data obscured as the format asks (2.4.3.2), always with the same seed."""
    key = sum(identity.encode(CODEPAGE)) & 0xFF
    made = [_SEED, _SEED ^ 2, _SEED ^ key]
    plain, last, last_but_one = key, _SEED ^ key, _SEED ^ 2
    filler = bytes((_SEED & 6) // 2)
    for byte in filler + pack("<I", len(data)) + data:
        byte_made = byte ^ ((last_but_one + plain) & 0xFF)
        made.append(byte_made)
        last_but_one, last, plain = last, byte_made, byte
    return bytes(made).hex().upper()
