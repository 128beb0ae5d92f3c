"""Generated from schemas/messages/ConsumerGroupHeartbeatResponse.json; do not edit.

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
    long_string,
    make,
    many_tags,
    null_error,
    pack_integers,
    packer,
    rower,
    short,
    starmap,
    string_length,
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


class ConsumerGroupHeartbeatResponse(Message):
    """The member's epoch and, when it changed, its partitions (KIP-848).

    Response of api key 68, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - member_id: string, 0+, null. Repeated from the request, or made up by the broker in
      version 0.
    - member_epoch: int32, 0+. To be sent from now on.
    - heartbeat_interval_ms: int32, 0+. Time to the next heartbeat.
    - assignment: Assignment, 0+, null. All the member may own from now on; null when
      unchanged.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "error_message",
        "member_id",
        "member_epoch",
        "heartbeat_interval_ms",
        "assignment",
    )
    _FIELDS = __slots__

    API_KEY = 68
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class TopicPartitions(Struct):
        """TopicPartitions of `ConsumerGroupHeartbeatResponse`.

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

    class Assignment(Struct):
        """All the member may own from now on; null when unchanged.

        - topic_partitions: []TopicPartitions, 0+
        """

        __slots__ = ("topic_partitions",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_partitions: list[ConsumerGroupHeartbeatResponse.TopicPartitions] = NEW,
        ) -> None:
            self.topic_partitions: list[ConsumerGroupHeartbeatResponse.TopicPartitions] = (
                [] if topic_partitions is NEW else topic_partitions
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        member_id: str | None = None,
        member_epoch: int = 0,
        heartbeat_interval_ms: int = 0,
        assignment: ConsumerGroupHeartbeatResponse.Assignment | None = None,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.member_id: str | None = member_id
        self.member_epoch: int = member_epoch
        self.heartbeat_interval_ms: int = heartbeat_interval_ms
        self.assignment: ConsumerGroupHeartbeatResponse.Assignment | None = assignment
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_iib = packer(">iib")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_uxx = rower(">16sxx")
_unpack_ihB = unpacker(">ihB")
_unpack_iib = unpacker(">iib")
_unpack_uB = unpacker(">16sB")
_TopicPartitions = ConsumerGroupHeartbeatResponse.TopicPartitions
_Assignment = ConsumerGroupHeartbeatResponse.Assignment
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


def _encode_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_assignment(o, out):
    topic_partitions_ = o.topic_partitions
    n = len(topic_partitions_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_partitions_array, topic_partitions_, out)
    elif n:
        _encode_topic_partitions_array(topic_partitions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_assignment_tags(o, out)


def _encode_consumer_group_heartbeat_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_heartbeat_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    member_id_ = o.member_id
    if member_id_ is None:
        out.append(b"\0")
    else:
        member_id_ = member_id_.encode()
        n = len(member_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(member_id_)
    assignment_ = o.assignment
    if assignment_ is None:
        out.append(_pack_iib(o.member_epoch, o.heartbeat_interval_ms, -1))
    else:
        out.append(_pack_iib(o.member_epoch, o.heartbeat_interval_ms, 1))
        _encode_assignment(assignment_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_consumer_group_heartbeat_response_tags(o, out)


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


def _decode_assignment_tags(o, buf, pos, count):
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


def _decode_assignment(buf, pos):
    o = make(_Assignment)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.topic_partitions = []
    else:
        null_error("TopicPartitions")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_assignment_tags(o, buf, pos, t)
    return o, pos


def _decode_consumer_group_heartbeat_response_tags(o, buf, pos, count):
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


def _decode_consumer_group_heartbeat_response(buf, pos):
    o = make(ConsumerGroupHeartbeatResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        o.member_id = None
    o.member_epoch, o.heartbeat_interval_ms, n = _unpack_iib(buf, pos)
    pos += 9
    if n < 0:
        o.assignment = None
    else:
        o.assignment, pos = _decode_assignment(buf, pos)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_heartbeat_response_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupHeartbeatResponse._ENCODERS = {
    0: _encode_consumer_group_heartbeat_response,
    1: _encode_consumer_group_heartbeat_response,
}
ConsumerGroupHeartbeatResponse._DECODERS = {
    0: _decode_consumer_group_heartbeat_response,
    1: _decode_consumer_group_heartbeat_response,
}
