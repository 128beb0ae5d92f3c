"""Options that have to agree with each other, as Kafka's clients check them."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable, Iterator
from typing import TypeVar

from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import security
from kafkawire.client.options.admin import AdminSettings
from kafkawire.client.options.common import CommonSettings
from kafkawire.client.options.consumer import ConsumerSettings
from kafkawire.client.options.producer import ALL_REPLICAS, ProducerSettings

S = TypeVar("S", bound=CommonSettings)
Given = frozenset[str]
IN_FLIGHT_MAX = 5
"""With more requests in flight brokers cannot distinguish repeated batches from new ones."""
REVOCATION_PART = 0.8
_log = logging.getLogger("kafkawire.client.options")


def agreed(settings: S, given: Given) -> S:
    """Return the settings with those options adapted that were not given.

    Raises ConfigurationError where what was given contradicts itself.
    """
    security.check(settings)
    changes: dict[str, object] = {}
    for part in (_bootstrap, _consumer, _consumer_group, _producer_times, _producer):
        changes.update(part(settings, given))
    replace: Callable[..., S] = dataclasses.replace
    return replace(settings, **changes) if changes else settings


Changes = Iterator[tuple[str, object]]


def _bootstrap(settings: CommonSettings, _given: Given) -> Changes:
    controllers = isinstance(settings, AdminSettings) and settings.bootstrap_controllers
    if controllers and settings.bootstrap_servers:
        raise ConfigurationError("give bootstrap.servers or bootstrap.controllers, not both")
    if not controllers and not settings.bootstrap_servers:
        raise ConfigurationError("option bootstrap.servers is required: HOST:PORT,HOST:PORT")
    yield from ()


def _consumer(settings: CommonSettings, given: Given) -> Changes:
    if not isinstance(settings, ConsumerSettings):
        return
    if settings.group_id is None:
        if "enable_auto_commit" in given and settings.enable_auto_commit:
            raise ConfigurationError(
                "enable.auto.commit needs a group.id: without a group no offsets are committed"
            )
        yield "enable_auto_commit", False
    if "revocation_budget_ms" not in given:
        yield "revocation_budget_ms", int(settings.max_poll_interval_ms * REVOCATION_PART)


def _consumer_group(settings: CommonSettings, given: Given) -> Changes:
    if not isinstance(settings, ConsumerSettings):
        return
    classic = given & {
        "session_timeout_ms",
        "heartbeat_interval_ms",
        "partition_assignment_strategy",
    }
    if settings.group_protocol == "consumer" and classic:
        names = ", ".join(sorted(name.replace("_", ".") for name in classic))
        raise ConfigurationError(f"{names}: brokers decide with group.protocol=consumer")
    if settings.group_protocol == "classic" and settings.group_remote_assignor is not None:
        raise ConfigurationError("group.remote.assignor needs group.protocol=consumer")
    if settings.heartbeat_interval_ms >= settings.session_timeout_ms:
        raise ConfigurationError("heartbeat.interval.ms has to be below session.timeout.ms")
    yield from ()


def _producer_times(settings: CommonSettings, given: Given) -> Changes:
    if not isinstance(settings, ProducerSettings):
        return
    least_ms = settings.linger_ms + settings.request_timeout_ms
    if settings.delivery_timeout_ms >= least_ms:
        return
    if "delivery_timeout_ms" in given:
        raise ConfigurationError(
            "delivery.timeout.ms has to be at least linger.ms + request.timeout.ms,"
            f" which are {least_ms}"
        )
    _log.warning("delivery.timeout.ms is %d, for linger.ms and request.timeout.ms", least_ms)
    yield "delivery_timeout_ms", least_ms


def _producer(settings: CommonSettings, given: Given) -> Changes:
    if not isinstance(settings, ProducerSettings):
        return
    if settings.transaction_two_phase_commit_enable:
        raise ConfigurationError("transaction.two.phase.commit.enable is not supported")
    is_idempotent = settings.enable_idempotence
    for option, is_against in _AGAINST_IDEMPOTENCE.items():
        if is_idempotent and is_against(settings):
            if "enable_idempotence" in given:
                raise ConfigurationError(f"enable.idempotence needs {option}")
            _log.warning("idempotence is switched off: it needs %s", option)
            is_idempotent = False
    if settings.transactional_id is not None and not is_idempotent:
        raise ConfigurationError("transactional.id needs idempotence: acks=all and retries > 0")
    if is_idempotent and settings.max_in_flight_requests_per_connection > IN_FLIGHT_MAX:
        raise ConfigurationError(
            f"max.in.flight.requests.per.connection is at most {IN_FLIGHT_MAX} with idempotence"
        )
    yield "enable_idempotence", is_idempotent


_AGAINST_IDEMPOTENCE: dict[str, Callable[[ProducerSettings], bool]] = {
    "acks=all": lambda settings: settings.acks != ALL_REPLICAS,
    "retries > 0": lambda settings: settings.retries == 0,
}
