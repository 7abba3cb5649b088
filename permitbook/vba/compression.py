"""The compression of macro sources ([MS-OVBA] 2.4.1): chunks of 4096 bytes, where what repeats is pointed back to."""

from collections import defaultdict
from struct import pack

CHUNK = 4096
_SIGNATURE = b"\x01"
_COMPRESSED, _AS_IT_IS = 0xB000, 0x3000
_SHORTEST, _MOST_TRIED = 3, 32


def compress(data: bytes) -> bytes:
    """The data as a compressed container.

    Raises ValueError when a last, short chunk grows by compression, as only noise does: the format has no form for it.
    """
    return _SIGNATURE + b"".join(_chunk(data[at : at + CHUNK]) for at in range(0, len(data), CHUNK))


def _chunk(plain: bytes) -> bytes:
    packed = _tokens(plain)
    if len(packed) <= CHUNK and not len(packed) == CHUNK == len(plain):
        return pack("<H", _COMPRESSED | (len(packed) - 1)) + packed
    if len(plain) < CHUNK:
        raise ValueError("the end of this module cannot be compressed.")
    return pack("<H", _AS_IT_IS | (CHUNK - 1)) + plain


def _tokens(plain: bytes) -> bytes:
    """Groups of eight tokens, each a byte as it is or a copy of earlier ones; the byte before them says which."""
    made, at = bytearray(), 0
    seen: dict[bytes, list[int]] = defaultdict(list)
    while at < len(plain):
        flags, group = 0, bytearray()
        for bit in range(8):
            if at >= len(plain):
                break
            length, start = _longest(plain, at, seen)
            if length:
                flags |= 1 << bit
                group += pack("<H", ((at - start - 1) << (16 - _offset_bits(at))) | (length - _SHORTEST))
            else:
                group.append(plain[at])
                length = 1
            for each in range(at, at + length):
                seen[plain[each : each + _SHORTEST]].append(each)
            at += length
        made.append(flags)
        made += group
    return bytes(made)


def _longest(plain: bytes, at: int, seen: dict[bytes, list[int]]) -> tuple[int, int]:
    """The longest earlier run that goes on as here does: its length and where it starts; 0 where there is none."""
    room = min(len(plain) - at, (0xFFFF >> _offset_bits(at)) + _SHORTEST)
    best = (0, 0)
    if room < _SHORTEST:
        return best
    for start in reversed(seen.get(plain[at : at + _SHORTEST], [])[-_MOST_TRIED:]):
        length = _SHORTEST
        while length < room and plain[start + length] == plain[at + length]:
            length += 1
        if length > best[0]:
            best = (length, start)
    return best


def _offset_bits(at: int) -> int:
    """How many of a copy's sixteen bits hold its distance; the further into the chunk, the more."""
    return max((at - 1).bit_length(), 4)
