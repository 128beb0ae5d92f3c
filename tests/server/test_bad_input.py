"""Whatever a peer sends, over real sockets: that connection is closed, all others go on."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random

import pytest

from kafkawire.broker import dispatch
from kafkawire.broker.broker import Broker
from kafkawire.broker.context import ConnectionContext
from kafkawire.protocol.buffers import Sendable
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.testing import LocalBroker, RawConnection
from tests.support.requests.loopback import connected, framed, wait_until
from tests.support.requests.mutations import mutated, samples

pytestmark = pytest.mark.slow

GROWTH_BYTES_MAX = 1 << 20
FUZZED_FRAMES = 10_000
RANDOM_INPUTS = 200
RANDOM_BYTES_MAX = 3000


@pytest.fixture(scope="module")
def broker() -> Iterator[LocalBroker]:
    with LocalBroker({"auto.create.topics.enable": False}) as local:
        local.create_topic("t", 2)
        yield local


@pytest.fixture
def neighbour(broker: LocalBroker) -> Iterator[RawConnection]:
    """Another connection, which must be served before and after."""
    with connected(broker.bootstrap) as client:
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
    broker: LocalBroker, neighbour: RawConnection, data: bytes
) -> None:
    """fetch A-1, A-28, J 16: closed without a response."""
    with connected(broker.bootstrap) as client:
        client.send_bytes(data)
        assert client.is_closed()


def test_what_came_before_it_is_answered(broker: LocalBroker, neighbour: RawConnection) -> None:
    with connected(broker.bootstrap) as client:
        good = client.encoded(ApiVersionsRequest(), 0)
        client.send_bytes(good + good + b"\xff\xff\xff\xff" + good)
        assert client.frame() == client.frame()
        assert client.is_closed()


def test_api_versions_of_the_future_is_answered_in_version_zero(
    broker: LocalBroker, neighbour: RawConnection
) -> None:
    """admin A-2, fetch A-25, J 1: error 35, one entry, and the connection stays open."""
    with connected(broker.bootstrap) as client:
        client.send_bytes(framed(bytes.fromhex("0012 0063 0000002a 0000 00") + b"garbage"))
        assert client.frame() == bytes.fromhex("0000002a 0023 00000001 0012 0000 0005")
        assert client.is_served()


def test_half_a_frame_and_a_farewell(broker: LocalBroker, neighbour: RawConnection) -> None:
    for cut in (1, 3, 4, 9):
        with connected(broker.bootstrap) as client:
            client.send_bytes(framed(bytes.fromhex("0012 0000 00000001 0000"))[:cut])
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
    broker: LocalBroker, neighbour: RawConnection, grown: None
) -> None:
    """A hundred clients each announce 100 MiB and send a little."""
    clients = [connected(broker.bootstrap) for _ in range(100)]
    for client in clients:
        client.send_bytes((104_857_600).to_bytes(4, "big") + bytes(100))
    assert neighbour.is_served()
    for client in clients:
        client.sock.close()


class Handled:
    """Counts what came of the frames that reached the broker, in place of `dispatch.handle`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answered = self.silent = self.parked = self.refused = self.bugs = 0
        self._handle = dispatch.handle
        monkeypatch.setattr(dispatch, "handle", self)

    def total(self) -> int:
        """The frames that were understood or refused; a produce without acks is `silent`."""
        return self.answered + self.silent + self.parked + self.refused

    def __call__(
        self,
        broker: Broker,
        connection: ConnectionContext,
        frame: bytes | bytearray,
        reply: Callable[[list[Sendable]], None],
        now_ms: int,
    ) -> None:
        replies: list[list[Sendable]] = []

        def replied(buffers: list[Sendable]) -> None:
            replies.append(buffers)
            reply(buffers)

        try:
            self._handle(broker, connection, frame, replied, now_ms)
        except ProtocolError:
            self.refused += 1
            raise
        except Exception:
            self.bugs += 1
            raise
        self.parked += not replies
        self.silent += replies == [[]]
        self.answered += bool(replies and replies[0])


@pytest.fixture
def frames(broker: LocalBroker) -> list[bytes]:
    """Good frames, each of which was served once, so that all modules are there."""
    topic_id = broker.run(lambda: broker.broker.metadata.topics["t"].topic_id)
    good = samples("t", topic_id, 1_700_000_000_000)
    for frame in good:
        exchange(broker, frame)
    return good


def exchange(broker: LocalBroker, frame: bytes) -> bytes:
    """What a connection of its own gets for a frame: one answer, or nothing before it is closed."""
    with connected(broker.bootstrap) as client:
        answer = client.last_words(framed(frame))
    assert not answer or int.from_bytes(answer[:4], "big") == len(answer) - 4
    return answer


@pytest.mark.long
def test_ten_thousand_mutated_frames(
    broker: LocalBroker,
    neighbour: RawConnection,
    frames: list[bytes],
    grown: None,  # after `frames`
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is answered, parked or closes its connection; none is a bug, none hurts the others."""
    random, handled = Random(20260401), Handled(monkeypatch)
    got_answers = 0
    for _ in range(FUZZED_FRAMES):
        # A frame without a byte would not come as far as being handled.
        got_answers += exchange(broker, mutated(random, frames) or b"\0") != b""
    assert handled.bugs == 0
    assert handled.total() == FUZZED_FRAMES
    # What was parked may be due before the farewell behind it is read.
    assert handled.answered <= got_answers <= handled.answered + handled.parked
    assert min(handled.answered, handled.refused) > FUZZED_FRAMES // 5
    assert handled.parked


def test_random_bytes(broker: LocalBroker, neighbour: RawConnection, grown: None) -> None:
    random = Random(7)
    for _ in range(RANDOM_INPUTS):
        with connected(broker.bootstrap) as client:
            client.send_bytes(random.randbytes(random.randint(1, RANDOM_BYTES_MAX)))
