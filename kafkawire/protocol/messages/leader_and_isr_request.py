"""Generated from schemas/messages/LeaderAndIsrRequest.json; do not edit.

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


class LeaderAndIsrRequest(Message):
    """The controller tells a broker which replicas it has and leads; ended with ZooKeeper in
    4.0.

    Request of api key 4, versions 0-7, flexible 4+.

    - controller_id: int32, 0+
    - is_kraft_controller: bool, 7+. True when sent by KRaft during a migration.
    - controller_epoch: int32, 0+. Epoch of the controller that decided; brokers ignore a
      deposed one.
    - broker_epoch: int64, 2+. Offset of the broker's registration record, so that each
      start has its own; -1 unknown.
    - type: int8, 5+. 1 incremental, 2 the full set, so that anything else is stray.
    - ungrouped_partition_states: []LeaderAndIsrPartitionState, 0-1. Partitions, up to
      version 1.
    - topic_states: []LeaderAndIsrTopicState, 2+. Partitions by topic, from version 2.
    - live_leaders: []LeaderAndIsrLiveLeader, 0+. Addresses of the leaders named.
    """

    __slots__ = (
        "controller_id",
        "is_kraft_controller",
        "controller_epoch",
        "broker_epoch",
        "type",
        "ungrouped_partition_states",
        "topic_states",
        "live_leaders",
    )
    _FIELDS = __slots__

    API_KEY = 4
    VERSIONS = (0, 7)
    FLEXIBLE_SINCE = 4

    class LeaderAndIsrPartitionState(Struct):
        """LeaderAndIsrPartitionState of `LeaderAndIsrRequest`.

        - topic_name: string, 0-1
        - partition_index: int32, 0+
        - controller_epoch: int32, 0+. Epoch of the controller that decided; brokers ignore a
          deposed one.
        - leader: int32, 0+. -1 when there is no leader, -2 when the topic is being deleted.
        - leader_epoch: int32, 0+
        - isr: []int32, 0+
        - partition_epoch: int32, 0+. Version of the partition's state, which orders updates.
        - replicas: []int32, 0+. Preferred leader first.
        - adding_replicas: []int32, 3+. Part of Replicas: those a reassignment brings in.
        - removing_replicas: []int32, 3+. Part of Replicas: those a reassignment will drop.
        - is_new: bool, 1+. True when the partition has just been made, so a missing log is no
          loss.
        - leader_recovery_state: int8, 6+. 1 while a leader from an unclean election still
          recovers, else 0 (KIP-704).
        """

        __slots__ = (
            "topic_name",
            "partition_index",
            "controller_epoch",
            "leader",
            "leader_epoch",
            "isr",
            "partition_epoch",
            "replicas",
            "adding_replicas",
            "removing_replicas",
            "is_new",
            "leader_recovery_state",
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
            partition_epoch: int = 0,
            replicas: Sequence[int] = NEW,
            adding_replicas: Sequence[int] = NEW,
            removing_replicas: Sequence[int] = NEW,
            is_new: bool = False,
            leader_recovery_state: int = 0,
        ) -> None:
            self.topic_name: str = topic_name
            self.partition_index: int = partition_index
            self.controller_epoch: int = controller_epoch
            self.leader: int = leader
            self.leader_epoch: int = leader_epoch
            self.isr: Sequence[int] = [] if isr is NEW else isr
            self.partition_epoch: int = partition_epoch
            self.replicas: Sequence[int] = [] if replicas is NEW else replicas
            self.adding_replicas: Sequence[int] = [] if adding_replicas is NEW else adding_replicas
            self.removing_replicas: Sequence[int] = (
                [] if removing_replicas is NEW else removing_replicas
            )
            self.is_new: bool = is_new
            self.leader_recovery_state: int = leader_recovery_state
            self.unknown_tags = None

    class LeaderAndIsrTopicState(Struct):
        """Partitions by topic, from version 2.

        - topic_name: string, 2+
        - topic_id: uuid, 5+
        - partition_states: []LeaderAndIsrPartitionState, 2+
        """

        __slots__ = ("topic_name", "topic_id", "partition_states")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            topic_name: str = "",
            topic_id: bytes = ZERO_UUID,
            partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = NEW,
        ) -> None:
            self.topic_name: str = topic_name
            self.topic_id: bytes = topic_id
            self.partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = (
                [] if partition_states is NEW else partition_states
            )
            self.unknown_tags = None

    class LeaderAndIsrLiveLeader(Struct):
        """Addresses of the leaders named.

        - broker_id: int32, 0+
        - host_name: string, 0+
        - port: int32, 0+
        """

        __slots__ = ("broker_id", "host_name", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            broker_id: int = 0,
            host_name: str = "",
            port: int = 0,
        ) -> None:
            self.broker_id: int = broker_id
            self.host_name: str = host_name
            self.port: int = port
            self.unknown_tags = None

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        type: int = 0,
        ungrouped_partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = NEW,
        topic_states: list[LeaderAndIsrRequest.LeaderAndIsrTopicState] = NEW,
        live_leaders: list[LeaderAndIsrRequest.LeaderAndIsrLiveLeader] = NEW,
    ) -> None:
        self.controller_id: int = controller_id
        self.is_kraft_controller: bool = is_kraft_controller
        self.controller_epoch: int = controller_epoch
        self.broker_epoch: int = broker_epoch
        self.type: int = type
        self.ungrouped_partition_states: list[LeaderAndIsrRequest.LeaderAndIsrPartitionState] = (
            [] if ungrouped_partition_states is NEW else ungrouped_partition_states
        )
        self.topic_states: list[LeaderAndIsrRequest.LeaderAndIsrTopicState] = (
            [] if topic_states is NEW else topic_states
        )
        self.live_leaders: list[LeaderAndIsrRequest.LeaderAndIsrLiveLeader] = (
            [] if live_leaders is NEW else live_leaders
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_h = packer(">h")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_iBi = packer(">iBi")
_pack_iBiii = packer(">iBiii")
_pack_ih = packer(">ih")
_pack_ii = packer(">ii")
_pack_iii = packer(">iii")
_pack_iiii = packer(">iiii")
_pack_iiiiB = packer(">iiiiB")
_pack_iiiiBi = packer(">iiiiBi")
_pack_iiiiBiBBBobx = packer(">iiiiBiBBB?bx")
_pack_iiiiBiBBBox = packer(">iiiiBiBBB?x")
_pack_iiiiBiii = packer(">iiiiBiii")
_pack_iiiii = packer(">iiiii")
_pack_iiiiii = packer(">iiiiii")
_pack_iiiiiiii = packer(">iiiiiiii")
_pack_iiiiiiiiio = packer(">iiiiiiiii?")
_pack_iiiiiiio = packer(">iiiiiii?")
_pack_iiq = packer(">iiq")
_pack_iiqB = packer(">iiqB")
_pack_iiqb = packer(">iiqb")
_pack_iiqbB = packer(">iiqbB")
_pack_iiqi = packer(">iiqi")
_pack_ioiqb = packer(">i?iqb")
_pack_ioiqbB = packer(">i?iqbB")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_ob = packer(">?b")
_pack_obx = packer(">?bx")
_pack_ox = packer(">?x")
_pack_u = packer(">16s")
_pack_uB = packer(">16sB")
_row_iiiixixxxobx = rower(">iiiixixxx?bx")
_row_iiiixixxxox = rower(">iiiixixxx?x")
_unpack_h = unpacker(">h")
_unpack_i = unpacker(">i")
_unpack_iB = unpacker(">iB")
_unpack_ih = unpacker(">ih")
_unpack_ii = unpacker(">ii")
_unpack_iii = unpacker(">iii")
_unpack_iiiiB = unpacker(">iiiiB")
_unpack_iiiii = unpacker(">iiiii")
_unpack_iiqB = unpacker(">iiqB")
_unpack_iiqbB = unpacker(">iiqbB")
_unpack_iiqi = unpacker(">iiqi")
_unpack_ioiqbB = unpacker(">i?iqbB")
_unpack_o = unpacker(">?")
_unpack_oB = unpacker(">?B")
_unpack_obB = unpacker(">?bB")
_unpack_uB = unpacker(">16sB")
_LeaderAndIsrPartitionState = LeaderAndIsrRequest.LeaderAndIsrPartitionState
_LeaderAndIsrTopicState = LeaderAndIsrRequest.LeaderAndIsrTopicState
_LeaderAndIsrLiveLeader = LeaderAndIsrRequest.LeaderAndIsrLiveLeader
_ONE_LEADER_AND_ISR_PARTITION_STATE = ((_LeaderAndIsrPartitionState,),)
_ONE_LEADER_AND_ISR_LIVE_LEADER = ((_LeaderAndIsrLiveLeader,),)
_ONE_LEADER_AND_ISR_TOPIC_STATE = ((_LeaderAndIsrTopicState,),)


def _encode_leader_and_isr_partition_state_array(array, out):
    for o in array:
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
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
            out.append(_pack_iiiii(o.partition_epoch, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.partition_epoch, 1, i))
        else:
            out.append(_pack_ii(o.partition_epoch, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_leader_and_isr_live_leader_array(array, out):
    for o in array:
        host_name_ = o.host_name
        host_name_ = host_name_.encode()
        n = len(host_name_)
        out.append(_pack_ih(o.broker_id, n))
        out.append(host_name_)
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_i(o.port))


def _encode_leader_and_isr_request(o, out):
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
        write_long(_encode_leader_and_isr_partition_state_array, ungrouped_partition_states_, out)
    elif n:
        _encode_leader_and_isr_partition_state_array(ungrouped_partition_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array(live_leaders_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_leader_and_isr_partition_state_array_2(array, out):
    for o in array:
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
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
            out.append(_pack_iiiii(o.partition_epoch, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.partition_epoch, 1, i))
        else:
            out.append(_pack_ii(o.partition_epoch, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_o(o.is_new))


def _encode_leader_and_isr_request_2(o, out):
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
        write_long(_encode_leader_and_isr_partition_state_array_2, ungrouped_partition_states_, out)
    elif n:
        _encode_leader_and_isr_partition_state_array_2(ungrouped_partition_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array(live_leaders_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_leader_and_isr_partition_state_array_3(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and not o.leader_recovery_state
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiiiio(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                0,
                o.partition_epoch,
                0,
                o.is_new,
            ))
            continue
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
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
            out.append(_pack_iiiii(o.partition_epoch, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.partition_epoch, 1, i))
        else:
            out.append(_pack_ii(o.partition_epoch, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_o(o.is_new))


def _encode_leader_and_isr_topic_state_array(array, out):
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
            write_long(_encode_leader_and_isr_partition_state_array_3, partition_states_, out)
        elif n:
            _encode_leader_and_isr_partition_state_array_3(partition_states_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_leader_and_isr_request_3(o, out):
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
        write_long(_encode_leader_and_isr_topic_state_array, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array(live_leaders_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_leader_and_isr_partition_state_array_4(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        adding_replicas_ = o.adding_replicas
        removing_replicas_ = o.removing_replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and adding_replicas_ is not None and not adding_replicas_
            and removing_replicas_ is not None and not removing_replicas_
            and not o.leader_recovery_state
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiiiiiio(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                0,
                o.partition_epoch,
                0,
                0,
                0,
                o.is_new,
            ))
            continue
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
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
            out.append(_pack_iiiii(o.partition_epoch, 3, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iii(o.partition_epoch, 1, i))
        else:
            out.append(_pack_ii(o.partition_epoch, n))
            if n:
                out.append(pack_integers(replicas_, "i"))
        adding_replicas_ = o.adding_replicas
        n = len(adding_replicas_)
        if n == 3:
            i, j, k = adding_replicas_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = adding_replicas_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(adding_replicas_, "i"))
        removing_replicas_ = o.removing_replicas
        n = len(removing_replicas_)
        if n == 3:
            i, j, k = removing_replicas_
            out.append(_pack_iiii(3, i, j, k))
        elif n == 1:
            i, = removing_replicas_
            out.append(_pack_ii(1, i))
        else:
            out.append(_pack_i(n))
            if n:
                out.append(pack_integers(removing_replicas_, "i"))
        if o.unknown_tags:
            absent("unknown_tags")
        out.append(_pack_o(o.is_new))


def _encode_leader_and_isr_topic_state_array_2(array, out):
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
            write_long(_encode_leader_and_isr_partition_state_array_4, partition_states_, out)
        elif n:
            _encode_leader_and_isr_partition_state_array_4(partition_states_, out)
        if o.unknown_tags:
            absent("unknown_tags")


def _encode_leader_and_isr_request_4(o, out):
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
        write_long(_encode_leader_and_isr_topic_state_array_2, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array_2(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    out.append(_pack_i(n))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array(live_leaders_, out)
    if o.unknown_tags:
        absent("unknown_tags")


def _encode_leader_and_isr_partition_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_partition_state_array_5(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        adding_replicas_ = o.adding_replicas
        removing_replicas_ = o.removing_replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and adding_replicas_ is not None and not adding_replicas_
            and removing_replicas_ is not None and not removing_replicas_
            and not o.leader_recovery_state
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiBiBBBox(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                o.partition_epoch,
                1,
                1,
                1,
                o.is_new,
            ))
            continue
        if o.leader_recovery_state:
            absent("LeaderRecoveryState")
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
            out.append(_pack_iBiii(o.partition_epoch, 4, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iBi(o.partition_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_iB(o.partition_epoch, n + 1))
            else:
                out.append(_pack_i(o.partition_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(replicas_, "i"))
        adding_replicas_ = o.adding_replicas
        n = len(adding_replicas_)
        if n == 3:
            i, j, k = adding_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = adding_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(adding_replicas_, "i"))
        removing_replicas_ = o.removing_replicas
        n = len(removing_replicas_)
        if n == 3:
            i, j, k = removing_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = removing_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(removing_replicas_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_ox(o.is_new))
        else:
            out.append(_pack_o(o.is_new))
            _encode_leader_and_isr_partition_state_tags(o, out)


def _encode_leader_and_isr_topic_state_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_topic_state_array_3(array, out):
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
            write_long(_encode_leader_and_isr_partition_state_array_5, partition_states_, out)
        elif n:
            _encode_leader_and_isr_partition_state_array_5(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_leader_and_isr_topic_state_tags(o, out)


def _encode_leader_and_isr_live_leader_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_live_leader_array_2(array, out):
    for o in array:
        host_name_ = o.host_name
        host_name_ = host_name_.encode()
        n = len(host_name_)
        if n < 127:
            out.append(_pack_iB(o.broker_id, n + 1))
        else:
            out.append(_pack_i(o.broker_id))
            out.append(string_length(n))
        out.append(host_name_)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.port))
        else:
            out.append(_pack_i(o.port))
            _encode_leader_and_isr_live_leader_tags(o, out)


def _encode_leader_and_isr_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_leader_and_isr_request_5(o, out):
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
        write_long(_encode_leader_and_isr_topic_state_array_3, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array_3(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array_2, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array_2(live_leaders_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_request_tags(o, out)


def _encode_leader_and_isr_topic_state_array_4(array, out):
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
            write_long(_encode_leader_and_isr_partition_state_array_5, partition_states_, out)
        elif n:
            _encode_leader_and_isr_partition_state_array_5(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_leader_and_isr_topic_state_tags(o, out)


def _encode_leader_and_isr_request_6(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n + 1))
    else:
        out.append(_pack_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_topic_state_array_4, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array_4(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array_2, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array_2(live_leaders_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_request_tags(o, out)


def _encode_leader_and_isr_partition_state_array_6(array, out):
    for o in array:
        isr_ = o.isr
        replicas_ = o.replicas
        adding_replicas_ = o.adding_replicas
        removing_replicas_ = o.removing_replicas
        if (
            isr_ is not None and not isr_
            and replicas_ is not None and not replicas_
            and adding_replicas_ is not None and not adding_replicas_
            and removing_replicas_ is not None and not removing_replicas_
            and o.unknown_tags is None
        ):
            out.append(_pack_iiiiBiBBBobx(
                o.partition_index,
                o.controller_epoch,
                o.leader,
                o.leader_epoch,
                1,
                o.partition_epoch,
                1,
                1,
                1,
                o.is_new,
                o.leader_recovery_state,
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
            out.append(_pack_iBiii(o.partition_epoch, 4, i, j, k))
        elif n == 1:
            i, = replicas_
            out.append(_pack_iBi(o.partition_epoch, 2, i))
        else:
            if n < 127:
                out.append(_pack_iB(o.partition_epoch, n + 1))
            else:
                out.append(_pack_i(o.partition_epoch))
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(replicas_, "i"))
        adding_replicas_ = o.adding_replicas
        n = len(adding_replicas_)
        if n == 3:
            i, j, k = adding_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = adding_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(adding_replicas_, "i"))
        removing_replicas_ = o.removing_replicas
        n = len(removing_replicas_)
        if n == 3:
            i, j, k = removing_replicas_
            out.append(_pack_Biii(4, i, j, k))
        elif n == 1:
            i, = removing_replicas_
            out.append(_pack_Bi(2, i))
        else:
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(varint(n + 1))
            if n:
                out.append(pack_integers(removing_replicas_, "i"))
        if o.unknown_tags is None:
            out.append(_pack_obx(o.is_new, o.leader_recovery_state))
        else:
            out.append(_pack_ob(o.is_new, o.leader_recovery_state))
            _encode_leader_and_isr_partition_state_tags(o, out)


def _encode_leader_and_isr_topic_state_array_5(array, out):
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
            write_long(_encode_leader_and_isr_partition_state_array_6, partition_states_, out)
        elif n:
            _encode_leader_and_isr_partition_state_array_6(partition_states_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_leader_and_isr_topic_state_tags(o, out)


def _encode_leader_and_isr_request_7(o, out):
    if o.is_kraft_controller:
        absent("isKRaftController")
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n + 1))
    else:
        out.append(_pack_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_topic_state_array_5, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array_5(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array_2, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array_2(live_leaders_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_request_tags(o, out)


def _encode_leader_and_isr_request_8(o, out):
    if o.ungrouped_partition_states:
        absent("UngroupedPartitionStates")
    topic_states_ = o.topic_states
    n = len(topic_states_)
    if n < 127:
        out.append(_pack_ioiqbB(
            o.controller_id,
            o.is_kraft_controller,
            o.controller_epoch,
            o.broker_epoch,
            o.type,
            n + 1,
        ))
    else:
        out.append(_pack_ioiqb(
            o.controller_id,
            o.is_kraft_controller,
            o.controller_epoch,
            o.broker_epoch,
            o.type,
        ))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_topic_state_array_5, topic_states_, out)
    elif n:
        _encode_leader_and_isr_topic_state_array_5(topic_states_, out)
    live_leaders_ = o.live_leaders
    n = len(live_leaders_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_leader_and_isr_live_leader_array_2, live_leaders_, out)
    elif n:
        _encode_leader_and_isr_live_leader_array_2(live_leaders_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_leader_and_isr_request_tags(o, out)


def _decode_leader_and_isr_partition_state_array(buf, pos, count):
    if 30 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
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
        o.partition_epoch, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
        o.adding_replicas = []
        o.removing_replicas = []
        o.is_new = False
        o.leader_recovery_state = 0
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_live_leader_array(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrLiveLeader)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_live_leader_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_LIVE_LEADER * count)]
    for o in found:
        o.broker_id, n = _unpack_ih(buf, pos)
        pos += 6
        if n >= 0:
            e = pos + n
            o.host_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("HostName")
        o.port, = _unpack_i(buf, pos)
        pos += 4
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_request(buf, pos):
    o = make(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_leader_and_isr_partition_state_array(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array(buf, pos, n)
    elif not n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_leader_and_isr_partition_state_array_2(buf, pos, count):
    if 31 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
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
        o.partition_epoch, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
        o.is_new, = _unpack_o(buf, pos)
        pos += 1
        o.adding_replicas = []
        o.removing_replicas = []
        o.leader_recovery_state = 0
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_request_2(buf, pos):
    o = make(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, n = _unpack_iii(buf, pos)
    pos += 12
    if n > 0:
        o.ungrouped_partition_states, pos = _decode_leader_and_isr_partition_state_array_2(buf, pos, n)
    elif not n:
        o.ungrouped_partition_states = []
    else:
        null_error("UngroupedPartitionStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array(buf, pos, n)
    elif not n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = []
    o.unknown_tags = None
    return o, pos


def _decode_leader_and_isr_partition_state_array_3(buf, pos, count):
    if 29 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
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
        o.partition_epoch, n = _unpack_ii(buf, pos)
        pos += 8
        if n > 0:
            o.replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.replicas = []
        else:
            null_error("Replicas")
        o.is_new, = _unpack_o(buf, pos)
        pos += 1
        o.topic_name = ""
        o.adding_replicas = []
        o.removing_replicas = []
        o.leader_recovery_state = 0
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_topic_state_array(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_state_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_leader_and_isr_partition_state_array_3(buf, pos, n)
        elif not n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_request_3(buf, pos):
    o = make(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqi(buf, pos)
    pos += 20
    if n > 0:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array(buf, pos, n)
    elif not n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array(buf, pos, n)
    elif not n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def _decode_leader_and_isr_partition_state_array_4(buf, pos, count):
    if 37 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
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
        o.partition_epoch, n = _unpack_ii(buf, pos)
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
            o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.adding_replicas = []
        else:
            null_error("AddingReplicas")
        n, = _unpack_i(buf, pos)
        pos += 4
        if n > 0:
            o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif not n:
            o.removing_replicas = []
        else:
            null_error("RemovingReplicas")
        o.is_new, = _unpack_o(buf, pos)
        pos += 1
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_topic_state_array_2(buf, pos, count):
    if 6 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_state_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_leader_and_isr_partition_state_array_4(buf, pos, n)
        elif not n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
    return found, pos


def _decode_leader_and_isr_request_4(buf, pos):
    o = make(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqi(buf, pos)
    pos += 20
    if n > 0:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array_2(buf, pos, n)
    elif not n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n, = _unpack_i(buf, pos)
    pos += 4
    if n > 0:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array(buf, pos, n)
    elif not n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    return o, pos


def _decode_leader_and_isr_partition_state_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_partition_state_array_5(buf, pos, count):
    if 26 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
        end = pos + 26 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 21] == 1
            and buf[pos + 22] == 1
            and buf[pos + 23] == 1
            and buf[pos + 16:end:26].count(buf[pos + 16]) == count
            and buf[pos + 21:end:26].count(buf[pos + 21]) == count
            and buf[pos + 22:end:26].count(buf[pos + 22]) == count
            and buf[pos + 23:end:26].count(buf[pos + 23]) == count
            and buf[pos + 25:end:26].count(0) == count
        ):
            for o, (
                o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, o.partition_epoch, o.is_new,
            ) in zip(found, _row_iiiixixxxox(buf[pos:end])):
                o.isr = []
                o.replicas = []
                o.adding_replicas = []
                o.removing_replicas = []
                o.topic_name = ""
                o.leader_recovery_state = 0
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
        o.partition_epoch, n = _unpack_iB(buf, pos)
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
            o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.adding_replicas = []
        else:
            null_error("AddingReplicas")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.removing_replicas = []
        else:
            null_error("RemovingReplicas")
        o.is_new, t = _unpack_oB(buf, pos)
        pos += 2
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_partition_state_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_topic_state_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_topic_state_array_3(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_state_array_3, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_leader_and_isr_partition_state_array_5(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.topic_id = ZERO_UUID
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_live_leader_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_live_leader_array_2(buf, pos, count):
    if 10 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrLiveLeader)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_live_leader_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_LIVE_LEADER * count)]
    for o in found:
        o.broker_id, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.host_name = buf[pos:e].decode()
            pos = e
        else:
            null_error("HostName")
        o.port, t = _unpack_iB(buf, pos)
        pos += 5
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_live_leader_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_request_tags(o, buf, pos, count):
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


def _decode_leader_and_isr_request_5(buf, pos):
    o = make(LeaderAndIsrRequest)
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _unpack_iiqB(buf, pos)
    pos += 17
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array_3(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array_2(buf, pos, n - 1)
    elif n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_request_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_and_isr_topic_state_array_4(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_state_array_4, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_leader_and_isr_partition_state_array_5(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_request_6(buf, pos):
    o = make(LeaderAndIsrRequest)
    (o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n) = _unpack_iiqbB(buf, pos)
    pos += 18
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array_4(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array_2(buf, pos, n - 1)
    elif n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_request_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_and_isr_partition_state_array_6(buf, pos, count):
    if 27 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrPartitionState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_partition_state_array_6, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_PARTITION_STATE * count)]
        end = pos + 27 * count
        if (
            count > 7
            and buf[pos + 16] == 1
            and buf[pos + 21] == 1
            and buf[pos + 22] == 1
            and buf[pos + 23] == 1
            and buf[pos + 16:end:27].count(buf[pos + 16]) == count
            and buf[pos + 21:end:27].count(buf[pos + 21]) == count
            and buf[pos + 22:end:27].count(buf[pos + 22]) == count
            and buf[pos + 23:end:27].count(buf[pos + 23]) == count
            and buf[pos + 26:end:27].count(0) == count
        ):
            for o, (
                o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, o.partition_epoch, o.is_new, o.leader_recovery_state,
            ) in zip(found, _row_iiiixixxxobx(buf[pos:end])):
                o.isr = []
                o.replicas = []
                o.adding_replicas = []
                o.removing_replicas = []
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
        o.partition_epoch, n = _unpack_iB(buf, pos)
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
            o.adding_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.adding_replicas = []
        else:
            null_error("AddingReplicas")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            n -= 1
            o.removing_replicas = INT32S[n](buf, pos) if n < READY_COUNTS else integers(buf, pos, n, "i")
            pos += 4 * n
        elif n:
            o.removing_replicas = []
        else:
            null_error("RemovingReplicas")
        o.is_new, o.leader_recovery_state, t = _unpack_obB(buf, pos)
        pos += 3
        o.topic_name = ""
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_partition_state_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_topic_state_array_5(buf, pos, count):
    if 19 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_LeaderAndIsrTopicState)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_leader_and_isr_topic_state_array_5, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_LEADER_AND_ISR_TOPIC_STATE * count)]
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
            o.partition_states, pos = _decode_leader_and_isr_partition_state_array_6(buf, pos, n - 1)
        elif n:
            o.partition_states = []
        else:
            null_error("PartitionStates")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_leader_and_isr_topic_state_tags(o, buf, pos, t)
    return found, pos


def _decode_leader_and_isr_request_7(buf, pos):
    o = make(LeaderAndIsrRequest)
    (o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n) = _unpack_iiqbB(buf, pos)
    pos += 18
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array_5(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array_2(buf, pos, n - 1)
    elif n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    t = buf[pos]
    pos += 1
    o.is_kraft_controller = False
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_request_tags(o, buf, pos, t)
    return o, pos


def _decode_leader_and_isr_request_8(buf, pos):
    o = make(LeaderAndIsrRequest)
    (
        o.controller_id,
        o.is_kraft_controller,
        o.controller_epoch,
        o.broker_epoch,
        o.type,
        n,
    ) = _unpack_ioiqbB(buf, pos)
    pos += 19
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.topic_states, pos = _decode_leader_and_isr_topic_state_array_5(buf, pos, n - 1)
    elif n:
        o.topic_states = []
    else:
        null_error("TopicStates")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.live_leaders, pos = _decode_leader_and_isr_live_leader_array_2(buf, pos, n - 1)
    elif n:
        o.live_leaders = []
    else:
        null_error("LiveLeaders")
    t = buf[pos]
    pos += 1
    o.ungrouped_partition_states = []
    o.unknown_tags = None
    if t:
        pos = _decode_leader_and_isr_request_tags(o, buf, pos, t)
    return o, pos


LeaderAndIsrRequest._ENCODERS = {
    0: _encode_leader_and_isr_request,
    1: _encode_leader_and_isr_request_2,
    2: _encode_leader_and_isr_request_3,
    3: _encode_leader_and_isr_request_4,
    4: _encode_leader_and_isr_request_5,
    5: _encode_leader_and_isr_request_6,
    6: _encode_leader_and_isr_request_7,
    7: _encode_leader_and_isr_request_8,
}
LeaderAndIsrRequest._DECODERS = {
    0: _decode_leader_and_isr_request,
    1: _decode_leader_and_isr_request_2,
    2: _decode_leader_and_isr_request_3,
    3: _decode_leader_and_isr_request_4,
    4: _decode_leader_and_isr_request_5,
    5: _decode_leader_and_isr_request_6,
    6: _decode_leader_and_isr_request_7,
    7: _decode_leader_and_isr_request_8,
}
