"""OffsetFetch: what was committed, and what a transaction may still change."""

import pytest

from kafkawire.broker.groups.offsets import NO_PRODUCER
from kafkawire.broker.groups.records import offset_record
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.requests.groups import GroupsHarness, commit, fetch, offset_of


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness()
    harness.create_topic("t1", partitions=3)
    harness.create_topic("t2")
    return harness


def pending(harness: GroupsHarness, partition: int, offset: int, producer_id: int = 7) -> None:
    """An offset inside a transaction that is still open."""
    shard = harness.broker.groups.shard_of("g")
    value = OffsetCommitValue(offset=offset)
    at = shard.partition.log_end_offset
    shard.apply(offset_record("g", "t1", partition, value), at, producer_id)


def summary(group: object) -> list[tuple[str, int, int, int]]:
    """Topic, partition, offset and error of everything in an answer."""
    return sorted(
        (topic.name, part.partition_index, part.committed_offset, part.error_code)
        for topic in group.topics  # type: ignore[attr-defined]
        for part in topic.partitions
    )


@pytest.mark.parametrize("version", range(1, 11))
def test_an_unknown_group_has_committed_nothing(harness: GroupsHarness, version: int) -> None:
    """groups C-23, scenario 89."""
    found = fetch(harness.connect(), {"t1": [0]}, version=version)
    assert found.error_code == 0
    (part,) = found.topics[0].partitions
    assert (part.committed_offset, part.metadata, part.error_code) == (-1, "", 0)
    assert part.committed_leader_epoch == -1
    if version >= 2:
        assert fetch(harness.connect(), None, version=version).topics == []


def test_what_was_committed_comes_back(harness: GroupsHarness) -> None:
    """groups C-29."""
    commit(harness.connect(), ("t1", 0, 5), ("t2", 0, 6), metadata="m", leader_epoch=4)
    (topic,) = fetch(harness.connect(), {"t1": [0, 1]}, version=8).topics
    first, second = topic.partitions
    assert (first.committed_offset, first.committed_leader_epoch, first.metadata) == (5, 4, "m")
    assert (second.committed_offset, second.metadata) == (-1, "")
    everything = summary(fetch(harness.connect(), None))
    assert everything == [("t1", 0, 5, 0), ("t2", 0, 6, 0)]


@pytest.mark.parametrize("topic", ["t1", "unknown"])
def test_nobody_checks_whether_topics_exist(harness: GroupsHarness, topic: str) -> None:
    """groups C-23, scenario 90."""
    commit(harness.connect(), ("t2", 0, 5))
    assert summary(fetch(harness.connect(), {topic: [99]})) == [(topic, 99, -1, 0)]


def test_stable_offsets_are_refused_while_a_transaction_is_open(harness: GroupsHarness) -> None:
    """groups C-26, scenario 93."""
    client = harness.connect()
    commit(client, ("t1", 0, 5), ("t1", 1, 6))
    pending(harness, 0, 50)
    pending(harness, 2, 50)
    asked = {"t1": [0, 1, 2]}
    stable = summary(fetch(client, asked, require_stable=True))
    assert stable == [("t1", 0, -1, 88), ("t1", 1, 6, 0), ("t1", 2, -1, 88)]
    unstable = summary(fetch(client, asked))
    assert unstable == [("t1", 0, 5, 0), ("t1", 1, 6, 0), ("t1", 2, -1, 0)]
    assert summary(fetch(client, None, require_stable=True)) == stable[:2]


def test_an_abort_leaves_the_offset_before(harness: GroupsHarness) -> None:
    """groups C-40, scenario 95; C-42 for two producers."""
    client = harness.connect()
    commit(client, ("t1", 0, 5))
    pending(harness, 0, 50, producer_id=7)
    pending(harness, 0, 60, producer_id=8)
    shard = harness.broker.groups.shard_of("g")
    shard.end_transaction(7, committed=False)
    assert summary(fetch(client, {"t1": [0]}, require_stable=True)) == [("t1", 0, -1, 88)]
    shard.end_transaction(8, committed=False)
    assert offset_of(fetch(client, {"t1": [0]}, require_stable=True)) == 5


def test_a_plain_commit_on_an_unstable_partition_is_accepted(harness: GroupsHarness) -> None:
    """groups C-41, C-40, scenario 94."""
    client = harness.connect()
    pending(harness, 0, 50)
    commit(client, ("t1", 0, 9))
    harness.broker.groups.shard_of("g").end_transaction(7, committed=True)
    assert offset_of(fetch(client, {"t1": [0]})) == 9


def test_offsets_of_a_former_topic_are_not_given_by_id(harness: GroupsHarness) -> None:
    """groups C-28, scenario 99."""
    shard = harness.broker.groups.shard_of("g")
    former = OffsetCommitValue(offset=5, topic_id=b"x" * 16)
    shard.apply(offset_record("g", "t1", 0, former), 0, NO_PRODUCER)
    unknown = OffsetCommitValue(offset=6)
    shard.apply(offset_record("g", "t1", 1, unknown), 1, NO_PRODUCER)
    by_id = fetch(harness.connect(), {"t1": [0, 1]}, version=10)
    assert [p.committed_offset for p in by_id.topics[0].partitions] == [-1, 6]
    by_name = fetch(harness.connect(), {"t1": [0]}, version=9)
    assert offset_of(by_name) == 5
