"""Where partitions begin that have no offset, or one that is out of range."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.errors import (
    NoOffsetForPartition,
    OffsetOutOfRange,
)
from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


def test_all_resets_of_a_leader_are_one_request() -> None:
    """client F-43, N 47; fetch F-67."""
    world = ReadWorld(reset=ResetPolicy("latest"))
    partitions = world.topic(5)
    for partition in partitions:
        world.number(partition, 3)
    world.assign(*partitions)
    world.settle()
    ((_, _, request, _),) = [each for each in world.requests if each[0] == LIST_OFFSETS]
    asked = [each for topic in request.topics for each in topic.partitions]
    assert [(each.partition_index, each.timestamp) for each in asked] == [
        (index, -1) for index in range(5)
    ]
    assert (request.replica_id, request.isolation_level, request.timeout_ms) == (-1, 0, 30_000)
    assert {world.reader.position(partition) for partition in partitions} == {(3, -1)}
    assert [(moved.after, moved.why) for moved in world.moved] == [(3, "no offset")] * 5


def test_a_time_before_now_is_where_by_duration_begins() -> None:
    """client F-43, N 47: nothing that young means the end."""
    world = ReadWorld(reset=ResetPolicy("by_duration", 60_000))
    first, second = world.topic(2)
    world.number(first, 2)
    world.number(second, 2)
    world.advance(100_000)
    world.number(first, 3)
    world.assign(first, second)
    world.settle()
    assert world.reader.position(first) == (2, -1)
    assert world.reader.position(second) == (2, -1)
    assert len(world.read()) == 3


def test_a_seek_wins_over_a_reset_that_is_under_way() -> None:
    """client F-43."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.swallow = lambda api: api == LIST_OFFSETS
    world.assign(T0)
    world.swallow = lambda api: False
    world.reader.seek(T0, 3, world.now_ms)
    world.drop_connections()
    assert [offset for _, offset, _ in world.read()] == [3, 4]


def test_out_of_range_resets_and_tells_of_it() -> None:
    """client F-43."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    world.reader.seek(T0, 100, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [0, 1, 2, 3, 4]
    assert world.moved[-1] == (T0, 100, 0, "out of range")


def test_without_a_policy_out_of_range_is_raised_until_a_seek() -> None:
    """client F-43, N 47."""
    world = ReadWorld(reset=ResetPolicy("none"))
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    for _ in range(2):
        with pytest.raises(NoOffsetForPartition):
            world.next()
    world.reader.seek(T0, 100, world.now_ms)
    world.advance(100)
    for _ in range(2):
        with pytest.raises(OffsetOutOfRange) as raised:
            world.next()
    assert raised.value.partitions == {T0: 100}
    world.reader.seek(T0, 4, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [4]


def test_a_reset_that_the_application_asks_for_is_not_told() -> None:
    """client F-43: though one was under way that nothing had asked for."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.swallow = lambda api: api == LIST_OFFSETS
    world.assign(T0)
    world.settle()
    world.swallow = lambda api: False
    world.reader.reset([T0], -1, world.now_ms)
    world.drop_connections()
    world.advance(2000)
    assert world.reader.position(T0) == (5, -1)
    assert world.moved == []


def test_a_newer_epoch_in_an_answer_asks_for_metadata() -> None:
    """client E-13."""
    world = ReadWorld()
    world.topic()

    def edit(api: int, answer: Any) -> Any:
        if api != LIST_OFFSETS:
            return None
        answer.topics[0].partitions[0].leader_epoch = 7
        return answer

    world.edit = edit
    world.assign(T0)
    world.advance(1000)
    assert [api for api in world.apis() if api in (3, LIST_OFFSETS)][:3] == [3, LIST_OFFSETS, 3]
