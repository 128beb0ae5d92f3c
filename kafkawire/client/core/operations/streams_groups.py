"""The operation that describes streams groups (KIP-1071).

Their offsets are committed and deleted as those of consumer groups are (`group_offsets`), and the
groups themselves, too (`groups`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, by_group, operations_of
from kafkawire.client.group_descriptions import (
    InternalTopic,
    StreamsAssignment,
    StreamsGroupDescription,
    StreamsMember,
    Subtopology,
    Tasks,
    TopologyGraph,
    TopologyNode,
)
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.streams_group_describe_request import StreamsGroupDescribeRequest
from kafkawire.protocol.since import STREAMS_GRAPH_SINCE

NODE_TYPES = {1: "source", 2: "processor", 3: "sink"}


def describe_streams_groups(
    sources: Sources,
    groups: Sequence[str],
    *,
    include_authorized_operations: bool,
    include_graph: bool,
) -> Plan[str, StreamsGroupDescription]:
    """Describe streams groups; the keys are their ids."""

    def ask(keys: Sequence[str], version: int) -> StreamsGroupDescribeRequest:
        return StreamsGroupDescribeRequest(
            group_ids=list(keys),
            include_authorized_operations=include_authorized_operations,
            include_topology_description=include_graph,
        )

    least = STREAMS_GRAPH_SINCE if include_graph else 0
    operation = Operation(
        ApiKey.STREAMS_GROUP_DESCRIBE,
        "describe streams groups",
        sources.group_coordinators(),
        ask,
        lambda answer, keys, version: by_group(
            answer.groups, _described, api=ApiKey.STREAMS_GROUP_DESCRIBE
        ),
        least=least,
    )
    return Plan(operation, groups)


def _described(group: Any) -> StreamsGroupDescription:
    topology = group.topology
    return StreamsGroupDescription(
        group.group_id,
        group.group_state,
        group.group_epoch,
        group.assignment_epoch,
        None if topology is None else topology.epoch,
        () if topology is None else tuple(map(_subtopology, topology.subtopologies or ())),
        tuple(map(_member, group.members)),
        group.assignor_name or "",
        _graph(group.topology_description),
        operations_of(group.authorized_operations),
    )


def _subtopology(each: Any) -> Subtopology:
    return Subtopology(
        each.subtopology_id,
        tuple(each.source_topics),
        tuple(each.repartition_sink_topics),
        tuple(map(_topic, each.repartition_source_topics)),
        tuple(map(_topic, each.state_changelog_topics)),
    )


def _topic(each: Any) -> InternalTopic:
    return InternalTopic(
        each.name, each.partitions, each.replication_factor, _texts(each.topic_configs)
    )


def _member(each: Any) -> StreamsMember:
    endpoint = each.user_endpoint
    return StreamsMember(
        each.member_id,
        each.instance_id,
        each.rack_id,
        each.client_id,
        each.client_host,
        each.member_epoch,
        each.topology_epoch,
        each.process_id,
        None if endpoint is None else (endpoint.host, endpoint.port),
        _texts(each.client_tags),
        _offsets(each.task_offsets),
        _offsets(each.task_end_offsets),
        _assignment(each.assignment),
        _assignment(each.target_assignment),
        each.is_classic,
    )


def _assignment(each: Any) -> StreamsAssignment:
    return StreamsAssignment(
        _tasks(each.active_tasks), _tasks(each.standby_tasks), _tasks(each.warmup_tasks)
    )


def _tasks(tasks: Iterable[Any]) -> Tasks:
    return {each.subtopology_id: tuple(each.partitions) for each in tasks}


def _offsets(offsets: Iterable[Any]) -> Mapping[tuple[str, int], int]:
    return {(each.subtopology_id, each.partition): each.offset for each in offsets}


def _texts(pairs: Iterable[Any]) -> Mapping[str, str]:
    return {each.key: each.value for each in pairs}


def _graph(described: Any) -> TopologyGraph | None:
    if described is None:
        return None
    return TopologyGraph(
        {each.subtopology_id: tuple(map(_node, each.nodes)) for each in described.subtopologies},
        tuple((_node(each.source), _node(each.processor)) for each in described.global_stores),
    )


def _node(each: Any) -> TopologyNode:
    return TopologyNode(
        each.name,
        NODE_TYPES.get(each.node_type, "unknown"),
        tuple(each.source_topics),
        each.sink_topic,
        tuple(each.stores),
        tuple(each.successors),
    )
