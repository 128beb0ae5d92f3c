"""Generated from schemas/messages/MetadataResponse.json; do not edit.

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


class MetadataResponse(Message):
    """The cluster as clients need it: live brokers, topics, partition leaders.

    Response of api key 3, versions 0-13, flexible 9+.

    - throttle_time_ms: int32, 3+. Quota delay in milliseconds; the client should stay
      silent that long.
    - brokers: []MetadataResponseBroker, 0+. Live brokers with their address on the listener
      the request came in by.
    - cluster_id: string, 2+, null. 22 characters of base64 in Kafka; null when the broker
      does not tell.
    - controller_id: int32, 1+. In KRaft any live broker, since each forwards to the
      controller; -1 when there is none.
    - topics: []MetadataResponseTopic, 0+
    - cluster_authorized_operations: int32, 8-10. Bit n set: AclOperation n is allowed;
      -2147483648 when it was not asked for.
    - error_code: int16, 13+. Trouble with the whole request, such as 129 to make clients
      bootstrap anew (KIP-1102).
    """

    __slots__ = (
        "throttle_time_ms",
        "brokers",
        "cluster_id",
        "controller_id",
        "topics",
        "cluster_authorized_operations",
        "error_code",
    )
    _FIELDS = __slots__

    API_KEY = 3
    VERSIONS = (0, 13)
    FLEXIBLE_SINCE = 9

    class MetadataResponseBroker(Struct):
        """Live brokers with their address on the listener the request came in by.

        - node_id: int32, 0+
        - host: string, 0+
        - port: int32, 0+
        - rack: string, 1+, null. Null when the node has none.
        """

        __slots__ = ("node_id", "host", "port", "rack")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            node_id: int = 0,
            host: str = "",
            port: int = 0,
            rack: str | None = None,
        ) -> None:
            self.node_id: int = node_id
            self.host: str = host
            self.port: int = port
            self.rack: str | None = rack
            self.unknown_tags = None

    class MetadataResponseTopic(Struct):
        """MetadataResponseTopic of `MetadataResponse`.

        - error_code: int16, 0+
        - name: string, 0+, null 12+. Null when an unknown id was asked for.
        - topic_id: uuid, 10+
        - is_internal: bool, 1+. True for topics Kafka itself keeps, such as __consumer_offsets.
        - partitions: []MetadataResponsePartition, 0+
        - topic_authorized_operations: int32, 8+. Bit n set: AclOperation n is allowed;
          -2147483648 when it was not asked for.
        """

        __slots__ = (
            "error_code",
            "name",
            "topic_id",
            "is_internal",
            "partitions",
            "topic_authorized_operations",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            name: str | None = "",
            topic_id: bytes = ZERO_UUID,
            is_internal: bool = False,
            partitions: list[MetadataResponse.MetadataResponsePartition] = NEW,
            topic_authorized_operations: int = -2147483648,
        ) -> None:
            self.error_code: int = error_code
            self.name: str | None = name
            self.topic_id: bytes = topic_id
            self.is_internal: bool = is_internal
            self.partitions: list[MetadataResponse.MetadataResponsePartition] = (
                [] if partitions is NEW else partitions
            )
            self.topic_authorized_operations: int = topic_authorized_operations
            self.unknown_tags = None

    class MetadataResponsePartition(Struct):
        """MetadataResponsePartition of `MetadataResponse`.

        - error_code: int16, 0+. 5 without a leader, 9 in old versions when replicas are
          missing.
        - partition_index: int32, 0+
        - leader_id: int32, 0+. -1 when there is no leader.
        - leader_epoch: int32, 7+. Compared by clients to drop metadata older than what they
          have (KIP-320); -1 unknown.
        - replica_nodes: []int32, 0+. All replicas, the preferred leader first.
        - isr_nodes: []int32, 0+. Replicas that are in sync with the leader.
        - offline_replicas: []int32, 5+. Replicas on dead brokers or failed log directories.
        """

        __slots__ = (
            "error_code",
            "partition_index",
            "leader_id",
            "leader_epoch",
            "replica_nodes",
            "isr_nodes",
            "offline_replicas",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            partition_index: int = 0,
            leader_id: int = 0,
            leader_epoch: int = -1,
            replica_nodes: Sequence[int] = NEW,
            isr_nodes: Sequence[int] = NEW,
            offline_replicas: Sequence[int] = NEW,
        ) -> None:
            self.error_code: int = error_code
            self.partition_index: int = partition_index
            self.leader_id: int = leader_id
            self.leader_epoch: int = leader_epoch
            self.replica_nodes: Sequence[int] = [] if replica_nodes is NEW else replica_nodes
            self.isr_nodes: Sequence[int] = [] if isr_nodes is NEW else isr_nodes
            self.offline_replicas: Sequence[int] = (
                [] if offline_replicas is NEW else offline_replicas
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        brokers: list[MetadataResponse.MetadataResponseBroker] = NEW,
        cluster_id: str | None = None,
        controller_id: int = -1,
        topics: list[MetadataResponse.MetadataResponseTopic] = NEW,
        cluster_authorized_operations: int = -2147483648,
        error_code: int = 0,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.brokers: list[MetadataResponse.MetadataResponseBroker] = (
            [] if brokers is NEW else brokers
        )
        self.cluster_id: str | None = cluster_id
        self.controller_id: int = controller_id
        self.topics: list[MetadataResponse.MetadataResponseTopic] = (
            [] if topics is NEW else topics
        )
        self.cluster_authorized_operations: int = cluster_authorized_operations
        self.error_code: int = error_code
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hBuoBix = packer(">hB16s?Bix")
_pack_hh = packer(">hh")
_pack_hiii = packer(">hiii")
_pack_hiiiB = packer(">hiiiB")
_pack_hiiiBBBx = packer(">hiiiBBBx")
_pack_hiiiBi = packer(">hiiiBi")
_pack_hiiiBiii = packer(">hiiiBiii")
_pack_hiiii = packer(">hiiii")
_pack_hiiiii = packer(">hiiiii")
_pack_hiiiiii = packer(">hiiiiii")
_pack_hiiiiiii = packer(">hiiiiiii")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iiii = packer(">iiii")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_oB = packer(">?B")
_pack_oi = packer(">?i")
_pack_uo = packer(">16s?")
_pack_uoB = packer(">16s?B")
_row_hiiixxxx = rower(">hiiixxxx")
_row_hxuoxix = rower(">hx16s?xix")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_hh = unpacker(">hh")
_unpack_hiii = unpacker(">hiii")
_unpack_hiiiB = unpacker(">hiiiB")
_unpack_hiiii = unpacker(">hiiii")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ii = unpacker(">ii")
_unpack_oB = unpacker(">?B")
_unpack_oi = unpacker(">?i")
_unpack_uoB = unpacker(">16s?B")
_MetadataResponseBroker = MetadataResponse.MetadataResponseBroker
_MetadataResponseTopic = MetadataResponse.MetadataResponseTopic
_MetadataResponsePartition = MetadataResponse.MetadataResponsePartition
_ONE_METADATA_RESPONSE_BROKER = ((_MetadataResponseBroker,),)
_ONE_METADATA_RESPONSE_PARTITION = ((_MetadataResponsePartition,),)
_ONE_METADATA_RESPONSE_TOPIC = ((_MetadataResponseTopic,),)


def _encode_metadata_response_broker_array(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_ih(o.node_id, n))
        out.append(host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.port))


def _encode_metadata_response_partition_array(array, out):
    for o in array:
        replica_nodes_ = o.replica_nodes
        isr_nodes_ = o.isr_nodes
        if (
            replica_nodes_ is not None and not replica_nodes_
            and isr_nodes_ is not None and not isr_nodes_
            and o.unknown_tags is None
        ):
            out.append(_pack_hiiii(o.error_code, o.partition_index, o.leader_id, 0, 0))
            continue
        replica_nodes_ = o.replica_nodes
        n = len(replica_nodes_)
        if n == 3:
            i, j, k = replica_nodes_
            out.append(_pack_hiiiiii(o.error_code, o.partition_index, o.leader_id, 3, i, j, k))
        elif n == 1:
            i, = replica_nodes_
            out.append(_pack_hiiii(o.error_code, o.partition_index, o.leader_id, 1, i))
        else:
            out.append(_pack_hiii(o.error_code, o.partition_index, o.leader_id, n))
            if n:
                out.append(pack_integers(replica_nodes_, "i"))
        isr_nodes_ = o.isr_nodes
        n = len(isr_nodes_)
        if n == 3:
            i, j, k = isr_nodes_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = isr_nodes_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(isr_nodes_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_topic_array(array, out):
    for o in array:
        if o.topic_authorized_operations != -2147483648:
            absent("TopicAuthorizedOperations")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_hh(o.error_code, n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_metadata_response_partition_array, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array(brokers_, out)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array, topics_, out)
    elif n:
        _encode_metadata_response_topic_array(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_broker_array_2(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_ih(o.node_id, n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ih(o.port, -1))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            out.append(_pack_ih(o.port, n))
            out.append(rack_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_topic_array_2(array, out):
    for o in array:
        if o.topic_authorized_operations != -2147483648:
            absent("TopicAuthorizedOperations")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_hh(o.error_code, n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_oi(o.is_internal, n))
        if n > 32:
            write_long(_encode_metadata_response_partition_array, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_2(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_2, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_3(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_2, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_4(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_2, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_2(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_partition_array_2(array, out):
    for o in array:
        replica_nodes_ = o.replica_nodes
        isr_nodes_ = o.isr_nodes
        offline_replicas_ = o.offline_replicas
        if (
            replica_nodes_ is not None and not replica_nodes_
            and isr_nodes_ is not None and not isr_nodes_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_hiiiii(o.error_code, o.partition_index, o.leader_id, 0, 0, 0))
            continue
        replica_nodes_ = o.replica_nodes
        n = len(replica_nodes_)
        if n == 3:
            i, j, k = replica_nodes_
            out.append(_pack_hiiiiii(o.error_code, o.partition_index, o.leader_id, 3, i, j, k))
        elif n == 1:
            i, = replica_nodes_
            out.append(_pack_hiiii(o.error_code, o.partition_index, o.leader_id, 1, i))
        else:
            out.append(_pack_hiii(o.error_code, o.partition_index, o.leader_id, n))
            if n:
                out.append(pack_integers(replica_nodes_, "i"))
        isr_nodes_ = o.isr_nodes
        n = len(isr_nodes_)
        if n == 3:
            i, j, k = isr_nodes_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = isr_nodes_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(isr_nodes_, "i"))
        offline_replicas_ = o.offline_replicas
        n = len(offline_replicas_)
        if n == 3:
            i, j, k = offline_replicas_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = offline_replicas_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(offline_replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_topic_array_3(array, out):
    for o in array:
        if o.topic_authorized_operations != -2147483648:
            absent("TopicAuthorizedOperations")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_hh(o.error_code, n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_oi(o.is_internal, n))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_2, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_2(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_5(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_3, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_3(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_partition_array_3(array, out):
    for o in array:
        replica_nodes_ = o.replica_nodes
        isr_nodes_ = o.isr_nodes
        offline_replicas_ = o.offline_replicas
        if (
            replica_nodes_ is not None and not replica_nodes_
            and isr_nodes_ is not None and not isr_nodes_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_hiiiiii(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                0,
                0,
                0,
            ))
            continue
        replica_nodes_ = o.replica_nodes
        n = len(replica_nodes_)
        if n == 3:
            i, j, k = replica_nodes_
            out.append(_pack_hiiiiiii(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                3,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = replica_nodes_
            out.append(_pack_hiiiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, 1, i))
        else:
            out.append(_pack_hiiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n))
            if n:
                out.append(pack_integers(replica_nodes_, "i"))
        isr_nodes_ = o.isr_nodes
        n = len(isr_nodes_)
        if n == 3:
            i, j, k = isr_nodes_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = isr_nodes_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(isr_nodes_, "i"))
        offline_replicas_ = o.offline_replicas
        n = len(offline_replicas_)
        if n == 3:
            i, j, k = offline_replicas_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = offline_replicas_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(offline_replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_topic_array_4(array, out):
    for o in array:
        if o.topic_authorized_operations != -2147483648:
            absent("TopicAuthorizedOperations")
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_hh(o.error_code, n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_oi(o.is_internal, n))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_3, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_metadata_response_6(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_4, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_4(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_metadata_response_topic_array_5(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        out.append(_pack_hh(o.error_code, n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        out.append(_pack_oi(o.is_internal, n))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_3, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_3(partitions_, out)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.topic_authorized_operations))


def _encode_metadata_response_7(o, out):
    brokers_ = o.brokers
    n = len(brokers_)
    out.append(_pack_ii(o.throttle_time_ms, n))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_2, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_2(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(_pack_h(-1))
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        out.append(_pack_h(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    out.append(_pack_ii(o.controller_id, n))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_5, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_5(topics_, out)
    if o.unknown_tags:
        absent("unknown_tags")
    out.append(_pack_i(o.cluster_authorized_operations))


def _encode_metadata_response_broker_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_response_broker_array_3(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.node_id, n + 1))
        else:
            out.append(_pack_i(o.node_id))
            out.append(string_length(n))
        out.append(host_)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_ix(o.port))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(_pack_iB(o.port, n + 1))
            else:
                out.append(_pack_i(o.port))
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_metadata_response_broker_tags(o, out)


def _encode_metadata_response_partition_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_response_partition_array_4(array, out):
    for o in array:
        replica_nodes_ = o.replica_nodes
        isr_nodes_ = o.isr_nodes
        offline_replicas_ = o.offline_replicas
        if (
            replica_nodes_ is not None and not replica_nodes_
            and isr_nodes_ is not None and not isr_nodes_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_hiiiBBBx(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                1,
                1,
                1,
            ))
            continue
        replica_nodes_ = o.replica_nodes
        n = len(replica_nodes_)
        if n == 3:
            i, j, k = replica_nodes_
            out.append(_pack_hiiiBiii(
                o.error_code,
                o.partition_index,
                o.leader_id,
                o.leader_epoch,
                4,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = replica_nodes_
            out.append(_pack_hiiiBi(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_hiiiB(
                    o.error_code,
                    o.partition_index,
                    o.leader_id,
                    o.leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_hiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(replica_nodes_, "i"))
        isr_nodes_ = o.isr_nodes
        n = len(isr_nodes_)
        if n == 3:
            i, j, k = isr_nodes_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = isr_nodes_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(isr_nodes_, "i"))
        offline_replicas_ = o.offline_replicas
        n = len(offline_replicas_)
        if n == 3:
            i, j, k = offline_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = offline_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(offline_replicas_, "i"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_metadata_response_partition_tags(o, out)


def _encode_metadata_response_topic_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_response_topic_array_6(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_oB(o.is_internal, n + 1))
        else:
            out.append(_pack_o(o.is_internal))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_4, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.topic_authorized_operations))
        else:
            out.append(_pack_i(o.topic_authorized_operations))
            _encode_metadata_response_topic_tags(o, out)


def _encode_metadata_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_metadata_response_8(o, out):
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_3, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_3(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_6, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_6(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.cluster_authorized_operations))
    else:
        out.append(_pack_i(o.cluster_authorized_operations))
        _encode_metadata_response_tags(o, out)


def _encode_metadata_response_topic_array_7(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(_pack_hB(o.error_code, n + 1))
        else:
            out.append(_pack_h(o.error_code))
            out.append(string_length(n))
        out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uoB(o.topic_id, o.is_internal, n + 1))
        else:
            out.append(_pack_uo(o.topic_id, o.is_internal))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_4, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.topic_authorized_operations))
        else:
            out.append(_pack_i(o.topic_authorized_operations))
            _encode_metadata_response_topic_tags(o, out)


def _encode_metadata_response_9(o, out):
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_3, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_3(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_7, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_7(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_ix(o.cluster_authorized_operations))
    else:
        out.append(_pack_i(o.cluster_authorized_operations))
        _encode_metadata_response_tags(o, out)


def _encode_metadata_response_10(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_3, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_3(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_7, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_7(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_metadata_response_tags(o, out)


def _encode_metadata_response_topic_array_8(array, out):
    for o in array:
        name_ = o.name
        partitions_ = o.partitions
        if not name_ and partitions_ is not None and not partitions_ and o.unknown_tags is None:
            out.append(_pack_hBuoBix(
                o.error_code,
                name_ is not None,
                o.topic_id,
                o.is_internal,
                1,
                o.topic_authorized_operations,
            ))
            continue
        name_ = o.name
        if name_ is None:
            out.append(_pack_hx(o.error_code))
        else:
            name_ = name_.encode()
            n = len(name_)
            if n < 127:
                out.append(_pack_hB(o.error_code, n + 1))
            else:
                out.append(_pack_h(o.error_code))
                out.append(string_length(n))
            out.append(name_)
        partitions_ = o.partitions
        n = len(partitions_)
        if n < 127:
            out.append(_pack_uoB(o.topic_id, o.is_internal, n + 1))
        else:
            out.append(_pack_uo(o.topic_id, o.is_internal))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_metadata_response_partition_array_4, partitions_, out)
        elif n:
            _encode_metadata_response_partition_array_4(partitions_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.topic_authorized_operations))
        else:
            out.append(_pack_i(o.topic_authorized_operations))
            _encode_metadata_response_topic_tags(o, out)


def _encode_metadata_response_11(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_3, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_3(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_8, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_8(topics_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_metadata_response_tags(o, out)


def _encode_metadata_response_12(o, out):
    if o.cluster_authorized_operations != -2147483648:
        absent("ClusterAuthorizedOperations")
    brokers_ = o.brokers
    n = len(brokers_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_broker_array_3, brokers_, out)
    elif n:
        _encode_metadata_response_broker_array_3(brokers_, out)
    cluster_id_ = o.cluster_id
    if cluster_id_ is None:
        out.append(b"\0")
    else:
        cluster_id_ = cluster_id_.encode()
        n = len(cluster_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(cluster_id_)
    topics_ = o.topics
    n = len(topics_)
    if n < 127:
        out.append(_pack_iB(o.controller_id, n + 1))
    else:
        out.append(_pack_i(o.controller_id))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_metadata_response_topic_array_8, topics_, out)
    elif n:
        _encode_metadata_response_topic_array_8(topics_, out)
    if o.unknown_tags is None:
        out.append(_pack_hx(o.error_code))
    else:
        out.append(_pack_h(o.error_code))
        _encode_metadata_response_tags(o, out)


def _decode_metadata_response_broker_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_broker_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_BROKER * count)]
    for o in found:
        o.node_id, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, = _unpack_i(buf, pos)
        pos += 4
        o.rack = None
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_partition_array(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_partition_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_PARTITION * count)]
    for o in found:
        o.error_code, o.partition_index, o.leader_id, n = _unpack_hiii(buf, pos)
        pos += 14
        if n > 0:
            o.replica_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replica_nodes = []
        else:
            null_error("ReplicaNodes")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.isr_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr_nodes = []
        else:
            null_error("IsrNodes")
        o.leader_epoch = -1
        o.offline_replicas = []
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_topic_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partitions, pos = _decode_metadata_response_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.is_internal = False
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response(buf, pos):
    o = make(MetadataResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.controller_id = -1
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_broker_array_2(buf, pos, count):
    if 12 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_broker_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_BROKER * count)]
    for o in found:
        o.node_id, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_topic_array_2(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.is_internal, n = _unpack_oi(buf, pos)
        pos += 5
        if n > 0:
            o.partitions, pos = _decode_metadata_response_partition_array(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_2(buf, pos):
    o = make(MetadataResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_3(buf, pos):
    o = make(MetadataResponse)
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.throttle_time_ms = 0
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_4(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_2(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_partition_array_2(buf, pos, count):
    if 22 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_partition_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_PARTITION * count)]
    for o in found:
        o.error_code, o.partition_index, o.leader_id, n = _unpack_hiii(buf, pos)
        pos += 14
        if n > 0:
            o.replica_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replica_nodes = []
        else:
            null_error("ReplicaNodes")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.isr_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr_nodes = []
        else:
            null_error("IsrNodes")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.offline_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.offline_replicas = []
        else:
            null_error("OfflineReplicas")
        o.leader_epoch = -1
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_topic_array_3(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.is_internal, n = _unpack_oi(buf, pos)
        pos += 5
        if n > 0:
            o.partitions, pos = _decode_metadata_response_partition_array_2(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_5(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_3(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_partition_array_3(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_partition_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_PARTITION * count)]
    for o in found:
        (o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n) = _unpack_hiiii(buf, pos)
        pos += 18
        if n > 0:
            o.replica_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replica_nodes = []
        else:
            null_error("ReplicaNodes")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.isr_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr_nodes = []
        else:
            null_error("IsrNodes")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.offline_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.offline_replicas = []
        else:
            null_error("OfflineReplicas")
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_topic_array_4(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.is_internal, n = _unpack_oi(buf, pos)
        pos += 5
        if n > 0:
            o.partitions, pos = _decode_metadata_response_partition_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_6(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_4(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_topic_array_5(buf, pos, count):
    if 13 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hh(buf, pos)
        pos += 4
        if n >= 0:
            e = pos + n
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.is_internal, n = _unpack_oi(buf, pos)
        pos += 5
        if n > 0:
            o.partitions, pos = _decode_metadata_response_partition_array_3(buf, pos, n)
        elif not n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_authorized_operations, = _unpack_i(buf, pos)
        pos += 4
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_metadata_response_7(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.brokers, pos = _decode_metadata_response_broker_array_2(buf, pos, n)
    elif not n:
        o.brokers = []
    else:
        null_error("Brokers")
    n, = _unpack_h(buf, pos)
    pos += 2
    if n >= 0:
        e = pos + n
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_ii(buf, pos)
    pos += 8
    if n > 0:
        o.topics, pos = _decode_metadata_response_topic_array_5(buf, pos, n)
    elif not n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations, = _unpack_i(buf, pos)
    pos += 4
    o.error_code = 0
    o.unknown_tags = None
    return o, pos


def _decode_metadata_response_broker_tags(o, buf, pos, count):
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


def _decode_metadata_response_broker_array_3(buf, pos, count):
    if 11 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_broker_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_BROKER * count)]
    for o in found:
        o.node_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_response_broker_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_response_partition_tags(o, buf, pos, count):
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


def _decode_metadata_response_partition_array_4(buf, pos, count):
    if 18 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponsePartition)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_partition_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_PARTITION * count)]
        end = pos + 18 * count
        if (
            count > 7
            and buf[pos + 14] == 1
            and buf[pos + 15] == 1
            and buf[pos + 16] == 1
            and buf[pos + 14:end:18].count(buf[pos + 14]) == count
            and buf[pos + 15:end:18].count(buf[pos + 15]) == count
            and buf[pos + 16:end:18].count(buf[pos + 16]) == count
            and buf[pos + 17:end:18].count(0) == count
        ):
            for o, (
                o.error_code, o.partition_index, o.leader_id, o.leader_epoch,
            ) in zip(found, _row_hiiixxxx(buf[pos:end])):
                o.replica_nodes = []
                o.isr_nodes = []
                o.offline_replicas = []
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n) = _unpack_hiiiB(buf, pos)
        pos += 15
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.replica_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.replica_nodes = []
        else:
            null_error("ReplicaNodes")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.isr_nodes = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.isr_nodes = []
        else:
            null_error("IsrNodes")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.offline_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.offline_replicas = []
        else:
            null_error("OfflineReplicas")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_response_partition_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_response_topic_tags(o, buf, pos, count):
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


def _decode_metadata_response_topic_array_6(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.is_internal, n = _unpack_oB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_metadata_response_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_response_tags(o, buf, pos, count):
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


def _decode_metadata_response_8(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_metadata_response_broker_array_3(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_response_topic_array_6(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations, t = _unpack_iB(buf, pos)
    pos += 5
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_response_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_response_topic_array_7(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_7, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            null_error("Name")
        o.topic_id, o.is_internal, n = _unpack_uoB(buf, pos)
        pos += 18
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_metadata_response_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_response_9(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_metadata_response_broker_array_3(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_response_topic_array_7(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.cluster_authorized_operations, t = _unpack_iB(buf, pos)
    pos += 5
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_response_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_response_10(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_metadata_response_broker_array_3(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_response_topic_array_7(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_response_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_response_topic_array_8(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_MetadataResponseTopic)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_metadata_response_topic_array_8, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_METADATA_RESPONSE_TOPIC * count)]
        end = pos + 26 * count
        if (
            count > 7
            and buf[pos + 2] < 2
            and buf[pos + 20] == 1
            and buf[pos + 2:end:26].count(buf[pos + 2]) == count
            and buf[pos + 20:end:26].count(buf[pos + 20]) == count
            and buf[pos + 25:end:26].count(0) == count
        ):
            at_2 = buf[pos + 2]
            for o, (
                o.error_code, o.topic_id, o.is_internal, o.topic_authorized_operations,
            ) in zip(found, _row_hxuoxix(buf[pos:end])):
                o.name = "" if at_2 else None
                o.partitions = []
                o.unknown_tags = None
            return found, end
    for o in found:
        o.error_code, n = _unpack_hB(buf, pos)
        pos += 3
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.name = buf[pos:e].decode()
            pos = e
        else:
            o.name = None
        o.topic_id, o.is_internal, n = _unpack_uoB(buf, pos)
        pos += 18
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partitions, pos = _decode_metadata_response_partition_array_4(buf, pos, n - 1)
        elif n:
            o.partitions = []
        else:
            null_error("Partitions")
        o.topic_authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_metadata_response_topic_tags(o, buf, pos, t)
    return found, pos


def _decode_metadata_response_11(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_metadata_response_broker_array_3(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_response_topic_array_8(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    t = buf[pos]
    pos += 1
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_response_tags(o, buf, pos, t)
    return o, pos


def _decode_metadata_response_12(buf, pos):
    o = make(MetadataResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.brokers, pos = _decode_metadata_response_broker_array_3(buf, pos, n - 1)
    elif n:
        o.brokers = []
    else:
        null_error("Brokers")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.cluster_id = buf[pos:e].decode()
        pos = e
    else:
        o.cluster_id = None
    o.controller_id, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topics, pos = _decode_metadata_response_topic_array_8(buf, pos, n - 1)
    elif n:
        o.topics = []
    else:
        null_error("Topics")
    o.error_code, t = _unpack_hB(buf, pos)
    pos += 3
    o.cluster_authorized_operations = -2147483648
    o.unknown_tags = None
    if t:
        pos = _decode_metadata_response_tags(o, buf, pos, t)
    return o, pos


MetadataResponse._ENCODERS = {
    0: _encode_metadata_response,
    1: _encode_metadata_response_2,
    2: _encode_metadata_response_3,
    3: _encode_metadata_response_4,
    4: _encode_metadata_response_4,
    5: _encode_metadata_response_5,
    6: _encode_metadata_response_5,
    7: _encode_metadata_response_6,
    8: _encode_metadata_response_7,
    9: _encode_metadata_response_8,
    10: _encode_metadata_response_9,
    11: _encode_metadata_response_10,
    12: _encode_metadata_response_11,
    13: _encode_metadata_response_12,
}
MetadataResponse._DECODERS = {
    0: _decode_metadata_response,
    1: _decode_metadata_response_2,
    2: _decode_metadata_response_3,
    3: _decode_metadata_response_4,
    4: _decode_metadata_response_4,
    5: _decode_metadata_response_5,
    6: _decode_metadata_response_5,
    7: _decode_metadata_response_6,
    8: _decode_metadata_response_7,
    9: _decode_metadata_response_8,
    10: _decode_metadata_response_9,
    11: _decode_metadata_response_10,
    12: _decode_metadata_response_11,
    13: _decode_metadata_response_12,
}
