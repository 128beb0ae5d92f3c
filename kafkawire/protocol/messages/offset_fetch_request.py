"""Generated from schemas/messages/OffsetFetchRequest.json; do not edit.

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
    absent,
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


class OffsetFetchRequest(Message):
    """Reads back the offsets that groups have committed.

    Request of api key 9, versions 0-10, flexible 6+.

    - group_id: string, 0-7
    - topics: []OffsetFetchRequestTopic, 0-7, null 2-7. Null asks for all that the group has
      committed.
    - groups: []OffsetFetchRequestGroup, 8+. From version 8, several groups at once
      (KIP-709).
    - require_stable: bool, 7+. Fail with 88 while a transaction is about to change an
      offset (KIP-447).
    """

    __slots__ = ("group_id", "topics", "groups", "require_stable")
    _FIELDS = __slots__

    API_KEY = 9
    VERSIONS = (0, 10)
    FLEXIBLE_SINCE = 6

    class OffsetFetchRequestTopic(Struct):
        """Null asks for all that the group has committed.

        - name: string, 0-7
        - partition_indexes: []int32, 0-7
        """

        __slots__ = ("name", "partition_indexes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partition_indexes: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.partition_indexes: Sequence[int] = (
                [] if partition_indexes is NEW else partition_indexes
            )
            self.unknown_tags = None

    class OffsetFetchRequestGroup(Struct):
        """From version 8, several groups at once (KIP-709).

        - group_id: string, 8+
        - member_id: string, 9+, null. Member of a new-protocol group, to be checked with its
          epoch; null skips the check.
        - member_epoch: int32, 9+. Checked together with MemberId; -1 skips the check.
        - topics: []OffsetFetchRequestTopics, 8+, null. Null asks for all that the group has
          committed.
        """

        __slots__ = ("group_id", "member_id", "member_epoch", "topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            group_id: str = "",
            member_id: str | None = None,
            member_epoch: int = -1,
            topics: list[OffsetFetchRequest.OffsetFetchRequestTopics] | None = NEW,
        ) -> None:
            self.group_id: str = group_id
            self.member_id: str | None = member_id
            self.member_epoch: int = member_epoch
            self.topics: list[OffsetFetchRequest.OffsetFetchRequestTopics] | None = (
                [] if topics is NEW else topics
            )
            self.unknown_tags = None

    class OffsetFetchRequestTopics(Struct):
        """Null asks for all that the group has committed.

        - name: string, 8-9. Topic by name, up to version 9.
        - topic_id: uuid, 10+. Topic by id, from version 10.
        - partition_indexes: []int32, 8+
        """

        __slots__ = ("name", "topic_id", "partition_indexes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            topic_id: bytes = ZERO_UUID,
            partition_indexes: Sequence[int] = NEW,
        ) -> None:
            self.name: str = name
            self.topic_id: bytes = topic_id
            self.partition_indexes: Sequence[int] = (
                [] if partition_indexes is NEW else partition_indexes
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        topics: list[OffsetFetchRequest.OffsetFetchRequestTopic] | None = NEW,
        groups: list[OffsetFetchRequest.OffsetFetchRequestGroup] = NEW,
        require_stable: bool = False,
    ) -> None:
        self.group_id: str = group_id
        self.topics: list[OffsetFetchRequest.OffsetFetchRequestTopic] | None = (
            [] if topics is NEW else topics
        )
        self.groups: list[OffsetFetchRequest.OffsetFetchRequestGroup] = (
            [] if groups is NEW else groups
        )
        self.require_stable: bool = require_stable
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_pack_uBi = packer(">16sBi")
_pack_uBiii = packer(">16sBiii")
_pack_uBx = packer(">16sBx")
_row_uxx = rower(">16sxx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_oB = unpacker(">?B")
_unpack_uB = unpacker(">16sB")
_OffsetFetchRequestTopic = OffsetFetchRequest.OffsetFetchRequestTopic
_OffsetFetchRequestGroup = OffsetFetchRequest.OffsetFetchRequestGroup
_OffsetFetchRequestTopics = OffsetFetchRequest.OffsetFetchRequestTopics
_ONE_OFFSET_FETCH_REQUEST_TOPIC = ((_OffsetFetchRequestTopic,),)
_ONE_OFFSET_FETCH_REQUEST_TOPICS = ((_OffsetFetchRequestTopics,),)
_ONE_OFFSET_FETCH_REQUEST_GROUP = ((_OffsetFetchRequestGroup,),)


def _encode_offset_fetch_request_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_offset_fetch_request(o, out):
    if o.groups:
        absent("Groups")
    if o.require_stable:
        absent("RequireStable")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_offset_fetch_request_topic_array, topics_, out)
    elif n:
        _encode_offset_fetch_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_fetch_request_2(o, out):
    if o.groups:
        absent("Groups")
    if o.require_stable:
        absent("RequireStable")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    out.append(_pack_h(n))
    out.append(group_id_)
    topics_ = o.topics
    if topics_ is None:
        out.append(_pack_i(-1))
    else:
        n = len(topics_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_offset_fetch_request_topic_array, topics_, out)
        elif n:
            _encode_offset_fetch_request_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_offset_fetch_request_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_request_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_topic_tags(o, out)


def _encode_offset_fetch_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_request_3(o, out):
    if o.groups:
        absent("Groups")
    if o.require_stable:
        absent("RequireStable")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
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
            write_long(_encode_offset_fetch_request_topic_array_2, topics_, out)
        elif n:
            _encode_offset_fetch_request_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_offset_fetch_request_tags(o, out)


def _encode_offset_fetch_request_4(o, out):
    if o.groups:
        absent("Groups")
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
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
            write_long(_encode_offset_fetch_request_topic_array_2, topics_, out)
        elif n:
            _encode_offset_fetch_request_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.require_stable))
    else:
        out.append(_pack_o(o.require_stable))
        _encode_offset_fetch_request_tags(o, out)


def _encode_offset_fetch_request_topics_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_request_topics_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_topics_tags(o, out)


def _encode_offset_fetch_request_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_offset_fetch_request_group_array(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
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
                write_long(_encode_offset_fetch_request_topics_array, topics_, out)
            elif n:
                _encode_offset_fetch_request_topics_array(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_group_tags(o, out)


def _encode_offset_fetch_request_5(o, out):
    if o.group_id:
        absent("GroupId")
    if not (not o.topics and o.topics is not None):
        absent("Topics")
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_request_group_array, groups_, out)
    elif n:
        _encode_offset_fetch_request_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.require_stable))
    else:
        out.append(_pack_o(o.require_stable))
        _encode_offset_fetch_request_tags(o, out)


def _encode_offset_fetch_request_group_array_2(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        member_id_ = o.member_id
        if member_id_ is None:
            out.append(b"\0")
        else:
            member_id_ = member_id_.encode()
            n = len(member_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(member_id_)
        topics_ = o.topics
        if topics_ is None:
            out.append(_pack_ix(o.member_epoch))
        else:
            n = len(topics_)
            if n < 127:
                out.append(_pack_iB(o.member_epoch, n + 1))
            else:
                out.append(_pack_i(o.member_epoch))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_offset_fetch_request_topics_array, topics_, out)
            elif n:
                _encode_offset_fetch_request_topics_array(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_group_tags(o, out)


def _encode_offset_fetch_request_6(o, out):
    if o.group_id:
        absent("GroupId")
    if not (not o.topics and o.topics is not None):
        absent("Topics")
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_request_group_array_2, groups_, out)
    elif n:
        _encode_offset_fetch_request_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.require_stable))
    else:
        out.append(_pack_o(o.require_stable))
        _encode_offset_fetch_request_tags(o, out)


def _encode_offset_fetch_request_topics_array_2(array, out):
    for o in array:
        partition_indexes_ = o.partition_indexes
        if partition_indexes_ is not None and not partition_indexes_ and o.unknown_tags is None:
            out.append(_pack_uBx(o.topic_id, 1))
            continue
        partition_indexes_ = o.partition_indexes
        n = len(partition_indexes_)
        if n == 3:
            i, j, k = partition_indexes_
            out.append(_pack_uBiii(o.topic_id, 4, i, j, k))
        elif n == 1:
            i, = partition_indexes_
            out.append(_pack_uBi(o.topic_id, 2, i))
        else:
            if n < 127:
                out.append(_pack_uB(o.topic_id, n + 1))
            else:
                out.append(_pack_u(o.topic_id))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(partition_indexes_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_topics_tags(o, out)


def _encode_offset_fetch_request_group_array_3(array, out):
    for o in array:
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        member_id_ = o.member_id
        if member_id_ is None:
            out.append(b"\0")
        else:
            member_id_ = member_id_.encode()
            n = len(member_id_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(member_id_)
        topics_ = o.topics
        if topics_ is None:
            out.append(_pack_ix(o.member_epoch))
        else:
            n = len(topics_)
            if n < 127:
                out.append(_pack_iB(o.member_epoch, n + 1))
            else:
                out.append(_pack_i(o.member_epoch))
                out.append(varint(n + 1))
            if n > 32:
                write_long(_encode_offset_fetch_request_topics_array_2, topics_, out)
            elif n:
                _encode_offset_fetch_request_topics_array_2(topics_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_offset_fetch_request_group_tags(o, out)


def _encode_offset_fetch_request_7(o, out):
    if o.group_id:
        absent("GroupId")
    if not (not o.topics and o.topics is not None):
        absent("Topics")
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_offset_fetch_request_group_array_3, groups_, out)
    elif n:
        _encode_offset_fetch_request_group_array_3(groups_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.require_stable))
    else:
        out.append(_pack_o(o.require_stable))
        _encode_offset_fetch_request_tags(o, out)


def _decode_offset_fetch_request_topic_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_TOPIC * count)]
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
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        o.unknown_tags = None
    return found, pos


def _decode_offset_fetch_request(buf, pos):
    o = make(OffsetFetchRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_fetch_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_request_2(buf, pos):
    o = make(OffsetFetchRequest)
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_offset_fetch_request_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        o.topics = None
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    return o, pos


def _decode_offset_fetch_request_topic_tags(o, buf, pos, count):
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


def _decode_offset_fetch_request_topic_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_TOPIC * count)]
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
            n -= 1
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_tags(o, buf, pos, count):
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


def _decode_offset_fetch_request_3(buf, pos):
    o = make(OffsetFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_fetch_request_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    t = buf[pos]
    pos += 1
    o.groups = []
    o.require_stable = False
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_request_4(buf, pos):
    o = make(OffsetFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.group_id = buf[pos:e].decode()
        pos = e
    else:
        null_error("GroupId")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_offset_fetch_request_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        o.topics = None
    o.require_stable, t = _unpack_oB(buf, pos)
    pos += 2
    o.groups = []
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_request_topics_tags(o, buf, pos, count):
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


def _decode_offset_fetch_request_topics_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestTopics)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_topics_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_TOPICS * count)]
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
            n -= 1
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_topics_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_group_tags(o, buf, pos, count):
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


def _decode_offset_fetch_request_group_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_GROUP * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_offset_fetch_request_topics_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            o.topics = None
        t = buf[pos]
        pos += 1
        o.member_id = None
        o.member_epoch = -1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_group_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_5(buf, pos):
    o = make(OffsetFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_offset_fetch_request_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    o.require_stable, t = _unpack_oB(buf, pos)
    pos += 2
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_request_group_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_GROUP * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            o.member_id = None
        o.member_epoch, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_offset_fetch_request_topics_array(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            o.topics = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_group_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_6(buf, pos):
    o = make(OffsetFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_offset_fetch_request_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    o.require_stable, t = _unpack_oB(buf, pos)
    pos += 2
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_request_tags(o, buf, pos, t)
    return o, pos


def _decode_offset_fetch_request_topics_array_2(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestTopics)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_topics_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_TOPICS * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (o.topic_id,) in zip(found, _row_uxx(buf[pos:end])):
                o.partition_indexes = []
                o.name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.partition_indexes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.partition_indexes = []
        else:
            null_error("PartitionIndexes")
        t = buf[pos]
        pos += 1
        o.name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_topics_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_group_array_3(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_OffsetFetchRequestGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_offset_fetch_request_group_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_OFFSET_FETCH_REQUEST_GROUP * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.group_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.member_id = buf[pos:e].decode()
            pos = e
        else:
            o.member_id = None
        o.member_epoch, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topics, pos = _decode_offset_fetch_request_topics_array_2(buf, pos, n - 1)
        elif n:
            o.topics = []
        else:
            o.topics = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_offset_fetch_request_group_tags(o, buf, pos, t)
    return found, pos


def _decode_offset_fetch_request_7(buf, pos):
    o = make(OffsetFetchRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_offset_fetch_request_group_array_3(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    o.require_stable, t = _unpack_oB(buf, pos)
    pos += 2
    o.group_id = ""
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_offset_fetch_request_tags(o, buf, pos, t)
    return o, pos


OffsetFetchRequest._ENCODERS = {
    0: _encode_offset_fetch_request,
    1: _encode_offset_fetch_request,
    2: _encode_offset_fetch_request_2,
    3: _encode_offset_fetch_request_2,
    4: _encode_offset_fetch_request_2,
    5: _encode_offset_fetch_request_2,
    6: _encode_offset_fetch_request_3,
    7: _encode_offset_fetch_request_4,
    8: _encode_offset_fetch_request_5,
    9: _encode_offset_fetch_request_6,
    10: _encode_offset_fetch_request_7,
}
OffsetFetchRequest._DECODERS = {
    0: _decode_offset_fetch_request,
    1: _decode_offset_fetch_request,
    2: _decode_offset_fetch_request_2,
    3: _decode_offset_fetch_request_2,
    4: _decode_offset_fetch_request_2,
    5: _decode_offset_fetch_request_2,
    6: _decode_offset_fetch_request_3,
    7: _decode_offset_fetch_request_4,
    8: _decode_offset_fetch_request_5,
    9: _decode_offset_fetch_request_6,
    10: _decode_offset_fetch_request_7,
}
