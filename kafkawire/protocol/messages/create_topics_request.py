"""Generated from schemas/messages/CreateTopicsRequest.json; do not edit.

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


class CreateTopicsRequest(Message):
    """Creates topics, by counts or with every replica placed by hand.

    Request of api key 19, versions 0-7, flexible 5+.

    - topics: []CreatableTopic, 0+
    - timeout_ms: int32, 0+. How long to wait until the topic is there on the controller.
    - validate_only: bool, 1+. Check everything, change nothing.
    """

    __slots__ = ("topics", "timeout_ms", "validate_only")
    _FIELDS = __slots__

    API_KEY = 19
    VERSIONS = (0, 7)
    FLEXIBLE_SINCE = 5

    class CreatableTopic(Struct):
        """CreatableTopic of `CreateTopicsRequest`.

        - name: string, 0+
        - num_partitions: int32, 0+. -1 for num.partitions of the cluster, or when Assignments
          are given.
        - replication_factor: int16, 0+. -1 for default.replication.factor of the cluster, or
          when Assignments are given.
        - assignments: []CreatableReplicaAssignment, 0+. Placement by hand, for all partitions
          from 0 on; empty leaves it to the controller.
        - configs: []CreatableTopicConfig, 0+. Settings that differ from the cluster's defaults.
        """

        __slots__ = ("name", "num_partitions", "replication_factor", "assignments", "configs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            num_partitions: int = 0,
            replication_factor: int = 0,
            assignments: list[CreateTopicsRequest.CreatableReplicaAssignment] = NEW,
            configs: list[CreateTopicsRequest.CreatableTopicConfig] = NEW,
        ) -> None:
            self.name: str = name
            self.num_partitions: int = num_partitions
            self.replication_factor: int = replication_factor
            self.assignments: list[CreateTopicsRequest.CreatableReplicaAssignment] = (
                [] if assignments is NEW else assignments
            )
            self.configs: list[CreateTopicsRequest.CreatableTopicConfig] = (
                [] if configs is NEW else configs
            )
            self.unknown_tags = None

    class CreatableReplicaAssignment(Struct):
        """Placement by hand, for all partitions from 0 on; empty leaves it to the controller.

        - partition_index: int32, 0+
        - broker_ids: []int32, 0+. The replicas; the first is the preferred leader.
        """

        __slots__ = ("partition_index", "broker_ids")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            broker_ids: Sequence[int] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.broker_ids: Sequence[int] = [] if broker_ids is NEW else broker_ids
            self.unknown_tags = None

    class CreatableTopicConfig(Struct):
        """Settings that differ from the cluster's defaults.

        - name: string, 0+
        - value: string, 0+, null. Null takes the default.
        """

        __slots__ = ("name", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            value: str | None = "",
        ) -> None:
            self.name: str = name
            self.value: str | None = value
            self.unknown_tags = None

    def __init__(
        self,
        *,
        topics: list[CreateTopicsRequest.CreatableTopic] = NEW,
        timeout_ms: int = 60000,
        validate_only: bool = False,
    ) -> None:
        self.topics: list[CreateTopicsRequest.CreatableTopic] = [] if topics is NEW else topics
        self.timeout_ms: int = timeout_ms
        self.validate_only: bool = validate_only
        self.unknown_tags = None


_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBi = packer(">iBi")
_pack_iBiii = packer(">iBiii")
_pack_iBx = packer(">iBx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihi = packer(">ihi")
_pack_ii = packer(">ii")
_pack_iii = packer(">iii")
_pack_iiiii = packer(">iiiii")
_pack_io = packer(">i?")
_pack_iox = packer(">i?x")
_row_ixx = rower(">ixx")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_ihi = unpacker(">ihi")
_unpack_ii = unpacker(">ii")
_unpack_io = unpacker(">i?")
_unpack_ioB = unpacker(">i?B")
_CreatableTopic = CreateTopicsRequest.CreatableTopic
_CreatableReplicaAssignment = CreateTopicsRequest.CreatableReplicaAssignment
_CreatableTopicConfig = CreateTopicsRequest.CreatableTopicConfig
_ONE_CREATABLE_REPLICA_ASSIGNMENT = ((_CreatableReplicaAssignment,),)
_ONE_CREATABLE_TOPIC_CONFIG = ((_CreatableTopicConfig,),)
_ONE_CREATABLE_TOPIC = ((_CreatableTopic,),)


def _encode_creatable_replica_assignment_array(array, out):
    for o in array:
        broker_ids_ = o.broker_ids
        if broker_ids_ is not None and not broker_ids_ and o.unknown_tags is None:
            out.append(_pack_ii(o.partition_index, 0))
            continue
        broker_ids_ = o.broker_ids
        n = len(broker_ids_)
        if n == 3:
            i, j, k = broker_ids_
            out.append(_pack_iiiii(o.partition_index, 3, i, j, k))
        elif n == 1:
            i, = broker_ids_
            out.append(_pack_iii(o.partition_index, 1, i))
        else:
            out.append(_pack_ii(o.partition_index, n))
            if n:
                out.append(pack_integers(broker_ids_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_creatable_topic_config_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(_pack_h(-1))
        else:
            value_ = value_.encode()
            n = len(value_)
            out.append(_pack_h(n))
            out.append(value_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_creatable_topic_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_h(n))
        out.append(name_)
        assignments_ = o.assignments
        n = len(assignments_)
        out.append(_pack_ihi(o.num_partitions, o.replication_factor, n))
        if n > 32:
            write_long(_encode_creatable_replica_assignment_array, assignments_, out)
        elif n:
            _encode_creatable_replica_assignment_array(assignments_, out)
        configs_ = o.configs
        n = len(configs_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_creatable_topic_config_array, configs_, out)
        elif n:
            _encode_creatable_topic_config_array(configs_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_create_topics_request(o, out):
    if o.validate_only:
        absent("validateOnly")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_creatable_topic_array, topics_, out)
    elif n:
        _encode_creatable_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.timeout_ms))


def _encode_create_topics_request_2(o, out):
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_creatable_topic_array, topics_, out)
    elif n:
        _encode_creatable_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_io(o.timeout_ms, o.validate_only))


def _encode_creatable_replica_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_creatable_replica_assignment_array_2(array, out):
    for o in array:
        broker_ids_ = o.broker_ids
        if broker_ids_ is not None and not broker_ids_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.partition_index, 1))
            continue
        broker_ids_ = o.broker_ids
        n = len(broker_ids_)
        if n == 3:
            i, j, k = broker_ids_
            out.append(_pack_iBiii(o.partition_index, 4, i, j, k))
        elif n == 1:
            i, = broker_ids_
            out.append(_pack_iBi(o.partition_index, 2, i))
        else:
            if n < 127:
                out.append(_pack_iB(o.partition_index, n + 1))
            else:
                out.append(_pack_i(o.partition_index))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(broker_ids_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_replica_assignment_tags(o, out)


def _encode_creatable_topic_config_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_creatable_topic_config_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        value_ = o.value
        if value_ is None:
            out.append(b"\0")
        else:
            value_ = value_.encode()
            n = len(value_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(value_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_topic_config_tags(o, out)


def _encode_creatable_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_creatable_topic_array_2(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        assignments_ = o.assignments
        n = len(assignments_)
        if n < 127:
            out.append(_pack_ihB(o.num_partitions, o.replication_factor, n + 1))
        else:
            out.append(_pack_ih(o.num_partitions, o.replication_factor))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_creatable_replica_assignment_array_2, assignments_, out)
        elif n:
            _encode_creatable_replica_assignment_array_2(assignments_, out)
        configs_ = o.configs
        n = len(configs_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_creatable_topic_config_array_2, configs_, out)
        elif n:
            _encode_creatable_topic_config_array_2(configs_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_creatable_topic_tags(o, out)


def _encode_create_topics_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_create_topics_request_3(o, out):
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_creatable_topic_array_2, topics_, out)
    elif n:
        _encode_creatable_topic_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_iox(o.timeout_ms, o.validate_only))
    else:
        out.append(_pack_io(o.timeout_ms, o.validate_only))
        _encode_create_topics_request_tags(o, out)


def _decode_creatable_replica_assignment_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableReplicaAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_replica_assignment_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_REPLICA_ASSIGNMENT * count)]
    for o in found:
        o.partition_index, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.broker_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.broker_ids = []
        else:
            null_error("BrokerIds")
        o.unknown_tags = None
    return found, pos


def _decode_creatable_topic_config_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_config_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_CONFIG * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        o.unknown_tags = None
    return found, pos


def _decode_creatable_topic_array(buf, pos, count):
    if 16 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.num_partitions, o.replication_factor, n = _unpack_ihi(buf, pos)
        pos += 10
        if n > 0:
            o.assignments, pos = _decode_creatable_replica_assignment_array(buf, pos, n)
        elif not n:
            o.assignments = []
        else:
            null_error("Assignments")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.configs, pos = _decode_creatable_topic_config_array(buf, pos, n)
        elif not n:
            o.configs = []
        else:
            null_error("Configs")
        o.unknown_tags = None
    return found, pos


def _decode_create_topics_request(buf, pos):
    o = make(CreateTopicsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_creatable_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, = _unpack_i(buf, pos)
    pos += 4
    o.validate_only = False
    o.unknown_tags = None
    return o, pos


def _decode_create_topics_request_2(buf, pos):
    o = make(CreateTopicsRequest)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_creatable_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, o.validate_only = _unpack_io(buf, pos)
    pos += 5
    o.unknown_tags = None
    return o, pos


def _decode_creatable_replica_assignment_tags(o, buf, pos, count):
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


def _decode_creatable_replica_assignment_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableReplicaAssignment)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_replica_assignment_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_REPLICA_ASSIGNMENT * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            for o, (o.partition_index,) in zip(found, _row_ixx(buf[pos:end])):
                o.broker_ids = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.broker_ids = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.broker_ids = []
        else:
            null_error("BrokerIds")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_replica_assignment_tags(o, buf, pos, t)
    return found, pos


def _decode_creatable_topic_config_tags(o, buf, pos, count):
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


def _decode_creatable_topic_config_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopicConfig)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_config_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC_CONFIG * count)]
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            o.value = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_topic_config_tags(o, buf, pos, t)
    return found, pos


def _decode_creatable_topic_tags(o, buf, pos, count):
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


def _decode_creatable_topic_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CreatableTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_creatable_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_CREATABLE_TOPIC * count)]
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
        o.num_partitions, o.replication_factor, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.assignments, pos = _decode_creatable_replica_assignment_array_2(buf, pos, n - 1)
        elif n:
            o.assignments = []
        else:
            null_error("Assignments")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.configs, pos = _decode_creatable_topic_config_array_2(buf, pos, n - 1)
        elif n:
            o.configs = []
        else:
            null_error("Configs")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_creatable_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_create_topics_request_tags(o, buf, pos, count):
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


def _decode_create_topics_request_3(buf, pos):
    o = make(CreateTopicsRequest)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_creatable_topic_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.timeout_ms, o.validate_only, t = _unpack_ioB(buf, pos)
    pos += 6
    o.unknown_tags = None
    if t:
        pos = _decode_create_topics_request_tags(o, buf, pos, t)
    return o, pos


CreateTopicsRequest._ENCODERS = {
    0: _encode_create_topics_request,
    1: _encode_create_topics_request_2,
    2: _encode_create_topics_request_2,
    3: _encode_create_topics_request_2,
    4: _encode_create_topics_request_2,
    5: _encode_create_topics_request_3,
    6: _encode_create_topics_request_3,
    7: _encode_create_topics_request_3,
}
CreateTopicsRequest._DECODERS = {
    0: _decode_create_topics_request,
    1: _decode_create_topics_request_2,
    2: _decode_create_topics_request_2,
    3: _decode_create_topics_request_2,
    4: _decode_create_topics_request_2,
    5: _decode_create_topics_request_3,
    6: _decode_create_topics_request_3,
    7: _decode_create_topics_request_3,
}
