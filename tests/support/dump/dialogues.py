"""Exchanges of real bytes between clients and brokers, for tests that decode them.

    dialogue = Dialogue()
    made = dialogue.exchange(dialogue.connect("billing"), MetadataRequest(), MetadataResponse())

`done`, `seen`, `open` and `close` return the engine's events of it. `talking` has a
dialogue that the dump's state watches, `exchanges` what is made up without bytes, `conversations`
random ones, and `captures.capture_of` makes a file of them.
"""

from __future__ import annotations

from typing import Any

from kafkawire.dump.engine.headers import request_header, response_header
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Exchange,
    ExchangeDone,
    RequestSeen,
    seen_at,
)
from kafkawire.dump.model import Message as DumpMessage
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from tests.support.dump.exchanges import BROKER, START_NS

LATENCY_MS = 2
LATENCY_NS = LATENCY_MS * 1_000_000


class Dialogue:
    """Connections of clients to a broker, at a time that a test advances."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.connections = 0
        self.exchanges = 0

    def connect(
        self, client_id: str | None = "billing", host: str = "192.0.2.7", **known: Any
    ) -> Connection:
        """A new connection; `known` are attributes of it."""
        self.connections += 1
        number = self.connections
        client = Endpoint(host, 50_000 + number)
        made = Connection(number, number - 1, client, BROKER, self.now_ns)
        made.client_id = client_id
        made.is_whole = True
        for name, value in known.items():
            setattr(made, name, value)
        return made

    @property
    def now_ns(self) -> int:
        return START_NS + self.now_ms * 1_000_000

    def wait(self, ms: int) -> None:
        self.now_ms += ms

    def begin(
        self, connection: Connection, request: Message, version: int | None = None
    ) -> Exchange:
        """A request now, in the last version by default; it is not answered yet."""
        self.exchanges += 1
        made = Exchange(self.exchanges, connection)
        version = request.VERSIONS[1] if version is None else version
        frame = encode_request(
            request.API_KEY, version, self.exchanges, connection.client_id, request
        )[4:]
        header = request_header(frame)
        assert header is not None
        made.request = DumpMessage(connection, frame, header, seen_at(self.now_ns), is_request=True)
        return made

    def end(self, exchange: Exchange, response: Message, version: int | None = None) -> None:
        """Its response now, in its version unless another is given."""
        key = response.API_KEY
        if version is None:
            assert exchange.request is not None
            version = exchange.request.api_version
        frame = joined(encode_response(exchange.number, key, version, response))[4:]
        header = response_header(frame, key, version)
        exchange.response = DumpMessage(
            exchange.connection, frame, header, seen_at(self.now_ns), is_request=False
        )

    def exchange(
        self,
        connection: Connection,
        request: Message,
        response: Message | None = None,
        version: int | None = None,
        topics: tuple[str, ...] | None = None,
    ) -> Exchange:
        """A request now, and its response after a moment; none is due without one."""
        made = self.begin(connection, request, version)
        self.now_ms += LATENCY_MS
        if response is None:
            made.expects_response = False
        else:
            self.end(made, response)
        made.topics = self._topics(made) if topics is None else topics
        return made

    def _topics(self, made: Exchange) -> tuple[str, ...]:
        both = (made.request, made.response)
        found = [each.facts.topics for each in both if each is not None]
        return tuple(dict.fromkeys(name for names in found for name in names))

    def open(self, connection: Connection) -> ConnectionOpened:
        return ConnectionOpened(connection)

    def close(self, connection: Connection) -> ConnectionClosed:
        connection.closed_ns = self.now_ns
        connection.close_reason = "FIN"
        return ConnectionClosed(connection)

    def done(self, *args: Any, **kwargs: Any) -> ExchangeDone:
        """As `exchange`, as the event that ends it."""
        return ExchangeDone(self.exchange(*args, **kwargs))

    def seen(self, *args: Any, **kwargs: Any) -> RequestSeen:
        """As `exchange`, as the event that begins it."""
        return RequestSeen(self.exchange(*args, **kwargs))
