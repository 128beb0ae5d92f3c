"""Generated from schemas/messages/CreatePartitionsRequest.json; do not edit.

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


class CreatePartitionsRequest(Message):
    """Adds partitions to topics.

    Request of api key 37, versions 0-3, flexible 2+.

    - topics: []CreatePartitionsTopic, 0+
    - timeout_ms: int32, 0+. How long to wait until the partitions are there on the
      controller.
    - validate_only: bool, 0+. Check everything, change nothing.
    """

    __slots__ = ("topics", "timeout_ms", "validate_only")
    _FIELDS = __slots__

    API_KEY = 37
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 2

    class CreatePartitionsTopic(Struct):
        """CreatePartitionsTopic of `CreatePartitionsRequest`.

        - name: string, 0+
        - count: int32, 0+. Number of partitions afterwards, not how many to add.
        - assignments: []CreatePartitionsAssignment, 0+, null. Placement of the new partitions
          only, in order; null leaves it to the controller.
        """

        __slots__ = ("name", "count", "assignments")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            count: int = 0,
            assignments: list[CreatePartitionsRequest.CreatePartitionsAssignment] | None = NEW,
        ) -> None:
            self.name: str = name
            self.count: int = count
            self.assignments: list[CreatePartitionsRequest.CreatePartitionsAssignment] | None = (
                [] if assignments is NEW else assignments
            )
            self.unknown_tags = None

    class CreatePartitionsAssignment(Struct):
        """Placement of the new partitions only, in order; null leaves it to the controller.

        - broker_ids: []int32, 0+. The replicas; the first is the preferred leader.
        """

        __slots__ = ("broker_ids",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            broker_ids: Sequence[int] = NEW,
        ) -> None:
            self.broker_ids: Sequence[int] = [] if broker_ids is NEW else broker_ids
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[CreatePartitionsRequest.CreatePartitionsTopic] = NEW,
        timeout_ms: int = 0,
        validate_only: bool = False,
    ) -> None:
        self.topics: list[CreatePartitionsRequest.CreatePartitionsTopic] = (
            [] if topics is NEW else topics
        )
        self.timeout_ms: int = timeout_ms
        self.validate_only: bool = validate_only
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_Bx = packer(">Bx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_io = packer(">i?")
_pack_iox = packer(">i?x")
_pack_ix = packer(">ix")
_row_xx = rower(">xx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_io = unpacker(">i?")
_unpack_ioB = unpacker(">i?B")
_CreatePartitionsTopic = CreatePartitionsRequest.CreatePartitionsTopic
_CreatePartitionsAssignment = CreatePartitionsRequest.CreatePartitionsAssignment
_ONE_CREATE_PARTITIONS_ASSIGNMENT = ((_CreatePartitionsAssignment,),)
_ONE_CREATE_PARTITIONS_TOPIC = ((_CreatePartitionsTopic,),)


def _encode_create_partitions_assignment_array(array, out):
    for o in array:
        broker_ids_ = o.broker_ids
        if broker_ids_ is not None and not broker_ids_ and o.unknown_tags is None:
            out.append(_pack_i(0))
            continue
        broker_ids_ = o.broker_ids
        n = len(broker_ids_)
        if n == 3:
            i, j, k = broker_ids_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = broker_ids_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(broker_ids_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_partitions_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        assignments_ = o.assignments
        if assignments_ is None:
            out.append(_pack_ii(o.count, -1))
        else:
            n = len(assignments_)
            out.append(_pack_ii(o.count, n))
            if n > 32:
                write_long(_encode_create_partitions_assignment_array, assignments_, out)
            elif n:
                _encode_create_partitions_assignment_array(assignments_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_partitions_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_create_partitions_topic_array, topics_, out)
    elif n:
        _encode_create_partitions_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_io(o.timeout_ms, o.validate_only))


def _encode_create_partitions_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_partitions_assignment_array_2(array, out):
    for o in array:
        broker_ids_ = o.broker_ids
        if broker_ids_ is not None and not broker_ids_ and o.unknown_tags is None:
            out.append(_pack_Bx(1))
            continue
        broker_ids_ = o.broker_ids
        n = len(broker_ids_)
        if n == 3:
            i, j, k = broker_ids_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = broker_ids_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(broker_ids_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_create_partitions_assignment_tags(o, out)


def _encode_create_partitions_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_partitions_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        assignments_ = o.assignments
        if assignments_ is None:
            out.append(_pack_ix(o.count))
        else:
            n = len(assignments_)
            if n < 127:
                out.append(_pack_iB(o.count, n + 1))
            else:
                out.append(_pack_i(o.count))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_create_partitions_assignment_array_2, assignments_, out)
            elif n:
                _encode_create_partitions_assignment_array_2(assignments_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_create_partitions_topic_tags(o, out)


def _encode_create_partitions_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_partitions_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_create_partitions_topic_array_2, topics_, out)
    elif n:
        _encode_create_partitions_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_iox(o.timeout_ms, o.validate_only))
    else:
        out.append(_pack_io(o.timeout_ms, o.validate_only))
        _encode_create_partitions_request_tags(o, out)


def _decode_create_partitions_assignment_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatePartitionsAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_create_partitions_assignment_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATE_PARTITIONS_ASSIGNMENT * count)]
    for o in found:
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.broker_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.broker_ids = []
        else:
            null_error("BrokerIds")
        o.unknown_tags = None
    return found, pos


def _decode_create_partitions_topic_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatePartitionsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_create_partitions_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATE_PARTITIONS_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.count, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.assignments, pos = _decode_create_partitions_assignment_array(buf, pos, n)
        elif not n:
            o.assignments = []
        else:
            o.assignments = None
        o.unknown_tags = None
    return found, pos


def _decode_create_partitions_request(buf, pos):
    o = make(CreatePartitionsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_create_partitions_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, o.validate_only = _unpack_io(buf, pos)
    pos += 5
    o.unknown_tags = None
    return o, pos


def _decode_create_partitions_assignment_tags(o, buf, pos, count):
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


def _decode_create_partitions_assignment_array_2(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatePartitionsAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_create_partitions_assignment_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATE_PARTITIONS_ASSIGNMENT * count)]
        end = pos + 2 * count
        if (
            count > 7
            and buf[pos] == 1
            and buf[pos + 0:end:2].count(buf[pos + 0]) == count
            and buf[pos + 1:end:2].count(0) == count
        ):
            for o, () in zip(found, _row_xx(buf[pos:end])):
                o.broker_ids = []
                o.unknown_tags = None
            return found, end
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.broker_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.broker_ids = []
        else:
            null_error("BrokerIds")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_create_partitions_assignment_tags(o, buf, pos, t)
    return found, pos


def _decode_create_partitions_topic_tags(o, buf, pos, count):
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


def _decode_create_partitions_topic_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatePartitionsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_create_partitions_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATE_PARTITIONS_TOPIC * count)]
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
        o.count, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.assignments, pos = _decode_create_partitions_assignment_array_2(buf, pos, n - 1)
        elif n:
            o.assignments = []
        else:
            o.assignments = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_create_partitions_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_create_partitions_request_tags(o, buf, pos, count):
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


def _decode_create_partitions_request_2(buf, pos):
    o = make(CreatePartitionsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_create_partitions_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, o.validate_only, t = _unpack_ioB(buf, pos)
    pos += 6
    o.unknown_tags = None
    if t:
        pos = _decode_create_partitions_request_tags(o, buf, pos, t)
    return o, pos


CreatePartitionsRequest._ENCODERS = {
    0: _encode_create_partitions_request,
    1: _encode_create_partitions_request,
    2: _encode_create_partitions_request_2,
    3: _encode_create_partitions_request_2,
}
CreatePartitionsRequest._DECODERS = {
    0: _decode_create_partitions_request,
    1: _decode_create_partitions_request,
    2: _decode_create_partitions_request_2,
    3: _decode_create_partitions_request_2,
}
