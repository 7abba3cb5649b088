"""Zip packages read and written member by member, so that a part nobody changes keeps its packed bytes.

The standard zipfile reads the directory; it cannot copy a member without inflating and deflating it again,
which is why the writing is done here. Members of 4 GiB and more are refused: no Office part is that large.
"""

import struct
import zlib
from collections.abc import Iterable
from io import BytesIO
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

from msgspec import Struct

_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _UTF8 = 0x1, 0x800
_NEW_YEAR_1980 = 0x0021 << 16
_LIMIT = 0xFFFFFFFF
_MOST_MEMBERS = 0xFFFF
_LOCAL = struct.Struct("<4sHHHIIIIHH")
_CENTRAL = struct.Struct("<4sHHHHIIIIHHHHHII")
_END = struct.Struct("<4sHHHHIIH")


class BadPackage(ValueError):
    """The bytes are not a zip package that can be copied; the sentence says why."""


class Member(Struct, frozen=True):
    """One part of a package, still packed. `packed` is a view into the package it was read from, or its own bytes."""

    name: str
    method: int
    crc: int
    size: int
    packed: bytes | memoryview
    stamp: int = _NEW_YEAR_1980
    attributes: int = 0

    def read(self) -> bytes:
        """The part's content, checked against the length and the checksum the package gives for it."""
        if self.method == _STORED:
            data = bytes(self.packed)
        else:
            inflate = zlib.decompressobj(-zlib.MAX_WBITS)
            try:
                data = inflate.decompress(self.packed, self.size + 1)
            except zlib.error as error:
                raise BadPackage(f"{self.name} inside the file is damaged") from error
        if len(data) != self.size or zlib.crc32(data) != self.crc:
            raise BadPackage(f"{self.name} inside the file is damaged")
        return data


def pack(name: str, content: bytes | Iterable[bytes], level: int = 6) -> Member:
    """A part deflated anew, from its content whole or in pieces. Same content, same bytes: it bears no date."""
    deflate = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    crc = size = 0
    packed = []
    for piece in (content,) if isinstance(content, bytes) else content:
        crc = zlib.crc32(piece, crc)
        size += len(piece)
        packed.append(deflate.compress(piece))
    packed.append(deflate.flush())
    return Member(name, _DEFLATED, crc, size, b"".join(packed))


def stored(name: str, content: bytes) -> Member:
    """A part as it is, for a package that is only handed on."""
    return Member(name, _STORED, zlib.crc32(content), len(content), content)


def read_package(package: bytes) -> dict[str, Member]:
    """The members of a package by name, in the order of its directory.

    Raises BadPackage when the bytes are no zip file, a member is encrypted, packed in a way Office does not
    use, reaches outside the file, has a name that leads out of it, or stands in it twice.
    """
    if package.count(b"PK\x01\x02") > 2 * _MOST_MEMBERS:
        raise BadPackage("the file holds more parts than any Office file does")
    try:
        with ZipFile(BytesIO(package)) as archive:
            entries = archive.infolist()
    except (BadZipFile, NotImplementedError, ValueError, struct.error, EOFError) as error:
        raise BadPackage("the file is not a zip package") from error
    view = memoryview(package)
    members: dict[str, Member] = {}
    for entry in entries:
        name = entry.orig_filename
        if name in members:
            raise BadPackage(f"{name} stands twice inside the file")
        if ".." in name.replace("\\", "/").split("/"):
            raise BadPackage(f"{name} inside the file leads out of it, as no part of an Office file does")
        if entry.flag_bits & _ENCRYPTED:
            raise BadPackage(f"{name} inside the file is protected by a password")
        if entry.compress_type not in (_STORED, _DEFLATED):
            raise BadPackage(f"{name} inside the file is packed in an unusual way")
        year, month, day, hour, minute, second = entry.date_time
        stamp = ((year - 1980) << 9 | month << 5 | day) << 16 | hour << 11 | minute << 5 | second // 2
        packed = _packed(view, entry.header_offset, entry.compress_size, name)
        members[name] = Member(
            name, entry.compress_type, entry.CRC, entry.file_size, packed, stamp, entry.external_attr
        )
    return members


def _packed(view: memoryview, at: int, length: int, name: str) -> memoryview:
    """A member's packed bytes; only its own header says where they begin."""
    header = view[at : at + _LOCAL.size]
    if len(header) < _LOCAL.size or bytes(header[:4]) != b"PK\x03\x04":
        raise BadPackage(f"{name} is missing from the file")
    name_length, extra_length = struct.unpack_from("<HH", header, 26)
    start = at + _LOCAL.size + name_length + extra_length
    if start + length > len(view):
        raise BadPackage(f"{name} inside the file is cut short")
    return view[start : start + length]


def write_package(members: Iterable[Member], out: BinaryIO) -> None:
    """Write the members in the order given. The same members make the same bytes."""
    directory: list[bytes] = []
    position = 0
    for member in members:
        name = member.name.encode("utf-8")
        length = len(member.packed)
        if max(length, member.size, position) >= _LIMIT or len(directory) == _MOST_MEMBERS:
            raise BadPackage(f"{member.name} is too large for a zip package, or has too many parts before it")
        flags = 0 if name.isascii() else _UTF8
        header = (20, flags, member.method, member.stamp, member.crc, length, member.size, len(name), 0)
        out.write(_LOCAL.pack(b"PK\x03\x04", *header) + name)
        out.write(member.packed)
        place = (0, 0, 0, member.attributes, position)
        directory.append(_CENTRAL.pack(b"PK\x01\x02", 20, *header, *place) + name)
        position += _LOCAL.size + len(name) + length
    listing = b"".join(directory)
    out.write(listing)
    out.write(_END.pack(b"PK\x05\x06", 0, 0, len(directory), len(directory), len(listing), position, 0))


def package_bytes(members: Iterable[Member]) -> bytes:
    """The package as bytes."""
    out = BytesIO()
    write_package(members, out)
    return out.getvalue()
