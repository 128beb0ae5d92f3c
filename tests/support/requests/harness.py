"""A broker and its clients in simulated time, without sockets.

Every request goes through real bytes: encoded by `exchange.encode_request`, served by
`dispatch.handle`, and the answer decoded again. Like the shell, the harness serves the requests
of one connection strictly one after another, and lets the broker finish what a request woke after
that request was answered. Time moves only by `advance`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from kafkawire.broker import dispatch
from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.context import ConnectionContext
from kafkawire.broker.emulation.emulation import Emulation
from kafkawire.broker.release_parts import PLAIN, ReleaseParts
from kafkawire.protocol.buffers import Sendable, joined
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest

Handle = Callable[[Broker, ConnectionContext, bytes, Callable[[list[Sendable]], None], int], None]
START_MS = 1_700_000_000_000
TEST_DEFAULTS = {"group.initial.rebalance.delay.ms": "0"}
_TICKS_MAX = 100_000


class Pending:
    """A request that was sent: `response` is None until it is answered."""

    def __init__(self, api_key: int, version: int, frame: bytes) -> None:
        self.api_key = api_key
        self.version = version
        self.frame = frame
        self.done = False
        self.response: Any = None
        """The decoded response; None for a request without a response."""
        self.raw = b""
        """The answer's bytes, length included."""


class HarnessClient:
    """One connection to the broker."""

    def __init__(self, harness: BrokerHarness, client_id: str | None, host: str) -> None:
        self.harness = harness
        self.client_id = client_id
        self.closed = False
        self.error: ProtocolError | None = None
        """Why the broker closed the connection, if it did so for what we sent."""
        self.context = ConnectionContext(len(harness.clients), client_host=host, close=self._close)
        self.context.mute = self._mute
        self._endings: list[Callable[[], None]] = []
        self.context.on_end = self._endings.append
        self.handle: Handle = dispatch.handle
        """Serves the frames of this connection: the listener that it has come by."""
        self.muted_until_ms = 0
        """The time until which the broker mutes this connection."""
        self._correlation_id = 0
        self._waiting: deque[Pending] = deque()
        self._serving: Pending | None = None

    def send(self, message: Message, version: int | None = None) -> Pending:
        """Send a request; it may be answered when this returns, or later."""
        version = type(message).VERSIONS[1] if version is None else version
        self._correlation_id += 1
        framed = bytes(
            encode_request(message.API_KEY, version, self._correlation_id, self.client_id, message)
        )
        return self.send_frame(framed[4:], message.API_KEY, version)

    def send_frame(self, frame: bytes, api_key: int = -1, version: int = -1) -> Pending:
        """Send the bytes of a request, without their length."""
        pending = Pending(api_key, version, frame)
        assert not self.closed, "the connection is closed"
        self._waiting.append(pending)
        self._serve()
        self.harness.settle()
        return pending

    def request(self, message: Message, version: int | None = None) -> Any:
        """Send a request and return its decoded answer, which must come at once."""
        pending = self.send(message, version)
        assert not self.closed, f"the broker closed the connection: {self.error!r}"
        assert pending.done, f"{type(message).__name__} was parked"
        return pending.response

    def _serve(self) -> None:
        while self._waiting and self._serving is None and not (self.closed or self.is_muted):
            pending = self._serving = self._waiting.popleft()
            try:
                self.handle(
                    self.harness.broker,
                    self.context,
                    pending.frame,
                    self._reply,
                    self.harness.now_ms,
                )
            except ProtocolError as error:
                self.error = error
                self._close()

    @property
    def is_muted(self) -> bool:
        return self.harness.now_ms < self.muted_until_ms

    def _mute(self, until_ms: int) -> None:
        assert self._serving is None, "muted before the answer was given"
        self.muted_until_ms = until_ms
        self.harness.broker.timers.at(until_ms, lambda now_ms: self.harness.resumed.append(self))

    def _reply(self, buffers: list[Sendable]) -> None:
        pending = self._serving
        assert pending is not None, "answered twice"
        self._serving = None
        pending.raw = joined(buffers)
        pending.done = True
        if pending.raw and pending.api_key >= 0:
            assert int.from_bytes(pending.raw[:4], "big") == len(pending.raw) - 4
            pending.response = self._decoded(pending)
        if self._waiting:
            self.harness.resumed.append(self)

    def _decoded(self, pending: Pending) -> Any:
        correlation_id, response = decode_response(
            pending.raw[4:], pending.api_key, pending.version
        )
        del correlation_id
        return response

    def close(self) -> None:
        """End the connection."""
        self._close()

    def _close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self._waiting.clear()
        for callback in self._endings:
            callback()


