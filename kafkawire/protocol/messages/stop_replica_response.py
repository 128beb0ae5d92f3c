"""Generated from schemas/messages/StopReplicaResponse.json; do not edit.

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


class StopReplicaResponse(Message):
    """Result for each partition.

    Response of api key 5, versions 0-4, flexible 2+.

    - error_code: int16, 0+
    - partition_errors: []StopReplicaPartitionError, 0+
    """

    __slots__ = ("error_code", "partition_errors")
    _FIELDS = __slots__

    API_KEY = 5
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 2

    class StopReplicaPartitionError(Struct):
        """StopReplicaPartitionError of `StopReplicaResponse`.

        - topic_name: string, 0+
        - partition_index: int32, 0+
        - error_code: int16, 0+
        """

        __slots__ = ("topic_name", "partition_index", "error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
            error_code: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition_errors: list[StopReplicaResponse.StopReplicaPartitionError] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.partition_errors: list[StopReplicaResponse.StopReplicaPartitionError] = (
            [] if partition_errors is NEW else partition_errors
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hi = packer(">hi")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hi = unpacker(">hi")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_StopReplicaPartitionError = StopReplicaResponse.StopReplicaPartitionError
_ONE_STOP_REPLICA_PARTITION_ERROR = ((_StopReplicaPartitionError,),)


def _encode_stop_replica_partition_error_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_stop_replica_response(o, out):
    partition_errors_ = o.partition_errors
    n = len(partition_errors_)
    out.append(_pack_hi(o.error_code, n))
    if n > 32:
        write_long(_encode_stop_replica_partition_error_array, partition_errors_, out)
    elif n:
        _encode_stop_replica_partition_error_array(partition_errors_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_stop_replica_partition_error_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_partition_error_array_2(array, out):
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
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_stop_replica_partition_error_tags(o, out)


def _encode_stop_replica_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_response_2(o, out):
    partition_errors_ = o.partition_errors
    n = len(partition_errors_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_stop_replica_partition_error_array_2, partition_errors_, out)
    elif n:
        _encode_stop_replica_partition_error_array_2(partition_errors_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_stop_replica_response_tags(o, out)


def _decode_stop_replica_partition_error_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaPartitionError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_partition_error_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_PARTITION_ERROR * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        o.partition_index, o.error_code = _unpack_ih(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_stop_replica_response(buf, pos):
    o = make(StopReplicaResponse)
    o.error_code, n = _unpack_hi(buf, pos)
    pos += 6
    if n > 0:
        o.partition_errors, pos = _decode_stop_replica_partition_error_array(buf, pos, n)
    elif not n:
        o.partition_errors = []
    else:
        null_error("PartitionErrors")
    o.unknown_tags = None
    return o, pos


def _decode_stop_replica_partition_error_tags(o, buf, pos, count):
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


def _decode_stop_replica_partition_error_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaPartitionError)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_partition_error_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_PARTITION_ERROR * count)]
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
        o.partition_index, o.error_code, t = _unpack_ihB(buf, pos)
        pos += 7
        o.unknown_tags = None
        if t:
            pos = _decode_stop_replica_partition_error_tags(o, buf, pos, t)
    return found, pos


def _decode_stop_replica_response_tags(o, buf, pos, count):
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


def _decode_stop_replica_response_2(buf, pos):
    o = make(StopReplicaResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.partition_errors, pos = _decode_stop_replica_partition_error_array_2(buf, pos, n - 1)
    elif n:
        o.partition_errors = []
    else:
        null_error("PartitionErrors")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_stop_replica_response_tags(o, buf, pos, t)
    return o, pos


StopReplicaResponse._ENCODERS = {
    0: _encode_stop_replica_response,
    1: _encode_stop_replica_response,
    2: _encode_stop_replica_response_2,
    3: _encode_stop_replica_response_2,
    4: _encode_stop_replica_response_2,
}
StopReplicaResponse._DECODERS = {
    0: _decode_stop_replica_response,
    1: _decode_stop_replica_response,
    2: _decode_stop_replica_response_2,
    3: _decode_stop_replica_response_2,
    4: _decode_stop_replica_response_2,
}
