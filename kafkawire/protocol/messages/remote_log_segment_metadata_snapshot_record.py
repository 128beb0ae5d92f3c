"""Generated from schemas/records/RemoteLogSegmentMetadataSnapshotRecord.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    long_array,
    make,
    many_tags,
    null_error,
    packer,
    rower,
    short,
    starmap,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class RemoteLogSegmentMetadataSnapshotRecord(Message):
    """A segment in the local snapshot of tiered storage's metadata (KIP-405).

    Metadata, versions 0, flexible 0+.

    - segment_id: uuid, 0+
    - start_offset: int64, 0+. First offset in the segment.
    - end_offset: int64, 0+. Last offset in the segment.
    - broker_id: int32, 0+. Leader that wrote this.
    - max_timestamp_ms: int64, 0+. Largest timestamp in the segment.
    - event_timestamp_ms: int64, 0+. When this was written.
    - segment_leader_epochs: []SegmentLeaderEpochEntry, 0+. Leader epochs in the segment,
      with the first offset of each.
    - segment_size_in_bytes: int32, 0+. Size of the .log file.
    - custom_metadata: bytes, 0+, null. Bytes of the storage plugin (KIP-917).
    - remote_log_segment_state: int8, 0+. 0 copy started, 1 copy finished, 2 delete started,
      3 delete finished.
    - txn_index_empty: bool, 0+, tag 0. True when the segment has no aborted transactions,
      so there is no index to fetch (KIP-1058).
    """

    __slots__ = (
        "segment_id",
        "start_offset",
        "end_offset",
        "broker_id",
        "max_timestamp_ms",
        "event_timestamp_ms",
        "segment_leader_epochs",
        "segment_size_in_bytes",
        "custom_metadata",
        "remote_log_segment_state",
        "txn_index_empty",
    )
    _FIELDS = __slots__

    API_KEY = 3
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class SegmentLeaderEpochEntry(Struct):
        """Leader epochs in the segment, with the first offset of each.

        - leader_epoch: int32, 0+
        - offset: int64, 0+. First offset of the epoch.
        """

        __slots__ = ("leader_epoch", "offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            leader_epoch: int = 0,
            offset: int = 0,
        ) -> None:
            self.leader_epoch: int = leader_epoch
            self.offset: int = offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        segment_id: bytes = ZERO_UUID,
        start_offset: int = 0,
        end_offset: int = 0,
        broker_id: int = 0,
        max_timestamp_ms: int = 0,
        event_timestamp_ms: int = 0,
        segment_leader_epochs: list[RemoteLogSegmentMetadataSnapshotRecord.SegmentLeaderEpochEntry] = NEW,
        segment_size_in_bytes: int = 0,
        custom_metadata: bytes | None = None,
        remote_log_segment_state: int = 0,
        txn_index_empty: bool = False,
    ) -> None:
        self.segment_id: bytes = segment_id
        self.start_offset: int = start_offset
        self.end_offset: int = end_offset
        self.broker_id: int = broker_id
        self.max_timestamp_ms: int = max_timestamp_ms
        self.event_timestamp_ms: int = event_timestamp_ms
        self.segment_leader_epochs: list[RemoteLogSegmentMetadataSnapshotRecord.SegmentLeaderEpochEntry] = (
            [] if segment_leader_epochs is NEW else segment_leader_epochs
        )
        self.segment_size_in_bytes: int = segment_size_in_bytes
        self.custom_metadata: bytes | None = custom_metadata
        self.remote_log_segment_state: int = remote_log_segment_state
        self.txn_index_empty: bool = txn_index_empty
        self.unknown_tags = None


_pack_b = packer(">b")
_pack_bx = packer(">bx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_uqqiqq = packer(">16sqqiqq")
_pack_uqqiqqB = packer(">16sqqiqqB")
_row_iqx = rower(">iqx")
_unpack_bB = unpacker(">bB")
_unpack_iB = unpacker(">iB")
_unpack_iqB = unpacker(">iqB")
_unpack_o = unpacker(">?")
_unpack_uqqiqqB = unpacker(">16sqqiqqB")
_SegmentLeaderEpochEntry = RemoteLogSegmentMetadataSnapshotRecord.SegmentLeaderEpochEntry
_ONE_SEGMENT_LEADER_EPOCH_ENTRY = ((_SegmentLeaderEpochEntry,),)


def _encode_segment_leader_epoch_entry_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_segment_leader_epoch_entry_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.leader_epoch, o.offset))
        else:
            out.append(_pack_iq(o.leader_epoch, o.offset))
            _encode_segment_leader_epoch_entry_tags(o, out)


def _encode_remote_log_segment_metadata_snapshot_record_tags(o, section):
    found = {}
    if o.txn_index_empty:
        out = []
        out.append(_pack_o(o.txn_index_empty))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_remote_log_segment_metadata_snapshot_record(o, out):
    segment_leader_epochs_ = o.segment_leader_epochs
    n = len(segment_leader_epochs_)
    if n < 127:
        out.append(_pack_uqqiqqB(
            o.segment_id,
            o.start_offset,
            o.end_offset,
            o.broker_id,
            o.max_timestamp_ms,
            o.event_timestamp_ms,
            n + 1,
        ))
    else:
        out.append(_pack_uqqiqq(
            o.segment_id,
            o.start_offset,
            o.end_offset,
            o.broker_id,
            o.max_timestamp_ms,
            o.event_timestamp_ms,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_segment_leader_epoch_entry_array, segment_leader_epochs_, out)
    elif n:
        _encode_segment_leader_epoch_entry_array(segment_leader_epochs_, out)
    custom_metadata_ = o.custom_metadata
    if custom_metadata_ is None:
        out.append(_pack_ix(o.segment_size_in_bytes))
    else:
        n = len(custom_metadata_)
        if n < 127:
            out.append(_pack_iB(o.segment_size_in_bytes, n + 1))
        else:
            out.append(_pack_i(o.segment_size_in_bytes))
            out.append(varint(n + 1))
        out.append(custom_metadata_)
    if not o.txn_index_empty and o.unknown_tags is None:
        out.append(_pack_bx(o.remote_log_segment_state))
    else:
        out.append(_pack_b(o.remote_log_segment_state))
        _encode_remote_log_segment_metadata_snapshot_record_tags(o, out)


def _decode_segment_leader_epoch_entry_tags(o, buf, pos, count):
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


def _decode_segment_leader_epoch_entry_array(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_SegmentLeaderEpochEntry)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_segment_leader_epoch_entry_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SEGMENT_LEADER_EPOCH_ENTRY * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (o.leader_epoch, o.offset) in zip(found, _row_iqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.leader_epoch, o.offset, t = _unpack_iqB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_segment_leader_epoch_entry_tags(o, buf, pos, t)
    return found, pos


def _decode_remote_log_segment_metadata_snapshot_record_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.txn_index_empty, = _unpack_o(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_remote_log_segment_metadata_snapshot_record(buf, pos):
    o = make(RemoteLogSegmentMetadataSnapshotRecord)
    (
        o.segment_id,
        o.start_offset,
        o.end_offset,
        o.broker_id,
        o.max_timestamp_ms,
        o.event_timestamp_ms,
        n,
    ) = _unpack_uqqiqqB(buf, pos)
    pos += 53
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.segment_leader_epochs, pos = _decode_segment_leader_epoch_entry_array(buf, pos, n - 1)
    elif n:
        o.segment_leader_epochs = []
    else:
        null_error("SegmentLeaderEpochs")
    o.segment_size_in_bytes, n = _unpack_iB(buf, pos)
    pos += 5
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
    o.txn_index_empty = False
    o.unknown_tags = None
    if t:
        pos = _decode_remote_log_segment_metadata_snapshot_record_tags(o, buf, pos, t)
    return o, pos


RemoteLogSegmentMetadataSnapshotRecord._ENCODERS = {
    0: _encode_remote_log_segment_metadata_snapshot_record,
}
RemoteLogSegmentMetadataSnapshotRecord._DECODERS = {
    0: _decode_remote_log_segment_metadata_snapshot_record,
}
