"""Segments that have outlived their topic's limits."""

from __future__ import annotations

import pytest

from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import NOW_MS, append, make_batch, make_log

SIZE = len(make_batch())


def log_of(ages_ms: list[int], **configs: str) -> PartitionLog:
    """One segment of one batch for each age, oldest first."""
    settings = {"internal.segment.bytes": str(SIZE), "retention.ms": "-1"}
    log = make_log(settings | {name.replace("_", "."): text for name, text in configs.items()})
    for age_ms in ages_ms:
        append(log, make_batch(timestamps=[NOW_MS - age_ms]))
    return log


def bases(log: PartitionLog) -> list[int]:
    return [segment.base_offset for segment in log.segments]


def test_old_segments_go_from_the_oldest_on() -> None:
    """fetch H-51, J 185: a young segment protects those behind it."""
    log = log_of([500, 101, 100, 300], retention_ms="100")

    assert apply_retention(log, NOW_MS)
    assert bases(log) == [2, 3]
    assert log.log_start_offset == 2
    assert not apply_retention(log, NOW_MS)


def test_when_all_is_old_an_empty_log_goes_on_at_its_end() -> None:
    """fetch H-51: the active segment is rolled first."""
    log = log_of([500, 500], retention_ms="100")
    apply_retention(log, NOW_MS)

    assert bases(log) == []
    assert (log.log_start_offset, log.log_end_offset) == (2, 2)
    assert append(log, make_batch()).first_offset == 2
    assert log.read(2, max_bytes=1, upper_bound=3, minimum_one=True).size == SIZE


@pytest.mark.parametrize("limit", [{"retention_ms": "100"}, {"retention_bytes": "0"}])
def test_an_empty_active_segment_stays(limit: dict[str, str]) -> None:
    """fetch H-51: a batch that was refused after the log had rolled leaves one."""
    log = log_of([500], **limit)
    late = make_batch(producer_id=7, producer_epoch=-1, base_sequence=0, transactional=True)
    with pytest.raises(ApiError):
        append(log, late)
    assert bases(log) == [0, 1]
    apply_retention(log, NOW_MS)

    assert bases(log) == [1]
    assert log.log_start_offset == 1


def test_segments_without_timestamps_go_by_when_they_were_written() -> None:
    """fetch H-51."""
    log = log_of([NOW_MS + 1], retention_ms="100")

    assert not apply_retention(log, NOW_MS + 100)
    assert apply_retention(log, NOW_MS + 101)


def test_size_is_kept_at_or_above_its_limit() -> None:
    """fetch H-51, J 185: a segment goes if what is left still reaches retention.bytes."""
    log = log_of([0] * 4, retention_bytes=str(2 * SIZE))
    apply_retention(log, NOW_MS)
    assert bases(log) == [2, 3]

    log = log_of([0] * 4, retention_bytes=str(2 * SIZE + 1))
    apply_retention(log, NOW_MS)
    assert bases(log) == [1, 2, 3]


def test_segments_below_the_log_start_go_but_never_the_last() -> None:
    """fetch H-50, H-51."""
    log = log_of([0, 0, 0])
    log.delete_records_before(2)
    assert not apply_retention(log, NOW_MS)
    assert bases(log) == [2]

    log.delete_records_before(3)
    apply_retention(log, NOW_MS)
    assert bases(log) == [2]


def test_compacted_topics_lose_only_what_is_below_the_log_start() -> None:
    """fetch H-52."""
    log = log_of([500, 500], retention_ms="100", cleanup_policy="compact")
    log.delete_records_before(1)
    apply_retention(log, NOW_MS)

    assert bases(log) == [1]


def test_what_is_not_replicated_stays() -> None:
    """fetch H-51, J 185."""
    log = log_of([500, 500], retention_ms="100")
    log.high_watermark = 1
    apply_retention(log, NOW_MS)

    assert bases(log) == [1]
