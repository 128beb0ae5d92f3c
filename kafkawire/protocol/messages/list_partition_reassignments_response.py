"""Generated from schemas/messages/ListPartitionReassignmentsResponse.json; do not edit.

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


class ListPartitionReassignmentsResponse(Message):
    """Partitions whose replicas are on the move.

    Response of api key 46, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - topics: []OngoingTopicReassignment, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "topics")
    _FIELDS = __slots__

    API_KEY = 46
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class OngoingTopicReassignment(Struct):
        """OngoingTopicReassignment of `ListPartitionReassignmentsResponse`.

        - name: string, 0+
        - partitions: []OngoingPartitionReassignment, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[ListPartitionReassignmentsResponse.OngoingPartitionReassignment] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[ListPartitionReassignmentsResponse.OngoingPartitionReassignment] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OngoingPartitionReassignment(Struct):
        """OngoingPartitionReassignment of `ListPartitionReassignmentsResponse`.

        - partition_index: int32, 0+
        - replicas: []int32, 0+. All current replicas, those coming and going included.
        - adding_replicas: []int32, 0+. Part of Replicas: those a reassignment brings in.
        - removing_replicas: []int32, 0+. Part of Replicas: those a reassignment will drop.
        """

        __slots__ = ("partition_index", "replicas", "adding_replicas", "removing_replicas")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            replicas: Sequence[int] = NEW,
            adding_replicas: Sequence[int] = NEW,
            removing_replicas: Sequence[int] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.replicas: Sequence[int] = [] if replicas is NEW else replicas
            self.adding_replicas: Sequence[int] = [] if adding_replicas is NEW else adding_replicas
            self.removing_replicas: Sequence[int] = (
                [] if removing_replicas is NEW else removing_replicas
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        topics: list[ListPartitionReassignmentsResponse.OngoingTopicReassignment] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.topics: list[ListPartitionReassignmentsResponse.OngoingTopicReassignment] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBBBx = packer(">iBBBx")
_pack_iBi = packer(">iBi")
_pack_iBiii = packer(">iBiii")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_row_ixxxx = rower(">ixxxx")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_OngoingTopicReassignment = ListPartitionReassignmentsResponse.OngoingTopicReassignment
_OngoingPartitionReassignment = ListPartitionReassignmentsResponse.OngoingPartitionReassignment
_ONE_ONGOING_PARTITION_REASSIGNMENT = ((_OngoingPartitionReassignment,),)
_ONE_ONGOING_TOPIC_REASSIGNMENT = ((_OngoingTopicReassignment,),)


def _encode_ongoing_partition_reassignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_ongoing_partition_reassignment_array(array, out):
    for o in array:
        replicas_ = o.replicas
        adding_replicas_ = o.adding_replicas
        removing_replicas_ = o.removing_replicas
        if (
            replicas_ is not None and not replicas_
            and adding_replicas_ is not None and not adding_replicas_
            and removing_replicas_ is not None and not removing_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_iBBBx(o.partition_index, 1, 1, 1))
            continue
        replicas_ = o.replicas
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
        adding_replicas_ = o.adding_replicas
        n = len(adding_replicas_)
        if n == 3:
            i, j, k = adding_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = adding_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(adding_replicas_, "i"))
        removing_replicas_ = o.removing_replicas
        n = len(removing_replicas_)
        if n == 3:
            i, j, k = removing_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = removing_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(removing_replicas_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_ongoing_partition_reassignment_tags(o, out)


def _encode_ongoing_topic_reassignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_ongoing_topic_reassignment_array(array, out):
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
            write_long(_encode_ongoing_partition_reassignment_array, partitions_, out)
        elif n:
            _encode_ongoing_partition_reassignment_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_ongoing_topic_reassignment_tags(o, out)


def _encode_list_partition_reassignments_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_partition_reassignments_response(o, out):
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
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_ongoing_topic_reassignment_array, topics_, out)
    elif n:
        _encode_ongoing_topic_reassignment_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_partition_reassignments_response_tags(o, out)


def _decode_ongoing_partition_reassignment_tags(o, buf, pos, count):
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


def _decode_ongoing_partition_reassignment_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OngoingPartitionReassignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_ongoing_partition_reassignment_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ONGOING_PARTITION_REASSIGNMENT * count)]
        end = pos + 8 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 5] == 1
            and buf[pos + 6] == 1
            and buf[pos + 4:end:8].count(buf[pos + 4]) == count
            and buf[pos + 5:end:8].count(buf[pos + 5]) == count
            and buf[pos + 6:end:8].count(buf[pos + 6]) == count
            and buf[pos + 7:end:8].count(0) == count
        ):
            for o, (o.partition_index,) in zip(found, _row_ixxxx(buf[pos:end])):
                o.replicas = []
                o.adding_replicas = []
                o.removing_replicas = []
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
            null_error("Replicas")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.adding_replicas = []
        else:
            null_error("AddingReplicas")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.removing_replicas = []
        else:
            null_error("RemovingReplicas")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_ongoing_partition_reassignment_tags(o, buf, pos, t)
    return found, pos


def _decode_ongoing_topic_reassignment_tags(o, buf, pos, count):
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


def _decode_ongoing_topic_reassignment_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OngoingTopicReassignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_ongoing_topic_reassignment_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ONGOING_TOPIC_REASSIGNMENT * count)]
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
            o.partitions, pos = _decode_ongoing_partition_reassignment_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_ongoing_topic_reassignment_tags(o, buf, pos, t)
    return found, pos


def _decode_list_partition_reassignments_response_tags(o, buf, pos, count):
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


def _decode_list_partition_reassignments_response(buf, pos):
    o = make(ListPartitionReassignmentsResponse)
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
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_ongoing_topic_reassignment_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_partition_reassignments_response_tags(o, buf, pos, t)
    return o, pos


ListPartitionReassignmentsResponse._ENCODERS = {0: _encode_list_partition_reassignments_response}
ListPartitionReassignmentsResponse._DECODERS = {0: _decode_list_partition_reassignments_response}
