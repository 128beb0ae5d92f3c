"""A broker on disk: what is there after a stop, after a kill, and when the disk fails."""

from __future__ import annotations

import errno
from itertools import cycle
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.broker.broker import Broker
from kafkawire.broker.metadata import snapshot, stored_metadata_log
from kafkawire.broker.metadata.config_changes import Alteration, Operation
from kafkawire.broker.metadata.image import MetadataImage
from kafkawire.broker.metadata.metadata_files import MetadataFiles
from kafkawire.log.formats import clean_shutdown, partition_metadata, quorum_state
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.abort_transaction_record import AbortTransactionRecord
from kafkawire.protocol.messages.access_control_entry_record import AccessControlEntryRecord
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord
from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delegation_token_record import DelegationTokenRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.server.asking import ask
from tests.support.broker.metadata import contents
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, LOG, METADATA, create, start
from tests.support.log.volume import NAMES, NOTHING, ZEROS, Luck

pytestmark = pytest.mark.slow

OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ("create", "grow", "delete", "set", "unset", "dynamic", "quota", "ids", "acl", "scram")
        ),
        st.integers(0, 3),
    ),
    max_size=12,
)
LIVES = st.lists(st.tuples(OPERATIONS, st.booleans()), min_size=1, max_size=3)
"""What is done between a start and its end, and whether that is a stop."""


def perform(broker: Broker, operation: str, number: int) -> None:
    controller = broker.controller
    name = f"t{number}"
    topic = broker.metadata.topics.get(name)
    if operation == "create" and topic is None:
        create(broker, name, number + 1)
    elif operation == "grow" and topic is not None:
        count = len(topic.partitions) + 1
        more = CreatePartitionsRequest.CreatePartitionsTopic(
            name=name, count=count, assignments=None
        )
        controller.create_partitions([more], validate_only=False, now_ms=3)
    elif operation == "delete" and topic is not None:
        controller.delete_topics([topic.topic_id], 3)
    elif operation in ("set", "unset"):
        change = Operation("retention.ms", 0 if operation == "set" else 1, str(1000 + number))
        alteration = Alteration(2, name, [change])
        controller.alter_configs([alteration], validate_only=False, now_ms=3)
    elif operation == "dynamic":
        change = Operation("log.cleaner.threads", 0, str(1 + number))
        controller.alter_configs([Alteration(4, "1", [change])], validate_only=False, now_ms=3)
    elif operation == "ids":
        controller.allocate_producer_ids(3)
    else:
        controller.commit([_kept(operation, number)], 3)


def _kept(operation: str, number: int) -> Message:
    if operation == "quota":
        entity = ClientQuotaRecord.EntityData(entity_type="user", entity_name=f"u{number}")
        return ClientQuotaRecord(
            entity=[entity], key="producer_byte_rate", value=7.0, remove=number > 2
        )
    if operation == "acl":
        return AccessControlEntryRecord(
            id=bytes([number]) * 16, resource_name=f"t{number}", principal="User:a", host="*"
        )
    return UserScramCredentialRecord(
        name=f"u{number}", mechanism=1, salt=b"s", stored_key=b"k", server_key=b"v", iterations=4096
    )


def reloaded(broker: Broker) -> MetadataImage:
    """The image of whoever reads the log of a running broker."""
    image = MetadataImage(broker.cluster_id)
    for offset, record, version in broker.controller.log.read():
        image.apply(record, version)
        image.applied_offset = offset
    return image


def without_lives(broker: Broker) -> dict[str, object]:
    """What a restart must not change."""
    image = contents(broker.metadata)
    topics = {
        name: (topic.topic_id, {at: each.replicas for at, each in topic.partitions.items()})
        for name, topic in broker.metadata.topics.items()
    }
    kept = ("configs", "quotas", "features", "producer ids", "acls", "credentials", "tokens")
    dynamic = broker.config.int("log.cleaner.threads")
    return {"topics": topics, "dynamic": dynamic, **{name: image[name] for name in kept}}


