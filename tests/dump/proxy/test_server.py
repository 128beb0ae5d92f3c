"""What clients and brokers have of a proxy between them: nothing but other addresses."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from kafkawire.dump.transport import (
    Data,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import Proxied
from tests.support.requests.loopback import connected
from tests.support.suite.patience import patient

LIMIT_S = patient(20.0)
RESET = struct.pack("ii", 1, 0)


@contextlib.contextmanager
def listening() -> Iterator[tuple[socket.socket, str]]:
    """A broker's socket on which the test itself answers."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        sock.settimeout(LIMIT_S)
        yield sock, f"127.0.0.1:{sock.getsockname()[1]}"


@contextlib.contextmanager
def both_ends(proxy: Proxied, broker: socket.socket) -> Iterator[tuple[socket.socket, ...]]:
    """A client's socket and the broker's, with the proxy between them."""
    port = proxy.proxy.port
    with socket.create_connection(("127.0.0.1", port), LIMIT_S) as client:
        served, _ = broker.accept()
        served.settimeout(LIMIT_S)
        with served:
            yield client, served


def read(sock: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        more = sock.recv(size - len(data))
        assert more, f"ended after {len(data)} of {size} bytes"
        data += more
    return bytes(data)


def frame(api_key: int, correlation_id: int, size: int = 0) -> bytes:
    head = struct.pack(">hhi", api_key, 1, correlation_id)
    return struct.pack(">i", 8 + size) + head + bytes(size)


def answer(correlation_id: int, size: int = 0) -> bytes:
    return struct.pack(">ii", 4 + size, correlation_id) + bytes(size)


def test_a_client_never_hears_of_the_broker_itself() -> None:
    with LocalBroker() as broker, Proxied(broker.bootstrap) as proxy:
        with connected(proxy.bootstrap) as client:
            found = client.ask(MetadataRequest(topics=[]), 12).brokers[0]
            again = client.ask(MetadataRequest(topics=[]), 12).brokers[0]
        assert found == again
        assert f"{found.host}:{found.port}" not in (broker.bootstrap, proxy.bootstrap)

        with connected(f"{found.host}:{found.port}") as client:
            assert client.is_served()


def test_the_record_is_what_the_client_has() -> None:
    with (
        LocalBroker() as broker,
        Proxied(broker.bootstrap) as proxy,
        connected(proxy.bootstrap) as client,
    ):
        sent = client.encoded(ApiVersionsRequest(), 0)
        sent += client.encoded(MetadataRequest(topics=[]), 12)
        received = client.last_words(sent)

    assert proxy.sent(0) == {0: sent}
    assert proxy.sent(1) == {0: received}
    opened, closed = proxy.events[0], proxy.events[-1]
    assert isinstance(opened, StreamOpened)
    assert str(opened.ends[1]) == broker.bootstrap
    assert isinstance(closed, StreamClosed)
    assert closed.how == "FIN"


def test_connections_from_one_port_to_two_listeners_of_a_broker_are_told_apart() -> None:
    with LocalBroker() as broker, Proxied(broker.bootstrap) as proxy:
        with connected(proxy.bootstrap) as client:
            found = client.ask(MetadataRequest(topics=[]), 12).brokers[0]
            asking = client.encoded(ApiVersionsRequest(), 0)
        with socket.socket() as first, socket.socket() as second:
            for sock, port in ((first, proxy.proxy.port), (second, found.port)):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                sock.bind(("127.0.0.1", 0) if sock is first else first.getsockname())
                sock.settimeout(LIMIT_S)
                sock.connect(("127.0.0.1", port))
                sock.sendall(asking)
                assert sock.recv(1)

    ends = [event.ends for event in proxy.events if isinstance(event, StreamOpened)][1:]
    assert ends[0][0] == ends[1][0]
    assert [str(each[1]) for each in ends] == [broker.bootstrap, f"{found.host}:{found.port}"]


def test_requests_may_follow_each_other_without_waiting() -> None:
    with listening() as (sock, at), Proxied(at) as proxy, both_ends(proxy, sock) as ends:
        client, broker = ends
        requests = b"".join(frame(99, number, number) for number in range(50))
        client.sendall(requests)
        assert read(broker, len(requests)) == requests
        answers = b"".join(answer(number, 3 * number) for number in range(50))
        broker.sendall(answers)
        assert read(client, len(answers)) == answers


def test_an_end_of_requests_leaves_answers_their_way() -> None:
    with listening() as (sock, at), Proxied(at) as proxy, both_ends(proxy, sock) as ends:
        client, broker = ends
        client.sendall(frame(99, 1))
        client.shutdown(socket.SHUT_WR)
        assert read(broker, 12) == frame(99, 1)
        assert broker.recv(1) == b""
        broker.sendall(answer(1))
        assert read(client, 8) == answer(1)
        broker.close()
        assert client.recv(1) == b""

    assert [event.how for event in proxy.events if isinstance(event, StreamClosed)] == ["FIN"]


@pytest.mark.parametrize("who", [0, 1])
def test_a_reset_reaches_the_other_end(who: int) -> None:
    with listening() as (sock, at), Proxied(at) as proxy, both_ends(proxy, sock) as ends:
        ends[0].sendall(frame(99, 1))
        read(ends[1], 12)
        ends[who].setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        ends[who].close()
        with pytest.raises(ConnectionResetError):
            ends[1 - who].recv(1)

    assert [event.how for event in proxy.events if isinstance(event, StreamClosed)] == ["RST"]


@pytest.mark.slow
def test_a_client_that_does_not_read_stops_its_broker() -> None:
    size = 48 << 20
    with listening() as (sock, at), Proxied(at) as proxy, both_ends(proxy, sock) as ends:
        client, broker = ends
        client.sendall(frame(99, 1))
        read(broker, 12)
        response = memoryview(answer(1, size - 8))
        broker.settimeout(0.3)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < size:
                sent += broker.send(response[sent : sent + (1 << 16)])
        assert sent < size / 2
        broker.settimeout(LIMIT_S)
        rest = threading.Thread(target=broker.sendall, args=(response[sent:],))
        rest.start()
        assert len(read(client, size)) == size
        rest.join(LIMIT_S)


def test_who_asks_a_broker_that_is_down_is_seen() -> None:
    with listening() as (_, at):
        pass
    with Proxied(at) as proxy, connected(proxy.bootstrap) as client:
        client.send_bytes(frame(99, 1))
        assert client.is_closed()

    assert proxy.sent(0) == {0: frame(99, 1)}
    assert any("Connection refused" in event.text for event in notes(proxy.events))
    assert any("Connection refused" in said for said in proxy.said)


def test_the_next_address_is_taken_when_one_does_not_answer() -> None:
    with listening() as (_, down):
        pass
    with (
        LocalBroker() as broker,
        Proxied(down, broker.bootstrap) as proxy,
        connected(proxy.bootstrap) as client,
    ):
        assert client.is_served()


def test_nobody_who_looks_can_stop_traffic_and_what_is_lost_is_said() -> None:
    looking, events = threading.Event(), list[TransportEvent]()

    def feed(event: TransportEvent) -> None:
        looking.wait(LIMIT_S)
        events.append(event)

    size = 300_000
    with (
        listening() as (sock, at),
        Proxied(at, feed=feed, bytes_max=400_000) as proxy,
        both_ends(proxy, sock) as (client, broker),
    ):
        for number in range(10):
            request = frame(99, number, size - 12)
            thread = threading.Thread(target=client.sendall, args=(request,))
            thread.start()
            assert read(broker, size) == request
            thread.join(LIMIT_S)
            broker.sendall(answer(number))
            read(client, 8)
        looking.set()

    seen = sum(len(event.data) for event in events if isinstance(event, Data) and not event.end)
    lost = sum(event.size for event in events if isinstance(event, Gap) and not event.end)
    assert lost
    assert seen + lost == 10 * size
    assert any("not shown" in note.text for note in notes(events))


def notes(events: list[TransportEvent]) -> list[Note]:
    return [event for event in events if isinstance(event, Note)]
