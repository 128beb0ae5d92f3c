"""Brokers and partitions follow their change records."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.metadata.parts import BrokerImage, PartitionImage
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.broker.metadata import broker, directory, topic


def _partition() -> PartitionImage:
    return PartitionImage.of(topic("t", [1, 2])[1])  # type: ignore[arg-type]


def test_a_leader_in_the_record_raises_the_leader_epoch() -> None:
    """admin F-24: even if it is the same leader; the partition epoch always grows."""
    partition = _partition()
    partition = partition.changed_by(PartitionChangeRecord(leader=1))
    assert (partition.leader_epoch, partition.partition_epoch) == (1, 1)
    partition = partition.changed_by(PartitionChangeRecord(isr=[1]))
    assert (partition.leader_epoch, partition.partition_epoch, partition.isr) == (1, 2, (1,))


def test_absent_fields_change_nothing() -> None:
    """admin F-24."""
    partition = _partition()
    partition = partition.changed_by(
        PartitionChangeRecord(directories=[directory(1), directory(2)])
    )
    partition = partition.changed_by(PartitionChangeRecord())
    assert partition.leader == 1
    assert partition.replicas == partition.isr == (1, 2)
    assert partition.directories == (directory(1), directory(2))


def test_the_last_in_sync_replica_stays_eligible() -> None:
    """admin F-26: ISR [], leader -1, and the leaver in both lists."""
    partition = _partition()
    partition = partition.changed_by(
        PartitionChangeRecord(isr=[], leader=-1, eligible_leader_replicas=[1], last_known_elr=[1])
    )
    assert (partition.isr, partition.leader) == ((), -1)
    assert partition.eligible_leader_replicas == partition.last_known_elr == (1,)


def test_a_broker_is_unfenced_and_fenced() -> None:
    """admin F-7: -1 unfences, 1 fences, 0 says nothing."""
    image = BrokerImage(broker(1, fenced=True))

    def changed(**fields: Any) -> tuple[bool, bool]:
        image.change(BrokerRegistrationChangeRecord(**fields))
        return image.fenced, image.active

    assert not image.active
    assert changed(fenced=-1) == (False, True)
    assert changed(in_controlled_shutdown=1) == (False, False)
    assert changed(fenced=1) == (True, False)


def test_a_broker_is_cordoned_when_all_its_directories_are() -> None:
    """admin F-7, C-44."""
    image = BrokerImage(broker(1))

    def cordoned(*log_dirs: bytes) -> bool:
        image.change(BrokerRegistrationChangeRecord(cordoned_log_dirs=list(log_dirs)))
        return image.cordoned

    assert not image.cordoned
    assert cordoned(directory(1))
    assert not cordoned()


def test_a_change_leaves_the_earlier_image_alone() -> None:
    """Replicas hold it until the change is published."""
    before = _partition()
    after = before.changed_by(PartitionChangeRecord(leader=2, isr=[2]))
    assert before == _partition()
    assert (after.leader, after.isr, after.replicas) == (2, (2,), (1, 2))


def test_parts_are_compared_by_value() -> None:
    assert _partition() == _partition()
    changed = _partition().changed_by(PartitionChangeRecord(isr=[1]))
    assert changed != _partition()
    assert BrokerImage(broker(1)) != BrokerImage(broker(2))
