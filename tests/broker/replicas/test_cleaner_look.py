"""One look of the cleaner: which logs are measured, and which one is chosen."""

from __future__ import annotations

import pytest

from kafkawire.broker.replicas.cleaner_look import CleanerLook
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.topic_partition import TopicPartition
from tests.broker.replicas.test_cleaner import COMPACT, House
from tests.support.log.batches import NOW_MS


class Broker(House):
    """Partitions of their own configurations, and looks over them."""

    def look(self, before: CleanerLook | None = None, *uncleanable: int) -> CleanerLook:
        names = [self.partitions[at].topic_partition for at in uncleanable]
        look = CleanerLook(self.replicas, names, {} if before is None else before.measured)
        while not look.go_on(NOW_MS):
            pass
        return look


def best_of(look: CleanerLook) -> Partition | None:
    return None if look.best is None else look.best[0]


def test_the_dirtiest_log_is_chosen_and_others_are_left_out() -> None:
    """fetch H-60: those that are not compacted, that have one segment, that cannot be read."""
    broker = Broker(COMPACT, COMPACT, {"internal.segment.bytes": "400"}, COMPACT)
    for at, count in enumerate((40, 10, 20, 2)):
        broker.produce(count, partition=at)
    broker.replicas.logs.note_cleaned(TopicPartition("t", 0), 4)
    look = broker.look()
    assert best_of(look) is broker.partitions[1]
    assert look.dirtiest_ratio == 1.0
    assert {name.partition for name in look.measured} == {0, 1}
    assert best_of(broker.look(None, 1)) is broker.partitions[0]
    assert best_of(broker.look(None, 0, 1)) is None


def test_a_log_that_has_not_changed_is_not_measured_again() -> None:
    """Work follows what changed: a look over clean logs reads nothing."""
    broker = Broker(COMPACT, COMPACT)
    broker.produce(10, partition=0)
    broker.produce(10, partition=1)
    first = broker.look()
    broker.produce(10, partition=1)
    second = broker.look(first)
    names = [partition.topic_partition for partition in broker.partitions]
    assert second.measured[names[0]][1] is first.measured[names[0]][1]
    assert second.measured[names[1]][1] is not first.measured[names[1]][1]


def test_a_log_with_a_lag_is_measured_each_time() -> None:
    """fetch H-60: what may be cleaned depends on the time, too."""
    broker = Broker({**COMPACT, "min.compaction.lag.ms": "5"})
    broker.produce(10, partition=0)
    first = broker.look()
    second = broker.look(first)
    name = broker.partitions[0].topic_partition
    assert second.measured[name][1] is not first.measured[name][1]


@pytest.mark.parametrize(("count", "slices"), [(255, 1), (256, 2), (300, 2)])
def test_so_many_partitions_are_looked_at_in_a_row(count: int, slices: int) -> None:
    broker = Broker(*[COMPACT] * count)
    for at in range(count):
        broker.produce(1, partition=at)
    look = CleanerLook(broker.replicas, (), {})
    assert [look.go_on(NOW_MS) for _ in range(slices)] == [False] * (slices - 1) + [True]
