"""Unfinished verifications, alone and in the state of a partition's producers."""

from __future__ import annotations

import pytest

from kafkawire.log.append import Verification
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.verifying import VerifyingProducers
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader
from tests.support.log.batches import (
    NOW_MS,
    append,
    append_marker,
    header_of,
    make_log,
    numbered_batch,
)


def head(sequence: int, *, epoch: int = 0, producer: int = 7) -> BatchHeader:
    return header_of(numbered_batch(sequence, epoch=epoch, producer=producer))


def verifying(*headers: BatchHeader, adds: bool = False) -> VerifyingProducers:
    found = VerifyingProducers()
    for header in headers:
        found.start(header, NOW_MS, adds=adds)
    return found


def start(log: PartitionLog, sequence: int, *, epoch: int = 0, adds: bool = False) -> None:
    log.producer_state.start_verification(head(sequence, epoch=epoch), NOW_MS, adds=adds)


def code(log: PartitionLog, data: bytes) -> int:
    try:
        append(log, data, verification=Verification.VERIFIED)
    except ApiError as error:
        return error.code
    return 0


def test_the_lowest_sequence_of_the_newest_epoch_counts() -> None:
    """produce A-108."""
    found = verifying(head(9), head(5), head(7))
    assert [found.must_wait(head(at), is_known=True) for at in (4, 5, 6, 9)] == [
        False,
        False,
        True,
        True,
    ]
    found.start(head(8, epoch=1), NOW_MS, adds=False)
    assert [found.must_wait(head(at, epoch=1), is_known=True) for at in (8, 9)] == [False, True]
    found.start(head(0, epoch=0), NOW_MS, adds=False)
    assert not found.must_wait(head(8, epoch=1), is_known=True), "an older epoch changes nothing"
    assert not found.must_wait(head(99, producer=8), is_known=False)


@pytest.mark.parametrize("adds", [True, False])
def test_who_adds_partitions_begins_at_zero_where_it_is_unknown(adds: bool) -> None:
    """produce A-109: by what began the verification."""
    found = verifying(head(5), adds=adds)
    found.start(head(5), NOW_MS, adds=not adds)
    assert [found.must_wait(head(at), is_known=False) for at in (0, 4, 5)] == [False, adds, adds]
    assert [found.must_wait(head(at), is_known=True) for at in (0, 4, 5)] == [False] * 3


def test_an_earlier_batch_is_expected_first() -> None:
    """produce A-108: without it the later would be taken of an unknown producer (B-20)."""
    log = make_log()
    start(log, 5)
    start(log, 7)
    assert code(log, numbered_batch(7)) == 45
    assert code(log, numbered_batch(6, transactional=False)) == 45
    assert code(log, numbered_batch(5)) == 0
    assert code(log, numbered_batch(6)) == 0


def test_the_writing_of_a_transactional_batch_ends_it() -> None:
    """produce A-108: a plain one does not."""
    log = make_log()
    start(log, 0)
    assert code(log, numbered_batch(0, transactional=False)) == 0
    assert code(log, numbered_batch(1, transactional=False)) == 45
    start(log, 1)
    assert code(log, numbered_batch(1)) == 45, "the lowest that was seen is still 0"
    fresh = make_log()
    start(fresh, 0)
    assert [code(fresh, numbered_batch(at)) for at in range(3)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("adds", "epoch", "code_after"), [(False, 0, 0), (True, 0, 45), (True, 1, 0), (False, 1, 0)]
)
def test_a_marker_ends_it_unless_the_next_transaction_is_verified(
    adds: bool, epoch: int, code_after: int
) -> None:
    """produce A-108: the marker has the epoch of the next transaction where the client adds."""
    log = make_log()
    start(log, -1, adds=adds)
    append_marker(log, 7, epoch, commit=True)
    assert code(log, numbered_batch(0, epoch=epoch)) == code_after


def test_it_expires_like_a_producer() -> None:
    """produce A-108."""
    log = make_log()
    start(log, 0)
    assert log.producer_state
    log.producer_state.expire(NOW_MS + 999, 1000)
    assert code(log, numbered_batch(1)) == 45
    log.producer_state.expire(NOW_MS + 1000, 1000)
    assert not log.producer_state
    assert code(log, numbered_batch(1)) == 0
