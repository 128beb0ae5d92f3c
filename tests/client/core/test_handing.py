"""Turns of partitions, and records that are kept aside."""

from __future__ import annotations

import pytest

from kafkawire.client.errors import CorruptRecords, ServerError
from kafkawire.client.values import TopicPartition
from tests.client.support.many_brokers import ManyBrokers, came
from tests.client.support.read_world import ReadWorld, shape

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


def handed(many: ManyBrokers, max_records: int = 500) -> list[tuple[int, int]]:
    """Partition and offset of each record of the next batch, which is released at once."""
    batch = many.reader.next(max_records, many.now_ms)
    if batch is None:
        return []
    many.reader.release(batch, many.now_ms)
    return [(batch.partition.partition, record.offset) for record in batch]


def test_paused_records_are_kept_and_not_fetched_again() -> None:
    """client N 32, F-12; fetch J 162."""
    world = ReadWorld()
    first, second = world.topic(2)
    world.number(first, 3)
    world.number(second, 3)
    world.assign(first, second)
    world.settle()
    world.reader.pause([first], world.now_ms)
    assert world.reader.paused == {first}
    assert {name for name, _, _ in world.read()} == {"t-1"}
    asked = [sent for request in world.fetches() for sent in shape(request)[1]]
    world.reader.resume([first], world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [0, 1, 2]
    assert asked.count((0, 0)) == 1
    assert [each for request in world.fetches() for each in shape(request)[1]].count((0, 0)) == 1


def test_paused_records_make_room_after_half_a_minute() -> None:
    """client F-12."""
    world = ReadWorld(memory=70_000)
    first, second = world.topic(2)
    world.produce(first, b"x" * 60_000)
    world.assign(first)
    world.settle()
    world.reader.pause([first], world.now_ms)
    world.produce(second, b"y")
    world.assign(first, second)
    world.advance(29_000)
    assert world.ready_count == 1
    world.advance(2_000)
    assert world.ready_count == 2, "without being asked"
    assert world.next().partition == second
    world.reader.resume([first], world.now_ms)
    assert [offset for _, offset, _ in world.read()] == [0]


def test_partitions_take_turns() -> None:
    """client F-17, N 40: a partition waits for one batch of each other at most."""
    world = ReadWorld()
    partitions = world.topic(4)
    for partition in partitions:
        world.number(partition, 20)
    world.assign(*partitions)
    turns = [world.next(2).partition.partition for _ in range(24)]
    assert all(len(set(turns[at : at + 4])) == 4 for at in range(0, 24, 4))


def test_a_short_batch_never_exceeds_what_was_asked_for() -> None:
    """client N 52, F-18; fetch F-20, J 163."""
    world = ReadWorld()
    world.topic()
    world.produce(T0, *(b"%d" % index for index in range(20)))
    world.assign(T0)
    sizes = [len(world.next(7)) for _ in range(3)]
    assert sizes == [7, 7, 6]
    world.settle()
    assert len([request for request in world.fetches() if shape(request)[1]]) == 2


def test_a_batch_is_of_one_partition_though_more_was_asked_for() -> None:
    """fetch F-20: the rest comes with the next batches, in turn (client F-17, F-18)."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1, 1), came(1, 1, 1, 1))
    assert [handed(many, 2) for _ in range(5)] == [
        [(0, 0), (0, 1)],
        [(1, 0), (1, 1)],
        [(0, 2)],
        [(1, 2)],
        [],
    ]


def test_partitions_have_their_turns_in_the_order_of_the_answer() -> None:
    """fetch F-16."""
    many = ManyBrokers(1, 1, 1)
    many.answer(1, came(2, 1), came(0, 1), came(1, 1))
    assert [handed(many) for _ in range(3)] == [[(2, 0)], [(0, 0)], [(1, 0)]]


def test_what_gave_records_or_an_error_is_fetched_behind_the_others() -> None:
    """fetch F-25: what was empty keeps its place, as a session that begins anew shows."""
    many = ManyBrokers(1, 1, 1, 1)
    many.answer(1, came(0, 1), came(3), came(2, error_code=87, high_watermark=-1), came(1))
    assert handed(many) == [(0, 0)]
    with pytest.raises(ServerError, match="t-2"):
        many.reader.next(500, 0)
    many.answer(1, error_code=70)
    assert many.in_flight()[1][1] == [(1, 0), (3, 0), (0, 1), (2, 0)]


def test_records_that_come_while_paused_are_kept() -> None:
    """client N 32; fetch F-21."""
    many = ManyBrokers(1, 1)
    many.reader.pause(many.partitions[:1], 0)
    many.answer(1, came(0, 1, 1))
    assert many.reader.next(500, 0) is None
    many.reader.resume(many.partitions[:1], 0)
    batch = many.reader.next(500, 0)
    assert batch is not None
    assert len(batch) == 2


def test_records_of_hidden_partitions_wait_until_they_are_shown() -> None:
    """client M.1: hooks and revocations that go on."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1), came(1, 1))
    many.reader.hide(many.partitions[:1], 0)
    batch = many.reader.next(500, 0)
    assert batch is not None
    assert batch.partition == many.partitions[1]
    many.reader.pause(many.partitions[:1], 0)
    many.reader.show(many.partitions[:1], 0)
    assert many.reader.next(500, 0) is None
    many.reader.resume(many.partitions[:1], 0)
    assert many.reader.next(500, 0) is not None


def test_a_corrupt_batch_is_raised_again_until_a_seek_and_others_go_on() -> None:
    """client F-20, F-23, N 42; fetch F-37."""
    many = ManyBrokers(1, 1)
    broken = came(0, 1, 1)
    broken.records = bytes(broken.records or b"")[:-1] + b"!"
    many.answer(1, broken, came(1, 1, 1))
    with pytest.raises(CorruptRecords) as raised:
        many.reader.next(1, 0)
    assert (raised.value.partition, raised.value.offset) == (many.partitions[0], 0)
    batch = many.reader.next(1, 0)
    assert batch is not None
    assert batch.partition == many.partitions[1]
    with pytest.raises(CorruptRecords):
        many.reader.next(1, 0)
    assert many.reader.position(many.partitions[0]) == (0, -1)
    many.reader.seek(many.partitions[0], 2, 0)
    batch = many.reader.next(1, 0)
    assert batch is not None
    assert batch.partition == many.partitions[1]
    assert many.reader.next(1, 0) is None


def test_lag_ends_at_the_last_stable_offset_for_read_committed() -> None:
    """client B-15, N 44; fetch F-26."""
    many = ManyBrokers(1, isolation_level=1)
    assert many.reader.lag(many.partitions[0]) is None
    many.answer(1, came(0, 1, 1, end=9, last_stable_offset=5))
    assert many.reader.lag(many.partitions[0]) == 5
    assert many.reader.next(1, 0) is not None
    assert many.reader.lag(many.partitions[0]) == 4


def test_paused_records_are_kept_for_half_a_minute_each() -> None:
    """client F-12: the time of one partition does not end that of another."""
    world = ReadWorld(memory=100_000)
    first, second, third = world.topic(3)
    world.produce(first, b"x" * 40_000)
    world.produce(second, b"x" * 40_000)
    world.assign(first, second)
    world.settle()
    held = world.reader.memory.used_bytes
    assert held > 80_000
    world.reader.pause([first], world.now_ms)
    world.assign(first, second, third)
    world.advance(10_000)
    world.reader.pause([second], world.now_ms)
    world.reader.resume([first], world.now_ms)
    world.advance(21_000)
    assert world.reader.memory.used_bytes == held
    world.advance(10_000)
    assert 40_000 < world.reader.memory.used_bytes < held
