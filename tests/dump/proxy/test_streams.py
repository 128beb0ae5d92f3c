"""Sockets as streams: all bytes, in order, waiting where the peer makes us wait."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import assert_checkpoints, assert_no_checkpoints

from kafkawire.dump.proxy import streams
from kafkawire.dump.proxy.streams import LOST, Plain, close_socket, connect
from tests.support.suite.patience import patient

RECEIVE_BYTES = 64 * 1024


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        with trio.fail_after(patient(20)):
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


def test_streams_that_always_have_more_let_others_have_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("RECEIVE_BYTES", "BULK_BYTES"):
        monkeypatch.setattr(streams, name, 100)
    monkeypatch.setattr(streams, "TURN_BYTES", 300)

    async def work() -> None:
        mine, theirs = pair()
        await mine.send(bytes(1000))
        await theirs.receive()
        for number in range(1, 10):
            is_turn = number % 3 == 0
            with assert_checkpoints() if is_turn else assert_no_checkpoints():
                assert len(await theirs.receive()) == 100
        mine.close()
        theirs.close()

    run(work)


def test_where_much_comes_chunks_are_large_until_little_does() -> None:
    async def work() -> None:
        mine, theirs = pair()
        many, few = RECEIVE_BYTES + 70_000, 1000
        sizes = []
        for sent in (many, few, few, many):
            await mine.send(bytes(sent))
            sizes.append(len(await theirs.receive()))
        assert sizes == [RECEIVE_BYTES, 70_000 + few, few, RECEIVE_BYTES]
        mine.close()
        theirs.close()

    run(work)


@pytest.mark.parametrize("wanted", [100_000, 1 << 30])
def test_buffers_have_the_size_that_is_asked_for_or_are_left_to_the_system(
    monkeypatch: pytest.MonkeyPatch, wanted: int
) -> None:
    def sizes(sock: socket.socket) -> list[int]:
        options = socket.SO_RCVBUF, socket.SO_SNDBUF
        return [sock.getsockopt(socket.SOL_SOCKET, option) for option in options]

    monkeypatch.setattr(streams, "BUFFER_BYTES", wanted)
    streams._may_be_large.cache_clear()
    with socket.socket() as sock, socket.socket() as other:
        streams.prepare(sock)
        assert not sock.getblocking()
        assert sizes(sock) == sizes(other) or min(sizes(sock)) >= wanted
        assert wanted > 100_000 or min(sizes(sock)) >= wanted
    streams._may_be_large.cache_clear()


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
