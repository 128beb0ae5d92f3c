"""Generated from schemas/messages/StopReplicaRequest.json; do not edit.

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


class StopReplicaRequest(Message):
    """The controller tells a broker to stop replicas; ended with ZooKeeper in 4.0.

    Request of api key 5, versions 0-4, flexible 2+.

    - controller_id: int32, 0+
    - is_kraft_controller: bool, 4+. True when sent by KRaft during a migration.
    - controller_epoch: int32, 0+. Epoch of the controller that decided; brokers ignore a
      deposed one.
    - broker_epoch: int64, 1+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - delete_partitions: bool, 0-2. Delete the data too, for all partitions, up to version
      2.
    - ungrouped_partitions: []StopReplicaPartitionV0, 0
    - topics: []StopReplicaTopicV1, 1-2
    - topic_states: []StopReplicaTopicState, 3+
    """

    __slots__ = (
        "controller_id",
        "is_kraft_controller",
        "controller_epoch",
        "broker_epoch",
        "delete_partitions",
        "ungrouped_partitions",
        "topics",
        "topic_states",
    )
    _FIELDS = __slots__

    API_KEY = 5
    VERSIONS = (0, 4)
    FLEXIBLE_SINCE = 2

    class StopReplicaPartitionV0(Struct):
        """StopReplicaPartitionV0 of `StopReplicaRequest`.

        - topic_name: string, 0
        - partition_index: int32, 0
        """

        __slots__ = ("topic_name", "partition_index")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.unknown_tags = None

    class StopReplicaTopicV1(Struct):
        """StopReplicaTopicV1 of `StopReplicaRequest`.

        - name: string, 1-2
        - partition_indexes: []int32, 1-2
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

    class StopReplicaTopicState(Struct):
        """StopReplicaTopicState of `StopReplicaRequest`.

        - topic_name: string, 3+
        - partition_states: []StopReplicaPartitionState, 3+
        """

        __slots__ = ("topic_name", "partition_states")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_states: list[StopReplicaRequest.StopReplicaPartitionState] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_states: list[StopReplicaRequest.StopReplicaPartitionState] = (
                [] if partition_states is NEW else partition_states
            )
            self.unknown_tags = None

    class StopReplicaPartitionState(Struct):
        """StopReplicaPartitionState of `StopReplicaRequest`.

        - partition_index: int32, 3+
        - leader_epoch: int32, 3+. -1 unknown, -2 when the topic is being deleted.
        - delete_partition: bool, 3+. Delete the data too.
        """

        __slots__ = ("partition_index", "leader_epoch", "delete_partition")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            leader_epoch: int = -1,
            delete_partition: bool = False,
        ) -> None:
            self.partition_index: int = partition_index
            self.leader_epoch: int = leader_epoch
            self.delete_partition: bool = delete_partition
            self.unknown_tags = None

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        delete_partitions: bool = False,
        ungrouped_partitions: list[StopReplicaRequest.StopReplicaPartitionV0] = NEW,
        topics: list[StopReplicaRequest.StopReplicaTopicV1] = NEW,
        topic_states: list[StopReplicaRequest.StopReplicaTopicState] = NEW,
    ) -> None:
        self.controller_id: int = controller_id
        self.is_kraft_controller: bool = is_kraft_controller
        self.controller_epoch: int = controller_epoch
        self.broker_epoch: int = broker_epoch
        self.delete_partitions: bool = delete_partitions
        self.ungrouped_partitions: list[StopReplicaRequest.StopReplicaPartitionV0] = (
            [] if ungrouped_partitions is NEW else ungrouped_partitions
        )
        self.topics: list[StopReplicaRequest.StopReplicaTopicV1] = (
            [] if topics is NEW else topics
        )
        self.topic_states: list[StopReplicaRequest.StopReplicaTopicState] = (
            [] if topic_states is NEW else topic_states
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_iio = packer(">ii?")
_pack_iioi = packer(">ii?i")
_pack_iiox = packer(">ii?x")
_pack_iiq = packer(">iiq")
_pack_iiqB = packer(">iiqB")
_pack_iiqo = packer(">iiq?")
_pack_iiqoB = packer(">iiq?B")
_pack_iiqoi = packer(">iiq?i")
_pack_ioiq = packer(">i?iq")
_pack_ioiqB = packer(">i?iqB")
_row_iiox = rower(">ii?x")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iioB = unpacker(">ii?B")
_unpack_iioi = unpacker(">ii?i")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iiqoB = unpacker(">iiq?B")
_unpack_iiqoi = unpacker(">iiq?i")
_unpack_ioiqB = unpacker(">i?iqB")
_StopReplicaPartitionV0 = StopReplicaRequest.StopReplicaPartitionV0
_StopReplicaTopicV1 = StopReplicaRequest.StopReplicaTopicV1
_StopReplicaTopicState = StopReplicaRequest.StopReplicaTopicState
_StopReplicaPartitionState = StopReplicaRequest.StopReplicaPartitionState
_ONE_STOP_REPLICA_PARTITION_V0 = ((_StopReplicaPartitionV0,),)
_ONE_STOP_REPLICA_TOPIC_V1 = ((_StopReplicaTopicV1,),)
_ONE_STOP_REPLICA_PARTITION_STATE = ((_StopReplicaPartitionState,),)
_ONE_STOP_REPLICA_TOPIC_STATE = ((_StopReplicaTopicState,),)


def _encode_stop_replica_partition_v0_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.partition_index))


