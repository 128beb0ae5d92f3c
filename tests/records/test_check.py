"""What a broker verifies of records before it appends them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import HEADER_BYTES, BatchHeader, read_header, seal
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.check import (
    SKIMS_ALL,
    check_by_loop,
    check_compressed,
    check_one,
    check_records,
)
from kafkawire.records.compression import compress
from kafkawire.records.errors import (
    CorruptRecord,
    InvalidRecords,
    RecordsError,
    UnreadableRecords,
)
from kafkawire.records.record import decode_records
from kafkawire.records.tally import RecordsInfo, Tally
from tests.support.record_strategies import (
    BASE_MS,
    CODECS,
    CONTRADICTIONS,
    batch_around,
    mutated_batches,
    record_lists,
    shaped_lists,
)


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


@pytest.mark.parametrize("codec", range(1, 5))
def test_a_raw_payload_under_a_codec_bit_is_unreadable(codec: int) -> None:
    """produce A-42, row 11."""
    batch = encode_batch([(BASE_MS, b"k", b"v", ())])
    batch[22] = codec
    with pytest.raises(UnreadableRecords) as failure:
        check_compressed(batch, 0, read_header(batch))
    assert failure.value.error_code == -1


@pytest.mark.parametrize("codec", range(1, 5))
def test_bytes_after_the_last_compressed_record_are_refused(codec: int) -> None:
    section = encode_batch([(BASE_MS, b"k", b"v", ())])[HEADER_BYTES:] + b"\0"
    batch = encode_batch([]) + compress(codec, section)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = codec
    batch[57:61] = b"\0\0\0\1"
    with pytest.raises(InvalidRecords):
        check_compressed(batch, 0, read_header(batch))


@pytest.mark.parametrize(("size", "passes"), [(992, True), (993, False)])
def test_a_records_length_is_bounded_once_decompressed(size: int, passes: bool) -> None:
    """produce A-58: a limit of 1000, and the key k."""
    batch = encode_batch(
        [(BASE_MS, b"k", b"v", ()), (BASE_MS, b"k", b"v" * size, ())], compression=1
    )
    header = read_header(batch)
    if passes:
        check_compressed(batch, 0, header, record_bytes_max=1000)
    else:
        with pytest.raises(InvalidRecords):
            check_compressed(batch, 0, header, record_bytes_max=1000)


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
    sizes = [None if size is None else bytes(size) for size in (key, value)]
    batch = bytes(encode_batch([(BASE_MS, *sizes, ())]))
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


def packed(section: bytes, count: int, codec: int = 1) -> bytearray:
    """A compressed batch of these bytes."""
    batch = encode_batch([]) + compress(codec, section)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = codec
    batch[57:61] = count.to_bytes(4, "big")
    return batch


PLAIN = bytes(encode_batch([(BASE_MS, b"k", b"v", ())])[HEADER_BYTES:])


@pytest.mark.parametrize("codec", range(1, 5))
@pytest.mark.parametrize("length", [0, 2, 12, 200])
def test_fields_of_skimmed_records_need_not_fill_them(codec: int, length: int) -> None:
    """produce A-44, as seen on 4.4.0: what stays compressed is read field by field."""
    batch = packed(
        bytes((length,)) + PLAIN[1:] if length < 128 else b"\xc8\1" + PLAIN[1:], 1, codec
    )
    info = check_compressed(batch, 0, read_header(batch), is_skimmed=True)
    assert info.offsets_are_dense
    with pytest.raises(InvalidRecords):
        check_compressed(batch, 0, read_header(batch))


@pytest.mark.parametrize("codec", range(1, 5))
@pytest.mark.parametrize("count", [1, 2, 60])
@pytest.mark.parametrize("length", [b"\1", b"\x59", b"\xff\xff\xff\xff\x0f"])
def test_negative_lengths_are_skimmed_only_where_nothing_bounds_them(
    codec: int, count: int, length: bytes
) -> None:
    """produce A-42: 87 on 4.4.0; as any other on 3.9.2 and 4.0.2."""
    others = b"".join(PLAIN[:3] + bytes((2 * at,)) + PLAIN[4:] for at in range(count))
    batch = packed(length + others[1:], count, codec)
    header = read_header(batch)
    assert check_compressed(batch, 0, header, is_skimmed=SKIMS_ALL).offsets_are_dense
    for is_skimmed in (True, False):
        with pytest.raises(InvalidRecords):
            check_compressed(batch, 0, header, is_skimmed=is_skimmed)


@pytest.mark.parametrize(
    "section", [PLAIN[:-2], PLAIN + b"\0", PLAIN[:-1] + b"\1", PLAIN[:-1] + b"\2"]
)
def test_skimmed_records_end_where_their_bytes_end(section: bytes) -> None:
    batch = packed(section, 1)
    with pytest.raises(InvalidRecords):
        check_compressed(batch, 0, read_header(batch), is_skimmed=True)


LONG_KEY = PLAIN[:4] + b"\x7e" + PLAIN[5:]
MANY_HEADERS = PLAIN[:-1] + b"\x10"


@pytest.mark.parametrize(
    ("section", "count", "skimmed", "whole"),
    [
        (PLAIN, 1, UnreadableRecords, UnreadableRecords),
        (PLAIN, 2, UnreadableRecords, UnreadableRecords),
        (PLAIN + PLAIN, 1, InvalidRecords, InvalidRecords),
        (PLAIN[:-1] + b"\1", 1, InvalidRecords, InvalidRecords),
        (PLAIN[:-3], 1, UnreadableRecords, UnreadableRecords),
        (LONG_KEY, 1, UnreadableRecords, InvalidRecords),
        (MANY_HEADERS, 1, UnreadableRecords, InvalidRecords),
        (b"\x02" + PLAIN[1:], 1, UnreadableRecords, InvalidRecords),
        (b"\x01" + PLAIN[1:], 1, InvalidRecords, InvalidRecords),
    ],
)
def test_records_come_before_the_checksum_behind_them(
    section: bytes, count: int, skimmed: type[Exception], whole: type[Exception]
) -> None:
    """As seen on 4.4.0: gzip's is met only when everything before it was read."""
    batch = packed(section, count)
    batch[-6] ^= 1
    for is_skimmed, error in ((True, skimmed), (False, whole)):
        with pytest.raises((UnreadableRecords, InvalidRecords)) as failure:
            check_compressed(batch, 0, read_header(batch), is_skimmed=is_skimmed)
        assert type(failure.value) is error


