"""Values that the admin client gives of share groups and of streams groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Tasks = Mapping[str, tuple[int, ...]]
"""Partitions by subtopology."""


class SharePartitionOffset(NamedTuple):
    """The position of a share group in one partition.

    Attributes:
        start_offset: The first record that the group has not finished with.
        lag: How many records are left; None where the broker is too old to count them.
    """

    start_offset: int
    leader_epoch: int | None = None
    lag: int | None = None


class InternalTopic(NamedTuple):
    """A topic that a streams group makes for itself. A replication factor of 0 is the default."""

    name: str
    partitions: int
    replication_factor: int
    configs: Mapping[str, str]


class Subtopology(NamedTuple):
    """A connected part of a topology, with tasks of its own."""

    id: str
    source_topics: tuple[str, ...]
    repartition_sink_topics: tuple[str, ...]
    repartition_source_topics: tuple[InternalTopic, ...]
    state_changelog_topics: tuple[InternalTopic, ...]


class StreamsAssignment(NamedTuple):
    """The tasks of a member: those that it runs, and those whose state it keeps or builds up."""

    active: Tasks
    standby: Tasks
    warmup: Tasks


class StreamsMember(NamedTuple):
    """A member of a streams group.

    Attributes:
        process_id: Equal for all members of one process.
        endpoint: Host and port where the application answers queries; None where it does not.
        task_offsets: Positions in changelogs by subtopology and partition, as reported last.
        task_end_offsets: Ends of the changelogs by subtopology and partition.
    """

    member_id: str
    group_instance_id: str | None
    rack: str | None
    client_id: str
    host: str
    member_epoch: int
    topology_epoch: int
    process_id: str
    endpoint: tuple[str, int] | None
    client_tags: Mapping[str, str]
    task_offsets: Mapping[tuple[str, int], int]
    task_end_offsets: Mapping[tuple[str, int], int]
    assignment: StreamsAssignment
    target_assignment: StreamsAssignment
    is_classic: bool


class TopologyNode(NamedTuple):
    """A node of a processing graph: `type` is source, processor or sink."""

    name: str
    type: str
    source_topics: tuple[str, ...]
    sink_topic: str | None
    stores: tuple[str, ...]
    successors: tuple[str, ...]


class TopologyGraph(NamedTuple):
    """The processing graph of an application (KIP-1331).

    Attributes:
        subtopologies: Nodes by subtopology.
        global_stores: The source and the processor of each global store.
    """

    subtopologies: Mapping[str, tuple[TopologyNode, ...]]
    global_stores: tuple[tuple[TopologyNode, TopologyNode], ...]


class StreamsGroupDescription(NamedTuple):
    """A streams group (KIP-1071) and its members.

    Attributes:
        topology_epoch: None before the first member has brought a topology.
        graph: The processing graph, if it was asked for and the broker has it.
        assignor: "" where the broker is too old to say.
    """

    group_id: str
    state: str
    epoch: int
    assignment_epoch: int
    topology_epoch: int | None
    subtopologies: tuple[Subtopology, ...]
    members: tuple[StreamsMember, ...]
    assignor: str = ""
    graph: TopologyGraph | None = None
    authorized_operations: int | None = None
