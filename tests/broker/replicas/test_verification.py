"""Clearing transactional batches, with a stand-in for the coordinator."""

from __future__ import annotations

import pytest

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.replicas.verification import (
    Asking,
    Batch,
    Claim,
    check_producers,
    verify_all,
)
from kafkawire.log.append import Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader
from tests.support.broker.partitions import make_partition
from tests.support.log.batches import NOW_MS, append, header_of, make_batch
from tests.support.requests.transactions import SaidVerifier


def head(*, epoch: int = 1, producer: int = 7, transactional: bool = True) -> BatchHeader:
    return header_of(
        make_batch(
            producer_id=producer,
            producer_epoch=epoch,
            base_sequence=0,
            transactional=transactional,
        )
    )


def verify_in(
    partition: Partition,
    header: BatchHeader,
    coordinator: SaidVerifier,
    *,
    version: int = 12,
    enabled: bool = True,
) -> Verification:
    config = BrokerConfig({"transaction.partition.verification.enable": str(enabled).lower()})
    asking = Asking(config, coordinator, "x", version, NOW_MS)
    cleared = verify_all({0: Batch(header, partition)}, asking)[0]
    if isinstance(cleared, ApiError):
        raise cleared
    return cleared


COORDINATORS_WORDS = [
    (120, {9: 48, 10: 48, 11: 120}),
    (90, {9: 47, 11: 47, 12: 47}),
    (49, {9: 49, 11: 49, 12: 49}),
    (51, {9: 19, 11: 19, 12: 51}),
    (14, {9: 19, 11: 19, 12: 19}),
    (15, {9: 19, 11: 19, 12: 19}),
    (16, {9: 19, 11: 19, 12: 19}),
    (13, {9: 19, 11: 19, 12: 19}),
    (42, {9: 42, 11: 42, 12: 42}),
    (31, {9: 48, 11: 48, 12: 48}),
    (48, {9: 48, 11: 48, 12: 48}),
]


@pytest.mark.parametrize(
    ("word", "version", "told"),
    [(word, version, told) for word, by in COORDINATORS_WORDS for version, told in by.items()],
)
def test_the_coordinators_word_in_the_producers_language(
    word: int, version: int, told: int
) -> None:
    """produce A-104, A-62, A-106: its table, row by row; words only for 48 and 19."""
    coordinator = SaidVerifier(ErrorCode(word))
    with pytest.raises(ApiError) as refused:
        verify_in(make_partition(), head(), coordinator, version=version)

    texts = {
        48: "Partition was not added to the transaction",
        19: (
            "Unable to verify the partition has been added to the transaction. "
            f"Underlying error: {ErrorCode(word).name}"
        ),
    }
    assert (refused.value.code, refused.value.message) == (told, texts.get(told))


@pytest.mark.parametrize("version", [3, 11, 12])
def test_the_coordinator_is_asked_to_look_or_to_add(version: int) -> None:
    """produce A-103, A-104 (row 0): with the id, producer, epoch and partition of the batch."""
    coordinator, partition = SaidVerifier(), make_partition()

    cleared = verify_in(partition, head(), coordinator, version=version)
    assert cleared is Verification.VERIFIED
    claim = Claim("x", 7, 1, partition.topic_partition, adds=version >= 12, now_ms=NOW_MS)
    assert coordinator.claims == [claim]


@pytest.mark.parametrize(
    ("header", "size"), [(head(), 57), (head(transactional=False), 51), (head(producer=-1), 51)]
)
def test_a_short_batch_has_no_producer_to_look_at(header: BatchHeader, size: int) -> None:
    """produce A-19: observed; of transactional ones the sequence is looked at too."""
    check_producers([header._replace(batch_length=size - 12)])
    with pytest.raises(ApiError) as refused:
        check_producers([header._replace(batch_length=size - 13)])
    assert refused.value.code == -1


def test_one_producer_and_epoch_per_transactional_request() -> None:
    """produce A-100: plain batches and those without a producer do not count."""
    check_producers([head(), head(), head(producer=8, transactional=False)])
    check_producers([head(), head(producer=-1)])
    for other in (head(epoch=2), head(producer=8)):
        with pytest.raises(ApiError) as refused:
            check_producers([head(), other])
        assert refused.value.code == 49


@pytest.mark.parametrize(
    ("header", "is_leader", "expected"), [(head(), False, 6), (head(epoch=0), True, 47)]
)
def test_what_is_refused_without_a_question(
    header: BatchHeader, is_leader: bool, expected: int
) -> None:
    """produce A-102, F 131: leadership, then the known epoch; the partition is not added."""
    partition, coordinator = make_partition(), SaidVerifier()
    append(partition.log, make_batch(producer_id=7, producer_epoch=1, base_sequence=0))
    partition.is_leader = is_leader
    with pytest.raises(ApiError) as refused:
        verify_in(partition, header, coordinator)
    assert refused.value.code == expected
    assert coordinator.claims == []


@pytest.mark.parametrize("version", [11, 12])
def test_an_open_transaction_needs_no_question(version: int) -> None:
    """produce A-101, B-28: of exactly this producer and epoch."""
    partition, coordinator = make_partition(), SaidVerifier()
    batch = make_batch(producer_id=7, producer_epoch=1, base_sequence=0, transactional=True)
    append(partition.log, batch, verification=Verification.VERIFIED)

    found = verify_in(partition, head(), coordinator, version=version)
    assert (found, coordinator.claims) == (Verification.VERIFIED, [])
    verify_in(partition, head(epoch=2), coordinator, version=version)
    assert len(coordinator.claims) == 1


def test_verification_can_be_switched_off_for_those_who_add_themselves() -> None:
    """produce A-101, F 133."""
    coordinator = SaidVerifier(ErrorCode.PRODUCER_FENCED)
    found = verify_in(make_partition(), head(), coordinator, version=11, enabled=False)
    assert (found, coordinator.claims) == (Verification.VERIFIED, [])
    with pytest.raises(ApiError, match="INVALID_PRODUCER_EPOCH"):
        verify_in(make_partition(), head(), coordinator, version=12, enabled=False)


def test_without_a_producer_nothing_is_verified() -> None:
    """produce A-81."""
    coordinator = SaidVerifier()
    found = verify_in(make_partition(), head(producer=-1), coordinator)
    assert (found, coordinator.claims) == (Verification.MISSING, [])
