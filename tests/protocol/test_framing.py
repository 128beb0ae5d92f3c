"""Frames come out as they went in, however the stream is cut."""

from __future__ import annotations

import tracemalloc
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.framing import FrameBuffer

LARGE_BYTES_MIN = 4 * 1024
ROOM_BYTES_MIN = 64 * 1024
SPARE_BYTES_MAX = 2 << 20
SPARES_MAX = 2

SIZES = st.one_of(
    st.integers(1, 40), st.sampled_from([LARGE_BYTES_MIN, LARGE_BYTES_MIN + 1, 3 * ROOM_BYTES_MIN])
)


def framed(frame: bytes) -> bytes:
    return len(frame).to_bytes(4, "big") + frame


def frames_of(sizes: list[int]) -> list[bytes]:
    return [bytes((number % 256,)) * size for number, size in enumerate(sizes)]


def receive(buffer: FrameBuffer, data: bytes, into_room: bool) -> None:
    """Hand over received bytes, through the room where there is one."""
    while data:
        room = buffer.room() if into_room else None
        if room is None:
            buffer.feed(data)
            return
        count = min(len(room), len(data))
        room[:count] = data[:count]
        del room
        buffer.received(count)
        data = data[count:]


@given(
    sizes=st.lists(SIZES, max_size=6),
    steps=st.lists(st.integers(1, 9000), min_size=1, max_size=8),
    limit=st.integers(1, 4),
    into_room=st.booleans(),
)
def test_any_split_of_a_stream_gives_the_same_frames(
    sizes: list[int], steps: list[int], limit: int, into_room: bool
) -> None:
    frames = frames_of(sizes)
    stream = b"".join(map(framed, frames))
    buffer = FrameBuffer(1 << 20)
    found: list[bytes] = []
    at = turn = 0
    while at < len(stream):
        step = steps[turn % len(steps)]
        receive(buffer, stream[at : at + step], into_room)
        at, turn = at + step, turn + 1
        while cut := buffer.cut(limit):
            assert len(cut) <= limit
            found += map(bytes, cut)

    assert found == frames
    assert buffer.bytes_held == 0
    assert buffer.room() is None


def test_frames_beyond_the_limit_wait() -> None:
    buffer = FrameBuffer(100)
    buffer.feed(framed(b"a") + framed(b"b") + framed(b"c"))

    assert buffer.cut(0) == []
    assert buffer.cut(2) == [b"a", b"b"]
    assert buffer.bytes_held == 5
    buffer.feed(framed(b"d"))
    assert buffer.cut(9) == [b"c", b"d"]


@pytest.mark.parametrize("size", [0, -1, -(2**31), 101, 2**31 - 1])
def test_a_length_that_is_not_positive_or_too_large_is_refused(size: int) -> None:
    """fetch A-1; what came before it is still given out"""
    buffer = FrameBuffer(100)
    buffer.feed(framed(b"good") + size.to_bytes(4, "big", signed=True) + b"rest")

    assert buffer.cut(9) == [b"good"]
    with pytest.raises(DecodeError, match=str(size)):
        buffer.cut(9)


def test_the_largest_frame_is_accepted() -> None:
    buffer = FrameBuffer(100)
    buffer.feed(framed(b"x" * 100))

    assert buffer.cut(1) == [b"x" * 100]


def test_large_frames_are_bytearrays_of_their_own() -> None:
    buffer = FrameBuffer(1 << 20)
    frame = bytes(range(250)) * 1000
    receive(buffer, framed(frame)[:5000], into_room=True)
    assert buffer.cut(1) == []
    receive(buffer, framed(frame)[5000:] + framed(b"next"), into_room=True)

    large, small = buffer.cut(9)

    assert isinstance(large, bytearray)
    assert (bytes(large), small) == (frame, b"next")


def test_room_grows_with_what_has_arrived() -> None:
    """A declared length alone costs no memory."""
    tracemalloc.start()
    buffer = FrameBuffer(1 << 30)
    buffer.feed((1 << 30).to_bytes(4, "big") + b"x" * 100)
    assert buffer.cut(1) == []
    arrived = 100
    while arrived < 1 << 20:
        room = buffer.room()
        assert room is not None
        assert len(room) <= max(ROOM_BYTES_MIN, arrived)
        arrived += len(room)
        buffer.received(len(room))
        del room
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 8 << 20
    assert buffer.bytes_held == arrived


