"""gzip's members, one after another, and in pieces."""

from __future__ import annotations

import gzip
import os
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.gzip_members import Compressor, decompressed

BOUND = 1 << 24
RANDOM = os.urandom(1_500_000)


def taken(data: bytes) -> tuple[bytes, bool]:
    """What is given out, and whether that was all."""
    found: list[bytes] = []
    try:
        found.extend(decompressed(data, BOUND))
    except UnreadableRecords:
        return b"".join(found), False
    return b"".join(found), True


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=6))
def test_members_are_one_content(contents: list[bytes]) -> None:
    packed = b"".join(map(gzip.compress, contents))
    assert taken(packed) == (b"".join(contents), True)


@given(st.lists(st.binary(max_size=5000), max_size=6), st.sampled_from((None, 1, 9)))
def test_pieces_become_one_member(pieces: list[bytes], level: int | None) -> None:
    work = Compressor(level)
    packed = b"".join([*map(work.feed, pieces), work.finish()])
    assert packed[:10].hex() == "1f8b08000000000000ff"
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    assert reader.decompress(packed) == b"".join(pieces)
    assert reader.eof


def test_no_piece_is_larger_than_a_megabyte() -> None:
    sizes = list(map(len, decompressed(gzip.compress(bytes(5_000_000)), BOUND)))
    assert sum(sizes) == 5_000_000
    assert max(sizes) <= 1 << 20


@pytest.mark.slow
def test_many_empty_members_take_no_copies_of_what_follows_them() -> None:
    """Each copy of what follows would be of megabytes, a hundred thousand times."""
    packed = gzip.compress(b"") * 100_000 + gzip.compress(b"end")
    assert taken(packed) == (b"end", True)


@pytest.mark.parametrize("content", [b"abc", bytes(3_000_000), RANDOM])
def test_the_content_comes_before_a_wrong_checksum(content: bytes) -> None:
    packed = bytearray(gzip.compress(content))
    packed[-8] ^= 1
    assert taken(bytes(packed)) == (content, False)


def test_the_content_comes_before_an_end_that_is_missing() -> None:
    packed = gzip.compress(RANDOM)
    found, is_all = taken(packed[:-100_000])
    assert not is_all
    assert RANDOM.startswith(found)
    assert len(found) > 1_300_000


def test_what_follows_a_member_without_being_one_is_ignored() -> None:
    assert taken(gzip.compress(b"a") + b"\0\0") == (b"a", True)


def test_a_later_member_that_is_damaged_is_refused() -> None:
    packed = gzip.compress(b"a") + gzip.compress(RANDOM)
    found, is_all = taken(packed[:700_000] + bytes(1000) + packed[701_000:])
    assert not is_all
    assert found[:600_000] == b"a" + RANDOM[:599_999]
