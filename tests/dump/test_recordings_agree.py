"""The proxy's recording, a live capture, tcpdump's file and a client's own sockets tell the same.

A stock client uses our broker through the proxy, while all of them watch the leg between client and
proxy. What each has seen is read through a pipeline: the same connections, with the same messages
byte for byte, paired in the same way. A recording names the broker that a connection leads to,
packets the proxy's port in its place. (The proxy is told of the broker by name, for which a
recording has an address of its own: else two connections could have the same ends.)

Who watches is there before the first packet: ports are known from a connection made before, and the
last connection tells that everything earlier has been seen. Where this process may not listen, that
witness is skipped; the client's own sockets are always there, if it is a client in Python.
"""

from __future__ import annotations

import io
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import confluent_kafka
import kafka
import kafka.net.inet
import pytest
from confluent_kafka.admin import AdminClient
from confluent_kafka.cimpl import NewTopic

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.inputs.live import LiveError, live, opened_socket
from kafkawire.dump.inputs.pcapng_writer import PcapngWriter, address_of
from kafkawire.dump.model import Damage, Event, Exchange, ExchangeDone, Message
from kafkawire.dump.outputs.pcapng import PcapngSink
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, StreamOpened, TransportEvent
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.testing import LocalBroker
from tests.support.dump.proxied import Proxied, endpoint
from tests.support.dump.recording import Tcpdump, no_packets
from tests.support.requests.loopback import connected, wait_until
from tests.support.suite.patience import patient

pytestmark = pytest.mark.clients
RECORDS, WAIT_S = 100, patient(20.0)
POLLS_MAX = 200
NAME = "localhost"
UNREAD_MAX = 3
"""So many responses may be on their way to a connection when its client closes it."""
LAST = "the-last-of-all"
"""The client id of the connection that is made when all others are over."""


class Seen(NamedTuple):
    """A message, all that must be the same whoever has seen it."""

    stream_offset: int
    api_key: int
    api_version: int
    correlation_id: int
    data: bytes


class Said(NamedTuple):
    """An exchange."""

    request: Seen | None
    response: Seen | None


Ends = tuple[Endpoint, Endpoint]
"""Client and server of a connection."""


class Kept:
    """A sink that keeps exchanges by connection, in their order, and what was damaged."""

    def __init__(self) -> None:
        self.exchanges: dict[Ends, list[Exchange]] = {}
        self.damage: list[Damage] = []

    def event(self, event: Event) -> None:
        if isinstance(event, ExchangeDone):
            connection = event.exchange.connection
            ends = connection.client, connection.server
            self.exchanges.setdefault(ends, []).append(event.exchange)
        elif isinstance(event, Damage):
            self.damage.append(event)

    def close(self) -> None:
        for each in self.exchanges.values():
            each.sort(key=lambda exchange: exchange.number)


def kept(events: Iterator[TransportEvent] | list[TransportEvent]) -> Kept:
    """What comes out of a pipeline."""
    pipeline = Pipeline(Engine(secrets=True), State(None), None, [sink := Kept()])
    pipeline.run(events)
    pipeline.close()
    return sink


class Heard:
    """What `live` tells of the loopback, in a thread."""

    def __init__(self, ports: list[int]) -> None:
        self.events: list[TransportEvent] = []
        self._is_ready, self._is_over = threading.Event(), threading.Event()
        self._ports = ports
        self._thread = threading.Thread(target=self._listen, daemon=True)

    def __enter__(self) -> Heard:
        self._thread.start()
        assert self._is_ready.wait(WAIT_S)
        return self

    def __exit__(self, *error: object) -> None:
        self._is_over.set()
        self._thread.join(WAIT_S)

    def has(self, data: bytes) -> bool:
        return any(isinstance(each, Data) and data in each.data for each in self.events[-100:])

    def _listen(self) -> None:
        stop, ready = self._is_over.is_set, self._is_ready.set
        for event in live("lo", ports=self._ports, must_stop=stop, when_ready=ready):
            self.events.append(event)


class Tapped(socket.socket):
    """A socket that writes down what goes through it."""

    lock = threading.Lock()
    streams: dict[int, int] = {}
    write: Callable[[TransportEvent], None]

    def send(self, data: Any, flags: int = 0) -> int:
        with self.lock:  # an answer cannot be written before what it answers
            size = super().send(data, flags)
            self._tell(0, bytes(memoryview(data)[:size]))
        return size

    def recv(self, size: int, flags: int = 0) -> bytes:
        with self.lock:
            data = super().recv(size, flags)
            self._tell(1, data)
        return data

    def close(self) -> None:
        with self.lock:
            stream = self.streams.pop(id(self), None)
            if stream is not None:
                Tapped.write(StreamClosed(stream, "FIN", time.time_ns()))
        super().close()

    def _tell(self, end: int, data: bytes) -> None:
        now_ns = time.time_ns()
        stream = self.streams.get(id(self))
        if stream is None:
            ends = Endpoint(*self.getsockname()[:2]), Endpoint(*self.getpeername()[:2])
            stream = self.streams[id(self)] = ends[0].port
            Tapped.write(StreamOpened(stream, ends, 0, now_ns))
        if data:
            Tapped.write(Data(stream, end, data, now_ns, 0))


