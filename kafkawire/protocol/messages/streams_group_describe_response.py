"""Generated from schemas/messages/StreamsGroupDescribeResponse.json; do not edit.

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
    compact_strings,
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
    write_compact_strings,
    write_long,
    write_tags,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class StreamsGroupDescribeResponse(Message):
    """State, topology, members and tasks of Kafka Streams groups.

    Response of api key 89, versions 0-1, flexible 0+.

    - throttle_time_ms: int32, 0+. Quota delay in milliseconds; the client should stay
      silent that long.
    - groups: []DescribedGroup, 0+
    """

    __slots__ = ("throttle_time_ms", "groups")
    _FIELDS = __slots__

    API_KEY = 89
    VERSIONS = (0, 1)
    FLEXIBLE_SINCE = 0

    class Endpoint(Struct):
        """Endpoint of `StreamsGroupDescribeResponse`.

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
        """TaskOffset of `StreamsGroupDescribeResponse`.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - partition: int32, 0+
        - offset: int64, 0+
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

    class Assignment(Struct):
        """Assignment of `StreamsGroupDescribeResponse`.

        - active_tasks: []TaskIds, 0+. Tasks the member runs.
        - standby_tasks: []TaskIds, 0+. Tasks whose state the member keeps warm as a spare.
        - warmup_tasks: []TaskIds, 0+. Tasks whose state the member builds up before it takes
          them over.
        """

        __slots__ = ("active_tasks", "standby_tasks", "warmup_tasks")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            active_tasks: list[StreamsGroupDescribeResponse.TaskIds] = NEW,
            standby_tasks: list[StreamsGroupDescribeResponse.TaskIds] = NEW,
            warmup_tasks: list[StreamsGroupDescribeResponse.TaskIds] = NEW,
        ) -> None:
            self.active_tasks: list[StreamsGroupDescribeResponse.TaskIds] = (
                [] if active_tasks is NEW else active_tasks
            )
            self.standby_tasks: list[StreamsGroupDescribeResponse.TaskIds] = (
                [] if standby_tasks is NEW else standby_tasks
            )
            self.warmup_tasks: list[StreamsGroupDescribeResponse.TaskIds] = (
                [] if warmup_tasks is NEW else warmup_tasks
            )
            self.unknown_tags = None

    class TaskIds(Struct):
        """TaskIds of `StreamsGroupDescribeResponse`.

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

    class KeyValue(Struct):
        """KeyValue of `StreamsGroupDescribeResponse`.

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
        """TopicInfo of `StreamsGroupDescribeResponse`.

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
            topic_configs: list[StreamsGroupDescribeResponse.KeyValue] = NEW,
        ) -> None:
            self.name: str = name
            self.partitions: int = partitions
            self.replication_factor: int = replication_factor
            self.topic_configs: list[StreamsGroupDescribeResponse.KeyValue] = (
                [] if topic_configs is NEW else topic_configs
            )
            self.unknown_tags = None

    class TopologyDescription(Struct):
        """TopologyDescription of `StreamsGroupDescribeResponse`.

        - subtopologies: []TopologyDescriptionSubtopology, 1+. Connected parts of the topology,
          each with its own tasks.
        - global_stores: []TopologyDescriptionGlobalStore, 1+
        """

        __slots__ = ("subtopologies", "global_stores")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopologies: list[StreamsGroupDescribeResponse.TopologyDescriptionSubtopology] = NEW,
            global_stores: list[StreamsGroupDescribeResponse.TopologyDescriptionGlobalStore] = NEW,
        ) -> None:
            self.subtopologies: list[StreamsGroupDescribeResponse.TopologyDescriptionSubtopology] = (
                [] if subtopologies is NEW else subtopologies
            )
            self.global_stores: list[StreamsGroupDescribeResponse.TopologyDescriptionGlobalStore] = (
                [] if global_stores is NEW else global_stores
            )
            self.unknown_tags = None

    class TopologyDescriptionSubtopology(Struct):
        """TopologyDescriptionSubtopology of `StreamsGroupDescribeResponse`.

        - subtopology_id: string, 1+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - nodes: []TopologyDescriptionNode, 1+
        """

        __slots__ = ("subtopology_id", "nodes")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            nodes: list[StreamsGroupDescribeResponse.TopologyDescriptionNode] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.nodes: list[StreamsGroupDescribeResponse.TopologyDescriptionNode] = (
                [] if nodes is NEW else nodes
            )
            self.unknown_tags = None

    class TopologyDescriptionNode(Struct):
        """TopologyDescriptionNode of `StreamsGroupDescribeResponse`.

        - name: string, 1+
        - node_type: int8, 1+. Tells sources, processors and sinks apart.
        - source_topics: []string, 1+. User topics this subtopology reads.
        - sink_topic: string, 1+, null
        - stores: []string, 1+. State stores attached to the node.
        - successors: []string, 1+. Names of the nodes that take this node's output.
        """

        __slots__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            name: str = "",
            node_type: int = 0,
            source_topics: list[str] = NEW,
            sink_topic: str | None = None,
            stores: list[str] = NEW,
            successors: list[str] = NEW,
        ) -> None:
            self.name: str = name
            self.node_type: int = node_type
            self.source_topics: list[str] = [] if source_topics is NEW else source_topics
            self.sink_topic: str | None = sink_topic
            self.stores: list[str] = [] if stores is NEW else stores
            self.successors: list[str] = [] if successors is NEW else successors
            self.unknown_tags = None

    class TopologyDescriptionGlobalStore(Struct):
        """TopologyDescriptionGlobalStore of `StreamsGroupDescribeResponse`.

        - source: TopologyDescriptionNode, 1+
        - processor: TopologyDescriptionNode, 1+
        """

        __slots__ = ("source", "processor")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            source: StreamsGroupDescribeResponse.TopologyDescriptionNode = NEW,
            processor: StreamsGroupDescribeResponse.TopologyDescriptionNode = NEW,
        ) -> None:
            self.source: StreamsGroupDescribeResponse.TopologyDescriptionNode = (
                StreamsGroupDescribeResponse.TopologyDescriptionNode() if source is NEW else source
            )
            self.processor: StreamsGroupDescribeResponse.TopologyDescriptionNode = (
                StreamsGroupDescribeResponse.TopologyDescriptionNode() if processor is NEW else processor
            )
            self.unknown_tags = None

    class DescribedGroup(Struct):
        """DescribedGroup of `StreamsGroupDescribeResponse`.

        - error_code: int16, 0+
        - error_message: string, 0+, null. Words for people; null when the error code says it
          all.
        - group_id: string, 0+
        - group_state: string, 0+. Empty, NotReady, Assigning, Reconciling, Stable or Dead.
        - group_epoch: int32, 0+. Rises with every change of members, subscriptions or topic
          metadata.
        - assignment_epoch: int32, 0+. Group epoch for which the target assignment was worked
          out.
        - topology: Topology, 0+, null. Topology the group has agreed on; null before the first
          member brought one.
        - members: []Member, 0+
        - authorized_operations: int32, 0+. Bit n set: AclOperation n is allowed; -2147483648
          when it was not asked for.
        - topology_description: TopologyDescription, 1+, null. Processing graph as the
          application sent it; null unless the status is 3 (KIP-1331).
        - topology_description_status: int8, 1+. 0 not asked for, 1 none stored, 2 could not be
          read, 3 present (KIP-1331).
        - assignor_name: string, 1+, null. Assignor the group uses (KIP-1357).
        """

        __slots__ = (
            "error_code",
            "error_message",
            "group_id",
            "group_state",
            "group_epoch",
            "assignment_epoch",
            "topology",
            "members",
            "authorized_operations",
            "topology_description",
            "topology_description_status",
            "assignor_name",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            error_code: int = 0,
            error_message: str | None = None,
            group_id: str = "",
            group_state: str = "",
            group_epoch: int = 0,
            assignment_epoch: int = 0,
            topology: StreamsGroupDescribeResponse.Topology | None = None,
            members: list[StreamsGroupDescribeResponse.Member] = NEW,
            authorized_operations: int = -2147483648,
            topology_description: StreamsGroupDescribeResponse.TopologyDescription | None = None,
            topology_description_status: int = 0,
            assignor_name: str | None = None,
        ) -> None:
            self.error_code: int = error_code
            self.error_message: str | None = error_message
            self.group_id: str = group_id
            self.group_state: str = group_state
            self.group_epoch: int = group_epoch
            self.assignment_epoch: int = assignment_epoch
            self.topology: StreamsGroupDescribeResponse.Topology | None = topology
            self.members: list[StreamsGroupDescribeResponse.Member] = (
                [] if members is NEW else members
            )
            self.authorized_operations: int = authorized_operations
            self.topology_description: StreamsGroupDescribeResponse.TopologyDescription | None = topology_description
            self.topology_description_status: int = topology_description_status
            self.assignor_name: str | None = assignor_name
            self.unknown_tags = None

    class Topology(Struct):
        """Topology the group has agreed on; null before the first member brought one.

        - epoch: int32, 0+. Version of the topology.
        - subtopologies: []Subtopology, 0+, null. Connected parts of the topology, each with its
          own tasks.
        """

        __slots__ = ("epoch", "subtopologies")
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            epoch: int = 0,
            subtopologies: list[StreamsGroupDescribeResponse.Subtopology] | None = None,
        ) -> None:
            self.epoch: int = epoch
            self.subtopologies: list[StreamsGroupDescribeResponse.Subtopology] | None = subtopologies
            self.unknown_tags = None

    class Subtopology(Struct):
        """Connected parts of the topology, each with its own tasks.

        - subtopology_id: string, 0+. Names the subtopology within the topology; tasks are
          (subtopology, partition).
        - source_topics: []string, 0+. User topics this subtopology reads.
        - repartition_sink_topics: []string, 0+. Internal topics this subtopology writes to.
        - state_changelog_topics: []TopicInfo, 0+. Internal topics that back the state stores;
          they take the source topics' partition count.
        - repartition_source_topics: []TopicInfo, 0+. Internal topics this subtopology reads,
          made by the group if missing.
        """

        __slots__ = (
            "subtopology_id",
            "source_topics",
            "repartition_sink_topics",
            "state_changelog_topics",
            "repartition_source_topics",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            subtopology_id: str = "",
            source_topics: list[str] = NEW,
            repartition_sink_topics: list[str] = NEW,
            state_changelog_topics: list[StreamsGroupDescribeResponse.TopicInfo] = NEW,
            repartition_source_topics: list[StreamsGroupDescribeResponse.TopicInfo] = NEW,
        ) -> None:
            self.subtopology_id: str = subtopology_id
            self.source_topics: list[str] = [] if source_topics is NEW else source_topics
            self.repartition_sink_topics: list[str] = (
                [] if repartition_sink_topics is NEW else repartition_sink_topics
            )
            self.state_changelog_topics: list[StreamsGroupDescribeResponse.TopicInfo] = (
                [] if state_changelog_topics is NEW else state_changelog_topics
            )
            self.repartition_source_topics: list[StreamsGroupDescribeResponse.TopicInfo] = (
                [] if repartition_source_topics is NEW else repartition_source_topics
            )
            self.unknown_tags = None

    class Member(Struct):
        """Member of `StreamsGroupDescribeResponse`.

        - member_id: string, 0+
        - member_epoch: int32, 0+. Group epoch the member has reconciled to.
        - instance_id: string, 0+, null. Static member name that outlives restarts (KIP-345);
          null for a dynamic member.
        - rack_id: string, 0+, null. Null when the member gave none.
        - client_id: string, 0+
        - client_host: string, 0+. Address the member connected from, with Java's leading slash.
        - topology_epoch: int32, 0+. Version of the topology the member runs.
        - process_id: string, 0+. Equal for all members in one process, so that replicas of a
          task are spread.
        - user_endpoint: Endpoint, 0+, null. Where the application answers interactive queries;
          null when it does not.
        - client_tags: []KeyValue, 0+. Labels for rack-aware standby placement.
        - task_offsets: []TaskOffset, 0+. Changelog positions the member reported last.
        - task_end_offsets: []TaskOffset, 0+. Changelog ends the member reported last.
        - assignment: Assignment, 0+. What the member owns at the moment.
        - target_assignment: Assignment, 0+. What the member shall own in the end.
        - is_classic: bool, 0+. True for a member that uses the classic protocol.
        """

        __slots__ = (
            "member_id",
            "member_epoch",
            "instance_id",
            "rack_id",
            "client_id",
            "client_host",
            "topology_epoch",
            "process_id",
            "user_endpoint",
            "client_tags",
            "task_offsets",
            "task_end_offsets",
            "assignment",
            "target_assignment",
            "is_classic",
        )
        _FIELDS = __slots__

        def __init__(
            self,
            *,
            member_id: str = "",
            member_epoch: int = 0,
            instance_id: str | None = None,
            rack_id: str | None = None,
            client_id: str = "",
            client_host: str = "",
            topology_epoch: int = 0,
            process_id: str = "",
            user_endpoint: StreamsGroupDescribeResponse.Endpoint | None = None,
            client_tags: list[StreamsGroupDescribeResponse.KeyValue] = NEW,
            task_offsets: list[StreamsGroupDescribeResponse.TaskOffset] = NEW,
            task_end_offsets: list[StreamsGroupDescribeResponse.TaskOffset] = NEW,
            assignment: StreamsGroupDescribeResponse.Assignment = NEW,
            target_assignment: StreamsGroupDescribeResponse.Assignment = NEW,
            is_classic: bool = False,
        ) -> None:
            self.member_id: str = member_id
            self.member_epoch: int = member_epoch
            self.instance_id: str | None = instance_id
            self.rack_id: str | None = rack_id
            self.client_id: str = client_id
            self.client_host: str = client_host
            self.topology_epoch: int = topology_epoch
            self.process_id: str = process_id
            self.user_endpoint: StreamsGroupDescribeResponse.Endpoint | None = user_endpoint
            self.client_tags: list[StreamsGroupDescribeResponse.KeyValue] = (
                [] if client_tags is NEW else client_tags
            )
            self.task_offsets: list[StreamsGroupDescribeResponse.TaskOffset] = (
                [] if task_offsets is NEW else task_offsets
            )
            self.task_end_offsets: list[StreamsGroupDescribeResponse.TaskOffset] = (
                [] if task_end_offsets is NEW else task_end_offsets
            )
            self.assignment: StreamsGroupDescribeResponse.Assignment = (
                StreamsGroupDescribeResponse.Assignment() if assignment is NEW else assignment
            )
            self.target_assignment: StreamsGroupDescribeResponse.Assignment = (
                StreamsGroupDescribeResponse.Assignment() if target_assignment is NEW else target_assignment
            )
            self.is_classic: bool = is_classic
            self.unknown_tags = None

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: list[StreamsGroupDescribeResponse.DescribedGroup] = NEW,
    ) -> None:
        self.throttle_time_ms: int = throttle_time_ms
        self.groups: list[StreamsGroupDescribeResponse.DescribedGroup] = (
            [] if groups is NEW else groups
        )
        self.unknown_tags = None


