"""Fetching over real sockets: large answers, clients that leave, brokers that are started again."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator

import pytest

from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.testing import LocalBroker, RawConnection
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import asked, data_of, entries, fetch_request
from tests.support.requests.loopback import connected, framed, wait_until
from tests.support.requests.produce import produce_request

VERSION = 12
LIMIT = 50_000


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker({"socket.request.max.bytes": LIMIT}) as local:
        local.create_topic("t", 2)
        yield local


def fetch(client: RawConnection, request: FetchRequest, version: int = VERSION) -> FetchResponse:
    response: FetchResponse = client.ask(request, version)
    return response


def produce(broker: LocalBroker, *, size: int = 10, times: int = 1) -> None:
    with connected(broker.bootstrap) as client:
        for _ in range(times):
            batch = make_batch(size=size)
            answer = client.ask(produce_request(("t", 0, batch), acks=1), 9)
            assert answer.responses[0].partition_responses[0].error_code == 0


def parked(broker: LocalBroker) -> int:
    return broker.run(lambda: len(broker.broker.purgatory))


def sessions(broker: LocalBroker) -> int:
    return broker.run(lambda: broker.broker.fetch_sessions.sessions_count)


def opened(client: RawConnection) -> int:
    """The id of a new session over partition 1."""
    response = fetch(client, fetch_request(("t", 1), session=(0, 0)))
    assert response.session_id > 0
    return response.session_id


def test_the_limit_of_requests_does_not_bound_answers(broker: LocalBroker) -> None:
    """fetch A-1, C-17, J 16: a request of one byte more closes, an answer of thrice that does
    not.
    """
    produce(broker, size=40_000, times=4)
    with connected(broker.bootstrap) as client:
        records = data_of(fetch(client, fetch_request(("t", asked(0))))).records
        assert len(records) > 3 * LIMIT
        client.send_bytes(framed(bytes(LIMIT + 1)))
        assert client.is_closed()


@pytest.mark.slow
def test_a_client_that_leaves_while_parked_is_not_missed(broker: LocalBroker) -> None:
    """fetch D-21, E-4, J 117: no bug, nothing is left, and its session serves another."""
    with connected(broker.bootstrap) as client:
        session_id = opened(client)
        request = fetch_request(session=(session_id, 1), max_wait_ms=200)
        client.send_bytes(client.encoded(request, VERSION))
        wait_until(lambda: parked(broker) == 1, "it is parked")
    wait_until(lambda: parked(broker) == 0, "its wait is over")
    with connected(broker.bootstrap) as another:
        response = fetch(another, fetch_request(session=(session_id, 2)))
        assert (response.error_code, response.session_id) == (0, session_id)
    assert sessions(broker) == 1


def test_a_restart_forgets_sessions_and_who_was_parked() -> None:
    """fetch D-21, E-7, E-49: a parked request gets no answer, a session is unknown afterwards."""
    broker = LocalBroker()
    with broker:
        broker.create_topic("t", 2)
        client = connected(broker.bootstrap)
        session_id = opened(client)
        request = fetch_request(session=(session_id, 1), max_wait_ms=60_000)
        client.send_bytes(client.encoded(request, VERSION))
        wait_until(lambda: parked(broker) == 1, "it is parked")
    with client:
        assert client.is_closed()
    with broker:
        broker.create_topic("t", 2)
        with connected(broker.bootstrap) as client:
            response = fetch(client, fetch_request(session=(session_id, 2)))
            assert (response.error_code, response.session_id) == (70, 0)


@pytest.mark.parametrize("version", [1, 3, VERSION])
def test_leaving_in_the_middle_of_an_answer_hurts_nobody(broker: LocalBroker, version: int) -> None:
    """fetch J 40: of a large one that is being sent, converted or not."""
    produce(broker, size=40_000, times=30)
    request = fetch_request(("t", asked(0, max_bytes=1 << 24)))
    for _ in range(5):
        with connected(broker.bootstrap) as client:
            # The connection is reset rather than ended, with most of the answer on its way.
            client.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.send_bytes(client.encoded(request, version))
            assert client.sock.recv(1)
    with connected(broker.bootstrap) as client:
        response = fetch(client, request, version)
        assert entries(response) == [("t", 0, 0)]
        assert len(data_of(response).records) > 30 * 40_000
