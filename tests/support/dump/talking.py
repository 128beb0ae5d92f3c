"""A dialogue that the dump's state watches, as the engine would have it observed."""

from __future__ import annotations

from kafkawire.dump.model import Connection, Exchange, ExchangeDone, RequestSeen
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.message import Message
from tests.support.dump.dialogues import Dialogue


class Conversation:
    """Exchanges one after another, on one connection unless another is named."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state or State()
        self._dialogue = Dialogue()
        self.connection = self.connect()

    @property
    def now_ms(self) -> int:
        return self._dialogue.now_ms

    @now_ms.setter
    def now_ms(self, now_ms: int) -> None:
        self._dialogue.now_ms = now_ms

    def connect(self, broker: int = 1, client_id: str = "billing") -> Connection:
        """A new connection of a client to a broker; exchanges do not move to it."""
        server = Endpoint(f"192.0.2.{100 + broker}", 9092)
        return self._dialogue.connect(client_id, server=server)

    def ask(
        self, request: Message, version: int | None = None, *, on: Connection | None = None
    ) -> Exchange:
        """A request that is not answered yet."""
        exchange = self._dialogue.begin(on or self.connection, request, version)
        self.state.observe(RequestSeen(exchange))
        return exchange

    def answer(
        self, exchange: Exchange, response: Message | None, version: int | None = None
    ) -> Exchange:
        """The response to it, or the news that there will be none."""
        if response is None:
            exchange.ended = "closed"
        else:
            self._dialogue.end(exchange, response, version)
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
        self.state.observe(self._dialogue.close(connection or self.connection))
