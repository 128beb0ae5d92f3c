"""What CreateTopics decides, on images that requests cannot bring about."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.config_entries import ConfigEntries
from kafkawire.broker.metadata.creation import Result, TopicCreator, config_records
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.support.broker.metadata import broker, image_of

Topic = CreateTopicsRequest.CreatableTopic
Assignment = CreateTopicsRequest.CreatableReplicaAssignment


def creator(image: MetadataImage, overrides: dict[str, str] | None = None) -> TopicCreator:
    config = BrokerConfig(overrides or {})
    return TopicCreator(image, config, ConfigEntries(image, config), Random(1))


def assigned(*replica_lists: list[int]) -> Topic:
    return Topic(
        name="t",
        num_partitions=-1,
        replication_factor=-1,
        assignments=[
            Assignment(partition_index=index, broker_ids=replicas)
            for index, replicas in enumerate(replica_lists)
        ],
    )


def created(image: MetadataImage, topic: Topic) -> Result:
    _, (result,) = creator(image).create([topic])
    return result


def test_assignments_name_the_fenced() -> None:
    """admin B-13 (18): checked for each partition before the next one is looked at."""
    image = image_of(broker(1), broker(2, fenced=True))
    result = created(image, assigned([1], [2], [9]))
    assert (result.error_code, result.error_message) == (
        39,
        "All brokers specified in the manual partition assignment for partition 1 are fenced or "
        "in controlled shutdown.",
    )


def test_an_assignment_is_kept_in_its_order() -> None:
    """admin B-16: the leader is the first active replica."""
    image = image_of(broker(1), broker(2), broker(3, fenced=True))
    records, (result,) = creator(image).create([assigned([3, 2, 1], [1, 2, 3])])
    assert (result.num_partitions, result.replication_factor) == (2, 3)
    first: Any
    second: Any
    first, second = records[1:]
    assert (first.replicas, first.isr, first.leader) == ([3, 2, 1], [2, 1], 2)
    assert (second.replicas, second.isr, second.leader) == ([1, 2, 3], [1, 2], 1)


def test_defaults_are_the_controllers() -> None:
    """admin B-14."""
    image = image_of(broker(1), broker(2))
    chosen = creator(image, {"num.partitions": "3", "default.replication.factor": "2"})
    _, (result,) = chosen.create([Topic(name="t", num_partitions=-1, replication_factor=-1)])
    assert (result.num_partitions, result.replication_factor) == (3, 2)


@pytest.mark.slow
def test_the_total_counts_defaults_and_assignments() -> None:
    """admin B-8: zero and negative counts count nothing."""
    image = image_of(broker(1))
    many = creator(image, {"num.partitions": "6000"})
    default = Topic(name="a", num_partitions=-1, replication_factor=1)
    with pytest.raises(ApiError) as caught:
        many.create([default, default])
    assert caught.value.message == "Excessively large number of partitions per request."
    nothing = Topic(name="b", num_partitions=-9, replication_factor=1)
    four = Topic(name="c", num_partitions=3998, replication_factor=1)
    _, results = many.create([default, nothing, four])
    assert [result.error_code for result in results] == [0, 37, 0]


def test_configurations_are_written_in_hash_order() -> None:
    """admin F-20."""
    configs = {"retention.ms": "1", "flush.ms": "2", "segment.ms": "3"}
    records: list[Any] = config_records("t", configs)
    assert [record.name for record in records] == java_hash_order(configs)
    assert {record.resource_type for record in records} == {2}


def test_two_new_names_may_collide() -> None:
    """admin B-10: the image is looked at, not the request."""
    topics = [Topic(name=n, num_partitions=1, replication_factor=1) for n in ("d.1", "d_1")]
    _, results = creator(image_of(broker(1))).create(topics)
    assert [result.error_code for result in results] == [0, 0]


def test_a_topic_that_is_refused_for_its_charge_is_not_made() -> None:
    """admin B-15: the topics before it and behind it are."""

    def charge(partitions: int) -> None:
        if partitions > 1:
            raise ApiError(ErrorCode.THROTTLING_QUOTA_EXCEEDED)

    counts = {"a": 1, "b": 2, "c": 1}
    topics = [Topic(name=n, num_partitions=c, replication_factor=1) for n, c in counts.items()]
    records, results = creator(image_of(broker(1))).create(topics, charge)
    assert [result.error_code for result in results] == [0, 89, 0]
    assert [each.name for each in records if isinstance(each, TopicRecord)] == ["a", "c"]


def test_more_records_than_one_operation_may_have_are_refused_at_once() -> None:
    """admin B-5: a topic of 10,000 partitions has one record more."""
    topic = Topic(name="a", num_partitions=10_000, replication_factor=1)
    with pytest.raises(ApiError) as caught:
        creator(image_of(broker(1))).create([topic])
    assert caught.value.message == "Unable to perform excessively large batch operation."


def test_topics_that_were_created_meanwhile_are_dropped() -> None:
    topics = [Topic(name=n, num_partitions=2, replication_factor=1) for n in ("a", "b", "c")]
    image = image_of(broker(1))
    made = creator(image)
    records, results = made.create(topics)
    other, _ = creator(image).create([topics[1]])
    for record in other:
        image.apply(record, 0)
    made.drop_impossible(records, results)
    assert [result.error_code for result in results] == [0, 36, 0]
    kept = {record.name for record in records if isinstance(record, TopicRecord)}
    assert kept == {"a", "c"}
    assert len(records) == 6
