"""Generated from schemas/messages/ElectLeadersRequest.json; do not edit.

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


class ElectLeadersRequest(Message):
    """Has the controller elect leaders now (KIP-460).

    Request of api key 43, versions 0-2, flexible 2+.

    - election_type: int8, 1+. 0 the preferred replica, 1 any live one, at the price of
      losing records.
    - topic_partitions: []TopicPartitions, 0+, null. Null for all partitions.
    - timeout_ms: int32, 0+. How long to wait for the elections.
    """

    __slots__ = ("election_type", "topic_partitions", "timeout_ms")
    _FIELDS = __slots__

    API_KEY = 43
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 2

    class TopicPartitions(Struct):
        """Null for all partitions.

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
        election_type: int = 0,
        topic_partitions: list[ElectLeadersRequest.TopicPartitions] | None = NEW,
        timeout_ms: int = 60000,
    ) -> None:
        self.election_type: int = election_type
        self.topic_partitions: list[ElectLeadersRequest.TopicPartitions] | None = (
            [] if topic_partitions is NEW else topic_partitions
        )
        self.timeout_ms: int = timeout_ms
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bi = packer(">bi")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_ix = packer(">ix")
_unpack_bB = unpacker(">bB")
_unpack_bi = unpacker(">bi")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_TopicPartitions = ElectLeadersRequest.TopicPartitions
_ONE_TOPIC_PARTITIONS = ((_TopicPartitions,),)


def _encode_topic_partitions_array(array, out):
    for o in array:
        topic_ = o.topic
        topic_ = topic_.encode()
        n = len(topic_)
        out.append(_pack_h(n))
        out.append(topic_)
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


def _encode_elect_leaders_request(o, out):
    if o.election_type:
        absent("ElectionType")
    topic_partitions_ = o.topic_partitions
    if topic_partitions_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topic_partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_topic_partitions_array, topic_partitions_, out)
        elif n:
            _encode_topic_partitions_array(topic_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.timeout_ms))


def _encode_elect_leaders_request_2(o, out):
    topic_partitions_ = o.topic_partitions
    if topic_partitions_ is None:
        out.append(_pack_bi(o.election_type, -1))
    else:
        n = len(topic_partitions_)
        out.append(_pack_bi(o.election_type, n))
        if n > 32:
            write_long(_encode_topic_partitions_array, topic_partitions_, out)
        elif n:
            _encode_topic_partitions_array(topic_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.timeout_ms))


def _encode_topic_partitions_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_partitions_array_2(array, out):
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
            _encode_topic_partitions_tags(o, out)


def _encode_elect_leaders_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_elect_leaders_request_3(o, out):
    topic_partitions_ = o.topic_partitions
    if topic_partitions_ is None:
        out.append(_pack_bx(o.election_type))
    else:
        n = len(topic_partitions_)
        if n < 127:
            out.append(_pack_bB(o.election_type, n + 1))
        else:
            out.append(_pack_b(o.election_type))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_partitions_array_2, topic_partitions_, out)
        elif n:
            _encode_topic_partitions_array_2(topic_partitions_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.timeout_ms))
    else:
        out.append(_pack_i(o.timeout_ms))
        _encode_elect_leaders_request_tags(o, out)


def _decode_topic_partitions_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partitions_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITIONS * count)]
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
            o.partitions = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.unknown_tags = None
    return found, pos


def _decode_elect_leaders_request(buf, pos):
    o = make(ElectLeadersRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n)
    elif not n:
        o.topic_partitions = []
    else:
        o.topic_partitions = None
    o.timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.election_type = 0
    o.unknown_tags = None
    return o, pos


def _decode_elect_leaders_request_2(buf, pos):
    o = make(ElectLeadersRequest)
    o.election_type, n = _unpack_bi(buf, pos)
    pos += 5
    if n > 0:
        o.topic_partitions, pos = _decode_topic_partitions_array(buf, pos, n)
    elif not n:
        o.topic_partitions = []
    else:
        o.topic_partitions = None
    o.timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.unknown_tags = None
    return o, pos


def _decode_topic_partitions_tags(o, buf, pos, count):
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


def _decode_topic_partitions_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicPartitions)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_partitions_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_PARTITIONS * count)]
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
            pos = _decode_topic_partitions_tags(o, buf, pos, t)
    return found, pos


def _decode_elect_leaders_request_tags(o, buf, pos, count):
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


def _decode_elect_leaders_request_3(buf, pos):
    o = make(ElectLeadersRequest)
    o.election_type, n = _unpack_bB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_partitions, pos = _decode_topic_partitions_array_2(buf, pos, n - 1)
    elif n:
        o.topic_partitions = []
    else:
        o.topic_partitions = None
    o.timeout_ms, t = _unpack_iB(buf, pos)
    pos += 5
    o.unknown_tags = None
    if t:
        pos = _decode_elect_leaders_request_tags(o, buf, pos, t)
    return o, pos


ElectLeadersRequest._ENCODERS = {
    0: _encode_elect_leaders_request,
    1: _encode_elect_leaders_request_2,
    2: _encode_elect_leaders_request_3,
}
ElectLeadersRequest._DECODERS = {
    0: _decode_elect_leaders_request,
    1: _decode_elect_leaders_request_2,
    2: _decode_elect_leaders_request_3,
}
