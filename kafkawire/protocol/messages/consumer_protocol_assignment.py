"""Generated from schemas/messages/ConsumerProtocolAssignment.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    INT32S,
    NEVER_FLEXIBLE,
    NEW,
    READY_COUNTS,
    LargeFrame,
    Message,
    Struct,
    absent,
    integers,
    long_array,
    make,
    null_error,
    pack_integers,
    packer,
    short,
    starmap,
    unpacker,
    write_long,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ConsumerProtocolAssignment(Message):
    """What the leader gives one consumer in SyncGroup, after an int16 version.

    Data, versions 0-3.

    - assigned_partitions: []TopicPartition, 0+
    - user_data: bytes, 0+, null. The assignor's own bytes.
    """

    __slots__ = ("assigned_partitions", "user_data")
    _FIELDS = __slots__

    API_KEY = -1
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    class TopicPartition(Struct):
        """TopicPartition of `ConsumerProtocolAssignment`.

        - topic: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        assigned_partitions: list[ConsumerProtocolAssignment.TopicPartition] = NEW,
        user_data: bytes | None = None,
    ) -> None:
        self.assigned_partitions: list[ConsumerProtocolAssignment.TopicPartition] = (
            [] if assigned_partitions is NEW else assigned_partitions
        )
        self.user_data: bytes | None = user_data
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_TopicPartition = ConsumerProtocolAssignment.TopicPartition
_ONE_TOPIC_PARTITION = ((_TopicPartition,),)


def _encode_topic_partition_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_consumer_protocol_assignment(o, out):
    assigned_partitions_ = o.assigned_partitions
    n = len(assigned_partitions_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_partition_array, assigned_partitions_, out)
    elif n:
        _encode_topic_partition_array(assigned_partitions_, out)
    user_data_ = o.user_data
    if user_data_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(user_data_)
        out.append(_pack_i(n))
        out.append(user_data_)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_topic_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITION * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_consumer_protocol_assignment(buf, pos):
    o = make(ConsumerProtocolAssignment)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.assigned_partitions, pos = _decode_topic_partition_array(buf, pos, n)
    elif not n:
        o.assigned_partitions = []
    else:
        null_error("AssignedPartitions")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n >= 0:
        e = pos + n
        o.user_data = b"" + buf[pos:e]
        pos = e
    else:
        o.user_data = None
    o.unknown_tags = None
    return o, pos


ConsumerProtocolAssignment._ENCODERS = {
    0: _encode_consumer_protocol_assignment,
    1: _encode_consumer_protocol_assignment,
    2: _encode_consumer_protocol_assignment,
    3: _encode_consumer_protocol_assignment,
}
ConsumerProtocolAssignment._DECODERS = {
    0: _decode_consumer_protocol_assignment,
    1: _decode_consumer_protocol_assignment,
    2: _decode_consumer_protocol_assignment,
    3: _decode_consumer_protocol_assignment,
}
