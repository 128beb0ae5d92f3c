"""Pieces of any size make the same rows."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.spark.columns import pieces
from kafkawire.spark.columns.wanted import EVERYTHING
from tests.support.log.record_strategies import BASE_MS
from tests.support.spark.columns import decoded, logs, pruned, rows_of


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(logs(), st.integers(1, 20), st.integers(1, 300), st.integers(0, 20))
def test_rows_do_not_depend_on_how_they_are_cut(
    monkeypatch: pytest.MonkeyPatch, data: bytes, rows_max: int, bytes_max: int, start: int
) -> None:
    monkeypatch.setattr(pieces, "ROWS_MAX", rows_max)
    monkeypatch.setattr(pieces, "PIECE_BYTES_MAX", bytes_max)

    assert decoded(data, start=start) == pruned(rows_of(data), EVERYTHING, start)


def records_at(times: list[int]) -> list[RecordTuple]:
    return [(time, b"k", b"%d" % index, []) for index, time in enumerate(times)]


def test_rows_that_the_quick_way_does_not_know_come_in_their_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pieces, "ROWS_MAX", 7)
    times = [BASE_MS + (1 << 56 if i in (10, 11, 40) else 0) - (1 << 55) for i in range(50)]
    rows = records_at([time % (1 << 52) for time in times])
    far = records_at([-(1 << 52) if i in (10, 11, 40) else 1 << 52 for i in range(50)])

    for each in (rows, far):
        data = bytes(encode_batch(each[:20]) + encode_batch(each[20:], base_offset=20))
        assert decoded(data) == rows_of(data)
        assert decoded(data, start=11, end=41) == pruned(rows_of(data), EVERYTHING, 11, 41)
