"""Conversions between message sets and batches."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import crc_is_valid, iter_frames, read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.compression import GZIP, LZ4, NONE, SNAPPY, ZSTD
from kafkawire.records.control import encode_end_transaction_marker
from kafkawire.records.errors import CorruptRecord, InvalidRecords, UnsupportedCompression
from kafkawire.records.legacy import convert_to_v2, down_convert
from kafkawire.records.message_set import encode_message_set, iter_deep
from kafkawire.records.record import decode_records
from tests.support.log.record_strategies import BASE_MS

payloads = st.none() | st.binary(max_size=80)
rows: st.SearchStrategy[list[RecordTuple]] = st.lists(
    st.tuples(st.integers(BASE_MS, BASE_MS + 99), payloads, payloads, st.just([])),
    min_size=1,
    max_size=6,
)
codecs = st.sampled_from((NONE, GZIP, SNAPPY, LZ4))
magics = st.sampled_from((0, 1))


@given(rows, magics, codecs)
def test_messages_become_one_batch(records: list[RecordTuple], magic: int, codec: int) -> None:
    """produce A-90 and A-92: codec kept, no timestamps in magic 0, new offsets."""
    data = encode_message_set(records, magic=magic, base_offset=70, compression=codec)
    batch = convert_to_v2(data)
    header = read_header(batch)

    assert header.size == len(batch)
    assert crc_is_valid(batch, 0, header)
    assert header.compression == codec
    assert header.producer_id == -1
    expected = [(row[0] if magic else -1, *row[1:]) for row in records]
    assert [record.as_tuple() for record in decode_records(batch)] == expected
    assert [record.offset for record in decode_records(batch)] == list(range(len(records)))


def test_append_time_and_codec_of_the_topic_are_applied() -> None:
    """produce A-90."""
    data = encode_message_set([(5, None, b"a", ()), (9, None, b"b", ())], magic=1)
    batch = convert_to_v2(data, compression=GZIP, log_append_time_ms=777)
    header = read_header(batch)

    assert (header.compression, header.timestamp_type) == (GZIP, 1)
    assert [record.timestamp for record in decode_records(batch)] == [777, 777]


def test_sets_that_kafka_refuses_are_refused() -> None:
    """produce A-91."""
    old = encode_message_set([(1, None, b"a", ())], magic=0)
    new = encode_message_set([(1, None, b"a", ())], magic=1)
    packed = encode_message_set([(1, None, b"a", ())], magic=1, compression=GZIP)
    for data in (b"", old + new, packed + packed, packed + new):
        with pytest.raises(InvalidRecords):
            convert_to_v2(data)
    broken = bytearray(new)
    broken[-1] ^= 1
    with pytest.raises(CorruptRecord):
        convert_to_v2(broken)


@given(rows, magics, codecs)
def test_converting_down_and_up_again_keeps_the_records(
    records: list[RecordTuple], magic: int, codec: int
) -> None:
    """fetch A-55: the codec is kept."""
    batch = bytes(encode_batch(records, compression=codec))
    messages = down_convert(batch, magic)

    again = convert_to_v2(messages)

    assert read_header(again).compression == codec
    expected = [(row[0] if magic else -1, *row[1:]) for row in records]
    assert [record.as_tuple() for record in decode_records(again)] == expected


def plain(count: int, base: int, **fields: Any) -> bytes:
    records: list[RecordTuple] = [
        (BASE_MS + i, b"k", b"%d" % (base + i), [("h", b"x")]) for i in range(count)
    ]
    return bytes(encode_batch(records, base_offset=base, **fields))


def test_single_messages_before_the_fetch_offset_are_dropped() -> None:
    """fetch A-55: but those in a wrapper stay."""
    batches = plain(3, 10) + plain(3, 13, compression=GZIP)

    found = list(iter_deep(down_convert(batches, 1, 12)))

    assert [message.offset for message in found] == [12, 13, 14, 15]
    assert [message.value for message in found] == [b"12", b"13", b"14", b"15"]
    assert [m.offset for m in iter_deep(down_convert(batches, 1, 15))] == [13, 14, 15]


def test_markers_and_headers_are_dropped() -> None:
    """fetch A-55."""
    marker = encode_end_transaction_marker(
        producer_id=1,
        producer_epoch=0,
        commit=True,
        coordinator_epoch=0,
        timestamp=1,
        base_offset=11,
    )
    found = list(iter_deep(down_convert(plain(1, 10) + marker + plain(1, 12), 1)))

    assert [message.offset for message in found] == [10, 12]


def test_messages_of_the_magic_or_below_are_copied() -> None:
    """fetch A-55."""
    old = encode_message_set([(1, b"k", b"a", ())], magic=0)
    new = encode_message_set([(1, b"k", b"b", ())], magic=1, base_offset=1)

    assert down_convert(old + new, 1) == old + new
    below = down_convert(old + new, 0)
    assert below.startswith(old)
    assert [m.magic for m in iter_deep(below)] == [0, 0]


@given(st.integers(1, 9), st.integers(0, 12), magics)
def test_the_result_has_the_size_that_was_announced(count: int, first: int, magic: int) -> None:
    """fetch A-56: an entry that seems incomplete fills the rest."""
    batches = plain(count, 0) + plain(2, count)
    converted = down_convert(batches, magic, first)

    alone = len(down_convert(plain(count, 0), magic, first))
    is_empty = first >= count + 2
    assert len(converted) == (12 if is_empty else max(len(batches), alone))
    whole = sum(size for _, size, _ in iter_frames(converted))
    missing = len(converted) - whole
    if len(list(iter_deep(converted))) == max(0, count + 2 - first) and missing >= 12:
        offset, size = struct.unpack_from(">qi", converted, whole)
        assert offset == -1
        assert size == max(61, missing + 1)


def test_a_first_converted_batch_that_grew_is_sent_whole() -> None:
    """fetch A-56."""
    batch = bytes(encode_batch([(1, None, b"", ())] * 100))
    converted = down_convert(batch, 1)

    assert len(converted) > len(batch)
    assert len(list(iter_deep(converted))) == 100
    assert len(down_convert(batch + batch, 1)) == max(2 * len(batch), len(converted))


def test_without_a_complete_batch_there_is_nothing() -> None:
    """fetch A-56: no filler either."""
    assert down_convert(plain(1, 0)[:-1], 1) == b""
    assert down_convert(b"", 0) == b""


def test_zstd_is_refused_first_and_ends_the_conversion_later() -> None:
    """fetch A-52."""
    packed = plain(2, 1, compression=ZSTD)
    with pytest.raises(UnsupportedCompression) as failure:
        down_convert(packed + plain(1, 0), 1)
    assert failure.value.error_code == 76

    converted = down_convert(plain(1, 0) + packed + plain(1, 3), 1)
    assert [message.offset for message in iter_deep(converted)] == [0]
    assert len(converted) == len(plain(1, 0) + packed + plain(1, 3))

    # Behind the first batch it is a chunk that is converted, or not (seen on 3.9.2).
    converted = down_convert(plain(1, 0) + plain(1, 1) + packed, 1)
    assert [message.offset for message in iter_deep(converted)] == [0]
    large = bytes(encode_batch([(1, None, b"v" * 2000, ())] * 50, base_offset=1))
    converted = down_convert(plain(1, 0) + large + large + packed, 1)
    assert [message.offset for message in iter_deep(converted)] == list(range(51))


def test_a_large_filler_is_many() -> None:
    """fetch A-56: none is larger than 128 KiB."""
    noise = [(1, None, Random(0).randbytes(300_000), ())]
    converted = down_convert(plain(1, 0) + bytes(encode_batch(noise, compression=ZSTD)), 1)
    position = next(iter_frames(converted))[1]
    while position < len(converted):
        offset, size = struct.unpack_from(">qi", converted, position)
        assert (offset, size) == (-1, len(converted) - position + 1)
        position += 128 * 1024
