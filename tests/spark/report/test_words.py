"""What was found, in words."""

from __future__ import annotations

from kafkawire.spark.report.words import SEVERITIES, Finding, findings
from tests.support.spark.reported import (
    MS,
    START_NS,
    batch,
    empty_facts,
    latencies,
    session,
    some_facts,
)


def only(found: list[Finding]) -> Finding:
    (finding,) = found
    return finding


def test_where_nothing_was_there_is_nothing_to_say() -> None:
    assert findings(empty_facts()) == []


def test_where_all_is_well_there_is_nothing_to_say() -> None:
    assert findings(some_facts()) == []


def test_what_matters_most_comes_first() -> None:
    facts = empty_facts()
    facts.rows["found"] = [
        {"detector": name, "severity": severity, "advice": "do it", "times": 1, "text": "seen",
         "first_ns": START_NS, "last_ns": START_NS, "who": ["c"]}
        for name, severity in (("classic-group", "info"), ("offset-out-of-range", "error"))
    ]  # fmt: skip
    first, second = findings(facts)
    assert [first.severity, second.severity] == ["error", "info"]
    assert (first.title, first.text) == (
        "A consumer asks for an offset that is no more, or not yet, there", "seen.",
    )  # fmt: skip
    assert second.section == "rebalances"


def test_sessions_that_brokers_lost_are_told_with_their_clients() -> None:
    facts = empty_facts()
    facts.rows["session_totals"][0]["evicted"] = 3
    facts.rows["sessions"] = [session(name="billing", evicted=3), session(name="other")]
    found = only(findings(facts))
    assert found.text.startswith("3 sessions of billing were evicted")
    assert "cache.slots" in found.advice


def retry(**known: object) -> dict[str, object]:
    made = {"name": "shop", "api": "Produce", "error": "NOT_LEADER_OR_FOLLOWER",
            "is_retriable": True, "answers": 9, "retries": 8, "gap_ms": 100.0,
            "gap_min_ms": 90.0, "gap_max_ms": 110.0}  # fmt: skip
    return {**made, **known}


def test_who_tries_again_is_told_why() -> None:
    facts = empty_facts()
    facts.rows["errors_about"] = [
        {"name": "shop", "api": "Produce", "error": "NOT_LEADER_OR_FOLLOWER", "places": 9,
         "about": ["orders"], "message": None}
    ]  # fmt: skip
    facts.rows["retries"] = [
        retry(),
        retry(is_retriable=False),
        retry(retries=1),
        retry(error="FETCH_SESSION_ID_NOT_FOUND"),
    ]
    found = only(findings(facts))
    assert found.title == "shop tries Produce again and again"
    assert "8 retries after NOT_LEADER_OR_FOLLOWER about orders, typically 100 ms" in found.text


def test_a_few_retries_are_told_without_a_median() -> None:
    facts = empty_facts()
    facts.rows["retries"] = [retry(retries=3)]
    assert "3 retries after NOT_LEADER_OR_FOLLOWER, 90 ms to 110 ms later" in (
        only(findings(facts)).text
    )


def test_a_slow_broker_is_told_from_the_others() -> None:
    facts = empty_facts()
    facts.rows["latency_by_broker"] = [
        latencies(name="slow", p99_ns=50 * MS),
        latencies(name="a"),
        latencies(name="b"),
        latencies(name="few", p99_ns=None, answered=5),
    ]
    assert "slow is slower" in only(findings(facts)).title


def test_a_hot_partition_is_told_with_its_share() -> None:
    facts = empty_facts()
    skew = {"topic": "orders", "partitions": 10, "bytes": 8 << 20, "most": 6 << 20, "hottest": 7}
    facts.rows["skew"] = [skew, {**skew, "most": 1 << 20}, {**skew, "partitions": 1}]
    assert only(findings(facts)).text.startswith("Partition 7 gets 75 % of 8 MiB")


def test_compression_that_would_pay_and_that_does_not_are_told() -> None:
    facts = empty_facts()
    large = {"codec": "none", "bytes": 4 << 20, "uncompressed_bytes": 4 << 20}
    facts.rows["batches"] = [
        batch(),
        batch(name="a", **large, sample_bytes=1000, sample_compressed_bytes=200),
        batch(name="b", **large, sample_bytes=1000, sample_compressed_bytes=990),
        batch(name="c", codec="gzip", bytes=300, uncompressed_bytes=200),
        batch(name="d", codec="gzip", uncompressed_bytes=None),
    ]
    first, second = findings(facts)
    assert first.title == "a sends compressible batches uncompressed"
    assert "80 %" in first.text
    assert second.title == "Compression costs c more than it saves"


def test_long_rebalances_and_damage_and_silence_are_told() -> None:
    facts = empty_facts()
    facts.overview |= {"requests": 1000, "unanswered": 50}
    facts.rows["groups"] = [
        {"group": "g", "rebalances": 2, "rebalanced_ms": 30_000.0, "longest_ms": 20_000.0,
         "why": "m joins"}
    ]  # fmt: skip
    facts.rows["damage"] = [{"text": "bytes lost", "places": 3, "bytes": 5000}]
    titles = [each.title for each in findings(facts)]
    assert titles == [
        "Group g stands still for long",
        "Requests were never answered",
        "The capture has holes",
    ]
    assert {each.severity for each in findings(facts)} <= set(SEVERITIES)


def test_many_fetches_without_sessions_are_told() -> None:
    facts = empty_facts()
    facts.rows["fetches"] = [
        {"name": "old", "fetches": 500, "without_session": 500, "overhead_bytes": 1}
    ]
    assert only(findings(facts)).text.startswith("old named all their partitions in each of 500")
