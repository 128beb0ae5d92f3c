"""`kafkawire cluster quorum`."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.cli import parser
from kafkawire.client.descriptions import Endpoint, QuorumDescription, QuorumReplica
from tests.client.support.commands import command, verb
from tests.support.requests.served import serving

D1, D4, D5 = b"\x01" * 16, b"\x04" * 16, b"\x05" * 16
THERE = ["--endpoint", "CONTROLLER://there:9093"]


def replica(node: int, directory: bytes) -> QuorumReplica:
    return QuorumReplica(node, directory, 10, None, None)


class Cluster:
    """Node 1 votes, node 4 could, and node 5 has two directories."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    async def describe_metadata_quorum(self) -> QuorumDescription:
        observers = (replica(4, D4), replica(5, D4), replica(5, D5))
        return QuorumDescription(1, 3, 10, (replica(1, D1),), observers, {})

    async def add_raft_voter(self, node: int, directory: bytes, endpoints: Any) -> None:
        self.asked.append(("add", node, directory, endpoints))

    async def remove_raft_voter(self, node: int, directory: bytes) -> None:
        self.asked.append(("remove", node, directory))


async def test_the_quorum_is_shown() -> None:
    async with serving() as broker:
        shown = await command(broker, "cluster", "quorum")
        assert shown.out.startswith("leader 1, epoch 1, high watermark ")
        assert shown.lines[2][:2] == ["1", "leader"]
        (told,) = (await command(broker, "cluster", "quorum", "--json")).objects
        assert [each["id"] for each in told["voters"]] == [1]


async def test_directories_are_shown_as_kafka_writes_them() -> None:
    told = await verb(Cluster(), "cluster", "quorum")
    assert "DIRECTORY" in told.lines[1]
    assert "AQEBAQEBAQEBAQEBAQEBAQ" in told.lines[2]


async def test_an_observer_becomes_a_voter() -> None:
    """client J-2: the quorum has its directory already."""
    cluster = Cluster()
    told = await verb(cluster, "cluster", "quorum", "--add-voter", "4", *THERE, "--json")
    assert cluster.asked == [("add", 4, D4, [Endpoint("CONTROLLER", "there", 9093)])]
    assert told.objects == [{"id": 4, "directory": "BAQEBAQEBAQEBAQEBAQEBA", "is_voter": True}]


async def test_a_voter_is_removed() -> None:
    cluster = Cluster()
    told = await verb(cluster, "cluster", "quorum", "--remove-voter", "1")
    assert (told.out, cluster.asked) == ("controller 1 votes no more\n", [("remove", 1, D1)])


async def test_a_directory_may_be_named() -> None:
    cluster = Cluster()
    named = ["--directory", "BQUFBQUFBQUFBQUFBQUFBQ"]
    address = ["--endpoint", "C://[::1]:1"]
    assert (
        await verb(cluster, "cluster", "quorum", "--add-voter", "5", *named, *address)
    ).code == 0
    assert (await verb(cluster, "cluster", "quorum", "--remove-voter", "9", *named)).code == 0
    assert cluster.asked == [("add", 5, D5, [Endpoint("C", "::1", 1)]), ("remove", 9, D5)]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--add-voter", "4"], "give the controller's address: --endpoint CONTROLLER://HOST:PORT"),
        (["--add-voter", "9", *THERE], "node 9 is no observer of the quorum: `kafkawire cluster"),
        (["--add-voter", "5", *THERE], "node 5 has several directories: --directory UUID names"),
        (["--remove-voter", "4"], "node 4 is no voter of the quorum"),
        (["--remove-voter", "1", *THERE], "--endpoint is for --add-voter"),
        (THERE, "name a change: --add-voter ID or --remove-voter ID"),
    ],
)
async def test_what_lacks_something_is_refused(words: list[str], why: str) -> None:
    cluster = Cluster()
    told = await verb(cluster, "cluster", "quorum", *words)
    assert (told.code, why in told.err, cluster.asked) == (2, True, [])


@pytest.mark.parametrize(
    "words",
    [
        ["--add-voter", "x"],
        ["--directory", "short"],
        ["--endpoint", "there:9093"],
        ["--add-voter", "1", "--remove-voter", "1"],
    ],
)
def test_what_cannot_be_read_is_refused(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        parser("cluster").parse_args(["cluster", "quorum", *words])


def test_a_removal_is_asked_for() -> None:
    """client O-5."""
    words = ["cluster", "quorum", "--remove-voter", "2"]
    arguments = parser("cluster").parse_args(words)
    assert arguments.question(arguments) == "Have controller 2 vote no more on the metadata log?"
    arguments = parser("cluster").parse_args(["cluster", "quorum", "--add-voter", "2"])
    assert arguments.question(arguments) is None


async def test_what_the_broker_refuses_has_an_advice() -> None:
    """client N 140."""
    async with serving() as broker:
        named = ["--directory", "BQUFBQUFBQUFBQUFBQUFBQ"]
        told = await command(broker, "cluster", "quorum", "--remove-voter", "9", *named, "--yes")
        assert (told.code, told.out) == (1, "")
        assert told.err.startswith("kafkawire cluster quorum: ")
