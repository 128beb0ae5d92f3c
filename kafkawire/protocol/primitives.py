"""What generated codecs call: varints, strings, arrays of primitives, tag sections.

Encoders append to `out`. Decoders take the buffer and a position, and return a value and the
position after it, or only the value where its size is known. None of them allocates for a
declared length or count before that many bytes are there.

Kafka's names: an unsigned varint is 7 bits a byte, low bits first (KIP-482), at most 5 bytes; a
"compact" length is an unsigned varint holding the length plus one, where 0 is null.
"""

from __future__ import annotations

from itertools import starmap
from struct import Struct as Format
from struct import pack as _pack

from kafkawire.protocol.errors import DecodeError, EncodeError
from kafkawire.protocol.long_arrays import (
    LargeFrame,
    check_collection,
    long_array,
    long_integers,
    many_tags,
    write_long,
)
from kafkawire.protocol.message import NEVER_FLEXIBLE, NEW, Message, Struct, freeze
from kafkawire.protocol.pacing import STEP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NoReturn

    from kafkawire.protocol.buffers import Buffer, Sendable

    Bytes = bytes | bytearray

__all__ = [
    "CHUNKED",
    "INT32S",
    "NEVER_FLEXIBLE",
    "NEW",
    "READY_COUNTS",
    "VARINTS",
    "VIEW_BYTES_MIN",
    "ZERO_UUID",
    "LargeFrame",
    "Message",
    "Struct",
    "absent",
    "compact_strings",
    "freeze",
    "integers",
    "long_array",
    "long_string",
    "make",
    "many_tags",
    "null_error",
    "pack_integers",
    "packer",
    "records_size",
    "rower",
    "short",
    "starmap",
    "string_length",
    "strings",
    "tag_head",
    "tag_size_error",
    "unpacker",
    "uuids",
    "uvarint",
    "varint",
    "write_compact_strings",
    "write_long",
    "write_strings",
    "write_tags",
    "write_uuids",
]

STRING_BYTES_MAX = 0x7FFF
"""Kafka refuses longer strings in compact form too, where the wire would have room."""
VIEW_BYTES_MIN = 1024
"""From this size records are a view of the frame; below it, a copy is cheaper to hold and use."""
READY_COUNTS = 65
"""Arrays of fewer integers than this use a format that is kept for their count."""
INTEGERS_MAX = 4096
"""Longer arrays of integers are kept as they are on the wire, not as Python's objects."""
ZERO_UUID = b"\0" * 16

make = object.__new__
"""Makes an object without running its constructor."""


def varint(value: int) -> bytes:
    """`value`, not negative, as an unsigned varint."""
    if value < 0x80:
        return VARINTS[value]
    if value < 0x4000:
        return _pack_2(value & 0x7F | 0x80, value >> 7)
    if value < 0x200000:
        return _pack_3(value & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value >> 14)
    if value >> 32:
        raise EncodeError(f"length {value} does not fit an unsigned varint")
    return _pack_3(value & 0x7F | 0x80, value >> 7 & 0x7F | 0x80, value >> 14 & 0x7F | 0x80) + (
        varint(value >> 21)
    )


_pack_2 = Format("BB").pack
_pack_3 = Format("BBB").pack
VARINTS = tuple(bytes((value,)) for value in range(0x80))
"""The varints of one byte."""


def uvarint(buf: Bytes, pos: int) -> tuple[int, int]:
    """Read the rest of an unsigned varint whose first byte, above 127, is at `pos - 1`."""
    value = buf[pos - 1] - 0x80
    byte = buf[pos]
    if byte < 0x80:
        return value + (byte << 7), pos + 1
    value += (byte - 0x80) << 7
    byte = buf[pos + 1]
    if byte < 0x80:
        return value + (byte << 14), pos + 2
    value += (byte - 0x80) << 14
    byte = buf[pos + 2]
    if byte < 0x80:
        return value + (byte << 21), pos + 3
    value += (byte - 0x80) << 21
    byte = buf[pos + 3]
    if byte < 0x10:
        return value + (byte << 28), pos + 4
    raise DecodeError("unsigned varint of more than 32 bits")


def long_string(buf: Bytes, pos: int) -> tuple[int, int]:
    """As `uvarint`, for the compact length of a string."""
    size, pos = uvarint(buf, pos)
    if size > STRING_BYTES_MAX + 1:
        raise DecodeError(f"string of {size - 1} bytes")
    return size, pos


_formats: dict[str, Format] = {}


def _format(text: str) -> Format:
    """Formats are shared by all messages; most of them occur many times."""
    found = _formats.get(text)
    if found is None:
        found = _formats[text] = Format(text)
    return found


def packer(text: str) -> Callable[..., bytes]:
    """The `pack` of a format."""
    return _format(text).pack


def unpacker(text: str) -> Callable[[Buffer, int], tuple[Any, ...]]:
    """The `unpack_from` of a format."""
    return _format(text).unpack_from


def rower(text: str) -> Callable[[Buffer], Iterator[tuple[Any, ...]]]:
    """The `iter_unpack` of a format."""
    return _format(text).iter_unpack


def null_error(name: str) -> NoReturn:
    """Refuse a null that the version does not allow."""
    raise DecodeError(f"{name} must not be null")


