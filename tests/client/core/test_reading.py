"""A reader on a broker's core: assignment, positions, seeks."""

from __future__ import annotations

import pytest

from kafkawire.client.core.resetting import ResetPolicy
from kafkawire.client.errors import NotAssigned
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.support.read_world import ReadWorld

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


@pytest.mark.parametrize("release", [None, "3.9", "2.8", "2.4", "1.1"])
def test_records_of_three_partitions_come_once_and_in_order(release: str | None) -> None:
    """client N 30, F-19: from brokers of older releases, too, without topic ids."""
    world = ReadWorld(emulate=release)
    partitions = world.topic(3)
    for partition in partitions:
        world.number(partition, 100)
    world.assign(*partitions)
    found = world.read()
    for partition in partitions:
        offsets = [offset for name, offset, _ in found if name == str(partition)]
        assert offsets == list(range(100))
        assert world.reader.position(partition) == (100, 0)
        assert world.reader.lag(partition) == 0
        assert world.reader.partition(partition).lead() == 100
    assert world.reader.memory.used_bytes == 3 << 20, "only the fetch that waits has some"


def test_seek_back_in_the_middle_of_a_batch_is_exact() -> None:
    """client N 33."""
    world = ReadWorld()
    world.topic()
    world.produce(T0, *(b"%d" % index for index in range(10)))
    world.assign(T0)
    assert len(world.read()) == 10
    world.reader.seek(T0, 4, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [4, 5, 6, 7, 8, 9]


def test_seek_drops_what_is_in_flight_and_what_was_kept() -> None:
    """client N 34, B-14, F-14; fetch F-22, J 161."""
    world = ReadWorld()
    world.topic()
    world.assign(T0)
    world.advance(100)
    world.number(T0, 4)
    world.reader.seek(T0, 3, world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [3]
    world.reader.seek(T0, 0, world.now_ms)
    world.advance(500)  # the fetch that waits at the broker
    assert world.next(1)[0].offset == 0
    world.reader.seek(T0, 2, world.now_ms)
    assert not world.reader.is_ready
    assert [offset for _, offset, _ in world.read()] == [2, 3]
    assert world.reader.memory.used_bytes == 1 << 20


def test_unassigned_partitions_free_their_memory() -> None:
    """client F-14; fetch F-27."""
    world = ReadWorld()
    first, second = world.topic(2)
    world.number(first, 3)
    world.number(second, 3)
    world.assign(first, second)
    world.settle()
    assert world.reader.memory.used_bytes > 0
    world.assign(second)
    assert {name for name, _, _ in world.read()} == {"t-1"}
    with pytest.raises(NotAssigned):
        world.reader.position(first)
    assert world.reader.memory.used_bytes == 1 << 20


def test_a_member_begins_at_committed_offsets() -> None:
    """client M.1: INITIALIZING; those without an offset follow the policy."""
    world = ReadWorld(has_group=True, reset=ResetPolicy("earliest"))
    first, second = world.topic(2)
    world.number(first, 5)
    world.number(second, 5)
    world.assign(first, second)
    world.advance(1000)
    assert set(world.reader.initializing) == {first, second}
    assert world.fetches() == []
    assert world.reader.position(first) is None
    world.reader.found_committed({first: OffsetAndMetadata(3, 0), second: None}, world.now_ms)
    found = world.read()
    assert [offset for name, offset, _ in found if name == "t-0"] == [3, 4]
    assert [offset for name, offset, _ in found if name == "t-1"] == [0, 1, 2, 3, 4]
    assert not world.reader.initializing
    assert 23 in world.apis(), "client F-41, N 49: a committed epoch is validated"
