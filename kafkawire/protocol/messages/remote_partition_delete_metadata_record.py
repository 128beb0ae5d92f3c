"""Generated from schemas/records/RemotePartitionDeleteMetadataRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
    Message,
    Struct,
    long_string,
    make,
    many_tags,
    null_error,
    packer,
    string_length,
    tag_head,
    unpacker,
    uvarint,
    write_tags,
)


class RemotePartitionDeleteMetadataRecord(Message):
    """How far the deletion of a partition from tiered storage is (KIP-405).

    Metadata, versions 0, flexible 0+.

    - topic_id_partition: TopicIdPartitionEntry, 0+
    - broker_id: int32, 0+. Leader that wrote this.
    - event_timestamp_ms: int64, 0+. When this was written.
    - remote_partition_delete_state: int8, 0+. 0 marked, 1 started, 2 finished.
    """

    __slots__ = (
        "topic_id_partition",
        "broker_id",
        "event_timestamp_ms",
        "remote_partition_delete_state",
    )
    _FIELDS = __slots__

    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicIdPartitionEntry(Struct):
        """TopicIdPartitionEntry of `RemotePartitionDeleteMetadataRecord`.

        - name: string, 0+
        - id: uuid, 0+
        - partition: int32, 0+
        """

        __slots__ = ("name", "id", "partition")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            id: bytes = ZERO_UUID,
            partition: int = 0,
        ) -> None:
            self.name: str = name
            self.id: bytes = id
            self.partition: int = partition
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topic_id_partition: RemotePartitionDeleteMetadataRecord.TopicIdPartitionEntry = NEW,
        broker_id: int = 0,
        event_timestamp_ms: int = 0,
        remote_partition_delete_state: int = 0,
    ) -> None:
        self.topic_id_partition: RemotePartitionDeleteMetadataRecord.TopicIdPartitionEntry = (
            RemotePartitionDeleteMetadataRecord.TopicIdPartitionEntry() if topic_id_partition is NEW else topic_id_partition
        )
        self.broker_id: int = broker_id
        self.event_timestamp_ms: int = event_timestamp_ms
        self.remote_partition_delete_state: int = remote_partition_delete_state
        self.unknown_tags = None


_pack_iqb = packer(">iqb")
_pack_iqbx = packer(">iqbx")
_pack_ui = packer(">16si")
_pack_uix = packer(">16six")
_unpack_iqbB = unpacker(">iqbB")
_unpack_uiB = unpacker(">16siB")
_TopicIdPartitionEntry = RemotePartitionDeleteMetadataRecord.TopicIdPartitionEntry


def _encode_topic_id_partition_entry_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_id_partition_entry(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    if o.unknown_tags is None:
        out.append(_pack_uix(o.id, o.partition))
    else:
        out.append(_pack_ui(o.id, o.partition))
        _encode_topic_id_partition_entry_tags(o, out)


def _encode_remote_partition_delete_metadata_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remote_partition_delete_metadata_record(o, out):
    _encode_topic_id_partition_entry(o.topic_id_partition, out)
    if o.unknown_tags is None:
        out.append(_pack_iqbx(o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state))
    else:
        out.append(_pack_iqb(o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state))
        _encode_remote_partition_delete_metadata_record_tags(o, out)


def _decode_topic_id_partition_entry_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_topic_id_partition_entry(buf, pos):
    o = make(_TopicIdPartitionEntry)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.name = buf[pos:e].decode()
        pos = e
    else:
        null_error("Name")
    o.id, o.partition, t = _unpack_uiB(buf, pos)
    pos += 21
    o.unknown_tags = None
    if t:
        pos = _decode_topic_id_partition_entry_tags(o, buf, pos, t)
    return o, pos


def _decode_remote_partition_delete_metadata_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if o.unknown_tags is None:
            o.unknown_tags = {}
        o.unknown_tags[tag] = bytes(buf[pos:end])
        pos = end
    return pos


def _decode_remote_partition_delete_metadata_record(buf, pos):
    o = make(RemotePartitionDeleteMetadataRecord)
    o.topic_id_partition, pos = _decode_topic_id_partition_entry(buf, pos)
    (o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state, t) = _unpack_iqbB(buf, pos)
    pos += 14
    o.unknown_tags = None
    if t:
        pos = _decode_remote_partition_delete_metadata_record_tags(o, buf, pos, t)
    return o, pos


RemotePartitionDeleteMetadataRecord._ENCODERS = {0: _encode_remote_partition_delete_metadata_record}
RemotePartitionDeleteMetadataRecord._DECODERS = {0: _decode_remote_partition_delete_metadata_record}
