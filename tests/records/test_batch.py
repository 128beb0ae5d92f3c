"""The heads of batches."""

from __future__ import annotations

import struct

import crc32c
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import (
    HEADER_FORMAT,
    LOG_APPEND_TIME,
    BatchHeader,
    batch_crc,
    crc_is_valid,
    iter_frames,
    iter_headers,
    patch,
    patch_timestamps,
    read_header,
    seal,
)
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.errors import CorruptRecord, InvalidRecords, RecordsError
from kafkawire.records.record import decode_records
from tests.support.log.record_strategies import record_lists

HEADER_BYTES = 61

B1 = bytes.fromhex(
    "0000000000000000 0000003a 00000000 02 716a6189 0000 00000000 00000000000003e8 00000000000003e8"
    "ffffffffffffffff ffff ffffffff 00000001 10 00 00 00 02 6b 02 76 00"
)
B5 = bytes.fromhex(
    "000000000000000a 00000031 00000001 02 b7844ca6 0010 00000004 ffffffffffffffff 00000000000004d2"
    "0000000000000fa0 0002 00000007 00000000"
)


def test_the_fields_stand_where_kafka_has_them() -> None:
    """fetch A-32: the checksum covers what follows it."""
    assert HEADER_FORMAT.size == HEADER_BYTES == 61
    assert read_header(B1) == (0, 58, 0, 2, 0x716A6189, 0, 0, 1000, 1000, -1, -1, -1, 1)
    assert crc_is_valid(B1, 0, read_header(B1))


def test_an_emptied_batch_keeps_its_offsets_and_producer() -> None:
    """fetch A-34 and A-41."""
    header = read_header(B5)

    assert crc_is_valid(B5, 0, header)
    assert (header.last_offset, header.next_offset, header.records_count) == (14, 15, 0)
    assert (header.producer_id, header.producer_epoch, header.last_sequence) == (4000, 2, 11)
    assert header.is_transactional
    assert not header.is_control
    assert header.max_timestamp == 1234
    assert decode_records(B5) == []


@given(st.integers(-(1 << 15), (1 << 15) - 1))
def test_attributes_are_taken_apart(attributes: int) -> None:
    """fetch A-33, J 20."""
    header = read_header(B1)._replace(attributes=attributes)

    assert header.compression == attributes & 7
    assert header.timestamp_type == attributes >> 3 & 1
    assert header.is_transactional == bool(attributes & 16)
    assert header.is_control == bool(attributes & 32)
    assert header.has_delete_horizon == bool(attributes & 64)


@pytest.mark.parametrize(
    ("base", "delta", "last"), [(0, 4, 4), ((1 << 31) - 1, 1, 0), ((1 << 31) - 1, 0, (1 << 31) - 1)]
)
def test_sequences_wrap(base: int, delta: int, last: int) -> None:
    """fetch A-37, J 21."""
    header = read_header(B1)._replace(base_sequence=base, last_offset_delta=delta)

    assert header.last_sequence == last


def test_a_batch_without_sequence_has_no_last_one() -> None:
    """fetch A-37."""
    assert read_header(B1).last_sequence == -1


@given(st.binary(max_size=HEADER_BYTES - 1))
def test_what_is_too_short_for_a_head_is_corrupt(data: bytes) -> None:
    with pytest.raises(CorruptRecord):
        read_header(data)


@given(st.lists(record_lists, max_size=4), st.integers(0, 70))
def test_whole_batches_are_found_and_an_incomplete_tail_is_passed_over(
    lists: list[list[RecordTuple]], cut: int
) -> None:
    """fetch A-42, J 23."""
    batches = [bytes(encode_batch(rows, base_offset=7)) for rows in lists]
    joined = b"".join(batches) + B1[:cut]
    positions = [sum(map(len, batches[:index])) for index in range(len(batches))]
    expected = list(zip(positions, map(read_header, batches), strict=True))
    if cut == 70:
        expected.append((len(joined) - 70, read_header(B1)))

    assert list(iter_headers(joined)) == expected
    assert [size for _, size, _ in iter_frames(joined)] == [h.size for _, h in expected]


@pytest.mark.parametrize(
    ("place", "changed", "message"),
    [
        (slice(8, 12), struct.pack(">i", 13), "Record size 13 is less than the minimum"),
        (slice(8, 12), struct.pack(">i", -1), "Record size -1 is less than the minimum"),
        (slice(16, 17), b"\x03", "Invalid magic found in record: 3"),
        (slice(16, 17), b"\xff", "Invalid magic found in record: -1"),
    ],
)
def test_impossible_framing_is_corrupt(place: slice, changed: bytes, message: str) -> None:
    """fetch A-42, J 24, 25, produce A-19."""
    batch = bytearray(B1)
    batch[place] = changed

    with pytest.raises(CorruptRecord, match=message):
        list(iter_frames(batch))


