"""The metrics of each kind of client: which of its parts count what, and under which group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kafkawire.client.core.metrics.lags import Distance, Lags
from kafkawire.client.core.metrics.readings import Reading, Scope
from kafkawire.client.core.metrics.registry import Metrics
from kafkawire.client.core.metrics.replicas import preferred_replicas
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kafkawire.client.core.metrics.polls import Polls
    from kafkawire.client.core.producing.producer import ProducerCore
    from kafkawire.client.core.reading import Reader
    from kafkawire.client.options import ProducerSettings
    from kafkawire.client.shell.grouping import Grouping
    from kafkawire.client.shell.runtime import Runtime


def consumer_metrics(
    runtime: Runtime, reader: Reader, group: Grouping | None, polls: Polls
) -> Metrics:
    """Return the metrics of a consumer."""
    tags = {"client-id": runtime.client_id}
    fetching = Scope("consumer-fetch-manager-metrics", tags)
    coordinating = Scope("consumer-coordinator-metrics", tags)
    own = Scope("consumer-metrics", tags)
    traffic = runtime.network.traffic
    samples = Lags(runtime.network.windows)

    def lags(now_ms: int) -> Iterable[Reading]:
        partitions = map(reader.partition, reader.assignment)
        found = [Distance(each.key, reader.lag(each.key), each.lead()) for each in partitions]
        return samples.readings(fetching, found, now_ms)

    def replicas(now_ms: int) -> Iterable[Reading]:
        preferred = {key: reader.partition(key).preferred for key in reader.assignment}
        return preferred_replicas(fetching, preferred)

    def coordinator(now_ms: int) -> Iterable[Reading]:
        if group is None:
            return ()
        assigned = len(reader.assignment)
        return group.rebalances.readings(coordinating, traffic, assigned, now_ms)

    return Metrics(
        (
            lambda now_ms: traffic.readings(own, now_ms),
            lambda now_ms: polls.readings(own, now_ms),
            lambda now_ms: reader.meter.readings(fetching, traffic.of(ApiKey.FETCH), now_ms),
            lags,
            replicas,
            coordinator,
        )
    )


def producer_metrics(runtime: Runtime, core: ProducerCore, settings: ProducerSettings) -> Metrics:
    """Return the metrics of a producer."""
    own = Scope("producer-metrics", {"client-id": runtime.client_id})
    traffic = runtime.network.traffic

    def memory(now_ms: int) -> Iterator[Reading]:
        yield own.gauge("buffer-total-bytes", settings.buffer_memory)
        yield own.gauge("buffer-available-bytes", core.memory_free)
        yield own.gauge("waiting-threads", core.waiting)
        yield own.gauge("requests-in-flight", runtime.network.in_flight)
        yield own.gauge("metadata-age", runtime.metadata.age_ms(now_ms) / 1000)

    return Metrics(
        (
            lambda now_ms: traffic.readings(own, now_ms),
            lambda now_ms: core.meter.readings(own, traffic.of(ApiKey.PRODUCE), now_ms),
            memory,
        )
    )


def admin_metrics(runtime: Runtime) -> Metrics:
    """Return the metrics of an admin client."""
    own = Scope("admin-client-metrics", {"client-id": runtime.client_id})
    return Metrics((lambda now_ms: runtime.network.traffic.readings(own, now_ms),))