class BrokerHarness:
    """A started broker with a clock of its own, which begins at `start_ms`.

    `set_wall_clock` moves the wall clock, which is `ahead_ms` ahead at the start.
    """

    start_ms = START_MS
    ahead_ms = 0

    def __init__(
        self,
        overrides: Mapping[str, str] | None = None,
        seed: int = 0,
        emulate: str | None = None,
        parts: ReleaseParts[Broker] = PLAIN,
    ) -> None:
        self.now_ms = self.start_ms
        given = {**TEST_DEFAULTS, **(overrides or {})}
        emulation = None if emulate is None else Emulation(emulate)
        config = BrokerConfig(given) if emulation is None else emulation.config(given)
        parts = parts if emulation is None else emulation.parts()
        self.broker = Broker(config, random=Random(seed), now_ms=self.now_ms, parts=parts)
        self.broker.wall_clock.ahead_ms = self.ahead_ms
        self.clients: list[HarnessClient] = []
        self.resumed: deque[HarnessClient] = deque()
        self.broker.start(self.now_ms, "127.0.0.1", 9092)
        self.settle()

    def connect(self, client_id: str | None = "test", host: str = "127.0.0.1") -> HarnessClient:
        """A new connection."""
        client = HarnessClient(self, client_id, host)
        self.clients.append(client)
        return client

    def settle(self) -> None:
        """Do everything that is due now, without moving the clock."""
        for _ in range(_TICKS_MAX):
            if self.resumed:
                self.resumed.popleft()._serve()
            elif self.broker.next_deadline_ms() <= self.now_ms:
                self.broker.tick(self.now_ms)
            else:
                return
        raise AssertionError("the broker is never done")

    def advance(self, ms: int) -> None:
        """Let `ms` milliseconds pass, stopping at each deadline on the way."""
        end_ms = self.now_ms + ms
        self.settle()
        while (deadline_ms := self.broker.next_deadline_ms()) <= end_ms:
            self.now_ms = max(self.now_ms, deadline_ms)
            self.settle()
        self.now_ms = end_ms

    def set_wall_clock(self, by_ms: int) -> None:
        """Set the wall clock forward by so much, or back."""
        self.broker.wall_clock.ahead_ms += by_ms

    @property
    def time_ms(self) -> int:
        """The wall time."""
        return self.broker.wall_clock.time_ms(self.now_ms)

    def create_topic(
        self, name: str, partitions: int = 1, configs: Mapping[str, str] | None = None
    ) -> bytes:
        """Make a topic through CreateTopics; returns its id."""
        topic = CreateTopicsRequest.CreatableTopic(
            name=name,
            num_partitions=partitions,
            replication_factor=1,
            configs=[
                CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
                for key, value in (configs or {}).items()
            ],
        )
        request = CreateTopicsRequest(topics=[topic], timeout_ms=30_000)
        client = HarnessClient(self, "harness", "127.0.0.1")
        api = self.broker.load_api(request.API_KEY)
        assert api is not None
        (created,) = client.request(request, api.versions.max).topics
        assert created.error_code == 0, (created.error_code, created.error_message)
        topic_id: bytes = self.broker.metadata.topics[name].topic_id
        return topic_id
