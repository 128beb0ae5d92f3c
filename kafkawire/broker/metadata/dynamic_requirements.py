"""What the configuration of a broker must meet as a whole, before dynamic values become part of it.

`now` is the configuration in force and `wanted` the same with the new values. The order is that of
Kafka: first what a start would refuse (`KafkaConfig`, `GroupCoordinatorConfig`), then what cannot
change while the broker runs (`BrokerReconfigurable.validateReconfiguration`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.errors import ApiError, invalid_request

if TYPE_CHECKING:
    from kafkawire.broker.config import BrokerConfig

CLEANER_THREADS = "log.cleaner.threads"
CLEANER_BUFFER = "log.cleaner.dedupe.buffer.size"
CLEANER_BUFFER_BYTES_MIN = 1 << 20
PER_IP = "max.connections.per.ip"
PER_IP_OVERRIDES = "max.connections.per.ip.overrides"
LISTENERS = "listeners"
METRIC_REPORTERS = "metric.reporters"
UNLIMITED = -1
AS_RETENTION = -2
"""A local retention that is the retention of the log."""

_THREADS = (
    "background.threads",
    "num.io.threads",
    "num.network.threads",
    "num.recovery.threads.per.data.dir",
    "num.replica.fetchers",
    "remote.log.manager.copier.thread.pool.size",
    "remote.log.manager.expiration.thread.pool.size",
    "remote.log.manager.follower.thread.pool.size",
    "remote.log.reader.threads",
)
"""Sizes of thread pools; they may move between half and double at a time."""

_LEAST_TIMES = (("log.roll.ms", "segment.ms", 1), ("log.roll.jitter.ms", "segment.jitter.ms", 0))
"""The least value of a time, and the topic's name of it, which looks at all units."""

CONNECTION_LIMITS = ("max.connections", "max.connection.creation.rate")
_EXCEPTION = "org.apache.kafka.common.config.ConfigException"


def check_requirements(now: BrokerConfig, wanted: BrokerConfig) -> None:
    """Refuse a configuration that the broker could not take: `ApiError(INVALID_REQUEST)`."""
    check_start(wanted)
    _check_threads(now, wanted)
    for unit in ("ms", "bytes"):
        _check_local_retention(wanted, unit)
        _check_copy_lag(wanted, unit)
    _check_connection_limits(now, wanted)
    _check_reporters(wanted)


def check_start(wanted: BrokerConfig) -> None:
    """Refuse a configuration that no start would take: `ApiError(INVALID_REQUEST)`."""
    _check_assignment_intervals(wanted)
    _check_times(wanted)
    _check_cleaner_buffer(wanted)
    _check_listeners(wanted)
    _check_per_ip(wanted)


def _check_assignment_intervals(wanted: BrokerConfig) -> None:
    for kind in ("consumer", "share", "streams"):
        name = f"group.{kind}.assignment.interval.ms"
        most = f"group.{kind}.max.assignment.interval.ms"
        least = f"group.{kind}.min.assignment.interval.ms"
        if {name, most, least} - wanted.definitions.broker.keys():
            continue  # an older release is emulated
        if wanted.int(name) > wanted.int(most):
            raise invalid_request(f"{name} must be less than or equal to {most}")
        if wanted.int(name) < wanted.int(least):
            raise invalid_request(f"{name} must be greater than or equal to {least}")


def _check_times(wanted: BrokerConfig) -> None:
    for name, of_topic, least in _LEAST_TIMES:
        if _number(wanted.topic_default(of_topic)) < least:
            raise _unmet(f"{name} must be greater than or equal to {least}")
    if _number(wanted.topic_default("retention.ms")) == 0:
        raise _unmet("log.retention.ms must be unlimited (-1) or, greater than or equal to 1")


def _check_cleaner_buffer(wanted: BrokerConfig) -> None:
    threads = wanted.int(CLEANER_THREADS)
    if threads == 0:
        raise invalid_request("/ by zero")  # Kafka's words, since it divides
    if wanted.int(CLEANER_BUFFER) // threads <= CLEANER_BUFFER_BYTES_MIN:
        raise _unmet(f"{CLEANER_BUFFER} must be at least 1MB per cleaner thread.")


def _check_listeners(wanted: BrokerConfig) -> None:
    values = wanted.list(LISTENERS)
    for value in values:
        if "://" not in value:
            raise invalid_request(
                f"Error creating broker listeners from '[{', '.join(values)}]': "
                f"Unable to parse {value} to a broker endpoint"
            )


