"""Generated from schemas/messages/DescribeLogDirsRequest.json; do not edit.

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


class DescribeLogDirsRequest(Message):
    """Asks a broker for its log directories and the replicas in them.

    Request of api key 35, versions 0-5, flexible 2+.

    - topics: []DescribableLogDirTopic, 0+, null. Null for all; partitions the broker does
      not have are left out of the answer.
    """

    __slots__ = ("topics",)
    _FIELDS = __slots__

    API_KEY = 35
    VERSIONS = (0, 5)
    FLEXIBLE_SINCE = 2

    class DescribableLogDirTopic(Struct):
        """Null for all; partitions the broker does not have are left out of the answer.

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
        topics: list[DescribeLogDirsRequest.DescribableLogDirTopic] | None = NEW,
    ) -> None:
        self.topics: list[DescribeLogDirsRequest.DescribableLogDirTopic] | None = (
            [] if topics is NEW else topics
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_DescribableLogDirTopic = DescribeLogDirsRequest.DescribableLogDirTopic
_ONE_DESCRIBABLE_LOG_DIR_TOPIC = ((_DescribableLogDirTopic,),)


def _encode_describable_log_dir_topic_array(array, out):
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


def _encode_describe_log_dirs_request(o, out):
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_describable_log_dir_topic_array, topics_, out)
        elif n:
            _encode_describable_log_dir_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_describable_log_dir_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describable_log_dir_topic_array_2(array, out):
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
            _encode_describable_log_dir_topic_tags(o, out)


def _encode_describe_log_dirs_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_log_dirs_request_2(o, out):
    topics_ = o.topics
    if topics_ is None:
        out.append(b"\0")
    else:
        n = len(topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_describable_log_dir_topic_array_2, topics_, out)
        elif n:
            _encode_describable_log_dir_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_log_dirs_request_tags(o, out)


def _decode_describable_log_dir_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribableLogDirTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describable_log_dir_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBABLE_LOG_DIR_TOPIC * count)]
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


def _decode_describe_log_dirs_request(buf, pos):
    o = make(DescribeLogDirsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_describable_log_dir_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        o.topics = None
    o.unknown_tags = None
    return o, pos


def _decode_describable_log_dir_topic_tags(o, buf, pos, count):
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


def _decode_describable_log_dir_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribableLogDirTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_describable_log_dir_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBABLE_LOG_DIR_TOPIC * count)]
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
            pos = _decode_describable_log_dir_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_log_dirs_request_tags(o, buf, pos, count):
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


def _decode_describe_log_dirs_request_2(buf, pos):
    o = make(DescribeLogDirsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_describable_log_dir_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_log_dirs_request_tags(o, buf, pos, t)
    return o, pos


DescribeLogDirsRequest._ENCODERS = {
    0: _encode_describe_log_dirs_request,
    1: _encode_describe_log_dirs_request,
    2: _encode_describe_log_dirs_request_2,
    3: _encode_describe_log_dirs_request_2,
    4: _encode_describe_log_dirs_request_2,
    5: _encode_describe_log_dirs_request_2,
}
DescribeLogDirsRequest._DECODERS = {
    0: _decode_describe_log_dirs_request,
    1: _decode_describe_log_dirs_request,
    2: _decode_describe_log_dirs_request_2,
    3: _decode_describe_log_dirs_request_2,
    4: _decode_describe_log_dirs_request_2,
    5: _decode_describe_log_dirs_request_2,
}
