"""The records of one record batch, uncompressed just before they are handed out."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.client.core.inflating import Inflating
from kafkawire.records.batch import read_header
from kafkawire.records.builder import encode_batch
from kafkawire.records.errors import RecordsError

NOISE = Random(1).randbytes(300_000)


def inflating(codec: int, value: bytes = NOISE, damage: int = 0) -> Inflating:
    batch = bytearray(encode_batch([(5, None, value, ())], compression=codec))
    if damage:
        batch[damage:] = bytes(len(batch) - damage)
    data = b"before" + bytes(batch)
    return Inflating(data, 6, read_header(data, 6))


@pytest.mark.parametrize("codec", [0, 1, 2, 3, 4])
def test_records_of_every_codec_are_inflated_when_asked_for(codec: int) -> None:
    """client F-13, N 41."""
    found = inflating(codec)
    assert found.records().values() == [NOISE]
    assert not found.is_large


@pytest.mark.parametrize(("codec", "is_large"), [(0, 0), (1, 1), (2, 0), (3, 0), (4, 1)])
def test_only_long_calls_are_worth_a_thread(codec: int, is_large: int) -> None:
    """client F-13: gzip and zstd take all of their input in one call."""
    found = inflating(codec)
    assert found.is_large == bool(is_large)
    assert not inflating(codec, b"small").is_large

    found.inflate()

    assert not found.is_large
    assert found.records().values() == [NOISE]


def test_inflating_raises_where_records_are_asked_for() -> None:
    """client F-20: each time."""
    found = inflating(4, damage=100)
    found.inflate()
    for _ in range(2):
        with pytest.raises(RecordsError):
            found.records()
