"""What leaves for brokers: sessions, memory, one fetch in flight, closing."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.fetching import Fetcher
from kafkawire.client.core.positions import Partition
from kafkawire.client.core.sources import FetchOptions, Source
from kafkawire.client.values import TopicPartition
from tests.client.support.many_brokers import ManyBrokers, came
from tests.client.support.read_world import ReadWorld, shape

T0 = TopicPartition("t", 0)
LIST_OFFSETS = 2


def test_the_requests_of_three_partitions_are_those_of_java() -> None:
    """client F-3, N 31; fetch F-1, F-2, F-5, F-10, F-14."""
    world = ReadWorld(fetch=FetchOptions(client_rack="r1"))
    partitions = world.topic(3)
    for partition in partitions:
        world.number(partition, 1)
    world.assign(*partitions)
    world.read()
    requests = world.fetches()
    assert shape(requests[0]) == (0, [(0, 0), (1, 0), (2, 0)], [])
    assert shape(requests[1]) == (1, [(0, 1), (1, 1), (2, 1)], [])
    assert {shape(request)[1:] == ([], []) for request in requests[2:]} == {True}
    assert [request.session_epoch for request in requests] == list(range(len(requests)))
    assert len({request.session_id for request in requests[1:]}) == 1
    first = requests[0]
    assert (first.replica_id, first.max_wait_ms, first.min_bytes) == (-1, 500, 1)
    assert (first.max_bytes, first.isolation_level, first.rack_id) == (3 << 20, 0, "r1")
    one = first.topics[0].partitions[0]
    assert (one.current_leader_epoch, one.last_fetched_epoch, one.log_start_offset) == (0, -1, -1)
    assert one.partition_max_bytes == 1 << 20
    world.reader.pause([partitions[1]], world.now_ms)
    world.advance(1000)
    world.reader.resume([partitions[1]], world.now_ms)
    world.advance(1000)
    shapes = [shape(request)[1:] for request in world.fetches()]
    assert shapes.count(([], [1])) == 1
    assert shapes[-1] == ([], [])
    assert shapes.count(([(1, 1)], [])) == 1
    world.reader.close(world.now_ms)
    world.advance(1000)
    last = world.fetches()[-1]
    assert (last.session_id, last.session_epoch, last.topics) == (requests[1].session_id, -1, [])
    assert world.reader.is_closed


def test_no_fetch_session_is_closed_that_was_not_opened() -> None:
    """fetch F-10."""
    world = ReadWorld()
    world.reader.close(world.now_ms)
    assert world.reader.is_closed
    assert world.fetches() == []


def test_without_sessions_full_fetches_rotate() -> None:
    """client N 36: the broker has no room for a session."""
    world = ReadWorld()

    def edit(api: int, answer: Any) -> Any:
        if api != 1:
            return None
        answer.session_id = 0
        return answer

    world.edit = edit
    partitions = world.topic(3)
    for partition in partitions:
        world.number(partition, 5)
    world.assign(*partitions)
    assert len(world.read()) == 15
    assert {request.session_epoch for request in world.fetches()} == {0}


def test_memory_is_bounded_while_nobody_asks() -> None:
    """client N 38, F-10, F-11."""
    world = ReadWorld(memory=1 << 20)
    partitions = world.topic(100)
    for partition in partitions:
        for _ in range(3):
            world.produce(partition, b"x" * 20_000)
    world.assign(*partitions)
    world.advance(5000)
    assert 900_000 < world.reader.memory.used_bytes <= (1 << 20) + 21_000
    found = world.read()
    assert len(found) == 300
    assert len({(name, offset) for name, offset, _ in found}) == 300


def test_what_is_sent_while_an_answer_is_taken_does_not_reserve_its_memory() -> None:
    """client N 38; fetch F-16: an answer that moves a leader lets the reader send meanwhile."""
    world = ReadWorld(memory=1 << 20)
    partitions = world.topic(2)
    for partition in partitions:
        world.produce(partition, b"x" * 500_000)
    sources = world.reader._fetcher.sources
    take = sources._take
    sent: list[bool] = []

    def sending(source: Source, answer: Any, now_ms: int) -> None:
        before = source.call
        sources.touch(source)
        sources.memory_freed(now_ms)
        sent.append(source.call is not before)
        take(source, answer, now_ms)

    sources._take = sending
    world.assign(*partitions)
    world.advance(1000)
    assert sent
    assert not any(sent)
    assert 1_000_000 < world.reader.memory.used_bytes <= 1 << 20


def test_one_partition_nobody_asks_for_leaves_the_others_at_full_speed() -> None:
    """client N 39, B-24."""
    world = ReadWorld()
    stuck, lively = world.topic(2)
    world.number(stuck, 10)
    world.assign(stuck, lively)
    world.advance(1000)
    for round_ in range(20):
        world.produce(lively, b"x")
        world.advance(60)
        batch = world.reader.next_of(lively, 500, world.now_ms)
        assert batch is not None, round_
        assert batch[0].offset == round_
        world.reader.release(batch, world.now_ms)
    assert world.reader.position(stuck) == (0, -1)


def test_an_idle_session_of_a_thousand_partitions_costs_a_request_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """client F-3, N-20: an empty incremental fetch looks at no partition."""
    world = ReadWorld()
    partitions = world.topic(1000)
    world.assign(*partitions)
    world.advance(2000)
    placed: list[TopicPartition] = []
    place = Fetcher.place

    def counted(fetcher: Fetcher, partition: Partition, now_ms: int) -> None:
        placed.append(partition.key)
        place(fetcher, partition, now_ms)

    monkeypatch.setattr(Fetcher, "place", counted)
    before = len(world.fetches())
    world.advance(5000)
    assert len(world.fetches()) == before + 10
    assert placed == []
    assert {shape(request)[1:] == ([], []) for request in world.fetches()[before:]} == {True}


def test_each_broker_has_one_fetch_in_flight_and_its_share_of_the_memory() -> None:
    """client F-2, F-11; fetch F-12."""
    many = ManyBrokers(1, 2, 3, memory=6 << 20, max_partition_fetch_bytes=5 << 20)
    assert {node: sent for node, (_, sent) in many.in_flight().items()} == {
        1: [(0, 0)],
        2: [(1, 0)],
        3: [(2, 0)],
    }
    many.answer(2, came(1))
    many.answer(3, came(2))
    many.answer(1, came(0))
    assert {size for size, _ in many.in_flight().values()} == {2 << 20}
    assert many.reader.memory.used_bytes == 6 << 20


def test_a_broker_that_waits_for_memory_is_next() -> None:
    """client F-10, F-11: who has waited comes first."""
    many = ManyBrokers(1, 2, memory=1 << 20)
    assert set(many.in_flight()) == {1}
    many.answer(1, came(0))
    assert set(many.in_flight()) == {2}
    many.answer(2, came(1, 1_000_000))
    assert many.in_flight() == {}, "48 KiB are free"
    batch = many.reader.next(500, 0)
    assert batch is not None
    assert many.in_flight() == {}, "the batch is not done"
    many.reader.release(batch, 0)
    assert set(many.in_flight()) == {1}


def test_a_fetch_that_would_wait_is_held_back_while_others_are_drained() -> None:
    """client F-2: else what is drained meanwhile could not be fetched before it ends."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1, 1))
    assert many.in_flight() == {}
    for _ in range(2):
        many.advance(40)
        assert many.reader.next(1, many.now_ms) is not None
        assert many.in_flight() == {}
    assert many.reader.next(1, many.now_ms) is not None
    assert many.in_flight() == {1: (2 << 20, [(0, 3)])}


