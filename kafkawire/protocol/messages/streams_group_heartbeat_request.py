"""Generated from schemas/messages/StreamsGroupHeartbeatRequest.json; do not edit.

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
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupHeartbeatRequest(Message):
    """Joins, keeps up and leaves a Kafka Streams group, whose tasks the broker assigns
    (KIP-1071).

    Request of api key 88, versions 0-1, flexible 0+.

    - group_id: string, 0+
    - member_id: string, 0+. Made up by the member, a uuid in base64.
    - member_epoch: int32, 0+. 0 joins, -1 leaves, -2 leaves but keeps the static name's
      place; else the last epoch received.
    - endpoint_information_epoch: int32, 0+. Last one received, so that an unchanged list of
      endpoints is not sent again.
    - instance_id: string, 0+, null. Static member name; null when unset or unchanged.
    - rack_id: string, 0+, null. Null when unset or unchanged.
    - rebalance_timeout_ms: int32, 0+. Time the member gets to give tasks back; -1 when
      unchanged.
    - topology: Topology, 0+, null. Sent when joining, null afterwards.
    - active_tasks: []TaskIds, 0+, null. Tasks the member runs; null when unchanged.
    - standby_tasks: []TaskIds, 0+, null. Standby tasks the member has; null when unchanged.
    - warmup_tasks: []TaskIds, 0+, null. Warm-up tasks the member has; null when unchanged.
    - process_id: string, 0+, null. Equal for all members in one process, so that replicas
      of a task are spread.
    - user_endpoint: Endpoint, 0+, null. Where the application answers interactive queries;
      null when it does not.
    - client_tags: []KeyValue, 0+, null. Labels for rack-aware standby placement.
    - task_offsets: []TaskOffset, 0+, null. Changelog position per stateful task, to tell
      when a warm-up is done; null when unchanged.
    - task_end_offsets: []TaskOffset, 0+, null. End of the changelog per task, to work out
      the lag; null when unchanged.
    - shutdown_application: bool, 0+. Ask all members to shut down.
    """

    __slots__ = (
        "group_id",
        "member_id",
        "member_epoch",
        "endpoint_information_epoch",
        "instance_id",
        "rack_id",
        "rebalance_timeout_ms",
        "topology",
        "active_tasks",
        "standby_tasks",
        "warmup_tasks",
        "process_id",
        "user_endpoint",
        "client_tags",
        "task_offsets",
        "task_end_offsets",
        "shutdown_application",
    )
    _FIELDS = __slots__

    API_KEY = 88
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class KeyValue(Struct):
        """KeyValue of `StreamsGroupHeartbeatRequest`.

        - key: string, 0+
        - value: string, 0+
        """

        __slots__ = ("key", "value")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            key: str = "",
            value: str = "",
        ) -> None:
            self.key: str = key
            self.value: str = value
            self.unknown_tags = None

    class TopicInfo(Struct):
        """TopicInfo of `StreamsGroupHeartbeatRequest`.

        - name: string, 0+
        - partitions: int32, 0+
        - replication_factor: int16, 0+. 0 takes the broker's default.
        - topic_configs: []KeyValue, 0+
        """

        __slots__ = ("name", "partitions", "replication_factor", "topic_configs")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            partitions: int = 0,
            replication_factor: int = 0,
            topic_configs: list[StreamsGroupHeartbeatRequest.KeyValue] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: int = partitions
            self.replication_factor: int = replication_factor
            self.topic_configs: list[StreamsGroupHeartbeatRequest.KeyValue] = (
                [] if topic_configs is NEW else topic_configs
            )
            self.unknown_tags = None

    class Endpoint(Struct):
        """Endpoint of `StreamsGroupHeartbeatRequest`.

        - host: string, 0+
        - port: uint16, 0+
        """

        __slots__ = ("host", "port")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            host: str = "",
            port: int = 0,
        ) -> None:
            self.host: str = host
            self.port: int = port
            self.unknown_tags = None

    class TaskOffset(Struct):
        """TaskOffset of `StreamsGroupHeartbeatRequest`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - partition: int32, 0+
        - offset: int64, 0+. Sum over the task's changelog partitions.
        """

        __slots__ = ("subtopology_id", "partition", "offset")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            partition: int = 0,
            offset: int = 0,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.partition: int = partition
            self.offset: int = offset
            self.unknown_tags = None

    class TaskIds(Struct):
        """TaskIds of `StreamsGroupHeartbeatRequest`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - partitions: []int32, 0+
        """

        __slots__ = ("subtopology_id", "partitions")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            partitions: Sequence[int] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.partitions: Sequence[int] = [] if partitions is NEW else partitions
            self.unknown_tags = None

    class Topology(Struct):
        """Sent when joining, null afterwards.

        - epoch: int32, 0+. Rises when an application changes its topology; the whole group runs
          one.
        - subtopologies: []Subtopology, 0+
        """

        __slots__ = ("epoch", "subtopologies")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            epoch: int = 0,
            subtopologies: list[StreamsGroupHeartbeatRequest.Subtopology] = NEW,
        ) -> None:
            self.epoch: int = epoch
            self.subtopologies: list[StreamsGroupHeartbeatRequest.Subtopology] = (
                [] if subtopologies is NEW else subtopologies
            )
            self.unknown_tags = None

    class Subtopology(Struct):
        """Subtopology of `StreamsGroupHeartbeatRequest`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - source_topics: []string, 0+. User topics this subtopology reads.
        - source_topic_regex: []string, 0+. Patterns of user topics this subtopology reads.
        - state_changelog_topics: []TopicInfo, 0+. Internal topics that back the state stores;
          they take the source topics' partition count.
        - repartition_sink_topics: []string, 0+. Internal topics this subtopology writes to.
        - repartition_source_topics: []TopicInfo, 0+. Internal topics this subtopology reads,
          made by the group if missing.
        - copartition_groups: []CopartitionGroup, 0+. Sources that must have equal partition
          counts, as indexes into the lists above.
        """

        __slots__ = (
            "subtopology_id",
            "source_topics",
            "source_topic_regex",
            "state_changelog_topics",
            "repartition_sink_topics",
            "repartition_source_topics",
            "copartition_groups",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            source_topics: list[str] = NEW,
            source_topic_regex: list[str] = NEW,
            state_changelog_topics: list[StreamsGroupHeartbeatRequest.TopicInfo] = NEW,
            repartition_sink_topics: list[str] = NEW,
            repartition_source_topics: list[StreamsGroupHeartbeatRequest.TopicInfo] = NEW,
            copartition_groups: list[StreamsGroupHeartbeatRequest.CopartitionGroup] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.source_topics: list[str] = [] if source_topics is NEW else source_topics
            self.source_topic_regex: list[str] = (
                [] if source_topic_regex is NEW else source_topic_regex
            )
            self.state_changelog_topics: list[StreamsGroupHeartbeatRequest.TopicInfo] = (
                [] if state_changelog_topics is NEW else state_changelog_topics
            )
            self.repartition_sink_topics: list[str] = (
                [] if repartition_sink_topics is NEW else repartition_sink_topics
            )
            self.repartition_source_topics: list[StreamsGroupHeartbeatRequest.TopicInfo] = (
                [] if repartition_source_topics is NEW else repartition_source_topics
            )
            self.copartition_groups: list[StreamsGroupHeartbeatRequest.CopartitionGroup] = (
                [] if copartition_groups is NEW else copartition_groups
            )
            self.unknown_tags = None

    class CopartitionGroup(Struct):
        """Sources that must have equal partition counts, as indexes into the lists above.

        - source_topics: []int16, 0+. Indexes into the subtopology's SourceTopics.
        - source_topic_regex: []int16, 0+. Indexes into the subtopology's SourceTopicRegex.
        - repartition_source_topics: []int16, 0+. Indexes into the subtopology's
          RepartitionSourceTopics.
        """

        __slots__ = ("source_topics", "source_topic_regex", "repartition_source_topics")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            source_topics: Sequence[int] = NEW,
            source_topic_regex: Sequence[int] = NEW,
            repartition_source_topics: Sequence[int] = NEW,
        ) -> None:
            self.source_topics: Sequence[int] = [] if source_topics is NEW else source_topics
            self.source_topic_regex: Sequence[int] = (
                [] if source_topic_regex is NEW else source_topic_regex
            )
            self.repartition_source_topics: Sequence[int] = (
                [] if repartition_source_topics is NEW else repartition_source_topics
            )
            self.unknown_tags = None

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        endpoint_information_epoch: int = 0,
        instance_id: str | None = None,
        rack_id: str | None = None,
        rebalance_timeout_ms: int = -1,
        topology: StreamsGroupHeartbeatRequest.Topology | None = None,
        active_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = None,
        standby_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = None,
        warmup_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = None,
        process_id: str | None = None,
        user_endpoint: StreamsGroupHeartbeatRequest.Endpoint | None = None,
        client_tags: list[StreamsGroupHeartbeatRequest.KeyValue] | None = None,
        task_offsets: list[StreamsGroupHeartbeatRequest.TaskOffset] | None = None,
        task_end_offsets: list[StreamsGroupHeartbeatRequest.TaskOffset] | None = None,
        shutdown_application: bool = False,
    ) -> None:
        self.group_id: str = group_id
        self.member_id: str = member_id
        self.member_epoch: int = member_epoch
        self.endpoint_information_epoch: int = endpoint_information_epoch
        self.instance_id: str | None = instance_id
        self.rack_id: str | None = rack_id
        self.rebalance_timeout_ms: int = rebalance_timeout_ms
        self.topology: StreamsGroupHeartbeatRequest.Topology | None = topology
        self.active_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = active_tasks
        self.standby_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = standby_tasks
        self.warmup_tasks: list[StreamsGroupHeartbeatRequest.TaskIds] | None = warmup_tasks
        self.process_id: str | None = process_id
        self.user_endpoint: StreamsGroupHeartbeatRequest.Endpoint | None = user_endpoint
        self.client_tags: list[StreamsGroupHeartbeatRequest.KeyValue] | None = client_tags
        self.task_offsets: list[StreamsGroupHeartbeatRequest.TaskOffset] | None = task_offsets
        self.task_end_offsets: list[StreamsGroupHeartbeatRequest.TaskOffset] | None = task_end_offsets
        self.shutdown_application: bool = shutdown_application
        self.unknown_tags = None


_pack_BBBx = packer(">BBBx")
_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_b = packer(">b")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ib = packer(">ib")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_ii = packer(">ii")
_pack_iiB = packer(">iiB")
_pack_iix = packer(">iix")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_row_xxxx = rower(">xxxx")
_unpack_HB = unpacker(">HB")
_unpack_b = unpacker(">b")
_unpack_iB = unpacker(">iB")
_unpack_ib = unpacker(">ib")
_unpack_ihB = unpacker(">ihB")
_unpack_iiB = unpacker(">iiB")
_unpack_iqB = unpacker(">iqB")
_unpack_oB = unpacker(">?B")
_KeyValue = StreamsGroupHeartbeatRequest.KeyValue
_TopicInfo = StreamsGroupHeartbeatRequest.TopicInfo
_Endpoint = StreamsGroupHeartbeatRequest.Endpoint
_TaskOffset = StreamsGroupHeartbeatRequest.TaskOffset
_TaskIds = StreamsGroupHeartbeatRequest.TaskIds
_Topology = StreamsGroupHeartbeatRequest.Topology
_Subtopology = StreamsGroupHeartbeatRequest.Subtopology
_CopartitionGroup = StreamsGroupHeartbeatRequest.CopartitionGroup
_ONE_KEY_VALUE = ((_KeyValue,),)
_ONE_TOPIC_INFO = ((_TopicInfo,),)
_ONE_COPARTITION_GROUP = ((_CopartitionGroup,),)
_ONE_SUBTOPOLOGY = ((_Subtopology,),)
_ONE_TASK_IDS = ((_TaskIds,),)
_ONE_TASK_OFFSET = ((_TaskOffset,),)


def _encode_key_value_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_key_value_array(array, out):
    for o in array:
        key_ = o.key
        key_ = key_.encode()
        n = len(key_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(key_)
        value_ = o.value
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
            _encode_key_value_tags(o, out)


def _encode_topic_info_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topic_info_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        topic_configs_ = o.topic_configs
        n = len(topic_configs_)
        if n < 127:
            out.append(_pack_ihB(o.partitions, o.replication_factor, n + 1))
        else:
            out.append(_pack_ih(o.partitions, o.replication_factor))
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_key_value_array, topic_configs_, out)
        elif n:
            _encode_key_value_array(topic_configs_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topic_info_tags(o, out)


def _encode_copartition_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_copartition_group_array(array, out):
    for o in array:
        source_topics_ = o.source_topics
        source_topic_regex_ = o.source_topic_regex
        repartition_source_topics_ = o.repartition_source_topics
        if (
            source_topics_ is not None and not source_topics_
            and source_topic_regex_ is not None and not source_topic_regex_
            and repartition_source_topics_ is not None and not repartition_source_topics_
            and o.unknown_tags is None
        ):
            out.append(_pack_BBBx(1, 1, 1))
            continue
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(source_topics_, "h"))
        source_topic_regex_ = o.source_topic_regex
        n = len(source_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(source_topic_regex_, "h"))
        repartition_source_topics_ = o.repartition_source_topics
        n = len(repartition_source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            out.append(pack_integers(repartition_source_topics_, "h"))
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_copartition_group_tags(o, out)


def _encode_subtopology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_subtopology_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topics_, out)
        source_topic_regex_ = o.source_topic_regex
        n = len(source_topic_regex_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topic_regex_, out)
        state_changelog_topics_ = o.state_changelog_topics
        n = len(state_changelog_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_info_array, state_changelog_topics_, out)
        elif n:
            _encode_topic_info_array(state_changelog_topics_, out)
        repartition_sink_topics_ = o.repartition_sink_topics
        n = len(repartition_sink_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(repartition_sink_topics_, out)
        repartition_source_topics_ = o.repartition_source_topics
        n = len(repartition_source_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topic_info_array, repartition_source_topics_, out)
        elif n:
            _encode_topic_info_array(repartition_source_topics_, out)
        copartition_groups_ = o.copartition_groups
        n = len(copartition_groups_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_copartition_group_array, copartition_groups_, out)
        elif n:
            _encode_copartition_group_array(copartition_groups_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_subtopology_tags(o, out)


def _encode_topology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology(o, out):
    subtopologies_ = o.subtopologies
    n = len(subtopologies_)
    if n < 127:
        out.append(_pack_iB(o.epoch, n + 1))
    else:
        out.append(_pack_i(o.epoch))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_subtopology_array, subtopologies_, out)
    elif n:
        _encode_subtopology_array(subtopologies_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_topology_tags(o, out)


def _encode_task_ids_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_task_ids_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
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
            _encode_task_ids_tags(o, out)


def _encode_endpoint_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_endpoint(o, out):
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
        _encode_endpoint_tags(o, out)


def _encode_task_offset_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_task_offset_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        if o.unknown_tags is None:
            out.append(_pack_iqx(o.partition, o.offset))
        else:
            out.append(_pack_iq(o.partition, o.offset))
            _encode_task_offset_tags(o, out)


def _encode_streams_group_heartbeat_request_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_heartbeat_request(o, out):
    group_id_ = o.group_id
    group_id_ = group_id_.encode()
    n = len(group_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(group_id_)
    member_id_ = o.member_id
    member_id_ = member_id_.encode()
    n = len(member_id_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(member_id_)
    instance_id_ = o.instance_id
    if instance_id_ is None:
        out.append(_pack_iix(o.member_epoch, o.endpoint_information_epoch))
    else:
        instance_id_ = instance_id_.encode()
        n = len(instance_id_)
        if n < 127:
            out.append(_pack_iiB(o.member_epoch, o.endpoint_information_epoch, n + 1))
        else:
            out.append(_pack_ii(o.member_epoch, o.endpoint_information_epoch))
            out.append(string_length(n))
        out.append(instance_id_)
    rack_id_ = o.rack_id
    if rack_id_ is None:
        out.append(b"\0")
    else:
        rack_id_ = rack_id_.encode()
        n = len(rack_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(rack_id_)
    topology_ = o.topology
    if topology_ is None:
        out.append(_pack_ib(o.rebalance_timeout_ms, -1))
    else:
        out.append(_pack_ib(o.rebalance_timeout_ms, 1))
        _encode_topology(topology_, out)
    active_tasks_ = o.active_tasks
    if active_tasks_ is None:
        out.append(b"\0")
    else:
        n = len(active_tasks_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_ids_array, active_tasks_, out)
        elif n:
            _encode_task_ids_array(active_tasks_, out)
    standby_tasks_ = o.standby_tasks
    if standby_tasks_ is None:
        out.append(b"\0")
    else:
        n = len(standby_tasks_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_ids_array, standby_tasks_, out)
        elif n:
            _encode_task_ids_array(standby_tasks_, out)
    warmup_tasks_ = o.warmup_tasks
    if warmup_tasks_ is None:
        out.append(b"\0")
    else:
        n = len(warmup_tasks_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_ids_array, warmup_tasks_, out)
        elif n:
            _encode_task_ids_array(warmup_tasks_, out)
    process_id_ = o.process_id
    if process_id_ is None:
        out.append(b"\0")
    else:
        process_id_ = process_id_.encode()
        n = len(process_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(process_id_)
    user_endpoint_ = o.user_endpoint
    if user_endpoint_ is None:
        out.append(_pack_b(-1))
    else:
        out.append(_pack_b(1))
        _encode_endpoint(user_endpoint_, out)
    client_tags_ = o.client_tags
    if client_tags_ is None:
        out.append(b"\0")
    else:
        n = len(client_tags_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_key_value_array, client_tags_, out)
        elif n:
            _encode_key_value_array(client_tags_, out)
    task_offsets_ = o.task_offsets
    if task_offsets_ is None:
        out.append(b"\0")
    else:
        n = len(task_offsets_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_offset_array, task_offsets_, out)
        elif n:
            _encode_task_offset_array(task_offsets_, out)
    task_end_offsets_ = o.task_end_offsets
    if task_end_offsets_ is None:
        out.append(b"\0")
    else:
        n = len(task_end_offsets_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_offset_array, task_end_offsets_, out)
        elif n:
            _encode_task_offset_array(task_end_offsets_, out)
    if o.unknown_tags is None:
        out.append(_pack_ox(o.shutdown_application))
    else:
        out.append(_pack_o(o.shutdown_application))
        _encode_streams_group_heartbeat_request_tags(o, out)


def _decode_key_value_tags(o, buf, pos, count):
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


def _decode_key_value_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_KeyValue)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_key_value_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_KEY_VALUE * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.key = buf[pos:e].decode()
            pos = e
        else:
            null_error("Key")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.value = buf[pos:e].decode()
            pos = e
        else:
            null_error("Value")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_key_value_tags(o, buf, pos, t)
    return found, pos


def _decode_topic_info_tags(o, buf, pos, count):
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


def _decode_topic_info_array(buf, pos, count):
    if 9 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopicInfo)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topic_info_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPIC_INFO * count)]
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
        o.partitions, o.replication_factor, n = _unpack_ihB(buf, pos)
        pos += 7
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.topic_configs, pos = _decode_key_value_array(buf, pos, n - 1)
        elif n:
            o.topic_configs = []
        else:
            null_error("TopicConfigs")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topic_info_tags(o, buf, pos, t)
    return found, pos


def _decode_copartition_group_tags(o, buf, pos, count):
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


def _decode_copartition_group_array(buf, pos, count):
    if 4 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_CopartitionGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_copartition_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_COPARTITION_GROUP * count)]
        end = pos + 4 * count
        if (
            count > 7
            and buf[pos] == 1
            and buf[pos + 1] == 1
            and buf[pos + 2] == 1
            and buf[pos + 0:end:4].count(buf[pos + 0]) == count
            and buf[pos + 1:end:4].count(buf[pos + 1]) == count
            and buf[pos + 2:end:4].count(buf[pos + 2]) == count
            and buf[pos + 3:end:4].count(0) == count
        ):
            for o, () in zip(found, _row_xxxx(buf[pos:end])):
                o.source_topics = []
                o.source_topic_regex = []
                o.repartition_source_topics = []
                o.unknown_tags = None
            return found, end
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topics = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.source_topics = []
        else:
            null_error("SourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topic_regex = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.source_topic_regex = []
        else:
            null_error("SourceTopicRegex")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_source_topics = integers(buf, pos, n - 1, "h")
            pos += 2 * (n - 1)
        elif n:
            o.repartition_source_topics = []
        else:
            null_error("RepartitionSourceTopics")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_copartition_group_tags(o, buf, pos, t)
    return found, pos


def _decode_subtopology_tags(o, buf, pos, count):
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


def _decode_subtopology_array(buf, pos, count):
    if 8 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Subtopology)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_subtopology_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_SUBTOPOLOGY * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subtopology_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("SubtopologyId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topics, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.source_topics = []
        else:
            null_error("SourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.source_topic_regex, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.source_topic_regex = []
        else:
            null_error("SourceTopicRegex")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.state_changelog_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
        elif n:
            o.state_changelog_topics = []
        else:
            null_error("StateChangelogTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_sink_topics, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.repartition_sink_topics = []
        else:
            null_error("RepartitionSinkTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.repartition_source_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
        elif n:
            o.repartition_source_topics = []
        else:
            null_error("RepartitionSourceTopics")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.copartition_groups, pos = _decode_copartition_group_array(buf, pos, n - 1)
        elif n:
            o.copartition_groups = []
        else:
            null_error("CopartitionGroups")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_subtopology_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_tags(o, buf, pos, count):
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


def _decode_topology(buf, pos):
    o = make(_Topology)
    o.epoch, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subtopologies, pos = _decode_subtopology_array(buf, pos, n - 1)
    elif n:
        o.subtopologies = []
    else:
        null_error("Subtopologies")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_tags(o, buf, pos, t)
    return o, pos


def _decode_task_ids_tags(o, buf, pos, count):
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


def _decode_task_ids_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TaskIds)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_task_ids_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TASK_IDS * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subtopology_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("SubtopologyId")
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
            pos = _decode_task_ids_tags(o, buf, pos, t)
    return found, pos


def _decode_endpoint_tags(o, buf, pos, count):
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


def _decode_endpoint(buf, pos):
    o = make(_Endpoint)
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
        pos = _decode_endpoint_tags(o, buf, pos, t)
    return o, pos


def _decode_task_offset_tags(o, buf, pos, count):
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


def _decode_task_offset_array(buf, pos, count):
    if 14 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TaskOffset)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_task_offset_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TASK_OFFSET * count)]
    for o in found:
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.subtopology_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("SubtopologyId")
        o.partition, o.offset, t = _unpack_iqB(buf, pos)
        pos += 13
        o.unknown_tags = None
        if t:
            pos = _decode_task_offset_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_heartbeat_request_tags(o, buf, pos, count):
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


def _decode_streams_group_heartbeat_request(buf, pos):
    o = make(StreamsGroupHeartbeatRequest)
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
        null_error("MemberId")
    o.member_epoch, o.endpoint_information_epoch, n = _unpack_iiB(buf, pos)
    pos += 9
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.instance_id = buf[pos:e].decode()
        pos = e
    else:
        o.instance_id = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.rack_id = buf[pos:e].decode()
        pos = e
    else:
        o.rack_id = None
    o.rebalance_timeout_ms, n = _unpack_ib(buf, pos)
    pos += 5
    if n < 0:
        o.topology = None
    else:
        o.topology, pos = _decode_topology(buf, pos)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks = []
    else:
        o.active_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks = []
    else:
        o.standby_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks = []
    else:
        o.warmup_tasks = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.process_id = buf[pos:e].decode()
        pos = e
    else:
        o.process_id = None
    n, = _unpack_b(buf, pos)
    pos += 1
    if n < 0:
        o.user_endpoint = None
    else:
        o.user_endpoint, pos = _decode_endpoint(buf, pos)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.client_tags, pos = _decode_key_value_array(buf, pos, n - 1)
    elif n:
        o.client_tags = []
    else:
        o.client_tags = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.task_offsets, pos = _decode_task_offset_array(buf, pos, n - 1)
    elif n:
        o.task_offsets = []
    else:
        o.task_offsets = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.task_end_offsets, pos = _decode_task_offset_array(buf, pos, n - 1)
    elif n:
        o.task_end_offsets = []
    else:
        o.task_end_offsets = None
    o.shutdown_application, t = _unpack_oB(buf, pos)
    pos += 2
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_heartbeat_request_tags(o, buf, pos, t)
    return o, pos


StreamsGroupHeartbeatRequest._ENCODERS = {
    0: _encode_streams_group_heartbeat_request,
    1: _encode_streams_group_heartbeat_request,
}
StreamsGroupHeartbeatRequest._DECODERS = {
    0: _decode_streams_group_heartbeat_request,
    1: _decode_streams_group_heartbeat_request,
}
