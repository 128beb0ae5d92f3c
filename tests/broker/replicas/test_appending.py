"""Appends of clients, whose partition may be lost while a large batch is checked."""

from __future__ import annotations

import contextvars
from collections.abc import Callable

import pytest

from kafkawire.broker.replicas.appending import append_to
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.pacing import Pace, set_pace
from kafkawire.records.builder import encode_batch
from tests.support.broker.partitions import make_partition

NOW_MS = 1_700_000_000_000


class DoAtRest(Pace):
    """Does something at the first rest."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work

    def rest(self) -> None:
        work, self._work = self._work, lambda: None
        work()


def append(partition: Partition, count: int, *, compression: int = 0) -> int:
    records = encode_batch([(NOW_MS, None, b"v", ())] * count, compression=compression)
    info = append_to(
        partition,
        records,
        time_ms=NOW_MS,
        origin=AppendOrigin.CLIENT,
        verification=Verification.MISSING,
    )
    return info.last_offset


def test_records_are_appended_one_batch_after_another() -> None:
    partition = make_partition()
    assert [append(partition, 3), append(partition, 1)] == [2, 3]


def test_a_partition_that_is_deleted_during_the_check_gets_nothing() -> None:
    partition = make_partition()

    def delete() -> None:
        partition.deleted = True

    def run() -> None:
        set_pace(DoAtRest(delete))
        with pytest.raises(ApiError) as refused:
            append(partition, 100_000, compression=1)
        assert refused.value.code is ErrorCode.NOT_LEADER_OR_FOLLOWER

    contextvars.copy_context().run(run)
    assert partition.log.log_end_offset == 0
