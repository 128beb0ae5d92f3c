"""Secrets in the metadata log, which controllers send to brokers by Fetch and FetchSnapshot.

A password that an administrator alters goes from the controller to every broker as a record of that
log; so do salts and keys of SCRAM. Within a batch a secret is replaced by as many `*`, and the
checksum made anew if it was right, so that the batch can still be read. What cannot be taken apart
(a compressed batch, a part of one, a snapshot cut anywhere) is masked but for the heads of batches.
"""

from __future__ import annotations

from kafkawire.dump.secret_values import is_sensitive, star_text, stars
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import ProtocolError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.protocol.primitives import uvarint
from kafkawire.records.batch import HEADER_BYTES, BatchHeader, crc_is_valid, read_header, seal
from kafkawire.records.record import decode_section, section_bounds

METADATA_NAME = CLUSTER_METADATA.encode()
METADATA_ID = bytes(15) + b"\x01"
NAME_WITHIN = 64
"""How far from the beginning of its body a response names its first topic."""

_CONFIG = 4
_SCRAM_CREDENTIAL = 11
_FAILURES = (ProtocolError, IndexError, UnicodeDecodeError)


def may_be_metadata(data: bytes, body_offset: int) -> bool:
    """Whether a response about topics may be about the metadata log."""
    start = data[body_offset : body_offset + NAME_WITHIN]
    return METADATA_ID in start or METADATA_NAME in start


def mask_batches(records: bytes) -> bytes:
    """Batches of the metadata log, of the same length, without secrets."""
    masked, at = [], 0
    while at < len(records):
        try:
            header = read_header(records, at)
            size = max(header.size, HEADER_BYTES)
            batch = _mask_batch(records[at : at + size], header)
        except _FAILURES:
            size = len(records) - at
            batch = records[at : at + HEADER_BYTES].ljust(size, b"*")
        masked.append(batch)
        at += size
    return b"".join(masked)


def _mask_batch(batch: bytes, header: BatchHeader) -> bytes:
    """A whole batch; one that cannot be read is masked behind its head."""
    if header.is_control:
        return batch
    head, body = batch[:HEADER_BYTES], batch[HEADER_BYTES:]
    found = body
    try:
        if header.compression:
            return head + b"*" * len(body)
        for record in decode_section(batch, *section_bounds(len(batch), 0, header), header):
            value = record.value or b""
            found = found.replace(value, mask_value(value)) if value else found
    except _FAILURES:
        return head + b"*" * len(body)
    if found == body:
        return batch
    masked = bytearray(head + found)
    if crc_is_valid(batch, 0, header):
        seal(masked)
    return bytes(masked)


def mask_value(value: bytes) -> bytes:
    """The value of a record of the metadata log; all `*` where it should hold a secret and cannot.

    Raises ProtocolError and IndexError for what is no such value.
    """
    _frame, at = _uvarint(value, 0)
    kind, at = _uvarint(value, at)
    version, at = _uvarint(value, at)
    if kind not in (_CONFIG, _SCRAM_CREDENTIAL):
        return value
    read: type[Message] = ConfigRecord if kind == _CONFIG else UserScramCredentialRecord
    record = read.decode(value, version, at)
    _mask_record(record)
    masked = value[:at] + record.encode(version)
    return masked if len(masked) == len(value) else b"*" * len(value)


def _mask_record(record: Message) -> None:
    if isinstance(record, ConfigRecord):
        if record.value and is_sensitive(record.name):
            record.value = star_text(record.value)
    elif isinstance(record, UserScramCredentialRecord):
        record.salt = stars(record.salt)
        record.stored_key = stars(record.stored_key)
        record.server_key = stars(record.server_key)


def _uvarint(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    at += 1
    return (byte, at) if byte < 0x80 else uvarint(data, at)
