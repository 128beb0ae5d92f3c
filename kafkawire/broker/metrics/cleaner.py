"""Gauges of the log cleaner."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kafkawire.broker.metrics.families import Family, Reading, gauge, single

if TYPE_CHECKING:
    from kafkawire.broker.metrics.families import Read
    from kafkawire.broker.metrics.observed import HasReplicas, ObservedCleaner

_CLEANER = "kafka.log:LogCleaner"
_MANAGER = "kafka.log:LogCleanerManager"
PERCENT = 100
SECOND_MS = 1000


def _utilization(cleaner: "ObservedCleaner") -> int:
    done = cleaner.last_round
    return 0 if done is None else int(PERCENT * done.stats.utilization)


def _recopied(cleaner: "ObservedCleaner") -> int:
    done = cleaner.last_round
    if done is None:
        return 0
    return PERCENT * done.stats.bytes_written // max(done.stats.bytes_read, 1)


def _uncleanable(broker: "HasReplicas") -> "Iterator[Reading]":
    directory = broker.replicas.logs.directory
    if directory:
        count = len(broker.replicas.housekeeping.cleaner.uncleanable)
        yield (("logDirectory", directory),), count


def _of(value: "Callable[[ObservedCleaner], int]") -> "Read":
    return single(lambda broker: value(broker.replicas.housekeeping.cleaner))


CLEANER_FAMILIES: tuple[Family, ...] = (
    gauge(
        _CLEANER,
        "max-buffer-utilization-percent",
        "How full the latest cleaning's map of keys was",
        _of(_utilization),
    ),
    gauge(
        _CLEANER,
        "cleaner-recopy-percent",
        "Bytes that the latest cleaning kept, of those it read",
        _of(_recopied),
    ),
    gauge(
        _CLEANER,
        "max-clean-time-secs",
        "How long the latest cleaning took",
        _of(lambda cleaner: cleaner.duration_ms // SECOND_MS),
    ),
    gauge(
        _CLEANER,
        "max-compaction-delay-secs",
        "How late the latest cleaning was for max.compaction.lag.ms",
        _of(lambda cleaner: cleaner.delay_ms // SECOND_MS),
    ),
    gauge(
        _MANAGER,
        "max-dirty-percent",
        "Dirty bytes of the dirtiest compacted log",
        _of(lambda cleaner: int(PERCENT * cleaner.dirtiest_ratio)),
    ),
    gauge(
        _MANAGER,
        "uncleanable-partitions-count",
        "Compacted logs in a data directory that cannot be read",
        _uncleanable,
        tags=("logDirectory",),
    ),
)
