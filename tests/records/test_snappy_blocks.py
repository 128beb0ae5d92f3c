"""snappy in xerial's framing, in pieces."""

from __future__ import annotations

import pytest
import snappy
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.snappy_blocks import compressor, decompressed

BOUND = 1 << 24


def compress(data: bytes) -> bytes:
    work = compressor()
    return work.feed(data) + work.finish()


@given(st.lists(st.binary(max_size=40_000), max_size=6))
def test_pieces_become_what_the_whole_becomes(pieces: list[bytes]) -> None:
    """fetch A-47."""
    work = compressor()
    packed = b"".join([*map(work.feed, pieces), work.finish()])
    assert packed == compress(b"".join(pieces))
    assert b"".join(decompressed(packed, BOUND)) == b"".join(pieces)


def test_it_is_given_out_block_by_block() -> None:
    sizes = list(map(len, decompressed(compress(bytes(100_000)), BOUND)))
    assert sizes == [32_768, 32_768, 32_768, 1_696]


def test_the_blocks_before_one_that_is_damaged_are_given_out() -> None:
    packed = compress(bytes(100_000))
    found: list[bytes] = []
    with pytest.raises(UnreadableRecords):
        found.extend(decompressed(packed[:-3], BOUND))
    assert sum(map(len, found)) == 98_304


def test_a_bare_block_is_read() -> None:
    assert list(decompressed(snappy.compress(b"hello"), BOUND)) == [b"hello"]
    with pytest.raises(UnreadableRecords, match="more than 4 bytes"):
        list(decompressed(snappy.compress(b"hello"), 4))
