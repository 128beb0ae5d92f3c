"""Batches: every way to say what is to be read, and what the topic may be like."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from compat.clients.base import ToSend
from compat.spark.outcomes import CLOCK, Outcome, rows_of
from compat.spark.world import TIME_MS, Options, World, time_of, until
from tests.support.suite.patience import patient

SECONDS_MAX = patient(60.0)
EACH = 100
"""Records of a partition."""


def _filled(world: World, name: str) -> str:
    topic = world.topic(name)
    world.fill(topic, range(EACH))
    return topic


def _reading(name: str, options: Options) -> Callable[[World], Outcome]:
    """Three partitions of a hundred records, read with these options."""

    def scenario(world: World) -> Outcome:
        topic = _filled(world, name)
        chosen = {key: value.replace("TOPIC", topic) for key, value in options.items()}
        frame = world.load(topic, chosen)
        return {"tasks": frame.rdd.getNumPartitions(), **rows_of(frame)}

    return scenario


def _schema(world: World) -> Outcome:
    topic = _filled(world, "batch-schema")
    frame = world.load(topic, {"includeHeaders": "true"})
    return {"schema": json.loads(frame.schema.json()), "rows": frame.count()}


def _pattern(world: World) -> Outcome:
    for name in ("pattern-a", "pattern-b", "patterns"):
        _filled(world, name)
    return rows_of(world.load(None, {"subscribePattern": "pattern-.*"}))


def _assign(world: World) -> Outcome:
    topic = _filled(world, "batch-assign")
    return rows_of(world.load(None, {"assign": json.dumps({topic: [0, 2]})}))


def _shapes(world: World) -> Outcome:
    """Nulls, empty ones, and headers of every kind."""
    topic = world.topic("batch-headers", 1)
    headers: list[tuple[tuple[str, bytes | None], ...]] = [
        (),
        (("a", b"1"),),
        (("a", b"1"), ("a", b"2"), ("b", None)),
        (("", b""),),
    ]
    records = [ToSend(b"v", b"k", each, TIME_MS) for each in headers]
    records += [ToSend(None, b"k", (), TIME_MS), ToSend(b"v", None, (), TIME_MS)]
    records += [ToSend(b"", b"", (), TIME_MS), ToSend(bytes(range(256)) * 40, None, (), 1)]
    world.raw.send(topic, records)
    frame = world.load(topic, {"includeHeaders": "true"})
    without = world.load(topic)
    rows = frame.select("headers").collect()
    seen = [
        row["headers"] and [[each["key"], _text(each["value"])] for each in row["headers"]]
        for row in rows
    ]
    return {"headers": seen, "with": rows_of(frame), "without": rows_of(without)}


def _text(value: bytes | None) -> str | None:
    return None if value is None else bytes(value).decode()


def _codecs(world: World) -> Outcome:
    topic = world.topic("batch-codecs", 1)
    for at, codec in enumerate(("none", "gzip", "snappy", "lz4", "zstd")):
        world.fill(topic, range(at * 50, at * 50 + 50), 1, codec)
    return rows_of(world.load(topic))


def _log_append_time(world: World) -> Outcome:
    topic = world.topic("batch-append-time", 1, message_timestamp_type="LogAppendTime")
    world.fill(topic, range(20), 1)
    frame = world.load(topic)
    is_now = frame.where(f"unix_millis(timestamp) > {TIME_MS} + 1000000000").count()
    return {"stamped by the broker": is_now, **rows_of(frame, without=CLOCK)}


def _compacted(world: World) -> Outcome:
    topic = compact(world, "batch-compacted")
    return rows_of(world.load(topic).where("key != 'last'"))


def compact(world: World, name: str) -> str:
    """Make a topic with gaps between offsets, at the beginning as well."""
    configs = {"cleanup_policy": "compact", "min_cleanable_dirty_ratio": "0.001"}
    topic = world.topic(name, 1, segment_ms="100", **configs)
    world.fill(topic, range(70), 1)
    world.fill(topic, range(70, 75), 1)

    def is_clean() -> bool:
        # Each look appends a record, so that there is a segment after those to be cleaned.
        world.raw.send(topic, [ToSend(b"last", b"last", (), TIME_MS + 10_000_000)])
        return len(world.raw.fetch(topic, {0: 0}, max_wait_ms=100)[:75]) < 75 and (
            world.raw.fetch(topic, {0: 0})[0].offset >= 68
        )

    until(is_clean, "the log is compacted")
    return topic


def transactions(world: World, topic: str) -> None:
    """Fifty committed, thirty aborted, twenty committed; each with a marker after it."""
    from confluent_kafka import Producer

    settings: dict[str, Any] = {"bootstrap.servers": world.broker, "transactional.id": topic}
    producer = Producer(settings)
    producer.init_transactions(SECONDS_MAX)
    number = 0
    for count, is_committed in ((50, True), (30, False), (20, True)):
        producer.begin_transaction()
        for _ in range(count):
            value, when = b"v%d" % number, TIME_MS + number
            producer.produce(topic, value, b"k", partition=0, timestamp=when)
            number += 1
        end = producer.commit_transaction if is_committed else producer.abort_transaction
        producer.flush(SECONDS_MAX)
        end(SECONDS_MAX)


def _isolated(name: str, level: str) -> Callable[[World], Outcome]:
    def scenario(world: World) -> Outcome:
        topic = world.topic(name, 1)
        transactions(world, topic)
        return rows_of(world.load(topic, {"kafka.isolation.level": level}))

    return scenario


def _open_transaction(world: World) -> Outcome:
    """What is not decided ends what read_committed sees, and nobody else's reading."""
    from confluent_kafka import Producer

    topic = world.topic("batch-open", 1)
    world.fill(topic, range(10), 1)
    producer = Producer({"bootstrap.servers": world.broker, "transactional.id": topic})
    producer.init_transactions(SECONDS_MAX)
    producer.begin_transaction()
    producer.produce(topic, b"open", b"k", partition=0, timestamp=TIME_MS)
    producer.flush(SECONDS_MAX)
    levels = ("read_committed", "read_uncommitted")
    options = [{"kafka.isolation.level": level} for level in levels]
    found = {each["kafka.isolation.level"]: rows_of(world.load(topic, each)) for each in options}
    producer.abort_transaction(SECONDS_MAX)
    return found


