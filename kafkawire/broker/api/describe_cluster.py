"""DescribeCluster: the brokers on the client's listener (admin A-39 to A-41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.requests import OPERATIONS_NOT_ASKED
from kafkawire.broker.metadata.view import ClusterView
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.operations import cluster_operations
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 2)
RESTS = True

ENDPOINT_BROKER = 1
ENDPOINT_CONTROLLER = 2


def handle(
    broker: Broker, request: DescribeClusterRequest, context: RequestContext
) -> DescribeClusterResponse:
    """Describe the brokers; fenced ones if asked for."""
    _check_endpoint(request.endpoint_type)
    view = ClusterView(broker.metadata, broker.node_id, context.connection)
    return DescribeClusterResponse(
        cluster_id=broker.cluster_id,
        controller_id=view.random_broker(broker.random),
        brokers=[
            DescribeClusterResponse.DescribeClusterBroker(
                broker_id=each.node_id,
                host=each.host,
                port=each.port,
                rack=each.rack,
                is_fenced=each.fenced,
            )
            for each in view.brokers(include_fenced=request.include_fenced_brokers)
        ],
        cluster_authorized_operations=(
            cluster_operations(access_of(broker, context))
            if request.include_cluster_authorized_operations
            else OPERATIONS_NOT_ASKED
        ),
    )


def _check_endpoint(endpoint_type: int) -> None:
    if endpoint_type == ENDPOINT_CONTROLLER:
        raise ApiError(
            ErrorCode.MISMATCHED_ENDPOINT_TYPE,
            "The request was sent to an endpoint of type BROKER, but we wanted an endpoint of "
            "type CONTROLLER",
        )
    if endpoint_type != ENDPOINT_BROKER:
        raise ApiError(
            ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, f"Unsupported endpoint type {endpoint_type}"
        )
