"""What only followers do, written into a stopped directory of ours by our log library.

Batches at a leader's offsets, with gaps as of a compacted log, and the end of a log cut off. A
single node has no leader to follow.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from compat.interchange.work import MINUTE_MS, SHORT_SEGMENTS, Work
from kafkawire.log.config import LogConfig
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.formats import partition_metadata
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.builder import encode_batch

SEGMENTS = {"segment.ms": str(10 * MINUTE_MS), "index.interval.bytes": "300"}
FOLLOWED = TopicPartition("followed-compacted", 0)


def make_topic(bootstrap: str) -> None:
    """Have a broker make the topic that `write` writes to."""
    work = Work(bootstrap)
    try:
        work.topic(FOLLOWED.topic, 1, SHORT_SEGMENTS)
    finally:
        work.client.close()


def write(data: Path) -> None:
    """Write into a directory on which no broker runs, and leave it in order."""
    now_ms = int(time.time() * 1_000)
    manager = LogManager(str(data), disk=RealDisk(), random=Random(os.urandom(8)))
    manager.find(now_ms + MINUTE_MS)
    assert manager.was_clean, "the broker did not stop cleanly"
    path = data / f"{FOLLOWED.topic}-{FOLLOWED.partition}" / partition_metadata.FILE_NAME
    topic_id = partition_metadata.decode(path.read_bytes()).topic_id
    log = manager.open(FOLLOWED, topic_id, LogConfig(SEGMENTS), PartitionLog, now_ms)
    log.move_high_watermark(log.log_end_offset)
    _follow(log, now_ms - 60 * MINUTE_MS)
    assert manager.close(manager.previous_broker_epoch), "not everything could be left in order"


def _follow(log: PartitionLog, time_ms: int) -> None:
    """Gaps as of a compacted log, and a truncation, as a follower sees them."""
    end = log.log_end_offset
    epoch = max(log.leader_epochs.latest, 0)

    def batch(offset: int, leader_epoch: int) -> bytearray:
        when = time_ms + offset * MINUTE_MS
        records = [(when, b"key", b"value %d" % offset, ()), (when + 1, None, None, ())]
        return encode_batch(records, base_offset=offset, leader_epoch=leader_epoch)

    append: Callable[[int, int], object] = lambda offset, at: log.append_as_follower(  # noqa: E731
        batch(offset, at), leader_epoch=at, now_ms=time_ms
    )
    for number in range(20):
        append(end + 3 * number, epoch)
    log.truncate_to(end + 3 * 8)
    for number in range(8, 30):
        append(end + 3 * number, epoch)
    log.move_high_watermark(log.log_end_offset)
