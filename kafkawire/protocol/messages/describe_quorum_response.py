"""Generated from schemas/messages/DescribeQuorumResponse.json; do not edit.

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


class DescribeQuorumResponse(Message):
    """Progress of every voter and observer, as the leader sees it.

    Response of api key 55, versions 0-2, flexible 0+.

    - error_code: int16, 0+. Trouble with the whole request.
    - error_message: string, 2+, null. Words for people; null when the error code says it
      all.
    - topics: []TopicData, 0+
    - nodes: []Node, 2+. Addresses of the voters (KIP-853).
    """

    __slots__ = ("error_code", "error_message", "topics", "nodes")
    _FIELDS = __slots__

    API_KEY = 55
    VERSIONS = (0, 2)
    FLEXIBLE_SINCE = 0

    class ReplicaState(Struct):
        """ReplicaState of `DescribeQuorumResponse`.

        - replica_id: int32, 0+
        - replica_directory_id: uuid, 2+. Directory id of the fetching replica; all zero without
          KIP-853.
        - log_end_offset: int64, 0+. Where the replica's next record goes; -1 unknown.
        - last_fetch_timestamp: int64, 1+. When the replica last fetched, leader's clock; -1 for
          the leader and unknown (KIP-836).
        - last_caught_up_timestamp: int64, 1+. When the replica last had all records; -1 for the
          leader and unknown (KIP-836).
        """

        __slots__ = (
            "replica_id",
            "replica_directory_id",
            "log_end_offset",
            "last_fetch_timestamp",
            "last_caught_up_timestamp",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            replica_id: int = 0,
            replica_directory_id: bytes = ZERO_UUID,
            log_end_offset: int = 0,
            last_fetch_timestamp: int = -1,
            last_caught_up_timestamp: int = -1,
        ) -> None:
            self.replica_id: int = replica_id
            self.replica_directory_id: bytes = replica_directory_id
            self.log_end_offset: int = log_end_offset
            self.last_fetch_timestamp: int = last_fetch_timestamp
            self.last_caught_up_timestamp: int = last_caught_up_timestamp
            self.unknown_tags = None

    class TopicData(Struct):
        """TopicData of `DescribeQuorumResponse`.

        - topic_name: string, 0+
        - partitions: []PartitionData, 0+
        """

        __slots__ = ("topic_name", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partitions: list[DescribeQuorumResponse.PartitionData] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partitions: list[DescribeQuorumResponse.PartitionData] = (
                [] if partitions is NEW else partitions
            )
            self.unknown_tags = None

    class PartitionData(Struct):
        """PartitionData of `DescribeQuorumResponse`.

        - partition_index: int32, 0+
        - error_code: int16, 0+
        - error_message: string, 2+, null. Words for people; null when the error code says it
          all.
        - leader_id: int32, 0+. -1 when there is no leader.
        - leader_epoch: int32, 0+. Newest epoch known.
        - high_watermark: int64, 0+. Offset below which a majority of voters has the records.
        - current_voters: []ReplicaState, 0+. Replicas whose acknowledgement counts.
        - observers: []ReplicaState, 0+. Replicas that only follow, such as brokers.
        """

        __slots__ = (
            "partition_index",
            "error_code",
            "error_message",
            "leader_id",
            "leader_epoch",
            "high_watermark",
            "current_voters",
            "observers",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            partition_index: int = 0,
            error_code: int = 0,
            error_message: str | None = "",
            leader_id: int = 0,
            leader_epoch: int = 0,
            high_watermark: int = 0,
            current_voters: list[DescribeQuorumResponse.ReplicaState] = NEW,
            observers: list[DescribeQuorumResponse.ReplicaState] = NEW,
        ) -> None:
            self.partition_index: int = partition_index
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.high_watermark: int = high_watermark
            self.current_voters: list[DescribeQuorumResponse.ReplicaState] = (
                [] if current_voters is NEW else current_voters
            )
            self.observers: list[DescribeQuorumResponse.ReplicaState] = (
                [] if observers is NEW else observers
            )
            self.unknown_tags = None

    class Node(Struct):
        """Addresses of the voters (KIP-853).

        - node_id: int32, 2+
        - listeners: []Listener, 2+
        """

        __slots__ = ("node_id", "listeners")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            listeners: list[DescribeQuorumResponse.Listener] = NEW,
        ) -> None:
            self.node_id: int = node_id
            self.listeners: list[DescribeQuorumResponse.Listener] = (
                [] if listeners is NEW else listeners
            )
            self.unknown_tags = None

    class Listener(Struct):
        """Listener of `DescribeQuorumResponse`.

        - name: string, 2+
        - host: string, 2+
        - port: uint16, 2+
        """

        __slots__ = ("name", "host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            host: str = "",
            port: int = 0,
        ) -> None:
            self.name: str = name
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        topics: list[DescribeQuorumResponse.TopicData] = NEW,
        nodes: list[DescribeQuorumResponse.Node] = NEW,
    ) -> None:
        self.error_code: int = error_code
        self.error_message: str | None = error_message
        self.topics: list[DescribeQuorumResponse.TopicData] = [] if topics is NEW else topics
        self.nodes: list[DescribeQuorumResponse.Node] = [] if nodes is NEW else nodes
        self.unknown_tags = None


_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBx = packer(">iBx")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ihBiiqBBx = packer(">ihBiiqBBx")
_pack_ihiiq = packer(">ihiiq")
_pack_ihiiqB = packer(">ihiiqB")
_pack_ihiiqBBx = packer(">ihiiqBBx")
_pack_ihx = packer(">ihx")
_pack_iiq = packer(">iiq")
_pack_iiqB = packer(">iiqB")
_pack_iq = packer(">iq")
_pack_iqqq = packer(">iqqq")
_pack_iqqqx = packer(">iqqqx")
_pack_iqx = packer(">iqx")
_pack_iuqqq = packer(">i16sqqq")
_pack_iuqqqx = packer(">i16sqqqx")
_row_ihiiqxxx = rower(">ihiiqxxx")
_row_ihxiiqxxx = rower(">ihxiiqxxx")
_row_iqqqx = rower(">iqqqx")
_row_iqx = rower(">iqx")
_row_iuqqqx = rower(">i16sqqqx")
_row_ixx = rower(">ixx")
_unpack_HB = unpacker(">HB")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_ihB = unpacker(">ihB")
_unpack_ihiiqB = unpacker(">ihiiqB")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iqB = unpacker(">iqB")
_unpack_iqqqB = unpacker(">iqqqB")
_unpack_iuqqqB = unpacker(">i16sqqqB")
_ReplicaState = DescribeQuorumResponse.ReplicaState
_TopicData = DescribeQuorumResponse.TopicData
_PartitionData = DescribeQuorumResponse.PartitionData
_Node = DescribeQuorumResponse.Node
_Listener = DescribeQuorumResponse.Listener
_ONE_REPLICA_STATE = ((_ReplicaState,),)
_ONE_PARTITION_DATA = ((_PartitionData,),)
_ONE_TOPIC_DATA = ((_TopicData,),)
_ONE_LISTENER = ((_Listener,),)
_ONE_NODE = ((_Node,),)


def _encode_replica_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_replica_state_array(array, out):
    for o in array:
        if o.replica_directory_id != ZERO_UUID:
            absent("ReplicaDirectoryId")
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.replica_id, o.log_end_offset))
        else:
            out.append(_pack_iq(o.replica_id, o.log_end_offset))
            _encode_replica_state_tags(o, out)


def _encode_partition_data_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_partition_data_array(array, out):
    for o in array:
        current_voters_ = o.current_voters
        observers_ = o.observers
        if (
            current_voters_ is not None and not current_voters_
            and observers_ is not None and not observers_
            and o.unknown_tags is None
        ):
            out.append(_pack_ihiiqBBx(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
                1,
                1,
            ))
            continue
        current_voters_ = o.current_voters
        n = len(current_voters_)
        if n < 127:
            out.append(_pack_ihiiqB(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
                n + 1,
            ))
        else:
            out.append(_pack_ihiiq(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array, current_voters_, out)
        elif n:
            _encode_replica_state_array(current_voters_, out)
        observers_ = o.observers
        n = len(observers_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array, observers_, out)
        elif n:
            _encode_replica_state_array(observers_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
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


def _encode_describe_quorum_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_describe_quorum_response(o, out):
    if o.nodes:
        absent("Nodes")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array, topics_, out)
    elif n:
        _encode_topic_data_array(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_quorum_response_tags(o, out)


def _encode_replica_state_array_2(array, out):
    for o in array:
        if o.replica_directory_id != ZERO_UUID:
            absent("ReplicaDirectoryId")
        if o.unknown_tags is None:
            out.append(_pack_iqqqx(
                o.replica_id,
                o.log_end_offset,
                o.last_fetch_timestamp,
                o.last_caught_up_timestamp,
            ))
        else:
            out.append(_pack_iqqq(
                o.replica_id,
                o.log_end_offset,
                o.last_fetch_timestamp,
                o.last_caught_up_timestamp,
            ))
            _encode_replica_state_tags(o, out)


def _encode_partition_data_array_2(array, out):
    for o in array:
        current_voters_ = o.current_voters
        observers_ = o.observers
        if (
            current_voters_ is not None and not current_voters_
            and observers_ is not None and not observers_
            and o.unknown_tags is None
        ):
            out.append(_pack_ihiiqBBx(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
                1,
                1,
            ))
            continue
        current_voters_ = o.current_voters
        n = len(current_voters_)
        if n < 127:
            out.append(_pack_ihiiqB(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
                n + 1,
            ))
        else:
            out.append(_pack_ihiiq(
                o.partition_index,
                o.error_code,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
            ))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array_2, current_voters_, out)
        elif n:
            _encode_replica_state_array_2(current_voters_, out)
        observers_ = o.observers
        n = len(observers_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array_2, observers_, out)
        elif n:
            _encode_replica_state_array_2(observers_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
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


def _encode_describe_quorum_response_2(o, out):
    if o.nodes:
        absent("Nodes")
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_hB(o.error_code, n + 1))
    else:
        out.append(_pack_h(o.error_code))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_2, topics_, out)
    elif n:
        _encode_topic_data_array_2(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_quorum_response_tags(o, out)


def _encode_replica_state_array_3(array, out):
    for o in array:
        if o.unknown_tags is None:
            out.append(_pack_iuqqqx(
                o.replica_id,
                o.replica_directory_id,
                o.log_end_offset,
                o.last_fetch_timestamp,
                o.last_caught_up_timestamp,
            ))
        else:
            out.append(_pack_iuqqq(
                o.replica_id,
                o.replica_directory_id,
                o.log_end_offset,
                o.last_fetch_timestamp,
                o.last_caught_up_timestamp,
            ))
            _encode_replica_state_tags(o, out)


def _encode_partition_data_array_3(array, out):
    for o in array:
        error_message_ = o.error_message
        current_voters_ = o.current_voters
        observers_ = o.observers
        if (
            not error_message_
            and current_voters_ is not None and not current_voters_
            and observers_ is not None and not observers_
            and o.unknown_tags is None
        ):
            out.append(_pack_ihBiiqBBx(
                o.partition_index,
                o.error_code,
                error_message_ is not None,
                o.leader_id,
                o.leader_epoch,
                o.high_watermark,
                1,
                1,
            ))
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
        current_voters_ = o.current_voters
        n = len(current_voters_)
        if n < 127:
            out.append(_pack_iiqB(o.leader_id, o.leader_epoch, o.high_watermark, n + 1))
        else:
            out.append(_pack_iiq(o.leader_id, o.leader_epoch, o.high_watermark))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array_3, current_voters_, out)
        elif n:
            _encode_replica_state_array_3(current_voters_, out)
        observers_ = o.observers
        n = len(observers_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_replica_state_array_3, observers_, out)
        elif n:
            _encode_replica_state_array_3(observers_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_partition_data_tags(o, out)


def _encode_topic_data_array_3(array, out):
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
            write_long(_encode_partition_data_array_3, partitions_, out)
        elif n:
            _encode_partition_data_array_3(partitions_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_data_tags(o, out)


def _encode_listener_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_listener_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(host_)
        if o.unknown_tags is None:
            out.append(_pack_Hx(o.port))
        else:
            out.append(_pack_H(o.port))
            _encode_listener_tags(o, out)


def _encode_node_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_node_array(array, out):
    for o in array:
        listeners_ = o.listeners
        if listeners_ is not None and not listeners_ and o.unknown_tags is None:
            out.append(_pack_iBx(o.node_id, 1))
            continue
        listeners_ = o.listeners
        n = len(listeners_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_listener_array, listeners_, out)
        elif n:
            _encode_listener_array(listeners_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_node_tags(o, out)


def _encode_describe_quorum_response_3(o, out):
    error_message_ = o.error_message
    if error_message_ is None:
        out.append(_pack_hx(o.error_code))
    else:
        error_message_ = error_message_.encode()
        n = len(error_message_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(error_message_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topic_data_array_3, topics_, out)
    elif n:
        _encode_topic_data_array_3(topics_, out)
    nodes_ = o.nodes
    n = len(nodes_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_node_array, nodes_, out)
    elif n:
        _encode_node_array(nodes_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_describe_quorum_response_tags(o, out)


def _decode_replica_state_tags(o, buf, pos, count):
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


def _decode_replica_state_array(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_STATE * count)]
        end = pos + 13 * count
        if count > 7 and buf[pos + 12:end:13].count(0) == count:
            for o, (o.replica_id, o.log_end_offset) in zip(found, _row_iqx(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.last_fetch_timestamp = -1
                o.last_caught_up_timestamp = -1
                o.unknown_tags = None
            return found, end
    for o in found:
        o.replica_id, o.log_end_offset, t = _unpack_iqB(buf, pos)
        pos += 13
        o.replica_directory_id = ZERO_UUID
        o.last_fetch_timestamp = -1
        o.last_caught_up_timestamp = -1
        o.unknown_tags = None
        if t:
            pos = _decode_replica_state_tags(o, buf, pos, t)
    return found, pos


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
    if 25 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 25 * count
        if (
            count > 7
            and buf[pos + 22] == 1
            and buf[pos + 23] == 1
            and buf[pos + 22:end:25].count(buf[pos + 22]) == count
            and buf[pos + 23:end:25].count(buf[pos + 23]) == count
            and buf[pos + 24:end:25].count(0) == count
        ):
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark,
            ) in zip(found, _row_ihiiqxxx(buf[pos:end])):
                o.current_voters = []
                o.observers = []
                o.error_message = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.leader_id,
            o.leader_epoch,
            o.high_watermark,
            n,
        ) = _unpack_ihiiqB(buf, pos)
        pos += 23
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.current_voters, pos = _decode_replica_state_array(buf, pos, n - 1)
        elif n:
            o.current_voters = []
        else:
            null_error("CurrentVoters")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.observers, pos = _decode_replica_state_array(buf, pos, n - 1)
        elif n:
            o.observers = []
        else:
            null_error("Observers")
        t = buf[pos]
        pos += 1
        o.error_message = ""
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
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_quorum_response_tags(o, buf, pos, count):
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


def _decode_describe_quorum_response(buf, pos):
    o = make(DescribeQuorumResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
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
    o.error_message = ""
    o.nodes = []
    o.unknown_tags = None
    if t:
        pos = _decode_describe_quorum_response_tags(o, buf, pos, t)
    return o, pos


def _decode_replica_state_array_2(buf, pos, count):
    if 29 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_state_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_STATE * count)]
        end = pos + 29 * count
        if count > 7 and buf[pos + 28:end:29].count(0) == count:
            for o, (
                o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp,
            ) in zip(found, _row_iqqqx(buf[pos:end])):
                o.replica_directory_id = ZERO_UUID
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.replica_id,
            o.log_end_offset,
            o.last_fetch_timestamp,
            o.last_caught_up_timestamp,
            t,
        ) = _unpack_iqqqB(buf, pos)
        pos += 29
        o.replica_directory_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_replica_state_tags(o, buf, pos, t)
    return found, pos


def _decode_partition_data_array_2(buf, pos, count):
    if 25 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 25 * count
        if (
            count > 7
            and buf[pos + 22] == 1
            and buf[pos + 23] == 1
            and buf[pos + 22:end:25].count(buf[pos + 22]) == count
            and buf[pos + 23:end:25].count(buf[pos + 23]) == count
            and buf[pos + 24:end:25].count(0) == count
        ):
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark,
            ) in zip(found, _row_ihiiqxxx(buf[pos:end])):
                o.current_voters = []
                o.observers = []
                o.error_message = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.partition_index,
            o.error_code,
            o.leader_id,
            o.leader_epoch,
            o.high_watermark,
            n,
        ) = _unpack_ihiiqB(buf, pos)
        pos += 23
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.current_voters, pos = _decode_replica_state_array_2(buf, pos, n - 1)
        elif n:
            o.current_voters = []
        else:
            null_error("CurrentVoters")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.observers, pos = _decode_replica_state_array_2(buf, pos, n - 1)
        elif n:
            o.observers = []
        else:
            null_error("Observers")
        t = buf[pos]
        pos += 1
        o.error_message = ""
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
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_quorum_response_2(buf, pos):
    o = make(DescribeQuorumResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
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
    o.error_message = ""
    o.nodes = []
    o.unknown_tags = None
    if t:
        pos = _decode_describe_quorum_response_tags(o, buf, pos, t)
    return o, pos


def _decode_replica_state_array_3(buf, pos, count):
    if 45 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_ReplicaState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_replica_state_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_REPLICA_STATE * count)]
        end = pos + 45 * count
        if count > 7 and buf[pos + 44:end:45].count(0) == count:
            for o, (
                o.replica_id, o.replica_directory_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp,
            ) in zip(found, _row_iuqqqx(buf[pos:end])):
                o.unknown_tags = None
            return found, end
    for o in found:
        (
            o.replica_id,
            o.replica_directory_id,
            o.log_end_offset,
            o.last_fetch_timestamp,
            o.last_caught_up_timestamp,
            t,
        ) = _unpack_iuqqqB(buf, pos)
        pos += 45
        o.unknown_tags = None
        if t:
            pos = _decode_replica_state_tags(o, buf, pos, t)
    return found, pos


def _decode_partition_data_array_3(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_PartitionData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_partition_data_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_PARTITION_DATA * count)]
        end = pos + 26 * count
        if (
            count > 7
            and buf[pos + 6] < 2
            and buf[pos + 23] == 1
            and buf[pos + 24] == 1
            and buf[pos + 6:end:26].count(buf[pos + 6]) == count
            and buf[pos + 23:end:26].count(buf[pos + 23]) == count
            and buf[pos + 24:end:26].count(buf[pos + 24]) == count
            and buf[pos + 25:end:26].count(0) == count
        ):
            at_6 = buf[pos + 6]
            for o, (
                o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark,
            ) in zip(found, _row_ihxiiqxxx(buf[pos:end])):
                o.error_message = "" if at_6 else None
                o.current_voters = []
                o.observers = []
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
        o.leader_id, o.leader_epoch, o.high_watermark, n = _unpack_iiqB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.current_voters, pos = _decode_replica_state_array_3(buf, pos, n - 1)
        elif n:
            o.current_voters = []
        else:
            null_error("CurrentVoters")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.observers, pos = _decode_replica_state_array_3(buf, pos, n - 1)
        elif n:
            o.observers = []
        else:
            null_error("Observers")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_partition_data_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_data_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicData)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_data_array_3, buf, pos, count)
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
            o.partitions, pos = _decode_partition_data_array_3(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_data_tags(o, buf, pos, t)
    return found, pos


def _decode_listener_tags(o, buf, pos, count):
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


def _decode_listener_array(buf, pos, count):
    if 5 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Listener)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_listener_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LISTENER * count)]
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
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, t = _unpack_HB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_listener_tags(o, buf, pos, t)
    return found, pos


def _decode_node_tags(o, buf, pos, count):
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


def _decode_node_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Node)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_node_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_NODE * count)]
        end = pos + 6 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 4:end:6].count(buf[pos + 4]) == count
            and buf[pos + 5:end:6].count(0) == count
        ):
            for o, (o.node_id,) in zip(found, _row_ixx(buf[pos:end])):
                o.listeners = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.node_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.listeners, pos = _decode_listener_array(buf, pos, n - 1)
        elif n:
            o.listeners = []
        else:
            null_error("Listeners")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_node_tags(o, buf, pos, t)
    return found, pos


def _decode_describe_quorum_response_3(buf, pos):
    o = make(DescribeQuorumResponse)
    o.error_code, n = _unpack_hB(buf, pos)
    pos += 3
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
        o.topics, pos = _decode_topic_data_array_3(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.nodes, pos = _decode_node_array(buf, pos, n - 1)
    elif n:
        o.nodes = []
    else:
        null_error("Nodes")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_describe_quorum_response_tags(o, buf, pos, t)
    return o, pos


DescribeQuorumResponse._ENCODERS = {
    0: _encode_describe_quorum_response,
    1: _encode_describe_quorum_response_2,
    2: _encode_describe_quorum_response_3,
}
DescribeQuorumResponse._DECODERS = {
    0: _decode_describe_quorum_response,
    1: _decode_describe_quorum_response_2,
    2: _decode_describe_quorum_response_3,
}