@settings(max_examples=30, deadline=None)
@given(LIVES, st.sampled_from((1, 400, 20_000_000)))
def test_what_was_is_there_again(
    lives: list[tuple[list[tuple[str, int]], bool]], bytes_max: int
) -> None:
    """admin F-9, F-26, F-36: a stop or a kill changes no more than who was there when.

    However often snapshots are taken, reading the log gives the image that is in force.
    """
    disk = SimulatedDisk()
    disk.note_calls = False
    limits: dict[str, Any] = {"metadata_log_max_record_bytes_between_snapshots": str(bytes_max)}
    expected = None
    for epoch, (operations, stops) in enumerate(lives, 1):
        broker = start(disk, **limits)
        assert broker.controller.log.epoch == epoch
        assert expected is None or without_lives(broker) == expected
        for operation in operations:
            perform(broker, *operation)
        assert contents(reloaded(broker)) == contents(broker.metadata)
        assert set(broker.replicas.partitions) == {
            (name, at) for name, topic in broker.metadata.topics.items() for at in topic.partitions
        }
        expected = without_lives(broker)
        if stops:
            assert broker.stop(9)
        else:
            broker.close()


def test_leader_epochs_rise_by_two_at_a_restart() -> None:
    """admin H 133, F-26: at the stop the partition has no leader, at the start one again."""
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t")
    broker.stop(3)
    broker = start(disk)
    partition = broker.metadata.topics["t"].partitions[0]
    assert (partition.leader, partition.leader_epoch, partition.isr) == (1, 2, (1,))
    assert (partition.eligible_leader_replicas, partition.last_known_elr) == ((), ())
    assert partition.leader_recovery_state == 0
    broker.close()  # killed: what it led has to be led anew all the same
    partition = start(disk).metadata.topics["t"].partitions[0]
    assert (partition.leader, partition.leader_epoch, partition.isr) == (1, 4, (1,))
    assert partition.leader_recovery_state == 1


def test_the_files_of_a_fresh_directory() -> None:
    """admin H 135, F-34, F-35, F-37, F-38, F-39: as Apache Kafka has them."""
    disk = SimulatedDisk()
    broker = start(disk)
    assert {each.name for each in disk.entries(DATA)} >= {
        ".lock",
        "meta.properties",
        "__cluster_metadata-0",
    }
    assert {each.name for each in disk.entries(METADATA)} == {
        "00000000000000000000-0000000000.checkpoint",
        "00000000000000000000.index",
        "00000000000000000000.log",
        "00000000000000000000.timeindex",
        "leader-epoch-checkpoint",
        "partition.metadata",
        "quorum-state",
    }
    topic_id = partition_metadata.decode(disk.read(f"{METADATA}/partition.metadata")).topic_id
    assert topic_id == (1).to_bytes(16, "big")
    assert disk.read(f"{METADATA}/quorum-state") == (
        b'{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,'
        b'"currentVoters":[{"voterId":1}],"data_version":0}'
    )
    epoch = broker.metadata.brokers[1].epoch
    assert broker.stop(2)
    assert "00000000000000000015.snapshot" in {each.name for each in disk.entries(METADATA)}
    assert clean_shutdown.decode(disk.read(f"{DATA}/.kafka_cleanshutdown")).broker_epoch == epoch
    start(disk)
    assert ".kafka_cleanshutdown" not in {each.name for each in disk.entries(DATA)}


def test_an_epoch_that_was_only_elected_is_not_led_twice() -> None:
    """admin F-37: the election is written before anything else of its epoch."""
    disk = SimulatedDisk()
    start(disk).stop(2)
    state = quorum_state.QuorumState(0, 1, 8, current_voters=(1,))
    disk.write(f"{METADATA}/quorum-state", quorum_state.encode(state))
    assert start(disk).controller.log.epoch == 9


