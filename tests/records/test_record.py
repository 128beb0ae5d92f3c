"""Decoding the records of a batch."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder

from kafkawire.records.batch import read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.errors import CorruptRecord, InvalidRecords, RecordsError
from kafkawire.records.record import Record, decode_records
from tests.support.log.record_strategies import (
    BASE_MS,
    CODECS,
    CONTRADICTIONS,
    batch_around,
    mutated_batches,
    record_lists,
    shaped_lists,
    uncompressed,
    usual_record_lists,
    with_section,
)

HEADER_BYTES = 61

B2 = bytes.fromhex(
    "0000000000000005 0000004f 00000003 02 aa914cf7 0000 00000002 00000000000003e8 00000000000003ef"
    "ffffffffffffffff ffff ffffffff 00000003"
    "0e000000010261000e000a02026b01001a000e0400000402680278026e01"
)


def test_golden_records() -> None:
    """fetch A-38: null and empty keys and values, headers."""
    assert decode_records(B2) == [
        Record(5, 1000, None, b"a"),
        Record(6, 1005, b"k", None),
        Record(7, 1007, b"", b"", [("h", b"x"), ("n", None)]),
    ]


@given(record_lists | shaped_lists(), st.sampled_from(CODECS), st.integers(0, 1 << 40))
def test_decoding_inverts_encoding(rows: list[RecordTuple], codec: int, base: int) -> None:
    batch = encode_batch(rows, base_offset=base, compression=codec)

    records = decode_records(b"??" + batch, 2)

    assert [record.as_tuple() for record in records] == rows
    assert [record.offset for record in records] == list(range(base, base + len(rows)))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_all_kinds_of_buffers_are_read(kind: type) -> None:
    assert decode_records(kind(B2)) == decode_records(B2)
    assert all(type(record.value) is bytes for record in decode_records(kind(B2))[:1])


@given(usual_record_lists)
def test_kafka_python_reads_the_same(rows: list[RecordTuple]) -> None:
    batch = uncompressed(rows)
    theirs = DefaultRecordBatch(batch)

    assert theirs.validate_crc()
    found = [(each.timestamp, each.key, each.value, each.headers) for each in theirs]
    assert found == [record.as_tuple() for record in decode_records(batch)] == rows


@given(usual_record_lists.filter(bool), st.sampled_from(CODECS))
def test_we_read_what_kafka_python_writes(rows: list[RecordTuple], codec: int) -> None:
    builder = DefaultRecordBatchBuilder(2, codec, False, -1, -1, -1, 1 << 24)
    for offset, row in enumerate(rows):
        builder.append(offset, *row)
    batch = bytes(builder.build())

    assert [record.as_tuple() for record in decode_records(batch)] == rows


@given(record_lists.filter(bool), st.data())
def test_every_prefix_of_the_records_is_refused(
    rows: list[RecordTuple], data: st.DataObject
) -> None:
    batch = uncompressed(rows)
    cut = data.draw(st.integers(HEADER_BYTES, len(batch) - 1))
    with pytest.raises(CorruptRecord):
        decode_records(batch[:cut])

    def shorten(section: bytearray) -> None:
        del section[cut - HEADER_BYTES :]

    with pytest.raises(InvalidRecords):
        decode_records(with_section(batch, shorten))


@given(mutated_batches())
def test_broken_records_raise_one_kind_of_error(batch: bytes) -> None:
    with contextlib.suppress(RecordsError):
        records = decode_records(batch)
        assert len(records) == read_header(batch).records_count


@given(st.binary(max_size=150), st.sampled_from(CODECS), st.integers(0, 20))
def test_any_bytes_decode_or_raise_one_kind_of_error(data: bytes, codec: int, count: int) -> None:
    batch = bytearray(encode_batch([]) + data)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = codec
    batch[57:61] = count.to_bytes(4, "big")
    with contextlib.suppress(RecordsError):
        assert len(decode_records(batch)) == count


@pytest.mark.parametrize("section", CONTRADICTIONS)
def test_a_record_that_contradicts_itself_is_refused(section: str) -> None:
    """fetch A-38, J 22; produce A-42, row 13."""
    with pytest.raises(InvalidRecords):
        decode_records(batch_around(bytes.fromhex(section), 1))


@pytest.mark.parametrize("less", [1, 5, 60, 130])
def test_a_batch_ends_where_its_length_says_whatever_follows(less: int) -> None:
    batch = bytearray(encode_batch([(BASE_MS, b"k", b"v" * 100, ())] * 3))
    batch[8:12] = (len(batch) - 12 - less).to_bytes(4, "big")
    with pytest.raises(InvalidRecords):
        decode_records(bytes(batch))


def test_a_negative_count_is_refused() -> None:
    batch = encode_batch([])
    batch[57:61] = b"\xff\xff\xff\xff"
    with pytest.raises(InvalidRecords):
        decode_records(batch)


def test_a_declared_length_takes_no_memory() -> None:
    batch = bytearray(encode_batch([]) + b"\xfe\xff\xff\xff\x0f\0\0\0\xfe\xff\xff\xff\x0f")
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[57:61] = b"\x7f\xff\xff\xff"
    with pytest.raises(InvalidRecords):
        decode_records(batch)


def test_names_of_headers_that_are_no_text_are_replaced() -> None:
    batch = encode_batch([(BASE_MS, None, None, [("?", b"x")])])
    batch[batch.index(b"?")] = 0xFF

    assert decode_records(batch)[0].headers == [("\ufffd", b"x")]


def test_timestamps_wrap_as_java_longs_do() -> None:
    batch = encode_batch([((1 << 63) - 1, None, None, ()), (-(1 << 63), None, None, ())])

    assert [record.timestamp for record in decode_records(batch)] == [(1 << 63) - 1, -(1 << 63)]


def test_any_negative_length_means_null() -> None:
    """Kafka takes every negative length for null, not only -1."""
    batch = bytearray(encode_batch([(1, None, None, ())]))
    assert batch[-3:] == b"\1\1\0"
    batch[-3:] = b"\x03\x05\0"

    assert decode_records(batch) == [Record(0, 1, None, None)]


def test_records_compare_by_their_fields_and_have_their_own_headers() -> None:
    one, other = Record(1, 2, b"k", b"v"), Record(1, 2, b"k", b"v", [])

    assert one == other
    assert hash(one) == hash(other)
    one.headers.append(("a", None))
    assert one != other
    assert one != "another thing"
    assert repr(one) == "Record(offset=1, timestamp=2, key=b'k', value=b'v', headers=[('a', None)])"
