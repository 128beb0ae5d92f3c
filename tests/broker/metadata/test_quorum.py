"""The quorum: one voter, named by the log from kraft.version 1 on."""

from __future__ import annotations

from kafkawire.broker.metadata.feature_changes import SAFE_DOWNGRADE, UPGRADE, Update
from kafkawire.broker.metadata.quorum import voter_controls
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
from kafkawire.records.control import ControlType
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import METADATA
from tests.support.requests.harness import BrokerHarness
from tests.support.requests.stored_harness import StoredHarness


def raise_version(harness: BrokerHarness) -> None:
    harness.broker.controller.update_features(
        {"kraft.version": Update(1, UPGRADE)}, validate_only=False, now_ms=harness.now_ms
    )


def directory_told(harness: BrokerHarness) -> bytes:
    make = DescribeQuorumRequest
    topic = make.TopicData(
        topic_name="__cluster_metadata", partitions=[make.PartitionData(partition_index=0)]
    )
    response = harness.connect().request(make(topics=[topic]))
    found = response.topics[0].partitions[0].current_voters[0].replica_directory_id
    assert isinstance(found, bytes)
    return found


def test_the_records_are_the_bytes_of_kafka() -> None:
    """admin F-30: as a 4.4.0 wrote them when it was told to."""
    directory = bytes.fromhex("9204ff37cc56970abac7f5b12ec33c8e")
    endpoint = RegisterControllerRecord.ControllerEndpoint(
        name="CONTROLLER", host="127.0.0.1", port=0xA8C7
    )
    assert voter_controls(1, directory, [endpoint]) == [
        (ControlType.KRAFT_VERSION, bytes.fromhex("0000000100")),
        (
            ControlType.KRAFT_VOTERS,
            bytes.fromhex(
                "000002000000019204ff37cc56970abac7f5b12ec33c8e020b434f4e54524f4c4c4552"
                "0a3132372e302e302e31a8c70000000001000000"
            ),
        ),
    ]


def test_with_the_new_version_the_directory_is_told() -> None:
    """admin D-22, F-30, H 99: one control batch, and no record of the feature."""
    harness = BrokerHarness()
    assert directory_told(harness) == bytes(16)
    log = harness.broker.controller.log
    begin = log.end_offset
    raise_version(harness)
    assert directory_told(harness) == harness.broker.replicas.log_dir_id
    [(header, _)] = log.log.iter_batches(begin)
    assert (header.is_control, header.last_offset) == (True, begin + 1)
    assert harness.broker.metadata.applied_offset == begin + 1
    raise_version(harness)
    assert log.end_offset == begin + 2


def test_the_new_version_and_other_levels_survive_a_restart() -> None:
    """admin D-16, F-30, F-37: quorum-state takes its new form with the next election."""
    disk = SimulatedDisk()
    harness = StoredHarness(disk)
    raise_version(harness)
    down = {"group.version": Update(0, SAFE_DOWNGRADE)}
    harness.broker.controller.update_features(down, validate_only=False, now_ms=harness.now_ms)
    levels = dict(harness.broker.metadata.features)
    assert levels["kraft.version"] == 1
    assert "group.version" not in levels
    harness.broker.controller.log.take_snapshot(  # type: ignore[attr-defined]
        harness.broker.metadata, harness.now_ms
    )
    assert harness.stop()
    state = f"{METADATA}/quorum-state"
    assert b'"data_version":0' in disk.read(state)
    again = StoredHarness(disk)
    assert again.broker.metadata.features == levels
    assert b'"data_version":1' in disk.read(state)
    assert directory_told(again) == again.broker.replicas.log_dir_id
