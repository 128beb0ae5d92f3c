"""What may happen to a log while a round over it is under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.compaction.round import CleaningAborted, CleaningRound
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from tests.support.log.batches import NOW_MS, append, make_batch
from tests.support.log.compaction import PLENTY, data_offsets, simple_log


def begun(log: PartitionLog) -> tuple[CleaningRound, Iterator[int]]:
    cleaning = CleaningRound(log, cleanable(log, 0, 0), now_ms=0, map_bytes_max=PLENTY)
    return cleaning, cleaning.steps()


STEPS = range(1, 19)
"""Three segments are asked for transactions, then two of four batches are mapped, and cleaned."""


def change_to_delete(log: PartitionLog) -> None:
    log.config = LogConfig.from_mapping({"cleanup.policy": "delete"})


def write_again(log: PartitionLog) -> None:
    """From the middle of the last segment of the round on, which is sealed again after that."""
    log.truncate_to(5)
    for _ in range(6):
        append(log, make_batch(size=30), now_ms=NOW_MS + 1)


@pytest.mark.parametrize("steps_before", STEPS)
@pytest.mark.parametrize("change", [lambda log: log.truncate_to(5), change_to_delete, write_again])
def test_a_round_ends_where_it_could_do_harm(
    steps_before: int, change: Callable[[PartitionLog], None]
) -> None:
    """fetch H-55, H-60: what the map speaks of was cut off, or the topic is compacted no more."""
    log = simple_log()
    _, steps = begun(log)
    for _ in range(steps_before):
        next(steps)
    change(log)
    there = data_offsets(log)
    with pytest.raises(CleaningAborted):
        list(steps)
    assert data_offsets(log) == there


@pytest.mark.parametrize("steps_before", STEPS)
@pytest.mark.parametrize(
    "change",
    [lambda log: append(log, make_batch()), lambda log: log.delete_records_before(5)],
)
def test_a_round_goes_on_where_it_can(
    steps_before: int, change: Callable[[PartitionLog], None]
) -> None:
    """fetch H-60: appends, and a log start that moves."""
    log = simple_log()
    cleaning, steps = begun(log)
    for _ in range(steps_before):
        next(steps)
    change(log)
    list(steps)
    assert cleaning.end_offset == 8
    assert data_offsets(log) == [7, *range(8, log.log_end_offset)]


@pytest.mark.parametrize("steps_before", STEPS)
def test_segments_that_go_during_a_round_are_not_brought_back(steps_before: int) -> None:
    """fetch H-51, H-60: of `compact,delete`."""
    log = simple_log()
    _, steps = begun(log)
    for _ in range(steps_before):
        next(steps)
    log.drop_segments(1)
    start = log.log_start_offset
    with suppress(CleaningAborted):
        list(steps)
    assert start == log.segments[0].base_offset == 4
    assert data_offsets(log)[-5:] == [7, 8, 9, 10, 11]


def test_a_round_takes_back_what_it_did_not_finish() -> None:
    """fetch H-60: whoever closes it finds the log as it was."""
    log = simple_log()
    before = log.segments[:]
    _, steps = begun(log)
    for _ in range(14):
        next(steps)
    steps.close()  # type: ignore[attr-defined]
    assert log.segments == before
