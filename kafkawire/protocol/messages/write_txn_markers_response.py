"""Generated from schemas/messages/WriteTxnMarkersResponse.json; do not edit.

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


class WriteTxnMarkersResponse(Message):
    """Result for each partition of each marker.

    Response of api key 27, versions 0-2, flexible 1+.

    - markers: []WritableTxnMarkerResult, 0+
    """

    __slots__ = ("markers",)
    _FIELDS = __slots__

    API_KEY = 27
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 1

    class WritableTxnMarkerResult(Struct):
        """WritableTxnMarkerResult of `WriteTxnMarkersResponse`.

        - producer_id: int64, 0+
        - topics: []WritableTxnMarkerTopicResult, 0+
        """

        __slots__ = ("producer_id", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            producer_id: int = 0,
            topics: list[WriteTxnMarkersResponse.WritableTxnMarkerTopicResult] = NEW,
        ) -> None:
            self.producer_id: int = producer_id
            self.topics: list[WriteTxnMarkersResponse.WritableTxnMarkerTopicResult] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class WritableTxnMarkerTopicResult(Struct):
        """WritableTxnMarkerTopicResult of `WriteTxnMarkersResponse`.

        - name: string, 0+
        - partitions: []WritableTxnMarkerPartitionResult, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class WritableTxnMarkerPartitionResult(Struct):
        """WritableTxnMarkerPartitionResult of `WriteTxnMarkersResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
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
        markers: list[WriteTxnMarkersResponse.WritableTxnMarkerResult] = NEW,
    ) -> None:
        self.markers: list[WriteTxnMarkersResponse.WritableTxnMarkerResult] = (
            [] if markers is NEW else markers
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihx = packer(">ihx")
_pack_q = packer(">q")
_pack_qB = packer(">qB")
_pack_qBx = packer(">qBx")
_pack_qi = packer(">qi")
_row_ih = rower(">ih")
_row_ihx = rower(">ihx")
_row_qxx = rower(">qxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_qB = unpacker(">qB")
_unpack_qi = unpacker(">qi")
_WritableTxnMarkerResult = WriteTxnMarkersResponse.WritableTxnMarkerResult
_WritableTxnMarkerTopicResult = WriteTxnMarkersResponse.WritableTxnMarkerTopicResult
_WritableTxnMarkerPartitionResult = WriteTxnMarkersResponse.WritableTxnMarkerPartitionResult
_ONE_WRITABLE_TXN_MARKER_PARTITION_RESULT = ((_WritableTxnMarkerPartitionResult,),)
_ONE_WRITABLE_TXN_MARKER_TOPIC_RESULT = ((_WritableTxnMarkerTopicResult,),)
_ONE_WRITABLE_TXN_MARKER_RESULT = ((_WritableTxnMarkerResult,),)


def _encode_writable_txn_marker_partition_result_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.error_code))


def _encode_writable_txn_marker_topic_result_array(array, out):
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
            write_long(_encode_writable_txn_marker_partition_result_array, partitions_, out)
        elif n:
            _encode_writable_txn_marker_partition_result_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_writable_txn_marker_result_array(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_qi(o.producer_id, 0))
            continue
        topics_ = o.topics
        n = len(topics_)
        out.append(_pack_qi(o.producer_id, n))
        if n > 32:
            write_long(_encode_writable_txn_marker_topic_result_array, topics_, out)
        elif n:
            _encode_writable_txn_marker_topic_result_array(topics_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_write_txn_markers_response(o, out):
    markers_ = o.markers
    n = len(markers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_writable_txn_marker_result_array, markers_, out)
    elif n:
        _encode_writable_txn_marker_result_array(markers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_writable_txn_marker_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_writable_txn_marker_partition_result_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.error_code))
            _encode_writable_txn_marker_partition_result_tags(o, out)


def _encode_writable_txn_marker_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_writable_txn_marker_topic_result_array_2(array, out):
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
            write_long(_encode_writable_txn_marker_partition_result_array_2, partitions_, out)
        elif n:
            _encode_writable_txn_marker_partition_result_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_writable_txn_marker_topic_result_tags(o, out)


def _encode_writable_txn_marker_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_writable_txn_marker_result_array_2(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_qBx(o.producer_id, 1))
            continue
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_qB(o.producer_id, n + 1))
        else:
            out.append(_pack_q(o.producer_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_writable_txn_marker_topic_result_array_2, topics_, out)
        elif n:
            _encode_writable_txn_marker_topic_result_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_writable_txn_marker_result_tags(o, out)


def _encode_write_txn_markers_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_write_txn_markers_response_2(o, out):
    markers_ = o.markers
    n = len(markers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_writable_txn_marker_result_array_2, markers_, out)
    elif n:
        _encode_writable_txn_marker_result_array_2(markers_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_write_txn_markers_response_tags(o, out)


def _decode_writable_txn_marker_partition_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_PARTITION_RESULT * count)]
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


def _decode_writable_txn_marker_topic_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_writable_txn_marker_partition_result_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_writable_txn_marker_result_array(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_RESULT * count)]
    for o in found:
        o.producer_id, n = _unpack_qi(buf, pos)
        pos += 12
        if n > 0:
            o.topics, pos = _decode_writable_txn_marker_topic_result_array(buf, pos, n)
        elif not n:
            o.topics = []
        else:
            null_error("Topics")
        o.unknown_tags = None
    return found, pos


def _decode_write_txn_markers_response(buf, pos):
    o = make(WriteTxnMarkersResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.markers, pos = _decode_writable_txn_marker_result_array(buf, pos, n)
    elif not n:
        o.markers = []
    else:
        null_error("Markers")
    o.unknown_tags = None
    return o, pos


def _decode_writable_txn_marker_partition_result_tags(o, buf, pos, count):
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


def _decode_writable_txn_marker_partition_result_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_PARTITION_RESULT * count)]
        end = pos + 7 * count
        if count > 7 and buf[pos + 6:end:7].count(0) == count:
            for o, (o.partition_index, o.error_code) in zip(found, _row_ihx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, t = _unpack_ihB(buf, pos)
        pos += 7
        o.unknown_tags = None
        if t:
            pos = _decode_writable_txn_marker_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_writable_txn_marker_topic_result_tags(o, buf, pos, count):
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


def _decode_writable_txn_marker_topic_result_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_TOPIC_RESULT * count)]
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
            o.partitions, pos = _decode_writable_txn_marker_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_writable_txn_marker_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_writable_txn_marker_result_tags(o, buf, pos, count):
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


def _decode_writable_txn_marker_result_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_RESULT * count)]
        end = pos + 10 * count
        if (
            count > 7
            and buf[pos + 8] == 1
            and buf[pos + 8:end:10].count(buf[pos + 8]) == count
            and buf[pos + 9:end:10].count(0) == count
        ):
            for o, (o.producer_id,) in zip(found, _row_qxx(buf[pos:end])):
                o.topics = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.producer_id, n = _unpack_qB(buf, pos)
        pos += 9
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_writable_txn_marker_topic_result_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_writable_txn_marker_result_tags(o, buf, pos, t)
    return found, pos


def _decode_write_txn_markers_response_tags(o, buf, pos, count):
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


def _decode_write_txn_markers_response_2(buf, pos):
    o = make(WriteTxnMarkersResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.markers, pos = _decode_writable_txn_marker_result_array_2(buf, pos, n - 1)
    elif n:
        o.markers = []
    else:
        null_error("Markers")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_write_txn_markers_response_tags(o, buf, pos, t)
    return o, pos


WriteTxnMarkersResponse._ENCODERS = {
    0: _encode_write_txn_markers_response,
    1: _encode_write_txn_markers_response_2,
    2: _encode_write_txn_markers_response_2,
}
WriteTxnMarkersResponse._DECODERS = {
    0: _decode_write_txn_markers_response,
    1: _decode_write_txn_markers_response_2,
    2: _decode_write_txn_markers_response_2,
}
