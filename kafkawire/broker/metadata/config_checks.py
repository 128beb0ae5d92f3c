"""Whether a resource may be configured so: Kafka's checks, in its order, with its words.

They look at the whole set of a resource's configurations as it would be (admin C-30 to C-34);
those of groups are in `group_configs`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigError, parse_value
from kafkawire.broker.config.definitions import CLIENT_METRICS
from kafkawire.broker.metadata.config_order import TOPIC_ORDER
from kafkawire.broker.metadata.topic_names import name_error
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

    from kafkawire.broker.config import BrokerConfig

VALUE_CHARS_MAX = 32767
INTERVAL_MS_MIN = 100
INTERVAL_MS_MAX = 3_600_000

MATCH_KEYS = frozenset(
    (
        "client_id",
        "client_instance_id",
        "client_software_name",
        "client_software_version",
        "client_source_address",
        "client_source_port",
    )
)


def check_lengths(configs: Mapping[str, str]) -> None:
    """Refuse values that the log's records could not hold."""
    for name, value in configs.items():
        if len(value) > VALUE_CHARS_MAX:
            raise _invalid(
                f"The configuration value cannot be added because it exceeds the maximum value "
                f"size of {VALUE_CHARS_MAX} bytes: {name}"
            )


def check_topic_configs(configs: Mapping[str, str], config: BrokerConfig) -> None:
    """Refuse what no topic may have: `ApiError(INVALID_CONFIG)`."""
    for name in java_hash_order(configs):
        if name not in config.definitions.topic:
            raise _invalid(f"Unknown topic config name: {name}")
    try:
        for name in (*TOPIC_ORDER, *configs):
            if name in configs:
                parse_value(config.definitions.topic[name], configs[name])
    except ConfigError as error:
        raise _invalid(str(error)) from None
    _check_compaction_lag(configs, config)
    _check_remote_storage(configs, config)


def _number(name: str, configs: Mapping[str, str], config: BrokerConfig) -> int:
    text = configs.get(name)
    if text is None:
        text = config.topic_default(name)
    assert text is not None, name
    return int(text)


def _check_compaction_lag(configs: Mapping[str, str], config: BrokerConfig) -> None:
    least, most = "min.compaction.lag.ms", "max.compaction.lag.ms"
    if least not in configs and most not in configs:
        return
    low, high = _number(least, configs, config), _number(most, configs, config)
    if low > high:
        raise _invalid(f"conflict topic config setting {least} ({low}) > {most} ({high})")


def _check_remote_storage(configs: Mapping[str, str], config: BrokerConfig) -> None:
    if configs.get("remote.storage.enable", "").strip().lower() == "true" and not config.boolean(
        "remote.log.storage.system.enable"
    ):
        raise _invalid(
            "Tiered Storage functionality is disabled in the broker. Topic cannot be configured "
            "with remote log storage."
        )


def check_topic_resource(name: str) -> None:
    """Refuse the name of a topic resource: INVALID_REQUEST or INVALID_TOPIC_EXCEPTION."""
    if not name:
        raise ApiError(ErrorCode.INVALID_REQUEST, "Default topic resources are not allowed.")
    message = name_error(name)
    if message is not None:
        raise ApiError(ErrorCode.INVALID_TOPIC_EXCEPTION, message)


def check_client_metrics(name: str, configs: Mapping[str, str]) -> None:
    """Refuse what no metrics subscription may have (admin C-34, KIP-714)."""
    if not name:
        raise ApiError(ErrorCode.INVALID_REQUEST, "Subscription name can't be empty")
    for key in java_hash_order(configs):
        if key not in CLIENT_METRICS:
            raise ApiError(
                ErrorCode.INVALID_REQUEST, f"Unknown client metrics configuration: {key}"
            )
    for key, check in (("interval.ms", _check_interval), ("match", _check_patterns)):
        if key in configs:
            check(configs[key])


def _check_interval(value: str) -> None:
    try:
        interval_ms = parse_value(CLIENT_METRICS["interval.ms"], value)
    except ConfigError as error:
        raise _invalid(str(error)) from None
    assert isinstance(interval_ms, int)
    if not INTERVAL_MS_MIN <= interval_ms <= INTERVAL_MS_MAX:
        raise ApiError(
            ErrorCode.INVALID_REQUEST,
            f"Invalid value {value} for interval.ms, interval must be between "
            f"{INTERVAL_MS_MIN} and {INTERVAL_MS_MAX} (1 hour)",
        )


def _check_patterns(value: str) -> None:
    for pattern in parse_value(CLIENT_METRICS["match"], value) or ():  # type: ignore[union-attr]
        match_pattern(pattern)


def match_pattern(pattern: str) -> tuple[str, re.Pattern[str]]:
    """What a part of `match` says: the key, and what its value must match as a whole.

    Raises `ApiError(INVALID_CONFIG)`.
    """
    import re  # costs a start what only subscriptions need

    key, equals, expression = pattern.partition("=")
    if equals and key.strip() in MATCH_KEYS and expression and "=" not in expression.rstrip("="):
        try:
            return key.strip(), re.compile(expression.rstrip("=").strip())
        except re.error:
            pass
    raise _invalid(f"Illegal client matching pattern: {pattern}")


def _invalid(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_CONFIG, message)
