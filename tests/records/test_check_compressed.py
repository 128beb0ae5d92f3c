"""What a broker verifies of compressed records, in one piece and in many."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.batch import BatchHeader, read_header
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.check import SKIMS_ALL, check_section, info_of
from kafkawire.records.check_compressed import check_compressed, check_window
from kafkawire.records.compression import compress
from kafkawire.records.errors import InvalidRecords, RecordsError, UnreadableRecords
from kafkawire.records.tally import RecordsInfo, Tally
from kafkawire.records.window import Window
from tests.support.log.compressed import packed
from tests.support.log.record_strategies import (
    BASE_MS,
    CONTRADICTIONS,
    batch_around,
    mutated_batches,
    record_lists,
    shaped_lists,
)

HEADER_BYTES = 61


PLAIN = bytes(encode_batch([(BASE_MS, b"k", b"v", ())])[HEADER_BYTES:])


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
        (b"\x11" + LONG_KEY[1:], 1, InvalidRecords, InvalidRecords),
        (b"\x11", 1, InvalidRecords, InvalidRecords),
        (PLAIN + b"\x11" + PLAIN[1:-2], 2, InvalidRecords, InvalidRecords),
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


CLAIMS_2000 = b"\xa0\x1f" + PLAIN[1:]
VALUE_OF_1500 = bytes(encode_batch([(BASE_MS, b"k", b"v" * 1500, ())])[HEADER_BYTES:])
CLAIMS_6 = b"\x0c" + VALUE_OF_1500[2:]


@pytest.mark.parametrize(
    ("section", "is_skimmed", "is_whole", "error"),
    [
        (CLAIMS_2000, True, True, InvalidRecords),
        (CLAIMS_2000, True, False, InvalidRecords),
        (CLAIMS_2000, False, False, InvalidRecords),
        (CLAIMS_6, True, True, None),
        (CLAIMS_6, True, False, UnreadableRecords),
        (CLAIMS_6, False, True, InvalidRecords),
        (PLAIN[:1] + VALUE_OF_1500[2:], True, True, None),
        (VALUE_OF_1500, True, True, InvalidRecords),
    ],
)
def test_the_length_that_a_record_claims_is_bounded_before_its_fields_are_read(
    section: bytes, is_skimmed: bool, is_whole: bool, error: type[Exception] | None
) -> None:
    """produce A-58, as seen on 4.4.0: whatever the fields of a skimmed record take."""
    batch = packed(section, 1)
    batch[-6] ^= not is_whole
    header = read_header(batch)
    if error is None:
        check_compressed(batch, 0, header, record_bytes_max=1000, is_skimmed=is_skimmed)
        return
    with pytest.raises(RecordsError) as failure:
        check_compressed(batch, 0, header, record_bytes_max=1000, is_skimmed=is_skimmed)
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


def cut(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """The bytes in pieces of these sizes, again and again."""
    at = turn = 0
    while at < len(data):
        yield data[at : at + sizes[turn % len(sizes)]]
        at, turn = at + sizes[turn % len(sizes)], turn + 1


def outcome(data: bytes, header: BatchHeader, sizes: list[int], is_skimmed: int) -> object:
    """What is found of records that come in pieces, of which few are kept; or that they are bad."""
    window = Window(b"", cut(data, sizes), at_once=64)
    tally = Tally(0, is_skimmed=is_skimmed)
    try:
        check_window(window, tally, header.records_count)
    except InvalidRecords:
        return InvalidRecords
    assert tally.index == header.records_count
    return info_of(tally, header)


def expected(data: bytes, header: BatchHeader, is_skimmed: int) -> object:
    try:
        return check_section(data, 0, len(data), header, is_skimmed=is_skimmed)
    except InvalidRecords:
        return InvalidRecords


def of_base(batch: bytes) -> BatchHeader:
    """The head, with a base to which no timestamp is too much."""
    return read_header(batch)._replace(base_timestamp=0)


piece_sizes = st.lists(st.sampled_from((1, 2, 3, 7, 50, 64, 65, 200, 9000)), min_size=1, max_size=5)


@given(mutated_batches(), piece_sizes, st.sampled_from((0, 1, SKIMS_ALL)))
def test_records_in_pieces_are_judged_as_in_one(
    batch: bytes, sizes: list[int], is_skimmed: int
) -> None:
    data, header = bytes(batch[HEADER_BYTES:]), of_base(batch)
    assert outcome(data, header, sizes, is_skimmed) == expected(data, header, is_skimmed)


@given(shaped_lists() | record_lists.filter(bool), piece_sizes)
def test_good_records_in_pieces_are_described_as_in_one(
    rows: list[RecordTuple], sizes: list[int]
) -> None:
    rows = [
        (BASE_MS + index % 7, key, value, heads)
        for index, (_, key, value, heads) in enumerate(rows)
    ]
    batch = bytes(encode_batch(rows))
    data, header = batch[HEADER_BYTES:], read_header(batch)
    assert outcome(data, header, sizes, 0) == expected(data, header, 0) != InvalidRecords


@pytest.mark.parametrize("section", CONTRADICTIONS)
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_a_contradiction_in_pieces_is_refused(section: str, size: int) -> None:
    header = of_base(batch_around(bytes.fromhex(section), 1))
    long = bytes(encode_batch([(BASE_MS, None, b"v" * 300, ())])[HEADER_BYTES:])
    for data in (bytes.fromhex(section), long + bytes.fromhex(section)):
        count = 1 if len(data) < 100 else 2
        header = header._replace(records_count=count, last_offset_delta=count - 1)
        assert outcome(data, header, [size], 0) is InvalidRecords


def test_headers_of_a_long_record_are_checked_one_by_one() -> None:
    heads = [("h" * (index % 90), b"v" * index if index % 3 else None) for index in range(200)]
    batch = bytes(encode_batch([(BASE_MS, b"k", None, heads), (BASE_MS, None, b"", ())]))
    data, header = batch[HEADER_BYTES:], read_header(batch)
    assert outcome(data, header, [50], 0) == expected(data, header, 0) != InvalidRecords
    for changed in (data[:-1], data + b"\0", data.replace(b"\x06hhh", b"\x05hhh")):
        assert outcome(changed, header, [50], 0) is InvalidRecords


LONG = bytes(encode_batch([(BASE_MS, None, b"v" * 300, [("", b"x")])])[HEADER_BYTES:])


@pytest.mark.parametrize(
    ("old", "new", "is_good"),
    [
        (LONG, LONG, True),
        (LONG[:5], LONG[:4] + b"\x04", True),  # the second record's place: told, not refused
        (LONG[:1], bytes((LONG[0] + 2,)), False),  # a length of a byte more
        (LONG[-3:], b"\x01" + LONG[-2:], False),  # a null header key
        (LONG[-4:], b"\x01" + LONG[-3:], False),  # a negative count of headers
    ],
)
def test_each_field_of_a_long_record_counts(old: bytes, new: bytes, is_good: bool) -> None:
    header = of_base(batch_around(LONG, 1))
    changed = LONG.replace(old, new, 1) if LONG.startswith(old) else LONG[: -len(old)] + new
    assert len(changed) == len(LONG)
    found = outcome(changed, header, [50], 0)
    assert found == expected(changed, header, 0)
    assert (found != InvalidRecords) == is_good


def bomb(codec: int, rows: list[RecordTuple]) -> bytes:
    return bytes(encode_batch(rows, compression=codec))


@pytest.mark.slow
@pytest.mark.parametrize("codec", [1, 2, 3, 4])
@pytest.mark.parametrize("value_bytes", [1_000_000, 40_000_000])
def test_what_a_small_batch_becomes_is_not_kept(codec: int, value_bytes: int) -> None:
    """40 MB, in one record or in 40."""
    value = bytes(value_bytes)
    rows: list[RecordTuple] = [(BASE_MS, None, value, ())] * (40_000_000 // value_bytes)
    batch = bomb(codec, rows)
    del value
    tracemalloc.start()
    try:
        info = check_compressed(batch, 0, read_header(batch))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert info == RecordsInfo(BASE_MS, BASE_MS, 0, True, True)
    assert peak < 8_000_000 + 2 * len(batch)


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_a_large_batch_is_refused_for_its_records_first_and_then_for_its_end(codec: int) -> None:
    good = bytes(encode_batch([(BASE_MS, None, bytes(10_000), ())] * 300)[HEADER_BYTES:])
    bad = good[:10_010] + b"\x01" + good[10_011:]  # the first record's count of headers
    for section, error in ((good, UnreadableRecords), (bad, InvalidRecords)):
        batch = packed(section, 300, codec)
        del batch[-20:]
        batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
        with pytest.raises(RecordsError) as failure:
            check_compressed(batch, 0, read_header(batch))
        assert type(failure.value) is error


@pytest.mark.parametrize("codec", [1, 4])
@pytest.mark.parametrize("sizes", [[1_000_000] * 3, [100] * 30_000, [3_000_000]])
def test_the_length_of_each_record_of_a_large_batch_is_bounded(
    codec: int, sizes: list[int]
) -> None:
    batch = bomb(codec, [(BASE_MS, None, bytes(size), ()) for size in sizes])
    header = read_header(batch)
    longest = {3_000_000: 3_000_009, 1_000_000: 1_000_008, 100: 109}[max(sizes)]
    assert check_compressed(batch, 0, header, record_bytes_max=longest)
    with pytest.raises(InvalidRecords, match="exceeds"):
        check_compressed(batch, 0, header, record_bytes_max=longest - 1)


def test_timestamps_of_a_large_batch_wrap() -> None:
    latest = (1 << 63) - 1
    section = encode_batch(
        [(BASE_MS, None, bytes(400_000), ()), (BASE_MS + 1, None, bytes(900_000), ())]
    )
    batch = packed(bytes(section[HEADER_BYTES:]), 2)
    batch[27:35] = latest.to_bytes(8, "big")
    info = check_compressed(batch, 0, read_header(batch))
    assert info.min_timestamp == -(1 << 63)
    assert info.max_timestamp == latest
    assert info.offset_of_max_timestamp == 0
