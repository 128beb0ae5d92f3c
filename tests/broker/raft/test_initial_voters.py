"""Voters of configuration and formatting."""

from __future__ import annotations

import pytest

from kafkawire.broker.raft.initial_voters import (
    configured_voters,
    first_history,
    formatting_controls,
    initial_controllers,
    standalone,
)
from kafkawire.broker.raft.voters import Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.log.files.snapshot_directory import SnapshotDirectory
from kafkawire.records.control import ControlType
from kafkawire.records.snapshot_batches import SnapshotBatches
from tests.support.log.simulated_disk import SimulatedDisk

DIRECTORY = bytes.fromhex("1354ab1b6b82459d95394bc72dab250c")
DIRECTORY_TEXT = "E1SrG2uCRZ2VOUvHLaslDA"
VERSION_VALUE = bytes.fromhex("0000000100")
VOTERS_VALUE = bytes.fromhex(
    "000002000000071354ab1b6b82459d95394bc72dab250c020b434f4e54524f4c4c45520a"
    "3132372e302e302e314c900000000001000000"
)
"""The control records of a directory that 4.4.0 formatted for node 7 alone (`--standalone`)."""


def voter(node_id: int, host: str, port: int, directory_id: bytes = bytes(16)) -> Voter:
    return Voter(ReplicaKey(node_id, directory_id), (Endpoint("CONTROLLER", host, port),))


def test_configured_voters_have_no_directory() -> None:
    """replication A-59: `controller.quorum.voters`."""
    text = "1@localhost:9093, 2@[::1]:9094,3@10.0.0.3:65535"
    assert list(configured_voters(text, "CONTROLLER")) == [
        voter(1, "localhost", 9093),
        voter(2, "::1", 9094),
        voter(3, "10.0.0.3", 65535),
    ]
    assert list(configured_voters("", "CONTROLLER")) == []


def test_initial_controllers_have_a_directory() -> None:
    """replication A-60."""
    text = f"7@[::1]:9093:{DIRECTORY_TEXT},8@host:9094:AAAAAAAAAAAAAAAAAAAAAQ"
    assert list(initial_controllers(text, "CONTROLLER")) == [
        voter(7, "::1", 9093, DIRECTORY),
        voter(8, "host", 9094, bytes(15) + b"\1"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "localhost:9093",
        "1@localhost",
        "1@:9093",
        "1@host:port",
        "1@host:65536",
        "-1@host:9093",
        "2147483648@host:9093",
        "1@::1:9093",
        "1@a:9093,1@b:9093",
    ],
)
def test_what_is_no_list_of_voters_is_refused(text: str) -> None:
    """replication A-60."""
    with pytest.raises(ValueError, match=r"is not|has|twice"):
        configured_voters(text, "CONTROLLER")
    with_directories = ",".join(f"{each}:{DIRECTORY_TEXT}" for each in text.split(","))
    with pytest.raises(ValueError, match=r"is not|has|twice"):
        initial_controllers(with_directories, "CONTROLLER")


@pytest.mark.parametrize("directory", ["", ":", ":abc", f":{DIRECTORY_TEXT}A"])
def test_initial_controllers_without_a_directory_are_refused(directory: str) -> None:
    """replication A-60: the voters of kraft.version 1 need one."""
    with pytest.raises(ValueError, match="directory id"):
        initial_controllers(f"1@localhost:9093{directory}", "CONTROLLER")


def test_a_standalone_controller_is_the_only_voter() -> None:
    """replication A-60: byte for byte what a running 4.4.0 has formatted."""
    endpoint = Endpoint("CONTROLLER", "127.0.0.1", 19600)
    voters = standalone(ReplicaKey(7, DIRECTORY), (endpoint,))
    assert formatting_controls(voters) == [
        (ControlType.KRAFT_VERSION, VERSION_VALUE),
        (ControlType.KRAFT_VOTERS, VOTERS_VALUE),
    ]


def formatted(voters: VoterSet) -> SnapshotDirectory:
    """A directory with a bootstrap snapshot that names these voters."""
    disk = SimulatedDisk()
    disk.make_directory("/data")
    batches = SnapshotBatches(0, 1)
    data = [batches.header(1, formatting_controls(voters)), batches.footer()]
    disk.write("/data/00000000000000000000-0000000000.checkpoint", b"".join(data))
    return SnapshotDirectory(disk, "/data")


def test_a_replica_begins_with_the_voters_of_formatting() -> None:
    """replication A-59, A-60: they count before the configuration."""
    configured = VoterSet([voter(1, "a", 1)])
    voters = VoterSet([voter(7, "b", 2, DIRECTORY)])
    history = first_history(formatted(voters), configured)
    assert (history.latest, history.kraft_version) == (voters, 1)
    assert not history.entry.offset >= 0


def test_a_replica_begins_with_the_configured_voters() -> None:
    """replication A-59: if formatting has named none, or the directory is of an older release."""
    configured = VoterSet([voter(1, "a", 1)])
    empty = SimulatedDisk()
    empty.make_directory("/data")
    for files in (formatted(VoterSet()), SnapshotDirectory(empty, "/data")):
        history = first_history(files, configured)
        assert (history.latest, history.kraft_version) == (configured, 0)


def test_an_observer_begins_without_voters() -> None:
    """replication A-60: neither option; a leader may add the node later."""
    assert formatting_controls(VoterSet()) == []
    assert len(first_history(formatted(VoterSet()), VoterSet()).latest) == 0
