"""Clearing transactional batches, as far as no coordinator is needed."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.replicas.verification import check_single_producer, verify
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


def test_one_producer_and_epoch_per_transactional_request() -> None:
    """produce A-100: plain batches and those without a producer do not count."""
    check_single_producer([head(), head(), head(producer=8, transactional=False)])
    check_single_producer([head(), head(producer=-1)])
    for other in (head(epoch=2), head(producer=8)):
        with pytest.raises(ApiError) as refused:
            check_single_producer([head(), other])
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
        verify(header, partition, BrokerConfig({}), transactional_id=transactional_id, version=12)
    assert refused.value.code == expected


@pytest.mark.parametrize("version", [11, 12])
def test_an_open_transaction_needs_no_question(version: int) -> None:
    """produce A-101."""
    partition = make_partition()
    batch = make_batch(producer_id=7, producer_epoch=1, base_sequence=0, transactional=True)
    append(partition.log, batch, verification=Verification.VERIFIED)

    found = verify(head(), partition, BrokerConfig({}), transactional_id="x", version=version)
    assert found is Verification.VERIFIED


def test_without_a_producer_nothing_is_verified() -> None:
    """produce A-81."""
    found = verify(
        head(producer=-1), make_partition(), BrokerConfig({}), transactional_id="x", version=12
    )
    assert found is Verification.MISSING
