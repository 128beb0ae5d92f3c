"""Waiting for records: by one task at a time, losing nothing, letting others run."""

from __future__ import annotations

import pytest
import trio

from kafkawire.client.shell.asking import Asking


async def test_what_is_there_is_returned_at_once() -> None:
    assert await Asking().until(lambda: 5) == 5


async def test_a_wait_ends_when_there_is_something(autojump_clock: trio.testing.MockClock) -> None:
    asking = Asking()
    found: list[int] = []

    async def come() -> None:
        await trio.sleep(1)
        asking.wake()
        await trio.sleep(1)
        found.append(5)
        asking.wake()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(come)
        assert await asking.until(lambda: found[0] if found else None) == 5
    assert trio.current_time() == 2


async def test_a_wait_ends_when_its_time_is_over(autojump_clock: trio.testing.MockClock) -> None:
    """client B-12."""
    found: list[int] = []
    assert await Asking().until(lambda: found[0] if found else None, 3) is None
    assert trio.current_time() == 3


async def test_a_wait_whose_time_was_over_before_ends_at_once() -> None:
    """client B-12: of a short time nothing may be left after other waits."""
    found: list[int] = []
    assert await Asking().until(lambda: found[0] if found else None, -0.001) is None


async def test_what_looking_raises_is_raised_and_the_next_may_ask() -> None:
    asking = Asking()

    def look() -> int:
        raise KeyError("mine")

    with pytest.raises(KeyError):
        await asking.until(look)
    assert await asking.until(lambda: 5) == 5


async def test_a_task_that_asks_without_end_lets_others_run() -> None:
    """client B-5: at least each 64 asks."""
    asking = Asking()
    turns: list[int] = []

    async def other() -> None:
        while len(turns) < 3:
            turns.append(1)
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(other)
        for _ in range(64 * 4):
            await asking.until(lambda: 5)
        assert len(turns) == 3


async def test_each_ask_checks_for_cancellation() -> None:
    """client B-5."""
    asking = Asking()
    with trio.CancelScope() as scope:
        await asking.until(lambda: 5)
        scope.cancel()
        await asking.until(lambda: 5)
        raise AssertionError("it was cancelled")
    assert scope.cancelled_caught
