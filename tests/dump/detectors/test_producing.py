"""Habits of producers, found and not found."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.dump.detectors.producing import (
    AcksZero,
    MessageTooLarge,
    NoCompression,
    NotIdempotent,
    ProducerPerRecord,
    TinyBatches,
)
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.builder import encode_batch
from tests.support.dump.watched import Watched

TEXT = b'{"name": "somebody", "city": "somewhere"}' * 100


def produce(
    value: bytes = b"v", *, acks: int = -1, partitions: int = 1, **batch: Any
) -> ProduceRequest:
    records = bytes(encode_batch([(1, None, value, ())], **batch))
    data = [
        ProduceRequest.PartitionProduceData(index=at, records=records) for at in range(partitions)
    ]
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=data)
    return ProduceRequest(acks=acks, topic_data=[topic])


def answer(error_code: int = 0) -> ProduceResponse:
    part = ProduceResponse.PartitionProduceResponse(index=0, error_code=error_code)
    topic = ProduceResponse.TopicProduceResponse(name="orders", partition_responses=[part])
    return ProduceResponse(responses=[topic])


def send(watched: Watched, connection: Connection, times: int, **fields: Any) -> int:
    """How many findings `times` requests make; acks=0 has no answer."""
    request = produce(**fields)
    response = None if request.acks == 0 else answer()
    return sum(len(watched.say(connection, request, response, 9)) for _ in range(times))


def test_acks_0_is_found_at_its_threshold(watched: Watched) -> None:
    client = watched.by(AcksZero).connect()
    assert send(watched, client, 2, acks=0) == 0
    assert send(watched, client, 1, acks=0) == 1
    (finding,) = watched.findings
    assert finding.text == "billing at 192.0.2.7 sends to topic orders with acks=0"
    assert finding.severity == "warning"
    assert finding.connection is client
    assert finding.exchange is not None
    assert send(watched, client, 20, acks=0) == 0
    assert send(watched, watched.connect(), 20, acks=0) == 0, "the same client"
    watched.wait(60_000)
    assert send(watched, client, 3, acks=0) == 1


def test_acks_0_needs_requests_of_one_connection_and_time(watched: Watched) -> None:
    watched.by(AcksZero)
    assert sum(send(watched, watched.connect(), 2, acks=0) for _ in range(5)) == 0
    slow = watched.connect()
    for _ in range(9):
        assert send(watched, slow, 1, acks=0) == 0
        watched.wait(31_000)
    assert send(watched, slow, 20, acks=1) == 0


def test_a_request_without_its_answer_is_not_acks_0(watched: Watched) -> None:
    client = watched.by(AcksZero).connect()
    for _ in range(9):
        assert watched.tell(watched.done(client, produce(), None, 9)) == []


def test_a_producer_without_idempotence_is_found_once(watched: Watched) -> None:
    client = watched.by(NotIdempotent, count=5).connect()
    assert send(watched, client, 4) == 0
    assert send(watched, client, 1) == 1
    assert "without idempotence" in watched.findings[0].text
    watched.wait(120_000)
    assert send(watched, client, 50) == 0
    watched.wait(3_600_000)
    assert send(watched, client, 5) == 1


def test_idempotent_producers_and_those_with_acks_0_are_not(watched: Watched) -> None:
    watched.by(NotIdempotent, count=5)
    assert send(watched, watched.connect(), 20, producer_id=7) == 0
    assert send(watched, watched.connect(), 20, acks=0) == 0
    slow = watched.connect()
    for _ in range(9):
        assert send(watched, slow, 1) == 0
        watched.wait(100_000)


def test_uncompressed_text_is_found_when_it_is_much(watched: Watched) -> None:
    client = watched.by(NoCompression, bytes=9_000).connect()
    assert send(watched, client, 2, value=TEXT) == 0
    assert send(watched, client, 1, value=TEXT) == 1
    assert "uncompressed; a sample shrinks by 9" in watched.findings[0].text
    assert send(watched, client, 20, value=TEXT) == 0
    watched.wait(3_600_000)
    assert send(watched, client, 3, value=TEXT) == 1


def test_compressed_batches_and_noise_are_not(watched: Watched) -> None:
    watched.by(NoCompression, bytes=9_000)
    assert send(watched, watched.connect(), 50, value=TEXT * 5, compression=4) == 0
    assert send(watched, watched.connect(), 50, value=Random(1).randbytes(5_000)) == 0
    mixed = watched.connect()
    for _ in range(9):
        assert send(watched, mixed, 2, value=TEXT) == 0
        assert send(watched, mixed, 1, value=TEXT, compression=1) == 0


def test_tiny_batches_are_found_when_they_are_many_and_fast(watched: Watched) -> None:
    client = watched.by(TinyBatches, count=10).connect()
    assert send(watched, client, 9) == 0
    assert send(watched, client, 1) == 1
    assert "(the last, for topic orders, has 69)" in watched.findings[0].text
    assert send(watched, client, 50) == 0
    watched.wait(60_000)
    assert send(watched, client, 10) == 1


def test_large_few_or_slow_batches_are_not_tiny(watched: Watched) -> None:
    watched.by(TinyBatches, count=10)
    assert send(watched, watched.connect(), 50, value=bytes(1_000)) == 0
    assert send(watched, watched.connect(), 50, value=bytes(1_000), partitions=3) == 0
    mixed = watched.connect()
    for _ in range(9):
        assert send(watched, mixed, 8) == 0
        assert send(watched, mixed, 2, value=bytes(2_000)) == 0
    slow = watched.connect()
    for _ in range(30):
        assert send(watched, slow, 1) == 0
        watched.wait(2_000)


def short_life(watched: Watched, *, requests: int = 1, ms: int = 100, **known: Any) -> int:
    client = watched.connect(**known)
    send(watched, client, requests)
    watched.wait(ms)
    return len(watched.hang_up(client))


def test_a_producer_for_each_record_is_found(watched: Watched) -> None:
    watched.by(ProducerPerRecord)
    assert [short_life(watched) for _ in range(5)] == [0, 0, 0, 0, 1]
    assert "made 5 connections within 30 s that sent 1 produce request or so" in (
        watched.findings[0].text
    )
    assert sum(short_life(watched) for _ in range(20)) == 0
    watched.wait(60_000)
    assert sum(short_life(watched, requests=2) for _ in range(5)) == 1
    assert "sent 2 produce requests or so each" in watched.findings[1].text


def test_other_short_or_long_connections_are_not_producers_for_a_record(watched: Watched) -> None:
    watched.by(ProducerPerRecord)
    assert sum(short_life(watched, requests=3) for _ in range(9)) == 0
    assert sum(short_life(watched, requests=0) for _ in range(9)) == 0
    assert sum(short_life(watched, ms=6_000) for _ in range(9)) == 0
    assert sum(short_life(watched, is_whole=False) for _ in range(9)) == 0
    assert sum(short_life(watched, damaged_ns=1 << 62) for _ in range(9)) == 0
    assert sum(short_life(watched, host=f"192.0.2.{at}") for at in range(9)) == 0
    watched.wait(100_000)
    for _ in range(9):
        assert short_life(watched) == 0
        watched.wait(10_000)


def refuse(watched: Watched, connection: Connection, code: int) -> int:
    return len(watched.say(connection, produce(bytes(2_000)), answer(code), 9))


def test_too_large_messages_are_found_at_once(watched: Watched) -> None:
    client = watched.by(MessageTooLarge).connect()
    assert refuse(watched, client, 0) == 0
    assert refuse(watched, client, 10) == 1
    assert watched.findings[0].text == (
        "billing at 192.0.2.7: records for topic orders are refused as too large, in a request "
        "with 2,070 bytes"
    )
    assert watched.findings[0].severity == "error"
    assert refuse(watched, client, 18) == 0
    watched.wait(60_000)
    assert refuse(watched, client, 18) == 1


def test_other_refusals_are_not_for_size_and_the_threshold_can_be_set(watched: Watched) -> None:
    client = watched.by(MessageTooLarge, count=3).connect()
    assert [refuse(watched, client, code) for code in (2, 7, 87, 10, 10)] == [0] * 5
    watched.wait(61_000)
    assert [refuse(watched, client, 10) for _ in range(3)] == [0, 0, 1]


def test_what_was_counted_by_a_connection_goes_with_it(watched: Watched) -> None:
    client = watched.by(AcksZero).connect()
    detector: Any = watched.detector
    send(watched, client, 2, acks=0)
    assert list(detector.repeats._met) == [client.number]
    watched.tell(watched.close(client))
    assert not detector.repeats._met

    client = watched.by(TinyBatches, count=10).connect()
    detector = watched.detector
    send(watched, client, 2)
    assert list(detector._share._met) == [client.number]
    watched.tell(watched.close(client))
    assert not detector._share._met
