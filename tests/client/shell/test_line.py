"""Sockets of connections: with and without TLS, bytes arrive whole and in order."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from kafkawire.client.shell.line import Line, LineOptions, TlsLine, TlsRefused, connected
from tests.client.support.certificates import contexts

DATA = bytes(range(256)) * 20_000


async def echo(stream: trio.abc.Stream) -> None:
    """Send back what comes; end without a goodbye."""
    async for data in stream:
        await stream.send_all(data)


@asynccontextmanager
async def echoing(context: ssl.SSLContext | None = None) -> AsyncIterator[tuple[str, int]]:
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    host, port = listener.socket.getsockname()

    async def serve(stream: trio.SocketStream) -> None:
        if context is None:
            await echo(stream)
            return
        try:
            await echo(trio.SSLStream(stream, context, server_side=True))
        except trio.BrokenResourceError:
            pass  # the client refused the certificate, or is gone

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield host, port
        nursery.cancel_scope.cancel()


async def received(line: Line, size: int) -> bytes:
    """So many bytes, half of the time received into a view; it waits where all is received."""
    found = bytearray()
    room = bytearray(50_000)
    while len(found) < size:
        data: bytes | None
        if len(found) % 2:
            with memoryview(room) as view:
                count = line.receive_into(view)
            data = None if count is None else bytes(room[:count])
        else:
            data = line.receive()
        if data is not None:
            assert data, "closed"
            found += data
        if (data is None or line.is_drained) and len(found) < size:
            await line.wait()
    return bytes(found)


@pytest.mark.parametrize("has_tls", [False, True])
async def test_bytes_come_back_whole_and_in_order(has_tls: bool) -> None:
    server, client = contexts()
    async with echoing(server if has_tls else None) as address:
        sock = await connected(address, LineOptions(send_buffer_bytes=20_000))
        line = Line(sock)
        if has_tls:
            line = TlsLine(sock, client, "localhost")
            await line.shake_hands()
        line.send([DATA[:1000], DATA[1000:]])
        line.send([])
        stuck = [line.is_stuck]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(line.finish_sending)
            assert await received(line, len(DATA)) == DATA
        assert [*stuck, line.is_stuck] == [True, False]
        line.close()


async def test_another_name_is_refused() -> None:
    """client N 136."""
    server, client = contexts()
    async with echoing(server) as address:
        sock = await connected(address, LineOptions())
        line = TlsLine(sock, client, "example.org")
        with pytest.raises(TlsRefused, match=r"not valid for 'example\.org'"):
            await line.shake_hands()
        line.close()


async def test_where_nothing_listens_connecting_fails() -> None:
    with trio.socket.socket() as one:
        await one.bind(("127.0.0.1", 0))
        address = one.getsockname()
        with pytest.raises(ConnectionRefusedError):
            await connected(address, LineOptions())


async def test_who_waits_for_a_line_that_is_closed_is_told() -> None:
    async with echoing() as address:
        line = Line(await connected(address, LineOptions()))
        async with trio.open_nursery() as nursery:

            async def wait() -> None:
                with pytest.raises(trio.ClosedResourceError):
                    await line.wait()

            nursery.start_soon(wait)
            await trio.testing.wait_all_tasks_blocked()
            line.close()


async def test_an_end_without_a_goodbye_is_an_end() -> None:
    """client K-1."""
    server, client = contexts()
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")

    async def serve() -> None:
        stream = await listener.accept()
        secure = trio.SSLStream(stream, server, server_side=True)
        await secure.send_all(b"one")
        await stream.aclose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        line = TlsLine(
            await connected(listener.socket.getsockname(), LineOptions()), client, "localhost"
        )
        await line.shake_hands()
        assert await received(line, 3) == b"one"
        await line.wait()
        assert line.receive() == b""
        line.close()
    await listener.aclose()


async def test_an_alert_that_came_before_a_failed_send_is_its_reason() -> None:
    """client K-1: the broker refuses a client without a certificate, and closes."""
    server, client = contexts()
    server.verify_mode = ssl.CERT_REQUIRED
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def refuse() -> None:
            sock, _ = listener.accept()
            with pytest.raises(ssl.SSLError):
                server.wrap_socket(sock, server_side=True)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.to_thread.run_sync, refuse)
            sock = await connected(listener.getsockname(), LineOptions())
            line = TlsLine(sock, client, "localhost")
            await line.shake_hands()
        with pytest.raises(TlsRefused, match=r"(?i)certificate"):
            await send_until_refused(line)
        line.close()


async def send_until_refused(line: TlsLine) -> None:
    while True:
        line.send([b"x"])
        await trio.lowlevel.checkpoint()
