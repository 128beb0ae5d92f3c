"""Generated from schemas/messages/OffsetDeleteResponse.json; do not edit.

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


class OffsetDeleteResponse(Message):
    """Result for the group and for each partition.

    Response of api key 47, versions 0.

    - error_code: int16, 0+. Trouble with the group; then no partition is listed.
    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - topics: []OffsetDeleteResponseTopic, 0+
    """

    __slots__ = ("error_code", "throttle_time_ms", "topics")
    _FIELDS = __slots__

    API_KEY = 47
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = NEVER_FLEXIBLE

    class OffsetDeleteResponseTopic(Struct):
        """OffsetDeleteResponseTopic of `OffsetDeleteResponse`.

        - name: string, 0+
        - partitions: []OffsetDeleteResponsePartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[OffsetDeleteResponse.OffsetDeleteResponsePartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[OffsetDeleteResponse.OffsetDeleteResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class OffsetDeleteResponsePartition(Struct):
        """OffsetDeleteResponsePartition of `OffsetDeleteResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+. 86 while the group is still subscribed to the topic.
        """

        __slots__ = ("partition_index", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        throttle_time_ms: int = 0,
        topics: list[OffsetDeleteResponse.OffsetDeleteResponseTopic] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.throttle_time_ms: int = throttle_time_ms
        self.topics: list[OffsetDeleteResponse.OffsetDeleteResponseTopic] = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hii = packer(">hii")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_row_ih = rower(">ih")
_unpack_h = unpacker(">h")
_unpack_hii = unpacker(">hii")
_unpack_i = unpacker(">i")
_unpack_ih = unpacker(">ih")
_OffsetDeleteResponseTopic = OffsetDeleteResponse.OffsetDeleteResponseTopic
_OffsetDeleteResponsePartition = OffsetDeleteResponse.OffsetDeleteResponsePartition
_ONE_OFFSET_DELETE_RESPONSE_PARTITION = ((_OffsetDeleteResponsePartition,),)
_ONE_OFFSET_DELETE_RESPONSE_TOPIC = ((_OffsetDeleteResponseTopic,),)


def _encode_offset_delete_response_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_offset_delete_response_topic_array(array, out):
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
            write_long(_encode_offset_delete_response_partition_array, partitions_, out)
        elif n:
            _encode_offset_delete_response_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_delete_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_hii(o.error_code, o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_offset_delete_response_topic_array, topics_, out)
    elif n:
        _encode_offset_delete_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _decode_offset_delete_response_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetDeleteResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_delete_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_DELETE_RESPONSE_PARTITION * count)]
        end = pos + 6 * count
        if count > 7:
            for o, (o.partition_index, o.error_code) in zip(found, _row_ih(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code = _unpack_ih(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_offset_delete_response_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetDeleteResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_delete_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_DELETE_RESPONSE_TOPIC * count)]
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
            o.partitions, pos = _decode_offset_delete_response_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_offset_delete_response(buf, pos):
    o = make(OffsetDeleteResponse)
    o.error_code, o.throttle_time_ms, n = _unpack_hii(buf, pos)
    pos += 10
    if n > 0:
        o.topics, pos = _decode_offset_delete_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.unknown_tags = None
    return o, pos


OffsetDeleteResponse._ENCODERS = {0: _encode_offset_delete_response}
OffsetDeleteResponse._DECODERS = {0: _decode_offset_delete_response}
