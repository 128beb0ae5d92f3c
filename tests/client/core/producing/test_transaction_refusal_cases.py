"""Situations of Kafka's TransactionManagerTest that no other test has: refused requests.

tests/kafka_cases has all of them.
"""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.client.core.producing.transaction_states import State
from kafkawire.client.errors import ClientError, CommitFailed, ServerError, UnsupportedVersion
from kafkawire.client.values import GroupMetadata, OffsetAndMetadata
from kafkawire.protocol.messages.end_txn_response import EndTxnResponse
from tests.client.core.producing.test_transaction import (
    ADD_OFFSETS,
    ADD_PARTITIONS,
    COMMIT,
    END,
    FIND,
    INIT,
    OPTIONS,
    ORDERS,
    SIMPLE,
    coded,
    offset_of_group,
    transactional,
)
from tests.client.support.producing import Producing, Refusals

API_VERSIONS = 18
LEVELS = pytest.mark.parametrize("level", [0, 2])


def offsets_sent(
    producing: Producing, group: GroupMetadata = SIMPLE, ms: int = 3000
) -> list[ClientError | None]:
    """Commit an offset of the group with the transaction; how that ended."""
    ended: list[ClientError | None] = []
    producing.transaction.commit_offsets(
        {ORDERS: OffsetAndMetadata(7)}, group, ended.append, producing.world.now_ms
    )
    producing.world.advance(ms)
    return ended


def goes_on(producing: Producing) -> None:
    """Abort, and commit another transaction with the offset."""
    producing.world.edit = lambda api, answer: None
    producing.abort(5000)
    producing.begin()
    producing.send(b"next")
    assert offsets_sent(producing) == [None]
    assert producing.commit()
    assert producing.committed() == [b"next"]
    assert offset_of_group(producing) == 7


@LEVELS
@pytest.mark.parametrize(
    ("code", "kind"), [(82, ServerError), (25, CommitFailed), (22, CommitFailed), (30, ServerError)]
)
def test_offsets_that_a_group_refuses_abort(level: int, code: int, kind: type) -> None:
    """client I-30: testFencedInstanceIdInTxnOffsetCommitByGroupMetadata, 25, 22, and no rights."""
    producing = transactional(transaction_version=level)
    producing.send()
    producing.world.edit = coded(COMMIT, code)
    (error,) = offsets_sent(producing)
    assert getattr(error, "code", None) == code
    assert producing.transaction.state is State.ABORTABLE
    assert isinstance(producing.transaction.error, kind)
    goes_on(producing)


@pytest.mark.parametrize("code", [30, 49, 120])
def test_a_group_that_may_not_be_added_aborts(code: int) -> None:
    """client I-30: shouldNotSendAbortTxnRequestWhenOnlyAddOffsetsRequestFailed.

    Nothing was added, so the coordinator is not asked to end anything.
    """
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(ADD_OFFSETS, code)
    (error,) = offsets_sent(producing)
    assert getattr(error, "code", None) == code
    assert producing.transaction.state is State.ABORTABLE
    producing.world.requests.clear()
    producing.abort()
    assert END not in producing.world.apis()
    assert (INIT in producing.world.apis()) == (code == 49)
    producing.begin()
    goes_on(producing)


@pytest.mark.parametrize("code", [3, 14, 7])
@LEVELS
def test_offsets_are_committed_again_after_what_may_pass(level: int, code: int) -> None:
    """client I-30: testHandlingOfUnknownTopicPartitionErrorOnTxnOffsetCommit, and 14."""
    producing = transactional(transaction_version=level)
    producing.world.edit = coded(COMMIT, code)
    assert offsets_sent(producing) == [None]
    assert producing.world.apis().count(COMMIT) == 2
    assert producing.commit()
    assert offset_of_group(producing) == 7


@LEVELS
def test_offsets_are_committed_again_after_a_lost_connection(level: int) -> None:
    """client I-26: testHandlingOfNetworkExceptionOnTxnOffsetCommit, and the one of its group."""
    producing = transactional(transaction_version=level)
    producing.world.swallow = lambda api: api == COMMIT
    ended = offsets_sent(producing, ms=1000)
    producing.world.swallow = lambda api: False
    producing.world.drop_connections()
    producing.world.advance(3000)
    assert ended == [None]
    assert producing.commit()
    assert offset_of_group(producing) == 7


@pytest.mark.parametrize(
    ("api", "code"),
    [
        (ADD_PARTITIONS, 53),
        (ADD_PARTITIONS, 48),
        (ADD_OFFSETS, 53),
        (ADD_OFFSETS, 48),
        (COMMIT, 53),
        (END, 53),
    ],
)
def test_without_rights_the_producer_can_only_be_closed(api: int, code: int) -> None:
    """client I-30, I-35: testTransactionalIdAuthorizationFailureInAddOffsetsToTxn, and others.

    Closing does not wait (testSenderShouldCloseWhenTransactionManagerInErrorState), and what fails
    later does not matter (testNoFailedBatchHandlingWhenTxnManagerIsInFatalError).
    """
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(api, code)
    delivery = producing.send()
    ended = offsets_sent(producing)
    if producing.transaction.state is not State.FATAL:
        producing.commit()
    assert producing.transaction.state is State.FATAL
    assert getattr(producing.transaction.error, "code", None) == code
    assert delivery.is_done
    assert len(ended) == (0 if api == ADD_PARTITIONS and not ended else 1)
    with pytest.raises(ServerError):
        producing.core.check("orders")
    producing.core.close(producing.world.now_ms)
    sent = len(producing.world.requests)
    producing.world.advance(60_000)
    assert producing.core.is_idle
    assert not {END, COMMIT, ADD_OFFSETS} & set(producing.world.apis()[sent:])


