"""A hosted partition: epochs, high watermark, listeners."""

from __future__ import annotations

import sys

import pytest

from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.config import LogConfig
from kafkawire.protocol.errors import ApiError
from tests.support.batches import append, make_batch
from tests.support.partitions import make_partition


class Listener:
    """Counts what it is told, and asks again if it is told to."""

    def __init__(self, *, asks_again: bool = False) -> None:
        self.told: list[int] = []
        self.asks_again = asks_again

    def partition_changed(self, partition: Partition, appended_bytes: int) -> None:
        self.told.append(appended_bytes)
        if self.asks_again:
            partition.quiet.append(self)

    def partition_changed_quietly(self, partition: Partition) -> None:
        self.told.append(-1)

    def tell_all(self, listeners: list, partition: Partition, appended_bytes: int) -> None:
        for listener in listeners:
            listener.partition_changed(partition, appended_bytes)


@pytest.mark.parametrize(("epoch", "code"), [(-1, 0), (5, 0), (4, 74), (0, 74), (6, 75)])
@pytest.mark.parametrize("is_leader", [True, False])
def test_epochs_are_compared_before_leadership(epoch: int, code: int, is_leader: bool) -> None:
    """fetch B-17, B-18."""
    partition = make_partition()
    partition.is_leader = is_leader
    try:
        partition.check_leader(epoch)
        found = 0
    except ApiError as error:
        found = error.code

    assert found == (code or (0 if is_leader else 6))


def test_a_leader_notes_where_its_epoch_begins() -> None:
    """fetch G-63: even before anything is written."""
    partition = make_partition()
    assert partition.log.leader_epochs.end_offset_for(5, 0) == (5, 0)

    append(partition.log, make_batch(), leader_epoch=5)
    partition.lead(leader_epoch=7)
    assert partition.log.leader_epochs.entries == [(5, 0), (7, 1)]


def test_the_high_watermark_follows_the_only_replica() -> None:
    """fetch G-16."""
    partition = make_partition()
    append(partition.log, make_batch(2))
    partition.log.high_watermark = 0

    assert partition.advance_high_watermark()
    assert not partition.advance_high_watermark()
    assert partition.high_watermark == partition.last_stable_offset == 2


@pytest.mark.parametrize(
    ("replicas", "isr", "min_isr"), [((1, 2), (1, 2), "1"), ((1, 2), (1,), "2")]
)
def test_the_high_watermark_waits_for_others(
    replicas: tuple[int, ...], isr: tuple[int, ...], min_isr: str
) -> None:
    """fetch G-10, G-15: in-sync ones, and as many as the topic wants."""
    partition = make_partition(replicas=replicas, isr=isr)
    partition.log.config = LogConfig.from_mapping({"min.insync.replicas": min_isr})
    append(partition.log, make_batch(2))
    partition.log.high_watermark = 0

    assert not partition.advance_high_watermark()
    assert partition.high_watermark == 0


def test_the_high_watermark_never_goes_back() -> None:
    """fetch G-13."""
    partition = make_partition()
    append(partition.log, make_batch(5))

    assert not partition.move_high_watermark(3)
    assert partition.high_watermark == 5


def test_no_more_in_sync_replicas_are_wanted_than_there_are() -> None:
    """produce A-41, fetch G-33."""
    partition = make_partition()
    partition.log.config = LogConfig.from_mapping({"min.insync.replicas": "3"})

    assert partition.min_isr == 1


def test_a_change_is_told_once_to_each_that_was_quiet() -> None:
    """hot-path 6."""
    partition = make_partition()
    once, always = Listener(), Listener(asks_again=True)
    partition.quiet += [once, always]
    partition.tell(70)
    partition.tell()

    assert (once.told, always.told) == ([70], [70, 0])
    assert partition.quiet == [always]


def test_a_quiet_change_is_told_as_such() -> None:
    """fetch D-11."""
    partition = make_partition()
    listener = Listener()
    partition.quiet.append(listener)
    partition.tell_quietly()
    partition.tell_quietly()

    assert listener.told == [-1]
    assert partition.quiet == []


def size_of(thing: object, seen: set[int]) -> int:
    if id(thing) in seen or isinstance(thing, type | LogConfig):
        return 0
    seen.add(id(thing))
    size = sys.getsizeof(thing)
    for owner in type(thing).__mro__:
        for name in getattr(owner, "__slots__", ()):
            size += size_of(getattr(thing, name, None), seen)
    if isinstance(thing, list | tuple):
        size += sum(size_of(each, seen) for each in thing)
    return size


def test_an_unused_partition_is_small() -> None:
    """hot-path 5: 10,000 of them are a few megabytes."""
    assert size_of(make_partition(), set()) < 3000
