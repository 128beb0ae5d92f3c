"""Committed offsets, at old brokers one group at a time."""

from __future__ import annotations

import pytest

from kafkawire.client.core.operations import group_offsets
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.support.operations import run, sources
from tests.client.support.world import World

FIRST = TopicPartition("t", 0)
OFFSET_FETCH = 9


@pytest.mark.parametrize(("release", "requests"), [("2.8", 2), ("4.4", 1)])
def test_several_groups_are_asked_about_together_where_that_works(
    release: str, requests: int
) -> None:
    """client J-2."""
    world = World(emulate=release)
    world.create_topic("t")
    for group in ("g", "h"):
        plan = group_offsets.alter_group_offsets(
            sources(world), group, {FIRST: OffsetAndMetadata(7)}
        )
        assert run(world, plan).results == {group: {}}
    world.requests.clear()
    read = group_offsets.list_group_offsets(
        sources(world), {"g": None, "h": [FIRST]}, require_stable=False
    )
    told = run(world, read)
    assert told.results == {key: {FIRST: (7, None, "")} for key in ("g", "h")}
    assert world.apis().count(OFFSET_FETCH) == requests


def test_offsets_of_a_group_that_does_not_exist_cannot_be_deleted() -> None:
    world = World()
    world.create_topic("t")
    plan = group_offsets.delete_group_offsets(sources(world), "none", [FIRST])
    assert "GROUP_ID_NOT_FOUND" in str(run(world, plan).errors["none"])
