"""What Spark writes, and what it refuses to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from compat.spark.outcomes import CLOCK, Outcome, attempt, rows_of
from compat.spark.world import Options, World, started, until

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ROWS = 100
COLUMNS = {
    "key": "cast(concat('k', id % 7) as binary)",
    "value": "cast(concat('v', id) as binary)",
    "partition": "cast(id % 3 as int)",
}


def _rows(world: World, *columns: str) -> DataFrame:
    chosen = [f"{COLUMNS[each]} as {each}" for each in columns]
    return world.spark.range(0, ROWS, 1, 1).selectExpr(*chosen)


def _save(world: World, frame: DataFrame, options: Options, mode: str = "append") -> None:
    writer = frame.write.format(world.format).options(**world.to_write(), **options)
    writer.mode(mode).save()


def _batch(world: World) -> Outcome:
    topic = world.topic("sink-batch")
    frame = _rows(world, "key", "value", "partition")
    headers = "case when value = 'v1' then null else array(named_struct('key', 'h', 'value', key), "
    headers += "named_struct('key', 'n', 'value', cast(null as binary))) end"
    with_headers = frame.selectExpr("*", f"{headers} as headers")
    _save(world, with_headers, {"topic": topic, "includeHeaders": "true"})
    return world.stored(topic)


def _topic_column(world: World) -> Outcome:
    topics = [world.topic("sink-column-a", 1), world.topic("sink-column-b", 1)]
    topic = f"if(value < 'v5', '{topics[0]}', '{topics[1]}') as topic"
    frame = _rows(world, "value").selectExpr("value", topic)
    _save(world, frame, {})
    return {topic: world.stored(topic) for topic in topics}


def _keyed(world: World) -> Outcome:
    """Java's partitioner decides by keys; texts are as good as bytes, and a value may be null."""
    topic = world.topic("sink-keyed")
    frame = _rows(world, "key", "value").selectExpr(
        "cast(key as string) as key", "if(value = 'v3', null, cast(value as string)) as value"
    )
    _save(world, frame, {"topic": topic})
    return world.stored(topic)


def _codec(world: World) -> Outcome:
    found = {}
    for codec in ("gzip", "snappy", "lz4", "zstd"):
        topic = world.topic(f"sink-{codec}")
        frame = _rows(world, "key", "value", "partition")
        _save(world, frame, {"topic": topic, "kafka.compression.type": codec})
        found[codec] = world.stored(topic)
    return found


def _error_if_exists(world: World) -> Outcome:
    """It exists, and it is no error."""
    topic = world.topic("sink-mode", 1)
    for _ in range(2):
        _save(world, _rows(world, "value"), {"topic": topic}, "errorifexists")
    return world.stored(topic)


def _unknown_topic(world: World) -> Outcome:
    """Brokers make it for who asks for it by name."""
    _save(world, _rows(world, "key", "value"), {"topic": "sink-made-by-itself"})
    return world.stored("sink-made-by-itself")


def _refused(columns: str, options: Options, mode: str = "append") -> Callable[[World], Outcome]:
    def scenario(world: World) -> Outcome:
        frame = _rows(world, "value", *columns.split())

        def save() -> Outcome:
            _save(world, frame, options, mode)
            return {"written": True}

        return attempt(save)

    return scenario


def _null_topic(world: World) -> Outcome:
    frame = _rows(world, "value").selectExpr("value", "cast(null as string) as topic")

    def save() -> Outcome:
        _save(world, frame, {})
        return {"written": True}

    return attempt(save)


def _no_such_partition(world: World) -> Outcome:
    topic = world.topic("sink-partition", 1)
    frame = _rows(world, "value", "partition")

    def save() -> Outcome:
        _save(world, frame, {"topic": topic, "kafka.max.block.ms": "2000"})
        return {"written": True}

    return attempt(save)


def _too_large(world: World) -> Outcome:
    topic = world.topic("sink-large", 1, max_message_bytes="5000")
    frame = world.spark.range(0, 1, 1, 1).selectExpr("cast(repeat('x', 20000) as binary) as value")

    def save() -> Outcome:
        _save(world, frame, {"topic": topic})
        return {"written": True}

    return {**attempt(save), "stored": world.stored(topic)["rows"]}


def _transactional(world: World) -> Outcome:
    """Spark never begins what the producer then waits for."""
    topic = world.topic("sink-transactional", 1)
    options = {
        "topic": topic,
        "kafka.transactional.id": "t",
        "kafka.max.block.ms": "2000",
        "kafka.request.timeout.ms": "1000",
        "kafka.delivery.timeout.ms": "2000",
    }

    def save() -> Outcome:
        _save(world, _rows(world, "value"), options)
        return {"written": True}

    return attempt(save)


def _stream(world: World) -> Outcome:
    """From a topic to another one, stopped and begun again."""
    source, target = world.topic("sink-stream-from"), world.topic("sink-stream-to")
    for numbers in (range(50), range(50, 80)):
        world.fill(source, numbers)
        frame = world.stream(source).select("key", "value", "partition")
        writer = frame.writeStream.format(world.format).options(**world.to_write(), topic=target)
        writer = writer.option("checkpointLocation", str(world.checkpoint("sink-stream")))
        with started(writer.trigger(availableNow=True).start) as query:
            query.awaitTermination(60)
    return {"offsets": world.offsets("sink-stream"), **world.stored(target)}


def _continuous(world: World) -> Outcome:
    """As many partitions as cores: its tasks never end."""
    source, target = world.topic("continuous-from", 2), world.topic("continuous-to", 2)
    world.fill(source, range(40), 2)
    frame = world.stream(source).select("key", "value", "partition")
    writer = frame.writeStream.format(world.format).options(**world.to_write(), topic=target)
    writer = writer.option("checkpointLocation", str(world.checkpoint("continuous")))

    def is_copied(count: int) -> bool:
        ends = [world.raw.list_offset(target, each, -1) or 0 for each in range(2)]
        return sum(ends) == count

    with started(writer.trigger(continuous="1 second").start):
        until(lambda: is_copied(80), "all is copied")
        world.fill(source, range(40, 50), 2)
        until(lambda: is_copied(100), "what came later is copied")
    return rows_of(world.load(target), without=CLOCK)


SCENARIOS: Mapping[str, Callable[[World], Outcome]] = {
    "sink-batch": _batch,
    "sink-topic-column": _topic_column,
    "sink-keyed": _keyed,
    "sink-codecs": _codec,
    "sink-error-if-exists": _error_if_exists,
    "sink-unknown-topic": _unknown_topic,
    "sink-overwrite": _refused("", {"topic": "any"}, "overwrite"),
    "sink-ignore": _refused("", {"topic": "any"}, "ignore"),
    "sink-without-topic": _refused("key", {}),
    "sink-null-topic": _null_topic,
    "sink-no-such-partition": _no_such_partition,
    "sink-too-large": _too_large,
    "sink-transactional": _transactional,
    "sink-stream": _stream,
    "sink-continuous": _continuous,
}
