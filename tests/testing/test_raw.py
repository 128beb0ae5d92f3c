"""Raw connections: any version and any bytes out, frames and ends of connections back."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.testing import Gone, LocalBroker, RawConnection
from tests.support.requests.loopback import connected, framed
from tests.support.suite.patience import patient


@pytest.fixture
def raw() -> Iterator[RawConnection]:
    with LocalBroker() as broker, connected(broker.bootstrap) as found:
        yield found


@contextmanager
def answering(serve: Callable[[socket.socket], None]) -> Iterator[str]:
    """A listener that does something with its first connection."""

    def accept() -> None:
        sock, _ = listener.accept()
        with sock:
            serve(sock)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield f"127.0.0.1:{listener.getsockname()[1]}"
        thread.join(patient(20))


@pytest.mark.parametrize("version", [0, 5, 13])
def test_a_request_goes_in_the_version_that_is_asked_for(raw: RawConnection, version: int) -> None:
    answer = raw.ask(MetadataRequest(topics=[]), version)
    assert len(answer.brokers) == 1


def test_requests_may_be_sent_ahead_and_are_answered_in_order(raw: RawConnection) -> None:
    raw.send(MetadataRequest(topics=None), 12)
    raw.send(ListGroupsRequest(), 4)
    assert [(each.api_key, each.version) for each in raw.unanswered] == [(3, 12), (16, 4)]
    assert raw.receive().brokers
    assert raw.receive().groups == []
    assert not raw.unanswered


def test_a_request_without_an_answer_is_not_waited_for(raw: RawConnection) -> None:
    raw.send(ProduceRequest(acks=0, timeout_ms=1), 11, has_answer=False)
    assert raw.is_served()


def test_the_newest_versions_of_both_sides_are_told(raw: RawConnection) -> None:
    assert raw.versions()[3] == 13


def test_bytes_go_as_they_are(raw: RawConnection) -> None:
    raw.send_bytes(framed(bytes.fromhex("0012 0000 0000002a ffff")))
    assert raw.frame()[:4] == bytes.fromhex("0000002a")
    raw.send_bytes(b"\xff\xff\xff\xff")
    assert raw.is_closed()


def test_all_that_comes_until_the_end_is_told(raw: RawConnection) -> None:
    sent = raw.encoded(ApiVersionsRequest(), 0) + raw.encoded(ListGroupsRequest(), 0)
    found = raw.last_words(sent)
    assert found[4:8] == bytes.fromhex("00000001")
    assert found.endswith(bytes.fromhex("00000002 0000 00000000"))


def test_an_answer_in_pieces_is_whole() -> None:
    def serve(sock: socket.socket) -> None:
        for piece in (b"\0", b"\0\0\3a", b"bc\0\0\0\1", b"d"):
            sock.sendall(piece)

    with answering(serve) as address, connected(address) as raw:
        assert (raw.frame(), raw.frame()) == (b"abc", b"d")
        assert raw.is_closed()


def test_the_end_in_the_middle_of_an_answer_is_the_end() -> None:
    with (
        answering(lambda sock: sock.sendall(b"\0\0\0\3ab")) as address,
        connected(address) as raw,
        pytest.raises(Gone),
    ):
        raw.frame()


def test_what_does_not_come_in_time_is_told() -> None:
    ended = threading.Event()

    def serve(sock: socket.socket) -> None:
        ended.wait(patient(20))

    with answering(serve) as address:
        with connected(address) as raw, pytest.raises(TimeoutError):
            raw.frame(0.01)
        ended.set()


def test_where_nothing_listens_the_broker_is_gone() -> None:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        with pytest.raises(Gone):
            RawConnection(f"127.0.0.1:{sock.getsockname()[1]}")


def test_an_answer_to_something_else_is_refused() -> None:
    def serve(sock: socket.socket) -> None:
        sock.recv(1 << 16)
        sock.sendall(framed(bytes.fromhex("00000009 0000 00000000")))

    with (
        answering(serve) as address,
        connected(address) as raw,
        pytest.raises(DecodeError, match="answer 9 came to request 1"),
    ):
        raw.ask(ListGroupsRequest(), 0)


def test_a_reset_ends_the_connection_at_once() -> None:
    found: list[type[BaseException]] = []

    def serve(sock: socket.socket) -> None:
        try:
            sock.recv(1)
        except ConnectionResetError as error:
            found.append(type(error))

    with answering(serve) as address:
        RawConnection(address, resets=True).close()
    assert found == [ConnectionResetError]


def test_it_may_come_from_another_address() -> None:
    found: list[str] = []
    with answering(lambda sock: found.append(sock.getpeername()[0])) as address:
        RawConnection(address, source_host="127.0.0.2").close()
    assert found == ["127.0.0.2"]
