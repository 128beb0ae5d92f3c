"""Reading less than all of a batch's records."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.errors import InvalidRecords, RecordsError
from kafkawire.records.lazy import RecordIndex, keys_in, records_in_turn, values_in, values_only
from kafkawire.records.record import decode_records, records_section
from tests.support.log.record_strategies import (
    CODECS,
    mutated_batches,
    record_lists,
    shaped_lists,
    uncompressed,
)

LOG_OVERHEAD = 12


@given(record_lists | shaped_lists(), st.sampled_from(CODECS))
def test_the_index_has_the_records_that_decoding_has(rows: list[RecordTuple], codec: int) -> None:
    batch = encode_batch(rows, base_offset=3, compression=codec)
    index = RecordIndex(batch)

    assert list(index) == decode_records(batch)
    assert len(index) == len(rows)


@given(record_lists.filter(bool), st.data())
def test_records_are_found_by_position(rows: list[RecordTuple], data: st.DataObject) -> None:
    index = RecordIndex(encode_batch(rows))
    place = data.draw(st.integers(-len(rows), len(rows) - 1))

    assert index[place].as_tuple() == rows[place]
    with pytest.raises(IndexError):
        index[len(rows)]


@given(record_lists | shaped_lists(), st.sampled_from(CODECS))
def test_values_are_those_that_decoding_gives(rows: list[RecordTuple], codec: int) -> None:
    assert values_only(encode_batch(rows, compression=codec)) == [row[2] for row in rows]


@given(mutated_batches() | (record_lists | shaped_lists()).map(uncompressed))
def test_keys_are_those_that_decoding_gives(batch: bytes) -> None:
    header = read_header(batch)
    keys = None
    with contextlib.suppress(RecordsError):
        keys = keys_in(*records_section(batch, 0, header), header.records_count)
    with contextlib.suppress(RecordsError):
        assert [record.key for record in decode_records(batch)] == keys


@given(mutated_batches())
def test_whatever_decodes_can_be_read_lazily(batch: bytes) -> None:
    try:
        records = decode_records(batch)
    except RecordsError:
        with contextlib.suppress(RecordsError):
            list(RecordIndex(batch))
        with contextlib.suppress(RecordsError):
            values_only(batch)
    else:
        assert list(RecordIndex(batch)) == records
        assert values_only(batch) == [record.value for record in records]


@given(mutated_batches())
def test_the_index_alone_refuses_lengths_that_do_not_fill_the_batch(batch: bytes) -> None:
    with contextlib.suppress(RecordsError):
        index = RecordIndex(batch)
        for place in range(len(index)):
            with contextlib.suppress(InvalidRecords):
                assert index[place].offset >= -(1 << 32)


@pytest.mark.parametrize("less", [1, 5, 60, 130])
def test_a_batch_ends_where_its_length_says_whatever_follows(less: int) -> None:
    batch = bytearray(encode_batch([(5, b"k", b"v" * 100, ())] * 3))
    batch[8:12] = (len(batch) - 12 - less).to_bytes(4, "big")
    with pytest.raises(InvalidRecords):
        RecordIndex(bytes(batch))
    with pytest.raises(InvalidRecords):
        values_only(bytes(batch))


def test_append_time_is_every_records_time() -> None:
    batch = encode_batch([(5, None, b"", ()), (9, None, b"", ())], timestamp_type=1)

    assert [record.timestamp for record in RecordIndex(batch)] == [9, 9]


def test_a_negative_length_is_refused() -> None:
    batch = encode_batch([(5, None, b"", ())])
    batch[61] |= 1
    with pytest.raises(InvalidRecords):
        RecordIndex(batch)
    with pytest.raises(InvalidRecords):
        values_only(batch)


@pytest.mark.parametrize("tail", [b"\x7f", b"\x02", b"", b"\0more"])
def test_in_turn_records_are_read_up_to_the_one_that_is_broken(tail: bytes) -> None:
    batch = bytearray(encode_batch([(time, None, b"v", ()) for time in (1, 2, 3)]))
    batch[-1:] = tail  # instead of the last record's count of headers
    batch[8:12] = (len(batch) - LOG_OVERHEAD).to_bytes(4, "big")
    found = records_in_turn(bytes(batch))
    assert [next(found).timestamp, next(found).timestamp] == [1, 2]
    with pytest.raises(InvalidRecords):
        list(found)


@given(record_lists | shaped_lists(), st.sampled_from(CODECS))
def test_in_turn_records_are_those_of_the_batch(rows: list[RecordTuple], codec: int) -> None:
    batch = bytes(encode_batch(rows, compression=codec))
    assert list(records_in_turn(batch)) == decode_records(batch)


@pytest.mark.parametrize(
    ("read", "data", "end"),
    [(keys_in, b"\x08\0\0\0\x06abc", 5), (values_in, b"\x0a\0\0\0\x01\x06abc", 6)],
)
def test_a_field_that_runs_past_its_record_is_refused(read: Any, data: bytes, end: int) -> None:
    """A key or value of three bytes, in a record that has none left for it."""
    with pytest.raises(InvalidRecords, match="does not fit its record"):
        read(data, 0, end, 1)
