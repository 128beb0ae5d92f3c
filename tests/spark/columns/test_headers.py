"""Headers in lockstep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.spark.columns.wanted import Wanted
from tests.support.log.record_strategies import BASE_MS, names, payloads
from tests.support.spark.columns import declared, decoded, pruned, rows_of

ROUNDS_MAX = 64

ONLY = Wanted.of(["headers"])
lists = st.lists(st.tuples(names, payloads), max_size=9)


def batch_of(headers: list[list[tuple[str, bytes | None]]]) -> bytes:
    rows: list[RecordTuple] = [(BASE_MS, b"k", b"v", each) for each in headers]
    return bytes(encode_batch(rows))


@given(st.lists(lists, min_size=1, max_size=30), st.integers(0, 9))
def test_headers_are_those_of_their_records(
    headers: list[list[tuple[str, bytes | None]]], start: int
) -> None:
    data = batch_of(headers)

    assert decoded(data, ONLY, start=start) == pruned(rows_of(data), ONLY, start)


def test_no_headers_are_null() -> None:
    assert decoded(batch_of([[], []]), ONLY) == [{"headers": None}] * 2


def test_more_headers_than_rounds_are_read_too() -> None:
    data = batch_of([[(f"n{i}", b"v") for i in range(ROUNDS_MAX + 1)], []])

    assert decoded(data, ONLY) == pruned(rows_of(data), ONLY)


def test_a_name_that_is_no_text_is_replaced_as_java_does() -> None:
    data = declared(bytes.fromhex("16000000010002" + "04fffe" + "0261"), 1)

    assert decoded(data, ONLY) == [{"headers": [{"key": "\ufffd\ufffd", "value": b"a"}]}]
    assert decoded(data, ONLY) == pruned(rows_of(data), ONLY)


@pytest.mark.parametrize(
    "headers", ["01", "02", "0202", "020261", "0202610a", "02026102", "04026101", "0201", "0000"]
)
def test_headers_that_do_not_fill_their_record_are_refused(headers: str) -> None:
    body = bytes.fromhex("000000" + "01" + "00" + headers)
    data = declared(bytes([2 * len(body)]) + body, 1)

    with pytest.raises(Exception, match=r"record|header"):
        rows_of(data)
    with pytest.raises(Exception, match=r"t-3, .*(record|header)"):
        decoded(data, ONLY)
