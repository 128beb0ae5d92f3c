"""Generated from schemas/messages/WriteTxnMarkersRequest.json; do not edit.

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


class WriteTxnMarkersRequest(Message):
    """Sent by the transaction coordinator to have commit or abort markers appended.

    Request of api key 27, versions 0-2, flexible 1+.

    - markers: []WritableTxnMarker, 0+
    """

    __slots__ = ("markers",)
    _FIELDS = __slots__

    API_KEY = 27
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 1

    class WritableTxnMarker(Struct):
        """WritableTxnMarker of `WriteTxnMarkersRequest`.

        - producer_id: int64, 0+
        - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
          fenced.
        - transaction_result: bool, 0+. True for commit markers, false for abort.
        - topics: []WritableTxnMarkerTopic, 0+
        - coordinator_epoch: int32, 0+. Leader epoch of the transaction coordinator's partition;
          older coordinators are fenced.
        - transaction_version: int8, 2+. 2: the epoch must be newer than the one the records
          were written with (KIP-1228).
        """

        __slots__ = (
            "producer_id",
            "producer_epoch",
            "transaction_result",
            "topics",
            "coordinator_epoch",
            "transaction_version",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            producer_id: int = 0,
            producer_epoch: int = 0,
            transaction_result: bool = False,
            topics: list[WriteTxnMarkersRequest.WritableTxnMarkerTopic] = NEW,
            coordinator_epoch: int = 0,
            transaction_version: int = 0,
        ) -> None:
            self.producer_id: int = producer_id
            self.producer_epoch: int = producer_epoch
            self.transaction_result: bool = transaction_result
            self.topics: list[WriteTxnMarkersRequest.WritableTxnMarkerTopic] = (
                [] if topics is NEW else topics
            )
            self.coordinator_epoch: int = coordinator_epoch
            self.transaction_version: int = transaction_version
            self.unknown_tags = None

    class WritableTxnMarkerTopic(Struct):
        """WritableTxnMarkerTopic of `WriteTxnMarkersRequest`.

        - name: string, 0+
        - partition_indexes: []int32, 0+. Partitions that take part and are led by the receiver.
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
        markers: list[WriteTxnMarkersRequest.WritableTxnMarker] = NEW,
    ) -> None:
        self.markers: list[WriteTxnMarkersRequest.WritableTxnMarker] = (
            [] if markers is NEW else markers
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ib = packer(">ib")
_pack_ibx = packer(">ibx")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_ix = packer(">ix")
_pack_qho = packer(">qh?")
_pack_qhoB = packer(">qh?B")
_pack_qhoBibx = packer(">qh?Bibx")
_pack_qhoBix = packer(">qh?Bix")
_pack_qhoi = packer(">qh?i")
_pack_qhoii = packer(">qh?ii")
_row_qhoxibx = rower(">qh?xibx")
_row_qhoxix = rower(">qh?xix")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ibB = unpacker(">ibB")
_unpack_qhoB = unpacker(">qh?B")
_unpack_qhoi = unpacker(">qh?i")
_WritableTxnMarker = WriteTxnMarkersRequest.WritableTxnMarker
_WritableTxnMarkerTopic = WriteTxnMarkersRequest.WritableTxnMarkerTopic
_ONE_WRITABLE_TXN_MARKER_TOPIC = ((_WritableTxnMarkerTopic,),)
_ONE_WRITABLE_TXN_MARKER = ((_WritableTxnMarker,),)


def _encode_writable_txn_marker_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_writable_txn_marker_array(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_qhoii(
                o.producer_id,
                o.producer_epoch,
                o.transaction_result,
                0,
                o.coordinator_epoch,
            ))
            continue
        topics_ = o.topics
        n = len(topics_)
        out.append(_pack_qhoi(o.producer_id, o.producer_epoch, o.transaction_result, n))
        if n > 32:
            write_long(_encode_writable_txn_marker_topic_array, topics_, out)
        elif n:
            _encode_writable_txn_marker_topic_array(topics_, out)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.coordinator_epoch))


def _encode_write_txn_markers_request(o, out):
    markers_ = o.markers
    n = len(markers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_writable_txn_marker_array, markers_, out)
    elif n:
        _encode_writable_txn_marker_array(markers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_writable_txn_marker_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_writable_txn_marker_topic_array_2(array, out):
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
            _encode_writable_txn_marker_topic_tags(o, out)


def _encode_writable_txn_marker_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_writable_txn_marker_array_2(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_qhoBix(
                o.producer_id,
                o.producer_epoch,
                o.transaction_result,
                1,
                o.coordinator_epoch,
            ))
            continue
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_qhoB(o.producer_id, o.producer_epoch, o.transaction_result, n + 1))
        else:
            out.append(_pack_qho(o.producer_id, o.producer_epoch, o.transaction_result))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_writable_txn_marker_topic_array_2, topics_, out)
        elif n:
            _encode_writable_txn_marker_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.coordinator_epoch))
        else:
            out.append(_pack_i(o.coordinator_epoch))
            _encode_writable_txn_marker_tags(o, out)


