"""IncrementalAlterConfigs: change single configurations of topics, brokers and others (KIP-339).

What is judged where is `administration.altering`'s matter (admin C.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.administration.altering import Asked, alter
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.config_changes import DELETE, Alteration, Operation
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.broker import Broker
    from kafkawire.protocol.errors import ApiError

    Resource = tuple[int, str]

VERSIONS = Versions(0, 1)


def handle(
    broker: Broker, request: IncrementalAlterConfigsRequest, context: RequestContext
) -> IncrementalAlterConfigsResponse:
    """Change what can be changed; one result per element, in order."""
    asked = Asked(context, validate_only=request.validate_only)
    for each in request.resources:
        operations = [Operation(one.name, one.config_operation, one.value) for one in each.configs]
        asked.add(
            Alteration(each.resource_type, each.resource_name, operations),
            [(one.name, one.value is None and one.kind != DELETE) for one in operations],
        )
    return _response(request, alter(broker, asked))


def error_response(
    request: IncrementalAlterConfigsRequest, context: RequestContext, error: ApiError
) -> IncrementalAlterConfigsResponse:
    """Every element fails alike."""
    resources = [(each.resource_type, each.resource_name) for each in request.resources]
    return _response(request, dict.fromkeys(resources, error))


def _response(
    request: IncrementalAlterConfigsRequest, outcomes: Mapping[Resource, ApiError | None]
) -> IncrementalAlterConfigsResponse:
    responses = []
    for each in request.resources:
        error = outcomes[each.resource_type, each.resource_name]
        responses.append(
            IncrementalAlterConfigsResponse.AlterConfigsResourceResponse(
                error_code=0 if error is None else int(error.code),
                error_message=None if error is None else error.message,
                resource_type=each.resource_type,
                resource_name=each.resource_name,
            )
        )
    return IncrementalAlterConfigsResponse(responses=responses)
