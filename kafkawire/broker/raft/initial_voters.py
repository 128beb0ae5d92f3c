"""Voters before the log has any: from configuration or formatting (replication A-59, A-60).

    controller.quorum.voters     id@host:port,...                kraft.version 0
    --initial-controllers        id@host:port:directory,...      kraft.version 1
    --standalone                 the node that is formatted      kraft.version 1
    none of them                 no voters: the node is an observer until a leader adds it

Formatting puts the voters of kraft.version 1 into the bootstrap snapshot, and the first leader
writes them into the log (KIP-853; Kafka's `DynamicVoters`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.raft.snapshot_writer import HEAD_BYTES_MAX, controls_of, read_head
from kafkawire.broker.raft.voter_history import NOT_IN_LOG, VoterEntry, VoterHistory
from kafkawire.broker.raft.voters import VOTERS_IN_LOG, Endpoint, ReplicaKey, Voter, VoterSet
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.names import SnapshotFile
from kafkawire.log.formats.text import uuid_of

if TYPE_CHECKING:
    from kafkawire.broker.raft.replicated_log import SnapshotFiles
    from kafkawire.records.control import ControlType

BOOTSTRAP = SnapshotFile(0, 0)
PORT_MAX = (1 << 16) - 1
NODE_ID_MAX = (1 << 31) - 1


def configured_voters(text: str, listener: str) -> VoterSet:
    """Return the voters of `controller.quorum.voters`. Raises `ValueError`."""
    return _voter_set([_voter(each, each, b"", listener) for each in _parts(text)])


def initial_controllers(text: str, listener: str) -> VoterSet:
    """Return the voters of `--initial-controllers`. Raises `ValueError`."""
    voters = []
    for each in _parts(text):
        address, _, directory = each.rpartition(":")
        try:
            directory_id = uuid_of(directory)
        except CorruptFile:
            raise ValueError(f"{each!r} does not end with a directory id") from None
        voters.append(_voter(each, address, directory_id, listener))
    return _voter_set(voters)


def standalone(key: ReplicaKey, endpoints: tuple[Endpoint, ...]) -> VoterSet:
    """Return the node that is formatted as the only voter."""
    return VoterSet([Voter(key, endpoints)])


def formatting_controls(voters: VoterSet) -> list[tuple[ControlType, bytes]]:
    """Return the control records with which formatting names the voters; none for an observer."""
    return controls_of(VoterEntry(NOT_IN_LOG, voters, VOTERS_IN_LOG)) if len(voters) else []


def first_history(files: SnapshotFiles, configured: VoterSet) -> VoterHistory:
    """Return the voters of the bootstrap snapshot, else those of the configuration.

    Raises `OSError` and `InvalidRecords`.
    """
    try:
        head = read_head(files.read_at(BOOTSTRAP, 0, HEAD_BYTES_MAX))
    except FileNotFoundError:
        return VoterHistory(configured)
    if head.voters is None:
        return VoterHistory(configured)
    return VoterHistory(head.voters, head.kraft_version)


def _parts(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _voter(whole: str, address: str, directory_id: bytes, listener: str) -> Voter:
    """Return the voter `id@host:port`; a host may be an IPv6 address in brackets."""
    number, at, rest = address.partition("@")
    host, colon, port = rest.rpartition(":")
    if not at or not colon or not host:
        raise ValueError(f"{whole!r} is not of the form id@host:port")
    if ":" in host and not (host.startswith("[") and host.endswith("]")):
        raise ValueError(f"{whole!r} has an IPv6 address without brackets, or too many parts")
    endpoint = Endpoint(listener, host.strip("[]"), _number(whole, "port", port, PORT_MAX))
    node_id = _number(whole, "node id", number, NODE_ID_MAX)
    return Voter(ReplicaKey(node_id, directory_id or bytes(16)), (endpoint,))


def _number(whole: str, what: str, text: str, largest: int) -> int:
    if not (text.isascii() and text.isdecimal()) or int(text) > largest:
        raise ValueError(f"{whole!r} has the {what} {text!r}, which is no number up to {largest}")
    return int(text)


def _voter_set(voters: list[Voter]) -> VoterSet:
    found = VoterSet(voters)
    if len(found) < len(voters):
        raise ValueError("a node id is given twice")
    return found
