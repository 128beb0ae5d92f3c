"""Describing, listing and deleting groups."""

from typing import Any

import pytest

from kafkawire.broker.groups.records import GroupRecord, OffsetRecord, offset_record
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue
from tests.support.requests.groups import GroupsHarness, commit


@pytest.fixture
def harness() -> GroupsHarness:
    harness = GroupsHarness()
    harness.create_topic("t1", partitions=3)
    return harness


def listed(harness: GroupsHarness, **filters: Any) -> list[str]:
    response = harness.list_groups(**filters)
    assert response.error_code == 0
    return sorted(group.group_id for group in response.groups)


# Describing


def test_a_stable_group_shows_protocol_metadata_and_assignments(harness: GroupsHarness) -> None:
    """groups B-81, A-6."""
    (member,) = harness.stable("i", client_id="someone")
    group = harness.describe()
    assert (group.group_state, group.protocol_type, group.protocol_data) == (
        "Stable",
        "consumer",
        "range",
    )
    (shown,) = group.members
    assert (shown.member_id, shown.group_instance_id) == (member.id, "i")
    assert (shown.client_id, shown.client_host) == ("someone", "/127.0.0.1")
    assert shown.member_metadata == member.protocols[0][1]
    assert shown.member_assignment == b"for " + member.id.encode()


def test_in_other_states_neither_protocol_nor_metadata_are_shown(
    harness: GroupsHarness,
) -> None:
    """groups B-81, scenario 63: assignments are."""
    leader, _ = harness.stable(None, None)
    leader.send_join()
    group = harness.describe()
    assert (group.group_state, group.protocol_data) == ("PreparingRebalance", "")
    assert len(group.members) == 2
    for member in group.members:
        assert member.member_metadata == b""
        assert member.member_assignment == b"for " + member.member_id.encode()


def test_assignments_are_forgotten_when_a_rebalance_is_interrupted(
    harness: GroupsHarness,
) -> None:
    """groups B-3."""
    leader, follower = harness.stable(None, None)
    leader.send_join()
    follower.send_join()
    assert follower.joined.error_code == 0
    harness.member().join()
    assert harness.state() == "PreparingRebalance"
    assert all(m.member_assignment == b"" for m in harness.describe().members[:2])


@pytest.mark.parametrize("group", ["unknown", ""])
def test_unknown_groups_are_dead(harness: GroupsHarness, group: str) -> None:
    """groups B-80, scenario 62: an error only from version 6 on."""
    for version in range(6):
        found = harness.describe(group, version)
        assert (found.error_code, found.group_state, found.members) == (0, "Dead", [])
        assert (found.protocol_type, found.protocol_data) == ("", "")
    found = harness.describe(group, 6)
    assert (found.error_code, found.group_state) == (69, "Dead")
    assert found.error_message == f"Group {group} not found."


# Listing


def test_groups_are_listed_with_state_and_type(harness: GroupsHarness) -> None:
    """groups B-86, scenario 67."""
    harness.stable(group="live")
    commit(harness.connect(), ("t1", 0, 5), group="simple")
    (gone,) = harness.stable(group="emptied")
    gone.leave()
    found = {
        group.group_id: (group.group_state, group.group_type, group.protocol_type)
        for group in harness.list_groups().groups
    }
    assert found == {
        "live": ("Stable", "classic", "consumer"),
        "simple": ("Empty", "classic", ""),
        "emptied": ("Empty", "classic", "consumer"),
    }


def test_filters_ignore_case_and_blanks(harness: GroupsHarness) -> None:
    """groups B-87, scenario 66."""
    harness.stable(group="live")
    commit(harness.connect(), ("t1", 0, 5), group="simple")
    assert listed(harness) == ["live", "simple"]
    assert listed(harness, states_filter=[" sTABLE "]) == ["live"]
    assert listed(harness, states_filter=["stable", "EMPTY"]) == ["live", "simple"]
    assert listed(harness, states_filter=["nonsense"]) == []
    assert listed(harness, states_filter=[""]) == []
    assert listed(harness, types_filter=["CLASSIC"]) == ["live", "simple"]
    assert listed(harness, types_filter=["consumer"]) == []
    assert listed(harness, types_filter=["nonsense"]) == []
    assert listed(harness, types_filter=["consumer", "classic"]) == ["live", "simple"]
    assert listed(harness, states_filter=["Empty"], types_filter=["classic"]) == ["simple"]


# Deleting


def test_only_empty_groups_are_deleted(harness: GroupsHarness) -> None:
    """groups B-90, scenario 68: duplicates once, the empty name is legal."""
    harness.stable(group="live")
    for group in ("simple", ""):
        commit(harness.connect(), ("t1", 0, 5), group=group)
    names = ("live", "unknown", "simple", "", "simple")
    results = harness.delete_groups(*names).results
    found = {result.group_id: result.error_code for result in results}
    assert found == {"live": 68, "unknown": 69, "simple": 0, "": 0}
    assert len(results) == 4
    assert all(result.error_message is None for result in results)
    assert listed(harness) == ["live"]
    assert {r.error_code for r in harness.delete_groups("simple", "").results} == {69}


def test_offsets_get_tombstones_before_their_group(harness: GroupsHarness) -> None:
    """groups A-14, scenario 69: in one batch, partitions with only pending offsets included."""
    commit(harness.connect(), ("t1", 0, 5), ("t1", 2, 5))
    shard = harness.broker.groups.shard_of("g")
    shard.apply(offset_record("g", "t1", 1, OffsetCommitValue(offset=1)), 9, 7)
    written = len(harness.records())
    harness.delete_groups("g")
    tombstones = harness.records()[written:]
    assert all(record.value is None for record in tombstones)
    assert [r.key.partition for r in tombstones if isinstance(r, OffsetRecord)] == [0, 2, 1]
    assert isinstance(tombstones[-1], GroupRecord)
    *_, (header, _) = shard.partition.log.iter_batches()
    assert header.records_count == 4
    assert not list(shard.offsets.partitions_of("g"))


def test_a_group_made_again_starts_from_the_beginning(harness: GroupsHarness) -> None:
    """groups B-4."""
    (member,) = harness.stable()
    member.leave()
    harness.delete_groups("g")
    (again,) = harness.stable()
    assert again.generation == 1
