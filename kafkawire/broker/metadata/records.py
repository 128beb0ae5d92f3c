"""The frame around a metadata record: what the value of a record in `__cluster_metadata` is.

Unsigned varint 1 (the frame's version), the record's type, its version, then the message in its
flexible form (KIP-631, `MetadataRecordSerde`; admin F-2). Keys are null. The version that is
written follows metadata.version, which a log that an older Kafka began keeps (admin F-3, G-3).

Record classes are imported when first met: a broker that starts needs ten of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import METADATA_VERSION_LEVEL
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.primitives import uvarint

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.broker_registration_change_record import (
        BrokerRegistrationChangeRecord,
    )
    from kafkawire.protocol.messages.partition_record import PartitionRecord
    from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord

FRAME_VERSION = 1

REGISTER_BROKER = 0
UNREGISTER_BROKER = 1
TOPIC = 2
PARTITION = 3
CONFIG = 4
PARTITION_CHANGE = 5
FENCE_BROKER = 7
UNFENCE_BROKER = 8
REMOVE_TOPIC = 9
DELEGATION_TOKEN = 10
USER_SCRAM_CREDENTIAL = 11
FEATURE_LEVEL = 12
CLIENT_QUOTA = 14
PRODUCER_IDS = 15
BROKER_REGISTRATION_CHANGE = 17
ACCESS_CONTROL_ENTRY = 18
REMOVE_ACCESS_CONTROL_ENTRY = 19
NO_OP = 20
ZK_MIGRATION_STATE = 21
REMOVE_USER_SCRAM_CREDENTIAL = 22
BEGIN_TRANSACTION = 23
END_TRANSACTION = 24
ABORT_TRANSACTION = 25
REMOVE_DELEGATION_TOKEN = 26
REGISTER_CONTROLLER = 27
CLEAR_ELR = 28
UNREGISTER_CONTROLLER = 29

_CLASSES = {
    REGISTER_BROKER: "RegisterBrokerRecord",
    UNREGISTER_BROKER: "UnregisterBrokerRecord",
    TOPIC: "TopicRecord",
    PARTITION: "PartitionRecord",
    CONFIG: "ConfigRecord",
    PARTITION_CHANGE: "PartitionChangeRecord",
    FENCE_BROKER: "FenceBrokerRecord",
    UNFENCE_BROKER: "UnfenceBrokerRecord",
    REMOVE_TOPIC: "RemoveTopicRecord",
    DELEGATION_TOKEN: "DelegationTokenRecord",
    USER_SCRAM_CREDENTIAL: "UserScramCredentialRecord",
    FEATURE_LEVEL: "FeatureLevelRecord",
    CLIENT_QUOTA: "ClientQuotaRecord",
    PRODUCER_IDS: "ProducerIdsRecord",
    BROKER_REGISTRATION_CHANGE: "BrokerRegistrationChangeRecord",
    ACCESS_CONTROL_ENTRY: "AccessControlEntryRecord",
    REMOVE_ACCESS_CONTROL_ENTRY: "RemoveAccessControlEntryRecord",
    NO_OP: "NoOpRecord",
    ZK_MIGRATION_STATE: "ZkMigrationStateRecord",
    REMOVE_USER_SCRAM_CREDENTIAL: "RemoveUserScramCredentialRecord",
    BEGIN_TRANSACTION: "BeginTransactionRecord",
    END_TRANSACTION: "EndTransactionRecord",
    ABORT_TRANSACTION: "AbortTransactionRecord",
    REMOVE_DELEGATION_TOKEN: "RemoveDelegationTokenRecord",
    REGISTER_CONTROLLER: "RegisterControllerRecord",
    CLEAR_ELR: "ClearElrRecord",
    UNREGISTER_CONTROLLER: "UnregisterControllerRecord",
}

_PARTITION_VERSIONS = ((23, 2), (17, 1))
_WRITTEN_VERSIONS = {
    REGISTER_BROKER: ((30, 4), (17, 3), (8, 2), (7, 1)),
    PARTITION: _PARTITION_VERSIONS,
    PARTITION_CHANGE: _PARTITION_VERSIONS,
}
"""Of types not always written in version 0: versions, and the metadata.version each came with."""


_imported: dict[int, type[Message]] = {}


def record_class(record_type: int) -> type[Message]:
    """The message class of a metadata record; raises `DecodeError` if there is no such type."""
    found = _imported.get(record_type)
    if found is None:
        name = _CLASSES.get(record_type)
        if name is None:
            raise DecodeError(f"metadata record type {record_type} is unknown")
        module_name = "".join("_" + c.lower() if c.isupper() else c for c in name)[1:]
        module = __import__(f"kafkawire.protocol.messages.{module_name}", fromlist=[name])
        found = _imported[record_type] = getattr(module, name)
    return found


def written_version(record: Message, metadata_version: int = METADATA_VERSION_LEVEL) -> int:
    """The version in which a record is written at `metadata_version`.

    A BrokerRegistrationChange goes out in the lowest version that can hold it (admin F-3).
    """
    kind = record.API_KEY
    if kind == BROKER_REGISTRATION_CHANGE:
        return _registration_change_version(record)  # type: ignore[arg-type]
    for came_with, version in _WRITTEN_VERSIONS.get(kind, ()):
        if metadata_version >= came_with:
            return version
    return 0


def fit(record: Message, version: int) -> None:
    """Take from a record what the `version` has no room for and Kafka leaves out then."""
    if record.API_KEY == REGISTER_BROKER:
        registration: RegisterBrokerRecord = record  # type: ignore[assignment]
        if version < 4:
            registration.cordoned_log_dirs = None
        if version < 3:
            registration.log_dirs = []
    elif record.API_KEY == PARTITION and version < 1:
        partition: PartitionRecord = record  # type: ignore[assignment]
        partition.directories = []


def _registration_change_version(record: BrokerRegistrationChangeRecord) -> int:
    if record.cordoned_log_dirs is not None:
        return 3
    if record.log_dirs:
        return 2
    return 1 if record.in_controlled_shutdown else 0


def encode_at(record: Message, metadata_version: int) -> bytes:
    """A record value as it is written at `metadata_version`; see `fit`."""
    version = written_version(record, metadata_version)
    if metadata_version < METADATA_VERSION_LEVEL:
        fit(record, version)
    return encode_record(record, version)


def encode_record(record: Message, version: int | None = None) -> bytes:
    """A record value; `version` None means the one of `written_version`."""
    if version is None:
        version = written_version(record)
    frame = bytes((FRAME_VERSION, record.API_KEY, version))
    chunks: list[bytes | bytearray | memoryview] = [frame]
    record.encode_into(version, chunks)
    return b"".join(chunks)


def decode_record(value: bytes) -> tuple[Message, int]:
    """The record in a value, and its version. Raises `DecodeError`."""
    frame, pos = _read_uvarint(value, 0)
    if frame != FRAME_VERSION:
        raise DecodeError(f"metadata frame version {frame} is unknown")
    record_type, pos = _read_uvarint(value, pos)
    version, pos = _read_uvarint(value, pos)
    return record_class(record_type).decode(value, version, pos), version


def _read_uvarint(value: bytes, pos: int) -> tuple[int, int]:
    if pos >= len(value):
        raise DecodeError("metadata record without a frame")
    byte = value[pos]
    return (byte, pos + 1) if byte < 0x80 else uvarint(value, pos + 1)
