"""Tasks that end with their block, and not before."""

from __future__ import annotations

import pytest
import trio

from kafkawire.client.shell.background import Background, is_cancelled


async def test_tasks_outlive_the_cancellation_of_the_body(
    autojump_clock: trio.testing.MockClock,
) -> None:
    """client L-1: so that a client can say goodbye."""
    done: list[str] = []

    async def work() -> None:
        await trio.sleep(1)
        done.append("worked")
        await trio.sleep_forever()

    with trio.move_on_after(0.5) as scope:
        background = Background()
        await background.open()
        background.start(work)
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(2)
            await background.close()
            done.append("closed")
    assert scope.cancelled_caught
    assert done == ["worked", "closed"]


async def test_what_the_body_raises_leaves_as_itself() -> None:
    """client B-3: never in an exception group."""
    background = Background()

    async def body() -> None:
        await background.open()
        background.start(trio.sleep_forever)
        try:
            raise KeyError("mine")
        finally:
            await background.close()

    with pytest.raises(KeyError, match="mine"):
        await body()


async def test_a_bug_in_a_task_cancels_the_body() -> None:
    """client B-3."""

    async def work() -> None:
        raise AssertionError("a bug")

    async def body() -> None:
        background = Background()
        await background.open()
        background.start(work)
        try:
            await trio.sleep_forever()
        finally:
            await background.close()

    with pytest.raises(BaseExceptionGroup) as caught:
        await body()
    assert caught.group_contains(AssertionError, match="a bug")


async def test_a_task_can_be_ended_alone() -> None:
    background = Background()
    await background.open()
    ended = trio.Event()

    async def work() -> None:
        try:
            await trio.sleep_forever()
        finally:
            ended.set()

    background.start(work).cancel()
    await ended.wait()
    await background.close()
    await background.close()


@pytest.mark.parametrize("tasks", [0, 1, 2])
async def test_a_cancelled_block_is_told_from_one_that_failed(tasks: int) -> None:
    """client L-1: with tasks of its own, too."""
    told: list[bool] = []
    with trio.CancelScope() as scope:
        try:
            async with trio.open_nursery() as nursery:
                for _ in range(tasks):
                    nursery.start_soon(trio.sleep_forever)
                scope.cancel()
                await trio.lowlevel.checkpoint()
        except BaseException as error:
            told.append(is_cancelled(error))
            raise
    assert told == [True]
    assert not is_cancelled(ValueError())
    assert not is_cancelled(ExceptionGroup("", [ValueError()]))
    assert not is_cancelled(None)
