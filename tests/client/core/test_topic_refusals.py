"""Topics that may not be read are told to the application."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.merging import Hint
from kafkawire.client.errors import ServerError, TopicAuthorizationFailed
from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

METADATA = 3
DENIED = TopicPartition("denied", 0)


def denying(code: int = 29, **how: Any) -> ReadWorld:
    """A world whose metadata refuse one topic of two."""
    world = ReadWorld(**how)
    for name in ("t", "denied"):
        world.create_topic(name)

    def edit(api: int, answer: Any) -> Any:
        if api != METADATA:
            return None
        for topic in answer.topics:
            if topic.name == "denied":
                topic.error_code, topic.partitions = code, []
        return answer

    world.edit = edit
    return world


@pytest.mark.parametrize(("code", "kind"), [(29, TopicAuthorizationFailed), (17, ServerError)])
def test_a_subscribed_topic_that_may_not_be_read_is_raised_once_for_each_answer(
    code: int, kind: type
) -> None:
    """client E-14: testSubscriptionChangeWithAuthorizationFailure."""
    world = denying(code, has_group=True)
    world.reader.expect(["t", "denied"])
    world.metadata.want(["t", "denied"], world.now_ms)
    for _ in range(2):
        world.settle()
        assert world.reader.is_ready
        with pytest.raises(kind, match="denied"):
            world.next()
        assert world.next() is None
        world.metadata.request_update(world.now_ms)
        world.advance(1000)


def test_other_topics_are_read_on() -> None:
    """client E-14: records come before the error of another topic."""
    world = denying()
    world.produce(TopicPartition("t", 0), b"x")
    world.assign(TopicPartition("t", 0), DENIED)
    world.advance(500)
    found, errors = 0, 0
    for _ in range(4):
        try:
            found += len(world.next() or ())
        except TopicAuthorizationFailed:
            errors += 1
    assert (found, errors) == (1, 1)


def test_topics_of_others_are_not_told() -> None:
    """client E-14: nor those that the application does not subscribe to any more."""
    world = denying(has_group=True)
    world.reader.expect(["denied"])
    world.reader.expect(["t"])
    world.metadata.want(["t", "denied"], world.now_ms)
    world.settle()
    assert not world.reader.is_ready


def test_a_newer_leader_tells_nothing_anew() -> None:
    """client E-14: a hint is no answer about the topic."""
    world = denying()
    world.assign(TopicPartition("t", 0), DENIED)
    with pytest.raises(TopicAuthorizationFailed):
        world.next()
    world.swallow = lambda api: api == METADATA
    world.metadata.leader_hints([Hint(TopicPartition("t", 0), 1, 1)], [], world.now_ms)
    world.settle()
    assert world.next() is None
