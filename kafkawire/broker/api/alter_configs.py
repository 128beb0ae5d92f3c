"""AlterConfigs: replace all configurations of topics, brokers and others (admin C.4).

Clients have IncrementalAlterConfigs since 2.3; this is for the older ones. A resource named twice
is refused as it is there, where Kafka 4.4 never answers (C-38).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.administration.altering import Asked, alter
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.config_changes import Replacement
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.alter_configs_response import AlterConfigsResponse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.broker import Broker
    from kafkawire.protocol.errors import ApiError

    Resource = tuple[int, str]

VERSIONS = Versions(0, 2)


def handle(
    broker: Broker, request: AlterConfigsRequest, context: RequestContext
) -> AlterConfigsResponse:
    """Replace what can be replaced; one result per element, in order."""
    asked = Asked(context, validate_only=request.validate_only)
    for each in request.resources:
        values = {one.name: one.value for one in each.configs if one.value is not None}
        asked.add(
            Replacement(each.resource_type, each.resource_name, values),
            [(one.name, one.value is None) for one in each.configs],
        )
    return _response(request, alter(broker, asked))


def error_response(
    request: AlterConfigsRequest, context: RequestContext, error: ApiError
) -> AlterConfigsResponse:
    """Every element fails alike."""
    resources = [(each.resource_type, each.resource_name) for each in request.resources]
    return _response(request, dict.fromkeys(resources, error))


def _response(
    request: AlterConfigsRequest, outcomes: Mapping[Resource, ApiError | None]
) -> AlterConfigsResponse:
    responses = []
    for each in request.resources:
        error = outcomes[each.resource_type, each.resource_name]
        responses.append(
            AlterConfigsResponse.AlterConfigsResourceResponse(
                error_code=0 if error is None else int(error.code),
                error_message=None if error is None else error.message,
                resource_type=each.resource_type,
                resource_name=each.resource_name,
            )
        )
    return AlterConfigsResponse(responses=responses)
