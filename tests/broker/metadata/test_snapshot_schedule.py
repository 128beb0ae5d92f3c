"""When a snapshot is due."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.snapshot_schedule import SnapshotSchedule

START_MS = 1_000_000


def started(bytes_max: int = 1000, interval_ms: int = 5000) -> SnapshotSchedule:
    schedule = SnapshotSchedule(bytes_max, interval_ms)
    schedule.start(START_MS)
    return schedule


def test_a_snapshot_is_due_after_so_many_bytes() -> None:
    """replication A-29: those that a start has read again count, too."""
    schedule = SnapshotSchedule(1000, 5000)
    schedule.applied(600)
    schedule.start(START_MS)
    schedule.applied(399)
    assert not schedule.is_due(START_MS, in_transaction=False)
    schedule.applied(1)
    assert schedule.is_due(START_MS, in_transaction=False)
    schedule.restart(START_MS)
    assert not schedule.is_due(START_MS, in_transaction=False)
    assert schedule.applied_bytes == 0


def test_a_snapshot_is_due_after_so_long() -> None:
    """replication A-29: counted from the latest one."""
    schedule = started()
    assert not schedule.is_due(START_MS + 4999, in_transaction=False)
    assert schedule.is_due(START_MS + 5000, in_transaction=False)
    schedule.restart(START_MS + 5000)
    assert not schedule.is_due(START_MS + 9999, in_transaction=False)
    assert schedule.is_due(START_MS + 10_000, in_transaction=False)


def test_an_interval_of_0_is_no_limit() -> None:
    """replication A-29."""
    schedule = started(interval_ms=0)
    assert not schedule.is_due(START_MS + (1 << 40), in_transaction=False)
    schedule.applied(1000)
    assert schedule.is_due(START_MS, in_transaction=False)


@pytest.mark.parametrize(("size", "wait_ms"), [(5000, 0), (0, 5000)])
def test_none_is_due_in_a_transaction(size: int, wait_ms: int) -> None:
    """replication A-29: it is due when the transaction has ended."""
    schedule = started()
    schedule.applied(size)
    assert not schedule.is_due(START_MS + wait_ms, in_transaction=True)
    assert schedule.is_due(START_MS + wait_ms, in_transaction=False)


def test_a_clock_that_was_set_back_makes_one_due() -> None:
    """Else none would be written until the clock is where it was."""
    assert started().is_due(START_MS - 1, in_transaction=False)
