"""Generated from schemas/messages/DeleteRecordsRequest.json; do not edit.

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


class DeleteRecordsRequest(Message):
    """Moves the log start of partitions up, so that older records are gone (KIP-107).

    Request of api key 21, versions 0-2, flexible 2+.

    - topics: []DeleteRecordsTopic, 0+
    - timeout_ms: int32, 0+. How long to wait for all replicas to delete.
    """

    __slots__ = ("topics", "timeout_ms")
    _FIELDS = __slots__

    API_KEY = 21
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class DeleteRecordsTopic(Struct):
        """DeleteRecordsTopic of `DeleteRecordsRequest`.

        - name: string, 0+
        - partitions: []DeleteRecordsPartition, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[DeleteRecordsRequest.DeleteRecordsPartition] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[DeleteRecordsRequest.DeleteRecordsPartition] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class DeleteRecordsPartition(Struct):
        """DeleteRecordsPartition of `DeleteRecordsRequest`.

        - partition_index: int32, 0+
        - offset: int64, 0+. First offset to keep; -1 deletes everything below the high
          watermark.
        """

        __slots__ = ("partition_index", "offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            offset: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.offset: int = offset
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[DeleteRecordsRequest.DeleteRecordsTopic] = NEW,
        timeout_ms: int = 0,
    ) -> None:
        self.topics: list[DeleteRecordsRequest.DeleteRecordsTopic] = (
            [] if topics is NEW else topics
        )
        self.timeout_ms: int = timeout_ms
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_pack_ix = packer(">ix")
_row_iq = rower(">iq")
_row_iqx = rower(">iqx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_iq = unpacker(">iq")
_unpack_iqB = unpacker(">iqB")
_DeleteRecordsTopic = DeleteRecordsRequest.DeleteRecordsTopic
_DeleteRecordsPartition = DeleteRecordsRequest.DeleteRecordsPartition
_ONE_DELETE_RECORDS_PARTITION = ((_DeleteRecordsPartition,),)
_ONE_DELETE_RECORDS_TOPIC = ((_DeleteRecordsTopic,),)


def _encode_delete_records_partition_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_iq(o.partition_index, o.offset))


def _encode_delete_records_topic_array(array, out):
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
            write_long(_encode_delete_records_partition_array, partitions_, out)
        elif n:
            _encode_delete_records_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_delete_records_request(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_delete_records_topic_array, topics_, out)
    elif n:
        _encode_delete_records_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.timeout_ms))


def _encode_delete_records_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_partition_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.partition_index, o.offset))
        else:
            out.append(_pack_iq(o.partition_index, o.offset))
            _encode_delete_records_partition_tags(o, out)


def _encode_delete_records_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_topic_array_2(array, out):
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
            write_long(_encode_delete_records_partition_array_2, partitions_, out)
        elif n:
            _encode_delete_records_partition_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_delete_records_topic_tags(o, out)


def _encode_delete_records_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_delete_records_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_delete_records_topic_array_2, topics_, out)
    elif n:
        _encode_delete_records_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        out.append(_pack_i(o.timeout_ms))
        _encode_delete_records_request_tags(o, out)


def _decode_delete_records_partition_array(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_PARTITION * count)]
        end = pos + 12 * count
        if count > 7:
            for o, (o.partition_index, o.offset) in zip(found, _row_iq(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.offset = _unpack_iq(buf, pos)
        pos += 12
        o.unknown_tags = None
    return found, pos


def _decode_delete_records_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_TOPIC * count)]
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
            o.partitions, pos = _decode_delete_records_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_delete_records_request(buf, pos):
    o = make(DeleteRecordsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_delete_records_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.unknown_tags = None
    return o, pos


def _decode_delete_records_partition_tags(o, buf, pos, count):
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


def _decode_delete_records_partition_array_2(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsPartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_PARTITION * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (o.partition_index, o.offset) in zip(found, _row_iqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.offset, t = _unpack_iqB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_delete_records_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_records_topic_tags(o, buf, pos, count):
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


def _decode_delete_records_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DeleteRecordsTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_delete_records_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DELETE_RECORDS_TOPIC * count)]
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
            o.partitions, pos = _decode_delete_records_partition_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_delete_records_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_delete_records_request_tags(o, buf, pos, count):
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


def _decode_delete_records_request_2(buf, pos):
    o = make(DeleteRecordsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_delete_records_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_delete_records_request_tags(o, buf, pos, t)
    return o, pos


DeleteRecordsRequest._ENCODERS = {
    0: _encode_delete_records_request,
    1: _encode_delete_records_request,
    2: _encode_delete_records_request_2,
}
DeleteRecordsRequest._DECODERS = {
    0: _decode_delete_records_request,
    1: _decode_delete_records_request,
    2: _decode_delete_records_request_2,
}
