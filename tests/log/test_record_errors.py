"""Records that a topic does not take, and what is said about them."""

from __future__ import annotations

import pytest

from kafkawire.log.append import RecordsRejected
from kafkawire.log.config import LogConfig
from kafkawire.log.record_errors import Limits, are_timely, reject_bad_records
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.record import Record
from tests.support.log.batches import NOW_MS

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


def limits_of(**configs: str) -> Limits:
    mapping = {name.replace("_", "."): text for name, text in configs.items()}
    return Limits(LogConfig.from_mapping(mapping), NOW_MS)


def timely(limits: Limits, oldest: int, newest: int) -> bool:
    return are_timely(limits.config, limits.now_ms, oldest=oldest, newest=newest)


def rejected(
    records: list[Record], limits: Limits, *, claims_append_time: bool = False
) -> RecordsRejected:
    with pytest.raises(RecordsRejected) as refused:
        reject_bad_records(
            records, limits, TopicPartition("t", 3), claims_append_time=claims_append_time
        )
    return refused.value


def test_bounds_are_inclusive() -> None:
    """produce A-50: by default one hour ahead, and any age."""
    limits = limits_of(message_timestamp_before_max_ms=str(DAY_MS))

    assert limits.hold_for(NOW_MS + HOUR_MS)
    assert not limits.hold_for(NOW_MS + HOUR_MS + 1)
    assert limits.hold_for(NOW_MS - DAY_MS)
    assert not limits.hold_for(NOW_MS - DAY_MS - 1)


@pytest.mark.parametrize("timestamp", [-1, -5, 0])
def test_no_timestamp_and_old_ones_are_ordinary(timestamp: int) -> None:
    """produce A-50."""
    assert limits_of().hold_for(timestamp)
    assert limits_of(message_timestamp_before_max_ms="1").hold_for(timestamp) == (timestamp == -1)


def test_a_record_without_time_may_hide_one_that_is_too_old() -> None:
    """produce A-50: -1 is the smallest timestamp of a batch, and says nothing of the others."""
    limits = limits_of(message_timestamp_before_max_ms="1000")

    assert not timely(limits, -1, NOW_MS)
    assert timely(limits, NOW_MS - 1000, NOW_MS)
    assert not timely(limits, NOW_MS - 1001, NOW_MS)
    assert timely(limits_of(), -1, NOW_MS + HOUR_MS)
    assert not timely(limits_of(), -1, NOW_MS + HOUR_MS + 1)


def test_bounds_do_not_hold_on_topics_of_append_time() -> None:
    """produce A-54."""
    limits = limits_of(message_timestamp_type="LogAppendTime")

    assert timely(limits, -5, 2**62)
    assert limits.hold_for(2**62)


def test_all_bad_records_are_listed_and_no_good_ones() -> None:
    """produce A-51, A-65, A-66: with defaults the lower bound is the wrapped difference."""
    late = NOW_MS + HOUR_MS + 1
    records = [Record(0, late, None, None), Record(1, 0, None, None), Record(2, late, None, b"")]
    error = rejected(records, limits_of())

    oldest = NOW_MS - (2**63 - 1)
    text = (
        f"Timestamp {late} of message with offset 0 is out of range. The timestamp should be "
        f"within [{oldest}, {NOW_MS + HOUR_MS}]"
    )
    assert error.code == 32
    assert error.message == "One or more records have been rejected due to invalid timestamp"
    assert [each.batch_index for each in error.record_errors] == [0, 2]
    assert error.record_errors[0].message == text


def test_keyless_records_on_a_compacted_topic() -> None:
    """produce A-60, A-65, A-66: an empty key is a key; three errors are shown, all are listed."""
    keys = [None, b"", None, None, None]
    records = [Record(at, NOW_MS, key, b"v") for at, key in enumerate(keys)]
    error = rejected(records, limits_of(cleanup_policy="compact"))

    text = "Compacted topic cannot accept message without key in topic partition t-3"
    shown = ", ".join(f"RecordError(batchIndex={at}, message='{text}')" for at in (0, 2, 3))
    assert error.code == 87
    assert [each.batch_index for each in error.record_errors] == [0, 2, 3, 4]
    assert error.message == (
        "One or more records have been rejected due to 4 record errors in total, and only "
        f"showing the first three errors at most: [{shown}]"
    )


def test_timestamp_errors_win_over_missing_keys() -> None:
    """produce A-52."""
    records = [Record(0, NOW_MS, None, None), Record(1, NOW_MS + 2 * HOUR_MS, b"k", None)]
    error = rejected(records, limits_of(cleanup_policy="compact,delete"))

    assert error.code == 32
    assert [each.batch_index for each in error.record_errors] == [0, 1]


def test_a_client_may_not_claim_append_time() -> None:
    """produce A-53, A-66: always on such topics, else only for records without a timestamp."""
    records = [Record(0, NOW_MS, b"k", b"v"), Record(1, -1, None, b"vv")]
    everywhere = rejected(
        records, limits_of(message_timestamp_type="LogAppendTime"), claims_append_time=True
    )
    without = rejected(records, limits_of(), claims_append_time=True)

    assert [each.batch_index for each in everywhere.record_errors] == [0, 1]
    assert [each.batch_index for each in without.record_errors] == [1]
    assert without.record_errors[0].message == (
        "Invalid timestamp type in message DefaultRecord(offset=1, timestamp=-1, key=0 bytes, "
        "value=2 bytes). Producer should not set timestamp type to LogAppendTime."
    )


def test_records_that_are_only_skimmed_are_named_otherwise() -> None:
    """produce A-66: observed for compressed batches that keep their codec."""
    with pytest.raises(RecordsRejected) as refused:
        reject_bad_records(
            [Record(0, -1, None, b"v")],
            limits_of(),
            TopicPartition("t", 0),
            claims_append_time=True,
            are_skimmed=True,
        )
    assert refused.value.record_errors[0].message == (
        "Invalid timestamp type in message PartialDefaultRecord(offset=0, timestamp=-1, "
        "key=-1 bytes, value=1 bytes). Producer should not set timestamp type to LogAppendTime."
    )


def test_good_records_are_taken_without_error() -> None:
    reject_bad_records(
        [Record(0, NOW_MS, b"k", None)],
        limits_of(cleanup_policy="compact"),
        TopicPartition("t", 0),
        claims_append_time=False,
    )
