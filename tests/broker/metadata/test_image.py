"""The image is what its records add up to, live and on reload."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.broker.broker import Broker
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_changes import Alteration, Operation
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.records import decode_record, encode_record
from kafkawire.protocol.messages.abort_transaction_record import AbortTransactionRecord
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.clear_elr_record import ClearElrRecord
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.end_transaction_record import EndTransactionRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.no_op_record import NoOpRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.remove_topic_record import RemoveTopicRecord
from kafkawire.protocol.messages.unregister_broker_record import UnregisterBrokerRecord
from tests.support.broker.metadata import apply, broker, contents, image_of, topic, topic_id

NAMES = ("a", "b.c", "b_c", "d")
KEYS = ("retention.ms", "min.insync.replicas", "cleanup.policy")
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), st.sampled_from(NAMES), st.integers(1, 4)),
        st.tuples(st.just("grow"), st.sampled_from(NAMES), st.integers(1, 8)),
        st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just(0)),
        st.tuples(st.just("set"), st.sampled_from(NAMES), st.integers(0, 2)),
        st.tuples(st.just("unset"), st.sampled_from(NAMES), st.integers(0, 2)),
        st.tuples(st.just("ids"), st.just(""), st.just(0)),
    ),
    max_size=20,
)
VALUES = {"retention.ms": "5", "min.insync.replicas": "1", "cleanup.policy": "compact"}


def perform(broker: Broker, operation: str, name: str, number: int) -> None:
    controller = broker.controller
    if operation == "create":
        asked = CreateTopicsRequest.CreatableTopic(
            name=name, num_partitions=number, replication_factor=1
        )
        controller.create_topics([asked], validate_only=False, now_ms=1)
    elif operation == "grow":
        more = CreatePartitionsRequest.CreatePartitionsTopic(
            name=name, count=number, assignments=None
        )
        controller.create_partitions([more], validate_only=False, now_ms=1)
    elif operation == "delete":
        found = broker.metadata.topics.get(name)
        controller.delete_topics([] if found is None else [found.topic_id], 1)
    elif operation == "ids":
        controller.allocate_producer_ids(1)
    else:
        key = KEYS[number]
        change = Operation(key, 0 if operation == "set" else 1, VALUES[key])
        controller.alter_configs([Alteration(2, name, [change])], validate_only=False, now_ms=1)


@settings(max_examples=40, deadline=None)
@given(OPERATIONS)
def test_a_reloaded_image_equals_the_live_one(operations: list[tuple[str, str, int]]) -> None:
    """Replaying the metadata log gives the image that wrote it, and the same partitions."""
    live = Broker(BrokerConfig({}), random=Random(1), now_ms=1)
    live.start(1, "127.0.0.1", 9092)
    for operation in operations:
        perform(live, *operation)
    reloaded = MetadataImage(live.cluster_id)
    for offset, record, version in live.controller.log.read():
        reloaded.apply(record, version)
        reloaded.applied_offset = offset
    assert contents(reloaded) == contents(live.metadata)
    hosted = {
        (name, index) for name, image in live.metadata.topics.items() for index in image.partitions
    }
    assert set(live.replicas.partitions) == hosted


@given(st.lists(st.sampled_from(NAMES), unique=True))
def test_an_image_does_not_care_whether_records_went_over_the_wire(names: list[str]) -> None:
    records = [broker(1), *(record for name in names for record in topic(name, [1], [1]))]
    direct = image_of(*records)
    decoded = image_of(*(decode_record(encode_record(record))[0] for record in records))
    assert contents(direct) == contents(decoded)


def test_a_transaction_takes_effect_at_its_end() -> None:
    """admin F-32, replication A-68: records between Begin and End are withheld."""
    image = image_of(BeginTransactionRecord(name="x"), broker(1))
    assert image.brokers == {}
    apply(image, EndTransactionRecord())
    assert list(image.brokers) == [1]


def test_an_aborted_transaction_never_happened() -> None:
    """admin F-32, replication A-68."""
    image = image_of(BeginTransactionRecord(), broker(1), AbortTransactionRecord(reason="x"))
    assert image.brokers == {}
    apply(image, broker(2))
    assert list(image.brokers) == [2]


def test_removing_a_topic_takes_its_configurations_along() -> None:
    """admin B-37: no config records are written at deletion."""
    image = image_of(
        broker(1),
        *topic("a.b", [1]),
        ConfigRecord(resource_type=2, resource_name="a.b", name="retention.ms", value="1"),
    )
    assert image.collides_with("a_b") == "a.b"
    apply(image, RemoveTopicRecord(topic_id=topic_id("a.b")))
    assert (image.topics, image.topics_by_id, image.configs) == ({}, {}, {})
    assert image.collides_with("a_b") is None


def test_a_removed_configuration_leaves_nothing() -> None:
    """admin F-22: null removes; a resource without configurations is absent."""
    record = ConfigRecord(resource_type=4, resource_name="1", name="x", value="1")
    image = image_of(record)
    assert image.config(4, "1") == {"x": "1"}
    apply(image, ConfigRecord(resource_type=4, resource_name="1", name="x", value=None))
    assert image.configs == {}


def test_level_0_is_no_finalized_feature() -> None:
    """admin A-10, D-20."""
    image = image_of(FeatureLevelRecord(name="group.version", feature_level=1))
    assert image.features == {"group.version": 1}
    apply(image, FeatureLevelRecord(name="group.version", feature_level=0))
    assert image.features == {}


def test_eligible_leader_replicas_are_cleared_for_one_topic_or_for_all() -> None:
    """admin H 134, F-23, F-27."""
    leaving = [
        PartitionChangeRecord(
            partition_id=0, topic_id=topic_id(name), isr=[1], eligible_leader_replicas=[2]
        )
        for name in ("a", "b")
    ]
    image = image_of(broker(1), broker(2), *topic("a", [1, 2]), *topic("b", [1, 2]), *leaving)
    eligible = [image.topics[n].partitions[0].eligible_leader_replicas for n in ("a", "b")]
    assert eligible == [(2,), (2,)]
    apply(image, ClearElrRecord(topic_name="a"))
    eligible = [image.topics[n].partitions[0].eligible_leader_replicas for n in ("a", "b")]
    assert eligible == [(), (2,)]
    apply(image, ClearElrRecord(topic_name=""))
    assert image.topics["b"].partitions[0].eligible_leader_replicas == ()


def test_a_broker_that_is_unregistered_stays_in_replica_lists() -> None:
    """admin D-15."""
    image = image_of(broker(1), *topic("a", [1]), UnregisterBrokerRecord(broker_id=1))
    assert image.brokers == {}
    assert image.topics["a"].partitions[0].replicas == (1,)


def test_records_without_state_change_nothing() -> None:
    image = image_of(broker(1))
    before = contents(image)
    apply(image, NoOpRecord())
    assert contents(image) == before


def test_names_are_listed_anew_after_a_change() -> None:
    """admin A-52."""
    image = image_of(broker(1), *topic("a", [1]))
    assert image.names_as_listed() == ["a"]
    apply(image, *topic("b", [1]))
    assert sorted(image.names_as_listed()) == ["a", "b"]
