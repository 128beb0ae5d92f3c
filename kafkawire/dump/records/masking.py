"""Secrets in records: what the metadata log keeps, every controller and broker fetches.

A password that is set by AlterConfigs becomes a ConfigRecord of __cluster_metadata, in plain text,
and a SCRAM credential a UserScramCredentialRecord. Their values become as many `*`, in place, and
batches whose checksum was right get the right one anew, so that masking does not look like damage.
What cannot be read (compressed, cut, of an unknown type or version) is masked wholly: there is no
telling what is in it.
"""

from __future__ import annotations

from collections.abc import Callable

from kafkawire.dump.batches import WireBatch, batches_in, record_ends
from kafkawire.dump.records.internal import FRAME_VERSION, metadata_class
from kafkawire.protocol.errors import DecodeError, ProtocolError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.protocol.primitives import uvarint
from kafkawire.records.batch import FRAME_BYTES_MIN, HEADER_BYTES, seal

MASK = b"*"

IsSensitive = Callable[[str], bool]


def mask_metadata_records(data: bytes, start: int, end: int, is_sensitive: IsSensitive) -> bytes:
    """`data` with the secrets masked that are in batches of the metadata log from `start` to `end`.

    `is_sensitive` tells names of configs. Of the same length; the same object if there are none.
    """
    masked: bytearray | None = None
    for batch in batches_in(data, start, end):
        found = _masked(batch, is_sensitive)
        if found is not None:
            masked = bytearray(data) if masked is None else masked
            masked[batch.start : batch.end] = found
    return data if masked is None else bytes(masked)


def _masked(batch: WireBatch, is_sensitive: IsSensitive) -> bytes | None:
    """The batch's bytes with its secrets masked; None if it has none."""
    kept = _kept_bytes(batch)
    if batch.is_control and kept == HEADER_BYTES:
        return None
    data = batch.data[batch.start : batch.end]
    found = bytearray(data[:kept] + MASK * (len(data) - kept))
    if not batch.is_partial and batch.codec == "none" and batch.header is not None:
        try:
            found = _without_secrets(batch, data, is_sensitive)
        except ProtocolError:
            pass
    if found == data:
        return None
    if kept == HEADER_BYTES:
        seal(found)
    return bytes(found)


def _kept_bytes(batch: WireBatch) -> int:
    """How much of its beginning surely is a head."""
    if batch.problem is not None:
        return 0
    is_sure = batch.header is not None and not batch.is_partial and batch.wrong_crc is None
    return HEADER_BYTES if is_sure else FRAME_BYTES_MIN


def _without_secrets(batch: WireBatch, data: bytes, is_sensitive: IsSensitive) -> bytearray:
    """The same of a batch whose records can be read. Raises ProtocolError if they cannot."""
    found = bytearray(data)
    records = list(batch.records())
    ends = record_ends(data, HEADER_BYTES, len(data), len(records)) if records else []
    if batch.problem is not None or any(record.headers for record in records):
        raise DecodeError("not what is written to the metadata log")
    for record, end in zip(records, ends, strict=True):
        # Behind the value stands the number of headers, one byte that says none.
        value = record.value or b""
        instead = masked_value(value, is_sensitive)
        if instead is not None:
            found[end - 1 - len(value) : end - 1] = instead
    return found


def masked_value(value: bytes, is_sensitive: IsSensitive) -> bytes | None:
    """The value of a record of the metadata log with its secret masked; None if it has none.

    One of an unknown type or version, or with more behind it, is masked wholly.
    """
    try:
        kind, version, at = _head(value)
        declared = metadata_class(kind)
        if declared is None:
            return MASK * len(value)
        message = declared.decode(value, version, at)
        if message.encode(version) != value[at:]:
            return MASK * len(value)
        if not _change(message, is_sensitive):
            return None
        return value[:at] + message.encode(version)
    except (ProtocolError, IndexError):
        return MASK * len(value)


def _head(value: bytes) -> tuple[int, int, int]:
    """Type, version, and where the message begins. Raises DecodeError, IndexError."""
    frame, at = _uvarint(value, 0)
    kind, at = _uvarint(value, at)
    version, at = _uvarint(value, at)
    if frame != FRAME_VERSION:
        raise DecodeError(f"metadata frame version {frame} is unknown")
    return kind, version, at


def _uvarint(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    return (byte, at + 1) if byte < 0x80 else uvarint(data, at + 1)


def _change(message: Message, is_sensitive: IsSensitive) -> bool:
    """Mask the secrets of a decoded record; whether it has any."""
    if isinstance(message, ConfigRecord):
        return _config(message, is_sensitive)
    return isinstance(message, UserScramCredentialRecord) and _scram(message)


def _config(record: ConfigRecord, is_sensitive: IsSensitive) -> bool:
    if not record.value or not is_sensitive(record.name):
        return False
    record.value = "*" * len(record.value.encode())
    return True


def _scram(record: UserScramCredentialRecord) -> bool:
    for name in ("salt", "stored_key", "server_key"):
        setattr(record, name, MASK * len(getattr(record, name)))
    return True
