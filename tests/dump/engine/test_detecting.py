"""Whose a stream is: decided as soon as it is clear, and never later than a bound."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.dump.engine import detecting
from kafkawire.dump.engine.detecting import Decision, Undecided, is_tls
from kafkawire.dump.transport import UNKNOWN_SIZE, Data, Endpoint, Gap, StreamOpened
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from tests.support.dump.conversations import conversation

ENDS = Endpoint("a", 40_000), Endpoint("b", 5_432)
BEAT = encode_request(12, 3, 9, "me", HeartbeatRequest())


def undecided(opener: int | None, **options: object) -> Undecided:
    opened = StreamOpened(0, ENDS, opener, 0)
    return Undecided(opened, **({"ports": ()} | options))  # type: ignore[arg-type]


def data(end: int, bytes_: bytes) -> Data:
    return Data(0, end, bytes_, 1, 1)


@pytest.mark.parametrize("opener", [0, 1, None])
def test_who_sends_a_request_is_the_client(opener: int | None) -> None:
    for end in (0, 1) if opener is None else (opener,):
        stream = undecided(opener)
        assert stream.feed(data(end, BEAT[:20])) is None
        assert stream.feed(data(end, BEAT[20:])) is Decision(end)
        assert stream.correlation_id(end) == 9


@pytest.mark.parametrize("seed", range(20))
def test_requests_are_found_in_the_middle(seed: int) -> None:
    random = Random(seed)
    sends = conversation(random, 12)
    requests = b"".join(sent for _, end, sent, _ in sends if not end)
    start = random.randrange(1, len(requests) // 2)
    stream = undecided(None)
    stream.feed(Gap(0, 1, UNKNOWN_SIZE, 1, 1))
    decisions = [
        stream.feed(data(1, requests[at : at + 500])) for at in range(start, len(requests), 500)
    ]
    assert next(each for each in decisions if each is not None) is Decision.SECOND


def test_a_large_first_request_is_believed_for_its_header() -> None:
    large = encode_request(
        0,
        3,
        1,
        "me",
        ProduceRequest(
            topic_data=[
                ProduceRequest.TopicProduceData(
                    name="t",
                    partition_data=[
                        ProduceRequest.PartitionProduceData(index=0, records=bytes(1 << 20))
                    ],
                )
            ]
        ),
    )
    stream = undecided(0)
    pieces = [large[at : at + 9_000] for at in range(0, len(large), 9_000)]
    decisions = [stream.feed(data(0, piece)) for piece in pieces[:8]]
    assert decisions == [None] * 7 + [Decision.FIRST]


def test_a_damaged_first_request_is_not_the_end_of_it() -> None:
    broken = bytearray(BEAT)
    broken[5] = 0xAA
    stream = undecided(0)
    assert stream.feed(data(0, bytes(broken))) is None
    assert stream.feed(data(0, BEAT)) is Decision.FIRST


def test_requests_speak_for_the_malformed_one_before_them() -> None:
    """None has a name, and none is answered."""
    malformed = bytes.fromhex("0000000d 000c 0003 00000001 0000 7fffff")
    beat = encode_request(12, 3, 9, "", HeartbeatRequest())
    stream = undecided(0)
    assert stream.feed(data(0, malformed)) is None
    assert stream.feed(data(0, beat)) is None
    assert stream.feed(data(0, beat)) is Decision.FIRST


def test_bytes_before_a_gap_are_not_read_with_those_behind_it() -> None:
    stream = undecided(None)
    assert stream.feed(data(0, b"\x7f" * 20)) is None
    beat = encode_request(12, 3, 9, "", HeartbeatRequest())
    (beaten,) = encode_response(9, 12, 3, HeartbeatResponse())
    assert stream.feed(data(0, beat)) is None
    assert stream.feed(data(1, b"\0\0\0\x63")) is None
    assert stream.feed(Gap(0, 1, 99, 1, 1)) is None
    assert stream.feed(data(1, bytes(beaten))) is Decision.FIRST  # type: ignore[arg-type]


def test_another_protocol_is_dismissed_at_once() -> None:
    assert undecided(0).feed(data(0, b"POST /orders HTTP/1.1\r\n")) is Decision.OTHER


@pytest.mark.parametrize("opener", [0, None])
def test_what_is_kept_is_bounded(opener: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detecting, "KEPT_BYTES_MAX", 5_000)
    monkeypatch.setattr(detecting, "BEGINNING_BYTES_MAX", 4_000)
    monkeypatch.setattr(detecting, "EXAMINED_BYTES_MAX", 50_000)
    stream = undecided(opener)
    junk = b"\0" + bytes([0xEE]) * 499
    decision = None
    for turn in range(300):
        decision = stream.feed(data(turn % 2, junk))
        if decision is not None:
            break
        kept = sum(len(each.data) for each in stream.kept if isinstance(each, Data))
        assert kept <= 11_000
        assert sum(stream.skipped) + kept == (turn + 1) * 500
    assert decision is Decision.OTHER


def test_named_ports_and_known_brokers_are_believed() -> None:
    junk = b"\0\0\0\x70 whatever"
    assert undecided(0, ports=(5_432,)).feed(data(0, junk)) is Decision.FIRST
    assert undecided(1, ports=(40_000,)).feed(data(0, junk)) is Decision.SECOND
    for options in ({"ports": (5_432,)}, {"brokers": (ENDS[1],)}):
        stream = undecided(None, **options)
        assert stream.feed(data(1, junk)) is None
        assert stream.guess() is Decision.FIRST
    assert undecided(0, brokers=(ENDS[1],)).guess() is None


def test_tls_is_known_by_its_records() -> None:
    assert is_tls(b"\x16\x03\x01\x02\x00\x01\x00")
    assert is_tls(b"\x17\x03\x03\x00\x50\xaa")
    assert not is_tls(b"\x16\x03\x01\x02\x00\x05\x00")
    assert not is_tls(b"\x16\x03\x01\xff\xff\x01\x00")
    assert not is_tls(b"\x16\x03")
    assert not is_tls(BEAT)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 4])
def test_small_numbers_in_the_middle_of_a_stream_are_not_taken_for_requests(size: int) -> None:
    """Binary protocols are full of them, and so are Kafka's headers."""
    random = Random(size)
    numbers = [each.to_bytes(size, "big", signed=True) for each in (0, 1, 2, 3, 5, 16, 100, -1)]
    junk = b"".join(random.choices(numbers, k=150_000 // size))
    stream = undecided(None)
    assert [stream.feed(data(0, junk[at : at + 1_448])) for at in range(0, len(junk), 1_448)] == [
        None
    ] * (len(junk) // 1_448 + 1)
