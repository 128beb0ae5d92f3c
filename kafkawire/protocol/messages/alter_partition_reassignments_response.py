"""Generated from schemas/messages/AlterPartitionReassignmentsResponse.json; do not edit.

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


class AlterPartitionReassignmentsResponse(Message):
    """Whether each order was taken.

    Response of api key 45, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - allow_replication_factor_change: bool, 1+. Repeated from the request.
    - error_code: int16, 0+. Trouble with the whole request.
    - error_message: string, 0+, null. Words for people; null when the error code says it
      all.
    - responses: []ReassignableTopicResponse, 0+
    """

    __slots__ = (
        "throttle_time_ms",
        "allow_replication_factor_change",
        "error_code",
        "error_message",
        "responses",
    )
    _FIELDS = __slots__

    API_KEY = 45
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class ReassignableTopicResponse(Struct):
        """ReassignableTopicResponse of `AlterPartitionReassignmentsResponse`.

        - name: string, 0+
        - partitions: []ReassignablePartitionResponse, 0+
        """

        __slots__ = ("name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: list[AlterPartitionReassignmentsResponse.ReassignablePartitionResponse] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: list[AlterPartitionReassignmentsResponse.ReassignablePartitionResponse] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class ReassignablePartitionResponse(Struct):
        """ReassignablePartitionResponse of `AlterPartitionReassignmentsResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("partition_index", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            error_message: str | None = "",
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        allow_replication_factor_change: bool = True,
        error_code: int = 0,
        error_message: str | None = "",
        responses: list[AlterPartitionReassignmentsResponse.ReassignableTopicResponse] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.allow_replication_factor_change: bool = allow_replication_factor_change
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.responses: list[AlterPartitionReassignmentsResponse.ReassignableTopicResponse] = (
            [] if responses is NEW else responses
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBx = packer(">ihBx")
_pack_ihx = packer(">ihx")
_pack_ioh = packer(">i?h")
_pack_iohB = packer(">i?hB")
_pack_iohx = packer(">i?hx")
_row_ihxx = rower(">ihxx")
_unpack_ihB = unpacker(">ihB")
_unpack_iohB = unpacker(">i?hB")
_ReassignableTopicResponse = AlterPartitionReassignmentsResponse.ReassignableTopicResponse
_ReassignablePartitionResponse = AlterPartitionReassignmentsResponse.ReassignablePartitionResponse
_ONE_REASSIGNABLE_PARTITION_RESPONSE = ((_ReassignablePartitionResponse,),)
_ONE_REASSIGNABLE_TOPIC_RESPONSE = ((_ReassignableTopicResponse,),)


def _encode_reassignable_partition_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_reassignable_partition_response_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihBx(o.partition_index, o.error_code, error_message_ is not None))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition_index, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition_index, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition_index, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_reassignable_partition_response_tags(o, out)


def _encode_reassignable_topic_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_reassignable_topic_response_array(array, out):
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
            write_long(_encode_reassignable_partition_response_array, partitions_, out)
        elif n:
            _encode_reassignable_partition_response_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_reassignable_topic_response_tags(o, out)


def _encode_alter_partition_reassignments_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_partition_reassignments_response(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_ihx(o.throttle_time_ms, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
        else:
            out.append(_pack_ih(o.throttle_time_ms, o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_reassignable_topic_response_array, responses_, out)
    elif n:
        _encode_reassignable_topic_response_array(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_reassignments_response_tags(o, out)


def _encode_alter_partition_reassignments_response_2(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_iohx(o.throttle_time_ms, o.allow_replication_factor_change, o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_iohB(
                o.throttle_time_ms,
                o.allow_replication_factor_change,
                o.error_code,
                n + 1,
            ))
        else:
            out.append(_pack_ioh(
                o.throttle_time_ms,
                o.allow_replication_factor_change,
                o.error_code,
            ))
            out.append(string_length(n))
        out.append(error_message_)
    responses_ = o.responses
    n = len(responses_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_reassignable_topic_response_array, responses_, out)
    elif n:
        _encode_reassignable_topic_response_array(responses_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_reassignments_response_tags(o, out)


def _decode_reassignable_partition_response_tags(o, buf, pos, count):
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


def _decode_reassignable_partition_response_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReassignablePartitionResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_reassignable_partition_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REASSIGNABLE_PARTITION_RESPONSE * count)]
        end = pos + 8 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 6:end:8].count(buf[pos + 6]) == count
            and buf[pos + 7:end:8].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (o.partition_index, o.error_code) in zip(found, _row_ihxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.error_code, n = _unpack_ihB(buf, pos)
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
            pos = _decode_reassignable_partition_response_tags(o, buf, pos, t)
    return found, pos


def _decode_reassignable_topic_response_tags(o, buf, pos, count):
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


def _decode_reassignable_topic_response_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReassignableTopicResponse)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_reassignable_topic_response_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REASSIGNABLE_TOPIC_RESPONSE * count)]
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
            o.partitions, pos = _decode_reassignable_partition_response_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_reassignable_topic_response_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_reassignments_response_tags(o, buf, pos, count):
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


def _decode_alter_partition_reassignments_response(buf, pos):
    o = make(AlterPartitionReassignmentsResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_reassignable_topic_response_array(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.allow_replication_factor_change = True
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_reassignments_response_tags(o, buf, pos, t)
    return o, pos


def _decode_alter_partition_reassignments_response_2(buf, pos):
    o = make(AlterPartitionReassignmentsResponse)
    (
        o.throttle_time_ms,
        o.allow_replication_factor_change,
        o.error_code,
        n,
    ) = _unpack_iohB(buf, pos)
    pos += 8
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.error_message = buf[pos:e].decode()
        pos = e
    else:
        o.error_message = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.responses, pos = _decode_reassignable_topic_response_array(buf, pos, n - 1)
    elif n:
        o.responses = []
    else:
        null_error("Responses")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_reassignments_response_tags(o, buf, pos, t)
    return o, pos


AlterPartitionReassignmentsResponse._ENCODERS = {
    0: _encode_alter_partition_reassignments_response,
    1: _encode_alter_partition_reassignments_response_2,
}
AlterPartitionReassignmentsResponse._DECODERS = {
    0: _decode_alter_partition_reassignments_response,
    1: _decode_alter_partition_reassignments_response_2,
}
