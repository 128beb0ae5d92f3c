"""Positions are checked against the leader's log before they are fetched."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.errors import LogTruncation
from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)
EPOCHS = 23


def cut(world: ReadWorld, end_offset: int, epoch: int) -> None:
    """Have the broker answer that the epoch ended there."""

    def edit(api: int, answer: Any) -> Any:
        if api != EPOCHS:
            return None
        one = answer.topics[0].partitions[0]
        one.end_offset, one.leader_epoch = end_offset, epoch
        return answer

    world.edit = edit


def asked(world: ReadWorld) -> list[Any]:
    return [request for api, _, request, _ in world.requests if api == EPOCHS]


def test_a_seek_with_an_epoch_is_validated_before_it_is_fetched() -> None:
    """client F-41, N 49; fetch F-51, F-52."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    world.reader.seek(T0, 3, world.now_ms, leader_epoch=0)
    assert [offset for _, offset, _ in world.read()] == [3, 4]
    (request,) = asked(world)
    one = request.topics[0].partitions[0]
    assert (request.replica_id, one.current_leader_epoch, one.leader_epoch) == (-1, 0, 0)


def test_a_truncated_log_is_read_on_from_its_end() -> None:
    """client F-42, N 48: with a policy, and the change is told."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    cut(world, 2, 0)
    world.reader.seek(T0, 4, world.now_ms, leader_epoch=0)
    assert [offset for _, offset, _ in world.read()] == [2, 3, 4]
    assert world.moved[-1] == (T0, 4, 2, "truncated")


def test_a_log_that_differs_somewhere_is_reset() -> None:
    """client F-42: the end is undefined."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    cut(world, -1, -1)
    world.reader.seek(T0, 4, world.now_ms, leader_epoch=0)
    assert [offset for _, offset, _ in world.read()] == [0, 1, 2, 3, 4]
    assert world.moved[-1] == (T0, 4, 0, "truncated")


def test_without_a_policy_truncation_is_raised_until_a_seek() -> None:
    """client F-42, M.1, N 48."""
    world = ReadWorld(reset=ResetPolicy("none"), has_group=True)
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    cut(world, 2, 0)
    world.reader.seek(T0, 4, world.now_ms, leader_epoch=0)
    for _ in range(2):
        with pytest.raises(LogTruncation) as raised:
            world.next()
        assert raised.value.partitions == {T0: 4}
        assert raised.value.diverging == {T0: 2}
    world.reader.seek(T0, 1, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [1, 2, 3, 4]


def test_errors_of_validation_that_pass_are_asked_again() -> None:
    """fetch F-53."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    codes = [6, 9, 56, 74, 75, 78, 3, 5]

    def edit(api: int, answer: Any) -> Any:
        if api != EPOCHS or not codes:
            return None
        answer.topics[0].partitions[0].error_code = codes.pop()
        return answer

    world.edit = edit
    world.reader.seek(T0, 4, world.now_ms, leader_epoch=0)
    world.advance(20_000)
    assert codes == []
    assert [offset for _, offset, _ in world.read()] == [4]


def test_a_seek_makes_a_validation_void() -> None:
    """client M.1; fetch F-52: a position that changed meanwhile."""
    world = ReadWorld()
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    cut(world, 1, 0)
    world.reader.seek(T0, 4, world.now_ms, leader_epoch=0)
    world.reader.seek(T0, 3, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [3, 4]
    assert len(world.moved) == 1, "only the first assignment"


def test_a_broker_that_cannot_tell_is_trusted() -> None:
    """client F-41, M.1: only brokers may ask before version 3 of OffsetForLeaderEpoch."""
    world = ReadWorld(emulate="2.0")
    world.topic()
    world.number(T0, 5)
    world.assign(T0)
    world.reader.seek(T0, 3, world.now_ms, leader_epoch=0)
    assert [offset for _, offset, _ in world.read()] == [3, 4]
    assert asked(world) == []
