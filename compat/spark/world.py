"""What a scenario has to work with: Spark, a broker behind a tap, and the ways around both.

Topics and records are made past the tap, with our own codec and with librdkafka, so that what the
tap sees is Spark's alone. Names of topics are the scenarios', as each broker is a fresh one.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from compat.clients.base import ToSend, UnknownTopic
from compat.clients.raw import RawClient
from compat.spark.outcomes import CLOCK, Outcome, rows_of
from tests.support.suite.patience import patient

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

TIME_MS = 1_700_000_000_000
STEP_MS = 1_000
"""Between a record and the next one of its partition."""
WAIT_SECONDS_MAX = patient(60.0)
AGAIN_SECONDS = 0.05
STREAM_SECONDS_MAX = 120
KEYS = 7
Options = Mapping[str, str]

# What a scenario that fails is not to wait for; the defaults are a second and two minutes.
HASTE: Options = {"fetchOffset.retryIntervalMs": "50", "kafkaConsumer.pollTimeoutMs": "3000"}


class World(NamedTuple):
    """One side."""

    spark: SparkSession
    bootstrap: str
    """The tap's address."""
    broker: str
    """The broker's own."""
    raw: RawClient
    home: Path
    format: str = "kafka"
    """Of sources and sinks: the stock connector's, or ours."""

    def topic(self, name: str, partitions: int = 3, **configs: str) -> str:
        """Make a topic that keeps records of any age, and wait until it can be used."""
        chosen = {key.replace("_", "."): value for key, value in configs.items()}
        self.raw.create_topic(name, partitions, {"retention.ms": "-1", **chosen})
        until(lambda: all(self._leads(name, each) for each in range(partitions)), f"{name} is led")
        return name

    def _leads(self, topic: str, partition: int) -> bool:
        try:
            return self.raw.list_offset(topic, partition, -1) is not None
        except (UnknownTopic, AssertionError):
            return False

    def fill(self, topic: str, numbers: range, partitions: int = 3, codec: str = "none") -> None:
        """Each partition gets these records; their times follow their numbers."""
        for partition in range(partitions):
            self.raw.send(topic, [record(each, partition) for each in numbers], codec=codec)

    def load(self, topic: str | None, options: Options | None = None) -> DataFrame:
        """What the connector reads."""
        reader = self.spark.read.format(self.format).options(**self.to_read(topic, options))
        return reader.load()

    def stream(self, topic: str | None, options: Options | None = None) -> DataFrame:
        """What the connector reads as a stream."""
        chosen = {"startingOffsets": "earliest", **self.to_read(topic, options)}
        return self.spark.readStream.format(self.format).options(**chosen).load()

    def to_read(self, topic: str | None, options: Options | None) -> dict[str, str]:
        subscribed = {} if topic is None else {"subscribe": topic}
        return {**self.to_write(), **HASTE, **subscribed, **(options or {})}

    def to_write(self) -> dict[str, str]:
        return {"kafka.bootstrap.servers": self.bootstrap}

    def admin(self) -> Any:
        """Administration by librdkafka, past the tap."""
        from confluent_kafka.admin import AdminClient

        return AdminClient({"bootstrap.servers": self.broker})

    def run_available(self, frame: DataFrame, name: str) -> Outcome:
        """Read what there is, one run from the checkpoint of that name; what the batches had."""
        writer = frame.writeStream.format("parquet").option("path", str(self.home / name / "rows"))
        writer = writer.option("checkpointLocation", str(self.checkpoint(name)))
        with started(writer.trigger(availableNow=True).start) as query:
            assert query.awaitTermination(STREAM_SECONDS_MAX), "the stream does not end"
            batches = [each["numInputRows"] for each in query.recentProgress]
        return {"batches": [each for each in batches if each]}

    def checkpoint(self, name: str) -> Path:
        return self.home / name / "checkpoint"

    def rows(self, name: str) -> Outcome:
        """All that the runs of that name wrote."""
        path = self.home / name / "rows"
        if not list(path.glob("*.parquet")):
            return {"rows": 0}
        return rows_of(self.spark.read.parquet(str(path)))

    def offsets(self, name: str) -> list[object]:
        """The offsets of each batch in the JSON that Spark wrote down."""
        files = (self.checkpoint(name) / "offsets").glob("[0-9]*")
        ordered = sorted(files, key=lambda path: int(path.name))
        return [json.loads(each.read_text().splitlines()[-1]) for each in ordered]

    def stored(self, topic: str) -> Outcome:
        """What is in a topic that Spark wrote, times aside."""
        options = {"includeHeaders": "true"}
        return rows_of(self.load(topic, options), without=CLOCK)


def record(number: int, partition: int) -> ToSend:
    key, value = b"k%d" % (number % KEYS), b"v%d-%d" % (partition, number)
    return ToSend(value, key, (), TIME_MS + number * STEP_MS, partition)


def time_of(number: int) -> str:
    """The time of the records of that number, as an option has it."""
    return str(TIME_MS + number * STEP_MS)


@contextlib.contextmanager
def started(start: Callable[[], StreamingQuery]) -> Iterator[StreamingQuery]:
    """A query that is stopped whatever happens."""
    query = start()
    try:
        yield query
    finally:
        query.stop()


def until(is_so: Callable[[], bool], what: str) -> None:
    """Raises TimeoutError where it does not come to be."""
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {WAIT_SECONDS_MAX:.0f} s: {what}")
        time.sleep(AGAIN_SECONDS)
