"""No-op records of the active controller."""

from __future__ import annotations

from kafkawire.broker.metadata.no_op_timer import NoOpTimer
from kafkawire.broker.metadata.records import encode_record
from kafkawire.protocol.messages.no_op_record import NoOpRecord

NEVER = (1 << 63) - 1


def test_a_record_is_due_every_interval() -> None:
    """replication A-6: the first one an interval after the election."""
    timer = NoOpTimer(500)
    timer.elected(1000)
    assert timer.deadline_ms == 1500
    assert timer.take(1499) == []
    assert timer.take(1500) == [NoOpRecord()]
    assert timer.take(1500) == []
    assert timer.take(1999) == []
    assert timer.take(2000) == [NoOpRecord()]


def test_a_late_timer_writes_one_record() -> None:
    """replication A-6."""
    timer = NoOpTimer(500)
    timer.elected(0)
    assert timer.take(9999) == [NoOpRecord()]
    assert timer.deadline_ms == 10_499


def test_only_the_active_controller_writes() -> None:
    """replication A-6."""
    timer = NoOpTimer(500)
    assert (timer.deadline_ms, timer.take(10_000)) == (NEVER, [])
    timer.elected(0)
    timer.lost()
    assert (timer.deadline_ms, timer.take(10_000)) == (NEVER, [])
    timer.elected(20_000)
    assert timer.deadline_ms == 20_500


def test_an_interval_of_0_is_none() -> None:
    """replication A-6."""
    timer = NoOpTimer(0)
    timer.elected(0)
    assert (timer.deadline_ms, timer.take(10_000)) == (NEVER, [])


def test_a_record_has_the_bytes_of_a_running_kafka() -> None:
    """replication A-6: frame version 1, type 20, version 0, no tagged fields."""
    timer = NoOpTimer(500)
    timer.elected(0)
    assert [bytes(encode_record(each)) for each in timer.take(500)] == [b"\x01\x14\x00\x00"]
