"""Requests that change configurations, as the broker that is asked sees them.

What only this broker can judge it judges: resources named twice, keys named twice or without a
value, its own loggers and dynamic settings. What is left goes to the controller together, which
asks for the right to it (admin C-20 to C-24, C-37; Kafka's `ConfigAdminManager` and
`ControllerApis`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.config_changes import Alteration, Replacement
from kafkawire.broker.metadata.dynamic_checks import check_broker_alteration, check_broker_values
from kafkawire.broker.metadata.image import (
    RESOURCE_BROKER,
    RESOURCE_BROKER_LOGGER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.broker.metadata.requests import java_int, repeated
from kafkawire.broker.security.access import CLUSTER_AUTHORIZATION_TEXT, access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, invalid_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.security.access import Access

    Change = Alteration | Replacement
    Resource = tuple[int, str]
    Key = tuple[str, bool]

OF_THE_CONTROLLER = frozenset((RESOURCE_TOPIC, RESOURCE_GROUP, RESOURCE_CLIENT_METRICS))


class Asked:
    """One request's changes, each with its keys and whether these lack a value they need."""

    __slots__ = ("changes", "context", "keys", "validate_only")

    def __init__(self, context: RequestContext, *, validate_only: bool) -> None:
        self.context = context
        self.validate_only = validate_only
        self.changes: list[Change] = []
        self.keys: list[Sequence[Key]] = []

    def add(self, change: Change, keys: Sequence[Key]) -> None:
        """The next resource of the request; `keys` as named, True where a value is missing."""
        self.changes.append(change)
        self.keys.append(keys)


def alter(broker: Broker, asked: Asked) -> dict[Resource, ApiError | None]:
    """Change what can be changed; by resource, why not or None."""
    duplicates = repeated(change[:2] for change in asked.changes)
    outcomes: dict[Resource, ApiError | None] = {
        resource: invalid_request("Each resource must appear at most once.")
        for resource in duplicates
    }
    access = access_of(broker, asked.context)
    passed_on = []
    for change, keys in zip(asked.changes, asked.keys, strict=True):
        if change[:2] in duplicates:
            continue
        try:
            check_keys(keys)
            if _is_for_controller(broker, access, change, validate_only=asked.validate_only):
                check_right(access, change)
                passed_on.append(change)
            outcomes[change[:2]] = None
        except ApiError as error:
            outcomes[change[:2]] = error
    decided = broker.controller.alter_configs(
        passed_on, validate_only=asked.validate_only, now_ms=asked.context.now_ms
    )
    for change, outcome in zip(passed_on, decided, strict=True):
        outcomes[change[:2]] = outcome
    return outcomes


def _is_for_controller(
    broker: Broker, access: Access | None, change: Change, *, validate_only: bool
) -> bool:
    """Judge what is ours to judge; whether the controller has to go on. Raises `ApiError`."""
    if change.resource_type in OF_THE_CONTROLLER:
        return True
    if change.resource_type == RESOURCE_BROKER:
        _check_broker(broker, change)
        return True
    if change.resource_type == RESOURCE_BROKER_LOGGER and isinstance(change, Alteration):
        _check_cluster_right(access)
        _change_loggers(broker, change, validate_only=validate_only)
        return False
    raise invalid_request(f"Unknown resource type {change.resource_type}")


def _check_broker(broker: Broker, change: Change) -> None:
    if change.resource_name:
        _check_node(broker, change.resource_name, "broker id, expected {},")
    if isinstance(change, Replacement):
        check_broker_values(broker.config, change.resource_name, change.values)
    else:
        check_broker_alteration(broker.metadata, broker.config, change)


def _change_loggers(broker: Broker, change: Alteration, *, validate_only: bool) -> None:
    _check_node(broker, change.resource_name, "node id. Expected {},")
    loggers = broker.loggers
    loggers.check(change.operations)
    if not validate_only:
        loggers.change(change.operations)


def check_keys(keys: Iterable[Key]) -> None:
    """Refuse keys that are named twice, and those without the value that they need."""
    keys = list(keys)
    if repeated(name for name, _ in keys):
        raise invalid_request("Error due to duplicate config keys")
    nulls = [name for name, is_null in keys if is_null]
    if nulls:
        raise invalid_request(f"Null value not supported for : {', '.join(nulls)}")


def check_right(access: Access | None, change: Change) -> None:
    """Refuse whoever may not alter the configurations of this resource (admin C-23)."""
    if access is None:
        return
    name = change.resource_name
    if change.resource_type == RESOURCE_TOPIC:
        if not access.to_topic(Operation.ALTER_CONFIGS, name):
            raise ApiError(ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Topic authorization failed.")
    elif change.resource_type == RESOURCE_GROUP:
        if not access.to_group(Operation.ALTER_CONFIGS, name):
            raise ApiError(ErrorCode.GROUP_AUTHORIZATION_FAILED, "Group authorization failed.")
    elif change.resource_type == RESOURCE_CLIENT_METRICS:
        _check_cluster_right(access, CLUSTER_AUTHORIZATION_TEXT)
    else:
        _check_cluster_right(access)


def _check_cluster_right(access: Access | None, message: str | None = None) -> None:
    if access is not None and not access.to_cluster(Operation.ALTER_CONFIGS):
        raise ApiError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, message)


def _check_node(broker: Broker, name: str, expectation: str) -> None:
    node_id = java_int(name)
    if node_id is None:
        raise invalid_request(f"Node id must be an integer, but it is: {name}")
    if node_id != broker.node_id:
        expected = expectation.format(broker.node_id)
        raise invalid_request(f"Unexpected {expected} but received {name}")
