"""Facts of a report, made up: a little of everything, or nothing at all."""

from __future__ import annotations

from typing import Any

from kafkawire.spark.report.facts import Facts, Rows
from kafkawire.spark.report.queries import QUERIES

SECOND_NS = 1_000_000_000

START_NS = 1_795_000_000 * SECOND_NS
MS = 1_000_000
EVIL = "<img src=x onerror=alert(1)>"
"""What somebody may call a client."""


def overview(**known: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(
        ("exchanges", "requests", "connections", "clients", "brokers", "sent_bytes",
         "received_bytes", "errors", "unanswered", "one_way"), 0
    )  # fmt: skip
    return {**nothing, "first_ns": None, "last_ns": None, **known}


def empty_facts() -> Facts:
    """Of an input in which nothing was."""
    totals = dict.fromkeys(
        ("opened", "continued", "refused", "evicted", "got_none", "saved_request_bytes",
         "saved_response_bytes"), 0
    )  # fmt: skip
    rows: dict[str, Rows] = {name: [] for name in QUERIES}
    return Facts(overview(), {**rows, "session_totals": [totals]})


def latencies(**known: Any) -> dict[str, Any]:
    made = {"answered": 200, "p50_ns": MS, "p90_ns": 2 * MS, "p99_ns": 3 * MS, "max_ns": 9 * MS}
    counts = {"exchanges": 210, "sent_bytes": 1000, "received_bytes": 2000}
    return {**made, **counts, "values_ns": [], **known}


def some_facts() -> Facts:
    """Of half a minute, by a client with a name that is none."""
    facts = empty_facts()
    times = {"first_ns": START_NS, "last_ns": START_NS + 30 * SECOND_NS}
    counts = {"exchanges": 1000, "requests": 1000, "connections": 4, "clients": 2, "brokers": 1}
    facts = Facts(overview(**times, **counts), facts.rows)
    facts.bucket_ns = facts.wide_ns = SECOND_NS
    facts.rows["latency_by_api"] = [latencies(api="Fetch"), latencies(api="Produce")]
    facts.rows["apis"] = [
        {"api": "Fetch", "exchanges": 900, "errors": 1, "unanswered": 2, "one_way": 0,
         "sent_bytes": 1000, "received_bytes": 2000}
    ]  # fmt: skip
    facts.rows["traffic"] = [
        {"bucket": at, "api": api, "exchanges": 10}
        for at in range(0, 30, 3)
        for api in ("Fetch", "Produce")
    ]
    for by in ("latency_by_client", "latency_by_broker"):
        facts.rows[by] = [latencies(name=EVIL), latencies(name="b")]
        facts.rows[f"{by}_over_time"] = [latencies(name=EVIL, bucket=at) for at in (0, 1, 7)]
    facts.rows["latency_over_time"] = [latencies(name="Fetch", bucket=at) for at in (0, 1, 7)]
    facts.rows["errors_over_time"] = [{"bucket": 3, "name": "NOT_COORDINATOR", "places": 4}]
    facts.rows["sessions"] = [session(name=EVIL)]
    facts.rows["session_totals"][0] |= {"saved_request_bytes": 500, "saved_response_bytes": 500}
    facts.rows["sessions_over_time"] = [{"bucket": 3, "name": "continued", "fetches": 4}]
    facts.rows["fetches"] = [
        {"name": EVIL, "fetches": 10, "without_session": 0, "overhead_bytes": 3000}
    ]
    facts.rows["rebalances"] = [
        {"group": EVIL, "step_ns": START_NS + 9 * SECOND_NS, "rebalanced_ms": 1500.0,
         "why": EVIL, "generation": 4, "members": 3, "is_over": True, "names": [EVIL, "b"]}
    ]  # fmt: skip
    facts.rows["partitions"] = [
        {"topic": EVIL, "partition": 3, "produced_bytes": 5 << 20, "produced_records": 70,
         "fetched_bytes": None, "fetched_records": None, "errors": 0}
    ]  # fmt: skip
    facts.rows["batch_sizes"] = [{"power": 9, "codec": "lz4", "batches": 3, "records": 30}]
    facts.rows["batches"] = [batch(name=EVIL)]
    return facts


def session(**known: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": "c", "server": "b:9092", "opened": 1, "continued": 9, "got_none": 0, "refused": 0,
        "evicted": 0, "held": 12.0, "asked": 1.5, "reported": 2.5, "saved_request_bytes": 500,
        "saved_response_bytes": 500, "errors": [],
    }  # fmt: skip
    return {**made, **known}


def batch(**known: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": "c", "topic": "t", "codec": "lz4", "batches": 10, "records": 100, "bytes": 5000,
        "uncompressed_bytes": 20_000, "sample_bytes": None, "sample_compressed_bytes": None,
    }  # fmt: skip
    return {**made, **known}
