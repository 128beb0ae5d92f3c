"""Writing batches. That decoding inverts it is tested with the decoder."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kafka.record.default_records import DefaultRecordBatchBuilder

from kafkawire.protocol.errors import EncodeError
from kafkawire.records.batch import crc_is_valid, read_header
from kafkawire.records.builder import RecordTuple, encode_batch, encode_batch_in_steps
from kafkawire.records.compression import decompress
from kafkawire.records.record import Record, decode_records
from tests.support.log.record_strategies import (
    CODECS,
    record_lists,
    shaped_lists,
    usual_record_lists,
)

HEADER_BYTES = 61
BASE_MS = 1_700_000_000_000

GOLDEN: dict[str, tuple[dict[str, Any], str]] = {
    "plain": (
        {},
        "0000000000000000 0000003a ffffffff 02 716a6189 0000 00000000 00000000000003e8"
        "00000000000003e8 ffffffffffffffff ffff ffffffff 00000001 10000000026b027600",
    ),
    "transactional": (
        {"producer_id": 7, "producer_epoch": 1, "base_sequence": 0, "transactional": True},
        "0000000000000000 0000003a ffffffff 02 e4b548cc 0010 00000000 00000000000003e8"
        "00000000000003e8 0000000000000007 0001 00000000 00000001 10000000026b027600",
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_batches(name: str) -> None:
    """produce H."""
    fields, expected = GOLDEN[name]

    assert encode_batch([(1000, b"k", b"v", [])], **fields) == bytes.fromhex(expected)


def test_three_golden_records() -> None:
    """fetch A.9, B2."""
    rows: list[RecordTuple] = [
        (1000, None, b"a", []),
        (1005, b"k", None, []),
        (1007, b"", b"", [("h", b"x"), ("n", None)]),
    ]
    batch = encode_batch(rows, base_offset=5, leader_epoch=3)

    assert batch.hex().endswith("0e000000010261000e000a02026b01001a000e0400000402680278026e01")
    assert batch[17:21].hex() == "aa914cf7"


@pytest.mark.parametrize("codec", CODECS)
def test_only_what_follows_the_head_is_compressed(codec: int) -> None:
    """fetch A-39: all records as one section; the head tells their number and their times."""
    rows: list[RecordTuple] = [(1000 + at, b"k", b"v" * 100, []) for at in range(30)]
    plain, packed = encode_batch(rows), encode_batch(rows, compression=codec)
    section = decompress(codec, bytes(packed[HEADER_BYTES:]))

    assert section == plain[HEADER_BYTES:]
    assert not codec or len(packed) < len(plain)
    header = read_header(packed)
    same = {"batch_length": 0, "crc": 0, "attributes": 0}
    assert header._replace(**same) == read_header(plain)._replace(**same)
    assert (header.compression, header.records_count) == (codec, 30)


def test_an_empty_batch_has_no_timestamp() -> None:
    header = read_header(encode_batch([]))

    assert (header.base_timestamp, header.max_timestamp, header.records_count) == (-1, -1, 0)


@given(usual_record_lists.filter(bool))
def test_bytes_are_those_of_kafka_python(rows: list[RecordTuple]) -> None:
    theirs = DefaultRecordBatchBuilder(2, 0, False, -1, -1, -1, 1 << 24)
    for offset, row in enumerate(rows):
        theirs.append(offset, *row)
    mine = encode_batch(rows)

    built = bytes(theirs.build())
    assert mine[16:] == built[16:]
    assert mine[:12] == built[:12]


@given(record_lists | shaped_lists(), st.sampled_from(CODECS))
def test_the_head_tells_of_the_records(rows: list[RecordTuple], codec: int) -> None:
    batch = encode_batch(rows, compression=codec, base_offset=9)
    header = read_header(batch)

    assert crc_is_valid(batch, 0, header)
    assert header.size == len(batch)
    assert header.compression == codec
    assert header.records_count == len(rows)
    assert header.next_offset == 9 + len(rows)
    assert header.max_timestamp == max((row[0] for row in rows), default=-1)


def as_record(offset: int, row: RecordTuple) -> Record:
    timestamp, key, value, headers = row
    return Record(offset, timestamp, key, value, list(headers))


@given(record_lists)
def test_records_are_taken_as_tuples_are(rows: list[RecordTuple]) -> None:
    records = [as_record(0, row) for row in rows]

    assert encode_batch(records) == encode_batch(rows)
    assert encode_batch([*records[:1], *rows[1:]]) == encode_batch(rows)


def test_bits_and_fields_end_up_in_the_head() -> None:
    batch = encode_batch(
        [(5, b"", b"", ())],
        base_offset=1,
        compression=1,
        timestamp_type=1,
        producer_id=2,
        producer_epoch=3,
        base_sequence=4,
        leader_epoch=6,
        transactional=True,
        control=True,
    )
    header = read_header(batch)

    assert header.attributes == 1 | 8 | 16 | 32
    assert header.base_offset == 1
    assert (header.producer_id, header.producer_epoch, header.base_sequence) == (2, 3, 4)
    assert header.partition_leader_epoch == 6


def test_a_delete_horizon_takes_the_place_of_the_base_timestamp() -> None:
    """fetch A-36."""
    batch = encode_batch([(1005, b"k", None, ())], delete_horizon_ms=2000)
    header = read_header(batch)

    assert header.has_delete_horizon
    assert (header.base_timestamp, header.max_timestamp) == (2000, 1005)
    assert decode_records(batch)[0].timestamp == 1005


def test_many_records_have_offsets_of_three_bytes() -> None:
    batch = encode_batch([(1, None, None, ())] * 20_000)

    assert [record.offset for record in decode_records(batch)] == list(range(20_000))


@pytest.mark.parametrize(
    "fields", [{"producer_epoch": 1 << 15}, {"base_offset": 1 << 63}, {"base_sequence": 1 << 31}]
)
def test_a_field_that_does_not_fit_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(EncodeError):
        encode_batch([(1, None, None, ())], **fields)


@pytest.mark.parametrize("timestamp", [1 << 63, -(1 << 63) - 1])
def test_a_timestamp_that_does_not_fit_is_refused(timestamp: int) -> None:
    with pytest.raises(EncodeError):
        encode_batch([(timestamp, None, None, ())])


def in_steps(rows: list[RecordTuple], **fields: Any) -> bytearray | None:
    records = [as_record(at, row) for at, row in enumerate(rows)]
    steps = (records[at : at + 100] for at in range(0, len(records), 100))
    return encode_batch_in_steps(steps, **fields)


@pytest.mark.parametrize("codec", range(5))
@pytest.mark.parametrize("value_bytes", [100, 20_000])
def test_records_in_steps_are_the_same_records(codec: int, value_bytes: int) -> None:
    """Few bytes become what they become at once; of many, the frame has no content size."""
    rows: list[RecordTuple] = [(BASE_MS + at, b"k", bytes(value_bytes), ()) for at in range(300)]
    batch = in_steps(rows, compression=codec, bytes_max=7_000_000)
    assert batch is not None
    found = [(record.offset, *record.as_tuple()[:3]) for record in decode_records(batch)]
    assert found == [(at, *row[:3]) for at, row in enumerate(rows)]
    if value_bytes == 100:
        assert batch == encode_batch(rows, compression=codec)


@pytest.mark.parametrize("codec", range(5))
@pytest.mark.parametrize("value_bytes", [100, 20_000])
def test_a_batch_in_steps_is_of_so_many_bytes_at_most(codec: int, value_bytes: int) -> None:
    rows: list[RecordTuple] = [(BASE_MS + at, b"k", bytes(value_bytes), ()) for at in range(300)]
    batch = in_steps(rows, compression=codec, bytes_max=7_000_000)
    assert batch is not None
    assert in_steps(rows, compression=codec, bytes_max=len(batch)) == batch
    assert in_steps(rows, compression=codec, bytes_max=len(batch) - 1) is None


@pytest.mark.slow
def test_what_is_compressed_in_steps_is_not_kept() -> None:
    """Sixty megabytes, of which a tenth of one is left."""
    record = Record(0, BASE_MS, None, bytes(100_000))
    tracemalloc.start()
    try:
        steps = ([record] * 5 for _ in range(120))
        assert encode_batch_in_steps(steps, compression=1, bytes_max=1_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000
