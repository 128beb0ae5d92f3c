"""Produce with transactional batches; a stand-in plays the coordinators."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.verification import Claim, TransactionVerifier
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.records.batch import BatchHeader
from tests.support.log.batches import append_marker, headers_of, make_batch, numbered_batch
from tests.support.requests.coordination import TransactionsHarness
from tests.support.requests.produce import Producer, answers_of, produce_request
from tests.support.requests.transactions import verify_by

PLAIN = make_batch()


class Coordinator(TransactionVerifier):
    """Knows the epoch of producer 7, and the partitions of its transaction."""

    def __init__(self, epoch: int = 0) -> None:
        self.epoch = epoch
        self.partitions: set[int] = set()

    def verify(self, claim: Claim) -> ErrorCode:
        if claim.producer_id != 7 or claim.transactional_id != "x":
            return ErrorCode.INVALID_PRODUCER_ID_MAPPING
        if claim.producer_epoch != self.epoch:
            return ErrorCode.PRODUCER_FENCED
        if claim.adds:
            self.partitions.add(claim.topic_partition.partition)
        elif claim.topic_partition.partition not in self.partitions:
            return ErrorCode.TRANSACTION_ABORTABLE
        return ErrorCode.NONE


def producer_of(coordinator: Coordinator) -> Producer:
    producer = Producer()
    verify_by(producer.harness.broker, coordinator)
    return producer


def put(producer: Producer, data: bytes, *, version: int = 12) -> tuple[int, int]:
    """Error code and base offset."""
    answer = producer.one(data, version=version, transactional_id="x")
    return answer.error_code, answer.base_offset


def headers(producer: Producer) -> list[BatchHeader]:
    return headers_of(producer.partition().log)


@pytest.mark.parametrize(("version", "code"), [(9, 48), (10, 48), (11, 120), (12, 0)])
def test_a_partition_that_is_not_in_the_transaction(version: int, code: int) -> None:
    """produce A-104, F 124, F 125: refused up to 11, added from 12 on."""
    coordinator = Coordinator()
    producer = producer_of(coordinator)
    answer = producer.one(numbered_batch(0), version=version, transactional_id="x")

    text = "Partition was not added to the transaction" if code == 48 else None
    assert (answer.error_code, answer.error_message) == (code, text)
    assert coordinator.partitions == ({0} if version == 12 else set())
    assert (answer.log_start_offset, answer.base_offset) == ((-1, -1) if code else (0, 0))


def test_a_partition_is_in_the_transaction_before_the_batch_is_appended() -> None:
    """produce A-105, A-109, F 126: also if the batch is then refused."""
    coordinator = Coordinator()
    producer = producer_of(coordinator)

    assert put(producer, numbered_batch(5)) == (45, -1)
    assert coordinator.partitions == {0}
    assert put(producer, numbered_batch(0)) == (0, 0)


@pytest.mark.parametrize("epoch", [0, 2])
def test_any_epoch_but_the_coordinators_is_fenced(epoch: int) -> None:
    """produce A-106, A-61, F 127: older and newer."""
    producer = producer_of(Coordinator(epoch=1))

    assert producer.code(numbered_batch(0, epoch=epoch), version=12, transactional_id="x") == (
        47,
        -1,
    )
    assert producer.code(numbered_batch(0, producer=8), version=12, transactional_id="x") == (
        49,
        -1,
    )
    assert producer.code(numbered_batch(0, epoch=1), version=12, transactional_id="y") == (49, -1)


def test_partitions_that_are_not_cleared_do_not_hinder_others() -> None:
    """produce A-107, F 129."""
    coordinator = Coordinator()
    coordinator.partitions = {1}
    producer = producer_of(coordinator)
    answers = producer.produce(
        ("t", 0, numbered_batch(0)), ("t", 1, numbered_batch(0)), transactional_id="x"
    )

    assert [(each.error_code, each.base_offset) for each in answers.values()] == [(120, -1), (0, 0)]


@pytest.mark.parametrize("acks", [1, -1])
def test_acks_do_not_matter_to_transactions(acks: int) -> None:
    """produce A-110: and silence follows acks=0, or the end of the connection."""
    producer = producer_of(Coordinator())
    assert (
        producer.one(numbered_batch(0), version=12, transactional_id="x", acks=acks).error_code == 0
    )
    producer.send(("t", 0, numbered_batch(1)), version=12, transactional_id="x", acks=0)
    assert len(headers(producer)) == 2
    producer.send(("t", 0, numbered_batch(1, epoch=4)), version=12, transactional_id="x", acks=0)
    assert producer.client.closed


def test_duplicates_within_a_transaction() -> None:
    """produce B-16: answered like any other."""
    producer = producer_of(Coordinator())
    assert [put(producer, numbered_batch(at)) for at in (0, 1, 0, 1, 2)] == [
        (0, 0),
        (0, 1),
        (0, 0),
        (0, 1),
        (0, 2),
    ]
    assert producer.partition().log_end_offset == 3


def test_a_producer_may_begin_a_transaction_behind_plain_batches() -> None:
    """produce B-26, B-27: under the same epoch, verified; in it nothing plain is taken."""
    producer = producer_of(Coordinator())
    assert producer.code(numbered_batch(0, transactional=False)) == (0, 0)
    assert put(producer, numbered_batch(1)) == (0, 1)
    assert producer.code(numbered_batch(2, transactional=False)) == (48, 0)
    assert producer.one(numbered_batch(2, transactional=False)).error_message is None
    append_marker(producer.partition().log, 7, 0, commit=True)
    assert producer.code(numbered_batch(2, transactional=False)) == (0, 0)


def test_an_open_transaction_of_an_older_epoch_clears_nothing() -> None:
    """produce B-28: the newer epoch must be verified; then it begins at 0."""
    coordinator = Coordinator()
    producer = producer_of(coordinator)
    assert put(producer, numbered_batch(0)) == (0, 0)
    assert put(producer, numbered_batch(0, epoch=1)) == (47, -1)
    coordinator.epoch = 1
    coordinator.partitions.clear()
    assert put(producer, numbered_batch(0, epoch=1), version=11) == (120, -1)
    assert put(producer, numbered_batch(0, epoch=1)) == (0, 1)
    assert put(producer, numbered_batch(1, epoch=0))[0] == 47


def test_what_was_not_cleared_is_expected_before_what_came_behind_it() -> None:
    """produce A-108: for as long as producers are remembered."""
    coordinator = Coordinator(epoch=9)
    producer = producer_of(coordinator)
    assert put(producer, numbered_batch(3), version=11) == (47, -1)
    coordinator.epoch, coordinator.partitions = 0, {0}
    assert put(producer, numbered_batch(4), version=11) == (45, -1)
    assert put(producer, numbered_batch(3), version=11) == (0, 0)

    other = producer_of(Coordinator(epoch=9))
    assert put(other, numbered_batch(3), version=11) == (47, -1)
    other.harness.advance(86_400_000 + 600_000)
    assert len(other.partition().log.producer_state) == 0
    assert not other.partition().log.producer_state


def test_the_partitions_of_a_request_are_added_together() -> None:
    """produce A-103: in one question, which the coordinator answers with one record."""
    harness = TransactionsHarness()
    producer_id, epoch = harness.identity("x")
    shard = harness.broker.transactions.shard_of("x")
    before = shard.partition.log.log_end_offset
    batch = numbered_batch(0, producer=producer_id, epoch=epoch)
    request = produce_request(*[("t", at, batch) for at in range(4)], transactional_id="x")
    answers = answers_of(harness.connect().request(request, 12))
    assert [each.error_code for each in answers.values()] == [0] * 4
    assert shard.partition.log.log_end_offset == before + 1
    assert len(shard.ids["x"].transaction.partitions) == 4
