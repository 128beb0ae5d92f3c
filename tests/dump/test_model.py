"""What messages and exchanges say of themselves, before anybody decodes them and after."""

from __future__ import annotations

import pytest

from kafkawire.dump.model import Connection, Exchange, Header, Message, seen_at
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import ApiKey

HEARTBEAT = ApiKey.HEARTBEAT.value


def connection() -> Connection:
    return Connection(1, 0, Endpoint("127.0.0.1", 50000), Endpoint("127.0.0.1", 9092), 0)


def message(*, is_request: bool, begins_ns: int, ends_ns: int, data: bytes = b"") -> Message:
    header = Header(HEARTBEAT, 0, 7, 0, "app" if is_request else None)
    made = Message(connection(), data, header, seen_at(begins_ns), is_request=is_request)
    made.end_ns = ends_ns
    return made


def test_a_message_is_called_as_the_schemas_call_it() -> None:
    assert message(is_request=True, begins_ns=0, ends_ns=0).name == "HeartbeatRequest"
    assert message(is_request=False, begins_ns=0, ends_ns=0).name == "HeartbeatResponse"


def test_decoding_is_done_once_and_never_raises() -> None:
    cut = message(is_request=True, begins_ns=0, ends_ns=0, data=b"\0")
    before = cut.problem
    assert cut.values == {}
    assert before is None, "nobody has looked"
    assert cut.problem != before
    assert cut.values is cut.values
    assert cut.tree is cut.tree
    assert cut.facts is cut.facts


@pytest.mark.parametrize(("request_ends", "response_begins", "latency"), [(5, 9, 4), (9, 5, 0)])
def test_latency_is_from_the_last_byte_to_the_first(
    request_ends: int, response_begins: int, latency: int
) -> None:
    exchange = Exchange(1, connection())
    exchange.request = message(is_request=True, begins_ns=1, ends_ns=request_ends)
    before = exchange.latency_ns
    exchange.response = message(is_request=False, begins_ns=response_begins, ends_ns=20)
    assert (before, exchange.latency_ns) == (None, latency)
    assert exchange.message is exchange.request
    assert exchange.api_name == "Heartbeat"


def test_a_response_alone_stands_for_its_exchange() -> None:
    exchange = Exchange(1, connection())
    exchange.response = message(is_request=False, begins_ns=0, ends_ns=0)
    assert exchange.message is exchange.response
    assert exchange.latency_ns is None


def test_who_asks_is_known_from_the_request_or_else_from_the_connection() -> None:
    exchange = Exchange(1, connection())
    exchange.connection.client_id = "latest"
    exchange.response = message(is_request=False, begins_ns=0, ends_ns=0)
    assert exchange.client_id == "latest"
    exchange.request = message(is_request=True, begins_ns=0, ends_ns=0)
    assert exchange.client_id == "app"
