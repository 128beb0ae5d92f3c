"""Which configurations of a broker may change while it runs, checked by the broker itself.

The controller does not look at them: what a broker can do only the broker knows. So the broker
that is asked checks the whole set before it passes the change on (KIP-226, admin C-40, C-41).
Names that Kafka lacks may be stored; they could belong to a plug-in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigType
from kafkawire.broker.config.definitions import BROKER
from kafkawire.broker.config.dynamic_names import REPLICATION_RATES, without_listener
from kafkawire.broker.metadata.bootstrap import CORDONED_LOG_DIRS
from kafkawire.broker.metadata.config_changes import (
    DELETE,
    LIST_OPERATIONS,
    SET,
    combined,
)
from kafkawire.broker.metadata.config_order import DYNAMIC_ORDER
from kafkawire.broker.metadata.cordoning import check_cordon, check_cordon_is_distinct
from kafkawire.broker.metadata.dynamic_listeners import check_listener_values
from kafkawire.broker.metadata.dynamic_requirements import check_requirements
from kafkawire.broker.metadata.dynamic_values import check_value
from kafkawire.broker.metadata.image import EVERY_BROKER, RESOURCE_BROKER
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, invalid_request

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kafkawire.broker.config import BrokerConfig, Definition
    from kafkawire.broker.metadata.config_changes import Alteration, Operation
    from kafkawire.broker.metadata.image import MetadataImage

_PER_BROKER_PREFIXES = ("sasl.", "ssl.")
_PER_BROKER = frozenset(
    (
        CORDONED_LOG_DIRS,
        "listener.security.protocol.map",
        "listeners",
        "principal.builder.class",
    )
)
"""These describe one broker and make no sense for all."""

_LISTENERS_OF_ALL = frozenset(
    ("max.connection.creation.rate", "max.connections", "num.network.threads")
)
"""With a listener's prefix, only these can be set for all brokers."""

_STORES = frozenset(
    f"ssl.{name}"
    for name in (
        "key.password",
        "keystore.certificate.chain",
        "keystore.key",
        "keystore.location",
        "keystore.password",
        "keystore.type",
        "truststore.certificates",
        "truststore.location",
        "truststore.password",
        "truststore.type",
    )
)
"""These can only be set for one listener."""


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
    broker = config.definitions.broker
    _check_dynamic(values)
    _check_security(values)
    for known, value in _typed(values, broker):
        check_value(known, value)
    check_cordon_is_distinct(values.get(CORDONED_LOG_DIRS))
    if name == EVERY_BROKER:
        _check_cluster_level(values)
    if CORDONED_LOG_DIRS in values:
        check_cordon(config, values[CORDONED_LOG_DIRS])
    check_listener_values(config, values)
    check_requirements(config, config.proposed(values, cluster_wide=name == EVERY_BROKER))


def _typed(
    values: Mapping[str, str], broker: Mapping[str, Definition]
) -> Iterable[tuple[Definition, str]]:
    """Values whose type is known and may change, a listener's too, as Kafka defines them."""
    plain = {without_listener(name): value for name, value in values.items()}
    for name in DYNAMIC_ORDER:
        known = REPLICATION_RATES.get(name) or broker.get(name)
        if known is not None and name in plain:
            yield known, plain[name]


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
        raise invalid_request(f"Unknown operations type {kind}")


def _check_dynamic(values: Iterable[str]) -> None:
    fixed = [name for name in values if name in BROKER and BROKER[name].read_only]
    if fixed:
        raise invalid_request(
            f"Cannot update these configs dynamically: {_listed(java_hash_order(sorted(fixed)))}"
        )


def _check_security(values: Iterable[str]) -> None:
    bare = [name for name in values if name in _STORES]
    if bare:
        raise invalid_request(
            "These security configs can be dynamically updated only per-listener using the "
            f"listener prefix: {_listed(bare)}"
        )


def _check_cluster_level(values: Iterable[str]) -> None:
    single = [name for name in values if _is_of_one_broker(name)]
    if single:
        raise invalid_request(
            "Cannot update these configs at default cluster level, broker id must be "
            f"specified: {_listed(single)}"
        )


def _is_of_one_broker(name: str) -> bool:
    base = without_listener(name)
    if base != name:
        return base not in _LISTENERS_OF_ALL
    return name in _PER_BROKER or name.startswith(_PER_BROKER_PREFIXES)


def _listed(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"
