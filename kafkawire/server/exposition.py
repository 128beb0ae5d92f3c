"""The metrics as Prometheus reads them.

Names come from Kafka's by one rule, that of the example configuration of Prometheus' own JMX
exporter, so that dashboards for Kafka find what they look for:

    domain, type and name are joined by `_`, in lower case; `PerSec` is left out, and what counts
    ends in `_total`; tags are labels

    kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec,topic=orders
    kafka_server_brokertopicmetrics_bytesin_total{topic="orders"}

As there, what is summed over all topics has the same name as what is of one topic, and no label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trio
from prometheus_client import exposition
from prometheus_client.core import Metric

from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.broker.metrics.snapshot import read_family

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.metrics.families import Family, Sample

CONTENT_TYPE: str = exposition.CONTENT_TYPE_LATEST
TOTAL = "_total"
RENDERED_AT_ONCE_MAX = 2_000
"""So many samples are written while the broker waits; more are left to a thread."""


def prometheus_name(family: Family) -> str:
    """The family's name, with `_total` if it counts."""
    own = family.name.removesuffix("PerSec") if family.name else family.attribute
    joined = "_".join((family.domain, family.type, own)).lower()
    name = "".join(each if each.isalnum() else "_" for each in joined).removesuffix(TOTAL)
    return name + TOTAL if family.is_counter else name


async def scrape(broker: Broker) -> bytes:
    """All metrics of `broker` as text; others have their turns in between."""
    read: list[tuple[Family, Sequence[Sample]]] = []
    for family in FAMILIES:
        read.append((family, read_family(family, broker)))
        await trio.lowlevel.checkpoint()
    if sum(len(samples) for _, samples in read) <= RENDERED_AT_ONCE_MAX:
        return text_of(read)
    return await trio.to_thread.run_sync(text_of, read)


def text_of(read: Iterable[tuple[Family, Sequence[Sample]]]) -> bytes:
    """The text format for these families."""
    return exposition.generate_latest(_Collector(read))


class _Collector:
    """What prometheus_client asks for metrics."""

    def __init__(self, read: Iterable[tuple[Family, Sequence[Sample]]]) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        for family, samples in self._read:
            if samples:
                yield _metric(family, samples)


def _metric(family: Family, samples: Sequence[Sample]) -> Metric:
    name = prometheus_name(family)
    kind = "counter" if family.is_counter else "gauge"
    source = family.key(())
    metric = Metric(name.removesuffix(TOTAL), f"{family.help} ({source})", kind)
    for _, tags, value in samples:
        metric.add_sample(name, dict(tags), value)
    return metric
