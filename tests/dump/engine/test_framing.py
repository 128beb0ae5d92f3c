"""Frames of a direction: whole ones, incomplete ones, and what is left after a loss.

The reader here takes frames of the letter `a`; a frame's bytes say how long it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.engine import framing
from kafkawire.dump.engine.framing import Budget, Direction
from kafkawire.dump.engine.headers import Bytes
from kafkawire.dump.engine.judging import Verdict
from kafkawire.dump.engine.searching import Search
from kafkawire.dump.model import Place
from kafkawire.dump.transport import UNKNOWN_SIZE
from tests.support.requests.loopback import framed


def frame(size: int) -> bytes:
    """A frame with its length, which is known by its first and last letter."""
    return framed(b"a" * (size - 1) + b"z")


def is_frame(data: bytes) -> bool:
    return len(data) > 9 and data == b"a" * (len(data) - 1) + b"z"


class Letters:
    """A reader of such frames."""

    size_min = 10

    def __init__(self) -> None:
        self.taken: list[tuple[int, int]] = []
        self.cut: list[tuple[int, int]] = []
        self.lost: list[tuple[int, int]] = []
        self.places: list[Place] = []

    def take(self, data: bytes, place: Place, following: bytes) -> bool:
        if is_frame(data):
            self.taken.append((place[0], len(data)))
            self.places.append(place)
        return is_frame(data)

    def take_cut(self, start: bytes, place: Place, problem: str) -> None:
        self.cut.append((place[0], len(start)))

    def begins(self, start: bytes) -> bool:
        return start[4:5] == b"a"

    def restarts(self, piece: bytes, waiting: bytes) -> bool:
        size = int.from_bytes(piece[:4], "big")
        return len(piece) >= 4 + size and is_frame(piece[4 : 4 + size])

    def search(self, start: int) -> Search:
        return Search(start, self._places, self._judge, 14)

    def _places(self, data: Bytes, start: int, newest: int) -> Iterator[int]:
        yield from range(start, len(data))

    def _judge(self, data: Bytes, place: int) -> Verdict:
        size = int.from_bytes(data[place : place + 4], "big")
        if not 10 <= size < 1_000:
            return Verdict.NO
        if place + 4 + size > len(data):
            return Verdict.MAYBE
        return Verdict.YES if is_frame(bytes(data[place + 4 : place + 4 + size])) else Verdict.NO

    def damage(self, offset: int, size: int, text: str, place: Place) -> None:
        self.lost.append((offset, size))


def direction() -> tuple[Letters, Direction, Budget]:
    reader, budget = Letters(), Budget()
    return reader, Direction(reader, budget), budget


@given(
    st.lists(st.integers(10, 60), min_size=1, max_size=12),
    st.lists(st.integers(1, 40), min_size=1, max_size=5),
)
def test_frames_are_the_same_however_they_are_cut(sizes: list[int], cuts: list[int]) -> None:
    reader, one, budget = direction()
    data = b"".join(map(frame, sizes))
    at = turn = 0
    while at < len(data):
        step = cuts[turn % len(cuts)]
        one.feed(data[at : at + step], at, turn)
        at, turn = at + step, turn + 1
    one.close(0)
    starts = [sum(sizes[:number]) + 4 * number for number in range(len(sizes))]
    assert reader.taken == list(zip(starts, sizes, strict=True))
    assert (reader.lost, reader.cut, budget.used) == ([], [], 0)
    places = reader.places
    assert all(time_ns <= offset <= end_ns + 40 for offset, time_ns, end_ns, _ in places)


@given(st.integers(0, 2**32))
def test_a_gap_costs_the_frames_that_it_touches(seed: int) -> None:
    random = Random(seed)
    sizes = [random.randrange(10, 60) for _ in range(9)]
    data = b"".join(map(frame, sizes))
    begin = random.randrange(len(data))
    size = random.randrange(1, 100)
    end = min(len(data), begin + size)
    reader, one, budget = direction()
    if begin:
        one.feed(data[:begin], 1, 1)
    one.gap(end - begin, 2, 2)
    if data[end:]:
        one.feed(data[end:], 3, 3)
    one.close(4)
    starts = [sum(sizes[:number]) + 4 * number for number in range(len(sizes))]
    whole = [
        (start, each)
        for start, each in zip(starts, sizes, strict=True)
        if start + 4 + each <= begin or start >= end
    ]
    assert [each for each in reader.taken if each in whole] == whole
    assert reader.lost[0] == (begin, end - begin)
    assert budget.used == 0


@given(st.integers(0, 2**32), st.integers(0, 31))
def test_a_wrong_length_costs_its_own_frame(seed: int, bit: int) -> None:
    random = Random(seed)
    sizes = [random.randrange(10, 60) for _ in range(9)]
    starts = [sum(sizes[:number]) + 4 * number for number in range(len(sizes))]
    data = bytearray(b"".join(map(frame, sizes)))
    victim = random.randrange(8)
    data[starts[victim] + bit // 8] ^= 1 << bit % 8
    reader, one, _ = direction()
    for start, size in zip(starts, sizes, strict=True):
        one.feed(bytes(data[start : start + size + 4]), start, 0)
    one.close(0)
    expected = [(start, size) for start, size in zip(starts, sizes, strict=True)]
    del expected[victim]
    assert [each for each in reader.taken if each in expected] == expected
    assert reader.lost


def test_a_frame_that_lost_its_middle_is_given_out_as_far_as_it_came() -> None:
    reader, one, _ = direction()
    one.feed(frame(50)[:30], 1, 1)
    one.gap(10, 2, 2)
    one.feed(frame(50)[40:] + frame(20), 3, 3)
    assert reader.cut == [(0, 26)]
    assert reader.taken == [(54, 20)]
    assert reader.lost == [(30, 10)]


def test_a_gap_of_unknown_size_at_the_beginning_is_no_damage() -> None:
    reader, one, _ = direction()
    one.gap(UNKNOWN_SIZE, 1, 1)
    one.feed(b"xx" + frame(20), 2, 2)
    one.gap(UNKNOWN_SIZE, 3, 3)
    one.feed(frame(20), 4, 4)
    assert reader.taken == [(2, 20), (26, 20)]
    assert reader.lost == [(0, 2), (26, 0)]


def test_what_all_hold_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "HELD_BYTES_MAX", 300)
    reader, one, budget = direction()
    data = frame(990) + frame(20)
    for at in range(0, len(data), 50):
        one.feed(data[at : at + 50], at, 0)
        assert budget.used <= 300
    assert reader.taken == [(994, 20)]
    assert reader.cut == [(0, 296)]
    assert budget.used == 0


def test_an_absurd_length_is_not_waited_for() -> None:
    reader, one, budget = direction()
    one.feed(frame(20) + b"\x7f\xff\xff\xffaaaaaaaaaaaaaaaaaa", 1, 1)
    assert one.is_searching
    one.feed(frame(30), 2, 2)
    assert reader.taken == [(0, 20), (46, 30)]
    assert budget.used == 0


def test_an_end_within_a_frame_is_told() -> None:
    reader, one, budget = direction()
    one.feed(frame(20) + frame(30)[:17], 1, 1)
    one.close(2)
    assert (reader.taken, reader.cut, reader.lost) == ([(0, 20)], [(24, 13)], [(24, 17)])
    assert budget.used == 0
