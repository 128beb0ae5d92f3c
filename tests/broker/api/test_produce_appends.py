"""Produce: what is appended, and what the log's own refusals look like on the wire."""

from __future__ import annotations

import pytest

from kafkawire.records.message_set import encode_message_set
from tests.support.log.batches import headers_of, make_batch
from tests.support.requests.produce import Producer, with_crc

BATCH = make_batch()
BAD_CRC = BATCH[:-1] + b"\x01"


@pytest.mark.parametrize("version", [0, 1, 2])
@pytest.mark.parametrize("magic", [0, 1])
def test_old_versions_take_message_sets(version: int, magic: int) -> None:
    """produce A-3, A-90, F 3; and batches of magic 2 as well."""
    producer = Producer()
    messages = encode_message_set([(1000, b"k", b"v", ()), (5, b"k", b"v", ())], magic=magic)

    assert producer.one(messages, version=version).error_code == 0
    assert producer.one(BATCH, version=version).base_offset == 2
    assert producer.one(BATCH + BATCH, version=version).error_code == 87
    assert [each.magic for each in headers_of(producer.partition().log)] == [2, 2]


def test_append_time_is_answered_from_version_2_on() -> None:
    """produce A-4, A-54, A-90."""
    producer = Producer({"message.timestamp.type": "LogAppendTime"})
    now_ms = producer.harness.now_ms
    times = [producer.one(BATCH, version=version).log_append_time_ms for version in (1, 2, 9)]

    assert times == [-1, now_ms, now_ms]


def test_an_empty_set_of_an_old_version_appends_nothing() -> None:
    """produce A-42 row 5."""
    answer = Producer().one(b"", version=2)

    assert (answer.error_code, answer.base_offset) == (0, -1)


def test_record_errors_are_listed_from_version_8_on() -> None:
    """produce A-51, A-61, A-62."""
    producer = Producer()
    late = producer.harness.now_ms + 3_600_001
    batch = make_batch(2, timestamps=[0, late])
    for version in (7, 8):
        answer = producer.one(batch, version=version)
        assert (answer.error_code, answer.base_offset, answer.log_start_offset) == (32, -1, 0)
        errors = [each.batch_index for each in answer.record_errors]
        if version == 8:
            assert errors == [1]
            text = "One or more records have been rejected due to invalid timestamp"
            assert answer.error_message == text
        else:
            assert (errors, answer.error_message) == ([], None)


def numbered(sequence: int, *, epoch: int = 0, count: int = 1) -> bytes:
    return make_batch(count, producer_id=7, producer_epoch=epoch, base_sequence=sequence)


def test_log_start_offsets_of_refusals_by_the_log() -> None:
    """produce A-61: real for records and producers, -1 for sizes and checksums."""
    producer = Producer({"max.message.bytes": "200"})
    producer.one(make_batch(2))
    producer.partition().log.delete_records_before(2)
    producer.one(numbered(0, epoch=3))

    assert producer.code(make_batch(size=200)) == (10, -1)
    assert producer.code(BAD_CRC) == (2, -1)
    assert producer.code(numbered(5, epoch=3)) == (45, 2)
    assert producer.code(numbered(0, epoch=2)) == (47, 2)
    assert producer.code(make_batch(control=True)) == (87, 2)
    producer.configure({"internal.segment.bytes": "10"})
    assert producer.code(BATCH) == (18, -1)


def test_a_wrong_payload_is_our_failure_with_the_real_log_start() -> None:
    """produce A-42 row 11."""
    head = bytearray(BATCH)
    head[22] = 1

    assert Producer().code(with_crc(head)) == (-1, 0)


def test_a_window_of_five_duplicates() -> None:
    """produce B-10 to B-14."""
    producer = Producer()
    for sequence in range(11):
        assert producer.one(numbered(sequence)).base_offset == sequence

    assert [producer.one(numbered(at)).base_offset for at in range(6, 11)] == [6, 7, 8, 9, 10]
    assert producer.code(numbered(5)) == producer.code(numbered(0)) == (45, 0)
    assert producer.code(numbered(9, count=2)) == (45, 0)
    assert producer.partition().log_end_offset == 11


def test_a_duplicate_carries_the_timestamp_of_what_it_repeats() -> None:
    """produce B-12: also on a topic of CreateTime."""
    producer = Producer()
    batch = make_batch(timestamps=[1234], producer_id=7, producer_epoch=0, base_sequence=0)

    assert producer.one(batch).log_append_time_ms == -1
    assert producer.one(batch).log_append_time_ms == 1234


def test_an_idle_producer_is_forgotten() -> None:
    """produce B-35, B-36, F 92: by the timestamps of its records."""
    producer = Producer()
    state = producer.partition().log.producer_state
    producer.one(make_batch(timestamps=[5], producer_id=7, producer_epoch=0, base_sequence=0))
    state.expire(producer.harness.now_ms, 86_400_000)

    assert producer.one(numbered(9)).error_code == 0