def test_bytes_after_an_incomplete_large_frame_are_kept() -> None:
    buffer = FrameBuffer(1 << 20)
    frame = b"z" * 10000
    buffer.feed(framed(frame)[:4500])
    seen = [buffer.is_partial]  # it is not known yet how long the frame is
    assert buffer.cut(1) == []
    buffer.feed(framed(frame)[4500:4600])
    seen.append(buffer.is_partial)
    buffer.feed(framed(frame)[4600:] + framed(b"1") + framed(b"2"))
    seen.append(buffer.is_partial)

    assert seen == [False, True, False]
    assert buffer.cut(1) == [frame]
    assert buffer.cut(1) == [b"1"]
    assert buffer.cut(1) == [b"2"]
    assert buffer.cut(1) == []


def test_it_is_empty_when_nothing_is_left_to_cut() -> None:
    frames = FrameBuffer(1000)
    seen = [frames.is_empty]
    frames.feed(b"\0\0\0\2ab\0\0\0\1")
    for limit, found in ((8, b"ab"), (1, b"c"), (1, b"d")):
        assert frames.cut(limit) == [found]
        seen.append(frames.is_empty)
        if found == b"ab":
            frames.feed(b"c\0\0\0\1d")
    # At first; with the start of a frame; with a whole frame; with nothing again.
    assert seen == [True, False, False, True]


def large_frame(buffer: FrameBuffer, content: bytes) -> bytes | bytearray:
    """A frame that comes in two parts."""
    data = framed(content)
    buffer.feed(data[:9000])
    assert buffer.cut(9) == []
    receive(buffer, data[9000:], into_room=True)
    (frame,) = buffer.cut(9)
    assert frame == content
    return frame


@pytest.fixture(autouse=True)
def spares(monkeypatch: pytest.MonkeyPatch) -> deque[bytearray]:
    """Frames that were given out, of no other test."""
    found: deque[bytearray] = deque(maxlen=SPARES_MAX)
    monkeypatch.setattr("kafkawire.protocol.framing._spares", found)
    return found


@pytest.mark.parametrize("size", [ROOM_BYTES_MIN + 1, 200_000, 300_000, 1_000_000])
def test_a_large_frame_that_is_done_with_is_filled_again(
    spares: deque[bytearray], size: int
) -> None:
    buffer = FrameBuffer(1 << 20)
    first = id(large_frame(buffer, b"1" * 300_000))
    assert id(large_frame(buffer, b"2" * size)) == first


def test_a_large_frame_that_is_in_use_stays_as_it_is(spares: deque[bytearray]) -> None:
    buffer = FrameBuffer(1 << 20)
    kept = large_frame(buffer, b"1" * 300_000)
    seen = memoryview(large_frame(buffer, b"2" * 300_000))[1000:2000]
    third = large_frame(buffer, b"3" * 300_000)
    assert kept == b"1" * 300_000
    assert seen == b"2" * 1000
    assert third is not kept


def test_huge_frames_and_more_than_a_few_are_not_kept(spares: deque[bytearray]) -> None:
    buffer = FrameBuffer(1 << 30)
    large_frame(buffer, bytes(SPARE_BYTES_MAX + 1))
    assert not spares
    used = [large_frame(buffer, bytes(100_000)) for _ in range(5)]
    assert len(used) == 5
    assert len(spares) <= SPARES_MAX


def test_larger_frames_are_kept_by_a_buffer_that_is_told_to(spares: deque[bytearray]) -> None:
    buffer = FrameBuffer(1 << 30, spare_bytes_max=2 * SPARE_BYTES_MAX)
    first = id(large_frame(buffer, bytes(SPARE_BYTES_MAX + 1)))
    assert id(large_frame(buffer, b"2" * (SPARE_BYTES_MAX + 1))) == first
    assert id(large_frame(buffer, bytes(2 * SPARE_BYTES_MAX + 1))) == first
    assert not spares


def test_of_two_frames_in_turns_each_is_filled_again(spares: deque[bytearray]) -> None:
    """As a reader has it that looks at one while the next one is received."""
    buffer = FrameBuffer(1 << 20)
    used: bytes | bytearray = b""
    seen = []
    for number in range(6):
        used = large_frame(buffer, b"%d" % number * 300_000)
        seen.append(id(used))
    assert used == b"5" * 300_000
    assert len(set(seen)) == 2


def test_where_references_are_not_counted_nothing_is_filled_again(
    spares: deque[bytearray], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kafkawire.protocol.framing._references", None)
    buffer = FrameBuffer(1 << 20)
    large_frame(buffer, b"1" * 300_000)
    assert large_frame(buffer, b"2" * 300_000) is not spares[0]
