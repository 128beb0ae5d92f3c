"""Brokers and partitions follow their change records."""

from __future__ import annotations

from kafkawire.broker.metadata.parts import BrokerImage, PartitionImage
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.metadata import broker, directory, topic


def _partition() -> PartitionImage:
    return PartitionImage(topic("t", [1, 2])[1])  # type: ignore[arg-type]


def test_a_leader_in_the_record_raises_the_leader_epoch():
    """admin F-24: even if it is the same leader; the partition epoch always grows."""
    partition = _partition()
    partition.change(PartitionChangeRecord(leader=1))
    assert (partition.leader_epoch, partition.partition_epoch) == (1, 1)
    partition.change(PartitionChangeRecord(isr=[1]))
    assert (partition.leader_epoch, partition.partition_epoch, partition.isr) == (1, 2, (1,))


def test_absent_fields_change_nothing():
    """admin F-24."""
    partition = _partition()
    partition.change(PartitionChangeRecord(directories=[directory(1), directory(2)]))
    partition.change(PartitionChangeRecord())
    assert partition.leader == 1
    assert partition.replicas == partition.isr == (1, 2)
    assert partition.directories == (directory(1), directory(2))


def test_the_last_in_sync_replica_stays_eligible():
    """admin F-26: ISR [], leader -1, and the leaver in both lists."""
    partition = _partition()
    partition.change(
        PartitionChangeRecord(isr=[], leader=-1, eligible_leader_replicas=[1], last_known_elr=[1])
    )
    assert (partition.isr, partition.leader) == ((), -1)
    assert partition.eligible_leader_replicas == partition.last_known_elr == (1,)


def test_a_broker_is_unfenced_and_fenced():
    """admin F-7: -1 unfences, 1 fences, 0 says nothing."""
    image = BrokerImage(broker(1, fenced=True))
    assert not image.active
    image.change(BrokerRegistrationChangeRecord(fenced=-1))
    assert image.active
    image.change(BrokerRegistrationChangeRecord(in_controlled_shutdown=1))
    assert not image.fenced
    assert not image.active
    image.change(BrokerRegistrationChangeRecord(fenced=1))
    assert image.fenced


def test_a_broker_is_cordoned_when_all_its_directories_are():
    """admin F-7, C-44."""
    image = BrokerImage(broker(1))
    assert not image.cordoned
    image.change(BrokerRegistrationChangeRecord(cordoned_log_dirs=[directory(1)]))
    assert image.cordoned
    image.change(BrokerRegistrationChangeRecord(cordoned_log_dirs=[]))
    assert not image.cordoned


def test_parts_are_compared_by_value():
    assert _partition() == _partition()
    changed = _partition()
    changed.change(PartitionChangeRecord(isr=[1]))
    assert changed != _partition()
    assert BrokerImage(broker(1)) != BrokerImage(broker(2))
