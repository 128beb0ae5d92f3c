"""xxHash32 with seed 0, for the checksums of LZ4 frames. Mostly a few bytes at a time."""

from __future__ import annotations

from struct import Struct

_PRIME_1 = 0x9E3779B1
_PRIME_2 = 0x85EBCA77
_PRIME_3 = 0xC2B2AE3D
_PRIME_4 = 0x27D4EB2F
_PRIME_5 = 0x165667B1
_MASK = 0xFFFFFFFF
_STRIPE = Struct("<4I")
_WORD = Struct("<I")


def _rotated(value: int, bits: int) -> int:
    return (value << bits | value >> 32 - bits) & _MASK


def xxhash32(data: bytes) -> int:
    """The hash of `data`, 32 bits."""
    size = len(data)
    striped = size & ~15
    total = (_stripes(data, striped) if striped else _PRIME_5) + size & _MASK
    words = size & ~3
    for position in range(striped, words, 4):
        word = _WORD.unpack_from(data, position)[0]
        total = _rotated(total + word * _PRIME_3 & _MASK, 17) * _PRIME_4 & _MASK
    for byte in data[words:]:
        total = _rotated(total + byte * _PRIME_5 & _MASK, 11) * _PRIME_1 & _MASK
    return _avalanche(total)


def _stripes(data: bytes, end: int) -> int:
    lanes = [_PRIME_1 + _PRIME_2 & _MASK, _PRIME_2, 0, -_PRIME_1 & _MASK]
    for position in range(0, end, 16):
        words = _STRIPE.unpack_from(data, position)
        lanes = [
            _rotated(lane + word * _PRIME_2 & _MASK, 13) * _PRIME_1 & _MASK
            for lane, word in zip(lanes, words, strict=True)
        ]
    return sum(map(_rotated, lanes, (1, 7, 12, 18))) & _MASK


def _avalanche(value: int) -> int:
    value = (value ^ value >> 15) * _PRIME_2 & _MASK
    value = (value ^ value >> 13) * _PRIME_3 & _MASK
    return value ^ value >> 16
