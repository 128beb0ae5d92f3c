"""What a producer's tasks wait for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from kafkawire.client.errors import BufferFull, Closed, TimedOut
from kafkawire.client.producer import Producer
from tests.support.requests.served import serving
from tests.support.suite.patience import patient


@asynccontextmanager
async def silent(**options: Any) -> AsyncIterator[Producer[bytes, bytes]]:
    """A producer that knows topic t, and whose broker answers nothing any more."""
    async with serving() as broker:
        host, port = broker.server.address
        given = {"close_budget_ms": 50, "linger_ms": 0, **options}
        async with Producer(f"{host}:{port}", on_delivery=lambda each: None, **given) as producer:
            await producer.send("t", b"first")
            await producer.flush()
            producer._runtime.network.send = lambda call, now_ms: None  # type: ignore[method-assign]
            yield producer


@pytest.mark.slow
async def test_memory_that_does_not_become_free_ends_in_buffer_full() -> None:
    """client H-10: N 108; nothing of it was accepted."""
    async with silent(buffer_memory=1000) as producer:
        producer._sending._max_block_ms = 100
        await producer.send("t", bytes(900))
        free = producer._core.memory_free
        with pytest.raises(BufferFull, match="100"):
            await producer.send("t", bytes(900))
        assert producer._core.memory_free == free
        await producer.send("t", b"small")


async def test_a_cancelled_wait_gives_its_place_to_the_next() -> None:
    """client H-12, L.2: N 109."""
    async with silent(buffer_memory=1000) as producer:
        delivery = await producer.send("t", bytes(900))
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(producer.send, "t", bytes(900))
                await wait_all_tasks_blocked()
                scope.cancel()
        free = producer._core.memory_free
        sent = await producer.send("t", b"small")
        assert producer._core.memory_free < free
        assert not sent.is_done
        assert not delivery.is_done


async def test_cancelling_a_flush_takes_nothing_back() -> None:
    """client H-35, L.2."""
    async with silent() as producer:
        delivery = await producer.send("t", b"value")
        with trio.move_on_after(0.01) as scope:
            await producer.flush()
        assert scope.cancelled_caught
        assert not delivery.is_done
        assert not producer._core._unfinished._flushes


async def test_closing_keeps_to_its_budget() -> None:
    """client L-1, L-4: N 144."""
    with trio.fail_after(patient(20)):
        async with silent() as producer:
            delivery = await producer.send("t", b"value")
    assert isinstance(delivery.error, Closed)


@pytest.mark.slow
async def test_metadata_that_do_not_come_end_in_a_time_out() -> None:
    """client H-1."""
    async with silent() as producer:
        producer._sending._max_block_ms = 100
        with pytest.raises(TimedOut, match=r"topic other within max\.block\.ms"):
            await producer.send("other", b"value")


async def test_tasks_that_wait_are_told_of_the_end() -> None:
    """client B-62."""
    async with serving() as broker:
        host, port = broker.server.address
        failures: list[BaseException] = []

        async def wait(producer: Producer[bytes, bytes]) -> None:
            try:
                await producer.send("other", b"value")
            except Closed as error:
                failures.append(error)

        async with trio.open_nursery() as nursery, Producer(f"{host}:{port}") as producer:
            producer._runtime.network.send = lambda call, now_ms: None  # type: ignore[method-assign]
            nursery.start_soon(wait, producer)
            await wait_all_tasks_blocked()
        assert len(failures) == 1
