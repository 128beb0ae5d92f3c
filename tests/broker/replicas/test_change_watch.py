"""A listener that is always interested."""

from __future__ import annotations

from kafkawire.broker.replicas.change_watch import ChangeWatch
from tests.support.broker.partitions import make_partition


def test_each_listen_is_good_for_one_change() -> None:
    partition, changes = make_partition(), []
    watch = ChangeWatch(partition, lambda: changes.append(len(changes)))
    partition.notify()
    assert changes == []
    watch.listen()
    watch.listen()
    partition.notify()
    partition.notify()
    assert changes == [0]
    watch.listen()
    partition.notify_quietly()
    assert changes == [0, 1]
    assert not watch.is_abandoned


def test_the_call_may_listen_again() -> None:
    partition = make_partition()
    changes: list[int] = []

    def changed() -> None:
        changes.append(len(changes))
        watch.listen()

    watch = ChangeWatch(partition, changed)
    watch.listen()
    partition.notify()
    partition.notify()
    assert changes == [0, 1]
