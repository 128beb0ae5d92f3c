"""Exchanges of real messages, for whoever reads their bytes: what a client and a broker say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kafkawire.dump.model import (
    Connection,
    Exchange,
    Header,
)
from kafkawire.dump.model import Message as DumpMessage
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.exchange import decode_request_header, encode_request, encode_response
from kafkawire.protocol.message import Message
from tests.support.captures import Send, make_capture

START_NS = 1_795_000_000_000_000_000
BROKER = Endpoint("192.0.2.1", 9092)
LATENCY_MS = 2


class Dialogue:
    """Connections of clients to a broker at a time that goes on as it is told to."""

    def __init__(self) -> None:
        self.now_ms = 0
        self.connections = 0
        self.exchanges = 0

    def connect(
        self, client_id: str = "billing", host: str = "192.0.2.7", **known: Any
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

    def exchange(
        self,
        connection: Connection,
        request: Message,
        response: Message | None = None,
        version: int | None = None,
        topics: tuple[str, ...] | None = None,
    ) -> Exchange:
        """A request now, and its response after a moment; in the last version by default."""
        self.exchanges += 1
        key = request.API_KEY
        version = request.VERSIONS[1] if version is None else version
        made = Exchange(self.exchanges, connection)
        frame = encode_request(key, version, self.exchanges, connection.client_id, request)[4:]
        header = decode_request_header(frame)
        made.request = DumpMessage(
            connection,
            frame,
            Header(key, version, self.exchanges, header.body_offset, header.client_id),
            is_request=True,
            time_ns=self.now_ns,
        )
        self.now_ms += LATENCY_MS
        if response is None:
            made.expects_response = False
        else:
            made.response = self._response(connection, response, version)
        made.topics = self._topics(made) if topics is None else topics
        return made

    def _response(self, connection: Connection, response: Message, version: int) -> DumpMessage:
        key = response.API_KEY
        frame = b"".join(map(bytes, encode_response(self.exchanges, key, version, response)))[4:]
        is_flexible = version >= response.FLEXIBLE_SINCE and key != 18
        return DumpMessage(
            connection,
            frame,
            Header(key, version, self.exchanges, 5 if is_flexible else 4),
            is_request=False,
            time_ns=self.now_ns,
        )

    def _topics(self, made: Exchange) -> tuple[str, ...]:
        both = (made.request, made.response)
        found = [each.facts.topics for each in both if each is not None]
        return tuple(dict.fromkeys(name for names in found for name in names))


def capture_of(exchanges: Iterable[Exchange]) -> bytes:
    """A capture of what they said, in the order of their times."""
    sends: list[Send] = []
    for exchange in exchanges:
        for end, message in enumerate((exchange.request, exchange.response)):
            if message is not None:
                frame = len(message.data).to_bytes(4, "big") + message.data
                sends.append((exchange.connection.stream, end, frame, message.time_ns))
    return make_capture(sorted(sends, key=lambda send: send[3]))
