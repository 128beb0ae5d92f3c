"""Rests: where there is a shell, and where there is none."""

from __future__ import annotations

import contextvars
from collections.abc import Callable
from typing import TypeVar

import pytest

from kafkawire.protocol.pacing import Pace, aside, held, rest, set_pace, undisturbed, unhurried

T = TypeVar("T")


class Counted(Pace):
    """Counts rests and errands."""

    def __init__(self) -> None:
        self.rests = 0
        self.errands = 0
        self.is_held = False

    def rest(self) -> None:
        self.rests += not self.is_held

    def aside(self, work: Callable[[], T]) -> T:
        self.errands += 1
        return work()

    def hold(self) -> bool:
        was_held, self.is_held = self.is_held, True
        return was_held

    def release(self, was_held: bool) -> None:
        self.is_held = was_held


def paced(work: Callable[[], object]) -> Counted:
    """What the pace was asked for during the work."""
    pace = Counted()

    def run() -> None:
        set_pace(pace)
        work()

    contextvars.copy_context().run(run)
    return pace


def test_without_a_shell_work_goes_on_at_once() -> None:
    rest()
    with held():
        rest()
    assert aside(lambda: 7) == 7
    assert list(unhurried(range(100))) == list(range(100))


def test_a_loop_rests_after_each_32_elements() -> None:
    assert paced(lambda: list(unhurried(range(32)))).rests == 0
    assert paced(lambda: list(unhurried(iter(range(33))))).rests == 1
    assert paced(lambda: list(unhurried(range(100)))).rests == 3


def test_short_sequences_are_given_back_as_they_are() -> None:
    short = [1, 2, 3]
    assert unhurried(short) is short


def test_nothing_rests_while_it_is_held_and_holds_may_be_nested() -> None:
    def work() -> None:
        with held():
            undisturbed(rest)
            rest()
        rest()

    assert paced(work).rests == 1


def test_a_failure_ends_the_hold() -> None:
    def fail() -> None:
        raise KeyError("it failed")

    def work() -> None:
        with pytest.raises(KeyError):
            undisturbed(fail)
        with pytest.raises(KeyError), held():
            fail()
        rest()

    assert paced(work).rests == 1


def test_what_is_done_aside_returns_its_result_and_raises_its_failure() -> None:
    def work() -> None:
        assert aside(lambda: "done") == "done"
        with pytest.raises(ZeroDivisionError):
            aside(lambda: 1 // 0)

    assert paced(work).errands == 2
