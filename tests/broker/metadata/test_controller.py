"""What the controller writes to the metadata log, operation by operation."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_changes import Alteration, Operation
from kafkawire.broker.metadata.requests import check_size
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.no_op_record import NoOpRecord

Topic = CreateTopicsRequest.CreatableTopic
Config = CreateTopicsRequest.CreatableTopicConfig


def started(overrides: dict[str, str] | None = None) -> Broker:
    broker = Broker(BrokerConfig(overrides or {}), random=Random(7), now_ms=1)
    broker.start(1, "127.0.0.1", 9092)
    return broker


def written(broker: Broker, start: int = 0) -> list[Any]:
    """The records from offset `start` on."""
    return [record for offset, record, _ in broker.controller.log.read() if offset >= start]


def names(records: list[Message]) -> list[str]:
    return [type(record).__name__.removesuffix("Record") for record in records]


def create(broker: Broker, *topics: Topic) -> list[Any]:
    start = broker.controller.log.end_offset
    broker.controller.create_topics(topics, validate_only=False, now_ms=2)
    return written(broker, start)


def test_a_fresh_log_begins_as_kafkas() -> None:
    """admin H 130, F-4: leader change at 0, the bootstrap transaction at 1 to 9."""
    broker = started()
    batches = [header for header, _ in broker.controller.log.log.iter_batches()]
    assert batches[0].is_control
    assert [(header.base_offset, header.last_offset) for header in batches[:2]] == [(0, 0), (1, 9)]
    bootstrap: list[Any] = [
        record for offset, record, _ in broker.controller.log.read() if offset <= 9
    ]
    assert names(bootstrap) == [
        "BeginTransaction",
        *["FeatureLevel"] * 6,
        "Config",
        "EndTransaction",
    ]
    levels = [(record.name, record.feature_level) for record in bootstrap[1:7]]
    assert levels == [
        ("metadata.version", 33),
        ("eligible.leader.replicas.version", 1),
        ("group.version", 1),
        ("share.version", 2),
        ("streams.version", 1),
        ("transaction.version", 2),
    ]
    assert all(header.partition_leader_epoch == 1 for header in batches)


def test_the_node_registers_as_controller_and_broker() -> None:
    """admin H 130, F-5, F-6: in the order of a stock node, whose log has no-ops in between."""
    broker = started()
    records: list[tuple[int, Any]] = [
        (offset, record) for offset, record, _ in broker.controller.log.read() if offset > 9
    ]
    assert names([record for _, record in records]) == [
        "RegisterController",
        "RegisterBroker",
        "BrokerRegistrationChange",
        "BrokerRegistrationChange",
    ]
    offset, registration = records[1]
    assert registration.broker_epoch == offset
    assert registration.fenced
    assert registration.log_dirs == [broker.replicas.log_dir_id]
    assert records[2][1].cordoned_log_dirs == []
    assert records[3][1].fenced == -1
    assert broker.metadata.brokers[1].active
    assert broker.metadata.applied_offset == records[-1][0]


def test_a_static_min_insync_replicas_becomes_the_clusters() -> None:
    """admin F-4."""
    broker = started({"min.insync.replicas": "2"})
    assert broker.metadata.config(4, "") == {"min.insync.replicas": "2"}


def test_a_log_that_exists_is_taken_up_in_a_new_epoch() -> None:
    """admin F-9, F-26: no bootstrap records again; a broker that was killed is fenced first."""
    broker = started()
    create(broker, Topic(name="a", num_partitions=1, replication_factor=1))
    again = Broker(BrokerConfig({}), random=Random(8), now_ms=3, cluster_id=broker.cluster_id)
    again.controller.log = broker.controller.log
    end = broker.controller.log.end_offset
    again.start(3, "127.0.0.1", 9092)
    assert again.controller.log.epoch == 2
    assert names(written(again, end)) == [
        "RegisterController",
        "PartitionChange",
        "BrokerRegistrationChange",
        "PartitionChange",
        "RegisterBroker",
        "BrokerRegistrationChange",
        "BrokerRegistrationChange",
        "PartitionChange",
    ]
    assert ("a", 0) in again.replicas.partitions
    assert again.config.text("min.insync.replicas") == "1"


def test_a_topics_records_are_one_batch() -> None:
    """admin H 131, B-3, F-20: topic, configurations in hash order, ClearElr, partitions."""
    broker = started()
    start = broker.controller.log.end_offset
    configs = [
        Config(name="retention.ms", value="5"),
        Config(name="min.insync.replicas", value="1"),
    ]
    records = create(
        broker,
        Topic(name="a", num_partitions=2, replication_factor=1, configs=configs),
        Topic(name="b", num_partitions=1, replication_factor=1),
    )
    assert names(records) == [
        "Topic",
        "Config",
        "Config",
        "ClearElr",
        "Partition",
        "Partition",
        "Topic",
        "Partition",
    ]
    assert [record.partition_id for record in records[4:6]] == [0, 1]
    headers = [header for header, _ in broker.controller.log.log.iter_batches(start)]
    assert len(headers) == 1


def test_a_partition_begins_at_epoch_0() -> None:
    """admin B-16, F-20: leader and ISR are the replicas, the directory is known."""
    broker = started()
    (_, partition) = create(broker, Topic(name="a", num_partitions=1, replication_factor=1))
    assert list(partition.replicas) == list(partition.isr) == [1]
    assert (partition.leader, partition.leader_epoch, partition.partition_epoch) == (1, 0, 0)
    assert partition.directories == [broker.replicas.log_dir_id]
    hosted = broker.replicas.partitions[TopicPartition("a", 0)]
    assert (hosted.leader_epoch, hosted.is_leader) == (0, True)


def test_deletion_and_growth_write_one_kind_of_record() -> None:
    """admin F-21."""
    broker = started()
    create(broker, Topic(name="a", num_partitions=1, replication_factor=1))
    start = broker.controller.log.end_offset
    more = CreatePartitionsRequest.CreatePartitionsTopic(name="a", count=3, assignments=None)
    broker.controller.create_partitions([more], validate_only=False, now_ms=2)
    broker.controller.delete_topics([broker.metadata.topics["a"].topic_id], 3)
    assert names(written(broker, start)) == ["Partition", "Partition", "RemoveTopic"]
    assert broker.replicas.partitions == {}


def test_validation_writes_nothing() -> None:
    """admin B-17, B-27, C-29."""
    broker = started()
    end = broker.controller.log.end_offset
    topic = Topic(name="a", num_partitions=1, replication_factor=1)
    broker.controller.create_topics([topic], validate_only=True, now_ms=2)
    change = Alteration(4, "", [Operation("message.max.bytes", 0, "5")])
    broker.controller.alter_configs([change], validate_only=True, now_ms=2)
    assert broker.controller.log.end_offset == end
    assert broker.metadata.topics == {}


def test_an_operation_has_ten_thousand_records_at_most() -> None:
    """admin B-5."""
    check_size([NoOpRecord()] * 10_000)
    with pytest.raises(ApiError) as caught:
        check_size([NoOpRecord()] * 10_001)
    assert caught.value.code == ErrorCode.POLICY_VIOLATION
    assert caught.value.message == "Unable to perform excessively large batch operation."


def test_producer_ids_come_in_blocks_of_a_thousand() -> None:
    """produce C-24, admin F-29: the first block writes 1000."""
    broker = started()
    start = broker.controller.log.end_offset
    assert broker.controller.allocate_producer_ids(2) == range(1000)
    assert broker.controller.allocate_producer_ids(2) == range(1000, 2000)
    records = written(broker, start)
    assert [record.next_producer_id for record in records] == [1000, 2000]
    assert records[0].broker_epoch == broker.metadata.brokers[1].epoch


def test_internal_topics_are_created_once() -> None:
    """groups A-39."""
    broker = started()
    result = broker.controller.create_internal_topic("__consumer_offsets", 2)
    assert result is not None
    assert (result.error_code, result.num_partitions) == (0, 50)
    assert broker.controller.create_internal_topic("__consumer_offsets", 2) is None
    assert broker.controller.topic_config("__consumer_offsets")["cleanup.policy"] == "compact"


def test_auto_creation_takes_the_defaults_and_skips_what_is_illegal() -> None:
    """admin A-25."""
    broker = started({"num.partitions": "3"})
    assert broker.controller.create_internal_topic("a b", 2) is None
    broker.controller.create_internal_topic("a", 2)
    assert broker.controller.create_internal_topic("a", 2) is None
    broker.controller.create_internal_topic("__transaction_state", 2)
    assert len(broker.metadata.topics["a"].partitions) == 3
    assert len(broker.metadata.topics["__transaction_state"].partitions) == 50


def test_auto_created_topics_are_one_operation() -> None:
    """admin A-24: one CreateTopics for all that a client named."""
    broker = started()
    start = broker.controller.log.end_offset
    results = broker.controller.auto_create_topics(
        ["a", "b c", "__consumer_offsets", "__cluster_metadata", "a2"], 2
    )
    assert [result.name for result in results] == ["a", "__consumer_offsets", "a2"]
    assert len(list(broker.controller.log.log.iter_batches(start))) == 1


def test_a_failed_auto_creation_harms_nobody() -> None:
    """admin A-25: nobody waits for it."""
    broker = started({"num.partitions": "20000", "offsets.topic.replication.factor": "2"})
    (result,) = broker.controller.auto_create_topics(["a"], 2)
    assert result.error_code == 44
    internal = broker.controller.create_internal_topic("__consumer_offsets", 2)
    assert internal is not None
    assert internal.error_code == 38
    assert broker.metadata.topics == {}


def test_two_controllers_with_one_seed_do_the_same() -> None:
    first, second = started(), started()
    topic = Topic(name="a", num_partitions=3, replication_factor=1)
    assert create(first, topic) == create(second, topic)
