"""Waiting requests: answered exactly once, when ready or out of time, and then forgotten."""

from collections.abc import Hashable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.delayed import NEVER, Delayed
from kafkawire.broker.purgatory import Purgatory
from kafkawire.timers import Timers


class Wait:
    """A request under test: ready when told so, counting what is done to it."""

    def __init__(self, watch: list[Hashable], deadline_ms: int, ready: bool = False) -> None:
        self.ready = ready
        self.looks = 0
        self.answers: list[int] = []
        self.responded: list[int] = []
        self.delayed = Delayed(watch, deadline_ms, self.is_ready, self.respond)

    def is_ready(self) -> bool:
        self.looks += 1
        return self.ready

    def respond(self, now_ms: int) -> Any:
        self.responded.append(now_ms)
        return now_ms

    def complete(self, message: Any) -> None:
        self.answers.append(message)


class Room:
    def __init__(self, grain_ms: int = 0) -> None:
        self.timers = Timers()
        self.purgatory = Purgatory(self.timers, grain_ms)

    def add(self, wait: Wait, now_ms: int = 0) -> Wait:
        self.purgatory.add(wait.delayed, wait.complete, now_ms)
        return wait

    def tick(self, now_ms: int) -> None:
        self.purgatory.run_woken(now_ms, 1000)
        self.timers.run(now_ms, 1000)


def test_what_is_ready_is_answered_at_once() -> None:
    room = Room()
    assert room.add(Wait(["a"], 100, ready=True), 7).answers == [7]
    assert len(room.purgatory) == len(room.timers) == 0


def test_who_is_forgotten_is_never_answered_and_not_kept() -> None:
    room = Room()
    gone, other = room.add(Wait(["a", "b"], 100)), room.add(Wait(["b"], 100))
    room.purgatory.wake("a")
    room.purgatory.forget("a")
    room.purgatory.forget("nobody")
    gone.ready = True
    room.purgatory.wake("b")
    room.tick(200)
    assert (gone.answers, other.answers) == ([], [200])
    assert len(room.purgatory) == len(room.timers) == 0


@pytest.mark.parametrize("deadline_ms", [7, 0, -(2**31)])
def test_a_deadline_in_the_past_is_no_wait(deadline_ms: int) -> None:
    """fetch D-24: a wait of zero or less answers at once, without looking."""
    wait = Room().add(Wait(["a"], deadline_ms), 7)
    assert wait.answers == [7]
    assert wait.looks == 0


def test_waking_does_not_answer_before_run_woken() -> None:
    room = Room()
    wait = room.add(Wait(["a"], 100))
    wait.ready = True
    room.purgatory.wake("a")
    room.purgatory.wake("a")
    assert wait.answers == []
    had_woken = room.purgatory.has_woken
    room.purgatory.run_woken(5, 10)
    assert wait.answers == [5]
    assert wait.looks == 2
    assert (had_woken, room.purgatory.has_woken) == (True, False)
    assert len(room.timers) == 0


def test_a_woken_request_that_is_not_ready_waits_on() -> None:
    room = Room()
    wait = room.add(Wait(["a"], 100))
    room.purgatory.wake("a")
    room.tick(5)
    assert wait.answers == []
    wait.ready = True
    room.purgatory.wake("b")
    room.tick(6)
    assert wait.answers == []
    room.purgatory.wake("a")
    room.tick(7)
    assert wait.answers == [7]


def test_however_often_it_is_woken_a_request_is_looked_at_once() -> None:
    room = Room()
    wait = room.add(Wait(["a", "b"], 100))
    for key in ("a", "b", "a"):
        room.purgatory.wake(key)
    room.purgatory.run_woken(1, 10)
    assert wait.looks == 2


def test_one_wake_reaches_every_watcher_but_a_turn_looks_at_few() -> None:
    """fetch D-23: N parked fetches on one partition are all woken by one append."""
    room = Room()
    waits = [room.add(Wait(["a"], 100)) for _ in range(10)]
    for wait in waits:
        wait.ready = True
    room.purgatory.wake("a")
    room.purgatory.run_woken(1, 4)
    assert [bool(wait.answers) for wait in waits] == [True] * 4 + [False] * 6
    room.purgatory.run_woken(1, 6)
    assert all(wait.answers == [1] for wait in waits)


def test_a_request_may_expire_between_wake_and_look() -> None:
    room = Room()
    wait = room.add(Wait(["a"], 10))
    room.purgatory.wake("a")
    room.timers.run(10, 10)
    wait.ready = True
    room.purgatory.run_woken(10, 10)
    assert wait.answers == [10]


def test_a_wait_without_deadline_ends_only_by_waking() -> None:
    room = Room(grain_ms=5)
    wait = room.add(Wait(["a"], NEVER))
    room.tick(2**60)
    assert wait.answers == []
    wait.ready = True
    room.purgatory.wake("a")
    room.tick(2**60)
    assert wait.answers == [2**60]


@given(st.integers(0, 10**13), st.integers(1, 100_000), st.integers(0, 20))
def test_rounding_is_late_by_a_twentieth_at_most(now_ms: int, wait_ms: int, grain: int) -> None:
    room = Room(grain_ms=grain)
    room.add(Wait(["a"], now_ms + wait_ms), now_ms)
    late_ms = room.timers.next_deadline_ms() - (now_ms + wait_ms)
    assert 0 <= late_ms <= min(grain, wait_ms // 20)


keys = st.integers(0, 3)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(keys, max_size=4), st.integers(1, 30)),
        st.tuples(st.just("ready"), st.integers(0, 50), st.none()),
        st.tuples(st.just("wake"), keys, st.none()),
        st.tuples(st.just("tick"), st.integers(0, 10), st.none()),
    ),
    max_size=60,
)


@given(steps)
def test_everyone_is_answered_once_and_nothing_is_left_behind(steps: list[Any]) -> None:
    room, waits, now_ms = Room(), [], 0
    for step, first, second in steps:
        if step == "add":
            waits.append(room.add(Wait(list(first), now_ms + second), now_ms))
        elif step == "ready" and waits:
            wait = waits[first % len(waits)]
            wait.ready = True
            for key in wait.delayed.watch:
                room.purgatory.wake(key)
        elif step == "wake":
            room.purgatory.wake(first)
        elif step == "tick":
            now_ms += first
            room.tick(now_ms)
            for wait in waits:
                overdue = wait.delayed.deadline_ms <= now_ms
                told = wait.ready and bool(wait.delayed.watch)
                assert bool(wait.answers) == (overdue or told)
        assert len(room.purgatory) == sum(not wait.answers for wait in waits)
    room.tick(now_ms + 100)
    assert all(len(wait.answers) == len(wait.responded) == 1 for wait in waits)
    assert not room.purgatory._watchers
    assert len(room.timers) == 0
