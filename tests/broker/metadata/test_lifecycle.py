"""The records by which a broker comes, goes and comes back."""

from __future__ import annotations

from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.lifecycle import arrival, departure
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
from tests.support.broker.metadata import apply, image_of, topic

EPOCH = 50


def cluster(level: int = 33, *, elr: bool = True) -> MetadataImage:
    features = [FeatureLevelRecord(name="metadata.version", feature_level=level)]
    if elr:
        features.append(
            FeatureLevelRecord(name="eligible.leader.replicas.version", feature_level=1)
        )
    return image_of(*features)


def arrive(image: MetadataImage, *, stopped_epoch: int = -1, offset: int = EPOCH) -> list[str]:
    controller = RegisterControllerRecord(controller_id=1)
    broker = RegisterBrokerRecord(broker_id=1, fenced=True, log_dirs=[b"d" * 16])
    ends = iter(range(offset, offset + 100))
    operations = arrival(
        image, controller, broker, stopped_epoch=stopped_epoch, end_offset=lambda: next(ends)
    )
    return shown(image, operations)


def depart(image: MetadataImage) -> list[str]:
    return shown(image, departure(image, 1))


def shown(image: MetadataImage, operations: object) -> list[str]:
    """The kinds of records of each operation, which is applied."""
    found = []
    for records in operations:  # type: ignore[attr-defined]
        apply(image, *records)
        found.append(" ".join(_name(each) for each in records))
    return found


def _name(record: Message) -> str:
    name = type(record).__name__.removesuffix("Record")
    if name != "BrokerRegistrationChange":
        return name
    if record.in_controlled_shutdown:  # type: ignore[attr-defined]
        return "Leave"
    return {0: "Cordon", 1: "Fence", -1: "Unfence"}[record.fenced]  # type: ignore[attr-defined]


def test_a_new_broker_registers_and_is_unfenced() -> None:
    """admin F-5: its epoch is the offset of its registration."""
    image = cluster()
    assert arrive(image) == ["RegisterController", "RegisterBroker", "Cordon", "Unfence"]
    assert image.brokers[1].epoch == EPOCH
    assert image.brokers[1].active


def test_an_older_level_has_fewer_records() -> None:
    """admin G-3: controllers register since 15, directories are cordoned since 30."""
    assert arrive(cluster(29)) == ["RegisterController", "RegisterBroker", "Unfence"]
    assert arrive(cluster(14)) == ["RegisterBroker", "Unfence"]


def test_a_stop_and_a_return() -> None:
    """admin F-26: in controlled shutdown first, fenced when nothing is led any more."""
    image = cluster()
    arrive(image)
    apply(image, *topic("t", [1], [1]))
    assert depart(image) == ["Leave PartitionChange PartitionChange", "Fence"]
    assert image.brokers[1].fenced
    assert arrive(image, stopped_epoch=EPOCH, offset=60) == [
        "RegisterController",
        "RegisterBroker",
        "Cordon",
        "Unfence PartitionChange PartitionChange",
    ]
    assert not image.brokers[1].in_controlled_shutdown
    assert image.topics["t"].partitions[0].leader_recovery_state == 0


def test_who_leads_nothing_just_goes() -> None:
    """replication B-16, G-7: no controlled shutdown where there is nothing to hand over."""
    image = cluster()
    arrive(image)
    assert depart(image) == ["Fence"]


def test_one_that_was_killed_is_fenced_first() -> None:
    """replication B-8, G-5, G-6: as 4.4.0 does when the dead one's session has expired."""
    image = cluster()
    arrive(image)
    apply(image, *topic("t", [1]))
    assert arrive(image, offset=70) == [
        "RegisterController",
        "PartitionChange Fence",
        "PartitionChange RegisterBroker",
        "Cordon",
        "Unfence PartitionChange",
    ]
    assert image.brokers[1].epoch == 70
    assert image.topics["t"].partitions[0].leader_recovery_state == 1


def test_without_eligible_replicas_a_kill_costs_nothing() -> None:
    """replication B-8, C-32: the last member of the set leads again, as with 3.9.2."""
    image = cluster(21, elr=False)
    arrive(image)
    apply(image, *topic("t", [1]))
    assert arrive(image, offset=70)[1:] == [
        "PartitionChange Fence",
        "RegisterBroker",
        "Unfence PartitionChange",
    ]
    assert image.topics["t"].partitions[0].leader_recovery_state == 0


def test_a_stop_of_an_earlier_life_does_not_count() -> None:
    """replication B-8, B-9: the epoch of the last clean stop has to be the registered one."""
    image = cluster()
    arrive(image)
    apply(image, *topic("t", [1]))
    depart(image)
    assert arrive(image, stopped_epoch=EPOCH - 1, offset=70)[1] == "PartitionChange RegisterBroker"