@pytest.mark.parametrize("code", [53, 120])
def test_a_producer_id_that_is_refused_may_be_asked_for_again(code: int) -> None:
    """client I-30: testTransactionalIdAuthorizationFailureInInitProducerId, and 120."""
    producing = Producing(OPTIONS)
    producing.know("orders")
    producing.world.edit = coded(INIT, code)
    producing.transaction.init(producing.world.now_ms)
    producing.world.advance(3000)
    assert producing.transaction.state is State.UNINITIALIZED
    assert getattr(producing.transaction.error, "code", None) == code
    producing.begin()
    producing.send()
    assert producing.commit()


def of_key(key_type: int, code: int) -> Any:
    """Refuse to find coordinators of one kind."""

    def edit(api: int, answer: Any) -> Any:
        if api != FIND:
            return None
        is_group = any(each.key == "billing" for each in answer.coordinators)
        if is_group == (key_type == 0):
            for each in answer.coordinators:
                each.error_code = code
            return answer
        return None

    return edit


@pytest.mark.parametrize("code", [30, 120])
@LEVELS
def test_a_group_whose_coordinator_may_not_be_found_aborts(level: int, code: int) -> None:
    """client I-30: testGroupAuthorizationFailureInFindCoordinator, and 120."""
    producing = transactional(transaction_version=level)
    producing.world.edit = of_key(0, code)
    (error,) = offsets_sent(producing)
    assert getattr(error, "code", None) == code
    assert producing.transaction.state is State.ABORTABLE
    goes_on(producing)


@pytest.mark.parametrize("missing", [FIND, INIT])
def test_a_broker_without_transactions_is_named(missing: int) -> None:
    """client D-33: testUnsupportedFindCoordinator, testUnsupportedInitTransactions."""
    producing = Producing(OPTIONS)

    def edit(api: int, answer: Any) -> Any:
        if api != API_VERSIONS:
            return None
        answer.api_keys = [each for each in answer.api_keys if each.api_key != missing]
        return answer

    producing.world.edit = edit
    producing.know("orders")
    producing.transaction.init(producing.world.now_ms)
    producing.world.advance(3000)
    assert producing.transaction.state is State.FATAL
    assert isinstance(producing.transaction.error, UnsupportedVersion)


@pytest.mark.parametrize("level", [0, 2])
def test_a_broker_may_abort_a_transaction_at_its_end(level: int) -> None:
    """client I-30: testTransactionAbortableExceptionInEndTxn."""
    producing = transactional(transaction_version=level)
    producing.send()
    producing.flush(500)
    producing.world.instead = lambda api, request: (
        EndTxnResponse(error_code=120) if api == END and request.committed else None
    )
    assert not producing.commit()
    producing.world.instead = lambda api, request: None
    assert producing.transaction.state is State.ABORTABLE
    goes_on(producing)


@pytest.mark.parametrize("api", [ADD_PARTITIONS, COMMIT])
def test_a_broker_may_abort_a_transaction_on_its_way(api: int) -> None:
    """client I-30: testTransactionAbortableExceptionInAddPartitions, and of offsets."""
    producing = transactional(transaction_version=0)
    producing.world.edit = coded(api, 120)
    producing.send()
    offsets_sent(producing)
    assert producing.transaction.state is State.ABORTABLE
    goes_on(producing)


def test_offsets_of_a_member_are_not_committed_as_those_of_no_member() -> None:
    """client I-7: testSendOffsetWithGroupMetadataFailAsAutoDowngradeTxnCommitNotEnabled.

    Brokers before Kafka 2.5 cannot compare the generation, so an old member would not be refused.
    """
    producing = Producing(OPTIONS, transaction_version=0)

    def edit(api: int, answer: Any) -> Any:
        if api != API_VERSIONS:
            return None
        for each in answer.api_keys:
            if each.api_key == COMMIT:
                each.max_version = 2
        return answer

    producing.world.edit = edit
    producing.begin()
    assert offsets_sent(producing) == [None], "without a member nothing is lost"
    (error,) = offsets_sent(producing, GroupMetadata("billing", 5, "member", None))
    assert isinstance(error, UnsupportedVersion)
    assert producing.transaction.state is State.FATAL


def test_a_log_start_beyond_the_last_record_is_no_gap() -> None:
    """client H-44: testTransactionalUnknownProducerHandlingWhenRetentionLimitReached.

    Old brokers forget a producer whose records were all deleted; the transaction goes on.
    """
    producing = transactional(transaction_version=0)
    producing.send(b"first")
    producing.world.advance(1000)
    producing.world.instead = Refusals({1: 59}, log_start=10)
    again = producing.send(b"again")
    producing.world.advance(1000)
    assert producing.transaction.state is State.IN_TRANSACTION
    sequences = [first_sequence(request) for request in producing.produce_requests()]
    assert sequences == [0, 1, 0]
    assert again.batch.producer == producing.transaction.producer


@LEVELS
def test_a_producer_that_was_forgotten_too_early_aborts(level: int) -> None:
    """client I-30: testAbortTransactionAndResetSequenceNumberOnUnknownProducerId.

    Records of the producer are there still, so one may be missing: the epoch grows.
    """
    producing = transactional(transaction_version=level)
    producing.send(b"first")
    producing.world.advance(1000)
    producing.world.instead = Refusals({1: 59}, log_start=0)
    producing.send(b"again")
    producing.world.advance(1000)
    assert producing.transaction.state is State.ABORTABLE
    producing.abort()
    assert producing.transaction.producer.epoch > 0
    producing.begin()
    goes_on(producing)


def first_sequence(request: Any) -> int:
    """The sequence of the batch of a Produce request."""
    data = bytes(request.topic_data[0].partition_data[0].records)
    return int.from_bytes(data[53:57], "big")
