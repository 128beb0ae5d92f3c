"""A hosted partition: epochs, high watermark, listeners."""

from __future__ import annotations

import sys

import pytest

from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.config import LogConfig
from kafkawire.protocol.errors import ApiError
from tests.support.broker.partitions import image_of, make_partition, reassign
from tests.support.log.batches import append, make_batch


class Listener:
    """Notes its calls; listens again from within a call if `listens_again`."""

    def __init__(self, partition: Partition, *, listens_again: bool = False) -> None:
        self.partition = partition
        self.listens_again = listens_again
        self.is_abandoned = False
        self.calls: list[str] = []

    def partition_changed(self) -> None:
        self._note("changed")

    def partition_changed_quietly(self) -> None:
        self._note("changed quietly")

    def _note(self, call: str) -> None:
        self.calls.append(call)
        if self.listens_again:
            self.partition.listen(self)


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
    reassign(partition, leader_epoch=7)
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


def test_a_listener_is_called_once_for_each_time_that_it_has_registered() -> None:
    """Also a listener that registers again within the call."""
    partition = make_partition()
    once, always = Listener(partition), Listener(partition, listens_again=True)
    partition.listen(once)
    partition.listen(always)
    partition.notify()
    partition.notify()

    assert (once.calls, always.calls) == (["changed"], ["changed", "changed"])
    assert partition.listeners == [always]


def test_a_quiet_change_is_marked_as_such() -> None:
    """fetch D-11."""
    partition = make_partition()
    listener = Listener(partition)
    partition.listen(listener)
    partition.notify_quietly()
    partition.notify_quietly()

    assert listener.calls == ["changed quietly"]
    assert partition.listeners == []


def test_abandoned_listeners_leave_at_each_power_of_two() -> None:
    """Rule 5 of the architecture: listeners without calls do not pile up."""
    partition = make_partition()
    listeners = [Listener(partition) for _ in range(16)]
    lengths = []
    for number, listener in enumerate(listeners):
        listener.is_abandoned = number >= 2
        partition.listen(listener)
        lengths.append(len(partition.listeners))

    assert lengths == [1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2]
    assert partition.listeners == listeners[:2]


def test_metadata_are_followed_as_one_value() -> None:
    """fetch G-63: a replica that does not lead notes no epoch."""
    partition = make_partition()
    image = image_of(replicas=(2, 1), isr=(2, 1), leader=2, leader_epoch=6, partition_epoch=9)
    partition.assign(image, is_leader=False)

    assert partition.image is image
    assert (partition.leader_epoch, partition.is_leader, partition.is_alone) == (6, False, False)
    assert partition.log.leader_epochs.entries == [(5, 0)]


def test_the_same_epoch_begins_only_once() -> None:
    """fetch G-63, G-70: a change of the in-sync set is no election."""
    partition = make_partition()
    append(partition.log, make_batch(), leader_epoch=5)
    reassign(partition, isr=(1, 2), replicas=(1, 2), partition_epoch=1)

    assert partition.log.leader_epochs.entries == [(5, 0)]


@pytest.mark.parametrize(
    ("replicas", "isr", "is_alone"),
    [((1,), (1,), True), ((1, 2), (1,), False), ((1,), (1, 2), False), ((1,), (), False)],
)
def test_a_leader_is_alone_without_another_replica(
    replicas: tuple[int, ...], isr: tuple[int, ...], is_alone: bool
) -> None:
    """fetch G-16."""
    assert make_partition(replicas=replicas, isr=isr).is_alone == is_alone


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
    """10,000 partitions without records take less than 30 MB."""
    assert size_of(make_partition(), set()) < 3000