def short(count: int) -> NoReturn:
    """Refuse a count that the bytes left cannot hold."""
    raise DecodeError(f"array of {count} elements exceeds the bytes that are left")


def absent(name: str) -> NoReturn:
    """Refuse a value that the version has no field for."""
    raise ValueError(f"{name} is set, but this version lacks it")


# Arrays of primitives

INT32S = tuple(Format(f">{count}i").unpack_from for count in range(READY_COUNTS))
"""How to read `count` 32-bit integers, by count."""


def integers(buf: Bytes, pos: int, count: int, code: str) -> Sequence[int]:
    """`count` integers of `struct` code `code`."""
    if count > len(buf) - pos:
        short(count)
    if count > INTEGERS_MAX:
        if buf.__class__ is LargeFrame:
            check_collection(count)
        return long_integers(buf, pos, count, code)
    form = _format if count < READY_COUNTS else Format
    return form(f">{count}{code}").unpack_from(buf, pos)


def pack_integers(values: Sequence[int], code: str) -> bytes:
    """The bytes of an array of integers, without its length."""
    count = len(values)
    if count < READY_COUNTS:
        return _format(f">{count}{code}").pack(*values)
    return _pack(f">{count}{code}", *values)


def uuids(buf: Bytes, pos: int, count: int) -> tuple[list[bytes], int]:
    """`count` uuids, 16 bytes each."""
    if 16 * count > len(buf) - pos:
        short(count)
    if count > STEP and buf.__class__ is LargeFrame:
        return long_array(uuids, buf, pos, count)
    end = pos + 16 * count
    return [bytes(buf[at : at + 16]) for at in range(pos, end, 16)], end


def write_uuids(values: Sequence[bytes], out: list[Any]) -> None:
    """Write uuids, 16 bytes each."""
    joined = b"".join(values)
    if len(joined) != 16 * len(values):
        raise EncodeError("a uuid has 16 bytes")
    out.append(joined)


def strings(buf: Bytes, pos: int, count: int) -> tuple[list[str], int]:
    """`count` strings with lengths of 2 bytes."""
    if 2 * count > len(buf) - pos:
        short(count)
    if count > STEP and buf.__class__ is LargeFrame:
        return long_array(strings, buf, pos, count)
    found = []
    for _ in range(count):
        size = buf[pos] << 8 | buf[pos + 1]
        if size > STRING_BYTES_MAX:
            null_error("a string of an array")
        end = pos + 2 + size
        found.append(buf[pos + 2 : end].decode())
        pos = end
    return found, pos


def compact_strings(buf: Bytes, pos: int, count: int) -> tuple[list[str], int]:
    """`count` strings with compact lengths."""
    if count > len(buf) - pos:
        short(count)
    if count > STEP and buf.__class__ is LargeFrame:
        return long_array(compact_strings, buf, pos, count)
    found = []
    for _ in range(count):
        size = buf[pos]
        pos += 1
        if size > 127:
            size, pos = long_string(buf, pos)
        if not size:
            null_error("a string of an array")
        end = pos + size - 1
        found.append(buf[pos:end].decode())
        pos = end
    return found, pos


def write_strings(values: Sequence[str], out: list[Any]) -> None:
    """Write strings with lengths of 2 bytes."""
    for value in values:
        encoded = value.encode()
        out.append(_pack(">h", len(encoded)))
        out.append(encoded)


def write_compact_strings(values: Sequence[str], out: list[Any]) -> None:
    """Write strings with compact lengths."""
    for value in values:
        encoded = value.encode()
        out.append(string_length(len(encoded)))
        out.append(encoded)


def string_length(size: int) -> bytes:
    """The compact length of a string of `size` bytes."""
    if size < 127:
        return VARINTS[size + 1]
    if size > STRING_BYTES_MAX:
        raise EncodeError(f"string of {size} bytes")
    return varint(size + 1)


# Records

CHUNKED = frozenset((list, tuple))
"""How records are given that stand in several buffers."""


def records_size(chunks: Sequence[Sendable]) -> int:
    """The bytes of records that stand in several buffers."""
    return sum(map(len, chunks))


# Tag sections


def tag_head(buf: Bytes, pos: int) -> tuple[int, int, int]:
    """Read a tagged field's tag and size; also return where its bytes begin."""
    tag = buf[pos]
    pos += 1
    if tag > 127:
        tag, pos = uvarint(buf, pos)
    size = buf[pos]
    pos += 1
    if size > 127:
        size, pos = uvarint(buf, pos)
    if size > len(buf) - pos:
        raise DecodeError(f"tagged field {tag} of {size} bytes exceeds the bytes that are left")
    return tag, size, pos


def tag_size_error(tag: int) -> NoReturn:
    """Refuse a tagged field that is shorter or longer than it says."""
    raise DecodeError(f"tagged field {tag} does not fill its size")


def write_tags(found: dict[int, bytes], out: list[Any], unknown: dict[int, bytes] | None) -> None:
    """Write a tag section in ascending order: known tagged fields and kept unknown ones."""
    if unknown:
        clash = found.keys() & unknown.keys()
        if clash:
            raise EncodeError(f"unknown tags {sorted(clash)} are known in this version")
        found = {**found, **unknown}
    out.append(varint(len(found)))
    for tag in sorted(found):
        out.append(varint(tag))
        out.append(varint(len(found[tag])))
        out.append(found[tag])
