"""What is known of the files of all logs together (Kafka's `LogManager` and `LogFlushStats`)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kafkawire.broker.metrics.families import Family, Reading, gauge, meter, single

if TYPE_CHECKING:
    from kafkawire.broker.metrics.observed import HasReplicas

_MANAGER = "kafka.log:LogManager"


def _is_offline(broker: "HasReplicas") -> int:
    return int(bool(broker.replicas.logs.failed))


def _offline_directories(broker: "HasReplicas") -> "Iterator[Reading]":
    directory = broker.replicas.logs.directory
    if directory:
        yield (("logDirectory", directory),), _is_offline(broker)


LOG_FAMILIES: tuple[Family, ...] = (
    gauge(
        _MANAGER,
        "OfflineLogDirectoryCount",
        "Data directories in which files of a log have failed",
        single(_is_offline),
    ),
    gauge(
        _MANAGER,
        "LogDirectoryOffline",
        "1 if files of a log in it have failed",
        _offline_directories,
        tags=("logDirectory",),
    ),
    meter(
        "kafka.log:LogFlushStats",
        "LogFlushRateAndTimeMs",
        "Logs and segments that were synced to the disk",
        single(lambda broker: broker.replicas.logs.flushes),
    ),
)
