"""DescribeLogDirs (key 35): the logs in a broker's directory, and how large they are (KIP-113).

v1  as v0; v2 flexible
v3  an error for the whole
v4  size of the volume, and what is left of it (KIP-827)
v5  IsCordoned (KIP-1066)

This broker has one directory. In memory that is `log_source.MEMORY`, of unknown size. One in which
files have failed is told as Kafka tells a failed one, with KAFKA_STORAGE_ERROR, but with those of
its logs that are still served (admin D-13).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_log_dirs_response import DescribeLogDirsResponse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.protocol.messages.describe_log_dirs_request import DescribeLogDirsRequest

VERSIONS = Versions(0, 5)
RESTS = True

Response = DescribeLogDirsResponse


def handle(
    broker: Broker, request: DescribeLogDirsRequest, context: RequestContext
) -> DescribeLogDirsResponse:
    """Describe the directory; of named partitions those that are not here are left out."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.DESCRIBE):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    logs = broker.replicas.logs
    result = Response.DescribeLogDirsResult(
        log_dir=logs.directory,
        topics=_topics(_asked(broker, request)),
        is_cordoned=_is_cordoned(broker),
    )
    try:
        result.log_dir, total_bytes, usable_bytes = logs.space()
    except OSError:
        result.error_code = int(ErrorCode.KAFKA_STORAGE_ERROR)
    else:
        if logs.failed:
            result.error_code = int(ErrorCode.KAFKA_STORAGE_ERROR)
        else:
            result.total_bytes, result.usable_bytes = total_bytes, usable_bytes
    return Response(results=[result])


def _asked(broker: Broker, request: DescribeLogDirsRequest) -> Iterable[Partition]:
    partitions = broker.replicas.partitions
    if request.topics is None:
        return partitions.values()
    names = {
        TopicPartition(topic.topic, index): None
        for topic in request.topics
        for index in topic.partitions
    }
    return [partitions[name] for name in names if name in partitions]


def _topics(partitions: Iterable[Partition]) -> list[Response.DescribeLogDirsTopic]:
    found: dict[str, list[Response.DescribeLogDirsPartition]] = {}
    for partition in partitions:
        name, index = partition.topic_partition
        log = partition.log
        found.setdefault(name, []).append(
            Response.DescribeLogDirsPartition(
                partition_index=index,
                partition_size=log.size,
                offset_lag=max(log.high_watermark - log.log_end_offset, 0),
            )
        )
    return [
        Response.DescribeLogDirsTopic(name=name, partitions=found[name]) for name in sorted(found)
    ]


def _is_cordoned(broker: Broker) -> bool:
    registered = broker.metadata.brokers.get(broker.node_id)
    return registered is not None and broker.replicas.log_dir_id in registered.cordoned_log_dirs
