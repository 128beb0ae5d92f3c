"""The batches and records of exchanges, as outputs show them."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.dump.model import Exchange
from kafkawire.dump.records.show import (
    METADATA_TOPIC_ID,
    ShownHeader,
    message_with_records,
    records_of_exchange,
)
from kafkawire.dump.records.shown import NULL, Shown
from kafkawire.dump.records.views import Views, show_hex
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.uuids import uuid_text
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_control_batch, encode_end_transaction_marker
from kafkawire.records.message_set import encode_message_set
from tests.support.dump.dialogues import Dialogue

IDS = (b"\1" * 16, b"\2" * 16)
TRACE = b"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def produce(records: bytes, version: int = 12, *, topic: str = "orders", **known: Any) -> Exchange:
    partition = ProduceRequest.PartitionProduceData(index=3, records=records)
    topic_id = known.pop("topic_id", IDS[0])
    data = ProduceRequest.TopicProduceData(
        name=topic, topic_id=topic_id, partition_data=[partition]
    )
    request = ProduceRequest(acks=1, timeout_ms=1, topic_data=[data])
    made = Dialogue()
    return made.exchange(made.connect(), request, ProduceResponse(), version, **known)


def fetch(
    records: list[bytes], version: int = 17, *, topic: str = "orders", **known: Any
) -> Exchange:
    topics = [
        FetchResponse.FetchableTopicResponse(
            topic=topic,
            topic_id=IDS[at],
            partitions=[FetchResponse.PartitionData(partition_index=at, records=each)],
        )
        for at, each in enumerate(records)
    ]
    made = Dialogue()
    response = FetchResponse(responses=topics)
    return made.exchange(made.connect(), FetchRequest(), response, version, **known)


def shown(exchange: Exchange, *args: Any) -> list[tuple[str, int, list[Any]]]:
    return [
        (batch.topic, batch.partition, [each.value.value for each in batch.records()])
        for batch in records_of_exchange(exchange, *args)
    ]


@pytest.mark.parametrize("version", [3, 9, 12])
def test_what_is_produced(version: int) -> None:
    batches = encode_batch([(1, b"k", b"v", [("traceparent", TRACE)])], producer_id=5)
    (batch,) = records_of_exchange(produce(bytes(batches), version))
    assert (batch.topic, batch.partition) == ("orders", 3)
    assert batch.batch.producer == (5, -1, -1)
    assert "records" in batch.path
    (record,) = batch.records()
    assert (record.offset, record.timestamp, record.size) == (0, 1, 2)
    assert (record.key, record.value) == (Shown("string", "k"), Shown("string", "v"))
    assert record.control is None
    assert record.headers[0].name == "traceparent"
    assert record.headers[0].value.kind == "traceparent"
    assert record.trace is not None
    assert record.trace["spanId"] == "00f067aa0ba902b7"
    assert batch.problems == ()


@pytest.mark.parametrize("version", [4, 12])
def test_what_is_fetched_batch_by_batch(version: int) -> None:
    one = bytes(encode_batch([(1, None, b"a", ())]))
    two = bytes(encode_batch([(1, None, b"b", ())], base_offset=1, compression=1))
    found = shown(fetch([one + two[:-3], two], version))
    assert found == [("orders", 0, ["a"]), ("orders", 0, []), ("orders", 1, ["b"])]


def test_old_messages_in_an_old_fetch() -> None:
    old = encode_message_set([(1, None, b"a", ()), (1, None, b"b", ())], magic=1, compression=2)
    assert shown(fetch([old], 2)) == [("orders", 0, ["a", "b"])]


def test_names_of_ids_come_from_the_exchange_or_from_who_asks() -> None:
    batch = bytes(encode_batch([(1, None, b"a", ())]))
    named = fetch([batch, batch], topics=("first", "second"))
    assert [each[0] for each in shown(named)] == ["first", "second"]
    unsure = fetch([batch, batch], topics=("first",))
    assert [each[0] for each in shown(unsure)] == [uuid_text(each) for each in IDS]
    given = shown(unsure, Views(), {IDS[1]: "mine"})
    assert [each[0] for each in given] == [uuid_text(IDS[0]), "mine"]
    metadata = produce(batch, 13, topic_id=METADATA_TOPIC_ID, topics=())
    assert [each.topic for each in records_of_exchange(metadata)] == ["__cluster_metadata"]


def test_views_are_those_of_the_topic() -> None:
    batch = bytes(encode_batch([(1, b"k", b"v", [("h", b"\xff"), ("n", None)])]))
    views = Views(values={"orders": show_hex})
    (found,) = records_of_exchange(produce(batch), views)
    (record,) = found.records()
    assert record.value == Shown("hex", "76")
    assert record.headers == (ShownHeader("h", Shown("hex", "ff")), ShownHeader("n", NULL))
    assert record.trace is None


def test_control_records_have_names() -> None:
    marker = bytes(
        encode_end_transaction_marker(
            producer_id=1, producer_epoch=0, commit=False, coordinator_epoch=9, timestamp=1
        )
    )
    odd = bytes(encode_control_batch(99, b"abc", timestamp=1))  # type: ignore[arg-type]
    both = [
        each for batch in records_of_exchange(fetch([marker + odd])) for each in batch.records()
    ]
    assert [each.control for each in both] == ["ABORT", "control 99"]
    assert both[0].value == Shown("EndTxnMarker", {"coordinatorEpoch": 9}, "v0")
    assert both[1].value == Shown("string", "abc")


def test_records_of_internal_topics_are_read_by_their_declarations() -> None:
    key = b"\0\2" + b"\0\2my"
    batch = bytes(encode_batch([(1, key, None, ()), (1, b"\0\x63x", b"y", ()), (1, b"", None, ())]))
    (found,) = records_of_exchange(fetch([batch], 12, topic="__consumer_offsets"))
    known, unknown, empty = found.records()
    assert known.key == Shown("GroupMetadataKey", {"group": "my"}, "v0")
    assert known.value == NULL
    assert unknown.value == Shown("string", "y", "keys of type 99 are unknown")
    assert "too short" in empty.key.note


def test_what_is_wrong_is_said_once_it_is_known() -> None:
    data = bytearray(encode_batch([(1, None, bytes(40), ())], compression=1))
    data[75] ^= 0xFF
    (batch,) = records_of_exchange(produce(bytes(data)))
    assert len(batch.problems) == 1
    assert "checksum" in batch.problems[0]
    list(batch.records())
    assert len(batch.problems) == 2


def test_other_exchanges_have_none() -> None:
    made = Dialogue()
    beat = made.exchange(made.connect(), HeartbeatRequest(), HeartbeatResponse())
    assert message_with_records(beat) is None
    assert shown(beat) == []
    hung = made.exchange(made.connect(), FetchRequest())
    assert shown(hung) == []
    lost = fetch([bytes(encode_batch([(1, None, b"a", ())]))], 12)
    lost.request = None
    assert shown(lost) == [("orders", 0, ["a"])]
