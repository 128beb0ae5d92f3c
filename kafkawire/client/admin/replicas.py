"""Methods of `Admin` about replicas: their leaders, their brokers, their log directories."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kafkawire.client.admin.runner import Runner, run_one
from kafkawire.client.core.operations import log_dirs, replicas
from kafkawire.client.descriptions import LogDirDescription, Reassignment, Replica, ReplicaLogDir
from kafkawire.client.errors import ClientError, ConfigurationError
from kafkawire.client.outcomes import Outcomes
from kafkawire.client.values import TopicPartition


async def elect_leaders(
    admin: Runner,
    kind: str = "preferred",
    partitions: Iterable[TopicPartition] | None = None,
    *,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, None]:
    """Elect leaders, "preferred" or "unclean", of some partitions or of all that need it."""
    if kind not in replicas.ELECTIONS:
        known = ", ".join(replicas.ELECTIONS)
        raise ConfigurationError(f"unknown kind of election {kind!r}; there are {known}")
    limit_ms = admin.limit_ms(timeout_ms)
    wanted = None if partitions is None else list(partitions)
    plan = replicas.elect_leaders(admin.sources, kind, wanted, timeout_ms=limit_ms)
    told = await run_one(admin, plan, limit_ms)
    errors = {key: error for key, error in told.items() if error is not None}
    return Outcomes({key: None for key in told if key not in errors}, errors)


async def alter_partition_reassignments(
    admin: Runner,
    changes: Mapping[TopicPartition, Sequence[int] | None],
    *,
    timeout_ms: int | None = None,
) -> Outcomes[TopicPartition, None]:
    """Move partitions to brokers, by their ids; None cancels a move that is under way."""
    limit_ms = admin.limit_ms(timeout_ms)
    plan = replicas.alter_reassignments(admin.sources, changes, timeout_ms=limit_ms)
    return await admin.run(plan, limit_ms)


async def list_partition_reassignments(
    admin: Runner,
    partitions: Iterable[TopicPartition] | None = None,
    *,
    timeout_ms: int | None = None,
) -> Mapping[TopicPartition, Reassignment]:
    """Return the partitions that are being moved, of some or of all."""
    limit_ms = admin.limit_ms(timeout_ms)
    wanted = None if partitions is None else list(partitions)
    plan = replicas.list_reassignments(admin.sources, wanted, timeout_ms=limit_ms)
    return await run_one(admin, plan, limit_ms)


async def describe_log_dirs(
    admin: Runner, brokers: Iterable[int], *, timeout_ms: int | None = None
) -> Outcomes[int, Mapping[str, LogDirDescription]]:
    """Describe the log directories of brokers, by their paths."""
    plan = log_dirs.describe_log_dirs(admin.sources, list(brokers))
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def alter_replica_log_dirs(
    admin: Runner, paths: Mapping[Replica, str], *, timeout_ms: int | None = None
) -> Outcomes[Replica, None]:
    """Move replicas to other log directories of their brokers."""
    plan = log_dirs.alter_replica_log_dirs(paths)
    return await admin.run(plan, admin.limit_ms(timeout_ms))


async def describe_replica_log_dirs(
    admin: Runner, of: Iterable[Replica], *, timeout_ms: int | None = None
) -> Outcomes[Replica, ReplicaLogDir]:
    """Find the log directories of replicas; a broker without the replica returns no path."""
    wanted = list(dict.fromkeys(of))
    partitions = [TopicPartition(each.topic, each.partition) for each in wanted]
    brokers = [each.broker for each in wanted]
    plan = log_dirs.describe_log_dirs(admin.sources, brokers, list(dict.fromkeys(partitions)))
    told = await admin.run(plan, admin.limit_ms(timeout_ms))
    results: dict[Replica, ReplicaLogDir] = {}
    errors: dict[Replica, ClientError] = {}
    for each in wanted:
        if each.broker in told.errors:
            errors[each] = told.errors[each.broker]
        else:
            results[each] = _place(told[each.broker], TopicPartition(each.topic, each.partition))
    return Outcomes(results, errors)


def _place(found: Mapping[str, LogDirDescription], partition: TopicPartition) -> ReplicaLogDir:
    """Return the log directory of a replica, and the one that it moves to."""
    places: dict[bool, tuple[str, int]] = {
        each.is_future: (path, each.offset_lag)
        for path, directory in found.items()
        for each in directory.replicas
        if each.partition == partition
    }
    return ReplicaLogDir(*places.get(False, (None, None)), *places.get(True, (None, None)))
