"""Fields of many records, as the core reads them one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.lazy import record_starts
from kafkawire.spark.columns.errors import Unfit
from kafkawire.spark.columns.fields import Fields, Spans, read_fields
from kafkawire.spark.columns.varints import Words
from tests.support.spark.columns import sane_lists

HEADER_BYTES = 61


def fields_of(section: bytes, count: int, **depth: bool) -> Fields:
    starts = np.array(record_starts(section, 0, len(section), count), dtype=np.int64)
    ends = np.array([*starts[1:], len(section)], dtype=np.int64)
    words = Words(np.frombuffer(section, dtype=np.uint8))
    return read_fields(words, starts, ends, **{"has_key": True, "has_rest": True, **depth})


def contents(section: bytes, spans: Spans | None) -> list[bytes | None]:
    assert spans is not None
    return [
        None if size < 0 else section[at : at + size]
        for at, size in zip(spans.at.tolist(), spans.size.tolist(), strict=True)
    ]


@given(sane_lists.filter(bool))
def test_fields_are_what_was_written(rows: list[RecordTuple]) -> None:
    section = bytes(encode_batch(rows)[HEADER_BYTES:])
    fields = fields_of(section, len(rows))

    assert fields.timestamp_delta.tolist() == [row[0] - rows[0][0] for row in rows]
    assert fields.offset_delta.tolist() == list(range(len(rows)))
    assert contents(section, fields.key) == [row[1] for row in rows]
    assert contents(section, fields.value) == [row[2] for row in rows]
    assert fields.headers_at is not None
    assert [section[at] >> 1 for at in fields.headers_at] == [len(row[3]) for row in rows]


def test_what_is_not_wanted_is_not_read() -> None:
    section = bytes.fromhex("0e000000010a6100")  # its value goes on behind its record

    assert fields_of(section, 1, has_rest=False).key is not None
    assert fields_of(section, 1, has_rest=False).value is None
    assert fields_of(section, 1, has_key=False, has_rest=False).key is None
    with pytest.raises(Unfit):
        fields_of(section, 1)


@pytest.mark.parametrize(
    "digits",
    [
        "00",
        "0200",
        "040080",
        "060000ff",
        "0800000006",
        "0c00000001fe7f",
        "0c00000001026100"[:-2],
        "0600000002"[:8],
    ],
)
def test_fields_that_leave_their_record_are_unfit(digits: str) -> None:
    with pytest.raises(Unfit):
        fields_of(bytes.fromhex(digits), 1)


@given(st.binary(max_size=12))
def test_no_record_leads_out_of_itself(body: bytes) -> None:
    section = bytes([2 * len(body)]) + body
    try:
        fields = fields_of(section, 1)
    except Unfit:
        return
    assert fields.headers_at is not None
    assert fields.headers_at[0] < len(section)


def test_lengths_longer_than_needed_are_passed() -> None:
    section = bytes.fromhex("8e80000000000102610" + "0")

    assert contents(section, fields_of(section, 1).value) == [b"a"]
