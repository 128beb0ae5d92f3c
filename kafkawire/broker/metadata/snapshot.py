"""A snapshot of the metadata log: the file that stands for all of the log below an offset.

It consists of batches like a log, whose offsets count from 0 and mean nothing: a control batch
with the header (and, at kraft.version 1, that version and the voters), data, and a control batch
with the footer, by which a whole file is known (KIP-630; admin F-35, F-36, replication A-25 to
A-28). The one up to offset 0 is what formatting wrote: the levels that a new log begins with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.metadata.records import decode_record, encode_at
from kafkawire.log.formats.errors import CorruptFile
from kafkawire.protocol.errors import ProtocolError
from kafkawire.records.batch import crc_is_valid, iter_headers
from kafkawire.records.control import ControlType, decode_control_key
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.record import decode_records
from kafkawire.records.snapshot_batches import SnapshotBatches

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.protocol.buffers import Buffer
    from kafkawire.protocol.message import Message
    from kafkawire.records.batch import BatchHeader


class Voting(NamedTuple):
    """What the log says of the quorum that keeps it: control records (KIP-853).

    `kraft_version` and `voters` are their values as they stand; None while kraft.version is 0.
    """

    kraft_version: bytes | None = None
    voters: bytes | None = None

    def control_records(self) -> list[tuple[ControlType, bytes]]:
        """Those that there are."""
        each = ((ControlType.KRAFT_VERSION, self[0]), (ControlType.KRAFT_VOTERS, self[1]))
        return [(kind, value) for kind, value in each if value is not None]

    def level(self) -> int:
        """The level of kraft.version. Raises `DecodeError`."""
        if self.kraft_version is None:
            return 0
        from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord

        return KRaftVersionRecord.decode(self.kraft_version, 0).kraft_version

    def voter_ids(self) -> set[int]:
        """The nodes that keep the log; none while kraft.version is 0. Raises `DecodeError`."""
        if self.voters is None:
            return set()
        from kafkawire.protocol.messages.voters_record import VotersRecord

        record = VotersRecord.decode(self.voters, 0)
        return {each.voter_id for each in record.voters}

    def after(self, kind: int, value: bytes) -> Voting:
        """What is so behind another control record."""
        if kind == ControlType.KRAFT_VERSION:
            return self._replace(kraft_version=value)
        if kind == ControlType.KRAFT_VOTERS:
            return self._replace(voters=value)
        return self


class Snapshot(NamedTuple):
    """What a snapshot holds: records, each with its version, and the quorum."""

    records: list[tuple[Message, int]]
    voting: Voting


def encode(
    records: Iterable[Message],
    *,
    metadata_version: int,
    epoch: int,
    last_timestamp: int,
    now_ms: int,
    voting: Voting | None = None,
) -> list[bytearray]:
    """The batches of a snapshot whose log is in `epoch` and was last written at `last_timestamp`.

    The records are written as `metadata_version` has them.
    """
    batches = SnapshotBatches(epoch, now_ms)
    values = (encode_at(record, metadata_version) for record in records)
    return [
        batches.header(last_timestamp, (voting or Voting()).control_records()),
        *batches.data(values),
        batches.footer(),
    ]


def decode(data: bytes) -> Snapshot:
    """What is in a snapshot. Raises `CorruptFile` for bytes that are none, or not a whole one."""
    try:
        return _decode(data)
    except (ProtocolError, InvalidRecords) as error:
        raise CorruptFile(str(error)) from None


def _decode(data: bytes) -> Snapshot:
    records: list[tuple[Message, int]] = []
    voting = Voting()
    kinds: list[int] = []
    for position, header in iter_headers(data):
        if not crc_is_valid(data, position, header):
            raise CorruptFile(f"the checksum of the batch at byte {position} is wrong")
        if header.is_control:
            for kind, value in control_values(data, position, header):
                voting = voting.after(kind, value)
                kinds.append(kind)
        else:
            _read_data(data, position, header, records)
    if kinds[:1] != [ControlType.SNAPSHOT_HEADER] or kinds[-1] != ControlType.SNAPSHOT_FOOTER:
        raise CorruptFile("it does not begin with a header and end with a footer")
    return Snapshot(records, voting)


def control_values(data: Buffer, position: int, header: BatchHeader) -> Iterable[tuple[int, bytes]]:
    """Type and value of the records of a control batch. Raises `InvalidRecords`."""
    for record in decode_records(data, position, header):
        yield decode_control_key(record.key), record.value or b""


def _read_data(
    data: bytes, position: int, header: BatchHeader, into: list[tuple[Message, int]]
) -> None:
    for record in decode_records(data, position, header):
        if record.value is None:
            raise CorruptFile("a record without a value")
        into.append(decode_record(record.value))
