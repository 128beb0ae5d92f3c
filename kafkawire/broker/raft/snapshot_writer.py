"""Snapshots that the state machine of this replica writes (replication A-27; KIP-630).

    writer = replica.create_snapshot(SnapshotFile(end_offset, epoch), last_timestamp, now_ms)
    writer.append(values)       # any number of times
    writer.freeze()             # or `discard`

Header, kraft.version and voters come from the log; the state machine gives the data records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from kafkawire.broker.raft.voters import VOTERS_IN_LOG, VoterSet
from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.records.batch import iter_headers
from kafkawire.records.control import ControlType, decode_control_key
from kafkawire.records.record import decode_records
from kafkawire.records.snapshot_batches import SnapshotBatches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.raft.voter_history import VoterEntry
    from kafkawire.protocol.buffers import Buffer

HEAD_BYTES_MAX = 1 << 16
"""The control batch at the beginning of a snapshot is smaller."""
_TIMESTAMP = slice(2, 10)
"""The place of the last contained timestamp in the value of a header."""


class IncompleteFile(Protocol):
    """A snapshot file; `log.files.snapshot_directory.IncompleteSnapshot` is one."""

    def append(self, buffers: Sequence[Buffer]) -> None:
        """Write the next bytes. Raises `OSError`."""

    def freeze(self) -> None:
        """Complete the file, so that it survives a power failure. Raises `OSError`."""

    def discard(self) -> None:
        """Remove the file. Raises `OSError`."""


class SnapshotWriter:
    """One snapshot in the making. Methods raise `OSError`; `discard` is due after an error."""

    __slots__ = ("_batches", "_file")

    def __init__(
        self,
        file: IncompleteFile,
        batches: SnapshotBatches,
        voters: VoterEntry,
        last_timestamp: int,
    ) -> None:
        self._file = file
        self._batches = batches
        try:
            file.append([batches.header(last_timestamp, controls_of(voters))])
        except OSError:
            file.discard()
            raise

    def append(self, values: Iterable[bytes]) -> None:
        """Write data records; full batches go to the file one by one."""
        for batch in self._batches.data(values):
            self._file.append([batch])

    def freeze(self) -> None:
        """Complete the snapshot: from now on it may replace the log before it."""
        self._file.append([self._batches.footer()])
        self._file.freeze()

    def discard(self) -> None:
        """Give the snapshot up."""
        self._file.discard()


def controls_of(voters: VoterEntry) -> list[tuple[ControlType, bytes]]:
    """Return the control records of kraft.version and voters; none before kraft.version 1."""
    if voters.kraft_version < VOTERS_IN_LOG:
        return []
    version = KRaftVersionRecord(version=0, kraft_version=voters.kraft_version)
    return [
        (ControlType.KRAFT_VERSION, version.encode(0)),
        (ControlType.KRAFT_VOTERS, voters.voters.encode()),
    ]


class SnapshotHead(NamedTuple):
    """What the first batch of a snapshot has; voters are None before kraft.version 1."""

    last_timestamp: int
    kraft_version: int
    voters: VoterSet | None


def read_head(data: bytes) -> SnapshotHead:
    """Return the head of a snapshot from its first bytes. Raises `InvalidRecords`."""
    position, header = next(iter_headers(data))
    records = decode_records(data, position, header)
    found = {decode_control_key(each.key): each.value or b"" for each in records}
    timestamp = int.from_bytes(found[ControlType.SNAPSHOT_HEADER][_TIMESTAMP], "big")
    version, voters = found.get(ControlType.KRAFT_VERSION), found.get(ControlType.KRAFT_VOTERS)
    if version is None or voters is None:
        return SnapshotHead(timestamp, 0, None)
    level = KRaftVersionRecord.decode(version, 0).kraft_version
    return SnapshotHead(timestamp, level, VoterSet.decode(voters))
