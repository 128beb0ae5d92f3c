"""Generated from schemas/messages/ConsumerGroupHeartbeatRequest.json; do not edit.

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
    absent,
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ConsumerGroupHeartbeatRequest(Message):
    """Joins, keeps up and leaves a group in which the broker assigns (KIP-848).

    Request of api key 68, versions 0-1, flexible 0+.

    - group_id: string, 0+
    - member_id: string, 0+. Made up by the member from version 1 (KIP-1082); in version 0
      empty when it joins.
    - member_epoch: int32, 0+. 0 joins, -1 leaves, -2 leaves but keeps the static name's
      place; else the last epoch received.
    - instance_id: string, 0+, null. Static member name; null when unset or unchanged.
    - rack_id: string, 0+, null. Null when unset or unchanged.
    - rebalance_timeout_ms: int32, 0+. Time the member gets to give partitions back; -1 when
      unchanged.
    - subscribed_topic_names: []string, 0+, null. Null when unchanged.
    - subscribed_topic_regex: string, 1+, null. RE2 pattern of topics, evaluated by the
      broker; null when unchanged, empty to drop it.
    - server_assignor: string, 0+, null. Name such as uniform or range; null when unset or
      unchanged.
    - topic_partitions: []TopicPartitions, 0+, null. Partitions the member owns; null when
      unchanged since the last heartbeat.
    """

    __slots__ = (
        "group_id",
        "member_id",
        "member_epoch",
        "instance_id",
        "rack_id",
        "rebalance_timeout_ms",
        "subscribed_topic_names",
        "subscribed_topic_regex",
        "server_assignor",
        "topic_partitions",
    )
    _FIELDS = __slots__

    API_KEY = 68
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class TopicPartitions(Struct):
        """Partitions the member owns; null when unchanged since the last heartbeat.

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
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        instance_id: str | None = None,
        rack_id: str | None = None,
        rebalance_timeout_ms: int = -1,
        subscribed_topic_names: list[str] | None = None,
        subscribed_topic_regex: str | None = None,
        server_assignor: str | None = None,
        topic_partitions: list[ConsumerGroupHeartbeatRequest.TopicPartitions] | None = None,
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.member_epoch: int = member_epoch
        self.instance_id: str | None = instance_id
        self.rack_id: str | None = rack_id
        self.rebalance_timeout_ms: int = rebalance_timeout_ms
        self.subscribed_topic_names: list[str] | None = subscribed_topic_names
        self.subscribed_topic_regex: str | None = subscribed_topic_regex
        self.server_assignor: str | None = server_assignor
        self.topic_partitions: list[ConsumerGroupHeartbeatRequest.TopicPartitions] | None = topic_partitions
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_uxx = rower(">16sxx")
_unpack_iB = unpacker(">iB")
_unpack_uB = unpacker(">16sB")
_TopicPartitions = ConsumerGroupHeartbeatRequest.TopicPartitions
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


