"""Generated from schemas/messages/AddPartitionsToTxnRequest.json; do not edit.

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
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class AddPartitionsToTxnRequest(Message):
    """Enters partitions into a transaction; brokers use it too, to verify one (KIP-890).

    Request of api key 24, versions 0-5, flexible 3+.

    - transactions: []AddPartitionsToTxnTransaction, 4+. From version 4, which only brokers
      send, several transactions at once.
    - v3_and_below_transactional_id: string, 0-3. Name of the transactional producer, as
      clients send it.
    - v3_and_below_producer_id: int64, 0-3
    - v3_and_below_producer_epoch: int16, 0-3. Lower ones than the coordinator's are fenced.
    - v3_and_below_topics: []AddPartitionsToTxnTopic, 0-3. Partitions that are about to be
      written in this transaction.
    """

    __slots__ = (
        "transactions",
        "v3_and_below_transactional_id",
        "v3_and_below_producer_id",
        "v3_and_below_producer_epoch",
        "v3_and_below_topics",
    )
    _FIELDS = __slots__

    API_KEY = 24
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    class AddPartitionsToTxnTopic(Struct):
        """AddPartitionsToTxnTopic of `AddPartitionsToTxnRequest`.

        - name: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    class AddPartitionsToTxnTransaction(Struct):
        """From version 4, which only brokers send, several transactions at once.

        - transactional_id: string, 4+. Name of the transactional producer, the same after each
          restart.
        - producer_id: int64, 4+
        - producer_epoch: int16, 4+. Rises when the producer id changes hands; lower ones are
          fenced.
        - verify_only: bool, 4+. True only checks that the partitions are part of the open
          transaction.
        - topics: []AddPartitionsToTxnTopic, 4+
        """

        __slots__ = ("transactional_id", "producer_id", "producer_epoch", "verify_only", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            transactional_id: str = "",
            producer_id: int = 0,
            producer_epoch: int = 0,
            verify_only: bool = False,
            topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = NEW,
        ) -> None:
            self.transactional_id: str = transactional_id
            self.producer_id: int = producer_id
            self.producer_epoch: int = producer_epoch
            self.verify_only: bool = verify_only
            self.topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        transactions: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction] = NEW,
        v3_and_below_transactional_id: str = "",
        v3_and_below_producer_id: int = 0,
        v3_and_below_producer_epoch: int = 0,
        v3_and_below_topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = NEW,
    ) -> None:
        self.transactions: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction] = (
            [] if transactions is NEW else transactions
        )
        self.v3_and_below_transactional_id: str = v3_and_below_transactional_id
        self.v3_and_below_producer_id: int = v3_and_below_producer_id
        self.v3_and_below_producer_epoch: int = v3_and_below_producer_epoch
        self.v3_and_below_topics: list[AddPartitionsToTxnRequest.AddPartitionsToTxnTopic] = (
            [] if v3_and_below_topics is NEW else v3_and_below_topics
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_qh = packer(">qh")
_pack_qhB = packer(">qhB")
_pack_qhi = packer(">qhi")
_pack_qho = packer(">qh?")
_pack_qhoB = packer(">qh?B")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_qhB = unpacker(">qhB")
_unpack_qhi = unpacker(">qhi")
_unpack_qhoB = unpacker(">qh?B")
_AddPartitionsToTxnTopic = AddPartitionsToTxnRequest.AddPartitionsToTxnTopic
_AddPartitionsToTxnTransaction = AddPartitionsToTxnRequest.AddPartitionsToTxnTransaction
_ONE_ADD_PARTITIONS_TO_TXN_TOPIC = ((_AddPartitionsToTxnTopic,),)
_ONE_ADD_PARTITIONS_TO_TXN_TRANSACTION = ((_AddPartitionsToTxnTransaction,),)


def _encode_add_partitions_to_txn_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_add_partitions_to_txn_request(o, out):
    if o.transactions:
        absent("Transactions")
    v3_and_below_transactional_id_ = o.v3_and_below_transactional_id
    v3_and_below_transactional_id_ = v3_and_below_transactional_id_.encode()
    n = len(v3_and_below_transactional_id_)
    out.append(_pack_h(n))
    out.append(v3_and_below_transactional_id_)
    v3_and_below_topics_ = o.v3_and_below_topics
    n = len(v3_and_below_topics_)
    out.append(_pack_qhi(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_topic_array, v3_and_below_topics_, out)
    elif n:
        _encode_add_partitions_to_txn_topic_array(v3_and_below_topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_add_partitions_to_txn_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_topic_array_2(array, out):
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
        if n == 3:
            i, j, k = partitions_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partitions_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partitions_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_add_partitions_to_txn_topic_tags(o, out)


def _encode_add_partitions_to_txn_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_request_2(o, out):
    if o.transactions:
        absent("Transactions")
    v3_and_below_transactional_id_ = o.v3_and_below_transactional_id
    v3_and_below_transactional_id_ = v3_and_below_transactional_id_.encode()
    n = len(v3_and_below_transactional_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(v3_and_below_transactional_id_)
    v3_and_below_topics_ = o.v3_and_below_topics
    n = len(v3_and_below_topics_)
    if n < 127:
        out.append(_pack_qhB(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n + 1))
    else:
        out.append(_pack_qh(o.v3_and_below_producer_id, o.v3_and_below_producer_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_topic_array_2, v3_and_below_topics_, out)
    elif n:
        _encode_add_partitions_to_txn_topic_array_2(v3_and_below_topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_partitions_to_txn_request_tags(o, out)


def _encode_add_partitions_to_txn_transaction_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_transaction_array(array, out):
    for o in array:
        transactional_id_ = o.transactional_id
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_qhoB(o.producer_id, o.producer_epoch, o.verify_only, n + 1))
        else:
            out.append(_pack_qho(o.producer_id, o.producer_epoch, o.verify_only))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_add_partitions_to_txn_topic_array_2, topics_, out)
        elif n:
            _encode_add_partitions_to_txn_topic_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_add_partitions_to_txn_transaction_tags(o, out)


def _encode_add_partitions_to_txn_request_3(o, out):
    if o.v3_and_below_transactional_id:
        absent("V3AndBelowTransactionalId")
    if o.v3_and_below_producer_id:
        absent("V3AndBelowProducerId")
    if o.v3_and_below_producer_epoch:
        absent("V3AndBelowProducerEpoch")
    if o.v3_and_below_topics:
        absent("V3AndBelowTopics")
    transactions_ = o.transactions
    n = len(transactions_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_transaction_array, transactions_, out)
    elif n:
        _encode_add_partitions_to_txn_transaction_array(transactions_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_partitions_to_txn_request_tags(o, out)


def _decode_add_partitions_to_txn_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_TOPIC * count)]
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
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_add_partitions_to_txn_request(buf, pos):
    o = make(AddPartitionsToTxnRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.v3_and_below_transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("V3AndBelowTransactionalId")
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n = _unpack_qhi(buf, pos)
    pos += 14
    if n > 0:
        o.v3_and_below_topics, pos = _decode_add_partitions_to_txn_topic_array(buf, pos, n)
    elif not n:
        o.v3_and_below_topics = []
    else:
        null_error("V3AndBelowTopics")
    o.transactions = []
    o.unknown_tags = None
    return o, pos


def _decode_add_partitions_to_txn_topic_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_TOPIC * count)]
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
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_add_partitions_to_txn_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_add_partitions_to_txn_request_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_request_2(buf, pos):
    o = make(AddPartitionsToTxnRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.v3_and_below_transactional_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("V3AndBelowTransactionalId")
    o.v3_and_below_producer_id, o.v3_and_below_producer_epoch, n = _unpack_qhB(buf, pos)
    pos += 11
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.v3_and_below_topics, pos = _decode_add_partitions_to_txn_topic_array_2(buf, pos, n - 1)
    elif n:
        o.v3_and_below_topics = []
    else:
        null_error("V3AndBelowTopics")
    t = buf[pos]
    pos += 1
    o.transactions = []
    o.unknown_tags = None
    if t:
        pos = _decode_add_partitions_to_txn_request_tags(o, buf, pos, t)
    return o, pos


def _decode_add_partitions_to_txn_transaction_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_transaction_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnTransaction)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_transaction_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_TRANSACTION * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.transactional_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("TransactionalId")
        o.producer_id, o.producer_epoch, o.verify_only, n = _unpack_qhoB(buf, pos)
        pos += 12
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_add_partitions_to_txn_topic_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_add_partitions_to_txn_transaction_tags(o, buf, pos, t)
    return found, pos


def _decode_add_partitions_to_txn_request_3(buf, pos):
    o = make(AddPartitionsToTxnRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.transactions, pos = _decode_add_partitions_to_txn_transaction_array(buf, pos, n - 1)
    elif n:
        o.transactions = []
    else:
        null_error("Transactions")
    t = buf[pos]
    pos += 1
    o.v3_and_below_transactional_id = ""
    o.v3_and_below_producer_id = 0
    o.v3_and_below_producer_epoch = 0
    o.v3_and_below_topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_add_partitions_to_txn_request_tags(o, buf, pos, t)
    return o, pos


AddPartitionsToTxnRequest._ENCODERS = {
    0: _encode_add_partitions_to_txn_request,
    1: _encode_add_partitions_to_txn_request,
    2: _encode_add_partitions_to_txn_request,
    3: _encode_add_partitions_to_txn_request_2,
    4: _encode_add_partitions_to_txn_request_3,
    5: _encode_add_partitions_to_txn_request_3,
}
AddPartitionsToTxnRequest._DECODERS = {
    0: _decode_add_partitions_to_txn_request,
    1: _decode_add_partitions_to_txn_request,
    2: _decode_add_partitions_to_txn_request,
    3: _decode_add_partitions_to_txn_request_2,
    4: _decode_add_partitions_to_txn_request_3,
    5: _decode_add_partitions_to_txn_request_3,
}
