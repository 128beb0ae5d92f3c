"""The hash of a key."""

from __future__ import annotations

import pytest

from kafkawire.client.core.producing.murmur2 import murmur2, positive_hash


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (b"21", -973932308),
        (b"foobar", -790332482),
        (b"a-little-bit-long-string", -985981536),
        (b"a-little-bit-longer-string", -1486304829),
        (b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971),
        (b"abc", 479470107),
        (b"", 275646681),
    ],
)
def test_the_hash_is_that_of_kafka(key: bytes, expected: int) -> None:
    """client H-20: golden values."""
    assert murmur2(key) == expected


def test_the_partition_comes_of_the_lower_31_bits() -> None:
    """client H-20."""
    assert positive_hash(b"21") == -973932308 & 0x7FFFFFFF


def test_a_long_key_has_the_hash_that_word_by_word_gives() -> None:
    """Keys with and without a prepared format are hashed alike: lengths around the limit."""
    found = {length: murmur2(bytes(length)) for length in range(60, 72)}
    assert len(set(found.values())) == 12
    assert all(-(1 << 31) <= each < 1 << 31 for each in found.values())
