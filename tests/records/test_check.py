"""What a broker verifies of records before it appends them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import BatchHeader, read_header, seal
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.check import (
    check_by_loop,
    check_one,
    check_records,
)
from kafkawire.records.check_compressed import check_compressed
from kafkawire.records.compression import compress
from kafkawire.records.errors import (
    CorruptRecord,
    InvalidRecords,
    RecordsError,
)
from kafkawire.records.record import decode_records
from kafkawire.records.tally import RecordsInfo, Tally
from tests.support.log.record_strategies import (
    BASE_MS,
    CODECS,
    CONTRADICTIONS,
    batch_around,
    mutated_batches,
    record_lists,
    shaped_lists,
)

HEADER_BYTES = 61


def expected_info(batch: bytes) -> RecordsInfo:
    """By decoding everything."""
    records = decode_records(batch)
    header = read_header(batch)
    stamps = [record.timestamp for record in records] or [-1]
    offsets = [record.offset for record in records] or [header.base_offset]
    return RecordsInfo(
        min(stamps),
        max(stamps),
        offsets[stamps.index(max(stamps))],
        any(record.key is None for record in records),
        not records or offsets == list(range(header.base_offset, header.base_offset + len(stamps))),
    )


def by_loop(batch: bytes, header: BatchHeader) -> Tally:
    tally = Tally(HEADER_BYTES)
    try:
        check_by_loop(batch, tally, header.records_count)
    except IndexError:
        raise InvalidRecords("past the end") from None
    if tally.at != len(batch):
        raise InvalidRecords("something is left")
    return tally


@given(record_lists | shaped_lists(), st.sampled_from(CODECS), st.sampled_from((0, 1 << 40)))
def test_good_batches_are_described(rows: list[RecordTuple], codec: int, base: int) -> None:
    """produce A-55: the greatest timestamp is found, whatever the producer wrote into the head."""
    batch = bytes(encode_batch(rows, base_offset=base, compression=codec))
    header = read_header(batch)

    info = check_compressed(batch, 0, header)

    assert info == expected_info(batch)
    if codec == 0:
        assert check_records(bytearray(b"?" + batch), 1, header) == info


@given(mutated_batches())
def test_a_batch_is_refused_exactly_if_the_loop_refuses_it(batch: bytes) -> None:
    header = read_header(batch)
    try:
        tally = by_loop(batch, header)
    except RecordsError:
        with pytest.raises(InvalidRecords):
            check_records(batch, 0, header)
        with pytest.raises(InvalidRecords):
            decode_records(batch)
    else:
        info = check_records(batch, 0, header)
        assert info == expected_info(batch)
        assert info.has_null_key == tally.has_null_key


@given(st.binary(max_size=150), st.sampled_from(CODECS), st.integers(0, 100))
def test_any_bytes_are_described_or_refused(data: bytes, codec: int, count: int) -> None:
    batch = bytearray(encode_batch([]) + data)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = codec
    batch[57:61] = count.to_bytes(4, "big")
    try:
        info = check_compressed(batch, 0, read_header(batch))
    except RecordsError:
        with pytest.raises(RecordsError):
            decode_records(batch)
    else:
        assert info == expected_info(bytes(batch))


@pytest.mark.parametrize("section", CONTRADICTIONS)
def test_a_record_that_contradicts_itself_is_refused(section: str) -> None:
    """produce A-42, row 13."""
    batch = batch_around(bytes.fromhex(section), 1)
    with pytest.raises(InvalidRecords):
        check_records(batch, 0, read_header(batch))


@pytest.mark.parametrize("less", [1, 5, 60, 130])
@pytest.mark.parametrize("sizes", [(100,), (90, 80, 85)])
def test_a_batch_ends_where_its_length_says_whatever_follows(
    less: int, sizes: tuple[int, ...]
) -> None:
    batch = bytearray(encode_batch([(BASE_MS, b"k", b"v" * size, ()) for size in sizes * 60]))
    batch[8:12] = (len(batch) - 12 - less).to_bytes(4, "big")
    with pytest.raises(InvalidRecords):
        check_records(bytes(batch) * 2, 0, read_header(batch))


def test_offsets_that_do_not_count_up_are_told() -> None:
    """produce A-44 and A-44b: stored as sent without a codec, fatal with one."""
    for codec in (0, 1):
        section = bytearray(encode_batch([(BASE_MS, b"", b"", ())] * 3)[HEADER_BYTES:])
        section[10] = 20  # the second record's offset delta
        batch = encode_batch([])
        batch += compress(codec, section)
        batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
        batch[22] = codec
        batch[57:61] = b"\0\0\0\3"
        seal(batch)
        assert not check_compressed(batch, 0, read_header(batch)).offsets_are_dense


def test_the_offset_is_that_of_the_first_record_with_the_greatest_timestamp() -> None:
    """produce D-14."""
    batch = encode_batch([(t, b"", b"", ()) for t in (1000, 3000, 2000, 3000)], base_offset=8)

    info = check_records(batch, 0, read_header(batch))

    assert (info.max_timestamp, info.offset_of_max_timestamp) == (3000, 9)


def test_with_append_time_all_records_have_the_batchs_timestamp() -> None:
    """fetch A-35; produce D-14: the first offset of the batch."""
    batch = encode_batch([(5, b"", b"", ()), (9, b"", b"", ())], timestamp_type=1, base_offset=3)

    assert check_records(batch, 0, read_header(batch)) == (9, 9, 3, False, True)


def test_timestamps_that_leave_64_bits_wrap() -> None:
    batch = encode_batch([(BASE_MS, None, b"", ())])
    batch[27:35] = (1 << 63).to_bytes(8, "big", signed=False)
    batch[HEADER_BYTES + 2] = 1  # a delta of -1 to the least timestamp

    info = check_records(batch, 0, read_header(batch))

    assert info.max_timestamp == (1 << 63) - 1 == decode_records(batch)[0].timestamp


def test_a_batch_that_is_not_whole_is_corrupt() -> None:
    batch = encode_batch([(BASE_MS, b"k", b"v", ())])
    with pytest.raises(CorruptRecord):
        check_records(batch[:-1], 0, read_header(batch))


@pytest.mark.parametrize("change", [-1, 1])
def test_another_count_than_declared_is_refused(change: int) -> None:
    """produce A-42, row 14."""
    for count in (3, 300):
        batch = encode_batch([(BASE_MS, b"k", b"v", ())] * count)
        batch[57:61] = (count + change).to_bytes(4, "big")
        with pytest.raises(InvalidRecords):
            check_records(batch, 0, read_header(batch))


SIZES = st.sampled_from((0, 1, 40, 63, 64, 100, 8100, 8191, 8192, 9000))


@given(
    st.none() | SIZES,
    st.none() | SIZES,
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 255)), max_size=3),
)
def test_one_plain_record_is_checked_as_the_loop_checks_it(
    key: int | None, value: int | None, changes: list[tuple[int, int]]
) -> None:
    zeros = [None if size is None else bytes(size) for size in (key, value)]
    batch = bytes(encode_batch([(BASE_MS, zeros[0], zeros[1], ())]))
    changed = bytearray(batch)
    for at, byte in changes:
        changed[min(HEADER_BYTES + at, len(batch) - 1)] = byte
    header = read_header(batch)

    info = check_one(bytes(changed), HEADER_BYTES, len(changed), header)

    if not changes:
        assert (info is None) == (len(batch) - HEADER_BYTES - 2 > 8191)
    if info is not None:
        tally = by_loop(bytes(changed), header)
        expected = (BASE_MS + tally.minimum, BASE_MS + tally.maximum, 0)
        assert info == RecordsInfo(*expected, tally.has_null_key, tally.is_dense)
