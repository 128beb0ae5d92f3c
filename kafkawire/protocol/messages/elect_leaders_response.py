"""Generated from schemas/messages/ElectLeadersResponse.json; do not edit.

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


class ElectLeadersResponse(Message):
    """Result for each partition; those that needed no election give 84.

    Response of api key 43, versions 0-2, flexible 2+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 1+. Trouble with the whole request.
    - replica_election_results: []ReplicaElectionResult, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "replica_election_results")
    _FIELDS = __slots__

    API_KEY = 43
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class ReplicaElectionResult(Struct):
        """ReplicaElectionResult of `ElectLeadersResponse`.

        - topic: string, 0+
        - partition_result: []PartitionResult, 0+
        """

        __slots__ = ("topic", "partition_result")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic: str = "",
            partition_result: list[ElectLeadersResponse.PartitionResult] = NEW,
        ) -> None:
            self.topic: str = topic
            self.partition_result: list[ElectLeadersResponse.PartitionResult] = (
                [] if partition_result is NEW else partition_result
            )
            self.unknown_tags = None

    class PartitionResult(Struct):
        """PartitionResult of `ElectLeadersResponse`.

        - partition_id: int32, 0+
        - error_code: int16, 0+. 84 when there was nothing to do, 80 or 83 when no replica could
          take over.
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("partition_id", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_id: int = 0,
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.partition_id: int = partition_id
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        replica_election_results: list[ElectLeadersResponse.ReplicaElectionResult] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.replica_election_results: list[ElectLeadersResponse.ReplicaElectionResult] = (
            [] if replica_election_results is NEW else replica_election_results
        )
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBx = packer(">ihBx")
_pack_ihh = packer(">ihh")
_pack_ihi = packer(">ihi")
_pack_ihx = packer(">ihx")
_pack_ii = packer(">ii")
_row_ihxx = rower(">ihxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_ihB = unpacker(">ihB")
_unpack_ihh = unpacker(">ihh")
_unpack_ihi = unpacker(">ihi")
_unpack_ii = unpacker(">ii")
_ReplicaElectionResult = ElectLeadersResponse.ReplicaElectionResult
_PartitionResult = ElectLeadersResponse.PartitionResult
_ONE_PARTITION_RESULT = ((_PartitionResult,),)
_ONE_REPLICA_ELECTION_RESULT = ((_ReplicaElectionResult,),)


def _encode_partition_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihh(o.partition_id, o.error_code, -(error_message_ is None)))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihh(o.partition_id, o.error_code, -1))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            out.append(_pack_ihh(o.partition_id, o.error_code, n))
            out.append(error_message_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_replica_election_result_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
        partition_result_ = o.partition_result
        n = len(partition_result_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_partition_result_array, partition_result_, out)
        elif n:
            _encode_partition_result_array(partition_result_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_elect_leaders_response(o, out):
    if o.error_code:
        absent("ErrorCode")
    replica_election_results_ = o.replica_election_results
    n = len(replica_election_results_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_replica_election_result_array, replica_election_results_, out)
    elif n:
        _encode_replica_election_result_array(replica_election_results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_elect_leaders_response_2(o, out):
    replica_election_results_ = o.replica_election_results
    n = len(replica_election_results_)
    out.append(_pack_ihi(o.throttle_time_ms, o.error_code, n))
    if n > 32:
        write_long(_encode_replica_election_result_array, replica_election_results_, out)
    elif n:
        _encode_replica_election_result_array(replica_election_results_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_result_array_2(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihBx(o.partition_id, o.error_code, error_message_ is not None))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition_id, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition_id, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition_id, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_result_tags(o, out)


def _encode_replica_election_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_replica_election_result_array_2(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_)
        partition_result_ = o.partition_result
        n = len(partition_result_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_result_array_2, partition_result_, out)
        elif n:
            _encode_partition_result_array_2(partition_result_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_replica_election_result_tags(o, out)


def _encode_elect_leaders_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_elect_leaders_response_3(o, out):
    replica_election_results_ = o.replica_election_results
    n = len(replica_election_results_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_replica_election_result_array_2, replica_election_results_, out)
    elif n:
        _encode_replica_election_result_array_2(replica_election_results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_elect_leaders_response_tags(o, out)


def _decode_partition_result_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESULT * count)]
    for o in found:
        o.partition_id, o.error_code, n = _unpack_ihh(buf, pos)
        pos += 8
        if n >= 0:
            e = pos + n
            o.error_message = buf[pos:e].decode()
            pos = e
        else:
            o.error_message = None
        o.unknown_tags = None
    return found, pos


def _decode_replica_election_result_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaElectionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_election_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_ELECTION_RESULT * count)]
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
            o.partition_result, pos = _decode_partition_result_array(buf, pos, n)
        elif not n:
            o.partition_result = []
        else:
            null_error("PartitionResult")
        o.unknown_tags = None
    return found, pos


def _decode_elect_leaders_response(buf, pos):
    o = make(ElectLeadersResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.replica_election_results, pos = _decode_replica_election_result_array(buf, pos, n)
    elif not n:
        o.replica_election_results = []
    else:
        null_error("ReplicaElectionResults")
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_elect_leaders_response_2(buf, pos):
    o = make(ElectLeadersResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihi(buf, pos)
    pos += 10
    if n > 0:
        o.replica_election_results, pos = _decode_replica_election_result_array(buf, pos, n)
    elif not n:
        o.replica_election_results = []
    else:
        null_error("ReplicaElectionResults")
    o.unknown_tags = None
    return o, pos


def _decode_partition_result_tags(o, buf, pos, count):
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


def _decode_partition_result_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_RESULT * count)]
        end = pos + 8 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 6:end:8].count(buf[pos + 6]) == count
            and buf[pos + 7:end:8].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (o.partition_id, o.error_code) in zip(found, _row_ihxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_id, o.error_code, n = _unpack_ihB(buf, pos)
        pos += 7
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
        o.unknown_tags = None
        if t:
            pos = _decode_partition_result_tags(o, buf, pos, t)
    return found, pos


def _decode_replica_election_result_tags(o, buf, pos, count):
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


def _decode_replica_election_result_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaElectionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_election_result_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_ELECTION_RESULT * count)]
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
            o.partition_result, pos = _decode_partition_result_array_2(buf, pos, n - 1)
        elif n:
            o.partition_result = []
        else:
            null_error("PartitionResult")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_replica_election_result_tags(o, buf, pos, t)
    return found, pos


def _decode_elect_leaders_response_tags(o, buf, pos, count):
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


def _decode_elect_leaders_response_3(buf, pos):
    o = make(ElectLeadersResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.replica_election_results, pos = _decode_replica_election_result_array_2(buf, pos, n - 1)
    elif n:
        o.replica_election_results = []
    else:
        null_error("ReplicaElectionResults")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_elect_leaders_response_tags(o, buf, pos, t)
    return o, pos


ElectLeadersResponse._ENCODERS = {
    0: _encode_elect_leaders_response,
    1: _encode_elect_leaders_response_2,
    2: _encode_elect_leaders_response_3,
}
ElectLeadersResponse._DECODERS = {
    0: _decode_elect_leaders_response,
    1: _decode_elect_leaders_response_2,
    2: _decode_elect_leaders_response_3,
}
