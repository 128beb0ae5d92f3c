"""The bytes that the partitions of one request may still have."""

from __future__ import annotations

import pytest

from kafkawire.broker.fetch.budget import Budget
from kafkawire.broker.fetch.cached_partition import CachedPartition
from tests.support.broker.partitions import make_partition, reassign
from tests.support.log.batches import append, make_batch
from tests.support.requests.fetching import asked


def cached(next_batch_size: int = 0) -> CachedPartition:
    """A partition whose client was told all but its next batch."""
    made = CachedPartition("t", bytes(16), asked(0, max_bytes=100))
    partition = make_partition()
    append(partition.log, make_batch())
    made.partition, made.image = partition, partition.image
    made.high_watermark = partition.high_watermark
    made.log_start_offset = partition.log_start_offset
    made.next_batch_size = next_batch_size
    return made


@pytest.mark.parametrize(("version", "exceeds"), [(0, False), (2, False), (3, True), (18, True)])
def test_the_first_batch_may_exceed_the_limits_from_version_3_on(
    version: int, exceeds: bool
) -> None:
    """fetch C-1: until a partition has given data."""
    budget = Budget(10, version)
    budget.take(0)
    assert budget.minimum_one == exceeds
    budget.take(1)
    assert not budget.minimum_one


def test_a_partition_may_have_what_is_left_up_to_its_own_limit() -> None:
    """fetch C-2."""
    budget, partition = Budget(150, 12), cached()
    allowed = [budget.allowance(partition)]
    for size in (90, 50, 70):
        budget.take(size)
        allowed.append(budget.allowance(partition))
    assert allowed == [100, 60, 10, 0]


def test_a_batch_too_large_for_what_is_left_starves() -> None:
    """The first batch of an answer never starves, whatever its size."""
    budget = Budget(50, 12)
    assert not budget.starves(cached(51))
    budget.take(0)
    assert not budget.starves(cached(51))
    budget.take(1)
    assert budget.starves(cached(50))
    assert not budget.starves(cached(49))


@pytest.mark.parametrize("change", ["high watermark", "log start", "metadata", "deleted", "gone"])
def test_a_changed_partition_does_not_starve(change: str) -> None:
    """Its read has something to tell."""
    budget = Budget(50, 12)
    budget.take(1)
    changed = cached(60)
    partition = changed.partition
    assert partition is not None
    assert budget.starves(changed)
    if change == "high watermark":
        partition.log.high_watermark += 1
    elif change == "log start":
        changed.log_start_offset -= 1
    elif change == "metadata":
        reassign(partition, isr=(1, 2))
    elif change == "deleted":
        partition.deleted = True
    else:
        changed.partition = None
    assert not budget.starves(changed)
