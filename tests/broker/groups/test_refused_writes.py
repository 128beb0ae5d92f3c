"""Decisions about classic groups whose record cannot be written: nothing durable changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups import classic_records
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.classic_records import current
from kafkawire.broker.groups.states import GroupState
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from tests.support.broker.group_world import World, check, durable, steps
from tests.support.requests.groups import OTHER_SUBSCRIPTION, GroupsHarness, codes_of, commit, fetch
from tests.support.requests.migrating import MigratingHarness

STEPS_MAX = 40


@pytest.fixture
def harness() -> GroupsHarness:
    return GroupsHarness()


def whole(group: ClassicGroup) -> dict[str, Any]:
    """Everything about a group, the volatile state included."""
    progress = group.progress
    return {
        "record": current(group),
        "state": group.state,
        "supporters": dict(group._supporters),
        "statics": dict(group.static_members),
        "progress": [getattr(progress, name) for name in type(progress).__slots__],
        "members": {
            member_id: (
                member,
                member.protocols,
                member.presence.is_new,
                member.presence.join,
                member.presence.sync,
                member.presence.session.deadline_ms if member.presence.session else None,
            )
            for member_id, member in group.members.items()
        },
    }


@contextmanager
def noting_applied() -> Iterator[list[GroupMetadataValue]]:
    """The values of classic groups' records that are applied."""
    applied: list[GroupMetadataValue] = []
    apply = classic_records.apply

    def noted(group: ClassicGroup, value: GroupMetadataValue) -> None:
        applied.append(value)
        apply(group, value)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(classic_records, "apply", noted)
        yield applied


def group_of(harness: GroupsHarness) -> ClassicGroup:
    group = harness.broker.groups.shard_of("g").groups["g"]
    assert isinstance(group, ClassicGroup)
    return group


def test_a_refused_creation_leaves_no_group(harness: GroupsHarness) -> None:
    """groups A-53."""
    member = harness.member()
    with harness.refusing_writes():
        response = member.send_join().response
    assert (response.error_code, response.member_id, response.generation_id) == (-1, "", -1)
    assert harness.list_groups().groups == []
    assert member.join().done


@pytest.mark.parametrize("instance", ["i", "j"])
def test_a_refused_replacement_changes_nothing(harness: GroupsHarness, instance: str) -> None:
    """groups B-37, A-53: whether the member leads or not."""
    leader, follower = harness.stable("i", "j")
    former = leader if leader.instance == instance else follower
    before = whole(group_of(harness))
    newcomer = harness.member(instance=instance, protocols=(("range", OTHER_SUBSCRIPTION),))
    with harness.refusing_writes():
        response = newcomer.send_join().response
    assert (response.error_code, response.member_id) == (-1, "")
    assert whole(group_of(harness)) == before
    assert leader.heartbeat() == follower.heartbeat() == 0
    newcomer.send_join()
    assert newcomer.joined.error_code == 0
    assert former.heartbeat() == 82


def test_a_refused_replacement_is_a_sign_of_life(harness: GroupsHarness) -> None:
    """groups B-35, B-37: the session of the former member begins anew."""
    (former,) = harness.stable("i")
    harness.advance(9_000)
    with harness.refusing_writes():
        assert harness.member(instance="i").send_join().response.error_code == -1
    harness.advance(9_999)
    assert former.heartbeat() == 0


def test_refused_assignments_are_dropped_and_the_record_stays(harness: GroupsHarness) -> None:
    """groups B-2, A-53: an unload returns to the generation before."""
    leader, follower = harness.stable(None, None)
    (value,) = harness.group_values()[-1:]
    for member in (leader, follower):
        member.send_join()
    assert leader.joined.generation_id == follower.joined.generation_id == value.generation + 1
    waiting = follower.sync()
    with harness.refusing_writes():
        assert leader.sync({leader.id: b"L"}).response.error_code == -1
    assert waiting.response.error_code == -1
    assert harness.state() == "PreparingRebalance"
    assert [member.member_assignment for member in harness.describe().members] == [b"", b""]
    assert harness.group_values()[-1] == value
    harness.restart_groups()
    assert current(group_of(harness)).value == value


