"""OffsetFetch on the wire."""

from typing import Any

import pytest

from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest
from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest
from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
from tests.support.broker.partitions import reassign
from tests.support.requests.groups import GroupsHarness, commit, fetch, offset_of
from tests.support.requests.harness import BrokerHarness

Group = OffsetFetchRequest.OffsetFetchRequestGroup
Topics = OffsetFetchRequest.OffsetFetchRequestTopics


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness()
    harness.create_topic("t1", partitions=3)
    harness.create_topic("t2")
    return harness


@pytest.mark.parametrize("version", range(1, 11))
def test_offsets_are_fetched_at_every_version(harness: GroupsHarness, version: int) -> None:
    """groups C-29: with the leader epoch from version 5 on."""
    commit(harness.connect(), ("t1", 0, 5), leader_epoch=3, metadata="m")
    found = fetch(harness.connect(), {"t1": [0]}, version=version)
    (topic,) = found.topics
    (part,) = topic.partitions
    assert (part.committed_offset, part.metadata, part.error_code) == (5, "m", 0)
    assert part.committed_leader_epoch == (3 if version >= 5 else -1)
    assert topic.name == ("" if version >= 10 else "t1")


@pytest.mark.parametrize("version", range(2, 11))
def test_null_topics_are_all_offsets(harness: GroupsHarness, version: int) -> None:
    """groups C-21, scenario 91."""
    commit(harness.connect(), ("t1", 0, 5), ("t1", 2, 5), ("t2", 0, 5))
    found = fetch(harness.connect(), None, version=version)
    assert sorted(len(topic.partitions) for topic in found.topics) == [1, 2]


def test_in_version_1_null_topics_are_no_request(harness: GroupsHarness) -> None:
    """groups C-21, scenario 91: the connection is closed."""
    client = harness.connect()
    body = OffsetFetchRequest(group_id="g", topics=None).encode(2)
    frame = bytes.fromhex("0009 0001 00000001 ffff") + body
    client.send_frame(frame, 9, 1)
    assert client.closed


def test_version_0_is_not_supported_by_any_broker(harness: GroupsHarness) -> None:
    """groups H-1."""
    found = fetch(harness.connect(), {"t1": [0]}, version=0)
    (part,) = found.topics[0].partitions
    assert (part.error_code, part.committed_offset, part.metadata) == (35, -1, "")


def several(harness: BrokerHarness, *groups: Group, version: int = 9) -> Any:
    return harness.connect().request(OffsetFetchRequest(groups=list(groups)), version).groups


def test_groups_are_answered_in_order(harness: GroupsHarness) -> None:
    """groups C-20, scenario 92."""
    commit(harness.connect(), ("t1", 0, 5), group="h")
    found = several(harness, Group(group_id="h", topics=None), Group(group_id="", topics=None))
    assert [(g.group_id, len(g.topics)) for g in found] == [("h", 1), ("", 0)]
    assert several(harness) == []


def test_topics_with_unknown_ids_come_last(harness: GroupsHarness) -> None:
    """groups C-22, scenario 90."""
    commit(harness.connect(), ("t1", 0, 5))
    topic_id = harness.broker.metadata.topics["t1"].topic_id
    topics = [
        Topics(topic_id=b"x" * 16, partition_indexes=[7]),
        Topics(topic_id=topic_id, partition_indexes=[0]),
    ]
    (group,) = several(harness, Group(group_id="g", topics=topics), version=10)
    assert group.error_code == 0
    known, unknown = group.topics
    assert (known.topic_id, known.partitions[0].committed_offset) == (topic_id, 5)
    (part,) = unknown.partitions
    assert (part.partition_index, part.committed_offset, part.error_code) == (7, -1, 100)
    assert (part.metadata, part.committed_leader_epoch) == ("", -1)


def test_all_topics_come_with_their_current_ids(harness: GroupsHarness) -> None:
    """groups C-28."""
    commit(harness.connect(), ("t1", 0, 5))
    (topic,) = fetch(harness.connect(), None, version=10).topics
    assert topic.topic_id == harness.broker.metadata.topics["t1"].topic_id


