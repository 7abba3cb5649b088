"""A macro project read back: the source of each module, and whether the project is locked.

The counterpart of `project` and `compression`, for projects that Excel has saved since.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from io import BytesIO
from struct import unpack_from

from msgspec import Struct

from permitbook.errors import WorkbookError
from permitbook.vba.compression import CHUNK

_NAME, _STREAM, _OFFSET, _DOCUMENT_OR_CLASS, _CODEPAGE, _VERSION = 0x19, 0x1A, 0x31, 0x22, 0x03, 0x09
_ATTRIBUTE = re.compile(r"^Attribute \w+\.?\w* = .*\n?", re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?:'|Rem\b).*", re.MULTILINE)
_OPTION = re.compile(r"^\s*Option\s+\w+.*$", re.MULTILINE | re.IGNORECASE)


class Project(Struct, frozen=True):
    """The modules of a project, by name, and whether it asks for a password before it shows them."""

    sources: Mapping[str, str]
    is_locked: bool


def read_project(data: bytes, title: str) -> Project:
    """The project in a part vbaProject.bin. Raises WorkbookError, which calls the file `title`, when it is damaged."""
    import olefile

    try:
        with olefile.OleFileIO(BytesIO(data)) as file:
            directory = decompressed(file.openstream("VBA/dir").read())
            codepage, listed = _modules(directory)
            sources = {
                name: decompressed(file.openstream(f"VBA/{stream}").read()[offset:]).decode(codepage, "replace")
                for name, stream, offset in listed
            }
            text = file.openstream("PROJECT").read().decode(codepage, "replace")
    except (OSError, ValueError, IndexError, LookupError, TypeError) as error:
        raise WorkbookError(f"The macros of {title} are damaged and cannot be read.") from error
    return Project(sources, _is_locked(text))


def plain(source: str) -> str:
    """A source as two of them compare: what the editor hides, the case of letters and the blanks do not matter.

    Excel's editor changes both when it saves.
    """
    text = _ATTRIBUTE.sub("", source.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(text.split()).casefold()


def has_code(source: str) -> bool:
    """Something in a module would run: more stands there than comments and options."""
    text = _ATTRIBUTE.sub("", source.replace("\r\n", "\n").replace("\r", "\n"))
    return bool(_OPTION.sub("", _COMMENT.sub("", text)).strip())


def decompressed(data: bytes) -> bytes:
    """What a compressed container holds ([MS-OVBA] 2.4.1). Raises ValueError when it is none."""
    if data[:1] != b"\x01":
        raise ValueError("no compressed container")
    made, at = bytearray(), 1
    while at + 2 <= len(data):
        (header,) = unpack_from("<H", data, at)
        end = at + 2 + (header & 0x0FFF) + 1
        made += _chunk(data[at + 2 : end]) if header & 0x8000 else data[at + 2 : at + 2 + CHUNK]
        at = end
    return bytes(made)


def _chunk(tokens: bytes) -> bytes:
    made, at = bytearray(), 0
    while at < len(tokens):
        flags, at = tokens[at], at + 1
        for bit in range(8):
            if at >= len(tokens):
                break
            if not flags >> bit & 1:
                made.append(tokens[at])
                at += 1
                continue
            (copy,) = unpack_from("<H", tokens, at)
            shift = 16 - max((len(made) - 1).bit_length(), 4)
            start, length = len(made) - (copy >> shift) - 1, (copy & ((1 << shift) - 1)) + 3
            for place in range(start, start + length):
                made.append(made[place])
            at += 2
    return bytes(made)


def _modules(directory: bytes) -> tuple[str, list[tuple[str, str, int]]]:
    """The code page, and of each module its name, its stream, and where its source begins there."""
    codepage, listed = "cp1252", []
    name = stream = ""
    for id, data in _records(directory):
        if id == _CODEPAGE:
            codepage = f"cp{unpack_from('<H', data)[0]}"
        elif id == _NAME:
            name = data.decode(codepage)
        elif id == _STREAM:
            stream = data.decode(codepage)
        elif id == _OFFSET:
            listed.append((name, stream, unpack_from("<I", data)[0]))
    return codepage, listed


def _records(directory: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at + 6 <= len(directory):
        id, size = unpack_from("<HI", directory, at)
        if id == _VERSION:
            size += 2
        yield id, directory[at + 6 : at + 6 + size]
        at += 6 + size


def _is_locked(project: str) -> bool:
    """The project has a password, or is kept from view (2.3.1.15, 2.3.1.16)."""
    identity = re.search(r'^ID="([^"]*)"', project, re.MULTILINE)
    told = {key: re.search(rf'^{key}="([0-9A-Fa-f]+)"', project, re.MULTILINE) for key in ("CMG", "DPB")}
    state, password = (_revealed(found[1]) if found else b"" for found in told.values())
    return identity is not None and (any(state) or len(password) > 1)


def _revealed(hidden: str) -> bytes:
    """What a line of PROJECT says, decoded as 2.4.3.3 has it."""
    data = bytes.fromhex(hidden)
    seed, two, one = data[0], data[1], data[2]
    last = one ^ seed
    told = bytearray()
    for byte in data[3:]:
        last = byte ^ ((two + last) & 0xFF)
        told.append(last)
        two, one = one, byte
    rest = told[(seed & 6) // 2 :]
    return bytes(rest[4:])