def test_a_group_that_is_empty_in_memory_only_goes_on(harness: GroupsHarness) -> None:
    """groups B-43, A-53: an unload returns to the members; the next member's record replaces it."""
    (member,) = harness.stable()
    with harness.refusing_writes(), noting_applied() as applied:
        member.leave()
    assert applied == []
    group = group_of(harness)
    assert (group.state, group.generation) == (GroupState.EMPTY, member.generation + 1)
    assert (group.protocol, group.leader, group.members) == (None, None, {})
    assert not group.is_subscribed_to("t1")
    assert harness.group_values()[-1].members[0].member_id == member.id
    newcomer = harness.member()
    newcomer.join()
    assert newcomer.joined.generation_id == member.generation + 2
    harness.restart_groups()
    assert list(group_of(harness).members) == [member.id]
    assert member.heartbeat() == 0


def test_a_refused_deletion_keeps_the_group_and_its_offsets(harness: GroupsHarness) -> None:
    """groups A-14, A-53."""
    harness.create_topic("t1")
    assert codes_of(commit(harness.connect(), ("t1", 0, 5))) == [0]
    before = whole(group_of(harness))
    with harness.refusing_writes():
        (result,) = harness.delete_groups("g").results
    assert result.error_code == -1
    assert whole(group_of(harness)) == before
    (topic,) = fetch(harness.connect(), {"t1": [0]}).topics
    assert topic.partitions[0].committed_offset == 5


def test_a_refused_commit_is_a_sign_of_life_and_no_offset(harness: GroupsHarness) -> None:
    """groups B-71, A-53."""
    harness.create_topic("t1")
    (member,) = harness.stable()
    harness.advance(9_000)
    with harness.refusing_writes():
        assert codes_of(member.commit(("t1", 0, 5))) == [-1]
    harness.advance(9_999)
    assert member.heartbeat() == 0
    (topic,) = fetch(harness.connect(), {"t1": [0]}).topics
    assert topic.partitions[0].committed_offset == -1


def test_a_refused_upgrade_leaves_the_classic_group_as_it_is() -> None:
    """groups D-90, A-53."""
    harness = MigratingHarness()
    (member,) = harness.classic_group()
    before = whole(group_of(harness))
    fields: dict[str, Any] = {"member_id": "m1", "member_epoch": 0, "rebalance_timeout_ms": 5_000}
    with harness.refusing_writes():
        refused = harness.beat(subscribed_topic_names=["t1"], topic_partitions=[], **fields)
    assert refused.error_code == -1
    assert whole(group_of(harness)) == before
    assert member.heartbeat() == 0


def test_a_refused_downgrade_leaves_the_consumer_group_as_it_is() -> None:
    """groups D-96, A-53."""
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    new = harness.joiner("m1", "t1")
    members = dict(harness.group().members)
    epochs = harness.epochs()
    with harness.refusing_writes():
        assert harness.leave_one("g", new.member_id) == -1
    assert harness.group().members == members
    assert old.id in members
    assert harness.epochs() == epochs


@pytest.mark.slow
@hypothesis.settings(max_examples=40, deadline=None)
@given(st.lists(steps("refuse", "accept", "accept"), min_size=15, max_size=STEPS_MAX))
def test_no_record_is_applied_that_could_not_be_written(
    history: list[tuple[str, int, int]],
) -> None:
    """groups A-53, B-2: and a Stable group is what its last record says, whatever clients do."""
    with noting_applied() as applied:
        world = World()
        world.settled = (GroupState.STABLE,)
        for kind, number, detail in history:
            applied.clear()
            written = len(world.harness.group_values())
            world.act(kind, number, detail)
            if kind != "reload":
                assert applied == [
                    value for value in world.harness.group_values()[written:] if value is not None
                ]
            for group in world.shard.groups.values():
                check(group)
            stable = durable(world.shard, world.settled)
            found = durable(world.reloaded())
            assert {key: found[key] for key in stable} == stable
        world.act("accept", 0, 0)
        # Once every client is silent, every waiting call is answered in bounded time.
        world.harness.advance(700_000)
        assert all(pending.done for pending in world.asked)
