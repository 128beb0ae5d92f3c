"""Generated from schemas/messages/OffsetDeleteRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEVER_FLEXIBLE,
    NEW,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    make,
    null_error,
    packer,
    rower,
    short,
    starmap,
    unpacker,
    write_long,
)


class OffsetDeleteRequest(Message):
    """Removes committed offsets of topics that no member is subscribed to (KIP-496).

    Request of api key 47, versions 0.

    - group_id: string, 0+
    - topics: []OffsetDeleteRequestTopic, 0+
    """

    __slots__ = ("group_id", "topics")
    _FIELDS = __slots__

    API_KEY = 47
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    class OffsetDeleteRequestTopic(Struct):
        """OffsetDeleteRequestTopic of `OffsetDeleteRequest`.

        - name: string, 0+
        - partitions: []OffsetDeleteRequestPartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[OffsetDeleteRequest.OffsetDeleteRequestPartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[OffsetDeleteRequest.OffsetDeleteRequestPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetDeleteRequestPartition(Struct):
        """OffsetDeleteRequestPartition of `OffsetDeleteRequest`.

        - partition_index: int32, 0+
        """

        __slots__ = ("partition_index",)
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: list[OffsetDeleteRequest.OffsetDeleteRequestTopic] = NEW,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[OffsetDeleteRequest.OffsetDeleteRequestTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_row_i = rower(">i")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_OffsetDeleteRequestTopic = OffsetDeleteRequest.OffsetDeleteRequestTopic
_OffsetDeleteRequestPartition = OffsetDeleteRequest.OffsetDeleteRequestPartition
_ONE_OFFSET_DELETE_REQUEST_PARTITION = ((_OffsetDeleteRequestPartition,),)
_ONE_OFFSET_DELETE_REQUEST_TOPIC = ((_OffsetDeleteRequestTopic,),)


def _encode_offset_delete_request_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.partition_index))


def _encode_offset_delete_request_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_offset_delete_request_partition_array, partitions_, out)
        elif n:
            _encode_offset_delete_request_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_delete_request(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_delete_request_topic_array, topics_, out)
    elif n:
        _encode_offset_delete_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_offset_delete_request_partition_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetDeleteRequestPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_delete_request_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_DELETE_REQUEST_PARTITION * count)]
        end = pos + 4 * count
        if count > 7:
            for o, (o.partition_index,) in zip(found, _row_i(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, = _unpack_i(buf, pos)
        pos += 4
        o.unknown_tags = None
    return found, pos


def _decode_offset_delete_request_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetDeleteRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_delete_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_DELETE_REQUEST_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_offset_delete_request_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_delete_request(buf, pos):
    o = make(OffsetDeleteRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_delete_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


OffsetDeleteRequest._ENCODERS = {0: _encode_offset_delete_request}
OffsetDeleteRequest._DECODERS = {0: _decode_offset_delete_request}
