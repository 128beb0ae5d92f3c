"""How much of a log is dirty."""

from __future__ import annotations

import pytest

from kafkawire.log.append import Verification
from kafkawire.log.compaction.cleanable import NOTHING, Cleanable, cleanable
from kafkawire.log.partition_log import PartitionLog
from tests.support.log.batches import (
    NOW_MS,
    append,
    append_marker,
    make_batch,
    make_log,
    numbered_batch,
)

BATCH_BYTES = len(make_batch(size=30))
SEGMENT_BYTES = 3 * BATCH_BYTES


def log_of(batches: int, **configs: str) -> PartitionLog:
    """One record to a batch, three batches to a segment, each batch a second after the other."""
    log = make_log({"cleanup.policy": "compact", "internal.segment.bytes": str(SEGMENT_BYTES)})
    log.config = type(log.config).from_mapping(
        {
            "cleanup.policy": "compact",
            "internal.segment.bytes": str(SEGMENT_BYTES),
            **{name.replace("_", "."): value for name, value in configs.items()},
        }
    )
    for at in range(batches):
        append(log, make_batch(size=30, timestamps=[NOW_MS + at * 1000]))
    return log


def test_all_but_the_active_segment_is_dirty_at_first() -> None:
    """fetch H-60."""
    assert cleanable(log_of(8), 0, NOW_MS) == Cleanable(0, 6, 0, 2 * SEGMENT_BYTES, 0)


@pytest.mark.parametrize("batches", [0, 1, 3])
def test_a_log_of_one_segment_has_nothing_to_clean(batches: int) -> None:
    """fetch H-60: the active one is left alone."""
    assert cleanable(log_of(batches), 0, NOW_MS) == NOTHING


def test_what_was_cleaned_before_counts_against_what_is_dirty() -> None:
    """fetch H-60: the dirty ratio; a segment that is both counts twice."""
    log = log_of(11)
    assert cleanable(log, 3, NOW_MS) == Cleanable(3, 9, SEGMENT_BYTES, 2 * SEGMENT_BYTES, 0)
    assert cleanable(log, 3, NOW_MS).ratio == pytest.approx(2 / 3)
    within = cleanable(log, 4, NOW_MS)
    assert (within.clean_bytes, within.dirty_bytes) == (2 * SEGMENT_BYTES, 2 * SEGMENT_BYTES)
    assert cleanable(log, 9, NOW_MS).ratio == 0
    assert cleanable(log, 10, NOW_MS).dirty_bytes == 0


@pytest.mark.parametrize("checkpoint", [0, 2, 99])
def test_a_checkpoint_outside_of_the_log_counts_as_none(checkpoint: int) -> None:
    """fetch H-60: the log start is the first dirty offset then."""
    log = log_of(11)
    log.delete_records_before(3)
    assert cleanable(log, checkpoint, NOW_MS).first_dirty_offset == 3


def test_the_segment_of_an_open_transaction_is_left_alone_and_all_behind_it() -> None:
    """fetch H-60: up to the last stable offset, by whole segments."""
    log = log_of(4)
    append(log, numbered_batch(0), verification=Verification.VERIFIED)
    for _ in range(6):
        append(log, make_batch(size=30))
    assert log.last_stable_offset == 4
    assert cleanable(log, 0, NOW_MS).end_offset == 3
    append_marker(log, 7, 0, commit=True)
    assert cleanable(log, 0, NOW_MS).end_offset == log.segments[-1].base_offset


def test_what_is_not_replicated_is_left_alone() -> None:
    """fetch H-60: up to the high watermark."""
    log = log_of(8)
    log.high_watermark = 4
    assert cleanable(log, 0, NOW_MS).end_offset == 3


@pytest.mark.parametrize(("age_ms", "end"), [(0, 0), (7999, 0), (8001, 3), (11001, 6)])
def test_segments_that_are_too_young_are_left_alone(age_ms: int, end: int) -> None:
    """fetch H-60: from the first one on whose newest record is within `min.compaction.lag.ms`."""
    log = log_of(8, **{"min.compaction.lag.ms": "6000"})
    assert cleanable(log, 0, NOW_MS + age_ms).end_offset == end


def test_a_log_that_was_left_alone_for_too_long_is_cleaned_whatever_its_ratio() -> None:
    """fetch H-60: `max.compaction.lag.ms`, by the first batch of each dirty segment."""
    log = log_of(8, **{"max.compaction.lag.ms": "6000"})
    assert cleanable(log, 0, NOW_MS + 6000).delay_ms == 0
    late = cleanable(log, 0, NOW_MS + 6001)
    assert late.delay_ms == 1
    assert late.is_worth_it(1.0)
    assert not late._replace(dirty_bytes=0).is_worth_it(1.0)
    assert not late._replace(delay_ms=0).is_worth_it(1.0)
    assert cleanable(log, 3, NOW_MS + 6001).delay_ms == 0


def test_the_ratio_must_be_above_what_is_wanted() -> None:
    """fetch H-60."""
    half = Cleanable(0, 1, 10, 10, 0)
    assert half.is_worth_it(0.49)
    assert not half.is_worth_it(0.5)
    assert not NOTHING.is_worth_it(0.0)
