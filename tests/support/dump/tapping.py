"""A tap on the harness: what its clients and its broker say is observed as a dump would.

No socket is there to be listened at; `recording` and `proxied` listen to stock clients.
"""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.engine.headers import request_header, response_header
from kafkawire.dump.model import (
    Connection,
    Exchange,
    ExchangeDone,
    Header,
    Message,
    RequestSeen,
    seen_at,
)
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint
from tests.support.requests.harness import HarnessClient, Pending

BROKER = Endpoint("192.0.2.1", 9092)
CLIENT = "192.0.2.7"
KEPT_MAX = 100_000


class Tap:
    """Every frame of every client, from now on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.state = State()
        self.exchanges: list[Exchange] = []
        self._connections: dict[int, Connection] = {}
        self._waiting: dict[int, Exchange] = {}
        send, reply = HarnessClient.send_frame, HarnessClient._reply

        def send_frame(
            client: HarnessClient, frame: bytes, api_key: int = -1, version: int = -1
        ) -> Pending:
            self._asked(client, frame)
            return send(client, frame, api_key, version)

        def answer(client: HarnessClient, buffers: list[Any]) -> None:
            pending = client._serving
            assert pending is not None
            reply(client, buffers)
            self._answered(client, pending)

        monkeypatch.setattr(HarnessClient, "send_frame", send_frame)
        monkeypatch.setattr(HarnessClient, "_reply", answer)

    def _asked(self, client: HarnessClient, frame: bytes) -> None:
        header = request_header(frame)
        assert header is not None
        exchange = Exchange(len(self.exchanges) + 1, self._connection(client))
        exchange.request = self._message(client, frame, header, is_request=True)
        if len(self.exchanges) < KEPT_MAX:
            self.exchanges.append(exchange)
        self._waiting[id(frame)] = exchange
        self.state.observe(RequestSeen(exchange))

    def _answered(self, client: HarnessClient, pending: Pending) -> None:
        exchange = self._waiting.pop(id(pending.frame))
        asked = exchange.request
        assert asked is not None
        if pending.raw:
            frame = pending.raw[4:]
            header = response_header(frame, asked.api_key, asked.api_version)
            exchange.response = self._message(client, frame, header, is_request=False)
        self.state.observe(ExchangeDone(exchange))

    def _connection(self, client: HarnessClient) -> Connection:
        found = self._connections.get(id(client))
        if found is None:
            number = len(self._connections) + 1
            end = Endpoint(CLIENT, 40_000 + number)
            found = Connection(number, number - 1, end, BROKER, client.harness.now_ms * 1_000_000)
            self._connections[id(client)] = found
        return found

    def _message(
        self, client: HarnessClient, data: bytes, header: Header, *, is_request: bool
    ) -> Message:
        time_ns = client.harness.now_ms * 1_000_000
        connection = self._connection(client)
        return Message(connection, data, header, seen_at(time_ns), is_request=is_request)
