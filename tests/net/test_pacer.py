"""Turns that are left in the middle and gone on with, in time that the tests make."""

from __future__ import annotations

import threading
import weakref

import pytest
from greenlet import getcurrent

from kafkawire.net.pacer import Pacer, Turn, run_errand
from kafkawire.protocol.pacing import aside, held, rest


class Time:
    """A clock that work moves on."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def pacer(time: Time) -> Pacer:
    return Pacer(time)


class Work:
    """Takes a second in steps of a millisecond, and rests after each."""

    def __init__(self, time: Time, steps: int = 1000) -> None:
        self.done = 0
        self._time = time
        self._steps = steps

    def __call__(self) -> None:
        for _ in range(self._steps):
            self._time.now_s += 0.001
            self.done += 1
            rest()


def test_short_work_is_done_in_its_turn(pacer: Pacer, time: Time) -> None:
    work = Work(time, steps=1)
    assert pacer.run(work) is None
    assert work.done == 1
    assert pacer.unfinished == 0


def test_long_work_is_left_after_two_milliseconds_and_gone_on_with(
    pacer: Pacer, time: Time
) -> None:
    work = Work(time)
    turn = pacer.run(work)
    slices = [work.done]
    while turn is not None:
        assert pacer.unfinished == 1
        turn = pacer.go_on(turn)
        slices.append(work.done)
    assert slices[:3] == [2, 4, 6]
    assert slices[-1] == 1000
    assert pacer.unfinished == 0


def test_many_turns_share_a_slice(pacer: Pacer, time: Time) -> None:
    works = [Work(time) for _ in range(100)]
    turns = [pacer.run(work) for work in works]
    began_s = time.now_s
    for turn in turns:
        assert turn is not None
        pacer.go_on(turn)
    # One step each, since no slice is below half a millisecond; not two.
    assert time.now_s - began_s == pytest.approx(0.1)


def test_held_work_is_not_left(pacer: Pacer, time: Time) -> None:
    work = Work(time)

    def undivided() -> None:
        with held():
            work()

    assert pacer.run(undivided) is None
    assert work.done == 1000


def test_a_failure_reaches_who_began_the_turn(pacer: Pacer, time: Time) -> None:
    def fail() -> None:
        time.now_s += 1
        rest()
        raise KeyError("it failed")

    turn = pacer.run(fail)
    assert turn is not None
    with pytest.raises(KeyError):
        pacer.go_on(turn)
    assert pacer.unfinished == 0


def test_a_dropped_turn_runs_its_finally_and_nothing_else(pacer: Pacer, time: Time) -> None:
    seen: list[str] = []

    def work() -> None:
        try:
            time.now_s += 1
            rest()
            seen.append("went on")
        except Exception:  # noqa: BLE001 - what handlers do must not hinder it
            seen.append("caught")
        finally:
            seen.append("finally")

    turn = pacer.run(work)
    assert turn is not None
    pacer.drop(turn)
    assert seen == ["finally"]
    assert pacer.unfinished == 0


def test_work_outside_of_a_turn_does_not_rest(pacer: Pacer, time: Time) -> None:
    time.now_s = 5.0
    pacer.rest()
    assert pacer.aside(lambda: 7) == 7


def test_turns_that_are_over_lend_their_greenlet_to_the_next(pacer: Pacer) -> None:
    seen: list[object] = []
    for _ in range(3):
        assert pacer.run(lambda: seen.append(getcurrent())) is None
    assert seen[0] is seen[1] is seen[2]


def test_what_work_referred_to_is_let_go_when_it_is_done(pacer: Pacer) -> None:
    class Referred:
        def work(self) -> None:
            pass

    referred = Referred()
    gone = weakref.ref(referred)
    pacer.run(referred.work)
    del referred
    assert gone() is None


def test_only_one_greenlet_waits_for_work(pacer: Pacer, time: Time) -> None:
    first, second = Work(time, steps=3), Work(time, steps=3)
    turns = [pacer.run(first), pacer.run(second)]
    for turn in turns:
        assert turn is not None
        while turn is not None:
            left, turn = turn, pacer.go_on(turn)
    assert (first.done, second.done, pacer.unfinished) == (3, 3, 0)
    assert left.dead
    pacer.close()
    assert all(turn is None or turn.dead for turn in turns)


def test_work_that_failed_ends_its_greenlet_and_the_next_has_another(pacer: Pacer) -> None:
    def fail() -> None:
        raise KeyError("it failed")

    with pytest.raises(KeyError):
        pacer.run(fail)
    done: list[int] = []
    assert pacer.run(lambda: done.append(1)) is None
    assert done == [1]


def errand_done(turn: Turn | None) -> Turn:
    assert turn is not None
    assert turn.errand is not None
    thread = threading.Thread(target=run_errand, args=(turn,))
    thread.start()
    thread.join()
    return turn


def test_an_errand_is_run_by_who_goes_on_with_the_turn(pacer: Pacer) -> None:
    where: list[int] = []
    results: list[str] = []

    def errand() -> str:
        where.append(threading.get_ident())
        return "brought"

    turn = errand_done(pacer.run(lambda: results.append(aside(errand))))
    assert pacer.go_on(turn) is None
    assert results == ["brought"]
    assert where != [threading.get_ident()]


def test_the_failure_of_an_errand_is_raised_in_its_turn(pacer: Pacer) -> None:
    seen: list[str] = []

    def work() -> None:
        try:
            aside(lambda: 1 // 0)
        except ZeroDivisionError:
            seen.append("failed")

    assert pacer.go_on(errand_done(pacer.run(work))) is None
    assert seen == ["failed"]


def test_held_work_runs_its_errands_itself(pacer: Pacer) -> None:
    seen: list[int] = []

    def work() -> None:
        with held():
            seen.append(aside(threading.get_ident))

    assert pacer.run(work) is None
    assert seen == [threading.get_ident()]
