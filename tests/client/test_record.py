"""A record as the application gets it."""

from __future__ import annotations

import pytest

from kafkawire.client.record import ConsumerRecord, TimestampType
from kafkawire.client.values import TopicPartition

PARTITION = TopicPartition("orders", 3)


def test_a_record_has_what_it_shares_and_what_is_its_own() -> None:
    """client B-11."""
    record = ConsumerRecord(
        PARTITION,
        7,
        b"key",
        b"value",
        timestamp=1000,
        headers=[("a", b"1"), ("a", None)],
        timestamp_type=TimestampType.LOG_APPEND_TIME,
        leader_epoch=4,
    )

    assert (record.topic, record.partition, record.offset) == ("orders", 3, 7)
    assert (record.timestamp, record.timestamp_type) == (1000, 1)
    assert (record.key, record.value) == (b"key", b"value")
    assert record.headers == [("a", b"1"), ("a", None)]
    assert record.leader_epoch == 4


def test_a_record_is_one_slotted_object() -> None:
    """client B-11."""
    record = ConsumerRecord(PARTITION, 7, b"key", b"value")
    assert not hasattr(record, "__dict__")
    with pytest.raises(AttributeError):
        record.something = 1  # type: ignore[attr-defined]


def test_records_are_equal_if_all_of_them_is() -> None:
    record = ConsumerRecord(PARTITION, 7, b"key", b"value", timestamp=5)

    assert record == ConsumerRecord(PARTITION, 7, b"key", b"value", timestamp=5)
    assert hash(record) == hash(ConsumerRecord(PARTITION, 7, b"key", b"value", timestamp=5))
    assert record != ConsumerRecord(PARTITION, 7, b"key", b"value", timestamp=6)
    assert record != ConsumerRecord(TopicPartition("orders", 4), 7, b"key", b"value", timestamp=5)
    assert record != 7


def test_a_record_shows_where_it_is_and_what_it_has() -> None:
    assert repr(ConsumerRecord(PARTITION, 7, b"key", None, timestamp=5)) == (
        "ConsumerRecord(topic='orders', partition=3, offset=7, timestamp=5, key=b'key', "
        "value=None, headers=[])"
    )