@contextmanager
def tapped(file: io.BytesIO) -> Iterator[None]:
    """Have kafka-python use such sockets."""
    shim = SimpleNamespace(**{**vars(socket), "socket": Tapped})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kafka.net.inet, "socket", shim)
        patch.setattr(Tapped, "streams", {})
        patch.setattr(Tapped, "write", staticmethod(PcapngWriter(file).event), raising=False)
        yield


def use_confluent(bootstrap: str) -> None:
    servers: dict[str, Any] = {"bootstrap.servers": bootstrap}
    admin = AdminClient(servers)
    for made in admin.create_topics([NewTopic("orders", 3, 1)]).values():
        made.result(WAIT_S)
    for settings in ({"acks": 0}, {"acks": -1, "compression.type": "lz4"}):
        producer = confluent_kafka.Producer({**servers, **settings})
        for number in range(RECORDS):
            producer.produce("orders", b"value" * number, str(number))
        assert producer.flush(WAIT_S) == 0
    group = {"group.id": "g", "auto.offset.reset": "earliest"}
    consumer = confluent_kafka.Consumer({**servers, **group})
    consumer.subscribe(["orders"])
    read = 0
    for _ in range(POLLS_MAX):
        read += len(consumer.consume(RECORDS, 0.1))
        if read >= 2 * RECORDS:
            break
    assert read == 2 * RECORDS
    consumer.commit(asynchronous=False)
    consumer.close()


def use_kafka_python(bootstrap: str) -> None:
    for acks, codec in ((0, None), ("all", "gzip")):
        producer = kafka.KafkaProducer(
            bootstrap_servers=bootstrap,
            acks=acks,
            compression_type=codec,
            enable_idempotence=False,
        )
        for number in range(RECORDS):
            producer.send("orders", b"value" * number, key=str(number).encode())
        producer.close(timeout=WAIT_S)
    consumer = kafka.KafkaConsumer(
        "orders", bootstrap_servers=bootstrap, group_id="g", auto_offset_reset="earliest"
    )
    read = 0
    for _ in range(POLLS_MAX):
        read += sum(map(len, consumer.poll(timeout_ms=100).values()))
        if read >= 2 * RECORDS:
            break
    consumer.commit()
    consumer.close()
    assert read == 2 * RECORDS


USES = {"confluent": use_confluent, "kafka-python": use_kafka_python}


class Session:
    """What a client did, as the proxy recorded it, and as each witness has it."""

    def __init__(self, use: Callable[[str], None], directory: Path) -> None:
        self.witnesses: dict[str, Kept | str] = {}
        """What each has seen, or why it could not."""
        self.places: dict[Endpoint, Endpoint] = {}
        """Where each port of the proxy leads."""
        path, tap = directory / "proxy.pcapng", io.BytesIO()
        pipeline = Pipeline(Engine(secrets=True), State(None), None, [PcapngSink(str(path))])
        events: list[TransportEvent] = []

        def feed(event: TransportEvent) -> None:
            events.append(event)
            pipeline.feed(event)

        with ExitStack() as stack:
            broker = stack.enter_context(LocalBroker())
            by_name = f"{NAME}:{endpoint(broker.bootstrap).port}"
            proxy = stack.enter_context(Proxied(by_name, feed=feed))
            self.not_theirs = {_first(proxy.bootstrap, events)}
            self._learn_places(proxy, broker)
            finish = self._watch(stack, directory)
            stack.enter_context(tapped(tap))
            use(proxy.bootstrap)
            wait_until(lambda: _are_closed(events), "all connections are closed")
            self.not_theirs.add(_first(proxy.bootstrap, events, LAST))
            for each in finish:
                each()
        pipeline.close()
        self.recording = kept(read_capture(str(path)))
        if tap.getvalue().count(b"orders"):
            self.witnesses["sockets"] = kept(read_capture(io.BytesIO(tap.getvalue())))
        else:
            self.witnesses["sockets"] = "the client is not Python: its sockets are not tapped"

    def _learn_places(self, proxy: Proxied, broker: LocalBroker) -> None:
        real = endpoint(broker.bootstrap)
        (said,) = proxy.said
        here = said.removeprefix(f"broker 1, {real}, is ").removesuffix(" here")
        named = Endpoint(str(address_of(NAME)), real.port)
        self.places = {endpoint(proxy.bootstrap): named, endpoint(here): real}
        assert len(self.places) == 2

    def _watch(self, stack: ExitStack, directory: Path) -> list[Callable[[], None]]:
        """Begin to watch; return what to call when the last connection has been made."""
        ports = [place.port for place in self.places]
        finishing: list[Callable[[], None]] = []
        try:
            opened_socket("lo", ports).close()
        except LiveError as error:
            self.witnesses["live"] = no_packets(error)
        else:
            heard = stack.enter_context(Heard(ports))

            def stop_listening() -> None:
                wait_until(lambda: heard.has(LAST.encode()), "the last packet is heard")
                heard.__exit__()
                self.witnesses["live"] = kept(heard.events)

            finishing.append(stop_listening)
        try:
            Tcpdump.skip_without()
            tcpdump = stack.enter_context(Tcpdump(directory / "lo.pcap", *ports))
        except pytest.skip.Exception as error:
            self.witnesses["tcpdump"] = str(error)
        else:

            def stop_tcpdump() -> None:
                capture = tcpdump.capture_when(lambda capture: LAST.encode() in capture)
                self.witnesses["tcpdump"] = kept(read_capture(io.BytesIO(capture)))

            finishing.append(stop_tcpdump)
        return finishing


