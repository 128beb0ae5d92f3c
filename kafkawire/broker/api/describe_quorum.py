"""DescribeQuorum: who keeps the metadata log, and how far (KIP-595, KIP-853).

Only about partition 0 of `__cluster_metadata`, alone; any other request hears of each partition
that it is not hosted here (admin D-21). The one voter leads, so it is never behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.features import KRAFT_VERSION
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.describe_quorum_request import DescribeQuorumRequest
from kafkawire.protocol.messages.describe_quorum_response import DescribeQuorumResponse
from kafkawire.protocol.primitives import ZERO_UUID

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 2)

NODES_MIN = 2
"""From this version on an answer says where controllers are."""
NOT_HOSTED = "This server does not host this topic-partition."

Partition = DescribeQuorumResponse.PartitionData


def handle(
    broker: Broker, request: DescribeQuorumRequest, context: RequestContext
) -> DescribeQuorumResponse:
    """Describe the quorum, or refuse every partition."""
    require_cluster(broker, context, Operation.DESCRIBE)
    asked = [
        (each.topic_name, [one.partition_index for one in each.partitions])
        for each in request.topics
    ]
    if asked == [(CLUSTER_METADATA, [0])]:
        nodes = _nodes(broker) if context.api_version >= NODES_MIN else []
        return _response([(CLUSTER_METADATA, [_partition(broker, context)])], nodes)
    return _response(
        [
            (
                name,
                [
                    Partition(
                        partition_index=index,
                        error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        error_message=NOT_HOSTED,
                    )
                    for index in indexes
                ],
            )
            for name, indexes in asked
        ],
        [],
    )


def _response(
    topics: list[tuple[str, list[Partition]]], nodes: list[DescribeQuorumResponse.Node]
) -> DescribeQuorumResponse:
    return DescribeQuorumResponse(
        topics=[
            DescribeQuorumResponse.TopicData(topic_name=name, partitions=partitions)
            for name, partitions in topics
        ],
        nodes=nodes,
    )


def _partition(broker: Broker, context: RequestContext) -> Partition:
    log = broker.controller.log
    in_log = broker.metadata.features.get(KRAFT_VERSION, 0)
    time_ms = broker.wall_clock.time_ms(context.now_ms)
    voter = DescribeQuorumResponse.ReplicaState(
        replica_id=broker.node_id,
        replica_directory_id=broker.replicas.log_dir_id if in_log else ZERO_UUID,
        log_end_offset=log.end_offset,
        last_fetch_timestamp=time_ms,
        last_caught_up_timestamp=time_ms,
    )
    return Partition(
        partition_index=0,
        leader_id=broker.node_id,
        leader_epoch=log.epoch,
        high_watermark=log.end_offset,
        current_voters=[voter],
    )


def _nodes(broker: Broker) -> list[DescribeQuorumResponse.Node]:
    kinds = DescribeQuorumResponse
    return [
        kinds.Node(
            node_id=controller.controller_id,
            listeners=[
                kinds.Listener(name=each.name, host=each.host, port=each.port)
                for each in controller.end_points
            ],
        )
        for controller in broker.metadata.controllers.values()
        if controller.controller_id == broker.node_id
    ]
