"""Situations of Kafka's SenderTest that no other test has; tests/kafka_cases has all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.producing.batch import Delivery
from kafkawire.client.core.producing.options import ProducerOptions
from kafkawire.client.errors import ClientError, TimedOut, UnsupportedVersion
from tests.client.core.producing.test_sender import coded, in_batches, started
from tests.client.support.producing import INIT_PRODUCER_ID, PRODUCE, Producing, Refusals, refused
from tests.client.support.world import World

TWO = {"orders": 2}
PATIENT = LaneOptions(request_timeout_ms=100_000)


def heads(producing: Producing, partition: int = 0) -> list[tuple[int, int]]:
    """Epoch and sequence of each batch in the log."""
    found = producing.headers(partition=partition)
    return [(head.producer_epoch, head.base_sequence) for head in found]


def by_partition(codes: dict[int, list[int]]) -> Callable[[int, Any], Any]:
    """Refuse batches by partition, with one code after another; batches without one go on."""

    def instead(api: int, request: Any) -> Any:
        if api != PRODUCE:
            return None
        rows = [row.index for topic in request.topic_data for row in topic.partition_data]
        (index,) = rows
        return refused(request, codes[index].pop(0)) if codes.get(index) else None

    return instead


def two_partitions(**options: Any) -> Producing:
    """A producer with a record in each of two partitions, and one batch in each request."""
    made = ProducerOptions(linger_ms=0, max_request_size=100, **options)
    producing = started(made, topics=TWO)
    producing.send(b"first", partition=1)
    producing.flush(2000)
    return producing


def at_the_last_epoch(**more: Any) -> Producing:
    """A producer whose epoch cannot grow: after a gap it needs another id."""
    producing = Producing(ProducerOptions(linger_ms=0, max_request_size=100), **more)
    greatest = [32767]

    def edit(api: int, answer: Any) -> Any:
        if api == INIT_PRODUCER_ID and greatest and not answer.error_code:
            answer.producer_id, answer.producer_epoch = 500, greatest.pop()
            return answer
        return None

    producing.world.edit = edit
    for partition in range(2 if more else 1):
        producing.send(b"first", partition=partition)
        producing.flush(2000)
    assert heads(producing) == [(32767, 0)]
    return producing


def test_an_idempotent_producer_begins_with_one_request_in_flight() -> None:
    """client H-40: testIdempotentInitProducerIdWithMaxInFlightOne."""
    producing = Producing(ProducerOptions(linger_ms=0, in_flight_max=1))
    deliveries = in_batches(producing, 3)
    producing.world.advance(3000)
    assert [each.metadata().offset for each in deliveries] == [0, 1, 2]


def test_another_partition_begins_the_new_epoch_with_its_next_batch() -> None:
    """client H-45: testEpochBumpOnOutOfOrderSequenceForNextBatchWhenThereIsNoBatchInFlight."""
    producing = two_partitions()
    producing.world.instead = by_partition({0: [45]})
    producing.send(b"gap", partition=0)
    producing.flush(1000)
    producing.send(b"next", partition=1)
    producing.flush(1000)
    assert heads(producing, 0) == [(0, 0), (1, 0)]
    assert heads(producing, 1) == [(0, 0), (1, 0)]


def test_a_batch_that_fails_under_the_old_epoch_does_not_stop_its_partition() -> None:
    """client H-45: testEpochBumpOnOutOfOrderSequenceForNextBatchWhenBatchInFlightFails."""
    producing = two_partitions(retries=1)
    producing.world.instead = by_partition({0: [45], 1: [6, 6]})
    gap = producing.send(b"gap", partition=0)
    failed = producing.send(b"failed", partition=1)
    producing.flush(3000)
    assert gap.metadata().offset == 1
    assert failed.error is not None
    producing.send(b"next", partition=1)
    producing.send(b"next", partition=0)
    producing.flush(3000)
    assert producing.values(partition=1) == [b"first", b"next"]
    assert producing.values(partition=0) == [b"first", b"gap", b"next"]
    assert heads(producing, 1)[1][1] == 0


def test_a_batch_under_an_old_epoch_is_sent_again_as_it_was() -> None:
    """client H-45: testBatchesDrainedWithOldProducerIdShouldSucceedOnSubsequentRetry."""
    producing = two_partitions()
    producing.world.instead = by_partition({0: [45], 1: [6, 6]})
    deliveries = [producing.send(b"again", partition=each) for each in range(2)]
    producing.flush(5000)
    assert [each.metadata().offset for each in deliveries] == [1, 1]
    assert producing.values(partition=1) == [b"first", b"again"]
    producing.send(b"next", partition=1)
    producing.flush(1000)
    assert producing.values(partition=1) == [b"first", b"again", b"next"]


def test_batches_behind_one_whose_answer_was_lost_are_acknowledged_first() -> None:
    """client H-43: testCorrectHandlingOfOutOfOrderResponsesWhenSecondSucceeds."""
    producing = started()
    codes = iter([7])
    producing.world.edit = lambda api, answer: (
        coded(answer, next(codes, None)) if api == PRODUCE else None
    )
    deliveries = in_batches(producing, 3)
    producing.world.advance(3000)
    assert producing.values() == [b"first", b"0", b"1", b"2"]
    assert [each.metadata().offset for each in deliveries] == [1, 2, 3]
    assert heads(producing) == [(0, 0), (0, 1), (0, 2), (0, 3)]


def test_a_batch_that_was_never_sent_leaves_no_gap() -> None:
    """client H-46: testExpiryOfUnsentBatchesShouldNotCauseUnresolvedSequences."""
    producing = started(ProducerOptions(linger_ms=0, delivery_timeout_ms=2000))
    producing.world.is_down = True
    producing.world.drop_connections()
    lost = producing.send(b"lost")
    producing.flush(3000)
    assert isinstance(lost.error, TimedOut)
    producing.world.is_down = False
    producing.world.advance(3000)
    producing.send(b"next")
    producing.flush(2000)
    assert heads(producing) == [(0, 0), (0, 1)]


def test_other_partitions_go_on_under_a_new_id() -> None:
    """client H-45: testResetOfProducerStateShouldAllowQueuedBatchesToDrain."""
    producing = at_the_last_epoch(topics=TWO)
    producing.world.instead = by_partition({0: [45], 1: [6]})
    deliveries = [producing.send(b"again", partition=each) for each in range(2)]
    producing.flush(5000)
    assert [each.metadata().offset for each in deliveries] == [1, 1]
    assert producing.headers(partition=0)[1].producer_id != 500


def test_closing_waits_for_a_new_id() -> None:
    """client H-45: testCloseWithProducerIdReset."""
    producing = at_the_last_epoch()
    producing.world.instead = Refusals({1: 45})
    delivery = producing.send(b"again")
    producing.core.close(producing.world.now_ms)
    producing.world.advance(3000)
    assert delivery.metadata().offset == 1
    assert producing.core.is_idle


def test_closing_by_force_ends_what_waits_for_a_new_id() -> None:
    """client L-1: testForceCloseWithProducerIdReset."""
    producing = at_the_last_epoch()
    producing.world.instead = Refusals({1: 45})
    producing.world.swallow = lambda api: api == INIT_PRODUCER_ID
    delivery = producing.send(b"again")
    producing.core.close(producing.world.now_ms)
    producing.world.advance(3000)
    assert not delivery.is_done
    error = ClientError("closed")
    producing.core.abandon(error, producing.world.now_ms)
    assert delivery.error is error
    assert producing.core.memory_free == 33554432


def test_a_lost_connection_at_the_last_epoch_costs_time_only() -> None:
    """client H-34: testRetryWhenProducerIdChanges."""
    producing = at_the_last_epoch()
    delivery = producing.send_unanswered(b"again", 10)
    producing.world.advance(3000)
    assert delivery.metadata().offset == 1
    assert producing.values() == [b"first", b"again"]


def test_a_duplicate_is_delivered_without_an_offset() -> None:
    """client H-34: testCorrectHandlingOfDuplicateSequenceError."""
    producing = started()
    producing.world.instead = Refusals({1: 46})
    delivery = producing.send()
    producing.flush(1000)
    assert delivery.metadata().offset == -1


def test_an_unknown_producer_id_keeps_its_sequences_if_the_log_start_is_not_told() -> None:
    """client H-44: testUnknownProducerErrorShouldBeRetriedWhenLogStartOffsetIsUnknown."""
    producing = started()
    producing.world.instead = Refusals({1: 59})
    producing.send(b"again")
    producing.flush(3000)
    assert heads(producing) == [(0, 0), (0, 1)]


@pytest.mark.parametrize("log_start", [0, 1010])
def test_batches_behind_an_unknown_producer_id_come_again(log_start: int) -> None:
    """client H-44: testUnknownProducerErrorShouldBeRetriedForFutureBatchesWhenFirstFails."""
    producing = started()
    producing.world.instead = Refusals({1: 59, 2: 59}, log_start=log_start)
    deliveries = in_batches(producing, 2)
    producing.world.advance(5000)
    assert [each.metadata().offset for each in deliveries] == [1, 2]
    assert heads(producing) == [(0, 0), (1, 0), (1, 1)]


@pytest.mark.parametrize("code", [31, 43])
def test_a_refusal_of_the_producer_or_the_format_fails_its_batch(code: int) -> None:
    """client H-34: testUnsupportedForMessageFormatInProduceRequest, and 31 of the cluster."""
    producing = started()
    producing.world.instead = Refusals({1: code})
    failed = producing.send(b"failed")
    producing.flush(1000)
    assert getattr(failed.error, "code", None) == code
    producing.send(b"next")
    producing.flush(1000)
    assert producing.values() == [b"first", b"next"]


@pytest.mark.parametrize("code", [None, 6, 10, 0])
def test_an_answer_that_comes_too_late_changes_nothing(code: int | None) -> None:
    """client H-31: testNoDoubleDeallocation, and expired batches are not sent again or split."""
    options = ProducerOptions(linger_ms=50, delivery_timeout_ms=5000)
    producing = started(options, world=World(lane=PATIENT))
    producing.world.delay = lambda api: api == PRODUCE
    producing.world.edit = lambda api, answer: coded(answer, code) if api == PRODUCE else None
    late = [producing.send(b"late") for _ in range(2)]
    producing.flush(6000)
    assert all(isinstance(each.error, TimedOut) for each in late)
    free = producing.core.memory_free
    producing.world.delay = lambda api: False
    if code is None:
        producing.world.drop_connections()
    producing.world.advance(6000)
    assert producing.core.memory_free == free == 33554432
    assert len(producing.produce_requests()) == 1
    assert producing.core.is_idle


def test_the_next_batch_waits_for_the_answer_to_one_that_timed_out() -> None:
    """client H-30: testWhenFirstBatchExpireNoSendSecondBatchIfGuaranteeOrder."""
    options = ProducerOptions(
        acks=1, enable_idempotence=False, linger_ms=0, in_flight_max=1, delivery_timeout_ms=5000
    )
    producing = started(options, world=World(lane=PATIENT))
    producing.world.delay = lambda api: api == PRODUCE
    first = producing.send(b"0")
    producing.flush(3000)
    second = producing.send(b"1")
    producing.flush(2000)
    assert isinstance(first.error, TimedOut)
    assert len(producing.produce_requests()) == 1
    producing.world.delay = lambda api: False
    producing.world.advance(1000)
    assert second.metadata().offset == 2
    assert producing.values() == [b"first", b"0", b"1"]


def test_batches_of_several_partitions_time_out_together() -> None:
    """client H-31: testExpiredBatchesInMultiplePartitions."""
    producing = two_partitions(delivery_timeout_ms=3000)
    producing.world.is_down = True
    producing.world.drop_connections()
    deliveries = [producing.send(partition=each) for each in (0, 1)]
    producing.flush(3000)
    assert [type(each.error) for each in deliveries] == [TimedOut, TimedOut]
    assert producing.core.memory_free == 33554432


def test_a_record_sent_when_another_has_timed_out_is_accepted() -> None:
    """client H-31: testAppendInExpiryCallback: the callback itself sends."""
    options = ProducerOptions(linger_ms=0, delivery_timeout_ms=3000)
    producing = started(options)
    producing.world.is_down = True
    producing.world.drop_connections()
    again: list[Delivery] = []
    failed = producing.send(b"failed")
    failed.batch.waiters.append(lambda: again.append(producing.send(b"again")))
    producing.flush(3000)
    assert isinstance(failed.error, TimedOut)
    producing.world.is_down = False
    producing.world.advance(3000)
    assert again[0].metadata().offset == 1
    assert producing.values() == [b"first", b"again"]


@pytest.mark.parametrize(("text", "seen"), [("the broker's reason", True), (None, False)])
def test_an_error_has_the_text_of_the_broker(text: str | None, seen: bool) -> None:
    """client B-60: testCustomErrorMessage, testDefaultErrorMessage."""
    producing = started()
    producing.world.instead = lambda api, request: (
        refused(request, 42, error_message=text) if api == PRODUCE else None
    )
    delivery = producing.send()
    producing.flush(1000)
    assert ("the broker's reason" in str(delivery.error)) == seen
    assert "INVALID_REQUEST" in str(delivery.error)


def test_a_version_that_no_broker_has_fails_the_batch() -> None:
    """client D-33: testUnsupportedVersionInProduceRequest: zstd is newer than the broker."""
    options = ProducerOptions(linger_ms=0, compression=4)
    producing = Producing(options, world=World(emulate="0.11"))
    found = endings(producing)
    failed = producing.send()
    producing.flush(3000)
    assert isinstance(failed.error, UnsupportedVersion)
    assert found == ["failed"], "no broker can have it"
    assert producing.core.memory_free == 33554432
    assert producing.core.is_idle


def endings(producing: Producing) -> list[str]:
    """Have the sender's guide note how batches end: `failed` or `lost`."""
    found: list[str] = []
    guide: Any = producing.core._sender.guide

    def note(name: str, inner: Any) -> None:
        def noted(*args: Any) -> None:
            found.append(name)
            inner(*args)

        setattr(guide, name, noted)

    note("failed", guide.failed)
    note("lost", guide.lost)
    return found


