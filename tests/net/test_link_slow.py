"""A connection whose requests take long: left in the middle, gone on with, dropped."""

from __future__ import annotations

from typing import Any

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from tests.support.requests.linked import framed, receive_exactly


async def test_a_slow_request_is_gone_on_with_and_answered_in_order(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"a") + framed(b"slow") + framed(b"slow") + framed(b"b"))
        assert await receive_exactly(peer, 10) == b"aslowslowb"
        assert host.steps == [*range(10), *range(10)]
        assert host.pacer.unfinished == 0
        await peer.send(framed(b"c"))
        assert await receive_exactly(peer, 1) == b"c"


async def test_others_have_their_turn_while_a_slow_request_is_served(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        seen: list[int] = []

        async def other() -> None:
            while len(host.steps) < 10:
                seen.append(len(host.steps))
                await trio.lowlevel.checkpoint()

        await peer.send(framed(b"slow"))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(other)
            assert await receive_exactly(peer, 4) == b"slow"
        assert len(set(seen)) > 4


async def test_an_errand_is_run_beside_the_others(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        await peer.send(framed(b"errand") + framed(b"b"))
        assert await receive_exactly(peer, 7) == b"errandb"
        assert host.pacer.unfinished == 0


async def test_a_connection_that_is_closed_amid_a_slow_request_drops_it(
    connected: Any, autojump_clock: MockClock
) -> None:
    async with connected() as (peer, host):
        host.on_step = lambda step: host.link.close() if step == 5 else None
        await peer.send(framed(b"slow"))
        await host.ended.wait()
        await wait_all_tasks_blocked()
        assert host.steps == [0, 1, 2, 3, 4, 5]
        assert host.pacer.unfinished == 0
        assert not host.bugs
