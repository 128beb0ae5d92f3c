"""Clearing transactional batches, as far as no coordinator is needed."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.record_set import RecordSet
from kafkawire.broker.replicas.verification import check_producers, verify
from kafkawire.log.append import Verification
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader
from tests.support.batches import append, header_of, make_batch
from tests.support.partitions import make_partition


def head(*, epoch: int = 1, producer: int = 7, transactional: bool = True) -> BatchHeader:
    return header_of(
        make_batch(
            producer_id=producer,
            producer_epoch=epoch,
            base_sequence=0,
            transactional=transactional,
        )
    )


def sent(*headers: BatchHeader) -> list[RecordSet]:
    return [RecordSet(b"", 2, header) for header in headers]


def verify_in(
    partition: Partition,
    header: BatchHeader,
    *,
    transactional_id: str = "x",
    version: int = 12,
    has_coordinator: bool = False,
) -> Verification:
    return verify(
        header,
        partition,
        BrokerConfig({}),
        transactional_id=transactional_id,
        version=version,
        has_coordinator=has_coordinator,
    )


@pytest.mark.parametrize("transactional_id", ["", "x"])
def test_nobody_can_be_asked_before_there_is_a_coordinator(transactional_id: str) -> None:
    """produce A-104, C.13: observed while `__transaction_state` does not exist."""
    with pytest.raises(ApiError) as refused:
        verify_in(make_partition(), head(), transactional_id=transactional_id)

    assert refused.value.code == 19
    assert refused.value.message == (
        "Unable to verify the partition has been added to the transaction. "
        "Underlying error: COORDINATOR_NOT_AVAILABLE"
    )


@pytest.mark.parametrize(
    ("header", "size"), [(head(), 57), (head(transactional=False), 51), (head(producer=-1), 51)]
)
def test_a_short_batch_has_no_producer_to_look_at(header: BatchHeader, size: int) -> None:
    """produce A-19: observed; of transactional ones the sequence is looked at too."""
    check_producers(sent(header._replace(batch_length=size - 12)))
    with pytest.raises(ApiError) as refused:
        check_producers(sent(header._replace(batch_length=size - 13)))
    assert refused.value.code == -1


def test_one_producer_and_epoch_per_transactional_request() -> None:
    """produce A-100: plain batches and those without a producer do not count."""
    check_producers(sent(head(), head(), head(producer=8, transactional=False)))
    check_producers(sent(head(), head(producer=-1)))
    for other in (head(epoch=2), head(producer=8)):
        with pytest.raises(ApiError) as refused:
            check_producers(sent(head(), other))
        assert refused.value.code == 49


@pytest.mark.parametrize(
    ("header", "transactional_id", "is_leader", "expected"),
    [
        (head(), "x", True, 49),
        (head(), "", True, 42),
        (head(), "x", False, 6),
        (head(epoch=0), "x", True, 47),
    ],
)
def test_what_is_refused(
    header: BatchHeader, transactional_id: str, is_leader: bool, expected: int
) -> None:
    """produce A-102, A-104: leadership, then the known epoch, then the coordinator's word."""
    partition = make_partition()
    plain = make_batch(producer_id=7, producer_epoch=1, base_sequence=0)
    append(partition.log, plain)
    partition.is_leader = is_leader
    with pytest.raises(ApiError) as refused:
        verify_in(partition, header, transactional_id=transactional_id, has_coordinator=True)
    assert refused.value.code == expected


@pytest.mark.parametrize("version", [11, 12])
def test_an_open_transaction_needs_no_question(version: int) -> None:
    """produce A-101."""
    partition = make_partition()
    batch = make_batch(producer_id=7, producer_epoch=1, base_sequence=0, transactional=True)
    append(partition.log, batch, verification=Verification.VERIFIED)

    found = verify(
        head(),
        partition,
        BrokerConfig({}),
        transactional_id="x",
        version=version,
        has_coordinator=False,
    )
    assert found is Verification.VERIFIED


def test_without_a_producer_nothing_is_verified() -> None:
    """produce A-81."""
    found = verify_in(make_partition(), head(producer=-1))
    assert found is Verification.MISSING
