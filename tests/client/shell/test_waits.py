"""Calls that wait while their client is closed."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from kafkawire.client.errors import Closed
from kafkawire.client.shell.waits import Waits


async def test_what_waits_ends_with_the_client() -> None:
    """client L-2: waits that begin later end at once."""
    waits = Waits()
    raised: list[Closed] = []

    async def wait() -> None:
        try:
            with waits.while_open():
                await trio.sleep_forever()
        except Closed as error:
            raised.append(error)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()
        waits.end()
    assert len(raised) == 2
    await wait()
    assert len(raised) == 3


async def test_what_has_its_answer_goes_on() -> None:
    waits, event = Waits(), trio.Event()
    event.set()
    with trio.CancelScope() as scope, waits.while_open():
        await event.wait()
    waits.end()
    assert not scope.cancelled_caught


async def test_a_cancellation_goes_on() -> None:
    """client L.2: it is no end of the client."""
    waits = Waits()
    with trio.move_on_after(0) as scope, waits.while_open():
        await trio.sleep_forever()
    assert scope.cancelled_caught


async def test_what_a_call_raises_is_kept() -> None:
    with pytest.raises(KeyError), Waits().while_open():
        raise KeyError
