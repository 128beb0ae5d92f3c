"""Metrics of the files of all logs."""

from __future__ import annotations

import errno

import pytest

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.errors import ApiError
from tests.support.log.batches import make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, create, start
from tests.support.requests.fetching import Fetcher

OFFLINE = "kafka.log:type=LogManager,name=OfflineLogDirectoryCount:Value"
DIRECTORY = "kafka.log:type=LogManager,name=LogDirectoryOffline,logDirectory"
FLUSHES = "kafka.log:type=LogFlushStats,name=LogFlushRateAndTimeMs:Count"


def test_memory_has_no_directory_and_is_never_offline() -> None:
    snapshot = Fetcher().broker.metrics.snapshot()
    assert (snapshot[OFFLINE], snapshot[FLUSHES]) == (0, 0)
    assert not [name for name in snapshot if name.startswith(DIRECTORY)]


def test_a_directory_counts_as_offline_once_files_of_a_log_have_failed() -> None:
    """fetch B-14: those partitions are offline, and others are not."""
    disk = SimulatedDisk()
    broker = start(disk)
    create(broker, "t", 2)
    snapshot = broker.metrics.snapshot()
    assert (snapshot[OFFLINE], snapshot[f"{DIRECTORY}={DATA}:Value"]) == (0, 0)
    disk.fail("pwrite", errno.EIO, path="*/t-0/*")
    partition = broker.replicas.partitions[TopicPartition("t", 0)]
    with pytest.raises(ApiError):
        broker.replicas.append(partition, make_batch(timestamps=[3]), now_ms=3)
    snapshot = broker.metrics.snapshot()
    assert (snapshot[OFFLINE], snapshot[f"{DIRECTORY}={DATA}:Value"]) == (1, 1)
    assert snapshot["kafka.server:type=ReplicaManager,name=OfflineReplicaCount:Value"] == 1
    assert not broker.stop(4)


def test_what_is_synced_is_counted() -> None:
    """fetch H-23: whether by `flush.messages`, by time or because a segment is full."""
    disk = SimulatedDisk()
    broker = start(disk, log_flush_interval_messages="2")
    create(broker, "t")
    before = broker.metrics.snapshot()[FLUSHES]
    partition = broker.replicas.partitions[TopicPartition("t", 0)]
    for _ in range(4):
        broker.replicas.append(partition, make_batch(timestamps=[3]), now_ms=3)
    assert broker.metrics.snapshot()[FLUSHES] == before + 2
    assert broker.stop(4)
