"""Generated from schemas/messages/DescribeTransactionsResponse.json; do not edit.

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


class DescribeTransactionsResponse(Message):
    """State and partitions of each transaction.

    Response of api key 65, versions 0, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - transaction_states: []TransactionState, 0+
    """

    __slots__ = ("throttle_time_ms", "transaction_states")
    _FIELDS = __slots__

    API_KEY = 65
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class TransactionState(Struct):
        """TransactionState of `DescribeTransactionsResponse`.

        - error_code: int16, 0+
        - transactional_id: string, 0+. Name of the transactional producer, the same after each
          restart.
        - transaction_state: string, 0+. Empty, Ongoing, PrepareCommit, PrepareAbort,
          CompleteCommit, CompleteAbort or PrepareEpochFence.
        - transaction_timeout_ms: int32, 0+. Open longer than this, the transaction is aborted.
        - transaction_start_time_ms: int64, 0+. When the first partition joined; -1 when none is
          open.
        - producer_id: int64, 0+
        - producer_epoch: int16, 0+. Rises when the producer id changes hands; lower ones are
          fenced.
        - topics: []TopicData, 0+. Partitions in the open transaction.
        """

        __slots__ = (
            "error_code",
            "transactional_id",
            "transaction_state",
            "transaction_timeout_ms",
            "transaction_start_time_ms",
            "producer_id",
            "producer_epoch",
            "topics",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            transactional_id: str = "",
            transaction_state: str = "",
            transaction_timeout_ms: int = 0,
            transaction_start_time_ms: int = 0,
            producer_id: int = 0,
            producer_epoch: int = 0,
            topics: list[DescribeTransactionsResponse.TopicData] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.transactional_id: str = transactional_id
            self.transaction_state: str = transaction_state
            self.transaction_timeout_ms: int = transaction_timeout_ms
            self.transaction_start_time_ms: int = transaction_start_time_ms
            self.producer_id: int = producer_id
            self.producer_epoch: int = producer_epoch
            self.topics: list[DescribeTransactionsResponse.TopicData] = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class TopicData(Struct):
        """Partitions in the open transaction.

        - topic: string, 0+
        - partitions: []int32, 0+
        """

        __slots__ = ("topic", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        transaction_states: list[DescribeTransactionsResponse.TransactionState] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.transaction_states: list[DescribeTransactionsResponse.TransactionState] = (
            [] if transaction_states is NEW else transaction_states
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iqqh = packer(">iqqh")
_pack_iqqhB = packer(">iqqhB")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_iqqhB = unpacker(">iqqhB")
_TransactionState = DescribeTransactionsResponse.TransactionState
_TopicData = DescribeTransactionsResponse.TopicData
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_TRANSACTION_STATE = ((_TransactionState,),)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_)
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
            _encode_topic_data_tags(o, out)


def _encode_transaction_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_transaction_state_array(array, out):
    for o in array:
        transactional_id_ = o.transactional_id
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(transactional_id_)
        transaction_state_ = o.transaction_state
        transaction_state_ = transaction_state_.encode()
        n = len(transaction_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transaction_state_)
        topics_ = o.topics
        n = len(topics_)
        if n < 127:
            out.append(_pack_iqqhB(
                o.transaction_timeout_ms,
                o.transaction_start_time_ms,
                o.producer_id,
                o.producer_epoch,
                n + 1,
            ))
        else:
            out.append(_pack_iqqh(
                o.transaction_timeout_ms,
                o.transaction_start_time_ms,
                o.producer_id,
                o.producer_epoch,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_data_array, topics_, out)
        elif n:
            _encode_topic_data_array(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_transaction_state_tags(o, out)


def _encode_describe_transactions_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_transactions_response(o, out):
    transaction_states_ = o.transaction_states
    n = len(transaction_states_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_transaction_state_array, transaction_states_, out)
    elif n:
        _encode_transaction_state_array(transaction_states_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_transactions_response_tags(o, out)


def _decode_topic_data_tags(o, buf, pos, count):
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


def _decode_topic_data_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
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
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_transaction_state_tags(o, buf, pos, count):
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


def _decode_transaction_state_array(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TransactionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_transaction_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TRANSACTION_STATE * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.transactional_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("TransactionalId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.transaction_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("TransactionState")
        (
            o.transaction_timeout_ms,
            o.transaction_start_time_ms,
            o.producer_id,
            o.producer_epoch,
            n,
        ) = _unpack_iqqhB(buf, pos)
        pos += 23
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_topic_data_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            null_error("Topics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_transaction_state_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_transactions_response_tags(o, buf, pos, count):
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


def _decode_describe_transactions_response(buf, pos):
    o = make(DescribeTransactionsResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.transaction_states, pos = _decode_transaction_state_array(buf, pos, n - 1)
    elif n:
        o.transaction_states = []
    else:
        null_error("TransactionStates")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_transactions_response_tags(o, buf, pos, t)
    return o, pos


DescribeTransactionsResponse._ENCODERS = {0: _encode_describe_transactions_response}
DescribeTransactionsResponse._DECODERS = {0: _decode_describe_transactions_response}
