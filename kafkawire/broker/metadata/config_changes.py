"""What a change of configurations comes to: records and an outcome for each resource (KIP-339).

An `Alteration` is operations on single keys, a `Replacement` the whole new set. Either becomes the
resource's new configurations; these are checked as a whole, and only then whether the resource
exists (admin C-24 to C-31). A key that keeps its value needs no record, except on brokers, which
always get one (C-27).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.broker.config import ConfigType
from kafkawire.broker.config.definitions import BROKER, TOPIC
from kafkawire.broker.metadata.bootstrap import MIN_INSYNC_REPLICAS
from kafkawire.broker.metadata.config_checks import (
    check_client_metrics,
    check_lengths,
    check_topic_configs,
    check_topic_resource,
)
from kafkawire.broker.metadata.cordoning import check_cordons_are_known
from kafkawire.broker.metadata.features import ELR_RECORDS_SINCE, ELR_VERSION
from kafkawire.broker.metadata.group_configs import check_group_configs
from kafkawire.broker.metadata.image import (
    EVERY_BROKER,
    RESOURCE_BROKER,
    RESOURCE_CLIENT_METRICS,
    RESOURCE_GROUP,
    RESOURCE_TOPIC,
)
from kafkawire.java_order import java_hash_order, timeline_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.clear_elr_record import ClearElrRecord
from kafkawire.protocol.messages.config_record import ConfigRecord

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kafkawire.broker.config import BrokerConfig, Definition
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

SET = 0
DELETE = 1
APPEND = 2
SUBTRACT = 3

LIST_OPERATIONS = {APPEND: "APPEND", SUBTRACT: "SUBTRACT"}

_WITH_LISTS: Mapping[int, Mapping[str, Definition]] = {
    RESOURCE_TOPIC: TOPIC,
    RESOURCE_BROKER: BROKER,
}
"""The definitions that Kafka's controller looks at for lists; of other resources none is one."""


class Operation(NamedTuple):
    """What is to be done with one key; `value` is None for DELETE only."""

    name: str
    kind: int
    value: str | None


class Alteration(NamedTuple):
    """What is to be done with one resource; its keys are distinct."""

    resource_type: int
    resource_name: str
    operations: Sequence[Operation]


class Replacement(NamedTuple):
    """All that a resource is to be configured with; what else it has goes (admin C-36)."""

    resource_type: int
    resource_name: str
    values: Mapping[str, str]