def _first(bootstrap: str, events: list[TransportEvent], client_id: str = "first") -> Endpoint:
    """A connection of our own, made and closed; its client."""
    with connected(bootstrap, client_id) as client:
        client.ask(MetadataRequest(topics=[]), 9)
        found = Endpoint(*client.sock.getsockname()[:2])
    wait_until(lambda: _are_closed(events), "the connection is closed")
    return found


def _are_closed(events: list[TransportEvent]) -> bool:
    opened = sum(isinstance(each, StreamOpened) for each in events)
    return 0 < opened == sum(isinstance(each, StreamClosed) for each in events)


@pytest.fixture(scope="module", params=USES)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Session:
    return Session(USES[request.param], tmp_path_factory.mktemp("recordings"))


def seen(message: Message | None) -> Seen | None:
    if message is None:
        return None
    head = message.api_key, message.api_version, message.correlation_id
    return Seen(message.stream_offset, *head, message.data)


def said_by(
    found: Kept, not_theirs: set[Endpoint], places: dict[Endpoint, Endpoint]
) -> dict[Ends, list[Said]]:
    """What passed each connection of the client."""
    return {
        (client, places.get(server, server)): [
            Said(seen(each.request), seen(each.response)) for each in exchanges
        ]
        for (client, server), exchanges in found.exchanges.items()
        if client not in not_theirs
    }


def without_unread(passed: list[Said], read: list[Said]) -> list[Said]:
    """The same without the last responses, if a client closed before it read them."""
    found = list(passed)
    for at in range(len(passed), max(len(passed) - UNREAD_MAX, 0), -1):
        if len(read) < at or read[at - 1].response is not None:
            break
        found[at - 1] = passed[at - 1]._replace(response=None)
    return found


@pytest.mark.process
@pytest.mark.parametrize("witness", ["live", "tcpdump", "sockets"])
def test_the_proxys_recording_is_what_others_have_seen(session: Session, witness: str) -> None:
    found = session.witnesses[witness]
    if isinstance(found, str):
        pytest.skip(found)
    recorded = said_by(session.recording, session.not_theirs, {})
    witnessed = said_by(found, session.not_theirs, session.places)

    assert session.recording.damage == []
    if witness == "sockets":
        recorded = {
            ends: without_unread(said, witnessed.get(ends, [])) for ends, said in recorded.items()
        }
    else:
        # Processors that see packets at once may disagree about the time: no loss.
        assert [each for each in found.damage if each.connection is not None] == []
    assert witnessed == recorded


def test_the_recording_has_all_that_a_client_does(session: Session) -> None:
    exchanges = [each for found in session.recording.exchanges.values() for each in found]
    done = {each.api_name for each in exchanges if each.response is not None}
    assert {"ApiVersions", "Metadata", "Produce", "Fetch", "JoinGroup", "OffsetCommit"} <= done
    assert any(not each.expects_response for each in exchanges), "no produce with acks=0"
    assert all(each.request is not None and each.connection.is_whole for each in exchanges)


@pytest.mark.parametrize("witness", ["recording", "live", "tcpdump", "sockets"])
def test_times_are_in_the_order_of_what_happened(session: Session, witness: str) -> None:
    found = session.recording if witness == "recording" else session.witnesses[witness]
    if isinstance(found, str):
        pytest.skip(found)
    for exchanges in found.exchanges.values():
        requests = [each.request for each in exchanges if each.request is not None]
        responses = [each.response for each in exchanges if each.response is not None]
        for messages in (requests, responses):
            times = [time_ns for each in messages for time_ns in (each.time_ns, each.end_ns)]
            assert times == sorted(times)
        assert all(each.latency_ns >= 0 for each in exchanges if each.latency_ns is not None)
        for each in exchanges:
            if each.request is not None and each.response is not None:
                assert each.request.end_ns <= each.response.time_ns
