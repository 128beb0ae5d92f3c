"""Which bytes pass unchanged, which are rewritten, and that chunks make no difference."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.proxy.addresses import Asked, Node
from kafkawire.dump.proxy.wire import TOKEN, Requests, Responses
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest

UNANSWERED_MAX = 10_000

REAL = "real.broker.invalid"
UNKNOWN_KEY = 4000

quick = settings(max_examples=60, deadline=None, database=None)


def translate(node: Node) -> tuple[str, int]:
    return "127.0.0.1", 20_000 + node.node_id


class Pair:
    """Both directions of a connection, and what was noted of them."""

    def __init__(self) -> None:
        self.pending: deque[Asked] = deque()
        self.notes: list[str] = []
        self.requests = Requests(self.pending, self.notes.append)
        self.responses = Responses(self.pending, translate, self.notes.append)


def cut(data: bytes, random: Random) -> list[bytes]:
    """The same bytes in chunks of any size."""
    found, position = [], 0
    while position < len(data):
        size = random.choice((1, 2, 3, 7, 50, 1000))
        found.append(data[position : position + size])
        position += size
    return found


def metadata(host: str, port: int, correlation_id: int = 7, version: int = 12) -> bytes:
    brokers = [MetadataResponse.MetadataResponseBroker(node_id=5, host=host, port=port)]
    response = MetadataResponse(brokers=brokers)
    return joined(encode_response(correlation_id, ApiKey.METADATA, version, response))


def joined(chunks: list[Any]) -> bytes:
    return b"".join(chunks)


def request(message: Any, version: int, correlation_id: int, client: str | None = "c") -> bytes:
    return encode_request(message.API_KEY, version, correlation_id, client, message)


def unknown_request(correlation_id: int, size: int = 30) -> bytes:
    frame = UNKNOWN_KEY.to_bytes(2, "big") + b"\0\1" + correlation_id.to_bytes(4, "big")
    frame += bytes(size)
    return len(frame).to_bytes(4, "big") + frame


def answer(correlation_id: int, body: bytes) -> bytes:
    return (4 + len(body)).to_bytes(4, "big") + correlation_id.to_bytes(4, "big") + body


@quick
@given(seed=st.integers(0, 2**32))
def test_requests_are_noted_in_order_however_they_are_cut(seed: int) -> None:
    random, pair = Random(seed), Pair()
    frames: list[bytes] = []
    expected: list[Asked] = []
    for number in range(random.randrange(1, 12)):
        kind = random.randrange(4)
        if kind == 0:
            frames.append(request(HeartbeatRequest(), 4, number, "c" * random.randrange(300)))
            expected.append(Asked(ApiKey.HEARTBEAT, 4, number))
        elif kind == 1:
            frames.append(unknown_request(number, random.randrange(3000)))
            expected.append(Asked(UNKNOWN_KEY, 1, number))
        else:
            acks, version = random.choice((0, 1, -1)), random.randrange(3, 13)
            name = random.choice((None, "", "t", "t" * 200))
            message = ProduceRequest(acks=acks, transactional_id=name)
            client = random.choice((None, "c", "c" * 300))
            frames.append(request(message, version, number, client))
            if acks:
                expected.append(Asked(ApiKey.PRODUCE, version, number))

    for chunk in cut(b"".join(frames), random):
        pair.requests.feed(chunk)

    assert list(pair.pending) == expected
    assert not pair.notes


@quick
@given(seed=st.integers(0, 2**32))
def test_responses_are_rewritten_however_they_are_cut(seed: int) -> None:
    random, pair = Random(seed), Pair()
    sent, expected = [], []
    for number in range(random.randrange(1, 10)):
        if random.randrange(2):
            version = random.randrange(13)
            pair.requests.feed(request(MetadataRequest(topics=[]), version, number))
            sent.append(metadata(REAL, 9092, number, version))
            expected.append(metadata("127.0.0.1", 20_005, number, version))
        else:
            pair.requests.feed(unknown_request(number))
            body = random.randbytes(random.randrange(3000))
            sent.append(answer(number, body))
            expected.append(sent[-1])

    out = b"".join(pair.responses.feed(chunk) for chunk in cut(b"".join(sent), random))

    assert out == b"".join(expected)
    assert pair.responses.is_idle
    assert not pair.notes


def test_chunks_without_addresses_are_not_copied() -> None:
    pair = Pair()
    for number in range(3):
        pair.requests.feed(request(HeartbeatRequest(), 4, number))
    frames = [
        joined(encode_response(n, ApiKey.HEARTBEAT, 4, HeartbeatResponse())) for n in range(3)
    ]
    chunk = b"".join(frames)

    assert pair.responses.feed(chunk) is chunk


def test_a_large_response_passes_before_it_is_complete() -> None:
    pair = Pair()
    pair.requests.feed(unknown_request(1))
    head = (1 << 20).to_bytes(4, "big") + (1).to_bytes(4, "big") + bytes(100)

    assert pair.responses.feed(head) is head
    assert not pair.responses.is_idle


def test_unknown_versions_of_apis_with_addresses_pass_byte_for_byte() -> None:
    pair = Pair()
    frame = bytearray(request(MetadataRequest(topics=[]), 12, 1))
    frame[7] = 99
    pair.requests.feed(bytes(frame))
    response = answer(1, b"\0" + b"something new" * 9)

    assert pair.responses.feed(response) is response


def test_an_answer_that_nobody_asked_for_passes() -> None:
    pair = Pair()
    response = metadata(REAL, 9092)

    assert pair.responses.feed(response) is response


def test_requests_without_answers_are_forgotten_at_the_next_answer() -> None:
    pair = Pair()
    pair.requests.feed(unknown_request(1) + unknown_request(2) + unknown_request(3))
    pair.responses.feed(answer(3, b""))

    assert not pair.pending


def test_a_response_that_cannot_be_decoded_passes_and_is_noted() -> None:
    pair = Pair()
    pair.requests.feed(request(MetadataRequest(topics=[]), 12, 1))
    response = answer(1, b"\0\xff\xff\xff\xff\xff\xff\xff")

    assert pair.responses.feed(response) == response
    assert "passes as it is" in pair.notes[0]


def test_tokens_after_a_handshake_of_version_0_are_no_requests() -> None:
    pair = Pair()
    pair.requests.feed(request(SaslHandshakeRequest(mechanism="PLAIN"), 0, 1))
    token = b"\0alice\0secret"
    pair.requests.feed(len(token).to_bytes(4, "big") + token)
    pair.requests.feed(request(MetadataRequest(topics=[]), 12, 2))
    assert [each.api_key for each in pair.pending] == [
        ApiKey.SASL_HANDSHAKE,
        TOKEN,
        ApiKey.METADATA,
    ]
    handshake = answer(1, b"\0\0\0\0\0\0")

    out = pair.responses.feed(handshake + bytes(4) + metadata(REAL, 9092, 2))

    assert out == handshake + bytes(4) + metadata("127.0.0.1", 20_005, 2)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", "--tls"),
        (b"GET / HTTP/1.1\r\n\r\n", "no request"),
        (b"\xff\xff\xff\xff", "no request"),
        (b"\0\0\0\1\0", "no request"),
    ],
)
def test_what_is_no_kafka_passes_and_is_noted_once(data: bytes, said: str) -> None:
    pair = Pair()
    pair.requests.feed(data)
    pair.requests.feed(data)
    assert pair.responses.feed(data) is data

    assert len([note for note in pair.notes if "client" in note]) == 1
    assert said in pair.notes[0]


def test_no_more_is_remembered_than_a_bound() -> None:
    pair = Pair()
    pair.requests.feed(b"".join(unknown_request(n, 0) for n in range(UNANSWERED_MAX + 5)))

    assert len(pair.pending) == UNANSWERED_MAX + 1
    assert len(pair.notes) == 1


def test_what_is_held_when_the_broker_ends_is_not_lost() -> None:
    pair = Pair()
    pair.requests.feed(request(MetadataRequest(topics=[]), 12, 7))
    response = metadata(REAL, 9092)

    assert pair.responses.feed(response[:-3]) == b""
    assert pair.responses.rest() == response[:-3]
    assert pair.responses.rest() == b""
