"""Consecutive records of one batch, decoded when they are asked for."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.errors import InvalidRecords, RecordsError
from kafkawire.records.lazy import records_in_turn
from kafkawire.records.message_set import Message
from kafkawire.records.record import Record, decode_records, records_section
from kafkawire.records.stretch import MessageStretch, Stretch
from tests.support.log.record_strategies import CODECS, mutated_batches, record_lists, shaped_lists

some_rows = (record_lists | shaped_lists()).filter(bool)


def stretch_of(batch: bytes | bytearray) -> Stretch:
    header = read_header(batch)
    return Stretch(*records_section(batch, 0, header), header.records_count, header)


def decoded(stretch: Stretch | MessageStretch) -> list[Record]:
    return [record for step in stretch.records(Record) for record in step]


def compare(stretch: Stretch | MessageStretch, records: Sequence[Record]) -> None:
    assert decoded(stretch) == records
    assert len(stretch) == len(records)
    assert stretch.values() == [record.value for record in records]
    assert stretch.keys() == [record.key for record in records]
    assert [stretch.record(index, Record) for index in range(len(records))] == records
    if records:
        assert stretch.first_offset == records[0].offset


@given(some_rows, st.sampled_from(CODECS), st.sampled_from((0, 1)))
def test_all_records_are_those_that_decoding_gives(
    rows: list[RecordTuple], codec: int, timestamp_type: int
) -> None:
    """client N 56."""
    batch = encode_batch(rows, base_offset=3, compression=codec, timestamp_type=timestamp_type)
    compare(stretch_of(batch), decode_records(batch))


@given(some_rows, st.data())
def test_a_cut_loses_nothing(rows: list[RecordTuple], data: st.DataObject) -> None:
    """client F-18."""
    stretch = stretch_of(encode_batch(rows, base_offset=7))
    records = decoded(stretch)
    count = data.draw(st.integers(1, len(rows)))

    before, behind, last_offset = stretch.cut(count)

    compare(before, records[:count])
    compare(behind, records[count:])
    assert last_offset == records[count - 1].offset
    assert before.size + behind.size == stretch.size


@given(some_rows, st.data())
def test_records_before_an_offset_are_left_out(
    rows: list[RecordTuple], data: st.DataObject
) -> None:
    """fetch F-45."""
    stretch = stretch_of(encode_batch(rows, base_offset=7))
    offset = data.draw(st.integers(0, len(rows) + 10))

    compare(stretch.since(offset), [each for each in decoded(stretch) if each.offset >= offset])


@given(mutated_batches(), st.data())
def test_broken_records_are_refused_after_the_good_ones(batch: bytes, data: st.DataObject) -> None:
    """client F-20."""
    good: list[Record] = []
    found: list[Record] = []
    with contextlib.suppress(RecordsError):
        good.extend(records_in_turn(batch))
        good = decode_records(batch)
    stretch = stretch_of(batch)

    is_whole = False
    with contextlib.suppress(RecordsError):
        for step in stretch.records(Record):
            found += step
        is_whole = True

    assert found == good
    if is_whole:
        compare(stretch, decode_records(batch))
    for read in (stretch.values, stretch.keys, lambda: stretch.first_offset):
        with contextlib.suppress(RecordsError):
            read()
    with contextlib.suppress(RecordsError):
        stretch.cut(data.draw(st.integers(1, max(1, min(300, len(stretch))))))
    with contextlib.suppress(RecordsError):
        stretch.since(data.draw(st.integers(0, 300)))


@pytest.mark.parametrize("tail", [b"", b"bytes of the batch that follows"])
def test_a_record_does_not_reach_beyond_its_batch(tail: bytes) -> None:
    """client F-20: its length and its last field agree, but the bytes are not its own."""
    batch = encode_batch([(5, None, b"v", ()), (5, None, b"v", [("h", b"12345678")])])
    header = read_header(batch)
    data = bytes(batch)[:-4] + tail
    found: list[Record] = []
    stretch = Stretch(data, 61, len(batch) - 4, 2, header)

    with pytest.raises(InvalidRecords):
        found.extend(record for step in stretch.records(Record) for record in step)

    assert [record.offset for record in found] == [0]


def test_a_large_batch_is_decoded_in_steps() -> None:
    batch = encode_batch([(5, None, b"%d" % index, ()) for index in range(1000)])
    steps = list(stretch_of(batch).records(Record))

    assert [len(step) for step in steps] == [256, 256, 256, 232]
    assert [record for step in steps for record in step] == decode_records(batch)


@pytest.mark.parametrize("count", [3, 4])
def test_a_cut_refuses_lengths_that_leave_the_batch(count: int) -> None:
    batch = bytearray(encode_batch([(5, None, b"v", ())] * 4))
    batch[-8] = 0x70  # the length of the last record
    stretch = stretch_of(batch)
    if count == 4:
        with pytest.raises(InvalidRecords):
            stretch.cut(count)
    else:
        assert stretch.cut(count)[2] == 2


@pytest.mark.parametrize("magic", [0, 1])
def test_messages_are_records_without_headers(magic: int) -> None:
    messages = [Message(at, magic, 0, -1 + 6 * magic, b"k", b"%d" % at) for at in (3, 4, 7)]
    stretch = MessageStretch(messages)
    records = [Record(each.offset, each.timestamp, each.key, each.value) for each in messages]

    compare(stretch, records)
    before, behind, last_offset = stretch.cut(2)
    compare(before, records[:2])
    compare(behind, records[2:])
    compare(stretch.since(5), records[2:])
    assert last_offset == 4
    assert (stretch.timestamp_type, stretch.leader_epoch, stretch.size) == (magic - 1, -1, 6)
