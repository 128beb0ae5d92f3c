"""Generated from schemas/messages/ListPartitionReassignmentsRequest.json; do not edit.

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


class ListPartitionReassignmentsRequest(Message):
    """Asks for the moves that are running (KIP-455).

    Request of api key 46, versions 0, flexible 0+.

    - timeout_ms: int32, 0+
    - topics: []ListPartitionReassignmentsTopics, 0+, null. Null for all.
    """

    __slots__ = ("timeout_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 46
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class ListPartitionReassignmentsTopics(Struct):
        """Null for all.

        - name: string, 0+
        - partition_indexes: []int32, 0+
        """

        __slots__ = ("name", "partition_indexes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partition_indexes: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.partition_indexes: Sequence[int] = (
                [] if partition_indexes is NEW else partition_indexes
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        timeout_ms: int = 60000,
        topics: list[ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics] | None = None,
    ) -> None:
        self.timeout_ms: int = timeout_ms
        self.topics: list[ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics] | None = topics
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ix = packer(">ix")
_unpack_iB = unpacker(">iB")
_ListPartitionReassignmentsTopics = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics
_ONE_LIST_PARTITION_REASSIGNMENTS_TOPICS = ((_ListPartitionReassignmentsTopics,),)


def _encode_list_partition_reassignments_topics_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_partition_reassignments_topics_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_list_partition_reassignments_topics_tags(o, out)


def _encode_list_partition_reassignments_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_list_partition_reassignments_request(o, out):
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        n = len(topics_)
        if n < 127:
            out.append(_pack_iB(o.timeout_ms, n + 1))
        else:
            out.append(_pack_i(o.timeout_ms))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_list_partition_reassignments_topics_array, topics_, out)
        elif n:
            _encode_list_partition_reassignments_topics_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_list_partition_reassignments_request_tags(o, out)


def _decode_list_partition_reassignments_topics_tags(o, buf, pos, count):
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


def _decode_list_partition_reassignments_topics_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ListPartitionReassignmentsTopics)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_list_partition_reassignments_topics_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LIST_PARTITION_REASSIGNMENTS_TOPICS * count)]
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
            n -= 1
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_list_partition_reassignments_topics_tags(o, buf, pos, t)
    return found, pos


def _decode_list_partition_reassignments_request_tags(o, buf, pos, count):
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


def _decode_list_partition_reassignments_request(buf, pos):
    o = make(ListPartitionReassignmentsRequest)
    o.timeout_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_list_partition_reassignments_topics_array(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_list_partition_reassignments_request_tags(o, buf, pos, t)
    return o, pos


ListPartitionReassignmentsRequest._ENCODERS = {0: _encode_list_partition_reassignments_request}
ListPartitionReassignmentsRequest._DECODERS = {0: _decode_list_partition_reassignments_request}
