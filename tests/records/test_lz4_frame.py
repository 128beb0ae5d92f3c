"""LZ4 frames, with Kafka's restrictions and its old mistake."""

from __future__ import annotations

import lz4.frame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.lz4_frame import compressor, decompressed

BOUND = 1 << 20
GOOD = bytes.fromhex("04224d18 60 40 82 05000080 68656c6c6f 00000000")
OLD = bytes.fromhex("04224d18 60 40 1a 05000080 68656c6c6f 00000000")


def compress(data: bytes, level: int | None = None, *, magic: int = 2) -> bytes:
    work = compressor(level, magic=magic)
    return work.feed(data) + work.finish()


def decompress(frame: bytes, *, magic: int, bytes_max: int) -> bytes:
    return b"".join(decompressed(frame, magic=magic, bytes_max=bytes_max))


def test_golden_frames() -> None:
    """fetch A-48, A-49, J 27."""
    assert compress(b"hello") == GOOD
    assert compress(b"hello", magic=0) == OLD
    assert decompress(GOOD, magic=2, bytes_max=5) == b"hello"


def test_the_old_checksum_is_for_magic_0_only_and_never_verified_there() -> None:
    """fetch A-49, J 27."""
    assert decompress(OLD, magic=0, bytes_max=5) == b"hello"
    assert decompress(GOOD, magic=0, bytes_max=5) == b"hello"
    for magic in (1, 2):
        with pytest.raises(UnreadableRecords):
            decompress(OLD, magic=magic, bytes_max=5)


@given(st.binary(max_size=200), st.integers(0, 3000), st.sampled_from((None, 1, 9, 17)))
def test_liblz4_reads_our_frames(piece: bytes, times: int, level: int | None) -> None:
    data = piece * times

    assert lz4.frame.decompress(compress(data, level)) == data


@pytest.mark.parametrize("block_size", [4, 5, 6, 7])
@pytest.mark.parametrize("checksums", [False, True])
def test_options_of_other_writers_are_understood(block_size: int, checksums: bool) -> None:
    """fetch A-48, J 28."""
    data = bytes(range(256)) * 2_000
    frame = lz4.frame.compress(
        data,
        block_size=block_size,
        block_linked=False,
        content_checksum=checksums,
        block_checksum=checksums,
        store_size=checksums,
    )

    assert decompress(frame, magic=2, bytes_max=BOUND) == data


def test_block_checksums_are_verified() -> None:
    """fetch A-48, J 28."""
    frame = bytearray(lz4.frame.compress(b"hello" * 100, block_linked=False, block_checksum=True))
    frame[-8] ^= 1
    with pytest.raises(UnreadableRecords):
        decompress(bytes(frame), magic=2, bytes_max=BOUND)


def test_dependent_blocks_are_refused() -> None:
    """fetch A-48, J 28: Kafka's reader has no support for them."""
    frame = lz4.frame.compress(bytes(200_000), block_linked=True, block_size=4)
    with pytest.raises(UnreadableRecords):
        decompress(frame, magic=2, bytes_max=BOUND)


def test_what_follows_the_end_mark_is_ignored() -> None:
    """fetch A-48."""
    assert decompress(GOOD + b"???", magic=2, bytes_max=5) == b"hello"


@pytest.mark.parametrize(
    ("place", "value"), [(0, 5), (4, 0xA0), (4, 0x61), (4, 0x62), (5, 0xC0), (5, 0x41), (5, 0x30)]
)
def test_a_wrong_head_is_refused_whatever_its_checksum(place: int, value: int) -> None:
    """fetch A-48, J 28."""
    frame = bytearray(OLD)
    frame[place] = value
    with pytest.raises(UnreadableRecords):
        decompress(bytes(frame), magic=0, bytes_max=BOUND)


def test_a_block_larger_than_the_head_allows_is_refused() -> None:
    frame = GOOD[:7] + (65_537 | 1 << 31).to_bytes(4, "little") + bytes(65_537) + bytes(4)
    with pytest.raises(UnreadableRecords):
        decompress(frame, magic=2, bytes_max=BOUND)


def test_an_empty_frame_is_nothing() -> None:
    assert decompress(compress(b""), magic=2, bytes_max=0) == b""


def test_a_head_that_was_seen_before_excuses_no_other() -> None:
    frame = compress(b"records")
    seen = [decompress(frame, magic=2, bytes_max=100) for _ in range(2)]
    wrong = bytearray(frame)
    wrong[6] ^= 1

    assert seen == [b"records"] * 2
    with pytest.raises(UnreadableRecords, match="head checksum mismatch"):
        decompress(bytes(wrong), magic=2, bytes_max=100)
    old = compress(b"records", magic=0)
    assert decompress(old, magic=0, bytes_max=100) == b"records"
    with pytest.raises(UnreadableRecords, match="head checksum mismatch"):
        decompress(old, magic=2, bytes_max=100)
    with pytest.raises(UnreadableRecords, match="ends early"):
        decompress(frame[:7], magic=2, bytes_max=100)


@given(st.lists(st.binary(max_size=90_000), max_size=4), st.sampled_from((None, 9)))
def test_pieces_become_what_the_whole_becomes(pieces: list[bytes], level: int | None) -> None:
    work = compressor(level)
    packed = b"".join([*map(work.feed, pieces), work.finish()])
    assert packed == compress(b"".join(pieces), level)
