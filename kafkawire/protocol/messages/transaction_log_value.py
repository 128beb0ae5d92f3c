"""Generated from schemas/records/TransactionLogValue.json; do not edit.

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
    short,
    starmap,
    string_length,
    tag_head,
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class TransactionLogValue(Message):
    """State of a transactional id, written at each transition.

    Coordinator-value, versions 0-1, flexible 1+.

    - producer_id: int64, 0+. Id the producer writes with.
    - previous_producer_id: int64, 1+, tag 0. Id before this transition, so that retries can
      be recognised; -1 for none (KIP-890).
    - next_producer_id: int64, 1+, tag 1. Id for the next transaction, when epochs ran out;
      -1 for none (KIP-890).
    - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
      fenced.
    - next_producer_epoch: int16, 1+, tag 3. Epoch for the next transaction; -1 for none.
    - transaction_timeout_ms: int32, 0+. Open longer than this, the transaction is aborted.
    - transaction_status: int8, 0+. 0 empty, 1 ongoing, 2 and 3 prepare commit, abort, 4 and
      5 complete commit, abort, 6 dead, 7 fencing.
    - transaction_partitions: []PartitionsSchema, 0+, null. Null when the state is empty.
    - transaction_last_update_timestamp_ms: int64, 0+. When the state last changed.
    - transaction_start_timestamp_ms: int64, 0+. When the first partition joined; -1 when
      none is open.
    - client_transaction_version: int16, 1+, tag 2. transaction.version the client speaks: 2
      bumps the epoch each time (KIP-890).
    """

    __slots__ = (
        "producer_id",
        "previous_producer_id",
        "next_producer_id",
        "producer_epoch",
        "next_producer_epoch",
        "transaction_timeout_ms",
        "transaction_status",
        "transaction_partitions",
        "transaction_last_update_timestamp_ms",
        "transaction_start_timestamp_ms",
        "client_transaction_version",
    )
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 1

    class PartitionsSchema(Struct):
        """Null when the state is empty.

        - topic: string, 0+
        - partition_ids: []int32, 0+. Partitions that get a marker when the transaction ends.
        """

        __slots__ = ("topic", "partition_ids")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partition_ids: Sequence[int] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partition_ids: Sequence[int] = [] if partition_ids is NEW else partition_ids
            self.unknown_tags = None

    def __init__(
        self,
        *,
        producer_id: int = 0,
        previous_producer_id: int = -1,
        next_producer_id: int = -1,
        producer_epoch: int = 0,
        next_producer_epoch: int = -1,
        transaction_timeout_ms: int = 0,
        transaction_status: int = 0,
        transaction_partitions: list[TransactionLogValue.PartitionsSchema] | None = NEW,
        transaction_last_update_timestamp_ms: int = 0,
        transaction_start_timestamp_ms: int = 0,
        client_transaction_version: int = 0,
    ) -> None:
        self.producer_id: int = producer_id
        self.previous_producer_id: int = previous_producer_id
        self.next_producer_id: int = next_producer_id
        self.producer_epoch: int = producer_epoch
        self.next_producer_epoch: int = next_producer_epoch
        self.transaction_timeout_ms: int = transaction_timeout_ms
        self.transaction_status: int = transaction_status
        self.transaction_partitions: list[TransactionLogValue.PartitionsSchema] | None = (
            [] if transaction_partitions is NEW else transaction_partitions
        )
        self.transaction_last_update_timestamp_ms: int = transaction_last_update_timestamp_ms
        self.transaction_start_timestamp_ms: int = transaction_start_timestamp_ms
        self.client_transaction_version: int = client_transaction_version
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_q = packer(">q")
_pack_qhib = packer(">qhib")
_pack_qhibB = packer(">qhibB")
_pack_qhibi = packer(">qhibi")
_pack_qhibx = packer(">qhibx")
_pack_qq = packer(">qq")
_pack_qqx = packer(">qqx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_q = unpacker(">q")
_unpack_qhibB = unpacker(">qhibB")
_unpack_qhibi = unpacker(">qhibi")
_unpack_qq = unpacker(">qq")
_unpack_qqB = unpacker(">qqB")
_PartitionsSchema = TransactionLogValue.PartitionsSchema
_ONE_PARTITIONS_SCHEMA = ((_PartitionsSchema,),)


def _encode_partitions_schema_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partition_ids_ = o.partition_ids
        n = len(partition_ids_)
        if n == 3:
            i, j, k = partition_ids_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partition_ids_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partition_ids_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_transaction_log_value(o, out):
    if o.previous_producer_id != -1:
        absent("PreviousProducerId")
    if o.next_producer_id != -1:
        absent("NextProducerId")
    if o.next_producer_epoch != -1:
        absent("NextProducerEpoch")
    if o.client_transaction_version:
        absent("ClientTransactionVersion")
    transaction_partitions_ = o.transaction_partitions
    if transaction_partitions_ is None:
        out.append(_pack_qhibi(
            o.producer_id,
            o.producer_epoch,
            o.transaction_timeout_ms,
            o.transaction_status,
            -1,
        ))
    else:
        n = len(transaction_partitions_)
        out.append(_pack_qhibi(
            o.producer_id,
            o.producer_epoch,
            o.transaction_timeout_ms,
            o.transaction_status,
            n,
        ))
        if n > 32:
            write_long(_encode_partitions_schema_array, transaction_partitions_, out)
        elif n:
            _encode_partitions_schema_array(transaction_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_qq(o.transaction_last_update_timestamp_ms, o.transaction_start_timestamp_ms))


def _encode_partitions_schema_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partitions_schema_array_2(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_)
        partition_ids_ = o.partition_ids
        n = len(partition_ids_)
        if n == 3:
            i, j, k = partition_ids_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partition_ids_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_ids_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partitions_schema_tags(o, out)


def _encode_transaction_log_value_tags(o, section):
    found = {}
    if o.previous_producer_id != -1:
        out = []
        out.append(_pack_q(o.previous_producer_id))
        found[0] = b"".join(out)
    if o.next_producer_id != -1:
        out = []
        out.append(_pack_q(o.next_producer_id))
        found[1] = b"".join(out)
    if o.client_transaction_version:
        out = []
        out.append(_pack_h(o.client_transaction_version))
        found[2] = b"".join(out)
    if o.next_producer_epoch != -1:
        out = []
        out.append(_pack_h(o.next_producer_epoch))
        found[3] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_transaction_log_value_2(o, out):
    transaction_partitions_ = o.transaction_partitions
    if transaction_partitions_ is None:
        out.append(_pack_qhibx(
            o.producer_id,
            o.producer_epoch,
            o.transaction_timeout_ms,
            o.transaction_status,
        ))
    else:
        n = len(transaction_partitions_)
        if n < 127:
            out.append(_pack_qhibB(
                o.producer_id,
                o.producer_epoch,
                o.transaction_timeout_ms,
                o.transaction_status,
                n + 1,
            ))
        else:
            out.append(_pack_qhib(
                o.producer_id,
                o.producer_epoch,
                o.transaction_timeout_ms,
                o.transaction_status,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partitions_schema_array_2, transaction_partitions_, out)
        elif n:
            _encode_partitions_schema_array_2(transaction_partitions_, out)
    if (
        o.previous_producer_id == -1
        and o.next_producer_id == -1
        and not o.client_transaction_version
        and o.next_producer_epoch == -1
        and o.unknown_tags is None
    ):
        out.append(_pack_qqx(
            o.transaction_last_update_timestamp_ms,
            o.transaction_start_timestamp_ms,
        ))
    else:
        out.append(_pack_qq(
            o.transaction_last_update_timestamp_ms,
            o.transaction_start_timestamp_ms,
        ))
        _encode_transaction_log_value_tags(o, out)


def _decode_partitions_schema_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionsSchema)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partitions_schema_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITIONS_SCHEMA * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partition_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partition_ids = []
        else:
            null_error("PartitionIds")
        o.unknown_tags = None
    return found, pos


def _decode_transaction_log_value(buf, pos):
    o = make(TransactionLogValue)
    (
        o.producer_id,
        o.producer_epoch,
        o.transaction_timeout_ms,
        o.transaction_status,
        n,
    ) = _unpack_qhibi(buf, pos)
    pos += 19
    if n > 0:
        o.transaction_partitions, pos = _decode_partitions_schema_array(buf, pos, n)
    elif not n:
        o.transaction_partitions = []
    else:
        o.transaction_partitions = None
    (
        o.transaction_last_update_timestamp_ms,
        o.transaction_start_timestamp_ms,
    ) = _unpack_qq(buf, pos)
    pos += 16
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.next_producer_epoch = -1
    o.client_transaction_version = 0
    o.unknown_tags = None
    return o, pos


def _decode_partitions_schema_tags(o, buf, pos, count):
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


def _decode_partitions_schema_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionsSchema)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partitions_schema_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITIONS_SCHEMA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic = buf[pos:e].decode()
            pos = e
        else:
            null_error("Topic")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partition_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_ids = []
        else:
            null_error("PartitionIds")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partitions_schema_tags(o, buf, pos, t)
    return found, pos


def _decode_transaction_log_value_tags(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.previous_producer_id, = _unpack_q(buf, pos)
            pos += 8
        elif tag == 1:
            o.next_producer_id, = _unpack_q(buf, pos)
            pos += 8
        elif tag == 2:
            o.client_transaction_version, = _unpack_h(buf, pos)
            pos += 2
        elif tag == 3:
            o.next_producer_epoch, = _unpack_h(buf, pos)
            pos += 2
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_transaction_log_value_2(buf, pos):
    o = make(TransactionLogValue)
    (
        o.producer_id,
        o.producer_epoch,
        o.transaction_timeout_ms,
        o.transaction_status,
        n,
    ) = _unpack_qhibB(buf, pos)
    pos += 16
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.transaction_partitions, pos = _decode_partitions_schema_array_2(buf, pos, n - 1)
    elif n:
        o.transaction_partitions = []
    else:
        o.transaction_partitions = None
    (
        o.transaction_last_update_timestamp_ms,
        o.transaction_start_timestamp_ms,
        t,
    ) = _unpack_qqB(buf, pos)
    pos += 17
    o.previous_producer_id = -1
    o.next_producer_id = -1
    o.next_producer_epoch = -1
    o.client_transaction_version = 0
    o.unknown_tags = None
    if t:
        pos = _decode_transaction_log_value_tags(o, buf, pos, t)
    return o, pos


TransactionLogValue._ENCODERS = {
    0: _encode_transaction_log_value,
    1: _encode_transaction_log_value_2,
}
TransactionLogValue._DECODERS = {
    0: _decode_transaction_log_value,
    1: _decode_transaction_log_value_2,
}