def _encode_consumer_group_heartbeat_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_consumer_group_heartbeat_request(o, out):
    if o.subscribed_topic_regex is not None:
        absent("SubscribedTopicRegex")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    instance_id_ = o.instance_id
    if instance_id_ is None:
        out.append(_pack_ix(o.member_epoch))
    else:
        instance_id_ = instance_id_.encode()
        n = len(instance_id_)
        if n < 127:
            out.append(_pack_iB(o.member_epoch, n + 1))
        else:
            out.append(_pack_i(o.member_epoch))
            out.append(string_length(n))
        out.append(instance_id_)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(b"\0")
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_id_)
    subscribed_topic_names_ = o.subscribed_topic_names
    if subscribed_topic_names_ is None:
        out.append(_pack_ix(o.rebalance_timeout_ms))
    else:
        n = len(subscribed_topic_names_)
        if n < 127:
            out.append(_pack_iB(o.rebalance_timeout_ms, n + 1))
        else:
            out.append(_pack_i(o.rebalance_timeout_ms))
            out.append(varint(n + 1))
        if n:
            write_compact_strings(subscribed_topic_names_, out)
    server_assignor_ = o.server_assignor
    if server_assignor_ is None:
        out.append(b"\0")
    else:
        server_assignor_ = server_assignor_.encode()
        n = len(server_assignor_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(server_assignor_)
    topic_partitions_ = o.topic_partitions
    if topic_partitions_ is None:
        out.append(b"\0")
    else:
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
        _encode_consumer_group_heartbeat_request_tags(o, out)


def _encode_consumer_group_heartbeat_request_2(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    instance_id_ = o.instance_id
    if instance_id_ is None:
        out.append(_pack_ix(o.member_epoch))
    else:
        instance_id_ = instance_id_.encode()
        n = len(instance_id_)
        if n < 127:
            out.append(_pack_iB(o.member_epoch, n + 1))
        else:
            out.append(_pack_i(o.member_epoch))
            out.append(string_length(n))
        out.append(instance_id_)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(b"\0")
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_id_)
    subscribed_topic_names_ = o.subscribed_topic_names
    if subscribed_topic_names_ is None:
        out.append(_pack_ix(o.rebalance_timeout_ms))
    else:
        n = len(subscribed_topic_names_)
        if n < 127:
            out.append(_pack_iB(o.rebalance_timeout_ms, n + 1))
        else:
            out.append(_pack_i(o.rebalance_timeout_ms))
            out.append(varint(n + 1))
        if n:
            write_compact_strings(subscribed_topic_names_, out)
    subscribed_topic_regex_ = o.subscribed_topic_regex
    if subscribed_topic_regex_ is None:
        out.append(b"\0")
    else:
        subscribed_topic_regex_ = subscribed_topic_regex_.encode()
        n = len(subscribed_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subscribed_topic_regex_)
    server_assignor_ = o.server_assignor
    if server_assignor_ is None:
        out.append(b"\0")
    else:
        server_assignor_ = server_assignor_.encode()
        n = len(server_assignor_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(server_assignor_)
    topic_partitions_ = o.topic_partitions
    if topic_partitions_ is None:
        out.append(b"\0")
    else:
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
        _encode_consumer_group_heartbeat_request_tags(o, out)


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


def _decode_consumer_group_heartbeat_request_tags(o, buf, pos, count):
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


def _decode_consumer_group_heartbeat_request(buf, pos):
    o = make(ConsumerGroupHeartbeatRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.member_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
    o.rebalance_timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.subscribed_topic_names = []
    else:
        o.subscribed_topic_names = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.server_assignor = buf[pos:e].decode()
        pos = e
    else:
        o.server_assignor = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.topic_partitions = []
    else:
        o.topic_partitions = None
    t = buf[pos]
    pos += 1
    o.subscribed_topic_regex = None
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


def _decode_consumer_group_heartbeat_request_2(buf, pos):
    o = make(ConsumerGroupHeartbeatRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.member_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("MemberId")
    o.member_epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
    o.rebalance_timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subscribed_topic_names, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.subscribed_topic_names = []
    else:
        o.subscribed_topic_names = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.subscribed_topic_regex = buf[pos:e].decode()
        pos = e
    else:
        o.subscribed_topic_regex = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.server_assignor = buf[pos:e].decode()
        pos = e
    else:
        o.server_assignor = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n - 1)
    elif n:
        o.topic_partitions = []
    else:
        o.topic_partitions = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_consumer_group_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


ConsumerGroupHeartbeatRequest._ENCODERS = {
    0: _encode_consumer_group_heartbeat_request,
    1: _encode_consumer_group_heartbeat_request_2,
}
ConsumerGroupHeartbeatRequest._DECODERS = {
    0: _decode_consumer_group_heartbeat_request,
    1: _decode_consumer_group_heartbeat_request_2,
}
