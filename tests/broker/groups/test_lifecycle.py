"""A group's first and last moment in a shard; test_group_coordinator.py reloads whole shards."""

from __future__ import annotations

from kafkawire.broker.groups import lifecycle
from kafkawire.broker.groups.classic_group import ClassicGroup
from kafkawire.broker.groups.states import GroupState
from tests.support.requests.groups import GroupsHarness


def test_an_unloaded_group_is_dead() -> None:
    """groups A-26."""
    shard = GroupsHarness().broker.groups.shard_of("g")
    group = ClassicGroup("g", 0)
    lifecycle.unload(shard, group, 5)
    assert group.state is GroupState.DEAD
