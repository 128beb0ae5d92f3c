"""Generated from schemas/records/RemoteLogSegmentMetadataUpdateRecord.json; do not edit.

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
    varint,
    write_tags,
)


class RemoteLogSegmentMetadataUpdateRecord(Message):
    """Changes the state of a segment in tiered storage (KIP-405).

    Metadata, versions 0, flexible 0+.

    - remote_log_segment_id: RemoteLogSegmentIdEntry, 0+
    - broker_id: int32, 0+. Leader that wrote this.
    - event_timestamp_ms: int64, 0+. When this was written.
    - custom_metadata: bytes, 0+, null. Bytes of the storage plugin (KIP-917).
    - remote_log_segment_state: int8, 0+. 0 copy started, 1 copy finished, 2 delete started,
      3 delete finished.
    """

    __slots__ = (
        "remote_log_segment_id",
        "broker_id",
        "event_timestamp_ms",
        "custom_metadata",
        "remote_log_segment_state",
    )
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class RemoteLogSegmentIdEntry(Struct):
        """RemoteLogSegmentIdEntry of `RemoteLogSegmentMetadataUpdateRecord`.

        - topic_id_partition: TopicIdPartitionEntry, 0+
        - id: uuid, 0+. As in the RemoteLogSegmentMetadataRecord.
        """

        __slots__ = ("topic_id_partition", "id")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id_partition: RemoteLogSegmentMetadataUpdateRecord.TopicIdPartitionEntry = NEW,
            id: bytes = ZERO_UUID,
        ) -> None:
            self.topic_id_partition: RemoteLogSegmentMetadataUpdateRecord.TopicIdPartitionEntry = (
                RemoteLogSegmentMetadataUpdateRecord.TopicIdPartitionEntry() if topic_id_partition is NEW else topic_id_partition
            )
            self.id: bytes = id
            self.unknown_tags = None

    class TopicIdPartitionEntry(Struct):
        """TopicIdPartitionEntry of `RemoteLogSegmentMetadataUpdateRecord`.

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
        remote_log_segment_id: RemoteLogSegmentMetadataUpdateRecord.RemoteLogSegmentIdEntry = NEW,
        broker_id: int = 0,
        event_timestamp_ms: int = 0,
        custom_metadata: bytes | None = None,
        remote_log_segment_state: int = 0,
    ) -> None:
        self.remote_log_segment_id: RemoteLogSegmentMetadataUpdateRecord.RemoteLogSegmentIdEntry = (
            RemoteLogSegmentMetadataUpdateRecord.RemoteLogSegmentIdEntry() if remote_log_segment_id is NEW else remote_log_segment_id
        )
        self.broker_id: int = broker_id
        self.event_timestamp_ms: int = event_timestamp_ms
        self.custom_metadata: bytes | None = custom_metadata
        self.remote_log_segment_state: int = remote_log_segment_state
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bx = packer(">bx")
_pack_iq = packer(">iq")
_pack_iqB = packer(">iqB")
_pack_iqx = packer(">iqx")
_pack_u = packer(">16s")
_pack_ui = packer(">16si")
_pack_uix = packer(">16six")
_pack_ux = packer(">16sx")
_unpack_bB = unpacker(">bB")
_unpack_iqB = unpacker(">iqB")
_unpack_uB = unpacker(">16sB")
_unpack_uiB = unpacker(">16siB")
_RemoteLogSegmentIdEntry = RemoteLogSegmentMetadataUpdateRecord.RemoteLogSegmentIdEntry
_TopicIdPartitionEntry = RemoteLogSegmentMetadataUpdateRecord.TopicIdPartitionEntry


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


def _encode_remote_log_segment_id_entry_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remote_log_segment_id_entry(o, out):
    _encode_topic_id_partition_entry(o.topic_id_partition, out)
    if o.unknown_tags is None:
        out.append(_pack_ux(o.id))
    else:
        out.append(_pack_u(o.id))
        _encode_remote_log_segment_id_entry_tags(o, out)


def _encode_remote_log_segment_metadata_update_record_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remote_log_segment_metadata_update_record(o, out):
    _encode_remote_log_segment_id_entry(o.remote_log_segment_id, out)
    custom_metadata_ = o.custom_metadata
    if custom_metadata_ is None:
        out.append(_pack_iqx(o.broker_id, o.event_timestamp_ms))
    else:
        n = len(custom_metadata_)
        if n < 127:
            out.append(_pack_iqB(o.broker_id, o.event_timestamp_ms, n + 1))
        else:
            out.append(_pack_iq(o.broker_id, o.event_timestamp_ms))
            out.append(varint(n + 1))
        out.append(custom_metadata_)
    if o.unknown_tags is None:
        out.append(_pack_bx(o.remote_log_segment_state))
    else:
        out.append(_pack_b(o.remote_log_segment_state))
        _encode_remote_log_segment_metadata_update_record_tags(o, out)


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


def _decode_remote_log_segment_id_entry_tags(o, buf, pos, count):
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


def _decode_remote_log_segment_id_entry(buf, pos):
    o = make(_RemoteLogSegmentIdEntry)
    o.topic_id_partition, pos = _decode_topic_id_partition_entry(buf, pos)
    o.id, t = _unpack_uB(buf, pos)
    pos += 17
    o.unknown_tags = None
    if t:
        pos = _decode_remote_log_segment_id_entry_tags(o, buf, pos, t)
    return o, pos


def _decode_remote_log_segment_metadata_update_record_tags(o, buf, pos, count):
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


def _decode_remote_log_segment_metadata_update_record(buf, pos):
    o = make(RemoteLogSegmentMetadataUpdateRecord)
    o.remote_log_segment_id, pos = _decode_remote_log_segment_id_entry(buf, pos)
    o.broker_id, o.event_timestamp_ms, n = _unpack_iqB(buf, pos)
    pos += 13
    if n > 127:
        e = buf[pos]
        if e < 128:
            n += (e << 7) - 128
            pos += 1
        else:
            n, pos = uvarint(buf, pos)
    if n:
        e = pos + n - 1
        o.custom_metadata = b"" + buf[pos:e]
        pos = e
    else:
        o.custom_metadata = None
    o.remote_log_segment_state, t = _unpack_bB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_remote_log_segment_metadata_update_record_tags(o, buf, pos, t)
    return o, pos


RemoteLogSegmentMetadataUpdateRecord._ENCODERS = {
    0: _encode_remote_log_segment_metadata_update_record,
}
RemoteLogSegmentMetadataUpdateRecord._DECODERS = {
    0: _decode_remote_log_segment_metadata_update_record,
}
