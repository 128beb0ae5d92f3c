"""Metadata through bytes: what is asked for, in which order it comes back, what is created."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker import dispatch
from kafkawire.broker.api.metadata import handle
from kafkawire.broker.context import ConnectionContext, RequestContext
from kafkawire.java_order import immutable_set_order, java_hash_order, mutable_set_order
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import decode_response, encode_request
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import broker, topic, topic_id
from tests.support.requests.harness import BrokerHarness, HarnessClient

Asked = MetadataRequest.MetadataRequestTopic
VERSIONS = range(14)
NO_ID = bytes(16)


def ask(
    client: HarnessClient, *topics: str | bytes | Asked, version: int = 13, **fields: Any
) -> Any:
    asked = []
    for each in topics:
        if isinstance(each, str):
            asked.append(Asked(name=each))
        elif isinstance(each, bytes):
            asked.append(Asked(topic_id=each, name=None))
        else:
            asked.append(each)
    return client.request(MetadataRequest(topics=asked, **fields), version)


def told(response: Any) -> list[tuple[str | None, int]]:
    return [(each.name, each.error_code) for each in response.topics]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_describes_a_topic(version: int) -> None:
    """admin A-30, A-34, A-35."""
    harness = BrokerHarness()
    uuid = harness.create_topic("a", 3)
    response = ask(harness.connect(), "a", version=version)
    (found,) = response.topics
    assert (found.name, found.error_code) == ("a", 0)
    assert [each.partition_index for each in found.partitions] == [0, 1, 2]
    for each in found.partitions:
        assert (each.error_code, each.leader_id) == (0, 1)
        assert list(each.replica_nodes) == list(each.isr_nodes) == [1]
        assert each.leader_epoch == (0 if version >= 7 else -1)
    assert found.topic_id == (uuid if version >= 10 else NO_ID)
    (node,) = response.brokers
    assert (node.node_id, node.host, node.port, node.rack) == (1, "127.0.0.1", 9092, None)
    assert response.controller_id == (1 if version >= 1 else -1)
    assert response.cluster_id == (harness.broker.cluster_id if version >= 2 else None)


def test_an_empty_list_means_all_in_version_0_and_none_later() -> None:
    """admin H 10, A-14."""
    harness = BrokerHarness()
    harness.create_topic("a")
    client = harness.connect()
    assert told(ask(client, version=0)) == [("a", 0)]
    for version in VERSIONS[1:]:
        assert ask(client, version=version).topics == []
        assert told(client.request(MetadataRequest(topics=None), version)) == [("a", 0)]


def test_null_is_malformed_in_version_0() -> None:
    """admin H 10, A-14: the connection closes."""
    harness = BrokerHarness()
    client = harness.connect()
    frame = b"\0\3\0\0\0\0\0\1\xff\xff" + b"\xff\xff\xff\xff"
    client.send_frame(frame, 3, 0)
    assert client.closed


@pytest.mark.parametrize("version", [10, 11])
def test_ids_work_from_version_12_on(version: int) -> None:
    """admin H 15, A-15: the whole request fails, and nothing is told of the cluster."""
    harness = BrokerHarness()
    uuid = harness.create_topic("a")
    client = harness.connect()
    for asked in (Asked(name="a", topic_id=uuid), Asked(name=None)):
        response = ask(client, "a", asked, version=version)
        assert [each.error_code for each in response.topics] == [42, 42]
        assert [each.name for each in response.topics] == ["a", asked.name or ""]
        assert [each.topic_id for each in response.topics] == [NO_ID, asked.topic_id]
        assert all(each.partitions == [] for each in response.topics)
        assert (response.brokers, response.cluster_id, response.controller_id) == ([], None, -1)


@pytest.mark.parametrize("version", [12, 13])
def test_with_an_id_only_ids_count(version: int) -> None:
    """admin H 16, A-16, A-19: unknown ids first, without a name."""
    harness = BrokerHarness()
    uuid = harness.create_topic("a")
    harness.create_topic("b")
    response = ask(
        harness.connect(),
        "b",
        uuid,
        Asked(name="b", topic_id=b"\7" * 16),
        uuid,
        version=version,
    )
    assert told(response) == [(None, 100), ("a", 0)]
    unknown, found = response.topics
    assert (unknown.topic_id, unknown.partitions, unknown.is_internal) == (b"\7" * 16, [], False)
    assert found.topic_id == uuid


def test_neither_name_nor_id_is_a_server_error() -> None:
    """admin H 17, A-17: in the form of A-15."""
    harness = BrokerHarness()
    response = ask(harness.connect(), Asked(name=None), version=12)
    assert [each.error_code for each in response.topics] == [-1]
    assert (response.brokers, response.controller_id) == ([], -1)
    # Seen on 4.4.0: the first version with an error at the top has it there too.
    assert ask(harness.connect(), Asked(name=None), version=13).error_code == -1


def test_repeated_names_are_told_once() -> None:
    """admin H 18, A-18."""
    harness = BrokerHarness()
    harness.create_topic("a")
    assert told(ask(harness.connect(), "a", "nope", "a", "nope")) == [("a", 0), ("nope", 3)]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_missing_topic_is_created_after_the_answer(version: int) -> None:
    """admin H 11, A-24: 3 without partitions, and so says a second request right after."""
    harness = BrokerHarness({"num.partitions": "2"})
    client = harness.connect()
    request = MetadataRequest(topics=[Asked(name="a")])
    first, second = client.send(request, version), client.send(request, version)
    (missing,) = first.response.topics
    assert (missing.error_code, missing.partitions, missing.topic_id) == (3, [], NO_ID)
    assert second.done
    (found,) = ask(client, "a", version=version).topics
    assert (found.error_code, len(found.partitions)) == (0, 2)


def test_nothing_is_created_while_a_request_is_served() -> None:
    """admin A-24: whoever asks again before the broker's next turn hears the same."""
    harness = BrokerHarness()
    context = harness.connect().context
    answers: list[bytes] = []
    for _ in range(2):
        request = MetadataRequest(topics=[Asked(name="a")])
        frame = bytes(encode_request(3, 13, 1, "x", request))[4:]
        dispatch.handle(
            harness.broker,
            context,
            frame,
            lambda buffers: answers.append(joined(buffers)),
            harness.now_ms,
        )
    decoded: list[Any] = [decode_response(raw[4:], 3, 13)[1] for raw in answers]
    assert [response.topics[0].error_code for response in decoded] == [3, 3]
    assert harness.broker.metadata.topics == {}
    harness.settle()
    assert list(harness.broker.metadata.topics) == ["a"]