def _encode_stop_replica_request(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.topics:
        absent("Topics")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partitions_ = o.ungrouped_partitions
    n = len(ungrouped_partitions_)
    out.append(_pack_iioi(o.controller_id, o.controller_epoch, o.delete_partitions, n))
    if n > 32:
        write_long(_encode_stop_replica_partition_v0_array, ungrouped_partitions_, out)
    elif n:
        _encode_stop_replica_partition_v0_array(ungrouped_partitions_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_stop_replica_topic_v1_array(array, out):
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


def _encode_stop_replica_request_2(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.ungrouped_partitions:
        absent("UngroupedPartitions")
    if o.topic_states:
        absent("TopicStates")
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_iiqoi(
        o.controller_id,
        o.controller_epoch,
        o.broker_epoch,
        o.delete_partitions,
        n,
    ))
    if n > 32:
        write_long(_encode_stop_replica_topic_v1_array, topics_, out)
    elif n:
        _encode_stop_replica_topic_v1_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_stop_replica_topic_v1_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_topic_v1_array_2(array, out):
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
            _encode_stop_replica_topic_v1_tags(o, out)


def _encode_stop_replica_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_request_3(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.ungrouped_partitions:
        absent("UngroupedPartitions")
    if o.topic_states:
        absent("TopicStates")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iiqoB(
            o.controller_id,
            o.controller_epoch,
            o.broker_epoch,
            o.delete_partitions,
            n + 1,
        ))
    else:
        out.append(_pack_iiqo(
            o.controller_id,
            o.controller_epoch,
            o.broker_epoch,
            o.delete_partitions,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_stop_replica_topic_v1_array_2, topics_, out)
    elif n:
        _encode_stop_replica_topic_v1_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_stop_replica_request_tags(o, out)


def _encode_stop_replica_partition_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_partition_state_array(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iiox(o.partition_index, o.leader_epoch, o.delete_partition))
        else:
            out.append(_pack_iio(o.partition_index, o.leader_epoch, o.delete_partition))
            _encode_stop_replica_partition_state_tags(o, out)


def _encode_stop_replica_topic_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_stop_replica_topic_state_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(topic_name_)
        partition_states_ = o.partition_states
        n = len(partition_states_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_stop_replica_partition_state_array, partition_states_, out)
        elif n:
            _encode_stop_replica_partition_state_array(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_stop_replica_topic_state_tags(o, out)


def _encode_stop_replica_request_4(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.delete_partitions:
        absent("DeletePartitions")
    if o.ungrouped_partitions:
        absent("UngroupedPartitions")
    if o.topics:
        absent("Topics")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_stop_replica_topic_state_array, topic_states_, out)
    elif n:
        _encode_stop_replica_topic_state_array(topic_states_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_stop_replica_request_tags(o, out)


def _encode_stop_replica_request_5(o, out):
    if o.delete_partitions:
        absent("DeletePartitions")
    if o.ungrouped_partitions:
        absent("UngroupedPartitions")
    if o.topics:
        absent("Topics")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_ioiqB(
            o.controller_id,
            o.is_kraft_controller,
            o.controller_epoch,
            o.broker_epoch,
            n + 1,
        ))
    else:
        out.append(_pack_ioiq(
            o.controller_id,
            o.is_kraft_controller,
            o.controller_epoch,
            o.broker_epoch,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_stop_replica_topic_state_array, topic_states_, out)
    elif n:
        _encode_stop_replica_topic_state_array(topic_states_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_stop_replica_request_tags(o, out)


def _decode_stop_replica_partition_v0_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaPartitionV0)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_partition_v0_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_PARTITION_V0 * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        o.partition_index, = _unpack_i(buf, pos)
        pos += 4
        o.unknown_tags = None
    return found, pos


def _decode_stop_replica_request(buf, pos):
    o = make(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.delete_partitions, n = _unpack_iioi(buf, pos)
    pos += 13
    if n > 0:
        o.ungrouped_partitions, pos = _decode_stop_replica_partition_v0_array(buf, pos, n)
    elif not n:
        o.ungrouped_partitions = []
    else:
        null_error("UngroupedPartitions")
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.topics = []
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_stop_replica_topic_v1_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaTopicV1)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_topic_v1_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_TOPIC_V1 * count)]
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


def _decode_stop_replica_request_2(buf, pos):
    o = make(StopReplicaRequest)
    (
        o.controller_id,
        o.controller_epoch,
        o.broker_epoch,
        o.delete_partitions,
        n,
    ) = _unpack_iiqoi(buf, pos)
    pos += 21
    if n > 0:
        o.topics, pos = _decode_stop_replica_topic_v1_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.is_kraft_controller = False
    o.ungrouped_partitions = []
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_stop_replica_topic_v1_tags(o, buf, pos, count):
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


def _decode_stop_replica_topic_v1_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaTopicV1)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_topic_v1_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_TOPIC_V1 * count)]
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
            pos = _decode_stop_replica_topic_v1_tags(o, buf, pos, t)
    return found, pos


