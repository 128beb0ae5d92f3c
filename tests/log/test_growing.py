"""Batches are checked for any log that has an end, settings and producers."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from kafkawire.log.config import LogConfig
from kafkawire.log.following import followed_batches
from kafkawire.log.growing import GrowingLog
from kafkawire.log.producer_state import ProducerState
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.log.trusted import trusted_batches
from kafkawire.log.validation import check_client_batch
from kafkawire.protocol.errors import ApiError
from kafkawire.records.builder import encode_batch

ORDERS = TopicPartition("orders", 0)


@dataclass
class EndOfLog:
    """A log without segments, which ends at offset 7."""

    config: LogConfig = field(default_factory=lambda: LogConfig({}))
    topic_partition: TopicPartition = ORDERS
    log_end_offset: int = 7
    producer_state: ProducerState = field(default_factory=ProducerState)


BATCH = bytes(encode_batch([(0, b"key", b"value", [])]))


def test_all_checks_take_a_log_without_segments() -> None:
    log: GrowingLog = EndOfLog()

    checked = check_client_batch(bytearray(BATCH), log, 0)
    (trusted,) = trusted_batches(bytearray(BATCH), log, 3)

    assert checked is not None
    assert checked.header.records_count == 1
    assert (trusted[1].base_offset, trusted[1].partition_leader_epoch) == (7, 3)
    with pytest.raises(ApiError):
        list(followed_batches(BATCH, log, 3))
