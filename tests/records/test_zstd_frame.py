"""Bounding zstd frames by their heads."""

from __future__ import annotations

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.zstd_frame import Compressor, decompressed, decompressed_bound

BLOCK_BYTES_MAX = 128 << 10

RANDOM = bytes(i * i * 2654435761 >> 13 & 0xFF for i in range(300_000))


def decompress(frame: bytes, bytes_max: int) -> bytes:
    return b"".join(decompressed(frame, bytes_max))


@given(
    st.binary(max_size=40),
    st.integers(0, 30_000),
    st.booleans(),
    st.booleans(),
    st.sampled_from((1, 3, 19, -5)),
)
def test_the_bound_holds_and_is_close(
    piece: bytes, times: int, sized: bool, checked: bool, level: int
) -> None:
    data = piece * times
    frame = zstandard.ZstdCompressor(
        level=level, write_content_size=sized, write_checksum=checked
    ).compress(data)

    bound = decompressed_bound(frame)

    assert len(data) <= bound <= len(data) + 2 * BLOCK_BYTES_MAX
    assert decompress(frame, len(data)) == data


def test_incompressible_content_is_bounded_exactly() -> None:
    frame = zstandard.compress(RANDOM[:100])

    assert decompressed_bound(frame) in (100, BLOCK_BYTES_MAX)
    assert decompress(zstandard.compress(RANDOM), 300_000) == RANDOM


def test_too_much_is_refused_without_room_for_it() -> None:
    repeated = (1 | 1 << 1 | (128 << 10) << 3).to_bytes(3, "little") + b"x"
    frame = bytes.fromhex("28b52ffd 00 58") + repeated

    assert decompress(frame, 128 << 10) == b"x" * (128 << 10)
    with pytest.raises(UnreadableRecords):
        decompress(frame, (128 << 10) - 1)


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "28b52ffd",
        "28b52ffd 00",
        "28b52ffd 00 58",
        "28b52ffd 00 58 070000",  # a reserved block type
        "29b52ffd 00 58 010000",
        "502a4d18 ffffffff",
    ],
)
def test_impossible_frames_are_refused(frame: str) -> None:
    with pytest.raises(UnreadableRecords):
        decompress(bytes.fromhex(frame), 1 << 20)


def test_a_window_of_terabytes_is_refused_before_anyone_makes_it() -> None:
    with pytest.raises(UnreadableRecords, match="memory"):
        decompress(bytes.fromhex("28b52ffd 00 ff 010000"), 1 << 20)


def test_no_piece_is_larger_than_a_megabyte() -> None:
    sizes = list(map(len, decompressed(zstandard.compress(bytes(5_000_000)), 1 << 24)))
    assert sum(sizes) == 5_000_000
    assert max(sizes) <= 1 << 20


@pytest.mark.slow
def test_many_empty_frames_take_no_copies_of_what_follows_them() -> None:
    """Each copy of what follows would be of a megabyte, a hundred thousand times."""
    frames = zstandard.compress(b"") * 100_000 + zstandard.compress(b"end")
    assert decompress(frames, 3) == b"end"


@given(st.lists(st.binary(max_size=5000), max_size=6), st.sampled_from((None, 1, 19, -5)))
def test_pieces_become_one_frame(pieces: list[bytes], level: int | None) -> None:
    work = Compressor(level)
    packed = b"".join([*map(work.feed, pieces), work.finish()])
    reader = zstandard.ZstdDecompressor().decompressobj()
    assert reader.decompress(packed) == b"".join(pieces)
    assert not reader.unused_data
