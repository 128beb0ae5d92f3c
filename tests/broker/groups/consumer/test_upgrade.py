"""Classic groups become consumer groups."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.requests.consumer_groups import ConsumerClient
from tests.support.requests.migrating import MigratingHarness, assignment, offering


def newcomer(harness: MigratingHarness, member_id: str = "m1", **fields: Any) -> ConsumerClient:
    return harness.joiner(member_id, "t1", **fields)


def test_a_new_member_turns_the_group_round() -> None:
    """groups D-91, G 146: the generation becomes the epoch, assignments become targets."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    generation, start = old.generation, len(harness.records())
    new = newcomer(harness)
    assert (new.answer.error_code, new.epoch, new.assigned) == (0, generation + 1, {})
    assert harness.kinds(start) == [-2, 5, 3, 7, 6, 8, 5, 3, 7, 7, 6, 8]
    group = harness.group()
    member = group.members[old.id]
    assert (group.epoch, group.assignment_epoch) == (generation + 1, generation + 1)
    assert member.current.epoch == member.current.previous_epoch == generation
    assert harness.named_assignment(member) == {"t1": {0, 1, 2}}
    assert member.profile.topic_names == ("t1",)
    assert member.profile.classic == (old.session_timeout_ms, tuple(old.protocols))


def test_epochs_and_hash_of_the_conversion_itself_are_written_before_those_of_the_join() -> None:
    """groups D-91: epoch, target and assignment at the generation, the target's time unknown."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    start = len(harness.records())
    newcomer(harness)
    values = {kind: value for kind, _, value in reversed(harness.written(start)[:6])}
    assert values[3].epoch == values[6].assignment_epoch == values[8].member_epoch == old.generation
    assert values[3].metadata_hash == harness.group().metadata_hash
    assert values[6].assignment_timestamp == 0
    assert values[8].assigned_partitions[0].assignment_epochs == (old.generation,) * 3


def test_committed_offsets_stay_and_the_kind_shows_at_once() -> None:
    """groups D-91, D-97: and members are of two types."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    assert old.commit(("t1", 0, 5)).topics[0].partitions[0].error_code == 0
    newcomer(harness)
    (listed,) = harness.list_groups(types_filter=["consumer"]).groups
    assert (listed.group_id, listed.group_type) == ("g", "consumer")
    assert old.commit(("t1", 0, 6)).topics[0].partitions[0].error_code == 0
    members = {each.member_id: each.member_type for each in harness.described().members}
    assert members == {old.id: 0, "m1": 1}


def test_whoever_waits_is_told_to_rejoin() -> None:
    """groups D-91: JoinGroup and SyncGroup that wait are answered 27."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    second = harness.classic()
    second.join()
    assert not second.joining.done
    newcomer(harness)
    assert second.joining.response.error_code == 27
    assert old.heartbeat() == 27

    harness = MigratingHarness()
    leader, follower = harness.classic_group(None, None)
    leader.join()
    follower.join()
    assert {leader.joined.error_code, follower.joined.error_code} == {0}
    syncing = follower.send_sync()
    assert not syncing.done
    newcomer(harness)
    assert syncing.response.error_code == 27


def test_a_first_generation_that_is_not_complete_is_upgraded_too() -> None:
    """The group has no protocol yet, and its members have nothing.

    Kafka 4.4.0 fails there, with UNKNOWN_SERVER_ERROR for the newcomer; clients take that as fatal.
    """
    harness = MigratingHarness({"group.initial.rebalance.delay.ms": "3000"})
    first = harness.classic()
    first.join()
    new = newcomer(harness)
    assert (new.answer.error_code, first.joining.response.error_code) == (0, 27)
    assert harness.group().members[first.id].current.assigned == {}


def test_classic_members_keep_their_own_session() -> None:
    """groups D-91: as long as it asked for, from the conversion on."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    harness.advance(old.session_timeout_ms - 1)
    new = newcomer(harness)
    harness.advance(old.session_timeout_ms - 1)
    assert old.id in harness.group().members
    harness.advance(1)
    assert set(harness.group().members) == {"m1"}
    assert new.beat().error_code == 0


REASONS = {
    "disabled": "online upgrade is disabled",
    "downgrade": "online upgrade is disabled",
}


@pytest.mark.parametrize("policy", REASONS)
def test_the_policy_may_forbid_it(policy: str) -> None:
    """groups D-90, G 149."""
    harness = MigratingHarness({"group.consumer.migration.policy": policy})
    (old,) = harness.classic_group()
    check_refused(harness, REASONS[policy])
    assert old.heartbeat() == 0


def check_refused(harness: MigratingHarness, reason: str) -> None:
    answer = newcomer(harness).answer
    assert (answer.error_code, answer.error_message) == (
        69,
        f"Cannot upgrade classic group g to consumer group because {reason}.",
    )


def test_other_types_of_protocol_stay_what_they_are() -> None:
    """groups D-90, G 148."""
    harness = MigratingHarness()
    harness.stable(None, protocol_type="connect")
    check_refused(harness, "the group does not use the consumer embedded protocol")


def test_a_group_may_be_too_large() -> None:
    """groups D-90."""
    harness = MigratingHarness({"group.consumer.max.size": "1"})
    harness.stable(None, None, protocols=offering("t1"))
    check_refused(harness, "the group size exceeds the consumer group maximum size")


@pytest.mark.parametrize("bad", [b"x", b"\xff\xff\0\0\0\0"])
def test_what_cannot_be_read_is_not_upgraded(bad: bytes) -> None:
    """groups D-90."""
    harness = MigratingHarness()
    (old,) = harness.stable(None, protocols=offering("t1"))
    old.join()
    assert old.joined.error_code == 0
    old.sync({old.id: bad})
    check_refused(harness, "the embedded consumer protocol is malformed")
    assert old.heartbeat() == 0


def test_what_a_custom_assignor_says_would_be_lost() -> None:
    """groups D-90."""
    harness = MigratingHarness()
    (old,) = harness.stable(None, protocols=offering("t1"))
    old.join()
    assert old.joined.error_code == 0
    old.sync({old.id: assignment({"t1": [0]}, user_data=b"mine")})
    check_refused(
        harness,
        "an unsupported custom assignor is in use. Please refer to the documentation or switch "
        "to a default assignor before re-attempting the upgrade",
    )


def test_only_a_member_that_joins_upgrades() -> None:
    """groups D-11, D-90."""
    harness = MigratingHarness()
    harness.classic_group()
    answer = harness.beat(member_id="m1", member_epoch=1)
    assert (answer.error_code, answer.error_message) == (69, "Group g is not a consumer group.")


def test_an_empty_classic_group_gives_way_and_its_offsets_stay() -> None:
    """groups D-11, G 144."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    old.commit(("t1", 0, 5))
    old.leave()
    assert newcomer(harness).answer.error_code == 0
    offsets = harness.broker.groups.shard_of("g").offsets
    assert list(offsets.partitions_of("g")) == [("t1", 0)]


def test_the_group_is_the_same_after_a_restart() -> None:
    """groups A-23, D-91: the records say all of it."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    newcomer(harness)
    before = harness.described()
    harness.restart_groups()
    assert harness.described() == before
    assert old.heartbeat() == 27
