"""Sockets as streams: all bytes, in order, waiting where the peer makes us wait."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import pytest
import trio

from kafkawire.dump.proxy.streams import LOST, RECEIVE_BYTES, Plain, close_socket, connect


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        with trio.fail_after(20):
            await work()

    trio.run(main)


def pair() -> tuple[Plain, Plain]:
    ends = socket.socketpair()
    for sock in ends:
        sock.setblocking(False)
    return Plain(ends[0]), Plain(ends[1])


def test_what_is_sent_is_received_in_order_however_much() -> None:
    async def work() -> None:
        mine, theirs = pair()
        data = bytes(range(256)) * (RECEIVE_BYTES // 16)
        found = bytearray()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(mine.send, data)
            while len(found) < len(data):
                found += await theirs.receive()
        assert found == data
        await mine.end_sending()
        assert await theirs.receive() == b""
        mine.close()
        theirs.close()

    run(work)


def test_streams_that_always_have_more_let_others_have_their_turn() -> None:
    async def work() -> None:
        mine, theirs = pair()
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                await trio.lowlevel.checkpoint()
                turns += 1

        async with trio.open_nursery() as nursery:
            nursery.start_soon(count)
            nursery.start_soon(mine.send, bytes(20 * RECEIVE_BYTES))
            left = 20 * RECEIVE_BYTES
            while left:
                left -= len(await theirs.receive())
            nursery.cancel_scope.cancel()
        assert turns
        mine.close()
        theirs.close()

    run(work)


def test_a_reset_is_a_loss() -> None:
    async def work() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            client = await connect("127.0.0.1", server.getsockname()[1])
            served, _ = server.accept()
        served.setblocking(False)
        Plain(served).close(reset=True)
        with pytest.raises(LOST):
            await Plain(client).receive()
        close_socket(client)
        close_socket(client)

    run(work)


def test_who_is_not_there_is_said() -> None:
    async def work() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        with pytest.raises(OSError, match="refused"):
            await connect("127.0.0.1", port)
        with pytest.raises(OSError):
            await connect("no-such-host.invalid", port)

    run(work)
