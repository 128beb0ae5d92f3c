"""Generated from schemas/records/ConsumerGroupCurrentMemberAssignmentValue.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEW,
    READY_COUNTS,
    VARINTS,
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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ConsumerGroupCurrentMemberAssignmentValue(Message):
    """What a member owns now, and how far it is with a change.

    Coordinator-value, versions 0, flexible 0+.

    - member_epoch: int32, 0+. Group epoch the member has reached; -2 for a static member
      that is away.
    - previous_member_epoch: int32, 0+. Still accepted, for a member that missed the last
      answer.
    - state: int8, 0+. 0 stable, 1 has yet to revoke partitions, 2 waits for others to
      release theirs.
    - assigned_partitions: []TopicPartitions, 0+
    - partitions_pending_revocation: []TopicPartitions, 0+. Partitions the member has been
      told to give back.
    """

    __slots__ = (
        "member_epoch",
        "previous_member_epoch",
        "state",
        "assigned_partitions",
        "partitions_pending_revocation",
    )
    _FIELDS = __slots__

    API_KEY = 8
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TopicPartitions(Struct):
        """TopicPartitions of `ConsumerGroupCurrentMemberAssignmentValue`.

        - topic_id: uuid, 0+
        - partitions: []int32, 0+
        - assignment_epochs: []int32, 0+, null, tag 0. Member epoch at which each partition of
          the list was given, in its order (KIP-1251).
        """

        __slots__ = ("topic_id", "partitions", "assignment_epochs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: Sequence[int] = NEW,
            assignment_epochs: Sequence[int] | None = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.assignment_epochs: Sequence[int] | None = (
                [] if assignment_epochs is NEW else assignment_epochs
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        member_epoch: int = 0,
        previous_member_epoch: int = 0,
        state: int = 0,
        assigned_partitions: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = NEW,
        partitions_pending_revocation: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = NEW,
    ) -> None:
        self.member_epoch: int = member_epoch
        self.previous_member_epoch: int = previous_member_epoch
        self.state: int = state
        self.assigned_partitions: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = (
            [] if assigned_partitions is NEW else assigned_partitions
        )
        self.partitions_pending_revocation: list[ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions] = (
            [] if partitions_pending_revocation is NEW else partitions_pending_revocation
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
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
_TopicPartitions = ConsumerGroupCurrentMemberAssignmentValue.TopicPartitions
_ONE_TOPIC_PARTITIONS = ((_TopicPartitions,),)


def _encode_topic_partitions_tags(o, section):
    found = {}
    if not (not o.assignment_epochs and o.assignment_epochs is not None):
        out = []
        assignment_epochs_ = o.assignment_epochs
        if assignment_epochs_ is None:
            out.append(b"\0")
        else:
            n = len(assignment_epochs_)
            if n == 3:
                i, j, k = assignment_epochs_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = assignment_epochs_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(assignment_epochs_, "i"))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_topic_partitions_array(array, out):
    for o in array:
        partitions_ = o.partitions
        if (
            partitions_ is not None and not partitions_
            and (not o.assignment_epochs and o.assignment_epochs is not None)
            and o.unknown_tags is None
        ):
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
        if (not o.assignment_epochs and o.assignment_epochs is not None) and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_partitions_tags(o, out)


def _encode_consumer_group_current_member_assignment_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_current_member_assignment_value(o, out):
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
    partitions_pending_revocation_ = o.partitions_pending_revocation
    n = len(partitions_pending_revocation_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_array, partitions_pending_revocation_, out)
    elif n:
        _encode_topic_partitions_array(partitions_pending_revocation_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_current_member_assignment_value_tags(o, out)


def _decode_topic_partitions_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                n -= 1
                o.assignment_epochs = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
                pos += 4 * n
            elif n:
                o.assignment_epochs = []
            else:
                o.assignment_epochs = None
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
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
                o.assignment_epochs = []
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
        o.assignment_epochs = []
        o.unknown_tags = None
        if t:
            pos = _decode_topic_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_consumer_group_current_member_assignment_value_tags(o, buf, pos, count):
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


def _decode_consumer_group_current_member_assignment_value(buf, pos):
    o = make(ConsumerGroupCurrentMemberAssignmentValue)
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
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.partitions_pending_revocation, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.partitions_pending_revocation = []
    else:
        null_error("PartitionsPendingRevocation")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_current_member_assignment_value_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupCurrentMemberAssignmentValue._ENCODERS = {
    0: _encode_consumer_group_current_member_assignment_value,
}
ConsumerGroupCurrentMemberAssignmentValue._DECODERS = {
    0: _decode_consumer_group_current_member_assignment_value,
}
