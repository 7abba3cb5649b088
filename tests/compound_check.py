"""A strict reading of a compound file: every sector in one chain, every name in its order, nothing past the end."""

from collections.abc import Iterator
from struct import iter_unpack, unpack_from

SECTOR, END, FREE, OF_FAT = 512, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD


def faults(data: bytes) -> list[str]:
    """What breaks [MS-CFB], in words; none for a sound file."""
    return list(_Check(data).faults())


def _numbers(data: bytes) -> list[int]:
    return [each for (each,) in iter_unpack("<I", data)]


class _Check:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.count = len(data) // SECTOR - 1
        head = unpack_from("<9I", data, 40)
        self.fat_sectors, self.directory, self.mini_start, self.mini_sectors = head[1], head[2], head[5], head[6]
        self.named = [each for each in unpack_from("<109I", data, 76) if each != FREE]
        self.fat = [each for sector in self.named for each in _numbers(self.sector(sector))]
        self.used: set[tuple[str, int]] = set()
        self.found: list[str] = []

    def sector(self, number: int) -> bytes:
        return self.data[(number + 1) * SECTOR : (number + 2) * SECTOR]

    def chain(self, start: int, table: list[int], what: str, kind: str = "sector") -> list[int]:
        taken: list[int] = []
        while start != END:
            if start >= len(table) or (kind, start) in self.used:
                self.found.append(f"{what}: {kind} {start} is none, or has another owner")
                break
            self.used.add((kind, start))
            taken.append(start)
            start = table[start]
        return taken

    def faults(self) -> Iterator[str]:
        if len(self.data) % SECTOR or unpack_from("<HHHHH", self.data, 24) != (0x3E, 3, 0xFFFE, 9, 6):
            yield "the header is not that of version 3"
        if len(self.named) != self.fat_sectors or any(self.fat[each] != OF_FAT for each in self.named):
            yield "the table of sectors does not name its own"
        if any(each != FREE for each in self.fat[self.count :]):
            yield "a sector past the end is in use"
        lines = b"".join(self.sector(each) for each in self.chain(self.directory, self.fat, "directory"))
        mini = self.chain(self.mini_start, self.fat, "small table")
        if len(mini) != self.mini_sectors:
            yield "the small table is not as long as the header says"
        small = _numbers(b"".join(self.sector(each) for each in mini))
        entries = [lines[at : at + 128] for at in range(0, len(lines), 128)]
        root_start, root_size = unpack_from("<IQ", entries[0], 116)
        if len(self.chain(root_start, self.fat, "small stream")) * SECTOR < root_size:
            yield "the small stream is shorter than it says"
        for entry in entries:
            kind, name = entry[66], _name(entry)
            start, size = unpack_from("<IQ", entry, 116)
            if kind == 2:
                table, unit, which = (self.fat, SECTOR, "sector") if size >= 4096 else (small, 64, "small sector")
                if len(self.chain(start, table, name, which)) != -(-size // unit):
                    yield f"{name} does not fill its sectors"
            elif kind in (1, 5):
                yield from self.order(entries, unpack_from("<I", entry, 76)[0])
        owned = {number for which, number in self.used if which == "sector"} | set(self.named)
        if owned != set(range(self.count)):
            yield "a sector has no owner"
        yield from self.found

    def order(self, entries: list[bytes], top: int) -> Iterator[str]:
        names = list(self.walk(entries, top))
        if names != sorted(names):
            yield f"the names {names} are out of order"

    def walk(self, entries: list[bytes], at: int) -> Iterator[tuple[int, str]]:
        if at == FREE:
            return
        left, right = unpack_from("<II", entries[at], 68)
        yield from self.walk(entries, left)
        yield len(_name(entries[at])), _name(entries[at]).upper()
        yield from self.walk(entries, right)


def _name(entry: bytes) -> str:
    return entry[: max(unpack_from("<H", entry, 64)[0] - 2, 0)].decode("utf-16-le")
