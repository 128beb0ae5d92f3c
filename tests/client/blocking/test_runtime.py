"""Waiting for answers on plain sockets: in time, in order, and closed by what interrupts it."""

from __future__ import annotations

import gc
import select
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import trustme

from kafkawire.client.blocking import Client, Deadline, Pending, Runtime
from kafkawire.client.blocking.line import Line
from kafkawire.client.core.calls import Call
from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.network import NetworkOptions
from kafkawire.client.errors import (
    AuthenticationError,
    Closed,
    ConnectionLost,
    RequestTimedOut,
    TimedOut,
)
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.testing import LocalBroker
from tests.support.dump.guarded import Guarded
from tests.support.suite.patience import patient

BY_NAME = (4, 12)
BULK = 0


def limit() -> Deadline:
    return Deadline(int(patient(30) * 1000))


def options(bootstrap: str, **lane: int) -> NetworkOptions:
    host, _, port = bootstrap.rpartition(":")
    return NetworkOptions([(host, int(port))], "test", LaneOptions(**lane))


@pytest.fixture
def broker() -> Iterator[LocalBroker]:
    with LocalBroker() as found:
        yield found


@pytest.fixture
def runtime(broker: LocalBroker) -> Iterator[Runtime]:
    found = Runtime(options(broker.bootstrap))
    yield found
    found.close()


@contextmanager
def listening(serve: Callable[[socket.socket], None] | None = None) -> Iterator[str]:
    """A listener that takes connections and does with them what `serve` does: nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def accept() -> None:
            try:
                while True:
                    sock, _ = listener.accept()
                    if serve is not None:
                        with sock:
                            serve(sock)
                    else:
                        kept.append(sock)
            except OSError:
                pass

        kept: list[socket.socket] = []
        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(patient(20))
            for sock in kept:
                sock.close()


def test_answers_come_to_the_questions_they_belong_to(runtime: Runtime) -> None:
    pending = [
        runtime.start(MetadataRequest(topics=None), ApiKey.METADATA)
        if number % 2
        else runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        for number in range(20)
    ]
    kinds = [type(runtime.wait(each, limit()).message).__name__ for each in reversed(pending)]
    assert kinds == ["MetadataResponse", "ListGroupsResponse"] * 10
    assert runtime.is_idle


def test_a_broker_that_says_nothing_is_given_up_when_the_deadline_comes() -> None:
    with listening() as address:
        runtime = Runtime(options(address))
        pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        with pytest.raises(TimedOut, match="no answer within 50 ms"):
            runtime.wait(pending, Deadline(50))
        assert runtime.is_usable
        runtime.close()


@pytest.fixture
def late_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is sent behind a handshake before the other side has closed the connection."""
    proceed = Line.proceed

    def proceed_and_wait(line: Line) -> None:
        proceed(line)
        if line.is_open:
            closed = select.poll()
            closed.register(line, select.POLLRDHUP)
            assert closed.poll(limit().limit_ms)

    monkeypatch.setattr(Line, "proceed", proceed_and_wait)


@pytest.mark.slow
@pytest.mark.skipif(
    not hasattr(select, "POLLRDHUP"),
    reason="no POLLRDHUP here: refusals that come before the first request are not tried",
)
@pytest.mark.usefixtures("late_sends")
def test_a_refusal_that_came_before_the_first_request_is_read(broker: LocalBroker) -> None:
    """client K-1: the alert waits to be read though nothing can be sent any more."""
    for _ in range(10):
        test_a_client_without_its_certificate_is_refused_for_good(broker, ssl.TLSVersion.TLSv1_3)


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_a_client_without_its_certificate_is_refused_for_good(
    broker: LocalBroker, version: ssl.TLSVersion
) -> None:
    """client K-1: since TLS 1.3 the refusal comes behind the handshake, in place of an answer."""
    authority = trustme.CA()
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.maximum_version, server.verify_mode = version, ssl.CERT_REQUIRED
    authority.issue_cert("localhost").configure_cert(server)
    authority.configure_trust(server)
    context = ssl.create_default_context()
    authority.configure_trust(context)
    with Guarded(broker.bootstrap, tls=server) as guard:
        runtime = Runtime(options(guard.bootstrap), tls=context)
        pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        with pytest.raises(AuthenticationError, match=r"localhost:\d+: TLS: "):
            runtime.wait(pending, limit())
        runtime.close()


def test_a_request_connects_before_its_answer_is_waited_for() -> None:
    has_come = threading.Event()
    with listening(lambda sock: has_come.set()) as address:
        runtime = Runtime(options(address))
        runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        assert has_come.wait(patient(20))
        runtime.close()


