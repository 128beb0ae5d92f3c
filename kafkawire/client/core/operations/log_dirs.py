"""Operations on log directories: describe them, move replicas between those of a broker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafkawire.client.core.operations.lookups import ByKey
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.descriptions import LogDirDescription, LogDirReplica, Replica
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.values import TopicPartition, by_topic
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.alter_replica_log_dirs_request import AlterReplicaLogDirsRequest
from kafkawire.protocol.messages.describe_log_dirs_request import DescribeLogDirsRequest

LogDirs = Mapping[str, LogDirDescription]


def describe_log_dirs(
    sources: Sources, nodes: Sequence[int], partitions: Sequence[TopicPartition] | None = None
) -> Plan[int, LogDirs]:
    """Describe log directories by their paths; the keys are the brokers' ids.

    Their replicas are those of `partitions`, or all with None.
    """

    def ask(keys: Sequence[int], version: int) -> DescribeLogDirsRequest:
        wanted = [
            DescribeLogDirsRequest.DescribableLogDirTopic(topic=topic, partitions=indexes)
            for topic, indexes in by_topic(partitions or ()).items()
        ]
        return DescribeLogDirsRequest(topics=None if partitions is None else wanted)

    def read(answer: Any, keys: Sequence[int], version: int) -> dict[int, LogDirs | ClientError]:
        found: LogDirs = {each.log_dir: _described(each) for each in answer.results}
        return for_all(keys, found, answer, api=ApiKey.DESCRIBE_LOG_DIRS)

    operation = Operation(
        ApiKey.DESCRIBE_LOG_DIRS, "describe log directories", sources.nodes(), ask, read
    )
    return Plan(operation, nodes)


def _described(each: Any) -> LogDirDescription:
    code = each.error_code
    return LogDirDescription(
        refusal(code, each.log_dir, api=ApiKey.DESCRIBE_LOG_DIRS) if code else None,
        tuple(
            LogDirReplica(
                TopicPartition(topic.name, one.partition_index),
                one.partition_size,
                one.offset_lag,
                one.is_future_key,
            )
            for topic in each.topics
            for one in topic.partitions
        ),
        None if each.total_bytes < 0 else each.total_bytes,
        None if each.usable_bytes < 0 else each.usable_bytes,
        each.is_cordoned,
    )


def alter_replica_log_dirs(paths: Mapping[Replica, str]) -> Plan[Replica, None]:
    """Move replicas to other directories of their brokers; the keys are the replicas."""

    def ask(keys: Sequence[Replica], version: int) -> AlterReplicaLogDirsRequest:
        by_path: dict[str, list[TopicPartition]] = {}
        for key in keys:
            by_path.setdefault(paths[key], []).append(TopicPartition(key.topic, key.partition))
        topic = AlterReplicaLogDirsRequest.AlterReplicaLogDirTopic
        return AlterReplicaLogDirsRequest(
            dirs=[
                AlterReplicaLogDirsRequest.AlterReplicaLogDir(
                    path=path,
                    topics=[
                        topic(name=name, partitions=indexes)
                        for name, indexes in by_topic(partitions).items()
                    ],
                )
                for path, partitions in by_path.items()
            ]
        )

    def read(
        answer: Any, keys: Sequence[Replica], version: int
    ) -> dict[Replica, ClientError | None]:
        broker = keys[0].broker
        return {
            Replica(topic.topic_name, each.partition_index, broker): outcome(
                None,
                each,
                api=ApiKey.ALTER_REPLICA_LOG_DIRS,
                what=f"{topic.topic_name}-{each.partition_index} at broker {broker}",
            )
            for topic in answer.results
            for each in topic.partitions
        }

    lookup = ByKey[Replica](lambda key: key.broker)
    operation = Operation(
        ApiKey.ALTER_REPLICA_LOG_DIRS, "alter replica log directories", lookup, ask, read
    )
    return Plan(operation, list(paths))
