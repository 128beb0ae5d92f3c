"""What clients and brokers say to each other, put together by hand and watched by the dump's state.

Messages are real bytes, so that what is decoded from them is what the dump decodes.
"""

from __future__ import annotations

from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    Exchange,
    ExchangeDone,
    Header,
    RequestSeen,
)
from kafkawire.dump.model import Message as Seen
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.message import Message

START_NS = 1_795_000_000_000_000_000
FRAME_HEAD = bytes(9)


class Conversation:
    """Exchanges one after another, each observed as the engine would have it observed."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state or State()
        self.now_ms = 0
        self._numbers = self._connections = 0
        self.connection = self.connect()

    def connect(self, broker: int = 1, client_id: str = "billing") -> Connection:
        """A new connection of a client to a broker; exchanges do not move to it."""
        self._connections += 1
        number = self._connections
        client = Endpoint("192.0.2.7", 50_000 + number)
        server = Endpoint(f"192.0.2.{100 + broker}", 9092)
        made = Connection(number, number - 1, client, server, self._now_ns)
        made.is_whole = True
        made.client_id = client_id
        return made

    @property
    def _now_ns(self) -> int:
        return START_NS + self.now_ms * 1_000_000

    def ask(
        self, request: Message, version: int | None = None, *, on: Connection | None = None
    ) -> Exchange:
        """A request that is not answered yet."""
        version = request.VERSIONS[1] if version is None else version
        self._numbers += 1
        exchange = Exchange(self._numbers, on or self.connection)
        exchange.request = self._message(request, version, exchange, is_request=True)
        self.state.observe(RequestSeen(exchange))
        return exchange

    def answer(
        self, exchange: Exchange, response: Message | None, version: int | None = None
    ) -> Exchange:
        """The response to it, or the news that there will be none."""
        asked = exchange.request
        if response is None:
            exchange.ended = "closed"
        else:
            version = asked.api_version if version is None and asked else version
            assert version is not None
            exchange.response = self._message(response, version, exchange, is_request=False)
        self.state.observe(ExchangeDone(exchange))
        return exchange

    def say(
        self,
        request: Message,
        response: Message | None,
        version: int | None = None,
        *,
        on: Connection | None = None,
        after_ms: int = 1,
    ) -> Exchange:
        """A request and its response, so much later."""
        exchange = self.ask(request, version, on=on)
        self.now_ms += after_ms
        return self.answer(exchange, response)

    def close(self, connection: Connection | None = None) -> None:
        self.state.observe(ConnectionClosed(connection or self.connection))

    def _message(
        self, message: Message, version: int, exchange: Exchange, *, is_request: bool
    ) -> Seen:
        client_id = exchange.connection.client_id if is_request else None
        header = Header(message.API_KEY, version, exchange.number, len(FRAME_HEAD), client_id)
        data = FRAME_HEAD + message.encode(version)
        return Seen(exchange.connection, data, header, is_request=is_request, time_ns=self._now_ns)
