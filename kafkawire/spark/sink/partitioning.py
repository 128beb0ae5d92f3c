"""Which partition a record goes to, as Kafka's Java client decides it.

A record with a key goes by the key's hash (murmur2, `BuiltInPartitioner.partitionForKey`), so that
ours and theirs of the same key meet. Records without one stick to a partition until it got
`batch.size` bytes and then move to another (KIP-480, KIP-794); which is chosen at random.

The hashes of all keys of an Arrow array are made at once: word by word, with the keys ordered by
length, so that those that still have a word are the first ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import numpy.typing as npt
import pyarrow as pa

SEED = 0x9747B28C
MULTIPLIER = np.uint32(0x5BD1E995)
WORD_BYTES = 4
POSITIVE = 0x7FFF_FFFF

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint32]


def murmur2(keys: pa.BinaryArray) -> Hashes:
    """The hash of each key, with seed and order of bytes of Kafka's; of nulls as of no bytes."""
    data, starts, sizes = _layout(keys)
    order = np.argsort(-sizes, kind="stable")
    starts, ordered = starts[order], sizes[order]
    hashes = np.uint32(SEED) ^ ordered.astype(np.uint32)
    words = np.ndarray((len(data) - WORD_BYTES + 1,), "<u4", data, 0, (1,))
    counts = ordered // WORD_BYTES
    for index in range(int(counts[0]) if len(counts) else 0):
        active = int(np.searchsorted(-counts, -index, side="left"))
        word = words[starts[:active] + index * WORD_BYTES] * MULTIPLIER
        word ^= word >> np.uint32(24)
        hashes[:active] = (hashes[:active] * MULTIPLIER) ^ (word * MULTIPLIER)
    _add_tails(hashes, words[np.minimum(starts + counts * WORD_BYTES, len(words) - 1)], ordered)
    hashes ^= hashes >> np.uint32(13)
    hashes *= MULTIPLIER
    hashes ^= hashes >> np.uint32(15)
    found = np.empty_like(hashes)
    found[order] = hashes
    return found


def _layout(keys: pa.BinaryArray) -> tuple[npt.NDArray[np.uint8], Ints, Ints]:
    """Bytes with a word of zeros behind them, where each key begins, and its size."""
    _, offsets, data = keys.buffers()
    bounds = np.frombuffer(offsets, np.int32)[keys.offset : keys.offset + len(keys) + 1]
    last = int(bounds[-1]) if len(bounds) else 0
    padded = np.zeros(last + 2 * WORD_BYTES, np.uint8)
    if data is not None:
        padded[:last] = np.frombuffer(data, np.uint8)[:last]
    wide = bounds.astype(np.int64)
    return padded, wide[:-1], np.diff(wide)


def _add_tails(hashes: Hashes, words: Hashes, sizes: Ints) -> None:
    """The one to three bytes behind the last word."""
    rest = sizes % WORD_BYTES
    masks = np.array([0, 0xFF, 0xFFFF, 0xFF_FFFF], np.uint32)
    some = rest > 0
    tails = words[some] & masks[rest[some]]
    hashes[some] = (hashes[some] ^ tails) * MULTIPLIER


class Sticky:
    """The partition of a topic that records without a key go to for now."""

    def __init__(self, batch_size: int, random: Random | None = None) -> None:
        self._batch_size = batch_size
        self._random = random or Random()
        self._partition = -1
        self._bytes = 0

    def assign(self, sizes: Ints, choices: Sequence[int]) -> Ints:
        """One of the partitions for each record, of that many bytes."""
        if self._partition not in choices:
            self._partition = self._random.choice(choices)
        found = np.empty(len(sizes), np.int64)
        ends = np.cumsum(sizes)
        start, base = 0, 0
        while start < len(sizes):
            left = self._batch_size - self._bytes
            stop = min(len(sizes), int(np.searchsorted(ends, base + left)) + 1)
            found[start:stop] = self._partition
            self._bytes += int(ends[stop - 1]) - base
            if self._bytes >= self._batch_size:
                self._move(choices)
            start, base = stop, int(ends[stop - 1])
        return found

    def _move(self, choices: Sequence[int]) -> None:
        """To any other partition."""
        self._bytes = 0
        others = [each for each in choices if each != self._partition]
        self._partition = self._random.choice(others or choices)


class Partitioner:
    """Of one topic, for the records of one task."""

    def __init__(self, batch_size: int, random: Random | None = None) -> None:
        self._sticky = Sticky(batch_size, random)

    def assign(
        self, keys: pa.BinaryArray | None, sizes: Ints, count: int, led: Sequence[int]
    ) -> Ints:
        """A partition out of `count` for each record; `keys` is None if there is no such column.

        Those without a key go to partitions that are `led`, where a broker is there to take them.
        """
        if keys is None:
            return self._sticky.assign(sizes, led)
        found = (murmur2(keys) & np.uint32(POSITIVE)).astype(np.int64) % count
        if keys.null_count:
            nulls = keys.is_null().to_numpy(zero_copy_only=False)
            found[nulls] = self._sticky.assign(sizes[nulls], led)
        return found
