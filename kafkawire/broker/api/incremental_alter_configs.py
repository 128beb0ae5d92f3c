"""IncrementalAlterConfigs: change single configurations of topics, brokers and others (KIP-339).

What the broker itself must judge is judged here, in Kafka's order: repeated resources, repeated
keys, missing values, its own loggers and dynamic settings. The rest is the controller's
(admin C.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.config_changes import DELETE, Alteration, Operation
from kafkawire.broker.metadata.dynamic_checks import check_broker_alteration
from kafkawire.broker.metadata.image import (
    RESOURCE_BROKER,
    RESOURCE_BROKER_LOGGER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.broker.metadata.requests import java_int, repeated
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.broker import Broker

    Resource = tuple[int, str]

VERSIONS = Versions(0, 1)

_OF_THE_CONTROLLER = frozenset((RESOURCE_TOPIC, RESOURCE_GROUP, RESOURCE_CLIENT_METRICS))


def handle(
    broker: Broker, request: IncrementalAlterConfigsRequest, context: RequestContext
) -> IncrementalAlterConfigsResponse:
    """Change what can be changed; one result per element, in order."""
    alterations = [
        Alteration(
            each.resource_type,
            each.resource_name,
            [Operation(one.name, one.config_operation, one.value) for one in each.configs],
        )
        for each in request.resources
    ]
    duplicates = repeated(each[:2] for each in alterations)
    outcomes: dict[Resource, ApiError | None] = {
        resource: _refused("Each resource must appear at most once.") for resource in duplicates
    }
    passed_on = []
    for alteration in alterations:
        if alteration[:2] in duplicates:
            continue
        try:
            if _is_for_controller(broker, alteration, validate_only=request.validate_only):
                passed_on.append(alteration)
            outcomes[alteration[:2]] = None
        except ApiError as error:
            outcomes[alteration[:2]] = error
    decided = broker.controller.alter_configs(
        passed_on, validate_only=request.validate_only, now_ms=context.now_ms
    )
    for alteration, outcome in zip(passed_on, decided, strict=True):
        outcomes[alteration[:2]] = outcome
    return _response(request, outcomes)


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


def _is_for_controller(broker: Broker, alteration: Alteration, *, validate_only: bool) -> bool:
    """Judge what is ours to judge; whether the controller has to go on. Raises `ApiError`."""
    _check_keys(alteration)
    if alteration.resource_type in _OF_THE_CONTROLLER:
        return True
    if alteration.resource_type == RESOURCE_BROKER:
        if alteration.resource_name:
            _check_node(broker, alteration.resource_name, "broker id, expected {},")
        check_broker_alteration(broker.metadata, broker.config, alteration)
        return True
    if alteration.resource_type == RESOURCE_BROKER_LOGGER:
        _check_node(broker, alteration.resource_name, "node id. Expected {},")
        loggers = broker.controller.loggers
        loggers.check(alteration.operations)
        if not validate_only:
            loggers.change(alteration.operations)
        return False
    raise _refused(f"Unknown resource type {alteration.resource_type}")


def _check_keys(alteration: Alteration) -> None:
    if repeated(operation.name for operation in alteration.operations):
        raise _refused("Error due to duplicate config keys")
    nulls = [
        operation.name
        for operation in alteration.operations
        if operation.value is None and operation.kind != DELETE
    ]
    if nulls:
        raise _refused(f"Null value not supported for : {', '.join(nulls)}")


def _check_node(broker: Broker, name: str, expectation: str) -> None:
    node_id = java_int(name)
    if node_id is None:
        raise _refused(f"Node id must be an integer, but it is: {name}")
    if node_id != broker.node_id:
        expected = expectation.format(broker.node_id)
        raise _refused(f"Unexpected {expected} but received {name}")


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REQUEST, message)
