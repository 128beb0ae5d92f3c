"""One event after another, handed to the parts that know what it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kafkawire.dump.model import ConnectionClosed, ExchangeDone, RequestSeen
from kafkawire.dump.state.sessions import FetchSessions
from kafkawire.dump.state.topics import TopicNames
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Event, Exchange


class State:
    """What is known so far; `observe` annotates exchanges and connections in place."""

    def __init__(self, topic_names: Mapping[bytes, str] | None = None) -> None:
        self.topics = TopicNames(topic_names)
        self.sessions = FetchSessions(self.topics)
        self._on_done: dict[int, Callable[[Exchange], None]] = {
            ApiKey.FETCH.value: self.sessions.done,
        }

    def observe(self, event: Event) -> None:
        """Take the next event, before anybody else sees it."""
        if isinstance(event, ExchangeDone):
            self._done(event.exchange)
        elif isinstance(event, RequestSeen):
            self._seen(event.exchange)
        elif isinstance(event, ConnectionClosed):
            self._closed(event.connection)

    def _seen(self, exchange: Exchange) -> None:
        self.topics.annotate(exchange)

    def _done(self, exchange: Exchange) -> None:
        if exchange.response is not None:
            self.topics.annotate(exchange)
        done = self._on_done.get(exchange.message.api_key)
        if done is not None:
            done(exchange)

    def _closed(self, connection: Connection) -> None:
        pass