def _empty(world: World) -> Outcome:
    return rows_of(world.load(world.topic("batch-empty")))


_ENDS = {"TOPIC": {"0": 10, "1": -2, "2": 99}}, {"TOPIC": {"0": 20, "1": 50, "2": -1}}
_TIMES = [json.dumps({"TOPIC": {str(at): TIME_MS + at * 1000 + by for at in range(3)}})
          for by in (20_000, 50_500)]  # fmt: skip

SCENARIOS: Mapping[str, Callable[[World], Outcome]] = {
    "batch": _reading("batch", {}),
    "batch-schema": _schema,
    "batch-timestamps": _reading(
        "batch-timestamps", {"startingTimestamp": time_of(30), "endingTimestamp": time_of(70)}
    ),
    "batch-offsets-by-timestamp": _reading(
        "batch-offsets-by-timestamp",
        {"startingOffsetsByTimestamp": _TIMES[0], "endingOffsetsByTimestamp": _TIMES[1]},
    ),
    "batch-offsets": _reading(
        "batch-offsets",
        {"startingOffsets": json.dumps(_ENDS[0]), "endingOffsets": json.dumps(_ENDS[1])},
    ),
    "batch-timestamp-past-end-latest": _reading(
        "batch-past-latest",
        {"startingTimestamp": time_of(500), "startingOffsetsByTimestampStrategy": "latest"},
    ),
    "batch-pattern": _pattern,
    "batch-assign": _assign,
    "batch-min-partitions": _reading("batch-min-partitions", {"minPartitions": "9"}),
    "batch-max-records": _reading("batch-max-records", {"maxRecordsPerPartition": "20"}),
    "batch-max-records-of-offsets": _reading(
        "batch-max-of-offsets",
        {
            "maxRecordsPerPartition": "20",
            "startingOffsets": json.dumps({"TOPIC": {"0": 0, "1": 0, "2": 0}}),
            "endingOffsets": json.dumps({"TOPIC": {"0": 100, "1": 50, "2": 30}}),
        },
    ),
    "batch-small-polls": _reading("batch-small-polls", {"kafka.max.poll.records": "7"}),
    "batch-small-fetches": _reading(
        "batch-small-fetches", {"kafka.max.partition.fetch.bytes": "300"}
    ),
    "batch-headers": _shapes,
    "batch-codecs": _codecs,
    "batch-append-time": _log_append_time,
    "batch-compacted": _compacted,
    "batch-committed": _isolated("batch-committed", "read_committed"),
    "batch-uncommitted": _isolated("batch-uncommitted", "read_uncommitted"),
    "batch-open-transaction": _open_transaction,
    "batch-empty": _empty,
}
