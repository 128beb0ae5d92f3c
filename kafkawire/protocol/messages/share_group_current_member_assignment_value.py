"""Generated from schemas/records/ShareGroupCurrentMemberAssignmentValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    integers,
    long_array,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    rower,
    short,
    starmap,
    tag_head,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ShareGroupCurrentMemberAssignmentValue(Message):
    """What a member has now.

    Coordinator-value, versions 0, flexible 0+.

    - member_epoch: int32, 0+. Group epoch the member has reached.
    - previous_member_epoch: int32, 0+. Still accepted, for a member that missed the last
      answer.
    - state: int8, 0+. 0 stable; share members have nothing to revoke.
    - assigned_partitions: []TopicPartitions, 0+
    """

    __slots__ = ("member_epoch", "previous_member_epoch", "state", "assigned_partitions")
    _FIELDS = __slots__

    API_KEY = 14
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicPartitions(Struct):
        """TopicPartitions of `ShareGroupCurrentMemberAssignmentValue`.

        - topic_id: uuid, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        member_epoch: int = 0,
        previous_member_epoch: int = 0,
        state: int = 0,
        assigned_partitions: list[ShareGroupCurrentMemberAssignmentValue.TopicPartitions] = NEW,
    ) -> None:
        self.member_epoch: int = member_epoch
        self.previous_member_epoch: int = previous_member_epoch
        self.state: int = state
        self.assigned_partitions: list[ShareGroupCurrentMemberAssignmentValue.TopicPartitions] = (
            [] if assigned_partitions is NEW else assigned_partitions
        )
        self.unknown_tags = None


_pack_iib = packer(">iib")
_pack_iibB = packer(">iibB")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_uxx = rower(">16sxx")
_unpack_iibB = unpacker(">iibB")
_unpack_uB = unpacker(">16sB")
_TopicPartitions = ShareGroupCurrentMemberAssignmentValue.TopicPartitions
_ONE_TOPIC_PARTITIONS = ((_TopicPartitions,),)


def _encode_topic_partitions_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_partitions_array(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_uBiii(o.topic_id, 4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_uBi(o.topic_id, 2, i))
        else:
            if n < 127:
                out.append(_pack_uB(o.topic_id, n + 1))
            else:
                out.append(_pack_u(o.topic_id))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_partitions_tags(o, out)


def _encode_share_group_current_member_assignment_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_share_group_current_member_assignment_value(o, out):
    assigned_partitions_ = o.assigned_partitions
    n = len(assigned_partitions_)
    if n < 127:
        out.append(_pack_iibB(o.member_epoch, o.previous_member_epoch, o.state, n + 1))
    else:
        out.append(_pack_iib(o.member_epoch, o.previous_member_epoch, o.state))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_array, assigned_partitions_, out)
    elif n:
        _encode_topic_partitions_array(assigned_partitions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_share_group_current_member_assignment_value_tags(o, out)


def _decode_topic_partitions_tags(o, buf, pos, count):
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


def _decode_topic_partitions_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partitions_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITIONS * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_share_group_current_member_assignment_value_tags(o, buf, pos, count):
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


def _decode_share_group_current_member_assignment_value(buf, pos):
    o = make(ShareGroupCurrentMemberAssignmentValue)
    o.member_epoch, o.previous_member_epoch, o.state, n = _unpack_iibB(buf, pos)
    pos += 10
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.assigned_partitions, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.assigned_partitions = []
    else:
        null_error("AssignedPartitions")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_share_group_current_member_assignment_value_tags(o, buf, pos, t)
    return o, pos


ShareGroupCurrentMemberAssignmentValue._ENCODERS = {
    0: _encode_share_group_current_member_assignment_value,
}
ShareGroupCurrentMemberAssignmentValue._DECODERS = {
    0: _decode_share_group_current_member_assignment_value,
}
