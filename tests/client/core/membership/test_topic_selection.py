"""Which topics a subscription has, and what metadata asks for."""

from __future__ import annotations

import re

from kafkawire.client.core.membership.topic_selection import Selected, TopicSelection
from tests.client.support.world import World

METADATA = 3


def names_asked(world: World) -> list[list[str] | None]:
    return [
        None if request.topics is None else [topic.name for topic in request.topics]
        for api, _, request, _ in world.requests
        if api == METADATA
    ]


def test_names_are_sorted_and_asked_for() -> None:
    """client G-50, E-2."""
    world = World()
    selected = Selected(world.metadata)
    selected.select(TopicSelection(frozenset({"b", "a", "c"})), world.now_ms)
    world.settle()
    assert selected.topics == ("a", "b", "c")
    assert names_asked(world) == [["a", "b", "c"]]
    selected.select(TopicSelection(frozenset({"b", "d"})), world.now_ms)
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert sorted(names_asked(world)[-1] or []) == ["b", "d"]


def test_a_pattern_matches_whole_names_and_leaves_internal_topics_out() -> None:
    """client B-13, N 75."""
    world = World()
    for topic in ("orders", "orders-2", "old-orders"):
        world.create_topic(topic)
    world.create_topic("__consumer_offsets")
    selected = Selected(world.metadata)
    selected.select(TopicSelection(pattern=re.compile("orders.*|__.*")), world.now_ms)
    world.settle()
    assert names_asked(world)[-1] is None
    assert selected.look()
    assert list(selected.topics) == ["orders", "orders-2"]
    world.create_topic("orders-3")
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert selected.look()
    assert not selected.look(), "nothing new"
    assert set(selected.topics) == {"orders", "orders-2", "orders-3"}
    everything = TopicSelection(pattern=re.compile(".*"), excludes_internal=False)
    assert "__consumer_offsets" in everything.topics(world.metadata.view)


def test_without_a_selection_nothing_is_wanted() -> None:
    world = World()
    selected = Selected(world.metadata)
    selected.select(TopicSelection(remote_pattern="o.*"), world.now_ms)
    assert selected.topics == (), "the broker matches"
    selected.select(TopicSelection(frozenset({"a"})), world.now_ms)
    selected.select(None, world.now_ms)
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    assert selected.topics == ()
    assert names_asked(world)[-1] == []


def test_a_client_that_starts_over_keeps_the_topics_of_its_pattern() -> None:
    """client D-16: a view without brokers tells nothing."""
    world = World()
    world.create_topic("orders")
    selected = Selected(world.metadata)
    selected.select(TopicSelection(pattern=re.compile("orders.*")), world.now_ms)
    world.settle()
    assert selected.look()
    world.metadata.start_over(world.now_ms)
    assert not world.metadata.view.topics
    assert not selected.look()
    assert selected.topics == ("orders",)
