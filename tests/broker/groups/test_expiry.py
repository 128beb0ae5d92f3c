"""What is forgotten, and when."""

import pytest

from kafkawire.broker.groups.records import offset_record
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.requests.groups import (
    OTHER_SUBSCRIPTION,
    GroupsHarness,
    codes_of,
    commit,
    fetch,
    offset_of,
)

CHECK_MS = 600_000
RETENTION_MS = 3_600_000


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness({"offsets.retention.minutes": "60"})
    harness.create_topic("t1", partitions=2)
    harness.create_topic("t2")
    return harness


def names(harness: GroupsHarness) -> list[str]:
    return sorted(group.group_id for group in harness.list_groups().groups)


def committed(harness: GroupsHarness, topic: str = "t1") -> int:
    return offset_of(fetch(harness.connect(), {topic: [0]}))


def test_empty_groups_without_offsets_vanish_at_the_next_run(harness: GroupsHarness) -> None:
    """groups B-72, C-50, C-53, scenario 73: a pending id does not protect them."""
    harness.advance(CHECK_MS - 10)
    member = harness.member(session_timeout_ms=60_000)
    member.id = member.send_join().response.member_id
    assert names(harness) == ["g"]
    harness.advance(10)
    assert names(harness) == []
    assert harness.group_values()[-1] is None
    assert member.send_join().response.error_code == 25


def test_groups_with_members_stay(harness: GroupsHarness) -> None:
    """groups C-50."""
    (member,) = harness.stable(session_timeout_ms=1_800_000)
    harness.advance(CHECK_MS + 1)
    assert member.heartbeat() == 0


def test_offsets_of_simple_groups_age_from_their_commit(harness: GroupsHarness) -> None:
    """groups C-51: and the group goes with the last one."""
    commit(harness.connect(), ("t1", 0, 5))
    harness.advance(1_800_000)
    commit(harness.connect(), ("t1", 1, 6))
    harness.advance(RETENTION_MS - 1_800_000)
    assert committed(harness) == -1
    assert names(harness) == ["g"]
    harness.advance(1_800_000)
    assert names(harness) == []


def test_offsets_of_an_emptied_group_age_from_that_moment(harness: GroupsHarness) -> None:
    """groups C-51."""
    (member,) = harness.stable(session_timeout_ms=1_800_000)
    member.commit(("t1", 0, 5))
    harness.advance(1_200_000)
    member.leave()
    harness.advance(RETENTION_MS - 1)
    assert committed(harness) == 5
    harness.advance(CHECK_MS)
    assert committed(harness) == -1
    assert names(harness) == []


def test_a_stable_consumer_group_loses_only_what_nobody_reads(harness: GroupsHarness) -> None:
    """groups C-51, E-3."""
    (member,) = harness.stable(session_timeout_ms=1_800_000)
    member.commit(("t1", 0, 5), ("t2", 0, 6))
    for _ in range(4):
        harness.advance(1_000_000)
        member.heartbeat()
    assert committed(harness, "t1") == 5
    assert committed(harness, "t2") == -1


def test_subscriptions_that_cannot_be_read_protect_everything(harness: GroupsHarness) -> None:
    """groups C-51, E-3."""
    (member,) = harness.stable(session_timeout_ms=1_800_000, protocols=(("range", b"?"),))
    member.commit(("t2", 0, 6))
    for _ in range(5):
        harness.advance(1_000_000)
        member.heartbeat()
    assert committed(harness, "t2") == 6


def test_subscriptions_are_those_of_the_last_completed_join(harness: GroupsHarness) -> None:
    """groups B-91, C-51."""
    (member,) = harness.stable(session_timeout_ms=1_800_000)
    member.commit(("t1", 0, 5), ("t2", 0, 6))
    member.protocols = (("range", OTHER_SUBSCRIPTION),)
    member.send_join()
    assert member.joined.error_code == 0
    member.sync({member.id: b""})
    for _ in range(5):
        harness.advance(1_000_000)
        member.heartbeat()
    assert (committed(harness, "t1"), committed(harness, "t2")) == (-1, 6)


