"""Generated from schemas/messages/MetadataRequest.json; do not edit.

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


class MetadataRequest(Message):
    """Asks where the brokers are and who leads the partitions of topics.

    Request of api key 3, versions 0-13, flexible 9+.

    - topics: []MetadataRequestTopic, 0+, null 1+. Null asks for every topic (version 0: an
      empty list does); empty asks for none.
    - allow_auto_topic_creation: bool, 4+. Create missing topics if the broker is set up for
      that; older versions always may.
    - include_cluster_authorized_operations: bool, 8-10. Ask for
      ClusterAuthorizedOperations; DescribeCluster took this over (KIP-700).
    - include_topic_authorized_operations: bool, 8+. Ask for TopicAuthorizedOperations
      (KIP-430).
    """

    __slots__ = (
        "topics",
        "allow_auto_topic_creation",
        "include_cluster_authorized_operations",
        "include_topic_authorized_operations",
    )
    _FIELDS = __slots__

    API_KEY = 3
    VERSIONS = (0, 13)
    FLEXIBLE_SINCE = 9

    class MetadataRequestTopic(Struct):
        """Null asks for every topic (version 0: an empty list does); empty asks for none.

        - topic_id: uuid, 10+. All zero when the topic is asked for by name; lookup by id works
          from version 12.
        - name: string, 0+, null 10+. Null when the topic is asked for by id.
        """

        __slots__ = ("topic_id", "name")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_id: bytes = ZERO_UUID,
            name: str | None = "",
        ) -> None:
            self.topic_id: bytes = topic_id
            self.name: str | None = name
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[MetadataRequest.MetadataRequestTopic] | None = NEW,
        allow_auto_topic_creation: bool = True,
        include_cluster_authorized_operations: bool = False,
        include_topic_authorized_operations: bool = False,
    ) -> None:
        self.topics: list[MetadataRequest.MetadataRequestTopic] | None = (
            [] if topics is NEW else topics
        )
        self.allow_auto_topic_creation: bool = allow_auto_topic_creation
        self.include_cluster_authorized_operations: bool = include_cluster_authorized_operations
        self.include_topic_authorized_operations: bool = include_topic_authorized_operations
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_o = packer(">?")
_pack_oo = packer(">??")
_pack_ooo = packer(">???")
_pack_ooox = packer(">???x")
_pack_oox = packer(">??x")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBx = packer(">16sBx")
_pack_ux = packer(">16sx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_o = unpacker(">?")
_unpack_ooB = unpacker(">??B")
_unpack_ooo = unpacker(">???")
_unpack_oooB = unpacker(">???B")
_unpack_uB = unpacker(">16sB")
_MetadataRequestTopic = MetadataRequest.MetadataRequestTopic
_ONE_METADATA_REQUEST_TOPIC = ((_MetadataRequestTopic,),)


def _encode_metadata_request_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_request(o, out):
    if o.allow_auto_topic_creation != True:
        absent("AllowAutoTopicCreation")
    if o.include_cluster_authorized_operations:
        absent("IncludeClusterAuthorizedOperations")
    if o.include_topic_authorized_operations:
        absent("IncludeTopicAuthorizedOperations")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_metadata_request_topic_array, topics_, out)
    elif n:
        _encode_metadata_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_request_2(o, out):
    if o.allow_auto_topic_creation != True:
        absent("AllowAutoTopicCreation")
    if o.include_cluster_authorized_operations:
        absent("IncludeClusterAuthorizedOperations")
    if o.include_topic_authorized_operations:
        absent("IncludeTopicAuthorizedOperations")
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_metadata_request_topic_array, topics_, out)
        elif n:
            _encode_metadata_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_request_3(o, out):
    if o.include_cluster_authorized_operations:
        absent("IncludeClusterAuthorizedOperations")
    if o.include_topic_authorized_operations:
        absent("IncludeTopicAuthorizedOperations")
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_metadata_request_topic_array, topics_, out)
        elif n:
            _encode_metadata_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_o(o.allow_auto_topic_creation))


def _encode_metadata_request_4(o, out):
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_metadata_request_topic_array, topics_, out)
        elif n:
            _encode_metadata_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_ooo(
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
    ))


def _encode_metadata_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_request_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_metadata_request_topic_tags(o, out)


def _encode_metadata_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_request_5(o, out):
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
            write_long(_encode_metadata_request_topic_array_2, topics_, out)
        elif n:
            _encode_metadata_request_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ooox(
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ))
    else:
        out.append(_pack_ooo(
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ))
        _encode_metadata_request_tags(o, out)


def _encode_metadata_request_topic_array_3(array, out):
    for o in array:
        name_ = o.name
        if not name_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, name_ is not None))
            continue
        name_ = o.name
        if name_ is None:
            out.append(_pack_ux(o.topic_id))
        else:
            name_ = name_.encode()
            n = len(name_)
            if n < 127:
                out.append(_pack_uB(o.topic_id, n + 1))
            else:
                out.append(_pack_u(o.topic_id))
                out.append(string_length(n))
            out.append(name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_metadata_request_topic_tags(o, out)


def _encode_metadata_request_6(o, out):
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
            write_long(_encode_metadata_request_topic_array_3, topics_, out)
        elif n:
            _encode_metadata_request_topic_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ooox(
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ))
    else:
        out.append(_pack_ooo(
            o.allow_auto_topic_creation,
            o.include_cluster_authorized_operations,
            o.include_topic_authorized_operations,
        ))
        _encode_metadata_request_tags(o, out)


def _encode_metadata_request_7(o, out):
    if o.include_cluster_authorized_operations:
        absent("IncludeClusterAuthorizedOperations")
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
            write_long(_encode_metadata_request_topic_array_3, topics_, out)
        elif n:
            _encode_metadata_request_topic_array_3(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_oox(o.allow_auto_topic_creation, o.include_topic_authorized_operations))
    else:
        out.append(_pack_oo(o.allow_auto_topic_creation, o.include_topic_authorized_operations))
        _encode_metadata_request_tags(o, out)


def _decode_metadata_request_topic_array(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_REQUEST_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_metadata_request(buf, pos):
    o = make(MetadataRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_metadata_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def _decode_metadata_request_2(buf, pos):
    o = make(MetadataRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_metadata_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        o.topics = None
    o.allow_auto_topic_creation = True
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def _decode_metadata_request_3(buf, pos):
    o = make(MetadataRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_metadata_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        o.topics = None
    o.allow_auto_topic_creation, = _unpack_o(buf, pos)
    pos += 1
    o.include_cluster_authorized_operations = False
    o.include_topic_authorized_operations = False
    o.unknown_tags = None
    return o, pos


def _decode_metadata_request_4(buf, pos):
    o = make(MetadataRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_metadata_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        o.topics = None
    (
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
    ) = _unpack_ooo(buf, pos)
    pos += 3
    o.unknown_tags = None
    return o, pos


def _decode_metadata_request_topic_tags(o, buf, pos, count):
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


def _decode_metadata_request_topic_array_2(buf, pos, count):
    if 2 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_request_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_REQUEST_TOPIC * count)]
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
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_request_tags(o, buf, pos, count):
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


def _decode_metadata_request_5(buf, pos):
    o = make(MetadataRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_request_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    (
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
        t,
    ) = _unpack_oooB(buf, pos)
    pos += 4
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_request_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_request_topic_array_3(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_request_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_REQUEST_TOPIC * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] < 2
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            at_16 = buf[pos + 16]
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.name = "" if at_16 else None
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            o.name = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_request_6(buf, pos):
    o = make(MetadataRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_request_topic_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    (
        o.allow_auto_topic_creation,
        o.include_cluster_authorized_operations,
        o.include_topic_authorized_operations,
        t,
    ) = _unpack_oooB(buf, pos)
    pos += 4
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_request_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_request_7(buf, pos):
    o = make(MetadataRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_request_topic_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    (o.allow_auto_topic_creation, o.include_topic_authorized_operations, t) = _unpack_ooB(buf, pos)
    pos += 3
    o.include_cluster_authorized_operations = False
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_request_tags(o, buf, pos, t)
    return o, pos


MetadataRequest._ENCODERS = {
    0: _encode_metadata_request,
    1: _encode_metadata_request_2,
    2: _encode_metadata_request_2,
    3: _encode_metadata_request_2,
    4: _encode_metadata_request_3,
    5: _encode_metadata_request_3,
    6: _encode_metadata_request_3,
    7: _encode_metadata_request_3,
    8: _encode_metadata_request_4,
    9: _encode_metadata_request_5,
    10: _encode_metadata_request_6,
    11: _encode_metadata_request_7,
    12: _encode_metadata_request_7,
    13: _encode_metadata_request_7,
}
MetadataRequest._DECODERS = {
    0: _decode_metadata_request,
    1: _decode_metadata_request_2,
    2: _decode_metadata_request_2,
    3: _decode_metadata_request_2,
    4: _decode_metadata_request_3,
    5: _decode_metadata_request_3,
    6: _decode_metadata_request_3,
    7: _decode_metadata_request_3,
    8: _decode_metadata_request_4,
    9: _decode_metadata_request_5,
    10: _decode_metadata_request_6,
    11: _decode_metadata_request_7,
    12: _decode_metadata_request_7,
    13: _decode_metadata_request_7,
}