def test_a_length_of_13_is_noticed_before_the_magic_is_there() -> None:
    with pytest.raises(CorruptRecord):
        list(iter_frames(bytes(8) + struct.pack(">i", 13)))
    assert list(iter_frames(bytes(8) + struct.pack(">i", 14))) == []


def test_heads_of_other_magics_and_short_ones_are_refused() -> None:
    legacy = bytes(8) + struct.pack(">i", 14) + bytes(14)
    short = bytearray(B1[:60])
    short[8:12] = struct.pack(">i", 48)

    with pytest.raises(InvalidRecords):
        list(iter_headers(legacy))
    with pytest.raises(CorruptRecord):
        list(iter_headers(short))
    with pytest.raises(CorruptRecord):
        list(iter_headers(short + B1))


@given(st.binary(max_size=200))
def test_any_bytes_give_heads_or_one_kind_of_error(data: bytes) -> None:
    try:
        found = list(iter_headers(data))
    except RecordsError:
        return
    assert all(header.size >= HEADER_BYTES for _, header in found)


@given(record_lists, st.data())
def test_one_changed_byte_breaks_the_checksum(rows: list[RecordTuple], data: st.DataObject) -> None:
    batch = encode_batch(rows)
    place = data.draw(st.integers(17, len(batch) - 1))
    batch[place] ^= data.draw(st.integers(1, 255))

    assert not crc_is_valid(batch, 0, read_header(batch))


def test_a_checksum_of_a_batch_that_is_not_all_there_is_wrong() -> None:
    header = read_header(B1)

    assert not crc_is_valid(B1[:-1], 0, header)
    assert not crc_is_valid(B1, 1, header)
    assert not crc_is_valid(B1, 0, header._replace(batch_length=48))
    assert crc_is_valid(b"??" + B1, 2, header)


@given(record_lists, st.integers(0, (1 << 63) - 1), st.integers(-1, (1 << 31) - 1))
def test_a_place_in_the_log_is_patched_without_a_new_checksum(
    rows: list[RecordTuple], offset: int, epoch: int
) -> None:
    """fetch A-32, J 19, produce A-80: nothing else changes."""
    batch = encode_batch(rows)
    room = bytearray(b"??") + batch
    patch(memoryview(room), 2, base_offset=offset, partition_leader_epoch=epoch)
    header = read_header(room, 2)

    assert (header.base_offset, header.partition_leader_epoch) == (offset, epoch)
    assert crc_is_valid(room, 2, header)
    assert room[18:] == batch[16:]
    assert room[:2] == b"??"


def test_append_time_replaces_the_timestamps_of_all_records() -> None:
    """fetch A-35, J 19, produce A-54: base timestamp and deltas stay."""
    batch = encode_batch([(5, None, b"a", ()), (9, None, b"b", ())], compression=0)
    records = bytes(batch[HEADER_BYTES:])
    patch_timestamps(batch, 0, timestamp_type=LOG_APPEND_TIME, max_timestamp=777)
    header = read_header(batch)

    assert (header.timestamp_type, header.base_timestamp, header.max_timestamp) == (1, 5, 777)
    assert crc_is_valid(batch, 0, header)
    assert batch[HEADER_BYTES:] == records
    assert [record.timestamp for record in decode_records(batch)] == [777, 777]


def test_an_append_time_bit_can_be_taken_back() -> None:
    """produce A-53 and A-55."""
    batch = encode_batch([(5, None, b"a", ())], timestamp_type=1)
    patch_timestamps(batch, 0, timestamp_type=0, max_timestamp=5)

    assert read_header(batch) == read_header(encode_batch([(5, None, b"a", ())]))


def test_sealing_one_of_several_batches_leaves_the_others() -> None:
    room = bytearray(B1 + B5)
    room[17:21] = bytes(4)
    seal(room, 0, len(B1))

    assert room == B1 + B5
    assert isinstance(read_header(room), BatchHeader)


@pytest.mark.parametrize("value_bytes", [10, 10_000])
def test_the_checksum_is_the_same_of_every_buffer(value_bytes: int) -> None:
    """From the attributes on, as another library has it."""
    batch = bytes(encode_batch([(1, None, bytes(value_bytes), ())]))
    expected = crc32c.crc32c(batch[21:])
    assert batch_crc(batch, 0, len(batch)) == expected
    assert batch_crc(bytearray(batch), 0, len(batch)) == expected
    assert batch_crc(memoryview(b"x" + batch), 1, len(batch)) == expected
