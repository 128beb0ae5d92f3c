"""A dialogue as the events that the engine tells of it, and messages by the key of their API."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    ExchangeDone,
    RequestSeen,
)
from kafkawire.protocol.message import Message
from kafkawire.protocol.registry import request_class, response_class
from tests.support.dialogues import Dialogue


class Conversation(Dialogue):
    """Connections of clients to a broker, and what is seen of them."""

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


def request_of(key: int, **fields: Any) -> Message:
    """A request of an API by its key."""
    return request_class(key)(**fields)


def response_of(key: int, **fields: Any) -> Message:
    """A response of an API by its key."""
    return response_class(key)(**fields)