def test_classic_groups_ignore_member_and_epoch(harness: GroupsHarness) -> None:
    """groups C-24."""
    commit(harness.connect(), ("t1", 0, 5))
    topics = [Topics(name="t1", partition_indexes=[0])]
    group = Group(group_id="g", topics=topics, member_id="x", member_epoch=9)
    (found,) = several(harness, group)
    assert offset_of(found) == 5


@pytest.mark.parametrize("version", range(1, 11))
def test_errors_of_a_group_have_the_form_of_their_version(version: int) -> None:
    """groups C-25."""
    harness = BrokerHarness()
    harness.create_topic("t1")
    found = fetch(harness.connect(), {"t1": [0]}, version=version)
    if version >= 2:
        assert (found.error_code, found.topics) == (16, [])
    else:
        (part,) = found.topics[0].partitions
        assert (part.error_code, part.committed_offset, part.metadata) == (16, -1, "")


def test_before_version_7_nobody_asks_for_stable_offsets(harness: GroupsHarness) -> None:
    """groups C-26."""
    commit(harness.connect(), ("t1", 0, 5))
    found = fetch(harness.connect(), {"t1": [0]}, version=7, require_stable=True)
    assert offset_of(found) == 5
    assert offset_of(fetch(harness.connect(), {"t1": [0]}, version=6)) == 5


def test_stable_offsets_wait_for_what_is_being_written(harness: GroupsHarness) -> None:
    """groups C-27, A-54: others see only what is committed, or do not ask."""
    commit(harness.connect(), ("t1", 0, 5))
    partition = harness.broker.groups.shard_of("g").partition
    reassign(partition, replicas=(1, 2), isr=(1, 2))
    index = [OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=0)]
    topics = [OffsetCommitRequest.OffsetCommitRequestTopic(name="t1", partitions=index)]
    committing = harness.connect().send(OffsetCommitRequest(group_id="g", topics=topics), 9)
    asked = [Topics(name="t1", partition_indexes=[0])]
    request = OffsetFetchRequest(groups=[Group(group_id="g", topics=asked)], require_stable=True)
    fetching = harness.connect().send(request, 9)
    late = harness.connect().send(request, 9)
    other = harness.connect().send(OffsetFetchRequest(require_stable=True), 9)
    assert other.done
    were_done = (committing.done, fetching.done)
    partition.move_high_watermark(partition.log_end_offset)
    partition.notify()
    harness.settle()
    assert (were_done, committing.done) == ((False, False), True)
    assert offset_of(fetching.response.groups[0]) == offset_of(late.response.groups[0]) == 0


def test_what_is_not_committed_in_time_is_refused(harness: GroupsHarness) -> None:
    """groups A-51, A-53."""
    partition = harness.broker.groups.shard_of("g").partition
    reassign(partition, replicas=(1, 2), isr=(1, 2))
    index = [OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=0)]
    topics = [OffsetCommitRequest.OffsetCommitRequestTopic(name="t1", partitions=index)]
    committing = harness.connect().send(OffsetCommitRequest(group_id="g", topics=topics), 9)
    request = OffsetFetchRequest(groups=[Group(group_id="g", topics=None)], require_stable=True)
    fetching = harness.connect().send(request, 9)
    harness.advance(5_000)
    assert committing.response.topics[0].partitions[0].error_code == 15
    assert fetching.response.groups[0].error_code == 15


def test_answers_have_the_bytes_of_kafka(harness: GroupsHarness) -> None:
    """groups A.8."""
    request = OffsetFetchRequest(
        group_id="u",
        topics=[OffsetFetchRequest.OffsetFetchRequestTopic(name="t1", partition_indexes=[0])],
    )
    pending = harness.connect().send(request, 7)
    assert pending.raw[9:] == bytes.fromhex(
        "00000000 02 037431 02 00000000 ffffffffffffffff ffffffff 01 0000 00 00 0000 00"
    )
    group = OffsetFetchResponse.OffsetFetchResponseGroup(group_id="g1", error_code=113)
    refused = OffsetFetchResponse(groups=[group])
    assert refused.encode(10) == bytes.fromhex("00000000 02 036731 01 0071 00 00")
