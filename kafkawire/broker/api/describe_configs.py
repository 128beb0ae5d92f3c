"""DescribeConfigs: what is configured, and where each value comes from (admin C.1).

Answered from this broker's own image. The values are made by `metadata.config_entries`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.config_entries import (
    SOURCE_LOGGER,
    TYPE_UNKNOWN,
    ConfigEntry,
)
from kafkawire.broker.metadata.image import (
    RESOURCE_BROKER,
    RESOURCE_BROKER_LOGGER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.broker.metadata.requests import INVALID_REQUEST_TEXT, java_int
from kafkawire.broker.metadata.topic_names import name_error
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, Access, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.long_arrays import mapped
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.describe_configs_response import DescribeConfigsResponse
from kafkawire.protocol.pacing import unhurried

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 4)
RESTS = True

Asked = DescribeConfigsRequest.DescribeConfigsResource
Result = DescribeConfigsResponse.DescribeConfigsResult
Entry = DescribeConfigsResponse.DescribeConfigsResourceResult


def handle(
    broker: Broker, request: DescribeConfigsRequest, context: RequestContext
) -> DescribeConfigsResponse:
    """Describe each resource; an unknown type spoils the whole request (admin C-1)."""
    if any(asked.resource_type not in _DESCRIBED for asked in request.resources):
        raise ApiError(ErrorCode.INVALID_REQUEST, INVALID_REQUEST_TEXT)
    access = access_of(broker, context)
    if access is None:
        results = mapped(partial(_result, broker, request), request.resources)
        return DescribeConfigsResponse(results=results)
    results = [
        _result(broker, request, asked)
        for asked in unhurried(request.resources)
        if _denial(access, asked) is None
    ]
    for asked in unhurried(request.resources):
        denial = _denial(access, asked)
        if denial is not None:
            results.append(_failed(asked, denial))
    return DescribeConfigsResponse(results=results)


def error_response(
    request: DescribeConfigsRequest, context: RequestContext, error: ApiError
) -> DescribeConfigsResponse:
    """Every resource fails alike."""
    return DescribeConfigsResponse(results=[_failed(each, error) for each in request.resources])


def _denial(access: Access, asked: Asked) -> ApiError | None:
    """Why the client may not see this; such results come last (admin C-2)."""
    name = asked.resource_name
    if asked.resource_type == RESOURCE_TOPIC:
        if access.to_topic(Operation.DESCRIBE_CONFIGS, name):
            return None
        return ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Topic authorization failed.")
    if asked.resource_type == RESOURCE_GROUP:
        if access.to_group(Operation.DESCRIBE_CONFIGS, name):
            return None
        return ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED, "Group authorization failed.")
    if access.to_cluster(Operation.DESCRIBE_CONFIGS):
        return None
    return ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, CLUSTER_AUTHORIZATION_TEXT)


def _result(broker: Broker, request: DescribeConfigsRequest, asked: Asked) -> Result:
    try:
        entries = _DESCRIBED[asked.resource_type](broker, asked.resource_name)
    except ApiError as error:
        return _failed(asked, error)
    keys = asked.configuration_keys
    return Result(
        error_message="",
        resource_type=asked.resource_type,
        resource_name=asked.resource_name,
        configs=[_entry(entry, request) for entry in entries if not keys or entry.name in keys],
    )


def _failed(asked: Asked, error: ApiError) -> Result:
    return Result(
        error_code=int(error.code),
        error_message=error.message or "",
        resource_type=asked.resource_type,
        resource_name=asked.resource_name,
    )


def _entry(entry: ConfigEntry, request: DescribeConfigsRequest) -> Entry:
    synonyms = entry.synonyms if request.include_synonyms else ()
    return Entry(
        name=entry.name,
        value=entry.value,
        read_only=entry.read_only,
        config_source=entry.source,
        is_sensitive=entry.sensitive,
        synonyms=[
            DescribeConfigsResponse.DescribeConfigsSynonym(
                name=each.name, value=each.value, source=each.source
            )
            for each in synonyms
        ],
        config_type=entry.type,
        documentation=None,
    )


def _topic(broker: Broker, name: str) -> list[ConfigEntry]:
    message = name_error(name)
    if message is not None:
        raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION, message)
    if name not in broker.metadata.topics:
        raise ApiError(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    return broker.controller.entries.topic(name)


def _broker(broker: Broker, name: str) -> list[ConfigEntry]:
    if not name:
        return broker.controller.entries.cluster_default()
    _check_node(broker, name, f"{broker.node_id} or empty string,")
    return broker.controller.entries.broker()


def _loggers(broker: Broker, name: str) -> list[ConfigEntry]:
    if not name:
        raise ApiError(ErrorCode.INVALID_REQUEST, "Broker id must not be empty")
    _check_node(broker, name, str(broker.node_id))
    return [
        ConfigEntry(logger, level, SOURCE_LOGGER, TYPE_UNKNOWN, False, False, ())
        for logger, level in broker.loggers.all()
    ]


def _check_node(broker: Broker, name: str, expected: str) -> None:
    node_id = java_int(name)
    if node_id is None:
        raise ApiError(
            ErrorCode.INVALID_REQUEST, f"Broker id must be an integer, but it is: {name}"
        )
    if node_id != broker.node_id:
        raise ApiError(
            ErrorCode.INVALID_REQUEST,
            f"Unexpected broker id, expected {expected} but received {name}",
        )


def _client_metrics(broker: Broker, name: str) -> list[ConfigEntry]:
    if not name:
        raise ApiError(
            ErrorCode.INVALID_REQUEST, "Client metrics subscription name must not be empty"
        )
    return broker.controller.entries.client_metrics(name)


def _group(broker: Broker, name: str) -> list[ConfigEntry]:
    if not name:
        raise ApiError(ErrorCode.INVALID_REQUEST, "Group name must not be empty")
    return broker.controller.entries.group(name)


_DESCRIBED: dict[int, Callable[[Broker, str], list[ConfigEntry]]] = {
    RESOURCE_TOPIC: _topic,
    RESOURCE_BROKER: _broker,
    RESOURCE_BROKER_LOGGER: _loggers,
    RESOURCE_CLIENT_METRICS: _client_metrics,
    RESOURCE_GROUP: _group,
}