def test_a_fetch_is_not_held_back_for_what_nobody_asks_for() -> None:
    """client F-2, B-24."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1, 1))
    many.advance(49)
    assert many.in_flight() == {}
    many.advance(1)
    assert list(many.in_flight()) == [1]


def test_a_fetch_of_what_has_more_records_leaves_at_once() -> None:
    """client F-2; fetch F-15: network and processing overlap."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, 1), came(1, 1, end=100))
    assert many.in_flight() == {}
    first = many.reader.next(500, 0)
    second = many.reader.next(1, 0)
    assert first is not None
    assert second is not None
    assert first.partition == many.partitions[0]
    assert many.in_flight() == {1: (2 << 20, [(0, 2), (1, 1)])}


def test_closing_withdraws_the_fetch_that_waits_at_the_broker() -> None:
    """fetch F-10: the answer to it would come half a second later."""
    many = ManyBrokers(1)
    many.answer(1)
    many.reader.close(0)
    (call,) = many.calls
    assert many.request(call).session_epoch == -1


def test_a_fetch_of_what_has_more_records_does_not_wait_for_others() -> None:
    """client F-2; fetch F-15: though records of another partition are being drained."""
    many = ManyBrokers(1, 1)
    many.answer(1, came(0, 1, end=100), came(1, 1, 1))
    assert many.in_flight() == {}
    batch = many.reader.next(500, 0)
    assert batch is not None
    assert batch.partition == many.partitions[0]
    assert many.in_flight() == {1: (1 << 20, [(0, 1)])}


def test_closing_does_not_wait_behind_a_parked_fetch() -> None:
    """client L-1, fetch F-10: any connection may end a session, so no time passes."""
    world = ReadWorld()
    world.topic()
    world.assign(T0)
    world.advance(1000)
    opened = world.fetches()[-1]
    assert opened.session_epoch > 1, "it waits at the broker"
    world.reader.close(world.now_ms)
    world.settle()
    assert world.reader.is_closed
    assert world.fetches()[-1].session_epoch == -1
    assert world.fetches()[-1].session_id == opened.session_id
