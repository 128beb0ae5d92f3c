"""Generated from schemas/records/ShareUpdateValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
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


class ShareUpdateValue(Message):
    """A change to a share-partition's state, on top of a snapshot.

    Coordinator-value, versions 0, flexible 0+.

    - snapshot_epoch: int32, 0+. Snapshot this change belongs to.
    - leader_epoch: int32, 0+. Leader epoch of the topic partition on the calling broker; a
      lower one than stored is fenced.
    - start_offset: int64, 0+. New start offset; -1 leaves it alone.
    - delivery_complete_count: int32, 0+, tag 0. Records from the start offset on that are
      done with (KIP-1226); -1 when unknown.
    - state_batches: []StateBatch, 0+. Offset ranges that share one delivery state,
      ascending.
    """

    __slots__ = (
        "snapshot_epoch",
        "leader_epoch",
        "start_offset",
        "delivery_complete_count",
        "state_batches",
    )
    _FIELDS = __slots__

    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class StateBatch(Struct):
        """Offset ranges that share one delivery state, ascending.

        - first_offset: int64, 0+
        - last_offset: int64, 0+. Last offset of the range, itself included.
        - delivery_state: int8, 0+. 0 available, 2 acknowledged, 4 archived.
        - delivery_count: int16, 0+. How many times the records have been handed out so far.
        """

        __slots__ = ("first_offset", "last_offset", "delivery_state", "delivery_count")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            first_offset: int = 0,
            last_offset: int = 0,
            delivery_state: int = 0,
            delivery_count: int = 0,
        ) -> None:
            self.first_offset: int = first_offset
            self.last_offset: int = last_offset
            self.delivery_state: int = delivery_state
            self.delivery_count: int = delivery_count
            self.unknown_tags = None

    def __init__(
        self,
        *,
        snapshot_epoch: int = 0,
        leader_epoch: int = 0,
        start_offset: int = 0,
        delivery_complete_count: int = -1,
        state_batches: list[ShareUpdateValue.StateBatch] = NEW,
    ) -> None:
        self.snapshot_epoch: int = snapshot_epoch
        self.leader_epoch: int = leader_epoch
        self.start_offset: int = start_offset
        self.delivery_complete_count: int = delivery_complete_count
        self.state_batches: list[ShareUpdateValue.StateBatch] = (
            [] if state_batches is NEW else state_batches
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iiq = packer(">iiq")
_pack_iiqB = packer(">iiqB")
_pack_qqbh = packer(">qqbh")
_pack_qqbhx = packer(">qqbhx")
_row_qqbhx = rower(">qqbhx")
_unpack_i = unpacker(">i")
_unpack_iiqB = unpacker(">iiqB")
_unpack_qqbhB = unpacker(">qqbhB")
_StateBatch = ShareUpdateValue.StateBatch
_ONE_STATE_BATCH = ((_StateBatch,),)


def _encode_state_batch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_state_batch_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_qqbhx(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
        else:
            out.append(_pack_qqbh(o.first_offset, o.last_offset, o.delivery_state, o.delivery_count))
            _encode_state_batch_tags(o, out)


def _encode_share_update_value_tags(o, section):
    found = {}
    if o.delivery_complete_count != -1:
        out = []
        out.append(_pack_i(o.delivery_complete_count))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_share_update_value(o, out):
    state_batches_ = o.state_batches
    n = len(state_batches_)
    if n < 127:
        out.append(_pack_iiqB(o.snapshot_epoch, o.leader_epoch, o.start_offset, n + 1))
    else:
        out.append(_pack_iiq(o.snapshot_epoch, o.leader_epoch, o.start_offset))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_state_batch_array, state_batches_, out)
    elif n:
        _encode_state_batch_array(state_batches_, out)
    if o.delivery_complete_count == -1 and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_update_value_tags(o, out)


def _decode_state_batch_tags(o, buf, pos, count):
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


def _decode_state_batch_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StateBatch)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_state_batch_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STATE_BATCH * count)]
        end = pos + 20 * count
        if count > 7 and buf[pos + 19:end:20].count(0) == count:
            for o, (
                o.first_offset, o.last_offset, o.delivery_state, o.delivery_count,
            ) in zip(found, _row_qqbhx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.first_offset, o.last_offset, o.delivery_state, o.delivery_count, t) = _unpack_qqbhB(buf, pos)
        pos += 20
        o.unknown_tags = None
        if t:
            pos = _decode_state_batch_tags(o, buf, pos, t)
    return found, pos


def _decode_share_update_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.delivery_complete_count, = _unpack_i(buf, pos)
            pos += 4
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_share_update_value(buf, pos):
    o = make(ShareUpdateValue)
    o.snapshot_epoch, o.leader_epoch, o.start_offset, n = _unpack_iiqB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.state_batches, pos = _decode_state_batch_array(buf, pos, n - 1)
    elif n:
        o.state_batches = []
    else:
        null_error("StateBatches")
    t = buf[pos]
    pos += 1
    o.delivery_complete_count = -1
    o.unknown_tags = None
    if t:
        pos = _decode_share_update_value_tags(o, buf, pos, t)
    return o, pos


ShareUpdateValue._ENCODERS = {0: _encode_share_update_value}
ShareUpdateValue._DECODERS = {0: _decode_share_update_value}
