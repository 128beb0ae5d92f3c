"""Logs in memory: every one is new."""

from __future__ import annotations

import gc

from kafkawire.broker.replicas.log_source import LogsInMemory
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.retention import apply_retention
from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.batches import NOW_MS, append, make_batch

NAME = TopicPartition("t", 0)


def opened(logs: LogsInMemory) -> PartitionLog:
    return logs.open(NAME, bytes(16), LogConfig.from_mapping({}), PartitionLog, NOW_MS)


def test_a_log_that_is_opened_again_holds_nothing() -> None:
    logs = LogsInMemory()
    log = opened(logs)
    append(log, make_batch())
    logs.delete(log, NOW_MS)
    assert opened(logs).log_end_offset == 0
    assert logs.directory == ""


def test_how_far_a_log_is_clean_is_forgotten_with_it() -> None:
    """fetch H-60: a topic of the same name is another one."""
    logs = LogsInMemory()
    log = opened(logs)
    assert logs.cleaned_to(NAME) == 0
    logs.note_cleaned(NAME, 7)
    assert logs.cleaned_to(NAME) == 7
    logs.delete(log, NOW_MS)
    assert logs.cleaned_to(NAME) == 0


def test_a_deleted_log_holds_nothing_whoever_holds_the_log() -> None:
    logs = LogsInMemory()
    freed: list[int] = []
    logs.freed = freed.append
    log = opened(logs)
    for _ in range(2):
        append(log, make_batch())
    log.move_high_watermark(2)
    size = log.size
    assert log.read(0, max_bytes=1000, upper_bound=2, minimum_one=True).size
    logs.delete(log, NOW_MS)
    assert (log.size, log.segments) == (0, [])
    assert freed == [size]
    assert gc.get_referrers(log) == []


def test_retention_tells_what_it_lets_go() -> None:
    logs = LogsInMemory()
    freed: list[int] = []
    logs.freed = freed.append
    log = logs.open(
        NAME, bytes(16), LogConfig.from_mapping({"retention.bytes": "0"}), PartitionLog, NOW_MS
    )
    append(log, make_batch())
    log.move_high_watermark(1)
    size = log.size
    assert apply_retention(log, NOW_MS)
    assert freed == [size]
