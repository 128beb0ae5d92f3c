"""The answers: sums over tables that are known by heart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.spark.report.facts import BUCKETS_MAX, SECOND_NS, ask, bucket_ns, duration_ns
from kafkawire.spark.tables.catalogue import DEFAULT
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.writing import TableWriter
from tests.support.batches import make_batch
from tests.support.dumped_sessions import said, wanted
from tests.support.produce import produce_request
from tests.support.reported import overview
from tests.support.tabled import Tabled, produced

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.mark.parametrize("seconds", [0, 0.3, 59, 3600, 86_400, 400 * 86_400])
def test_there_are_never_too_many_moments(seconds: float) -> None:
    found = overview(first_ns=5, last_ns=5 + round(seconds * SECOND_NS))
    assert duration_ns(found) <= BUCKETS_MAX * bucket_ns(found)
    assert bucket_ns(found) > 0


def traffic() -> Tabled:
    """Heartbeats of 1 to 100 ms, a session, produced batches, and a retry."""
    tabled = Tabled()
    say = tabled.talk.say
    for ms in range(1, 101):
        say(HeartbeatRequest(group_id="g"), HeartbeatResponse(), 3, after_ms=ms)
    say(wanted(1, 2, 3, session=(0, 0)), said(1, 2, 3, session=42), 12)
    say(wanted(session=(42, 1)), said(2, session=42), 12)
    batch = make_batch(50, size=40, compression=4)
    for error in (6, 0):
        say(produce_request(("t", 3, batch)), produced(3, -1 if error else 70, error), 8)
        tabled.talk.now_ms += 250
    return tabled


def test_the_answers_are_those_of_the_traffic(spark: SparkSession, tmp_path: Path) -> None:
    tabled, place = traffic(), Place(str(tmp_path))
    writer = TableWriter(place, "a", DEFAULT)
    tabled.state.sink.close()
    for name in DEFAULT:
        for batch in tabled.state.collected.table(name).to_batches():
            writer.write(name, batch)
    writer.commit({})
    facts = ask(spark, place)
    assert (facts.overview["requests"], facts.overview["errors"]) == (104, 1)
    (beats,) = [row for row in facts["latency_by_api"] if row["api"] == "Heartbeat"]
    assert (beats["p50_ns"], beats["p99_ns"], beats["max_ns"]) == (50e6, 99e6, 100e6)
    (retry,) = facts["retries"]
    assert (retry["error"], retry["is_retriable"]) == ("NOT_LEADER_OR_FOLLOWER", True)
    assert (retry["retries"], retry["gap_ms"]) == (1, 250.0)
    (session,) = facts["sessions"]
    assert (session["held"], session["asked"], session["reported"]) == (3.0, 0.0, 1.0)
    assert session["saved_request_bytes"] > 0
    (batches,) = facts["batches"]
    assert (batches["codec"], batches["batches"], batches["records"]) == ("zstd", 2, 100)
    assert batches["uncompressed_bytes"] > 3 * batches["bytes"]
    assert sum(row["requests"] for row in facts["traffic"]) == 104
