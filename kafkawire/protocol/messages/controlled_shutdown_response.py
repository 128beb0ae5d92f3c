"""Generated from schemas/messages/ControlledShutdownResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    LargeFrame,
    Message,
    Struct,
    absent,
    long_array,
    long_string,
    make,
    many_tags,
    null_error,
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


class ControlledShutdownResponse(Message):
    """Partitions the broker still leads.

    Response of api key 7, versions 0-3, flexible 3+.

    - error_code: int16, 0+
    - remaining_partitions: []RemainingPartition, 0+. Led by the broker still; it may try
      again.
    """

    __slots__ = ("error_code", "remaining_partitions")
    _FIELDS = __slots__

    API_KEY = 7
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 3

    class RemainingPartition(Struct):
        """Led by the broker still; it may try again.

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
        error_code: int = 0,
        remaining_partitions: list[ControlledShutdownResponse.RemainingPartition] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.remaining_partitions: list[ControlledShutdownResponse.RemainingPartition] = (
            [] if remaining_partitions is NEW else remaining_partitions
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hi = packer(">hi")
_pack_i = packer(">i")
_pack_ix = packer(">ix")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hi = unpacker(">hi")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_RemainingPartition = ControlledShutdownResponse.RemainingPartition
_ONE_REMAINING_PARTITION = ((_RemainingPartition,),)


def _encode_remaining_partition_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.partition_index))


def _encode_controlled_shutdown_response(o, out):
    remaining_partitions_ = o.remaining_partitions
    n = len(remaining_partitions_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_remaining_partition_array, remaining_partitions_, out)
    elif n:
        _encode_remaining_partition_array(remaining_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_remaining_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_remaining_partition_array_2(array, out):
    for o in array:
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
            _encode_remaining_partition_tags(o, out)


def _encode_controlled_shutdown_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_controlled_shutdown_response_2(o, out):
    remaining_partitions_ = o.remaining_partitions
    n = len(remaining_partitions_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_remaining_partition_array_2, remaining_partitions_, out)
    elif n:
        _encode_remaining_partition_array_2(remaining_partitions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_controlled_shutdown_response_tags(o, out)


def _decode_remaining_partition_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_RemainingPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_remaining_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REMAINING_PARTITION * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        o.partition_index, = _unpack_i(buf, pos)
        pos += 4
        o.unknown_tags = None
    return found, pos


def _decode_controlled_shutdown_response(buf, pos):
    o = make(ControlledShutdownResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.remaining_partitions, pos = _decode_remaining_partition_array(buf, pos, n)
    elif not n:
        o.remaining_partitions = []
    else:
        null_error("RemainingPartitions")
    o.unknown_tags = None
    return o, pos


def _decode_remaining_partition_tags(o, buf, pos, count):
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


def _decode_remaining_partition_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_RemainingPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_remaining_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REMAINING_PARTITION * count)]
    for o in found:
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
            pos = _decode_remaining_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_controlled_shutdown_response_tags(o, buf, pos, count):
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


def _decode_controlled_shutdown_response_2(buf, pos):
    o = make(ControlledShutdownResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.remaining_partitions, pos = _decode_remaining_partition_array_2(buf, pos, n - 1)
    elif n:
        o.remaining_partitions = []
    else:
        null_error("RemainingPartitions")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_controlled_shutdown_response_tags(o, buf, pos, t)
    return o, pos


ControlledShutdownResponse._ENCODERS = {
    0: _encode_controlled_shutdown_response,
    1: _encode_controlled_shutdown_response,
    2: _encode_controlled_shutdown_response,
    3: _encode_controlled_shutdown_response_2,
}
ControlledShutdownResponse._DECODERS = {
    0: _decode_controlled_shutdown_response,
    1: _decode_controlled_shutdown_response,
    2: _decode_controlled_shutdown_response,
    3: _decode_controlled_shutdown_response_2,
}