def _encode_write_txn_markers_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_write_txn_markers_request_2(o, out):
    markers_ = o.markers
    n = len(markers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_writable_txn_marker_array_2, markers_, out)
    elif n:
        _encode_writable_txn_marker_array_2(markers_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_write_txn_markers_request_tags(o, out)


def _encode_writable_txn_marker_array_3(array, out):
    for o in array:
        topics_ = o.topics
        if topics_ is not None and not topics_ and o.unknown_tags is None:
            out.append(_pack_qhoBibx(
                o.producer_id,
                o.producer_epoch,
                o.transaction_result,
                1,
                o.coordinator_epoch,
                o.transaction_version,
            ))
            continue
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_qhoB(o.producer_id, o.producer_epoch, o.transaction_result, n + 1))
        else:
            out.append(_pack_qho(o.producer_id, o.producer_epoch, o.transaction_result))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_writable_txn_marker_topic_array_2, topics_, out)
        elif n:
            _encode_writable_txn_marker_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(_pack_ibx(o.coordinator_epoch, o.transaction_version))
        else:
            out.append(_pack_ib(o.coordinator_epoch, o.transaction_version))
            _encode_writable_txn_marker_tags(o, out)


def _encode_write_txn_markers_request_3(o, out):
    markers_ = o.markers
    n = len(markers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_writable_txn_marker_array_3, markers_, out)
    elif n:
        _encode_writable_txn_marker_array_3(markers_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_write_txn_markers_request_tags(o, out)


def _decode_writable_txn_marker_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_TOPIC * count)]
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
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        o.unknown_tags = None
    return found, pos


def _decode_writable_txn_marker_array(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER * count)]
    for o in found:
        o.producer_id, o.producer_epoch, o.transaction_result, n = _unpack_qhoi(buf, pos)
        pos += 15
        if n > 0:
            o.topics, pos = _decode_writable_txn_marker_topic_array(buf, pos, n)
        elif not n:
            o.topics = []
        else:
            null_error("Topics")
        o.coordinator_epoch, = _unpack_i(buf, pos)
        pos += 4
        o.transaction_version = 0
        o.unknown_tags = None
    return found, pos


def _decode_write_txn_markers_request(buf, pos):
    o = make(WriteTxnMarkersRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.markers, pos = _decode_writable_txn_marker_array(buf, pos, n)
    elif not n:
        o.markers = []
    else:
        null_error("Markers")
    o.unknown_tags = None
    return o, pos


def _decode_writable_txn_marker_topic_tags(o, buf, pos, count):
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


def _decode_writable_txn_marker_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarkerTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER_TOPIC * count)]
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
            pos = _decode_writable_txn_marker_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_writable_txn_marker_tags(o, buf, pos, count):
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


def _decode_writable_txn_marker_array_2(buf, pos, count):
    if 17 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER * count)]
        end = pos + 17 * count
        if (
            count > 7
            and buf[pos + 11] == 1
            and buf[pos + 11:end:17].count(buf[pos + 11]) == count
            and buf[pos + 16:end:17].count(0) == count
        ):
            for o, (
                o.producer_id, o.producer_epoch, o.transaction_result, o.coordinator_epoch,
            ) in zip(found, _row_qhoxix(buf[pos:end])):
                o.topics = []
                o.transaction_version = 0
                o.unknown_tags = None
            return found, end
    for o in found:
        o.producer_id, o.producer_epoch, o.transaction_result, n = _unpack_qhoB(buf, pos)
        pos += 12
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_writable_txn_marker_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.coordinator_epoch, t = _unpack_iB(buf, pos)
        pos += 5
        o.transaction_version = 0
        o.unknown_tags = None
        if t:
            pos = _decode_writable_txn_marker_tags(o, buf, pos, t)
    return found, pos


def _decode_write_txn_markers_request_tags(o, buf, pos, count):
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


def _decode_write_txn_markers_request_2(buf, pos):
    o = make(WriteTxnMarkersRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.markers, pos = _decode_writable_txn_marker_array_2(buf, pos, n - 1)
    elif n:
        o.markers = []
    else:
        null_error("Markers")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_write_txn_markers_request_tags(o, buf, pos, t)
    return o, pos


def _decode_writable_txn_marker_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_WritableTxnMarker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_writable_txn_marker_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_WRITABLE_TXN_MARKER * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 11] == 1
            and buf[pos + 11:end:18].count(buf[pos + 11]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (
                o.producer_id, o.producer_epoch, o.transaction_result, o.coordinator_epoch, o.transaction_version,
            ) in zip(found, _row_qhoxibx(buf[pos:end])):
                o.topics = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.producer_id, o.producer_epoch, o.transaction_result, n = _unpack_qhoB(buf, pos)
        pos += 12
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_writable_txn_marker_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        o.coordinator_epoch, o.transaction_version, t = _unpack_ibB(buf, pos)
        pos += 6
        o.unknown_tags = None
        if t:
            pos = _decode_writable_txn_marker_tags(o, buf, pos, t)
    return found, pos


def _decode_write_txn_markers_request_3(buf, pos):
    o = make(WriteTxnMarkersRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.markers, pos = _decode_writable_txn_marker_array_3(buf, pos, n - 1)
    elif n:
        o.markers = []
    else:
        null_error("Markers")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_write_txn_markers_request_tags(o, buf, pos, t)
    return o, pos


WriteTxnMarkersRequest._ENCODERS = {
    0: _encode_write_txn_markers_request,
    1: _encode_write_txn_markers_request_2,
    2: _encode_write_txn_markers_request_3,
}
WriteTxnMarkersRequest._DECODERS = {
    0: _decode_write_txn_markers_request,
    1: _decode_write_txn_markers_request_2,
    2: _decode_write_txn_markers_request_3,
}
