"""The cluster as its KRaft controllers describe it, for clients of bootstrap.controllers (KIP-919).

Controllers have no topics and answer no Metadata. DescribeCluster has their ids and
addresses, and which of them is active.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.since import DESCRIBE_CLUSTER_ENDPOINTS_SINCE

if TYPE_CHECKING:
    from kafkawire.protocol.messages.describe_cluster_response import DescribeClusterResponse

CONTROLLERS = 2
"""The endpoint type of controllers."""
VERSIONS = (DESCRIBE_CLUSTER_ENDPOINTS_SINCE, DescribeClusterRequest.VERSIONS[1])


def controllers_request() -> DescribeClusterRequest:
    """Return the request for the controllers."""
    return DescribeClusterRequest(endpoint_type=CONTROLLERS)


def as_metadata(answer: DescribeClusterResponse) -> MetadataResponse:
    """Return what Metadata would have: the controllers as nodes, and no topics."""
    return MetadataResponse(
        error_code=answer.error_code,
        cluster_id=answer.cluster_id,
        controller_id=answer.controller_id,
        brokers=[
            MetadataResponse.MetadataResponseBroker(
                node_id=each.broker_id, host=each.host, port=each.port, rack=each.rack
            )
            for each in answer.brokers
        ],
    )
