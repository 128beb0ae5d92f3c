"""Streams of blocks, without a codec."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.block_compressor import BlockCompressor


def blocks(data: bytes) -> Iterator[bytes]:
    """Blocks of three bytes, in brackets."""
    for start in range(0, len(data), 3):
        yield b"[" + data[start : start + 3] + b"]"


def test_a_piece_gives_out_the_blocks_that_are_full() -> None:
    work = BlockCompressor(b"<", blocks, 3, b">")
    assert work.feed(b"ab") == b"<"
    assert work.feed(b"cdefgh") == b"[abc][def]"
    assert work.finish() == b"[gh]>"


def test_a_stream_without_data_is_a_head_and_an_end() -> None:
    assert BlockCompressor(b"<", blocks, 3, b">").finish() == b"<>"


@given(st.lists(st.binary(max_size=7), max_size=6))
def test_pieces_become_what_the_whole_becomes(pieces: list[bytes]) -> None:
    """fetch A-47."""
    work = BlockCompressor(b"<", blocks, 3)
    found = b"".join([*map(work.feed, pieces), work.finish()])
    assert found == b"<" + b"".join(blocks(b"".join(pieces)))
