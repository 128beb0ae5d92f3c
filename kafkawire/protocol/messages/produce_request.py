"""Generated from schemas/messages/ProduceRequest.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    CHUNKED,
    NEW,
    VARINTS,
    VIEW_BYTES_MIN,
    ZERO_UUID,
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
    records_size,
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
    from kafkawire.protocol.buffers import Records, Sendable


class ProduceRequest(Message):
    """Appends record batches to partitions; the batches travel exactly as the log stores them.

    Request of api key 0, versions 0-13, flexible 9+.

    - transactional_id: string, 3+, null. Set by transactional producers, for the authorizer
      and transaction verification; null otherwise.
    - acks: int16, 0+. 0 no response at all, 1 once the leader has it, -1 once every in-sync
      replica has it.
    - timeout_ms: int32, 0+. Milliseconds the in-sync replicas get to catch up when Acks is
      -1; unused for 0 and 1.
    - topic_data: []TopicProduceData, 0+. One entry per topic.
    """

    __slots__ = ("transactional_id", "acks", "timeout_ms", "topic_data")
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 13)
    FLEXIBLE_SINCE = 9

    class TopicProduceData(Struct):
        """One entry per topic.

        - name: string, 0-12. Topic by name, up to version 12.
        - topic_id: uuid, 13+. Topic by id, from version 13 (KIP-516).
        - partition_data: []PartitionProduceData, 0+. What goes to each partition of the topic.
        """

        __slots__ = ("name", "topic_id", "partition_data")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partition_data: list[ProduceRequest.PartitionProduceData] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partition_data: list[ProduceRequest.PartitionProduceData] = (
                [] if partition_data is NEW else partition_data
            )
            self.unknown_tags = None

    class PartitionProduceData(Struct):
        """What goes to each partition of the topic.

        - index: int32, 0+. Number of the partition.
        - records: records, 0+, null. One batch of magic 2 from version 3; older versions carry
          message sets of magic 0 and 1.
        """

        __slots__ = ("index", "records")
        _FIELDS = __slots__
        _RECORDS = "records"

        def __init__(
            self,
            *,
            index: int = 0,
            records: Sendable | Sequence[Sendable] | None = None,
        ) -> None:
            self.index: int = index
            self.records: Records | None = records  # type: ignore[assignment]
            self.unknown_tags = None

    def __init__(
        self,
        *,
        transactional_id: str | None = None,
        acks: int = 0,
        timeout_ms: int = 0,
        topic_data: list[ProduceRequest.TopicProduceData] = NEW,
    ) -> None:
        self.transactional_id: str | None = transactional_id
        self.acks: int = acks
        self.timeout_ms: int = timeout_ms
        self.topic_data: list[ProduceRequest.TopicProduceData] = (
            [] if topic_data is NEW else topic_data
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_hi = packer(">hi")
_pack_hiB = packer(">hiB")
_pack_hii = packer(">hii")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBx = packer(">iBx")
_pack_ii = packer(">ii")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ixx = rower(">ixx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_hiB = unpacker(">hiB")
_unpack_hii = unpacker(">hii")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ii = unpacker(">ii")
_unpack_uB = unpacker(">16sB")
_TopicProduceData = ProduceRequest.TopicProduceData
_PartitionProduceData = ProduceRequest.PartitionProduceData
_ONE_PARTITION_PRODUCE_DATA = ((_PartitionProduceData,),)
_ONE_TOPIC_PRODUCE_DATA = ((_TopicProduceData,),)


def _encode_partition_produce_data_array(array, out):
    for o in array:
        records_ = o.records
        if not records_ and o.unknown_tags is None:
            out.append(_pack_ii(o.index, -(records_ is None)))
            continue
        records_ = o.records
        if records_ is None:
            out.append(_pack_ii(o.index, -1))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            out.append(_pack_ii(o.index, n))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_topic_produce_data_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_data_ = o.partition_data
        n = len(partition_data_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_produce_data_array, partition_data_, out)
        elif n:
            _encode_partition_produce_data_array(partition_data_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_produce_request(o, out):
    if o.transactional_id is not None:
        absent("TransactionalId")
    topic_data_ = o.topic_data
    n = len(topic_data_)
    out.append(_pack_hii(o.acks, o.timeout_ms, n))
    if n > 32:
        write_long(_encode_topic_produce_data_array, topic_data_, out)
    elif n:
        _encode_topic_produce_data_array(topic_data_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_produce_request_2(o, out):
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(_pack_h(-1))
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        out.append(_pack_h(n))
        out.append(transactional_id_)
    topic_data_ = o.topic_data
    n = len(topic_data_)
    out.append(_pack_hii(o.acks, o.timeout_ms, n))
    if n > 32:
        write_long(_encode_topic_produce_data_array, topic_data_, out)
    elif n:
        _encode_topic_produce_data_array(topic_data_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_partition_produce_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_produce_data_array_2(array, out):
    for o in array:
        records_ = o.records
        if not records_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.index, records_ is not None))
            continue
        records_ = o.records
        if records_ is None:
            out.append(_pack_ix(o.index))
        else:
            many = records_.__class__ in CHUNKED
            n = records_size(records_) if many else len(records_)
            if n < 127:
                out.append(_pack_iB(o.index, n + 1))
            else:
                out.append(_pack_i(o.index))
                out.append(varint(n + 1))
            if many:
                out += records_
            elif n:
                out.append(records_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_produce_data_tags(o, out)


def _encode_topic_produce_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_produce_data_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_data_ = o.partition_data
        n = len(partition_data_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_produce_data_array_2, partition_data_, out)
        elif n:
            _encode_partition_produce_data_array_2(partition_data_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_produce_data_tags(o, out)


def _encode_produce_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_produce_request_3(o, out):
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(b"\0")
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
    topic_data_ = o.topic_data
    n = len(topic_data_)
    if n < 127:
        out.append(_pack_hiB(o.acks, o.timeout_ms, n + 1))
    else:
        out.append(_pack_hi(o.acks, o.timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_produce_data_array_2, topic_data_, out)
    elif n:
        _encode_topic_produce_data_array_2(topic_data_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_produce_request_tags(o, out)


def _encode_topic_produce_data_array_3(array, out):
    for o in array:
        partition_data_ = o.partition_data
        if partition_data_ is not None and not partition_data_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partition_data_ = o.partition_data
        n = len(partition_data_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_produce_data_array_2, partition_data_, out)
        elif n:
            _encode_partition_produce_data_array_2(partition_data_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_produce_data_tags(o, out)


def _encode_produce_request_4(o, out):
    transactional_id_ = o.transactional_id
    if transactional_id_ is None:
        out.append(b"\0")
    else:
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
    topic_data_ = o.topic_data
    n = len(topic_data_)
    if n < 127:
        out.append(_pack_hiB(o.acks, o.timeout_ms, n + 1))
    else:
        out.append(_pack_hi(o.acks, o.timeout_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_produce_data_array_3, topic_data_, out)
    elif n:
        _encode_topic_produce_data_array_3(topic_data_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_produce_request_tags(o, out)


def _decode_partition_produce_data_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_DATA * count)]
    view = memoryview(buf)
    for o in found:
        o.index, n = _unpack_ii(buf, pos)
        pos += 8
        if n >= 0:
            e = pos + n
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        o.unknown_tags = None
    return found, pos


def _decode_topic_produce_data_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_DATA * count)]
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
            o.partition_data, pos = _decode_partition_produce_data_array(buf, pos, n)
        elif not n:
            o.partition_data = []
        else:
            null_error("PartitionData")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_produce_request(buf, pos):
    o = make(ProduceRequest)
    o.acks, o.timeout_ms, n = _unpack_hii(buf, pos)
    pos += 10
    if n > 0:
        o.topic_data, pos = _decode_topic_produce_data_array(buf, pos, n)
    elif not n:
        o.topic_data = []
    else:
        null_error("TopicData")
    o.transactional_id = None
    o.unknown_tags = None
    return o, pos


def _decode_produce_request_2(buf, pos):
    o = make(ProduceRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.acks, o.timeout_ms, n = _unpack_hii(buf, pos)
    pos += 10
    if n > 0:
        o.topic_data, pos = _decode_topic_produce_data_array(buf, pos, n)
    elif not n:
        o.topic_data = []
    else:
        null_error("TopicData")
    o.unknown_tags = None
    return o, pos


def _decode_partition_produce_data_tags(o, buf, pos, count):
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


def _decode_partition_produce_data_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_DATA * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] < 2
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            at_4 = buf[pos + 4]
            for o, (o.index,) in zip(found, _row_ixx(buf[pos:end])):
                o.records = b"" if at_4 else None
                o.unknown_tags = None
            return found, end
    view = memoryview(buf)
    for o in found:
        o.index, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            e = buf[pos]
            if e < 128:
                n += (e << 7) - 128
                pos += 1
            else:
                n, pos = uvarint(buf, pos)
        if n:
            e = pos + n - 1
            o.records = view[pos:e] if n > VIEW_BYTES_MIN else buf[pos:e]
            pos = e
        else:
            o.records = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_produce_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_produce_data_tags(o, buf, pos, count):
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


def _decode_topic_produce_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_DATA * count)]
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
            o.partition_data, pos = _decode_partition_produce_data_array_2(buf, pos, n - 1)
        elif n:
            o.partition_data = []
        else:
            null_error("PartitionData")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_produce_data_tags(o, buf, pos, t)
    return found, pos


def _decode_produce_request_tags(o, buf, pos, count):
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


def _decode_produce_request_3(buf, pos):
    o = make(ProduceRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.acks, o.timeout_ms, n = _unpack_hiB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_data, pos = _decode_topic_produce_data_array_2(buf, pos, n - 1)
    elif n:
        o.topic_data = []
    else:
        null_error("TopicData")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_produce_request_tags(o, buf, pos, t)
    return o, pos


def _decode_topic_produce_data_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_DATA * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partition_data = []
                o.name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partition_data, pos = _decode_partition_produce_data_array_2(buf, pos, n - 1)
        elif n:
            o.partition_data = []
        else:
            null_error("PartitionData")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_topic_produce_data_tags(o, buf, pos, t)
    return found, pos


def _decode_produce_request_4(buf, pos):
    o = make(ProduceRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.transactional_id = buf[pos:e].decode()
        pos = e
    else:
        o.transactional_id = None
    o.acks, o.timeout_ms, n = _unpack_hiB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_data, pos = _decode_topic_produce_data_array_3(buf, pos, n - 1)
    elif n:
        o.topic_data = []
    else:
        null_error("TopicData")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_produce_request_tags(o, buf, pos, t)
    return o, pos


ProduceRequest._ENCODERS = {
    0: _encode_produce_request,
    1: _encode_produce_request,
    2: _encode_produce_request,
    3: _encode_produce_request_2,
    4: _encode_produce_request_2,
    5: _encode_produce_request_2,
    6: _encode_produce_request_2,
    7: _encode_produce_request_2,
    8: _encode_produce_request_2,
    9: _encode_produce_request_3,
    10: _encode_produce_request_3,
    11: _encode_produce_request_3,
    12: _encode_produce_request_3,
    13: _encode_produce_request_4,
}
ProduceRequest._DECODERS = {
    0: _decode_produce_request,
    1: _decode_produce_request,
    2: _decode_produce_request,
    3: _decode_produce_request_2,
    4: _decode_produce_request_2,
    5: _decode_produce_request_2,
    6: _decode_produce_request_2,
    7: _decode_produce_request_2,
    8: _decode_produce_request_2,
    9: _decode_produce_request_3,
    10: _decode_produce_request_3,
    11: _decode_produce_request_3,
    12: _decode_produce_request_3,
    13: _decode_produce_request_4,
}
