"""Offsets are asked for in a version that can express the timestamp."""

from __future__ import annotations

import pytest

from kafkawire.client.core.operations import records
from kafkawire.client.values import TopicPartition
from tests.client.support.operations import run, sources
from tests.client.support.world import World

FIRST = TopicPartition("t", 0)


@pytest.mark.parametrize(("release", "time", "works"), [
    ("2.8", -1, True), ("2.8", -3, False), ("3.3", -3, True), ("3.3", -5, False), ("4.4", -6, True),
])  # fmt: skip
def test_a_special_timestamp_needs_its_version(release: str, time: int, works: bool) -> None:
    """fetch F-60, client D-31."""
    world = World(emulate=release)
    world.create_topic("t")
    plan = records.list_offsets(sources(world), {FIRST: time}, is_committed=False)
    told = run(world, plan)
    assert (FIRST in told.results, FIRST in told.errors) == (works, not works)


def test_committed_reads_need_a_version_with_isolation() -> None:
    world = World()
    world.create_topic("t")
    plan = records.list_offsets(sources(world), {FIRST: -1}, is_committed=True)
    assert plan.operation.least == 2
    assert run(world, plan).results[FIRST].offset == 0


def test_records_are_deleted_at_the_leader() -> None:
    """client J-2."""
    world = World()
    world.create_topic("t")
    told = run(world, records.delete_records(sources(world), {FIRST: -1}, timeout_ms=1000))
    assert told.results == {FIRST: 0}
