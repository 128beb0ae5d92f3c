"""Generated from schemas/messages/UpdateMetadataRequest.json; do not edit.

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
    tag_size_error,
    unpacker,
    uvarint,
    varint,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class UpdateMetadataRequest(Message):
    """The controller spreads cluster metadata to brokers; ended with ZooKeeper in 4.0.

    Request of api key 6, versions 0-8, flexible 6+.

    - controller_id: int32, 0+
    - is_kraft_controller: bool, 8+. True when sent by KRaft during a migration.
    - type: int8, 8+, tag 0. 0 unknown, 1 incremental, 2 the full set.
    - controller_epoch: int32, 0+. Epoch of the controller that decided; brokers ignore a
      deposed one.
    - broker_epoch: int64, 5+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - ungrouped_partition_states: []UpdateMetadataPartitionState, 0-4. Partitions, up to
      version 4.
    - topic_states: []UpdateMetadataTopicState, 5+. Partitions by topic, from version 5.
    - live_brokers: []UpdateMetadataBroker, 0+
    """

    __slots__ = (
        "controller_id",
        "is_kraft_controller",
        "type",
        "controller_epoch",
        "broker_epoch",
        "ungrouped_partition_states",
        "topic_states",
        "live_brokers",
    )
    _FIELDS = __slots__

    API_KEY = 6
    VERSIONS = (0, 8)
    FLEXIBLE_SINCE = 6

    class UpdateMetadataPartitionState(Struct):
        """UpdateMetadataPartitionState of `UpdateMetadataRequest`.

        - topic_name: string, 0-4
        - partition_index: int32, 0+
        - controller_epoch: int32, 0+. Epoch of the controller that decided; brokers ignore a
          deposed one.
        - leader: int32, 0+. -1 when there is no leader, -2 when the topic is being deleted.
        - leader_epoch: int32, 0+
        - isr: []int32, 0+
        - zk_version: int32, 0+. Version of the partition's state in ZooKeeper.
        - replicas: []int32, 0+. Preferred leader first.
        - offline_replicas: []int32, 4+. Replicas on failed log directories.
        """

        __slots__ = (
            "topic_name",
            "partition_index",
            "controller_epoch",
            "leader",
            "leader_epoch",
            "isr",
            "zk_version",
            "replicas",
            "offline_replicas",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            partition_index: int = 0,
            controller_epoch: int = 0,
            leader: int = 0,
            leader_epoch: int = 0,
            isr: Sequence[int] = NEW,
            zk_version: int = 0,
            replicas: Sequence[int] = NEW,
            offline_replicas: Sequence[int] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.controller_epoch: int = controller_epoch
            self.leader: int = leader
            self.leader_epoch: int = leader_epoch
            self.isr: Sequence[int] = [] if isr is NEW else isr
            self.zk_version: int = zk_version
            self.replicas: Sequence[int] = [] if replicas is NEW else replicas
            self.offline_replicas: Sequence[int] = (
                [] if offline_replicas is NEW else offline_replicas
            )
            self.unknown_tags = None

    class UpdateMetadataTopicState(Struct):
        """Partitions by topic, from version 5.

        - topic_name: string, 5+
        - topic_id: uuid, 7+
        - partition_states: []UpdateMetadataPartitionState, 5+
        """

        __slots__ = ("topic_name", "topic_id", "partition_states")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = (
                [] if partition_states is NEW else partition_states
            )
            self.unknown_tags = None

    class UpdateMetadataBroker(Struct):
        """UpdateMetadataBroker of `UpdateMetadataRequest`.

        - id: int32, 0+
        - v0_host: string, 0. Version 0's only address.
        - v0_port: int32, 0. Version 0's only address.
        - endpoints: []UpdateMetadataEndpoint, 1+. One per listener, from version 1.
        - rack: string, 2+, null 0+. Null when the node has none.
        """

        __slots__ = ("id", "v0_host", "v0_port", "endpoints", "rack")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            id: int = 0,
            v0_host: str = "",
            v0_port: int = 0,
            endpoints: list[UpdateMetadataRequest.UpdateMetadataEndpoint] = NEW,
            rack: str | None = "",
        ) -> None:
            self.id: int = id
            self.v0_host: str = v0_host
            self.v0_port: int = v0_port
            self.endpoints: list[UpdateMetadataRequest.UpdateMetadataEndpoint] = (
                [] if endpoints is NEW else endpoints
            )
            self.rack: str | None = rack
            self.unknown_tags = None

    class UpdateMetadataEndpoint(Struct):
        """One per listener, from version 1.

        - port: int32, 1+
        - host: string, 1+
        - listener: string, 3+
        - security_protocol: int16, 1+. 0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL.
        """

        __slots__ = ("port", "host", "listener", "security_protocol")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            port: int = 0,
            host: str = "",
            listener: str = "",
            security_protocol: int = 0,
        ) -> None:
            self.port: int = port
            self.host: str = host
            self.listener: str = listener
            self.security_protocol: int = security_protocol
            self.unknown_tags = None

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        type: int = 0,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        ungrouped_partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = NEW,
        topic_states: list[UpdateMetadataRequest.UpdateMetadataTopicState] = NEW,
        live_brokers: list[UpdateMetadataRequest.UpdateMetadataBroker] = NEW,
    ) -> None:
        self.controller_id: int = controller_id
        self.is_kraft_controller: bool = is_kraft_controller
        self.type: int = type
        self.controller_epoch: int = controller_epoch
        self.broker_epoch: int = broker_epoch
        self.ungrouped_partition_states: list[UpdateMetadataRequest.UpdateMetadataPartitionState] = (
            [] if ungrouped_partition_states is NEW else ungrouped_partition_states
        )
        self.topic_states: list[UpdateMetadataRequest.UpdateMetadataTopicState] = (
            [] if topic_states is NEW else topic_states
        )
        self.live_brokers: list[UpdateMetadataRequest.UpdateMetadataBroker] = (
            [] if live_brokers is NEW else live_brokers
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_b = packer(">b")
_pack_h = packer(">h")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBBx = packer(">iBBx")
_pack_iBi = packer(">iBi")
_pack_iBiii = packer(">iBiii")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iih = packer(">iih")
_pack_iii = packer(">iii")
_pack_iiii = packer(">iiii")
_pack_iiiiB = packer(">iiiiB")
_pack_iiiiBi = packer(">iiiiBi")
_pack_iiiiBiBBx = packer(">iiiiBiBBx")
_pack_iiiiBiii = packer(">iiiiBiii")
_pack_iiiii = packer(">iiiii")
_pack_iiiiii = packer(">iiiiii")
_pack_iiiiiiii = packer(">iiiiiiii")
_pack_iiq = packer(">iiq")
_pack_iiqB = packer(">iiqB")
_pack_iiqi = packer(">iiqi")
_pack_ioiq = packer(">i?iq")
_pack_ioiqB = packer(">i?iqB")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_row_iiiixixxx = rower(">iiiixixxx")
_row_ixxx = rower(">ixxx")
_unpack_b = unpacker(">b")
_unpack_h = unpacker(">h")
_unpack_hB = unpacker(">hB")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ii = unpacker(">ii")
_unpack_iii = unpacker(">iii")
_unpack_iiiiB = unpacker(">iiiiB")
_unpack_iiiii = unpacker(">iiiii")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iiqi = unpacker(">iiqi")
_unpack_ioiqB = unpacker(">i?iqB")
_unpack_uB = unpacker(">16sB")
_UpdateMetadataPartitionState = UpdateMetadataRequest.UpdateMetadataPartitionState
_UpdateMetadataTopicState = UpdateMetadataRequest.UpdateMetadataTopicState
_UpdateMetadataBroker = UpdateMetadataRequest.UpdateMetadataBroker
_UpdateMetadataEndpoint = UpdateMetadataRequest.UpdateMetadataEndpoint
_ONE_UPDATE_METADATA_PARTITION_STATE = ((_UpdateMetadataPartitionState,),)
_ONE_UPDATE_METADATA_BROKER = ((_UpdateMetadataBroker,),)
_ONE_UPDATE_METADATA_ENDPOINT = ((_UpdateMetadataEndpoint,),)
_ONE_UPDATE_METADATA_TOPIC_STATE = ((_UpdateMetadataTopicState,),)


def _encode_update_metadata_partition_state_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_iiiiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                3,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_iiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                i,
            ))
        else:
            out.append(_pack_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
            if n:
                out.append(pack_integers(isr_, "i"))
        replicas_ = o.replicas
        n = len(replicas_)
        if n == 3:
            i, j, k = replicas_
            out.append(_pack_iiiii(o.zk_version, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.zk_version, 1, i))
        else:
            out.append(_pack_ii(o.zk_version, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_update_metadata_broker_array(array, out):
    for o in array:
        v0_host_ = o.v0_host
        v0_host_ = v0_host_.encode()
        n = len(v0_host_)
        out.append(_pack_ih(o.id, n))
        out.append(v0_host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.v0_port))


def _encode_update_metadata_request(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partition_states_ = o.ungrouped_partition_states
    n = len(ungrouped_partition_states_)
    out.append(_pack_iii(o.controller_id, o.controller_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_partition_state_array, ungrouped_partition_states_, out)
    elif n:
        _encode_update_metadata_partition_state_array(ungrouped_partition_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_endpoint_array(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_ih(o.port, n))
        out.append(host_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.security_protocol))


def _encode_update_metadata_broker_array_2(array, out):
    for o in array:
        endpoints_ = o.endpoints
        if endpoints_ is not None and not endpoints_ and o.unknown_tags is None:
            out.append(_pack_ii(o.id, 0))
            continue
        endpoints_ = o.endpoints
        n = len(endpoints_)
        out.append(_pack_ii(o.id, n))
        if n > 32:
            write_long(_encode_update_metadata_endpoint_array, endpoints_, out)
        elif n:
            _encode_update_metadata_endpoint_array(endpoints_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_update_metadata_request_2(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partition_states_ = o.ungrouped_partition_states
    n = len(ungrouped_partition_states_)
    out.append(_pack_iii(o.controller_id, o.controller_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_partition_state_array, ungrouped_partition_states_, out)
    elif n:
        _encode_update_metadata_partition_state_array(ungrouped_partition_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_2, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_2(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_broker_array_3(array, out):
    for o in array:
        endpoints_ = o.endpoints
        rack_ = o.rack
        if endpoints_ is not None and not endpoints_ and not rack_ and o.unknown_tags is None:
            out.append(_pack_iih(o.id, 0, -(rack_ is None)))
            continue
        endpoints_ = o.endpoints
        n = len(endpoints_)
        out.append(_pack_ii(o.id, n))
        if n > 32:
            write_long(_encode_update_metadata_endpoint_array, endpoints_, out)
        elif n:
            _encode_update_metadata_endpoint_array(endpoints_, out)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_h(-1))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            out.append(_pack_h(n))
            out.append(rack_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_update_metadata_request_3(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partition_states_ = o.ungrouped_partition_states
    n = len(ungrouped_partition_states_)
    out.append(_pack_iii(o.controller_id, o.controller_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_partition_state_array, ungrouped_partition_states_, out)
    elif n:
        _encode_update_metadata_partition_state_array(ungrouped_partition_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_3, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_3(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_endpoint_array_2(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        out.append(_pack_ih(o.port, n))
        out.append(host_)
        listener_ = o.listener
        listener_ = listener_.encode()
        n = len(listener_)
        out.append(_pack_h(n))
        out.append(listener_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_h(o.security_protocol))


def _encode_update_metadata_broker_array_4(array, out):
    for o in array:
        endpoints_ = o.endpoints
        rack_ = o.rack
        if endpoints_ is not None and not endpoints_ and not rack_ and o.unknown_tags is None:
            out.append(_pack_iih(o.id, 0, -(rack_ is None)))
            continue
        endpoints_ = o.endpoints
        n = len(endpoints_)
        out.append(_pack_ii(o.id, n))
        if n > 32:
            write_long(_encode_update_metadata_endpoint_array_2, endpoints_, out)
        elif n:
            _encode_update_metadata_endpoint_array_2(endpoints_, out)
        rack_ = o.rack
        if rack_ is None:
            out.append(_pack_h(-1))
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            out.append(_pack_h(n))
            out.append(rack_)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_update_metadata_request_4(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partition_states_ = o.ungrouped_partition_states
    n = len(ungrouped_partition_states_)
    out.append(_pack_iii(o.controller_id, o.controller_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_partition_state_array, ungrouped_partition_states_, out)
    elif n:
        _encode_update_metadata_partition_state_array(ungrouped_partition_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_4, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_4(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_partition_state_array_2(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_iiiiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                3,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_iiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                i,
            ))
        else:
            out.append(_pack_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
            if n:
                out.append(pack_integers(isr_, "i"))
        replicas_ = o.replicas
        n = len(replicas_)
        if n == 3:
            i, j, k = replicas_
            out.append(_pack_iiiii(o.zk_version, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.zk_version, 1, i))
        else:
            out.append(_pack_ii(o.zk_version, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
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


def _encode_update_metadata_request_5(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.topic_states:
        absent("TopicStates")
    ungrouped_partition_states_ = o.ungrouped_partition_states
    n = len(ungrouped_partition_states_)
    out.append(_pack_iii(o.controller_id, o.controller_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_partition_state_array_2, ungrouped_partition_states_, out)
    elif n:
        _encode_update_metadata_partition_state_array_2(ungrouped_partition_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_4, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_4(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_partition_state_array_3(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        offline_replicas_ = o.offline_replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                0,
                o.zk_version,
                0,
                0,
            ))
            continue
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_iiiiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                3,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_iiiiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                i,
            ))
        else:
            out.append(_pack_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
            if n:
                out.append(pack_integers(isr_, "i"))
        replicas_ = o.replicas
        n = len(replicas_)
        if n == 3:
            i, j, k = replicas_
            out.append(_pack_iiiii(o.zk_version, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.zk_version, 1, i))
        else:
            out.append(_pack_ii(o.zk_version, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
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


def _encode_update_metadata_topic_state_array(array, out):
    for o in array:
        topic_name_ = o.topic_name
        topic_name_ = topic_name_.encode()
        n = len(topic_name_)
        out.append(_pack_h(n))
        out.append(topic_name_)
        partition_states_ = o.partition_states
        n = len(partition_states_)
        out.append(_pack_i(n))
        if n > 32:
            write_long(_encode_update_metadata_partition_state_array_3, partition_states_, out)
        elif n:
            _encode_update_metadata_partition_state_array_3(partition_states_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_update_metadata_request_6(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    out.append(_pack_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, n))
    if n > 32:
        write_long(_encode_update_metadata_topic_state_array, topic_states_, out)
    elif n:
        _encode_update_metadata_topic_state_array(topic_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_4, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_4(live_brokers_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_update_metadata_partition_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_partition_state_array_4(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        offline_replicas_ = o.offline_replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and offline_replicas_ is not None and not offline_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiBiBBx(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                o.zk_version,
                1,
                1,
            ))
            continue
        isr_ = o.isr
        n = len(isr_)
        if n == 3:
            i, j, k = isr_
            out.append(_pack_iiiiBiii(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                4,
                i,
                j,
                k,
            ))
        elif n == 1:
            i, = isr_
            out.append(_pack_iiiiBi(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                2,
                i,
            ))
        else:
            if n < 127:
                out.append(_pack_iiiiB(
                    o.partition_index,
                    o.controller_epoch,
                    o.leader,
                    o.leader_epoch,
                    n + 1,
                ))
            else:
                out.append(_pack_iiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(isr_, "i"))
        replicas_ = o.replicas
        n = len(replicas_)
        if n == 3:
            i, j, k = replicas_
            out.append(_pack_iBiii(o.zk_version, 4, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iBi(o.zk_version, 2, i))
        else:
            if n < 127:
                out.append(_pack_iB(o.zk_version, n + 1))
            else:
                out.append(_pack_i(o.zk_version))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(replicas_, "i"))
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
            _encode_update_metadata_partition_state_tags(o, out)


def _encode_update_metadata_topic_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_topic_state_array_2(array, out):
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
            write_long(_encode_update_metadata_partition_state_array_4, partition_states_, out)
        elif n:
            _encode_update_metadata_partition_state_array_4(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_update_metadata_topic_state_tags(o, out)


def _encode_update_metadata_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_endpoint_array_3(array, out):
    for o in array:
        host_ = o.host
        host_ = host_.encode()
        n = len(host_)
        if n < 127:
            out.append(_pack_iB(o.port, n + 1))
        else:
            out.append(_pack_i(o.port))
            out.append(string_length(n))
        out.append(host_)
        listener_ = o.listener
        listener_ = listener_.encode()
        n = len(listener_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(listener_)
        if o.unknown_tags is None:
            out.append(_pack_hx(o.security_protocol))
        else:
            out.append(_pack_h(o.security_protocol))
            _encode_update_metadata_endpoint_tags(o, out)


def _encode_update_metadata_broker_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_broker_array_5(array, out):
    for o in array:
        endpoints_ = o.endpoints
        rack_ = o.rack
        if endpoints_ is not None and not endpoints_ and not rack_ and o.unknown_tags is None:
            out.append(_pack_iBBx(o.id, 1, rack_ is not None))
            continue
        endpoints_ = o.endpoints
        n = len(endpoints_)
        if n < 127:
            out.append(_pack_iB(o.id, n + 1))
        else:
            out.append(_pack_i(o.id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_update_metadata_endpoint_array_3, endpoints_, out)
        elif n:
            _encode_update_metadata_endpoint_array_3(endpoints_, out)
        rack_ = o.rack
        if rack_ is None:
            out.append(b"\0")
        else:
            rack_ = rack_.encode()
            n = len(rack_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(rack_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_update_metadata_broker_tags(o, out)


def _encode_update_metadata_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_update_metadata_request_7(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_update_metadata_topic_state_array_2, topic_states_, out)
    elif n:
        _encode_update_metadata_topic_state_array_2(topic_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_5, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_5(live_brokers_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_metadata_request_tags(o, out)


def _encode_update_metadata_topic_state_array_3(array, out):
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
            out.append(_pack_uB(o.topic_id, n + 1))
        else:
            out.append(_pack_u(o.topic_id))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_update_metadata_partition_state_array_4, partition_states_, out)
        elif n:
            _encode_update_metadata_partition_state_array_4(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_update_metadata_topic_state_tags(o, out)


def _encode_update_metadata_request_8(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.type:
        absent("Type")
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, n + 1))
    else:
        out.append(_pack_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_update_metadata_topic_state_array_3, topic_states_, out)
    elif n:
        _encode_update_metadata_topic_state_array_3(topic_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_5, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_5(live_brokers_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_metadata_request_tags(o, out)


def _encode_update_metadata_request_tags_2(o, section):
    found = {}
    if o.type:
        out = []
        out.append(_pack_b(o.type))
        found[0] = b"".join(out)
    write_tags(found, section, o.unknown_tags)


def _encode_update_metadata_request_9(o, out):
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
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
        write_long(_encode_update_metadata_topic_state_array_3, topic_states_, out)
    elif n:
        _encode_update_metadata_topic_state_array_3(topic_states_, out)
    live_brokers_ = o.live_brokers
    n = len(live_brokers_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_update_metadata_broker_array_5, live_brokers_, out)
    elif n:
        _encode_update_metadata_broker_array_5(live_brokers_, out)
    if not o.type and o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_update_metadata_request_tags_2(o, out)


def _decode_update_metadata_partition_state_array(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_partition_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_PARTITION_STATE * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        (o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n) = _unpack_iiiii(buf, pos)
        pos += 20
        if n > 0:
            o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr = []
        else:
            null_error("Isr")
        o.zk_version, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
        o.offline_replicas = []
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_broker_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_broker_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_BROKER * count)]
    for o in found:
        o.id, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.v0_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("V0Host")
        o.v0_port, = _unpack_i(buf, pos)
        pos += 4
        o.endpoints = []
        o.rack = ""
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_request(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_update_metadata_partition_state_array(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_endpoint_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_endpoint_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_ENDPOINT * count)]
    for o in found:
        o.port, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        o.security_protocol, = _unpack_h(buf, pos)
        pos += 2
        o.listener = ""
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_broker_array_2(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_broker_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_BROKER * count)]
    for o in found:
        o.id, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.endpoints, pos = _decode_update_metadata_endpoint_array(buf, pos, n)
        elif not n:
            o.endpoints = []
        else:
            null_error("Endpoints")
        o.v0_host = ""
        o.v0_port = 0
        o.rack = ""
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_request_2(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_update_metadata_partition_state_array(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array_2(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_broker_array_3(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_broker_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_BROKER * count)]
    for o in found:
        o.id, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.endpoints, pos = _decode_update_metadata_endpoint_array(buf, pos, n)
        elif not n:
            o.endpoints = []
        else:
            null_error("Endpoints")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_request_3(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_update_metadata_partition_state_array(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array_3(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_endpoint_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_endpoint_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_ENDPOINT * count)]
    for o in found:
        o.port, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.listener = buf[pos:e].decode()
            pos = e
        else:
            null_error("Listener")
        o.security_protocol, = _unpack_h(buf, pos)
        pos += 2
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_broker_array_4(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_broker_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_BROKER * count)]
    for o in found:
        o.id, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.endpoints, pos = _decode_update_metadata_endpoint_array_2(buf, pos, n)
        elif not n:
            o.endpoints = []
        else:
            null_error("Endpoints")
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.rack = buf[pos:e].decode()
            pos = e
        else:
            o.rack = None
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_request_4(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_update_metadata_partition_state_array(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array_4(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_partition_state_array_2(buf, pos, count):
    if 34 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_partition_state_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_PARTITION_STATE * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        (o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n) = _unpack_iiiii(buf, pos)
        pos += 20
        if n > 0:
            o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr = []
        else:
            null_error("Isr")
        o.zk_version, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
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


def _decode_update_metadata_request_5(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_update_metadata_partition_state_array_2(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array_4(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_partition_state_array_3(buf, pos, count):
    if 32 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_partition_state_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_PARTITION_STATE * count)]
    for o in found:
        (o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n) = _unpack_iiiii(buf, pos)
        pos += 20
        if n > 0:
            o.isr = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.isr = []
        else:
            null_error("Isr")
        o.zk_version, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.offline_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.offline_replicas = []
        else:
            null_error("OfflineReplicas")
        o.topic_name = ""
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_topic_state_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_topic_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_TOPIC_STATE * count)]
    for o in found:
        n, = _unpack_h(buf, pos)
        pos += 2
        if n >= 0:
            e = pos + n
            o.topic_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("TopicName")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.partition_states, pos = _decode_update_metadata_partition_state_array_3(buf, pos, n)
        elif not n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_update_metadata_request_6(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqi(buf, pos)
    pos += 20
    if n > 0:
        o.topic_states, pos = _decode_update_metadata_topic_state_array(buf, pos, n)
    elif not n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_brokers, pos = _decode_update_metadata_broker_array_4(buf, pos, n)
    elif not n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def _decode_update_metadata_partition_state_tags(o, buf, pos, count):
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


def _decode_update_metadata_partition_state_array_4(buf, pos, count):
    if 24 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_partition_state_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_PARTITION_STATE * count)]
        end = pos + 24 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 21] == 1
            and buf[pos + 22] == 1
            and buf[pos + 16:end:24].count(buf[pos + 16]) == count
            and buf[pos + 21:end:24].count(buf[pos + 21]) == count
            and buf[pos + 22:end:24].count(buf[pos + 22]) == count
            and buf[pos + 23:end:24].count(0) == count
        ):
            for o, (
                o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, o.zk_version,
            ) in zip(found, _row_iiiixixxx(buf[pos:end])):
                o.isr = []
                o.replicas = []
                o.offline_replicas = []
                o.topic_name = ""
                o.unknown_tags = None
            return found, end
    for o in found:
        (o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n) = _unpack_iiiiB(buf, pos)
        pos += 17
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
        o.zk_version, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.replicas = []
        else:
            null_error("Replicas")
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
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_update_metadata_partition_state_tags(o, buf, pos, t)
    return found, pos


def _decode_update_metadata_topic_state_tags(o, buf, pos, count):
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


def _decode_update_metadata_topic_state_array_2(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_topic_state_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_update_metadata_partition_state_array_4(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_update_metadata_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_update_metadata_endpoint_tags(o, buf, pos, count):
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


def _decode_update_metadata_endpoint_array_3(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataEndpoint)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_endpoint_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_ENDPOINT * count)]
    for o in found:
        o.port, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host = buf[pos:e].decode()
            pos = e
        else:
            null_error("Host")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.listener = buf[pos:e].decode()
            pos = e
        else:
            null_error("Listener")
        o.security_protocol, t = _unpack_hB(buf, pos)
        pos += 3
        o.unknown_tags = None
        if t:
            pos = _decode_update_metadata_endpoint_tags(o, buf, pos, t)
    return found, pos


def _decode_update_metadata_broker_tags(o, buf, pos, count):
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


def _decode_update_metadata_broker_array_5(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataBroker)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_broker_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_BROKER * count)]
        end = pos + 7 * count
        if (
            count > 7
            and buf[pos + 4] == 1
            and buf[pos + 5] < 2
            and buf[pos + 4:end:7].count(buf[pos + 4]) == count
            and buf[pos + 5:end:7].count(buf[pos + 5]) == count
            and buf[pos + 6:end:7].count(0) == count
        ):
            at_5 = buf[pos + 5]
            for o, (o.id,) in zip(found, _row_ixxx(buf[pos:end])):
                o.endpoints = []
                o.rack = "" if at_5 else None
                o.v0_host = ""
                o.v0_port = 0
                o.unknown_tags = None
            return found, end
    for o in found:
        o.id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.endpoints, pos = _decode_update_metadata_endpoint_array_3(buf, pos, n - 1)
        elif n:
            o.endpoints = []
        else:
            null_error("Endpoints")
        n = buf[pos]
        pos += 1
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
        o.v0_host = ""
        o.v0_port = 0
        o.unknown_tags = None
        if t:
            pos = _decode_update_metadata_broker_tags(o, buf, pos, t)
    return found, pos


def _decode_update_metadata_request_tags(o, buf, pos, count):
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


def _decode_update_metadata_request_7(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_update_metadata_topic_state_array_2(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_brokers, pos = _decode_update_metadata_broker_array_5(buf, pos, n - 1)
    elif n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_update_metadata_request_tags(o, buf, pos, t)
    return o, pos


def _decode_update_metadata_topic_state_array_3(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_UpdateMetadataTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_update_metadata_topic_state_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_UPDATE_METADATA_TOPIC_STATE * count)]
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
        o.topic_id, n = _unpack_uB(buf, pos)
        pos += 17
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.partition_states, pos = _decode_update_metadata_partition_state_array_4(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_update_metadata_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_update_metadata_request_8(buf, pos):
    o = make(UpdateMetadataRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_update_metadata_topic_state_array_3(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_brokers, pos = _decode_update_metadata_broker_array_5(buf, pos, n - 1)
    elif n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_update_metadata_request_tags(o, buf, pos, t)
    return o, pos


def _decode_update_metadata_request_tags_2(o, buf, pos, count):
    if count > 127:
        count, pos = uvarint(buf, pos)
    each = range(count) if count <= 32 else many_tags(o, count)
    for _ in each:
        tag, size, pos = tag_head(buf, pos)
        end = pos + size
        if tag == 0:
            o.type, = _unpack_b(buf, pos)
            pos += 1
        else:
            if o.unknown_tags is None:
                o.unknown_tags = {}
            o.unknown_tags[tag] = bytes(buf[pos:end])
            pos = end
        if pos != end:
            tag_size_error(tag)
    return pos


def _decode_update_metadata_request_9(buf, pos):
    o = make(UpdateMetadataRequest)
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
        o.topic_states, pos = _decode_update_metadata_topic_state_array_3(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_brokers, pos = _decode_update_metadata_broker_array_5(buf, pos, n - 1)
    elif n:
        o.live_brokers = []
    else:
        null_error("LiveBrokers")
    t = buf[pos]
    pos += 1
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_update_metadata_request_tags_2(o, buf, pos, t)
    return o, pos


UpdateMetadataRequest._ENCODERS = {
    0: _encode_update_metadata_request,
    1: _encode_update_metadata_request_2,
    2: _encode_update_metadata_request_3,
    3: _encode_update_metadata_request_4,
    4: _encode_update_metadata_request_5,
    5: _encode_update_metadata_request_6,
    6: _encode_update_metadata_request_7,
    7: _encode_update_metadata_request_8,
    8: _encode_update_metadata_request_9,
}
UpdateMetadataRequest._DECODERS = {
    0: _decode_update_metadata_request,
    1: _decode_update_metadata_request_2,
    2: _decode_update_metadata_request_3,
    3: _decode_update_metadata_request_4,
    4: _decode_update_metadata_request_5,
    5: _decode_update_metadata_request_6,
    6: _decode_update_metadata_request_7,
    7: _decode_update_metadata_request_8,
    8: _decode_update_metadata_request_9,
}
