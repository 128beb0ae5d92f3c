"""Batches of clients: what is refused with which code, and what is stored of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.log.append import AppendInfo, RecordsRejected
from kafkawire.log.partition_log import PartitionLog
from kafkawire.protocol.errors import ApiError
from kafkawire.records.batch import BatchHeader, batch_crc, crc_is_valid
from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import compress
from tests.support.log.batches import NOW_MS, append, headers_of, make_batch, make_log, records_of

BATCH = make_batch()
HOUR_MS = 3_600_000


def changed(batch: bytes, at: int, value: int, size: int = 4) -> bytes:
    """`batch` with an integer replaced and its checksum made good."""
    copy = bytearray(batch)
    copy[at : at + size] = value.to_bytes(size, "big", signed=True)
    copy[17:21] = batch_crc(copy, 0, len(copy)).to_bytes(4, "big")
    return bytes(copy)


def with_body(body: bytes, count: int = 1, codec: int = 0) -> bytes:
    """A batch with these bytes as its records."""
    empty = bytes(encode_batch([]))
    batch = empty[:8] + (len(empty) + len(body) - 12).to_bytes(4, "big") + empty[12:] + body
    batch = changed(batch, 57, count)
    return changed(changed(batch, 23, count - 1), 21, codec, 2)


BODY = BATCH[61:]
"""length, attributes, timestamp delta, offset delta, 1-byte key, 1-byte value, no headers."""


def code(batch: bytes, **configs: str) -> int:
    log = make_log({name.replace("_", "."): text for name, text in configs.items()})
    try:
        append(log, batch)
    except ApiError as error:
        assert log.log_end_offset == 0
        return error.code
    return 0


def stored(batch: bytes, **configs: str) -> tuple[AppendInfo, BatchHeader, bytes]:
    log = make_log({name.replace("_", "."): text for name, text in configs.items()})
    info = append(log, batch)
    ((header, kept),) = log.iter_batches()
    assert crc_is_valid(kept, 0, header)
    return info, header, bytes(kept)


@pytest.mark.parametrize(
    ("batch", "expected"),
    [
        (changed(BATCH, 0, 5, 8), 87),
        (BATCH[:-1] + b"\x01", 2),
        (changed(BATCH, 21, 5, 2), -1),
        (changed(BATCH, 21, 7, 2), -1),
        (changed(BATCH, 23, -1), 87),
        (changed(BATCH, 57, 0), 87),
        (with_body(b"", count=0), 87),
        (BATCH + BATCH, 87),
        (changed(BATCH, 57, -1), 87),
        (changed(BATCH, 23, 5), 87),
        (changed(BATCH, 21, 0x20, 2), 87),
        (make_batch(producer_id=7, producer_epoch=0, base_sequence=-1), 87),
    ],
)
def test_heads_that_are_refused(batch: bytes, expected: int) -> None:
    """produce A-42 rows 1 to 10, scenarios 30 to 32, 38, 39 and 84."""
    assert code(batch) == expected


@pytest.mark.parametrize(
    "batch",
    [
        with_body(BODY, count=2),
        with_body(BODY + BODY, count=1),
        with_body(b"\x12" + BODY[1:]),
        with_body(b"\x0e" + BODY[1:]),
        with_body(BODY[:-1] + b"\x01"),
        with_body(BODY[:-1] + b"\x02"),
        with_body(b"\x14" + BODY[1:-1] + b"\x02\x01\x01"),
        with_body(b"\xff" * 11),
        with_body(b""),
    ],
)
def test_records_that_do_not_add_up(batch: bytes) -> None:
    """produce A-42 rows 13 and 14, scenarios 33 and 36."""
    assert code(batch) == 87


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_a_payload_that_its_codec_cannot_read(codec: int) -> None:
    """produce A-42 row 11, scenario 39."""
    assert code(with_body(BODY, codec=codec)) == -1


@pytest.mark.parametrize("codec", [0, 1, 2, 3, 4])
def test_every_codec_is_stored_as_it_was_sent(codec: int) -> None:
    """produce A-57, A-80, F 58: but for offset, epoch, maximum timestamp and checksum."""
    batch = make_batch(9, size=50, compression=codec)
    info, _, kept = stored(batch)

    assert info.size == len(batch)
    assert kept[16:] == batch[16:]


def test_the_size_limit_is_on_the_batch_as_sent() -> None:
    """produce A-43, scenario 43: inclusive, its first twelve bytes included."""
    limit = str(len(BATCH))

    assert code(BATCH, max_message_bytes=limit) == 0
    assert code(make_batch(size=2), max_message_bytes=limit) == 10
    assert code(make_batch(size=2)[:-1] + b"\x01", max_message_bytes=limit) == 10
    assert code(BATCH[:-1] + b"\x01", max_message_bytes=limit) == 2


def test_the_size_limit_holds_again_for_what_the_broker_makes() -> None:
    """produce A-42 row 16, scenario 44."""
    batch = make_batch(size=3000, compression=1)
    assert len(batch) < 300

    assert code(batch, max_message_bytes="300") == 0
    assert code(batch, max_message_bytes="300", compression_type="uncompressed") == 10


def test_a_batch_larger_than_a_segment_is_refused() -> None:
    """produce A-43, scenario 45: exactly as large is accepted."""
    assert code(BATCH, internal_segment_bytes=str(len(BATCH))) == 0
    assert code(BATCH, internal_segment_bytes=str(len(BATCH) - 1)) == 18


@pytest.mark.parametrize(("size", "expected"), [(992, 0), (993, 87)])
def test_decompressed_records_are_bounded(size: int, expected: int) -> None:
    """produce A-58, scenario 46: the length of one record's body, which has 8 bytes beside."""
    batch = make_batch(size=size, compression=1)

    assert code(batch, max_decompressed_message_bytes="1000") == expected


