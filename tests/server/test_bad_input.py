"""Whatever a peer sends, over real sockets: that connection is closed, all others go on."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from random import Random

import pytest

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import LocalBroker
from tests.support.loopback import RawClient, framed, wait_until
from tests.support.mutations import mutated, samples

GROWTH_BYTES_MAX = 1 << 20


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    with LocalBroker({"auto.create.topics.enable": False}) as local:
        local.create_topic("t", 2)
        yield local


@pytest.fixture
def neighbour(broker: LocalBroker) -> Iterator[RawClient]:
    """Another connection, which must be served before and after."""
    with RawClient(broker.bootstrap) as client:
        assert client.is_served()
        yield client
        assert client.is_served()


UNINTELLIGIBLE = {
    "an unknown api key": framed(bytes.fromhex("0abc 0000 00000001 0000")),
    "an unknown version": framed(bytes.fromhex("0003 0063 00000001 0000")),
    "a negative version": framed(bytes.fromhex("0003 ffff 00000001 0000")),
    "a frame shorter than a header": framed(b"\0"),
    "a body that ends too early": framed(bytes.fromhex("0003 0000 00000001 0000 0000")),
    "a client id longer than the frame": framed(bytes.fromhex("0003 0000 00000001 7fff 41")),
    "an array of two billion": framed(bytes.fromhex("0003 0000 00000001 0000 7fffffff")),
    "an array of minus two": framed(bytes.fromhex("0003 0000 00000001 0000 fffffffe")),
    "a varint without end": framed(bytes.fromhex("0003 000c 00000001 0000 00") + b"\xff" * 12),
    "an http request": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a tls hello": bytes.fromhex("160301020001 0001fc0303") + bytes(500),
    "a negative length": b"\xff\xff\xff\xff",
    "the least length": b"\x80\0\0\0",
    "two gigabytes": b"\x7f\xff\xff\xff" + bytes(100),
    "one byte too many": (104_857_601).to_bytes(4, "big"),
    "no length at all": b"\0\0\0\0",
}


@pytest.mark.parametrize("data", UNINTELLIGIBLE.values(), ids=UNINTELLIGIBLE)
def test_what_is_not_understood_closes_its_connection_alone(
    broker: LocalBroker, neighbour: RawClient, data: bytes
) -> None:
    """fetch A-1, A-28: closed without a response."""
    with RawClient(broker.bootstrap) as client:
        client.send(data)
        assert client.is_closed()


def test_what_came_before_it_is_answered(broker: LocalBroker, neighbour: RawClient) -> None:
    with RawClient(broker.bootstrap) as client:
        good = client.encoded(ApiVersionsRequest(), 0)
        client.send(good + good + b"\xff\xff\xff\xff" + good)
        assert client.receive_frame() == client.receive_frame()
        assert client.is_closed()


def test_api_versions_of_the_future_is_answered_in_version_zero(
    broker: LocalBroker, neighbour: RawClient
) -> None:
    """admin A-2: error 35, one entry, and the connection stays open."""
    with RawClient(broker.bootstrap) as client:
        client.send(framed(bytes.fromhex("0012 0063 0000002a 0000 00") + b"garbage"))
        assert client.receive_frame() == bytes.fromhex("0000002a 0023 00000001 0012 0000 0005")
        assert client.is_served()


def test_half_a_frame_and_a_farewell(broker: LocalBroker, neighbour: RawClient) -> None:
    for cut in (1, 3, 4, 9):
        with RawClient(broker.bootstrap) as client:
            client.send(framed(bytes.fromhex("0012 0000 00000001 0000"))[:cut])
    wait_until(lambda: connections(broker) == 1, "only the neighbour is left")


def connections(broker: LocalBroker) -> int:
    return broker.run(lambda: broker.broker.metrics.connections)


@pytest.fixture
def grown(broker: LocalBroker) -> Iterator[None]:
    """Asserts that the process holds no more memory at the end of the test."""
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    yield
    wait_until(lambda: connections(broker) <= 1, "all connections are gone")
    gc.collect()
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before < GROWTH_BYTES_MAX, f"{after - before} bytes are left"
    assert peak - before < 8 * GROWTH_BYTES_MAX, f"up to {peak - before} bytes were taken"


def test_declared_lengths_cost_nothing(
    broker: LocalBroker, neighbour: RawClient, grown: None
) -> None:
    """A hundred clients each announce 100 MiB and send a little."""
    clients = [RawClient(broker.bootstrap) for _ in range(100)]
    for client in clients:
        client.send((104_857_600).to_bytes(4, "big") + bytes(100))
    assert neighbour.is_served()
    for client in clients:
        client.sock.close()


FUZZED_FRAMES = 10_000
FRAMES_PER_CONNECTION = 5


def test_ten_thousand_mutated_frames(broker: LocalBroker, neighbour: RawClient) -> None:
    """Each is answered, parked or closes its connection; none is a bug, none hurts the others."""
    topic_id = broker.run(lambda: broker.broker.metadata.topics["t"].topic_id)
    random, frames = Random(20260401), samples("t", topic_id, 1_700_000_000_000)
    fuzz(broker, random, frames)
    gc.collect()
    tracemalloc.start()
    fuzz(broker, random, frames)
    wait_until(lambda: connections(broker) == 1, "only the neighbour is left")
    gc.collect()
    left, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert left < GROWTH_BYTES_MAX
    assert peak < 8 * GROWTH_BYTES_MAX


def fuzz(broker: LocalBroker, random: Random, frames: list[bytes]) -> None:
    for _ in range(FUZZED_FRAMES // 2 // FRAMES_PER_CONNECTION):
        with RawClient(broker.bootstrap) as client:
            try:
                for _ in range(FRAMES_PER_CONNECTION):
                    client.send(framed(mutated(random, frames)))
            except OSError:
                pass  # closed, as it should be


def test_random_bytes(broker: LocalBroker, neighbour: RawClient, grown: None) -> None:
    random = Random(7)
    for _ in range(200):
        with RawClient(broker.bootstrap) as client:
            client.send(random.randbytes(random.randint(1, 3000)))
