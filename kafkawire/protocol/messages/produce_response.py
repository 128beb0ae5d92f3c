"""Generated from schemas/messages/ProduceResponse.json; do not edit.

Remake it with: python -m tools.generate
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-warn-unused-ignores, no-warn-unreachable
# mypy: disable-error-code="has-type, var-annotated"

from __future__ import annotations

from kafkawire.protocol.primitives import (
    NEW,
    VARINTS,
    ZERO_UUID,
    LargeFrame,
    Message,
    Struct,
    absent,
    freeze,
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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)


class ProduceResponse(Message):
    """Says per partition at which offset the records landed, or why they were refused.

    Response of api key 0, versions 0-13, flexible 9+.

    - responses: []TopicProduceResponse, 0+. Answers, one entry per topic.
    - throttle_time_ms: int32, 1+. Quota delay in milliseconds; the client should stay
      silent that long.
    - node_endpoints: []NodeEndpoint, 10+, tag 0. Addresses of the nodes that CurrentLeader
      fields name (KIP-951).
    """

    __slots__ = ("responses", "throttle_time_ms", "node_endpoints")
    _FIELDS = __slots__

    API_KEY = 0
    VERSIONS = (0, 13)
    FLEXIBLE_SINCE = 9

    class TopicProduceResponse(Struct):
        """Answers, one entry per topic.

        - name: string, 0-12. Topic by name, up to version 12.
        - topic_id: uuid, 13+. Topic by id, from version 13 (KIP-516).
        - partition_responses: []PartitionProduceResponse, 0+. Answers for the topic's
          partitions.
        """

        __slots__ = ("name", "topic_id", "partition_responses")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partition_responses: list[ProduceResponse.PartitionProduceResponse] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partition_responses: list[ProduceResponse.PartitionProduceResponse] = (
                [] if partition_responses is NEW else partition_responses
            )
            self.unknown_tags = None

    class PartitionProduceResponse(Struct):
        """Answers for the topic's partitions.

        - index: int32, 0+. Number of the partition.
        - error_code: int16, 0+. 0 when the records are in the log; the other partitions are not
          touched by a failure.
        - base_offset: int64, 0+. Offset the first record got; -1 on failure.
        - log_append_time_ms: int64, 2+. Broker's clock when the topic stamps with
          LogAppendTime, -1 when records keep their own times.
        - log_start_offset: int64, 5+. First offset the partition still has; lets producers tell
          expired from lost (KIP-360).
        - record_errors: []BatchIndexAndErrorMessage, 8+. Records that made the batch fail, when
          the broker knows which (KIP-467).
        - error_message: string, 8+, null. What all the refused records have in common; null
          when the code says enough.
        - current_leader: LeaderIdAndEpoch, 10+, tag 0. Newer leader, sent with errors 6 and 74
          so that the client can go there (KIP-951).
        """

        __slots__ = (
            "index",
            "error_code",
            "base_offset",
            "log_append_time_ms",
            "log_start_offset",
            "record_errors",
            "error_message",
            "current_leader",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            index: int = 0,
            error_code: int = 0,
            base_offset: int = 0,
            log_append_time_ms: int = -1,
            log_start_offset: int = -1,
            record_errors: list[ProduceResponse.BatchIndexAndErrorMessage] = NEW,
            error_message: str | None = None,
            current_leader: ProduceResponse.LeaderIdAndEpoch = NEW,
        ) -> None:
            self.index: int = index
            self.error_code: int = error_code
            self.base_offset: int = base_offset
            self.log_append_time_ms: int = log_append_time_ms
            self.log_start_offset: int = log_start_offset
            self.record_errors: list[ProduceResponse.BatchIndexAndErrorMessage] = (
                [] if record_errors is NEW else record_errors
            )
            self.error_message: str | None = error_message
            self.current_leader: ProduceResponse.LeaderIdAndEpoch = (
                _LEADER_ID_AND_EPOCH_DEFAULT if current_leader is NEW else current_leader
            )
            self.unknown_tags = None

    class BatchIndexAndErrorMessage(Struct):
        """Records that made the batch fail, when the broker knows which (KIP-467).

        - batch_index: int32, 8+. Position of the offending record in its batch, counted from 0.
        - batch_index_error_message: string, 8+, null. What was wrong with that record; null
          when the code says enough.
        """

        __slots__ = ("batch_index", "batch_index_error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            batch_index: int = 0,
            batch_index_error_message: str | None = None,
        ) -> None:
            self.batch_index: int = batch_index
            self.batch_index_error_message: str | None = batch_index_error_message
            self.unknown_tags = None

    class LeaderIdAndEpoch(Struct):
        """Newer leader, sent with errors 6 and 74 so that the client can go there (KIP-951).

        - leader_id: int32, 10+. Node id of the new leader; -1 when it is not known.
        - leader_epoch: int32, 10+. Epoch under which that node leads; -1 when it is not known.
        """

        __slots__ = ("leader_id", "leader_epoch")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            leader_id: int = -1,
            leader_epoch: int = -1,
        ) -> None:
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.unknown_tags = None

    class NodeEndpoint(Struct):
        """Addresses of the nodes that CurrentLeader fields name (KIP-951).

        - node_id: int32, 10+. Node id, as in CurrentLeader.
        - host: string, 10+. Host name on the listener the request came in by.
        - port: int32, 10+. Port on that same listener.
        - rack: string, 10+, null. The node's rack, null when it has none.
        """

        __slots__ = ("node_id", "host", "port", "rack")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            host: str = "",
            port: int = 0,
            rack: str | None = None,
        ) -> None:
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.rack: str | None = rack
            self.unknown_tags = None

    def __init__(
        self,
        *,
        responses: list[ProduceResponse.TopicProduceResponse] = NEW,
        throttle_time_ms: int = 0,
        node_endpoints: list[ProduceResponse.NodeEndpoint] = NEW,
    ) -> None:
        self.responses: list[ProduceResponse.TopicProduceResponse] = (
            [] if responses is NEW else responses
        )
        self.throttle_time_ms: int = throttle_time_ms
        self.node_endpoints: list[ProduceResponse.NodeEndpoint] = (
            [] if node_endpoints is NEW else node_endpoints
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBx = packer(">iBx")
_pack_ih = packer(">ih")
_pack_ihq = packer(">ihq")
_pack_ihqq = packer(">ihqq")
_pack_ihqqq = packer(">ihqqq")
_pack_ihqqqB = packer(">ihqqqB")
_pack_ihqqqBBx = packer(">ihqqqBBx")
_pack_ihqqqi = packer(">ihqqqi")
_pack_ihqqqih = packer(">ihqqqih")
_pack_ii = packer(">ii")
_pack_iix = packer(">iix")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihq = rower(">ihq")
_row_ihqq = rower(">ihqq")
_row_ihqqq = rower(">ihqqq")
_row_ihqqqxxx = rower(">ihqqqxxx")
_row_ixx = rower(">ixx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ihq = unpacker(">ihq")
_unpack_ihqq = unpacker(">ihqq")
_unpack_ihqqq = unpacker(">ihqqq")
_unpack_ihqqqB = unpacker(">ihqqqB")
_unpack_ihqqqi = unpacker(">ihqqqi")
_unpack_iiB = unpacker(">iiB")
_unpack_uB = unpacker(">16sB")
_TopicProduceResponse = ProduceResponse.TopicProduceResponse
_PartitionProduceResponse = ProduceResponse.PartitionProduceResponse
_BatchIndexAndErrorMessage = ProduceResponse.BatchIndexAndErrorMessage
_LeaderIdAndEpoch = ProduceResponse.LeaderIdAndEpoch
_NodeEndpoint = ProduceResponse.NodeEndpoint
_ONE_PARTITION_PRODUCE_RESPONSE = ((_PartitionProduceResponse,),)
_ONE_TOPIC_PRODUCE_RESPONSE = ((_TopicProduceResponse,),)
_ONE_BATCH_INDEX_AND_ERROR_MESSAGE = ((_BatchIndexAndErrorMessage,),)
_ONE_NODE_ENDPOINT = ((_NodeEndpoint,),)
_LEADER_ID_AND_EPOCH_DEFAULT = _LeaderIdAndEpoch()
freeze(_LEADER_ID_AND_EPOCH_DEFAULT)


def _encode_partition_produce_response_array(array, out):
    for o in array:
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihq(o.index, o.error_code, o.base_offset))


def _encode_topic_produce_response_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_produce_response_array, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array(partition_responses_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_produce_response(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_produce_response_array, responses_, out)
    elif n:
        _encode_topic_produce_response_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_produce_response_2(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_produce_response_array, responses_, out)
    elif n:
        _encode_topic_produce_response_array(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_partition_produce_response_array_2(array, out):
    for o in array:
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihqq(o.index, o.error_code, o.base_offset, o.log_append_time_ms))


def _encode_topic_produce_response_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_produce_response_array_2, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_2(partition_responses_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_produce_response_3(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_produce_response_array_2, responses_, out)
    elif n:
        _encode_topic_produce_response_array_2(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_partition_produce_response_array_3(array, out):
    for o in array:
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_ihqqq(
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
        ))


def _encode_topic_produce_response_array_3(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_produce_response_array_3, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_3(partition_responses_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_produce_response_4(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_produce_response_array_3, responses_, out)
    elif n:
        _encode_topic_produce_response_array_3(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_batch_index_and_error_message_array(array, out):
    for o in array:
        batch_index_error_message_ = o.batch_index_error_message
        if not batch_index_error_message_ and o.unknown_tags is None:
            out.append(_pack_ih(o.batch_index, -(batch_index_error_message_ is None)))
            continue
        batch_index_error_message_ = o.batch_index_error_message
        if batch_index_error_message_ is None:
            out.append(_pack_ih(o.batch_index, -1))
        else:
            batch_index_error_message_ = batch_index_error_message_.encode()
            n = len(batch_index_error_message_)
            out.append(_pack_ih(o.batch_index, n))
            out.append(batch_index_error_message_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_partition_produce_response_array_4(array, out):
    for o in array:
        record_errors_ = o.record_errors
        error_message_ = o.error_message
        if (
            record_errors_ is not None and not record_errors_
            and not error_message_
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqih(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
                0,
                -(error_message_ is None),
            ))
            continue
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        record_errors_ = o.record_errors
        n = len(record_errors_)
        out.append(_pack_ihqqqi(
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
            n,
        ))
        if n > 32:
            write_long(_encode_batch_index_and_error_message_array, record_errors_, out)
        elif n:
            _encode_batch_index_and_error_message_array(record_errors_, out)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_h(-1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_h(n))
            out.append(error_message_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_topic_produce_response_array_4(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_produce_response_array_4, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_4(partition_responses_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_produce_response_5(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_topic_produce_response_array_4, responses_, out)
    elif n:
        _encode_topic_produce_response_array_4(responses_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.throttle_time_ms))


def _encode_batch_index_and_error_message_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_batch_index_and_error_message_array_2(array, out):
    for o in array:
        batch_index_error_message_ = o.batch_index_error_message
        if not batch_index_error_message_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.batch_index, batch_index_error_message_ is not None))
            continue
        batch_index_error_message_ = o.batch_index_error_message
        if batch_index_error_message_ is None:
            out.append(_pack_ix(o.batch_index))
        else:
            batch_index_error_message_ = batch_index_error_message_.encode()
            n = len(batch_index_error_message_)
            if n < 127:
                out.append(_pack_iB(o.batch_index, n + 1))
            else:
                out.append(_pack_i(o.batch_index))
                out.append(string_length(n))
            out.append(batch_index_error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_batch_index_and_error_message_tags(o, out)


def _encode_partition_produce_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_produce_response_array_5(array, out):
    for o in array:
        record_errors_ = o.record_errors
        error_message_ = o.error_message
        if (
            record_errors_ is not None and not record_errors_
            and not error_message_
            and (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT)
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqBBx(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
                1,
                error_message_ is not None,
            ))
            continue
        if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
            absent("CurrentLeader")
        record_errors_ = o.record_errors
        n = len(record_errors_)
        if n < 127:
            out.append(_pack_ihqqqB(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
                n + 1,
            ))
        else:
            out.append(_pack_ihqqq(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_batch_index_and_error_message_array_2, record_errors_, out)
        elif n:
            _encode_batch_index_and_error_message_array_2(record_errors_, out)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(b"\0")
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_produce_response_tags(o, out)


def _encode_topic_produce_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_produce_response_array_5(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_produce_response_array_5, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_5(partition_responses_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_produce_response_tags(o, out)


def _encode_produce_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_produce_response_6(o, out):
    if o.node_endpoints:
        absent("NodeEndpoints")
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_produce_response_array_5, responses_, out)
    elif n:
        _encode_topic_produce_response_array_5(responses_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_produce_response_tags(o, out)


def _encode_leader_id_and_epoch_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_id_and_epoch(o, out):
    if o.unknown_tags is None:
        out.append(_pack_iix(o.leader_id, o.leader_epoch))
    else:
        out.append(_pack_ii(o.leader_id, o.leader_epoch))
        _encode_leader_id_and_epoch_tags(o, out)


def _encode_partition_produce_response_tags_2(o, section):
    found = {}
    if not (o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT or o.current_leader == _LEADER_ID_AND_EPOCH_DEFAULT):
        out = []
        _encode_leader_id_and_epoch(o.current_leader, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_partition_produce_response_array_6(array, out):
    for o in array:
        record_errors_ = o.record_errors
        error_message_ = o.error_message
        if (
            record_errors_ is not None and not record_errors_
            and not error_message_
            and o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT
            and o.unknown_tags is None
        ):
            out.append(_pack_ihqqqBBx(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
                1,
                error_message_ is not None,
            ))
            continue
        record_errors_ = o.record_errors
        n = len(record_errors_)
        if n < 127:
            out.append(_pack_ihqqqB(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
                n + 1,
            ))
        else:
            out.append(_pack_ihqqq(
                o.index,
                o.error_code,
                o.base_offset,
                o.log_append_time_ms,
                o.log_start_offset,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_batch_index_and_error_message_array_2, record_errors_, out)
        elif n:
            _encode_batch_index_and_error_message_array_2(record_errors_, out)
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(b"\0")
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(error_message_)
        if o.current_leader is _LEADER_ID_AND_EPOCH_DEFAULT and o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_produce_response_tags_2(o, out)


def _encode_topic_produce_response_array_6(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_produce_response_array_6, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_6(partition_responses_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_produce_response_tags(o, out)


def _encode_node_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_node_endpoint_array(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
            out.append(string_length(n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ix(o.port))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(_pack_iB(o.port, n + 1))
            else:
                out.append(_pack_i(o.port))
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_node_endpoint_tags(o, out)


def _encode_produce_response_tags_2(o, section):
    found = {}
    if o.node_endpoints:
        out = []
        node_endpoints_ = o.node_endpoints
        n = len(node_endpoints_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_node_endpoint_array, node_endpoints_, out)
        elif n:
            _encode_node_endpoint_array(node_endpoints_, out)
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_produce_response_7(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_produce_response_array_6, responses_, out)
    elif n:
        _encode_topic_produce_response_array_6(responses_, out)
    if not o.node_endpoints and o.unknown_tags is None:
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_produce_response_tags_2(o, out)


def _encode_topic_produce_response_array_7(array, out):
    for o in array:
        partition_responses_ = o.partition_responses
        if partition_responses_ is not None and not partition_responses_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partition_responses_ = o.partition_responses
        n = len(partition_responses_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_produce_response_array_6, partition_responses_, out)
        elif n:
            _encode_partition_produce_response_array_6(partition_responses_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_produce_response_tags(o, out)


def _encode_produce_response_8(o, out):
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_produce_response_array_7, responses_, out)
    elif n:
        _encode_topic_produce_response_array_7(responses_, out)
    if not o.node_endpoints and o.unknown_tags is None:
        out.append(_pack_ix(o.throttle_time_ms))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        _encode_produce_response_tags_2(o, out)


def _decode_partition_produce_response_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
        end = pos + 14 * count
        if count > 7:
            for o, (o.index, o.error_code, o.base_offset) in zip(found, _row_ihq(buf[pos:end])):
                o.log_append_time_ms = -1
                o.log_start_offset = -1
                o.record_errors = []
                o.error_message = None
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.unknown_tags = None
            return found, end
    for o in found:
        o.index, o.error_code, o.base_offset = _unpack_ihq(buf, pos)
        pos += 14
        o.log_append_time_ms = -1
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
    return found, pos


def _decode_topic_produce_response_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array(buf, pos, n)
        elif not n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_produce_response(buf, pos):
    o = make(ProduceResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_topic_produce_response_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms = 0
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_produce_response_2(buf, pos):
    o = make(ProduceResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_topic_produce_response_array(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_partition_produce_response_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
        end = pos + 22 * count
        if count > 7:
            for o, (
                o.index, o.error_code, o.base_offset, o.log_append_time_ms,
            ) in zip(found, _row_ihqq(buf[pos:end])):
                o.log_start_offset = -1
                o.record_errors = []
                o.error_message = None
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.unknown_tags = None
            return found, end
    for o in found:
        o.index, o.error_code, o.base_offset, o.log_append_time_ms = _unpack_ihqq(buf, pos)
        pos += 22
        o.log_start_offset = -1
        o.record_errors = []
        o.error_message = None
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
    return found, pos


def _decode_topic_produce_response_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array_2(buf, pos, n)
        elif not n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_produce_response_3(buf, pos):
    o = make(ProduceResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_topic_produce_response_array_2(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_partition_produce_response_array_3(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
        end = pos + 30 * count
        if count > 7:
            for o, (
                o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset,
            ) in zip(found, _row_ihqqq(buf[pos:end])):
                o.record_errors = []
                o.error_message = None
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
        ) = _unpack_ihqqq(buf, pos)
        pos += 30
        o.record_errors = []
        o.error_message = None
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
    return found, pos


def _decode_topic_produce_response_array_3(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array_3(buf, pos, n)
        elif not n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_produce_response_4(buf, pos):
    o = make(ProduceResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_topic_produce_response_array_3(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_batch_index_and_error_message_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_BatchIndexAndErrorMessage)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_batch_index_and_error_message_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_BATCH_INDEX_AND_ERROR_MESSAGE * count)]
    for o in found:
        o.batch_index, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.batch_index_error_message = buf[pos:e].decode()
            pos = e
        else:
            o.batch_index_error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_partition_produce_response_array_4(buf, pos, count):
    if 36 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
    for o in found:
        (
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqi(buf, pos)
        pos += 34
        if n > 0:
            o.record_errors, pos = _decode_batch_index_and_error_message_array(buf, pos, n)
        elif not n:
            o.record_errors = []
        else:
            null_error("RecordErrors")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
    return found, pos


def _decode_topic_produce_response_array_4(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array_4(buf, pos, n)
        elif not n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_produce_response_5(buf, pos):
    o = make(ProduceResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.responses, pos = _decode_topic_produce_response_array_4(buf, pos, n)
    elif not n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, = _unpack_i(buf, pos)
    pos += 4
    o.node_endpoints = []
    o.unknown_tags = None
    return o, pos


def _decode_batch_index_and_error_message_tags(o, buf, pos, count):
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


def _decode_batch_index_and_error_message_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_BatchIndexAndErrorMessage)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_batch_index_and_error_message_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_BATCH_INDEX_AND_ERROR_MESSAGE * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] < 2
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            at_4 = buf[pos + 4]
            for o, (o.batch_index,) in zip(found, _row_ixx(buf[pos:end])):
                o.batch_index_error_message = "" if at_4 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.batch_index, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.batch_index_error_message = buf[pos:e].decode()
            pos = e
        else:
            o.batch_index_error_message = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_batch_index_and_error_message_tags(o, buf, pos, t)
    return found, pos


def _decode_partition_produce_response_tags(o, buf, pos, count):
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


def _decode_partition_produce_response_array_5(buf, pos, count):
    if 33 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
        end = pos + 33 * count
        if (
            count > 7
            and buf[pos + 30] == 1
            and buf[pos + 31] < 2
            and buf[pos + 30:end:33].count(buf[pos + 30]) == count
            and buf[pos + 31:end:33].count(buf[pos + 31]) == count
            and buf[pos + 32:end:33].count(0) == count
        ):
            at_31 = buf[pos + 31]
            for o, (
                o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset,
            ) in zip(found, _row_ihqqqxxx(buf[pos:end])):
                o.record_errors = []
                o.error_message = "" if at_31 else None
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqB(buf, pos)
        pos += 31
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.record_errors, pos = _decode_batch_index_and_error_message_array_2(buf, pos, n - 1)
        elif n:
            o.record_errors = []
        else:
            null_error("RecordErrors")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
        if t:
            pos = _decode_partition_produce_response_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_produce_response_tags(o, buf, pos, count):
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


def _decode_topic_produce_response_array_5(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array_5(buf, pos, n - 1)
        elif n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_produce_response_tags(o, buf, pos, t)
    return found, pos


def _decode_produce_response_tags(o, buf, pos, count):
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


def _decode_produce_response_6(buf, pos):
    o = make(ProduceResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_topic_produce_response_array_5(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_produce_response_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_id_and_epoch_tags(o, buf, pos, count):
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


def _decode_leader_id_and_epoch(buf, pos):
    o = make(_LeaderIdAndEpoch)
    o.leader_id, o.leader_epoch, t = _unpack_iiB(buf, pos)
    pos += 9
    o.unknown_tags = None
    if t:
        pos = _decode_leader_id_and_epoch_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_produce_response_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.current_leader, pos = _decode_leader_id_and_epoch(buf, pos)
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_partition_produce_response_array_6(buf, pos, count):
    if 33 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_produce_response_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_PRODUCE_RESPONSE * count)]
        end = pos + 33 * count
        if (
            count > 7
            and buf[pos + 30] == 1
            and buf[pos + 31] < 2
            and buf[pos + 30:end:33].count(buf[pos + 30]) == count
            and buf[pos + 31:end:33].count(buf[pos + 31]) == count
            and buf[pos + 32:end:33].count(0) == count
        ):
            at_31 = buf[pos + 31]
            for o, (
                o.index, o.error_code, o.base_offset, o.log_append_time_ms, o.log_start_offset,
            ) in zip(found, _row_ihqqqxxx(buf[pos:end])):
                o.record_errors = []
                o.error_message = "" if at_31 else None
                o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.index,
            o.error_code,
            o.base_offset,
            o.log_append_time_ms,
            o.log_start_offset,
            n,
        ) = _unpack_ihqqqB(buf, pos)
        pos += 31
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.record_errors, pos = _decode_batch_index_and_error_message_array_2(buf, pos, n - 1)
        elif n:
            o.record_errors = []
        else:
            null_error("RecordErrors")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        t = buf[pos]
        pos += 1
        o.current_leader = _LEADER_ID_AND_EPOCH_DEFAULT
        o.unknown_tags = None
        if t:
            pos = _decode_partition_produce_response_tags_2(o, buf, pos, t)
    return found, pos


def _decode_topic_produce_response_array_6(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
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
            o.partition_responses, pos = _decode_partition_produce_response_array_6(buf, pos, n - 1)
        elif n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_produce_response_tags(o, buf, pos, t)
    return found, pos


def _decode_node_endpoint_tags(o, buf, pos, count):
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


def _decode_node_endpoint_array(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_NodeEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_node_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_NODE_ENDPOINT * count)]
    for o in found:
        o.node_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_node_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_produce_response_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            n = buf[pos]
            pos += 1
            if n > 127:
                n, pos = uvarint(buf, pos)
            if n > 1:
                o.node_endpoints, pos = _decode_node_endpoint_array(buf, pos, n - 1)
            elif n:
                o.node_endpoints = []
            else:
                null_error("NodeEndpoints")
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_produce_response_7(buf, pos):
    o = make(ProduceResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_topic_produce_response_array_6(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_produce_response_tags_2(o, buf, pos, t)
    return o, pos


def _decode_topic_produce_response_array_7(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicProduceResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_produce_response_array_7, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PRODUCE_RESPONSE * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partition_responses = []
                o.name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partition_responses, pos = _decode_partition_produce_response_array_6(buf, pos, n - 1)
        elif n:
            o.partition_responses = []
        else:
            null_error("PartitionResponses")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_topic_produce_response_tags(o, buf, pos, t)
    return found, pos


def _decode_produce_response_8(buf, pos):
    o = make(ProduceResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_topic_produce_response_array_7(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    o.throttle_time_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.node_endpoints = []
    o.unknown_tags = None
    if t:
        pos = _decode_produce_response_tags_2(o, buf, pos, t)
    return o, pos


ProduceResponse._ENCODERS = {
    0: _encode_produce_response,
    1: _encode_produce_response_2,
    2: _encode_produce_response_3,
    3: _encode_produce_response_3,
    4: _encode_produce_response_3,
    5: _encode_produce_response_4,
    6: _encode_produce_response_4,
    7: _encode_produce_response_4,
    8: _encode_produce_response_5,
    9: _encode_produce_response_6,
    10: _encode_produce_response_7,
    11: _encode_produce_response_7,
    12: _encode_produce_response_7,
    13: _encode_produce_response_8,
}
ProduceResponse._DECODERS = {
    0: _decode_produce_response,
    1: _decode_produce_response_2,
    2: _decode_produce_response_3,
    3: _decode_produce_response_3,
    4: _decode_produce_response_3,
    5: _decode_produce_response_4,
    6: _decode_produce_response_4,
    7: _decode_produce_response_4,
    8: _decode_produce_response_5,
    9: _decode_produce_response_6,
    10: _decode_produce_response_7,
    11: _decode_produce_response_7,
    12: _decode_produce_response_7,
    13: _decode_produce_response_8,
}
