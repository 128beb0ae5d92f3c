"""What is wrong with the records of a large batch, and with the compressed bytes behind them."""

from __future__ import annotations

import pytest

from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.check_compressed import check_compressed
from kafkawire.records.errors import InvalidRecords, RecordsError, UnreadableRecords
from kafkawire.records.varint import encode_zigzag
from tests.support.log.compressed import packed
from tests.support.log.record_strategies import BASE_MS

HEADER_BYTES = 61
PLAIN = bytes(encode_batch([(BASE_MS, b"k", b"v", ())])[HEADER_BYTES:])
MANY = bytes(encode_batch([(BASE_MS, None, bytes(10_000), ())] * 350)[HEADER_BYTES:])
HUGE = bytes(encode_batch([(BASE_MS, None, bytes(2_000_000), ())])[HEADER_BYTES:])
NULL_HEADERS = PLAIN[1:-1] + b"\x01"


@pytest.mark.parametrize(
    ("section", "count", "skimmed", "whole"),
    [
        (MANY + PLAIN[:1] + NULL_HEADERS, 351, InvalidRecords, InvalidRecords),
        (MANY + b"\xa0\x1f" + NULL_HEADERS + bytes(90), 351, InvalidRecords, UnreadableRecords),
        (MANY + PLAIN, 351, UnreadableRecords, UnreadableRecords),
        (HUGE[:-1] + b"\x01", 1, InvalidRecords, InvalidRecords),
        (encode_zigzag(4_000_000) + HUGE[4:-1] + b"\x01", 1, InvalidRecords, UnreadableRecords),
    ],
)
def test_records_of_a_large_batch_come_before_the_checksum_behind_them(
    section: bytes, count: int, skimmed: type[Exception], whole: type[Exception]
) -> None:
    """As seen on 4.4.0: a record that is read whole is taken out of its codec first."""
    batch = packed(section, count)
    batch[-6] ^= 1
    for is_skimmed, error in ((True, skimmed), (False, whole)):
        with pytest.raises(RecordsError) as failure:
            check_compressed(batch, 0, read_header(batch), is_skimmed=is_skimmed)
        assert type(failure.value) is error


@pytest.mark.parametrize("codec", [1, 4])
def test_a_negative_length_of_a_long_record_comes_before_an_end_that_is_missing(codec: int) -> None:
    section = encode_batch([(BASE_MS, None, bytes(3_000_000), ())])[HEADER_BYTES:]
    for flag, error in ((0, UnreadableRecords), (1, InvalidRecords)):
        section[0] |= flag
        batch = packed(bytes(section), 1, codec)
        del batch[-20:]
        batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
        for is_skimmed in (True, False):
            with pytest.raises(RecordsError) as failure:
                check_compressed(batch, 0, read_header(batch), is_skimmed=is_skimmed)
            assert type(failure.value) is error
