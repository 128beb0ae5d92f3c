"""What the README says about topics, run as it stands there, with other addresses and paths."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire.testing import LocalBroker
from tests.support.spark.topic_changes import fill
from tests.support.spark.topic_rows import topic_rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

README = Path(__file__).parents[3] / "kafkawire" / "spark" / "README.md"


def example() -> str:
    section = README.read_text(encoding="utf-8").split("\n## Topics\n")[1].split("\n## ")[0]
    return section.split("```python\n")[1].split("```")[0]


def copies(broker: LocalBroker) -> int:
    return len(topic_rows(broker.bootstrap, "copies"))


def test_the_example_copies_what_is_there_and_then_what_comes(
    spark: SparkSession, broker: LocalBroker, tmp_path: Path
) -> None:
    for topic in ("orders", "copies"):
        broker.create_topic(topic, partitions=1)
    fill(broker, {0: 5}, topic="orders")
    text = example().replace("there:9092", broker.bootstrap)
    for path in ('"/states/', '"/checkpoint'):
        text = text.replace(path, f'"{tmp_path}{path[1:]}')
    names: dict[str, Any] = {"spark": spark}
    exec(text, names)
    query = names["query"]
    try:
        query.processAllAvailable()
        assert copies(broker) == 5, "of the batch: the stream begins at latest"
        fill(broker, {0: 3}, topic="orders")
        query.processAllAvailable()
        assert copies(broker) == 8
    finally:
        query.stop()
    assert (tmp_path / "states" / "orders.json").exists()


def test_a_batch_write_needs_its_mode(spark: SparkSession) -> None:
    frame = spark.sql("select 'v' as value").write.format("kafkawire")
    writer = frame.option("kafka.bootstrap.servers", "127.0.0.1:1").option("topic", "t")
    with pytest.raises(Exception, match="ErrorIfExists"):
        writer.save()