def test_nothing_is_created_unless_both_sides_allow_it() -> None:
    """admin H 12, A-20, A-21, A-27."""
    harness = BrokerHarness()
    client = harness.connect()
    for version in VERSIONS[4:]:
        response = ask(client, "a", version=version, allow_auto_topic_creation=False)
        assert told(response) == [("a", 3)]
    client.request(MetadataRequest(topics=None), 13)
    assert harness.broker.metadata.topics == {}
    strict = BrokerHarness({"auto.create.topics.enable": "false"})
    assert told(ask(strict.connect(), "a", "a b")) == [("a", 3), ("a b", 17)]
    assert strict.broker.metadata.topics == {}


@pytest.mark.parametrize("name", ["", ".", "..", "a b", "x" * 250, "é"])
@pytest.mark.parametrize("create", [True, False])
def test_illegal_names_are_refused_with_and_without_creation(name: str, create: bool) -> None:
    """admin H 13, A-23, A-24."""
    harness = BrokerHarness()
    response = ask(harness.connect(), name, allow_auto_topic_creation=create)
    assert told(response) == [(name, 17)]
    assert harness.broker.metadata.topics == {}


def test_illegal_names_come_before_those_to_be_created() -> None:
    """admin A-24: each in the order of a table of its own."""
    names = [f"{'x y' if n % 3 else 'xy'}-{n}" for n in range(39)]
    copied = java_hash_order(immutable_set_order(names), copied=True)
    illegal = [name for name in copied if " " in name]
    legal = java_hash_order(name for name in copied if " " not in name)
    assert legal != [name for name in copied if " " not in name]
    response = ask(BrokerHarness().connect(), *names)
    assert [each.name for each in response.topics] == illegal + legal


def test_kafkas_own_topics_are_created_with_their_settings() -> None:
    """admin H 14, A-23, A-25, groups A-41: internal also when missing."""
    harness = BrokerHarness()
    client = harness.connect()
    (missing,) = ask(client, "__consumer_offsets").topics
    assert (missing.error_code, missing.is_internal, missing.partitions) == (3, True, [])
    (found,) = ask(client, "__consumer_offsets").topics
    assert (found.error_code, found.is_internal, len(found.partitions)) == (0, True, 50)
    assert harness.broker.metadata.config(2, "__consumer_offsets")["cleanup.policy"] == "compact"
    (log,) = ask(client, "__cluster_metadata", allow_auto_topic_creation=False).topics
    assert (log.error_code, log.is_internal) == (3, False)


