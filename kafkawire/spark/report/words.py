"""What was found, in words, each with what to do: the page begins with it.

Detectors of wire-dump say what they found. What is only seen in sums over everything is said here:
sessions that brokers lost, who tries again and why, hot partitions, what compression would save.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.detectors.catalogue import DETECTORS
from kafkawire.dump.detectors.detector import ERROR, INFO, TRAFFIC, WARNING
from kafkawire.spark.report.latency import gap_text
from kafkawire.spark.report.units import duration, moment, percent, size
from kafkawire.wording import counted

if TYPE_CHECKING:
    from kafkawire.spark.report.facts import Facts, Rows

SEVERITIES = (ERROR, WARNING, INFO)

RETRIES_MIN = 3
SLOW_FACTOR = 3
SLOW_REQUESTS_MIN = 100
HOT_SHARE_FACTOR = 2
HOT_BYTES_MIN = 1 << 20
SAVING_MIN = 0.3
COMPRESSIBLE_BYTES_MIN = 1 << 20
LONG_REBALANCE_MS = 10_000
SESSIONLESS_MIN = 100
NAMED_MAX = 4

_ADVICE = {
    "CONCURRENT_TRANSACTIONS": "The transaction before was not complete yet: normal if rare; look "
    "for brokers that are slow to write markers if it is often.",
    "NOT_LEADER_OR_FOLLOWER": "Leaders moved. Look whether brokers restart or lose their sessions.",
    "COORDINATOR_NOT_AVAILABLE": "Normal for a moment at the start; else look at the partitions of "
    "__consumer_offsets and __transaction_state.",
    "UNKNOWN_TOPIC_OR_PARTITION": "Create the topic, or correct its name at the client.",
    "REBALANCE_IN_PROGRESS": "See the rebalances below: commits and heartbeats wait for them.",
}
_OF_SESSIONS = ("FETCH_SESSION_ID_NOT_FOUND", "INVALID_FETCH_SESSION_EPOCH")
"""What follows is a full fetch, of which there is more to be said elsewhere."""
_RETRIED = "See what the brokers' logs say at these times; raise retry.backoff.ms if it is often."


class Finding(NamedTuple):
    """Something to know, and to do."""

    severity: str
    title: str
    text: str
    advice: str
    section: str
    """Where the page shows more of it."""


def findings(facts: Facts) -> list[Finding]:
    """All of them, those that matter most first."""
    found = [each for finder in _FINDERS for each in finder(facts)]
    return sorted(found, key=lambda each: SEVERITIES.index(each.severity))


def _detected(facts: Facts) -> Iterator[Finding]:
    kinds = {kind.NAME: kind for kind in DETECTORS}
    for row in facts["found"]:
        name = row["detector"]
        kind = kinds.get(name)  # None for a table of another version's detector
        title = name if kind is None else kind.WHAT
        section = TRAFFIC if kind is None else kind.SUBJECT
        text = row["text"]
        if row["times"] > 1:
            text += f". Found {row['times']:,} times from {moment(row['first_ns'])} on"
            text += f", of {_named(row['who'])}" if len(row["who"]) > 1 else ""
        yield Finding(row["severity"], _capital(title), text + ".", row["advice"], section)


def _named(names: list[str]) -> str:
    more = len(names) - NAMED_MAX
    return ", ".join(names[:NAMED_MAX]) + (f" and {more:,} more" if more > 0 else "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lost_sessions(facts: Facts) -> Iterator[Finding]:
    (totals,) = facts["session_totals"]
    if totals["evicted"]:
        losers = [row["name"] for row in facts["sessions"] if row["evicted"]]
        yield Finding(
            WARNING,
            "Brokers lose fetch sessions that are in use",
            f"{counted(totals['evicted'], 'session')} of {_named(sorted(set(losers)))} "
            "were evicted, and each time a full fetch of all partitions followed.",
            "Raise max.incremental.fetch.session.cache.slots at the brokers (1,000), or run fewer "
            "consumers that fetch by themselves.",
            "sessions",
        )
    if totals["got_none"]:
        yield Finding(
            INFO,
            "Fetches ask for a session and get none",
            f"{counted(totals['got_none'], 'fetch', 'fetches')}: the brokers' caches are full of "
            "sessions that may not be evicted yet, or sessions are switched off.",
            "Raise max.incremental.fetch.session.cache.slots at the brokers.",
            "sessions",
        )


def _without_sessions(facts: Facts) -> Iterator[Finding]:
    those = [row for row in facts["fetches"] if row["without_session"] >= SESSIONLESS_MIN]
    if those:
        count = sum(row["without_session"] for row in those)
        yield Finding(
            INFO,
            "Clients fetch without sessions",
            f"{_named([row['name'] for row in those])} named all their partitions in each of "
            f"{counted(count, 'fetch', 'fetches')}.",
            "Nothing needs to be done for few partitions; for many, a client that knows KIP-227 "
            "saves most of these bytes.",
            "sessions",
        )


def _retries(facts: Facts) -> Iterator[Finding]:
    about = {(row["name"], row["api"], row["error"]): row["about"] for row in facts["errors_about"]}
    for row in facts["retries"]:
        if not row["is_retriable"] or row["retries"] < RETRIES_MIN or row["error"] in _OF_SESSIONS:
            continue
        of = about.get((row["name"], row["api"], row["error"]), [])
        subject = f" about {_named(of)}" if of else ""
        yield Finding(
            WARNING,
            f"{row['name']} tries {row['api']} again and again",
            f"{counted(row['retries'], 'retry', 'retries')} after {row['error']}"
            f"{subject}, {gap_text(row)} later.",
            _ADVICE.get(row["error"], _RETRIED),
            "retries",
        )


def _unanswered(facts: Facts) -> Iterator[Finding]:
    count = facts.overview["unanswered"]
    if count:
        yield Finding(
            WARNING if count * 100 > facts.overview["requests"] else INFO,
            "Requests were never answered",
            f"{counted(count, 'request')} of {facts.overview['requests']:,}: their connections "
            "closed first, or the answers are not in the capture.",
            "Where connections close, look for timeouts (request.timeout.ms) and for brokers that "
            "stop; a few at the end of a capture are normal.",
            "traffic",
        )


def _slow_brokers(facts: Facts) -> Iterator[Finding]:
    rows = [row for row in facts["latency_by_broker"] if row["answered"] >= SLOW_REQUESTS_MIN]
    for row in rows:
        others = sorted(each["p99_ns"] for each in rows if each is not row)
        if not others:
            continue
        usual = others[len(others) // 2]
        if row["p99_ns"] > SLOW_FACTOR * usual:
            yield Finding(
                WARNING,
                f"Broker {row['name']} is slower than the others",
                f"One in a hundred requests waits {duration(row['p99_ns'])} or longer; at the "
                f"others it is {duration(usual)}.",
                "Compare its disks, its share of leaders and its request queue with the others'.",
                "latency",
            )


def _hot_partitions(facts: Facts) -> Iterator[Finding]:
    for row in facts["skew"]:
        share = row["most"] / row["bytes"]
        if row["partitions"] < 2 or row["bytes"] < HOT_BYTES_MIN:
            continue
        if share * row["partitions"] >= HOT_SHARE_FACTOR:
            yield Finding(
                WARNING,
                f"Topic {row['topic']} has a hot partition",
                f"Partition {row['hottest']} gets {percent(share)} of {size(row['bytes'])}, "
                f"though {row['partitions']} partitions are written to.",
                "Look at the keys: one that is very frequent, null keys with a partitioner that "
                "sticks, or a hash of few values.",
                "partitions",
            )


def saving(row: dict[str, float | None]) -> float | None:
    """What compression would save of uncompressed batches, by what was tried out."""
    tried, left = row["sample_bytes"], row["sample_compressed_bytes"]
    return 1 - left / tried if tried and left is not None else None


def _compression(facts: Facts) -> Iterator[Finding]:
    said = {who for row in facts["found"] if row["detector"] == "no-compression"
            for who in row["who"]}  # fmt: skip
    rows: Rows = facts["batches"]
    for row in rows:
        would = saving(row)
        if row["codec"] == "none" and would is not None and row["name"] not in said:
            if would >= SAVING_MIN and row["bytes"] >= COMPRESSIBLE_BYTES_MIN:
                yield Finding(
                    INFO,
                    f"{row['name']} sends compressible batches uncompressed",
                    f"{size(row['bytes'])} to {row['topic']}; a sample shrinks by "
                    f"{percent(would)}.",
                    "Set compression.type=lz4 or zstd at the producer.",
                    "batches",
                )
        elif row["codec"] != "none" and (row["uncompressed_bytes"] or row["bytes"]) < row["bytes"]:
            yield Finding(
                INFO,
                f"Compression costs {row['name']} more than it saves",
                f"Batches for {row['topic']} are {size(row['bytes'])} with {row['codec']}, "
                f"and would be {size(row['uncompressed_bytes'])} without.",
                "Gather more records in a batch (linger.ms), or leave them uncompressed.",
                "batches",
            )


def _long_rebalances(facts: Facts) -> Iterator[Finding]:
    for row in facts["groups"]:
        if (row["longest_ms"] or 0) >= LONG_REBALANCE_MS:
            yield Finding(
                WARNING,
                f"Group {row['group']} stands still for long",
                f"{counted(row['rebalances'], 'rebalance')} took "
                f"{duration(row['rebalanced_ms'] * 1e6)} together; the longest "
                f"{duration(row['longest_ms'] * 1e6)}, {row['why']}.",
                "Make members poll often (max.poll.interval.ms), leave when they stop, and use "
                "group.protocol=consumer or static membership.",
                "rebalances",
            )


def _damage(facts: Facts) -> Iterator[Finding]:
    rows = facts["damage"]
    if rows:
        places, lost = sum(row["places"] for row in rows), sum(row["bytes"] or 0 for row in rows)
        yield Finding(
            INFO,
            "The capture has holes",
            f"{counted(places, 'place')} could not be read, {size(lost)} at least. All figures "
            "are of the rest.",
            "Capture with a larger buffer (tcpdump -B), whole packets (-s 0), and where both "
            "directions pass.",
            "damage",
        )


_FINDERS: tuple[Callable[[Facts], Iterator[Finding]], ...] = (
    _detected,
    _lost_sessions,
    _retries,
    _slow_brokers,
    _hot_partitions,
    _long_rebalances,
    _unanswered,
    _compression,
    _without_sessions,
    _damage,
)
