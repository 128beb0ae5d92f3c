"""Which batches readers of committed records are not shown."""

from __future__ import annotations

import pytest

from kafkawire.records.aborted import AbortedFilter
from kafkawire.records.batch import patch, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.errors import InvalidRecords
from tests.support.log.batches import make_batch, make_marker
from tests.support.spark.columns import aborted


def batch(offset: int, producer: int, *, transactional: bool = True) -> bytes:
    return make_batch(base_offset=offset, producer_id=producer, transactional=transactional)


def marker(offset: int, producer: int, *, commit: bool = False) -> bytes:
    data = bytearray(make_marker(producer, 0, commit=commit))
    patch(data, 0, base_offset=offset, partition_leader_epoch=0)
    return bytes(data)


def hidden(hides: AbortedFilter, *batches: bytes) -> list[bool]:
    return [hides.hides(each, 0, read_header(each)) for each in batches]


def test_a_transaction_is_hidden_from_its_first_offset_to_its_marker() -> None:
    hides = AbortedFilter([aborted(7, 10)])
    log = [batch(5, 7), batch(10, 7), batch(11, 8), batch(12, 7), marker(13, 7), batch(14, 7)]

    assert hidden(hides, *log) == [False, True, False, True, True, False]


def test_a_producer_may_abort_again_and_again() -> None:
    """fetch F-40, F-42: the list need not be in the order of offsets."""
    hides = AbortedFilter([aborted(7, 20), aborted(7, 0)])
    log = [batch(0, 7), marker(1, 7), batch(10, 7), marker(11, 7, commit=True), batch(20, 7)]

    assert hidden(hides, *log) == [True, True, False, False, True]


def test_what_is_not_transactional_is_never_hidden() -> None:
    assert hidden(AbortedFilter([aborted(7, 0)]), batch(1, 7, transactional=False)) == [False]


def test_a_marker_that_cannot_be_read_is_refused() -> None:
    bad = bytes(
        encode_batch([(0, b"\0", b"", [])], producer_id=7, transactional=True, control=True)
    )
    with pytest.raises(InvalidRecords):
        hidden(AbortedFilter([aborted(7, 0)]), bad)
