"""Pushes the metrics of a client to the cluster that subscribes to them (KIP-714).

The last push goes out when the client closes, after all that it counts has happened.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.client.core.telemetry.otlp import metrics_data
from kafkawire.client.core.telemetry.readings import Points
from kafkawire.client.core.telemetry.subscription import State, Telemetry, Wanted
from kafkawire.client.shell.measuring import admin_metrics, consumer_metrics, producer_metrics

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.polls import Polls
    from kafkawire.client.core.metrics.registry import Metrics
    from kafkawire.client.core.producing.producer import ProducerCore
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.options import AdminSettings, ConsumerSettings, ProducerSettings
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.runtime import Runtime

LAST_PUSH_MS = 1000
"""Limit of the wait for the response to the last push, within the budget of closing."""


class Reporting:
    """The metrics of one client, and their way to the cluster.

    Args:
        runtime: The runtime of the client.
        metrics: Its metrics.
        resource: Attributes of the client as a whole, such as its group.
        is_enabled: Whether anything is pushed (enable.metrics.push).
    """

    def __init__(
        self,
        runtime: Runtime,
        metrics: Metrics,
        resource: Mapping[str, str | None],
        *,
        is_enabled: bool,
    ) -> None:
        self._runtime = runtime
        self._metrics = metrics
        self._resource = {name: value for name, value in resource.items() if value}
        self._is_enabled = is_enabled
        self._points = Points(_wall_ms())
        self._telemetry = Telemetry(
            runtime.network, runtime.timers, runtime.random, self._collected
        )

    def values(self) -> dict[str, float]:
        """Return the values of all metrics now, by `group:name{tag=value}`."""
        return self._metrics.values(self._runtime.now_ms())

    def begin(self) -> None:
        """Ask the cluster what it subscribes to."""
        if self._is_enabled:
            self._telemetry.begin(self._runtime.now_ms())
            self._runtime.pump()

    async def end(self) -> None:
        """Push for the last time if the cluster subscribes to metrics."""
        if not self._is_enabled:
            return
        telemetry = self._telemetry
        telemetry.close(self._runtime.now_ms())
        self._runtime.pump()
        if telemetry.state is not State.TERMINATED:
            await self._runtime.until(
                lambda: telemetry.state is State.TERMINATED or None, LAST_PUSH_MS / 1000
            )

    def _collected(self, wanted: Wanted, now_ms: int) -> bytes:
        wall_ms = _wall_ms()
        readings = self._metrics.readings(now_ms)
        points = self._points.of(readings, wanted.metrics, wall_ms, is_delta=wanted.is_delta)
        return metrics_data(points, wall_ms, self._resource)


def consumer_reporting(
    settings: ConsumerSettings,
    runtime: Runtime,
    reader: Reader,
    group: Grouping | None,
    polls: Polls,
) -> Reporting:
    """Return the metrics of a consumer."""
    metrics = consumer_metrics(runtime, reader, group, polls)
    resource = {
        "client_rack": settings.client_rack,
        "group_id": settings.group_id,
        "group_instance_id": settings.group_instance_id,
    }
    return Reporting(runtime, metrics, resource, is_enabled=settings.enable_metrics_push)


def producer_reporting(
    settings: ProducerSettings, runtime: Runtime, core: ProducerCore
) -> Reporting:
    """Return the metrics of a producer."""
    metrics = producer_metrics(runtime, core, settings)
    resource = {
        "client_rack": settings.client_rack,
        "transactional_id": settings.transactional_id,
    }
    return Reporting(runtime, metrics, resource, is_enabled=settings.enable_metrics_push)


def admin_reporting(settings: AdminSettings, runtime: Runtime) -> Reporting:
    """Return the metrics of an admin client."""
    return Reporting(runtime, admin_metrics(runtime), {}, is_enabled=settings.enable_metrics_push)


def _wall_ms() -> int:
    return int(time.time() * 1000)
