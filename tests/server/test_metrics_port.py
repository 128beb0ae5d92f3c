"""A little HTTP server answers what it should, and what misbehaves dies alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families
from trio.testing import MockClock, memory_stream_pair

from kafkawire.server import metrics_port
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.metrics_port import MetricsPort
from tests.support.requests.harness import BrokerHarness

ANSWER_S_MAX = 30.0
BODY_BYTES_MAX = 8 * 1024
CONNECTIONS_MAX = 16
HEAD_BYTES_MAX = 8 * 1024
IDLE_S_MAX = 90.0
REQUEST_S_MAX = 10.0

Stream = trio.abc.HalfCloseableStream


class World:
    """A port with clients in memory."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.harness = BrokerHarness()
        self.bugs: list[BaseException] = []
        self.socket = listen(Address("127.0.0.1", 0))
        self.port = MetricsPort(self.harness.broker, self.socket, report=self.bugs.append)
        self._nursery = nursery

    def connect(self) -> Stream:
        client, server = memory_stream_pair()
        self._nursery.start_soon(self.port.serve, server)
        return client


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    async with trio.open_nursery() as nursery:
        found = World(nursery)
        try:
            yield found
        finally:
            found.socket.close()
            nursery.cancel_scope.cancel()
        assert found.bugs == []


async def all_of(stream: Stream) -> bytes:
    """Everything until the other side closes."""
    received = bytearray()
    while data := await stream.receive_some(65536):
        received += data
    return bytes(received)


async def ask(stream: Stream, head: str, *more: str) -> tuple[int, dict[str, str], bytes]:
    """Send one request and return its answer: status, headers in lower case, body."""
    lines = "".join(f"{line}\r\n" for line in (head, "Host: x", *more))
    await stream.send_all(f"{lines}\r\n".encode())
    return await answer(stream, has_body=not head.startswith("HEAD"))


async def answer(stream: Stream, *, has_body: bool = True) -> tuple[int, dict[str, str], bytes]:
    received = bytearray()
    while b"\r\n\r\n" not in received:
        data = await stream.receive_some(65536)
        assert data, f"closed after {bytes(received)!r}"
        received += data
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    headers = dict(line.lower().split(": ", 1) for line in lines)
    while has_body and len(body) < int(headers["content-length"]):
        data = await stream.receive_some(65536)
        assert data, "closed within the body"
        body += data
    return int(status.split()[1]), headers, body


def test_metrics_are_answered_again_and_again_on_one_connection() -> None:
    async def main() -> None:
        async with world() as here:
            here.harness.create_topic("orders")
            client = here.connect()
            for _ in range(3):
                status, headers, body = await ask(client, "GET /metrics HTTP/1.1")
                assert status == 200
                assert headers["content-type"].startswith("text/plain; version=")
                families = {each.name for each in text_string_to_metric_families(body.decode())}
                assert "kafka_server_replicamanager_partitioncount" in families

    trio.run(main)


def test_a_query_does_not_matter() -> None:
    async def main() -> None:
        async with world() as here:
            status, _, body = await ask(here.connect(), "GET /metrics?name[]=x HTTP/1.1")
            assert (status, body[:7]) == (200, b"# HELP ")

    trio.run(main)


def test_head_has_the_same_headers_and_no_body() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            _, wanted, body = await ask(client, "GET / HTTP/1.1")
            status, headers, nothing = await ask(client, "HEAD / HTTP/1.1")
            assert (status, nothing) == (200, b"")
            assert headers == wanted
            assert int(headers["content-length"]) == len(body)

    trio.run(main)


def test_the_first_page_points_to_the_metrics() -> None:
    async def main() -> None:
        async with world() as here:
            status, headers, body = await ask(here.connect(), "GET / HTTP/1.1")
            assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
            assert b'href="/metrics"' in body

    trio.run(main)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("GET /metric HTTP/1.1", 404),
        ("POST /nowhere HTTP/1.1", 404),
        ("POST /metrics HTTP/1.1", 405),
        ("DELETE / HTTP/1.1", 405),
        ("GET HTTP/1.1", 400),
        ("nonsense", 400),
        ("GET /metrics HTTP/9.9.9", 400),
    ],
)
def test_what_is_wrong_is_said_and_ends_the_connection(head: str, status: int) -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            found, headers, _ = await ask(client, head)
            assert (found, headers["connection"]) == (status, "close")
            assert headers.get("allow") == ("get, head" if status == 405 else None)
            assert await client.receive_some() == b""
            assert (await ask(here.connect(), "GET / HTTP/1.1"))[0] == 200

    trio.run(main)


