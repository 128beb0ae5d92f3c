"""One direction's bytes: distances around the wrap, holes and when they are given up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.inputs import direction as module
from kafkawire.dump.inputs.direction import Direction, Piece, Stream, distance
from kafkawire.dump.transport import UNKNOWN_SIZE, Data, Gap, TransportEvent

SEGMENTS_ACKED_MAX = 16
WAIT_ACKED_NS = 250_000_000
WAIT_NS = 10_000_000_000
WINDOW_BYTES_MAX = 1 << 28

FIRST = 0xFFFF_FFF0


class Told:
    """A direction that begins at `FIRST`, and all that it tells."""

    def __init__(self, *, is_begun: bool = True) -> None:
        self.direction = Stream(0, (b"", b"")).directions[0]
        self.events: list[TransportEvent] = []
        self.packet = 0
        self.now_ns = 1_000
        if is_begun:
            self.direction.begin(FIRST)

    def take(self, at: int, data: bytes, missing: int = 0) -> None:
        """A segment whose bytes begin `at` bytes behind the first."""
        self.packet += 1
        sequence = (FIRST + at) & 0xFFFF_FFFF
        self.direction.take(Piece(sequence, data, missing, self.now_ns, self.packet), self.events)
        self.review()

    def review(self) -> None:
        self.direction.review(self.now_ns, self.packet, self.events)

    @property
    def parts(self) -> list[bytes | int]:
        """Bytes, and the sizes of gaps."""
        return [
            event.data if isinstance(event, Data) else event.size
            for event in self.events
            if isinstance(event, Data | Gap)
        ]


@given(st.integers(0, 2**32 - 1), st.integers(-(2**31), 2**31 - 1))
def test_distances_are_right_around_the_wrap(start: int, ahead: int) -> None:
    assert distance(start, (start + ahead) & 0xFFFF_FFFF) == ahead


def test_bytes_come_out_at_once_when_they_follow() -> None:
    told = Told()
    told.take(0, b"0123456789abcdef")
    told.take(16, b"after the wrap")
    assert told.parts == [b"0123456789abcdef", b"after the wrap"]
    assert told.direction.next == 14


def test_what_is_ahead_waits_and_keeps_its_time_and_packet() -> None:
    told = Told()
    told.take(5, b"world")
    told.now_ns = 2_000
    told.take(0, b"hello")
    assert told.events == [Data(0, 0, b"hello", 2_000, 2), Data(0, 0, b"world", 1_000, 1)]
    assert not told.direction.has_hole
    assert not told.direction.is_odd
    assert told.direction.kept_bytes == 0


@pytest.mark.parametrize(
    ("segments", "parts"),
    [
        ([(0, b"abc"), (0, b"abc")], [b"abc"]),
        ([(0, b"abc"), (1, b"bcde")], [b"abc", b"de"]),
        ([(0, b"abcde"), (1, b"XX")], [b"abcde"]),
        ([(3, b"de"), (3, b"de"), (0, b"abc")], [b"abc", b"de"]),
        ([(3, b"d"), (3, b"def"), (0, b"abc")], [b"abc", b"def"]),
        ([(4, b"ef"), (2, b"cde"), (0, b"ab")], [b"ab", b"cde", b"f"]),
        ([(2, b"cd"), (0, b"abcdef")], [b"abcdef"]),
        ([(0, b"a"), (-1, b"?"), (1, b"b")], [b"a", b"b"]),
        ([(0, b"a"), (-1, b""), (1, b"b")], [b"a", b"b"]),
    ],
)
def test_doubles_overlaps_and_probes_add_nothing(
    segments: list[tuple[int, bytes]], parts: list[bytes]
) -> None:
    told = Told()
    for at, data in segments:
        told.take(at, data)
    assert told.parts == parts


def test_the_same_segment_is_kept_once() -> None:
    told = Told()
    for _ in range(5):
        told.take(10, b"ahead")
    told.take(10, b"ah")
    assert told.direction.kept_bytes == 5
    told.take(10, b"ahead of it")
    assert told.direction.kept_bytes == 16


def test_what_was_not_captured_of_a_segment_is_a_gap_of_that_size() -> None:
    told = Told()
    told.take(0, b"head", 96)
    told.take(100, b"next")
    told.take(50, b"old", 70)
    assert told.parts == [b"head", 96, b"next", 19]


def test_the_middle_of_a_stream_begins_with_a_gap_of_unknown_size() -> None:
    told = Told(is_begun=False)
    told.take(7, b"data")
    assert told.parts == [UNKNOWN_SIZE, b"data"]


def test_a_hole_that_was_acknowledged_is_given_up_after_some_segments() -> None:
    told = Told()
    told.take(10, b"behind")
    told.direction.acknowledge((FIRST + 16) & 0xFFFF_FFFF)
    for _ in range(SEGMENTS_ACKED_MAX - 1):
        told.review()
    assert told.parts == []
    told.review()
    assert told.parts == [10, b"behind"]


def test_a_hole_that_was_acknowledged_is_given_up_after_some_time() -> None:
    told = Told()
    told.take(10, b"behind")
    told.direction.acknowledge((FIRST + 16) & 0xFFFF_FFFF)
    told.now_ns += WAIT_ACKED_NS + 1
    told.review()
    assert told.parts == [10, b"behind"]


def test_a_hole_at_the_end_is_known_from_what_was_acknowledged() -> None:
    told = Told()
    told.take(0, b"seen")
    told.direction.acknowledge((FIRST + 104) & 0xFFFF_FFFF)
    told.review()
    told.now_ns += WAIT_ACKED_NS + 1
    told.review()
    assert told.parts == [b"seen", 100]


def test_one_byte_that_was_acknowledged_may_be_a_fin() -> None:
    told = Told()
    told.take(0, b"seen")
    told.direction.acknowledge((FIRST + 5) & 0xFFFF_FFFF)
    assert not told.direction.has_hole


def test_a_hole_that_nobody_acknowledged_waits_long_for_a_retransmission() -> None:
    told = Told()
    told.take(10, b"behind")
    for _ in range(10 * SEGMENTS_ACKED_MAX):
        told.review()
    told.now_ns += WAIT_NS
    told.review()
    assert told.parts == []
    told.now_ns += 1
    told.review()
    assert told.parts == [10, b"behind"]


def test_each_hole_has_its_own_time() -> None:
    told = Told()
    told.take(10, b"one")
    told.take(20, b"two")
    told.now_ns += WAIT_NS + 1
    told.review()
    assert told.parts == [10, b"one"]
    told.review()
    assert told.parts == [10, b"one"]


def test_too_many_pieces_end_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECES_MAX", 5)
    told = Told()
    for at in range(5):
        told.take(10 + at, b"x")
    assert told.parts == [10, *[b"x"] * 5]


def test_too_many_bytes_end_a_hole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECES_BYTES_MAX", 100)
    told = Told()
    told.take(10, bytes(100))
    assert told.parts == []
    told.take(110, b"!")
    assert told.parts == [10, bytes(100), b"!"]


def test_a_segment_from_far_away_is_believed_when_another_follows_it() -> None:
    told = Told()
    told.take(0, b"here")
    far = WINDOW_BYTES_MAX + 100
    told.take(far, b"far")
    told.take(4, b"still here")
    assert told.parts == [b"here", b"still here"]
    told.take(far + 3, b"is not the way")
    told.take(far + 17, b"it is")
    assert told.parts == [b"here", b"still here", UNKNOWN_SIZE, b"far", b"is not the way", b"it is"]


def test_two_segments_from_far_away_that_do_not_follow_each_other_are_not_believed() -> None:
    told = Told()
    told.take(0, b"here")
    told.take((1 << 28) + 100, b"far")
    told.take((1 << 28) + 900, b"elsewhere")
    assert told.parts == [b"here"]


@pytest.mark.parametrize(("ahead", "kept"), [(1 << 28, 1), ((1 << 28) + 1, 0)])
def test_what_is_ahead_is_kept_up_to_the_window(ahead: int, kept: int) -> None:
    told = Told()
    told.take(ahead, b"ahead")
    assert len(told.direction.pieces) == kept


def test_an_end_that_cannot_be_does_not_keep_holes_open() -> None:
    told = Told()
    told.take(10, b"behind")
    told.direction.fin = (FIRST - 1000) & 0xFFFF_FFFF
    told.direction.give_up_all(0, 0, told.events)
    assert told.parts == [10, b"behind"]


def test_a_direction_knows_its_other() -> None:
    one, other = Stream(3, (b"", b"")).directions
    assert one.peer is other
    assert other.peer is one
    assert isinstance(one, Direction)
    assert (one.number, one.end, other.end) == (3, 0, 1)