def test_the_first_records_are_those_that_formatting_chose() -> None:
    """admin F-35, G-3: at an older level the log has no more than that level knows."""
    disk = SimulatedDisk()
    start(disk).close()
    disk = _formatted(disk, [FeatureLevelRecord(name="metadata.version", feature_level=16)])
    broker = start(disk)
    assert broker.metadata.features == {"metadata.version": 16}
    create(broker, "t")
    written = list(broker.controller.log.read())
    assert {version for _, record, version in written if record.API_KEY == 0} == {2}
    assert {version for _, record, version in written if record.API_KEY == 3} == {0}
    broker.stop(3)
    broker = start(disk, metadata_log_max_record_bytes_between_snapshots="1")
    partition = broker.metadata.topics["t"].partitions[0]
    assert (partition.leader, partition.leader_epoch, partition.isr) == (1, 2, (1,))
    broker.controller.allocate_producer_ids(4)
    assert contents(reloaded(broker)) == contents(broker.metadata)


def _formatted(disk: SimulatedDisk, records: list[Message]) -> SimulatedDisk:
    """A directory whose log was never begun, with that bootstrap snapshot."""
    found = SimulatedDisk()
    found.make_directory(DATA)
    found.make_directory(METADATA)
    found.write(f"{DATA}/meta.properties", disk.read(f"{DATA}/meta.properties"))
    batches = snapshot.encode(records, metadata_version=33, epoch=0, last_timestamp=0, now_ms=1)
    found.write(f"{METADATA}/00000000000000000000-0000000000.checkpoint", b"".join(batches))
    return found


def test_what_is_not_understood_is_kept() -> None:
    """admin F-29: ACLs, credentials and tokens survive restarts and snapshots."""
    disk = SimulatedDisk()
    broker = start(disk, metadata_log_max_record_bytes_between_snapshots="1")
    token = DelegationTokenRecord(owner="User:a", token_id="t", max_timestamp=9)
    broker.controller.commit([_kept("acl", 1), _kept("scram", 1), token], 2)
    broker.stop(3)
    broker = start(disk)
    assert list(broker.metadata.acls.values()) == [_kept("acl", 1)]
    assert list(broker.metadata.scram_credentials.values()) == [_kept("scram", 1)]
    assert list(broker.metadata.delegation_tokens.values()) == [token]


def test_a_metadata_log_that_fails_refuses_operations_and_nothing_else() -> None:
    """admin B-3: nothing half-applied, and the data of other partitions is served."""
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t")
    before = contents(broker.metadata)
    fault = disk.fail("sync", errno.EIO, path=LOG)
    for _ in range(2):
        with pytest.raises(ApiError) as refused:
            create(broker, "u")
        assert refused.value.code == ErrorCode.KAFKA_STORAGE_ERROR
    assert fault.hits == 1
    assert contents(broker.metadata) == before
    assert list(broker.replicas.partitions) == [("t", 0)]
    assert not broker.stop(3)
    disk.faults.clear()
    assert "t" in start(disk).metadata.topics


def test_clients_hear_that_the_metadata_log_has_failed() -> None:
    """admin B-3: whatever they ask for that would change metadata; the shell hears of it once."""
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t")
    assert broker.storage is not None
    reported = []
    broker.storage.report = lambda topic_partition, error: reported.append((topic_partition, error))
    disk.fail("pwrite", errno.EIO, path=LOG)
    asked = CreateTopicsRequest.CreatableTopic(name="u", num_partitions=1, replication_factor=1)
    response = ask(broker, CreateTopicsRequest(topics=[asked], timeout_ms=9), 7, 3)
    assert [each.error_code for each in response.topics] == [56]  # type: ignore[attr-defined]
    response = ask(broker, InitProducerIdRequest(transactional_id=None), 4, 3)
    assert response.error_code == 56  # type: ignore[attr-defined]
    wanted = MetadataRequest.MetadataRequestTopic(name="auto")
    response = ask(broker, MetadataRequest(topics=[wanted]), 12, 3)
    assert [each.error_code for each in response.topics] == [3]  # type: ignore[attr-defined]
    assert [(name, error.errno) for name, error in reported] == [
        (("__cluster_metadata", 0), errno.EIO)
    ]
    partition = broker.replicas.partitions[TopicPartition("t", 0)]
    broker.replicas.append(partition, make_batch(), now_ms=NOW_MS)
    assert partition.high_watermark == 1


