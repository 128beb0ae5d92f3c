"""Control records: what brokers write into logs beside data (KIP-98, KIP-595).

A control batch has the control bit and one record, and takes one offset. The record's key is
`version i16, type i16`; its value depends on the type. A transaction marker (ABORT, COMMIT) has
`version i16, coordinator_epoch i32`; the others hold a message of the protocol. Types that are
not known are passed over by whoever reads them, they are no error.
"""

from __future__ import annotations

from enum import IntEnum
from struct import Struct
from typing import NamedTuple

from kafkawire.protocol.buffers import Buffer
from kafkawire.records.batch import BatchHeader, read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.errors import InvalidRecords
from kafkawire.records.record import decode_records

KEY_VERSION = 0
MARKER_VERSION = 0
_KEY = Struct(">hh")
_MARKER = Struct(">hi")


class ControlType(IntEnum):
    """The second number of a control record's key (Kafka's `ControlRecordType`)."""

    ABORT = 0
    COMMIT = 1
    LEADER_CHANGE = 2
    SNAPSHOT_HEADER = 3
    SNAPSHOT_FOOTER = 4
    KRAFT_VERSION = 5
    KRAFT_VOTERS = 6


class ControlRecord(NamedTuple):
    """A control record as it stands; `type` may be one that `ControlType` lacks."""

    offset: int
    timestamp: int
    type: int
    value: bytes


class Marker(NamedTuple):
    """The end of a transaction at one partition."""

    offset: int
    is_commit: bool
    coordinator_epoch: int


def encode_end_transaction_marker(  # noqa: PLR0913 - the fields of a marker
    *,
    producer_id: int,
    producer_epoch: int,
    commit: bool,
    coordinator_epoch: int,
    timestamp: int,
    base_offset: int = 0,
    leader_epoch: int = -1,
) -> bytearray:
    """The batch that commits or aborts a producer's transaction: 78 bytes."""
    kind = ControlType.COMMIT if commit else ControlType.ABORT
    value = _MARKER.pack(MARKER_VERSION, coordinator_epoch)
    return encode_batch(
        [(timestamp, encode_control_key(kind), value, ())],
        base_offset=base_offset,
        leader_epoch=leader_epoch,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        transactional=True,
        control=True,
    )


def encode_control_batch(
    kind: ControlType, value: bytes, *, timestamp: int, base_offset: int = 0, leader_epoch: int = -1
) -> bytearray:
    """A batch of one control record that belongs to no producer."""
    return encode_batch(
        [(timestamp, encode_control_key(kind), value, ())],
        base_offset=base_offset,
        leader_epoch=leader_epoch,
        control=True,
    )


def encode_control_key(kind: ControlType) -> bytes:
    """The key of a control record."""
    return _KEY.pack(KEY_VERSION, kind)


def decode_control_key(key: bytes | None) -> int:
    """The type that the key names, maybe an unknown one. Raises InvalidRecords.

    Newer versions of the key may be longer; what they share is read (Kafka's
    `ControlRecordType.parseTypeId`).
    """
    if key is None or len(key) < _KEY.size:
        raise InvalidRecords("Invalid value size found for control record key")
    version, kind = _KEY.unpack_from(key)
    if version < 0:
        raise InvalidRecords(f"Invalid version found for control record: {version}")
    found: int = kind
    return found


def read_control_record(
    buffer: Buffer, position: int = 0, header: BatchHeader | None = None
) -> ControlRecord:
    """The record of the control batch at `position`. Raises InvalidRecords."""
    if header is None:
        header = read_header(buffer, position)
    records = decode_records(buffer, position, header)
    if not header.is_control or len(records) != 1:
        raise InvalidRecords("not one record in a control batch")
    record = records[0]
    kind = decode_control_key(record.key)
    return ControlRecord(record.offset, record.timestamp, kind, record.value or b"")


def read_marker(
    buffer: Buffer, position: int = 0, header: BatchHeader | None = None
) -> Marker | None:
    """The transaction marker at `position`; None where the control record is of another type."""
    record = read_control_record(buffer, position, header)
    if record.type not in (ControlType.ABORT, ControlType.COMMIT):
        return None
    if len(record.value) < _MARKER.size:
        raise InvalidRecords("Invalid value size found for end transaction marker")
    version, coordinator_epoch = _MARKER.unpack_from(record.value)
    if version < 0:
        raise InvalidRecords(f"Invalid version found for end transaction marker: {version}")
    return Marker(record.offset, record.type == ControlType.COMMIT, coordinator_epoch)