def test_existing_topics_come_before_missing_ones() -> None:
    """admin A-54: [miss1, p2, miss0, A] answers [p2, A, miss1, miss0]."""
    harness = BrokerHarness()
    harness.create_topic("p2")
    harness.create_topic("A")
    response = ask(harness.connect(), "miss1", "p2", "miss0", "A", allow_auto_topic_creation=False)
    assert [each.name for each in response.topics] == ["p2", "A", "miss1", "miss0"]


def test_missing_topics_stand_in_a_table_sized_for_all() -> None:
    """admin H 20, A-51, A-54: the set of all names is copied, then the existing ones are taken out.

    The order of m0 to m19 beside seven existing topics is that of a running 4.4.0.
    """
    harness = BrokerHarness()
    for n in range(7):
        harness.create_topic(f"t{n}")
    asked = [*(f"m{n}" for n in range(20)), *(f"t{n}" for n in range(7))]
    response = ask(harness.connect(), *asked, allow_auto_topic_creation=False)
    missing = [each.name for each in response.topics if each.error_code == 3]
    assert missing[:4] == ["m11", "m10", "m13", "m12"]
    alone = ask(harness.connect(), *asked[:20], allow_auto_topic_creation=False)
    assert [each.name for each in alone.topics][:2] == ["m0", "m1"]


def test_orders_are_those_of_hash_tables() -> None:
    """admin H 19, H 20, A-52, A-53: four names as asked, more as in a trie; all in another."""
    harness = BrokerHarness()
    names = [f"topic-{n}" for n in range(20)]
    for name in names:
        harness.create_topic(name)
    client = harness.connect()
    four = names[3::-1]
    assert [each.name for each in ask(client, *four).topics] == four
    trie = [each.name for each in ask(client, *names).topics]
    assert trie == immutable_set_order(names)
    everything = client.request(MetadataRequest(topics=None), 13).topics
    assert [each.name for each in everything] == mutable_set_order(names)
    assert trie != [each.name for each in everything]


def test_authorized_operations_are_told_when_asked() -> None:
    """admin H 22, A-35 to A-37: for unknown topics too, for the cluster in versions 8 to 10."""
    client = BrokerHarness({"auto.create.topics.enable": "false"}).connect()
    for version in VERSIONS[8:]:
        asked: dict[str, bool] = {"include_topic_authorized_operations": True}
        if version <= 10:
            asked["include_cluster_authorized_operations"] = True
        response = ask(client, "nope", version=version, **asked)
        assert response.topics[0].topic_authorized_operations == 3576
        assert response.cluster_authorized_operations == (8096 if version <= 10 else -(2**31))
        response = ask(client, "nope", version=version)
        assert response.topics[0].topic_authorized_operations == -(2**31)
        assert response.cluster_authorized_operations == -(2**31)
    unknown = MetadataRequest.MetadataRequestTopic(topic_id=b"\7" * 16, name=None)
    request = MetadataRequest(topics=[unknown], include_topic_authorized_operations=True)
    [entry] = client.request(request, 12).topics
    assert (entry.error_code, entry.topic_authorized_operations) == (100, -(2**31))


def several() -> tuple[BrokerHarness, HarnessClient]:
    """Three brokers, the third one fenced, and a topic led by 1 and by 3."""
    harness = BrokerHarness()
    records = [
        broker(2, rack="r"),
        broker(3),
        broker(4, listeners=("OTHER",)),
        *topic("t", [1, 2, 3], [3, 1], [4, 1]),
        BrokerRegistrationChangeRecord(broker_id=3, broker_epoch=3, fenced=1),
    ]
    harness.broker.controller.commit(records, harness.now_ms)
    return harness, harness.connect()


def test_fenced_brokers_are_not_listed_but_lead() -> None:
    """admin H 23, A-28, A-31, A-33."""
    _, client = several()
    response = ask(client, "t")
    listed = [(node.node_id, node.host, node.port, node.rack) for node in response.brokers]
    assert listed == [(1, "127.0.0.1", 9092, None), (2, "host2", 9000, "r")]
    first, second, _ = response.topics[0].partitions
    assert (first.error_code, list(first.offline_replicas)) == (0, [3])
    assert list(first.replica_nodes) == [1, 2, 3]
    assert (second.error_code, second.leader_id) == (0, 3)


