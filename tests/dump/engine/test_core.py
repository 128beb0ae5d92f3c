"""The engine as a whole: streams in, connections, exchanges and damage out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.engine import Engine, core
from kafkawire.dump.model import ConnectionClosed, ConnectionOpened, Event, RequestSeen
from kafkawire.dump.transport import (
    Data,
    Endpoint,
    Gap,
    Note,
    StreamClosed,
    StreamOpened,
    TransportEvent,
)
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from tests.support.dump.conversations import conversation, damage_of, exchanges_of, fed, transport
from tests.support.requests.loopback import framed

CLIENT, BROKER = Endpoint("10.0.0.1", 40_000), Endpoint("10.0.0.2", 36_333)
OPENED = StreamOpened(0, (CLIENT, BROKER), 0, 1)


def asked(message: Message, version: int, correlation_id: int = 1, time_ns: int = 10) -> Data:
    frame = encode_request(message.API_KEY, version, correlation_id, "me", message)
    return Data(0, 0, frame, time_ns, 1)


def answered(message: Message, version: int, correlation_id: int = 1, time_ns: int = 20) -> Data:
    parts = encode_response(correlation_id, message.API_KEY, version, message)
    return Data(0, 1, b"".join(map(bytes, parts)), time_ns, 2)  # type: ignore[arg-type]


def told(*events: TransportEvent, **options: object) -> list[Event]:
    return fed(Engine(**options), (OPENED, *events))  # type: ignore[arg-type]


BEAT = asked(HeartbeatRequest(), 3)
BEATEN = answered(HeartbeatResponse(), 3)


def test_a_request_and_its_response_are_one_exchange() -> None:
    events = told(BEAT, BEATEN, StreamClosed(0, "FIN", 30))
    opened, seen, done, closed = events

    assert isinstance(opened, ConnectionOpened)
    assert isinstance(seen, RequestSeen)
    assert isinstance(closed, ConnectionClosed)
    connection = opened.connection
    assert (connection.client, connection.server) == (CLIENT, BROKER)
    assert (connection.client_id, connection.is_whole) == ("me", True)
    assert (connection.closed_ns, connection.close_reason) == (30, "FIN")
    (exchange,) = exchanges_of([done])
    assert seen.exchange is exchange
    assert exchange.request is not None
    assert exchange.response is not None
    assert (exchange.request.data, exchange.response.data) == (BEAT.data[4:], BEATEN.data[4:])
    assert (exchange.api_name, exchange.latency_ns, exchange.ended) == ("Heartbeat", 10, "")
    assert (exchange.request.packet, exchange.response.packet) == (1, 2)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    sizes=st.lists(st.integers(1, 3_000), min_size=1, max_size=9),
    opener=st.sampled_from([0, None]),
)
def test_how_bytes_are_cut_into_pieces_makes_no_difference(
    seed: int, sizes: list[int], opener: int | None
) -> None:
    sends = conversation(Random(seed), 12)
    whole = exchanges_of(fed(Engine(), transport(sends)))
    events = fed(Engine(), transport(sends, sizes=sizes, opener=opener))
    cut = exchanges_of(events)

    assert damage_of(events) == []
    assert [_bytes_of(each) for each in cut] == [_bytes_of(each) for each in whole]
    assert all(each.expects_response == (each.response is not None) for each in cut)


def _bytes_of(exchange: object) -> tuple[object, ...]:
    both = exchange.request, exchange.response  # type: ignore[attr-defined]
    return tuple(each and (each.data, each.stream_offset, each.time_ns) for each in both)


TRANSPORT = st.one_of(
    st.builds(Data, st.integers(0, 2), st.integers(0, 1), st.binary(min_size=1, max_size=60),
              st.integers(0, 9), st.integers(0, 9)),
    st.builds(Data, st.integers(0, 2), st.integers(0, 1), st.sampled_from([
        BEAT.data, BEATEN.data, BEAT.data[:17], BEAT.data[9:] + BEAT.data, b"\0\0\0\x0a\0\0",
    ]), st.integers(0, 9), st.integers(0, 9)),
    st.builds(Gap, st.integers(0, 2), st.integers(0, 1), st.integers(-1, 40), st.just(5),
              st.just(1)),
    st.builds(Note, st.sampled_from([None, 0, 1]), st.just("bad"), st.just(5), st.just(1)),
    st.builds(StreamClosed, st.integers(0, 2), st.sampled_from(["FIN", "RST"]), st.just(6)),
    st.builds(StreamOpened, st.integers(0, 2), st.just((CLIENT, BROKER)),
              st.sampled_from([0, 1, None]), st.just(1)),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(TRANSPORT, max_size=25), st.sampled_from([(), (36_333,)]))
def test_nothing_that_an_input_tells_makes_it_fail(
    events: list[TransportEvent], ports: tuple[int, ...]
) -> None:
    engine = Engine(ports=ports)
    told = fed(engine, events)
    opened = [each.connection for each in told if isinstance(each, ConnectionOpened)]
    closed = [each.connection for each in told if isinstance(each, ConnectionClosed)]
    assert sorted(each.number for each in opened) == sorted(each.number for each in closed)
    seen = {id(each.exchange) for each in told if isinstance(each, RequestSeen)}
    assert seen <= {id(each) for each in exchanges_of(told)}
    assert engine._budget.used == 0


@pytest.mark.parametrize("version", [0, 2, 3, 7, 8, 9, 12])
def test_a_produce_request_with_acks_0_awaits_nothing(version: int) -> None:
    for transactional_id in (None, "tx")[: 2 if version > 2 else 1]:
        request = ProduceRequest(acks=0, transactional_id=transactional_id)
        (exchange,) = exchanges_of(told(asked(request, version), BEATEN._replace(data=b"")))
        assert (exchange.expects_response, exchange.ended) == (False, "")
        (exchange,) = exchanges_of(told(asked(ProduceRequest(acks=1), version)))
        assert (exchange.expects_response, exchange.ended) == (True, "end")


def test_a_refused_api_versions_request_is_answered_in_version_0() -> None:
    """KIP-511: the layout of the answer is not that of the question."""
    refusal = answered(ApiVersionsResponse(error_code=35), 0)
    (exchange,) = exchanges_of(told(asked(ApiVersionsRequest(), 4), refusal))
    assert exchange.request is not None
    assert exchange.response is not None
    assert (exchange.request.api_version, exchange.response.api_version) == (4, 0)


def test_who_closes_the_stream_leaves_requests_without_a_response() -> None:
    for how, ended in (("FIN", "closed"), ("RST", "closed"), ("end", "end")):
        (exchange,) = exchanges_of(told(BEAT, StreamClosed(0, how, 9)))
        assert (exchange.response, exchange.ended) == (None, ended)


def test_a_later_answer_ends_what_was_asked_before() -> None:
    events = told(BEAT, asked(HeartbeatRequest(), 3, 2), answered(HeartbeatResponse(), 3, 2))
    first, second = exchanges_of(events)
    assert (first.ended, second.ended, second.response is None) == ("superseded", "", False)


def test_an_answer_that_nobody_asked_for_is_an_exchange_of_its_own() -> None:
    events = told(BEAT, answered(HeartbeatResponse(), 3, 77), BEATEN)
    stray, exchange = exchanges_of(events)
    assert (stray.request, stray.message.api_key) == (None, UNKNOWN_API)
    assert stray.message.problem == "its request was not seen"
    assert exchange.response is not None
    assert len(damage_of(events)) == 1


def test_an_answer_that_comes_before_its_request_waits_for_it() -> None:
    (exchange,) = exchanges_of(told(BEATEN, BEAT))
    assert exchange.response is not None
    assert exchange.latency_ns == 10


def test_an_unknown_key_is_shown_with_a_problem() -> None:
    strange = b"\x00\xfa\x00\x01\x00\x00\x00\x02\x00\x02me\x00rest"
    _, exchange = exchanges_of(told(BEAT, BEATEN, Data(0, 0, framed(strange), 3, 3)))
    assert exchange.api_name == "Api250"
    assert exchange.message.problem == "there is no API with key 250 that we know"


def test_a_first_request_that_is_newer_than_we_are_is_believed_when_it_is_answered() -> None:
    new = b"\x00\xfa\x00\x01\x00\x00\x00\x02\x00\x02me\x00rest"
    (exchange,) = exchanges_of(
        told(Data(0, 0, framed(new), 3, 3), Data(0, 1, framed(b"\0\0\0\x02answer"), 4, 4))
    )
    assert exchange.response is not None


HELLO = b"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03"
NOT_KAFKA = {
    "HTTP": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "PostgreSQL": b"\0\0\0\x54\0\x03\0\0user\0me\0database\0" + b"x" * 54,
    "ZooKeeper": b"\0\0\0\x2d" + bytes(12) + b"\0\0\x75\x30" + bytes(8) + b"\0\0\0\x10" + bytes(17),
    "zeros": bytes(100),
}


@pytest.mark.parametrize("name", NOT_KAFKA)
def test_what_is_not_kafkas_is_counted_and_not_shown(name: str) -> None:
    engine = Engine()
    events = fed(engine, (OPENED, Data(0, 0, NOT_KAFKA[name], 1, 1), Data(0, 1, bytes(30), 2, 2)))
    assert events == []
    assert engine.counts.other + engine.counts.undecided == 1
    assert engine.counts.kafka == 0


def test_named_ports_are_believed() -> None:
    opened, *_ = fed(
        Engine(ports=[36_333]), (OPENED, Data(0, 0, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 1, 1))
    )
    assert isinstance(opened, ConnectionOpened)


@pytest.mark.parametrize(("port", "ports", "shown"), [
    (9093, (), True), (443, (), False), (443, (443,), True), (9093, (443,), False),
])  # fmt: skip
def test_tls_is_one_connection_and_no_damage(
    port: int, ports: tuple[int, ...], shown: bool
) -> None:
    opened = StreamOpened(0, (CLIENT, Endpoint("b", port)), 0, 1)
    engine = Engine(ports=ports)
    data = [Data(0, 0, HELLO[:3], 1, 1), Data(0, 0, HELLO[3:] + bytes(160), 1, 1)]
    events = fed(engine, (opened, *data, Data(0, 1, bytes(500), 2, 2), Gap(0, 1, 50, 3, 3)))
    assert engine.counts.tls == 1
    if shown:
        first, last = events
        assert isinstance(first, ConnectionOpened)
        assert isinstance(last, ConnectionClosed)
        assert first.connection.is_tls
        assert first.connection.server.port == port
    else:
        assert events == []


def test_bare_sasl_tokens_follow_the_old_handshake() -> None:
    """SaslHandshake version 0: frames of tokens, which may be empty, then requests again."""
    events = told(
        asked(SaslHandshakeRequest(mechanism="PLAIN"), 0),
        answered(SaslHandshakeResponse(mechanisms=["PLAIN"]), 0),
        Data(0, 0, framed(b"\0alice\0wonderland"), 3, 3),
        Data(0, 1, framed(b""), 4, 4),
        asked(HeartbeatRequest(), 3, 2),
        answered(HeartbeatResponse(), 3, 2),
        secrets=True,
    )
    _, token, beat = exchanges_of(events)
    assert token.message.api_key == SASL_TOKEN
    assert token.request is not None
    assert token.response is not None
    assert (token.request.data, token.response.data) == (b"\0alice\0wonderland", b"")
    assert (beat.api_name, beat.response is None) == ("Heartbeat", False)
    assert damage_of(events) == []


@pytest.mark.parametrize("secrets", [True, False])
def test_passwords_are_masked_where_they_enter(secrets: bool) -> None:
    password = SaslAuthenticateRequest(auth_bytes=b"\0alice\0wonderland")
    (exchange,) = exchanges_of(told(asked(password, 1), secrets=secrets))
    assert (b"wonderland" in exchange.message.data) == secrets
    assert len(exchange.message.data) == len(asked(password, 1).data) - 4


def test_a_note_is_damage_of_its_connection_or_of_none() -> None:
    events = told(Note(None, "a cut packet", 1, 1), BEAT, Note(0, "a bad checksum", 2, 2),
                  Note(7, "of another", 3, 3))  # fmt: skip
    general, own = damage_of(events)
    assert (general.connection, general.text) == (None, "a cut packet")
    assert own.connection is not None


def test_streams_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "STREAMS_MAX", 2)
    events = [OPENED._replace(stream=number) for number in range(3)]
    data = [BEAT._replace(stream=number) for number in range(3)]
    closed = fed(Engine(), (events[0], data[0], events[1], data[1], events[2], data[2]))
    reasons = [
        each.connection.close_reason for each in closed if isinstance(each, ConnectionClosed)
    ]
    assert reasons == ["evicted", "end", "end"]


def test_a_broker_that_was_seen_is_known_again_in_the_middle() -> None:
    """No request is there to tell; its answers are."""
    middle = StreamOpened(1, (BROKER, Endpoint("10.0.0.9", 5)), None, 30)
    events = told(BEAT, BEATEN, middle, BEATEN._replace(stream=1, end=0), secrets=True)
    _, orphan = exchanges_of(events)
    assert orphan.connection.server == BROKER
    assert orphan.message.data == BEATEN.data[4:]
