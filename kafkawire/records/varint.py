"""Zig-zag varints, the long way: what the fast loops call when a value takes more bytes.

Kafka's `ByteUtils.readVarint` reads at most 5 bytes and drops the bits above the 32nd, its
`readVarlong` at most 10 bytes and 64 bits. Encodings longer than needed are valid.
"""

from __future__ import annotations

from kafkawire.records.errors import InvalidRecords

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.records.pieces import Data

VARINT_BYTES_MAX = 5
VARLONG_BYTES_MAX = 10
TWO_BYTES_MAX = 0x3FFF
"""A varint goes on where it is above this once two of its bytes are read."""
READY_VARINTS = 2048
_BITS_32 = 0xFFFFFFFF
_BITS_64 = 0xFFFFFFFFFFFFFFFF


def encode_zigzag(value: int) -> bytes:
    """`value`, within 64 bits signed, as a zig-zag varint."""
    rest = value << 1 if value >= 0 else ~(value << 1)
    if rest < 0x80:
        return bytes((rest,))
    if rest < 0x4000:
        return bytes((rest & 0x7F | 0x80, rest >> 7))
    if rest < 0x200000:
        return bytes((rest & 0x7F | 0x80, rest >> 7 & 0x7F | 0x80, rest >> 14))
    out = bytearray()
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


def read_zigzag(data: Data, at: int) -> tuple[int, int]:
    """Read a 32-bit signed varint at `at`; return it and the position after it."""
    byte = data[at]
    if byte < 128:
        return byte >> 1 ^ -(byte & 1), at + 1
    return _read(data, at, VARINT_BYTES_MAX, _BITS_32)


def read_zigzag_long(data: Data, at: int) -> tuple[int, int]:
    """Read a 64-bit signed varint at `at`; return it and the position after it."""
    return _read(data, at, VARLONG_BYTES_MAX, _BITS_64)


def _read(data: Data, at: int, bytes_max: int, bits: int) -> tuple[int, int]:
    raw = shift = 0
    for position in range(at, at + bytes_max):
        byte = data[position]
        raw |= (byte & 0x7F) << shift
        if byte < 0x80:
            raw &= bits
            return raw >> 1 ^ -(raw & 1), position + 1
        shift += 7
    raise InvalidRecords(f"varint of more than {bytes_max} bytes")


def continue_varint(data: Data, at: int) -> tuple[int, int]:
    """The varint whose second byte is at `at`, still zig-zagged, and where its last byte is."""
    value, after = read_zigzag(data, at - 1)
    return value << 1 if value >= 0 else ~(value << 1), after - 1


def continue_varlong(data: Data, at: int) -> tuple[int, int]:
    """As `continue_varint`, of 64 bits."""
    value, after = read_zigzag_long(data, at - 1)
    return value << 1 if value >= 0 else ~(value << 1), after - 1


def wrapped_long(value: int) -> int:
    """`value` as the sum of Java longs would have it."""
    return (value + (1 << 63) & _BITS_64) - (1 << 63)


_ready: list[bytes] = []


def ready_varints() -> list[bytes]:
    """The varints of 0 up to READY_VARINTS, made on first use: importing stays cheap."""
    if not _ready:
        _ready.extend(map(encode_zigzag, range(READY_VARINTS)))
    return _ready