def check_fails(batch: bytearray, error: type[RecordsError]) -> None:
    """With that error and no other, skimmed or not."""
    for is_skimmed in (True, False):
        with pytest.raises(RecordsError) as failure:
            check_compressed(batch, 0, read_header(batch), is_skimmed=is_skimmed)
        assert type(failure.value) is error


def test_a_wrong_checksum_is_met_before_a_length_that_is_cut() -> None:
    """As seen on 4.4.0: and the records before either."""
    for section, error in ((PLAIN, UnreadableRecords), (PLAIN[:-1] + b"\1", InvalidRecords)):
        batch = packed(section, 1)[:-1]
        batch[-5] ^= 1
        batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
        check_fails(batch, error)


def test_flags_in_the_head_of_gzip_that_mean_nothing_are_none() -> None:
    """As seen on 4.4.0: Java looks at those it knows."""
    batch = packed(PLAIN, 1)
    batch[HEADER_BYTES + 3] |= 0xE0
    assert check_compressed(batch, 0, read_header(batch)).offsets_are_dense


@pytest.mark.parametrize(("cut", "count"), [(3, 1), (3, 2), (8, 2)])
def test_where_gzip_ends_early_records_do_not(cut: int, count: int) -> None:
    """As seen on 4.4.0: it fails for that, unless a record before it is wrong."""
    for section, error in ((PLAIN, UnreadableRecords), (PLAIN[:-1] + b"\1", InvalidRecords)):
        batch = packed(section, count)[:-cut]
        batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
        check_fails(batch, error)


def test_where_the_head_of_gzip_ends_early_nothing_can_be_read() -> None:
    batch = packed(PLAIN, 1)
    batch[HEADER_BYTES + 3] = 4  # more in the head, of a length that follows it
    for is_skimmed in (True, False):
        with pytest.raises(UnreadableRecords):
            check_compressed(batch, 0, read_header(batch), is_skimmed=is_skimmed)
