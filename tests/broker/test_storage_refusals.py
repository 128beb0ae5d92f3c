"""Data directories that cannot be served, and the line that says why."""

from __future__ import annotations

import pytest

from kafkawire.log.files.data_directory import Unusable
from kafkawire.log.formats import quorum_state
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, LOG, METADATA, create, start


def refusal(disk: SimulatedDisk) -> str:
    with pytest.raises(Unusable) as refused:
        start(disk)
    return str(refused.value)


def test_levels_beyond_ours_are_refused() -> None:
    """admin G: a newer metadata.version may mean anything; the directory is left as it was."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.commit([FeatureLevelRecord(name="metadata.version", feature_level=34)], 2)
    broker.stop(3)
    before = disk.read(LOG)
    assert refusal(disk) == (
        "/data/__cluster_metadata-0 cannot be followed: metadata.version is finalized at 34, "
        "and only 7 to 33 are known"
    )
    assert disk.read(LOG) == before
    assert ".kafka_cleanshutdown" in {each.name for each in disk.entries(DATA)}
    assert disk.locked == {}


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (FeatureLevelRecord(name="x.version", feature_level=1), "the feature x.version, finalized"),
        (FeatureLevelRecord(name="group.version", feature_level=2), "only 0 to 1 are known"),
    ],
)
def test_unknown_features_are_refused(record: FeatureLevelRecord, reason: str) -> None:
    """admin G: features that nobody here knows may change what records mean."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.commit([record], 2)
    broker.stop(3)
    assert reason in refusal(disk)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (b"\1\x63\0\0", "metadata record type 99 is unknown"),
        (b"\1\2\x09\0", "TopicRecord has versions 0 to 0, not 9"),
        (b"\2\2\0\0", "metadata frame version 2 is unknown"),
        (None, "has no value"),
    ],
)
def test_unknown_records_are_refused(value: bytes | None, reason: str) -> None:
    """replication A-70: nobody may guess what a newer record does."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.log._append([(None, value)], False, 2)  # type: ignore[list-item]
    broker.close()
    assert reason in refusal(disk)


def test_records_about_nothing_are_refused() -> None:
    """admin F-24: a change of what was never made is no log of Kafka's."""
    disk = SimulatedDisk()
    broker = start(disk)
    record = PartitionChangeRecord(partition_id=0, topic_id=b"t" * 16, leader=1)
    offset = broker.controller.log.append([record], 2)
    broker.close()
    assert f"the PartitionChangeRecord at {offset} is about what is not there" in refusal(disk)


def test_a_node_of_a_larger_quorum_is_refused() -> None:
    """replication A-59: what the other voters have written since is not here."""
    disk = SimulatedDisk()
    start(disk).stop(2)
    state = quorum_state.QuorumState(0, 2, 1, current_voters=(1, 2, 3))
    disk.write(f"{METADATA}/quorum-state", quorum_state.encode(state))
    assert "its quorum has the voters [1, 2, 3]" in refusal(disk)


def test_one_directory_of_several_is_refused() -> None:
    """replication C-17: the partitions of the others would be made anew, without what they hold."""
    disk = SimulatedDisk()
    broker = start(disk)
    registered = broker.metadata.brokers[1]
    change = BrokerRegistrationChangeRecord(
        broker_id=1, broker_epoch=registered.epoch, log_dirs=[*registered.log_dirs, b"2" * 16]
    )
    broker.controller.commit([change], 2)
    broker.stop(3)
    assert "the node has 2 directories, and only one can be served yet" in refusal(disk)


def test_a_foreign_directory_is_refused() -> None:
    """fetch H-1: only directories of partitions may be in a data directory."""
    disk = SimulatedDisk()
    start(disk).stop(2)
    disk.make_directory(f"{DATA}/photos")
    assert "/data/photos is no partition's directory" in refusal(disk)


def test_a_broken_snapshot_is_named() -> None:
    """admin F-36: the log below it may be gone, so nothing can stand for it."""
    disk = SimulatedDisk()
    broker = start(disk, metadata_log_max_record_bytes_between_snapshots="1")
    create(broker, "t")
    broker.stop(3)
    [name] = [each.name for each in disk.entries(METADATA) if each.name.endswith("1.checkpoint")]
    data = disk.read(f"{METADATA}/{name}")
    disk.write(f"{METADATA}/{name}", data[:-5])
    assert f"{name}: it does not begin with a header and end with a footer" in refusal(disk)
