"""Generated from schemas/messages/DescribeTopicPartitionsResponse.json; do not edit.

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


class DescribeTopicPartitionsResponse(Message):
    """One page of partitions, topics in the order of their names.

    Response of api key 75, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []DescribeTopicPartitionsResponseTopic, 0+
    - next_cursor: Cursor, 0+, null. First partition not in this page; null on the last.
    """

    __slots__ = ("throttle_time_ms", "topics", "next_cursor")
    _FIELDS = __slots__

    API_KEY = 75
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class DescribeTopicPartitionsResponseTopic(Struct):
        """DescribeTopicPartitionsResponseTopic of `DescribeTopicPartitionsResponse`.

        - error_code: int16, 0+
        - name: string, 0+, null. Null when it is not known.
        - topic_id: uuid, 0+
        - is_internal: bool, 0+. True for topics Kafka itself keeps, such as __consumer_offsets.
        - partitions: []DescribeTopicPartitionsResponsePartition, 0+
        - topic_authorized_operations: int32, 0+. Bit n set: AclOperation n is allowed;
          -2147483648 when it was not asked for.
        """

        __slots__ = (
            "error_code",
            "name",
            "topic_id",
            "is_internal",
            "partitions",
            "topic_authorized_operations",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            name: str | None = "",
            topic_id: bytes = ZERO_UUID,
            is_internal: bool = False,
            partitions: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition] = NEW,
            topic_authorized_operations: int = -2147483648,
        ) -> None:
            self.error_code: int = error_code
            self.name: str | None = name
            self.topic_id: bytes = topic_id
            self.is_internal: bool = is_internal
            self.partitions: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.topic_authorized_operations: int = topic_authorized_operations
            self.unknown_tags = None

    class DescribeTopicPartitionsResponsePartition(Struct):
        """DescribeTopicPartitionsResponsePartition of `DescribeTopicPartitionsResponse`.

        - error_code: int16, 0+
        - partition_index: int32, 0+
        - leader_id: int32, 0+. -1 when there is no leader.
        - leader_epoch: int32, 0+. -1 when unknown.
        - replica_nodes: []int32, 0+
        - isr_nodes: []int32, 0+. Replicas that are in sync with the leader.
        - eligible_leader_replicas: []int32, 0+, null. Outside the in-sync set, yet with every
          committed record, so safe to elect (KIP-966).
        - last_known_elr: []int32, 0+, null. Candidates of last resort when no in-sync or
          eligible replica is left (KIP-966).
        - offline_replicas: []int32, 0+. Replicas on dead brokers or failed log directories.
        """

        __slots__ = (
            "error_code",
            "partition_index",
            "leader_id",
            "leader_epoch",
            "replica_nodes",
            "isr_nodes",
            "eligible_leader_replicas",
            "last_known_elr",
            "offline_replicas",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            partition_index: int = 0,
            leader_id: int = 0,
            leader_epoch: int = -1,
            replica_nodes: Sequence[int] = NEW,
            isr_nodes: Sequence[int] = NEW,
            eligible_leader_replicas: Sequence[int] | None = None,
            last_known_elr: Sequence[int] | None = None,
            offline_replicas: Sequence[int] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.partition_index: int = partition_index
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.replica_nodes: Sequence[int] = [] if replica_nodes is NEW else replica_nodes
            self.isr_nodes: Sequence[int] = [] if isr_nodes is NEW else isr_nodes
            self.eligible_leader_replicas: Sequence[int] | None = eligible_leader_replicas
            self.last_known_elr: Sequence[int] | None = last_known_elr
            self.offline_replicas: Sequence[int] = (
                [] if offline_replicas is NEW else offline_replicas
            )
            self.unknown_tags = None

    class Cursor(Struct):
        """First partition not in this page; null on the last.

        - topic_name: string, 0+
        - partition_index: int32, 0+
        """

        __slots__ = ("topic_name", "partition_index")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic] = NEW,
        next_cursor: DescribeTopicPartitionsResponse.Cursor | None = None,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic] = (
            [] if topics is NEW else topics
        )
        self.next_cursor: DescribeTopicPartitionsResponse.Cursor | None = next_cursor
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hBuoBix = packer(">hB16s?Bix")
_pack_hiii = packer(">hiii")
_pack_hiiiB = packer(">hiiiB")
_pack_hiiiBBBBBx = packer(">hiiiBBBBBx")
_pack_hiiiBi = packer(">hiiiBi")
_pack_hiiiBiii = packer(">hiiiBiii")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ix = packer(">ix")
_pack_uo = packer(">16s?")
_pack_uoB = packer(">16s?B")
_row_hiiixxxxxx = rower(">hiiixxxxxx")
_row_hxuoxix = rower(">hx16s?xix")
_unpack_b = unpacker(">b")
_unpack_hB = unpacker(">hB")
_unpack_hiiiB = unpacker(">hiiiB")
_unpack_iB = unpacker(">iB")
_unpack_uoB = unpacker(">16s?B")
_DescribeTopicPartitionsResponseTopic = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic
_DescribeTopicPartitionsResponsePartition = DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition
_Cursor = DescribeTopicPartitionsResponse.Cursor
_ONE_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_PARTITION = ((_DescribeTopicPartitionsResponsePartition,),)
_ONE_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_TOPIC = ((_DescribeTopicPartitionsResponseTopic,),)


def _encode_describe_topic_partitions_response_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_topic_partitions_response_partition_array(array, out):
    for o in array:
        replica_nodes_ = o.replica_nodes
        isr_nodes_ = o.isr_nodes
        eligible_leader_replicas_ = o.eligible_leader_replicas
        last_known_elr_ = o.last_known_elr
        offline_replicas_ = o.offline_replicas
        if (
            replica_nodes_ is not None and not replica_nodes_
            and isr_nodes_ is not None and not isr_nodes_
            and not eligible_leader_replicas_
            and not last_known_elr_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_hiiiBBBBBx(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                1,
                1,
                eligible_leader_replicas_ is not None,
                last_known_elr_ is not None,
                1,
            ))
            continue
        replica_nodes_ = o.replica_nodes
        n = len(replica_nodes_)
        if n == 3:
            i, j, k = replica_nodes_
            out.append(_pack_hiiiBiii(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                4,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = replica_nodes_
            out.append(_pack_hiiiBi(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_hiiiB(
                    o.error_code,
                    o.partition_index,
                    o.leader_id,
                    o.leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_hiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(replica_nodes_, "i"))
        isr_nodes_ = o.isr_nodes
        n = len(isr_nodes_)
        if n == 3:
            i, j, k = isr_nodes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = isr_nodes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(isr_nodes_, "i"))
        eligible_leader_replicas_ = o.eligible_leader_replicas
        if eligible_leader_replicas_ is None:
            out.append(b"\0")
        else:
            n = len(eligible_leader_replicas_)
            if n == 3:
                i, j, k = eligible_leader_replicas_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = eligible_leader_replicas_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(eligible_leader_replicas_, "i"))
        last_known_elr_ = o.last_known_elr
        if last_known_elr_ is None:
            out.append(b"\0")
        else:
            n = len(last_known_elr_)
            if n == 3:
                i, j, k = last_known_elr_
                out.append(_pack_Biii(4, i, j, k))
            elif n == 1:
                i, = last_known_elr_
                out.append(_pack_Bi(2, i))
            else:
                if n < 127:
                    out.append(VARINTS[n + 1])
                else:
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(last_known_elr_, "i"))
        offline_replicas_ = o.offline_replicas
        n = len(offline_replicas_)
        if n == 3:
            i, j, k = offline_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = offline_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(offline_replicas_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_describe_topic_partitions_response_partition_tags(o, out)


def _encode_describe_topic_partitions_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_topic_partitions_response_topic_array(array, out):
    for o in array:
        name_ = o.name
        partitions_ = o.partitions
        if not name_ and partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_hBuoBix(
                o.error_code,
                name_ is not None,
                o.topic_id,
                o.is_internal,
                1,
                o.topic_authorized_operations,
            ))
            continue
        name_ = o.name
        if name_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            name_ = name_.encode()
            n = len(name_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uoB(o.topic_id, o.is_internal, n + 1))
        else:
            out.append(_pack_uo(o.topic_id, o.is_internal))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describe_topic_partitions_response_partition_array, partitions_, out)
        elif n:
            _encode_describe_topic_partitions_response_partition_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.topic_authorized_operations))
        else:
            out.append(_pack_i(o.topic_authorized_operations))
            _encode_describe_topic_partitions_response_topic_tags(o, out)


def _encode_cursor_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_cursor(o, out):
    topic_name_ = o.topic_name
    topic_name_ = topic_name_.encode()
    n = len(topic_name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(topic_name_)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.partition_index))
    else:
        out.append(_pack_i(o.partition_index))
        _encode_cursor_tags(o, out)


def _encode_describe_topic_partitions_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_topic_partitions_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_describe_topic_partitions_response_topic_array, topics_, out)
    elif n:
        _encode_describe_topic_partitions_response_topic_array(topics_, out)
    next_cursor_ = o.next_cursor
    if next_cursor_ is None:
        out.append(_pack_b(-1))
    else:
        out.append(_pack_b(1))
        _encode_cursor(next_cursor_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_topic_partitions_response_tags(o, out)


def _decode_describe_topic_partitions_response_partition_tags(o, buf, pos, count):
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


def _decode_describe_topic_partitions_response_partition_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeTopicPartitionsResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_topic_partitions_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_PARTITION * count)]
        end = pos + 20 * count
        if (
            count > 7
            and buf[pos + 14] == 1
            and buf[pos + 15] == 1
            and buf[pos + 16] < 2
            and buf[pos + 17] < 2
            and buf[pos + 18] == 1
            and buf[pos + 14:end:20].count(buf[pos + 14]) == count
            and buf[pos + 15:end:20].count(buf[pos + 15]) == count
            and buf[pos + 16:end:20].count(buf[pos + 16]) == count
            and buf[pos + 17:end:20].count(buf[pos + 17]) == count
            and buf[pos + 18:end:20].count(buf[pos + 18]) == count
            and buf[pos + 19:end:20].count(0) == count
        ):
            at_16 = buf[pos + 16]
            at_17 = buf[pos + 17]
            for o, (
                o.error_code, o.partition_index, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_hiiixxxxxx(buf[pos:end])):
                o.replica_nodes = []
                o.isr_nodes = []
                o.eligible_leader_replicas = [] if at_16 else None
                o.last_known_elr = [] if at_17 else None
                o.offline_replicas = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n) = _unpack_hiiiB(buf, pos)
        pos += 15
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.replica_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.replica_nodes = []
        else:
            null_error("ReplicaNodes")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.isr_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.isr_nodes = []
        else:
            null_error("IsrNodes")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.eligible_leader_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.eligible_leader_replicas = []
        else:
            o.eligible_leader_replicas = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.last_known_elr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.last_known_elr = []
        else:
            o.last_known_elr = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.offline_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.offline_replicas = []
        else:
            null_error("OfflineReplicas")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_describe_topic_partitions_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_topic_partitions_response_topic_tags(o, buf, pos, count):
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


def _decode_describe_topic_partitions_response_topic_array(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribeTopicPartitionsResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describe_topic_partitions_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBE_TOPIC_PARTITIONS_RESPONSE_TOPIC * count)]
        end = pos + 26 * count
        if (
            count > 7
            and buf[pos + 2] < 2
            and buf[pos + 20] == 1
            and buf[pos + 2:end:26].count(buf[pos + 2]) == count
            and buf[pos + 20:end:26].count(buf[pos + 20]) == count
            and buf[pos + 25:end:26].count(0) == count
        ):
            at_2 = buf[pos + 2]
            for o, (
                o.error_code, o.topic_id, o.is_internal, o.topic_authorized_operations,
            ) in zip(found, _row_hxuoxix(buf[pos:end])):
                o.name = "" if at_2 else None
                o.partitions = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            o.name = None
        o.topic_id, o.is_internal, n = _unpack_uoB(buf, pos)
        pos += 18
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_describe_topic_partitions_response_partition_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_describe_topic_partitions_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_cursor_tags(o, buf, pos, count):
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


def _decode_cursor(buf, pos):
    o = make(_Cursor)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.topic_name = buf[pos:e].decode()
        pos = e
    else:
        null_error("TopicName")
    o.partition_index, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_cursor_tags(o, buf, pos, t)
    return o, pos


def _decode_describe_topic_partitions_response_tags(o, buf, pos, count):
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


def _decode_describe_topic_partitions_response(buf, pos):
    o = make(DescribeTopicPartitionsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_describe_topic_partitions_response_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n, = _unpack_b(buf, pos)
    pos += 1
    if n < 0:
        o.next_cursor = None
    else:
        o.next_cursor, pos = _decode_cursor(buf, pos)
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_topic_partitions_response_tags(o, buf, pos, t)
    return o, pos


DescribeTopicPartitionsResponse._ENCODERS = {0: _encode_describe_topic_partitions_response}
DescribeTopicPartitionsResponse._DECODERS = {0: _decode_describe_topic_partitions_response}
