"""The records of `__consumer_offsets`: offsets, classic groups, and what `consumer` adds.

A key is its record type as i16 and a body of version 0, a value is its version as i16 and a body
of that version, and a tombstone is a key without a value (groups A-1). Types that this broker does
not know are skipped when a log is read; a value version that it does not know fails the load,
because state that is only half understood must not be served (A-27).
"""

from __future__ import annotations

from struct import Struct
from typing import NamedTuple

from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.group_metadata_key import GroupMetadataKey
from kafkawire.protocol.messages.group_metadata_value import GroupMetadataValue
from kafkawire.protocol.messages.offset_commit_key import OffsetCommitKey
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue

LEGACY_OFFSET_COMMIT = 0
"""The type of offsets written before Kafka 0.9; its bodies are those of type 1."""
OFFSET_COMMIT = OffsetCommitKey.API_KEY
GROUP_METADATA = GroupMetadataKey.API_KEY

OFFSET_VALUE_VERSION = 4
OFFSET_VALUE_VERSION_WITH_EXPIRY = 1
"""The only version that has an expire time; it lacks leader epoch and topic id (groups A-8)."""
GROUP_VALUE_VERSION = 3
CONSUMER_VALUE_VERSION = 0
CONSUMER_TYPES = frozenset((3, 4, 5, 6, 7, 8, 16))

_I16 = Struct(">h")


class OffsetRecord(NamedTuple):
    """A partition's committed offset, or its tombstone."""

    key: OffsetCommitKey
    value: OffsetCommitValue | None

    @property
    def group_id(self) -> str:
        """Whose it is."""
        return self.key.group


class GroupRecord(NamedTuple):
    """A classic group, or its tombstone."""

    key: GroupMetadataKey
    value: GroupMetadataValue | None

    @property
    def group_id(self) -> str:
        """Which group it is."""
        return self.key.group


class ConsumerRecord(NamedTuple):
    """A part of a consumer group, or its tombstone (see `consumer.records`)."""

    key: Message
    value: Message | None

    @property
    def group_id(self) -> str:
        """Whose part it is."""
        group_id: str = self.key.group_id  # type: ignore[attr-defined]
        return group_id


Record = OffsetRecord | GroupRecord | ConsumerRecord


def offset_record(
    group_id: str, topic: str, partition: int, value: OffsetCommitValue | None
) -> OffsetRecord:
    """A commit, or the tombstone of one."""
    return OffsetRecord(OffsetCommitKey(group=group_id, topic=topic, partition=partition), value)


def group_record(group_id: str, value: GroupMetadataValue | None) -> GroupRecord:
    """A group's state, or its tombstone."""
    return GroupRecord(GroupMetadataKey(group=group_id), value)


def encode(record: Record) -> tuple[bytes, bytes | None]:
    """A record's key and value bytes."""
    key = _I16.pack(record.key.API_KEY) + record.key.encode(0)
    if record.value is None:
        return key, None
    version = _value_version(record.value)
    return key, _I16.pack(version) + record.value.encode(version)


def _value_version(value: Message) -> int:
    if isinstance(value, GroupMetadataValue):
        return GROUP_VALUE_VERSION
    if not isinstance(value, OffsetCommitValue):
        return CONSUMER_VALUE_VERSION
    if value.expire_timestamp != -1:
        return OFFSET_VALUE_VERSION_WITH_EXPIRY
    return OFFSET_VALUE_VERSION


def decode(key: bytes, value: bytes | None) -> Record | None:
    """Read a record; None if it is of a type that this broker does not keep.

    Raises `DecodeError` for bytes that are no record, `UnsupportedVersion` for a value from the
    future.
    """
    kind = _head(key)
    if kind in (OFFSET_COMMIT, LEGACY_OFFSET_COMMIT):
        offset_key = OffsetCommitKey.decode(key, 0, _I16.size)
        if value is None:
            return OffsetRecord(offset_key, None)
        return OffsetRecord(offset_key, OffsetCommitValue.decode(value, _head(value), _I16.size))
    if kind == GROUP_METADATA:
        group_key = GroupMetadataKey.decode(key, 0, _I16.size)
        if value is None:
            return GroupRecord(group_key, None)
        return GroupRecord(group_key, GroupMetadataValue.decode(value, _head(value), _I16.size))
    return _decode_consumer(kind, key, value) if kind in CONSUMER_TYPES else None


def _decode_consumer(kind: int, key: bytes, value: bytes | None) -> ConsumerRecord:
    from kafkawire.broker.groups.consumer_classes import CLASSES

    key_class, value_class = CLASSES[kind]
    decoded = key_class.decode(key, 0, _I16.size)
    if value is None:
        return ConsumerRecord(decoded, None)
    return ConsumerRecord(decoded, value_class.decode(value, _head(value), _I16.size))


def _head(data: bytes) -> int:
    """The i16 that a key or a value starts with."""
    if len(data) < _I16.size:
        raise DecodeError(f"a state record of {len(data)} bytes")
    head: int = _I16.unpack_from(data)[0]
    return head
