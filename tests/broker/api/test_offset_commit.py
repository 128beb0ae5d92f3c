"""OffsetCommit on the wire: topics are checked before the group is."""

from typing import Any

import pytest

from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from tests.support.requests.groups import GroupsHarness, codes_of, commit
from tests.support.requests.harness import BrokerHarness

Topic = OffsetCommitRequest.OffsetCommitRequestTopic
Partition = OffsetCommitRequest.OffsetCommitRequestPartition


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness()
    harness.create_topic("t1", partitions=3)
    harness.create_topic("t2")
    return harness


def topic(name: str, *partitions: int, topic_id: bytes = bytes(16)) -> Topic:
    return Topic(
        name=name,
        topic_id=topic_id,
        partitions=[Partition(partition_index=index, committed_offset=5) for index in partitions],
    )


def send(harness: BrokerHarness, *topics: Topic, version: int = 9, **fields: Any) -> Any:
    request = OffsetCommitRequest(group_id="g", topics=list(topics), **fields)
    return harness.connect().request(request, version)


def shape(response: Any) -> list[tuple[str, list[tuple[int, int]]]]:
    return [
        (t.name, [(p.partition_index, p.error_code) for p in t.partitions]) for t in response.topics
    ]


@pytest.mark.parametrize("version", range(1, 11))
def test_offsets_are_committed_at_every_version(harness: GroupsHarness, version: int) -> None:
    """groups C-17: topics by id from version 10 on."""
    response = commit(harness.connect(), ("t1", 0, 5), version=version)
    (answered,) = response.topics
    assert answered.partitions[0].error_code == 0
    topic_id = harness.broker.metadata.topics["t1"].topic_id
    assert answered.name == ("" if version >= 10 else "t1")
    assert answered.topic_id == (topic_id if version >= 10 else bytes(16))
    value: Any = harness.records()[0].value
    assert value is not None
    assert value.topic_id == topic_id


def test_version_0_is_not_supported_by_any_broker(harness: GroupsHarness) -> None:
    """groups H-1."""
    assert codes_of(send(harness, topic("t1", 0, 1), version=0)) == [35, 35]


def test_the_client_does_not_date_its_commit(harness: GroupsHarness) -> None:
    """groups C-9: the commit timestamp of version 1 is ignored."""
    dated = topic("t1", 0)
    dated.partitions[0].commit_timestamp = 17
    assert codes_of(send(harness, dated, version=1)) == [0]
    value: Any = harness.records()[0].value
    assert value is not None
    assert value.commit_timestamp == harness.now_ms


def test_unknown_topics_are_refused_without_asking_the_group(harness: GroupsHarness) -> None:
    """groups C-4, C-5, scenario 81."""
    unknown = [topic("no", 0), topic("t1", 3)]
    response = send(harness, *unknown, generation_id_or_member_epoch=7)
    assert shape(response) == [("no", [(0, 3)]), ("t1", [(3, 3)])]
    assert harness.list_groups().groups == []
    assert shape(send(harness, generation_id_or_member_epoch=7)) == []


def test_refused_partitions_come_first_and_topics_are_merged(harness: GroupsHarness) -> None:
    """groups C-16."""
    response = send(harness, topic("t2", 0), topic("t1", 0, 9, 1), topic("no", 0))
    assert shape(response) == [
        ("t1", [(9, 3), (0, 0), (1, 0)]),
        ("no", [(0, 3)]),
        ("t2", [(0, 0)]),
    ]


def test_unknown_ids_are_refused(harness: GroupsHarness) -> None:
    """groups C-2, scenario 82."""
    topic_id = harness.broker.metadata.topics["t1"].topic_id
    topics = [topic("", 0, topic_id=b"x" * 16), topic("", 0), topic("", 9, 0, topic_id=topic_id)]
    response = send(harness, *topics, version=10)
    found = [[p.error_code for p in t.partitions] for t in response.topics]
    assert found == [[100], [100], [3, 0]]


def test_what_the_group_refuses_it_refuses_for_every_partition(harness: GroupsHarness) -> None:
    """groups C-8."""
    response = send(harness, topic("t1", 0, 9, 1), generation_id_or_member_epoch=7)
    assert shape(response) == [("t1", [(9, 3), (0, 69), (1, 69)])]


def test_without_a_coordinator_every_partition_has_the_error() -> None:
    """groups C-6."""
    harness = BrokerHarness()
    harness.create_topic("t1")
    assert shape(send(harness, topic("t1", 0))) == [("t1", [(0, 16)])]
