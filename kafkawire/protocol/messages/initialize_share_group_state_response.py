"""Generated from schemas/messages/InitializeShareGroupStateResponse.json; do not edit.

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


class InitializeShareGroupStateResponse(Message):
    """Result for each share-partition.

    Response of api key 83, versions 0, flexible 0+.

    - results: []InitializeStateResult, 0+
    """

    __slots__ = ("results",)
    _FIELDS = __slots__

    API_KEY = 83
    VERSIONS = (0, 0)
    FLEXIBLE_SINCE = 0

    class InitializeStateResult(Struct):
        """InitializeStateResult of `InitializeShareGroupStateResponse`.

        - topic_id: uuid, 0+
        - partitions: []PartitionResult, 0+
        """

        __slots__ = ("topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            partitions: list[InitializeShareGroupStateResponse.PartitionResult] = NEW,
        ) -> None:
            self.topic_id: bytes = topic_id
            self.partitions: list[InitializeShareGroupStateResponse.PartitionResult] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionResult(Struct):
        """PartitionResult of `InitializeShareGroupStateResponse`.

        - partition: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        """

        __slots__ = ("partition", "error_code", "error_message")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition: int = 0,
            error_code: int = 0,
            error_message: str | None = None,
        ) -> None:
            self.partition: int = partition
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.unknown_tags = None

    def __init__(
        self,
        *,
        results: list[InitializeShareGroupStateResponse.InitializeStateResult] = NEW,
    ) -> None:
        self.results: list[InitializeShareGroupStateResponse.InitializeStateResult] = (
            [] if results is NEW else results
        )
        self.unknown_tags = None


_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBx = packer(">ihBx")
_pack_ihx = packer(">ihx")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihxx = rower(">ihxx")
_row_uxx = rower(">16sxx")
_unpack_ihB = unpacker(">ihB")
_unpack_uB = unpacker(">16sB")
_InitializeStateResult = InitializeShareGroupStateResponse.InitializeStateResult
_PartitionResult = InitializeShareGroupStateResponse.PartitionResult
_ONE_PARTITION_RESULT = ((_PartitionResult,),)
_ONE_INITIALIZE_STATE_RESULT = ((_InitializeStateResult,),)


def _encode_partition_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_result_array(array, out):
    for o in array:
        error_message_ = o.error_message
        if not error_message_ and o.unknown_tags is None:
            out.append(_pack_ihBx(o.partition, o.error_code, error_message_ is not None))
            continue
        error_message_ = o.error_message
        if error_message_ is None:
            out.append(_pack_ihx(o.partition, o.error_code))
        else:
            error_message_ = error_message_.encode()
            n = len(error_message_)
            if n < 127:
                out.append(_pack_ihB(o.partition, o.error_code, n + 1))
            else:
                out.append(_pack_ih(o.partition, o.error_code))
                out.append(string_length(n))
            out.append(error_message_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_result_tags(o, out)


def _encode_initialize_state_result_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_initialize_state_result_array(array, out):
    for o in array:
        partitions_ = o.partitions
        if partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_result_array, partitions_, out)
        elif n:
            _encode_partition_result_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_initialize_state_result_tags(o, out)


def _encode_initialize_share_group_state_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_initialize_share_group_state_response(o, out):
    results_ = o.results
    n = len(results_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_initialize_state_result_array, results_, out)
    elif n:
        _encode_initialize_state_result_array(results_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_initialize_share_group_state_response_tags(o, out)


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


def _decode_partition_result_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_result_array, buf, pos, count)
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
            for o, (o.partition, o.error_code) in zip(found, _row_ihxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition, o.error_code, n = _unpack_ihB(buf, pos)
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


def _decode_initialize_state_result_tags(o, buf, pos, count):
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


def _decode_initialize_state_result_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_InitializeStateResult)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_initialize_state_result_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_INITIALIZE_STATE_RESULT * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_result_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_initialize_state_result_tags(o, buf, pos, t)
    return found, pos


def _decode_initialize_share_group_state_response_tags(o, buf, pos, count):
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


def _decode_initialize_share_group_state_response(buf, pos):
    o = make(InitializeShareGroupStateResponse)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.results, pos = _decode_initialize_state_result_array(buf, pos, n - 1)
    elif n:
        o.results = []
    else:
        null_error("Results")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_initialize_share_group_state_response_tags(o, buf, pos, t)
    return o, pos


InitializeShareGroupStateResponse._ENCODERS = {0: _encode_initialize_share_group_state_response}
InitializeShareGroupStateResponse._DECODERS = {0: _decode_initialize_share_group_state_response}
