"""A quorum of one node on its files, from formatting on."""

from __future__ import annotations

from random import Random

from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.metadata.snapshot import Voting
from kafkawire.broker.raft.initial_voters import first_history, formatting_controls, standalone
from kafkawire.broker.raft.replica import Membership, RaftReplica
from kafkawire.broker.raft.requests import Sender
from kafkawire.broker.raft.roles import Role
from kafkawire.broker.raft.settings import RaftSettings
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.broker.storage import first_snapshot, open_quorum_storage
from kafkawire.log.files.data_directory import Formatting, open_directory
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.records.control import decode_control_key
from kafkawire.records.record import decode_records
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import (
    ANYONES,
    CLUSTER_ID,
    DATA,
    DIRECTORY_ID,
    formatting,
    manager_of,
)

START_MS = 1_000_000
KEY = ReplicaKey(1, DIRECTORY_ID)
OLD_ENDPOINT = Endpoint("CONTROLLER", "formatted", 9093)
ENDPOINT = Endpoint("CONTROLLER", "localhost", 19093)


def formatted_standalone() -> Formatting:
    """A new directory of `--standalone`."""
    values = [value for _, value in formatting_controls(standalone(KEY, (OLD_ENDPOINT,)))]
    return formatting()._replace(first_snapshot=first_snapshot(5, Voting(*values)))


def started(disk: SimulatedDisk) -> RaftReplica:
    """The replica of the node on that disk, which is formatted if it is empty."""
    open_directory(disk, DATA, ANYONES, formatted_standalone).close()
    storage = open_quorum_storage(DATA, manager_of(disk), BrokerConfig({}), START_MS)
    sender = Sender(CLUSTER_ID, KEY, (ENDPOINT,))
    membership = Membership(first_history(storage.snapshots, VoterSet()))
    settings = RaftSettings(append_linger_ms=0)
    replica = RaftReplica(sender, settings, storage, membership, Random(1))
    replica.start(START_MS)
    return replica


def test_the_first_leader_writes_the_voters_of_formatting() -> None:
    """replication A-53, A-60: with its own addresses, in the batch that begins the epoch."""
    replica = started(SimulatedDisk())
    assert (replica.core.role, replica.core.quorum.epoch) == (Role.LEADER, 1)
    ((_, batch),) = replica.core.log.log.iter_batches(0)
    kinds = [decode_control_key(each.key) for each in decode_records(batch)]
    assert kinds == [2, 5, 6]
    assert replica.core.log.voters.latest == VoterSet([Voter(KEY, (ENDPOINT,))])
    assert replica.high_watermark == 3


def test_a_restart_goes_on_behind_what_was_committed() -> None:
    """replication A-27, A-35, A-59: in the next epoch, with the voters of log or snapshot."""
    disk = SimulatedDisk()
    replica = started(disk)
    for value in (b"a", b"b"):
        replica.append([value], START_MS)
    replica.tick(START_MS)
    assert replica.high_watermark == 5
    again = started(disk)
    assert (again.core.quorum.epoch, again.high_watermark) == (2, 6)
    assert again.core.log.voters.kraft_version == 1
    writer = again.create_snapshot(SnapshotFile(6, 2), START_MS, START_MS)
    assert writer is not None
    writer.append([b"state"])
    writer.freeze()
    last = started(disk)
    assert last.core.log.latest_snapshot == SnapshotFile(6, 2)
    assert (last.core.quorum.epoch, last.high_watermark) == (3, 7)
    assert last.core.log.voters.at(6).voters == VoterSet([Voter(KEY, (ENDPOINT,))])
