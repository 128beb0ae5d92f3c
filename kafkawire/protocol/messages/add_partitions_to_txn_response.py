"""Generated from schemas/messages/AddPartitionsToTxnResponse.json; do not edit.

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


class AddPartitionsToTxnResponse(Message):
    """Result for each partition.

    Response of api key 24, versions 0-5, flexible 3+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 4+. From version 4: trouble with the whole request.
    - results_by_transaction: []AddPartitionsToTxnResult, 4+. Answers from version 4 on.
    - results_by_topic_v3_and_below: []AddPartitionsToTxnTopicResult, 0-3. Answers up to
      version 3.
    """

    __slots__ = (
        "throttle_time_ms",
        "error_code",
        "results_by_transaction",
        "results_by_topic_v3_and_below",
    )
    _FIELDS = __slots__

    API_KEY = 24
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 3

    class AddPartitionsToTxnTopicResult(Struct):
        """AddPartitionsToTxnTopicResult of `AddPartitionsToTxnResponse`.

        - name: string, 0+
        - results_by_partition: []AddPartitionsToTxnPartitionResult, 0+
        """

        __slots__ = ("name", "results_by_partition")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            results_by_partition: list[AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult] = NEW,
        ) -> None:
            self.name: str = name
            self.results_by_partition: list[AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult] = (
                [] if results_by_partition is NEW else results_by_partition
            )
            self.unknown_tags = None

    class AddPartitionsToTxnPartitionResult(Struct):
        """AddPartitionsToTxnPartitionResult of `AddPartitionsToTxnResponse`.

        - partition_index: int32, 0+
        - partition_error_code: int16, 0+
        """

        __slots__ = ("partition_index", "partition_error_code")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            partition_error_code: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.partition_error_code: int = partition_error_code
            self.unknown_tags = None

    class AddPartitionsToTxnResult(Struct):
        """Answers from version 4 on.

        - transactional_id: string, 4+. Name of the transactional producer, the same after each
          restart.
        - topic_results: []AddPartitionsToTxnTopicResult, 4+
        """

        __slots__ = ("transactional_id", "topic_results")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            transactional_id: str = "",
            topic_results: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = NEW,
        ) -> None:
            self.transactional_id: str = transactional_id
            self.topic_results: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = (
                [] if topic_results is NEW else topic_results
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        results_by_transaction: list[AddPartitionsToTxnResponse.AddPartitionsToTxnResult] = NEW,
        results_by_topic_v3_and_below: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.results_by_transaction: list[AddPartitionsToTxnResponse.AddPartitionsToTxnResult] = (
            [] if results_by_transaction is NEW else results_by_transaction
        )
        self.results_by_topic_v3_and_below: list[AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult] = (
            [] if results_by_topic_v3_and_below is NEW else results_by_topic_v3_and_below
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_row_ih = rower(">ih")
_row_ihx = rower(">ihx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihB = unpacker(">ihB")
_unpack_ii = unpacker(">ii")
_AddPartitionsToTxnTopicResult = AddPartitionsToTxnResponse.AddPartitionsToTxnTopicResult
_AddPartitionsToTxnPartitionResult = AddPartitionsToTxnResponse.AddPartitionsToTxnPartitionResult
_AddPartitionsToTxnResult = AddPartitionsToTxnResponse.AddPartitionsToTxnResult
_ONE_ADD_PARTITIONS_TO_TXN_PARTITION_RESULT = ((_AddPartitionsToTxnPartitionResult,),)
_ONE_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT = ((_AddPartitionsToTxnTopicResult,),)
_ONE_ADD_PARTITIONS_TO_TXN_RESULT = ((_AddPartitionsToTxnResult,),)


def _encode_add_partitions_to_txn_partition_result_array(array, out):
    for o in array:
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ih(o.partition_index, o.partition_error_code))


def _encode_add_partitions_to_txn_topic_result_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        results_by_partition_ = o.results_by_partition
        n = len(results_by_partition_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_add_partitions_to_txn_partition_result_array, results_by_partition_, out)
        elif n:
            _encode_add_partitions_to_txn_partition_result_array(results_by_partition_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_add_partitions_to_txn_response(o, out):
    if o.results_by_transaction:
        absent("ResultsByTransaction")
    results_by_topic_v3_and_below_ = o.results_by_topic_v3_and_below
    n = len(results_by_topic_v3_and_below_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_topic_result_array, results_by_topic_v3_and_below_, out)
    elif n:
        _encode_add_partitions_to_txn_topic_result_array(results_by_topic_v3_and_below_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_add_partitions_to_txn_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_partition_result_array_2(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_ihx(o.partition_index, o.partition_error_code))
        else:
            out.append(_pack_ih(o.partition_index, o.partition_error_code))
            _encode_add_partitions_to_txn_partition_result_tags(o, out)


def _encode_add_partitions_to_txn_topic_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_topic_result_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        results_by_partition_ = o.results_by_partition
        n = len(results_by_partition_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_add_partitions_to_txn_partition_result_array_2, results_by_partition_, out)
        elif n:
            _encode_add_partitions_to_txn_partition_result_array_2(results_by_partition_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_add_partitions_to_txn_topic_result_tags(o, out)


def _encode_add_partitions_to_txn_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_response_2(o, out):
    if o.results_by_transaction:
        absent("ResultsByTransaction")
    results_by_topic_v3_and_below_ = o.results_by_topic_v3_and_below
    n = len(results_by_topic_v3_and_below_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_topic_result_array_2, results_by_topic_v3_and_below_, out)
    elif n:
        _encode_add_partitions_to_txn_topic_result_array_2(results_by_topic_v3_and_below_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_partitions_to_txn_response_tags(o, out)


def _encode_add_partitions_to_txn_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_add_partitions_to_txn_result_array(array, out):
    for o in array:
        transactional_id_ = o.transactional_id
        transactional_id_ = transactional_id_.encode()
        n = len(transactional_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(transactional_id_)
        topic_results_ = o.topic_results
        n = len(topic_results_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_add_partitions_to_txn_topic_result_array_2, topic_results_, out)
        elif n:
            _encode_add_partitions_to_txn_topic_result_array_2(topic_results_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_add_partitions_to_txn_result_tags(o, out)


def _encode_add_partitions_to_txn_response_3(o, out):
    if o.results_by_topic_v3_and_below:
        absent("ResultsByTopicV3AndBelow")
    results_by_transaction_ = o.results_by_transaction
    n = len(results_by_transaction_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_add_partitions_to_txn_result_array, results_by_transaction_, out)
    elif n:
        _encode_add_partitions_to_txn_result_array(results_by_transaction_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_add_partitions_to_txn_response_tags(o, out)


def _decode_add_partitions_to_txn_partition_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_PARTITION_RESULT * count)]
        end = pos + 6 * count
        if count > 7:
            for o, (o.partition_index, o.partition_error_code) in zip(found, _row_ih(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.partition_error_code = _unpack_ih(buf, pos)
        pos += 6
        o.unknown_tags = None
    return found, pos


def _decode_add_partitions_to_txn_topic_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_topic_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT * count)]
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
            o.results_by_partition, pos = _decode_add_partitions_to_txn_partition_result_array(buf, pos, n)
        elif not n:
            o.results_by_partition = []
        else:
            null_error("ResultsByPartition")
        o.unknown_tags = None
    return found, pos


def _decode_add_partitions_to_txn_response(buf, pos):
    o = make(AddPartitionsToTxnResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.results_by_topic_v3_and_below, pos = _decode_add_partitions_to_txn_topic_result_array(buf, pos, n)
    elif not n:
        o.results_by_topic_v3_and_below = []
    else:
        null_error("ResultsByTopicV3AndBelow")
    o.error_code = 0
    o.results_by_transaction = []
    o.unknown_tags = None
    return o, pos


def _decode_add_partitions_to_txn_partition_result_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_partition_result_array_2(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnPartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_PARTITION_RESULT * count)]
        end = pos + 7 * count
        if count > 7 and buf[pos + 6:end:7].count(0) == count:
            for o, (
                o.partition_index, o.partition_error_code,
            ) in zip(found, _row_ihx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.partition_error_code, t = _unpack_ihB(buf, pos)
        pos += 7
        o.unknown_tags = None
        if t:
            pos = _decode_add_partitions_to_txn_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_add_partitions_to_txn_topic_result_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_topic_result_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnTopicResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_topic_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_TOPIC_RESULT * count)]
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
            o.results_by_partition, pos = _decode_add_partitions_to_txn_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.results_by_partition = []
        else:
            null_error("ResultsByPartition")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_add_partitions_to_txn_topic_result_tags(o, buf, pos, t)
    return found, pos


def _decode_add_partitions_to_txn_response_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_response_2(buf, pos):
    o = make(AddPartitionsToTxnResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results_by_topic_v3_and_below, pos = _decode_add_partitions_to_txn_topic_result_array_2(buf, pos, n - 1)
    elif n:
        o.results_by_topic_v3_and_below = []
    else:
        null_error("ResultsByTopicV3AndBelow")
    t = buf[pos]
    pos += 1
    o.error_code = 0
    o.results_by_transaction = []
    o.unknown_tags = None
    if t:
        pos = _decode_add_partitions_to_txn_response_tags(o, buf, pos, t)
    return o, pos


def _decode_add_partitions_to_txn_result_tags(o, buf, pos, count):
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


def _decode_add_partitions_to_txn_result_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_AddPartitionsToTxnResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_add_partitions_to_txn_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_ADD_PARTITIONS_TO_TXN_RESULT * count)]
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topic_results, pos = _decode_add_partitions_to_txn_topic_result_array_2(buf, pos, n - 1)
        elif n:
            o.topic_results = []
        else:
            null_error("TopicResults")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_add_partitions_to_txn_result_tags(o, buf, pos, t)
    return found, pos


def _decode_add_partitions_to_txn_response_3(buf, pos):
    o = make(AddPartitionsToTxnResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results_by_transaction, pos = _decode_add_partitions_to_txn_result_array(buf, pos, n - 1)
    elif n:
        o.results_by_transaction = []
    else:
        null_error("ResultsByTransaction")
    t = buf[pos]
    pos += 1
    o.results_by_topic_v3_and_below = []
    o.unknown_tags = None
    if t:
        pos = _decode_add_partitions_to_txn_response_tags(o, buf, pos, t)
    return o, pos


AddPartitionsToTxnResponse._ENCODERS = {
    0: _encode_add_partitions_to_txn_response,
    1: _encode_add_partitions_to_txn_response,
    2: _encode_add_partitions_to_txn_response,
    3: _encode_add_partitions_to_txn_response_2,
    4: _encode_add_partitions_to_txn_response_3,
    5: _encode_add_partitions_to_txn_response_3,
}
AddPartitionsToTxnResponse._DECODERS = {
    0: _decode_add_partitions_to_txn_response,
    1: _decode_add_partitions_to_txn_response,
    2: _decode_add_partitions_to_txn_response,
    3: _decode_add_partitions_to_txn_response_2,
    4: _decode_add_partitions_to_txn_response_3,
    5: _decode_add_partitions_to_txn_response_3,
}
