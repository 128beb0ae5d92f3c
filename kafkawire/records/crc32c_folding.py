"""CRC-32C in pure Python, by folding the whole buffer as one polynomial over GF(2).

Read the buffer as a little-endian integer of N bits: bit i is then the coefficient of
x^(N-1-i), the order in which the reflected CRC takes its bits. The remainder modulo P does not
change when a multiple of P is added, and

    x^n + x^a + x^b + ... + 1  with a far below n

is a multiple with few terms: the L <= n - a lowest bits (the highest powers) are removed by adding
them again further up, one shift and one addition of L-bit integers per term. Each pass nearly
halves the message, and integer operations take 30 bits at a time. Squaring a multiple doubles all
its exponents, so a few of them serve every size. What is left at the end, 13 bytes, goes through
the ordinary table.

The sizes to which a pass may come down are fixed levels, each with one multiple. A message first
comes down to the smallest level within reach; from there on all constants are ready.
"""

from __future__ import annotations

from bisect import bisect_left

from kafkawire.protocol.buffers import Buffer

POLYNOMIAL = 0x82F63B78
"""Castagnoli's, reflected."""
CHUNK_BYTES = 1 << 18
"""Longer buffers are taken in pieces that stay in the processor's cache."""
_ALL_ONES = 0xFFFFFFFF

MULTIPLES = (
    (104, 57, 53, 49, 19, 14, 4),
    (130, 64, 63, 60, 33, 32, 25),
    (148, 70, 67, 37, 36, 25, 22),
    (180, 60, 59, 46, 38, 36, 4),
    (216, 66, 38, 33, 18, 15, 7),
    (296, 140, 134, 74, 72, 50, 44),
    (360, 120, 118, 92, 76, 72, 8),
    (437, 177, 176, 171, 58),
    (499, 192, 191, 182, 47),
    (563, 109, 58, 53, 31),
    (680, 122, 80, 19, 3),
    (810, 162, 155, 53, 30),
    (970, 177, 167, 127, 115),
    (1126, 218, 116, 106, 62),
    (1360, 244, 160, 38, 6),
    (1620, 324, 310, 106, 60),
    (1940, 354, 334, 254, 230),
    (2252, 436, 232, 212, 124),
    (2720, 488, 320, 76, 12),
    (3240, 648, 620, 212, 120),
    (3880, 708, 668, 508, 460),
    (4504, 872, 464, 424, 248),
    (5685, 1362, 426),
    (6777, 484, 100),
    (7951, 1808, 261),
)
"""Exponents of multiples of the polynomial; the term 1 goes without saying. They were found by
looking for equal sums among the remainders of powers of x; a test divides each of them."""
DOUBLED = ((10269, 1304, 837), (10912, 1933, 414), (12446, 1005, 474), (13554, 968, 200))
"""Multiples from which, doubled again and again, all larger levels come."""


class _Level:
    """One pass, down to `size` bytes, from `reach` bytes at most."""

    __slots__ = ("bits", "down", "mask", "reach", "shifts", "size")

    def __init__(self, exponents: tuple[int, ...]) -> None:
        self.size = -(-exponents[0] // 8)
        self.reach = self.size + (exponents[0] - exponents[1]) // 8
        self.shifts = [exponents[0] - exponent for exponent in (*exponents[1:], 0)]
        self.down: _Level | None = None
        self.bits = 0
        self.mask = 0


_levels: list[_Level] = []
_reaches: list[int] = []
_table: list[int] = []


def crc_table() -> list[int]:
    """What each byte adds to the register, for the algorithm that takes one byte at a time."""
    if not _table:
        for byte in range(256):
            remainder = byte
            for _ in range(8):
                remainder = remainder >> 1 ^ (POLYNOMIAL if remainder & 1 else 0)
            _table.append(remainder)
    return _table


def _prepare() -> None:
    """Make the table and the levels, on first use."""
    crc_table()
    doubled = [tuple(term << k for term in one) for one in DOUBLED for k in range(8)]
    levels = [_Level(exponents) for exponents in (*MULTIPLES, *doubled)]
    levels.sort(key=lambda level: level.size)
    for level in levels:
        _add(level)


def _add(level: _Level) -> None:
    """Tell `level` how to go on below it. A level that reaches no further than others is left."""
    if _levels:
        if level.reach <= _reaches[-1]:
            return
        down = _levels[bisect_left(_reaches, level.size)]
        level.down = down
        level.bits = 8 * (level.size - down.size)
        level.mask = (1 << level.bits) - 1 if level.size < CHUNK_BYTES >> 4 else 0
    _levels.append(level)
    _reaches.append(level.reach)


def crc32c_pure(data: Buffer, value: int = 0) -> int:
    """The CRC-32C of `data`, going on from `value`, the CRC of what came before it."""
    if not _levels:
        _prepare()
    size = len(data)
    if size <= CHUNK_BYTES:
        return _crc(data, value)
    for start in range(0, size, CHUNK_BYTES):
        value = _crc(data[start : start + CHUNK_BYTES], value)
    return value


def _crc(data: Buffer, value: int) -> int:
    value ^= _ALL_ONES
    size = len(data)
    smallest = _levels[0].size
    if size > smallest:
        data = _fold(data, value)
        value = 0
    table = _table
    for byte in data:
        value = table[(value ^ byte) & 0xFF] ^ value >> 8
    return value ^ _ALL_ONES


def _fold(data: Buffer, register: int) -> bytes:
    """Bytes of the smallest level, which have the remainder of `data` after `register`."""
    level: _Level | None = _levels[bisect_left(_reaches, len(data))]
    assert level is not None
    cut = len(data) - level.size
    low = int.from_bytes(data[:cut], "little")
    message = int.from_bytes(data[cut:], "little")
    bits = 8 * cut
    # The register goes into the first four bytes, wherever the cut falls.
    low ^= register & (1 << bits) - 1
    message ^= register >> bits
    for shift in level.shifts:
        message ^= low << shift - bits
    while level.down is not None:
        bits = level.bits
        low = message & (level.mask or (1 << bits) - 1)
        message >>= bits
        level = level.down
        for shift in level.shifts:
            message ^= low << shift - bits
    return message.to_bytes(level.size, "little")
