"""A compound file ([MS-CFB], version 3): storages and streams in sectors of 512 bytes, the form of a macro project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import pack

from msgspec import Struct, field

SECTOR, MINI_SECTOR, MINI_CUTOFF = 512, 64, 4096
_FREE, _END, _OF_FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_BLACK = 1
_ENTRY = "<64sHBBIII16sIQQIQ"
_SLOTS = SECTOR // 4
_MOST_FAT_SECTORS = 109
"""As many as the header names; they reach seven megabytes, and macros fill a fiftieth of that."""

Storage = Mapping[str, "bytes | Storage"]


class _Entry(Struct):
    """A line of the directory."""

    name: str
    kind: int
    left: int = _FREE
    right: int = _FREE
    child: int = _FREE
    start: int = 0
    size: int = 0

    def packed(self) -> bytes:
        name = self.name.encode("utf-16-le")
        length = len(name) + 2 if name else 0
        links = (self.left, self.right, self.child)
        return pack(_ENTRY, name, length, self.kind, _BLACK, *links, bytes(16), 0, 0, 0, self.start, self.size)


def compound_file(root: Storage) -> bytes:
    """The file with these storages and streams; the same content gives the same bytes."""
    return _Writer().file(root)


class _Writer(Struct):
    entries: list[_Entry] = field(default_factory=list)
    sectors: list[bytes] = field(default_factory=list)
    fat: list[int] = field(default_factory=list)
    mini: bytearray = field(default_factory=bytearray)
    mini_fat: list[int] = field(default_factory=list)

    def file(self, root: Storage) -> bytes:
        top = _Entry("Root Entry", _ROOT)
        self.entries.append(top)
        top.child = self.fill(root)
        top.size = len(self.mini)
        top.start = self.put(bytes(self.mini))
        mini_fat = self.put(pack(f"<{len(self.mini_fat)}I", *self.mini_fat), b"\xff")
        mini_sectors = -(-len(self.mini_fat) // _SLOTS)
        spare = -len(self.entries) % (SECTOR // 128)
        lines = [each.packed() for each in [*self.entries, *[_Entry("", 0)] * spare]]
        directory = self.put(b"".join(lines))
        first_fat, fat_sectors = self.close_fat()
        named = [*range(first_fat, first_fat + fat_sectors), *[_FREE] * (_MOST_FAT_SECTORS - fat_sectors)]
        header = pack(
            "<8s16sHHHHH6sIIIIIIIII109I",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            bytes(16),
            0x3E,
            3,
            0xFFFE,
            9,
            6,
            bytes(6),
            0,
            fat_sectors,
            directory,
            0,
            MINI_CUTOFF,
            mini_fat,
            mini_sectors,
            _END,
            0,
            *named,
        )
        return header + b"".join(self.sectors)

    def fill(self, storage: Storage) -> int:
        """Adds what a storage holds; the top of the tree of its entries."""
        places = []
        for name in sorted(storage, key=_order):
            held = storage[name]
            if isinstance(held, bytes):
                entry = _Entry(name, _STREAM, size=len(held))
                places.append(self.add(entry))
                entry.start = self.put_stream(held)
            else:
                entry = _Entry(name, _STORAGE)
                places.append(self.add(entry))
                entry.child = self.fill(held)
        return self.tree(places)

    def add(self, entry: _Entry) -> int:
        self.entries.append(entry)
        return len(self.entries) - 1

    def tree(self, places: Sequence[int]) -> int:
        """Entries in order as a balanced search tree; the place of its top."""
        if not places:
            return _FREE
        middle = len(places) // 2
        top = self.entries[places[middle]]
        top.left, top.right = self.tree(places[:middle]), self.tree(places[middle + 1 :])
        return places[middle]

    def put_stream(self, data: bytes) -> int:
        """Stores a stream, a small one among the small; its first sector."""
        if len(data) >= MINI_CUTOFF:
            return self.put(data)
        if not data:
            return _END
        start, count = len(self.mini_fat), -(-len(data) // MINI_SECTOR)
        self.mini_fat += [*range(start + 1, start + count), _END]
        self.mini += data.ljust(count * MINI_SECTOR, b"\0")
        return start

    def put(self, data: bytes, filler: bytes = b"\0") -> int:
        """Stores data in sectors of its own; the first of them."""
        if not data:
            return _END
        start, count = len(self.fat), -(-len(data) // SECTOR)
        self.fat += [*range(start + 1, start + count), _END]
        self.sectors += [data[at : at + SECTOR].ljust(SECTOR, filler) for at in range(0, len(data), SECTOR)]
        return start

    def close_fat(self) -> tuple[int, int]:
        """The table of sectors after them, with its own sectors in it: the first of these, and how many they are."""
        start, count = len(self.fat), 1
        while count * _SLOTS < start + count:
            count += 1
        if count > _MOST_FAT_SECTORS:
            raise ValueError("the macros are larger than seven megabytes.")
        self.fat += [_OF_FAT] * count
        self.fat += [_FREE] * (count * _SLOTS - len(self.fat))
        table = pack(f"<{len(self.fat)}I", *self.fat)
        self.sectors += [table[at : at + SECTOR] for at in range(0, len(table), SECTOR)]
        return start, count


def _order(name: str) -> tuple[int, str]:
    """Names are ordered by length first."""
    return len(name), name.upper()
