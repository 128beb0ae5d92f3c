"""AlterReplicaLogDirs (key 34): move logs between the directories of a broker (KIP-113).

v1  as v0; v2 flexible

This broker has one directory, so a log is either there already or asked to go where nothing is
(admin D-14). A partition that is named twice is meant to go where it was named last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.alter_replica_log_dirs_response import AlterReplicaLogDirsResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.alter_replica_log_dirs_request import (
        AlterReplicaLogDirsRequest,
    )

VERSIONS = Versions(0, 2)

Response = AlterReplicaLogDirsResponse

FILE_NAME_MAX = 255
FUTURE_NAME_MORE = len(".-future") + 32
"""How much longer than a partition's the name of the directory is while its log moves."""


def handle(
    broker: Broker, request: AlterReplicaLogDirsRequest, context: RequestContext
) -> AlterReplicaLogDirsResponse:
    """Look where each partition is to go."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.ALTER):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    wanted = {
        TopicPartition(topic.name, index): directory.path
        for directory in request.dirs
        for topic in directory.topics
        for index in topic.partitions
    }
    path = _path(broker)
    outcomes: dict[str, list[tuple[int, ErrorCode]]] = {}
    for each, destination in wanted.items():
        code = _outcome(broker, each, is_here=destination == path)
        outcomes.setdefault(each.topic, []).append((each.partition, code))
    return Response(results=[_topic(name, results) for name, results in outcomes.items()])


def error_response(
    request: AlterReplicaLogDirsRequest, context: RequestContext, error: ApiError
) -> AlterReplicaLogDirsResponse:
    """Every partition fails alike, as often as it was named."""
    code = ErrorCode(error.code)
    return Response(
        results=[
            _topic(topic.name, [(index, code) for index in topic.partitions])
            for directory in request.dirs
            for topic in directory.topics
        ]
    )


def _path(broker: Broker) -> str | None:
    """Where the broker's logs lie; None if nobody can tell any more."""
    try:
        return broker.replicas.logs.space().path
    except OSError:
        return None


def _outcome(broker: Broker, name: TopicPartition, *, is_here: bool) -> ErrorCode:
    units = len(name.topic.encode("utf-16-be", "surrogatepass")) // 2
    if units + len(f"-{name.partition}") + FUTURE_NAME_MORE > FILE_NAME_MAX:
        return ErrorCode.INVALID_TOPIC_EXCEPTION
    if not is_here:
        return ErrorCode.LOG_DIR_NOT_FOUND
    replicas = broker.replicas
    if replicas.get(name) is not None:
        return ErrorCode.NONE
    if name in replicas.offline:
        return ErrorCode.KAFKA_STORAGE_ERROR
    topic = broker.metadata.topics.get(name.topic)
    if topic is None or name.partition not in topic.partitions:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    return ErrorCode.REPLICA_NOT_AVAILABLE


def _topic(
    name: str, results: list[tuple[int, ErrorCode]]
) -> Response.AlterReplicaLogDirTopicResult:
    make = Response.AlterReplicaLogDirPartitionResult
    return Response.AlterReplicaLogDirTopicResult(
        topic_name=name,
        partitions=[make(partition_index=index, error_code=int(code)) for index, code in results],
    )
