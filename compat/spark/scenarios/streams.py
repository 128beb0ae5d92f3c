"""Streams: what a run reads, what it writes down, and where the next one goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compat.spark.outcomes import Outcome, attempt
from compat.spark.scenarios.batches import transactions
from compat.spark.world import World, record, started, time_of, until


def _available(world: World) -> Outcome:
    name = "stream-available"
    topic = world.topic(name)
    world.fill(topic, range(100))
    first = world.run_available(world.stream(topic), name)
    again = world.run_available(world.stream(topic), name)
    begun = world.checkpoint(name) / "sources" / "0" / "0"
    initial = begun.read_bytes().decode("latin-1") if begun.exists() else None
    return {
        "first": first,
        "again": again,
        "initial": initial,
        "offsets": world.offsets(name),
        **world.rows(name),
    }


def _limits(world: World) -> Outcome:
    """A run without limits, then a hundred more with at most forty a batch."""
    name = "stream-limits"
    topic = world.topic(name)
    world.fill(topic, range(100))
    first = world.run_available(world.stream(topic), name)
    for partition, count in enumerate((34, 33, 33)):
        records = range(100, 100 + count)
        _fill_one(world, topic, partition, records)
    limited = world.stream(topic, {"maxOffsetsPerTrigger": "40"})
    second = world.run_available(limited, name)
    return {
        "first": first,
        "second": second,
        "offsets": world.offsets(name),
        **world.rows(name),
    }


def _fill_one(world: World, topic: str, partition: int, numbers: range) -> None:
    world.raw.send(topic, [record(each, partition) for each in numbers])


def _new_partitions(world: World) -> Outcome:
    """Two of them, made while the query was stopped; they are read from their beginning."""
    from confluent_kafka.cimpl import NewPartitions

    name = "stream-new-partitions"
    topic = world.topic(name)
    world.fill(topic, range(50))
    first = world.run_available(world.stream(topic), name)
    admin = world.admin()
    for made in admin.create_partitions([NewPartitions(topic, 5)]).values():
        made.result(30)
    until(lambda: world.raw.partition_count(topic) == 5, "there are five")
    for partition in (3, 4):
        until(lambda at=partition: _is_led(world, topic, at), "they are led")  # type: ignore[misc]
        _fill_one(world, topic, partition, range(25))
    second = world.run_available(world.stream(topic), name)
    return {
        "first": first,
        "second": second,
        "offsets": world.offsets(name),
        **world.rows(name),
    }


def _is_led(world: World, topic: str, partition: int) -> bool:
    try:
        return world.raw.list_offset(topic, partition, -1) is not None
    except AssertionError:
        return False


def _committed(world: World) -> Outcome:
    """Transactions by a stream, aborted ones between; limits cut within them."""
    name = "stream-committed"
    topic = world.topic(name, 1)
    transactions(world, topic)
    options = {"kafka.isolation.level": "read_committed", "maxOffsetsPerTrigger": "30"}
    first = world.run_available(world.stream(topic, options), name)
    transactions(world, topic)
    second = world.run_available(world.stream(topic, options), name)
    return {
        "first": first,
        "second": second,
        "offsets": world.offsets(name),
        **world.rows(name),
    }


def _latest(world: World) -> Outcome:
    """What was there before the first run is not read, what comes between runs is."""
    name = "stream-latest"
    topic = world.topic(name)
    world.fill(topic, range(10))
    options = {"startingOffsets": "latest"}
    first = world.run_available(world.stream(topic, options), name)
    world.fill(topic, range(10, 30))
    second = world.run_available(world.stream(topic, options), name)
    return {"first": first, "second": second, "offsets": world.offsets(name), **world.rows(name)}


def _by_timestamp(world: World) -> Outcome:
    name = "stream-by-timestamp"
    topic = world.topic(name)
    world.fill(topic, range(60))
    options = {"startingTimestamp": time_of(45)}
    first = world.run_available(world.stream(topic, options), name)
    return {"first": first, "offsets": world.offsets(name), **world.rows(name)}


def _min_partitions(world: World) -> Outcome:
    name = "stream-min-partitions"
    topic = world.topic(name)
    world.fill(topic, range(60))
    options = {"minPartitions": "8", "includeHeaders": "true"}
    first = world.run_available(world.stream(topic, options), name)
    return {"first": first, "offsets": world.offsets(name), **world.rows(name)}


def _once(world: World) -> Outcome:
    name = "stream-once"
    topic = world.topic(name)
    world.fill(topic, range(30))
    writer = world.stream(topic).writeStream.format("parquet")
    writer = writer.option("path", str(world.home / name / "rows"))
    writer = writer.option("checkpointLocation", str(world.checkpoint(name)))
    with started(writer.trigger(once=True).start) as query:
        query.awaitTermination(60)
    return {"offsets": world.offsets(name), **world.rows(name)}


def _default_trigger(world: World) -> Outcome:
    """A query that goes on: three lots, each awaited; then it finds nothing for a while."""
    name = "stream-default"
    topic = world.topic(name)
    writer = world.stream(topic).writeStream.format("parquet")
    writer = writer.option("path", str(world.home / name / "rows"))
    writer = writer.option("checkpointLocation", str(world.checkpoint(name)))
    metrics: dict[str, Any] = {}
    with started(writer.start) as query:
        for lot in range(3):
            world.fill(topic, range(lot * 20, lot * 20 + 20))
            query.processAllAvailable()
        progress = query.lastProgress
        assert progress is not None
        source = progress["sources"][0]
        metrics = {"metrics": dict(source["metrics"]), "end": source["endOffset"]}
    return {**metrics, **world.rows(name)}


def _subscribed_later(world: World) -> Outcome:
    """A pattern, and a topic that comes to it between two runs."""
    name = "stream-pattern"
    options = {"subscribePattern": "streamed-.*"}
    world.fill(world.topic("streamed-a"), range(10))
    first = world.run_available(world.stream(None, options), name)
    world.fill(world.topic("streamed-b"), range(20))
    second = world.run_available(world.stream(None, options), name)
    return {"first": first, "second": second, "offsets": world.offsets(name), **world.rows(name)}


def _unknown_topic(world: World) -> Outcome:
    name = "stream-unknown"
    return attempt(lambda: world.run_available(world.stream("nobody-streams-it"), name))


SCENARIOS: Mapping[str, Callable[[World], Outcome]] = {
    "stream-available": _available,
    "stream-limits": _limits,
    "stream-new-partitions": _new_partitions,
    "stream-committed": _committed,
    "stream-latest": _latest,
    "stream-by-timestamp": _by_timestamp,
    "stream-min-partitions": _min_partitions,
    "stream-once": _once,
    "stream-default-trigger": _default_trigger,
    "stream-pattern": _subscribed_later,
    "stream-unknown-topic": _unknown_topic,
}
