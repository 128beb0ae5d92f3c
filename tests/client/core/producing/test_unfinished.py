"""Batches that are not done."""

from __future__ import annotations

from kafkawire.client.core.producing.batch import Batch, Delivery
from kafkawire.client.core.producing.memory import Memory
from kafkawire.client.core.producing.unfinished import Unfinished
from kafkawire.client.errors import TimedOut
from kafkawire.client.values import TopicPartition
from kafkawire.timers import Timers

ORDERS = TopicPartition("orders", 0)


class Setup:
    def __init__(self) -> None:
        self.timers = Timers()
        self.memory = Memory(1 << 30)
        self.memory.free = 0
        self.unfinished = Unfinished(1000, self.timers, self.memory)

    def begin(self, now_ms: int, records: int = 1) -> Batch:
        batch = Batch(ORDERS, now_ms, 10_000)
        batch.records += [(0, None, b"", ())] * records
        batch.room -= 12 * records
        self.unfinished.add(batch, now_ms)
        return batch


def test_batches_time_out_in_the_order_in_which_they_began() -> None:
    """client H-31."""
    setup = Setup()
    ended: list[tuple[Batch, int]] = []

    def expired(batch: Batch, now_ms: int) -> None:
        ended.append((batch, now_ms))
        setup.unfinished.finish(batch, TimedOut("late"))

    setup.unfinished.on_expired = expired
    first, second, third = setup.begin(0), setup.begin(0), setup.begin(500)
    setup.unfinished.finish(first, None)
    assert setup.timers.next_deadline_ms() == 1000
    setup.timers.run(1000, 10)
    assert ended == [(second, 1000)]
    assert setup.timers.next_deadline_ms() == 1500
    setup.unfinished.finish(third, None)
    setup.timers.run(1500, 10)
    assert len(ended) == 1
    assert setup.memory.free == 3 * 32


def test_a_flush_waits_for_what_was_there() -> None:
    """client H-35."""
    setup = Setup()
    first, second = setup.begin(0), setup.begin(0)
    woken: list[int] = []
    flush = setup.unfinished.flush(lambda: woken.append(1))
    later = setup.begin(1)
    setup.unfinished.finish(second, None)
    assert flush.left == {first}
    setup.unfinished.finish(first, None)
    assert flush.is_done
    assert woken == [1]
    other = setup.unfinished.flush(lambda: woken.append(2))
    setup.unfinished.forget_flush(other)
    setup.unfinished.finish(later, None)
    assert woken == [1]
    assert setup.unfinished.flush(lambda: woken.append(3)).is_done


def test_a_flush_waits_for_all_parts() -> None:
    """client H-32, H-35."""
    setup = Setup()
    batch = setup.begin(0, records=4)
    done: list[Batch] = []
    setup.unfinished.on_done = done.append
    flush = setup.unfinished.flush(lambda: None)
    batch.close()
    first, second = batch.split()
    setup.unfinished.finish(second, None)
    assert flush.left == {batch}
    assert not done
    setup.unfinished.finish(first, None)
    assert flush.is_done
    assert done == [batch]


def test_failures_that_were_looked_at_are_not_told() -> None:
    """client B-32."""
    setup = Setup()
    batch = setup.begin(0, records=3)
    setup.unfinished.finish(batch, TimedOut("late"))
    assert isinstance(Delivery(batch, 1).error, TimedOut)
    failures = setup.unfinished.take_failures()
    assert failures.total == 2
    assert [(partition, str(error)) for partition, error in failures.first] == [
        (ORDERS, "late"),
        (ORDERS, "late"),
    ]
    assert setup.unfinished.take_failures() == (0, [])


def test_failures_are_counted_though_only_the_first_are_told() -> None:
    """client B-32: the first 100; bounded."""
    setup = Setup()
    for _ in range(1200):
        setup.unfinished.finish(setup.begin(0), TimedOut("late"))
    failures = setup.unfinished.take_failures()
    assert failures.total == 1200
    assert len(failures.first) == 100


def test_failures_that_were_looked_at_are_not_counted_once_they_are_dropped() -> None:
    """client B-32: the first batch leaves as the thousand and first comes."""
    setup = Setup()
    batch = setup.begin(0, records=3)
    setup.unfinished.finish(batch, TimedOut("late"))
    assert isinstance(Delivery(batch, 1).error, TimedOut)
    for _ in range(1000):
        setup.unfinished.finish(setup.begin(0), TimedOut("late"))
    assert setup.unfinished.take_failures().total == 1002
