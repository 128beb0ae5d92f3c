"""A window over bytes that come in pieces."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.errors import UnreadableRecords
from kafkawire.records.varint import encode_zigzag, read_zigzag
from kafkawire.records.window import Window


@given(st.lists(st.binary(max_size=9), max_size=12), st.integers(1, 20), st.data())
def test_it_gives_what_follows_and_counts_what_was_passed(
    pieces: list[bytes], at_once: int, draw: st.DataObject
) -> None:
    whole = b"".join(pieces)
    window = Window(b"", iter(pieces), at_once=at_once)
    position = 0
    while position < len(whole):
        size = draw.draw(st.integers(0, len(whole) - position))
        if draw.draw(st.booleans()):
            window.skip(size)
        else:
            assert window.sized(size) == whole[position : position + size]
        position += size
        assert window.position == position
    assert window.is_at_end()


@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), max_size=20), st.integers(1, 7))
def test_numbers_are_read_across_pieces(numbers: list[int], size: int) -> None:
    data = b"".join(map(encode_zigzag, numbers))
    pieces = (data[at : at + size] for at in range(0, len(data), size))
    window = Window(b"", pieces, at_once=1)
    assert [window.number(read_zigzag) for _ in numbers] == numbers
    with pytest.raises(IndexError):
        window.number(read_zigzag)


def test_it_keeps_no_more_than_was_not_read() -> None:
    window = Window(b"", (bytes(1000) for _ in range(1000)), at_once=3000)
    for _ in range(400):
        window.sized(2500)
        assert len(window.data) < 7000


def test_what_is_skipped_has_to_be_there() -> None:
    for size, is_there in ((7, True), (8, False)):
        window = Window(b"abc", iter((b"defg",)), at_once=1)
        window.skip(size)
        if is_there:
            assert window.is_at_end()
        else:
            with pytest.raises(IndexError):
                window.is_at_end()


def test_a_negative_size_skips_nothing() -> None:
    window = Window(b"abc", iter(()))
    window.skip(-1)
    assert window.sized(3) == b"abc"


def test_bytes_before_a_failure_of_the_codec_are_read_first() -> None:
    def pieces() -> Iterator[bytes]:
        yield b"abc"
        raise UnreadableRecords("broken")

    window = Window(b"", pieces(), at_once=10)
    assert window.sized(3) == b"abc"
    for _ in range(2):
        with pytest.raises(UnreadableRecords, match="broken"):
            window.is_at_end()


def test_bytes_that_are_skipped_are_taken_out_of_the_codec_up_to_the_next() -> None:
    taken: list[bytes] = []

    def pieces() -> Iterator[bytes]:
        for piece in (b"abc", b"de", b"fg", b"h"):
            taken.append(piece)
            yield piece

    window = Window(b"", pieces(), at_once=1)
    window.skip(5)
    window.reach()
    assert taken == [b"abc", b"de"]
    window.skip(1)
    window.reach()
    assert window.sized(2) == b"gh"
    window.skip(1)
    with pytest.raises(IndexError):
        window.reach()
