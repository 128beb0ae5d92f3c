"""From captures to tables and the page."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.state import State
from kafkawire.spark.report import make, make_tables
from kafkawire.spark.tables import stages
from kafkawire.spark.tables.catalogue import DEFAULT
from kafkawire.spark.tables.places import input_id
from kafkawire.spark.tables.sink import Collected, TableSink
from tests.support.dump.captures import make_capture
from tests.support.dump.conversations import conversation

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("plotly", reason="plotly is not installed: reports of Spark are not drawn")
SEEDS = (1, 2)


def captures(tmp_path: Path) -> list[str]:
    """Two, of connections that have nothing to do with each other."""
    paths = []
    for seed in SEEDS:
        path = tmp_path / f"day-{seed}.pcapng"
        path.write_bytes(make_capture(conversation(Random(seed), 40, stream=seed)))
        paths.append(str(path))
    return paths


def alone(path: str) -> Collected:
    """What the one process makes of a capture."""
    collected = Collected()
    sink = TableSink(collected.write, DEFAULT)
    pipeline = Pipeline(Engine(), State(), None, [sink])
    pipeline.run(read_capture(path))
    pipeline.close()
    return collected


def test_captures_become_tables_once_and_a_page(spark: SparkSession, tmp_path: Path) -> None:
    paths = captures(tmp_path)
    steps: list[str] = []
    out = str(tmp_path / "report")
    for _ in range(2):
        place = make_tables(spark, paths, f"{out}/tables", steps.append)
    assert place.inputs() == sorted(map(input_id, paths))
    for name in ("requests", "partitions", "errors", "fetch_sessions", "groups"):
        found = stages.read(spark, place, name).drop("date")
        for path in paths:
            rows = found.where(found["input"] == input_id(path)).drop("input")
            assert sorted(map(str, rows.toArrow().to_pylist())) == sorted(
                map(str, alone(path).table(name).to_pylist())
            )
    assert not list(Path(out, "tables", "_staging").iterdir())
    (first, _) = sorted(Path(out, "tables", "_inputs").iterdir())
    assert json.loads(first.read_text())["rows"]["requests"] == 40
    assert any("decoding" in step for step in steps)
    made = make(spark, [f"{out}/tables"], out)
    assert made == f"{out}/index.html"
    assert "What Kafka" in Path(made).read_text(encoding="utf-8")
