"""ListConfigResources: what has configurations (KIP-1142); before, metrics subscriptions (KIP-714).

Groups and subscriptions are listed if something is set for them; brokers and topics always are
(admin C.6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.image import (
    RESOURCE_BROKER,
    RESOURCE_BROKER_LOGGER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.java_order import java_string_hash
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.list_config_resources_request import ListConfigResourcesRequest
from kafkawire.protocol.messages.list_config_resources_response import (
    ListConfigResourcesResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metadata.image import MetadataImage

VERSIONS = Versions(0, 1)
RESTS = True

TYPES_MIN = 1
"""From this version on a request names the types."""

LISTED = (
    RESOURCE_GROUP,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_BROKER_LOGGER,
    RESOURCE_BROKER,
    RESOURCE_TOPIC,
)
"""The types, in the order of an answer."""


def handle(
    broker: Broker, request: ListConfigResourcesRequest, context: RequestContext
) -> ListConfigResourcesResponse:
    """List the resources of some types, of all if none is named."""
    require_cluster(broker, context, Operation.DESCRIBE_CONFIGS)
    wanted = set(request.resource_types) or set(LISTED)
    if context.api_version < TYPES_MIN:
        wanted = {RESOURCE_CLIENT_METRICS}
    if not wanted <= set(LISTED):
        raise ApiError(ErrorCode.UNSUPPORTED_VERSION)
    make = ListConfigResourcesResponse.ConfigResource
    return ListConfigResourcesResponse(
        config_resources=[
            make(resource_name=name, resource_type=kind)
            for kind in LISTED
            if kind in wanted
            for name in _names(broker.metadata, kind)
        ]
    )


def _names(image: MetadataImage, kind: int) -> list[str]:
    if kind == RESOURCE_TOPIC:
        return sorted(image.topics, key=java_string_hash)
    if kind in (RESOURCE_BROKER, RESOURCE_BROKER_LOGGER):
        return [str(node_id) for node_id in sorted(image.brokers)]
    return sorted(name for its_kind, name in image.configs if its_kind == kind)