_pack_Bi = packer(">Bi")
_pack_Biii = packer(">Biii")
_pack_H = packer(">H")
_pack_Hx = packer(">Hx")
_pack_b = packer(">b")
_pack_bB = packer(">bB")
_pack_bx = packer(">bx")
_pack_h = packer(">h")
_pack_hB = packer(">hB")
_pack_hx = packer(">hx")
_pack_i = packer(">i")
_pack_iB = packer(">iB")
_pack_ib = packer(">ib")
_pack_ih = packer(">ih")
_pack_ihB = packer(">ihB")
_pack_iib = packer(">iib")
_pack_iq = packer(">iq")
_pack_iqx = packer(">iqx")
_pack_ix = packer(">ix")
_pack_o = packer(">?")
_pack_ox = packer(">?x")
_unpack_HB = unpacker(">HB")
_unpack_b = unpacker(">b")
_unpack_bB = unpacker(">bB")
_unpack_hB = unpacker(">hB")
_unpack_iB = unpacker(">iB")
_unpack_ib = unpacker(">ib")
_unpack_ihB = unpacker(">ihB")
_unpack_iib = unpacker(">iib")
_unpack_iqB = unpacker(">iqB")
_unpack_oB = unpacker(">?B")
_Endpoint = StreamsGroupDescribeResponse.Endpoint
_TaskOffset = StreamsGroupDescribeResponse.TaskOffset
_Assignment = StreamsGroupDescribeResponse.Assignment
_TaskIds = StreamsGroupDescribeResponse.TaskIds
_KeyValue = StreamsGroupDescribeResponse.KeyValue
_TopicInfo = StreamsGroupDescribeResponse.TopicInfo
_TopologyDescription = StreamsGroupDescribeResponse.TopologyDescription
_TopologyDescriptionSubtopology = StreamsGroupDescribeResponse.TopologyDescriptionSubtopology
_TopologyDescriptionNode = StreamsGroupDescribeResponse.TopologyDescriptionNode
_TopologyDescriptionGlobalStore = StreamsGroupDescribeResponse.TopologyDescriptionGlobalStore
_DescribedGroup = StreamsGroupDescribeResponse.DescribedGroup
_Topology = StreamsGroupDescribeResponse.Topology
_Subtopology = StreamsGroupDescribeResponse.Subtopology
_Member = StreamsGroupDescribeResponse.Member
_ONE_KEY_VALUE = ((_KeyValue,),)
_ONE_TOPIC_INFO = ((_TopicInfo,),)
_ONE_SUBTOPOLOGY = ((_Subtopology,),)
_ONE_TASK_OFFSET = ((_TaskOffset,),)
_ONE_TASK_IDS = ((_TaskIds,),)
_ONE_MEMBER = ((_Member,),)
_ONE_DESCRIBED_GROUP = ((_DescribedGroup,),)
_ONE_TOPOLOGY_DESCRIPTION_NODE = ((_TopologyDescriptionNode,),)
_ONE_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY = ((_TopologyDescriptionSubtopology,),)
_ONE_TOPOLOGY_DESCRIPTION_GLOBAL_STORE = ((_TopologyDescriptionGlobalStore,),)


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
        repartition_sink_topics_ = o.repartition_sink_topics
        n = len(repartition_sink_topics_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(repartition_sink_topics_, out)
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
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_subtopology_tags(o, out)


def _encode_topology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology(o, out):
    subtopologies_ = o.subtopologies
    if subtopologies_ is None:
        out.append(_pack_ix(o.epoch))
    else:
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


def _encode_assignment_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_assignment(o, out):
    active_tasks_ = o.active_tasks
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
    n = len(warmup_tasks_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_task_ids_array, warmup_tasks_, out)
    elif n:
        _encode_task_ids_array(warmup_tasks_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_assignment_tags(o, out)


def _encode_member_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_member_array(array, out):
    for o in array:
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
            out.append(_pack_ix(o.member_epoch))
        else:
            instance_id_ = instance_id_.encode()
            n = len(instance_id_)
            if n < 127:
                out.append(_pack_iB(o.member_epoch, n + 1))
            else:
                out.append(_pack_i(o.member_epoch))
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
        client_id_ = o.client_id
        client_id_ = client_id_.encode()
        n = len(client_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_id_)
        client_host_ = o.client_host
        client_host_ = client_host_.encode()
        n = len(client_host_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(client_host_)
        process_id_ = o.process_id
        process_id_ = process_id_.encode()
        n = len(process_id_)
        if n < 127:
            out.append(_pack_iB(o.topology_epoch, n + 1))
        else:
            out.append(_pack_i(o.topology_epoch))
            out.append(string_length(n))
        out.append(process_id_)
        user_endpoint_ = o.user_endpoint
        if user_endpoint_ is None:
            out.append(_pack_b(-1))
        else:
            out.append(_pack_b(1))
            _encode_endpoint(user_endpoint_, out)
        client_tags_ = o.client_tags
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
        n = len(task_end_offsets_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_task_offset_array, task_end_offsets_, out)
        elif n:
            _encode_task_offset_array(task_end_offsets_, out)
        _encode_assignment(o.assignment, out)
        _encode_assignment(o.target_assignment, out)
        if o.unknown_tags is None:
            out.append(_pack_ox(o.is_classic))
        else:
            out.append(_pack_o(o.is_classic))
            _encode_member_tags(o, out)


def _encode_described_group_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_described_group_array(array, out):
    for o in array:
        if o.topology_description is not None:
            absent("TopologyDescription")
        if o.topology_description_status:
            absent("TopologyDescriptionStatus")
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
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        topology_ = o.topology
        if topology_ is None:
            out.append(_pack_iib(o.group_epoch, o.assignment_epoch, -1))
        else:
            out.append(_pack_iib(o.group_epoch, o.assignment_epoch, 1))
            _encode_topology(topology_, out)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_member_array, members_, out)
        elif n:
            _encode_member_array(members_, out)
        if o.unknown_tags is None:
            out.append(_pack_ix(o.authorized_operations))
        else:
            out.append(_pack_i(o.authorized_operations))
            _encode_described_group_tags(o, out)


def _encode_streams_group_describe_response_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_streams_group_describe_response(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array, groups_, out)
    elif n:
        _encode_described_group_array(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_describe_response_tags(o, out)


def _encode_topology_description_node_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_node_array(array, out):
    for o in array:
        name_ = o.name
        name_ = name_.encode()
        n = len(name_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(name_)
        source_topics_ = o.source_topics
        n = len(source_topics_)
        if n < 127:
            out.append(_pack_bB(o.node_type, n + 1))
        else:
            out.append(_pack_b(o.node_type))
            out.append(varint(n + 1))
        if n:
            write_compact_strings(source_topics_, out)
        sink_topic_ = o.sink_topic
        if sink_topic_ is None:
            out.append(b"\0")
        else:
            sink_topic_ = sink_topic_.encode()
            n = len(sink_topic_)
            if n < 127:
                out.append(VARINTS[n + 1])
            else:
                out.append(string_length(n))
            out.append(sink_topic_)
        stores_ = o.stores
        n = len(stores_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(stores_, out)
        successors_ = o.successors
        n = len(successors_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n:
            write_compact_strings(successors_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_node_tags(o, out)


def _encode_topology_description_subtopology_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_subtopology_array(array, out):
    for o in array:
        subtopology_id_ = o.subtopology_id
        subtopology_id_ = subtopology_id_.encode()
        n = len(subtopology_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(subtopology_id_)
        nodes_ = o.nodes
        n = len(nodes_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_topology_description_node_array, nodes_, out)
        elif n:
            _encode_topology_description_node_array(nodes_, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_subtopology_tags(o, out)


def _encode_topology_description_node(o, out):
    name_ = o.name
    name_ = name_.encode()
    n = len(name_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(string_length(n))
    out.append(name_)
    source_topics_ = o.source_topics
    n = len(source_topics_)
    if n < 127:
        out.append(_pack_bB(o.node_type, n + 1))
    else:
        out.append(_pack_b(o.node_type))
        out.append(varint(n + 1))
    if n:
        write_compact_strings(source_topics_, out)
    sink_topic_ = o.sink_topic
    if sink_topic_ is None:
        out.append(b"\0")
    else:
        sink_topic_ = sink_topic_.encode()
        n = len(sink_topic_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(sink_topic_)
    stores_ = o.stores
    n = len(stores_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(stores_, out)
    successors_ = o.successors
    n = len(successors_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n:
        write_compact_strings(successors_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_topology_description_node_tags(o, out)


def _encode_topology_description_global_store_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description_global_store_array(array, out):
    for o in array:
        _encode_topology_description_node(o.source, out)
        _encode_topology_description_node(o.processor, out)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_topology_description_global_store_tags(o, out)


def _encode_topology_description_tags(o, section):
    write_tags({}, section, o.unknown_tags)


def _encode_topology_description(o, out):
    subtopologies_ = o.subtopologies
    n = len(subtopologies_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topology_description_subtopology_array, subtopologies_, out)
    elif n:
        _encode_topology_description_subtopology_array(subtopologies_, out)
    global_stores_ = o.global_stores
    n = len(global_stores_)
    if n < 127:
        out.append(VARINTS[n + 1])
    else:
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_topology_description_global_store_array, global_stores_, out)
    elif n:
        _encode_topology_description_global_store_array(global_stores_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_topology_description_tags(o, out)


def _encode_described_group_array_2(array, out):
    for o in array:
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
        group_id_ = o.group_id
        group_id_ = group_id_.encode()
        n = len(group_id_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_id_)
        group_state_ = o.group_state
        group_state_ = group_state_.encode()
        n = len(group_state_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(string_length(n))
        out.append(group_state_)
        topology_ = o.topology
        if topology_ is None:
            out.append(_pack_iib(o.group_epoch, o.assignment_epoch, -1))
        else:
            out.append(_pack_iib(o.group_epoch, o.assignment_epoch, 1))
            _encode_topology(topology_, out)
        members_ = o.members
        n = len(members_)
        if n < 127:
            out.append(VARINTS[n + 1])
        else:
            out.append(varint(n + 1))
        if n > 32:
            write_long(_encode_member_array, members_, out)
        elif n:
            _encode_member_array(members_, out)
        topology_description_ = o.topology_description
        if topology_description_ is None:
            out.append(_pack_ib(o.authorized_operations, -1))
        else:
            out.append(_pack_ib(o.authorized_operations, 1))
            _encode_topology_description(topology_description_, out)
        assignor_name_ = o.assignor_name
        if assignor_name_ is None:
            out.append(_pack_bx(o.topology_description_status))
        else:
            assignor_name_ = assignor_name_.encode()
            n = len(assignor_name_)
            if n < 127:
                out.append(_pack_bB(o.topology_description_status, n + 1))
            else:
                out.append(_pack_b(o.topology_description_status))
                out.append(string_length(n))
            out.append(assignor_name_)
        if o.unknown_tags is None:
            out.append(b"\0")
        else:
            _encode_described_group_tags(o, out)


def _encode_streams_group_describe_response_2(o, out):
    groups_ = o.groups
    n = len(groups_)
    if n < 127:
        out.append(_pack_iB(o.throttle_time_ms, n + 1))
    else:
        out.append(_pack_i(o.throttle_time_ms))
        out.append(varint(n + 1))
    if n > 32:
        write_long(_encode_described_group_array_2, groups_, out)
    elif n:
        _encode_described_group_array_2(groups_, out)
    if o.unknown_tags is None:
        out.append(b"\0")
    else:
        _encode_streams_group_describe_response_tags(o, out)


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
    if 6 * count > len(buf) - pos:
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
            o.repartition_source_topics, pos = _decode_topic_info_array(buf, pos, n - 1)
        elif n:
            o.repartition_source_topics = []
        else:
            null_error("RepartitionSourceTopics")
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
        o.subtopologies = None
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_tags(o, buf, pos, t)
    return o, pos


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


def _decode_assignment_tags(o, buf, pos, count):
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


def _decode_assignment(buf, pos):
    o = make(_Assignment)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.active_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.active_tasks = []
    else:
        null_error("ActiveTasks")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.standby_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.standby_tasks = []
    else:
        null_error("StandbyTasks")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.warmup_tasks, pos = _decode_task_ids_array(buf, pos, n - 1)
    elif n:
        o.warmup_tasks = []
    else:
        null_error("WarmupTasks")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_assignment_tags(o, buf, pos, t)
    return o, pos


def _decode_member_tags(o, buf, pos, count):
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


def _decode_member_array(buf, pos, count):
    if 28 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_Member)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_member_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_MEMBER * count)]
    for o in found:
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
        o.member_epoch, n = _unpack_iB(buf, pos)
        pos += 5
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
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientId")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.client_host = buf[pos:e].decode()
            pos = e
        else:
            null_error("ClientHost")
        o.topology_epoch, n = _unpack_iB(buf, pos)
        pos += 5
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.process_id = buf[pos:e].decode()
            pos = e
        else:
            null_error("ProcessId")
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
            null_error("ClientTags")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.task_offsets, pos = _decode_task_offset_array(buf, pos, n - 1)
        elif n:
            o.task_offsets = []
        else:
            null_error("TaskOffsets")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.task_end_offsets, pos = _decode_task_offset_array(buf, pos, n - 1)
        elif n:
            o.task_end_offsets = []
        else:
            null_error("TaskEndOffsets")
        o.assignment, pos = _decode_assignment(buf, pos)
        o.target_assignment, pos = _decode_assignment(buf, pos)
        o.is_classic, t = _unpack_oB(buf, pos)
        pos += 2
        o.unknown_tags = None
        if t:
            pos = _decode_member_tags(o, buf, pos, t)
    return found, pos


def _decode_described_group_tags(o, buf, pos, count):
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


def _decode_described_group_array(buf, pos, count):
    if 20 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        o.group_epoch, o.assignment_epoch, n = _unpack_iib(buf, pos)
        pos += 9
        if n < 0:
            o.topology = None
        else:
            o.topology, pos = _decode_topology(buf, pos)
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_member_array(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, t = _unpack_iB(buf, pos)
        pos += 5
        o.topology_description = None
        o.topology_description_status = 0
        o.assignor_name = None
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_describe_response_tags(o, buf, pos, count):
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


def _decode_streams_group_describe_response(buf, pos):
    o = make(StreamsGroupDescribeResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_describe_response_tags(o, buf, pos, t)
    return o, pos


def _decode_topology_description_node_tags(o, buf, pos, count):
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


def _decode_topology_description_node_array(buf, pos, count):
    if 7 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionNode)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_node_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_NODE * count)]
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
        o.node_type, n = _unpack_bB(buf, pos)
        pos += 2
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
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.sink_topic = buf[pos:e].decode()
            pos = e
        else:
            o.sink_topic = None
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.stores, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.stores = []
        else:
            null_error("Stores")
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.successors, pos = compact_strings(buf, pos, n - 1)
        elif n:
            o.successors = []
        else:
            null_error("Successors")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_node_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_subtopology_tags(o, buf, pos, count):
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


def _decode_topology_description_subtopology_array(buf, pos, count):
    if 3 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionSubtopology)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_subtopology_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_SUBTOPOLOGY * count)]
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
            o.nodes, pos = _decode_topology_description_node_array(buf, pos, n - 1)
        elif n:
            o.nodes = []
        else:
            null_error("Nodes")
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_subtopology_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_node(buf, pos):
    o = make(_TopologyDescriptionNode)
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
    o.node_type, n = _unpack_bB(buf, pos)
    pos += 2
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
        n, pos = long_string(buf, pos)
    if n:
        e = pos + n - 1
        o.sink_topic = buf[pos:e].decode()
        pos = e
    else:
        o.sink_topic = None
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.stores, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.stores = []
    else:
        null_error("Stores")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.successors, pos = compact_strings(buf, pos, n - 1)
    elif n:
        o.successors = []
    else:
        null_error("Successors")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_description_node_tags(o, buf, pos, t)
    return o, pos


def _decode_topology_description_global_store_tags(o, buf, pos, count):
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


def _decode_topology_description_global_store_array(buf, pos, count):
    if 15 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_TopologyDescriptionGlobalStore)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_topology_description_global_store_array, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_TOPOLOGY_DESCRIPTION_GLOBAL_STORE * count)]
    for o in found:
        o.source, pos = _decode_topology_description_node(buf, pos)
        o.processor, pos = _decode_topology_description_node(buf, pos)
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_topology_description_global_store_tags(o, buf, pos, t)
    return found, pos


def _decode_topology_description_tags(o, buf, pos, count):
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


def _decode_topology_description(buf, pos):
    o = make(_TopologyDescription)
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.subtopologies, pos = _decode_topology_description_subtopology_array(buf, pos, n - 1)
    elif n:
        o.subtopologies = []
    else:
        null_error("Subtopologies")
    n = buf[pos]
    pos += 1
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.global_stores, pos = _decode_topology_description_global_store_array(buf, pos, n - 1)
    elif n:
        o.global_stores = []
    else:
        null_error("GlobalStores")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_topology_description_tags(o, buf, pos, t)
    return o, pos


def _decode_described_group_array_2(buf, pos, count):
    if 23 * count > len(buf) - pos:
        short(count)
    if count == 1:
        found = [make(_DescribedGroup)]
    elif count > 32 and buf.__class__ is LargeFrame:
        return long_array(_decode_described_group_array_2, buf, pos, count)
    else:
        found = [*starmap(make, _ONE_DESCRIBED_GROUP * count)]
    for o in found:
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
            o.group_state = buf[pos:e].decode()
            pos = e
        else:
            null_error("GroupState")
        o.group_epoch, o.assignment_epoch, n = _unpack_iib(buf, pos)
        pos += 9
        if n < 0:
            o.topology = None
        else:
            o.topology, pos = _decode_topology(buf, pos)
        n = buf[pos]
        pos += 1
        if n > 127:
            n, pos = uvarint(buf, pos)
        if n > 1:
            o.members, pos = _decode_member_array(buf, pos, n - 1)
        elif n:
            o.members = []
        else:
            null_error("Members")
        o.authorized_operations, n = _unpack_ib(buf, pos)
        pos += 5
        if n < 0:
            o.topology_description = None
        else:
            o.topology_description, pos = _decode_topology_description(buf, pos)
        o.topology_description_status, n = _unpack_bB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = long_string(buf, pos)
        if n:
            e = pos + n - 1
            o.assignor_name = buf[pos:e].decode()
            pos = e
        else:
            o.assignor_name = None
        t = buf[pos]
        pos += 1
        o.unknown_tags = None
        if t:
            pos = _decode_described_group_tags(o, buf, pos, t)
    return found, pos


def _decode_streams_group_describe_response_2(buf, pos):
    o = make(StreamsGroupDescribeResponse)
    o.throttle_time_ms, n = _unpack_iB(buf, pos)
    pos += 5
    if n > 127:
        n, pos = uvarint(buf, pos)
    if n > 1:
        o.groups, pos = _decode_described_group_array_2(buf, pos, n - 1)
    elif n:
        o.groups = []
    else:
        null_error("Groups")
    t = buf[pos]
    pos += 1
    o.unknown_tags = None
    if t:
        pos = _decode_streams_group_describe_response_tags(o, buf, pos, t)
    return o, pos


StreamsGroupDescribeResponse._ENCODERS = {
    0: _encode_streams_group_describe_response,
    1: _encode_streams_group_describe_response_2,
}
StreamsGroupDescribeResponse._DECODERS = {
    0: _decode_streams_group_describe_response,
    1: _decode_streams_group_describe_response_2,
}