class ConfigChanger:
    """Decides about changes; changes nothing."""

    __slots__ = ("_config", "_image")

    def __init__(self, image: MetadataImage, config: BrokerConfig) -> None:
        self._image = image
        self._config = config

    def decide(
        self, alterations: Sequence[Alteration | Replacement]
    ) -> tuple[list[Message], list[ApiError | None]]:
        """The records of all that is possible; for each alteration, why not or None."""
        records: list[Message] = []
        clearing: list[Message] = []
        outcomes: list[ApiError | None] = []
        for alteration in alterations:
            try:
                made = self._records(alteration)
            except ApiError as error:
                outcomes.append(error)
                continue
            records += made
            clearing += [
                ClearElrRecord(topic_name=_topic_of(alteration))
                for record in made
                if record.name == MIN_INSYNC_REPLICAS
                and self._image.metadata_version >= ELR_RECORDS_SINCE
            ]
            outcomes.append(None)
        return records + clearing, outcomes

    def _records(self, alteration: Alteration | Replacement) -> list[ConfigRecord]:
        resource = alteration.resource_type, alteration.resource_name
        current = self._image.config(*resource)
        if isinstance(alteration, Replacement):
            changed = _replaced(alteration, current)
            order = list(changed)
        else:
            changed = self._changed(alteration, current)
            order = java_hash_order(changed)
        self._check(alteration, current, changed)
        return [
            ConfigRecord(
                resource_type=resource[0],
                resource_name=resource[1],
                name=name,
                value=changed[name],
            )
            for name in order
        ]

    def _changed(self, alteration: Alteration, current: Mapping[str, str]) -> dict[str, str | None]:
        """The keys that get a record, and their new values."""
        definitions = _WITH_LISTS.get(alteration.resource_type, {})
        changed: dict[str, str | None] = {}
        for operation in sorted_operations(alteration.operations):
            name, kind, value = operation
            if kind in LIST_OPERATIONS:
                known = definitions.get(name)
                value = combined(operation, current.get(name), _list_only(operation, known))
            elif kind == DELETE:
                value = None
            elif kind != SET:
                raise ApiError(ErrorCode.UNKNOWN_SERVER_ERROR)
            if current.get(name) != value or alteration.resource_type == RESOURCE_BROKER:
                changed[name] = value
        return changed

    def _check(
        self,
        alteration: Alteration | Replacement,
        current: Mapping[str, str],
        changed: dict[str, str | None],
    ) -> None:
        resource_type, name = alteration.resource_type, alteration.resource_name
        if resource_type == RESOURCE_BROKER and MIN_INSYNC_REPLICAS in changed:
            self._check_min_insync_replicas(name, changed[MIN_INSYNC_REPLICAS])
        if resource_type == RESOURCE_BROKER:
            check_cordons_are_known(self._image.metadata_version, changed)
        check_lengths({key: value for key, value in changed.items() if value is not None})
        merged = {**current, **changed}
        whole = {key: value for key, value in merged.items() if value is not None}
        if resource_type == RESOURCE_TOPIC:
            check_topic_resource(name)
            check_topic_configs(whole, self._config)
            if name not in self._image.topics:
                raise ApiError(
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"The topic '{name}' does not exist."
                )
        elif resource_type == RESOURCE_GROUP:
            check_group_configs(name, whole, self._config)
        elif resource_type == RESOURCE_CLIENT_METRICS:
            check_client_metrics(name, whole)
        elif name != EVERY_BROKER and int(name) not in self._image.brokers:
            raise ApiError(ErrorCode.BROKER_ID_NOT_REGISTERED, f"No broker with id {name} found.")

    def _check_min_insync_replicas(self, broker: str, value: str | None) -> None:
        if not self._image.features.get(ELR_VERSION):
            return
        if broker != EVERY_BROKER:
            raise _invalid(
                "Broker-level min.insync.replicas cannot be altered while ELR is enabled."
            )
        if value is None:
            raise _invalid(
                "Cluster-level min.insync.replicas cannot be removed while ELR is enabled."
            )


def _replaced(replacement: Replacement, current: Mapping[str, str]) -> dict[str, str | None]:
    """The keys that get a record and their new values, in its order: removals come last."""
    values = replacement.values
    changed: dict[str, str | None] = {
        name: values[name]
        for name in java_hash_order(values)
        if current.get(name) != values[name] or replacement.resource_type == RESOURCE_BROKER
    }
    changed |= dict.fromkeys(name for name in timeline_order(current) if name not in values)
    return changed


def sorted_operations(operations: Sequence[Operation]) -> list[Operation]:
    """Operations in hash order of their keys."""
    by_name = {operation.name: operation for operation in operations}
    return [by_name[name] for name in java_hash_order(by_name)]


def combined(operation: Operation, current: str | None, known: Definition) -> str:
    """The list after an APPEND or SUBTRACT (admin C-26).

    Without a value of its own the resource starts from the definition's default.
    """
    start = known.default if current is None else current
    parts = [part.strip() for part in (start or "").split(",") if part.strip()]
    for part in (operation.value or "").split(","):
        if operation.kind == APPEND and part not in parts:
            parts.append(part)
        elif operation.kind == SUBTRACT and part in parts:
            parts.remove(part)
    return ",".join(parts)


def _list_only(operation: Operation, known: Definition | None) -> Definition:
    if known is None or known.type is not ConfigType.LIST:
        kind = LIST_OPERATIONS[operation.kind]
        raise _invalid(f"Can't {kind} to key {operation.name} because its type is not LIST.")
    return known


def _topic_of(alteration: Alteration | Replacement) -> str:
    is_topic = alteration.resource_type == RESOURCE_TOPIC
    return alteration.resource_name if is_topic else ""


def _invalid(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_CONFIG, message)
