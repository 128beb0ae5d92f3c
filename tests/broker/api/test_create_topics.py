"""CreateTopics through bytes: the order of checks, the texts and the order of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from tests.support.requests.harness import BrokerHarness

Topic = CreateTopicsRequest.CreatableTopic
Config = CreateTopicsRequest.CreatableTopicConfig
Assignment = CreateTopicsRequest.CreatableReplicaAssignment
NO_ID = bytes(16)


def topic(
    name: str,
    partitions: int = 1,
    factor: int = 1,
    *,
    configs: Sequence[tuple[str, str | None]] = (),
    assignments: Sequence[tuple[int, list[int]]] = (),
) -> Topic:
    return Topic(
        name=name,
        num_partitions=partitions,
        replication_factor=factor,
        configs=[Config(name=key, value=value) for key, value in configs],
        assignments=[
            Assignment(partition_index=index, broker_ids=ids) for index, ids in assignments
        ],
    )


def create(
    harness: BrokerHarness, *topics: Topic, version: int = 7, **fields: Any
) -> list[tuple[str, int, str | None]]:
    request = CreateTopicsRequest(topics=list(topics), **{"timeout_ms": 1000, **fields})
    response = harness.connect().request(request, version)
    return [(each.name, each.error_code, each.error_message) for each in response.topics]


def refusal(element: Topic, overrides: Mapping[str, str] | None = None) -> tuple[int, str | None]:
    ((_, code, message),) = create(BrokerHarness(overrides), element)
    return code, message


@pytest.mark.parametrize("version", range(8))
def test_every_version_creates(version: int) -> None:
    """admin B-14, H 34, B-4: -1 stands for the default at every version; it is there at once."""
    harness = BrokerHarness({"num.partitions": "3"})
    client = harness.connect()
    request = CreateTopicsRequest(topics=[topic("a", -1, -1)], timeout_ms=1000)
    (result,) = client.request(request, version).topics
    assert (result.name, result.error_code) == ("a", 0)
    assert len(harness.broker.metadata.topics["a"].partitions) == 3
    if version >= 5:
        assert (result.num_partitions, result.replication_factor) == (3, 1)
        assert len(result.configs) == 37
    if version == 7:
        assert result.topic_id == harness.broker.metadata.topics["a"].topic_id


@pytest.mark.parametrize("timeout_ms", [0, -1])
def test_no_time_means_nothing_is_done(timeout_ms: int) -> None:
    """admin B-2, H 44: 7 in every element, message null."""
    harness = BrokerHarness()
    found = create(harness, topic("a"), topic("b"), topic("b"), timeout_ms=timeout_ms)
    assert found == [("a", 7, None), ("b", 7, None), ("b", 7, None)]
    assert harness.broker.metadata.topics == {}
    # Where nothing is left for the controller nobody asks how late it is.
    found = create(harness, topic("b"), topic("b"), timeout_ms=timeout_ms)
    assert found == [("b", 42, "Duplicate topic name.")]
    found = create(harness, topic("__cluster_metadata"), timeout_ms=timeout_ms)
    assert [each[:2] for each in found] == [("__cluster_metadata", 42)]


def test_duplicates_are_told_once_and_last() -> None:
    """admin B-7, B-18, H 35: [z1, y1(bad), x1, x1, a1] answers z1, y1, a1, x1."""
    harness = BrokerHarness()
    found = create(harness, topic("z1"), topic("y1", 0), topic("x1"), topic("x1"), topic("a1"))
    assert [name for name, _, _ in found] == ["z1", "y1", "a1", "x1"]
    assert found[3] == ("x1", 42, "Duplicate topic name.")
    assert set(harness.broker.metadata.topics) == {"z1", "a1"}
    again = create(harness, topic("z1"), topic("z1"))
    assert again == [("z1", 42, "Duplicate topic name.")]


def test_duplicates_are_in_hash_order() -> None:
    """admin B-18: seen on a running 4.4.0."""
    names = [name for letter in "debc" for name in (letter, letter)]
    found = create(BrokerHarness(), topic("k"), *(topic(name) for name in names))
    assert [name for name, _, _ in found] == ["k", "b", "c", "d", "e"]


def test_the_metadata_log_is_no_topic() -> None:
    """admin B-7, B-18, H 42: forbidden names come last."""
    harness = BrokerHarness()
    found = create(harness, topic("__cluster_metadata"), topic("b"), topic("b"), topic("a"))
    assert found == [
        ("a", 0, None),
        ("b", 42, "Duplicate topic name."),
        (
            "__cluster_metadata",
            42,
            "Creation of internal topic __cluster_metadata is prohibited.",
        ),
    ]


def test_internal_topics_may_be_made_by_hand() -> None:
    """admin B-23, H 42."""
    assert refusal(topic("__transaction_state")) == (0, None)


def test_names_are_judged_before_everything_else() -> None:
    """admin B-9, H 41."""
    assert refusal(topic("", 0, 0)) == (
        17,
        "Topic name is invalid: the empty string is not allowed",
    )
    assert refusal(topic("x" * 249)) == (0, None)
    assert refusal(topic("x" * 250))[0] == 17


def test_names_that_are_too_much_alike() -> None:
    """admin B-10, B-11, H 40."""
    harness = BrokerHarness()
    assert create(harness, topic("c.1")) == [("c.1", 0, None)]
    assert create(harness, topic("c_1"), topic("c.1"), topic("c-1")) == [
        ("c_1", 17, "Topic 'c_1' collides with existing topic: c.1"),
        ("c.1", 36, "Topic 'c.1' already exists."),
        ("c-1", 0, None),
    ]
    assert create(harness, topic("d.1"), topic("d_1")) == [("d.1", 0, None), ("d_1", 0, None)]


def test_existing_wins_over_bad_configurations_and_these_over_the_rest() -> None:
    """admin B-11, B-12, H 37."""
    harness = BrokerHarness()
    harness.create_topic("b1")
    bad = [("foo", "1")]
    assert create(harness, topic("b1", 0, 0, configs=bad)) == [
        ("b1", 36, "Topic 'b1' already exists.")
    ]
    assert create(harness, topic("b1"), validate_only=True)[0][1] == 36
    assert create(harness, topic("b2", 0, 2, configs=bad)) == [
        ("b2", 40, "Unknown topic config name: foo")
    ]


def test_null_values_are_named_in_request_order() -> None:
    """admin B-12, H 50."""
    configs = [("retention.ms", None), ("flush.ms", "1"), ("cleanup.policy", None)]
    assert refusal(topic("a", configs=configs)) == (
        40,
        "Null value not supported for topic configs: retention.ms,cleanup.policy",
    )


def test_the_last_of_two_values_wins() -> None:
    """admin B-12, H 49."""
    harness = BrokerHarness()
    create(harness, topic("a", configs=[("retention.ms", "1"), ("retention.ms", "2")]))
    assert harness.broker.metadata.config(2, "a") == {"retention.ms": "2"}


def test_the_factor_is_judged_before_the_count() -> None:
    """admin B-14, H 36."""
    assert refusal(topic("a", 0, 0)) == (
        38,
        "Replication factor must be larger than 0, or -1 to use the default value.",
    )
    assert refusal(topic("a", 0, 1)) == (
        37,
        "Number of partitions was set to an invalid non-positive value.",
    )
    assert refusal(topic("a", -2, 1))[0] == 37
    assert refusal(topic("a", 1, 2)) == (
        38,
        "Unable to replicate the partition 2 time(s): The target replication factor of 2 cannot "
        "be reached because only 1 broker(s) are registered or some brokers have all their log "
        "directories cordoned.",
    )


@pytest.mark.parametrize(
    ("element", "code", "message"),
    [
        (
            topic("a", 1, 1, assignments=[(0, [1])]),
            42,
            "A manual partition assignment was specified, but replication factor was not set to "
            "-1.",
        ),
        (
            topic("a", 1, -1, assignments=[(0, [1])]),
            42,
            "A manual partition assignment was specified, but numPartitions was not set to -1.",
        ),
        (
            topic("a", -1, -1, assignments=[(0, [1]), (0, [9])]),
            39,
            "Found multiple manual partition assignments for partition 0",
        ),
        (
            topic("a", -1, -1, assignments=[(0, [])]),
            39,
            "The manual partition assignment includes an empty replica list.",
        ),
        (
            topic("a", -1, -1, assignments=[(0, [9, 1])]),
            39,
            "The manual partition assignment includes broker 9, but no such broker is registered.",
        ),
        (
            topic("a", -1, -1, assignments=[(0, [1, 1])]),
            39,
            "The manual partition assignment includes the broker 1 more than once.",
        ),
        (
            topic("a", -1, -1, assignments=[(0, [1]), (2, [1])]),
            39,
            "partitions should be a consecutive 0-based integer sequence",
        ),
        (
            topic("a", -1, -1, assignments=[(1, [1])]),
            39,
            "partitions should be a consecutive 0-based integer sequence",
        ),
    ],
)
def test_bad_assignments(element: Topic, code: int, message: str) -> None:
    """admin B-13, H 38, H 39."""
    assert refusal(element) == (code, message)


def test_an_assignment_makes_its_partitions() -> None:
    """admin B-13, B-16: whatever their order."""
    harness = BrokerHarness()
    create(harness, topic("a", -1, -1, assignments=[(1, [1]), (0, [1])]))
    assert sorted(harness.broker.metadata.topics["a"].partitions) == [0, 1]


def test_too_many_partitions_spoil_the_request() -> None:
    """admin B-5, B-8, H 45, H 46: two bounds with two texts."""
    excessive = "Excessively large number of partitions per request."
    harness = BrokerHarness()
    assert create(harness, topic("a"), topic("b", 10_000)) == [
        ("a", 44, excessive),
        ("b", 44, excessive),
    ]
    assert refusal(topic("a", 10_000)) == (
        44,
        "Unable to perform excessively large batch operation.",
    )
    assert harness.broker.metadata.topics == {}


@pytest.mark.slow
def test_ten_thousand_records_are_as_many_as_fit() -> None:
    """admin B-5, H 45: the topic's own record is one of them."""
    harness = BrokerHarness()
    assert create(harness, topic("a", 9_999)) == [("a", 0, None)]
    assert len(harness.broker.replicas.partitions) == 9_999


