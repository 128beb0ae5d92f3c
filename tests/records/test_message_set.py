"""Message sets of magic 0 and 1."""

from __future__ import annotations

import contextlib
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kafka.record.legacy_records import LegacyRecordBatchBuilder
from kafka.record.memory_records import MemoryRecords

from kafkawire.protocol.errors import EncodeError
from kafkawire.records.builder import RecordTuple
from kafkawire.records.compression import GZIP, LZ4, NONE, SNAPPY, ZSTD, compress
from kafkawire.records.errors import CorruptRecord, InvalidRecords, RecordsError
from kafkawire.records.message_set import (
    Message,
    encode_message,
    encode_message_set,
    iter_deep,
    iter_messages,
    read_message,
)
from tests.support.log.record_strategies import BASE_MS

payloads = st.none() | st.binary(max_size=80)
rows = st.lists(
    st.tuples(st.integers(BASE_MS, BASE_MS + 99), payloads, payloads, st.just(())),
    min_size=1,
    max_size=6,
)
codecs = st.sampled_from((NONE, GZIP, SNAPPY, LZ4))
magics = st.sampled_from((0, 1))
# kafka-python needs one more package for lz4 in magic 0.
their_formats = st.sampled_from(
    [(magic, codec) for magic in (0, 1) for codec in (0, 1, 2, 3) if (magic, codec) != (0, LZ4)]
)
M0 = bytes.fromhex("0000000000000000 00000010 1fecd70a 00 00 00000001 6b 00000001 76")
M1 = bytes.fromhex("0000000000000003 00000017 09b66caa 01 00 00000000000003e8 ffffffff 00000001 76")


def test_golden_messages() -> None:
    """fetch A-43.9."""
    assert encode_message_set([(-1, b"k", b"v", ())], magic=0) == M0
    assert encode_message_set([(1000, None, b"v", ())], magic=1, base_offset=3) == M1
    assert read_message(M0) == Message(0, 0, 0, -1, b"k", b"v")
    assert read_message(b"?" + M1, 1) == Message(3, 1, 0, 1000, None, b"v")


@given(rows, magics, codecs, st.integers(0, 1 << 40))
def test_reading_inverts_writing(
    records: list[RecordTuple], magic: int, codec: int, base: int
) -> None:
    data = encode_message_set(records, magic=magic, base_offset=base, compression=codec)

    expected = [
        (base + index, timestamp if magic else -1, key, value)
        for index, (timestamp, key, value, _) in enumerate(records)
    ]
    # An offset of 0 of a wrapper leaves those inside as they are.
    assert [(m.offset, m.timestamp, m.key, m.value) for m in iter_deep(data)] == expected


@given(rows, their_formats)
def test_kafka_python_reads_the_same(
    records: list[RecordTuple], their_format: tuple[int, int]
) -> None:
    """fetch A-43, A-44."""
    magic, codec = their_format
    data = encode_message_set(records, magic=magic, base_offset=5, compression=codec)
    theirs = MemoryRecords(data)
    found = []
    while theirs.has_next():
        found += [(each.offset, each.key, each.value) for each in theirs.next_batch()]

    assert found == [(m.offset, m.key, m.value) for m in iter_deep(data)]


@given(rows, their_formats)
def test_we_read_what_kafka_python_writes(
    records: list[RecordTuple], their_format: tuple[int, int]
) -> None:
    """fetch A-43, A-44."""
    magic, codec = their_format
    builder = LegacyRecordBatchBuilder(magic=magic, compression_type=codec, batch_size=1 << 20)
    for offset, (timestamp, key, value, _) in enumerate(records):
        builder.append(offset, timestamp=timestamp, key=key, value=value)

    found = [(m.key, m.value) for m in iter_deep(bytes(builder.build()))]
    assert found == [(key, value) for _, key, value, _ in records]


def wrapper(inner: bytes, **fields: int) -> bytes:
    magic = fields.get("magic", 1)
    value = compress(GZIP, inner, magic=magic)
    attributes = fields.get("attributes", GZIP)
    return encode_message(Message(fields.get("offset", 9), magic, attributes, 77, None, value))


@pytest.mark.parametrize(("magic", "overhead"), [(0, 14), (1, 22)])
def test_the_layout_of_a_message(magic: int, overhead: int) -> None:
    """fetch A-43: offset, size, checksum from the magic on, magic, attributes, time, key, value."""
    data = encode_message(Message(0x0102030405060708, magic, 0, 0x11, b"key", None))
    size = overhead + 3
    time = bytes.fromhex("0000000000000011") if magic else b""
    covered = bytes([magic, 0]) + time + b"\0\0\0\3key" + b"\xff\xff\xff\xff"
    head = bytes.fromhex("0102030405060708") + size.to_bytes(4, "big")

    assert data == head + crc32(covered).to_bytes(4, "big") + covered
    assert len(data) == 12 + size
    stamped = encode_message(Message(0, 1, 8, 0x11, None, b"v"))
    assert stamped[17] == 8
    assert read_message(stamped).timestamp_type == 1