def test_neither_sums_nor_plain_batches_are_bounded() -> None:
    """produce A-58, scenario 46."""
    assert code(make_batch(3, size=900, compression=1), max_decompressed_message_bytes="1000") == 0
    assert code(make_batch(size=5000), max_decompressed_message_bytes="1000") == 0


def test_offset_deltas_of_plain_records_are_stored_as_sent() -> None:
    """produce A-44, F 34."""
    second = BODY[:3] + b"\x0e" + BODY[4:]
    log = make_log()
    append(log, with_body(BODY + second, count=2))

    assert [record.offset for record in records_of(log)] == [0, 7]
    assert log.log_end_offset == 2


def test_offset_deltas_of_compressed_records_must_count_up() -> None:
    """produce A-44b, scenario 35: unless the batch is written anew, which mends them."""

    second = BODY[:3] + b"\x0e" + BODY[4:]
    batch = with_body(compress(1, BODY + second), count=2, codec=1)
    assert code(batch) == -1

    log = make_log({"compression.type": "zstd"})
    append(log, batch)
    assert [record.offset for record in records_of(log)] == [0, 1]


def test_bad_records_are_named_before_the_batch_fails_for_its_offsets() -> None:
    """produce A-44b, A-50, as seen on 4.4.0."""
    records = bytes(encode_batch([(NOW_MS, None, b"v", ()), (NOW_MS, b"k", b"v", ())])[61:])
    wrong = bytearray(records)
    wrong[3] = 2
    batch = with_body(compress(1, bytes(wrong)), count=2, codec=1)
    assert code(batch) == -1
    assert code(batch, cleanup_policy="compact") == 87


@pytest.mark.parametrize("attributes", [0x80, 0x4000, 0x40])
def test_attributes_without_a_meaning_for_producers_are_kept(attributes: int) -> None:
    """produce A-44, scenario 41; they are lost where attributes are changed (observed)."""
    batch = changed(BATCH, 21, attributes, 2)
    _, header, _ = stored(batch)
    assert header.attributes == attributes

    _, header, _ = stored(batch, message_timestamp_type="LogAppendTime")
    assert header.attributes == attributes & 0x40 | 0x08


@pytest.mark.parametrize("codec", [0, 1])
def test_no_batch_is_older_than_no_time(codec: int) -> None:
    """produce A-55: observed; the maximum of -5 and -2 is -1, and neither can be written anew."""
    batch = make_batch(2, timestamps=[-5, -2], compression=codec)
    _, header, _ = stored(batch)

    assert (header.max_timestamp, header.base_timestamp) == (-1, -5)
    assert code(batch, compression_type="zstd") == -1


@pytest.mark.parametrize(("claimed", "actual"), [(999_999, 1000), (0, 1000), (1000, -1)])
def test_the_maximum_timestamp_is_that_of_the_records(claimed: int, actual: int) -> None:
    """produce A-55, scenario 42."""
    info, header, _ = stored(changed(make_batch(timestamps=[actual]), 35, claimed, 8))

    assert header.max_timestamp == actual
    assert info.log_append_time_ms == -1


@pytest.mark.parametrize("codec", [0, 4])
def test_append_time_is_the_brokers(codec: int) -> None:
    """produce A-54, F 57: base and deltas stay as sent."""
    batch = make_batch(2, timestamps=[5, 9], compression=codec)
    info, header, kept = stored(batch, message_timestamp_type="LogAppendTime")

    assert info.log_append_time_ms == header.max_timestamp == NOW_MS
    assert (header.timestamp_type, header.base_timestamp) == (1, 5)
    assert kept[61:] == batch[61:]


def test_append_time_that_a_client_claims_is_cleared() -> None:
    """produce A-53, F 55."""
    batch = make_batch(timestamps=[1000], timestamp_type=1)
    _, header, _ = stored(changed(batch, 35, 2000, 8))

    assert (header.timestamp_type, header.max_timestamp) == (0, 2000)


@pytest.mark.parametrize(("timestamp", "kind"), [(-1, "CreateTime"), (5, "LogAppendTime")])
def test_append_time_that_a_client_may_not_claim(timestamp: int, kind: str) -> None:
    """produce A-53, F 55, F 56."""
    batch = changed(make_batch(timestamps=[timestamp], timestamp_type=1), 35, timestamp, 8)

    assert code(batch, message_timestamp_type=kind) == 32