def _check_per_ip(wanted: BrokerConfig) -> None:
    overrides = (wanted.string(PER_IP_OVERRIDES) or "").rstrip(",")
    for part in overrides.split(",") if overrides else ():
        _, colon, count = part.strip().rpartition(":")
        if not colon:
            why = f"begin 0, end -1, length {len(part.strip())}"
            raise invalid_request(
                f"Error parsing configuration property '{PER_IP_OVERRIDES}': {why}"
            )
        if not count.lstrip("+-").isdecimal():
            raise invalid_request(f'For input string: "{count}"')
    if wanted.int(PER_IP) == 0 and not overrides:
        raise _unmet(f"{PER_IP} can be set to zero only if {PER_IP_OVERRIDES} property is set.")


def _check_threads(now: BrokerConfig, wanted: BrokerConfig) -> None:
    for name in _THREADS:
        if name in wanted.definitions.broker:
            check_thread_count(name, now.int(name), wanted.int(name))
    begin = "Log cleaner threads cannot be"
    _check_pool(
        now.int(CLEANER_THREADS),
        wanted.int(CLEANER_THREADS),
        too_few=f"{begin} reduced to less than half the current value",
        too_many=f"{begin} increased to more than double the current value",
    )


def check_thread_count(name: str, current: int, wanted: int) -> None:
    """Refuse a pool that shrinks below half or grows beyond double: `ApiError`."""
    why = f"Dynamic thread count update validation failed for {name}={wanted}"
    _check_pool(
        current,
        wanted,
        too_few=f"{why}, value should be at least half the current value",
        too_many=f"{why}, value should not be greater than double the current value",
    )


def _check_pool(current: int, wanted: int, *, too_few: str, too_many: str) -> None:
    if wanted < current // 2:
        raise unchangeable(f"{too_few} {current}")
    if wanted > current * 2:
        raise unchangeable(f"{too_many} {current}")


def _check_local_retention(wanted: BrokerConfig, unit: str) -> None:
    name = f"log.local.retention.{unit}"
    if name not in wanted.definitions.broker:
        return
    whole, local = _number(wanted.topic_default(f"retention.{unit}")), wanted.int(name)
    if whole == UNLIMITED or local == AS_RETENTION:
        return
    if local == UNLIMITED:
        why = f"must not be -1 as log.retention.{unit} value is set as {whole}."
    elif local > whole:
        why = f"must not be more than log.retention.{unit} property value: {whole}"
    else:
        return
    raise unchangeable(f"Invalid value {local} for configuration {name}: Value {why}")


def _check_copy_lag(wanted: BrokerConfig, unit: str) -> None:
    name, limit = f"log.remote.copy.lag.{unit}", f"log.local.retention.{unit}"
    if name not in wanted.definitions.broker:
        return
    lag, local = wanted.int(name), wanted.int(limit)
    if local == AS_RETENTION:
        local = _number(wanted.topic_default(f"retention.{unit}"))
    if 0 <= local < lag:
        why = f"Value must not exceed {limit} (effective value: {local})"
        raise unchangeable(f"Invalid value {lag} for configuration {name}: {why}")


def _check_connection_limits(now: BrokerConfig, wanted: BrokerConfig) -> None:
    for name in CONNECTION_LIMITS:
        if name in wanted.definitions.broker and wanted.int(name) == 0 != now.int(name):
            raise unchangeable(f"Invalid {name} 0")


def _check_reporters(wanted: BrokerConfig) -> None:
    known = wanted.definitions.broker[METRIC_REPORTERS].default
    if set(wanted.list(METRIC_REPORTERS)) - {known, *_static_list(wanted, METRIC_REPORTERS)}:
        raise unchangeable(
            f"Validation of dynamic config update of Set({METRIC_REPORTERS}) failed with class "
            "class kafka.server.DynamicMetricsReporters"
        )


def _static_list(config: BrokerConfig, name: str) -> list[str]:
    return [part.strip() for part in config.static_text(name).split(",")]


def _number(text: str | None) -> int:
    assert text is not None
    return int(text)


def _unmet(message: str) -> ApiError:
    return invalid_request(f"requirement failed: {message}")


def unchangeable(why: str) -> ApiError:
    """The refusal of a value that a start would accept."""
    return invalid_request(
        f"Invalid value {_EXCEPTION}: {why} for configuration Invalid dynamic configuration"
    )