def _decode_stop_replica_request_tags(o, buf, pos, count):
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


def _decode_stop_replica_request_3(buf, pos):
    o = make(StopReplicaRequest)
    (
        o.controller_id,
        o.controller_epoch,
        o.broker_epoch,
        o.delete_partitions,
        n,
    ) = _unpack_iiqoB(buf, pos)
    pos += 18
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_stop_replica_topic_v1_array_2(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.ungrouped_partitions = []
    o.topic_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_stop_replica_request_tags(o, buf, pos, t)
    return o, pos


def _decode_stop_replica_partition_state_tags(o, buf, pos, count):
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


def _decode_stop_replica_partition_state_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_partition_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_PARTITION_STATE * count)]
        end = pos + 10 * count
        if count > 7 and buf[pos + 9:end:10].count(0) == count:
            for o, (
                o.partition_index, o.leader_epoch, o.delete_partition,
            ) in zip(found, _row_iiox(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        o.partition_index, o.leader_epoch, o.delete_partition, t = _unpack_iioB(buf, pos)
        pos += 10
        o.unknown_tags = None
        if t:
            pos = _decode_stop_replica_partition_state_tags(o, buf, pos, t)
    return found, pos


def _decode_stop_replica_topic_state_tags(o, buf, pos, count):
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


def _decode_stop_replica_topic_state_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_StopReplicaTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_stop_replica_topic_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_STOP_REPLICA_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_stop_replica_partition_state_array(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_stop_replica_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_stop_replica_request_4(buf, pos):
    o = make(StopReplicaRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_stop_replica_topic_state_array(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.delete_partitions = False
    o.ungrouped_partitions = []
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_stop_replica_request_tags(o, buf, pos, t)
    return o, pos


def _decode_stop_replica_request_5(buf, pos):
    o = make(StopReplicaRequest)
    (
        o.controller_id,
        o.is_kraft_controller,
        o.controller_epoch,
        o.broker_epoch,
        n,
    ) = _unpack_ioiqB(buf, pos)
    pos += 18
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_stop_replica_topic_state_array(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    t = buf[pos]
    pos += 1
    o.delete_partitions = False
    o.ungrouped_partitions = []
    o.topics = []
    o.unknown_tags = None
    if t:
        pos = _decode_stop_replica_request_tags(o, buf, pos, t)
    return o, pos


StopReplicaRequest._ENCODERS = {
    0: _encode_stop_replica_request,
    1: _encode_stop_replica_request_2,
    2: _encode_stop_replica_request_3,
    3: _encode_stop_replica_request_4,
    4: _encode_stop_replica_request_5,
}
StopReplicaRequest._DECODERS = {
    0: _decode_stop_replica_request,
    1: _decode_stop_replica_request_2,
    2: _decode_stop_replica_request_3,
    3: _decode_stop_replica_request_4,
    4: _decode_stop_replica_request_5,
}
