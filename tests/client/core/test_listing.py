"""Offsets that the application asks for."""

from __future__ import annotations

from typing import Any

from kafkawire.client.errors import TopicAuthorizationFailed
from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


def test_the_application_asks_for_offsets_of_times() -> None:
    """client B-16, N 50; fetch F-60..F-66: before, between, after, empty."""
    world = ReadWorld()
    partitions = world.topic(4)
    start_ms = world.now_ms
    for partition in partitions[:3]:
        world.number(partition, 1)
    world.advance(1000)
    for partition in partitions[:3]:
        world.number(partition, 1)
    times = dict(
        zip(partitions, (start_ms - 5, start_ms + 500, start_ms + 5000, start_ms), strict=True)
    )
    found: list[Any] = []
    world.reader.list_offsets(times, lambda listing, now_ms: found.append(listing), world.now_ms)
    world.advance(1000)
    (listing,) = found
    assert listing.error is None
    assert listing.offsets == {
        partitions[0]: (0, start_ms, 0),
        partitions[1]: (1, start_ms + 1000, 0),
        partitions[2]: None,
        partitions[3]: None,
    }
    assert world.apis().count(LIST_OFFSETS) == 1


def test_a_partition_that_is_refused_refuses_all() -> None:
    """client B-16: with the first error; a code that may pass is kept for a time-out."""
    world = ReadWorld()
    partitions = world.topic(2)
    codes = [(6, 0), (29, 87)]

    def edit(api: int, answer: Any) -> Any:
        if api != LIST_OFFSETS:
            return None
        for each, code in zip(answer.topics[0].partitions, codes[0], strict=False):
            each.error_code = code
        return answer

    world.edit = edit
    found: list[Any] = []
    times = dict.fromkeys(partitions, -1)
    listing = world.reader.list_offsets(times, lambda ended, _: found.append(ended), world.now_ms)
    world.settle()
    assert (found, listing.last_code) == ([], 6)
    world.reader.forget_listing(listing)
    codes.pop(0)
    world.reader.list_offsets(times, lambda ended, _: found.append(ended), world.now_ms)
    world.settle()
    (ended,) = found
    assert isinstance(ended.error, TopicAuthorizationFailed)


def names_asked(world: ReadWorld) -> set[str]:
    """The topics of the next Metadata requests."""
    world.requests.clear()
    world.metadata.request_update(world.now_ms)
    world.advance(2000)
    return {
        topic.name for api, _, request, _ in world.requests if api == 3 for topic in request.topics
    }


def test_topics_are_asked_for_as_long_as_offsets_are_wanted() -> None:
    """client E-2: those of the assignment stay."""
    world = ReadWorld()
    world.topic()
    world.topic(1, "u")
    world.assign(T0)
    times = dict.fromkeys([T0, TopicPartition("u", 0)], -1)
    found: list[Any] = []
    world.reader.list_offsets(times, lambda listing, now_ms: found.append(listing), world.now_ms)
    world.advance(1000)
    assert len(found) == 1
    world.reader.forget_listing(found[0])
    assert names_asked(world) == {"t"}
    waiting = world.reader.list_offsets({TopicPartition("none", 0): -1}, print, world.now_ms)
    assert names_asked(world) == {"none", "t"}
    world.reader.forget_listing(waiting)
    assert names_asked(world) == {"t"}
    world.reader.assign([], world.now_ms)
    assert names_asked(world) == set()
