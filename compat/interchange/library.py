"""What our broker cannot be asked for yet, written into its stopped directory by our log library.

Transactions, as long as there is no coordinator for them: committed and aborted ones of several
producers in turns, over several segments, in a compacted topic too, and one that is left open.
And what only a follower does: batches at a leader's offsets, and the end of a log cut off.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from compat.clients.raw import RawClient
from compat.interchange.asking import until
from compat.interchange.inventory import Batch, fetched
from compat.interchange.work import CLEANED, MINUTE_MS, SHORT_SEGMENTS, Work
from kafkawire.log.append import AppendOrigin, Verification
from kafkawire.log.config import LogConfig
from kafkawire.log.files.disk import RealDisk
from kafkawire.log.files.log_manager import LogManager
from kafkawire.log.formats import partition_metadata
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import encode_end_transaction_marker

PRODUCERS = 3
FIRST_PRODUCER_ID = 900_000
"""Beyond those that a broker has given out so far."""
SEGMENTS = {"segment.ms": str(10 * MINUTE_MS), "index.interval.bytes": "300"}
TOPICS = {"tx": 2, "tx-compacted": 1, "tx-open": 1, "followed-compacted": 1}


def make_topics(bootstrap: str, round_number: int) -> None:
    """Have a broker make the topics that `write` writes to."""
    work = Work(bootstrap, round_number)
    try:
        for name, partitions in TOPICS.items():
            is_compacted = name == "tx-compacted"
            work.topic(name, partitions, CLEANED if is_compacted else SHORT_SEGMENTS)
    finally:
        work.client.close()


def write(data: Path, round_number: int) -> None:
    """Write a round into a directory on which no broker runs, and leave it in order."""
    now_ms = int(time.time() * 1_000)
    random = Random(f"library {round_number}")
    manager = LogManager(str(data), disk=RealDisk(), random=Random(os.urandom(8)))
    manager.find(now_ms + MINUTE_MS)
    assert manager.was_clean, "the broker did not stop cleanly"

    def opened(topic: str, partition: int) -> PartitionLog:
        name = TopicPartition(topic, partition)
        path = data / f"{topic}-{partition}" / partition_metadata.FILE_NAME
        topic_id = partition_metadata.decode(path.read_bytes()).topic_id
        log = manager.open(name, topic_id, LogConfig(SEGMENTS), PartitionLog, now_ms)
        log.move_high_watermark(log.log_end_offset)
        return log

    time_ms = now_ms - 60 * MINUTE_MS  # Kafka forgets producers that were silent for a day
    for topic, partition in (("tx", 0), ("tx", 1), ("tx-compacted", 0)):
        Transactions(opened(topic, partition), random, time_ms).in_turns()
    Transactions(opened("tx-open", 0), random, time_ms).left_open()
    _follow(opened("followed-compacted", 0), time_ms)
    assert manager.close(manager.previous_broker_epoch), "not everything could be left in order"


def wait_until_cleaned(bootstrap: str) -> None:
    """Until a broker has cleaned the compacted topic of what `write` left in it."""
    client = RawClient(bootstrap)
    try:
        until(
            lambda: not all(_is_full(each) for each in fetched(client, ("tx-compacted", 0))),
            "cleaning of transactions",
        )
    finally:
        client.close()


def _is_full(batch: Batch) -> bool:
    """Whether it has a record for each of its offsets."""
    return batch.header.records_count == batch.header.last_offset_delta + 1


class Transactions:
    """Producers that write to one log, each with its sequence numbers."""

    def __init__(self, log: PartitionLog, random: Random, time_ms: int) -> None:
        self._log = log
        self._random = random
        self._time_ms = time_ms
        self._epoch = max(log.leader_epochs.latest, 0)
        known = {each.producer_id: each for each in log.producer_state}
        self._epochs = {
            FIRST_PRODUCER_ID + at: known[FIRST_PRODUCER_ID + at].producer_epoch + 1
            if FIRST_PRODUCER_ID + at in known
            else 0
            for at in range(PRODUCERS)
        }
        self._sequences = dict.fromkeys(self._epochs, 0)

    def in_turns(self) -> None:
        """Six turns of all producers, every third of them in vain."""
        for turn in range(6):
            for _ in range(4):
                for producer_id in self._epochs:
                    self._send(producer_id)
            for at, producer_id in enumerate(self._epochs):
                self._end(producer_id, commit=(turn + at) % 3 != 0)

    def left_open(self) -> None:
        """End what the round before left open, and leave another one."""
        producer_id = FIRST_PRODUCER_ID
        if self._log.producer_state.first_unstable_offset is not None:
            self._end(producer_id, commit=False)
        for _ in range(3):
            self._send(producer_id)

    def _send(self, producer_id: int) -> None:
        self._time_ms += 20_000
        count = self._random.randrange(1, 4)
        records = [
            (self._time_ms + number, b"%d" % self._random.randrange(9), b"v" * number, ())
            for number in range(count)
        ]
        batch = encode_batch(
            records,
            compression=self._random.randrange(5),
            producer_id=producer_id,
            producer_epoch=self._epochs[producer_id],
            base_sequence=self._sequences[producer_id],
            transactional=True,
        )
        self._sequences[producer_id] += count
        self._append(batch, AppendOrigin.CLIENT)

    def _end(self, producer_id: int, *, commit: bool) -> None:
        marker = encode_end_transaction_marker(
            producer_id=producer_id,
            producer_epoch=self._epochs[producer_id],
            commit=commit,
            coordinator_epoch=0,
            timestamp=self._time_ms,
        )
        self._append(marker, AppendOrigin.COORDINATOR)

    def _append(self, batch: bytearray, origin: AppendOrigin) -> None:
        self._log.append_as_leader(
            batch,
            leader_epoch=self._epoch,
            now_ms=self._time_ms,
            origin=origin,
            verification=Verification.VERIFIED,
        )
        self._log.move_high_watermark(self._log.log_end_offset)


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