def test_a_wait_for_a_silent_broker_takes_few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    serve = Runtime._serve

    def counted(self: Runtime, limit_s: float) -> None:
        turns.append(limit_s)
        serve(self, limit_s)

    monkeypatch.setattr(Runtime, "_serve", counted)
    with listening() as address:
        runtime = Runtime(options(address))
        pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        with pytest.raises(TimedOut):
            runtime.wait(pending, Deadline(100))
        runtime.close()
    assert len(turns) < 10, "a socket that is always writable is not waited for"


def test_a_request_has_its_own_limit_too() -> None:
    with listening() as address:
        runtime = Runtime(options(address, request_timeout_ms=50))
        pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        with pytest.raises(RequestTimedOut, match="did not answer in time"):
            runtime.wait(pending, limit())
        runtime.close()


def test_a_broker_that_hangs_up_is_told() -> None:
    with listening(lambda sock: None) as address:
        runtime = Runtime(options(address))
        pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
        with pytest.raises(ConnectionLost, match=r"closed the connection|reset by peer"):
            runtime.wait(pending, limit())
        runtime.close()


def test_what_interrupts_a_wait_closes_the_client(
    runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Line) -> bytes:
        raise KeyboardInterrupt

    pending = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
    with monkeypatch.context() as patch:
        patch.setattr(Line, "receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            runtime.wait(pending, limit())
    assert not runtime.is_usable
    with pytest.raises(Closed):
        runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)


def test_what_is_abandoned_closes_the_connection_that_owes_it(runtime: Runtime) -> None:
    first = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
    runtime.wait(first, limit())
    owed = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
    was_idle = runtime.is_idle
    runtime.abandon(owed)
    assert (was_idle, runtime.is_idle) == (False, True)
    again = runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS)
    assert runtime.wait(again, limit()).message is not None
    assert owed.answer is None


def produced(records: bytes | bytearray, acks: int = -1) -> ProduceRequest:
    part = ProduceRequest.PartitionProduceData(index=0, records=records)
    topic = ProduceRequest.TopicProduceData(name="t", partition_data=[part])
    return ProduceRequest(acks=acks, timeout_ms=10_000, topic_data=[topic])


def fetched(client: Client, node: int) -> FetchResponse.PartitionData:
    part = FetchRequest.FetchPartition(partition=0, fetch_offset=0, partition_max_bytes=1 << 28)
    topic = FetchRequest.FetchTopic(topic="t", partitions=[part])
    request = FetchRequest(max_wait_ms=0, max_bytes=1 << 28, topics=[topic])
    answer = client.ask(request, FetchResponse, limit(), node=node, lane=BULK, versions=BY_NAME)
    return answer.responses[0].partitions[0]


def test_large_requests_and_answers_come_whole_and_are_not_copied(broker: LocalBroker) -> None:
    """More than sockets hold in both directions; the records stay a view of what was received."""
    broker.create_topic("t", partitions=1, max_message_bytes=64 << 20)
    value = bytes(range(256)) * (32 << 9)
    batch = encode_batch([(5, None, value, ())])
    with Client(options(broker.bootstrap)) as client:
        node = client.leader(TopicPartition("t", 0), limit())
        request = produced(batch)
        pending = client.runtime.start(
            request, ApiKey.PRODUCE, node=node, lane=BULK, versions=(3, 11)
        )
        client.runtime.wait(pending, limit())
        found = fetched(client, node)
    assert isinstance(found.records, memoryview)
    assert value in bytes(found.records)


def test_a_request_without_an_answer_is_over_when_it_is_written(broker: LocalBroker) -> None:
    broker.create_topic("t", partitions=1)
    with Client(options(broker.bootstrap)) as client:
        node = client.leader(TopicPartition("t", 0), limit())
        request = produced(encode_batch([(5, None, b"x", ())]), acks=0)
        pending = client.runtime.start(
            request, ApiKey.PRODUCE, node=node, lane=BULK, versions=(3, 11), has_answer=False
        )
        assert client.runtime.wait(pending, limit()).message is None
        client.runtime.drain(limit())
        assert client.runtime.is_idle


@pytest.mark.slow
def test_an_answer_is_given_up_with_its_question_and_not_by_the_collector(
    runtime: Runtime,
) -> None:
    """In a cycle large answers would stay, and their memory could not be used again."""
    runtime.wait(runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS), limit())
    gc.collect()
    gc.disable()
    try:
        runtime.wait(runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS), limit())
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = [each for each in gc.garbage if isinstance(each, Pending | Call)]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert left == []


def test_idle_connections_that_the_broker_closed_are_no_failure(
    broker: LocalBroker, runtime: Runtime
) -> None:
    runtime.wait(runtime.start(ListGroupsRequest(), ApiKey.LIST_GROUPS), limit())
    broker.stop()
    broker.start()
    answer = runtime.wait(runtime.start(MetadataRequest(topics=[]), ApiKey.METADATA), limit())
    assert isinstance(answer.message, MetadataResponse)