def test_a_head_that_is_too_large_is_refused_before_it_is_complete() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            await client.send_all(b"GET / HTTP/1.1\r\nX: " + b"y" * HEAD_BYTES_MAX)
            assert (await answer(client))[0] == 431
            assert await client.receive_some() == b""

    trio.run(main)


def test_a_small_body_is_ignored_and_a_large_one_refused() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            await client.send_all(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
            assert (await answer(client))[0] == 200
            for size, status in ((BODY_BYTES_MAX, 200), (BODY_BYTES_MAX + 1, 413)):
                head = f"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
                await client.send_all(head.encode() + b"x" * size)
                assert (await answer(client))[0] == status
            assert await client.receive_some() == b""

    trio.run(main)


def test_an_old_client_gets_one_answer() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            await client.send_all(b"GET / HTTP/1.0\r\n\r\n")
            received = await all_of(client)
            assert received.startswith(b"HTTP/1.1 200 ")
            assert received.endswith(b"</a>.\n")

    trio.run(main)


def test_requests_that_come_at_once_are_answered_in_turn() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            one = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
            await client.send_all(one + one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            assert (await all_of(client)).count(b"HTTP/1.1 200 ") == 2

    trio.run(main)


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [(b"", IDLE_S_MAX), (b"GET", REQUEST_S_MAX), (b"GET / HTTP/1.1\r\n", REQUEST_S_MAX)],
)
def test_who_says_nothing_more_is_left(sent: bytes, seconds: float) -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            start = trio.current_time()
            if sent:
                await client.send_all(sent)
            assert await client.receive_some() == b""
            assert trio.current_time() - start == pytest.approx(seconds)
            assert here.port.connections == 0

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_who_trickles_is_left_as_well() -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            start = trio.current_time()
            try:
                for _ in range(1000):
                    await client.send_all(b"G")
                    await trio.sleep(1)
            except trio.BrokenResourceError:
                pass
            assert trio.current_time() - start <= REQUEST_S_MAX + 2

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_who_does_not_read_is_left() -> None:
    async def main() -> None:
        async with world() as here:
            client, server = trio.testing.lockstep_stream_pair()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(here.port.serve, server)
                await client.send_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                await trio.sleep(REQUEST_S_MAX + 1)
                assert here.port.connections == 1
                await trio.sleep(ANSWER_S_MAX - REQUEST_S_MAX)
                assert here.port.connections == 0

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_only_so_many_connections_are_served() -> None:
    async def main() -> None:
        async with world() as here:
            clients = [here.connect() for _ in range(CONNECTIONS_MAX)]
            await trio.testing.wait_all_tasks_blocked()
            assert await here.connect().receive_some() == b""
            await clients[0].aclose()
            await trio.testing.wait_all_tasks_blocked()
            assert (await ask(here.connect(), "GET / HTTP/1.1"))[0] == 200

    trio.run(main)


def test_a_bug_ends_the_connection_that_met_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(broker: object) -> bytes:
        raise ZeroDivisionError

    async def main() -> None:
        monkeypatch.setattr(metrics_port, "scrape", broken)
        async with world() as here:
            client = here.connect()
            await client.send_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
            assert await client.receive_some() == b""
            assert [type(bug) for bug in here.bugs] == [ZeroDivisionError]
            assert (await ask(here.connect(), "GET / HTTP/1.1"))[0] == 200
            here.bugs.clear()

    trio.run(main)


@given(
    st.one_of(st.binary(max_size=200), st.binary(max_size=50).map(b"GET / HTTP/1.1\r\n".__add__))
)
def test_any_bytes_harm_nobody(data: bytes) -> None:
    async def main() -> None:
        async with world() as here:
            client = here.connect()
            try:
                await client.send_all(data)
                await client.send_eof()
            except trio.BrokenResourceError:
                pass
            await all_of(client)
            assert (await ask(here.connect(), "GET / HTTP/1.1"))[0] == 200

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_it_serves_on_a_socket() -> None:
    async def main() -> None:
        async with world() as here, trio.open_nursery() as nursery:
            nursery.start_soon(here.port.run)
            address = bound_address(here.socket)
            client = await trio.open_tcp_stream(address.host, address.port)
            async with client:
                assert (await ask(client, "GET /metrics HTTP/1.1"))[0] == 200
            nursery.cancel_scope.cancel()

    trio.run(main)
