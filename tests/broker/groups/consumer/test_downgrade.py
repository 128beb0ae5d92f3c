"""Consumer groups become classic groups."""

from __future__ import annotations

import pytest

from kafkawire.broker.groups.consumer.embedded import read_assignment
from tests.support.requests.consumer_groups import ConsumerClient
from tests.support.requests.groups import Member
from tests.support.requests.migrating import MigratingHarness, offering

ALL = {"t1": [0, 1, 2]}


def mixed(
    overrides: dict[str, str] | None = None, **fields: str
) -> tuple[MigratingHarness, Member, ConsumerClient]:
    """A group of a classic member, who has all there is, and a new one."""
    harness = MigratingHarness(overrides)
    (old,) = harness.classic_group()
    return harness, old, harness.joiner("m1", "t1", **fields)


def test_the_group_is_classic_once_the_last_new_member_has_left() -> None:
    """groups D-96, G 150: tombstones and the classic record, and a rebalance at once."""
    harness, old, new = mixed()
    epoch, start = harness.group().epoch, len(harness.records())
    assert new.leave().error_code == 0
    assert harness.kinds(start) == [-8, -8, -7, -7, -6, -5, -5, -4, -3, 2]
    value = harness.group_values()[-1]
    assert (value.generation, value.protocol_type, value.protocol) == (epoch, "consumer", "range")
    (member,) = value.members
    assert (member.member_id, value.leader) == (old.id, old.id)
    assert member.session_timeout == old.session_timeout_ms
    assert member.rebalance_timeout == old.rebalance_timeout_ms
    assert harness.state() == "PreparingRebalance"
    old.generation = harness.group_values()[-1].generation
    assert old.heartbeat() == 27
    assert harness.rejoin(old, ALL).generation_id == epoch + 1
    assert old.is_leader


def test_members_keep_what_they_were_to_have() -> None:
    """groups D-96, E-4: the target, in the version of the member's subscription."""
    harness, _, new = mixed()
    target = harness.group().targets
    (old_id,) = set(target) - {"m1"}
    expected = [index for (held,) in [target[old_id].values()] for index in held]
    new.leave()
    (member,) = harness.group_values()[-1].members
    assert member.assignment[:2] == b"\0\1"
    assert read_assignment(bytes(member.assignment)).partitions == {"t1": tuple(expected)}


def test_expiry_downgrades_as_leaving_does() -> None:
    """groups D-75, D-96: a session that ends."""
    harness, old, _ = mixed()
    for _ in range(9):
        harness.advance(5_000)
        old.heartbeat()
        harness.rejoin(old, ALL)
    assert harness.state() != "Dead"
    assert harness.broker.groups.shard_of("g").classic_group("g") is not None


def test_members_offer_all_their_protocols_still() -> None:
    """groups D-96: not only the one that the group uses, as after a reload."""
    harness = MigratingHarness()
    both = (*offering("t1"), *offering("t1", name="sticky"))
    (old,) = harness.stable(None, protocols=both)
    old.join()
    assert old.joined.error_code == 0
    old.sync({})
    new = harness.joiner("m1", "t1")
    new.leave()
    other = harness.classic(protocol_type="consumer")
    other.protocols = offering("t1", name="sticky")
    assert not other.join().done
    old.join()
    assert other.joined.protocol_name == old.joined.protocol_name == "sticky"


def test_several_members_may_go_at_once() -> None:
    """groups D-95, D-96: by LeaveGroup, all that spoke the new protocol."""
    harness, old, _ = mixed(instance_id="i1")
    harness.joiner("m2", "t1", instance_id="i2")
    codes = harness.leave("g", ("", "i1"), ("", "i2"))
    assert codes == [0, 0]
    assert harness.state() == "PreparingRebalance"
    old.generation = harness.group_values()[-1].generation
    assert old.heartbeat() == 27


@pytest.mark.parametrize(
    "setting", [("group.consumer.migration.policy", "UPGRADE"), ("group.max.size", "1")]
)
def test_a_group_that_must_not_be_classic_goes_on_with_classic_members(
    setting: tuple[str, str],
) -> None:
    """groups D-96: the policy, or the size that classic groups may have."""
    harness, old, new = mixed()
    second = harness.classic()
    second.join()
    shard = harness.broker.groups.shard_of("g")
    name, value = setting
    limited = MigratingHarness({name: value}).broker.groups.settings
    shard.settings.migration_policy = limited.migration_policy
    shard.settings.max_size = limited.max_size
    new.leave()
    assert set(harness.group().members) == {old.id, second.joined.member_id}
    assert harness.rejoin(old, ALL).error_code == 0


def test_a_group_that_nobody_is_left_in_stays_what_it_was() -> None:
    """groups D-96: nobody is there to be classic."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1").leave()
    assert harness.group().is_empty


def test_a_group_of_classic_members_only_is_tried_again_when_one_leaves() -> None:
    """groups D-96: when the group had been too large."""
    harness, old, new = mixed()
    second = harness.classic()
    second.join()
    assert second.joined.error_code == 0
    shard = harness.broker.groups.shard_of("g")
    shard.settings.max_size = 1
    new.leave()
    assert harness.group().members
    second.leave()
    assert harness.state() == "PreparingRebalance"
    old.generation = harness.group_values()[-1].generation
    assert old.heartbeat() == 27


def test_a_classic_member_that_takes_the_last_ones_place_downgrades_in_peace() -> None:
    """groups D-92, D-96: its target is that of the epoch, so nobody rebalances."""
    harness = MigratingHarness()
    new = harness.joiner("m1", "t1", instance_id="i1")
    classic = harness.classic(instance="i1")
    start = len(harness.records())
    joined = classic.send_join().response
    assert (joined.error_code, joined.generation_id) == (0, new.epoch)
    classic.id, classic.generation = joined.member_id, joined.generation_id
    assert harness.kinds(start) == [-8, -7, -5, 5, 7, 8, 5, 8, -8, -7, -6, -5, -4, -3, 2]
    ids = [key.member_id for kind, key, _ in harness.written(start) if kind in (5, 7, 8)]
    assert ids == ["m1"] * 3 + [classic.id] * 8
    assert harness.state() == "Stable"
    assert harness.assigned(classic) == ALL
    assert classic.heartbeat() == 0
    harness.advance(classic.session_timeout_ms)
    assert harness.state() == "Empty"


def test_who_is_silent_after_a_downgrade_is_removed_in_time() -> None:
    """groups D-96: sessions begin anew with the classic group."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1", instance_id="i1")
    classic = harness.classic(instance="i1")
    assert classic.send_join().response.error_code == 0
    harness.advance(classic.session_timeout_ms - 1)
    assert harness.state() == "Stable"
    harness.advance(1)
    assert harness.state() == "Empty"


def test_a_classic_member_that_reads_something_else_makes_all_share_anew() -> None:
    """groups D-96: the targets are not those of the epoch."""
    harness = MigratingHarness()
    harness.joiner("m1", "t1", instance_id="i1")
    classic = harness.classic("t2", instance="i1")
    joined = classic.send_join().response
    assert (joined.error_code, joined.generation_id) == (0, 0)
    assert harness.state() == "PreparingRebalance"


def test_what_is_downgraded_is_the_same_after_a_restart() -> None:
    """groups A-21, D-96."""
    harness, old, new = mixed()
    new.leave()
    harness.restart_groups()
    assert harness.state() == "Stable"
    old.generation = harness.group_values()[-1].generation
    assert old.heartbeat() == 0
