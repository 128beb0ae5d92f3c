"""One state for all events: whatever is said, it takes, and it forgets what it must."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.api_names import UNKNOWN_API
from kafkawire.dump.model import (
    Connection,
    ConnectionClosed,
    ConnectionOpened,
    Damage,
    Exchange,
    ExchangeDone,
    Header,
    Message,
    RequestSeen,
    seen_at,
)
from kafkawire.dump.state import State
from kafkawire.dump.transport import Endpoint
from kafkawire.protocol.api_keys import REQUEST_VERSIONS
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.registry import request_class, response_class
from tests.support.dump.talking import Conversation

END = Endpoint("192.0.2.1", 9092)
SUBJECTS = [0, 1, 3, 8, 9, 11, 12, 13, 14, 17, 18, 22, 24, 25, 26, 28, 36, 60, 68, 76, 78, 79, 88]
SUBJECTS += [-1, -2, 99]


def exchange_of(api_key: int, version: int, request: bytes | None, response: Any) -> Exchange:
    connection = Connection(1, 0, END, END, 0)
    exchange = Exchange(1, connection)
    header = Header(api_key, version, 7, 0)
    if request is not None:
        exchange.request = Message(connection, request, header, seen_at(5), is_request=True)
    if response is not None or request is None:
        data = response or b""
        exchange.response = Message(connection, data, header, seen_at(9), is_request=False)
    return exchange


BYTES = st.none() | st.binary(max_size=80)


@settings(max_examples=200)
@given(st.lists(st.tuples(st.sampled_from(SUBJECTS), st.integers(0, 18), BYTES, BYTES)))
def test_whatever_bytes_come_are_observed_without_error(
    said: list[tuple[int, int, Any, Any]],
) -> None:
    state = State()
    for api_key, version, request, response in said:
        exchange = exchange_of(api_key, version, request, response)
        if exchange.request is not None:
            state.observe(RequestSeen(exchange))
        state.observe(ExchangeDone(exchange))
        state.observe(ConnectionClosed(exchange.connection))


@pytest.mark.parametrize("api_key", [key for key in SUBJECTS if key in REQUEST_VERSIONS])
def test_empty_messages_of_every_version_are_observed_without_error(
    api_key: int,
) -> None:
    for version in range(REQUEST_VERSIONS[api_key][1] + 1):
        asked, told = request_class(api_key), response_class(api_key)
        if version not in asked._ENCODERS or version not in told._ENCODERS:
            continue
        state = State()
        for request in (asked().encode(version), None):
            for response in (told().encode(version), None):
                exchange = exchange_of(api_key, version, request, response)
                if request is not None:
                    state.observe(RequestSeen(exchange))
                state.observe(ExchangeDone(exchange))


def test_events_that_are_about_nothing_said_are_observed_without_error() -> None:
    state = State()
    connection = Connection(1, 0, END, END, 0)
    state.observe(ConnectionOpened(connection))
    state.observe(Damage(connection, None, 0, 0, "", 0, 0))
    state.observe(ExchangeDone(exchange_of(UNKNOWN_API, 0, None, b"x")))


def test_an_idle_connection_is_forgotten_when_it_closes() -> None:
    talk = Conversation()
    topic = FetchRequest.FetchTopic(topic="t", partitions=[FetchRequest.FetchPartition()])
    talk.say(FetchRequest(topics=[topic]), FetchResponse(), 12)
    assert len(talk.state.waiting._idle) == 1
    talk.close()
    assert not talk.state.waiting._idle
