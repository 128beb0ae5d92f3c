"""Limits and pauses, by a clock of the test's."""

from __future__ import annotations

import pytest

from kafkawire.client.blocking import deadline as deadlines
from kafkawire.client.blocking.deadline import Deadline


class Clock:
    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(deadlines, "time", found)
    monkeypatch.setattr(deadlines, "BACKOFF_MS", 100)
    monkeypatch.setattr(deadlines, "BACKOFF_MAX_MS", 1_000)
    return found


def test_pauses_double_up_to_a_second_and_end_with_the_limit(clock: Clock) -> None:
    deadline = Deadline(3_000)
    while deadline.pause():
        pass
    assert clock.slept == [0.1, 0.2, 0.4, 0.8, 1.0, 0.5]
    assert deadline.is_over
    assert not deadline.left_s


def test_a_part_has_its_own_limit_but_not_beyond_the_whole(clock: Clock) -> None:
    deadline = Deadline(1_000)
    assert deadline.within(200).left_s == pytest.approx(0.2)
    clock.now += 0.9
    assert deadline.within(200).left_s == pytest.approx(0.1, abs=0.002)
