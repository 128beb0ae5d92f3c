"""Who is to be asked, where the view and the brokers say so."""

from __future__ import annotations

from collections.abc import Mapping

from kafkawire.client.core.operations.lookups import Coordinators, Leaders
from kafkawire.client.errors import ClientError
from kafkawire.client.values import TopicPartition
from tests.client.support.world import World

Told = list[Mapping[TopicPartition, int | ClientError]]


def test_leaders_wait_for_the_next_view_once() -> None:
    """client J-1."""
    world = World()
    world.create_topic("a", partitions=2)
    told: Told = []
    leaders = Leaders(world.metadata)
    keys = [TopicPartition("a", 1), TopicPartition("a", 7)]
    leaders.find(keys, world.now_ms, lambda found, now_ms: told.append(found))
    assert told == []
    world.settle()
    (found,) = told
    assert found[keys[0]] == 1
    assert "UNKNOWN_TOPIC_OR_PARTITION" in str(found[keys[1]])
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert len(told) == 1


def test_a_lookup_that_was_cancelled_tells_nobody() -> None:
    world = World()
    told: Told = []
    leaders = Leaders(world.metadata)
    leaders.find([TopicPartition("a", 0)], world.now_ms, lambda found, now_ms: told.append(found))
    leaders.cancel()
    leaders.cancel()
    coordinators = Coordinators(world.network, 0, {})
    coordinators.find(["g"], world.now_ms, lambda found, now_ms: told.append({}))
    coordinators.cancel()
    world.settle()
    assert told == []


def test_old_brokers_are_asked_for_one_coordinator_at_a_time() -> None:
    """client G-1."""
    world = World(emulate="2.8")
    told: list[Mapping[str, int | ClientError]] = []
    known: dict[str, int] = {}
    for _ in range(3):
        Coordinators(world.network, 0, known).find(
            ["g", "h"], world.now_ms, lambda found, now_ms: told.append(found)
        )
        world.advance(3000)
    assert told[-1] == {"g": 1, "h": 1}
