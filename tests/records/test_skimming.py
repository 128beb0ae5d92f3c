"""Records as Kafka skims them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kafkawire.records.builder import encode_batch
from kafkawire.records.compression import compress
from kafkawire.records.record import Record, decode_records
from kafkawire.records.skimming import skim

HEADER_BYTES = 61

BASE_MS = 1_700_000_000_000


def bare(records: Iterable[Record]) -> list[tuple[object, ...]]:
    return [(each.offset, each.timestamp, each.key, each.value) for each in records]


@pytest.mark.parametrize("codec", range(5))
def test_good_records_are_what_they_are_but_for_their_headers(codec: int) -> None:
    records = [(BASE_MS + at, b"k" * at or None, b"v" * 70 * at, (("h", None),)) for at in range(4)]
    batch = encode_batch(records, compression=codec, base_offset=7)
    assert bare(skim(batch)) == bare(decode_records(batch))


def test_the_broker_s_stamp_counts() -> None:
    batch = encode_batch([(BASE_MS, None, None, ())], timestamp_type=1)
    assert bare(skim(batch)) == bare(decode_records(batch))


def test_lengths_of_records_do_not_matter() -> None:
    section = bytearray(encode_batch([(BASE_MS, b"k", b"v", ())] * 2)[HEADER_BYTES:])
    section[0] += 100
    batch = encode_batch([(BASE_MS, b"k", b"v", ())] * 2)[:HEADER_BYTES] + compress(1, section)
    batch[8:12] = (len(batch) - 12).to_bytes(4, "big")
    batch[22] = 1
    assert [each[2:] for each in bare(skim(batch))] == [(b"k", b"v")] * 2