def test_version_0_filters_replicas_and_says_so() -> None:
    """admin H 23, A-32."""
    _, client = several()
    first, second, _ = ask(client, "t", version=0).topics[0].partitions
    assert (first.error_code, first.leader_id) == (9, 1)
    assert list(first.replica_nodes) == list(first.isr_nodes) == [1, 2]
    assert (second.error_code, second.leader_id, list(second.replica_nodes)) == (9, 3, [1])
    first = ask(client, "t", version=1).topics[0].partitions[0]
    assert (first.error_code, list(first.replica_nodes)) == (0, [1, 2, 3])


def test_leaders_out_of_reach() -> None:
    """admin H 25, A-31: 72 from version 6 on, 5 before."""
    _, client = several()
    for version in VERSIONS:
        partition = ask(client, "t", version=version).topics[0].partitions[2]
        assert partition.error_code == (72 if version >= 6 else 5)
        assert partition.leader_id == -1


def test_a_partition_without_a_leader_keeps_its_epoch() -> None:
    """admin H 24, A-31."""
    harness, client = several()
    change = PartitionChangeRecord(partition_id=0, topic_id=topic_id("t"), leader=-1)
    harness.broker.controller.commit([change], harness.now_ms)
    partition = ask(client, "t").topics[0].partitions[0]
    assert (partition.error_code, partition.leader_id, partition.leader_epoch) == (5, -1, 1)
    assert list(partition.replica_nodes) == [1, 2, 3]


def test_the_controller_is_any_broker() -> None:
    """admin H 21, A-29."""
    _, client = several()
    assert {ask(client).controller_id for _ in range(50)} == {1, 2, 4}


def test_this_broker_is_where_the_client_found_it() -> None:
    """admin A-28: each listener advertises its own address."""
    harness = BrokerHarness()
    client = harness.connect()
    client.context.host, client.context.port = "elsewhere", 5
    (node,) = ask(client).brokers
    assert (node.host, node.port) == ("elsewhere", 5)


def asked_for(harness: BrokerHarness, count: int) -> None:
    """Ask for so many missing topics, and let the broker have its ticks."""
    topics = [Asked(name=f"new-{number}") for number in range(count)]
    harness.connect().send(MetadataRequest(topics=topics), 9)
    for _ in range(100):
        harness.advance(1)


def test_many_missing_topics_are_created_a_few_at_a_time() -> None:
    harness = BrokerHarness()
    topics = [Asked(name=f"new-{number}") for number in range(600)]
    harness.connect().send(MetadataRequest(topics=topics), 9)
    harness.settle()
    assert len(harness.broker.metadata.topics) == 256
    for _ in range(5):
        harness.advance(1)
    assert len(harness.broker.metadata.topics) == 600


@pytest.mark.slow
def test_more_missing_topics_than_one_operation_may_create_are_not_created() -> None:
    """admin B-5: each would be two records, and 10,000 may be written at once."""
    harness = BrokerHarness()
    asked_for(harness, 5_001)
    assert harness.broker.metadata.topics == {}
    asked_for(harness, 5_000)
    assert len(harness.broker.metadata.topics) == 5_000


def test_many_unknown_names_are_not_kept_as_objects_beside_one_that_exists() -> None:
    """A request of a million names is a few megabytes; their answers would be a gigabyte."""
    harness = BrokerHarness()
    harness.create_topic("t")
    names = [f"unknown-{number}" for number in range(500)]
    topics = [MetadataRequest.MetadataRequestTopic(name=name) for name in [*names, "t", "a b"]]
    request = MetadataRequest(topics=topics, allow_auto_topic_creation=False)
    given = {"api_key": 3, "api_version": 12, "correlation_id": 1, "now_ms": harness.now_ms}
    context = RequestContext(client_id="c", connection=ConnectionContext(), **given)
    answered: Any = handle(harness.broker, request, context).topics
    assert not isinstance(answered, list)
    found = [(each.name, each.error_code) for each in answered]
    assert found[0] == ("t", 0)
    assert sorted(found[1:]) == sorted([("a b", 17), *((name, 3) for name in names)])
    assert harness.connect().request(request, 12).topics == list(answered)