def test_validation_gives_an_id_that_will_never_be() -> None:
    """admin B-17, H 43."""
    harness = BrokerHarness()
    request = CreateTopicsRequest(topics=[topic("a", 2)], timeout_ms=1000, validate_only=True)
    client = harness.connect()
    first, second = (client.request(request, 7).topics[0] for _ in range(2))
    assert first.error_code == second.error_code == 0
    assert first.num_partitions == 2
    assert first.topic_id not in (NO_ID, second.topic_id)
    assert harness.broker.metadata.topics == {}


def test_failures_leave_the_rest_of_the_answer_empty() -> None:
    """admin B-19, H 48: -1, -1 and an empty array, the zero id; before version 5 nothing of it."""
    harness = BrokerHarness()
    request = CreateTopicsRequest(topics=[topic("a", 0)], timeout_ms=1000)
    for version in (2, 4):
        (result,) = harness.connect().request(request, version).topics
        assert (result.error_code, result.num_partitions, result.configs) == (37, -1, [])
    (result,) = harness.connect().request(request, 7).topics
    assert (result.num_partitions, result.replication_factor, result.configs) == (-1, -1, [])
    assert result.topic_id == NO_ID


def test_the_configurations_of_a_new_topic() -> None:
    """admin B-20, B-21, H 47: sorted by name; min.insync.replicas is the cluster's default."""
    harness = BrokerHarness()
    request = CreateTopicsRequest(
        topics=[topic("a", configs=[("retention.ms", "5")])], timeout_ms=1000
    )
    (result,) = harness.connect().request(request, 7).topics
    names = [config.name for config in result.configs]
    assert names == sorted(names)
    assert len(names) == 37
    sources = {config.name: config.config_source for config in result.configs}
    assert sources.pop("min.insync.replicas") == 3
    assert sources.pop("retention.ms") == 1
    assert set(sources.values()) == {5}
    assert result.error_message is None


def test_nothing_asked_nothing_answered() -> None:
    """admin B-21."""
    assert create(BrokerHarness()) == []
