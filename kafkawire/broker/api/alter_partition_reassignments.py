"""AlterPartitionReassignments (key 45): move partitions to other brokers, or stop that (KIP-455).

v1  AllowReplicationFactorChange (KIP-1073)

Each partition stands by itself, and all are decided on the metadata as they are; see
`metadata.reassignments`. Nothing asked is answered without a look at the deadline (admin D-4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import Versions
from kafkawire.broker.metadata.reassignments import Reassigner, Wish
from kafkawire.broker.metadata.requests import check_deadline
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.alter_partition_reassignments_response import (
    AlterPartitionReassignmentsResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.alter_partition_reassignments_request import (
        AlterPartitionReassignmentsRequest,
    )

    Topic = AlterPartitionReassignmentsRequest.ReassignableTopic
    Partition = AlterPartitionReassignmentsRequest.ReassignablePartition

VERSIONS = Versions(0, 1)

Response = AlterPartitionReassignmentsResponse


def handle(
    broker: Broker, request: AlterPartitionReassignmentsRequest, context: RequestContext
) -> AlterPartitionReassignmentsResponse:
    """Begin and cancel reassignments; raises `ApiError` if the client may do neither."""
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.ALTER):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)
    if not request.topics:
        return Response()
    check_deadline(request.timeout_ms)
    reassigner = Reassigner(
        broker.metadata, may_change_factor=request.allow_replication_factor_change
    )
    records: list[Message] = []

    def decide(wish: Wish) -> ApiError | None:
        try:
            record = reassigner.decide(wish)
        except ApiError as error:
            return error
        if record is not None:
            records.append(record)
        return None

    responses = _responses(request, decide)
    broker.controller.commit(records, context.now_ms)
    return Response(
        allow_replication_factor_change=request.allow_replication_factor_change,
        error_message=None,
        responses=responses,
    )


def error_response(
    request: AlterPartitionReassignmentsRequest, context: RequestContext, error: ApiError
) -> AlterPartitionReassignmentsResponse:
    """Every partition fails alike."""
    return Response(
        error_code=int(error.code),
        error_message=error.message,
        responses=_responses(request, lambda _: error),
    )


def _responses(
    request: AlterPartitionReassignmentsRequest, outcome: Callable[[Wish], ApiError | None]
) -> list[Response.ReassignableTopicResponse]:
    return [
        Response.ReassignableTopicResponse(
            name=topic.name,
            partitions=[
                _result(each.partition_index, outcome(_wish(topic, each)))
                for each in topic.partitions
            ],
        )
        for topic in request.topics
    ]


def _wish(topic: Topic, partition: Partition) -> Wish:
    return Wish(topic.name, partition.partition_index, partition.replicas)


def _result(index: int, error: ApiError | None) -> Response.ReassignablePartitionResponse:
    return Response.ReassignablePartitionResponse(
        partition_index=index,
        error_code=0 if error is None else int(error.code),
        error_message=None if error is None else error.message,
    )