def test_a_disk_without_room_for_a_snapshot_goes_on() -> None:
    """admin F-36: the log has everything that a snapshot would have said."""
    disk = SimulatedDisk()
    broker = start(disk, metadata_log_max_record_bytes_between_snapshots="1")
    disk.fail("pwrite", errno.ENOSPC, path="*.part")
    create(broker, "t")
    create(broker, "u")
    disk.faults.clear()
    broker.stop(3)
    assert set(start(disk).metadata.topics) == {"t", "u"}
    assert not [each.name for each in disk.entries(METADATA) if each.name.endswith(".part")]


def test_directories_that_no_topic_has_are_set_aside() -> None:
    """fetch H-1: what the metadata do not know is nobody's."""
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t")
    broker.stop(3)
    disk.make_directory(f"{DATA}/gone-0")
    start(disk)
    names = {each.name for each in disk.entries(DATA)}
    assert "t-0" in names
    assert [each for each in names if each.startswith("gone-0.") and each.endswith("-stray")]


def test_a_stop_takes_a_snapshot_of_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """admin F-36: so that the next start has less to read."""
    monkeypatch.setattr(stored_metadata_log, "SNAPSHOT_AT_STOP_BYTES", 100)
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t")
    broker.stop(3)
    assert MetadataFiles(disk, METADATA).snapshots() == [(19, 1, "")]
    assert "t" in start(disk).metadata.topics


def test_a_transaction_that_was_left_open_is_aborted() -> None:
    """admin F-32, replication A-68: by the next leader."""
    disk = SimulatedDisk()
    broker = start(disk)
    broker.controller.commit([BeginTransactionRecord(name="x"), _kept("acl", 1)], 2)
    end = broker.controller.log.end_offset
    broker.close()
    broker = start(disk)
    written = [record for offset, record, _ in broker.controller.log.read() if offset >= end]
    assert written[0] == AbortTransactionRecord(reason="Controller failover")
    assert broker.metadata.acls == {}
    assert not broker.metadata.in_transaction


def test_at_every_moment_a_power_failure_leaves_what_was_done() -> None:
    """admin F-1, F-36: an operation is there wholly or not at all; what was answered is there."""
    disk = SimulatedDisk()
    limits: dict[str, Any] = {"metadata_log_max_record_bytes_between_snapshots": "500"}
    done = [0]
    marks: list[tuple[int, set[str]]] = [(0, set())]
    broker = start(disk, **limits)
    for number in range(3):
        create(broker, f"t{number}", 2)
        marks.append((len(disk.changes), set(broker.metadata.topics)))
    broker.stop(5)
    broker = start(disk, now_ms=6, **limits)
    create(broker, "t3")
    marks.append((len(disk.changes), set(broker.metadata.topics)))
    random = Random(4)
    lucks: cycle[Luck | Random] = cycle((NOTHING, ZEROS, NAMES, random, random))
    for moment in disk.moments():
        acknowledged = [topics for number, topics in marks if number <= moment.number][-1]
        following = next((topics for number, topics in marks if number > moment.number), None)
        for survivor in (moment.power_failed(next(lucks)), moment.killed(random)):
            found = start(survivor, now_ms=7)
            assert set(found.metadata.topics) in (acknowledged, following), moment.number
            assert contents(reloaded(found)) == contents(found.metadata)
            done[0] += 1
    assert done[0] > 100
