"""Reassignments, elections and log directories, as a node alone answers them (admin D.1 to D.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compat.oracle.scripts.kit import TIMEOUT_MS, Part, World, batch, create, message, produce
from compat.oracle.steps import Ask, Script
from kafkawire.protocol.messages.alter_partition_reassignments_request import (
    AlterPartitionReassignmentsRequest,
)
from kafkawire.protocol.messages.alter_replica_log_dirs_request import AlterReplicaLogDirsRequest
from kafkawire.protocol.messages.delete_records_request import DeleteRecordsRequest
from kafkawire.protocol.messages.describe_log_dirs_request import DescribeLogDirsRequest
from kafkawire.protocol.messages.describe_log_dirs_response import DescribeLogDirsResponse
from kafkawire.protocol.messages.elect_leaders_request import ElectLeadersRequest
from kafkawire.protocol.messages.list_partition_reassignments_request import (
    ListPartitionReassignmentsRequest,
)

PRODUCE = 11
ELSEWHERE = "/no/such/directory"
PREFERRED, UNCLEAN = 0, 1
Wished = Mapping[int, Sequence[int] | None]
Some = tuple[str, Sequence[int]]
"""Some partitions of a topic."""


def reassign(
    *topics: tuple[str, Wished], timeout_ms: int = TIMEOUT_MS, may_change_factor: bool = True
) -> AlterPartitionReassignmentsRequest:
    """AlterPartitionReassignments; None in the place of replicas cancels."""
    partition = AlterPartitionReassignmentsRequest.ReassignablePartition
    make = AlterPartitionReassignmentsRequest.ReassignableTopic
    return AlterPartitionReassignmentsRequest(
        timeout_ms=timeout_ms,
        allow_replication_factor_change=may_change_factor,
        topics=[
            make(
                name=name,
                partitions=[
                    partition(partition_index=at, replicas=None if to is None else list(to))
                    for at, to in wished.items()
                ],
            )
            for name, wished in topics
        ],
    )


def reassigned(
    topics: Sequence[Some] | None, timeout_ms: int = TIMEOUT_MS
) -> ListPartitionReassignmentsRequest:
    """ListPartitionReassignments; None for all."""
    make = ListPartitionReassignmentsRequest.ListPartitionReassignmentsTopics
    found = None
    if topics is not None:
        found = [make(name=name, partition_indexes=list(some)) for name, some in topics]
    return ListPartitionReassignmentsRequest(topics=found, timeout_ms=timeout_ms)


def elect(
    topics: Sequence[Some] | None, kind: int = PREFERRED, timeout_ms: int = TIMEOUT_MS
) -> ElectLeadersRequest:
    """ElectLeaders; None for all."""
    make = ElectLeadersRequest.TopicPartitions
    found = None
    if topics is not None:
        found = [make(topic=name, partitions=list(some)) for name, some in topics]
    return ElectLeadersRequest(election_type=kind, topic_partitions=found, timeout_ms=timeout_ms)


def log_dirs(topics: Sequence[Some] | None) -> DescribeLogDirsRequest:
    """DescribeLogDirs; None for all."""
    make = DescribeLogDirsRequest.DescribableLogDirTopic
    found = None
    if topics is not None:
        found = [make(topic=name, partitions=list(some)) for name, some in topics]
    return DescribeLogDirsRequest(topics=found)


def move_logs(*directories: tuple[str, Sequence[Some]]) -> AlterReplicaLogDirsRequest:
    """AlterReplicaLogDirs."""
    kind = AlterReplicaLogDirsRequest
    return AlterReplicaLogDirsRequest(
        dirs=[
            kind.AlterReplicaLogDir(
                path=path,
                topics=[
                    kind.AlterReplicaLogDirTopic(name=name, partitions=list(some))
                    for name, some in topics
                ],
            )
            for path, topics in directories
        ]
    )


def the_directory(version: int) -> Part[str]:
    """Where this side keeps its logs."""
    found = message((yield Ask(log_dirs([]), version)), DescribeLogDirsResponse)
    return found.results[0].log_dir


def reassignments(world: World) -> Script:
    """Admin D-2 to D-4, D-8: what one broker can be asked, and all it must refuse."""
    yield from create(world, "log", 2)
    yield from create(world, "other")
    cases: tuple[tuple[tuple[str, Wished], ...], ...] = (
        (("log", {0: [1], 1: [1]}),),
        (("log", {0: [1], 7: [1], -1: [1]}), ("nope", {0: [1]}), ("", {0: None})),
        (("log", {0: None, 7: None}),),
        (("log", {0: [], 1: [9]}),),
        (("log", {0: [1, 1], 1: [1, 2]}),),
        (("log", {0: [2, 1], 1: [-1]}),),
        (("log", {0: [9, 1, 1], 1: [1, 1, 9]}),),
        (("log", {0: [1]}), ("log", {0: None}), ("other", {})),
        (),
    )
    for version in world.versions(AlterPartitionReassignmentsRequest):
        for topics in cases:
            yield Ask(reassign(*topics), version)
            if version:
                yield Ask(reassign(*topics, may_change_factor=False), version)
            yield Ask(reassign(*topics, timeout_ms=0), version)
    for version in world.versions(ListPartitionReassignmentsRequest):
        for timeout_ms in (TIMEOUT_MS, 0):
            yield Ask(reassigned(None, timeout_ms), version)
            yield Ask(reassigned([], timeout_ms), version)
            yield Ask(reassigned([("log", [0, 1, 9]), ("nope", [0])], timeout_ms), version)


def elections(world: World) -> Script:
    """Admin D-9 to D-11: nothing to elect where one broker leads all."""
    yield from create(world, "log", 2)
    some: Sequence[Some] = [("log", [1, 0, 9]), ("nope", [0]), ("log", []), ("", [-1])]
    for version in world.versions(ElectLeadersRequest):
        for kind in (PREFERRED, UNCLEAN, 2, 5, -1) if version else (PREFERRED,):
            for timeout_ms in (TIMEOUT_MS, 0, -1):
                yield Ask(elect(some, kind, timeout_ms), version)
                yield Ask(elect(None, kind, timeout_ms), version)
                yield Ask(elect([], kind, timeout_ms), version)


def directories(world: World) -> Script:
    """Admin D-13: which logs there are, how large they are, and whether one lags."""
    yield from create(world, "log", 3)
    yield from create(world, "empty")
    for at in (0, 2):
        for count in range(1, 4):
            yield Ask(produce("log", batch(*[b"value"] * count), at), PRODUCE)
    part = DeleteRecordsRequest.DeleteRecordsPartition(partition_index=2, offset=3)
    topic = DeleteRecordsRequest.DeleteRecordsTopic(name="log", partitions=[part])
    yield Ask(DeleteRecordsRequest(topics=[topic], timeout_ms=TIMEOUT_MS), 2)
    for version in world.versions(DescribeLogDirsRequest):
        cases: tuple[Sequence[Some] | None, ...] = (
            None,
            [],
            [("log", [0, 1, 2, 3, 0])],
            [("log", [0]), ("nope", [0]), ("log", [2]), ("", [-1]), ("empty", [0])],
            [("log", [])],
        )
        for topics in cases:
            yield Ask(log_dirs(topics), version)


def moving_logs(world: World) -> Script:
    """Admin D-14: a log can only stay where it is."""
    yield from create(world, "log", 2)
    long = "x" * 213
    yield from create(world, long)
    latest = world.latest(DescribeLogDirsRequest)
    for version in world.versions(AlterReplicaLogDirsRequest):
        home = yield from the_directory(latest)
        yield Ask(move_logs((home, [("log", [0, 1, 7]), ("nope", [0])])), version)
        yield Ask(move_logs((ELSEWHERE, [("log", [0, 7]), ("nope", [0])])), version)
        yield Ask(move_logs((home, [("log", [0])]), (ELSEWHERE, [("log", [0])])), version)
        yield Ask(move_logs((ELSEWHERE, [("log", [0])]), (home, [("log", [0, 0])])), version)
        yield Ask(move_logs((home + "/", [("log", [0])]), ("", [("log", [1])])), version)
        yield Ask(move_logs((ELSEWHERE, [(long, [0, 10]), (long + "x", [0])])), version)
        yield Ask(move_logs((home, [(long, [0, 10]), (long + "x", [0])])), version)
        yield Ask(move_logs((home, [])), version)
        yield Ask(move_logs(), version)


SCRIPTS = {
    "reassignments": reassignments,
    "elections": elections,
    "log-directories": directories,
    "log-directories-moving": moving_logs,
}
