"""Generated from schemas/messages/AlterPartitionResponse.json; do not edit.

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
    ZERO_UUID,
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


class AlterPartitionResponse(Message):
    """The partition's state after the change, or as it was when refused.

    Response of api key 56, versions 0-3, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - error_code: int16, 0+. Trouble with the whole request.
    - topics: []TopicData, 0+
    """

    __slots__ = ("throttle_time_ms", "error_code", "topics")
    _FIELDS = __slots__

    API_KEY = 56
    VERSIONS = (0, 3)
    FLEXIBLE_SINCE = 0

    class TopicData(Struct):
        """TopicData of `AlterPartitionResponse`.

        - topic_name: string, 0-1
        - topic_id: uuid, 2+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "topic_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            partitions: list[AlterPartitionResponse.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.partitions: list[AlterPartitionResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `AlterPartitionResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - leader_id: int32, 0+
        - leader_epoch: int32, 0+
        - isr: []int32, 0+. In-sync set now in force.
        - leader_recovery_state: int8, 1+. 1 while a leader from an unclean election still
          recovers, else 0 (KIP-704).
        - partition_epoch: int32, 0+. Rises with each change of the partition's state.
        """

        __slots__ = (
            "partition_index",
            "error_code",
            "leader_id",
            "leader_epoch",
            "isr",
            "leader_recovery_state",
            "partition_epoch",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            leader_id: int = 0,
            leader_epoch: int = 0,
            isr: Sequence[int] = NEW,
            leader_recovery_state: int = 0,
            partition_epoch: int = 0,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.isr: Sequence[int] = [] if isr is NEW else isr
            self.leader_recovery_state: int = leader_recovery_state
            self.partition_epoch: int = partition_epoch
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        topics: list[AlterPartitionResponse.TopicData] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.error_code: int = error_code
        self.topics: list[AlterPartitionResponse.TopicData] = [] if topics is NEW else topics
        self.unknown_tags = None


_pack_bi = packer(">bi")
_pack_bix = packer(">bix")
_pack_i = packer(">i")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihii = packer(">ihii")
_pack_ihiiB = packer(">ihiiB")
_pack_ihiiBbix = packer(">ihiiBbix")
_pack_ihiiBi = packer(">ihiiBi")
_pack_ihiiBiii = packer(">ihiiBiii")
_pack_ihiiBix = packer(">ihiiBix")
_pack_ix = packer(">ix")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_row_ihiixbix = rower(">ihiixbix")
_row_ihiixix = rower(">ihiixix")
_row_uxx = rower(">16sxx")
_unpack_biB = unpacker(">biB")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_ihiiB = unpacker(">ihiiB")
_unpack_uB = unpacker(">16sB")
_TopicData = AlterPartitionResponse.TopicData
_PartitionData = AlterPartitionResponse.PartitionData
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        isr_ = o.isr
        if isr_ is not None and not isr_ and o.unknown_tags is None:
            out.append(_pack_ihiiBix(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                1,
                o.partition_epoch,
            ))
            continue
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_ihiiBiii(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                4,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_ihiiBi(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_ihiiB(
                    o.partition_index,
                    o.error_code,
                    o.leader_id,
                    o.leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(isr_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_ix(o.partition_epoch))
        else:
            out.append(_pack_i(o.partition_epoch))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_data_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array, partitions_, out)
        elif n:
            _encode_partition_data_array(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_alter_partition_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_alter_partition_response(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_response_tags(o, out)


def _encode_partition_data_array_2(array, out):
    for o in array:
        isr_ = o.isr
        if isr_ is not None and not isr_ and o.unknown_tags is None:
            out.append(_pack_ihiiBbix(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                1,
                o.leader_recovery_state,
                o.partition_epoch,
            ))
            continue
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_ihiiBiii(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                4,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_ihiiBi(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_ihiiB(
                    o.partition_index,
                    o.error_code,
                    o.leader_id,
                    o.leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(isr_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_bix(o.leader_recovery_state, o.partition_epoch))
        else:
            out.append(_pack_bi(o.leader_recovery_state, o.partition_epoch))
            _encode_partition_data_tags(o, out)


def _encode_topic_data_array_2(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_alter_partition_response_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_response_tags(o, out)


def _encode_topic_data_array_3(array, out):
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
            write_long(_encode_partition_data_array_2, partitions_, out)
        elif n:
            _encode_partition_data_array_2(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_alter_partition_response_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_ihB(o.throttle_time_ms, o.error_code, n + 1))
    else:
        out.append(_pack_ih(o.throttle_time_ms, o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_3, topics_, out)
    elif n:
        _encode_topic_data_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_alter_partition_response_tags(o, out)


def _decode_partition_data_tags(o, buf, pos, count):
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


def _decode_partition_data_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 20 * count
        if (
            count > 7
            and buf[pos + 14] == 1
            and buf[pos + 14:end:20].count(buf[pos + 14]) == count
            and buf[pos + 19:end:20].count(0) == count
        ):
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.partition_epoch,
            ) in zip(found, _row_ihiixix(buf[pos:end])):
                o.isr = []
                o.leader_recovery_state = 0
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.error_code, o.leader_id, o.leader_epoch, n) = _unpack_ihiiB(buf, pos)
        pos += 15
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.isr = []
        else:
            null_error("Isr")
        o.partition_epoch, t = _unpack_iB(buf, pos)
        pos += 5
        o.leader_recovery_state = 0
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


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
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_response_tags(o, buf, pos, count):
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


def _decode_alter_partition_response(buf, pos):
    o = make(AlterPartitionResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
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
        pos = _decode_alter_partition_response_tags(o, buf, pos, t)
    return o, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 21 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 21 * count
        if (
            count > 7
            and buf[pos + 14] == 1
            and buf[pos + 14:end:21].count(buf[pos + 14]) == count
            and buf[pos + 20:end:21].count(0) == count
        ):
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.leader_recovery_state, o.partition_epoch,
            ) in zip(found, _row_ihiixbix(buf[pos:end])):
                o.isr = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.error_code, o.leader_id, o.leader_epoch, n) = _unpack_ihiiB(buf, pos)
        pos += 15
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.isr = []
        else:
            null_error("Isr")
        o.leader_recovery_state, o.partition_epoch, t = _unpack_biB(buf, pos)
        pos += 6
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_response_2(buf, pos):
    o = make(AlterPartitionResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_response_tags(o, buf, pos, t)
    return o, pos


def _decode_topic_data_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_DATA * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partitions = []
                o.topic_name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_partition_data_array_2(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_alter_partition_response_3(buf, pos):
    o = make(AlterPartitionResponse)
    o.throttle_time_ms, o.error_code, n = _unpack_ihB(buf, pos)
    pos += 7
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_topic_data_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_alter_partition_response_tags(o, buf, pos, t)
    return o, pos


AlterPartitionResponse._ENCODERS = {
    0: _encode_alter_partition_response,
    1: _encode_alter_partition_response_2,
    2: _encode_alter_partition_response_3,
    3: _encode_alter_partition_response_3,
}
AlterPartitionResponse._DECODERS = {
    0: _decode_alter_partition_response,
    1: _decode_alter_partition_response_2,
    2: _decode_alter_partition_response_3,
    3: _decode_alter_partition_response_3,
}