def test_timestamps_out_of_bounds_refuse_the_batch() -> None:
    """produce A-50, A-51: an age beyond 64 bits wraps around, and lies ahead."""
    assert code(make_batch(timestamps=[NOW_MS + HOUR_MS])) == 0
    assert code(make_batch(2, timestamps=[0, NOW_MS + HOUR_MS + 1])) == 32
    assert code(make_batch(timestamps=[-(2**63) + 5])) == 32
    before = {"message_timestamp_before_max_ms": "1000"}
    assert code(make_batch(2, timestamps=[-1, NOW_MS - 1000]), **before) == 0
    assert code(make_batch(2, timestamps=[-1, NOW_MS - 1001]), **before) == 32


@pytest.mark.parametrize("codec", [0, 1])
def test_compacted_topics_want_keys(codec: int) -> None:
    """produce A-60, scenario 47."""
    keyless = bytes(encode_batch([(NOW_MS, None, b"v", [])] * 3, compression=codec))
    log = make_log({"cleanup.policy": "compact"})
    with pytest.raises(RecordsRejected) as refused:
        append(log, keyless)

    assert [each.batch_index for each in refused.value.record_errors] == [0, 1, 2]
    assert code(make_batch(compression=codec), cleanup_policy="compact") == 0


@pytest.mark.parametrize("target", ["uncompressed", "gzip", "snappy", "lz4", "zstd"])
@pytest.mark.parametrize("codec", [0, 1, 4])
def test_a_topics_own_codec_is_applied(codec: int, target: str) -> None:
    """produce A-57, F 58, F 59, F 60, F 62: with producer, headers and timestamps as they were."""
    records = [(1050, b"k", None, [("h", b"x"), ("h", None)]), (1000, None, b"v" * 99, [])]
    batch = bytes(
        encode_batch(records, compression=codec, producer_id=7, producer_epoch=2, base_sequence=3)
    )
    log = make_log({"compression.type": target})
    info = append(log, batch)
    (header,) = headers_of(log)

    assert header.compression == ["uncompressed", "gzip", "snappy", "lz4", "zstd"].index(target)
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (7, 2, 3)
    assert [record.as_tuple() for record in records_of(log)] == records
    assert (header.base_timestamp, header.max_timestamp, info.size) == (1050, 1050, header.size)


def test_a_batch_that_is_written_anew_gets_a_base_timestamp_of_its_own() -> None:
    """produce A-56, F 61: that of its first record, whatever the base was."""
    body = BODY[:2] + b"\x64" + BODY[3:]
    batch = changed(with_body(body), 27, 1000, 8)
    _, header, _ = stored(batch, compression_type="gzip")

    assert header.base_timestamp == header.max_timestamp == 1050


def test_append_time_and_a_topics_codec_go_together() -> None:
    """produce A-54, A-57, F 63."""
    info, header, _ = stored(BATCH, compression_type="gzip", message_timestamp_type="LogAppendTime")

    assert (header.compression, header.timestamp_type) == (1, 1)
    assert header.max_timestamp == info.log_append_time_ms == NOW_MS


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"producer_id": 7, "producer_epoch": 0, "base_sequence": 0}, 0),
        ({"producer_id": 7, "producer_epoch": -1, "base_sequence": 0}, -1),
        ({"producer_id": -5, "producer_epoch": 3, "base_sequence": 5}, 0),
        ({"producer_id": -5, "producer_epoch": 3, "base_sequence": -1}, -1),
        ({"producer_id": -1, "producer_epoch": 3, "base_sequence": 5}, 0),
        ({"transactional": True}, -1),
    ],
)
def test_half_a_producer_is_no_matter_unless_the_batch_is_written_anew(
    fields: dict[str, Any], expected: int
) -> None:
    """produce A-57, A-81, A-82: observed; Kafka's writer of batches has checks of its own."""
    batch = make_batch(**fields)

    assert code(batch) == 0
    assert code(batch, compression_type="lz4") == expected


@pytest.mark.parametrize("kind", [bytes, bytearray])
def test_what_follows_the_batch_is_not_stored(kind: type[bytes] | type[bytearray]) -> None:
    """produce A-34."""
    log: PartitionLog = make_log()
    append(log, kind(BATCH + b"\0" * 5))

    assert log.size == len(BATCH)


def test_a_duplicate_with_a_defect_is_no_duplicate() -> None:
    """produce B-13."""
    log = make_log()
    batch = make_batch(
        timestamps=[NOW_MS + HOUR_MS], producer_id=7, producer_epoch=0, base_sequence=0
    )
    append(log, batch)
    assert append(log, batch).duplicate

    for defect, now_ms in ((batch[:-1] + b"\x01", NOW_MS), (batch, NOW_MS - 1)):
        with pytest.raises(ApiError):
            append(log, defect, now_ms=now_ms)


def test_what_no_segment_can_hold_is_refused() -> None:
    """fetch H-21: a batch as large as a segment is not, and it is tried before anything rolls."""
    size = len(BATCH)
    assert code(BATCH, internal_segment_bytes=str(size)) == 0
    assert code(BATCH, internal_segment_bytes=str(size - 1)) == 18
