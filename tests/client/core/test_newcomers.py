"""Partitions that came to be since a group's first assignment begin at the earliest offset."""

from __future__ import annotations

from kafkawire.client.core.newcomers import Newcomers
from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.core.view import ClusterView, PartitionView, TopicView
from kafkawire.client.values import TopicPartition
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from tests.client.support.read_world import ReadWorld


def view(**counts: int) -> ClusterView:
    """A view of topics with so many partitions; -1: there is no such topic."""
    topics = {
        name: TopicView(
            name,
            bytes(16),
            {index: PartitionView(1, 0) for index in range(count)},
            error=3 if count < 0 else 0,
        )
        for name, count in counts.items()
    }
    return ClusterView(topics=topics)


def test_what_exists_at_the_first_assignment_is_old() -> None:
    """client F-44."""
    newcomers = Newcomers()
    assert not newcomers.is_new(TopicPartition("t", 9)), "there was no assignment"
    newcomers.assigned([TopicPartition("u", 2)], view(t=2))
    newcomers.assigned([TopicPartition("t", 5)], view(t=6, v=1))
    new = [
        (found.topic, found.partition)
        for found in (TopicPartition(topic, index) for topic in "tuv" for index in range(4))
        if newcomers.is_new(found)
    ]
    assert new == [("t", 2), ("t", 3), ("u", 3), ("v", 0), ("v", 1), ("v", 2), ("v", 3)]


def test_topics_that_are_named_later_are_as_old_as_their_first_metadata() -> None:
    """client F-44."""
    newcomers = Newcomers()
    newcomers.assigned([], view(t=1))
    newcomers.expect(["t", "u", "v"], view(t=3))
    assert newcomers.is_new(TopicPartition("t", 1))
    assert not newcomers.is_new(TopicPartition("u", 0))
    newcomers.on_view(view(t=3, u=2, v=-1))
    newcomers.on_view(view(t=3, u=4, v=1))
    assert not newcomers.is_new(TopicPartition("u", 1))
    assert newcomers.is_new(TopicPartition("u", 2))
    assert newcomers.is_new(TopicPartition("v", 0)), "it did not exist when it was named"


def test_records_of_a_partition_that_was_added_are_all_read() -> None:
    """client F-44, N 51: those that were written before it was noticed, too."""
    for resets, expected in ((False, [b"0.", b"1.", b"2.", b"3."]), (True, [b"3."])):
        world = ReadWorld(reset=ResetPolicy("latest"), has_group=True, resets_new=resets)
        (first,) = world.topic()
        world.number(first, 2)
        world.metadata.want(["t"], world.now_ms)
        world.settle()
        world.assign(first)
        world.reader.found_committed({first: None}, world.now_ms)
        world.settle()
        topic = CreatePartitionsRequest.CreatePartitionsTopic(name="t", count=2, assignments=None)
        client = world.harness.connect()
        client.request(CreatePartitionsRequest(topics=[topic], timeout_ms=1000), 3)
        second = TopicPartition("t", 1)
        world.number(second, 3)
        world.metadata.request_update(world.now_ms)
        world.advance(500)
        world.assign(first, second)
        world.reader.found_committed({second: None}, world.now_ms)
        world.settle()
        world.produce(second, b"3.")
        assert [value for _, _, value in world.read()] == expected
        assert world.reader.position(first) == (2, -1)
