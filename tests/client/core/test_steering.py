"""What happens to positions when the cluster changes."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.fetch_outcomes import Outcome
from kafkawire.client.core.fetching import Fetcher
from kafkawire.client.core.merging import Hint
from kafkawire.client.core.positions import Partition
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.steering import Steering
from kafkawire.client.errors import OffsetOutOfRange
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)


def recreate(world: ReadWorld) -> None:
    """Delete the topic and create another one of its name."""
    topic = DeleteTopicsRequest.DeleteTopicState(name="t")
    client = world.harness.connect()
    client.request(DeleteTopicsRequest(topics=[topic], timeout_ms=1000), 6)
    world.create_topic("t")


def test_a_newer_epoch_is_validated_before_fetching_on() -> None:
    """client F-41; fetch F-51."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    assert len(world.read()) == 5
    assert 23 not in world.apis()
    world.metadata.leader_hints([Hint(T0, 1, 1)], [], world.now_ms)
    world.advance(200)
    assert 23 in world.apis()


def test_a_recreated_topic_is_read_from_its_beginning() -> None:
    """client F-46, N 25: with any policy but none."""
    world = ReadWorld(reset=ResetPolicy("latest"))
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    world.produce(T0, b"old")
    assert [value for _, _, value in world.read()] == [b"old"]
    recreate(world)
    for index in range(8):
        world.produce(T0, b"new %d" % index)
    world.advance(3000)
    assert [value for _, _, value in world.read()] == [b"new %d" % index for index in range(8)]
    assert world.moved[-1] == (T0, 6, 0, "recreated")


def test_without_a_policy_a_recreated_topic_is_an_error() -> None:
    """client F-46."""
    world = ReadWorld(reset=ResetPolicy("none"))
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    world.reader.seek(T0, 2, world.now_ms)
    assert len(world.read()) == 3
    recreate(world)
    world.advance(3000)
    with pytest.raises(OffsetOutOfRange):
        world.next()


def hinted_world() -> ReadWorld:
    """A world in which the answer to the next Fetch names node 2 as the partition's new leader."""
    world = ReadWorld()
    # The one broker of the world is behind the address of node 2, too, and refuses to be it.
    world.network.on_rebootstrap = lambda now_ms: None
    world.topic()
    world.assign(T0)
    world.advance(1000)
    hints = [1]

    def edit(api: int, answer: Any) -> Any:
        if api != 1 or not hints:
            return None
        hints.clear()
        topic = FetchResponse.FetchableTopicResponse(
            topic="t", topic_id=world.metadata.view.topic_id("t")
        )
        data = FetchResponse.PartitionData(
            partition_index=0,
            error_code=6,
            high_watermark=-1,
            current_leader=FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=5),
        )
        topic.partitions.append(data)
        answer.responses = [topic]
        answer.node_endpoints = [FetchResponse.NodeEndpoint(node_id=2, host="127.0.0.1", port=9)]
        return answer

    world.edit = edit
    return world


def test_a_hint_of_a_newer_leader_is_used_at_once() -> None:
    """client E-12, N 21; fetch F-18: no Metadata is needed before."""
    world = hinted_world()
    world.swallow = lambda api: api == 3
    sent = len(world.requests)
    world.advance(1)
    world.advance(600)
    after = [(api, lane.target[1]) for api, _, _, lane in world.requests[sent:]]
    assert (18, 9) in after, "the new leader is connected to"
    assert world.metadata.view.leader(T0) == (2, "127.0.0.1", 9, None)


def test_hints_of_one_answer_look_at_their_topics_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """client E-12, N-20: work follows what changed, whatever else is assigned."""
    world = ReadWorld()
    partitions = [*world.topic(20), *world.topic(50, "other")]
    world.assign(*partitions)
    world.advance(1000)
    seen: list[TopicPartition] = []
    on_view = Steering.on_view

    def counted(steering: Steering, partition: Partition, *more: Any) -> None:
        seen.append(partition.key)
        on_view(steering, partition, *more)

    monkeypatch.setattr(Steering, "on_view", counted)
    hints = [Hint(TopicPartition("t", index), 1, 1) for index in range(10)]
    world.swallow = lambda api: api == 3
    world.metadata.leader_hints(hints, [], world.now_ms)
    assert len(seen) == 20
    assert {key.topic for key in seen} == {"t"}


def test_the_error_beside_a_hint_asks_for_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    """client E-12: the hint has asked already, and the partition is read elsewhere."""
    world = hinted_world()
    reactions: list[int] = []
    react = Fetcher._react

    def noted(fetcher: Fetcher, partition: Partition, what: Outcome, code: int, at_ms: int) -> None:
        reactions.append(code)
        react(fetcher, partition, what, code, at_ms)

    monkeypatch.setattr(Fetcher, "_react", noted)
    world.swallow = lambda api: api == 3
    world.advance(600)
    assert world.metadata.view.leader(T0) == (2, "127.0.0.1", 9, None)
    assert reactions == []
