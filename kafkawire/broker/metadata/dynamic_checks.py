"""Which configurations of a broker may change while it runs, checked by the broker itself.

The controller does not look at them: what a broker can do only the broker knows. So the broker
that is asked checks the whole set before it passes the change on (KIP-226, admin C-40, C-41).
Names that Kafka lacks may be stored; they could belong to a plug-in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigError, ConfigType, parse_value
from kafkawire.broker.config.definitions import BROKER
from kafkawire.broker.java_order import java_hash_order
from kafkawire.broker.metadata.bootstrap import CORDONED_LOG_DIRS
from kafkawire.broker.metadata.config_changes import (
    DELETE,
    LIST_OPERATIONS,
    SET,
    combined,
)
from kafkawire.broker.metadata.config_order import DYNAMIC_ORDER
from kafkawire.broker.metadata.cordoning import check_cordon, check_cordon_is_distinct
from kafkawire.broker.metadata.image import EVERY_BROKER, RESOURCE_BROKER
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.broker.config import BrokerConfig, Definition
    from kafkawire.broker.metadata.config_changes import Alteration, Operation
    from kafkawire.broker.metadata.image import MetadataImage

_PER_BROKER_PREFIXES = ("listener.name.", "sasl.", "ssl.")
_PER_BROKER = frozenset(
    (
        CORDONED_LOG_DIRS,
        "listener.security.protocol.map",
        "listeners",
        "principal.builder.class",
    )
)
"""These say what one broker is like and make no sense for all."""

RETENTION_MS = "log.retention.ms"

_SECURITY_PREFIX = "ssl."

CLEANER_THREADS = "log.cleaner.threads"
_THREADS = (
    "background.threads",
    "num.io.threads",
    "num.network.threads",
    "num.recovery.threads.per.data.dir",
    "num.replica.fetchers",
)
"""Sizes of thread pools; they may move between half and double at a time."""

_EXCEPTION = "org.apache.kafka.common.config.ConfigException"


def check_broker_alteration(
    image: MetadataImage, config: BrokerConfig, alteration: Alteration
) -> None:
    """Refuse a change that this broker could not make: `ApiError`."""
    values = dict(image.config(RESOURCE_BROKER, alteration.resource_name))
    for operation in alteration.operations:
        _apply(values, operation)
    check_broker_values(config, alteration.resource_name, values)


def check_broker_values(config: BrokerConfig, name: str, values: Mapping[str, str]) -> None:
    """Refuse a whole set of dynamic values, of this broker or with "" of all: `ApiError`."""
    _check_dynamic(values)
    _check_security(values)
    for key in DYNAMIC_ORDER:
        if key in values and key in config.definitions.broker:
            _check_value(config.definitions.broker[key], values[key])
    check_cordon_is_distinct(values.get(CORDONED_LOG_DIRS))
    if name == EVERY_BROKER:
        _check_cluster_level(values)
    if CORDONED_LOG_DIRS in values:
        check_cordon(config, values[CORDONED_LOG_DIRS])
    if RETENTION_MS in values and int(values[RETENTION_MS]) == 0:
        raise _refused(
            f"requirement failed: {RETENTION_MS} must be unlimited (-1) or, greater than or equal "
            "to 1"
        )
    _check_threads(values, config)


def _apply(values: dict[str, str], operation: Operation) -> None:
    name, kind, value = operation
    if kind == SET:
        assert value is not None
        values[name] = value
    elif kind == DELETE:
        values.pop(name, None)
    elif kind in LIST_OPERATIONS:
        known = BROKER.get(name)
        if known is None:
            raise ApiError(ErrorCode.INVALID_CONFIG, f"Unknown config name: {name}")
        if known.type is not ConfigType.LIST:
            verb = LIST_OPERATIONS[kind].lower()
            raise ApiError(
                ErrorCode.INVALID_CONFIG,
                f"Config value {verb} is not allowed for config key: {name}",
            )
        values[name] = combined(operation, values.get(name), known)
    else:
        raise _refused(f"Unknown operations type {kind}")


def _check_dynamic(values: Iterable[str]) -> None:
    fixed = [name for name in values if name in BROKER and BROKER[name].read_only]
    if fixed:
        raise _refused(
            f"Cannot update these configs dynamically: {_listed(java_hash_order(sorted(fixed)))}"
        )


def _check_security(values: Iterable[str]) -> None:
    bare = [name for name in values if name in BROKER and name.startswith(_SECURITY_PREFIX)]
    if bare:
        raise _refused(
            "These security configs can be dynamically updated only per-listener using the "
            f"listener prefix: {_listed(bare)}"
        )


def _check_cluster_level(values: Iterable[str]) -> None:
    single = [
        name for name in values if name in _PER_BROKER or name.startswith(_PER_BROKER_PREFIXES)
    ]
    if single:
        raise _refused(
            "Cannot update these configs at default cluster level, broker id must be "
            f"specified: {_listed(single)}"
        )


def _check_value(known: Definition, value: str) -> None:
    try:
        parse_value(known, value)
    except ConfigError as error:
        raise _refused(str(error)) from None


def _check_threads(values: Mapping[str, str], config: BrokerConfig) -> None:
    for name in _THREADS:
        if name in values:
            why = f"Dynamic thread count update validation failed for {name}={values[name]}"
            _check_pool(
                config.int(name),
                int(values[name]),
                too_few=f"{why}, value should be at least half the current value",
                too_many=f"{why}, value should not be greater than double the current value",
            )
    if CLEANER_THREADS in values:
        begin = "Log cleaner threads cannot be"
        _check_pool(
            config.int(CLEANER_THREADS),
            int(values[CLEANER_THREADS]),
            too_few=f"{begin} reduced to less than half the current value",
            too_many=f"{begin} increased to more than double the current value",
        )


def _check_pool(current: int, wanted: int, *, too_few: str, too_many: str) -> None:
    if wanted < current // 2:
        why = too_few
    elif wanted > current * 2:
        why = too_many
    else:
        return
    raise _refused(
        f"Invalid value {_EXCEPTION}: {why} {current} for configuration Invalid dynamic "
        "configuration"
    )


def _listed(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"


def _refused(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_REQUEST, message)
