"""Operations on configurations: describe, change one by one or as a whole, list what has some."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kafkawire.client.core.calls import ANY
from kafkawire.client.core.operations.lookups import ByKey
from kafkawire.client.core.operations.operation import Operation
from kafkawire.client.core.operations.sources import Plan, Sources, for_all, outcome
from kafkawire.client.descriptions import ConfigEntry, ConfigResource
from kafkawire.client.errors import ClientError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.describe_configs_request import DescribeConfigsRequest
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.list_config_resources_request import (
    ListConfigResourcesRequest,
)
from kafkawire.protocol.since import LIST_CONFIG_RESOURCES_TYPES_SINCE

RESOURCES = "configuration resources"
CLIENT_METRICS = "client_metrics"
TYPES = {"topic": 2, "broker": 4, "broker_logger": 8, "client_metrics": 16, "group": 32}
SOURCES = {
    0: "unknown",
    1: "topic",
    2: "broker",
    3: "cluster",
    4: "server.properties",
    5: "default",
    6: "broker logger",
    7: "client metrics",
    8: "group",
}
VALUE_TYPES = {
    1: "boolean",
    2: "string",
    3: "int",
    4: "short",
    5: "long",
    6: "double",
    7: "list",
    8: "class",
    9: "password",
}
SET, DELETE, APPEND, SUBTRACT = range(4)
NOT_CONTROLLER = 41
_NAMES = {number: name for name, number in TYPES.items()}


def describe_configs(
    sources: Sources,
    resources: Mapping[ConfigResource, Sequence[str] | None],
    *,
    include_synonyms: bool,
    include_documentation: bool,
) -> Plan[ConfigResource, tuple[ConfigEntry, ...]]:
    """Read configurations, all names where None is given."""

    def ask(keys: Sequence[ConfigResource], version: int) -> DescribeConfigsRequest:
        def wanted(key: ConfigResource) -> DescribeConfigsRequest.DescribeConfigsResource:
            names = resources[key]
            return DescribeConfigsRequest.DescribeConfigsResource(
                resource_type=TYPES[key.type],
                resource_name=key.name,
                configuration_keys=None if names is None else list(names),
            )

        return DescribeConfigsRequest(
            resources=[wanted(key) for key in keys],
            include_synonyms=include_synonyms,
            include_documentation=include_documentation,
        )

    def read(
        answer: Any, keys: Sequence[ConfigResource], version: int
    ) -> dict[ConfigResource, tuple[ConfigEntry, ...] | ClientError]:
        return {
            _resource(each): outcome(
                tuple(map(_entry, each.configs)),
                each,
                api=ApiKey.DESCRIBE_CONFIGS,
                what=f"{each.resource_name}",
            )
            for each in answer.results
        }

    operation = Operation(
        ApiKey.DESCRIBE_CONFIGS, "describe configurations", _at_broker(), ask, read
    )
    return Plan(operation, list(resources))


def change_configs(
    sources: Sources,
    changes: Mapping[ConfigResource, Sequence[tuple[str, int, str | None]]],
    *,
    validate_only: bool,
) -> Plan[ConfigResource, None]:
    """Change configurations: name, one of SET, DELETE, APPEND, SUBTRACT, and the value."""

    def ask(keys: Sequence[ConfigResource], version: int) -> IncrementalAlterConfigsRequest:
        resources = [
            IncrementalAlterConfigsRequest.AlterConfigsResource(
                resource_type=TYPES[key.type],
                resource_name=key.name,
                configs=[
                    IncrementalAlterConfigsRequest.AlterableConfig(
                        name=name, config_operation=change, value=value
                    )
                    for name, change, value in changes[key]
                ],
            )
            for key in keys
        ]
        return IncrementalAlterConfigsRequest(resources=resources, validate_only=validate_only)

    return _altering(ApiKey.INCREMENTAL_ALTER_CONFIGS, ask, list(changes))


def replace_configs(
    sources: Sources,
    configurations: Mapping[ConfigResource, Mapping[str, str]],
    *,
    validate_only: bool,
) -> Plan[ConfigResource, None]:
    """Replace whole configurations."""

    def ask(keys: Sequence[ConfigResource], version: int) -> AlterConfigsRequest:
        resources = [
            AlterConfigsRequest.AlterConfigsResource(
                resource_type=TYPES[key.type],
                resource_name=key.name,
                configs=[
                    AlterConfigsRequest.AlterableConfig(name=name, value=value)
                    for name, value in configurations[key].items()
                ],
            )
            for key in keys
        ]
        return AlterConfigsRequest(resources=resources, validate_only=validate_only)

    return _altering(ApiKey.ALTER_CONFIGS, ask, list(configurations))


def _altering(
    api: ApiKey,
    ask: Callable[[Sequence[ConfigResource], int], Message],
    keys: Sequence[ConfigResource],
) -> Plan[ConfigResource, None]:
    """Both requests have the same answer."""

    def read(
        answer: Any, keys: Sequence[ConfigResource], version: int
    ) -> dict[ConfigResource, ClientError | None]:
        return {
            _resource(each): outcome(None, each, api=api, what=each.resource_name)
            for each in answer.responses
        }

    operation = Operation(
        api, "alter configurations", _at_broker(), ask, read, again=frozenset({NOT_CONTROLLER})
    )
    return Plan(operation, keys)


def _at_broker() -> ByKey[ConfigResource]:
    """Return the lookup of configurations: those of a broker at itself, all others at any."""
    return ByKey(
        lambda key: int(key.name) if key.type.startswith("broker") and key.name.isdigit() else ANY
    )


def list_config_resources(
    sources: Sources, types: Sequence[str]
) -> Plan[str, tuple[ConfigResource, ...]]:
    """List what may have configurations, of all types if there are none; there is one key.

    Before version 1 a broker lists metrics subscriptions of clients, and nothing else.
    """

    def ask(keys: Sequence[str], version: int) -> ListConfigResourcesRequest:
        wanted = (
            [TYPES[each] for each in types] if version >= LIST_CONFIG_RESOURCES_TYPES_SINCE else []
        )
        return ListConfigResourcesRequest(resource_types=wanted)

    def read(
        answer: Any, keys: Sequence[str], version: int
    ) -> dict[str, tuple[ConfigResource, ...] | ClientError]:
        found = tuple(sorted(map(_resource, answer.config_resources)))
        return for_all(keys, found, answer, api=ApiKey.LIST_CONFIG_RESOURCES)

    least = 0 if list(types) == [CLIENT_METRICS] else LIST_CONFIG_RESOURCES_TYPES_SINCE
    operation = Operation(
        ApiKey.LIST_CONFIG_RESOURCES,
        "list configuration resources",
        sources.anyone(),
        ask,
        read,
        least=least,
    )
    return Plan(operation, [RESOURCES])


def _resource(each: Any) -> ConfigResource:
    return ConfigResource(_NAMES.get(each.resource_type, "unknown"), each.resource_name)


def _entry(each: Any) -> ConfigEntry:
    synonyms = tuple(
        (synonym.name, synonym.value, SOURCES.get(synonym.source, "unknown"))
        for synonym in each.synonyms or ()
    )
    return ConfigEntry(
        each.name,
        each.value,
        SOURCES.get(each.config_source, "default" if each.is_default else "unknown"),
        each.read_only,
        each.is_sensitive,
        VALUE_TYPES.get(each.config_type, ""),
        each.documentation,
        synonyms,
    )
