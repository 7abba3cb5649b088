"""Packages are copied part by part; the standard zipfile is the independent reader and writer."""

import io
import zipfile

import pytest

from permitbook.rawzip import BadPackage, Member, pack, package_bytes, read_package

PARTS = {
    "[Content_Types].xml": b"<Types/>",
    "word/document.xml": b"<w:p/>" * 4000,
    "médias/été.bin": bytes(range(256)),
    "a/": b"",
}


def zipped(parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 7, 4, 10, 30, 58)), content, method)
    return out.getvalue()


def streamed(parts: dict[str, bytes]) -> bytes:
    """A package written to a pipe: sizes stand behind each member, as Excel for the web writes them."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.pieces: list[bytes] = []

        def writable(self) -> bool:
            return True

        def write(self, piece: object) -> int:
            self.pieces.append(bytes(piece))  # type: ignore[call-overload]
            return len(self.pieces[-1])

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, content in parts.items():
            archive.writestr(name, content)
    return b"".join(pipe.pieces)


@pytest.mark.parametrize("package", [zipped(PARTS), zipped(PARTS, zipfile.ZIP_STORED), streamed(PARTS)])
def test_a_copy_holds_the_same_packed_bytes_and_reads_back_equal(package: bytes) -> None:
    members = read_package(package)
    copy = package_bytes(members.values())
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == PARTS
    again = read_package(copy)
    assert [bytes(m.packed) for m in again.values()] == [bytes(m.packed) for m in members.values()]
    assert {name: m.read() for name, m in again.items()} == PARTS
    assert package_bytes(again.values()) == copy


def test_a_part_can_be_packed_anew_whole_or_in_pieces() -> None:
    content = PARTS["word/document.xml"]
    pieces = (content[i : i + 1000] for i in range(0, len(content), 1000))
    assert pack("word/document.xml", pieces).read() == pack("word/document.xml", content).read() == content
    assert package_bytes([pack("a", content)]) == package_bytes([pack("a", content)])


def test_dates_of_copied_members_are_kept() -> None:
    copy = package_bytes(read_package(zipped(PARTS)).values())
    with zipfile.ZipFile(io.BytesIO(copy)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(2026, 7, 4, 10, 30, 58)}


def damaged() -> bytes:
    package = bytearray(zipped({"word/document.xml": bytes(5000)}, zipfile.ZIP_STORED))
    package[3000] ^= 1
    return bytes(package)


def twice() -> bytes:
    with pytest.warns(UserWarning, match="Duplicate"):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("a.xml", "1")
            archive.writestr("a.xml", "2")
    return out.getvalue()


@pytest.mark.parametrize("package", [b"", b"PK\x03\x04", b"no zip at all", zipped(PARTS)[:-10]])
def test_what_is_no_package_is_refused(package: bytes) -> None:
    with pytest.raises(BadPackage, match="not a zip package"):
        read_package(package)


def test_damage_encryption_and_doubles_are_named() -> None:
    with pytest.raises(BadPackage, match=r"word/document.xml inside the file is damaged"):
        read_package(damaged())["word/document.xml"].read()
    with pytest.raises(BadPackage, match=r"a.xml stands twice"):
        read_package(twice())
    package = bytearray(zipped({"a.xml": b"1"}))
    package[package.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(BadPackage, match="protected by a password"):
        read_package(bytes(package))


def test_a_member_that_inflates_to_more_than_it_says_is_not_read() -> None:
    bomb = pack("a", bytes(10_000_000))
    with pytest.raises(BadPackage, match="damaged"):
        Member("a", bomb.method, bomb.crc, 100, bomb.packed).read()
