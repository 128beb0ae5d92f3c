"""What a fetch gets of one partition."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.cached_partition import CachedPartition
from kafkawire.broker.fetch.partition_read import EndingRead, PartitionRead, rejection
from kafkawire.protocol.messages.fetch_response import FetchResponse
from tests.support.requests.fetching import asked


@pytest.mark.parametrize(("kind", "ends"), [(PartitionRead, False), (EndingRead, True)])
def test_errors_end_the_wait(kind: type[PartitionRead], ends: bool) -> None:
    """fetch D-1."""
    assert kind(CachedPartition("t", bytes(16), asked(0)), rejection(0, 1), 0).ends_wait == ends


@pytest.mark.parametrize(("epoch", "diverges"), [(-1, False), (0, True), (3, True)])
def test_a_diverging_epoch_is_not_negative(epoch: int, diverges: bool) -> None:
    """fetch B-36."""
    data = FetchResponse.PartitionData(
        diverging_epoch=FetchResponse.EpochEndOffset(epoch=epoch, end_offset=0)
    )
    cached = CachedPartition("t", bytes(16), asked(0))
    assert PartitionRead(cached, data, 0).diverges == diverges


def test_a_rejection_says_nothing_but_its_error() -> None:
    """fetch B-10, A-18: the aborted list is empty, not null."""
    data = rejection(4, 29)
    assert (data.partition_index, data.error_code, data.records) == (4, 29, b"")
    assert (data.high_watermark, data.last_stable_offset, data.log_start_offset) == (-1, -1, -1)
    assert data.aborted_transactions == []
