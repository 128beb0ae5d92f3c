"""Positions that the application has chosen, and that count as done."""

from __future__ import annotations

from kafkawire.client.values import TopicPartition
from tests.client.support.read_world import ReadWorld

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def seek(world: ReadWorld, key: TopicPartition, offset: int, epoch: int | None = None) -> None:
    world.reader.seek(key, offset, world.now_ms, leader_epoch=epoch)
    world.reader.sought.add([key])


def of_ten() -> ReadWorld:
    world = ReadWorld()
    world.topic(2)
    world.number(T0, 10)
    world.assign(T0, T1)
    return world


def test_a_position_that_was_sought_is_taken_once() -> None:
    """client G-62."""
    world = of_ten()
    assert world.reader.sought.take() == {}
    seek(world, T1, 4)
    seek(world, T0, 7)
    assert world.reader.sought.take() == {T0: (7, -1), T1: (4, -1)}
    assert world.reader.sought.take() == {}


def test_records_that_are_handed_out_take_its_place() -> None:
    """client G-60: what is in hand is not done."""
    world = of_ten()
    seek(world, T0, 7)
    assert world.next(1)[0].offset == 7
    assert world.reader.sought.take() == {}
    seek(world, T0, 2)
    assert world.reader.sought.take() == {T0: (2, -1)}


def test_a_reset_counts_once_its_offset_is_known() -> None:
    """client G-62: a partition that awaits a reset has no position."""
    world = of_ten()
    world.reader.seek(T0, 7, world.now_ms)
    world.reader.reset([T0], -2, world.now_ms)
    world.reader.sought.add([T0])
    assert world.reader.sought.take() == {}
    world.settle()
    assert world.reader.sought.take() == {T0: (0, -1)}


def test_a_seek_with_an_epoch_counts_once_the_leader_confirms_it() -> None:
    """client G-62, F-41: Kafka's consumer commits no position that awaits validation."""
    world = of_ten()
    seek(world, T0, 7, epoch=0)
    assert world.reader.sought.take() == {}
    world.settle()
    assert world.reader.sought.take() == {T0: (7, 0)}


def test_a_partition_that_comes_back_has_no_chosen_position() -> None:
    """client G-27."""
    world = of_ten()
    seek(world, T0, 7)
    world.assign(T1)
    world.assign(T0, T1)
    assert world.reader.sought.take() == {}
