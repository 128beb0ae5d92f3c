"""The answers: sums over tables that are known by heart."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.dump.stats import Statistics
from kafkawire.dump.stats.report import as_json
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.spark.report import small
from kafkawire.spark.report.facts import ask, bucket_ns, duration_ns
from kafkawire.spark.tables.catalogue import DEFAULT
from kafkawire.spark.tables.places import Place
from kafkawire.spark.tables.writing import TableWriter
from tests.support.dump.captures import make_capture, pcap
from tests.support.dump.conversations import conversation
from tests.support.dump.dumped_sessions import said, wanted
from tests.support.dump.strange_captures import strange_frames
from tests.support.log.batches import make_batch
from tests.support.requests.produce import produce_request
from tests.support.spark.reported import overview
from tests.support.spark.tabled import Tabled, produced

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

BUCKETS_MAX = 120
SECOND_NS = 1_000_000_000


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
    assert (facts.overview["exchanges"], facts.overview["errors"]) == (104, 1)
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
    assert sum(row["exchanges"] for row in facts["traffic"]) == 104
    (produced_twice,) = [row for row in facts["latency_by_api"] if row["api"] == "Produce"]
    assert produced_twice["p50_ns"] is None
    assert len(produced_twice["values_ns"]) == produced_twice["answered"] == 2


def captures(folder: Path) -> list[str]:
    """One where all is answered, and strange ones: unanswered, one-way, without requests."""
    made = {"talk.pcapng": make_capture(conversation(Random(1), 60))}
    made |= {f"strange-{seed}.pcap": pcap(strange_frames(seed)) for seed in (0, 3, 4)}
    for name, content in made.items():
        (folder / name).write_bytes(content)
    return [str(folder / name) for name in made]


def counted(path: str) -> dict[str, Any]:
    """What `wire-dump stats` counts."""
    statistics = Statistics(("api", "broker"))
    pipeline = Pipeline(Engine(), State(), None, [statistics])
    pipeline.run(read_capture(path))
    pipeline.close()
    return as_json(statistics)


KEYS = {"exchanges": "exchanges", "errors": "withErrors", "unanswered": "unanswered",
        "sent_bytes": "requestBytes", "received_bytes": "responseBytes"}  # fmt: skip


def summed(rows: list[dict[str, Any]], by: str) -> dict[str, dict[str, int]]:
    """Rows of stats by one of their names, in the report's words."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        own = found.setdefault(row[by], dict.fromkeys(KEYS, 0))
        for name, key in KEYS.items():
            own[name] += row[key]
    return found


@pytest.mark.long
def test_exchanges_are_counted_as_wire_dump_stats_counts_them(
    spark: SparkSession, tmp_path: Path
) -> None:
    seen: Counter[str] = Counter()
    for path in captures(tmp_path):
        place = Place(f"{path}.tables")
        small.make_tables([path], place)
        facts, stats = ask(spark, place), counted(path)
        everything = stats["all"]
        assert {name: facts.overview[name] for name in KEYS} == {
            name: everything[key] for name, key in KEYS.items()
        }
        assert facts.overview["requests"] == everything["requests"]
        assert facts.overview["connections"] == stats["connections"]
        assert facts.first_ns == stats["firstTimeNs"]
        assert facts.seconds * 1000 == pytest.approx(stats["durationMs"])
        for query, name, by in (("apis", "api", "api"), ("latency_by_broker", "name", "broker")):
            ours = {row[name]: {key: row[key] for key in KEYS} for row in facts[query]}
            assert ours == summed(stats["rows"], by)
        assert sum(row["exchanges"] for row in facts["traffic"]) == everything["exchanges"]
        seen["unanswered"] += everything["unanswered"]
        seen["one way"] += sum(row["one_way"] for row in facts["apis"])
        seen["no request"] += everything["exchanges"] - everything["requests"]
    assert all(seen[each] > 3 for each in ("unanswered", "one way", "no request")), seen
