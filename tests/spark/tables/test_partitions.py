"""Rows of partitions."""

from __future__ import annotations

from kafkawire.protocol.error_codes import ErrorCode
from tests.support.dump.dumped_sessions import said, told
from tests.support.log.batches import make_batch
from tests.support.requests.fetching import asked, fetch_request
from tests.support.requests.produce import produce_request
from tests.support.spark.tabled import Tabled, produced


def test_a_fetch_has_a_row_for_each_partition_asked_or_told() -> None:
    tabled = Tabled()
    request = fetch_request(("t", asked(1, 70)), ("t", asked(2, 80)))
    batch = make_batch(3, base_offset=80)
    answer = said(told(2, 83, records=batch), told(5, 9), session=0)
    tabled.talk.say(request, answer, 12)
    rows = {row["partition"]: row for row in tabled.rows("partitions")}
    assert {key: (row["is_asked"], row["is_reported"]) for key, row in rows.items()} == {
        1: (True, False),
        2: (True, True),
        5: (False, True),
    }
    assert rows[1]["fetch_offset"] == 70
    assert rows[1]["high_watermark"] is None
    assert (rows[2]["high_watermark"], rows[2]["records"]) == (83, 3)
    assert (rows[2]["first_offset"], rows[2]["last_offset"]) == (80, 82)
    assert rows[5]["fetch_offset"] is None


def test_a_produce_has_what_was_sent_and_where_it_went() -> None:
    tabled = Tabled()
    tabled.talk.say(produce_request(("t", 4, make_batch(2))), produced(4, 30), 8)
    row = tabled.row("partitions")
    assert (row["records"], row["base_offset"], row["last_offset"]) == (2, 30, 31)
    assert (row["error_code"], row["error"]) == (0, None)


def test_an_error_has_its_name() -> None:
    tabled = Tabled()
    code = ErrorCode.NOT_LEADER_OR_FOLLOWER
    tabled.talk.say(produce_request(("t", 4, make_batch(2))), produced(4, error=code), 8)
    row = tabled.row("partitions")
    assert (row["error"], row["first_offset"]) == ("NOT_LEADER_OR_FOLLOWER", None)


def test_without_an_answer_only_the_request_is_told() -> None:
    tabled = Tabled()
    tabled.talk.say(fetch_request(("t", asked(1, 70))), None, 12)
    row = tabled.row("partitions")
    assert (row["is_reported"], row["error_code"], row["records_bytes"]) == (False, None, 0)