def test_living_groups_of_other_types_lose_nothing_by_age(harness: GroupsHarness) -> None:
    """groups C-51."""
    (member,) = harness.stable(
        session_timeout_ms=1_800_000, protocol_type="connect", protocols=(("x", b""),)
    )
    member.commit(("t1", 0, 5))
    for _ in range(5):
        harness.advance(1_000_000)
        member.heartbeat()
    assert committed(harness) == 5


def test_a_retention_of_its_own_counts_from_the_commit(harness: GroupsHarness) -> None:
    """groups C-51, C-52, scenario 86."""
    commit(harness.connect(), ("t1", 0, 5), version=2, retention_time_ms=1000)
    harness.advance(2000)
    assert committed(harness) == 5
    harness.advance(CHECK_MS)
    assert committed(harness) == -1
    assert names(harness) == []


def test_a_retention_beyond_all_times_is_over_at_once(harness: GroupsHarness) -> None:
    """groups C-9: the sum wraps around, as in Java, and the commit is no less valid."""
    answer = commit(harness.connect(), ("t1", 0, 5), version=2, retention_time_ms=(1 << 63) - 1)
    assert codes_of(answer) == [0]
    harness.advance(CHECK_MS)
    assert committed(harness) == -1


def test_a_retention_of_its_own_does_not_end_what_is_subscribed(harness: GroupsHarness) -> None:
    """groups C-52."""
    (member,) = harness.stable(session_timeout_ms=1_800_000)
    offsets = [("t1", 0, 5), ("t2", 0, 6)]
    member.commit(*offsets, version=4, retention_time_ms=1000, group_instance_id=None)
    harness.advance(CHECK_MS)
    assert (committed(harness, "t1"), committed(harness, "t2")) == (5, -1)


def test_an_open_transaction_protects_its_partition(harness: GroupsHarness) -> None:
    """groups C-50: the committed offset under it, and the group."""
    commit(harness.connect(), ("t1", 0, 5))
    shard = harness.broker.groups.shard_of("g")
    value = OffsetCommitValue(offset=50, commit_timestamp=harness.now_ms)
    shard.apply(offset_record("g", "t1", 0, value), 9, 7)
    harness.advance(2 * RETENTION_MS)
    assert committed(harness) == 5
    shard.end_transaction(7, committed=False)
    harness.advance(CHECK_MS)
    assert names(harness) == []


def test_expiry_survives_a_reload(harness: GroupsHarness) -> None:
    """groups A-15: tombstones are written; the first run is one interval after the load."""
    commit(harness.connect(), ("t1", 0, 5))
    harness.advance(RETENTION_MS)
    assert names(harness) == []
    harness.restart_groups()
    assert names(harness) == []
    commit(harness.connect(), ("t1", 0, 5), version=2, retention_time_ms=1)
    harness.advance(CHECK_MS - 1)
    assert committed(harness) == 5
    harness.advance(1)
    assert committed(harness) == -1


def test_offsets_are_deleted_with_their_topic(harness: GroupsHarness) -> None:
    """groups C-47, scenario 98."""
    for group in ("g", "h"):
        commit(harness.connect(), ("t1", 0, 5), ("t1", 1, 5), ("t2", 0, 6), group=group)
    topic = DeleteTopicsRequest.DeleteTopicState(name="t1")
    harness.connect().request(DeleteTopicsRequest(topics=[topic], timeout_ms=1000), 6)
    harness.create_topic("t1")
    for group in ("g", "h"):
        left = fetch(harness.connect(), None, group=group)
        assert [(t.name, len(t.partitions)) for t in left.topics] == [("t2", 1)]
    harness.restart_groups()
    assert committed(harness) == -1


def test_offsets_of_a_topic_that_exists_again_are_kept(harness: GroupsHarness) -> None:
    """groups C-47: deleted, made again and committed to before anybody looked."""
    commit(harness.connect(), ("t1", 0, 5))
    groups = harness.broker.groups
    groups.on_topics_deleted(["t1"])
    harness.settle()
    assert committed(harness) == 5
