"""Varints of thousands of records at once.

Two views of the bytes, both without a copy: as they are, and as overlapping words of 64 bits, one
beginning at each byte. One word of the second, gathered for each record, holds several fields: the
lowest are read, the word is shifted by their sizes, and so on. The next two bytes of a word are
looked up in a table of 65,536 entries, which has the number and the size of each varint of one or
two bytes: most are such. The others are taken out of a fresh word by their stop bits: the lowest
clear bit among the top bits of the bytes ends the varint, and four shifts close its gaps.

A varint of more than eight bytes is `Unfit`: a time that is 36 million years off. Reading cannot
leave the bytes, since numpy checks each index, and the last words are those of a padded copy.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kafkawire.records.varint import VARINT_BYTES_MAX
from kafkawire.spark.columns.errors import Unfit

Integers = npt.NDArray[np.int64]
Octets = npt.NDArray[np.uint8]

WORD_BYTES = 8
PAIRS = 1 << 16
SIZE_MASK = 3
SIZE_BITS = 2
"""An entry of the table is the number, shifted by these, and the size: 1, 2, or 0 for longer."""
_TAIL_BYTES = 16
_STOP_BITS = np.uint64(0x8080808080808080)
_VALUE_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)


@cache
def pairs_table() -> npt.NDArray[np.int32]:
    """What two bytes, the first one lowest, say if a zig-zag varint begins with them."""
    pairs = np.arange(PAIRS, dtype=np.int32)
    first, second = pairs & 0xFF, pairs >> 8
    raw = np.where(first < 128, first, first & 0x7F | second << 7)
    size = np.where(first < 128, 1, np.where(second < 128, 2, 0))
    number = raw >> 1 ^ -(raw & 1)
    table: npt.NDArray[np.int32] = np.where(size > 0, number << SIZE_BITS | size, 0).astype(
        np.int32
    )
    return table


class Words:
    """Bytes, seen as overlapping little-endian words of 64 bits."""

    __slots__ = ("_limit", "_tail", "_words", "data")

    def __init__(self, data: Octets) -> None:
        self.data = data
        self._limit = len(data) - WORD_BYTES
        self._words = _overlapping(data)
        padded = np.zeros(_TAIL_BYTES + WORD_BYTES, dtype=np.uint8)
        rest = data[-_TAIL_BYTES:]
        padded[_TAIL_BYTES - len(rest) : _TAIL_BYTES] = rest
        self._tail = _overlapping(padded)

    def at(self, positions: Integers) -> Integers:
        """The words that begin at these positions, which must rise and be within the bytes."""
        inside = int(positions.searchsorted(self._limit, "right"))
        if inside == len(positions):
            return self._words[positions]
        behind = positions[inside:] - (len(self.data) - _TAIL_BYTES)
        return np.concatenate((self._words[positions[:inside]], self._tail[behind]))


def _overlapping(data: Octets) -> Integers:
    count = max(0, len(data) - WORD_BYTES + 1)
    return np.ndarray((count,), "<i8", data, 0, (1,))


def read_varints(
    word: Integers, at: Integers, words: Words, *, is_long: bool = False
) -> tuple[Integers, Integers]:
    """The varints that begin in the lowest byte of each word, which lie at `at`; and their sizes.

    At least two bytes of each word must be valid. Raises Unfit for what is too long.
    """
    found = pairs_table().take(word & (PAIRS - 1))
    size = (found & SIZE_MASK).astype(np.int64)
    number = (found >> SIZE_BITS).astype(np.int64)
    if len(size) and not size.all():
        longer = np.flatnonzero(size == 0)
        number[longer], size[longer] = _long_varints(words.at(at[longer]), is_long=is_long)
    return number, size


def _long_varints(word: Integers, *, is_long: bool) -> tuple[Integers, Integers]:
    raw = word.view(np.uint64)
    stops = ~raw & _STOP_BITS
    if not stops.all():
        raise Unfit
    below = (stops & (~stops + np.uint64(1))) - np.uint64(1)  # all bits under the lowest stop bit
    size = (np.bitwise_count(below).astype(np.int64) + 1) >> 3
    if not is_long and int(size.max()) > VARINT_BYTES_MAX:
        raise Unfit
    value = _without_gaps(raw & below & _VALUE_BITS)
    if not is_long:
        value &= np.uint64(0xFFFFFFFF)
    sign = ~(value & np.uint64(1)) + np.uint64(1)
    return (value >> np.uint64(1) ^ sign).view(np.int64), size


def _without_gaps(septets: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Eight groups of seven bits, a byte apart, moved together: pairs, pairs of pairs, halves."""
    one, two, four = np.uint64(1), np.uint64(2), np.uint64(4)
    pairs = septets & np.uint64(0x007F007F007F007F)
    pairs |= (septets & np.uint64(0x7F007F007F007F00)) >> one
    quads = pairs & np.uint64(0x00003FFF00003FFF)
    quads |= (pairs & np.uint64(0x3FFF00003FFF0000)) >> two
    return quads & np.uint64(0x0FFFFFFF) | (quads & np.uint64(0x0FFFFFFF00000000)) >> four
