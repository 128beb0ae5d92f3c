"""The topics of a producer."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.metadata import MetadataOptions
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.errors import TopicAuthorizationFailed
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from tests.client.support.producing import Producing
from tests.client.support.world import World

PRODUCE, METADATA = 0, 3


def test_whoever_waits_for_a_topic_is_called_with_its_news() -> None:
    """client B-30, E-3."""
    world = World({"auto.create.topics.enable": "false"})
    producing = Producing(world=world)
    woken: list[str] = []
    now_ms = world.now_ms
    producing.core.wait_for_metadata("orders", lambda: woken.append("orders"), now_ms)
    producing.core.wait_for_metadata("orders", lambda: woken.append("again"), now_ms)
    given_up = lambda: woken.append("given up")  # noqa: E731 - compared by identity
    producing.core.wait_for_metadata("orders", given_up, now_ms)
    producing.core.give_up_metadata("orders", given_up)
    world.advance(100)
    assert woken == ["orders", "again"]


def test_a_topic_without_rights_is_refused() -> None:
    """client E-14."""
    producing = Producing()

    def deny(api: int, answer: Any) -> Any:
        if api == METADATA:
            for topic in answer.topics:
                topic.error_code, topic.partitions = 29, []
            return answer
        return None

    producing.world.edit = deny
    producing.core.check("orders")
    producing.know("orders")
    with pytest.raises(TopicAuthorizationFailed, match="orders"):
        producing.core.check("orders")


def test_new_partitions_are_used() -> None:
    """client N 23."""
    world = World(metadata=MetadataOptions(metadata_max_age_ms=5000))
    producing = Producing(ProducerOptions(linger_ms=0), world=world)
    producing.send(partition=0)
    rows = [CreatePartitionsRequest.CreatePartitionsTopic(name="orders", count=3, assignments=None)]
    request = CreatePartitionsRequest(topics=rows, timeout_ms=1000)
    assert world.harness.connect().request(request).results[0].error_code == 0
    world.advance(6000)
    producing.send(partition=2)
    producing.flush(1000)
    assert producing.values(partition=2) == [b"value"]


def test_topics_that_are_not_used_are_asked_for_no_more() -> None:
    """client E-2: metadata.max.idle.ms; sequences are not used twice."""
    world = World(metadata=MetadataOptions(metadata_max_age_ms=2000))
    producing = Producing(
        ProducerOptions(metadata_max_idle_ms=5000), world=world, topics={"orders": 1, "bills": 1}
    )
    producing.send(b"first")
    producing.flush(1000)
    for _ in range(10):
        producing.send(topic="bills")
        world.advance(1000)
    asked = [request for api, _, request, _ in world.requests if api == METADATA]
    assert [topic.name for topic in asked[-1].topics] == ["bills"]
    producing.send(b"second")
    producing.flush(1000)
    assert producing.values() == [b"first", b"second"]
    assert [head.base_sequence for head in producing.headers()] == [0, 1]


def test_a_topic_is_in_use_while_a_batch_waits_for_its_answer() -> None:
    """client E-2: the end of the batch needs the queue of its partition."""
    world = World(metadata=MetadataOptions(metadata_max_age_ms=2000))
    producing = Producing(ProducerOptions(linger_ms=0, metadata_max_idle_ms=5000), world=world)
    producing.send(b"first")
    producing.flush(1000)
    world.swallow = lambda api: api == PRODUCE
    producing.send(b"second")
    producing.flush(10_000)
    assert producing.core.partitions("orders") == 1
    world.swallow = lambda api: False
    world.drop_connections()
    world.advance(10_000)
    assert producing.values() == [b"first", b"second"]
    assert producing.core.partitions("orders") is None
