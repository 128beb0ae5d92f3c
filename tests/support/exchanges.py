"""Exchanges as the engine makes them, without an engine: from what is said of them, or of bytes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from kafkawire.dump.model import Connection, ConnectionClosed, Exchange, Header, Message
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.exchange import decode_request_header, encode_request, encode_response
from kafkawire.protocol.message import Message as CodecMessage

START_NS = 1_795_000_000_123_456_789
CLIENT = Endpoint("192.0.2.7", 51234)
BROKER = Endpoint("192.0.2.1", 9092)


def connection(number: int = 1, **known: Any) -> Connection:
    made = Connection(number, number - 1, CLIENT, BROKER, START_NS)
    made.is_whole = True
    for name, value in known.items():
        setattr(made, name, value)
    return made


def facts(**known: Any) -> Any:
    """Facts with nothing in them but what is said."""
    nothing: dict[str, Any] = {
        "topics": (),
        "topic_ids": (),
        "groups": (),
        "transactional_ids": (),
        "error_codes": (),
        "throttle_time_ms": 0,
        "partitions": 0,
        "records_bytes": 0,
    }
    return SimpleNamespace(**{**nothing, **known})


def message(
    on: Connection,
    api: ApiKey,
    *,
    is_request: bool,
    data: bytes = b"\0" * 24,
    version: int = 0,
    at_us: int = 0,
    **decoded: Any,
) -> Message:
    """A message whose `facts`, `values` and `tree` are those given, if they are."""
    client_id = on.client_id if is_request else None
    header = Header(api.value, version, 7, min(len(data), 4), client_id)
    made = Message(on, data, header, is_request=is_request, time_ns=START_NS + at_us * 1000)
    decoded.setdefault("facts", facts())
    made.__dict__.update(decoded)
    return made


def exchange(
    api: ApiKey = ApiKey.FETCH,
    *,
    number: int = 1,
    on: Connection | None = None,
    request: dict[str, Any] | None = None,
    response: dict[str, Any] | None = None,
    **known: Any,
) -> Exchange:
    """An exchange of a request and a response, either as `message` takes it; None leaves it out.

    The response comes a millisecond after the request unless it says when.
    """
    made = Exchange(number, on or connection(client_id="billing"))
    if request is not None:
        made.request = message(made.connection, api, is_request=True, **request)
    if response is not None:
        said = {"at_us": 1000, **response}
        made.response = message(made.connection, api, is_request=False, **said)
    for name, value in known.items():
        setattr(made, name, value)
    return made


class Talk:
    """Connections and exchanges of real messages, at a time that goes on as it is told to."""

    LATENCY_NS = 2_000_000

    def __init__(self) -> None:
        self.now_ns = START_NS
        self.exchanges = 0
        self.connections = 0

    def connect(self, client_id: str = "billing") -> Connection:
        self.connections += 1
        client = Endpoint("192.0.2.7", 50_000 + self.connections)
        made = Connection(self.connections, self.connections - 1, client, BROKER, self.now_ns)
        made.client_id = client_id
        made.is_whole = True
        return made

    def wait(self, ms: int) -> None:
        self.now_ns += ms * 1_000_000

    def close(self, on: Connection) -> ConnectionClosed:
        on.closed_ns = self.now_ns
        on.close_reason = "FIN"
        return ConnectionClosed(on)

    def exchange(
        self, on: Connection, request: CodecMessage, response: CodecMessage | None, version: int
    ) -> Exchange:
        """A request now, and its response after a moment."""
        self.exchanges += 1
        key, number = request.API_KEY, self.exchanges
        made = Exchange(number, on)
        frame = encode_request(key, version, number, on.client_id, request)[4:]
        offset = decode_request_header(frame).body_offset
        header = Header(key, version, number, offset, on.client_id)
        made.request = Message(on, frame, header, is_request=True, time_ns=self.now_ns)
        self.now_ns += self.LATENCY_NS
        made.expects_response = response is not None
        if response is not None:
            buffers = encode_response(number, key, version, response)
            is_flexible = version >= response.FLEXIBLE_SINCE and key != ApiKey.API_VERSIONS
            header = Header(key, version, number, 5 if is_flexible else 4)
            frame = b"".join(map(bytes, buffers))[4:]
            made.response = Message(on, frame, header, is_request=False, time_ns=self.now_ns)
        return made
