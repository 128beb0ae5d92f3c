"""Operations on the cluster itself: describe it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafkawire.client.core.controllers import CONTROLLERS
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, operations_of
from kafkawire.client.core.view import Node
from kafkawire.client.descriptions import ClusterDescription
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.describe_cluster_request import DescribeClusterRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest

CLUSTER = "the cluster"


def describe_cluster(
    sources: Sources, *, include_authorized_operations: bool
) -> Plan[str, ClusterDescription]:
    """Describe the brokers; there is one key. Old brokers get a Metadata request instead."""

    def ask(keys: Sequence[str], version: int) -> DescribeClusterRequest:
        made = DescribeClusterRequest(
            include_cluster_authorized_operations=include_authorized_operations
        )
        if sources.metadata.asks_controllers:
            made.endpoint_type = CONTROLLERS
        return made

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, ClusterDescription | ClientError]:
        nodes = (Node(each.broker_id, each.host, each.port, each.rack) for each in answer.brokers)
        found = _described(answer, nodes)
        return for_all(keys, found, answer, api=ApiKey.DESCRIBE_CLUSTER)

    operation = Operation(
        ApiKey.DESCRIBE_CLUSTER, "describe the cluster", sources.anyone(), ask, read
    )
    return Plan(operation, [CLUSTER], instead=_by_metadata(sources))


def _by_metadata(sources: Sources) -> Plan[str, ClusterDescription]:
    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, ClusterDescription | ClientError]:
        nodes = (Node(each.node_id, each.host, each.port, each.rack) for each in answer.brokers)
        return {CLUSTER: _described(answer, nodes)}

    operation = Operation(
        ApiKey.METADATA,
        "describe the cluster",
        sources.anyone(),
        lambda keys, version: MetadataRequest(topics=[]),
        read,
        least=1,
    )
    return Plan(operation, [CLUSTER])


def _described(answer: Any, nodes: Any) -> ClusterDescription:
    return ClusterDescription(
        answer.cluster_id,
        None if answer.controller_id < 0 else answer.controller_id,
        tuple(sorted(nodes)),
        operations_of(answer.cluster_authorized_operations),
    )
