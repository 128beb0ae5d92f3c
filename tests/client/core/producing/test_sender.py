"""Batches are sent, and sent again, until each is in the log once and in order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.errors import (
    ConfigurationError,
    RecordTooLarge,
    ServerError,
    TimedOut,
)
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.client.support.producing import INIT_PRODUCER_ID, PRODUCE, Producing, Refusals, refused
from tests.client.support.world import World

METADATA = 3
RETRIABLE = (2, 3, 5, 6, 7, 9, 13, 14, 19, 20, 41, 51, 56, 72, 74, 75, 84, 100)


def started(options: ProducerOptions | None = None, **more: Any) -> Producing:
    """A producer that has its id, and one record in the log."""
    producing = Producing(options or ProducerOptions(linger_ms=0), **more)
    producing.send(b"first", partition=0)
    producing.flush(2000)
    assert producing.values() == [b"first"]
    producing.world.requests.clear()
    return producing


def in_batches(producing: Producing, count: int) -> list[Any]:
    """Send records in so many requests, all in flight at once."""
    found = []
    for number in range(count):
        found.append(producing.send(b"%d" % number))
        producing.core.flush(lambda: None, producing.world.now_ms)
        producing.world.timers.run(producing.world.now_ms, 10)
    return found


@pytest.mark.parametrize("code", [2, 3, 6, 7, 14, 19, 20, 51, 56, 74, 100])
@pytest.mark.parametrize("is_written", [False, True])
def test_a_retriable_code_costs_time_only(code: int, is_written: bool) -> None:
    """client H-34: N 103, N 104; the broker may have the batch or not."""
    producing = started()
    if is_written:
        codes = iter([code])
        producing.world.edit = lambda api, answer: (
            coded(answer, next(codes, None)) if api == PRODUCE else None
        )
    else:
        producing.world.instead = Refusals({1: code})
    delivery = producing.send(b"again")
    producing.flush(3000)
    assert delivery.metadata().offset == 1
    assert producing.values() == [b"first", b"again"]
    assert len(producing.produce_requests()) == 2


def coded(answer: ProduceResponse, code: int | None) -> ProduceResponse | None:
    if code is None:
        return None
    for topic in answer.responses:
        for row in topic.partition_responses:
            row.error_code, row.base_offset = code, -1
    return answer


@pytest.mark.parametrize("failing", [1, 2, 3, 5])
def test_order_is_kept_with_five_in_flight(failing: int) -> None:
    """client H-30, H-42, H-43: N 105; those behind answer 45 and come again."""
    producing = started()
    producing.world.instead = Refusals({failing: 19})
    deliveries = in_batches(producing, 5)
    producing.world.advance(5000)
    assert producing.values() == [b"first", b"0", b"1", b"2", b"3", b"4"]
    assert [each.metadata().offset for each in deliveries] == [1, 2, 3, 4, 5]
    assert {head.producer_epoch for head in producing.headers()} == {0}


@pytest.mark.parametrize("seed", range(20))
def test_any_mix_of_failures_keeps_order(seed: int) -> None:
    """client H-30, N-10 c: acknowledged records are in the log once, in the order of sending."""
    random = Random(seed)
    producing = started(ProducerOptions(linger_ms=2, batch_size=300), topics={"orders": 2})
    world = producing.world
    world.instead = lambda api, request: (
        refused(request, random.choice(RETRIABLE))
        if api == PRODUCE and random.random() < 0.3
        else None
    )
    deliveries: dict[int, list[Any]] = {0: [], 1: []}
    for number in range(300):
        partition = random.randrange(2)
        delivery = producing.send(b"%d" % number, partition=partition)
        deliveries[partition].append((b"%d" % number, delivery))
        if random.random() < 0.3:
            world.advance(random.randrange(20))
        if random.random() < 0.02:
            world.drop_connections()
    world.advance(60_000)
    assert producing.core.is_idle
    for partition, sent in deliveries.items():
        values = [value for value in producing.values(partition=partition) if value != b"first"]
        assert values == [value for value, _ in sent]
        offsets = [delivery.metadata().offset for _, delivery in sent if delivery.error is None]
        assert offsets == sorted(offsets)
        assert len(offsets) == len(sent)


def test_a_lost_answer_is_no_duplicate() -> None:
    """client H-41: N 104."""
    producing = started()
    delivery = producing.send_unanswered(b"once", 10)
    producing.world.advance(3000)
    assert delivery.metadata().offset == 1
    assert producing.values() == [b"first", b"once"]


def test_a_broker_that_is_down_loses_nothing() -> None:
    """client H-34, E-15: N 106."""
    producing = started()
    producing.world.is_down = True
    producing.world.drop_connections()
    deliveries = in_batches(producing, 3)
    producing.world.advance(5000)
    assert not any(each.is_done for each in deliveries)
    producing.world.is_down = False
    producing.world.advance(5000)
    assert producing.values() == [b"first", b"0", b"1", b"2"]


def test_a_broker_that_stays_down_ends_in_time_outs() -> None:
    """client H-31, H-11: N 107; memory is free again."""
    producing = started(ProducerOptions(linger_ms=0, delivery_timeout_ms=40_000))
    producing.world.is_down = True
    producing.world.drop_connections()
    delivery = producing.send()
    producing.flush(39_999)
    assert not delivery.is_done
    producing.world.advance(1)
    with pytest.raises(TimedOut, match=r"orders-0.*delivery.timeout.ms \(40000\)"):
        delivery.metadata()
    assert delivery.error is not None
    assert delivery.error.__cause__ is not None
    assert producing.core.memory_free == 33554432


def test_a_time_out_in_flight_is_resolved_by_the_next_batches() -> None:
    """client H-31, H-46: the answer never came, though the batch is in the log."""
    lane = LaneOptions(request_timeout_ms=100_000)
    options = ProducerOptions(linger_ms=0, delivery_timeout_ms=5000)
    producing = started(options, world=World(lane=lane))
    lost = producing.send_unanswered(b"lost", 6000)
    assert isinstance(lost.error, TimedOut)
    producing.send(b"later")
    producing.flush(3000)
    assert producing.values() == [b"first", b"lost", b"later"]
    assert [head.producer_epoch for head in producing.headers()] == [0, 0, 1], "the gap is closed"


def test_a_gap_in_the_log_begins_a_new_epoch() -> None:
    """client H-43, H-45: N 118."""
    producing = started()
    producing.world.instead = Refusals({1: 45})
    deliveries = in_batches(producing, 3)
    producing.world.advance(5000)
    assert [each.metadata().offset for each in deliveries] == [1, 2, 3]
    assert [(head.producer_epoch, head.base_sequence) for head in producing.headers()] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (1, 2),
    ]


def test_an_unknown_producer_id_begins_a_new_epoch() -> None:
    """client H-44: N 118."""
    producing = started()
    producing.world.instead = Refusals({1: 59}, log_start=100)
    producing.send(b"again")
    producing.flush(3000)
    assert [(head.producer_epoch, head.base_sequence) for head in producing.headers()] == [
        (0, 0),
        (1, 0),
    ]


def test_a_fenced_epoch_needs_a_new_id() -> None:
    """client H-47: N 118."""
    producing = started()
    producing.world.instead = Refusals({1: 47})
    producing.send(b"again")
    producing.flush(3000)
    assert [(head.producer_id, head.base_sequence) for head in producing.headers()] == [
        (0, 0),
        (1, 0),
    ]
    assert producing.world.apis().count(INIT_PRODUCER_ID) == 1


def test_a_batch_that_is_too_large_is_split() -> None:
    """client H-32: N 110."""
    world = World({"message.max.bytes": "2000"})
    producing = Producing(ProducerOptions(batch_size=100_000), world=world)
    deliveries = [producing.send(bytes(300)) for _ in range(40)]
    producing.flush(5000)
    assert [each.metadata().offset for each in deliveries] == list(range(40))
    assert all(head.size <= 2000 for head in producing.headers())
    sequences = [head.base_sequence for head in producing.headers()]
    assert sequences[0] == 0
    assert sequences == sorted(sequences)
    assert producing.core.memory_free == 33554432


def test_a_single_record_that_is_too_large_fails_alone() -> None:
    """client H-32, H-45: those behind it go on."""
    world = World({"message.max.bytes": "2000"})
    producing = Producing(world=world)
    deliveries = [producing.send(bytes(size)) for size in (10, 5000, 10)]
    producing.flush(5000)
    assert isinstance(deliveries[1].error, RecordTooLarge)
    assert [deliveries[number].metadata().offset for number in (0, 2)] == [0, 1]


def test_records_that_are_named_fail_with_their_text() -> None:
    """client H-33: N 112."""
    producing = started()
    row = ProduceResponse.BatchIndexAndErrorMessage(
        batch_index=1, batch_index_error_message="no key"
    )
    producing.world.instead = lambda api, request: (
        refused(request, 87, record_errors=[row], error_message="bad") if api == PRODUCE else None
    )
    deliveries = [producing.send() for _ in range(3)]
    producing.flush(100)
    texts = [str(each.error) for each in deliveries]
    assert "no key" in texts[1]
    assert all("part of a batch with invalid records" in texts[number] for number in (0, 2))
    assert all("orders-0" in text for text in texts)
    producing.world.instead = lambda api, request: None
    producing.send(b"later")
    producing.flush(1000)
    assert producing.values() == [b"first", b"later"]


def test_a_refusal_fails_its_batch_and_no_other() -> None:
    """client H-34, H-45: others of the partition go on under a new epoch."""
    producing = started()
    producing.world.instead = Refusals({1: 29})
    deliveries = in_batches(producing, 3)
    producing.world.advance(5000)
    assert isinstance(deliveries[0].error, ConfigurationError)
    assert producing.values() == [b"first", b"1", b"2"]


def test_retries_end_where_the_option_says() -> None:
    """client H-34: retries."""
    producing = started(ProducerOptions(linger_ms=0, retries=2))
    producing.world.instead = lambda api, request: refused(request, 19) if api == PRODUCE else None
    delivery = producing.send()
    producing.flush(5000)
    assert isinstance(delivery.error, ServerError)
    assert len(producing.produce_requests()) == 3


def test_a_newer_leader_is_asked_without_a_backoff() -> None:
    """client H-34, E-12: N 21; the hint of the answer is taken."""
    producing = started()
    leader = ProduceResponse.LeaderIdAndEpoch(leader_id=1, leader_epoch=5)
    answers = [6]
    producing.world.instead = lambda api, request: (
        refused(request, answers.pop(), current_leader=leader)
        if api == PRODUCE and answers
        else None
    )
    delivery = producing.send()
    producing.flush(0)
    assert delivery.is_done
    assert [api for api in producing.world.apis() if api in (PRODUCE, METADATA)][:2] == [
        PRODUCE,
        METADATA,
    ]


def test_requests_in_flight_are_bounded_for_each_broker() -> None:
    """client H-27."""
    producing = started(ProducerOptions(linger_ms=0, in_flight_max=2))
    producing.world.swallow = lambda api: api == PRODUCE
    in_batches(producing, 5)
    producing.world.settle()
    assert len(producing.produce_requests()) == 2


def test_a_request_has_one_batch_of_each_partition_up_to_its_size() -> None:
    """client H-27: max.request.size; partitions in turn."""
    options = ProducerOptions(linger_ms=60_000, max_request_size=1000, batch_size=1000)
    producing = started(options, topics={"orders": 4})
    for number in range(4):
        for _ in range(2):
            producing.send(bytes(600), partition=number)
    producing.flush(2000)
    rows = [
        [row.index for topic in request.topic_data for row in topic.partition_data]
        for request in producing.produce_requests()
    ]
    assert rows == [[0], [1], [2], [3], [0], [1], [2], [3]]


@pytest.mark.parametrize("acks", [0, 1])
def test_other_acks_do_without_a_producer_id(acks: int) -> None:
    """client C-1, N 113, produce A-70."""
    options = ProducerOptions(acks=acks, enable_idempotence=False, linger_ms=0)
    producing = started(options)
    delivery = producing.send()
    producing.flush(1000)
    assert delivery.metadata().offset == (1 if acks else -1)
    assert producing.values() == [b"first", b"value"]
    assert INIT_PRODUCER_ID not in producing.world.apis()
    assert producing.headers()[0].producer_id == -1


def test_without_idempotence_one_in_flight_keeps_order() -> None:
    """client H-30."""
    options = ProducerOptions(
        acks=1, enable_idempotence=False, linger_ms=0, in_flight_max=1, batch_size=100
    )
    producing = started(options)
    producing.world.instead = Refusals({1: 19, 3: 19})
    for number in range(4):
        producing.send(b"%d" % number + bytes(60))
    producing.flush(5000)
    assert [value[:1] for value in producing.values()[1:] if value] == [b"0", b"1", b"2", b"3"]


@pytest.mark.parametrize("compression", [1, 2, 3, 4])
def test_every_codec_is_written(compression: int) -> None:
    """client C.3: compression.type."""
    producing = started(ProducerOptions(compression=compression))
    assert producing.headers()[0].compression == compression


def test_a_partition_without_a_leader_waits_for_one() -> None:
    """client H-22, E-4: N 22."""
    producing = started()
    leaderless = [True]

    def without(api: int, answer: Any) -> Any:
        if api == METADATA and leaderless:
            for topic in answer.topics:
                for row in topic.partitions:
                    row.leader_id, row.error_code, row.leader_epoch = -1, 5, 9
            return answer
        return None

    producing.world.edit = without
    producing.world.metadata.request_update(producing.world.now_ms)
    producing.world.advance(1000)
    delivery = producing.send(b"later", partition=0)
    producing.flush(5000)
    assert not delivery.is_done
    leaderless.clear()
    producing.world.edit = lambda api, answer: newer(answer) if api == METADATA else None
    producing.world.advance(5000)
    assert delivery.metadata().offset == 1


def newer(answer: Any) -> Any:
    for topic in answer.topics:
        for row in topic.partitions:
            row.leader_epoch = 10
    return answer
