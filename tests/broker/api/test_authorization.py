"""Which rights the neighbours of Fetch ask for, and when."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.security.authorizer import Operation, ResourceType, Rule, RuleAuthorizer
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.list_offsets_request import ListOffsetsRequest
from kafkawire.protocol.messages.offset_for_leader_epoch_request import OffsetForLeaderEpochRequest
from tests.support.log.batches import make_batch
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.produce import Producer

TOPIC = ResourceType.TOPIC
UNKNOWN_ID = b"\x07" * 16
DENIED = 29


def guarded(*rules: Rule) -> Producer:
    """A broker with a topic `t` that the rules may allow, and `hidden`."""
    producer = Producer()
    producer.harness.create_topic("hidden")
    producer.harness.broker.authorizer = RuleAuthorizer(rules)
    return producer


def may(operation: Operation, name: str = "t") -> Rule:
    return Rule(TOPIC, name, operation)


# Produce

WRITE_T = may(Operation.WRITE)


def codes(producer: Producer, *sent: Any, **fields: Any) -> dict[Any, int]:
    return {key: answer.error_code for key, answer in producer.produce(*sent, **fields).items()}


@pytest.mark.parametrize("version", [0, 3, 9, 11])
def test_who_may_not_write_cannot_learn_what_exists(version: int) -> None:
    """produce A-21, F 29: existing, missing partition, missing topic."""
    producer = guarded(WRITE_T)
    batch = make_batch()
    sent = [("hidden", 0, batch), ("hidden", 9, batch), ("nope", 0, batch)]
    assert set(codes(producer, *sent, version=version).values()) == {DENIED}


@pytest.mark.parametrize("acks", [1, -1, 9])
def test_the_records_are_not_looked_at_before(acks: int) -> None:
    """produce A-10, A-11, A-21, F 29: bad records and bad acks are 29 as well."""
    producer = guarded(WRITE_T)
    bad_crc = make_batch()[:-1] + b"\xff"
    two = make_batch() + make_batch()
    for records in (bad_crc, b"", two, make_batch()):
        assert codes(producer, ("hidden", 0, records), acks=acks) == {("hidden", 0): DENIED}
    assert producer.partition(0, "hidden").log_end_offset == 0


def test_badly_framed_records_fail_the_whole_request_before() -> None:
    """produce A-10, A-19: framing comes before anybody is asked."""
    producer = guarded(WRITE_T)
    bad_magic = bytearray(make_batch())
    bad_magic[16] = 3
    sent = [("hidden", 0, bytes(bad_magic)), ("t", 0, make_batch())]
    assert set(codes(producer, *sent).values()) == {2}


def test_other_topics_of_the_request_are_written() -> None:
    """produce A-10, A-21."""
    producer = guarded(WRITE_T)
    found = codes(producer, ("hidden", 0, make_batch()), ("t", 0, make_batch()), ("t", 9, b""))
    assert found == {("hidden", 0): DENIED, ("t", 0): 0, ("t", 9): 3}
    assert producer.partition().log_end_offset == 1


def test_ids_resolve_before_anybody_is_asked() -> None:
    """produce A-20, A-21: 100 for what names nothing, 29 for what is denied."""
    producer = guarded()
    batch = make_batch()
    sent = [(UNKNOWN_ID, 0, batch), (bytes(16), 0, batch), (producer.topic_id, 0, batch)]
    found = codes(producer, *sent, version=13)
    assert found == {
        (UNKNOWN_ID, 0): 100,
        (bytes(16), 0): 100,
        (producer.topic_id, 0): DENIED,
    }


def test_a_denial_without_an_answer_ends_the_connection() -> None:
    """produce A-21, A-70."""
    producer = guarded()
    producer.send(("t", 0, make_batch()), acks=0)
    assert producer.client.closed


TRANSACTIONAL: dict[str, Any] = {
    "producer_id": 7,
    "producer_epoch": 0,
    "base_sequence": 0,
    "transactional": True,
}


def test_a_transactional_id_needs_the_right_to_write() -> None:
    """produce A-10, A-18: without it everything answers 53, before any topic is looked at."""
    producer = guarded(WRITE_T)
    batch = make_batch(**TRANSACTIONAL)
    sent = [("t", 0, batch), ("t", 1, make_batch()), ("hidden", 0, make_batch()), ("no", 0, b"")]
    found = codes(producer, *sent, transactional_id="tx")
    assert set(found.values()) == {53}
    assert producer.partition().log_end_offset == producer.partition(1).log_end_offset == 0
    authorizer = producer.harness.broker.authorizer
    assert isinstance(authorizer, RuleAuthorizer)
    authorizer.add(Rule(ResourceType.TRANSACTIONAL_ID, "tx", Operation.WRITE))
    found = codes(producer, *sent, transactional_id="tx")
    assert 53 not in found.values()
    assert found["hidden", 0] == DENIED
    assert found["t", 1] != DENIED


def test_a_transactional_id_of_plain_batches_is_nobodys_business() -> None:
    """produce A-17."""
    producer = guarded(WRITE_T)
    assert codes(producer, ("t", 0, make_batch()), transactional_id="tx") == {("t", 0): 0}


def test_nothing_else_is_needed_for_idempotence() -> None:
    """produce A-10: the right to write is enough (KIP-679)."""
    producer = guarded(WRITE_T)
    batch = make_batch(producer_id=7, producer_epoch=0, base_sequence=0)
    assert codes(producer, ("t", 0, batch)) == {("t", 0): 0}


# ListOffsets


def list_offsets(harness: BrokerHarness, *asked: Any, version: int = 6) -> list[Any]:
    make = ListOffsetsRequest.ListOffsetsPartition
    topics = [
        ListOffsetsRequest.ListOffsetsTopic(
            name=name, partitions=[make(partition_index=index, timestamp=at) for index, at in which]
        )
        for name, which in asked
    ]
    response = harness.connect().request(ListOffsetsRequest(topics=topics), version)
    return [
        (topic.name, each.partition_index, each.error_code, each.offset)
        for topic in response.topics
        for each in topic.partitions
    ]


@pytest.mark.parametrize("version", [1, 2, 4, 6, 11])
def test_offsets_need_the_right_to_describe(version: int) -> None:
    """produce D-2, D-7: 29 before anything else, existing or not, also where asked for twice."""
    producer = guarded(may(Operation.DESCRIBE))
    asked = [
        ("hidden", [(0, -1), (9, -1), (0, -1), (0, -77)]),
        ("t", [(0, -1), (9, -1), (1, -77)]),
        ("nope", [(0, -1)]),
    ]
    found = list_offsets(producer.harness, *asked, version=version)
    assert sorted(found) == sorted(
        [("hidden", index, DENIED, -1) for index in (0, 9, 0, 0)]
        + [("nope", 0, DENIED, -1)]
        + [("t", 0, 0, 0), ("t", 9, 3, -1), ("t", 1, 35, -1)]
    )


def test_a_denied_topic_does_not_hide_what_was_asked_twice() -> None:
    """produce D-2."""
    producer = guarded(may(Operation.DESCRIBE))
    found = list_offsets(producer.harness, ("t", [(0, -1), (0, -1)]), ("hidden", [(0, -1)]))
    assert found == [("t", 0, 42, -1), ("hidden", 0, DENIED, -1)]


def test_the_oldest_version_has_no_offsets_where_denied() -> None:
    """produce D-2, D-22."""
    producer = guarded()
    make = ListOffsetsRequest.ListOffsetsPartition
    partition = make(partition_index=0, timestamp=-1, max_num_offsets=5)
    topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[partition])
    response = producer.client.request(ListOffsetsRequest(topics=[topic]), 0)
    (answer,) = response.topics[0].partitions
    assert (answer.error_code, answer.old_style_offsets) == (DENIED, [])


def test_a_level_that_does_not_exist_fails_all_alike() -> None:
    """produce D-2, D-5: denied or not."""
    producer = guarded()
    make = ListOffsetsRequest.ListOffsetsPartition
    topic = ListOffsetsRequest.ListOffsetsTopic(
        name="t", partitions=[make(partition_index=0, timestamp=-1)]
    )
    request = ListOffsetsRequest(topics=[topic], isolation_level=2)
    (answer,) = producer.client.request(request, 6).topics[0].partitions
    assert answer.error_code == -1


# DeleteRecords


@pytest.mark.parametrize("version", [0, 1, 2])
def test_deleting_needs_the_right_to_delete(version: int) -> None:
    """produce D-40: 29 before anything else, existing or not, internal or not."""
    producer = guarded(may(Operation.DELETE), may(Operation.DELETE, "gone"))
    producer.harness.broker.controller.create_internal_topic("__consumer_offsets", 0)
    make = DeleteRecordsRequest.DeleteRecordsPartition
    topics = [
        DeleteRecordsRequest.DeleteRecordsTopic(
            name=name, partitions=[make(partition_index=index, offset=0) for index in which]
        )
        for name, which in (
            ("hidden", [0, 9]),
            ("t", [0, 9]),
            ("nope", [0]),
            ("gone", [0]),
            ("__consumer_offsets", [0]),
        )
    ]
    response = producer.client.request(DeleteRecordsRequest(topics=topics, timeout_ms=1), version)
    found = {
        (topic.name, each.partition_index): (each.error_code, each.low_watermark)
        for topic in response.topics
        for each in topic.partitions
    }
    assert found == {
        ("hidden", 0): (DENIED, -1),
        ("hidden", 9): (DENIED, -1),
        ("t", 0): (0, 0),
        ("t", 9): (3, -1),
        ("nope", 0): (DENIED, -1),
        ("gone", 0): (3, -1),
        ("__consumer_offsets", 0): (DENIED, -1),
    }


# OffsetForLeaderEpoch


def epoch_ends(harness: BrokerHarness, version: int, *asked: tuple[str, int]) -> list[Any]:
    make = OffsetForLeaderEpochRequest.OffsetForLeaderPartition
    topics = [
        OffsetForLeaderEpochRequest.OffsetForLeaderTopic(
            topic=name, partitions=[make(partition=index, leader_epoch=0)]
        )
        for name, index in asked
    ]
    request = OffsetForLeaderEpochRequest(topics=topics)
    response = harness.connect().request(request, version)
    return [
        (topic.topic, each.partition, each.error_code, each.end_offset)
        for topic in response.topics
        for each in topic.partitions
    ]


ASKED = [("hidden", 0), ("hidden", 9), ("t", 0), ("t", 9), ("nope", 0)]


@pytest.mark.parametrize("version", range(5))
def test_ends_of_epochs_need_the_right_to_describe(version: int) -> None:
    """produce D-60, D-61: 29 for each denied partition, existing or not."""
    producer = guarded(may(Operation.DESCRIBE))
    assert sorted(epoch_ends(producer.harness, version, *ASKED)) == [
        ("hidden", 0, DENIED, -1),
        ("hidden", 9, DENIED, -1),
        ("nope", 0, DENIED, -1),
        ("t", 0, 0, 0),
        ("t", 9, 3, -1),
    ]


@pytest.mark.parametrize("version", range(5))
def test_or_that_of_a_broker_for_all_of_them(version: int) -> None:
    """produce D-60: topics are not asked about then."""
    cluster = Rule(ResourceType.CLUSTER, "kafka-cluster", Operation.CLUSTER_ACTION)
    producer = guarded(cluster)
    codes_ = [code for _, _, code, _ in epoch_ends(producer.harness, version, *ASKED)]
    assert codes_ == [0, 3, 0, 3, 3]
