"""Whether our source and the stock connector have the same rows, of topics of all kinds.

Compared are the number of rows and the sum of xxhash64 over all columns, headers too. One sum that
is not the same is a bar that falls short.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tools.bench.report import Bar, Findings, progress

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from compat.spark.world import World

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")
RECORDS = 3_000
BATCH = 100
COMMITTED = {"kafka.isolation.level": "read_committed"}


class Kind(NamedTuple):
    """A topic that is filled, and how it is to be read."""

    topic: str
    options: dict[str, str]


class Sum(NamedTuple):
    """Of a whole topic."""

    rows: int
    hashes: int


def measure(findings: Findings, spark: SparkSession, home: Path) -> None:
    """Fill all kinds on a broker of their own, and compare."""
    from compat.clients.raw import RawClient
    from compat.spark.brokers import ours
    from compat.spark.world import World

    progress("comparing rows of all kinds of topics")
    findings.table("rows of", ["stock", "kafkawire", "same hashes"])
    unequal = 0
    with ours() as broker, closing(RawClient(broker)) as raw:
        world = World(spark, broker, broker, raw, home)
        for name, kind in kinds(world):
            theirs, mine = (_sum(world, each, kind) for each in ("kafka", "kafkawire"))
            findings.row(name, [theirs.rows, mine.rows, float(theirs == mine)])
            unequal += theirs != mine
    findings.judge(Bar("kinds of topics with other rows than stock", unequal, 0, ""))


def kinds(world: World) -> Iterator[tuple[str, Kind]]:
    """Each as soon as it is filled."""
    yield from ((codec, _plain(world, codec)) for codec in CODECS)
    for fill in (_headers, _nulls, _append_time, _compacted, _transactions):
        kind = fill(world)
        yield kind.topic, kind
    yield "transactions, uncommitted", Kind("transactions", {})


def _plain(world: World, codec: str) -> Kind:
    topic = world.topic(f"codec-{codec}")
    for numbers in _lots():
        world.fill(topic, numbers, codec=codec)
    return Kind(topic, {})


def _lots() -> Iterable[range]:
    return (range(at, at + BATCH) for at in range(0, RECORDS, BATCH))


def _headers(world: World) -> Kind:
    from compat.clients.base import ToSend
    from compat.spark.world import TIME_MS

    topic = world.topic("headers", 1)
    for numbers in _lots():
        records = []
        for at in numbers:
            headers = tuple((f"h{each}", b"%d" % at if at % 4 else None) for each in range(at % 5))
            records.append(ToSend(b"v%d" % at, b"k", headers, TIME_MS + at))
        world.raw.send(topic, records)
    return Kind(topic, {})


def _nulls(world: World) -> Kind:
    from compat.clients.base import ToSend
    from compat.spark.world import TIME_MS

    topic = world.topic("nulls", 1)
    for numbers in _lots():
        world.raw.send(
            topic,
            [
                ToSend(
                    (None, b"", b"v%d" % at, b"w" * (at % 3000))[at % 4],
                    (None, b"", b"k%d" % at)[at % 3],
                    (),
                    TIME_MS - at * 1_000_000,
                )
                for at in numbers
            ],
        )
    return Kind(topic, {})


def _append_time(world: World) -> Kind:
    topic = world.topic("log-append-time", message_timestamp_type="LogAppendTime")
    for numbers in _lots():
        world.fill(topic, numbers)
    return Kind(topic, {})


def _compacted(world: World) -> Kind:
    from compat.spark.scenarios.batches import compact

    topic = "compaction"
    compact(world, topic)
    return Kind(topic, {})


def _transactions(world: World) -> Kind:
    from compat.spark.scenarios.batches import transactions

    topic = world.topic("transactions", 1)
    for _ in range(3):
        transactions(world, topic)
    return Kind(topic, COMMITTED)


def _sum(world: World, kind_of_format: str, kind: Kind) -> Sum:
    from pyspark.sql import functions as f

    options = {**world.to_write(), "subscribe": kind.topic, "includeHeaders": "true"}
    reader = world.spark.read.format(kind_of_format).options(**options, **kind.options)
    frame: DataFrame = reader.load()
    hashes = f.sum(f.xxhash64(*frame.columns).cast("decimal(38,0)"))
    found = frame.agg(f.count("*"), hashes).collect()[0]
    return Sum(int(found[0]), int(found[1] or 0))
