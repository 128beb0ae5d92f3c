"""What goes into topics is counted by topic and over all, and so is what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metrics.topics import BrokerTopicStats, SessionFetches, TopicCounts
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.builder import encode_batch
from kafkawire.records.message_set import Message, encode_messages
from tests.support.log.batches import make_batch
from tests.support.requests.harness import BrokerHarness, HarnessClient

V = 9


@pytest.fixture
def client() -> HarnessClient:
    harness = BrokerHarness({"auto.create.topics.enable": "false"})
    harness.create_topic("t", partitions=2)
    return harness.connect()


def produce(
    client: HarnessClient, records: bytes, topic: str = "t", *, version: int = V, **fields: Any
) -> int:
    """The error of one batch for partition 0."""
    data = ProduceRequest.PartitionProduceData(index=0, records=records)
    request = ProduceRequest(
        topic_data=[ProduceRequest.TopicProduceData(name=topic, partition_data=[data])],
        **{"acks": 1, "timeout_ms": 1000, **fields},
    )
    response = client.request(request, version)
    return int(response.responses[0].partition_responses[0].error_code)


def stats(client: HarnessClient) -> BrokerTopicStats:
    return client.harness.broker.replicas.topic_stats


def non_zero(counts: TopicCounts) -> dict[str, int]:
    return {name: value for name in TopicCounts.COUNTERS if (value := getattr(counts, name))}


def test_an_append_counts_its_bytes_and_records(client: HarnessClient) -> None:
    batch = make_batch(3)
    assert produce(client, batch) == 0
    expected = {"bytes_in": len(batch), "messages_in": 3, "produces": 1}
    assert non_zero(stats(client).of("t")) == expected
    assert non_zero(stats(client).all_topics()) == expected


def test_a_batch_that_is_sent_again_counts_again(client: HarnessClient) -> None:
    batch = make_batch(2, producer_id=7, producer_epoch=0, base_sequence=0)
    produce(client, batch)
    produce(client, batch)
    assert non_zero(stats(client).of("t")) == {
        "bytes_in": 2 * len(batch),
        "messages_in": 4,
        "produces": 2,
    }


def test_a_topic_that_nobody_has_counts_nothing(client: HarnessClient) -> None:
    assert produce(client, make_batch(), "gone") == 3
    assert stats(client).topics == {}


def test_invalid_acks_count_nothing(client: HarnessClient) -> None:
    assert produce(client, make_batch(), acks=3) == 21
    assert stats(client).topics == {}


@pytest.mark.parametrize(
    ("batch", "error", "counted"),
    [
        (make_batch(count=2, size=400), 10, {"bytes_rejected": len(make_batch(2, size=400))}),
        (make_batch()[:-1] + b"?", 2, {}),
        (make_batch(control=True), 87, {"failed_produces": 1}),
        (make_batch(timestamps=[10**17]), 32, {"failed_produces": 1}),
    ],
    ids=["too large", "checksum", "control", "timestamp"],
)
def test_refusals_are_counted_by_what_was_wrong(
    client: HarnessClient, batch: bytes, error: int, counted: dict[str, int]
) -> None:
    """produce A-61: what hides the log start is expected, all else a failure of the request."""
    client.harness.create_topic("u", configs={"max.message.bytes": "500"})
    assert produce(client, batch, "u") == error
    assert non_zero(stats(client).of("u")) == {"produces": 1, **counted}


def invalid(client: HarnessClient) -> dict[str, int]:
    found = stats(client)
    names = (
        "invalid_magic_number",
        "invalid_message_crc",
        "invalid_offset_or_sequence",
        "no_key_compacted_topic",
    )
    return {name: value for name in names if (value := getattr(found, name))}


def mixed_magics() -> bytes:
    messages = [Message(0, magic, 0, -1, b"k", b"v") for magic in (0, 1)]
    return b"".join(encode_messages([each], 0) for each in messages)


@pytest.mark.parametrize(
    ("records", "version", "meter"),
    [
        (make_batch()[:-1] + b"?", V, "invalid_message_crc"),
        (make_batch(control=True), V, "invalid_offset_or_sequence"),
        (make_batch(producer_id=7, base_sequence=-1), V, "invalid_offset_or_sequence"),
        (mixed_magics(), 2, "invalid_magic_number"),
        (
            encode_messages([Message(0, 1, 0, -1, b"k", b"v")], 0)[:-1] + b"?",
            2,
            "invalid_message_crc",
        ),
    ],
    ids=["checksum", "control", "sequence", "magics", "message checksum"],
)
def test_batches_that_contradict_themselves_are_counted(
    client: HarnessClient, records: bytes, version: int, meter: str
) -> None:
    assert produce(client, records, version=version)
    assert invalid(client) == {meter: 1}


def test_each_record_without_a_key_counts_on_a_compacted_topic(client: HarnessClient) -> None:
    client.harness.create_topic("c", configs={"cleanup.policy": "compact"})
    now_ms = client.harness.now_ms
    batch = encode_batch([(now_ms, key, b"v", []) for key in (None, b"k", None)])
    assert produce(client, bytes(batch), "c") == 87
    assert invalid(client) == {"no_key_compacted_topic": 2}


@pytest.mark.parametrize("version", [2, V])
def test_records_that_are_written_anew_count_as_converted(
    client: HarnessClient, version: int
) -> None:
    client.harness.create_topic("g", configs={"compression.type": "gzip"})
    produce(client, make_batch(3), "g")
    old = encode_messages([Message(0, 1, 0, client.harness.now_ms, b"k", b"v")], 0)
    if version == 2:
        assert produce(client, old, version=2) == 0
        assert stats(client).of("t").produce_conversions == 1
    assert stats(client).of("g").produce_conversions == 3


def test_what_a_coordinator_writes_counts_as_produced(client: HarnessClient) -> None:
    from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
    from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest

    client.request(FindCoordinatorRequest(key="g"), 2)
    Topic, Partition = (
        OffsetCommitRequest.OffsetCommitRequestTopic,
        OffsetCommitRequest.OffsetCommitRequestPartition,
    )
    request = OffsetCommitRequest(
        group_id="g",
        generation_id_or_member_epoch=-1,
        topics=[Topic(name="t", partitions=[Partition(committed_offset=1)])],
    )
    assert client.request(request, 8).topics[0].partitions[0].error_code == 0
    counts = stats(client).of("__consumer_offsets")
    assert (counts.produces, counts.messages_in) == (1, 1)
    assert counts.bytes_in > 60


def test_the_counts_of_a_deleted_topic_stay_in_those_of_all(client: HarnessClient) -> None:
    produce(client, make_batch())
    old = stats(client).of("t")
    client.request(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 5)
    assert stats(client).topics == {}
    client.harness.create_topic("t")
    produce(client, make_batch())
    assert stats(client).of("t") is not old
    assert stats(client).of("t").produces == 1
    assert stats(client).all_topics().produces == 2


@pytest.mark.slow
@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(["join", "leave"]), st.integers(0, 2)),
            st.tuples(st.sampled_from(["request", "settle"]), st.just(0)),
        )
    )
)
def test_settling_more_or_less_often_makes_no_difference(steps: list[tuple[str, int]]) -> None:
    fetches = SessionFetches()
    counts = [TopicCounts() for _ in range(3)]
    joined, expected = [0, 0, 0], [0, 0, 0]
    for step, topic in steps:
        if step == "request":
            fetches.requests += 1
            expected = [sum(pair) for pair in zip(expected, joined, strict=True)]
        elif step == "join":
            fetches.join(counts[topic])
            joined[topic] += 1
        elif step == "leave" and joined[topic]:
            fetches.leave(counts[topic])
            joined[topic] -= 1
        elif step == "settle":
            fetches.settle()
    fetches.end()
    assert [each.fetches for each in counts] == expected
    assert list(fetches) == []
