"""Situations of Kafka's TransactionManagerTest that no other test has: how transactions end.

tests/kafka_cases has all of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.lane import LaneOptions
from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.errors import ClientError, TimedOut, TransactionAborted
from kafkawire.protocol.messages.add_partitions_to_txn_response import AddPartitionsToTxnResponse
from tests.client.core.producing.test_transaction import (
    ADD_PARTITIONS,
    END,
    FIND,
    INIT,
    OPTIONS,
    coded,
    transactional,
)
from tests.client.support.producing import PRODUCE, Producing, Refusals
from tests.client.support.world import World

TWO = {"orders": 2}
LEVELS = pytest.mark.parametrize("level", [0, 2])


def next_one_works(producing: Producing, before: tuple[bytes, ...] = ()) -> None:
    """Commit another transaction, which has to be all that readers see after `before`."""
    assert producing.transaction.state is State.READY, producing.transaction.error
    producing.world.instead = lambda api, request: None
    producing.world.edit = lambda api, answer: None
    producing.begin()
    producing.send(b"next", partition=0)
    assert producing.commit()
    assert producing.committed() == [*before, b"next"]


def order(producing: Producing) -> list[int]:
    """The api keys of requests that belong to transactions, in order."""
    return [api for api in producing.world.apis() if api in (PRODUCE, INIT, ADD_PARTITIONS, END)]


@LEVELS
def test_committing_sends_what_lingers_first(level: int) -> None:
    """client I-4: testFlushPendingPartitionsOnCommit, and records that were not sent."""
    producing = Producing(OPTIONS._replace(linger_ms=60_000), transaction_version=level)
    producing.begin()
    producing.world.requests.clear()
    delivery = producing.send()
    assert producing.commit()
    assert delivery.metadata().offset == 0
    assert order(producing) == ([PRODUCE, END] if level else [ADD_PARTITIONS, PRODUCE, END])


def test_no_record_goes_ahead_of_the_addition_of_its_partition() -> None:
    """client I-1: testNoDrainWhenPartitionsPending: those of other partitions go."""
    producing = Producing(OPTIONS, transaction_version=0, topics=TWO)
    producing.begin()
    first = producing.send(partition=0)
    producing.world.advance(1000)
    assert first.is_done
    producing.world.delay = lambda api: api == ADD_PARTITIONS
    second = producing.send(partition=1)
    producing.world.advance(1000)
    assert len(producing.produce_requests()) == 1
    producing.world.delay = lambda api: False
    producing.world.advance(1000)
    assert second.is_done
    assert producing.commit()


def test_the_end_waits_for_batches_in_flight() -> None:
    """client I-4: testCommitTransactionWithInFlightProduceRequest."""
    producing = transactional()
    producing.world.delay = lambda api: api == PRODUCE
    producing.send(b"flying")
    producing.world.advance(100)
    producing.send(b"waiting")
    producing.transaction.commit(producing.world.now_ms)
    producing.world.advance(2000)
    assert END not in producing.world.apis()
    assert producing.transaction.state is State.COMMITTING
    producing.world.delay = lambda api: False
    producing.world.advance(2000)
    assert producing.transaction.is_committed
    assert producing.committed() == [b"flying", b"waiting"]


@LEVELS
def test_aborting_at_once_sends_nothing(level: int) -> None:
    """client I-4, I-5: testCancelUnsentAddPartitionsAndProduceOnAbort."""
    producing = transactional(transaction_version=level)
    delivery = producing.send()
    producing.abort()
    assert isinstance(delivery.error, TransactionAborted)
    assert order(producing) == []
    next_one_works(producing)


def test_an_addition_that_may_have_happened_is_repeated_before_the_abort() -> None:
    """client I-4: testAbortResendsAddPartitionErrorIfRetried."""
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(ADD_PARTITIONS, 3)
    delivery = producing.send()
    producing.world.advance(10)
    producing.abort()
    assert isinstance(delivery.error, TransactionAborted)
    assert order(producing) == [ADD_PARTITIONS, ADD_PARTITIONS, END]
    next_one_works(producing)


def refusing(api: int, code: int) -> Any:
    """Answer requests of an API with a code, without the broker seeing them."""

    def instead(seen: int, request: Any) -> Any:
        if seen != api:
            return None
        answer = AddPartitionsToTxnResponse()
        answer.results_by_topic_v3_and_below = [
            AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult(
                name=topic.name,
                results_by_partition=[
                    AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult(
                        partition_index=number, partition_error_code=55 if at else code
                    )
                    for at, number in enumerate(topic.partitions)
                ],
            )
            for topic in request.v3_and_below_topics
        ]
        return answer

    return instead


@pytest.mark.parametrize("is_committing", [False, True])
def test_a_partition_that_may_not_be_added_aborts(is_committing: bool) -> None:
    """client I-30: testTopicAuthorizationFailureInAddPartitions, also while committing.

    Nothing was added, so the coordinator is not asked to end anything.
    """
    producing = transactional(transaction_version=0, topics=TWO)
    producing.world.instead = refusing(ADD_PARTITIONS, 29)
    deliveries = [producing.send(partition=each) for each in (0, 1)]
    if is_committing:
        producing.transaction.commit(producing.world.now_ms)
    producing.world.advance(2000)
    assert producing.transaction.state is State.ABORTABLE
    assert getattr(producing.transaction.error, "code", None) == 29
    assert all(isinstance(each.error, ClientError) for each in deliveries)
    producing.abort()
    assert order(producing) == [ADD_PARTITIONS]
    next_one_works(producing)


def test_what_was_added_before_a_refusal_is_ended() -> None:
    """client I-30: testRecoveryFromAbortableErrorTransactionStarted."""
    producing = Producing(OPTIONS, transaction_version=0, topics=TWO)
    producing.begin()
    producing.send(b"added", partition=0)
    producing.world.advance(1000)
    producing.world.instead = refusing(ADD_PARTITIONS, 29)
    refused = producing.send(partition=1)
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    assert refused.error is not None
    producing.world.requests.clear()
    producing.abort()
    assert END in order(producing)
    next_one_works(producing)


@LEVELS
@pytest.mark.parametrize("code", [29, 19, 16])
def test_a_batch_that_fails_while_aborting_changes_nothing(level: int, code: int) -> None:
    """client I-4: testAbortableErrorWhileAbortInProgress: also by a code that may pass."""
    producing = transactional(transaction_version=level)
    producing.world.delay = lambda api: api == PRODUCE
    producing.world.instead = Refusals({1: code})
    delivery = producing.send()
    producing.world.advance(500)
    producing.transaction.abort(producing.world.now_ms)
    producing.world.advance(500)
    assert producing.transaction.state is State.ABORTING
    producing.world.delay = lambda api: False
    producing.world.advance(3000)
    assert delivery.error is not None
    next_one_works(producing)


def test_a_coordinator_that_moved_is_found_for_the_abort() -> None:
    """client I-26: testFindCoordinatorAllowedInAbortableErrorState."""
    producing = transactional()
    producing.world.instead = Refusals({1: 87})
    producing.send()
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    producing.world.edit = coded(END, 16)
    producing.world.requests.clear()
    producing.abort()
    assert FIND in producing.world.apis()
    next_one_works(producing)


@LEVELS
@pytest.mark.parametrize("is_sent", [False, True])
def test_a_batch_that_times_out_aborts(level: int, is_sent: bool) -> None:
    """client I-30: testTransitionToAbortableErrorOnBatchExpiry, testUnresolvedSequencesAreNotFatal.

    The epoch grows if the batch may be in the log: testBumpTransactionalEpochOnTimeout.
    """
    world = World(lane=LaneOptions(request_timeout_ms=100_000))
    options = OPTIONS._replace(delivery_timeout_ms=3000)
    producing = Producing(options, world=world, transaction_version=level, topics=TWO)
    producing.begin()
    producing.send(b"first")
    producing.world.advance(1000)
    if is_sent:
        producing.world.swallow = lambda api: api == PRODUCE
    else:
        producing.world.is_down = True
        producing.world.drop_connections()
    late = [producing.send(b"late", partition=each) for each in (0, 1)]
    producing.world.advance(3000)
    assert all(isinstance(each.error, TimedOut | TransactionAborted) for each in late)
    assert isinstance(late[0].error, TimedOut)
    assert producing.transaction.state is State.ABORTABLE
    assert isinstance(producing.transaction.error, TimedOut)
    producing.world.swallow = lambda api: False
    producing.world.is_down = False
    producing.world.drop_connections()
    producing.abort(10_000)
    assert (producing.transaction.producer.epoch > 0) == (is_sent or level == 2)
    next_one_works(producing)


def test_a_commit_is_dropped_when_a_batch_times_out() -> None:
    """client I-4: testDropCommitOnBatchExpiry."""
    world = World(lane=LaneOptions(request_timeout_ms=100_000))
    producing = Producing(OPTIONS._replace(delivery_timeout_ms=3000), world=world)
    producing.begin()
    producing.world.swallow = lambda api: api == PRODUCE
    late = producing.send()
    producing.transaction.commit(producing.world.now_ms)
    producing.world.advance(3000)
    assert isinstance(late.error, TimedOut)
    assert producing.transaction.state is State.ABORTABLE
    assert END not in producing.world.apis()
    producing.world.swallow = lambda api: False
    producing.world.drop_connections()
    producing.abort(5000)
    next_one_works(producing)


@LEVELS
@pytest.mark.parametrize("code", [0, 6, 48])
def test_a_late_answer_of_a_batch_that_timed_out_changes_nothing(level: int, code: int) -> None:
    """client I-30: testReceiveFailedBatchTwiceWithTransactions."""
    world = World(lane=LaneOptions(request_timeout_ms=100_000))
    options = OPTIONS._replace(delivery_timeout_ms=3000)
    producing = Producing(options, world=world, transaction_version=level)
    producing.begin()
    producing.world.delay = lambda api: api == PRODUCE
    if code:
        producing.world.instead = Refusals({1: code})
    producing.send()
    producing.world.advance(4000)
    assert producing.transaction.state is State.ABORTABLE
    producing.world.delay = lambda api: False
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    producing.abort()
    next_one_works(producing)


def test_a_batch_of_a_transaction_that_is_too_large_is_split() -> None:
    """client H-32: testTransactionalSplitBatchAndSend, testTooLargeBatchesAreSafelyRemoved."""
    world = World({"message.max.bytes": "2000"})
    options = OPTIONS._replace(linger_ms=100, batch_size=100_000, delivery_timeout_ms=5000)
    producing = Producing(options, world=world)
    producing.begin()
    deliveries = [producing.send(bytes(300)) for _ in range(12)]
    producing.world.advance(3000)
    assert [each.metadata().offset for each in deliveries] == list(range(12))
    producing.world.advance(6000)
    assert producing.commit()
    assert len(producing.committed()) == 12
    assert producing.core.memory_free == 33554432


def test_an_abort_without_an_answer_goes_on() -> None:
    """client I-26: testRetryAbortTransactionAfterTimeout, testRetryAbortTransaction."""
    producing = transactional()
    producing.send()
    producing.flush(500)
    producing.world.is_down = True
    producing.world.drop_connections()
    producing.transaction.abort(producing.world.now_ms)
    producing.world.advance(5000)
    producing.transaction.give_up_ending()
    assert producing.transaction.state is State.UNRESOLVED
    producing.world.is_down = False
    producing.world.advance(5000)
    assert not producing.transaction.is_committed
    next_one_works(producing)


def test_a_producer_id_without_an_answer_is_asked_for_again() -> None:
    """client I-2: testRetryInitTransactionsAfterTimeout, testNodeNotReady."""
    producing = Producing(OPTIONS)
    producing.know("orders")
    producing.world.is_down = True
    producing.world.drop_connections()
    producing.transaction.init(producing.world.now_ms)
    producing.world.advance(60_000)
    assert producing.transaction.state is State.INITIALIZING
    producing.world.is_down = False
    producing.world.advance(5000)
    next_one_works(producing)


@pytest.mark.parametrize("code", [16, 14])
def test_other_failures_of_the_first_addition_wait_for_a_backoff(code: int) -> None:
    """client I-6: testAddPartitionToTransactionRetainsRetryBackoffForRegularRetriableError."""
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(ADD_PARTITIONS, code)
    producing.send()
    producing.world.advance(79)
    assert producing.world.apis().count(ADD_PARTITIONS) == 1
    producing.world.advance(42)
    assert producing.world.apis().count(ADD_PARTITIONS) == 2
    assert producing.commit()


def test_an_epoch_grows_though_the_coordinator_was_lost() -> None:
    """client I-31: testCanBumpEpochDuringCoordinatorDisconnect."""
    producing = transactional(transaction_version=0)
    producing.send(b"first")
    producing.world.advance(1000)
    producing.world.instead = Refusals({1: 45})
    producing.send(b"gap")
    producing.world.settle()
    producing.world.drop_connections()
    producing.abort(5000)
    assert producing.transaction.producer.epoch == 1
    next_one_works(producing)


@pytest.mark.parametrize("code", [48, 120])
@LEVELS
def test_an_invalid_state_at_a_partition_aborts(level: int, code: int) -> None:
    """client I-30: testInvalidTxnStateIsAnAbortableError, and 120."""
    producing = transactional(transaction_version=level)
    producing.world.instead = Refusals({1: code})
    failed = producing.send()
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    assert getattr(failed.error, "code", None) == code
    producing.abort()
    next_one_works(producing)
