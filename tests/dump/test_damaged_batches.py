"""Damaged batches of a range of bytes are counted as a look at each of them finds them."""

from __future__ import annotations

import struct
from random import Random

import pytest

from kafkawire.dump.batches import batches_in
from kafkawire.dump.damaged_batches import damaged_batches
from kafkawire.records.builder import encode_batch

SEEDS = range(300)


def batch(value: bytes = b"value", *, is_damaged: bool = False) -> bytes:
    made = bytearray(encode_batch([(0, b"key", value, [])]))
    if is_damaged:
        made[-2] ^= 1
    return bytes(made)


def old_entry(*, is_damaged: bool = False) -> bytes:
    """A message of magic 0."""
    from zlib import crc32

    covered = b"\0\0" + struct.pack(">i", -1) + struct.pack(">i", 3) + b"old"
    crc = crc32(covered) ^ is_damaged
    return struct.pack(">qiI", 0, len(covered) + 4, crc) + covered


GOOD, BAD = batch(), batch(is_damaged=True)


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (b"", 0),
        (GOOD * 3, 0),
        (BAD, 1),
        (GOOD + BAD + GOOD + BAD, 2),
        (GOOD + BAD[:-1], 0),
        (GOOD + GOOD[:9], 0),
        (GOOD + b"\xff" * 100, 1),
        (old_entry() * 2, 0),
        (old_entry() + old_entry(is_damaged=True) + GOOD, 1),
        (GOOD[:16] + b"\7" + GOOD[17:], 1),
    ],
)
def test_damaged_batches_are_counted_and_parts_of_one_are_not(data: bytes, count: int) -> None:
    assert damaged_batches(b"--" + data + b"++", 2, 2 + len(data)) == count


@pytest.mark.parametrize("seed", SEEDS)
def test_the_count_is_what_a_look_at_each_batch_finds(seed: int) -> None:
    random = Random(seed)
    parts = [GOOD, BAD, old_entry(), old_entry(is_damaged=True), batch(random.randbytes(300))]
    data = bytearray(b"".join(random.choices(parts, k=random.randint(1, 6))))
    for _ in range(random.randint(0, 3)):
        data[random.randrange(len(data))] = random.randrange(256)
    end = random.randint(0, len(data))

    looked = [
        each.wrong_crc is not None or each.problem is not None
        for each in batches_in(bytes(data), 0, end)
    ]

    assert damaged_batches(bytes(data), 0, end) == sum(looked)
