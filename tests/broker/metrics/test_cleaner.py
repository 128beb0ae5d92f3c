"""Gauges of the log cleaner."""

from __future__ import annotations

from kafkawire.broker.metrics.snapshot import Snapshot
from tests.support.log.batches import make_batch
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import DATA, start
from tests.support.requests.fetching import Fetcher

BACKOFF_MS = 15_000
NAMES = (
    "LogCleaner,name=max-buffer-utilization-percent",
    "LogCleaner,name=cleaner-recopy-percent",
    "LogCleaner,name=max-clean-time-secs",
    "LogCleaner,name=max-compaction-delay-secs",
    "LogCleanerManager,name=max-dirty-percent",
)


def values(snapshot: Snapshot) -> list[int]:
    return [snapshot[f"kafka.log:type={name}:Value"] for name in NAMES]


def test_they_say_what_the_latest_round_did() -> None:
    fetcher = Fetcher()
    assert values(fetcher.broker.metrics.snapshot()) == [0, 0, 0, 0, 0]
    fetcher.configure(
        1,
        cleanup_policy="compact",
        internal_segment_bytes="400",
        max_compaction_lag_ms="9223372036854775807",
        min_cleanable_dirty_ratio="0.9",
    )
    for _ in range(8):
        fetcher.broker.replicas.append(
            fetcher.partition(1), make_batch(size=30), now_ms=fetcher.harness.now_ms
        )
    fetcher.harness.advance(BACKOFF_MS)
    fetcher.harness.advance(50)
    utilization, recopied, seconds, late, dirty = values(fetcher.broker.metrics.snapshot())
    assert (utilization, seconds, late, dirty) == (0, 0, 0, 0)
    assert 20 < recopied < 30


def test_logs_that_cannot_be_read_are_counted_where_there_is_a_directory() -> None:
    name = "kafka.log:type=LogCleanerManager,name=uncleanable-partitions-count"
    assert not [each for each in Fetcher().broker.metrics.snapshot() if each.startswith(name)]
    broker = start(SimulatedDisk())
    assert broker.metrics.snapshot()[f"{name},logDirectory={DATA}:Value"] == 0
    broker.close()