@pytest.mark.parametrize(
    ("retries", "fault", "expected"),
    [
        (9, "refused", "failed"),
        (0, "retriable", "lost"),
        (0, "unanswered", "lost"),
        (9, "unanswered in time", "lost"),
        (9, "unwritten in time", "failed"),
    ],
)
def test_a_batch_that_a_broker_may_have_is_told_from_one_that_it_lacks(
    retries: int, fault: str, expected: str
) -> None:
    """client H-46: only the sequence of a batch that was written stays unresolved."""
    options = ProducerOptions(linger_ms=0, retries=retries, delivery_timeout_ms=3000)
    producing = started(options, world=World(lane=PATIENT))
    world, found = producing.world, endings(producing)
    if fault in ("refused", "retriable"):
        world.instead = Refusals({1: 87 if fault == "refused" else 19})
    elif fault.startswith("unanswered"):
        world.swallow = lambda api: api == PRODUCE
    else:
        world.is_down = True
        world.drop_connections()
    delivery = producing.send()
    world.advance(1)
    if fault == "unanswered":
        world.drop_connections()
    world.advance(3000)
    assert delivery.error is not None
    assert found == [expected]


def test_a_part_that_was_never_sent_is_not_in_the_log() -> None:
    """client H-46: it has a sequence, since the batch that was split had one."""
    options = ProducerOptions(linger_ms=50, delivery_timeout_ms=3000)
    producing = started(options, world=World(lane=PATIENT))
    found = endings(producing)
    producing.world.instead = Refusals({1: 10})
    deliveries = [producing.send(b"half") for _ in range(2)]
    producing.world.swallow = lambda api: api == PRODUCE and len(producing.produce_requests()) > 1
    producing.flush(4000)
    assert [type(each.error) for each in deliveries] == [TimedOut, TimedOut]
    assert found == ["lost", "failed"]
