"""Generated from schemas/messages/AlterPartitionReassignmentsRequest.json; do not edit.

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
    LargeFrame,
    Message,
    Struct,
    absent,
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


class AlterPartitionReassignmentsRequest(Message):
    """Starts, replaces or cancels moves of replicas (KIP-455).

    Request of api key 45, versions 0-1, flexible 0+.

    - timeout_ms: int32, 0+. How long to wait for the controller to take the order, not for
      the copying.
    - allow_replication_factor_change: bool, 1+. False refuses orders that change the number
      of replicas (KIP-860).
    - topics: []ReassignableTopic, 0+
    """

    __slots__ = ("timeout_ms", "allow_replication_factor_change", "topics")
    _FIELDS = __slots__

    API_KEY = 45
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class ReassignableTopic(Struct):
        """ReassignableTopic of `AlterPartitionReassignmentsRequest`.

        - name: string, 0+
        - partitions: []ReassignablePartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[AlterPartitionReassignmentsRequest.ReassignablePartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[AlterPartitionReassignmentsRequest.ReassignablePartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class ReassignablePartition(Struct):
        """ReassignablePartition of `AlterPartitionReassignmentsRequest`.

        - partition_index: int32, 0+
        - replicas: []int32, 0+, null. Replicas wanted in the end, preferred leader first; null
          cancels a running move.
        """

        __slots__ = ("partition_index", "replicas")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            replicas: Sequence[int] | None = None,
        ) -> None:
            self.partition_index: int = partition_index
            self.replicas: Sequence[int] | None = replicas
            self.unknown_tags = None

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        allow_replication_factor_change: bool = True,
        topics: list[AlterPartitionReassignmentsRequest.ReassignableTopic] = NEW,
    ) -> None:
        self.timeout_ms: int = timeout_ms
        self.allow_replication_factor_change: bool = allow_replication_factor_change
        self.topics: list[AlterPartitionReassignmentsRequest.ReassignableTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBi = packer(">iBi")
_pack_iBiii = packer(">iBiii")
_pack_iBx = packer(">iBx")
_pack_io = packer(">i?")
_pack_ioB = packer(">i?B")
_pack_ix = packer(">ix")
_row_ixx = rower(">ixx")
_unpack_iB = unpacker(">iB")
_unpack_ioB = unpacker(">i?B")
_ReassignableTopic = AlterPartitionReassignmentsRequest.ReassignableTopic
_ReassignablePartition = AlterPartitionReassignmentsRequest.ReassignablePartition
_ONE_REASSIGNABLE_PARTITION = ((_ReassignablePartition,),)
_ONE_REASSIGNABLE_TOPIC = ((_ReassignableTopic,),)


def _encode_reassignable_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_reassignable_partition_array(array, out):
    for o in array:
        replicas_ = o.replicas
        if not replicas_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.partition_index, replicas_ is not None))
            continue
        replicas_ = o.replicas
        if replicas_ is None:
            out.append(_pack_ix(o.partition_index))
        else:
            n = len(replicas_)
            if n == 3:
                i, j, k = replicas_
                out.append(_pack_iBiii(o.partition_index, 4, i, j, k))
            elif n == 1:
                i, = replicas_
                out.append(_pack_iBi(o.partition_index, 2, i))
            else:
                if n < 127:
                    out.append(_pack_iB(o.partition_index, n + 1))
                else:
                    out.append(_pack_i(o.partition_index))
                    out.append(varint(n + 1))
                if n:
                    out.append(pack_integers(replicas_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_reassignable_partition_tags(o, out)


def _encode_reassignable_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_reassignable_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_reassignable_partition_array, partitions_, out)
        elif n:
            _encode_reassignable_partition_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_reassignable_topic_tags(o, out)


def _encode_alter_partition_reassignments_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_partition_reassignments_request(o, out):
    if o.allow_replication_factor_change != True:
        absent("AllowReplicationFactorChange")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.timeout_ms, n + 1))
    else:
        out.append(_pack_i(o.timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_reassignable_topic_array, topics_, out)
    elif n:
        _encode_reassignable_topic_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_reassignments_request_tags(o, out)


def _encode_alter_partition_reassignments_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ioB(o.timeout_ms, o.allow_replication_factor_change, n + 1))
    else:
        out.append(_pack_io(o.timeout_ms, o.allow_replication_factor_change))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_reassignable_topic_array, topics_, out)
    elif n:
        _encode_reassignable_topic_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_reassignments_request_tags(o, out)


def _decode_reassignable_partition_tags(o, buf, pos, count):
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


def _decode_reassignable_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReassignablePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_reassignable_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REASSIGNABLE_PARTITION * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] < 2
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            at_4 = buf[pos + 4]
            for o, (o.partition_index,) in zip(found, _row_ixx(buf[pos:end])):
                o.replicas = [] if at_4 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.replicas = []
        else:
            o.replicas = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_reassignable_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_reassignable_topic_tags(o, buf, pos, count):
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


def _decode_reassignable_topic_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReassignableTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_reassignable_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REASSIGNABLE_TOPIC * count)]
    for o in found:
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_reassignable_partition_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_reassignable_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_reassignments_request_tags(o, buf, pos, count):
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


def _decode_alter_partition_reassignments_request(buf, pos):
    o = make(AlterPartitionReassignmentsRequest)
    o.timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_reassignable_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.allow_replication_factor_change = True
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_reassignments_request_tags(o, buf, pos, t)
    return o, pos


def _decode_alter_partition_reassignments_request_2(buf, pos):
    o = make(AlterPartitionReassignmentsRequest)
    o.timeout_ms, o.allow_replication_factor_change, n = _unpack_ioB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_reassignable_topic_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_reassignments_request_tags(o, buf, pos, t)
    return o, pos


AlterPartitionReassignmentsRequest._ENCODERS = {
    0: _encode_alter_partition_reassignments_request,
    1: _encode_alter_partition_reassignments_request_2,
}
AlterPartitionReassignmentsRequest._DECODERS = {
    0: _decode_alter_partition_reassignments_request,
    1: _decode_alter_partition_reassignments_request_2,
}