def test_relative_offsets_end_with_that_of_the_wrapper() -> None:
    """fetch A-44, J 32: 7 over three is 5, 6, 7; in format 0 they are absolute."""
    rows: list[RecordTuple] = [(1, None, b"a", ()), (2, None, b"b", ()), (3, None, b"c", ())]
    inner = encode_message_set(rows, magic=1)
    assert [m.offset for m in iter_deep(wrapper(inner, offset=7))] == [5, 6, 7]
    absolute = encode_message_set(rows, magic=0, base_offset=20)
    assert [m.offset for m in iter_deep(wrapper(absolute, offset=7, magic=0))] == [20, 21, 22]


def test_offsets_inside_a_wrapper_count_back_from_its_own() -> None:
    """fetch A-44."""
    inner = encode_message_set([(1, None, b"a", ()), (2, None, b"b", ())], magic=1)

    assert [m.offset for m in iter_deep(wrapper(inner, offset=9))] == [8, 9]
    assert [m.offset for m in iter_deep(wrapper(inner, offset=0))] == [0, 1]
    late = encode_message_set([(1, None, b"", ())], magic=1, base_offset=3)
    with pytest.raises(InvalidRecords):
        list(iter_deep(wrapper(late, offset=2)))


def test_a_wrapper_with_append_time_stamps_what_is_inside() -> None:
    """fetch A-44."""
    inner = encode_message_set([(1, None, b"a", ()), (2, None, b"b", ())], magic=1)

    assert [m.timestamp for m in iter_deep(wrapper(inner))] == [1, 2]
    stamped = list(iter_deep(wrapper(inner, attributes=GZIP | 8)))
    assert [m.timestamp for m in stamped] == [77, 77]
    assert [m.timestamp_type for m in stamped] == [1, 1]


def test_wrappers_of_what_may_not_be_wrapped_are_refused() -> None:
    """fetch A-44: wrappers of wrappers, of nothing, of another magic, of zstd."""
    one = encode_message_set([(1, None, b"a", ())], magic=1)
    for data in (
        wrapper(wrapper(one)),
        wrapper(b""),
        wrapper(encode_message_set([(1, None, b"a", ())], magic=0)),
        wrapper(one, attributes=ZSTD),
        encode_message(Message(0, 1, GZIP, 1, None, None)),
    ):
        with pytest.raises(InvalidRecords):
            list(iter_deep(data))


@given(rows, magics, codecs, st.data())
def test_one_changed_byte_is_noticed(
    records: list[RecordTuple], magic: int, codec: int, data: st.DataObject
) -> None:
    whole = bytearray(encode_message_set(records[:1], magic=magic, compression=codec))
    whole[data.draw(st.integers(12, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(RecordsError):
        list(iter_deep(whole))


@given(st.binary(max_size=120))
def test_any_bytes_are_messages_or_refused_without_another_error(data: bytes) -> None:
    with contextlib.suppress(RecordsError):
        list(iter_deep(data))
    with contextlib.suppress(RecordsError):
        list(iter_deep(wrapper(data)))


@given(rows, magics, st.data())
def test_an_incomplete_entry_ends_the_set(
    records: list[RecordTuple], magic: int, data: st.DataObject
) -> None:
    whole = encode_message_set(records, magic=magic)
    last = len(encode_message_set(records[-1:], magic=magic))
    cut = data.draw(st.integers(len(whole) - last, len(whole) - 1))

    assert list(iter_messages(whole[:cut])) == list(iter_messages(whole))[:-1]


@pytest.mark.parametrize(
    "fields", ["00000001 00000001", "ffffffff 00000009 76", "ffffffff ffffffff 00"]
)
def test_fields_that_do_not_fill_the_message_are_corrupt(fields: str) -> None:
    message = bytes.fromhex("00 00" + fields)
    entry = bytes(8) + (len(message) + 4).to_bytes(4, "big") + crc32(message).to_bytes(4, "big")
    with pytest.raises(CorruptRecord):
        read_message(entry + message)


def test_other_magics_and_headers_are_refused() -> None:
    with pytest.raises(InvalidRecords):
        read_message(M0[:16] + b"\2" + M0[17:])
    with pytest.raises(EncodeError):
        encode_message_set([(1, None, None, [("h", b"")])], magic=1)
