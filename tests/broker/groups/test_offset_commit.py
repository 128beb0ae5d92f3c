"""OffsetCommit: who may commit for a group, and what is written."""

from typing import Any

import pytest

from kafkawire.broker.groups.records import OffsetRecord
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.requests.groups import GroupsHarness, codes_of, commit, fetch, offset_of

NOBODY: dict[str, Any] = {"generation_id_or_member_epoch": -1, "member_id": ""}


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness()
    harness.create_topic("t1", partitions=3)
    return harness


def simple_commit(harness: GroupsHarness, **fields: Any) -> int:
    (code,) = codes_of(commit(harness.connect(), ("t1", 0, 5), **{**NOBODY, **fields}))
    return code


def stored(harness: GroupsHarness) -> list[OffsetCommitValue | None]:
    return [r.value for r in harness.records() if isinstance(r, OffsetRecord)]


# Groups that nobody joined


def test_a_commit_without_a_generation_makes_a_simple_group(harness: GroupsHarness) -> None:
    """groups C-7, scenario 74: no record but that of the offset."""
    assert simple_commit(harness, member_id="any", group_instance_id="any") == 0
    (listed,) = harness.list_groups().groups
    assert (listed.group_state, listed.group_type, listed.protocol_type) == (
        "Empty",
        "classic",
        "",
    )
    assert len(harness.records()) == 1


@pytest.mark.parametrize(("version", "code"), [(8, 22), (9, 69), (10, 69)])
def test_a_generation_of_an_unknown_group_is_refused(
    harness: GroupsHarness, version: int, code: int
) -> None:
    """groups C-7, scenario 75."""
    assert simple_commit(harness, version=version, generation_id_or_member_epoch=0) == code
    assert harness.list_groups().groups == []


def test_an_empty_group_takes_commits_of_anybody(harness: GroupsHarness) -> None:
    """groups C-10, scenario 76."""
    simple_commit(harness)
    assert simple_commit(harness, member_id="x", group_instance_id="q") == 0


def test_an_empty_group_has_no_generation(harness: GroupsHarness) -> None:
    """groups C-10, scenario 77."""
    simple_commit(harness)
    assert simple_commit(harness, generation_id_or_member_epoch=1, member_id="x") == 25


def test_the_empty_group_id_is_as_good_as_any(harness: GroupsHarness) -> None:
    """groups C-6, scenario 85."""
    assert simple_commit(harness, group="") == 0
    assert offset_of(fetch(harness.connect(), {"t1": [0]}, group="")) == 5
    assert [r.error_code for r in harness.delete_groups("").results] == [0]


# Groups with members


def test_members_commit_for_their_generation(harness: GroupsHarness) -> None:
    """groups C-10, scenarios 78, 79."""
    (member,) = harness.stable()
    offset = ("t1", 0, 7)
    assert codes_of(member.commit(offset)) == [0]
    assert codes_of(member.commit(offset, generation_id_or_member_epoch=-1)) == [22]
    assert codes_of(member.commit(offset, generation_id_or_member_epoch=9)) == [22]
    assert codes_of(member.commit(offset, member_id="x")) == [25]
    assert codes_of(member.commit(offset, group_instance_id="x")) == [25]
    assert simple_commit(harness) == 25
    assert simple_commit(harness, group_instance_id="x") == 25
    assert offset_of(fetch(harness.connect(), {"t1": [0]})) == 7


def test_a_fenced_instance_cannot_commit(harness: GroupsHarness) -> None:
    """groups C-10, B-38."""
    (former,) = harness.stable("i")
    harness.member(instance="i").send_join()
    assert codes_of(former.commit(("t1", 0, 7))) == [82]


def test_commits_go_on_while_members_rejoin_but_not_while_assignments_are_awaited(
    harness: GroupsHarness,
) -> None:
    """groups C-10, C-11, scenario 80."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    assert codes_of(follower.commit(("t1", 0, 7))) == [0]
    follower.send_join()
    assert follower.joined.error_code == 0
    assert codes_of(follower.commit(("t1", 0, 8))) == [27]


def test_a_commit_counts_as_a_heartbeat(harness: GroupsHarness) -> None:
    """groups B-71."""
    (member,) = harness.stable()
    for _ in range(3):
        harness.advance(9_999)
        assert codes_of(member.commit(("t1", 0, 7))) == [0]


# What is written


def test_a_commit_is_one_batch_of_records(harness: GroupsHarness) -> None:
    """groups A-8, A-10, C-9, scenario 87."""
    client = harness.connect()
    commit(client, ("t1", 0, 5), ("t1", 2, 6), leader_epoch=3, metadata="m", **NOBODY)
    index = harness.broker.groups.partition_of("g")
    log = harness.broker.groups.shards[index].partition.log
    (batch,) = log.iter_batches()
    assert batch[0].records_count == 2
    first, second = stored(harness)
    assert first == OffsetCommitValue(
        offset=5,
        leader_epoch=3,
        metadata="m",
        commit_timestamp=harness.now_ms,
        topic_id=harness.broker.metadata.topics["t1"].topic_id,
    )
    assert second is not None
    assert second.offset == 6


def test_null_metadata_become_empty(harness: GroupsHarness) -> None:
    """groups A-7, scenario 84."""
    simple_commit(harness, metadata=None)
    (topic,) = fetch(harness.connect(), {"t1": [0]}).topics
    assert topic.partitions[0].metadata == ""


def test_offsets_are_not_checked(harness: GroupsHarness) -> None:
    """groups C-9, A-7, scenario 88."""
    commit(harness.connect(), ("t1", 0, -5), **NOBODY)
    assert offset_of(fetch(harness.connect(), {"t1": [0]})) == -5


@pytest.mark.parametrize(
    ("metadata", "code"),
    [
        ("x" * 4096, 0),
        ("x" * 4097, 12),
        ("é" * 4096, 0),
        ("é" * 4097, 12),
        ("\N{PILE OF POO}" * 2048, 0),
        ("\N{PILE OF POO}" * 2049, 12),
    ],
)
def test_metadata_are_measured_in_utf16_units(
    harness: GroupsHarness, metadata: str, code: int
) -> None:
    """groups C-9, scenario 83."""
    assert simple_commit(harness, metadata=metadata) == code


def test_too_long_metadata_spare_the_other_partitions(harness: GroupsHarness) -> None:
    """groups C-9, scenario 83."""
    from kafkawire.protocol.messages.offset_commit_request import OffsetCommitRequest

    partition = OffsetCommitRequest.OffsetCommitRequestPartition
    request = OffsetCommitRequest(
        group_id="g",
        topics=[
            OffsetCommitRequest.OffsetCommitRequestTopic(
                name="t1",
                partitions=[
                    partition(partition_index=0, committed_offset=1, committed_metadata="x" * 5000),
                    partition(partition_index=1, committed_offset=1, committed_metadata="x"),
                ],
            )
        ],
    )
    assert codes_of(harness.connect().request(request, 9)) == [12, 0]
    assert len(stored(harness)) == 1


def test_a_retention_of_its_own_is_written_as_an_expire_time(harness: GroupsHarness) -> None:
    """groups C-9, A-8, scenario 86."""
    simple_commit(harness, version=2, retention_time_ms=1000)
    simple_commit(harness, version=2, retention_time_ms=-1)
    first, second = stored(harness)
    assert first is not None
    assert (first.expire_timestamp, first.topic_id) == (harness.now_ms + 1000, bytes(16))
    assert second is not None
    assert second.expire_timestamp == -1
