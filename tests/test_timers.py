"""Deadlines: the heap behaves as a sorted list would, and forgets what is cancelled."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kafkawire.timers import NEVER, Timer, Timers


def note(ran: list[int], index: int, now_ms: int) -> None:
    """A callback that remembers that it ran."""
    del now_ms
    ran.append(index)


operations = st.lists(
    st.one_of(
        st.tuples(st.just("at"), st.integers(0, 50)),
        st.tuples(st.just("cancel"), st.integers(0, 200)),
        st.tuples(st.just("run"), st.integers(0, 20)),
    ),
    max_size=200,
)


@given(operations)
@example([("at", 5), ("run", 5)])
def test_timers_run_in_order_once_and_only_when_due(steps: list[tuple[str, int]]) -> None:
    timers = Timers()
    made: list[Timer] = []
    waiting: dict[int, int] = {}
    ran: list[int] = []
    now_ms = 0
    for step, number in steps:
        if step == "at":
            index = len(made)
            made.append(timers.at(now_ms + number, partial(note, ran, index)))
            waiting[index] = now_ms + number
        elif step == "cancel" and made:
            made[number % len(made)].cancel()
            waiting.pop(number % len(made), None)
        elif step == "run":
            now_ms += number
            due = sorted((at, index) for index, at in waiting.items() if at <= now_ms)
            ran.clear()
            timers.run(now_ms, 1000)
            assert ran == [index for _, index in due]
            for _, index in due:
                del waiting[index]
        assert len(timers) == len(waiting)
        assert timers.next_deadline_ms() == min(waiting.values(), default=NEVER)


def test_a_limit_leaves_the_rest_for_the_next_run() -> None:
    timers = Timers()
    ran: list[int] = []
    for index in range(5):
        timers.at(10, partial(note, ran, index))
    assert timers.run(10, 3) == 3
    assert ran == [0, 1, 2]
    assert timers.next_deadline_ms() == 10
    assert timers.run(10, 3) == 2


def test_a_callback_is_told_the_time_and_may_ask_again() -> None:
    timers = Timers()
    seen: list[int] = []

    def again(now_ms: int) -> None:
        seen.append(now_ms)
        timers.at(now_ms + 10, again)

    timers.at(5, again)
    timers.run(7, 10)
    timers.run(17, 10)
    assert seen == [7, 17]


def test_what_is_asked_for_meanwhile_is_for_the_next_run() -> None:
    """Also where it comes before what is due already, which must not wait for ever."""
    timers = Timers()
    ran: list[str] = []

    def work(now_ms: int) -> None:
        ran.append("slice")
        timers.at(0, work)

    timers.at(0, work)
    timers.at(5, lambda _: ran.append("other"))
    assert timers.run(10, 100) == 2
    assert ran == ["slice", "other"]
    assert timers.next_deadline_ms() == 0
    timers.run(10, 100)
    assert ran == ["slice", "other", "slice"]


def test_what_is_asked_for_and_cancelled_meanwhile_is_gone() -> None:
    timers = Timers()

    def ask(_: int) -> None:
        asked = timers.at(0, lambda _: None)
        timers.at(1, lambda _: None)
        others = [timers.at(1_000, lambda _: None) for _ in range(200)]
        timers.at(10, lambda _: None)

        def cancel(_: int) -> None:
            for each in (asked, *others):
                each.cancel()

        cancelling.append(cancel)

    cancelling: list[Callable[[int], None]] = []
    timers.at(5, ask)
    timers.at(6, lambda now_ms: cancelling[0](now_ms))
    assert timers.run(10, 100) == 2
    assert len(timers) == 2
    assert timers.next_deadline_ms() == 1
    assert timers.run(10, 100) == 2
    assert (len(timers), timers.next_deadline_ms()) == (0, NEVER)


def test_others_are_not_lost_where_a_callback_fails() -> None:
    timers = Timers()

    def ask(_: int) -> None:
        timers.at(0, lambda _: None)

    def fail(now_ms: int) -> None:
        ask(now_ms)
        raise AssertionError

    timers.at(1, ask)
    timers.at(2, fail)
    with pytest.raises(AssertionError):
        timers.run(10, 100)
    assert len(timers) == 2


def test_cancelled_timers_do_not_pile_up() -> None:
    timers = Timers()
    for _ in range(10_000):
        timers.at(1_000_000, lambda _: None).cancel()
    assert len(timers._heap) <= 200
    assert len(timers) == 0


def test_what_never_comes_takes_no_room() -> None:
    timers = Timers()
    timer = timers.at(NEVER, lambda _: None)
    assert timers.next_deadline_ms() == NEVER
    timer.cancel()
    assert len(timers) == len(timers._heap) == 0


def test_the_order_survives_that_most_are_cancelled() -> None:
    timers, random = Timers(), Random(1)
    ran: list[int] = []
    made = [(when, timers.at(when, ran.append)) for when in random.sample(range(1_000), 400)]
    for _, timer in made[::2] + made[1::4]:
        timer.cancel()
    for now_ms in range(1_000):
        timers.run(now_ms, 10)

    assert ran == sorted(when for when, _ in made[3::4])
