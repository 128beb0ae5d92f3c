"""One checkpoint, gone on from by the stock connector and by our own source in turns.

Whoever goes over to our source, and back, reads every record once: both write down the same offsets
in the same words.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from compat.clients.raw import RawClient
from compat.spark.our_source import FORMAT
from compat.spark.outcomes import rows_of
from compat.spark.world import World

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TURNS = ("kafka", FORMAT, "kafka", FORMAT)
RECORDS = 20
PARTITIONS = 3
NAME = "stream-takes-turns"


def problems(spark: SparkSession, broker: str, home: Path) -> list[str]:
    """What is not as it should be; nothing, if all is well."""
    found = []
    with closing(RawClient(broker)) as raw:
        world = World(spark, broker, broker, raw, home)
        topic = world.topic(NAME, PARTITIONS)
        for turn, kind in enumerate(TURNS):
            world.fill(topic, range(turn * RECORDS, (turn + 1) * RECORDS), PARTITIONS)
            whose = world._replace(format=kind)
            batches = whose.run_available(whose.stream(topic), NAME)["batches"]
            if batches != [RECORDS * PARTITIONS]:
                found.append(f"{NAME}: turn {turn}, by {kind}, had batches of {batches} records")
        read, stored = world.rows(NAME), rows_of(world.load(topic))
    if read != stored:
        found.append(f"{NAME}: the topic has {stored}, the stream {read}")
    return found
