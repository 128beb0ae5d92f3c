"""Rows of records."""

from __future__ import annotations

import pytest

from kafkawire.records.builder import encode_batch
from tests.support.dump.dumped_sessions import said, told
from tests.support.log.batches import NOW_MS, make_batch, make_marker
from tests.support.requests.fetching import fetch_request
from tests.support.requests.produce import produce_request
from tests.support.spark.tabled import Tabled, produced

SENT = [
    (NOW_MS, b"k", b"v", [("h", b"1"), ("h", None)]),
    (NOW_MS + 1, None, None, []),
]


@pytest.mark.parametrize("codec", range(5))
def test_a_fetched_record_has_all_that_it_says(codec: int) -> None:
    tabled = Tabled()
    batch = bytes(encode_batch(SENT, base_offset=40, compression=codec))
    tabled.talk.say(fetch_request(("t", 0)), said(told(0, records=batch), session=0), 12)
    first, second = tabled.rows("records")
    assert (first["offset"], first["key"], first["value"]) == (40, b"k", b"v")
    assert first["headers"] == [{"key": "h", "value": b"1"}, {"key": "h", "value": None}]
    assert (second["offset"], second["key"], second["value"]) == (41, None, None)
    assert (second["headers"], second["timestamp_ms"]) == (None, NOW_MS + 1)
    assert (first["topic"], first["batch_offset"]) == ("t", 40)


def test_a_produced_record_has_the_offset_that_it_got() -> None:
    tabled = Tabled()
    batch = make_batch(2, producer_id=9, producer_epoch=1, base_sequence=2**31 - 1)
    tabled.talk.say(produce_request(("t", 4, batch)), produced(4, 30), 8)
    rows = tabled.rows("records")
    assert [row["offset"] for row in rows] == [30, 31]
    assert [row["sequence"] for row in rows] == [2**31 - 1, 0]
    assert {row["producer_id"] for row in rows} == {9}


def test_a_record_that_was_not_acknowledged_has_no_offset() -> None:
    tabled = Tabled()
    tabled.talk.say(produce_request(("t", 4, make_batch(1))), produced(4, error=6), 8)
    assert tabled.row("records")["offset"] is None


def test_a_marker_is_named() -> None:
    tabled = Tabled()
    answer = said(told(0, records=make_marker(7, 0, commit=False)), session=0)
    tabled.talk.say(fetch_request(("t", 0)), answer, 12)
    row = tabled.row("records")
    assert (row["control"], row["is_transactional"]) == ("ABORT", True)
