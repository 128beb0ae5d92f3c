"""Hashes as Kafka's, and keyless records that stick together."""

from __future__ import annotations

from random import Random

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.spark.sink.partitioning import Partitioner, Sticky, murmur2

MASK = 0xFFFF_FFFF

# From Kafka's own tests, as signed 32 bits.
KNOWN = {
    b"21": -973932308,
    b"foobar": -790332482,
    b"a-little-bit-long-string": -985981536,
    b"a-little-bit-longer-string": -1486304829,
    b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    b"abc": 479470107,
}


def one_by_one(key: bytes) -> int:
    """The definition, a key at a time."""
    found = 0x9747B28C ^ len(key)
    whole = len(key) // 4 * 4
    for at in range(0, whole, 4):
        word = int.from_bytes(key[at : at + 4], "little") * 0x5BD1E995 & MASK
        word = (word ^ word >> 24) * 0x5BD1E995 & MASK
        found = (found * 0x5BD1E995 & MASK) ^ word
    if key[whole:]:
        found = (found ^ int.from_bytes(key[whole:], "little")) * 0x5BD1E995 & MASK
    found = (found ^ found >> 13) * 0x5BD1E995 & MASK
    return found ^ found >> 15


def test_known_keys_have_known_hashes() -> None:
    found = murmur2(pa.array(list(KNOWN), pa.binary())).astype(np.int32)
    assert found.tolist() == list(KNOWN.values())


@given(keys=st.lists(st.binary(max_size=40)), cut=st.integers(0, 5))
def test_hashes_of_an_array_are_those_of_its_keys(keys: list[bytes], cut: int) -> None:
    array = pa.array(keys, pa.binary())[cut:]
    assert murmur2(array).tolist() == [one_by_one(key) for key in keys[cut:]]


@given(keys=st.lists(st.none() | st.binary(max_size=8), min_size=1), count=st.integers(1, 50))
def test_a_key_goes_where_java_sends_it_and_nulls_anywhere(
    keys: list[bytes | None], count: int
) -> None:
    sizes = np.full(len(keys), 10, np.int64)
    found = Partitioner(100).assign(pa.array(keys, pa.binary()), sizes, count, range(count))
    for key, partition in zip(keys, found.tolist(), strict=True):
        assert 0 <= partition < count
        assert key is None or partition == (one_by_one(key) & 0x7FFF_FFFF) % count


@given(
    sizes=st.lists(st.integers(1, 300), min_size=1, max_size=50),
    cut=st.integers(0, 50),
    count=st.integers(2, 5),
)
def test_keyless_records_change_partition_after_each_batch_size(
    sizes: list[int], cut: int, count: int
) -> None:
    """However the records come in pieces."""
    sticky = Sticky(100, Random(1))
    array = np.array(sizes, np.int64)
    pieces = [piece for piece in (array[:cut], array[cut:]) if len(piece)]
    found = [part for piece in pieces for part in sticky.assign(piece, range(count)).tolist()]
    held = 0
    for before, after, size in zip(found, found[1:], sizes, strict=False):
        held += size
        assert (before != after) == (held >= 100)
        held = 0 if held >= 100 else held


def test_with_one_partition_all_goes_there() -> None:
    assert Sticky(10).assign(np.array([50, 50], np.int64), [0]).tolist() == [0, 0]


def test_a_partition_that_is_not_there_any_more_is_left() -> None:
    sticky = Sticky(1 << 20)
    sticky._partition = 7
    assert sticky.assign(np.array([1], np.int64), [2])[0] == 2


@pytest.mark.parametrize("count", [0, 1, 3])
def test_no_keys_are_no_trouble(count: int) -> None:
    assert murmur2(pa.array([], pa.binary())).tolist() == []
    keys = pa.array([None] * count, pa.binary())
    assert len(Partitioner(10).assign(keys, np.ones(count, np.int64), 2, [0, 1])) == count


def test_keyless_records_leave_out_partitions_without_a_leader_and_keys_do_not() -> None:
    keys = pa.array([None, b"k"] * 50, pa.binary())
    found = Partitioner(1).assign(keys, np.ones(100, np.int64), 3, [0])
    assert set(found[::2].tolist()) == {0}
    assert set(found[1::2].tolist()) == {(one_by_one(b"k") & 0x7FFF_FFFF) % 3}
