"""Configurations of groups: which a group may have, and which it has (KIP-848, admin C-33).

A group has its own values where it was given some, else those of the broker's counterparts
(`group.consumer.session.timeout.ms` of `consumer.session.timeout.ms`). The broker also limits what
a group may be given: after Kafka's `GroupConfig` in 4.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import ConfigError, parse_value
from kafkawire.broker.config.definitions import GROUP
from kafkawire.broker.metadata.config_order import GROUP_ORDER
from kafkawire.broker.metadata.image import RESOURCE_GROUP
from kafkawire.java_order import java_hash_order
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.config import BrokerConfig, Value
    from kafkawire.broker.metadata.image import MetadataImage

KINDS = ("consumer", "share", "streams")
"""What the names of configurations begin with: the kind of group that they are for."""

AUTO_OFFSET_RESET = "share.auto.offset.reset"
BY_DURATION = "by_duration:"
STREAMS_ASSIGNOR = "streams.assignor.name"
STREAMS_ASSIGNORS = ("sticky",)

_AT_MOST = {
    "streams.num.standby.replicas": "group.streams.max.standby.replicas",
    "streams.num.warmup.replicas": "group.streams.max.warmup.replicas",
}
_AT_LEAST = {"streams.task.offset.interval.ms": "group.streams.min.task.offset.interval.ms"}
"""Names with one limit, and the broker's name for it; most have two."""

_DURATION = r"\+?P(?=.)(?:\+?\d+D)?(?:T(?=.)(?:\+?\d+H)?(?:\+?\d+M)?(?:\+?\d+(?:[.,]\d{0,9})?S)?)?"
"""What Java's `Duration.parse` reads, without what would be negative."""


def group_config(image: MetadataImage, config: BrokerConfig, group_id: str, name: str) -> Value:
    """The effective value of a configuration by its group-level name, as in the table `GROUP`.

    Whoever is subscribed hears of changes: `on_config_changed(RESOURCE_GROUP, group_id)`.
    """
    own = image.configs.get((RESOURCE_GROUP, group_id))
    known = GROUP[name]
    if own is not None and name in own:
        return parse_value(known, own[name])
    if known.broker_name is not None and known.broker_name in config.definitions.broker:
        return config.value(known.broker_name)
    return parse_value(known, known.default)


def check_group_configs(name: str, configs: Mapping[str, str], config: BrokerConfig) -> None:
    """Refuse what no group may have: `ApiError`."""
    if not name:
        raise ApiError(ErrorCode.INVALID_REQUEST, "Default group resources are not allowed.")
    for key in java_hash_order(configs):
        if key not in GROUP:
            raise _invalid(f"Unknown group config name: {key}")
    defined = {key: configs[key] for key in GROUP_ORDER if key in configs}
    try:
        for key, text in defined.items():
            _check_value(key, text)
    except ConfigError as error:
        raise _invalid(str(error)) from None
    for key, text in defined.items():
        _check_range(key, text, config)
        _check_limits(key, text, config)
    _check_assignor(configs)
    for kind in KINDS:
        _check_session(kind, configs, config)


def _check_value(key: str, text: str) -> None:
    if key != AUTO_OFFSET_RESET:
        parse_value(GROUP[key], text)
    elif text.strip() not in ("earliest", "latest") and not _is_duration(text.strip()):
        why = (
            f"Invalid value `{text.strip()}` for configuration {key}. The value must be either "
            f"'earliest', 'latest' or of the format 'by_duration:<PnDTnHnMn.nS>'."
        )
        raise ConfigError(key, text.strip(), why)


def _is_duration(text: str) -> bool:
    import re  # costs a start what is hardly ever asked for

    length = text.removeprefix(BY_DURATION)
    return length != text and re.fullmatch(_DURATION, length, re.IGNORECASE) is not None


def _check_range(key: str, text: str, config: BrokerConfig) -> None:
    """`group.consumer.min.` and `group.consumer.max.` limit what a group may take."""
    kind, _, rest = key.partition(".")
    least, most = f"group.{kind}.min.{rest}", f"group.{kind}.max.{rest}"
    known = config.definitions.broker
    if least not in known or most not in known:
        return
    low, high = config.int(least), config.int(most)
    if not low <= int(text) <= high:
        raise _invalid(f"{key} must be in the range {low} to {high} inclusive.")


def _check_limits(key: str, text: str, config: BrokerConfig) -> None:
    if key in _AT_MOST and int(text) > config.int(_AT_MOST[key]):
        raise _invalid(f"{key} must be less than or equal to {config.int(_AT_MOST[key])}")
    if key in _AT_LEAST and int(text) < config.int(_AT_LEAST[key]):
        raise _invalid(f"{key} must be greater than or equal to {config.int(_AT_LEAST[key])}")


def _check_assignor(configs: Mapping[str, str]) -> None:
    name = configs.get(STREAMS_ASSIGNOR)
    if name is not None and name not in STREAMS_ASSIGNORS:
        raise _invalid(
            f"{STREAMS_ASSIGNOR} '{name}' is not a registered task assignor. Registered assignors "
            f"are: [{', '.join(STREAMS_ASSIGNORS)}]."
        )


def _check_session(kind: str, configs: Mapping[str, str], config: BrokerConfig) -> None:
    """A member must be able to say that it lives before it is taken for dead."""
    session, heartbeat = f"{kind}.session.timeout.ms", f"{kind}.heartbeat.interval.ms"
    if session not in configs and heartbeat not in configs:
        return
    session_ms = int(configs.get(session) or config.int(f"group.{session}"))
    heartbeat_ms = int(configs.get(heartbeat) or config.int(f"group.{heartbeat}"))
    if session_ms <= heartbeat_ms:
        raise _invalid(f"{session} must be greater than {heartbeat}")


def _invalid(message: str) -> ApiError:
    return ApiError(ErrorCode.INVALID_CONFIG, message)
