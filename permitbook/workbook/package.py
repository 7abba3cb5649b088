"""A workbook as the zip package it is: parts are read on demand, and a part nobody changes keeps its packed bytes.

What cannot be kept when a part changes (a digital signature) and a workbook that cannot be written (Strict) is
refused here, before anything is written.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from posixpath import basename, dirname, join, normpath
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from permitbook.errors import WorkbookError
from permitbook.rawzip import BadPackage, Member, pack, package_bytes, read_package
from permitbook.workbook.outline import Element, damaged, find, outline

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/"
CONTENT_TYPES = "[Content_Types].xml"
_LARGEST_PART = 3 << 30
_BOMB_SIZE, _BOMB_RATIO = 64 << 20, 300
_BOMB_IN_ALL, _RATIO_IN_ALL = 1 << 30, 100
_BLOCK = 1 << 16
_LEVEL = 3
"""How hard a changed part is packed: twice as fast as the usual 6, for a file a sixth larger until Excel saves it."""


class Relationship(Struct, frozen=True):
    """What one part says of another: its id there, the last word of its type, and the part or address meant."""

    id: str
    type: str
    target: str
    external: bool


class Package:
    """The parts of one workbook file by name. `title` is what a refusal calls the file."""

    def __init__(self, data: bytes, title: str) -> None:
        self.data, self.title = data, title
        try:
            self._members = read_package(data)
        except BadPackage as error:
            raise WorkbookError(f"{title} cannot be read as a workbook: {error}.") from error
        in_all = sum(each.size for each in self._members.values())
        if in_all > max(_BOMB_IN_ALL, _RATIO_IN_ALL * len(data)):
            raise WorkbookError(f"{title} is not read: all inside it unpacks to {in_all >> 20:,} MB.")
        self._spelled: dict[str, str] = {}
        for name in self._members:
            if self._spelled.setdefault(_folded(name), name) != name:
                raise damaged(title, f"it holds {name} twice")
        self._before = dict(self._members)

    def copy(self) -> "Package":
        """The same package, to be changed apart from this one."""
        twin = copy(self)
        twin._members, twin._spelled = dict(self._members), dict(self._spelled)
        return twin

    @property
    def names(self) -> list[str]:
        """The names of the parts, in the order they stand in the file."""
        return list(self._members)

    @property
    def changed_parts(self) -> tuple[str, ...]:
        """The parts that were put, replaced or removed since the file was read."""
        names = dict.fromkeys([*self._before, *self._members])
        return tuple(name for name in names if self._before.get(name) is not self._members.get(name))

    def __contains__(self, name: str) -> bool:
        return _folded(name) in self._spelled

    def part(self, name: str) -> bytes:
        """The content of a part. Raises WorkbookError when it is missing, damaged, or a trap."""
        member = self._member(name)
        if member.size > _LARGEST_PART or member.size > max(_BOMB_SIZE, _BOMB_RATIO * len(member.packed)):
            raise WorkbookError(f"{self.title} is not read: {name} inside it unpacks to {member.size >> 20} MB.")
        try:
            return member.read()
        except BadPackage as error:
            raise damaged(self.title, str(error)) from error

    def put(self, name: str, content: bytes | Iterable[bytes]) -> None:
        """Give a part new content; a new part comes last. A part that stays the same keeps its packed bytes."""
        stands = self._spelled.get(_folded(name))
        pieces = (content,) if isinstance(content, bytes) else content
        fresh = pack(stands or name, _in_blocks(pieces), _LEVEL)
        if stands is None:
            self._spelled[_folded(name)] = name
            self._members[name] = fresh
            return
        old = self._members[stands]
        if (fresh.crc, fresh.size) != (old.crc, old.size) or fresh.read() != old.read():
            self._members[stands] = replace(fresh, stamp=old.stamp, attributes=old.attributes)

    def remove(self, name: str) -> None:
        """Take a part out. Whoever names it (relationships, content types) is for the caller to change."""
        del self._members[self._spelled.pop(_folded(name))]

    def assemble(self) -> bytes:
        """The whole file again: same parts in the same order. The same changes make the same bytes."""
        try:
            return package_bytes(self._members.values())
        except BadPackage as error:
            raise WorkbookError(f"{self.title} was not written: {error}.") from error

    def relationships(self, part: str = "") -> list[Relationship]:
        """What a part points to; without a name, what the file points to."""
        listing = relationships_part(part)
        if listing not in self:
            return []
        found = outline(self.part(listing), f"{self.title}: {listing}")
        return [self._relationship(part, each) for each in found if each.path == "Relationships/Relationship"]

    def related(self, part: str, kind: str) -> list[str]:
        """The parts of one kind (`worksheet`, `table`, `styles`) that a part points to, as far as they exist."""
        there = self.relationships(part)
        return [each.target for each in there if each.type == kind and not each.external and each.target in self]

    def _relationship(self, part: str, element: Element) -> Relationship:
        told = element.attributes
        target = told.get("Target", "")
        external = told.get("TargetMode") == "External"
        if not external:
            target = resolved(part, target)
            if target not in self and unquote(target) in self:
                target = unquote(target)
        return Relationship(told.get("Id", ""), told.get("Type", "").rpartition("/")[2], target, external)

    def _member(self, name: str) -> Member:
        spelled = self._spelled.get(_folded(name))
        if spelled is None:
            raise damaged(self.title, f"{name} is missing from it")
        return self._members[spelled]

    def workbook_part(self) -> str:
        """The part that lists the sheets. Raises WorkbookError for what is no workbook that can be written."""
        if any(_folded(name).startswith("_xmlsignatures/") for name in self._members):
            raise WorkbookError(
                f"{self.title} is digitally signed, and any change would break the signature; "
                "remove the signature in Excel (File > Info > View Signatures) and run again."
            )
        named = self.related("", "officeDocument")
        if not named or CONTENT_TYPES not in self:
            raise WorkbookError(f"{self.title} is not a workbook.")
        return named[0]


def check_root(elements: list[Element], xml: bytes, title: str, root: str) -> None:
    """Refuses a part that is Strict Open XML, or not what it should be."""
    if find(elements, root) is not None and MAIN.encode() in xml[: elements[0].opened]:
        return
    if STRICT.encode() in xml[: elements[0].opened]:
        raise WorkbookError(
            f"{title} is saved as Strict Open XML; save it in Excel as a macro-enabled workbook (.xlsm) and run again."
        )
    raise damaged(title, f"a {root} was expected in it")


def relationships_part(part: str) -> str:
    """The part that holds a part's relationships.

    >>> relationships_part("xl/worksheets/sheet1.xml")
    'xl/worksheets/_rels/sheet1.xml.rels'
    """
    return join(dirname(part), "_rels", f"{basename(part)}.rels")


def resolved(part: str, target: str) -> str:
    """The name of the part that a target means, seen from another part; never outside the package.

    >>> resolved("xl/worksheets/sheet1.xml", "../tables/table1.xml"), resolved("xl/workbook.xml", "/xl/styles.xml")
    ('xl/tables/table1.xml', 'xl/styles.xml')
    """
    return normpath(join("/", dirname(part), target.replace("\\", "/"))).lstrip("/")


def _in_blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in larger pieces, which are packed faster than many small ones."""
    block: list[bytes] = []
    size = 0
    for piece in pieces:
        block.append(piece)
        size += len(piece)
        if size >= _BLOCK:
            yield b"".join(block)
            block, size = [], 0
    yield b"".join(block)


def _folded(name: str) -> str:
    return name.replace("\\", "/").lower().lstrip("/")
